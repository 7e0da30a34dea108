"""How a request is bounded: it computes in another process, for a limited processor time (`mastermot.engine.bounded`).

Every request begins in the quick lane, whose processes give it `QUICK` seconds. One that needs more begins again in the
long lane, for `LONG` seconds, in processes that give way to all others; one that needs still more gets 422
(`WorkTooLongError`). Few requests may wait for the long lane: the next one gets 503 (`BusyError`), and so does one that
other programs leave too little of the processor, so that it takes `LONGEST` by the clock. However many heavy
requests come, quick ones soon find a process: while the long lane takes no more, the quick one gives each request
`QUICK_WHEN_FULL` only, and a request that was too much for it just before goes straight to the long one. The figures
are those of `mastermot.web.bounds`.

The processes come from a fork server that has loaded the dictionaries: a new one takes 12 ms. It loads them while the
service itself is loaded, if it is told to early.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from multiprocessing.context import BaseContext
from typing import TypeVar

from cachetools import TTLCache

from mastermot.engine import BoundedPool, OvertakenError, start_fork_server
from mastermot.web import bounds
from mastermot.web.errors import BusyError, WorkTooLongError

Result = TypeVar("Result")


def load_early() -> BaseContext:
    """Start the fork server, if it is not there yet; return the context of its processes."""
    return start_fork_server("mastermot.web.preload")


class Lanes:
    """The quick lane and the long one."""

    def __init__(self, processes: int) -> None:
        """Start the processes."""
        context = load_early()

        def start(number: int, most_waiting: int, nice: int = 0) -> BoundedPool:
            return BoundedPool(
                context,
                number,
                most_waiting=most_waiting,
                longest_wait=bounds.LONGEST_WAIT,
                longest=bounds.LONGEST,
                nice=nice,
            )

        self.quick = start(processes, bounds.QUICK_WAITING)
        self.long = start(max(1, processes // 2), bounds.LONG_WAITING, bounds.NICE)
        self.slow: TTLCache[Hashable, bool] = TTLCache(bounds.MOST_SLOW, bounds.SLOW_FOR)

    async def run(self, task: Callable[..., Result], *arguments: object, key: Hashable = None) -> Result:
        """Return what a task returns; `key` stands for its request, where it may come again.

        Raises its errors, `BusyError` or `WorkTooLongError`.
        """
        try:
            if key is None or key not in self.slow:
                try:
                    return await self.quick.run(self.share, task, *arguments)
                except TimeoutError:
                    if key is not None:
                        self.slow[key] = True
            return await self.long.run(bounds.LONG, task, *arguments)
        except TimeoutError:
            raise WorkTooLongError(seconds=round(bounds.LONG)) from None
        except (asyncio.QueueFull, OvertakenError, BrokenProcessPool):
            raise BusyError(seconds=bounds.RETRY_AFTER) from None

    def share(self) -> float:
        """Return the seconds of a request that begins in the quick lane now."""
        return bounds.QUICK_WHEN_FULL if self.long.full else bounds.QUICK

    @property
    def ready(self) -> bool:
        """Whether each lane has a process."""
        return bool(self.quick.processes and self.long.processes)


@asynccontextmanager
async def open_lanes(processes: int) -> AsyncIterator[Lanes]:
    """Start the processes, and kill them at the end."""
    lanes = Lanes(processes)
    try:
        yield lanes
    finally:
        await asyncio.gather(lanes.quick.close(), lanes.long.close())
