"""Errors on the command line: the exit statuses, and errors that only commands can have."""

from mastermot.errors import N_, Fault, LimitError, MastermotError, Reason, UseError
from mastermot.texts import _

EXIT_DONE = 0
EXIT_NO_SOLUTION = 1
EXIT_UNEXPECTED = 70
EXIT_INTERRUPTED = 130  #: As a shell reports a program ended by Ctrl-C: 128 plus the signal's number.
EXIT_PIPE_CLOSED = 141  #: The same for a closed pipe, as in ``mastermot words fr | head -1``.
STATUSES = {Fault.NO_SOLUTION: EXIT_NO_SOLUTION, Fault.USE: 2, Fault.INPUT: 3, Fault.LIMIT: 4}
"""The exit status after an error, by its fault."""


def describe(error: MastermotError) -> str:
    return error.describe(_, error.command_advice or error.advice)


def describe_advice(error: MastermotError) -> str:
    return error.describe_advice(_, error.command_advice or error.advice)


class OutputsSameError(UseError):
    code = "outputs-same"
    message = N_("two results would be written to the same place: {place}")
    advice = N_("Choose another file for one of them.")
    place: str


class NotEnoughError(LimitError):
    code = "not-enough"
    title = N_("the machine has run out of resources")
    message = N_("{reason}")
    advice = N_("Close other programs, ask for less, or use --jobs 1 if the command has it.")
    reason: Reason


class OutputUnwritableError(MastermotError):
    code = "output-unwritable"
    message = N_("cannot write to standard output ({reason})")
    advice = N_("Check the disk, or where the output goes.")
    reason: str | Reason


class StatisticsError(MastermotError):
    code = "statistics"
    message = N_("this is not a saved game")
    advice = N_("Give a file that --stats made, or the name of a new one.")


class CannotListenError(UseError):
    code = "cannot-listen"
    message = N_("cannot listen on port {port} of {host} ({reason})")
    advice = N_("Give another address with --host, or another port.")
    port: str
    host: str
    reason: str


class PortTakenError(CannotListenError):
    code = "port-taken"
    message = N_("another program uses port {port} of {host}")
    advice = N_("Stop that program, or give another port; 0 picks a free one.")


class PortForbiddenError(CannotListenError):
    code = "port-forbidden"
    message = N_("the system does not let you listen on port {port} of {host}")
    advice = N_("Use a port from 1024 up. A proxy can forward requests for a lower port to it.")


class HostUnknownError(CannotListenError):
    code = "host-unknown"
    message = N_("“{host}” is not an address of this machine")
    advice = N_("Give one of its addresses with --host: 127.0.0.1 for this machine alone, 0.0.0.0 for all of them.")


class MetricsLibraryError(UseError):
    code = "metrics-library"
    message = N_("metrics need the package prometheus_client, which is not installed")
    advice = N_("Install it: python3 -m pip install 'mastermot[metrics]'.")
