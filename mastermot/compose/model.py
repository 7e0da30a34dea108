"""What a puzzle is to be, what it is made of, and what comes out."""

from __future__ import annotations

from typing import NamedTuple

from mastermot.dictionaries import Dictionary, open_dictionary, shelf
from mastermot.explain.grading import Grade
from mastermot.puzzles.clues import Puzzle


class Wanted(NamedTuple):
    """What a puzzle is to be."""

    length: int = 5
    clues: int = 10
    level: int | None = None
    """1 to 5, or None for any."""
    minimal: bool = False
    """Whether no clue may be spared."""


class Composed(NamedTuple):
    """A composed puzzle; its clues are numbered as lines from 1."""

    puzzle: Puzzle
    solution: str
    spellings: tuple[str, ...]
    grade: Grade
    seed: int


class Source(NamedTuple):
    """Words of one length: those that clues are made of, and those that solutions are drawn from."""

    name: str
    words: tuple[str, ...]
    common: tuple[str, ...]
    spellings: dict[str, tuple[str, ...]]


def read_source(dictionary: Dictionary, length: int) -> Source:
    """Return the words of `length` of a dictionary; solutions come from its common words where there is such a list.

    Raises `DictionaryEmptyError` when there are none.
    """
    words = dictionary.words(length)
    common = words
    name = f"{dictionary.name}-common"
    if name in shelf():
        shared = tuple(word for word in open_dictionary(name).of_length(length) if word in dictionary)
        common = shared or words
    return Source(dictionary.name, words, common, dict(dictionary.of_length(length)))
