"""The operations on dictionaries: their words, families, ladders."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice
from typing import Annotated, Any

from mastermot.errors import N_
from mastermot.families import ladders
from mastermot.families.errors import FamilyWordLengthError
from mastermot.families.family import Family, find_families_by_position, list_patterns, make_histogram, sort_families
from mastermot.operations.errors import at
from mastermot.operations.requests import Bounds, DictionaryName, ExampleValue, Folded, Help, Length, Request, Word
from mastermot.operations.word_choice import open_own, open_with
from mastermot.texts import _
from mastermot.texts.languages import in_all_languages
from mastermot.texts.neighbourhood import draw_neighbourhood
from mastermot.words.dictionaries import open_dictionary, shelf
from mastermot.words.files import LARGEST_LIST, find_data, read_bytes
from mastermot.words.folding import fold

WORDS = Help(N_("The dictionary whose words are used; by default, that of your language or of the given words."))


@dataclass(frozen=True, kw_only=True)
class LadderRequest(Request):
    """Two words, and the dictionary of the words between them."""

    start: Annotated[Word, ExampleValue("tare")]  #: The word at the start of the ladder.
    end: Annotated[Word, ExampleValue("pion")]  #: The word at the end of the ladder.
    words: Annotated[DictionaryName | None, WORDS] = None
    every: Annotated[bool, Help(N_("List all the shortest ladders, not only the first."), options=("--all",))] = field(
        default=False, metadata={"alias": "all"}
    )
    """Whether to list all shortest ladders, up to 1000."""


@dataclass(frozen=True, kw_only=True)
class NeighboursRequest(Request):
    """A word, and the dictionary of its neighbours."""

    word: Annotated[Word, ExampleValue("coude")]  #: The word whose neighbours are wanted.
    words: Annotated[DictionaryName | None, WORDS] = None
    picture: bool = False  #: Whether the answer has a picture too, as an SVG document.


@dataclass(frozen=True, kw_only=True)
class IslandsRequest(Request):
    """The words of one length of a dictionary."""

    words: Annotated[DictionaryName | None, WORDS] = None
    length: Annotated[Length, Help(N_("Length of the words, for the figures of a list.")), ExampleValue(5)]


@dataclass(frozen=True, kw_only=True)
class FamiliesRequest(Request):
    """The families of the words of one length."""

    words: Annotated[
        DictionaryName | None,
        Help(N_("The dictionary whose families are listed; by default, that of your language or of the given word.")),
    ] = None
    length: Annotated[Length, Help(N_("Length of the words.")), ExampleValue(5)]
    min_size: Annotated[int, Bounds(ge=2, le=26), Help(N_("The fewest words in a family."))] = 2
    word: Annotated[Folded | None, Help(N_("Only the families that this word belongs to."), metavar="WORD")] = None


@dataclass(frozen=True, kw_only=True)
class ShelfRequest(Request):
    """Nothing: all dictionaries are listed."""


@dataclass(frozen=True, kw_only=True)
class DictionaryRequest(Request):
    """Which dictionary is asked about."""

    name: Annotated[DictionaryName, ExampleValue("fr-common")]  #: The dictionary, by name.


@dataclass(frozen=True, kw_only=True)
class WordListRequest(DictionaryRequest):
    """The words of one length of a dictionary."""

    length: Annotated[Length, Help(N_("List the words of this many letters.")), ExampleValue(5)]
    offset: Annotated[int, Bounds(ge=0)] = 0  #: How many words are left out at the start of the list.
    limit: Annotated[int | None, Bounds(ge=1)] = None  #: The most words to list; by default, all.


@dataclass(frozen=True)
class ShelfEntry:
    """A shipped dictionary."""

    name: str  #: What `words` calls it.
    file: str  #: Its file among the data.
    format: str  #: How the file is written: lines, or sgb.
    language: str  #: The language of the words, such as fr.
    title: Mapping[str, str]  #: What it is, by language.
    source: str  #: Where the words come from.
    version: str  #: The version of the source.
    licence: str  #: As SPDX names it, or what it allows.
    licence_file: str  #: The file of the licence's text, beside it; LICENSE is that of the project.
    sha256: str  #: The checksum of the file.
    spellings: int  #: How many spellings it has.
    words: int  #: How many words it has.
    lengths: Mapping[int, int]
    alphabet: str = ""  #: Its letters, in order, where they are not A to Z.


@dataclass(frozen=True)
class Shelf:
    """The dictionaries: the object of `mastermot words --json`."""

    dictionaries: tuple[ShelfEntry, ...]  #: All that are shipped.


@dataclass(frozen=True)
class LeftOutEntry:
    """An entry of a list that is no word."""

    text: str  #: The entry.
    why: str  #: Why it is no word, in a sentence.


@dataclass(frozen=True)
class DictionaryCounts:
    """How many words there are of each length: the object of `mastermot words NAME --json`."""

    dictionary: str
    lengths: Mapping[int, int]
    skipped: int  #: Entries of the list that are no words.
    left_out: tuple[LeftOutEntry, ...] = ()  #: The first of them, and why.


@dataclass(frozen=True)
class WordEntry:
    """A folded word with its spellings."""

    word: str
    spellings: tuple[str, ...]


@dataclass(frozen=True)
class WordList:
    """The words of one length: the object of `mastermot words NAME --length N --json`."""

    dictionary: str
    length: int
    count: int  #: How many there are in all.
    words: tuple[WordEntry, ...]  #: Those from `offset` on, at most `limit`.


@dataclass(frozen=True)
class FamilyList:
    """Families, the largest first: the object of `mastermot cliques --json`."""

    families: tuple[Family, ...]  #: The families, the largest first.
    histogram: Mapping[int, int]  #: How many families there are of each size.
    dictionary: str = ""  #: The dictionary of the words.


def list_dictionaries(_request: ShelfRequest) -> Shelf:
    """List the dictionaries: words, lengths, source, licence."""
    return Shelf(tuple(map(describe_dictionary, shelf().values())))


def describe_dictionary(entry: Mapping[str, Any]) -> ShelfEntry:
    """Return the description of a shipped dictionary. If its entry has no checksum and counts, they are computed."""
    fields = ShelfEntry.__dataclass_fields__
    values = {name: value for name, value in entry.items() if name in fields}
    if "sha256" not in entry:
        dictionary = open_dictionary(entry["name"])
        data = read_bytes(find_data("wordlists", entry["file"]), LARGEST_LIST)
        values["sha256"] = sha256(data).hexdigest()
        values["spellings"] = sum(len(dictionary.spellings(word)) for word in dictionary)
        values["words"] = len(dictionary)
        values["lengths"] = dictionary.lengths
    values["title"] = in_all_languages(entry["title"])
    return ShelfEntry(**values)


def count_words(request: DictionaryRequest) -> DictionaryCounts:
    """Count the words of each length of a dictionary."""
    dictionary = open_dictionary(request.name)
    left_out = []
    for error in dictionary.left_out:
        left_out.append(LeftOutEntry(error.text, error.describe_reason(_)))
    skipped = dictionary.skipped
    return DictionaryCounts(dictionary.name, dictionary.lengths, skipped, tuple(left_out))


def list_words(request: WordListRequest) -> WordList:
    """List the words of one length of a dictionary, with their spellings: all, or a part of the list."""
    dictionary = open_dictionary(request.name)
    dictionary.words(request.length)  # raises an error if there are none of this length
    listed = dictionary.of_length(request.length)
    first = min(request.offset, len(listed))
    count = len(listed) if request.limit is None else min(request.limit, len(listed))
    words = tuple(WordEntry(*entry) for entry in islice(listed.items(), first, first + count))
    return WordList(dictionary.name, request.length, len(listed), words)


def list_families(request: FamiliesRequest, on_position: Callable[[int], object] | None = None) -> FamilyList:
    """List the families of a dictionary: words that differ in one position only."""
    dictionary = open_with(request.words, [request.word] if request.word else [])
    patterns_of_word = None
    if request.word is not None:
        with at("word"):
            word = fold(request.word, dictionary.alphabet)
        if len(word) != request.length:
            raise FamilyWordLengthError(word=word, length=len(word), expected=request.length)
        patterns_of_word = set(list_patterns(word, dictionary.alphabet))
    sizes = Counter[int]()
    families: dict[str, tuple[str, ...]] = {}  # the words of each pattern that is listed
    words = dictionary.words(request.length)
    for words_by_pattern in find_families_by_position(words, on_position, dictionary.alphabet):
        sizes.update(map(len, words_by_pattern.values()))  # of all patterns, for the histogram
        for pattern, members in words_by_pattern.items():
            has_word = patterns_of_word is None or pattern in patterns_of_word
            if has_word and len(members) >= request.min_size:
                families[pattern] = members
    return FamilyList(
        families=tuple(sort_families(families, request.min_size)),
        histogram=make_histogram(sizes),
        dictionary=dictionary.name,
    )


def get_ladders(request: LadderRequest) -> ladders.Ladders:
    """Find the shortest ladders between two words, one letter changed at a time."""
    most = ladders.MAX_LADDERS if request.every else 1
    dictionary = open_with(request.words, [request.start, request.end])
    answer = ladders.find_ladders(request.start, request.end, dictionary, most)
    return replace(answer, dictionary=dictionary.name)


def list_neighbours(request: NeighboursRequest) -> ladders.Neighbourhood:
    """List the words one letter apart from a word, family by family."""
    dictionary = open_with(request.words, [request.word])
    neighbourhood = ladders.find_neighbourhood(request.word, dictionary)
    neighbourhood = replace(neighbourhood, dictionary=dictionary.name)
    if request.picture:
        return replace(neighbourhood, picture=draw_neighbourhood(neighbourhood))
    return neighbourhood


def measure_list(request: IslandsRequest, on_visited: Callable[[int], object] = id) -> ladders.ListFigures:
    """Measure the graph of the words of one length: islands, words alone, the longest ladder."""
    return ladders.measure_islands(open_own(request.words), request.length, on_visited)
