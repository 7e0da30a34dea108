"""The search shared between the workers of an engine: processes of this machine, or a dask cluster.

Every worker searches the whole tree, one slice after the other. ``docs/searches.md`` says more. The words used here:

- A *target* is a cost: the workers are asked whether all codes together cost less.
- A *slice* is one task of a worker: it searches for some seconds of processor time, then it reports.
- The *news* of a slice are what it found out about sets of codes: rows of the search's memory, one for each finding.
- The *log* has the news of all slices, the latest last. A slice is given those that its worker may not have seen. News
  that come late, or never, cost time only: bounds only rise, and best costs only fall.
- A *worker* is a number from 0, not a process: the engine runs a slice in any of its processes.
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
    """The workers of an engine that share a search. Each gets its first slice as soon as the team is made."""

    def __init__(self, engine: Engine, search: StrategySearch) -> None:
        self.engine = engine
        self.search = search
        most_bytes = search.most_bytes // (engine.workers + 1)  # an equal share for each worker and for this process
        terms: Terms = uuid4().hex, search.problem, search.prices, most_bytes
        self.terms = engine.share(terms)
        self.target = 0
        """The target of the next slices; `find` sets it. No cost is below 0: the first slices only prepare a search."""
        self.log = np.zeros((0, 6), np.int64)  #: The latest `MAX_LOG` news, as rows of the memory.
        self.news_count = 0  #: How many news have come so far; the log has the last of them.
        self.slice_seconds = SHARED_SLICE  #: Seconds of the next slices: twice those of one that brought no news.
        self.running: dict[Future[Integers], tuple[int, float]] = {}
        """The number of the worker of each slice under way, and its seconds."""
        self.news_at_start: dict[int, int] = {}  #: By worker: `news_count` as it was when its last slice was given out.
        self.answered = False  #: Whether a worker has reported yet.
        self.order_slices()

    def order_slices(self) -> None:
        """Give each worker that has no slice under way its next one, with the news that it may not have seen.

        It gets all news that came since its own last slice was given out, or since the oldest slice still under way
        was, whichever is earlier: its slice may run in a process that has seen no later news than that. For its first
        slice, it gets all news. Those that the log has dropped are not sent.

        Of 100 news, 40 had come when this worker's last slice was given out, and 30 when that of the only other worker
        was, which is under way: the last 70 are sent.
        """
        busy = {worker for worker, _seconds in self.running.values()}
        workers = self.engine.workers
        for worker in set(range(workers)) - busy:
            news_at_starts = [self.news_at_start[other] for other in busy]
            news_at_starts.append(self.news_at_start.get(worker, 0))
            unseen = self.news_count - min(news_at_starts)
            unseen = min(unseen, len(self.log))  # older ones are no longer there
            news = self.log[len(self.log) - unseen :]
            seconds = self.slice_seconds
            future = self.engine.submit(search_slice, self.terms, self.target, worker, workers, news, seconds)
            self.news_at_start[worker] = self.news_count
            self.running[future] = worker, seconds

    def take_report(self, future: Future[Integers]) -> None:
        """Learn the news of a slice that is over, and log them; `future` is that of the slice, which has ended.

        If it brought none, the slices given out from now on take at least twice its seconds, `MAX_SLICE` at most. They
        never get shorter again.
        """
        _worker, seconds = self.running.pop(future)
        news = future.result()
        self.answered = True
        if len(news) == 0:
            self.slice_seconds = max(self.slice_seconds, min(2 * seconds, MAX_SLICE))
        self.search.learn(news)
        self.log = np.concatenate((self.log, news))[-MAX_LOG:]
        self.news_count += len(news)

    def find(self, target: int, go_on: GoOn) -> bool:
        """Let the workers find out whether all codes cost less than `target`; return False if `go_on` stopped that.

        Otherwise it returns True, and the search's memory then knows the answer (`StrategySearch.knows`). Workers take
        a second to start: until the first of them has reported, this process searches too, between its looks at them.
        May raise `WorkerLostError`.
        """
        search = self.search
        self.target = target
        if self.news_count == 0:  # at first, what the search knows already stands for news
            self.log = list_rows(search.tools.memory, kernel.SHARED)[-MAX_LOG:]
            self.news_count = len(self.log)
        # since the last call, the search may have tried only some guesses at each set, and forgotten its lower bounds
        # for that (`forget_lows`): it takes those of the log again
        search.learn(self.log)
        while not search.knows(target):
            if not go_on():
                return False
            search.keep_if_due()
            self.order_slices()
            if self.answered:
                patience = WATCH
            else:
                self.search_here(target, go_on)
                patience = 0.0
            done, _running = wait(self.running, patience, return_when=FIRST_COMPLETED)
            if not done:  # no slice has ended: are there still workers?
                self.engine.check()
            for future in done:
                self.take_report(future)
        return True

    def search_here(self, target: int, go_on: GoOn) -> None:
        """Search in this process, for `SHARED_SLICE` seconds by the clock, whether all codes cost less than `target`.

        What it finds out stands in the search's memory. If `go_on` returns False, it ends before that.
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
    """Return the news of one slice, which runs in a process of the engine: what it found out about large sets of codes.

    These are sets of `kernel.SHARED` codes or more; of more than `MAX_NEWS` findings, the last are returned. First the
    search learns the `news` that came before. Then it searches, for `seconds` of processor time, whether all codes cost
    less than `target`. By the clock, all of that takes at most `MAX_SHARING_WAIT` times as many seconds. The slice is
    that of the `worker` with this number, from 0, of so many `workers`: each worker begins at other guesses. `terms`
    are those of the team: one search is kept for all slices of a team that this thread runs.
    """
    latest = time.monotonic() + MAX_SHARING_WAIT * seconds
    search = fetch_search(terms)
    search.state[WIDTH] = kernel.EVERY
    found = np.zeros((MAX_NEWS, 6), np.int64)
    # `taken` has slots, as when threads share a search: only then does each worker begin at other guesses
    # (`kernel.deal_guesses`)
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
    """Return the search of this thread for the team of the `terms`: that of its last slice for the team, or a new one.

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
