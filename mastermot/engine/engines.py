"""What an engine is, the engine of this process, and how work is given out in slices of time.

A task hands back what it did not do in its slice of time, for others to do. `SerialEngine` is ours because no other
suits: the standard library has none, those of joblib and loky start processes, and dask's `SynchronousExecutor` needs
dask and takes Ctrl-C for the result of a task.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from types import TracebackType
from typing import Any, TypeVar

from mastermot.errors import N_

DIED = N_("it ended in the middle of its work")  #: Why a worker is lost: by kind, never in the words of a library.
WORKER_TRIES = 3  #: How often a task is begun, at most, if the workers that do it die.
PORTIONS = 8  #: Into how many tasks for each worker the waiting work is cut: small ones, so that all end together.
SLICE = 0.25  #: How many seconds a task works.
WATCH = 0.2  #: After so many seconds without a result, the engine checks whether it still has workers.

Value = TypeVar("Value")
State = TypeVar("State")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Engine(Executor):
    """An executor that knows how many workers it has, and keeps values in each of them."""

    patience: float  #: For how many seconds a caller should work alone first, since starting workers takes time.

    @property
    def workers(self) -> int:
        """How many tasks are done at once."""
        return 1

    def share(self, value: Value) -> Value:
        """Return what to give to tasks in place of `value`. It is sent to each worker once; tasks may only read it."""
        return value

    def check(self) -> None:
        """Raise `WorkerLostError` if there is no worker any more to do the tasks; called when no task has ended."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.shutdown(wait=True, cancel_futures=kind is not None)


class SerialEngine(Engine):
    """The engine of this process: a task is done as soon as it is submitted."""

    patience = float("inf")

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Call `function` with these arguments at once, and return a future that has its result or its error already.

        Ctrl-C is no such error: it is raised here, and interrupts the caller.
        """
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


def hand_over(result: Future[Any], done: Future[Any], error: BaseException | None = None) -> None:
    """Give the outcome of the future `done` to the future `result`, unless `result` has been cancelled.

    The outcome is its result or its error; an `error` given here takes its place. One must be given if `done` was
    cancelled.
    """
    error = error or done.exception()
    was_cancelled = not result.set_running_or_notify_cancel()
    if was_cancelled:
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
    what it needs for every piece, such as a table: each worker gets it once, and may only read it. First this process
    works alone, for `patience` seconds (by default as long as the engine says). Then the pieces are given out to the
    workers, the largest first, by their `size`; results then come in any order. Since workers take a second to start,
    this process works too (`helps`), until the first of them has a result. With a `patience` of 0 it never works
    itself. Raises `WorkerLostError`, and the errors of `advance`.
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

    `waiting` has the pieces that no task has yet. Each worker has one task at a time, and what a task did not do waits
    again. If this process `helps`, it works too, until the first of the workers has a result or no piece is waiting.
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
            patience = 0 if works_here else WATCH  # a process that works itself does not wait
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

    `size` tells how much work a piece is. All the work is thought of as cut into so many equal `portions`, and pieces
    are taken until they are more than one of these, or none is left. With 4 portions of 16, each is 4:

    >>> waiting = [1, 5, 1, 3, 6]
    >>> take_portion(waiting, size=int, portions=4), waiting
    ([6], [1, 1, 3, 5])
    """
    waiting.sort(key=size)
    remaining = sum(map(size, waiting)) / portions
    taken: list[Piece] = []
    while waiting and remaining >= 0:
        taken.append(waiting.pop())
        remaining -= size(taken[-1])
    return taken
