"""A puzzle solved: its solutions, the words outside its columns, and which clues conflict when nothing fits."""

from __future__ import annotations

from typing import NamedTuple

from mastermot.dictionaries import Dictionary
from mastermot.puzzles.clues import Puzzle, fold_puzzle
from mastermot.puzzles.conflicts import Conflict, find_conflict
from mastermot.puzzles.outside import find_words_outside
from mastermot.puzzles.prefixes import DEFAULT_LIMIT, Generation, grow_prefixes


class Solution(NamedTuple):
    """A word that fits every clue: folded, whether the dictionary knows it, and how it is spelled there."""

    word: str
    known: bool
    spellings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}  ({', '.join(self.spellings)})" if self.spellings else self.word


class Answer(NamedTuple):
    """What `solve` finds in a puzzle."""

    puzzle: Puzzle
    dictionary: str
    generations: tuple[Generation, ...]
    solutions: tuple[Solution, ...]
    others: tuple[Solution, ...]
    conflict: tuple[int, ...]
    conflict_smallest: bool
    """Whether `conflict` is proven smallest; on a huge puzzle the search stops early and it may hold clues too many."""

    @property
    def survivors(self) -> tuple[tuple[str, ...], ...]:
        """The prefixes kept at each length, sorted."""
        return tuple(generation.survivors for generation in self.generations)


def solve(puzzle: Puzzle, dictionary: Dictionary, limit: int = DEFAULT_LIMIT) -> Answer:
    """Return the solutions of `puzzle`, known words first, with the survivors at each length.

    Also the dictionary words that fit every clue with a letter that no clue shows in its column (`others`), and, when
    there is no solution, a smallest set of clues that cannot hold together (`conflict`, line numbers).
    Raises `TooManyPrefixesError` when more than `limit` prefixes would be kept at one length, and what `make_puzzle`
    raises, for a puzzle that was put together by hand.
    """
    puzzle = fold_puzzle(puzzle)
    generations = grow_prefixes(puzzle, limit)
    solutions = [_look_up(word, dictionary) for word in generations[-1].survivors]
    solutions.sort(key=lambda solution: not solution.known)
    others = tuple(_look_up(word, dictionary) for word in find_words_outside(puzzle, dictionary))
    conflict = Conflict((), True) if solutions else find_conflict(puzzle)
    lines = tuple(clue.line for clue in conflict.clues)
    return Answer(puzzle, dictionary.name, tuple(generations), tuple(solutions), others, lines, conflict.smallest)


def _look_up(word: str, dictionary: Dictionary) -> Solution:
    spellings = dictionary.spellings(word)
    return Solution(word, bool(spellings), spellings)
