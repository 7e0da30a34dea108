"""Processes that give each task a bounded processor time: for a service, which anybody may ask for anything.

Once that time is used up, the task is interrupted by an exception; a compiled loop that does not heed it is ended with
its process by the kernel (`limit`, below). A process that dies is replaced, and its task begins again. Tasks wait for a
free process in the order in which they came, a few at most, and not for long.

The processes are the standard library's, one pool of one for each, so that the one at fault is known. (Pebble's pool
was tried: it looks at its timeouts ten times a second, and breaks when an idle process of it is killed.) POSIX only.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

MORE = 0.2
"""Seconds of processor time beyond its own, after which the process of a task that goes on is ended."""
PAUSE = 2.0
"""Seconds before another attempt when a process cannot be started."""
TRIES = 2
"""How often a task is begun when its process dies."""
FOR_ALL = (signal.SIGINT, signal.SIGTERM)
"""What a terminal or a service manager sends to all processes: the main one stops the others itself."""

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class OutOfTime(BaseException):
    """A task has used up its processor time. Library code that catches `Exception` does not catch it."""


class OvertakenError(Exception):
    """A task has held its process for as long as it may, though other programs took most of the processor's time."""


class BoundedProcess:
    """A process that does one task at a time. Making it takes as long as starting it."""

    def __init__(self, context: BaseContext, nice: int) -> None:
        """Start the process; it gives way to others by `nice`."""
        self.pool = ProcessPoolExecutor(1, context, initializer=begin, initargs=(nice,))
        self.process = self.pool.submit(os.getpid).result()
        self.idle = True

    async def run(self, seconds: float, longest: float, task: Callable[..., Result], *arguments: object) -> Result:
        """Return what a task returns; `idle` says afterwards whether the process can be used again.

        Raises the task's errors; `TimeoutError` when it used more than `seconds` of processor time; `OvertakenError`
        when it took `longest` by the clock; `BrokenProcessPool` when the process died in another way.
        """
        self.idle, began = False, time.monotonic()
        try:
            future = self.pool.submit(limit, seconds, task, *arguments)
            future.add_done_callback(self.look_at)
            async with asyncio.timeout(longest) as clock:
                return await asyncio.wrap_future(future)
        except TimeoutError:
            if clock.expired():
                raise OvertakenError from None
            raise
        except BrokenProcessPool:
            if time.monotonic() - began >= seconds:
                raise TimeoutError from None
            raise

    def look_at(self, future: Future[Any]) -> None:
        """Note whether the process can be used again once a task has ended."""
        self.idle = not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool)

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)

    async def join(self) -> None:
        """Wait until the process and the thread that looks after it have ended, once it is killed.

        A thread that ends while Python does may write a traceback: `concurrent.futures` wakes it and closes its pipe.
        """
        await asyncio.to_thread(self.pool.shutdown)


def start_fork_server(module: str) -> BaseContext:
    """Return the context of processes that a fork server makes; it is started, and loads `module` meanwhile.

    It hears neither Ctrl-C nor SIGTERM, from its first moment on: it inherits which signals are blocked.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    resource_tracker.ensure_running()  # it would unblock them
    with hold_stops():
        forkserver.ensure_running()
    return context


@contextmanager
def hold_stops() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait: they are heard at the end, and not by the programs started meanwhile."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, FOR_ALL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def limit(seconds: float, task: Callable[..., Result], *arguments: object) -> Result:
    """Return what a task returns. Raises `TimeoutError` once it has used `seconds` of processor time.

    A loop in compiled code goes on all the same: SIGVTALRM ends this process a little later.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + MORE)
    try:
        return task(*arguments)
    except OutOfTime:
        raise TimeoutError from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def interrupt(*_: object) -> None:
    """End the task under way."""
    raise OutOfTime


def begin(nice: int) -> None:
    """Prepare a new process: it gives way, leaves signals to the main process, and ends when that one does."""
    os.nice(nice)
    for number in FOR_ALL:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, interrupt)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the main process, and end this one."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class BoundedPool:
    """A few processes, and the tasks that wait for one. It is made where an event loop runs."""

    def __init__(
        self,
        context: BaseContext,
        processes: int,
        *,
        most_waiting: int,
        longest_wait: float,
        longest: float,
        nice: int = 0,
    ) -> None:
        """Start the processes of a multiprocessing `context`.

        `most_waiting` tasks may wait `longest_wait` seconds for a process, and hold it `longest` seconds by the clock.
        """
        self.context, self.nice = context, nice
        self.most_waiting, self.longest_wait, self.longest = most_waiting, longest_wait, longest
        self.processes: set[BoundedProcess] = set()
        self.free: list[BoundedProcess] = []
        self.places = asyncio.Semaphore(0)  # as many as are free: who waits first is served first, unlike in a Queue
        self.waiting = 0
        self.starting = {asyncio.create_task(self.start()) for _ in range(processes)}

    async def start(self, instead_of: BoundedProcess | None = None) -> None:
        """Add a new process, perhaps in place of one that was killed."""
        if instead_of is not None:
            await instead_of.join()
        process = None
        while process is None:
            try:
                process = await asyncio.to_thread(BoundedProcess, self.context, self.nice)
            except (OSError, BrokenProcessPool):  # no memory, perhaps: others are at work
                log.exception("a process cannot be started: another attempt follows")
                await asyncio.sleep(PAUSE)
        self.processes.add(process)
        self.give_back(process)

    @property
    def full(self) -> bool:
        """Whether the next task that has to wait is refused."""
        return self.places.locked() and self.waiting >= self.most_waiting

    async def run(
        self, seconds: float | Callable[[], float], task: Callable[..., Result], *arguments: object
    ) -> Result:
        """Return what a task returns; its `seconds` may be asked for when it begins.

        Raises its errors; `TimeoutError` when it takes longer; `asyncio.QueueFull` when it would have to wait too long,
        `OvertakenError` when it does not get on; `BrokenProcessPool` when it kills its processes.
        """
        for attempt in range(1, TRIES + 1):
            process = await self.take()
            try:
                bound = seconds() if callable(seconds) else seconds
                return await process.run(bound, self.longest, task, *arguments)
            except BrokenProcessPool:
                log.error("process %d has died: another takes its place", process.process)
                if attempt == TRIES:
                    raise
            finally:
                self.give_back(process)
        raise AssertionError

    async def take(self) -> BoundedProcess:
        """Return a process that is free, once there is one. Raises `asyncio.QueueFull`."""
        if self.full:
            raise asyncio.QueueFull
        self.waiting += 1
        try:
            async with asyncio.timeout(self.longest_wait):
                await self.places.acquire()
        except TimeoutError:
            raise asyncio.QueueFull from None
        finally:
            self.waiting -= 1
        return self.free.pop()

    def give_back(self, process: BoundedProcess) -> None:
        """Let a process be used again, or replace one that is not idle."""
        if process.idle:
            self.free.append(process)
            self.places.release()
            return
        process.kill()
        self.processes.discard(process)
        task = asyncio.create_task(self.start(process))
        self.starting.add(task)
        task.add_done_callback(self.starting.discard)

    async def close(self) -> None:
        """Kill the processes, those that are starting included."""
        await asyncio.gather(*self.starting, return_exceptions=True)
        for process in self.processes:
            process.kill()
        await asyncio.gather(*(process.join() for process in self.processes))
