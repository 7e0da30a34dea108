"""The search shared between the workers of an engine: processes of this machine, or a dask cluster.

Every worker searches the whole tree for a slice of time, and reports its *news*: the sets of codes of which it found
out something, as rows of the search's memory. The team collects them in a log, and sends with the next slice those that
a worker has not seen. News may be late without harm, as bounds only rise and best costs only fall. ``docs/searches.md``
says more.
"""

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from uuid import uuid4

import numpy as np

from mastermot.engine import Engine
from mastermot.engine.engines import WATCH
from mastermot.lab.optimal import kernel
from mastermot.lab.optimal.memory import Integers, list_rows
from mastermot.lab.optimal.scoring import NEWS, WIDTH, WORKER, WORKERS
from mastermot.lab.optimal.search import SLOTS, StrategySearch, go_on_until
from mastermot.lab.optimal.search_problem import GoOn, Problem

SHARED_SLICE = 0.25
"""Seconds of processor time in the first tasks; each begins again at the first turn, which costs a part of it."""
MAX_SLICE = 600.0  #: Seconds of processor time in one task at most: the next ones are longer when one brings no news.
MAX_SHARING_WAIT = 16  #: Seconds by the clock in one task at most, for each second of processor time that it may take.
MAX_TEAMS = 2  #: Teams whose searches a thread keeps: those that it worked for last.
MAX_NEWS = 1 << 14  #: Sets that a worker tells of after a slice, at most: the last ones.
MAX_LOG = 1 << 18  #: Sets whose news are kept for the workers at most.

Terms = tuple[str, Problem, tuple[int, ...], int]
"""What a worker must know of a search: the name of the team (it keeps one search for each), the problem, the prices of
turns, and how many bytes it may use."""


class WorkerTeam:
    """The workers of an engine that share a search, each with its next slice under way."""

    def __init__(self, engine: Engine, search: StrategySearch) -> None:
        self.engine = engine
        self.search = search
        most_bytes = search.most_bytes // (engine.workers + 1)  # an equal share for each worker and for this process
        terms: Terms = uuid4().hex, search.problem, search.prices, most_bytes
        self.terms = engine.share(terms)
        self.target = 0
        """The workers look for a cost below it; `find` sets it. At 0 there is none: the first slices let them start."""
        self.log = np.zeros((0, 6), np.int64)  #: The latest news, as rows of the memory.
        self.length = 0  #: How many news came in all; those that the log has are the last of them.
        self.slice = SHARED_SLICE  #: Seconds of the next tasks: twice those of one that brought no news.
        self.running: dict[Future[Integers], tuple[int, float]] = {}
        """The number of the worker of each slice under way, and its seconds."""
        self.sent: dict[int, int] = {}  #: How many news there were when a worker got its slice, by its number.
        self.answered = False  #: Whether a worker has reported yet.
        self.order_slices()

    def order_slices(self) -> None:
        """Give each idle worker its next slice, with the news that it may not have seen.

        Workers are numbers: any of the engine's processes may run the slice, also one that has run another worker's
        slices, and has seen only the news of these. So the news are sent that came since the oldest of the slices under
        way, and of the worker's own last one, was given out. The log has only the latest.
        """
        busy = {worker for worker, _seconds in self.running.values()}
        workers = self.engine.workers
        for worker in set(range(workers)) - busy:
            news_when_sent = [self.sent[other] for other in busy]
            news_when_sent.append(self.sent.get(worker, 0))
            unseen = self.length - min(news_when_sent)
            unseen = min(unseen, len(self.log))  # older ones are no longer there
            news = self.log[len(self.log) - unseen :]
            future = self.engine.submit(search_slice, self.terms, self.target, worker, workers, news, self.slice)
            self.sent[worker] = self.length
            self.running[future] = worker, self.slice

    def take_report(self, future: Future[Integers]) -> None:
        """Learn the news of a slice that is over, and log them. After one without news, the next slices are longer.

        They take twice the seconds of that one, but at most `MAX_SLICE`.
        """
        _worker, seconds = self.running.pop(future)
        news = future.result()
        self.answered = True
        if len(news) == 0:
            self.slice = max(self.slice, min(2 * seconds, MAX_SLICE))
        self.search.learn(news)
        self.log = np.concatenate((self.log, news))[-MAX_LOG:]
        self.length += len(news)

    def find(self, target: int, go_on: GoOn) -> bool:
        """Let workers find out whether the cost is below a target; return False if `go_on` stopped that.

        Otherwise it returns True, and the search's memory then knows the answer. Until a worker has answered for the
        first time, this process searches too.
        """
        search = self.search
        self.target = target
        if self.length == 0:  # at first, the news are what the search knows already
            self.log = list_rows(search.tools.memory, kernel.SHARED)[-MAX_LOG:]
            self.length = len(self.log)
        search.learn(self.log)  # once more: where it tried some guesses only, it has forgotten its lower bounds
        while not search.knows(target):
            if not go_on():
                return False
            search.keep_if_due()
            self.order_slices()
            if self.answered:
                patience = WATCH
            else:  # workers take a second to start
                self.search_here(target, go_on)
                patience = 0.0
            done, _running = wait(self.running, patience, return_when=FIRST_COMPLETED)
            if not done:  # no slice has ended: are there still workers?
                self.engine.check()
            for future in done:
                self.take_report(future)
        return True

    def search_here(self, target: int, go_on: GoOn) -> None:
        """Search in this process, for as long as a first slice takes, whether the cost is below a target.

        What it finds out stands in the search's memory.
        """
        search = self.search
        end = time.monotonic() + SHARED_SLICE
        search.least(search.start, target, partial(go_on_until, end, go_on), threads=search.threads)

    def close(self) -> None:
        """Call off the slices that have not begun."""
        for future in self.running:
            future.cancel()


_kept = threading.local()  #: In a worker: the searches of a thread, whose memories last from one slice to the next.


def search_slice(terms: Terms, target: int, worker: int, workers: int, news: Integers, seconds: float) -> Integers:
    """Return the news of a slice of work, run in a worker: the large sets of codes of which it found out something.

    It searches for `seconds` of processor time whether the cost can be below `target`. It is the `worker` with this
    number, from 0, of so many `workers`; by it, each begins elsewhere in the tree. `news` are those of the other
    workers.
    """
    latest = time.monotonic() + MAX_SHARING_WAIT * seconds
    search = fetch_search(terms)
    search.state[WIDTH] = kernel.EVERY
    found = np.zeros((MAX_NEWS, 6), np.int64)
    # it has slots in `taken`, as when threads share a search: only then are guesses dealt out (`kernel.deal_guesses`)
    search.tools = search.tools._replace(news=found, taken=np.zeros(SLOTS, np.int64))
    search.state[NEWS] = 0
    search.state[WORKER] = worker
    search.state[WORKERS] = workers
    search.learn(news)
    end = time.process_time() + seconds  # from now: to prepare a search, and to load it, takes its own time

    def go_on() -> bool:
        return time.process_time() < end and time.monotonic() < latest

    search.least(search.start, target, go_on)  # its result does not count: what it found out stands in `found`
    count = min(MAX_NEWS, int(search.state[NEWS]))
    return found[:count]


def fetch_search(terms: Terms) -> StrategySearch:
    """Return this thread's search for a team: the one kept since its last slice, or a new one.

    The searches of the `MAX_TEAMS` teams that it worked for last are kept.
    """
    team, problem, prices, most_bytes = terms
    searches: dict[str, StrategySearch] = _kept.__dict__  # this thread's, by team, that of the last slice at the end
    search = searches.pop(team, None)
    if search is None:
        search = StrategySearch(problem, prices=prices, most_bytes=most_bytes)
    searches[team] = search  # at the end now
    for oldest in list(searches)[:-MAX_TEAMS]:
        del searches[oldest]
    return search
