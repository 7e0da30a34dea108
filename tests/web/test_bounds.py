"""The bounds of the work of a request, the places for requests at work, and the server's life."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from mastermot.cli.errors import ADVICE, ServiceLibraryError
from mastermot.errors import Fault, MastermotError
from mastermot.locale import catalogue
from mastermot.watch import pulse, watched
from mastermot.web import bounds, create_app
from mastermot.web.bounds import Lanes
from mastermot.web.errors import (
    BusyError,
    HostUnknownError,
    KeyShortError,
    ListenError,
    NotReadyError,
    PortForbiddenError,
    PortTakenError,
    WorkTooLongError,
)
from mastermot.web.service import Service
from tests.support import ROOT, environment, run
from tests.web.support import CLUES, PUZZLE, Client, Served, serve

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"


def burn(seconds: float) -> None:
    """Use the processor for so long, with pulses."""
    start = time.thread_time()
    while time.thread_time() - start < seconds:
        pulse()


def test_work_that_is_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_WORK", 0.05)
    lanes = Lanes()
    with pytest.raises(WorkTooLongError), lanes.work():
        burn(10)
    with lanes.work():
        burn(0.001)


def test_work_that_waits_for_the_clock_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "LONGEST", 0.0)
    with pytest.raises(BusyError), Lanes().work():
        burn(0.01)


def test_long_work_has_few_places_and_quick_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every place for longer work taken, and every waiting one, the next long request is refused at once."""
    monkeypatch.setattr(bounds, "LONGEST_WAIT", 30.0)
    lanes = Lanes()
    free = threading.Event()
    begun = []

    def heavy() -> None:
        with lanes.work():
            burn(bounds.QUICK * 2)
            begun.append(1)
            free.wait(30)

    threads = [threading.Thread(target=heavy) for _ in range(bounds.LONG_AT_ONCE + bounds.LONG_WAITING)]
    for thread in threads:
        thread.start()
    while not lanes.full:
        time.sleep(0.01)
    assert len(begun) <= bounds.LONG_AT_ONCE
    with pytest.raises(BusyError), lanes.work():
        burn(bounds.QUICK * 2)
    with lanes.work():
        pulse()
    free.set()
    for thread in threads:
        thread.join()
    assert len(begun) == len(threads)
    with lanes.work():
        burn(bounds.QUICK * 2)


def test_no_more_requests_than_places_are_taken_on() -> None:
    lanes = Lanes()
    with ExitStack() as held:
        for _ in range(bounds.AT_ONCE):
            held.enter_context(lanes.work())
        with pytest.raises(BusyError), lanes.work():
            pass
    with lanes.work():
        pass


def test_a_watch_is_of_its_thread_alone() -> None:
    def stop() -> None:
        raise TimeoutError

    seen = []
    with watched(stop):
        thread = threading.Thread(target=lambda: seen.append(pulse()))
        thread.start()
        thread.join()
        with pytest.raises(TimeoutError):
            pulse()
    pulse()
    assert seen == [None]


HEAVY: list[tuple[str, dict[str, Any]]] = [
    ("/api/guess", {"words": "fr", "length": 9, "rule": "positional"}),
    ("/api/guess", {"holes": 4, "colours": 17, "rule": "membership", "pool": "all", "player": "knuth"}),
    ("/api/puzzles", {"length": 8, "clues": 20, "difficulty": 1, "minimal": True, "count": 10, "seed": 1}),
    ("/api/solve", {"clues": [{"word": c * 11 + "a", "marks": 1} for c in "abcdefghijk"], "explain": True}),
]


@pytest.mark.parametrize(("path", "asked"), HEAVY, ids=lambda value: value if isinstance(value, str) else "")
def test_heavy_requests_are_ended_or_answered(
    path: str, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stops at a pulse soon after its share is spent, whatever it was doing."""
    monkeypatch.setattr(bounds, "MOST_WORK", 0.1)
    client = create_app().test_client()
    answer = client.post(path, json=asked)
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert answer.json["code"] in ("work-too-long", "too-many-prefixes", "not-composed")


def test_busy_says_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "AT_ONCE", 0)
    answer = create_app().test_client().post("/api/marks", json={"guess": "ab", "secret": "cd"})
    assert (answer.status_code, answer.json["code"]) == (503, "busy")
    assert answer.headers["Retry-After"] == str(bounds.RETRY_AFTER)


def test_a_mistake_of_ours_is_a_problem_document_without_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("/a/secret/path")

    monkeypatch.setattr(Service, "dictionary", broken)
    answer = create_app().test_client().post("/api/solve", json={"clues": CLUES})
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert "secret" not in answer.text


# --- the server's life -----------------------------------------------------------------------------------------


def test_ready_only_once_the_dictionaries_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Service, "load", lambda self: None)
    answer = create_app(wait=False).test_client().get("/healthz")
    assert (answer.status_code, answer.json["code"]) == (503, NotReadyError.code)
    monkeypatch.undo()
    assert create_app().test_client().get("/healthz").json["status"] == "ready"


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_request_under_way_is_answered_before_the_service_stops(processes: str, number: signal.Signals) -> None:
    with serve("--processes", processes) as served:
        with socket.create_connection(("127.0.0.1", served.port), 30) as connection:
            connection.sendall(HEAD % len(PUZZLE) + PUZZLE[:-1])
            time.sleep(0.3)
            served.process.send_signal(number)
            time.sleep(0.3)
            connection.sendall(PUZZLE[-1:])
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
        served.process.wait(30)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", served.port), 5)


def test_a_process_that_dies_is_replaced(tmp_path: Any) -> None:
    with serve("--processes", "2") as served:
        children = _children(served.process.pid)
        os.kill(children[0], signal.SIGKILL)
        while len(set(_children(served.process.pid)) - {children[0]}) < 2:
            time.sleep(0.05)
        assert Client(served.port).post("/api/solve", {"clues": CLUES}).status == 200


def test_workers_without_their_parent_answer_what_is_under_way_and_free_the_port() -> None:
    """The parent is killed with no time to tell anybody."""
    process, port = start("--processes", "2")
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.sendall(HEAD % len(PUZZLE) + PUZZLE[:-1])
        time.sleep(0.3)
        process.kill()
        process.wait(30)
        time.sleep(0.3)
        connection.sendall(PUZZLE[-1:])
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
    killed = time.monotonic()
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 5).close()
        except (ConnectionRefusedError, ConnectionResetError):
            break
        assert time.monotonic() - killed < 10
        time.sleep(0.05)
    assert process.stderr is not None
    assert process.stderr.read().count("is gone") == 2
    process.stderr.close()


def _children(process: int) -> list[int]:
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return [int(number) for number in file.read().split()]


def test_slow_clients_hold_no_thread(served: Served) -> None:
    """More half-sent requests than there are threads: others are answered all the same."""
    slow = []
    try:
        for _ in range(40):
            connection = socket.create_connection(("127.0.0.1", served.port), 30)
            connection.sendall(
                b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\np"
            )
            slow.append(connection)
        assert Client(served.port).post("/api/solve", {"clues": CLUES}).status == 200
    finally:
        for connection in slow:
            connection.close()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_serve_says_what_is_wrong_and_what_to_do(served: Served, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is wrong use, told in our own words, not in those of the operating system."""

    def refused(error: type[MastermotError], *shown: str, options: Sequence[str] = ("--port", "0")) -> None:
        result = run("serve", *options, lang=lang)
        assert (result.exit_code, result.stdout) == (2, "")
        assert error.fault is Fault.USE
        assert catalogue(lang).gettext(ADVICE.get(error.code, error.advice)) in result.stderr
        assert all(text in result.stderr for text in shown)
        assert "Errno" not in result.stderr

    taken = str(served.port)
    refused(PortTakenError, taken, "127.0.0.1", "--port", options=["--port", taken])
    for host in ("no.such.host.invalid", "192.0.2.1", "a" * 70, "\udcff"):
        refused(HostUnknownError, "--host", options=["--host", host, "--port", "0"])
    monkeypatch.setenv("MASTERMOT_KEY", "short")
    refused(KeyShortError, "MASTERMOT_KEY", "16", "openssl rand -base64 32")
    monkeypatch.delenv("MASTERMOT_KEY")
    for number, error in ((errno.EACCES, PortForbiddenError), (errno.ENOBUFS, ListenError)):

        def bind(*_: object, number: int = number) -> None:
            raise OSError(number, "as the system says")

        with monkeypatch.context() as patch:
            patch.setattr(socket.socket, "bind", bind)
            refused(error, "80", options=["--port", "80"])
    monkeypatch.setitem(sys.modules, "mastermot.web", None)
    refused(ServiceLibraryError, "pip install")


def start(*options: str) -> tuple[subprocess.Popen[str], int]:
    """Start a service whose standard error is read, and return it with its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mastermot", "serve", "--port", "0", *options],
        cwd=ROOT,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert "MASTERMOT_KEY is not set" in process.stderr.readline()
    return process, int(process.stderr.readline().rsplit(":", 1)[1])


def test_the_access_log_has_no_query() -> None:
    process, port = start()
    assert process.stderr is not None
    Client(port).get("/api/cliques?length=5&word=private")
    Client(port).get("/%0aforged%1b%22%C3%A9%25")
    Client(port).ask('G"T', "/")
    process.send_signal(signal.SIGTERM)
    log = process.stderr.read().splitlines()
    process.wait(30)
    assert len(log) == 3
    assert '"GET /api/cliques" 422' in log[0]
    assert "private" not in log[0]
    assert '"GET /%0Aforged%1B%22%C3%A9%25" 404' in log[1]
    assert '"unreadable request" 400' in log[2]
