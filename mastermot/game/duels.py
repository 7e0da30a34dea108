"""Duels: many games between a codebreaker and a codemaker, on any engine, with their statistics.

What chance does in a game depends only on the seed and on the number of the game, counted from 0. So a duel has the
same outcome wherever and in whatever order its games are played. That players meet over many games is from Camille
Touron's notebook, *Jeu du Mastermind*.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from mastermot.engine import SLICE, Engine, SerialEngine, take_pieces, work_through
from mastermot.errors import N_, Reason, WrongKindError, read_whole
from mastermot.game.codebreakers import Choice, Codebreaker
from mastermot.game.codemakers import Codemaker, Honest, make_codemaker
from mastermot.game.game import DEFAULT_TURNS, Game, play
from mastermot.game.positions import Position, Turn
from mastermot.game.strategies import DRAWING
from mastermot.rules import Rule
from mastermot.rules.codes import Codes, check_listed

MAX_GAMES = 1_000_000  #: The most games of a duel.
GAMES_TOGETHER = 25  #: The most games that go to a worker together.
MAX_REMEMBERED = 50_000  #: The most choices of a player that are remembered.


class TurnFigures:
    """The figures of games, found from their `histogram`: how many games were won in each number of turns."""

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
        """The turns of the longest game won; None if no game was won."""
        return max(self.histogram, default=None)

    @property
    def average(self) -> float | None:
        """The average turns of the games won; None if no game was won."""
        return self.total / self.won if self.won else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the turns of the games won; None if no game was won."""
        return math.sqrt(self._add_squares() / self.won) if self.won else None

    @property
    def error(self) -> float | None:
        """The standard error of the average, if the games were drawn at random; None for fewer than two games won."""
        return math.sqrt(self._add_squares() / (self.won - 1) / self.won) if self.won > 1 else None

    def _add_squares(self) -> float:
        average = self.total / self.won
        return sum(count * (turns - average) ** 2 for turns, count in self.histogram.items())

    def as_json(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
        histogram = {str(turns): count for turns, count in sorted(self.histogram.items())}
        return {"total": self.total, "average": self.average, "longest": self.longest, "histogram": histogram}


@dataclass(frozen=True)
class Statistics(TurnFigures):
    """The outcome of many games: the turns of the games won, and how many games were lost."""

    games: int
    histogram: Mapping[int, int]
    lost: int

    def as_json(self) -> dict[str, object]:
        """Return the statistics as JSON has them."""
        names = ("games", "won", "lost", "total", "average", "error")
        return {**{name: getattr(self, name) for name in names}, **super().as_json()}


def count_games(games: Iterable[Game]) -> Statistics:
    """Return the statistics of `games`."""
    won = Counter[int]()
    lost = 0
    for game in games:
        if game.won:
            won[game.turns] += 1
        else:
            lost += 1
    return Statistics(won.total() + lost, dict(sorted(won.items())), lost)


def add_statistics(tallies: Iterable[Statistics]) -> Statistics:
    """Return the statistics of all games that the `tallies` count, added up."""
    histogram = Counter[int]()
    lost = 0
    for tally in tallies:
        histogram.update(tally.histogram)
        lost += tally.lost
    return Statistics(histogram.total() + lost, dict(sorted(histogram.items())), lost)


class Duel:
    """A codebreaker and a codemaker who meet in numbered games: each game can be played by itself."""

    def __init__(
        self,
        codes: Codes,
        rule: Rule,
        codebreaker: Codebreaker,
        codemaker: str = "honest",
        *,
        every: bool = False,
        seed: int = 0,
        most_turns: int = DEFAULT_TURNS,
    ) -> None:
        """Prepare the games of two players; a game that is not won in `most_turns` turns is lost.

        With `every`, game 0 has the first code as its secret, game 1 the second, and so on: the `codemaker` must be
        `honest`. Without `every`, the codemaker `honest` draws a secret for each game by the `seed`; `fickle` has no
        secret. Raises `NameUnknownError`, `WrongKindError`, and for a game that the codebreaker does not play
        `PlayerGameError`, `PlayerNeedsListError` or `TooManyCodesError`.
        """
        self.codes = codes
        self.rule = rule
        self.codebreaker = codebreaker
        self.codemaker = codemaker
        self.every = every
        self.seed = seed
        self.most_turns = read_whole("most_turns", most_turns, 1)
        if every and codemaker == "fickle":
            wanted = Reason(N_("honest, where every secret is played"))
            raise WrongKindError(name="codemaker", value=codemaker, wanted=wanted)
        codebreaker.check_game(codes, rule)
        if every:
            check_listed(codes)
        make_codemaker(codemaker, codes, seed)  # raises an error now if there is none of this name
        self.start = Position(codes, rule)
        plan = codebreaker.plan
        # called so that the table learns these words now: threads that share the duel may only read the table
        self.start.table.rows((*plan.accelerators, *plan.opening))
        self.known: dict[tuple[Turn, ...], Choice] = {}  #: The codebreaker's choices, by the history of the game.

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Return how unpickling makes the duel anew, with the same arguments: its table and choices are not pickled."""
        make = partial(Duel, every=self.every, seed=self.seed, most_turns=self.most_turns)
        return make, (self.codes, self.rule, self.codebreaker, self.codemaker)

    def play(self, number: int) -> Game:
        """Return the game of this number, from 0, played to its end.

        A codebreaker whose strategy draws guesses at random (`DRAWING`) gets another seed for each game. The choices of
        any other codebreaker are remembered for the next games (`choose`).
        """
        choose = self.choose
        plan = self.codebreaker.plan
        if plan.strategy in DRAWING:
            choose = type(self.codebreaker)(plan._replace(seed=self.seed + number)).choose
        return play(self.start, choose, self.meet(number), self.most_turns)

    def choose(self, position: Position) -> Choice:
        """Return the codebreaker's choice at a position, and remember it by the history: games often begin alike.

        Once `MAX_REMEMBERED` choices are remembered, no further choice is.
        """
        choice = self.known.get(position.history) or self.codebreaker.choose(position)
        if len(self.known) < MAX_REMEMBERED:
            self.known[position.history] = choice
        return choice

    def meet(self, number: int) -> Codemaker:
        """Return the codemaker of the game of this number.

        If the duel plays `every` code, the codemaker holds the code at the index `number`. Otherwise the codemaker gets
        a seed that is made of the duel's seed and the number.
        """
        if self.every:
            return Honest(self.codes.texts[number])
        return make_codemaker(self.codemaker, self.codes, f"{self.seed}:{number}")

    def advance(self, numbers: list[range], seconds: float) -> tuple[Statistics, list[range]]:
        """Return the statistics of the games played within so many seconds, and the numbers of those not played.

        `numbers` are the games to be played, in ranges; this list is not changed. A range is taken from the end of a
        copy of the list, its first game is played, and the rest of the range is put back at the end: if there is time,
        it is taken next.
        """
        remaining = list(numbers)
        games = list[Game]()
        for taken in take_pieces(remaining, seconds):  # `take_pieces` removes each range from the list
            first = taken[0]
            rest = taken[1:]
            games.append(self.play(first))
            if rest:
                remaining.append(rest)
        return count_games(games), remaining


def play_duel(duel: Duel, games: int, engine: Engine | None = None, *, seconds: float = SLICE) -> Iterator[Statistics]:
    """Yield the statistics of a duel of so many `games`, in parts that `add_statistics` adds up.

    A part comes each time that a process of the `engine` has worked for about so many `seconds`. Without an engine the
    games are played in this process. Raises `WrongKindError` for more games than `MAX_GAMES` or, if the duel plays
    `every` code, for more games than there are codes.
    """
    most = duel.codes.count if duel.every else MAX_GAMES
    games = read_whole("games", games, 0, most)
    starts = range(0, games, GAMES_TOGETHER)
    numbers = [range(start, min(start + GAMES_TOGETHER, games)) for start in starts]
    numbers.reverse()  # the pieces of work are taken from the end
    # `size=len`: a range is as much work as it has games
    yield from work_through(engine or SerialEngine(), Duel.advance, duel, numbers, size=len, seconds=seconds)
