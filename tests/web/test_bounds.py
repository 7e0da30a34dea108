"""The bounds of the work of a request, and the server's life."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from mastermot.cli.errors import ADVICE
from mastermot.cli.listening import HostUnknownError, KeyShortError, ListenError, PortForbiddenError, PortTakenError
from mastermot.engine import BoundedPool
from mastermot.errors import Fault, MastermotError
from mastermot.locale import catalogue
from mastermot.web import bounds, page
from mastermot.web.errors import BusyError, WorkTooLongError
from mastermot.web.lanes import Lanes, open_lanes
from tests.support import PATIENCE, ROOT, environment, run
from tests.web.support import CLUES, PUZZLE, Client, Served, serve, serve_here, wait_until

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"


def with_lanes(test: Callable[[Lanes], Awaitable[None]]) -> None:
    """Run a test with lanes of its own."""

    async def main() -> None:
        async with open_lanes(1) as opened:
            while not opened.ready:
                await asyncio.sleep(0.01)
            await asyncio.wait_for(test(opened), PATIENCE)

    asyncio.run(main())


def test_work_inside_a_compiled_loop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "LONG", 0.3)

    async def test(opened: Lanes) -> None:
        with pytest.raises(WorkTooLongError):
            await opened.run(sum, range(10**12))
        assert await opened.run(os.getpid) != os.getpid()
        with pytest.raises(WorkTooLongError):
            await opened.run(sum, range(10**12))

    with_lanes(test)


def count_for_ever() -> None:
    """Never end, in Python."""
    number = 0
    while True:
        number += 1


def test_a_long_request_does_not_stand_in_the_way_of_quick_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the long lane at work and as many waiting as may, the next long request is refused, quick ones are not."""
    for name, seconds in {"LONG": 60.0, "LONGEST": 60.0, "LONGEST_WAIT": 60.0}.items():
        monkeypatch.setattr(bounds, name, seconds)

    async def test(opened: Lanes) -> None:
        heavy = [asyncio.create_task(opened.run(sum, range(10**12))) for _ in range(bounds.LONG_WAITING + 1)]
        while not opened.long.full:
            assert await opened.run(len, "quick") == 5
        with pytest.raises(BusyError):
            await opened.run(sum, range(10**12))
        assert await opened.run(len, "quick") == 5
        for task in heavy:
            task.cancel()
        await asyncio.gather(*heavy, return_exceptions=True)
        assert await opened.long.run(60, len, "free again") == 10

    with_lanes(test)


def test_a_request_that_was_too_long_does_not_begin_in_the_quick_lane_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "LONG", 0.1)

    async def test(opened: Lanes) -> None:
        quick, slow = await opened.quick.run(1, os.getpid), await opened.long.run(1, os.getpid)
        assert await opened.run(os.getpid, key="the request") == quick
        with pytest.raises(WorkTooLongError):
            await opened.run(count_for_ever, key="the request")
        assert await opened.run(os.getpid, key="the request") == slow
        assert await opened.run(os.getpid, key="another") == await opened.run(os.getpid) == quick

    with_lanes(test)


def test_while_the_long_lane_is_full_a_request_that_begins_gets_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is when it begins: it may have come, and waited, while the long lane had room."""
    for name, seconds in {"LONG": 60.0, "LONGEST": 60.0, "LONGEST_WAIT": 60.0, "QUICK_WHEN_FULL": 0.001}.items():
        monkeypatch.setattr(bounds, name, seconds)
    monkeypatch.setattr(bounds, "QUICK", 60.0)

    async def test(opened: Lanes) -> None:
        busy = [asyncio.create_task(opened.long.run(60, sum, range(10**12))) for _ in range(bounds.LONG_WAITING)]
        ahead = asyncio.create_task(opened.quick.run(60, time.sleep, 0.2))
        await asyncio.sleep(0)
        late = asyncio.create_task(opened.run(count_for_ever))
        await asyncio.sleep(0)
        assert not opened.long.full
        busy.append(asyncio.create_task(opened.long.run(60, sum, range(10**12))))
        await asyncio.sleep(0)
        assert opened.long.full
        with pytest.raises(BusyError):
            await late
        await ahead
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)

    with_lanes(test)


def test_what_other_programs_keep_from_the_processor_is_not_called_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Time passes by the clock, and hardly any of the processor's."""
    monkeypatch.setattr(bounds, "LONGEST", 0.1)

    async def test(opened: Lanes) -> None:
        with pytest.raises(BusyError):
            await opened.run(time.sleep, 3600)
        assert await opened.run(len, "free again") == 10

    with_lanes(test)


def test_a_process_that_dies_is_replaced_and_its_request_tried_again() -> None:
    async def test(opened: Lanes) -> None:
        first = await opened.run(os.getpid)
        os.kill(first, signal.SIGKILL)
        assert await opened.run(os.getpid) != first
        with pytest.raises(BusyError):
            await opened.run(os._exit, 1)
        assert await opened.run(len, "again") == 5

    with_lanes(test)


def test_errors_cross_processes(client: Client) -> None:
    problem = client.post("/api/solve", {"clues": [{"word": "pau me", "marks": 2}]}).problem
    assert (problem["code"], problem["field"], problem["line"]) == ("not-a-word", "/clues/0", 1)


HEAVY: list[tuple[str, dict[str, Any]]] = [
    ("/api/guess", {"words": "fr", "length": 9, "rule": "positional"}),
    ("/api/guess", {"holes": 4, "colours": 17, "rule": "membership", "pool": "all", "player": "knuth"}),
    ("/api/puzzles", {"length": 8, "clues": 20, "difficulty": 1, "minimal": True, "count": 10, "seed": 1}),
    ("/api/solve", {"clues": [{"word": c * 11 + "a", "marks": 1} for c in "abcdefghijk"], "explain": True}),
]


def test_heavy_requests_are_ended_or_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ends when its share of the processor is spent, whatever it was doing."""
    monkeypatch.setattr(bounds, "LONG", 0.1)
    statuses = set()
    with serve_here() as client:
        wait_until(lambda: client.ready)
        for path, request in HEAVY:
            answer = client.post(path, request)
            statuses.add(answer.status)
            if answer.status == 422:
                assert answer.problem["code"] in ("work-too-long", "too-much-work", "too-many-prefixes", "not-composed")
    assert 422 in statuses <= {200, 422}


def test_honest_solves_take_less_than_a_second_beside_a_hostile_load() -> None:
    """On a machine where other programs take the processor too, not much longer than without it."""
    chance = random.Random(3)

    def solve(client: Client) -> float:
        began = time.monotonic()
        assert client.post("/api/solve", {"clues": chance.sample(CLUES, len(CLUES))}).status == 200
        return time.monotonic() - began

    def attack(client: Client) -> None:
        with suppress(OSError, HTTPException):  # until the service is killed
            while True:
                seed = chance.randrange(10**9)
                client.post("/api/guess", {"words": "fr", "length": 9, "rule": "positional", "seed": seed})

    with start("--no-access-log") as (_, port):
        client = Client(port)
        wait_until(lambda: client.ready)
        alone = max(solve(client) for _ in range(3))
        attackers = [threading.Thread(target=attack, args=(client,)) for _ in range(8)]
        for attacker in attackers:
            attacker.start()
        waits = [solve(client) for _ in range(10)]
    for attacker in attackers:
        attacker.join()
    assert sorted(waits)[len(waits) // 2] < max(1, 30 * alone)


def test_busy_says_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "QUICK_WAITING", 0)
    monkeypatch.setattr(BoundedPool, "start", never)
    with serve_here() as client:
        answer = client.post("/api/solve", {"clues": CLUES})
    assert (answer.status, answer.problem["code"]) == (503, "busy")
    assert answer.headers["retry-after"] == str(bounds.RETRY_AFTER)


async def never(*_: object) -> None:
    """Start no process."""


def test_a_mistake_of_ours_is_a_problem_document_without_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("/a/secret/path")

    monkeypatch.setattr(page, "shelf", broken)
    with serve_here() as client:
        answer = client.get("/")
    assert (answer.status, answer.problem["code"]) == (500, "internal")
    assert b"secret" not in answer.body
    assert "content-security-policy" in answer.headers


# --- the server's life -----------------------------------------------------------------------------------------


def test_ready_only_once_the_processes_are(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(BoundedPool, "start", never)
        with serve_here() as client:
            assert (client.get("/healthz").status, client.get("/healthz").problem["code"]) == (503, "not-ready")
    with serve_here() as client:
        wait_until(lambda: client.ready)


def refuses(port: int) -> bool:
    """Return whether nobody listens at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except (ConnectionRefusedError, ConnectionResetError):
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_a_request_under_way_is_answered_before_the_service_stops(number: signal.Signals) -> None:
    """Its processes get the signal too, as from a service manager or a terminal."""
    with serve() as served:
        workers = family(served.process.pid)
        with closing(half_sent(served.port)) as connection:
            for process in (*workers, served.process.pid):
                os.kill(process, number)
            wait_until(lambda: refuses(served.port))
            os.kill(served.process.pid, number)  # an impatient person presses Ctrl-C again
            connection.sendall(PUZZLE[-1:])
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
        served.process.wait(PATIENCE)
    wait_until(lambda: not any(map(lives, workers)))


def half_sent(port: int) -> socket.socket:
    """Return a connection on which the service has begun to read a request, whose last byte is missing."""
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
    connection.sendall((HEAD % len(PUZZLE)).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
    assert connection.recv(1000).startswith(b"HTTP/1.1 100")
    connection.sendall(PUZZLE[:-1])
    return connection


def family(process: int) -> list[int]:
    """Return the processes below a process, whichever of its threads started them."""
    below = []
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            below += [child, *family(child)]
    return below


def lives(process: int) -> bool:
    """Return whether a process is there, and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_any_process_below_may_be_killed() -> None:
    with serve() as served:
        client = Client(served.port)
        for process in family(served.process.pid):
            os.kill(process, signal.SIGKILL)
        wait_until(lambda: client.post("/api/solve", {"clues": CLUES}).status == 200)


def test_a_service_that_is_killed_leaves_nothing_behind() -> None:
    with start() as (process, port):
        wait_until(lambda: Client(port).ready)
        below = family(process.pid)
        assert len(below) >= 3
        process.kill()
        process.wait(PATIENCE)
        wait_until(lambda: refuses(port) and not any(map(lives, below)))


@pytest.mark.parametrize("processes", ["1", "10"])
def test_a_service_can_be_stopped_while_it_starts(processes: str) -> None:
    with start("--processes", processes) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize("more", [0.0, *(pytest.param(0.1 * more, marks=pytest.mark.slow) for more in range(1, 10))])
def test_ctrl_c_while_it_is_loaded_ends_it_without_a_traceback(more: float) -> None:
    """From the moment at which the fork server is there; a terminal sends the signal to it too."""
    command = [sys.executable, "-m", "mastermot", "serve", "--port", "0"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(LANGUAGE="en"), stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_until(lambda: len(family(process.pid)) >= 2)  # the first one is that of the resource tracker
    with suppress(subprocess.TimeoutExpired):
        process.wait(more)
    os.killpg(process.pid, signal.SIGINT)
    errors = process.communicate(timeout=PATIENCE)[1]
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
        assert catalogue(lang).gettext(ADVICE.get(error.code, error.advice)) in result.stderr
        assert all(text in result.stderr for text in shown)
        assert "Errno" not in result.stderr

    taken = str(served.port)
    check(PortTakenError, taken, "127.0.0.1", "--port", options=["--port", taken])
    for host in ("no.such.host.invalid", "192.0.2.1", "a" * 70, "\udcff"):
        check(HostUnknownError, "--host", options=["--host", host, "--port", "0"])
    monkeypatch.setenv("MASTERMOT_KEY", "short")
    check(KeyShortError, "MASTERMOT_KEY", "16", "openssl rand -base64 32")
    monkeypatch.delenv("MASTERMOT_KEY")
    for number, error in ((errno.EACCES, PortForbiddenError), (errno.ENOBUFS, ListenError)):

        def bind(*_: object, number: int = number) -> None:
            raise OSError(number, "as the system says")

        with monkeypatch.context() as patch:
            patch.setattr(socket.socket, "bind", bind)
            check(error, "80", options=["--port", "80"])


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
            assert "MASTERMOT_KEY is not set" in process.stderr.readline()
            yield process, int(process.stderr.readline().rsplit(":", 1)[1])
        finally:
            process.kill()


def test_the_access_log_has_no_query() -> None:
    with start() as (process, port):
        assert process.stderr is not None
        Client(port).get("/api/cliques?length=none&word=private")
        Client(port).get("/%0aforged%1b%22%C3%A9%25")
        process.send_signal(signal.SIGTERM)
        log = process.stderr.read().splitlines()
        process.wait(PATIENCE)
    assert len(log) == 2, log
    assert log[0].endswith('"GET /api/cliques HTTP/1.1" 422')
    assert "private" not in log[0]
    assert log[1].endswith('"GET /%0Aforged%1B%22%C3%A9%25 HTTP/1.1" 404')
