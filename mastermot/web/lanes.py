"""How a request is bounded: it computes in another process, for a limited processor time.

Once that time is used up, the task is interrupted by an exception; a compiled loop that does not heed it is ended with
its process by the kernel (`limit`, below). Every request begins in the quick lane, whose processes give it `QUICK`
seconds. One that needs more begins again in the long lane, for `LONG` seconds, in processes that give way to all
others; one that needs still more gets 422 (`WorkTooLongError`). Few requests may wait for the long lane: the next one
gets 503 (`BusyError`). However many heavy requests come, quick ones soon find a process: while the long lane takes no
more, the quick one gives each request `QUICK_WHEN_FULL` only, and a request that was too much for it just before
goes straight to the long one. The figures are those of `mastermot.web.bounds`.

The processes are the standard library's, from a fork server that has loaded the dictionaries: a new one takes 12 ms.
(Pebble's pool was tried: it looks at its timeouts ten times a second, and breaks when an idle process of it is killed.)
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from cachetools import TTLCache

from mastermot.web import bounds
from mastermot.web.errors import BusyError, WorkTooLongError

Result = TypeVar("Result")
log = logging.getLogger(__name__)
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["mastermot.web.preload"])


class OutOfTime(BaseException):
    """A task has used up its processor time. Library code that catches `Exception` does not catch it."""


class Worker:
    """A process that computes one thing at a time. Making it takes as long as starting it."""

    def __init__(self, nice: int) -> None:
        self.pool = ProcessPoolExecutor(1, CONTEXT, initializer=begin, initargs=(nice,))
        self.process = self.pool.submit(os.getpid).result()
        self.idle = True

    async def run(self, seconds: float, task: Callable[..., Result], *arguments: object) -> Result:
        """Return what a task returns; `idle` says afterwards whether the process can be used again.

        Raises the task's errors; `TimeoutError` when it used more than `seconds` of processor time, or took `LONGEST`
        by the clock; `BrokenProcessPool` when the process died in another way.
        """
        self.idle, began = False, time.monotonic()
        try:
            future = self.pool.submit(limit, seconds, task, *arguments)
            future.add_done_callback(self.look_at)
            async with asyncio.timeout(bounds.LONGEST):
                return await asyncio.wrap_future(future)
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
        self.pool.shutdown(wait=False)


def limit(seconds: float, task: Callable[..., Result], *arguments: object) -> Result:
    """Return what a task returns. Raises `TimeoutError` once it has used `seconds` of processor time.

    A loop in compiled code goes on all the same: SIGVTALRM ends this process a little later.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + bounds.MORE)
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
    """Prepare a new process: it gives way by `nice`, leaves signals to the service, and ends when the service does."""
    os.nice(nice)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, interrupt)
    threading.Thread(target=end_with_service, daemon=True).start()


def end_with_service() -> None:
    """Wait for the end of the service's process, and end this one."""
    service = multiprocessing.parent_process()
    if service is not None:
        service.join()
        os._exit(1)


class Lane:
    """A few processes, and the requests that wait for one."""

    def __init__(self, workers: int, most_waiting: int, nice: int = 0) -> None:
        self.workers: set[Worker] = set()
        self.free: list[Worker] = []
        self.places = asyncio.Semaphore(0)  # as many as are free: who waits first is served first, unlike in a Queue
        self.most_waiting = most_waiting
        self.waiting = 0
        self.nice = nice
        self.starting = {asyncio.create_task(self.start()) for _ in range(workers)}

    async def start(self) -> None:
        """Add a new process."""
        try:
            worker = await asyncio.to_thread(Worker, self.nice)
        except (OSError, BrokenProcessPool):  # no memory, perhaps: others are at work
            log.exception("a process cannot be started: another attempt follows")
            await asyncio.sleep(bounds.RETRY_AFTER)
            await self.start()
        else:
            self.workers.add(worker)
            self.give_back(worker)

    @property
    def full(self) -> bool:
        """Whether the next request that has to wait is refused."""
        return self.places.locked() and self.waiting >= self.most_waiting

    async def run(
        self, seconds: float | Callable[[], float], task: Callable[..., Result], *arguments: object
    ) -> Result:
        """Return what a task returns; its `seconds` may be asked for when it begins.

        Raises its errors, `BusyError`, or `TimeoutError` when it takes longer. When its process dies, it begins again.
        """
        for _attempt in range(2):
            worker = await self.take()
            try:
                return await worker.run(seconds() if callable(seconds) else seconds, task, *arguments)
            except BrokenProcessPool:
                log.error("process %d has died: another takes its place", worker.process)
            finally:
                self.give_back(worker)
        raise BusyError(seconds=bounds.RETRY_AFTER)

    async def take(self) -> Worker:
        """Return a process that is free, once there is one. Raises `BusyError`."""
        if self.full:
            raise BusyError(seconds=bounds.RETRY_AFTER)
        self.waiting += 1
        try:
            async with asyncio.timeout(bounds.LONGEST_WAIT):
                await self.places.acquire()
        except TimeoutError:
            raise BusyError(seconds=bounds.RETRY_AFTER) from None
        finally:
            self.waiting -= 1
        return self.free.pop()

    def give_back(self, worker: Worker) -> None:
        """Let a process be used again, or replace one that is not idle."""
        if worker.idle:
            self.free.append(worker)
            self.places.release()
            return
        worker.kill()
        self.workers.discard(worker)
        task = asyncio.create_task(self.start())
        self.starting.add(task)
        task.add_done_callback(self.starting.discard)

    async def close(self) -> None:
        """Kill the processes, those that are starting included."""
        await asyncio.gather(*self.starting, return_exceptions=True)
        for worker in self.workers:
            worker.kill()


class Lanes:
    """The quick lane and the long one."""

    def __init__(self, processes: int) -> None:
        self.quick = Lane(processes, bounds.QUICK_WAITING)
        self.long = Lane(max(1, processes // 2), bounds.LONG_WAITING, bounds.NICE)
        self.slow: TTLCache[Hashable, bool] = TTLCache(bounds.MOST_SLOW, bounds.SLOW_FOR)

    async def run(self, task: Callable[..., Result], *arguments: object, key: Hashable = None) -> Result:
        """Return what a task returns; `key` stands for its request, where it may come again.

        Raises its errors, `BusyError` or `WorkTooLongError`.
        """
        if key is None or key not in self.slow:
            try:
                return await self.quick.run(self.share, task, *arguments)
            except TimeoutError:
                if key is not None:
                    self.slow[key] = True
        try:
            return await self.long.run(bounds.LONG, task, *arguments)
        except TimeoutError:
            raise WorkTooLongError(seconds=round(bounds.LONG)) from None

    def share(self) -> float:
        """Return the seconds of a request that begins in the quick lane now."""
        return bounds.QUICK_WHEN_FULL if self.long.full else bounds.QUICK

    @property
    def ready(self) -> bool:
        """Whether each lane has a process."""
        return bool(self.quick.workers and self.long.workers)


@asynccontextmanager
async def open_lanes(processes: int) -> AsyncIterator[Lanes]:
    """Start the processes, and kill them at the end."""
    lanes = Lanes(processes)
    try:
        yield lanes
    finally:
        await asyncio.gather(lanes.quick.close(), lanes.long.close())
