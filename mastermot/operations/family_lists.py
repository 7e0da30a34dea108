"""The operation that lists the families of a dictionary."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from mastermot.errors import N_
from mastermot.families.errors import FamilyWordLengthError
from mastermot.families.family import Family, find_families_by_position, list_patterns, make_histogram, sort_families
from mastermot.operations.errors import at
from mastermot.operations.requests import Bounds, DictionaryName, ExampleValue, Folded, Help, Length, Request
from mastermot.operations.word_choice import open_with
from mastermot.words.folding import fold


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


@dataclass(frozen=True)
class FamilyList:
    """Families, the largest first: the object of `mastermot cliques --json`."""

    families: tuple[Family, ...]  #: The families, the largest first.
    histogram: Mapping[int, int]  #: How many families there are of each size.
    dictionary: str = ""  #: The dictionary of the words.


def list_families(request: FamiliesRequest, on_position: Callable[[int], object] | None = None) -> FamilyList:
    """List the families of a dictionary: words that differ in one position only.

    The histogram counts all families of the words of this length, even of one word, whatever word and least size are
    asked for.
    """
    dictionary = open_with(request.words, [request.word] if request.word else [])
    patterns_of_word = None  # stays None if the request has no word: then all patterns are listed
    if request.word is not None:
        patterns_of_word = find_patterns(request.word, request.length, dictionary.alphabet)
    sizes = Counter[int]()
    families: dict[str, tuple[str, ...]] = {}  # the words of each pattern that is listed
    words = dictionary.words(request.length)
    # each round has the patterns that are open at one position; `on_position` is called with the number of words
    for words_by_pattern in find_families_by_position(words, on_position, dictionary.alphabet):
        sizes.update(map(len, words_by_pattern.values()))  # for the histogram: of all patterns
        for pattern, members in words_by_pattern.items():
            is_of_word = patterns_of_word is None or pattern in patterns_of_word
            is_large_enough = len(members) >= request.min_size  # most patterns have one word only, which is no family
            if is_of_word and is_large_enough:
                families[pattern] = members
    return FamilyList(
        families=tuple(sort_families(families, request.min_size)),
        histogram=make_histogram(sizes),
        dictionary=dictionary.name,
    )


def find_patterns(typed: str, length: int, alphabet: str) -> set[str]:
    """Return the patterns of a word as it was typed: those of ``raie`` are ?AIE, R?IE, RA?E and RAI?.

    Raises `FamilyWordLengthError` if the word has another length than `length`, and an error about the field `word` for
    a text that is no word.
    """
    with at("word"):
        word = fold(typed, alphabet)
    if len(word) != length:
        raise FamilyWordLengthError(word=word, length=len(word), expected=length)
    return set(list_patterns(word, alphabet))
