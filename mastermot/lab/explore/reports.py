"""Reports on runs: averages and longest games, and how two runs differ, code by code.

A *run* is an exploration (`store.Run`), in a store or not (`make_results`); its *number* is `Run.id`. A game is a
`Record`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from mastermot.errors import nearest
from mastermot.game.duels import TurnFigures
from mastermot.lab.explore.configurations import Configuration, name_codes
from mastermot.lab.explore.errors import RunUnknownError
from mastermot.lab.explore.runs import Record
from mastermot.lab.explore.store import Run

SHOWN = 10  #: How many codes are shown by default: the hardest, or those that differ most.
MAX_KNOWN = 20  #: The most runs that an error names.


class Results(TurnFigures):
    """The games of one run and their figures; games given up are counted apart.

    `TurnFigures` makes `total`, `average` and `longest` from `histogram`: so these are figures of the games won.
    """

    def __init__(self, run: Run, games: Sequence[Record]) -> None:
        """Take the games of a run, one for each code that was played."""
        self.run = run
        self.games = games
        self.name = run.name
        self.turns = {game.code: game.turns for game in games}
        """The turns that each code took, None for a game given up."""
        turns_of_won_games = [turns for turns in self.turns.values() if turns is not None]
        counts = Counter(turns_of_won_games)
        self.histogram = dict(sorted(counts.items()))  #: How many codes took each number of turns, in order.
        self.unfinished = len(games) - len(turns_of_won_games)  #: How many games were given up.

    def hardest(self, count: int = SHOWN) -> list[Record]:
        """Return the `count` longest games, the longest first; equally long games stay in the order of the codes.

        A game given up has one turn more than its guesses: so it comes before all games won.
        """
        return sorted(self.games, key=lambda game: -game.length)[:count]

    def as_json(self, *, turns: bool = False) -> dict[str, Any]:
        """Return the figures as an object for JSON, which `mastermot explore --json` prints among others.

        It has the number of codes played and the figures of the games won (`TurnFigures`); `unfinished` only if games
        were given up; and with `turns`, the turns of each code, None for a game given up.
        """
        answer = {"codes": len(self.games), **super().as_json()}
        if self.unfinished:
            answer["unfinished"] = self.unfinished
        if turns:
            answer["turns"] = self.turns
        return answer


class GamePair(NamedTuple):
    """A code that two runs have played, with the game of each."""

    first: Record
    second: Record

    @property
    def difference(self) -> int:
        """The turns of the first game minus the turns of the second."""
        return self.first.length - self.second.length


class Comparison:
    """A comparison of two runs on the codes that both have played."""

    def __init__(self, first: Results, second: Results) -> None:
        self.first = first
        self.second = second
        others = {game.code: game for game in second.games}
        self.pairs = [GamePair(game, others[game.code]) for game in first.games if game.code in others]
        self.histogram = dict(sorted(Counter(pair.difference for pair in self.pairs).items()))
        """How many codes have each difference (`GamePair.difference`), from the least difference on."""
        first_faster = [pair for pair in self.pairs if pair.difference < 0]
        second_faster = [pair for pair in self.pairs if pair.difference > 0]
        self.faster = [first_faster, second_faster]
        """The codes on which the first run takes fewer turns, and those on which the second does."""

    def differing_most(self, count: int = SHOWN) -> list[GamePair]:
        """Return at most `count` codes for which the two runs take different numbers of turns.

        The largest differences come first; codes with equal differences stay in the order of the first run.
        """
        differing = [pair for pair in self.pairs if pair.difference != 0]
        return sorted(differing, key=lambda pair: -abs(pair.difference))[:count]

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as an object for JSON: where there are two values, that of the first run is first."""
        return {
            "runs": [self.first.run.id, self.second.run.id],
            "names": [self.first.name, self.second.name],
            "codes": len(self.pairs),
            "equal": self.histogram.get(0, 0),
            "faster": [measure_advantage(pairs) for pairs in self.faster],
            "histogram": {str(difference): count for difference, count in self.histogram.items()},
            "differing_most": [
                {"code": pair.first.code, "turns": [pair.first.turns, pair.second.turns]}
                for pair in self.differing_most()
            ],
        }


def measure_advantage(pairs: Sequence[GamePair]) -> dict[str, Any]:
    """Return, for the codes on which one run is faster: how many, the average of each run, the largest difference.

    `pairs` has the two games of each of these codes. If there are no such codes, the averages are None.
    """
    if not pairs:
        return {"codes": 0, "averages": [None, None], "largest": 0}
    averages = [
        sum(pair.first.length for pair in pairs) / len(pairs),
        sum(pair.second.length for pair in pairs) / len(pairs),
    ]
    largest = max(abs(pair.difference) for pair in pairs)
    return {"codes": len(pairs), "averages": averages, "largest": largest}


def compare_runs(results: Sequence[Results]) -> list[Comparison]:
    """Return the comparison of every two runs with the same codes; if there are only two runs, whatever their codes."""
    comparisons = []
    for first, second in combinations(results, 2):
        same_codes = first.run.settings.checksum == second.run.settings.checksum
        if same_codes or len(results) == 2:
            comparisons.append(Comparison(first, second))
    return comparisons


def make_results(configuration: Configuration, games: Sequence[Record], number: int = 0) -> Results:
    """Return the results of games that are not kept in a store; `number` tells this run from others (`Run.id`)."""
    run = Run(number, name_codes(configuration.codes), len(configuration.codes), configuration.settings, len(games))
    return Results(run, games)


def choose_runs(runs: Sequence[Run], names: Sequence[str], wanted: Mapping[str, str], described: str) -> list[Run]:
    """Return the runs with one of `names` and the settings `wanted`, in their order. Raises `RunUnknownError` for none.

    A run may be named by its number or by its name. `wanted` has the values of some settings as text, by their fields:
    ``{"strategy": "minimax"}``. `described` has the same as one text for the error, such as ``4x6, player knuth``.

    1. If `names` is empty, all runs are looked at; otherwise those that are named. If no run has one of the names, the
       error is raised at once (`check_names`).
    2. Of the runs looked at, those that have all settings wanted are returned. If none has, the error suggests the
       three runs that lack the fewest of these settings.
    """

    def count_lacking(run: Run) -> int:
        """Return how many of the settings wanted a run does not have."""
        values = {field: str(value) for field, value in run.settings._asdict().items()}
        lacking = [field for field, value in wanted.items() if values.get(field) != value]
        return len(lacking)

    known = tuple(f"{run.id} {run.name}" for run in runs[:MAX_KNOWN])
    named = runs
    if names:
        check_names(names, runs, known)
        named = [run for run in runs if str(run.id) in names or run.name in names]
    found = [run for run in named if count_lacking(run) == 0]
    if not found:
        nearest_runs = sorted(named, key=count_lacking)[:3]
        raise RunUnknownError(wanted=described, known=known, suggestions=[run.name for run in nearest_runs])
    return found


def check_names(names: Sequence[str], runs: Sequence[Run], known: tuple[str, ...]) -> None:
    """Raise `RunUnknownError` for the first of `names` that is neither the name nor the number of a run.

    The error suggests similar names of runs, and lists `known`: the first runs, each as a text with its number and its
    name, for example ``3 sgb-5/entropy``.
    """
    run_names = [run.name for run in runs]
    numbers = [str(run.id) for run in runs]
    for name in names:
        if name not in run_names and name not in numbers:
            suggestions = nearest(name, run_names, cutoff=0.3)
            raise RunUnknownError(wanted=name, known=known, suggestions=suggestions)
