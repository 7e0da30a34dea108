"""Answers that cannot hold together, when marks given by hand leave no code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, islice

import numpy as np

from mastermot.codes import ColourCodes
from mastermot.play.positions import Position
from mastermot.play.sampling import is_possible

MAX_TRIED = 20_000
"""Sets of turns tried, smallest first."""


def find_conflicting_turns(position: Position) -> list[int]:
    """Return the numbers (1 for the first turn) of a set of turns with which no code agrees.

    It is a smallest one, or, where that takes more than `MAX_TRIED` sets, one of which no turn can be left out. When
    the codes are too many to be listed, one of which no turn was found that can be left out.
    """
    turns = position.history
    if isinstance(position.codes, ColourCodes) and not position.codes.enumerable:
        return _leave_out_turns(position.codes, position)
    if len(turns) > 60:
        return list(range(1, len(turns) + 1))
    table = position.table
    every = np.arange(len(position.codes))
    agreeing = np.zeros(len(every), np.uint64)
    for place, turn in enumerate(turns):
        number = position.rule.number(turn.marks, table.length)
        guess = int(table.rows([turn.guess])[0])
        agreeing |= (table.against(guess, every) == number).astype(np.uint64) << np.uint64(place)
    patterns = np.unique(agreeing)

    def conflict(chosen: Sequence[int]) -> bool:
        wanted = np.uint64(sum(1 << place for place in chosen))
        return not (patterns & wanted == wanted).any()

    sets = chain.from_iterable(combinations(range(len(turns)), size) for size in range(1, len(turns)))
    for chosen in islice(sets, MAX_TRIED):
        if conflict(chosen):
            return [place + 1 for place in chosen]
    needed = list(range(len(turns)))
    for place in reversed(range(len(turns))):
        fewer = [other for other in needed if other != place]
        needed = fewer if conflict(fewer) else needed
    return [place + 1 for place in needed]


def _leave_out_turns(codes: ColourCodes, position: Position) -> list[int]:
    """Return what is left of all turns once each was left out, from the last one on, if the others still conflict."""
    turns = position.history
    needed = list(range(len(turns)))
    for place in reversed(range(len(turns))):
        fewer = [other for other in needed if other != place]
        if is_possible(codes, position.rule, [turns[other] for other in fewer]) is False:
            needed = fewer
    return [place + 1 for place in needed]
