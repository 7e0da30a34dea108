"""Trials of acceleration words: positions of a decision tree played out again with one word more.

A word changes the games only below the first positions where it beats the guess that the player takes there. So its
exact gain is found by playing those positions with it and without it, which costs a small part of an exploration.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from mastermot.codes import Codes
from mastermot.explore.configurations import Configuration
from mastermot.explore.runs import GameTree, OpenPosition
from mastermot.play.codebreakers import Codebreaker
from mastermot.play.partitions import Rows, Table
from mastermot.rules import Rule

PlayerMaker = Callable[..., Codebreaker]
"""What returns the player with the `accelerators` that it is given."""


class Outcome(NamedTuple):
    """What an exploration comes to; the smaller, the better: fewer turns in all, then a shorter longest game."""

    total: int
    longest: int
    codes: int

    @property
    def average(self) -> float:
        """The turns of an average game."""
        return self.total / self.codes

    def as_json(self) -> dict[str, float]:
        """Return the figures as JSON has them."""
        return {"total": self.total, "average": self.average, "longest": self.longest}


class Stop(NamedTuple):
    """A position of a decision tree: its candidates, the turns before it, the row of the player's guess."""

    candidates: Rows
    depth: int
    guess: int


class Trial(NamedTuple):
    """A word to try beside `words`: its row, and the topmost positions where it would be played, with their depths."""

    words: tuple[str, ...]
    row: int
    positions: tuple[tuple[Rows, int], ...]

    @property
    def size(self) -> int:
        """How much work it is: the candidates of its positions."""
        return sum(len(candidates) for candidates, _depth in self.positions)


class TrialTrees:
    """Plays positions with any acceleration words: one list, rule and player, one table of all words."""

    def __init__(self, codes: Codes, rule: Rule, stock: Iterable[str], make_player: PlayerMaker) -> None:
        """Put the codes and the words of the stock into one table; nothing is played yet."""
        self.codes, self.rule, self.make_player = codes, rule, make_player
        self.others = [word for word in dict.fromkeys(stock) if word not in codes.index]
        self.words = [*codes.texts, *self.others]
        self.place = {word: row for row, word in enumerate(self.words)}
        array = np.vstack((codes.array, codes.encode(self.others))) if self.others else codes.array
        self.table = Table(rule, codes, array)
        self.remembered: tuple[tuple[str, ...], dict[bytes, Counter[int]]] = ((), {})

    def __reduce__(self) -> tuple[type[TrialTrees], tuple[Codes, Rule, list[str], PlayerMaker]]:
        return TrialTrees, (self.codes, self.rule, self.others, self.make_player)

    def play(self, candidates: Rows, words: tuple[str, ...], stops: list[Stop] | None = None) -> Counter[int]:
        """Return how many of the candidates take each number of turns, this position being the first.

        Positions with three candidates or more are added to `stops`, each right before all that follow from it.
        """
        counts: Counter[int] = Counter()
        tree = GameTree(Configuration(self.codes, self.rule, self.make_player(accelerators=words)), self.table)
        waiting = [OpenPosition((), candidates)]
        while waiting:
            here = waiting.pop()
            depth = len(here.history)
            if len(here.candidates) <= 2:
                counts.update(range(depth + 1, depth + 1 + len(here.candidates)))
                continue
            guess = tree.choose(here)
            if stops is not None:
                stops.append(Stop(here.candidates, depth, self.place[guess]))
            counts.update(len(record.guesses) for record in tree.branch(here, guess, waiting))
        return counts

    def play_with(self, words: tuple[str, ...], candidates: Rows) -> Counter[int]:
        """Return what `play` does with these acceleration words; asked again, it is remembered."""
        if self.remembered[0] != words:
            self.remembered = (words, {})
        known = self.remembered[1]
        key = candidates.tobytes()
        if key not in known:
            known[key] = self.play(candidates, words)
        return known[key]

    def try_words(self, trials: list[Trial], seconds: float) -> tuple[list[tuple[int, Counter[int]]], list[Trial]]:
        """Return, for each word tried within so many seconds, its row and by how much it changes the numbers of games
        of each length; and the trials that are left.
        """
        results: list[tuple[int, Counter[int]]] = []
        left = list(trials)
        end = time.monotonic() + seconds
        while left and (not results or time.monotonic() < end):
            words, row, positions = left.pop()
            change: Counter[int] = Counter()
            for candidates, depth in positions:
                change.subtract(add_turns(self.play_with(words, candidates), depth))
                change.update(add_turns(self.play(candidates, (*words, self.words[row])), depth))
            results.append((row, change))
        return results, left


def add_turns(counts: Counter[int], depth: int) -> dict[int, int]:
    """Return the numbers of turns, each `depth` turns more."""
    return {turn + depth: count for turn, count in counts.items()}


def sum_up(counts: Counter[int]) -> Outcome:
    """Return what so many games of each number of turns come to."""
    total = sum(turn * count for turn, count in counts.items())
    return Outcome(total, max(turn for turn, count in counts.items() if count), counts.total())


def measure(turns: Mapping[str, int | None]) -> Outcome:
    """Return what the turns of every code come to; games given up unfinished do not count."""
    return sum_up(Counter(count for count in turns.values() if count is not None))
