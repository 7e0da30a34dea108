"""The search shared between the workers of an engine: processes of this machine, or a dask cluster.

Each worker searches all codes with a memory of its own, in slices of time. From each slice it hands back what it found
out about sets, and which guesses it had at work. The calling process keeps all that in its own memory, and gives the
news to the next slices. So a worker takes guesses that no other one has at work, as threads with one memory do. News
may be late: bounds only rise, and best costs only fall. A worker that dies costs its slice only.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from typing import NamedTuple

import numpy as np

from mastermot.engine import Engine
from mastermot.optimal import kernel
from mastermot.optimal.memory import Integers, learn_rows, list_rows
from mastermot.optimal.problems import Problem
from mastermot.optimal.scoring import FULL, NEWS, NODES, PLACE, USED, WIDTH, WORKERS
from mastermot.optimal.search import PLACES, StrategySearch, go_on_until, make_label

SLICE = 0.25
"""Seconds of processor time in one task, which begins again at the first turn: that costs a part of it."""
MAX_SLICE = 4.0
"""Seconds by the clock in one task at most."""
MAX_NEWS = 1 << 14
"""Sets that a worker tells of after a slice, at most: the last ones."""
MAX_LOG = 1 << 18
"""Sets whose news are kept for the workers at most."""
WATCH = 0.2
"""Seconds without a result after which the engine is asked for its workers, and the caller whether to go on."""


class Terms(NamedTuple):
    """What a worker needs to know: the problem, and the memory that it may use."""

    problem: Problem
    most_bytes: int


class Order(NamedTuple):
    """A slice of work, for one worker of so many: can the cost be below a target?

    `news` are entries of the memory, with plain first sums; `taken` are guesses that others have at work.
    """

    place: int
    workers: int
    target: int
    news: Integers
    taken: Integers


class Report(NamedTuple):
    """What came of a slice: news, the guesses at work at its end, sets searched, and seconds of processor time."""

    news: Integers
    taken: Integers
    sets: int
    seconds: float


class WorkerTeam:
    """The workers of an engine that share a search, each place with its next slice under way."""

    def __init__(self, engine: Engine, search: StrategySearch) -> None:
        """Let the workers begin to prepare."""
        self.engine, self.search = engine, search
        self.terms = engine.share(Terms(search.problem, search.most_bytes // (engine.workers + 1)))
        self.target = 0
        self.log = np.zeros((0, 6), np.int64)
        self.length = 0
        """News that came in all; those that the log has are the last of them."""
        self.running: dict[Future[Report], int] = {}
        self.sent: dict[int, int] = {}
        """How many news there were when a place got its slice."""
        self.taken: dict[int, set[int]] = {}
        self.answered = False
        self.seconds: dict[int, float] = {}
        """Seconds of processor time by place."""
        self.order_slices()

    def order_slices(self) -> None:
        """Give each place that waits a slice, with the news that came since the oldest slice under way was given."""
        busy = set(self.running.values())
        workers = self.engine.workers
        for place in set(range(workers)) - busy:
            since = min((self.sent.get(place, 0), *(self.sent[other] for other in busy)))
            news = self.log[len(self.log) - min(len(self.log), self.length - since) :]
            others = self.list_taken(place)
            order = Order(place, workers, self.target, news, np.array(sorted(others), np.int64))
            self.sent[place] = self.length
            self.running[self.engine.submit(search_slice, self.terms, order, SLICE)] = place

    def take_report(self, place: int, report: Report) -> None:
        """Take in what came of a slice."""
        self.answered = True
        self.seconds[place] = self.seconds.get(place, 0.0) + report.seconds
        self.search.state[NODES] += report.sets
        self.learn(report.news)
        self.log = np.concatenate((self.log, report.news))[-MAX_LOG:]
        self.length += len(report.news)
        self.taken[place] = set(report.taken.tolist()) - self.list_taken(place)

    def learn(self, news: Integers) -> None:
        """Take in news."""
        state = self.search.state
        state[USED] += learn_rows(self.search.tools.memory, news)
        if state[USED] > state[FULL]:
            self.search.grow()

    def list_taken(self, place: int) -> set[int]:
        """Return the guesses that other places have at work."""
        return {guess for other, taken in self.taken.items() if other != place for guess in taken}

    def find(self, target: int, go_on: Callable[[], bool]) -> bool:
        """Let the workers find out whether the cost is below a target; return False when `go_on` said no.

        The memory knows it then. This process searches too until the first of the workers answers. Raises
        `WorkerLostError`.
        """
        search = self.search
        self.target = target
        if self.length == 0:
            self.log = list_rows(search.tools.memory, kernel.SHARED)[-MAX_LOG:]
            self.length = len(self.log)
        self.learn(self.log)  # the search forgets its bounds while it tries some guesses only
        while not search.knows(target):
            if not go_on():
                return False
            self.order_slices()
            end = time.monotonic() + (WATCH if self.answered else SLICE)
            if not self.answered:
                search.least(search.start, target, partial(go_on_until, end, go_on), threads=search.threads)
            done, _running = wait(self.running, WATCH if self.answered else 0, return_when=FIRST_COMPLETED)
            if not done:
                self.engine.check()
            for future in done:
                self.take_report(self.running.pop(future), future.result())
        return True

    def close(self) -> None:
        """Call off what has not begun."""
        for future in self.running:
            future.cancel()


_searches: dict[tuple[int, str], StrategySearch] = {}
"""In a worker: the searches of its threads, whose memories last from one slice to the next."""


def search_slice(terms: Terms, order: Order, seconds: float) -> Report:
    """Return what comes of searching for about so many seconds of processor time."""
    began, latest = time.process_time(), time.monotonic() + MAX_SLICE
    key = threading.get_ident(), make_label(terms.problem)
    if key not in _searches:
        _searches[key] = StrategySearch(terms.problem, most_bytes=terms.most_bytes)
        _searches[key].state[WIDTH] = kernel.EVERY
    search = _searches[key]
    taken = np.zeros(PLACES, np.int64)
    taken[(order.taken >> 32) & (PLACES - 1)] = order.taken
    news, sets = np.zeros((MAX_NEWS, 6), np.int64), int(search.state[NODES])
    search.others, search.tools = taken, search.tools._replace(news=news)
    search.state[[NEWS, PLACE, WORKERS]] = 0, order.place, order.workers
    search.state[USED] += learn_rows(search.tools.memory, order.news)
    end = time.process_time() + seconds
    search.least(search.start, order.target, lambda: time.process_time() < end and time.monotonic() < latest)
    at_work = np.setdiff1d(search.taken, np.append(order.taken, 0))
    found = news[: min(MAX_NEWS, int(search.state[NEWS]))]
    return Report(found, at_work, int(search.state[NODES]) - sets, time.process_time() - began)
