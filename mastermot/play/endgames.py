"""The exact search for positions with few codes left, in plain numpy: an answer within a stated work, or none.

It is there for the end of a game under way, which cannot wait, and for advice about it: no compiler is needed, nothing
is kept, and the work is counted in marks (guesses times codes), so that the same question has the same answer
everywhere. The compiled search of `mastermot.optimal.search` is for whole games.

Best strategies are found by branch and bound, as in K. Koyama and T. W. Lai, *An optimal Mastermind strategy*, Journal
of Recreational Mathematics 25 (1993).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.rules.arrays import Numbers, Rows

WORK = 4_000_000
"""Marks looked at, at most, unless told otherwise: about half a second."""
MOST_CODES = 200
"""Codes left beyond which no answer is looked for."""


class SmallResult(NamedTuple):
    """The fewest turns in all over the codes left, a guess that reaches it, and the same with each guess asked for.

    Turns are summed over the codes, this guess included: divide by the number of codes for the expected turns.
    """

    total: int
    guess: int
    asked: tuple[int, ...]


class WorkSpentError(Exception):
    """The work allowed is spent; `solve_small` turns it into None."""


def solve_small(
    numbers: Numbers, solved: int, asked: Sequence[int] = (), work: int = WORK, *, consistent: bool = False
) -> SmallResult | None:
    """Return the exact totals of a position, or None where the work does not reach.

    `numbers` has the marks of each guess that may be played (rows) against each code left (columns), such as
    ``table.numbers(guesses, candidates)``; `solved` is the number of "found" (``table.solved``). Every code left must
    be among the guesses. `asked` are rows: for each, the total when that guess is played now and the best ones after
    it. With `consistent` only codes that can still be the secret are played after this turn (and now, unless asked).
    Where several guesses are best, a code left is preferred, then the first row.
    """
    if numbers.shape[1] > MOST_CODES:
        return None
    search = _Search(numbers, solved, work, consistent)
    every = np.arange(numbers.shape[1])
    try:
        total, guess = search.find_best(every)
        totals = tuple(search.total_with(row, every) for row in asked)
    except WorkSpentError:
        return None
    return SmallResult(total, guess, totals)


class _Search:
    """One search: the marks, what is known of each set of codes, and the work that is left."""

    def __init__(self, numbers: Numbers, solved: int, work: int, consistent: bool) -> None:
        self.numbers = numbers
        self.solved = solved
        self.left = work
        self.consistent = consistent
        rows, columns = np.nonzero(numbers == solved)
        self.row_of = np.full(numbers.shape[1], -1)
        self.row_of[columns[::-1]] = rows[::-1]
        self.known: dict[bytes, tuple[int, int]] = {}

    def find_best(self, codes: Rows) -> tuple[int, int]:
        """Return the least total for a set of codes (columns), and the row of a guess that reaches it."""
        if len(codes) <= 2:
            return 2 * len(codes) - 1, int(self.row_of[codes].min())
        best, chosen = 1 << 60, -1
        for row, bound in self.order(codes):
            if bound >= best:
                break
            total = self.total_with(row, codes, best)
            if total < best:
                best, chosen = total, row
        return best, chosen

    def least(self, codes: Rows, beta: int) -> int:
        """Return the least total for a set of codes, or some lower bound of it that is `beta` or more."""
        if len(codes) <= 2:
            return 2 * len(codes) - 1
        key = codes.tobytes()
        low, high = self.known.get(key, (2 * len(codes) - 1, 1 << 60))
        if low >= min(high, beta):
            return low
        best = 1 << 60
        for row, bound in self.order(codes):
            if bound >= min(best, beta):
                best = min(best, bound)
                break
            best = min(best, self.total_with(row, codes, min(best, beta)))
        self.known[key] = (best, best if best < beta else high)
        return best

    def total_with(self, row: int, codes: Rows, beta: int = 1 << 60) -> int:
        """Return the total when a guess is played, or some lower bound of it that is `beta` or more."""
        classes = sorted(self.split(row, codes), key=len)
        if len(classes) == 1 and len(classes[0]) == len(codes) > 1 and beta == 1 << 60:
            return len(codes) + self.find_best(codes)[0]  # asked for by name, though it tells nothing
        total = len(codes) + sum(2 * len(rest) - 1 for rest in classes)
        for rest in classes:
            if total >= beta:
                break
            total += self.least(rest, beta - total + 2 * len(rest) - 1) - (2 * len(rest) - 1)
        return total

    def split(self, row: int, codes: Rows) -> Iterator[Rows]:
        """Yield the classes that are left after a guess: those of all marks but "found"."""
        marks = self.numbers[row, codes]
        order = np.argsort(marks, kind="stable")
        starts = np.flatnonzero(np.diff(marks[order], prepend=-1))
        for rest in np.split(codes[order], starts[1:]):
            if self.numbers[row, rest[0]] != self.solved:
                yield rest

    def order(self, codes: Rows) -> Iterator[tuple[int, int]]:
        """Yield guesses with a lower bound of their totals, the most promising first; equal partitions once."""
        rows = self.row_of[codes] if self.consistent else np.arange(len(self.numbers))
        self.left -= len(rows) * len(codes)
        if self.left < 0:
            raise WorkSpentError
        marks = self.numbers[np.ix_(rows, codes)]
        found = (marks == self.solved).any(axis=1)
        parts, squares = count_parts(marks)
        # each class is found at the next turn but for one code, the others a turn later at best
        bounds = 3 * len(codes) - parts - found
        useful = np.flatnonzero(parts > 1)
        seen: set[bytes] = set()
        for place in useful[np.lexsort((~found[useful], squares[useful], bounds[useful]))].tolist():
            names = np.unique(marks[place], return_index=True, return_inverse=True)
            partition = names[1][names[2]].tobytes()
            if partition not in seen:
                seen.add(partition)
                yield int(rows[place]), int(bounds[place])


def count_parts(marks: Numbers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many different marks each row has, and the sum of the squares of how often each occurs."""
    rows, columns = marks.shape
    ordered = np.sort(marks, axis=1)
    begins = np.ones((rows, columns), np.bool_)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=begins[:, 1:])
    places = np.flatnonzero(begins)
    sizes = np.diff(places, append=rows * columns)
    starts = np.searchsorted(places, np.arange(rows) * columns)
    return begins.sum(axis=1), np.add.reduceat(sizes * sizes, starts)
