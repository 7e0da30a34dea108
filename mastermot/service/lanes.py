"""How a request is bounded: it computes in another process, for a limited processor time.

Every request begins in the quick lane, whose processes give it `bounds.QUICK` seconds. One that needs more begins again
in the long lane, for `bounds.LONG`, in processes that give way to all others; one that needs still more gets 422.
`Turns` says who is next. 503 answers those who wait too long, or take `bounds.LONGEST` by the clock.

A process is a standard pool of one, so that the one at fault is known; the kernel ends it where a task does not end
(killing an idle process breaks the whole of a pool of Pebble). POSIX only.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Hashable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import resource_tracker
from typing import Generic, NamedTuple, TypeVar

from cachetools import LRUCache

from mastermot.game.codebreakers import PLAYERS
from mastermot.rules import RULES
from mastermot.service import bounds
from mastermot.service.errors import BusyError, WorkTooLongError

Result = TypeVar("Result")
Thing = TypeVar("Thing")
STOPS = (signal.SIGINT, signal.SIGTERM)  #: What is sent to all processes; the main one stops the others itself.
TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
CONTEXT = multiprocessing.get_context("forkserver")


class OutOfTime(BaseException):
    """A task has used up its processor time. Library code that catches `Exception` does not catch it."""


def limit(seconds: float, longest: float, task: Callable[..., Result], *arguments: object) -> Result:
    """Return what a task returns. Raises `OutOfTime` once it has used `seconds` of processor time.

    A compiled loop that goes on all the same, and a task that takes `longest` by the clock, end with this process.
    """
    try:
        for timer, after in zip(TIMERS, (longest, seconds + bounds.GRACE, seconds), strict=True):
            signal.setitimer(timer, after)
        return task(*arguments)
    finally:
        for timer in TIMERS:
            signal.setitimer(timer, 0)


def interrupt(*_: object) -> None:
    """End the task under way."""
    raise OutOfTime


def prepare(nice: int, modules: Collection[str]) -> None:
    """Prepare a new process: it gives way, leaves signals to the main process, and ends when that one does."""
    os.nice(nice)
    for module in modules:  # they register rules and players, which may not be ours
        import_module(module)
    signal.signal(signal.SIGPROF, interrupt)
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the main process, and end this one."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


@dataclass
class Worker:
    """A process that does one task at a time. It is started for the first one, and anew after it has died."""

    nice: int  #: How much it gives way to others.
    pool: ProcessPoolExecutor | None = None

    def run(self, seconds: float, task: Callable[..., Result], *arguments: object) -> Result:
        """Return what a task returns within `seconds`, as `limit` does. A process that is killed begins again."""
        own = {one.__module__ for one in (*map(type, RULES.values()), *PLAYERS.values())} - {"__main__"}
        for _ in range(bounds.TRIES):
            began = time.monotonic()
            try:
                self.pool = self.pool or ProcessPoolExecutor(1, CONTEXT, initializer=prepare, initargs=(self.nice, own))
                return self.pool.submit(limit, seconds, bounds.LONGEST, task, *arguments).result()
            except (OSError, EOFError, BrokenProcessPool):  # it was killed, by its timers too, or the fork server was
                self.pool, took = None, time.monotonic() - began
                if took >= bounds.LONGEST:
                    break
                if took >= seconds:
                    raise OutOfTime from None
                time.sleep(bounds.PAUSE)
        raise BusyError(seconds=bounds.RETRY_AFTER)


class Line(NamedTuple):
    """Those who wait for the same; `share` is how many times what another line gets is due to them."""

    name: Hashable
    share: float = 1.0


class Turns(Generic[Thing]):
    """Lends things, one to each who asks. Who has to wait stands in a line.

    A thing that is free goes to the line that has held things for the shortest time, by its share (start-time fair
    queueing: Goyal, Vin and Cheng 1996). A line that comes anew begins where the others are.
    """

    def __init__(self, most_waiting: int) -> None:
        """Have nothing to lend, and nobody waiting; `most_waiting` may wait at a time."""
        self.most_waiting, self.lock, self.clock = most_waiting, threading.Lock(), 0.0
        self.free: list[Thing] = []
        self.waiting: list[tuple[Line, Future[Thing]]] = []
        self.held: LRUCache[Line, float] = LRUCache(bounds.MAX_LINES)

    @contextmanager
    def hold(self, line: Line) -> Iterator[Thing]:
        """Hold a thing, in its turn. Raises `BusyError`: too many wait, this line the most; or it takes too long."""
        place = self.stand(line)
        try:
            thing = place.result(bounds.MAX_WAIT)
        except TimeoutError:
            with self.lock:
                if not place.done():  # its turn has not come meanwhile
                    self.waiting.remove((line, place))
                    raise BusyError(seconds=bounds.RETRY_AFTER) from None
            thing = place.result()
        began = time.monotonic()
        try:
            yield thing
        finally:
            with self.lock:
                self.held[line] = self.turn(line) + (time.monotonic() - began) / line.share
            self.add(thing)

    def stand(self, line: Line) -> Future[Thing]:
        """Return a place in a line: its result comes with its turn."""
        place: Future[Thing] = Future()
        with self.lock:
            if self.free:
                self.clock = self.turn(line)
                place.set_result(self.free.pop())
                return place
            self.waiting.append((line, place))
            if len(self.waiting) > self.most_waiting:
                last = max(reversed(self.waiting), key=lambda waiting: self.turn(waiting[0]))
                self.waiting.remove(last)
                last[1].set_exception(BusyError(seconds=bounds.RETRY_AFTER))
        return place

    def add(self, thing: Thing) -> None:
        """Lend a thing to who is next."""
        with self.lock:
            if not self.waiting:
                self.free.append(thing)
                return
            first = min(self.waiting, key=lambda waiting: self.turn(waiting[0]))
            self.waiting.remove(first)
            self.clock = self.turn(first[0])
            first[1].set_result(thing)

    def close(self) -> None:
        """Refuse all who wait, and all who come."""
        with self.lock:
            self.free, self.most_waiting = [], 0
            for _, place in self.waiting:
                place.set_exception(BusyError(seconds=bounds.RETRY_AFTER))
            self.waiting = []

    def turn(self, line: Line) -> float:
        """Return when a line's turn comes, by a clock that goes on with every turn."""
        return max(self.clock, self.held.get(line, 0.0))


class Lanes:
    """The quick lane, of some `processes`, and the long one, of half as many."""

    def __init__(self, processes: int) -> None:
        CONTEXT.set_forkserver_preload(["mastermot.service.preload"])
        self.quick, self.long = Turns[Worker](bounds.MAX_QUICK), Turns[Worker](bounds.MAX_LONG)
        self.processes, self.ready, self.closed = processes, threading.Event(), threading.Event()
        self.filling = threading.Thread(target=self.fill, daemon=True)
        self.lock = threading.Lock()

    def run(self, line: Line, task: Callable[..., Result], *arguments: object) -> Result:
        """Return what a task returns, in the turn of its line. Raises its errors, `BusyError`, `WorkTooLongError`."""
        for lane, seconds in ((self.quick, bounds.QUICK), (self.long, bounds.LONG)):
            with suppress(OutOfTime), lane.hold(line) as worker:
                return worker.run(seconds, task, *arguments)
        raise WorkTooLongError(seconds=round(bounds.LONG))

    def start(self) -> None:
        """Start the processes, if nobody has; `ready` is set when they are there."""
        with self.lock:
            if self.filling.ident is None:
                self.filling.start()

    def fill(self) -> None:
        """Add the workers to the lanes, each as soon as its process is there."""
        resource_tracker.ensure_running()  # it would unblock signals
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # for the fork server that this thread starts
        CONTEXT.Process().start()  # it does nothing, and waits until the dictionaries are loaded
        quick = [(self.quick, bounds.NICE_QUICK)] * self.processes
        for lane, nice in quick + [(self.long, bounds.NICE_LONG)] * max(1, self.processes // 2):
            if self.closed.is_set():
                return
            worker = Worker(nice)
            with suppress(OutOfTime, BusyError):
                worker.run(bounds.LONGEST, os.getpid)
            lane.add(worker)
        self.ready.set()

    def close(self) -> None:
        """Refuse all requests that wait, and all that come. A process that is starting is waited for."""
        self.closed.set()
        self.quick.close()
        self.long.close()
        if self.filling.ident is not None:
            self.filling.join(bounds.STOPPING)
