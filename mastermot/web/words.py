"""The operations on dictionaries: their words, families, ladders."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from mastermot import shapes
from mastermot.dictionaries import counts_json, open_shipped, shelf_json, words_json
from mastermot.families.cliques import families, families_json, histogram, largest_first, of_word
from mastermot.families.errors import FamilyWordError
from mastermot.families.islands import figures_json
from mastermot.families.ladders import MOST_LADDERS, find_ladders, find_neighbourhood
from mastermot.web.models import (
    DictionaryName,
    FamiliesQuery,
    IslandsQuery,
    LadderQuery,
    Length,
    NeighboursQuery,
)
from mastermot.wording.neighbourhood import draw_neighbourhood

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


def find_chains(query: Annotated[LadderQuery, Query()]) -> shapes.Ladders:
    """Find the shortest chains of words between two words, one letter changed at a time.

    The answer is the object of `mastermot ladder WORD WORD --json`.
    """
    return find_ladders(query.start, query.end, open_shipped(query.words), MOST_LADDERS if query.every else 1).as_json()


def list_neighbours(query: Annotated[NeighboursQuery, Query()]) -> shapes.Neighbourhood:
    """List the words one letter apart from a word, family by family.

    The answer is the object of `mastermot ladder WORD --json`.
    """
    found = find_neighbourhood(query.word, open_shipped(query.words))
    return {**found.as_json(), "picture": draw_neighbourhood(found)} if query.picture else found.as_json()


def measure_list(query: Annotated[IslandsQuery, Query()]) -> shapes.ListFigures:
    """Measure the graph of the words of one length: islands, words alone, the longest ladder.

    The answer is the object of `mastermot ladder --json`.
    """
    return figures_json(open_shipped(query.words), query.length)
