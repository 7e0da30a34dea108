"""Guesses looked at two turns deep: the one after which the fewest turns are expected, with the best guess after it.

The turns that a class of candidates takes are estimated from its size, by what games have taken. So a guess is worth
what its classes take, and with the second turn looked at, what the classes of the best guess in each class take.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mastermot.play.partitions import Table, weigh_classes
from mastermot.rules import Rule
from mastermot.rules.arrays import Numbers, Rows, find_kernels

MAX_LOOKAHEAD_WORK = 120_000_000
"""Pairs of guess and candidate that are looked at for the second turn, about: half a second."""
WIDE_LOOKAHEAD_COST = 8
"""How many times longer a pair takes where the numbers of marks are many: `positional` from 8 positions on."""
MAX_FOLLOWING = 2000
"""Guesses for the second turn, at most, besides the candidates while these are few."""
FEW_CANDIDATES = 500
"""Candidates up to which they are all guesses for the second turn."""
DEEP = range(12, 61)
"""Guesses that are looked at two turns deep: as many as the work allows."""
ONE_TURN = 1 << 20
"""A turn, in the integers that turns are added up in: so that sums are the same on every machine."""

DOUBLINGS = (0, 1, np.log2(3), 2, 2.5, 3, 3.5, 4, 5, 6, 7, 60)
"""The logarithms of the numbers of candidates of `Rule.turns_curve`: measured on 5 to 8 holes."""


def expect_turns(counts: NDArray[np.float64], rule: Rule) -> NDArray[np.float64]:
    """Return the turns that so many candidates take in all: one for one candidate, three for two."""
    turns = np.interp(np.log2(np.maximum(counts, 1)), DOUBLINGS, rule.turns_curve)
    return counts * (1 + turns)


def look_ahead(table: Table, guesses: Rows, secrets: Rows) -> int:
    """Return the row of the guess with the fewest turns expected; `secrets` are all candidates."""
    order = np.argsort(table.scores(guesses, secrets, _value_classes(table, secrets)).weights, kind="stable")
    following = guesses[np.sort(order[:MAX_FOLLOWING])]
    if len(secrets) <= FEW_CANDIDATES:
        following = np.concatenate((secrets, following))
    return choose_first(table, following, following, secrets)


def choose_first(table: Table, first: Rows, following: Rows, secrets: Rows) -> int:
    """Return the row of the best of `first`, with the best of `following` after it; `secrets` are all candidates."""
    values = _value_classes(table, secrets)
    numbers = table.numbers(following, secrets)
    marks = numbers if first is following else table.numbers(first, secrets)
    work = MAX_LOOKAHEAD_WORK // WIDE_LOOKAHEAD_COST if table.wide else MAX_LOOKAHEAD_WORK
    deep = min(max(DEEP.start, work // numbers.size), DEEP.stop - 1)
    find_kernels(deep * numbers.size)
    best, least = -1, np.iinfo(np.int64).max
    for place in np.argsort(_weigh(table, marks, values), kind="stable")[:deep].tolist():
        turns = _look_at(table, marks[place], numbers, values, least)
        if turns < least:
            best, least = place, turns
    return int(first[best])


def _value_classes(table: Table, secrets: Rows) -> NDArray[np.int64]:
    """Return the turns that classes of 0 to all candidates take, in parts of a turn (`ONE_TURN`)."""
    turns = expect_turns(np.arange(len(secrets) + 1.0), table.rule)
    return np.rint(turns * ONE_TURN).astype(np.int64)


def _look_at(table: Table, marks: Numbers, numbers: Numbers, values: NDArray[np.int64], most: int) -> int:
    """Return the turns expected after a guess that gets `marks`, with the best next guess; given up from `most` on."""
    order = np.argsort(marks, kind="stable")
    starts = np.flatnonzero(marks[order][1:] != marks[order][:-1]) + 1
    turns = len(marks) * ONE_TURN
    for members in np.split(order, starts):
        if marks[members[0]] == table.solved:
            continue
        if len(members) <= 2:
            turns += int(values[len(members)])
        else:
            inside = np.ascontiguousarray(numbers[:, members])
            turns += len(members) * ONE_TURN + int(_weigh(table, inside, values).min())
        if turns >= most:
            break
    return turns


def _weigh(table: Table, numbers: Numbers, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the turns after each guess that its classes take: a guess that is a candidate may be the code."""
    found = (numbers == table.solved).any(axis=1)
    weights: NDArray[np.int64] = weigh_classes(table, numbers, values)[0] - ONE_TURN * found
    return weights
