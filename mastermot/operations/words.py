"""The operations on dictionaries: their words, families, ladders."""

from __future__ import annotations

from mastermot import shapes
from mastermot.dictionaries import counts_json, open_shipped, shelf_json, words_json
from mastermot.families.cliques import families, families_json, histogram, largest_first, of_word
from mastermot.families.errors import FamilyWordError
from mastermot.families.islands import figures_json
from mastermot.families.ladders import MAX_LADDERS, find_ladders, find_neighbourhood
from mastermot.operations.requests import (
    DictionaryRequest,
    FamiliesRequest,
    IslandsRequest,
    LadderRequest,
    NeighboursRequest,
    ShelfRequest,
    WordListRequest,
)
from mastermot.wording.neighbourhood import draw_neighbourhood


def list_dictionaries(_request: ShelfRequest) -> shapes.Shelf:
    """List the dictionaries: words, lengths, source, licence.

    The answer is the object of `mastermot words --json`.
    """
    return shelf_json()


def count_words(request: DictionaryRequest) -> shapes.DictionaryCounts:
    """Count the words of each length of a dictionary.

    The answer is the object of `mastermot words NAME --json`.
    """
    return counts_json(open_shipped(request.name))


def list_words(request: WordListRequest) -> shapes.WordList:
    """List the words of one length of a dictionary, with their spellings.

    The answer is the object of `mastermot words NAME --length N --json`.
    """
    return words_json(open_shipped(request.name), request.length)


def list_families(request: FamiliesRequest) -> shapes.Families:
    """List the families of a dictionary: words that differ in one position only.

    The answer is the object of `mastermot cliques --json`.
    """
    word = request.word
    if word is not None and len(word) != request.length:
        raise FamilyWordError(word=word, length=len(word), expected=request.length)
    found = families(open_shipped(request.words).words(request.length))
    shown = largest_first(found, request.min_size) if word is None else of_word(word, found, request.min_size)
    return families_json(shown, histogram(found))


def find_chains(request: LadderRequest) -> shapes.Ladders:
    """Find the shortest chains of words between two words, one letter changed at a time.

    The answer is the object of `mastermot ladder WORD WORD --json`.
    """
    return find_ladders(
        request.start, request.end, open_shipped(request.words), MAX_LADDERS if request.every else 1
    ).as_json()


def list_neighbours(request: NeighboursRequest) -> shapes.Neighbourhood:
    """List the words one letter apart from a word, family by family.

    The answer is the object of `mastermot ladder WORD --json`.
    """
    found = find_neighbourhood(request.word, open_shipped(request.words))
    return {**found.as_json(), "picture": draw_neighbourhood(found)} if request.picture else found.as_json()


def measure_list(request: IslandsRequest) -> shapes.ListFigures:
    """Measure the graph of the words of one length: islands, words alone, the longest ladder.

    The answer is the object of `mastermot ladder --json`.
    """
    return figures_json(open_shipped(request.words), request.length)
