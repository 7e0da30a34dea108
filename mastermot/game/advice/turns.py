"""Expected turns: exact where the search of `mastermot.game.endgames` reaches, else estimated from the codes left.

Turns are counted from a position on, the guess about to be played included, when all that follows is played as well as
possible. Else n codes left are taken to need ``first + each * log2 n`` turns: `turns_line` of the rule, fitted to games
of the player `best`. ``benchmarks/advice.py`` fits it again, and measures how far it is off.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.endgames import MAX_ENDGAME_WORK, solve_small
from mastermot.game.partitions import Rows, Table
from mastermot.rules import Rule

FRACTION = 32  #: Bits after the point of the turns that are added up: sums are the same on every machine.


class Exact(NamedTuple):
    """Exact expected turns at a position: the fewest, a guess that reaches them, those of each guess asked for."""

    turns: float
    guess: int
    asked: tuple[float, ...]


def solve_turns(
    table: Table,
    candidates: Rows,
    guesses: Rows | None,
    asked: Rows,
    consistent: bool = False,
    work: int = MAX_ENDGAME_WORK,
) -> Exact | None:
    """Return the exact turns, candidates first among the guesses; None without these, or where the work falls short."""
    if guesses is None or len(guesses) * len(candidates) > work:
        return None
    rows, count = np.concatenate((guesses, asked)), len(candidates)
    places = range(len(guesses), len(rows))
    found = solve_small(table.numbers(rows, candidates), table.solved, places, work, consistent=consistent)
    if found is None:
        return None
    return Exact(found.total / count, int(rows[found.guess]), tuple(total / count for total in found.asked))


@lru_cache(64)
def estimate_left(rule: Rule, most: int) -> NDArray[np.float64]:
    """Return the turns that 0, 1, 2… `most` codes left are estimated to need; exact up to two of them."""
    first, each = rule.turns_line
    turns = first + each * np.log2(np.maximum(np.arange(most + 1), 1))
    turns[:3] = (0, 1, 1.5)[: most + 1]
    turns.flags.writeable = False
    return turns


def estimate_turns(table: Table, candidates: Rows, guesses: Rows) -> NDArray[np.float64]:
    """Return the turns that are estimated with each of `guesses` played now."""
    count = len(candidates)
    left = np.rint(np.ldexp(np.arange(count + 1) * estimate_left(table.rule, count), FRACTION)).astype(np.int64)
    totals = np.ldexp(table.scores(guesses, candidates, left).weights.astype(np.float64), -FRACTION)
    return 1 + (totals - np.isin(guesses, candidates)) / count
