"""How a request is bounded: it computes in another process, for a limited processor time.

Every request begins in the quick lane, whose processes give it `bounds.QUICK` seconds. One that needs more begins again
in the long lane, for `bounds.LONG`, in processes that give way to all others; one that needs still more gets 422.
`mastermot.web.turns` says who is next; too many get 503, and so does a request that other programs leave too little of
the processor, so that it takes `bounds.LONGEST` by the clock.

A process is a standard pool of one, so that the one at fault is known; the kernel ends it where a task does not end.
(Pebble's pool was tried: it breaks as a whole when an idle process of it is killed.) POSIX only.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from multiprocessing import resource_tracker
from typing import TypeVar

from mastermot.play.codebreakers import PLAYERS
from mastermot.rules import RULES
from mastermot.web import bounds
from mastermot.web.errors import BusyError, WorkTooLongError
from mastermot.web.turns import Line, Turns

Result = TypeVar("Result")
STOPS = (signal.SIGINT, signal.SIGTERM)
"""What a terminal or a service manager sends to all processes: the main one stops the others itself."""
CONTEXT = multiprocessing.get_context("forkserver")


class OutOfTime(BaseException):
    """A task has used up its processor time. Library code that catches `Exception` does not catch it."""


def limit(seconds: float, longest: float, task: Callable[..., Result], *arguments: object) -> Result:
    """Return what a task returns. Raises `TimeoutError` once it has used `seconds` of processor time.

    A compiled loop that goes on all the same, and a task that takes `longest` by the clock, end with this process.
    """
    try:
        signal.setitimer(signal.ITIMER_REAL, longest)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds + bounds.GRACE)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            return task(*arguments)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTime:
        raise TimeoutError from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def interrupt(*_: object) -> None:
    """End the task under way."""
    raise OutOfTime


def prepare(nice: int, modules: Collection[str]) -> None:
    """Prepare a new process: it gives way, leaves signals to the main process, and ends when that one does.

    It knows the rules and the players that `modules` register, which may not be ours.
    """
    os.nice(nice)
    for module in modules:
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


class Worker:
    """A process that does one task at a time. It is started for the first one, and anew after it has died."""

    def __init__(self, nice: int) -> None:
        """Let it give way to others by `nice`."""
        self.nice = nice
        self.pool: ProcessPoolExecutor | None = None

    def run(self, seconds: float, task: Callable[..., Result], *arguments: object) -> Result:
        """Return what a task returns; it begins again when the process is killed.

        Raises its errors; `TimeoutError` when it used more than `seconds` of processor time; `BusyError`.
        """
        for _ in range(bounds.TRIES):
            own = {one.__module__ for one in (*map(type, RULES.values()), *PLAYERS.values())} - {"__main__"}
            try:
                self.pool = self.pool or ProcessPoolExecutor(1, CONTEXT, initializer=prepare, initargs=(self.nice, own))
                future = self.pool.submit(limit, seconds, bounds.LONGEST, task, *arguments)
            except (OSError, EOFError, BrokenProcessPool):  # it was killed while idle, or the fork server was
                self.pool = None
                time.sleep(bounds.PAUSE)
                continue
            began = time.monotonic()
            try:
                return future.result()
            except OutOfTime:  # it came when the task had just ended
                raise TimeoutError from None
            except BrokenProcessPool:
                self.pool, took = None, time.monotonic() - began
                if took >= bounds.LONGEST:
                    break
                if took >= seconds:
                    raise TimeoutError from None
        raise BusyError(seconds=bounds.RETRY_AFTER)


class Lanes:
    """The quick lane, of some `processes`, and the long one, of half as many."""

    def __init__(self, processes: int) -> None:
        """Make the lanes, which are empty until they are started."""
        CONTEXT.set_forkserver_preload(["mastermot.web.preload"])
        self.quick, self.long = Turns[Worker](bounds.MAX_QUICK), Turns[Worker](bounds.MAX_LONG)
        self.processes, self.ready, self.closed = processes, threading.Event(), threading.Event()
        self.filling = threading.Thread(target=self.fill, daemon=True)
        self.lock = threading.Lock()

    def run(self, line: Line, task: Callable[..., Result], *arguments: object) -> Result:
        """Return what a task returns. `line` is the line in which its request waits.

        Raises its errors, `BusyError` or `WorkTooLongError`.
        """
        for lane, seconds in ((self.quick, bounds.QUICK), (self.long, bounds.LONG)):
            with suppress(TimeoutError), lane.hold(line) as worker:
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
        for number in range(self.processes + max(1, self.processes // 2)):
            if self.closed.is_set():
                return
            quick = number < self.processes
            worker = Worker(bounds.NICE_QUICK if quick else bounds.NICE_LONG)
            with suppress(OSError, BusyError):
                worker.run(bounds.LONGEST, os.getpid)
            (self.quick if quick else self.long).add(worker)
        self.ready.set()

    def close(self) -> None:
        """Refuse all requests that wait, and all that come. A process that is starting is waited for."""
        self.closed.set()
        self.quick.close()
        self.long.close()
        if self.filling.ident is not None:
            self.filling.join(bounds.STOPPING)
