"""What a strategy tree makes as small as it can: the turns in all, the longest game, or the codes found too late.

An objective sets a price for each turn: a guess at turn d + 1 costs ``prices[d]`` for each code still possible.

>>> Objective("within:2", within=2).prices == (1, 1, 1 + LATE_PENALTY, 1)
True
>>> Objective("last", last=3).prices == (1, 1, 1 + LAST_PENALTY, 1 + OVERDUE_PENALTY, 1)
True
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from mastermot.game.tree_errors import ObjectiveUnknownError

LATE_PENALTY = 1 << 30
"""What a code that is not found in time costs besides its turns: more than the turns of all codes together."""
LAST_PENALTY = 1 << 22
"""What a code found in the last turn costs under `last`, besides its turns: more than the turns of all codes together,
if no game takes more than `MAX_WITHIN`."""
OVERDUE_PENALTY = 1 << 40
"""What a code found after the last turn costs under `last`, besides its turns: more than all other prices together."""
MAX_WITHIN = 60  #: The largest N of ``within:N``.


class Objective(NamedTuple):
    """What is made small, by its `name`.

    - `total`: the turns that all codes take together.
    - `longest`: first the turns of the longest game, then the total.
    - `last`: first the turns of the longest game, then the number of codes found in the last of these turns, then the
      total.
    - ``within:N``: first the number of codes that are not found within N turns, then the total.
    """

    name: str
    within: int | None = None  #: The N of ``within:N``; None under the other objectives.
    last: int | None = None  #: Under `last`, the turns of the longest game; None until they are known.

    def __str__(self) -> str:
        return self.name

    @property
    def prices(self) -> tuple[int, ...]:
        """What each turn costs for each code still possible; the last price is for all later turns too.

        Each turn costs 1. If `within` is given, turn ``within + 1`` costs `LATE_PENALTY` more. If `last` is given, turn
        `last` costs `LAST_PENALTY` more, and turn ``last + 1`` costs `OVERDUE_PENALTY` more.
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
        """Whether the longest game is to be as short as possible before anything else counts."""
        return self.name in ("longest", "last")

    def price(self, histogram: Mapping[int, int]) -> int:
        """Return what a strategy costs; `histogram` says how many codes the strategy finds at each turn.

        A strategy finds one code at turn 1 and two codes at turn 3. Its total is 1 + 3 + 3:

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
        """Return how many codes are found after turn `within`; 0 if that is None.

        `histogram` says how many codes are found at each turn.
        """
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
    turns = int(match[1]) if match else 0  # 0 is refused below
    if not 1 <= turns <= MAX_WITHIN:
        raise ObjectiveUnknownError(objective=text, most=MAX_WITHIN)
    return Objective(f"within:{turns}", turns)
