"""What runs on Windows: no test runs there, so these take away what Python lacks there."""

from __future__ import annotations

import re
import subprocess
import sys
from urllib.request import urlopen

import pytest

from tests.support import PATIENCE, ROOT

LACKING = """
import os, select, signal, socket, sys
for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for module, names in {
    os: ("chown", "fork", "getuid", "killpg", "mkfifo", "pread", "pwrite", "sched_getaffinity", "setsid", "sysconf"),
    select: ("epoll", "poll"),
    signal: ("SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "alarm", "pthread_kill", "pthread_sigmask"),
    socket: ("AF_UNIX",),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
from mastermot.__main__ import main
sys.exit(main())
"""

COMMANDS = {
    "solve puzzles/coude.txt --words fr": "COUDE  (coude, coudé)",
    "solve puzzles/coude.txt --words fr --hint": "“alors 0”",
    "play --words fr-common --length 4 --secret raie": "RAIE: ",
    "compose --words fr-common --level 1 --seed 3": "# level 1",
    "explore --holes 2 --colours 3 --jobs 2": "9 codes",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_need_nothing_that_windows_lacks(command: str) -> None:
    program = [sys.executable, "-c", LACKING, "--lang", "en", *command.split()]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert COMMANDS[command] in done.stdout


def test_the_service_needs_nothing_that_windows_lacks() -> None:
    program = [sys.executable, "-c", LACKING, "--lang", "en", "serve", "--port", "0"]
    with subprocess.Popen(program, cwd=ROOT, stderr=subprocess.PIPE, text=True) as service:
        try:
            assert service.stderr is not None
            address = next(found[0] for line in service.stderr if (found := re.search(r"http://\S+", line)))
            with urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:
                assert answer.status == 200
        finally:
            service.kill()
