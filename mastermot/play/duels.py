"""Duels: many games between a codebreaker and a codemaker, on any engine, with their statistics.

Every game has a number, from 0; its secret and whatever else is left to chance depend on the seed and on that number
only. So a duel comes out the same wherever its games are played, and in whatever order.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from mastermot.codes import Codes, check_listed
from mastermot.engine import SLICE, Engine, SerialEngine, work_through
from mastermot.play.codebreakers import Choice, Codebreaker
from mastermot.play.codemakers import Codemaker, Honest, make_codemaker
from mastermot.play.game import DEFAULT_TURNS, Game, play
from mastermot.play.positions import Position, Turn
from mastermot.rules import Rule

TOGETHER = 25
"""Games that go to a worker together, at most."""
MAX_REMEMBERED = 50_000
"""Choices remembered, at most."""


class Statistics(NamedTuple):
    """What came out of many games: turns of those won, and how many were not."""

    games: int
    histogram: dict[int, int]
    lost: int

    @property
    def won(self) -> int:
        """The number of games in which the code was found."""
        return self.games - self.lost

    @property
    def total(self) -> int:
        """The turns of all games won."""
        return sum(turns * count for turns, count in self.histogram.items())

    @property
    def average(self) -> float | None:
        """The average turns of the games won, None when none was."""
        return self.total / self.won if self.won else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the turns of the games won, None when none was."""
        if self.average is None:
            return None
        return math.sqrt(math.fsum(n * (turns - self.average) ** 2 for turns, n in self.histogram.items()) / self.won)

    @property
    def error(self) -> float | None:
        """The standard error of the average as that of games drawn at random, None for fewer than two games won."""
        if self.average is None or self.won < 2:
            return None
        squares = sum(count * (turns - self.average) ** 2 for turns, count in self.histogram.items())
        return math.sqrt(squares / (self.won - 1) / self.won)

    @property
    def longest(self) -> int | None:
        """The turns of the longest game won, None when none was."""
        return max(self.histogram, default=None)

    def as_json(self) -> dict[str, object]:
        """Return the statistics as JSON has them."""
        return {
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "total": self.total,
            "average": self.average,
            "error": self.error,
            "longest": self.longest,
            "histogram": {str(turns): count for turns, count in sorted(self.histogram.items())},
        }


def count_games(games: Iterable[Game]) -> Statistics:
    """Return the statistics of `games`."""
    turns = [game.turns if game.won else None for game in games]
    return Statistics(len(turns), dict(Counter(turn for turn in turns if turn is not None)), turns.count(None))


def add_statistics(parts: Iterable[Statistics]) -> Statistics:
    """Return the statistics of all games that the parts count."""
    histogram: Counter[int] = Counter()
    games = lost = 0
    for part in parts:
        games += part.games
        lost += part.lost
        histogram.update(part.histogram)
    return Statistics(games, dict(sorted(histogram.items())), lost)


class Duel:
    """A codebreaker and a codemaker who meet: any game of theirs can be played, by its number."""

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
        """Keep who meets; a game not won in `most_turns` turns is lost.

        With `every`, game 0 has the first code as its secret, game 1 the second…; else `codemaker` (`honest`,
        `fickle`) draws its secrets by the seed. Raises `NameUnknownError`, `PlayerGameError`, `TooManyCodesError`.
        """
        self.codes = codes
        self.rule = rule
        self.codebreaker = codebreaker
        self.codemaker = codemaker
        self.every = every
        self.seed = seed
        self.most_turns = most_turns
        codebreaker.check_game(codes, rule)
        if every:
            check_listed(codes)
        make_codemaker(codemaker, codes, seed)
        self.start = Position(codes, rule)
        plan = codebreaker.plan
        self.start.table.rows((*plan.accelerators, *plan.opening))  # now: threads that share the duel only read it
        self.chance = plan.strategy == "random"
        self.memory = Memory(codebreaker)

    def __reduce__(self) -> tuple[Callable[..., Duel], tuple[Any, ...]]:
        how = partial(Duel, every=self.every, seed=self.seed, most_turns=self.most_turns)
        return how, (self.codes, self.rule, self.codebreaker, self.codemaker)

    def play(self, number: int) -> Game:
        """Return the game of this number. A player that leaves nothing to chance thinks once about each position."""
        choose: Callable[[Position], Choice] = self.memory
        if self.chance:
            plan = self.codebreaker.plan._replace(seed=self.seed + number)
            choose = type(self.codebreaker)(plan).choose
        return play(self.start, choose, self.meet(number), self.most_turns)

    def meet(self, number: int) -> Codemaker:
        """Return the codemaker of the game of this number."""
        if self.every:
            return Honest(self.codes.texts[number])
        return make_codemaker(self.codemaker, self.codes, f"{self.seed}:{number}")

    def advance(self, numbers: list[range], seconds: float) -> tuple[Statistics, list[range]]:
        """Return the statistics of the games played within so many seconds, and the numbers that are left."""
        left = list(numbers)
        games: list[Game] = []
        end = time.monotonic() + seconds
        while left and (not games or time.monotonic() < end):
            together = left.pop()
            games.append(self.play(together[0]))
            if len(together) > 1:
                left.append(together[1:])
        return count_games(games), left


def play_duel(
    duel: Duel, games: int, engine: Engine | None = None, *, patience: float | None = None, seconds: float = SLICE
) -> Iterator[Statistics]:
    """Yield the statistics of the games 0 to `games` - 1, in parts as they are played: `add_statistics` adds them up.

    After `patience` seconds in this process (by default those of the engine) its workers share the games.
    """
    numbers = [range(first, min(first + TOGETHER, games)) for first in range(0, games, TOGETHER)]
    yield from work_through(
        engine or SerialEngine(), Duel.advance, duel, numbers[::-1], len, patience=patience, seconds=seconds
    )


class Memory:
    """A codebreaker's choices, remembered by history: games of a duel often begin alike."""

    def __init__(self, codebreaker: Codebreaker, most: int = MAX_REMEMBERED) -> None:
        """Remember the choices of a player that leaves nothing to chance, at most so many."""
        self.codebreaker = codebreaker
        self.most = most
        self.choices: dict[tuple[Turn, ...], Choice] = {}

    def __call__(self, position: Position) -> Choice:
        """Return the choice at a position."""
        choice = self.choices.get(position.history)
        if choice is None:
            choice = self.codebreaker.choose(position)
            if len(self.choices) < self.most:
                self.choices[position.history] = choice
        return choice
