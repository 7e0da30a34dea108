"""The operations on dictionaries, their words and families."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import Path, Query

from mastermot import shapes
from mastermot.dictionaries import (
    Dictionary,
    DictionaryUnknownError,
    counts_json,
    open_dictionary,
    shelf,
    shelf_json,
    words_json,
)
from mastermot.errors import nearest
from mastermot.families.cliques import families, families_json, histogram, largest_first, of_word
from mastermot.families.errors import FamilyWordError
from mastermot.web.errors import at
from mastermot.web.models import FamiliesQuery, Length, Word
from mastermot.words import fold

NamePath = Annotated[Word, Path(examples=["fr-common"])]
LengthPath = Annotated[Length, Path(examples=[5])]


@cache
def shipped_dictionary(name: str) -> Dictionary:
    """Return a shipped dictionary, whose words are read once."""
    return open_dictionary(name)


def dictionary_named(name: str) -> Dictionary:
    """Return a shipped dictionary: by name only, never by path. Raises `DictionaryUnknownError`."""
    known = tuple(shelf())
    if name not in known:
        raise DictionaryUnknownError(name=name, known=known, suggestions=nearest(name, known, 0.5))
    return shipped_dictionary(name)


def list_dictionaries() -> shapes.Shelf:
    """List the dictionaries: words, lengths, source, licence.

    The answer is the object of `mastermot words --json`.
    """
    return shelf_json()


def count_words(name: NamePath) -> shapes.DictionaryCounts:
    """Count the words of each length of a dictionary.

    The answer is the object of `mastermot words NAME --json`.
    """
    with at("name"):
        return counts_json(dictionary_named(name))


def list_words(name: NamePath, length: LengthPath) -> shapes.WordList:
    """List the words of one length of a dictionary, with their spellings.

    The answer is the object of `mastermot words NAME --length N --json`.
    """
    with at("name"):
        dictionary = dictionary_named(name)
    return words_json(dictionary, length)


def list_families(query: Annotated[FamiliesQuery, Query()]) -> shapes.Families:
    """List the families of a dictionary: words that differ in one position only.

    The answer is the object of `mastermot cliques --json`.
    """
    with at("word"):
        word = fold(query.word) if query.word is not None else None
    if word is not None and len(word) != query.length:
        raise FamilyWordError(word=word, length=len(word), expected=query.length)
    found = families(dictionary_named(query.words).words(query.length))
    shown = largest_first(found, query.min_size) if word is None else of_word(word, found, query.min_size)
    return families_json(shown, histogram(found))
