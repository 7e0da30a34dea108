"""Run many commands, each in a process forked from this one, with standard streams that are open, closed, full or gone.

``python forks.py`` reads a JSON list of ``[arguments, standard output, standard error]`` from standard input, and
prints the list of their exit statuses. A stream is ``open``, ``closed`` (as by ``>&-``), ``full`` (``/dev/full``), or
``unread`` (a pipe that nobody reads any more). Each process ends as any Python does, with its last flush: this is what
a test within one process cannot see, and starting Python for each takes ten times as long.
"""

from __future__ import annotations

import json
import os
import sys

# loaded once, for all
import mastermot.cli.group
import mastermot.cli.guess
import mastermot.cli.ladder
import mastermot.cli.marks
import mastermot.cli.solve  # noqa: F401
from mastermot.__main__ import main


def place_stream(number: int, kind: str) -> None:
    """Put a stream in the place of file descriptor 1 or 2."""
    if kind == "closed":
        os.close(number)
        return
    if kind == "unread":
        reader, writer = os.pipe()
        os.dup2(writer, number)
        os.close(reader)
        os.close(writer)
        return
    name = "/dev/full" if kind == "full" else os.devnull
    opened = os.open(name, os.O_WRONLY)
    os.dup2(opened, number)
    os.close(opened)


def open_streams() -> None:
    """Make Python's streams of the file descriptors, as it does when it starts: None for one that is closed."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
            mode, errors = ("w" if number else "r"), ("backslashreplace" if number == 2 else "strict")
            lines = 1 if number == 2 else -1  # standard error is written line by line
            stream = open(number, mode, lines, "utf-8", errors, closefd=False)  # noqa: SIM115
        except OSError:
            stream = None
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def start(arguments: list[str], output: str, error: str) -> int:
    """Return the exit status of a command with these streams; in the new process, run it and do not return."""
    process = os.fork()
    if process:
        _process, status = os.waitpid(process, 0)
        return os.waitstatus_to_exitcode(status)
    place_stream(1, output)
    place_stream(2, error)
    opened = os.open(os.devnull, os.O_RDONLY)
    os.dup2(opened, 0)
    os.close(opened)
    open_streams()
    sys.argv = ["mastermot", *arguments]
    main()
    raise SystemExit(0)


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    statuses = [start(*one) for one in asked]
    print(json.dumps(statuses))
