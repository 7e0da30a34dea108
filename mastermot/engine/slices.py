"""Work shared between workers in slices of time: a task hands back what it did not reach, for others to do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TypeVar

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
    waiting = list(pieces)
    shared = engine.share(state)
    running: set[Future[tuple[Result, list[Piece]]]] = set()
    starting = alone > 0
    try:
        while (waiting or running) and go_on():
            workers = engine.workers
            while waiting and len(running) < workers:
                running.add(engine.submit(advance, shared, take_share(waiting, size, SHARES * workers), seconds))
            if starting and waiting:
                result, left = advance(state, take_share(waiting, size, SHARES * workers), seconds)
                waiting += left
                yield result
            done, running = wait(running, 0 if starting else WATCH, return_when=FIRST_COMPLETED)
            starting = starting and not done and bool(waiting)
            if not done and not starting:
                engine.check()
            for future in done:
                result, left = future.result()
                waiting += left
                yield result
    finally:
        for future in running:
            future.cancel()


def take_share(waiting: list[Piece], size: Callable[[Piece], int], shares: int) -> list[Piece]:
    """Take out the largest pieces that hold about one share of all the work that waits, and return them."""
    waiting.sort(key=size)
    left = sum(map(size, waiting)) / shares
    taken: list[Piece] = []
    while waiting and left >= 0:
        taken.append(waiting.pop())
        left -= size(taken[-1])
    return taken
