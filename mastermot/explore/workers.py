"""Several processes that walk one decision tree: each plays a position for a slice of time and hands back the rest.

A worker is a fresh process (nothing is inherited but what it is sent), tied to us by a pipe: it ends when the pipe
closes, so no worker outlives a main process that was killed.
"""

from __future__ import annotations

import heapq
import multiprocessing
import os
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from mastermot.explore.configurations import Configuration
from mastermot.explore.errors import WorkerLostError
from mastermot.explore.runs import Game, Node, Tree

MOST_JOBS = 4
"""Processes used when nothing is asked for, at most: each has its own tables in memory."""
SHARES = 8
"""Tasks made, for each process, of the work that waits: small enough for all to end together."""


def usual_jobs() -> int:
    """Return the number of processes that suits the machine: its processors that we may use, `MOST_JOBS` at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_JOBS)


def shared(configuration: Configuration, nodes: list[Node], jobs: int, seconds: float) -> Iterator[list[Game]]:
    """Yield the games below `nodes` as `jobs` processes end them, in batches. Raises `WorkerLostError`."""
    waiting = Waiting(nodes)
    workers = [Worker(configuration, seconds) for _number in range(jobs)]
    try:
        idle, busy = list(workers), dict[object, Worker]()
        while waiting or busy:
            while idle and waiting:
                worker = idle.pop()
                worker.pipe.send(waiting.share(SHARES * jobs))
                busy[worker.pipe] = worker
            for pipe in wait([worker.pipe for worker in busy.values()]):
                worker = busy.pop(pipe)
                games, left = worker.receive()
                waiting.add(left)
                idle.append(worker)
                yield games
    finally:
        for worker in workers:
            worker.stop()


class Waiting:
    """The positions that wait, those with the most candidates first."""

    def __init__(self, nodes: list[Node]) -> None:
        """Take the positions."""
        self._heap: list[tuple[int, int, Node]] = []
        self._count = 0
        self._candidates = 0
        self.add(nodes)

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, nodes: list[Node]) -> None:
        """Add positions."""
        for node in nodes:
            self._count += 1
            self._candidates += len(node.candidates)
            heapq.heappush(self._heap, (-len(node.candidates), self._count, node))

    def share(self, shares: int) -> list[Node]:
        """Return positions, taken out, that hold about one share of all the candidates that wait."""
        share: list[Node] = []
        size, wanted = 0, self._candidates / shares
        while self._heap and size <= wanted:
            _size, _count, node = heapq.heappop(self._heap)
            share.append(node)
            size += len(node.candidates)
        self._candidates -= size
        return share


class Worker:
    """A process that plays positions, and our end of its pipe."""

    def __init__(self, configuration: Configuration, seconds: float) -> None:
        """Start the process."""
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, configuration, seconds), daemon=True)
        self.process.start()
        theirs.close()

    def receive(self) -> tuple[list[Game], list[Node]]:
        """Return the games ended and the positions handed back. Raises `WorkerLostError` when the process is gone."""
        try:
            answer: Any = self.pipe.recv()
        except (EOFError, ConnectionError):
            raise WorkerLostError(reason=self._end()) from None
        if isinstance(answer, str):
            raise WorkerLostError(reason=answer)
        games, left = answer
        return games, left

    def _end(self) -> str:
        self.process.join(1)
        return f"exit {self.process.exitcode}"

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def work(pipe: Connection, configuration: Configuration, seconds: float) -> None:
    """Play the positions that come through `pipe` until it closes; the body of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        tree = Tree(configuration)
        while True:
            nodes: list[Node] = pipe.recv()
            games = tree.advance(nodes, seconds)
            pipe.send((games, nodes))
    except (EOFError, ConnectionError):
        return
    except Exception as error:
        pipe.send(f"{type(error).__name__}: {error}")
