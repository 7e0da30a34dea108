"""What a strategy tree makes small: the total of the turns, the longest game and its last turn, or the late codes.

An objective is a price for each turn: a guess at turn d + 1 costs ``prices[d]`` for each code still possible.

>>> Objective("within:2", within=2).prices == (1, 1, 1 + LATE_PENALTY, 1)
True
>>> Objective("last", last=3).prices == (1, 1, 1 + LAST_PENALTY, 1 + OVERDUE_PENALTY, 1)
True
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from mastermot.game.tree_errors import ObjectiveUnknownError

LATE_PENALTY = 1 << 30  #: The price of a code that is not found in time: more than all turns of any game.
LAST_PENALTY = 1 << 22
"""The price under `last` of a code found in the last turn: more than all turns of games within `MAX_WITHIN`."""
OVERDUE_PENALTY = 1 << 40  #: The price under `last` of a code found later still: more than all other prices together.
MAX_WITHIN = 60  #: The largest N of ``within:N``.


class Objective(NamedTuple):
    """What is made small: `total`, `longest`, `last`, or the codes not found `within` so many turns.

    `longest` is the longest game, then the total; `last` the longest game, then the codes that are found in its last
    turn, then the total. Once it is known how many turns that takes, `last` is their number.
    """

    name: str
    within: int | None = None
    last: int | None = None

    def __str__(self) -> str:
        return self.name

    @property
    def prices(self) -> tuple[int, ...]:
        """What each turn costs for each code still possible; the last price is for all later turns too.

        Each turn costs 1. With `within`, the first turn after so many costs `LATE_PENALTY` more. With `last`, the turn
        of this number costs `LAST_PENALTY` more, and the one after it `OVERDUE_PENALTY` more.
        """
        if self.last is not None:
            before_last = (1,) * (self.last - 1)
            return (*before_last, 1 + LAST_PENALTY, 1 + OVERDUE_PENALTY, 1)
        if self.within is not None:
            in_time = (1,) * self.within
            return (*in_time, 1 + LATE_PENALTY, 1)
        return (1,)

    @property
    def shortest_first(self) -> bool:
        """Whether the longest game comes before all else."""
        return self.name in ("longest", "last")

    def price(self, histogram: Mapping[int, int]) -> int:
        """Return what a strategy costs; `histogram` says how many codes it finds at each turn.

        It finds one code at the first turn, and two at the third:

        >>> TOTAL.price({1: 1, 3: 2})
        7
        """
        prices = self.prices
        cost = 0
        for turns, count in histogram.items():
            turns_beyond = max(0, turns - len(prices))  # each costs the last price
            cost += count * (sum(prices[:turns]) + turns_beyond * prices[-1])
        return cost

    def count_late(self, histogram: Mapping[int, int]) -> int:
        """Return how many codes are not found in time, 0 without a limit; `histogram` says how many at each turn."""
        if self.within is None:
            return 0
        return sum(count for turns, count in histogram.items() if turns > self.within)


TOTAL = Objective("total")
LONGEST = Objective("longest")
LAST = Objective("last")


def objective_named(text: str) -> Objective:
    """Return the objective `total`, `longest`, `last` or ``within:N``, with N from 1 to `MAX_WITHIN`.

    Raises `ObjectiveUnknownError` for any other text.
    """
    if text in ("total", "longest", "last"):
        return Objective(text)
    match = re.fullmatch(r"within:([0-9]{1,9})", text)
    turns = int(match[1]) if match else 0
    if not 1 <= turns <= MAX_WITHIN:
        raise ObjectiveUnknownError(objective=text, most=MAX_WITHIN)
    return Objective(f"within:{turns}", turns)
