"""What a strategy tree makes small: the total of the turns, the longest game, or the codes not found in time.

An objective is a price for each turn: a guess at turn d + 1 costs ``prices[d]`` for each code still possible.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from mastermot.game.tree_errors import ObjectiveUnknownError

LATE_PENALTY = 1 << 30  #: The price of a code that is not found in time: more than all turns of any game.
MAX_WITHIN = 60  #: The largest N of ``within:N``.


class Objective(NamedTuple):
    """What is made small: `total`, `longest` (then the total), or the codes not found `within` so many turns."""

    name: str
    within: int | None = None

    def __str__(self) -> str:
        return self.name

    @property
    def prices(self) -> tuple[int, ...]:
        """What each turn costs for each code still possible; the last price is for all later turns too.

        Each turn costs 1. With a limit of turns, the first turn beyond it costs `LATE_PENALTY` more.
        """
        return (1,) if self.within is None else (*(1,) * self.within, 1 + LATE_PENALTY, 1)

    def price(self, histogram: Mapping[int, int]) -> int:
        """Return what a strategy costs; `histogram` says how many codes it finds at each turn."""
        return sum(turns * count for turns, count in histogram.items()) + self.count_late(histogram) * LATE_PENALTY

    def count_late(self, histogram: Mapping[int, int]) -> int:
        """Return how many codes are not found in time; `histogram` says how many are found at each turn."""
        return sum(count for turns, count in histogram.items() if self.within is not None and turns > self.within)


TOTAL = Objective("total")
LONGEST = Objective("longest")


def objective_named(text: str) -> Objective:
    """Return the objective `total`, `longest` or ``within:N``. Raises `ObjectiveUnknownError`."""
    if text in ("total", "longest"):
        return Objective(text)
    match = re.fullmatch(r"within:([0-9]{1,9})", text)
    turns = int(match[1]) if match else 0
    if not 1 <= turns <= MAX_WITHIN:
        raise ObjectiveUnknownError(objective=text, most=MAX_WITHIN)
    return Objective(f"within:{turns}", turns)
