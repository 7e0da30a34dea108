"""The examples of a page, run in this process: `QuickWorkshop` does what `Workshop` of `tools/pages.py` does in shells.

The documentation's examples run so, and `tests/cli/conversations.md`.
"""

from __future__ import annotations

import re
import shlex
from contextlib import chdir

import pytest

from tests.support import PATIENCE, run
from tools.pages import Workshop

COMMAND = re.compile(
    r"(?:(?P<before>[^|]*) \| )?(?:LANGUAGE=(?P<language>\w+) )?mastermot (?P<options>[^|&;<>$`]*?)"
    r"(?P<quiet> 2>/dev/null)?(?P<status>; echo \$\?)?(?: (?P<after>\| |>)(?P<rest>.*))?"
)
"""The command, alone or in a pipe: what it is given, its language and options, and where what it prints goes.

Behind it may stand ``; echo $?``, which prints its status.
"""


class QuickWorkshop(Workshop):
    """A workshop that runs the command in this process: starting Python takes longer than most examples.

    What stands before and after it in a pipe runs in a shell. What an example searches for as long as a reader may
    wait is searched for half a second.
    """

    def run(self, command: str, piped: str = "") -> list[str]:
        command = re.sub(r"--time \d+", "--time 0.5", command)
        if (found := COMMAND.fullmatch(command)) is None:
            return super().run(command, piped)
        given = super().run(found["before"]) if found["before"] else []
        language = found["language"] or self.language
        with chdir(self.folder):
            text = "".join(f"{line}\n" for line in given)
            result = run(*shlex.split(found["options"]), lang=language, stdin=text, terminal_width=78)
        quiet = command.endswith("2>/dev/null") or found["quiet"]
        if found["after"] is None:
            status = f"{result.exit_code}\n" if found["status"] else ""
            return ((result.stdout if quiet else result.output) + status).splitlines()
        rest = f"cat >{found['rest']}" if found["after"] == ">" else found["rest"]
        return ([] if quiet else result.stderr.splitlines()) + super().run(rest, result.stdout)


@pytest.fixture
def busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing said of what takes long: a machine that is busy would say it."""
    monkeypatch.setattr("mastermot.cli.compose.NOTE_DELAY", PATIENCE)
    monkeypatch.setattr("mastermot.cli.optimal.SHOWN_SECONDS", PATIENCE)
    monkeypatch.setattr("mastermot.cli.static.SOON", PATIENCE)
