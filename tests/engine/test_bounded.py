"""Processes that give each task a bounded processor time, whatever the task does."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool

import pytest

from mastermot.engine import BoundedPool, OvertakenError
from tests.support import PATIENCE

CONTEXT = multiprocessing.get_context("forkserver")


def with_pool(
    test: Callable[[BoundedPool], Awaitable[None]],
    *,
    processes: int = 1,
    most_waiting: int = 100,
    longest_wait: float = 60,
    longest: float = 60,
) -> None:
    """Run a test with a pool of its own."""

    async def main() -> None:
        pool = BoundedPool(
            CONTEXT, processes, most_waiting=most_waiting, longest_wait=longest_wait, longest=longest, nice=1
        )
        try:
            await asyncio.wait_for(test(pool), PATIENCE)
        finally:
            await pool.close()

    asyncio.run(main())


def count_for_ever() -> None:
    """Never end, in Python."""
    number = 0
    while True:
        number += 1


def refuse() -> None:
    """Fail."""
    raise LookupError("nothing here")


def test_a_task_gives_its_result_or_its_error() -> None:
    async def test(pool: BoundedPool) -> None:
        assert await pool.run(1, len, "task") == 4
        assert await pool.run(lambda: 1.0, os.getpid) != os.getpid()
        with pytest.raises(LookupError, match="nothing here"):
            await pool.run(1, refuse)

    with_pool(test)


def test_a_task_that_uses_up_its_time_does_not_cost_its_process() -> None:
    """Starting a process takes longer than many a task may."""

    async def test(pool: BoundedPool) -> None:
        before = await pool.run(1, os.getpid)
        with pytest.raises(TimeoutError):
            await pool.run(0.05, count_for_ever)
        assert await pool.run(1, os.getpid) == before

    with_pool(test)


def test_a_compiled_loop_is_ended_with_its_process() -> None:
    async def test(pool: BoundedPool) -> None:
        before = await pool.run(1, os.getpid)
        with pytest.raises(TimeoutError):
            await pool.run(0.05, sum, range(10**12))
        assert await pool.run(1, os.getpid) != before

    with_pool(test)


def test_a_task_that_only_waits_is_ended_by_the_clock() -> None:
    async def test(pool: BoundedPool) -> None:
        with pytest.raises(OvertakenError):
            await pool.run(60, time.sleep, 3600)
        assert await pool.run(1, len, "free again") == 10

    with_pool(test, longest=0.2)


def test_more_than_may_wait_are_refused_at_once() -> None:
    async def test(pool: BoundedPool) -> None:
        await pool.run(1, len, "the process is there")
        tasks = [asyncio.create_task(pool.run(60, time.sleep, 3600)) for _ in range(3)]
        while not pool.full:
            await asyncio.sleep(0)
        with pytest.raises(asyncio.QueueFull):
            await pool.run(1, len, "one more")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not pool.full
        assert await pool.run(1, len, "free again") == 10

    with_pool(test, most_waiting=2)


def test_who_waits_too_long_is_refused() -> None:
    async def test(pool: BoundedPool) -> None:
        busy = asyncio.create_task(pool.run(60, time.sleep, 3600))
        await asyncio.sleep(0)
        with pytest.raises(asyncio.QueueFull):
            await pool.run(60, len, "")
        busy.cancel()

    with_pool(test, longest_wait=0.5)


def test_a_process_that_dies_is_replaced_and_its_task_begins_again() -> None:
    async def test(pool: BoundedPool) -> None:
        first = await pool.run(1, os.getpid)
        os.kill(first, signal.SIGKILL)
        assert await pool.run(1, os.getpid) != first
        with pytest.raises(BrokenProcessPool):
            await pool.run(1, os._exit, 1)
        assert await pool.run(1, len, "again") == 5

    with_pool(test)
