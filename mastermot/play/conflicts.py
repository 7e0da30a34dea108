"""Answers that cannot hold together, when marks given by hand leave no code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, islice

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import ColourCodes
from mastermot.play.positions import Position
from mastermot.play.sampling import is_possible

MAX_TRIED = 20_000
"""Sets of turns tried, smallest first."""


def find_conflicting_turns(position: Position) -> list[int]:
    """Return the numbers, from 1, of turns with which no code agrees: as few as are found with `MAX_TRIED` sets."""
    turns, codes = position.history, position.codes
    listed = not isinstance(codes, ColourCodes) or codes.enumerable
    if listed and len(turns) > 60:
        return list(range(1, len(turns) + 1))
    patterns = find_agreeing(position) if listed else np.zeros(0, np.uint64)

    def conflict(chosen: Sequence[int]) -> bool:
        if isinstance(codes, ColourCodes) and not codes.enumerable:
            return is_possible(codes, position.rule, [turns[place] for place in chosen]) is False
        wanted = np.uint64(sum(1 << place for place in chosen))
        return not (patterns & wanted == wanted).any()

    sets = chain.from_iterable(combinations(range(len(turns)), size) for size in range(1, len(turns)))
    needed = next(filter(conflict, islice(sets, MAX_TRIED if listed else 0)), None)
    if needed is None:
        needed = tuple(range(len(turns)))
        for place in reversed(range(len(turns))):
            fewer = tuple(other for other in needed if other != place)
            needed = fewer if conflict(fewer) else needed
    return [place + 1 for place in needed]


def find_agreeing(position: Position) -> NDArray[np.uint64]:
    """Return the different sets of turns that some code agrees with, a bit a turn."""
    table, every = position.table, np.arange(len(position.codes))
    agreeing = np.zeros(len(every), np.uint64)
    for place, turn in enumerate(position.history):
        number = position.rule.number(turn.marks, table.length)
        guess = table.row(turn.guess)
        agreeing |= (table.against(guess, every) == number).astype(np.uint64) << np.uint64(place)
    return np.unique(agreeing)
