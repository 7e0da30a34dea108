"""A server of one's own, and a client that keeps nothing but its answers."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple

from flask import Flask

from mastermot.cli import serving
from mastermot.cli.serve import listen
from mastermot.service import create_app
from tests.support import PATIENCE, ROOT, environment

PUZZLE = (ROOT / "puzzles" / "coude.txt").read_bytes()
CLUES = [
    {"word": line.split()[0], "marks": int(line.split()[1])}
    for line in PUZZLE.decode().splitlines()
    if not line.startswith("#")
]
JSON = "application/json"


class Answer(NamedTuple):
    """What the service answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def problem(self) -> Any:
        """The problem document: the answer must be a complete one."""
        assert self.headers["content-type"] == "application/problem+json", self
        document = self.json
        assert {"type", "title", "status", "detail", "code"} <= set(document)
        assert document["status"] == self.status
        assert document["type"] == f"/problems/{document['code']}"
        assert "Traceback" not in self.body.decode()
        assert not re.search(r"/(mastermot|site-packages|home|usr|tmp)/", self.body.decode())
        return document


class Client:
    """Asks a service on this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            response = connection.getresponse()
            fields: dict[str, str] = {}
            for name, value in response.getheaders():
                fields[name.lower()] = f"{fields[name.lower()]}, {value}" if name.lower() in fields else value
            return Answer(response.status, fields, response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, document: object, **headers: str) -> Answer:
        return self.ask("POST", path, json.dumps(document).encode(), **{"Content-Type": JSON, **headers})


class Served(NamedTuple):
    """A server under way."""

    process: subprocess.Popen[str]
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serve_here(app: Flask | None = None, port: int = 0, host: str = "127.0.0.1", **options: Any) -> Iterator[Client]:
    """Serve an application in a thread of this process, where what it calls can be replaced."""
    listening, stopping = listen(host, port), threading.Event()
    client = Client(listening.getsockname()[1])
    thread = threading.Thread(target=serving.serve, args=(listening, app or create_app(), stopping), kwargs=options)
    thread.start()
    try:
        yield client
    finally:
        stopping.set()
        thread.join(PATIENCE)
    assert not thread.is_alive()


def wait_until(ready: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Return once something is true."""
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


@contextmanager
def serve(*options: str, **variables: str) -> Iterator[Served]:
    """Start `mastermot serve` at a free port; it is stopped, and must then end well."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mastermot", "serve", "--port", "0", *options],
        cwd=ROOT,
        env=environment(LANGUAGE="en", **variables),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        found = re.match(r"http://[\d.]+:(\d+)$", line.strip())
        if found:
            break
    else:
        raise AssertionError("".join(lines))
    drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
    try:
        yield Served(process, int(found[1]))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        drain.wait(PATIENCE)
        process.stderr.close()
    assert process.returncode == 0
