"""Where work runs: in this process, in several processes, or on a dask cluster. The results are the same everywhere.

An `Engine` is a `concurrent.futures.Executor` that also knows how many tasks its workers do at once, and that keeps
values in every worker (`Engine.share`). If a worker dies, its task is given to another worker, and after a few such
deaths an error is raised. `work_through` gives pieces of work out to tasks; each task hands back the pieces that it did
not do in its time.
"""

import os

from mastermot.engine.engines import SLICE, Engine, SerialEngine, take_pieces, work_through
from mastermot.engine.errors import ClusterLibraryError, JobsRangeError, SchedulerError, WorkerLostError
from mastermot.errors import read_whole

__all__ = ["MAX_JOBS", "SLICE", "ClusterLibraryError", "Engine", "JobsRangeError", "SchedulerError", "SerialEngine"]
__all__ += ["WorkerLostError", "open_engine", "take_pieces", "usual_jobs", "work_through"]

MAX_JOBS = 4  #: The most processes used if no number is asked for: each process has its own tables in memory.


def usual_jobs() -> int:
    """Return how many processes suit the machine: one for each processor that we may use, at most `MAX_JOBS`.

    If the system does not say which processors we may use, all of them count.
    """
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_JOBS)
    return min(os.cpu_count() or 1, MAX_JOBS)  # the count is None if the system does not say it


def open_engine(jobs: int = 1, scheduler: str | None = None) -> Engine:
    """Return an engine, to be used in a ``with`` statement.

    With the address of a dask `scheduler`, it is the engine of this scheduler's cluster, and `jobs` is not read.
    Otherwise it is the engine of `jobs` processes, or if `jobs` is 1, of this process alone.

    Raises `JobsRangeError` if `jobs` is less than 1, and `WrongKindError` if it is no whole number; with a `scheduler`,
    `ClusterLibraryError` or `SchedulerError`.
    """
    if scheduler is not None:
        from mastermot.engine.cluster import ClusterEngine

        return ClusterEngine(scheduler)
    if isinstance(jobs, int) and jobs < 1:  # an error of its own, whose advice is about processes
        raise JobsRangeError(jobs=jobs)
    jobs = read_whole("jobs", jobs, 1)
    if jobs == 1:
        return SerialEngine()
    from mastermot.engine.processes import ProcessEngine

    return ProcessEngine(jobs)
