"""What can go wrong with the workers that do the work."""

from mastermot.errors import N_, LimitError, Reason, UseError


class JobsRangeError(UseError):
    code = "jobs-range"
    title = N_("too few processes")
    message = N_("work cannot run in {jobs:processes}")
    advice = N_("Ask for one process or more.")
    jobs: int


class WorkerLostError(LimitError):
    code = "worker-lost"
    message = N_("a worker process was lost ({reason})")
    advice = N_("Run it again; the games that were kept are not played again.")
    command_advice = N_("Run the command again, with --jobs 1 if it happens again; what was written is kept.")
    reason: Reason


class ClusterLibraryError(UseError):
    code = "cluster-library"
    message = N_("a dask cluster needs the package distributed, which is not installed")
    advice = N_("Install it: python3 -m pip install 'mastermot[cluster]'.")


class SchedulerError(UseError):
    code = "scheduler"
    message = N_("no dask cluster can be used at “{address}” ({reason})")
    advice = N_("Start one with dask scheduler and dask worker, and give the address that the scheduler prints.")
    address: str
    reason: Reason
