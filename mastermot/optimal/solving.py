"""A problem solved for its objective: one search or several, one after the other.

`total`: the least sum of turns; then, with that sum, the shortest longest game; then the fewest games that long.
`longest`: the fewest turns in which every code can be found, then the least sum. `within:N`: the most codes found in N
turns, then the least sum.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from mastermot.engine import Engine
from mastermot.optimal.objectives import FORTUNE
from mastermot.optimal.problems import DEEPEST, Problem
from mastermot.optimal.search import MEMORY, Search, Status
from mastermot.optimal.sharing import share_first_guesses
from mastermot.optimal.threads import share_between_threads
from mastermot.optimal.trees import Replay, StrategyTree

PATIENCE = 0.5
"""Seconds of a last part that one thread does alone."""
FINE = 1 << 20
"""How many times a turn counts more than a game as long as the longest."""


class Best(NamedTuple):
    """The best strategy found: its tree, what the tree does, and what is proven.

    `bound` is a proven lower bound of the total (under ``within:N`` and `longest`: of the total among the trees that
    do as well on what comes first, or None where that is not proven). `proven` says that nothing is better.
    `seconds` are those until the total was proven, or until now, without those of compiling. `found` is how many codes
    ``within:N`` finds in time, `found_bound` how many at most.
    """

    tree: StrategyTree
    replay: Replay
    bound: int | None
    proven: bool
    seconds: float
    sets: int
    found: int | None = None
    found_bound: int | None = None


class Solving:
    """A problem on its way to its best strategy: `run` goes on, `best` says what is known so far."""

    def __init__(self, problem: Problem, *, most_bytes: int = MEMORY) -> None:
        """Prepare the first search. Raises what `make_board` raises."""
        self.problem = problem
        self.most_bytes = most_bytes
        self.started = time.monotonic()
        self.sets = 0
        self.seconds: float | None = None
        within = problem.objective.within
        self.search = Search(problem, prices=price_turns(within), most_bytes=most_bytes)
        self.finer: tuple[StrategyTree, Replay] | None = None
        self.shortest_longest: int | None = None
        self.prepared = False

    def prepare(self, on_wait: Callable[[], object] = int) -> None:
        """Have the search compiled, once on a machine; `on_wait` is called meanwhile. `seconds` are without it."""
        if not self.prepared:
            began = time.monotonic()
            self.search.prepare(lambda: on_wait() is None or True)
            self.started += time.monotonic() - began
            self.prepared = True

    def run(
        self, go_on: Callable[[], bool] = lambda: True, engine: Engine | None = None, threads: int = 1
    ) -> Iterator[Status]:
        """Yield the status of the search under way whenever something got better; end when all is proven.

        The workers of an `engine` share the proof, or else so many threads of this process. Raises `WorkerLostError`.
        """
        self.prepare()
        if self.problem.objective.name == "longest":
            yield from self.run_longest(go_on)
            return
        if engine is not None and engine.patience != float("inf"):
            yield from self.search.run(go_on, partial(share_first_guesses, engine=engine), engine.patience)
        elif threads > 1:
            yield from self.search.run(go_on, partial(share_between_threads, threads=threads), PATIENCE)
        else:
            yield from self.search.run(go_on)
        self.seconds = time.monotonic() - self.started
        if self.search.proven and self.problem.objective.name == "total":
            self.shorten(go_on)

    def run_longest(self, go_on: Callable[[], bool]) -> Iterator[Status]:
        """Find the fewest turns in which all codes can be found: try one turn, two, three, until it can be done."""
        for width_one in self.search.run(go_on):
            yield width_one
            break
        for turns in range(1, DEEPEST - 2):
            attempt = Search(self.problem, prices=price_turns(turns), ceiling=FORTUNE, most_bytes=self.most_bytes)
            if attempt.bound >= FORTUNE:
                continue
            yield from attempt.run(go_on)
            self.sets += attempt.status().sets
            if attempt.found:
                self.search = attempt
                return
            if not attempt.proven:
                return
            self.shortest_longest = turns + 1

    def shorten(self, go_on: Callable[[], bool]) -> None:
        """With the least total, find the shortest longest game, then the fewest games that long."""
        tree = self.search.tree()
        replay = tree.replay()
        self.finer = tree, replay
        least = replay.total
        while True:
            attempt = self.attempt(price_turns(replay.longest - 1), least + 1)
            attempt.run_to_end(go_on)
            if not attempt.found or not attempt.proven:
                break
            tree = attempt.tree()
            replay = tree.replay()
            self.finer = tree, replay
        if not attempt.proven:
            return
        longest = replay.longest
        prices = [FINE] * DEEPEST
        prices[longest - 1] += 1
        prices[longest] += FORTUNE
        attempt = self.attempt(prices, least * FINE + replay.histogram[longest])
        attempt.run_to_end(go_on)
        if attempt.found:
            tree = attempt.tree()
            self.finer = tree, tree.replay()

    def attempt(self, prices: list[int], ceiling: int) -> Search:
        """Return another search of the same problem, at other prices, below a ceiling."""
        self.sets += self.search.status().sets
        return Search(self.problem, prices=prices, ceiling=ceiling, most_bytes=self.most_bytes, totals=self.search)

    def best(self) -> Best | None:
        """Return the best strategy found so far, or None before there is one."""
        if not self.search.found:
            return None
        tree, replay = self.finer or (None, None)
        if tree is None or replay is None:
            tree = self.search.tree()
            replay = tree.replay()
        seconds = time.monotonic() - self.started if self.seconds is None else self.seconds
        sets = self.sets + self.search.status().sets
        within = self.problem.objective.within
        cost_bound = self.search.bound
        if within is None:
            longest = self.problem.objective.name == "longest"
            proven = self.search.proven and (not longest or self.search.ceiling is not None)
            return Best(tree, replay, min(cost_bound, replay.total), proven, seconds, sets)
        late = sum(count for turns, count in replay.histogram.items() if turns > within)
        least_late = cost_bound // FORTUNE
        bound = min(cost_bound - late * FORTUNE, replay.total) if least_late == late else None
        count = len(replay.turns)
        return Best(tree, replay, bound, self.search.proven, seconds, sets, count - late, count - least_late)


def price_turns(within: int | None) -> list[int]:
    """Return the price of each turn: 1, and a fortune more to go on after the last turn in time."""
    prices = [1] * DEEPEST
    if within is not None and within < DEEPEST:
        prices[within] += FORTUNE
    return prices
