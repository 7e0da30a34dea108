"""What an engine is, and the engine of this process.

`SerialEngine` is ours because those at hand do not fit: the standard library has none, joblib's and loky's start
processes, and dask's `SynchronousExecutor` needs dask and keeps Ctrl-C for itself, as the result of a task.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from types import TracebackType
from typing import Any, TypeVar

TRIES = 3
"""How often a task is begun, at most, when the workers that do it die."""

Value = TypeVar("Value")


class Engine(Executor):
    """An executor that knows the number of its workers, and keeps values at hand in each of them."""

    patience: float
    """Seconds that a caller does well to work alone first: starting processes takes part of a second."""

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
        """Wait for the tasks, or after an error drop them."""
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
