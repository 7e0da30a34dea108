"""The exit status is that of what happened, whatever became of standard output and of standard error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mastermot.cli.errors import EXIT_PIPE_CLOSED
from tests.support import PATIENCE, ROOT, environment, some

STREAMS = ("open", "closed", "full", "unread")
CALLS = {
    "a result": (["marks", "paume", "pomme"], 0, "output"),
    "a message, then a result": (["solve", "coude"], 0, "output error"),
    "a help": (["--help"], 0, "output"),
    "a conversation": (["guess", "--holes", "2", "--colours", "2"], 0, "output"),
    "no such ladder": (["ladder", "accroc", "zigzag", "--words", "fr-common"], 1, "output"),
    "too few arguments": (["marks", "a"], 2, "error"),
    "no such command": (["slove"], 2, "error"),
    "no such file": (["solve", "no-such-file"], 3, "error"),
    "an empty file": (["solve", "/dev/null"], 3, "error"),
    "a limit": (["solve", "puzzles/coude.txt", "--limit", "1"], 4, "error"),
}
"""Ways to end: a call, its status, and the streams that it writes to."""
QUICK = ["a result", "too few arguments"]
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in CALLS if name not in QUICK]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_the_status_is_that_of_what_happened(name: str) -> None:
    """A result that cannot be written is an error of its own (3); a reader who has left ends the command (141)."""
    arguments, status, streams = CALLS[name]
    cases = [(out, error) for out in STREAMS for error in STREAMS]
    asked = json.dumps([[arguments, out, error] for out, error in cases])
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "cli" / "forks.py"],
        input=asked.encode(),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment(PYTHONPATH=str(ROOT)),
        timeout=PATIENCE,
        check=True,
    )
    for (out, error), ended in some(zip(cases, json.loads(done.stdout), strict=True)):
        expected = status
        written = streams
        if out == "full" and "output" in written:
            expected = 3
            written = "output error"  # which is told
        if (out == "unread" and "output" in written) or (error == "unread" and "error" in written):
            expected = EXIT_PIPE_CLOSED
        assert ended == expected, (out, error)
