"""What many games come to: their average, their longest, how far they spread."""

import math
from collections.abc import Mapping
from typing import Any


class TurnFigures:
    """The figures of games by their `histogram`: how many were won in each number of turns."""

    histogram: Mapping[int, int]

    @property
    def won(self) -> int:
        """The number of games in which the code was found."""
        return sum(self.histogram.values())

    @property
    def total(self) -> int:
        """The turns of all games won."""
        return sum(turns * count for turns, count in self.histogram.items())

    @property
    def longest(self) -> int | None:
        """The turns of the longest game won, None when none was."""
        return max(self.histogram, default=None)

    @property
    def average(self) -> float | None:
        """The average turns of the games won, None when none was."""
        return self.total / self.won if self.won else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the turns of the games won, None when none was."""
        return math.sqrt(self._add_squares() / self.won) if self.won else None

    @property
    def error(self) -> float | None:
        """The standard error of the average as that of games drawn at random, None for fewer than two games won."""
        return math.sqrt(self._add_squares() / (self.won - 1) / self.won) if self.won > 1 else None

    def _add_squares(self) -> float:
        average = self.total / self.won
        return sum(count * (turns - average) ** 2 for turns, count in self.histogram.items())

    def as_json(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
        histogram = {str(turns): count for turns, count in sorted(self.histogram.items())}
        return {"total": self.total, "average": self.average, "longest": self.longest, "histogram": histogram}
