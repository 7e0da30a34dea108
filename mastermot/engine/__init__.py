"""Where work runs: in this process, in several processes, or on a dask cluster. The results are the same everywhere.

An `Engine` is a `concurrent.futures.Executor` that knows how many tasks its workers do at once, and keeps values at
hand in every worker (`Engine.share`). A task that was under way in a worker that died is given to another one; when
that does not help, an error says so. `work_through` shares out work whose tasks hand back what they did not reach.
"""

import os

from mastermot.engine.engines import SLICE, Engine, SerialEngine, take_pieces, work_through
from mastermot.engine.errors import ClusterLibraryError, JobsRangeError, SchedulerError, WorkerLostError

__all__ = ["MAX_JOBS", "SLICE", "ClusterLibraryError", "Engine", "JobsRangeError", "SchedulerError", "SerialEngine"]
__all__ += ["WorkerLostError", "open_engine", "take_pieces", "usual_jobs", "work_through"]

MAX_JOBS = 4  #: Processes used when nothing is asked for, at most: each has its own tables in memory.


def usual_jobs() -> int:
    """Return the number of processes that suits the machine: its processors that we may use, `MAX_JOBS` at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MAX_JOBS)


def open_engine(jobs: int = 1, scheduler: str | None = None) -> Engine:
    """Return an engine, for ``with``: of a scheduler, of processes, or this process for 1 job. Raises its errors."""
    if scheduler is not None:
        from mastermot.engine.cluster import ClusterEngine

        return ClusterEngine(scheduler)
    if jobs < 1:
        raise JobsRangeError(jobs=jobs)
    if jobs == 1:
        return SerialEngine()
    from mastermot.engine.processes import ProcessEngine

    return ProcessEngine(jobs)
