"""A smallest set of clues that cannot hold together.

The method is that of implicit hitting sets (A. Ignatiev and others, *Smallest MUS extraction with minimal hitting set
dualization*, CP 2015): a set of clues is refused as soon as some string of column letters satisfies all of it; each
such string, grown to satisfy as many clues as it can, leaves out a set of clues of which every conflict must hold one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from mastermot.puzzles.clues import Clue, Puzzle
from mastermot.puzzles.prefixes import Budget, OutOfWorkError, find_string

MAX_CONFLICT_WORK = 1_000_000
"""Prefixes and sets looked at before the search gives up on the smallest set, a few seconds."""


class Conflict(NamedTuple):
    """Clues that no string of the puzzle's column letters satisfies together."""

    clues: tuple[Clue, ...]
    smallest: bool
    """Whether no smaller set of the puzzle's clues conflicts; False when the work allowed did not suffice to know."""


class _ConflictSearch:
    def __init__(self, puzzle: Puzzle, work: int) -> None:
        self.clues = puzzle.clues
        self.columns = puzzle.columns
        self.budget = Budget(work)

    def narrow_columns(self, clues: Sequence[Clue]) -> list[str]:
        """Return the columns with the letters that `clues` show and one of the others, which are all alike."""
        columns = []
        for position, column in enumerate(self.columns):
            shown = {clue.word[position] for clue in clues}
            unseen = [letter for letter in column if letter not in shown]
            columns.append("".join(sorted(shown)) + "".join(unseen[:1]))
        return columns

    def find_word(self, chosen: Collection[int]) -> str | None:
        """Return a string of column letters that satisfies the clues at the indices `chosen`, or None."""
        clues = [self.clues[index] for index in sorted(chosen)]
        word = find_string(clues, self.narrow_columns(clues), lambda _made: self.budget.spend())
        if word is not None:
            self.budget.spend()
        return word

    def find_left_out(self, word: str) -> frozenset[int]:
        """Return the clues left out once the set that `word` satisfies has been grown as far as it goes."""
        satisfied = self.find_satisfied(word)
        for index in range(len(self.clues)):
            if index not in satisfied:
                longer = self.find_word(satisfied | {index})
                if longer is not None:
                    satisfied = self.find_satisfied(longer) | satisfied | {index}
        return frozenset(range(len(self.clues))) - satisfied

    def find_satisfied(self, word: str) -> set[int]:
        """Return the indices of the clues that `word` satisfies."""
        return {index for index, clue in enumerate(self.clues) if clue.fits(word)}

    def find_hitting_set(self, sets: Sequence[frozenset[int]], size: int) -> list[int] | None:
        """Return at most `size` indices of which every one of `sets` holds one, or None."""
        self.budget.spend()
        if not sets:
            return []
        if size == 0:
            return None
        shortest: frozenset[int] = min(sets, key=len)
        for index in sorted(shortest):
            rest = self.find_hitting_set([other for other in sets if index not in other], size - 1)
            if rest is not None:
                return [index, *rest]
        return None


def find_conflict(puzzle: Puzzle, work: int = MAX_CONFLICT_WORK) -> Conflict:
    """Return a smallest set of clues of `puzzle` that cannot hold together; `puzzle` must have no solution."""
    search = _ConflictSearch(puzzle, work)
    best = list(range(len(puzzle.clues)))
    smallest = False
    try:
        for index in reversed(range(len(puzzle.clues))):
            fewer = [other for other in best if other != index]
            if search.find_word(fewer) is None:
                best = fewer
        left_out: list[frozenset[int]] = []
        size = 1
        while size < len(best):
            chosen = search.find_hitting_set(left_out, size)
            if chosen is None:
                size += 1
                continue
            word = search.find_word(chosen)
            if word is None:
                best = chosen
                break
            left_out.append(search.find_left_out(word))
        smallest = True
    except OutOfWorkError:
        pass
    return Conflict(tuple(puzzle.clues[index] for index in sorted(best)), smallest)
