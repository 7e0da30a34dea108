"""The engine of several processes of this machine, on the standard library's `ProcessPoolExecutor`.

The library's pool ends when one of its processes dies. This engine then starts another pool and gives it the tasks
that were under way. The processes ignore Ctrl-C from the start. When the engine is shut down or the main process is
killed, they end at once, even in the midst of a task.
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

TRIAL = "mastermot trial"  #: The name of the process that is started first, to try whether processes can start.
WHY_NO_GUARD = N_(
    "processes import the script that starts them: put its work under if __name__ == {main}, which they skip"
)


class ProcessEngine(Engine):
    """Several processes of this machine. They are started when the first task comes; when one dies, all are replaced.

    Each process holds one end of a pipe, its lifeline: when the other end is closed, the process ends at once.
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
        self._dropped = False  #: Whether the engine is shut down at once, and its tasks are given up.

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

        The outcome of the future is what the function returns or raises. If the process dies, the call is made again
        in another, `WORKER_TRIES` times in all. If the process dies each time, or no other can be started, the outcome
        is `WorkerLostError`. Raises `RuntimeError` after the shutdown, and `WorkerLostError` if processes cannot start
        (`try_process`).
        """
        result: Future[Any] = Future()
        self._send(result, partial(function, *arguments, **named), WORKER_TRIES)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: with `cancel_futures` at once, otherwise when their tasks are done.

        With `wait`, it returns when the processes have ended.
        """
        with self._lock:
            self._closed = True
            if cancel_futures:
                self._dropped = True
        self._stop(drop=cancel_futures, wait=wait)

    def _send(self, result: Future[Any], call: Callable[[], Any], tries: int) -> None:
        """Send a call to one of the processes, and have its outcome passed on to `result` (`_receive`).

        If there is no pool of processes, one is started: before the first call there is none, and a pool ends when one
        of its processes dies. If the process of this call dies, the call is sent again: `tries` times at most, this
        time included. Raises `RuntimeError` after the shutdown, and `WorkerLostError` if processes cannot start.
        """
        with self._lock, block_interrupts():
            if self._closed:
                raise RuntimeError("the engine is shut down")
            pool = self._pool or self._start()  # no pool: none was started yet, or the last one is broken
            try:
                running = pool.submit(_run, call)
            except BrokenProcessPool:  # a process of the pool has died since the last call
                pool = self._start()
                running = pool.submit(_run, call)
        running.add_done_callback(lambda done: self._receive(result, call, tries, pool, done))
        cancel_with(result, running)

    def _receive(
        self, result: Future[Any], call: Callable[[], Any], tries: int, pool: ProcessPoolExecutor, done: Future[Any]
    ) -> None:
        """Pass the outcome of a call on to its `result`; or send the call again, if its process died.

        `pool` ran the call, and `done` is its future there. The call may be sent `tries` times in all, this time
        included. If its process died and it is not sent again, the outcome is `WorkerLostError`. If the call was
        cancelled, or given up as the engine was shut down at once, `result` is cancelled.
        """
        was_cancelled = done.cancelled()
        process_died = not was_cancelled and isinstance(done.exception(), BrokenProcessPool)
        may_try_again = tries > 1 and not result.cancelled()
        if process_died and may_try_again:
            # these errors come if the engine was shut down meanwhile, or if no process can be started any more
            with suppress(RuntimeError, OSError):
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
        """Have the next call start another pool, since a process of the pool `broken` has died.

        If another call has started a new pool meanwhile, that pool stays. The broken pool is not shut down here: it
        ends by itself, and meanwhile holds a lock for which `ProcessPoolExecutor.shutdown` would wait (CPython 3.12).
        """
        with self._lock:
            if self._pool is broken:
                self._pool = None

    def _start(self) -> ProcessPoolExecutor:
        """Return a new pool of processes, which have the shared values and the other end of the lifeline.

        Raises `WorkerLostError` if they cannot start (`try_process`).
        """
        try_process()
        context = multiprocessing.get_context("spawn")
        their_end, self._lifeline = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.workers, context, _begin, (their_end, self._shared))
        return self._pool

    def _stop(self, *, drop: bool, wait: bool = True) -> None:
        """End the processes, if there are any: with `drop` at once, otherwise when their tasks are done.

        With `wait`, it returns when the processes have ended. Unless the engine is shut down, the next task starts new
        processes.
        """
        with self._lock:
            pool = self._pool
            lifeline = self._lifeline
            self._pool = None
        if pool is None or lifeline is None:
            return
        # with `drop` the processes end quickly, so Ctrl-C is held back; without `drop` tasks may take long, and Ctrl-C
        # may end the wait for them
        with block_interrupts() if drop else nullcontext():
            if drop:
                lifeline.close()  # this ends the processes, even in the midst of a task
            # called only once: after a call without `wait`, a second call with `wait` would not wait either
            pool.shutdown(wait=wait, cancel_futures=drop)
        if wait:  # without `wait` the lifeline stays open, since tasks may be under way
            lifeline.close()


@cache  # after a trial that ended well, there is no other; an error is not kept
def try_process() -> None:
    """Raise `WorkerLostError` if the script that runs lacks ``if __name__ == "__main__"``: a pool would hang.

    A new process first imports the script. If the script lacks this line, the process does the work of the script as it
    imports it, and so calls this function too, to start processes of its own. To find this out, one process is started
    for a trial, with nothing to do. If the trial process calls this function, it ends itself with an error; otherwise
    it ends well.
    """
    no_guard = WorkerLostError(reason=Reason(WHY_NO_GUARD, main='"__main__"'))
    this_process = multiprocessing.current_process()
    # multiprocessing itself uses this attribute to tell that a new process is still importing the script
    imports_script = getattr(this_process, "_inheriting", False)
    if imports_script and this_process.name == TRIAL:
        sys.exit(1)  # the process that started the trial sees it, and raises the error
    if imports_script:  # in a process that the script itself started
        raise no_guard
    trial = multiprocessing.get_context("spawn").Process(target=int, name=TRIAL)
    trial.start()
    trial.join()
    if trial.exitcode != 0:
        raise no_guard


class StandIn(NamedTuple):
    """Stands for a shared value in a task. A process that unpickles a stand-in gets the value itself."""

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


_state = threading.Lock()  #: In a worker process: held while `_working` or `_ending` is read or changed.
_working = False  #: Whether a task is under way.
_ending = False  #: Whether the lifeline is closed.


def _run(call: Callable[[], Any]) -> Any:
    """Return the result of a task, in a worker process; if the lifeline is closed, end the process instead."""
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

    Between tasks, the process may be sending a result, and must not die before all of it is sent: the pool would wait
    for the rest for ever. So this thread does not end the process: the pool, which is being shut down, tells it to end.
    If the main process was killed, there is no such pool: then this thread ends the process, once the main process has
    ended.
    """
    global _ending
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()  # nothing is ever sent: this waits until the other end is closed, and raises
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
    """Hold Ctrl-C back until the end of the block; processes that are started within the block do not get it either.

    The signal is blocked in this thread, and new processes begin with it blocked. Ctrl-C may still reach another
    thread, and would then interrupt the main thread: so it is held back there too (`hold_interrupts`). On Windows,
    where signals cannot be blocked, nothing is held back.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # multiprocessing's tracker starts with the first process. Its start would let Ctrl-C through again within the block
    # (CPython 3.11), so it is started before the block
    resource_tracker.ensure_running()
    with hold_interrupts():
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
