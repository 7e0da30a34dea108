"""The engine of several processes of this machine, on the standard library's `ProcessPoolExecutor`.

The library's pool ends when one of its processes dies. This engine then starts another pool and gives it the tasks
that were under way. Its processes ignore Ctrl-C from the start, and end at once, even in the midst of a task, when the
engine is shut down or the main process is killed.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext, suppress
from functools import cache, partial
from hashlib import sha256
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, cast

from mastermot.engine.engines import DIED, WORKER_TRIES, Engine, Value, cancel_with, hand_over
from mastermot.engine.errors import WorkerLostError
from mastermot.engine.interrupts import hold_interrupts
from mastermot.errors import N_, Reason

TRIAL = "mastermot trial"  #: The name of the process that is started first, to see whether processes can start.
WHY_NO_GUARD = N_(
    "processes import the script that starts them: put its work under if __name__ == {main}, which they skip"
)


class ProcessEngine(Engine):
    """Several processes of this machine, started when the first task comes, and started again when one dies.

    Each process holds one end of a pipe, its lifeline: when the other end is closed, it ends at once.
    """

    patience = 1.0
    workers = 1

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._lock = threading.RLock()  #: Held while processes are started, given a call or given up.
        self._shared: dict[str, bytes] = {}  #: The pickles of shared values, by their checksums.
        self._pool: ProcessPoolExecutor | None = None  #: The processes; None before they start, and after they end.
        self._lifeline: Connection | None = None  #: Our end of the pipe of these processes.
        self._closed = False  #: Whether the engine is shut down.
        self._dropped = False  #: Whether it was shut down at once, and its tasks given up.

    def share(self, value: Value) -> Value:
        """Return what to give to tasks in place of `value`: a `StandIn`, which becomes the value in a process.

        Processes get the shared values when they start. If this value is new, the call waits until the tasks under way
        are done, and ends the processes. The next task starts others, which have the value.
        """
        content = pickle.dumps(value)
        key = sha256(content).hexdigest()
        with self._lock:
            if key not in self._shared:
                self._stop(drop=False)
                self._shared[key] = content
        return cast("Value", StandIn(key))

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return the future of a call of `function`, with these arguments, in one of the processes.

        Its outcome is what the function returns or raises. If the process dies, the call is made again, `WORKER_TRIES`
        times in all; if it dies each time, or cannot be started again, the outcome is `WorkerLostError`. Raises
        `RuntimeError` after the shutdown, and `WorkerLostError` if processes cannot start (`try_process`).
        """
        result: Future[Any] = Future()
        self._send(result, partial(function, *arguments, **named), WORKER_TRIES)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: with `cancel_futures` at once, otherwise when their tasks are done.

        With `wait`, it returns when they have ended.
        """
        with self._lock:
            self._closed = True
            if cancel_futures:
                self._dropped = True
        self._stop(drop=cancel_futures, wait=wait)

    def _send(self, result: Future[Any], call: Callable[[], Any], tries: int) -> None:
        """Have a process make a call, and its outcome passed on to `result`. Raises RuntimeError after the shutdown.

        Processes are started if there are none: at the first call, or after the death of one ended the others. If
        processes die of this call, it is sent again: `tries` times at most, this time included.
        """
        with self._lock, block_interrupts():
            if self._closed:
                raise RuntimeError("the engine is shut down")
            pool = self._pool or self._start()  # no pool: none was started yet, or the last one is broken
            try:
                running = pool.submit(_run, call)
            except BrokenProcessPool:  # one of its processes has died since the last call
                pool = self._start()
                running = pool.submit(_run, call)
        running.add_done_callback(lambda done: self._receive(result, call, tries, pool, done))
        cancel_with(result, running)

    def _receive(
        self, result: Future[Any], call: Callable[[], Any], tries: int, pool: ProcessPoolExecutor, done: Future[Any]
    ) -> None:
        """Pass the outcome of a call on to its `result`; or send the call again, if its process died.

        `pool` ran the call, and `done` is its future there. If the call was cancelled, or given up when the engine was
        shut down at once, the result is cancelled. If its process died and it is not sent again, the result is
        `WorkerLostError`. The call may be sent `tries` times, the time that is over included.
        """
        was_cancelled = done.cancelled()
        process_died = not was_cancelled and isinstance(done.exception(), BrokenProcessPool)
        may_try_again = tries > 1 and not result.cancelled()
        if process_died and may_try_again:
            with suppress(RuntimeError, OSError):  # shut down meanwhile, or no process can be started any more
                self._forget(pool)
                self._send(result, call, tries - 1)
                return
        if was_cancelled or (process_died and self._dropped):
            result.cancel()
        elif process_died:
            hand_over(result, done, WorkerLostError(reason=Reason(DIED)))
        else:
            hand_over(result, done)

    def _forget(self, broken: ProcessPoolExecutor) -> None:
        """Have the next call start new processes, since one of the pool `broken` has died.

        If another call has started some meanwhile, they stay. The broken pool is not shut down: it ends by itself, and
        holds its lock meanwhile (CPython 3.12).
        """
        with self._lock:
            if self._pool is broken:
                self._pool = None

    def _start(self) -> ProcessPoolExecutor:
        """Start the processes, with the shared values and a pipe whose closing ends them, and return their pool.

        Raises `WorkerLostError` if they cannot start (`try_process`).
        """
        try_process()
        context = multiprocessing.get_context("spawn")
        their_end, self._lifeline = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.workers, context, _begin, (their_end, self._shared))
        return self._pool

    def _stop(self, *, drop: bool, wait: bool = True) -> None:
        """End the processes, if there are any: with `drop` at once, otherwise when their tasks are done.

        With `wait`, it returns when they have ended. The next task starts new ones, unless the engine is shut down.
        """
        with self._lock:
            pool = self._pool
            lifeline = self._lifeline
            self._pool = None
        if pool is None or lifeline is None:
            return
        # to end processes at once is quick, and is not interrupted; to wait for tasks may take long: Ctrl-C ends that
        with block_interrupts() if drop else nullcontext():
            if drop:
                lifeline.close()  # by this the processes end, even in the midst of a task
            # one call for both: after a call without `wait`, a second one with it would not wait either
            pool.shutdown(wait=wait, cancel_futures=drop)
        if wait:  # without waiting, it stays open, since tasks may be under way
            lifeline.close()


@cache  # one that ended well is not tried again
def try_process() -> None:
    """Raise `WorkerLostError` if the script that runs lacks ``if __name__ == "__main__"``: a pool would hang.

    A new process first imports the script. Without this line it does the script's work while it imports it, and so
    comes to this function too, to start processes of its own. To find this out, one process is started for a trial,
    with nothing to do. If it comes to this function, it ends itself with an error; otherwise it ends well.
    """
    no_guard = WorkerLostError(reason=Reason(WHY_NO_GUARD, main='"__main__"'))
    this_process = multiprocessing.current_process()
    # by this attribute multiprocessing itself tells that a new process is still importing the script
    imports_script = getattr(this_process, "_inheriting", False)
    if imports_script and this_process.name == TRIAL:
        sys.exit(1)  # the process that started the trial sees it, and raises the error
    if imports_script:  # a process that the script started by itself
        raise no_guard
    trial = multiprocessing.get_context("spawn").Process(target=int, name=TRIAL)
    trial.start()
    trial.join()
    if trial.exitcode != 0:
        raise no_guard


class StandIn(NamedTuple):
    """Stands for a shared value in a task. When a process unpickles it, it becomes the value itself."""

    key: str

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return _fetch, (self.key,)


_contents: dict[str, bytes] = {}  #: In a worker process: the shared values that it was started with.


def _begin(lifeline: Connection, shared: dict[str, bytes]) -> None:
    """Make a new process a worker: it ignores Ctrl-C, keeps the values `shared`, and ends when the lifeline closes.

    `shared` has the pickles of these values, by their checksums (see `_fetch`).
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _contents.update(shared)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


_state = threading.Lock()  #: In a worker process: held while one of the next two variables is read or changed.
_working = False  #: Whether a task is under way.
_ending = False  #: Whether the lifeline is closed.


def _run(call: Callable[[], Any]) -> Any:
    """Return the result of a task, in a worker process; end the process if the lifeline is closed."""
    global _working
    with _state:
        if _ending:
            os._exit(0)
        _working = True
    try:
        return call()
    finally:
        with _state:
            _working = False


def _end_with(lifeline: Connection) -> None:
    """Wait in a thread of a worker process until the lifeline closes, and end the process: at once if it does a task.

    Between tasks it may be sending a result, and must not die in the middle of that: the pool would wait for the rest
    for ever. It then ends by itself, since the pool, which is being shut down, tells it to. If the main process was
    killed, no pool does: it ends here, once that process has ended.
    """
    global _ending
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()  # nothing is ever sent: it returns when the other end is closed
    with _state:
        _ending = True
        if _working:
            os._exit(0)
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


@cache
def _fetch(key: str) -> Any:
    return pickle.loads(_contents[key])


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block; processes started within it block it from the start.

    Ctrl-C may also reach another thread, and would then interrupt the main thread: this too waits until after the
    block. On Windows, where signals cannot be blocked, nothing is held back.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # multiprocessing's tracker starts with the first process; within the block that would let Ctrl-C through again
    # (CPython 3.11), so it is started now
    resource_tracker.ensure_running()
    with hold_interrupts():
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
