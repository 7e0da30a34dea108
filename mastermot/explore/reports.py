"""What the games of configurations say: averages and longest games, and how two configurations differ, code by code.

Everything here is data; terminal, JSON, CSV and plots are made of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from mastermot.errors import nearest
from mastermot.explore.checks import Run
from mastermot.explore.configurations import Configuration, Settings, name_codes
from mastermot.explore.errors import RunUnknownError
from mastermot.explore.runs import Record
from mastermot.explore.store import Store

SHOWN = 10
"""Codes shown, hardest or differing most, unless told otherwise."""


class Results:
    """The games of one run, and what they add up to; games given up are counted apart."""

    def __init__(self, run: Run, games: Sequence[Record]) -> None:
        """Keep the games, in the order of the codes."""
        self.run = run
        self.games = games

    @property
    def name(self) -> str:
        """The short name of the run's configuration."""
        return self.run.name

    @cached_property
    def turns(self) -> dict[str, int | None]:
        """The turns that each code took, None for a game given up."""
        return {game.code: game.turns for game in self.games}

    @cached_property
    def histogram(self) -> dict[int, int]:
        """How many codes took each number of turns, fewest first."""
        return dict(sorted(Counter(game.turns for game in self.games if game.turns is not None).items()))

    @property
    def total(self) -> int:
        """The turns of all games won, added up."""
        return sum(turns * count for turns, count in self.histogram.items())

    @property
    def won(self) -> int:
        """The number of games won."""
        return sum(self.histogram.values())

    @property
    def unfinished(self) -> int:
        """The number of games given up."""
        return len(self.games) - self.won

    @property
    def average(self) -> float | None:
        """The average turns of the games won, None when there is none."""
        return self.total / self.won if self.won else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the turns of the games won, None when there is none."""
        if self.average is None:
            return None
        squares = math.fsum(count * (turns - self.average) ** 2 for turns, count in self.histogram.items())
        return math.sqrt(squares / self.won)

    @property
    def longest(self) -> int | None:
        """The turns of the longest game won, None when there is none."""
        return max(self.histogram, default=None)

    def hardest(self, count: int = SHOWN) -> list[Record]:
        """Return the games given up and the longest ones, at most `count`, in the order of the codes when equal."""
        return sorted(self.games, key=lambda game: -_length(game))[:count]

    def as_json(self, *, turns: bool = False) -> dict[str, Any]:
        """Return the object that `mastermot explore --json` prints, with the turns of each code on request."""
        document: dict[str, Any] = {
            "codes": len(self.games),
            "total": self.total,
            "average": self.average,
            "longest": self.longest,
            "histogram": {str(turns): count for turns, count in self.histogram.items()},
        }
        if self.unfinished:
            document["unfinished"] = self.unfinished
        if turns:
            document["turns"] = self.turns
        return document


def _length(game: Record) -> int:
    return len(game.guesses) + (game.turns is None)


class Pair(NamedTuple):
    """A code that two runs have played, with the game of each."""

    first: Record
    second: Record

    @property
    def difference(self) -> int:
        """The turns of the first less those of the second; a game given up counts as its guesses and one more."""
        return _length(self.first) - _length(self.second)


class Comparison:
    """Two runs, on the codes that both have played."""

    def __init__(self, first: Results, second: Results) -> None:
        """Match the games code by code."""
        self.first = first
        self.second = second
        others = {game.code: game for game in second.games}
        self.pairs = [Pair(game, others[game.code]) for game in first.games if game.code in others]

    @cached_property
    def histogram(self) -> dict[int, int]:
        """How many codes have each difference (turns of the first less those of the second), in order."""
        return dict(sorted(Counter(pair.difference for pair in self.pairs).items()))

    @property
    def first_faster(self) -> list[Pair]:
        """The codes on which the first run takes fewer turns."""
        return [pair for pair in self.pairs if pair.difference < 0]

    @property
    def second_faster(self) -> list[Pair]:
        """The codes on which the second run takes fewer turns."""
        return [pair for pair in self.pairs if pair.difference > 0]

    def differing_most(self, count: int = SHOWN) -> list[Pair]:
        """Return the codes that differ, those that differ most first, at most `count`."""
        differing = [pair for pair in self.pairs if pair.difference]
        return sorted(differing, key=lambda pair: -abs(pair.difference))[:count]

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as JSON has it."""
        return {
            "runs": [self.first.run.id, self.second.run.id],
            "names": [self.first.name, self.second.name],
            "codes": len(self.pairs),
            "equal": self.histogram.get(0, 0),
            "faster": [measure_advantage(self.first_faster), measure_advantage(self.second_faster)],
            "histogram": {str(difference): count for difference, count in self.histogram.items()},
            "differing_most": [
                {"code": pair.first.code, "turns": [pair.first.turns, pair.second.turns]}
                for pair in self.differing_most()
            ],
        }


def measure_advantage(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return, for the codes on which one run is faster: how many, the average of each run, the largest difference."""
    return {
        "codes": len(pairs),
        "averages": [_average(pair.first for pair in pairs), _average(pair.second for pair in pairs)],
        "largest": max((abs(pair.difference) for pair in pairs), default=0),
    }


def _average(games: Iterable[Record]) -> float | None:
    lengths = [_length(game) for game in games]
    return sum(lengths) / len(lengths) if lengths else None


def compare_runs(results: Sequence[Results]) -> list[Comparison]:
    """Return the comparison of every two runs over the same list; of two runs alone, on whatever codes they share."""
    pairs = combinations(results, 2)
    return [
        Comparison(one, other)
        for one, other in pairs
        if one.run.settings.checksum == other.run.settings.checksum or len(results) == 2
    ]


def make_results(configuration: Configuration, games: Sequence[Record], number: int = 0) -> Results:
    """Return the results of games that no store holds."""
    run = Run(number, name_codes(configuration.codes), len(configuration.codes), configuration.settings, len(games))
    return Results(run, games)


def read_results(store: Store, runs: Iterable[Run]) -> list[Results]:
    """Return the results of runs, from their store."""
    return [Results(run, store.read_records(run.id)) for run in runs]


def choose_runs(runs: Sequence[Run], names: Sequence[str], wanted: Mapping[str, str], described: str) -> list[Run]:
    """Return the runs that have one of `names`, numbers or short names (all when empty), and the settings `wanted`.

    `described` says in a few words what is wanted. Raises `RunUnknownError`, with the nearest runs, when there is
    none, or none of one of the names.
    """
    for name in names:
        if not any(_called(run, name) for run in runs):
            raise _unknown(name, runs, nearest(name, [run.name for run in runs], cutoff=0.3))
    named = [run for run in runs if not names or any(_called(run, name) for name in names)]
    found = [run for run in named if _agreeing(run.settings, wanted) == len(wanted)]
    if not found:
        closest = sorted(named, key=lambda run: -_agreeing(run.settings, wanted))[:3]
        raise _unknown(described, runs, [run.name for run in closest])
    return found


def _called(run: Run, name: str) -> bool:
    return name in (str(run.id), run.name)


def _agreeing(settings: Settings, wanted: Mapping[str, str]) -> int:
    return sum(str(getattr(settings, field)) == value for field, value in wanted.items())


def _unknown(wanted: str, runs: Sequence[Run], suggestions: Iterable[str]) -> RunUnknownError:
    return RunUnknownError(
        wanted=wanted, known=tuple(f"{run.id} {run.name}" for run in runs[:20]), suggestions=suggestions
    )
