"""The search shared between the workers of an engine: processes of this machine, or a dask cluster.

Every worker searches the whole tree, one slice after the other. ``docs/searches.md`` says more. The words used here:

- A *target* is a cost: the workers are asked whether all codes together cost less than the target.
- A *slice* is one task of a worker: it searches for some seconds of processor time, then it reports.
- The *news* of a slice are what it found out about sets of codes: rows of the search's memory, one for each finding.
- The *log* has the news of all slices, the latest last. A slice is given the news that its worker may not have seen.
  News that come late, or never, cost time only: bounds only rise, and best costs only fall.
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
"""Seconds of processor time in the first slices. Each slice begins again at the first turn, which takes a part of them.
"""
MAX_SLICE = 600.0  #: The most seconds of processor time in a slice: slices become longer after one without news.
MAX_SHARING_WAIT = 16  #: The most seconds by the clock in a slice, for each of its seconds of processor time.
MAX_TEAMS = 2  #: For how many teams a thread keeps its search: those that it worked for last.
MAX_NEWS = 1 << 14  #: How many findings a worker reports after a slice, at most: the last ones.
MAX_LOG = 1 << 18  #: How many news the log has at most: the last ones.

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
        """The target of the next slices; `find` sets it. No cost is less than 0, the first target: so the first slices
        only prepare a search."""
        self.log = np.zeros((0, 6), np.int64)  #: The latest `MAX_LOG` news, as rows of the memory.
        self.news_count = 0  #: How many news have come so far; the log has the last of them.
        self.slice_seconds = SHARED_SLICE  #: Seconds of processor time in the next slices (`take_report`).
        self.running: dict[Future[Integers], tuple[int, float]] = {}
        """For each slice under way, the number of its worker and its seconds."""
        self.news_at_start: dict[int, int] = {}  #: By worker: `news_count` as it was when its last slice was given out.
        self.answered = False  #: Whether a worker has reported yet.
        self.order_slices()

    def order_slices(self) -> None:
        """Give each worker that has no slice under way its next slice, with the news that the worker may not have seen.

        These are all news since the worker's own last slice was given out, or since the oldest slice under way was
        given out, if that is earlier: any process may run the new slice, even one that has seen no later news. A worker
        gets all news with its first slice. News that the log has dropped are not sent.

        For example, 100 news have come. The worker's last slice was given out after 40 of them. Another worker's slice,
        the only one under way, was given out after 30. So the last 70 are sent.
        """
        busy = {worker for worker, _seconds in self.running.values()}
        workers = self.engine.workers
        for worker in set(range(workers)) - busy:
            news_at_starts = [self.news_at_start[other] for other in busy]
            news_at_starts.append(self.news_at_start.get(worker, 0))
            unseen = self.news_count - min(news_at_starts)
            unseen = min(unseen, len(self.log))  # the log may have dropped some of them
            news = self.log[len(self.log) - unseen :]
            seconds = self.slice_seconds
            future = self.engine.submit(search_slice, self.terms, self.target, worker, workers, news, seconds)
            self.news_at_start[worker] = self.news_count
            self.running[future] = worker, seconds

    def take_report(self, future: Future[Integers]) -> None:
        """Learn the news of a slice that has ended, and log them; `future` is the future of this slice.

        If the slice brought no news, all slices given out from now on have at least twice its seconds, but not more
        than `MAX_SLICE`. Slices never become shorter again.
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
        """Let the workers find out whether all codes cost less than `target`; return whether they found out.

        If they did, the answer itself is in the search's memory (`StrategySearch.knows`). They did not if `go_on` said
        to stop. Workers take a second to start: until the first of them has reported, this process searches too,
        between its looks for reports. May raise `WorkerLostError`.
        """
        search = self.search
        self.target = target
        if self.news_count == 0:  # at first, what the search knows already of large sets counts as news
            self.log = list_rows(search.tools.memory, kernel.SHARED)[-MAX_LOG:]
            self.news_count = len(self.log)
        # since the last call, the search may have forgotten its lower bounds, in order to try only some guesses at each
        # set (`forget_lows`): it learns the bounds of the log again
        search.learn(self.log)
        while not search.knows(target):
            if not go_on():
                return False
            search.keep_if_due()
            self.order_slices()
            if self.answered:
                seconds_to_wait = WATCH
            else:
                self.search_here(target, go_on)
                seconds_to_wait = 0.0
            done, _running = wait(self.running, seconds_to_wait, return_when=FIRST_COMPLETED)
            if not done:  # no slice has ended: are there still workers?
                self.engine.check()
            for future in done:
                self.take_report(future)
        return True

    def search_here(self, target: int, go_on: GoOn) -> None:
        """Search in this process, for `SHARED_SLICE` seconds by the clock, whether all codes cost less than `target`.

        What this finds out is put into the search's memory. If `go_on` returns False, the search ends earlier.
        """
        search = self.search
        end = time.monotonic() + SHARED_SLICE
        search.least(search.start, target, partial(go_on_until, end, go_on), threads=search.threads)

    def close(self) -> None:
        """Cancel the slices that have not begun."""
        for future in self.running:
            future.cancel()


_kept = threading.local()
"""In a worker, the searches of each thread, by team: so their memories last from one slice to the next."""


def search_slice(terms: Terms, target: int, worker: int, workers: int, news: Integers, seconds: float) -> Integers:
    """Run one slice in a process of the engine; return its news: what it found out about large sets of codes.

    Large sets have `kernel.SHARED` codes or more. Of more than `MAX_NEWS` findings, the last are returned. First the
    search learns the `news` of other slices. Then it searches, for `seconds` of processor time, whether all codes cost
    less than `target`. By the clock, the slice takes at most `MAX_SHARING_WAIT` times as many seconds. `worker` is the
    number of its worker, from 0, and `workers` how many there are: each worker begins at other guesses. `terms` are
    those of the team: a thread keeps one search for all slices of a team that it runs.
    """
    latest = time.monotonic() + MAX_SHARING_WAIT * seconds
    search = fetch_search(terms)
    search.state[WIDTH] = kernel.EVERY
    found = np.zeros((MAX_NEWS, 6), np.int64)
    # each worker begins at other guesses (`kernel.deal_guesses`) only if `taken` has slots, as when threads share a
    # search
    search.tools = search.tools._replace(news=found, taken=np.zeros(SLOTS, np.int64))
    search.state[NEWS] = 0
    search.state[WORKER] = worker
    search.state[WORKERS] = workers
    search.learn(news)
    end = time.process_time() + seconds  # from now on: to make a search and to load its functions is not counted

    def go_on() -> bool:
        return time.process_time() < end and time.monotonic() < latest

    search.least(search.start, target, go_on)  # the result does not count: what was found out stands in `found`
    count = min(MAX_NEWS, int(search.state[NEWS]))
    return found[:count]  # the kernel writes into `found` in turn: after `MAX_NEWS`, over the oldest


def fetch_search(terms: Terms) -> StrategySearch:
    """Return the search that this thread has for the team of the `terms`: the one that it has kept, or a new one.

    The thread keeps the searches of the `MAX_TEAMS` teams that it worked for last.
    """
    team, problem, prices, most_bytes = terms
    # `threading.local` has a dictionary for each thread: here, of its searches by team, the most recent at the end
    searches: dict[str, StrategySearch] = _kept.__dict__
    search = searches.pop(team, None)
    if search is None:
        search = StrategySearch(problem, prices=prices, most_bytes=most_bytes)
    searches[team] = search  # taken out above, now at the end
    for oldest in list(searches)[:-MAX_TEAMS]:
        del searches[oldest]
    return search
