"""What an engine is, the engine of this process, and how work is given out in slices of time.

The words that this module uses in a sense of its own:

- a *worker*: a process, or a thread of a dask cluster, that does one task at a time;
- a *task*: a call of a function that an engine is given (`Engine.submit`);
- a *piece*: the smallest part of the work that `work_through` gives out. A task gets several pieces, works for a slice
  of time, and hands back the pieces that it did not do.

`SerialEngine` is ours because no executor of a library suits: the standard library has none for this process alone,
those of joblib and loky start processes, and dask's `SynchronousExecutor` needs dask and takes Ctrl-C for the result of
a task.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from types import TracebackType
from typing import Any, TypeVar

from mastermot.errors import N_

DIED = N_("it ended in the middle of its work")  #: Why a worker is lost: by kind, never in the words of a library.
WORKER_TRIES = 3  #: How often a task is begun, at most, if the workers that do it die.
PORTIONS = 8  #: The waiting work is cut into so many portions for each worker: small ones, so that all end together.
SLICE = 0.25  #: How many seconds a task works.
WATCH = 0.2  #: After so many seconds without a result, the engine checks whether it still has workers.

Value = TypeVar("Value")
State = TypeVar("State")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Engine(Executor):
    """An executor that knows how many workers it has, and keeps values in each of them."""

    patience: float  #: For how many seconds a caller should first work itself, since it takes time to start workers.

    @property
    def workers(self) -> int:
        """The number of workers: so many tasks are done at once."""
        return 1

    def share(self, value: Value) -> Value:
        """Return what to give to tasks in place of `value`. It is sent to each worker once; tasks may only read it."""
        return value

    def check(self) -> None:
        """Raise `WorkerLostError` if there is no worker any more; to be called after a time in which no task ended."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.shutdown(wait=True, cancel_futures=kind is not None)


class SerialEngine(Engine):
    """The engine of this process: a task is done as soon as it is submitted."""

    patience = float("inf")

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Call `function` with these arguments at once, and return a future that has its result or its error already.

        Ctrl-C does not become the error of the future: it interrupts the caller.
        """
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


def hand_over(result: Future[Any], done: Future[Any], error: BaseException | None = None) -> None:
    """Give the outcome of the future `done` to the future `result`, unless `result` has been cancelled.

    The outcome is the result of `done`, or its error. An `error` takes the place of this outcome; if `done` was
    cancelled, an `error` must be given.
    """
    error = error or done.exception()
    may_be_set = result.set_running_or_notify_cancel()  # False if it was cancelled; otherwise it no longer can be
    if not may_be_set:
        return
    if error is not None:
        result.set_exception(error)
    else:
        result.set_result(done.result())


def cancel_with(result: Future[Any], running: Future[Any]) -> None:
    """Cancel the future `running` when the future `result`, which waits for it, is cancelled."""

    def cancel(ended: Future[Any]) -> None:
        if ended.cancelled():
            running.cancel()

    result.add_done_callback(cancel)


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
    """Yield the results of ``advance(state, pieces, seconds)`` until all pieces of work are done.

    `advance` works for about so many `seconds`, and returns its result with the pieces that it did not do. `state` is
    what `advance` needs for every piece, such as a table: each worker gets it once, and may only read it.

    1. This process works alone for `patience` seconds (if None, for `Engine.patience`).
    2. The pieces left are given out to the workers, the largest first, by their `size` (`give_out`). Results then come
       in any order. Since workers take a second to start, this process works too until one of them has a result.

    With a `patience` of 0, this process never works itself. Raises `WorkerLostError`, and the errors of `advance`.
    """
    start = time.monotonic()
    alone = engine.patience if patience is None else patience
    while pieces and time.monotonic() - start < alone:
        result, pieces = advance(state, pieces, seconds)
        yield result
    if pieces:
        yield from give_out(engine, advance, state, list(pieces), size, seconds, helps=alone > 0)


def give_out(
    engine: Engine,
    advance: Callable[[State, list[Piece], float], tuple[Result, list[Piece]]],
    state: State,
    waiting: list[Piece],
    size: Callable[[Piece], int],
    seconds: float,
    helps: bool,
) -> Iterator[Result]:
    """Yield the results of the workers, for `work_through`, whose arguments these are.

    `waiting` has the pieces that no task has yet. Each worker has one task at a time; pieces that a task did not do are
    put back into `waiting`. If this process `helps`, it works too while pieces wait and no worker has had a result.
    """
    shared = engine.share(state)
    running: set[Future[tuple[Result, list[Piece]]]] = set()  # a task for each worker that is not idle
    workers_have_started = False
    try:
        while waiting or running:
            workers = engine.workers
            portions = PORTIONS * workers
            while waiting and len(running) < workers:
                portion = take_portion(waiting, size, portions)
                running.add(engine.submit(advance, shared, portion, seconds))

            works_here = helps and not workers_have_started and len(waiting) > 0
            patience = 0 if works_here else WATCH  # if this process works itself, it does not wait for the others
            done, running = wait(running, patience, return_when=FIRST_COMPLETED)
            results = [future.result() for future in done]
            if done:
                workers_have_started = True
            elif works_here:
                portion = take_portion(waiting, size, portions)
                results.append(advance(state, portion, seconds))
            else:
                engine.check()  # no task has ended: are there still workers?
            for result, not_done in results:
                waiting += not_done
                yield result
    finally:
        for future in running:
            future.cancel()


def take_pieces(waiting: list[Piece], seconds: float) -> Iterator[Piece]:
    """Take pieces out of the list `waiting`, the last first, and yield each of them until the `seconds` are over.

    At least one is yielded, if there is any. What stays in the list is for the caller to hand back.
    """
    end = time.monotonic() + seconds
    while waiting:
        yield waiting.pop()
        if time.monotonic() >= end:
            return


def take_portion(waiting: list[Piece], size: Callable[[Piece], int], portions: int) -> list[Piece]:
    """Take the largest pieces out of the list `waiting`, and return them, the largest first.

    `size` tells how much work a piece is. Pieces are taken until together they are more than one of so many equal
    `portions` of all the work, or until none is left. The work here is 16, so each of 4 portions is 4:

    >>> waiting = [1, 5, 1, 3, 6]
    >>> take_portion(waiting, size=int, portions=4), waiting
    ([6], [1, 1, 3, 5])
    """
    waiting.sort(key=size)
    missing = sum(map(size, waiting)) / portions  # how much of one portion is still to be taken
    taken: list[Piece] = []
    while waiting and missing >= 0:
        piece = waiting.pop()
        taken.append(piece)
        missing -= size(piece)
    return taken
