"""The bounds of the work of a request, and the server's life."""

from __future__ import annotations

import errno
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any

import pytest

from mastermot import ColourCodes, Fault, MastermotError, Position, advise, make_codebreaker
from mastermot.cli.errors import CannotListenError, HostUnknownError, PortForbiddenError, PortTakenError
from mastermot.operations import game_setup
from mastermot.service import answering, capacity, create_app
from mastermot.service.answering import Service
from mastermot.service.app import read_keys
from mastermot.service.clients import find_client
from mastermot.service.errors import BusyError, KeyShortError
from mastermot.service.page import contents
from mastermot.texts.languages import catalogue
from tests.service.support import CLUES, PUZZLE, Client, Served, serve, serve_here, wait_until
from tests.support import PATIENCE, ROOT, environment, run, some

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"


HEAVY: list[tuple[str, dict[str, Any]]] = [
    ("/api/guess", {"words": "fr", "length": 9, "rule": "positional"}),
    ("/api/guess", {"holes": 4, "colours": 17, "rule": "membership", "pool": "all", "player": "knuth"}),
    ("/api/puzzles", {"length": 8, "clues": 20, "level": 1, "minimal": True, "count": 10, "seed": 1}),
    ("/api/solve", {"clues": [{"word": c * 11 + "a", "marks": 1} for c in "abcdefghijk"], "explain": True}),
]


def test_heavy_requests_are_ended_or_answered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ends when its steps are spent, whatever it was doing."""
    statuses = set()
    for path, request in HEAVY:
        answer = client.post(path, request)
        statuses.add(answer.status)
        if answer.status == 422:
            assert answer.problem["code"] in ("work-too-long", "too-much-work", "too-many-prefixes", "not-composed")
    assert statuses == {200, 422}


def test_threads_do_not_change_what_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What requests share is made once, or the same each time: games of all kinds, asked for at once and in turn."""
    monkeypatch.setattr(capacity, "MAX_KEPT", 0)
    turn = [{"guess": "raies", "marks": "X"}]
    asked: list[tuple[str, dict[str, Any]]] = []
    for rule in ("black", "black-white", "positional", "membership"):
        for player in ("best", "knuth"):
            game = {"words": "fr-common", "length": 5, "rule": rule, "history": turn, "player": player}
            asked += [("/api/guess", game), ("/api/next", game)]
        asked.append(("/api/guess", {"holes": 7, "colours": 9, "rule": rule}))
    asked += [("/api/puzzles", {"seed": seed}) for seed in range(3)]
    asked.append(("/api/solve", {"clues": CLUES, "explain": True}))

    def answer_all(threads: int) -> list[bytes]:
        game_setup.prepared.clear()
        app = create_app(["a key of sixteen characters"])
        headers = {"X-Request-Id": "always-the-same"}
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(lambda one: app.test_client().post(one[0], json=one[1], headers=headers).data, asked))

    assert answer_all(8) == answer_all(1)


@pytest.mark.slow
def test_no_honest_solve_is_refused_beside_a_hostile_load() -> None:
    """Its share is promised, whatever the speed of the machine; how long it takes, `benchmarks/serve.py` measures."""
    chance = random.Random(3)

    def solve(client: Client) -> int:
        return client.post("/api/solve", {"clues": chance.sample(CLUES, len(CLUES))}).status

    def attack(client: Client) -> None:
        with suppress(OSError, HTTPException):  # until the service has stopped
            while True:
                word = "".join(chance.choices("aeinrstu", k=9))  # another each time: no kept answer is given
                client.post("/api/guess", {"words": "fr", "length": 9, "rule": "positional", "accelerators": [word]})

    with serve("--no-access-log") as served:
        client = Client(served.port)
        attackers = [threading.Thread(target=attack, args=(client,)) for _ in range(8)]
        for attacker in attackers:
            attacker.start()
        statuses = {solve(client) for _ in range(5)}
    for attacker in attackers:
        attacker.join()
    assert statuses == {200}


def test_a_client_with_many_requests_under_way_leaves_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 8 places one client gets 4, and a second one 2 of the other 4; all are free again at the end."""
    monkeypatch.setattr(capacity, "THREADS", 8)
    service, held = Service(("a key of sixteen characters",)), []
    with ExitStack() as stack:
        for client, most in (("10.0.0.1", 4), ("10.0.0.2", 2)):
            for _ in range(most):
                held.append(stack.enter_context(service.hold(client)))
            for _ in range(2):
                with pytest.raises(BusyError):
                    stack.enter_context(service.hold(client))
    assert not service.under_way.taken
    assert find_client("2001:db8::1:2") == find_client("2001:db8::ffff:3") != find_client("2001:db8:0:1::1")
    assert find_client("10.0.0.1") != find_client("10.0.0.2")


def test_busy_says_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "THREADS", 0)
    answer = create_app().test_client().post("/api/solve", json={"clues": CLUES})
    assert (answer.status_code, answer.json["code"]) == (503, "busy")
    assert answer.headers["retry-after"] == str(capacity.RETRY_AFTER)


def test_the_work_of_a_request_costs_the_next_one_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor the program that holds the application."""
    monkeypatch.setattr(answering, "MAX_SCORED_PAIRS", 1000)
    client = create_app().test_client()
    few = {"holes": 2, "colours": 3, "history": [{"guess": "AB", "marks": "O"}]}
    for top in (1, 2):
        refused = client.post("/api/next", json={"words": "fr-common", "length": 4, "top": top})
        assert refused.json["code"] == "work-too-long"
        assert client.post("/api/next", json={**few, "top": top}).status_code == 200
    codes = ColourCodes(4, 6)
    assert advise(Position(codes, "black-white").after("AABB", "XO"), make_codebreaker("best", codes=codes)).guesses


def test_a_mistake_of_ours_is_a_problem_document_without_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("/a/secret/path")

    monkeypatch.setattr(contents, "shelf", broken)
    with serve_here() as client:
        answer = client.get("/")
    assert (answer.status, answer.problem["code"]) == (500, "internal")
    assert b"secret" not in answer.body
    assert "content-security-policy" in answer.headers


# --- the server's life -----------------------------------------------------------------------------------------


def refuses(port: int) -> bool:
    """Return whether nobody listens at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except (ConnectionRefusedError, ConnectionResetError):
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_a_request_under_way_is_answered_before_the_service_stops(number: signal.Signals) -> None:
    with serve() as served:
        with closing(half_sent(served.port)) as connection:
            os.kill(served.process.pid, number)
            wait_until(lambda: refuses(served.port))
            os.kill(served.process.pid, number)  # an impatient person presses Ctrl-C again
            connection.sendall(PUZZLE[-1:])
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
        served.process.wait(PATIENCE)


def test_a_service_that_stops_cuts_no_client_that_keeps_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some ask all the time; others are silent when it stops, and then ask once more."""
    monkeypatch.setattr(capacity, "LINGERING", PATIENCE)
    monkeypatch.setattr(capacity, "STOPPING", PATIENCE)
    last: list[tuple[int, str | None]] = []
    silent = threading.Event()
    begun = threading.Barrier(49)

    def ask(client: Client, *, waits: bool) -> None:
        connection = HTTPConnection("127.0.0.1", client.port, timeout=PATIENCE)
        answered = []
        while not answered or answered[-1][1] != "close":
            connection.request("POST", "/api/solve", PUZZLE, {"Content-Type": "text/plain"})
            response = connection.getresponse()
            response.read()
            answered.append((response.status, response.getheader("Connection")))
            if len(answered) == 1:
                begun.wait(PATIENCE)
                assert not waits or silent.wait(PATIENCE)
        last.append(answered[-1])

    with serve_here() as client:
        threads = [threading.Thread(target=ask, args=(client,), kwargs={"waits": n % 2 == 0}) for n in range(48)]
        for thread in threads:
            thread.start()
        begun.wait(PATIENCE)
        watch = threading.Thread(target=lambda: (wait_until(lambda: refuses(client.port)), silent.set()))
        watch.start()
    for thread in (*threads, watch):
        thread.join(PATIENCE)
    assert last == [(200, "close")] * 48


def half_sent(port: int) -> socket.socket:
    """Return a connection on which the service has begun to read a request, whose last byte is missing."""
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
    connection.sendall((HEAD % len(PUZZLE)).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
    assert connection.recv(1000).startswith(b"HTTP/1.1 100")
    connection.sendall(PUZZLE[:-1])
    return connection


def test_a_service_can_be_stopped_while_it_starts() -> None:
    with start() as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_a_service_ends_without_a_word() -> None:
    with start("--no-access-log") as (process, _):
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert (process.stderr.read(), process.wait(PATIENCE)) == ("", 0)


@pytest.mark.parametrize(
    "module",
    [
        *("click", "mastermot.cli", "waitress"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("mastermot.texts", "flask", "mastermot.service.app")),
    ],
)
def test_ctrl_c_while_it_is_loaded_ends_it_without_a_traceback(module: str) -> None:
    """Pressed as Python says that it has loaded a module, not by the clock."""
    command = [sys.executable, "-X", "importtime", "-m", "mastermot", "serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(LANGUAGE="en"), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        loaded = ""
        for line in process.stderr:
            loaded = line.rpartition("|")[2].strip()
            if loaded == module or not line.startswith("import time:"):
                break
        process.send_signal(signal.SIGINT)
        errors = "".join(line for line in process.stderr if not line.startswith("import time:"))
        process.wait(PATIENCE)
    assert loaded == module
    assert "Traceback" not in errors
    assert "report it" not in errors
    assert process.returncode in (0, 130, -signal.SIGINT)


def test_slow_clients_do_not_block_others(served: Served) -> None:
    """Many half-sent requests: others are answered all the same."""
    slow = []
    try:
        for _ in range(40):
            connection = socket.create_connection(("127.0.0.1", served.port), PATIENCE)
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

    def check(error: type[MastermotError], *shown: str, options: Sequence[str] = ("--port", "0")) -> None:
        result = run("serve", *options, lang=lang)
        assert (result.exit_code, result.stdout) == (2, "")
        assert error.fault is Fault.USE
        assert catalogue(lang).gettext(error.command_advice or error.advice) in result.stderr
        assert all(text in result.stderr for text in shown)
        assert "Errno" not in result.stderr

    taken = str(served.port)
    check(PortTakenError, taken, "127.0.0.1", options=["--port", taken])
    check(PortTakenError, taken, "127.0.0.1", options=["--port", "0", "--metrics-port", taken])
    for host in ("no.such.host.invalid", "192.0.2.1", "a" * 70, "\udcff"):
        check(HostUnknownError, "--host", options=["--host", host, "--port", "0"])
    read_keys.cache_clear()
    monkeypatch.setenv("MASTERMOT_KEY", "short")
    check(KeyShortError, "MASTERMOT_KEY", "16", "openssl rand")
    monkeypatch.delenv("MASTERMOT_KEY")
    for number, error in ((errno.EACCES, PortForbiddenError), (errno.ENOBUFS, CannotListenError)):

        def bind(*_: object, number: int = number) -> None:
            raise OSError(number, "as the system says")

        with monkeypatch.context() as patch:
            patch.setattr(socket.socket, "bind", bind)
            check(error, "80", options=["--port", "80"])


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("--allow-origin", ["example.org", "https://example.org/", "https://", "ftp://example.org", ""]),
        ("--meanings", ["example.org/{word}", "https://example.org/"]),
        ("--proxy", ["localhost", "127.0.0.1:80", "http://127.0.0.1"]),
    ],
)
def test_serve_refuses_an_address_that_no_request_can_name(option: str, values: list[str]) -> None:
    """It would serve, and trust nobody: neither the site nor the proxy that was meant."""
    for value in some(values):
        result = run("serve", "--port", "0", option, value)
        assert (result.exit_code, result.stdout) == (2, "")
        assert option in result.stderr
        assert value in result.stderr


@contextmanager
def start(*options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a service whose standard error is read, and give it with its port; it is killed if it is still there."""
    with subprocess.Popen(
        [sys.executable, "-m", "mastermot", "serve", "--port", "0", *options],
        cwd=ROOT,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            assert "MASTERMOT_KEY" in process.stderr.readline()
            yield process, int(re.findall(r":(\d+)", process.stderr.readline())[-1])
        finally:
            process.kill()


def test_the_access_log_has_no_query() -> None:
    with start() as (process, port):
        assert process.stderr is not None
        Client(port).get("/api/families?length=none&word=private")
        Client(port).get("/%0aforged%1b%22%C3%A9%25")
        process.send_signal(signal.SIGTERM)
        log = process.stderr.read().splitlines()
        process.wait(PATIENCE)
    assert len(log) == 2, log
    assert log[0].endswith('"GET /api/families HTTP/1.1" 422')
    assert "private" not in log[0]
    assert log[1].endswith('"GET /%0Aforged%1B%22%C3%A9%25 HTTP/1.1" 404')
