"""The engine of a dask cluster. The package `distributed` is only loaded when a cluster is used."""

import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures import wait as wait_for
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, cast

from mastermot.engine.engines import DIED, Engine, Value, cancel_with, hand_over
from mastermot.engine.errors import ClusterLibraryError, SchedulerError, WorkerLostError
from mastermot.errors import N_, Reason

CONNECTING = 10.0  #: How many seconds to wait for a dask scheduler, and then for its first worker.
ABSENT = 30.0  #: The most seconds that a cluster may be without workers, or without its scheduler.

NO_ANSWER = N_("no scheduler answers there")
NO_ADDRESS = N_("it is not an address such as tcp://10.0.0.5:8786")
NO_WORKER = N_("the cluster has had no worker for {seconds:seconds}")
NO_SCHEDULER = N_("the scheduler no longer answers")


class ClusterEngine(Engine):
    """The workers of a running dask scheduler, which may come and go; mastermot must be installed where they run."""

    patience = 0.0

    def __init__(self, address: str, *, absent: float = ABSENT, connecting: float = CONNECTING) -> None:
        """Connect to the scheduler at an address, such as ``tcp://10.0.0.5:8786``, and wait for its first worker.

        The scheduler may take `connecting` seconds to answer, and then its first worker as many to come. Later, the
        cluster may be without workers, or without its scheduler, for `absent` seconds (`check`).

        Raises `ClusterLibraryError` or `SchedulerError`.
        """
        self._client = _connect(address, connecting)
        try:
            self._client.wait_for_workers(1, timeout=connecting)
        except TimeoutError:
            self._client.close()
            reason = Reason(NO_WORKER, seconds=round(connecting))
            raise SchedulerError(address=address, reason=reason) from None
        self._executor = self._client.get_executor(pure=False)  # else dask would make equal calls only once
        self._shared: dict[str, Any] = {}  #: The dask futures of shared values, by their keys.
        self._pending: set[Future[Any]] = set()  #: The futures given out whose calls have not ended.
        self._absent = absent
        self._last_seen = time.monotonic()  #: When a worker was last known to be there.

    @property
    def workers(self) -> int:
        return max(1, self._count_threads())

    def _count_threads(self) -> int:
        """Return how many threads all workers have together: 0 if there is no worker, or no scheduler that says so."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except (OSError, AttributeError):  # a client that has given up its scheduler has no such attribute to ask
            return 0
        return sum(threads.values())

    def share(self, value: Value) -> Value:
        """Return a dask future of `value`. Give it to tasks in place of the value: dask gives them the value itself.

        The cluster makes the value from its pickle, and makes it again if the worker that has it is lost. Values with
        equal pickles have the same future. Raises `WorkerLostError` if the scheduler is gone.
        """
        content = pickle.dumps(value)
        key = f"mastermot-{sha256(content).hexdigest()}"
        if key not in self._shared:
            with _watching_scheduler():
                self._shared[key] = self._client.submit(pickle.loads, content, key=key)
        return cast("Value", self._shared[key])

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return the future of a call of `function`, with these arguments, on the cluster.

        It is a future of Python's own library. Its outcome is what the function returns or raises, or `WorkerLostError`
        if workers die of the call, or if the scheduler is lost before the call ends. If the scheduler is gone already,
        this method raises `WorkerLostError`.
        """
        from distributed import Future as DaskFuture

        # dask would look for futures in the lists and tuples among the arguments, and copy these lists and tuples. It
        # does not look into namespaces, so each argument is put into one: but not a shared value (`share`), which is a
        # future that dask is to find
        wrapped = [value if isinstance(value, DaskFuture) else SimpleNamespace(value=value) for value in arguments]
        call = SimpleNamespace(value=partial(function, **named))
        with _watching_scheduler():
            running = self._executor.submit(_unwrap_and_call, call, *wrapped)
        result: Future[Any] = Future()
        self._pending.add(result)
        result.add_done_callback(self._pending.discard)
        running.add_done_callback(lambda done: self._receive(result, done))
        cancel_with(result, running)
        return result

    def _receive(self, result: Future[Any], done: Future[Any]) -> None:
        """Pass the outcome of a call, which is in dask's future `done`, on to our `result`.

        Where dask's scheduler or workers are lost, the outcome is our `WorkerLostError`, with the reason.
        """
        from distributed.scheduler import KilledWorker

        self._last_seen = time.monotonic()  # a call that has ended shows that there was a worker
        error = None
        was_cancelled = done.cancelled() or isinstance(done.exception(), CancelledError)
        # dask cancels a call when it loses its scheduler; we cancel it with its `result`: then `hand_over` does nothing
        if was_cancelled:
            error = WorkerLostError(reason=Reason(NO_SCHEDULER))
        elif isinstance(done.exception(), KilledWorker):
            error = WorkerLostError(reason=Reason(DIED))
        hand_over(result, done, error)

    def check(self) -> None:
        """Raise `WorkerLostError` if the cluster has been without workers, or without its scheduler, for too long.

        Too long is more than the seconds `absent` of `__init__`. The error says whether the workers or the scheduler
        are missing.
        """
        has_scheduler = self._client.status == "running"
        has_workers = has_scheduler and self._count_threads() > 0
        if has_workers:
            self._last_seen = time.monotonic()
        if time.monotonic() - self._last_seen > self._absent:
            # the status is read again: the scheduler may have gone while the threads were counted
            has_scheduler = self._client.status == "running"
            no_worker = Reason(NO_WORKER, seconds=round(self._absent))
            raise WorkerLostError(reason=no_worker if has_scheduler else Reason(NO_SCHEDULER))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster once the tasks are done.

        Without `wait`, or with `cancel_futures`, the tasks are cancelled, and the cluster is left at once.
        """
        from distributed.client import ClosedClientError

        if wait and not cancel_futures:
            wait_for(list(self._pending))
        with suppress(ClosedClientError):  # a scheduler that is gone has nothing left to be cancelled
            self._executor.shutdown(wait=False)  # cancels the tasks that are not done
        self._client.close()


@contextmanager
def _watching_scheduler() -> Iterator[None]:
    """Raise `WorkerLostError` where the block raises dask's `ClosedClientError`.

    A client of dask closes when its scheduler is gone.
    """
    from distributed.client import ClosedClientError

    try:
        yield
    except ClosedClientError:
        raise WorkerLostError(reason=Reason(NO_SCHEDULER)) from None


def _connect(address: str, connecting: float) -> Any:
    """Return the client of the scheduler at an address; it may take `connecting` seconds to answer.

    Raises `ClusterLibraryError` if the package `distributed` is missing, and `SchedulerError` for an address that
    cannot be read, or where no scheduler answers.
    """
    try:
        import distributed
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise ClusterLibraryError from None
    connect: Any = distributed.Client
    try:
        # a client that is given an address which cannot be read is left half-made, and hangs when Python collects it
        resolve_address(address)
        return connect(address, timeout=connecting, set_as_default=False)
    except (OSError, ValueError, TypeError, OverflowError) as error:
        why = NO_ANSWER if isinstance(error, OSError) else NO_ADDRESS
        raise SchedulerError(address=address, reason=Reason(why)) from None


def _unwrap_and_call(function: SimpleNamespace, *arguments: Any) -> Any:
    """Return the result of a call, on the cluster.

    `submit` wrapped the function and its arguments, so that dask does not look for futures in them. Shared values were
    not wrapped: dask has put them in place of their futures.
    """
    values = [value.value if isinstance(value, SimpleNamespace) else value for value in arguments]
    return function.value(*values)
