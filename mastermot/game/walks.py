"""Codes that fit requirements, found by changing codes until they fit: simulated annealing, many walks at once.

Where trees are too wide, late in games of 15 holes and more, walks still find codes; they say nothing of how many there
are. S. Kirkpatrick, C. Gelatt, M. Vecchi, *Optimization by simulated annealing*, Science 220 (1983).
"""

import numpy as np
from numpy.typing import NDArray

from mastermot.rules.requirements import Requirements

WALKS = 500
STEPS = 6000
HOT, COLD = 1.2, 0.18  #: The heat at the first step and at the last: marks missed that a walk accepts to go on.
HARVEST = 10  #: Steps between two looks at which walks stand on a code that fits, in the last third.


def walk_to_codes(
    wanted: Requirements, rng: np.random.Generator, *, walks: int = WALKS, steps: int = STEPS
) -> NDArray[np.uint8]:
    """Return the different codes that fit at which walks arrived, in order, a row each: perhaps none."""
    group = Walks(wanted, rng, walks)
    found: list[NDArray[np.intp]] = []
    for step in range(1, steps + 1):
        heat = HOT * (COLD / HOT) ** ((step - 1) / steps)
        (group.change_a_hole if rng.random() < 0.5 else group.exchange_two)(heat)
        if step == steps or (step % HARVEST == 1 and step > 0.7 * steps + 1):
            found.append(group.codes[group.misses == 0])
    return np.unique(np.concatenate(found).astype(np.uint8), axis=0)


class Walks:
    """Codes on their way, a row each, with what each misses of its requirements."""

    def __init__(self, wanted: Requirements, rng: np.random.Generator, walks: int) -> None:
        self.wanted, self.rng, self.rows = wanted, rng, np.arange(walks)
        self.choices = wanted.allowed.sum(axis=1)
        # the symbols that a hole may have, first, in a row for each hole
        self.symbols = np.argsort(~wanted.allowed, axis=1, kind="stable")
        self.codes = np.stack([self._draw(np.full(walks, hole)) for hole in range(wanted.length)], axis=1)
        self.copies = np.zeros((walks, wanted.symbols), np.int64)
        for hole in range(wanted.length):
            self.copies[self.rows, self.codes[:, hole]] += 1
        # what each symbol in each hole adds to the blacks, and what the copies of each symbol add to the totals
        self.hits = (wanted.guesses.T[:, None, :] == np.arange(wanted.symbols)[:, None]).astype(np.int16)
        self.worth = np.ascontiguousarray(wanted.worth.transpose(1, 2, 0)).astype(np.int16)
        copies = np.arange(wanted.length + 1)
        self.misfit = np.abs(copies - np.clip(copies, wanted.least[:, None], wanted.most[:, None]))
        self.blacks = self.hits[np.arange(wanted.length), self.codes].sum(axis=1, dtype=np.int16)
        self.totals = self.worth[np.arange(wanted.symbols), self.copies].sum(axis=1, dtype=np.int16)
        self.strays = self.misfit[np.arange(wanted.symbols), self.copies].sum(axis=1)
        self.misses = self._count_misses(self.blacks, self.totals) + self.strays

    def _draw(self, holes: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return a symbol that each of the holes may have."""
        picks = (self.rng.random(len(holes)) * self.choices[holes]).astype(np.intp)
        drawn: NDArray[np.intp] = self.symbols[holes, picks]
        return drawn

    def _count_misses(self, blacks: NDArray[np.int16], totals: NDArray[np.int16]) -> NDArray[np.int64]:
        allowed = np.clip(blacks, self.wanted.least_blacks, self.wanted.most_blacks)
        missed: NDArray[np.int64] = np.abs(blacks - allowed).sum(axis=1)
        missed += np.abs(totals - self.wanted.totals).sum(axis=1)
        return missed

    def _accept(self, misses: NDArray[np.int64], heat: float) -> NDArray[np.bool_]:
        """Return which walks take a step: always to fewer misses, to more by chance while it is hot."""
        accepted: NDArray[np.bool_] = misses <= self.misses - heat * np.log(1 - self.rng.random(len(self.rows)))
        return accepted

    def change_a_hole(self, heat: float) -> None:
        """Let each walk give one hole another symbol, or stay."""
        rows = self.rows
        holes = self.rng.integers(0, self.wanted.length, len(rows))
        new, old = self._draw(holes), self.codes[rows, holes]
        blacks = self.blacks - self.hits[holes, old] + self.hits[holes, new]
        before = self.copies[rows, old]
        after = self.copies[rows, new] - (new == old)
        totals = self.totals - self.worth[old, before] + self.worth[old, before - 1]
        totals += self.worth[new, after + 1] - self.worth[new, after]
        strays = self.strays - self.misfit[old, before] + self.misfit[old, before - 1]
        strays += self.misfit[new, after + 1] - self.misfit[new, after]
        misses = self._count_misses(blacks, totals) + strays
        moved = np.flatnonzero(self._accept(misses, heat))
        self.copies[moved, old[moved]] -= 1
        self.copies[moved, new[moved]] += 1
        self.codes[moved, holes[moved]] = new[moved]
        self.blacks[moved], self.totals[moved] = blacks[moved], totals[moved]
        self.strays[moved], self.misses[moved] = strays[moved], misses[moved]

    def exchange_two(self, heat: float) -> None:
        """Let each walk exchange the symbols of two holes, or stay."""
        rows = self.rows
        first, second = self.rng.integers(0, self.wanted.length, (2, len(rows)))
        one, other = self.codes[rows, first], self.codes[rows, second]
        blacks = self.blacks - self.hits[first, one] - self.hits[second, other]
        blacks += self.hits[second, one] + self.hits[first, other]
        misses = self._count_misses(blacks, self.totals) + self.strays
        allowed = self.wanted.allowed[first, other] & self.wanted.allowed[second, one] & (first != second)
        moved = np.flatnonzero(self._accept(misses, heat) & allowed)
        self.codes[moved, first[moved]] = other[moved]
        self.codes[moved, second[moved]] = one[moved]
        self.blacks[moved], self.misses[moved] = blacks[moved], misses[moved]
