"""Work shared between workers in slices of time: a task hands back what it did not reach, for others to do."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Generic, TypeVar

from mastermot.engine.base import Engine

SHARES = 8
"""Tasks made, for each worker, of the work that waits: small enough for all to end together."""
SLICE = 0.25
"""Seconds of work in one task."""
WATCH = 0.2
"""Seconds without a result after which the engine is asked for its workers, and the caller whether to go on."""

State = TypeVar("State")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


def work_through(
    engine: Engine,
    advance: Callable[[State, list[Piece], float], tuple[Result, list[Piece]]],
    state: State,
    pieces: list[Piece],
    size: Callable[[Piece], int],
    *,
    patience: float | None = None,
    seconds: float = SLICE,
    go_on: Callable[[], bool] = lambda: True,
) -> Iterator[Result]:
    """Yield what ``advance(state, pieces, seconds)`` gives, until it has handed back no piece or `go_on` says no.

    `advance` works about so many `seconds`, and returns its result with the pieces that are left. After `patience`
    seconds of work in this process (the engine's own by default) the pieces are shared out, the largest first, by
    `size`; results then come in any order. Workers take a second to start: where it had patience, this process works
    on until the first of them answers. Raises `WorkerLostError`, and what `advance` raises.
    """
    start = time.monotonic()
    alone = engine.patience if patience is None else patience
    while pieces and time.monotonic() - start < alone:
        result, pieces = advance(state, pieces, seconds)
        yield result
    if not pieces:
        return
    waiting = Waiting(pieces, size)
    shared = engine.share(state)
    running: set[Future[tuple[Result, list[Piece]]]] = set()
    starting = alone > 0
    try:
        while (waiting or running) and go_on():
            workers = engine.workers
            while waiting and len(running) < workers:
                running.add(engine.submit(advance, shared, waiting.take(SHARES * workers), seconds))
            if starting and waiting:
                result, left = advance(state, waiting.take(SHARES * workers), seconds)
                waiting.add(left)
                yield result
            done, running = wait(running, 0 if starting else WATCH, return_when=FIRST_COMPLETED)
            starting = starting and not done and bool(waiting)
            if not done and not starting:
                engine.check()
            for future in done:
                result, left = future.result()
                waiting.add(left)
                yield result
    finally:
        for future in running:
            future.cancel()


class Waiting(Generic[Piece]):
    """The pieces of work that wait, the largest first."""

    def __init__(self, pieces: list[Piece], size: Callable[[Piece], int]) -> None:
        """Take the pieces; `size` tells how large one is."""
        self._size = size
        self._heap: list[tuple[int, int, Piece]] = []
        self._count = 0
        self._total = 0
        self.add(pieces)

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, pieces: list[Piece]) -> None:
        """Add pieces."""
        for piece in pieces:
            size = self._size(piece)
            self._count += 1
            self._total += size
            heapq.heappush(self._heap, (-size, self._count, piece))

    def take(self, shares: int) -> list[Piece]:
        """Return pieces, taken out, that hold about one share of all the work that waits."""
        taken: list[Piece] = []
        size, wanted = 0, self._total / shares
        while self._heap and size <= wanted:
            negative, _count, piece = heapq.heappop(self._heap)
            taken.append(piece)
            size -= negative
        self._total -= size
        return taken
