"""A command in a real pseudo-terminal, typed at like a person does."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping

from tests.support import PATIENCE, ROOT

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def plain(text: str) -> str:
    """Return what a terminal shows, without its control codes."""
    return CODES.sub("", text).replace("\r", "")


class Terminal:
    """A running command whose standard streams are one pseudo-terminal, which controls it: Ctrl-C typed is a signal."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LANG")}
        settings = {"TERM": "xterm", "COLUMNS": "80", "LANGUAGE": "en", "LC_ALL": "C.UTF-8", **(environment or {})}
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mastermot", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env={**kept, **settings},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.text = ""

    def read(self, until: str | None = None) -> str:
        """Return what came since the last time, up to the text `until`, or to the end."""
        end = time.monotonic() + PATIENCE
        fresh = b""
        while until is None or until not in plain(fresh.decode(errors="replace")):
            if not select.select([self.master], [], [], max(0.0, end - time.monotonic()))[0]:
                self.process.kill()
                raise AssertionError(f"{until!r} did not come: {fresh!r}")
            try:
                block = os.read(self.master, 4096)
            except OSError:
                block = b""
            if not block:
                assert until is None, f"ended before {until!r}: {fresh!r}"
                break
            fresh += block
        self.text += fresh.decode(errors="replace")
        return fresh.decode(errors="replace")

    def type(self, line: str, until: str | None = None) -> str:
        """Type a line, and return what comes up to `until`."""
        os.write(self.master, f"{line}\n".encode())
        return self.read(until)

    def interrupt(self) -> None:
        """Do what Ctrl-C does, once more when nothing comes of it.

        Python does not notice one that comes between the display of a prompt and the wait for its first key.
        """
        self.process.send_signal(signal.SIGINT)
        if not select.select([self.master], [], [], 3)[0]:
            self.process.send_signal(signal.SIGINT)

    def close(self) -> int:
        """Read to the end and return the exit status."""
        self.read()
        os.close(self.master)
        return self.process.wait(PATIENCE)
