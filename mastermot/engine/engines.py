"""What an engine is, the engine of this process, and how work is shared in slices of time: what a task did not reach
it hands back, for others to do.

`SerialEngine` is ours because those at hand do not fit: the standard library has none, joblib's and loky's start
processes, and dask's `SynchronousExecutor` needs dask and keeps Ctrl-C for itself, as the result of a task.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from types import TracebackType
from typing import Any, TypeVar

from mastermot.errors import N_

DIED = N_("it ended in the midst of its work")  #: Why a worker is lost: by kind, never in the words of a library.
WORKER_TRIES = 3  #: How often a task is begun, at most, when the workers that do it die.
SHARES = 8  #: Tasks made, for each worker, of the work that waits: small enough for all to end together.
SLICE = 0.25  #: Seconds of work in one task.
WATCH = 0.2  #: Seconds without a result after which the engine is asked for its workers.

Value = TypeVar("Value")
State = TypeVar("State")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Engine(Executor):
    """An executor that knows the number of its workers, and keeps values at hand in each of them."""

    patience: float  #: Seconds that a caller does well to work alone first: starting processes takes part of a second.

    @property
    def workers(self) -> int:
        """How many tasks are done at once."""
        return 1

    def share(self, value: Value) -> Value:
        """Return what stands for `value` among the arguments of tasks, sent to each worker once; tasks only read it."""
        return value

    def check(self) -> None:
        """Raise `WorkerLostError` when no worker is left to end the tasks; called while no task ends."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.shutdown(wait=True, cancel_futures=kind is not None)


class SerialEngine(Engine):
    """The engine of this process: a task is done as soon as it is submitted."""

    patience = float("inf")

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return the future of a call, made now. Ctrl-C is not the call's result: it goes up."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


def hand_over(result: Future[Any], done: Future[Any], error: BaseException | None = None) -> None:
    """Give `result` what `done` has, or an error instead, unless nobody wants it any more."""
    error = error or done.exception()
    if not result.set_running_or_notify_cancel():
        return
    if error is not None:
        result.set_exception(error)
    else:
        result.set_result(done.result())


def cancel_with(result: Future[Any], running: Future[Any]) -> None:
    """Cancel `running` when `result`, which it is for, is cancelled."""
    result.add_done_callback(lambda ended: ended.cancelled() and running.cancel())


def work_through(
    engine: Engine,
    advance: Callable[[State, list[Piece], float], tuple[Result, list[Piece]]],
    state: State,
    pieces: list[Piece],
    size: Callable[[Piece], int],
    *,
    patience: float | None = None,
    seconds: float = SLICE,
) -> Iterator[Result]:
    """Yield what ``advance(state, pieces, seconds)`` gives, until it has handed back no piece.

    `advance` works about so many `seconds`, and returns its result with the pieces that are left. After `patience`
    seconds of work in this process (the engine's own by default) the pieces are shared out, the largest first, by
    `size`; results then come in any order. Workers take a second to start: this process works on until the first of
    them answers. Raises `WorkerLostError`, and what `advance` raises.
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
    starting = alone > 0
    running: set[Future[tuple[Result, list[Piece]]]] = set()
    try:
        while waiting or running:
            workers = engine.workers
            shares = SHARES * workers
            while waiting and len(running) < workers:
                running.add(engine.submit(advance, shared, take_share(waiting, size, shares), seconds))
            starting = starting and bool(waiting)
            done, running = wait(running, 0 if starting else WATCH, return_when=FIRST_COMPLETED)
            results = [future.result() for future in done]
            if starting and not done:
                results.append(advance(state, take_share(waiting, size, shares), seconds))
            elif not done:
                engine.check()
            starting = starting and not done
            for result, remaining in results:
                waiting += remaining
                yield result
    finally:
        for future in running:
            future.cancel()


def take_pieces(waiting: list[Piece], seconds: float) -> Iterator[Piece]:
    """Yield pieces, the last first, and take them out of the list, until so many seconds are over: at least one."""
    end = time.monotonic() + seconds
    while waiting:
        yield waiting.pop()
        if time.monotonic() >= end:
            return


def take_share(waiting: list[Piece], size: Callable[[Piece], int], shares: int) -> list[Piece]:
    """Take out the largest pieces that hold about one share of all the work that waits, and return them."""
    waiting.sort(key=size)
    remaining = sum(map(size, waiting)) / shares
    taken: list[Piece] = []
    while waiting and remaining >= 0:
        taken.append(waiting.pop())
        remaining -= size(taken[-1])
    return taken
