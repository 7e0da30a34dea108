"""The operations on dictionaries, their words and families."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from mastermot import shapes
from mastermot.dictionaries import counts_json, open_shipped, shelf_json, words_json
from mastermot.families.cliques import families, families_json, histogram, largest_first, of_word
from mastermot.families.errors import FamilyWordError
from mastermot.web.models import DictionaryName, FamiliesQuery, Length

NamePath = Annotated[DictionaryName, Path(examples=["fr-common"])]
LengthPath = Annotated[Length, Path(examples=[5])]


def list_dictionaries() -> shapes.Shelf:
    """List the dictionaries: words, lengths, source, licence.

    The answer is the object of `mastermot words --json`.
    """
    return shelf_json()


def count_words(name: NamePath) -> shapes.DictionaryCounts:
    """Count the words of each length of a dictionary.

    The answer is the object of `mastermot words NAME --json`.
    """
    return counts_json(open_shipped(name))


def list_words(name: NamePath, length: LengthPath) -> shapes.WordList:
    """List the words of one length of a dictionary, with their spellings.

    The answer is the object of `mastermot words NAME --length N --json`.
    """
    return words_json(open_shipped(name), length)


def list_families(query: Annotated[FamiliesQuery, Query()]) -> shapes.Families:
    """List the families of a dictionary: words that differ in one position only.

    The answer is the object of `mastermot cliques --json`.
    """
    word = query.word
    if word is not None and len(word) != query.length:
        raise FamilyWordError(word=word, length=len(word), expected=query.length)
    found = families(open_shipped(query.words).words(query.length))
    shown = largest_first(found, query.min_size) if word is None else of_word(word, found, query.min_size)
    return families_json(shown, histogram(found))
