"""What a puzzle is to be, what it is made of, and what comes out."""

from __future__ import annotations

from typing import NamedTuple

from mastermot.compose.answers import Exclusions, find_language, list_answers, read_offensive
from mastermot.compose.errors import NoAnswerError
from mastermot.dictionaries import Dictionary, common_words, open_dictionary
from mastermot.explain.grading import Grade
from mastermot.puzzles.clues import Puzzle

CHECKED_BY = {"fr-common": "fr"}
"""The spelling dictionary that must have the clue words of a list: film subtitles have `dixie` and `vista` too."""


class Wanted(NamedTuple):
    """What a puzzle is to be."""

    length: int = 5
    clues: int = 10
    level: int | None = None
    """1 to 5, or None for any."""
    minimal: bool = False
    """Whether no clue may be spared."""
    solution: str = ""
    """The word to find; one is drawn when it is empty."""
    own: tuple[str, ...] = ()
    """Clue words of one's own. All of them are clues; when they are too many for that, no other word is."""


class Composed(NamedTuple):
    """A composed puzzle; its clues are numbered as lines from 1."""

    puzzle: Puzzle
    solution: str
    spellings: tuple[str, ...]
    """How the solution is spelled, the most used spelling first."""
    grade: Grade
    seed: int
    spelled: tuple[str, ...] = ()
    """How the word of each clue is spelled, in order: `forêt` for FORET."""

    @property
    def text(self) -> str:
        """The puzzle as a file that shows real spellings: ``word marks``, a clue a line."""
        return "".join(f"{word} {clue.marks}\n" for word, clue in zip(self.spelled, self.puzzle.clues, strict=True))


class Source(NamedTuple):
    """Words of one length: those that clues are made of, and those that solutions are drawn from."""

    name: str
    words: tuple[str, ...]
    answers: tuple[str, ...]
    spellings: dict[str, tuple[str, ...]]
    common: frozenset[str] = frozenset()
    """The words of a large list that people know: most clue words are drawn from these."""

    def spell(self, word: str) -> str:
        """Return the first spelling of a folded word; the word itself in lower case where none is known."""
        return self.spellings.get(word, (word.lower(),))[0]


def read_source(
    dictionary: Dictionary, length: int, answers: Dictionary | None = None, excluded: Exclusions | None = None
) -> Source:
    """Return the words of `length` of a dictionary without the offensive ones, and those fit to be answers.

    `answers` and `excluded` are those of `list_answers`. Raises `DictionaryEmptyError` when there are no such words and
    `NoAnswerError` when all that could be answers are excluded.
    """
    offensive = read_offensive(find_language(dictionary))
    more = excluded or Exclusions()
    words = tuple(word for word in dictionary.words(length) if word not in offensive and word not in more)
    if dictionary.name in CHECKED_BY:
        known = open_dictionary(CHECKED_BY[dictionary.name]).of_length(length)
        words = tuple(word for word in words if word in known)
    solutions = list_answers(dictionary, length, answers, excluded)
    if not solutions:
        raise NoAnswerError(name=(answers or dictionary).name, length=length)
    common = common_words(dictionary.name, length).intersection(words)
    return Source(dictionary.name, words, tuple(solutions), {**dictionary.of_length(length), **solutions}, common)
