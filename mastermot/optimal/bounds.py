"""Lower bounds from sizes alone, and the price of a turn.

All objectives are one: a guess at turn d + 1 costs `prices[d]` for each code that is left, and the sum over a tree is
made small. With a price of 1 everywhere it is the sum of turns; `within:5` adds a fortune to the price of the sixth
turn. Prices never fall below 1, and a set is the same at two depths when all prices from there on are: that is the
set's *level*.
"""

from __future__ import annotations

import numpy as np

from mastermot.optimal.compiled import compiled
from mastermot.optimal.memory import Integers
from mastermot.optimal.problems import DEEPEST


@compiled
def bound_size(size: int, answers: int, prices: Integers, depth: int) -> int:
    """Return a lower bound of the cost of any set of `size` codes at a depth.

    A guess that can get `answers` answers besides "found" finds one code, those after it one for each answer, and so
    on: one code at the first turn, `answers` at the second, their square at the third.
    """
    cost = 0
    room = 1
    while size > 0:
        cost += size * prices[min(depth, DEEPEST - 1)]
        size -= room
        room *= answers
        depth += 1
    return cost


def count_levels(prices: Integers) -> Integers:
    """Return the level of each depth: equal where all prices from there on are equal."""
    changes = np.flatnonzero(prices[1:] != prices[:-1])
    last = int(changes[-1]) + 1 if len(changes) else 0
    return np.minimum(np.arange(DEEPEST), last)
