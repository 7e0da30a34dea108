#!/usr/bin/env python3
"""Attack the service: ``python3 benchmarks/attacks.py [--seconds N] [--only NAME…]``: three minutes for all.

With ``--memory`` it asks for every list, length and route once instead, and prints the most memory that was taken.

Each attack meets a service of its own, a real ``mastermot serve``, over loopback: attackers have the address 127.0.0.1
(or 1,000 addresses 127.0.x.y), honest clients 127.0.0.2, since the service is fair by address. Every attack opens a
counted number of connections, lasts a few seconds, and ends by itself. For each the table tells how many requests of
the honest clients were answered with 200 within five seconds, how long they waited, the most memory that the service
took (VmHWM), the most bytes of deleted files that it kept open, and what the attackers got.

It needs some 2,200 open files: ``ulimit -n``. Linux only: figures are read from /proc.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import NamedTuple

from mastermot import open_dictionary
from mastermot.words.dictionaries import dictionary_names

ROOT = Path(__file__).resolve().parent.parent
SERVE = (sys.executable, "-m", "mastermot", "serve", "--port", "0", "--no-access-log")
HONEST = "127.0.0.2"
ESTABLISHED = 1  #: The state of an open connection, in what Linux tells of it (TCP_INFO).
PATIENCE = 5.0  #: Seconds after which an honest client gives up.
CLUES = [("paume", 2), ("choux", 1), ("conte", 2), ("tarde", 2), ("poule", 2), ("rouge", 2), ("monde", 2)]
LONG_LIST = "/api/words/fr/9"  #: 2.8 MB.


class Attack(NamedTuple):
    """An attack: how many connections, from which addresses, what is sent at first, and what then."""

    what: str
    connections: int
    head: Callable[[int], bytes]  #: What connection `n` sends at first.
    more: bytes = b""  #: What each then sends again and again, a second apart.
    reads: int = 0  #: Bytes that each reads a second; -1 reads all that comes.
    address: Callable[[int], str] = lambda _number: "127.0.0.1"
    again: bool = False  #: Whether a connection that was closed is opened again.


def get(path: str, *fields: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *fields, "", ""]).encode()


def families_of(number: int) -> bytes:
    """Return a request for families that no other number asks for."""
    length, least = 10 - number // 24 % 3, 2 + number % 24
    return get(f"/api/families?words=es&length={length}&min_size={least}")


def one_of_many(number: int) -> str:
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


HALF_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: "
HALF_BODY = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n\r\np"
ATTACKS = {
    "P": Attack("20 requests at once on each connection, nothing read", 140, lambda _: 20 * get(LONG_LIST)),
    "H": Attack("half-sent heads", 1050, lambda _: HALF_HEAD, again=True),
    "H-byte": Attack("heads sent a byte a second", 1050, lambda _: HALF_HEAD, more=b"x", again=True),
    "B": Attack("bodies sent a byte a second", 1050, lambda _: HALF_BODY, more=b"x", again=True),
    "R": Attack("one long answer on each connection, nothing read", 1000, lambda _: get(LONG_LIST), again=True),
    "R-byte": Attack("the same, a few bytes read a second", 1000, lambda _: get(LONG_LIST), reads=64, again=True),
    "C": Attack("40 different lists of families, all read", 40, families_of, reads=-1),
    "C-same": Attack("40 times the same list of families", 40, lambda _: families_of(0), reads=-1),
    "C-unread": Attack("60 different lists of families, nothing read", 60, families_of, again=True),
    "A": Attack("half-sent heads from 1,000 addresses", 1200, lambda _: HALF_HEAD, address=one_of_many, again=True),
    "A-read": Attack(
        "a long answer from each of 1,000 addresses, nothing read",
        1200,
        lambda _: get(LONG_LIST),
        address=one_of_many,
        again=True,
    ),
    "IPv6": Attack("half-sent heads over IPv6", 1050, lambda _: HALF_HEAD, address=lambda _: "::1", again=True),
    "X": Attack(
        "long answers, each for another X-Forwarded-For; no proxy is named",
        300,
        lambda number: get(LONG_LIST, f"X-Forwarded-For: 10.0.{number // 250}.{number % 250}"),
        again=True,
    ),
}


# --- the attackers, a process of their own ---------------------------------------------------------------------


class Attacker:
    """One connection of an attack."""

    def __init__(self, attack: Attack, port: int, number: int) -> None:
        self.attack, self.port, self.number = attack, port, number
        self.socket: socket.socket | None = None
        self.received = b""

    def open(self) -> None:
        address = self.attack.address(self.number)
        family, server = (socket.AF_INET6, "::1") if ":" in address else (socket.AF_INET, "127.0.0.1")
        connection = socket.socket(family)
        connection.bind((address, 0))
        connection.setblocking(False)
        connection.connect_ex((server, self.port))
        self.socket = connection

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
        self.socket = None


def attack(name: str, port: int, seconds: float) -> None:
    """Attack for some seconds; print as JSON what the attackers got."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    chosen, got = ATTACKS[name], Counter[str]()
    attackers = [Attacker(chosen, port, number) for number in range(chosen.connections)]
    waiting = selectors.DefaultSelector()
    end = time.monotonic() + seconds
    next_step = time.monotonic()
    for attacker in attackers:
        begin(attacker, waiting)
    while time.monotonic() < end:
        for key, events in waiting.select(0.05):
            serve_event(key.data, events, waiting, got)
        if time.monotonic() > next_step:
            next_step += 1
            for attacker in attackers:
                step(attacker, waiting, got)
    for attacker in attackers:
        if attacker.socket is not None:
            got["still open"] += 1
            attacker.close()
    print(json.dumps(got))


def begin(attacker: Attacker, waiting: selectors.BaseSelector) -> None:
    with suppress(OSError):
        attacker.open()
        assert attacker.socket is not None
        waiting.register(attacker.socket, selectors.EVENT_WRITE, attacker)


def serve_event(attacker: Attacker, events: int, waiting: selectors.BaseSelector, got: Counter[str]) -> None:
    """Send the head once a connection is open; then read what is to be read."""
    connection = attacker.socket
    if connection is None:
        return
    try:
        if events & selectors.EVENT_WRITE:
            connection.sendall(attacker.attack.head(attacker.number))
            waiting.modify(connection, selectors.EVENT_READ, attacker)
            if attacker.attack.reads >= 0:  # looked at once a second only
                waiting.unregister(connection)
            return
        data = connection.recv(1 << 16)
    except OSError:
        lose(attacker, waiting, got)
        return
    attacker.received = attacker.received or data[:12]
    if not data:
        lose(attacker, waiting, got)


def step(attacker: Attacker, waiting: selectors.BaseSelector, got: Counter[str]) -> None:
    """Send a little, read a little, see whether the connection is still there; open it again if not."""
    connection = attacker.socket
    if connection is None:
        if attacker.attack.again:
            attacker.received = b""
            begin(attacker, waiting)
        return
    if attacker.attack.reads < 0:
        return
    try:
        if connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != ESTABLISHED:
            lose(attacker, waiting, got)
            return
        if attacker.attack.more:
            connection.send(attacker.attack.more)
        if attacker.attack.reads:
            attacker.received += connection.recv(attacker.attack.reads)[:12]
        attacker.received = attacker.received or connection.recv(12, socket.MSG_PEEK)
    except BlockingIOError:
        return
    except OSError:
        lose(attacker, waiting, got)


def lose(attacker: Attacker, waiting: selectors.BaseSelector, got: Counter[str]) -> None:
    """Count what a connection got that was closed."""
    status = re.match(rb"HTTP/1\.. (\d+)", attacker.received)
    got[f"{status[1].decode()}, closed" if status else "closed"] += 1
    with suppress(KeyError, ValueError):
        waiting.unregister(attacker.socket)  # type: ignore[arg-type]
    attacker.close()


# --- the honest clients ----------------------------------------------------------------------------------------


class HonestClient(threading.Thread):
    """Asks for one thing after another, a connection each, and keeps what came and how long it took."""

    def __init__(self, port: int, number: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.stop, self.chance = port, stop, random.Random(number)
        self.answers: list[tuple[int, float]] = []

    def run(self) -> None:
        for number in count():
            if self.stop.is_set():
                return
            start, status = time.perf_counter(), 0
            with suppress(OSError, HTTPException):
                status = self.ask(number)
            self.answers.append((status, time.perf_counter() - start))
            self.stop.wait(0.02)

    def ask(self, number: int) -> int:
        clues = [{"word": word, "marks": marks} for word, marks in self.chance.sample(CLUES, len(CLUES))]
        word = self.chance.choice(CLUES)[0]
        asked = [
            ("POST", "/api/solve", json.dumps({"clues": clues})),
            ("GET", "/", None),
            ("GET", f"/api/families?words=fr-common&length=5&word={word}", None),
            ("GET", "/healthz", None),
            ("GET", f"/api/words/fr-common/{4 + number % 4}", None),
            ("GET", f"/api/neighbours?word={word}", None),
        ]
        method, path, body = asked[number % len(asked)]
        return ask(self.port, method, path, body)


def ask(port: int, method: str, path: str, body: str | None = None, timeout: float = PATIENCE) -> int:
    """Return the status of an answer, once all of it is there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(HONEST, 0))
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


class Browser(threading.Thread):
    """A browser of a class: six connections that it keeps, over which it asks for what the page asks for."""

    paths = ("/", "/api/words", "/api/daily", "/api/words/fr-common/5", "/api/openings", "/healthz")

    def __init__(self, port: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.stop = port, stop
        self.answers: list[tuple[int, float]] = []

    def run(self) -> None:
        timeout = PATIENCE
        kept = [HTTPConnection("127.0.0.1", self.port, timeout, ("127.0.0.3", 0)) for _path in self.paths]
        while not self.stop.is_set():
            for connection, path in zip(kept, self.paths, strict=True):
                start, status = time.perf_counter(), 0
                with suppress(OSError, HTTPException):
                    connection.request("GET", path)
                    response = connection.getresponse()
                    response.read()
                    status = response.status
                self.answers.append((status, time.perf_counter() - start))
            self.stop.wait(1)
        for connection in kept:
            connection.close()


# --- everything once -------------------------------------------------------------------------------------------


def everything() -> Iterator[tuple[str, str, str | None]]:
    """Yield a request of every route that takes a list, for every list and length, a route at a time."""
    listed = [(name, length) for name in dictionary_names() for length in open_dictionary(name).lengths]
    for name, length in listed:
        yield "GET", f"/api/words/{name}/{length}", None
    for name, length in listed:
        yield "GET", f"/api/families?words={name}&length={length}", None
    for name, length in listed:
        first, *_others, last = open_dictionary(name).words(length)
        for path in (
            f"/api/neighbours?words={name}&word={first}",
            f"/api/ladder?words={name}&start={first}&end={last}",
        ):
            yield "GET", path, None
        codes = {"words": name, "length": length}
        turn = {"guess": first, "marks": "X" * (length - 1)}
        clues = [{"word": word, "marks": 1} for word in (first, last)]
        for path, body in [
            ("/api/guess", {**codes, "rule": "positional"}),
            ("/api/next", {**codes, "history": [turn]}),
            ("/api/solve", {"words": name, "clues": clues}),
            ("/api/games", codes),
            ("/api/puzzles", {"words": name, "length": length, "seed": 1}),
        ]:
            yield "POST", path, json.dumps(body)
        if length <= 5:  # longer lists take half a minute each
            yield "GET", f"/api/islands?words={name}&length={length}", None


def measure_everything() -> str:
    """Return the row of the memory after every list, length and route."""
    with served() as (port, process):
        began, statuses = time.perf_counter(), Counter[int]()
        for method, path, body in everything():
            statuses[ask(port, method, path, body, 600)] += 1
        memory, seconds = peak_memory(Path(f"/proc/{process}")), time.perf_counter() - began
    shown = ", ".join(f"{status}: {number}" for status, number in sorted(statuses.items()))
    return f"every list, length and route once: {memory >> 20} MB; answers {shown}; {seconds:.0f} s"


# --- what is measured ------------------------------------------------------------------------------------------


class Sizes(threading.Thread):
    """Looks at a process until it is told to stop: the most memory, and the most bytes of deleted files kept open."""

    def __init__(self, process: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.folder, self.stop = Path(f"/proc/{process}"), stop
        self.memory = self.files = 0

    def run(self) -> None:
        while not self.stop.wait(0.2):
            with suppress(OSError):
                self.memory = peak_memory(self.folder)
                self.files = max(self.files, deleted_files(self.folder))


def peak_memory(folder: Path) -> int:
    """Return the most memory that a process has had, in bytes (VmHWM)."""
    found = re.search(r"VmHWM:\s+(\d+)", (folder / "status").read_text("ascii"))
    return int(found[1]) << 10 if found else 0


def deleted_files(folder: Path) -> int:
    size = 0
    for link in (folder / "fd").iterdir():
        with suppress(OSError):
            if str(link.readlink()).endswith("(deleted)"):
                size += link.stat().st_size
    return size


@contextmanager
def served(*options: str) -> Iterator[tuple[int, int]]:
    """Start a service; give its port and its process."""
    process = subprocess.Popen([*SERVE, *options], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    reader = None
    try:
        port = 0
        while not port:
            found = re.match(r"http://\S+:(\d+)$", process.stderr.readline().strip())
            port = int(found[1]) if found else 0
        reader = threading.Thread(target=process.stderr.read, daemon=True)
        reader.start()
        while ask(port, "GET", "/healthz") != 200:
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if reader is not None:
            reader.join()
        process.stderr.close()


def measure(name: str, seconds: float) -> str:
    """Return the row of an attack."""
    options = ("--host", "::") if name == "IPv6" else ()
    with served(*options) as (port, process):
        for number in range(6):  # what honest clients use is loaded
            HonestClient(port, 0, threading.Event()).ask(number)
        stop = threading.Event()
        sizes = Sizes(process, stop)
        clients: list[HonestClient] | list[Browser]
        command = [sys.executable, __file__, "--attack", name, "--port", str(port), "--seconds", str(seconds)]
        if name == "class":
            clients = [Browser(port, stop) for _ in range(30)]
            attackers = None
        else:
            clients = [HonestClient(port, number, stop) for number in range(4)]
            attackers = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            time.sleep(1)  # the attack has begun
        sizes.start()
        for client in clients:
            client.start()
        got = "-"
        if attackers is None:
            time.sleep(seconds)
        else:
            got = attackers.communicate(timeout=seconds + 30)[0]
        stop.set()
        for client in clients:
            client.join(2 * PATIENCE)
        sizes.join(5)
        answers = [answer for client in clients for answer in client.answers]
    return row(name, answers, sizes, json.loads(got) if got != "-" else {})


def row(name: str, answers: list[tuple[int, float]], sizes: Sizes, got: dict[str, int]) -> str:
    what = "a class: 30 browsers, 6 connections each, one address" if name == "class" else ATTACKS[name].what
    good = sorted(wait for status, wait in answers if status == 200)
    p50, p99 = (good[len(good) // 2], good[-1 - len(good) // 100]) if good else (float("nan"), float("nan"))
    others = Counter(str(status or "none") for status, _wait in answers if status != 200)
    refused = ", ".join(f"{status}: {number}" for status, number in others.items())
    shown = "; ".join(f"{number} {text}" for text, number in sorted(got.items()))
    return (
        f"| **{name}** {what} | {len(good)} of {len(answers)}{f' ({refused})' * bool(refused)} | {1000 * p50:.0f} | "
        f"{1000 * p99:.0f} | {sizes.memory >> 20} | {sizes.files >> 20} | {shown or '-'} |"
    )


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0, help="seconds of each attack")
    parser.add_argument("--only", nargs="+", choices=[*ATTACKS, "class"], metavar="NAME")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--memory", action="store_true", help="ask for everything once, and print the most memory")
    asked = parser.parse_args()
    if asked.memory:
        print(measure_everything())
        return
    if asked.attack:
        attack(asked.attack, asked.port, asked.seconds)
        return
    print("| attack | honest answers | p50, ms | p99, ms | memory, MB | deleted files, MB | attackers |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in asked.only or (*ATTACKS, "class"):
        print(measure(name, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
