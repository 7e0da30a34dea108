"""The operations on dictionaries: which there are, and their words."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Annotated, Any

from mastermot.errors import N_
from mastermot.operations.requests import Bounds, DictionaryName, ExampleValue, Help, Length, Request
from mastermot.texts import _
from mastermot.texts.languages import in_all_languages
from mastermot.words.dictionaries import open_dictionary, shelf
from mastermot.words.files import LARGEST_LIST, find_data, read_bytes


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


def list_dictionaries(_request: ShelfRequest) -> Shelf:
    """List the dictionaries: words, lengths, source, licence."""
    return Shelf(tuple(map(describe_dictionary, shelf().values())))


def describe_dictionary(entry: Mapping[str, Any]) -> ShelfEntry:
    """Return the description of a dictionary, made of its `entry` in the table of all dictionaries (`shelf`).

    The entry of a list that was added by hand may lack the checksum and the counts of words: then they are computed.
    """
    fields = ShelfEntry.__dataclass_fields__
    values = {name: value for name, value in entry.items() if name in fields}
    is_added_by_hand = "sha256" not in entry
    if is_added_by_hand:
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
    start = min(request.offset, len(listed))  # `islice` refuses numbers of more than 64 bits
    end = len(listed) if request.limit is None else min(start + request.limit, len(listed))
    words = tuple(WordEntry(*entry) for entry in islice(listed.items(), start, end))
    return WordList(dictionary.name, request.length, len(listed), words)
