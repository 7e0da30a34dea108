"""Answers that cannot hold together, when marks given by hand leave no code."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mastermot.play.positions import Position
from mastermot.watch import pulse


def conflicting_turns(position: Position) -> list[int]:
    """Return the numbers (1 for the first turn) of a smallest set of turns with which no code agrees.

    When the codes are too many to be listed, all turns.
    """
    turns = position.history
    if not position.codes.enumerable or len(turns) > 60:
        return list(range(1, len(turns) + 1))
    table = position.table
    every = np.arange(len(position.codes))
    agreeing = np.zeros(len(every), np.uint64)
    for place, turn in enumerate(turns):
        number = position.rule.number(turn.marks, table.length)
        guess = int(table.rows([turn.guess])[0])
        agreeing |= (table.against(guess, every) == number).astype(np.uint64) << np.uint64(place)
    patterns = [int(pattern) for pattern in np.unique(agreeing)]
    for size in range(1, len(turns)):
        for chosen in combinations(range(len(turns)), size):
            pulse()
            wanted = sum(1 << place for place in chosen)
            if all(pattern & wanted != wanted for pattern in patterns):
                return [place + 1 for place in chosen]
    return list(range(1, len(turns) + 1))
