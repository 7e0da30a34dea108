#!/usr/bin/env python3
"""Measure the service: ``python3 benchmarks/serve.py [--seconds N] [--only speed|heavy|mixed|slow|memory]``.

All over loopback. No puzzle is asked for twice, so that none is answered from memory.

- speed: requests a second of ``/api/solve``, beside a bare Flask route that answers a constant by the same server, in
  turns in one run. The load comes from wrk (Debian: ``apt-get install wrk``); without it this part is left out.
- heavy: 4 honest clients, who solve, ask for hints and for explanations of puzzles of 5 to 8 letters, beside 16 who
  ask for as much as they may: how long the honest ones wait, and how many are refused.
- mixed: the same beside 6 clients who solve, mark, play, list words, families, neighbours, ladders, days and pages.
- slow: the same beside 300 clients who send a byte a second.
- memory: what the service takes after 10,000 varied requests, and after 10,000 more.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from mastermot import open_dictionary
from mastermot.puzzle.compose import Wanted, compose_many

ROOT = Path(__file__).resolve().parent.parent
SERVE = ("-m", "mastermot", "serve", "--port", "0", "--no-access-log")
ROUNDS = 3
LUA = """
local requests = {}
for line in io.lines("%s") do
  local body = line:gsub("|", "\\n")
  table.insert(requests, wrk.format(body ~= "" and "POST" or "GET", "%s", {["Content-Type"] = "text/plain"}, body))
end
local place = 0
function init(args) place = math.random(#requests) end
function request() place = place %% #requests + 1 return requests[place] end
"""


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    document: object = None


@cache
def honest_puzzles() -> list[list[dict[str, Any]]]:
    """Return the clues of puzzles of 5 to 8 letters."""
    words = open_dictionary("fr-common")
    made = [puzzle for length in (5, 6, 7, 8) for puzzle in compose_many(words, Wanted(length, 10), 1, 20)]
    return [[{"word": clue.word, "marks": clue.marks} for clue in puzzle.puzzle.clues] for puzzle in made]


def honest(chance: random.Random) -> Iterator[Asked]:
    """Yield requests about puzzles, each with its clues in another order, so that it has not been seen before."""
    for number in count():
        puzzle = chance.choice(honest_puzzles())
        kind = [("solve", False), ("hint", True), ("explain", True)][number % 3]
        yield Asked(
            "POST", "/api/solve", {"clues": chance.sample(puzzle, len(puzzle)), **dict([kind] if kind[1] else [])}
        )


def heavy(chance: random.Random) -> Iterator[Asked]:
    """Yield requests that take all that they may."""
    while True:
        clues = [{"word": "".join(chance.choices("abcdefgh", k=15)), "marks": chance.randint(1, 3)} for _ in range(100)]
        wanted = {"length": 8, "clues": 40, "level": 5, "minimal": True, "count": 10}
        split = "".join(chance.choices("abcdefgh", k=8))  # another each time, so that no kept answer is given
        yield from (
            Asked("POST", "/api/puzzles", {**wanted, "seed": chance.randrange(10**9)}),
            Asked("POST", "/api/next", {"words": "fr", "length": 8, "accelerators": [split]}),
            Asked("POST", "/api/solve", {"clues": clues, "explain": True}),
            Asked(
                "POST", "/api/guess", {"holes": 20, "colours": 26, "player": "jourde", "seed": chance.randrange(10**9)}
            ),
        )


def mixed(chance: random.Random) -> Iterator[Asked]:
    """Yield requests as readers of the page make them."""
    words = {length: open_dictionary("fr-common").words(length) for length in range(4, 9)}
    puzzles = honest(chance)
    for number in count():
        length = 4 + number % 5
        one, other = chance.sample(words[length], 2)
        game = {"words": "fr-common", "length": length}
        yield from (
            next(puzzles),
            Asked("POST", "/api/marks", {"guess": one, "secret": other, "rule": "positional"}),
            Asked("POST", "/api/guess", {**game, "history": [{"guess": one, "marks": "X"}]}),
            Asked("POST", "/api/next", {**game, "history": [{"guess": one, "marks": "O"}]}),
            Asked("POST", "/api/games", {**game, "seed": number}),
            Asked("GET", f"/api/words/fr-common/{length}"),
            Asked("GET", f"/api/families?words=fr-common&length={length}&word={one}"),
            Asked("GET", f"/api/neighbours?word={one}"),
            Asked("GET", f"/api/ladder?start={one}&end={other}"),
            Asked("GET", f"/api/daily?date=20{number % 90 + 10}-{number % 12 + 1:02}-{number % 28 + 1:02}"),
            Asked("GET", "/"),
            Asked("GET", "/docs"),
        )


class Client(threading.Thread):
    """Asks for one thing after another until it is told to stop; keeps what it was answered and how long it took."""

    def __init__(self, port: int, requests: Iterator[Asked], stop: threading.Event, most: int = 10**9) -> None:
        """Keep nothing yet; ask `most` times at most."""
        super().__init__(daemon=True)
        self.port, self.requests, self.stop, self.most = port, requests, stop, most
        self.answers: list[tuple[str, int, float]] = []

    def run(self) -> None:
        """Ask."""
        while not self.stop.is_set() and len(self.answers) < self.most:
            asked = next(self.requests)
            start = time.perf_counter()
            with suppress(OSError, HTTPException):
                self.answers.append((asked.path.partition("?")[0], ask(self.port, asked), time.perf_counter() - start))


def ask(port: int, asked: Asked) -> int:
    """Return the status of an answer, once all of it is there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    body = None if asked.document is None else json.dumps(asked.document)
    connection.request(asked.method, asked.path, body, {"Content-Type": "application/json"} if body else {})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status


def play(port: int, seconds: float, groups: dict[str, list[Callable[[random.Random], Iterator[Asked]]]]) -> None:
    """Let groups of clients ask at once, and print what each group got."""
    honest_puzzles()  # made before the clock runs
    stop = threading.Event()
    clients = {
        name: [Client(port, make(random.Random(f"{name} {number}")), stop) for number, make in enumerate(makers)]
        for name, makers in groups.items()
    }
    for client in (client for group in clients.values() for client in group):
        client.start()
    time.sleep(seconds)
    stop.set()
    for name, group in clients.items():
        for client in group:
            client.join(30)
        report(name, [answer for client in group for answer in client.answers])


def report(name: str, answers: list[tuple[str, int, float]]) -> None:
    """Print how many answers a group got, by status, and how long it waited for those that were not refused."""
    waits = sorted(wait for _, status, wait in answers if status < 500) or [float("nan")]
    p50, p99 = statistics.median(waits), waits[-1 - len(waits) // 100]
    statuses = ", ".join(f"{status}: {number}" for status, number in sorted(Counter(s for _, s, _ in answers).items()))
    print(f"  {name:8} {len(answers):6} answers ({statuses}); ", end="")
    print(f"p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms, worst {1000 * waits[-1]:.0f} ms")
    refused = Counter(path for path, status, _ in answers if status == 503)
    if refused:
        print(f"           refused: {dict(refused)}")


@contextmanager
def served(*command: str) -> Iterator[tuple[int, int]]:
    """Start a server; give its port and its process."""
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        port = 0
        while not port:
            found = re.match(r"http://127\.0\.0\.1:(\d+)$", process.stderr.readline().strip())
            port = int(found[1]) if found else 0
        threading.Thread(target=process.stderr.read, daemon=True).start()
        while ask(port, Asked("GET", "/healthz")) not in (200, 404):
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def run_speed(seconds: float) -> None:
    """Print the service beside a bare route, in turns."""
    if shutil.which("wrk") is None:
        print("speed: left out, no wrk here (Debian: apt-get install wrk)")
        return
    chance = random.Random(1)
    puzzles = honest_puzzles()[:20]
    fresh = [
        "|".join(f"{clue['word']} {clue['marks']}" for clue in chance.sample(puzzle, len(puzzle)))
        for puzzle in puzzles * 300
    ]
    rates: dict[str, list[float]] = {"bare Flask route": [], "solve, one puzzle": [], "solve, new puzzles": []}
    with served("benchmarks/serve.py", "--bare") as (bare, _), served(*SERVE) as (port, _):
        for _ in range(ROUNDS):
            rates["bare Flask route"].append(wrk(bare, "/", [""], seconds))
            rates["solve, one puzzle"].append(wrk(port, "/api/solve", fresh[:1], seconds))
            rates["solve, new puzzles"].append(wrk(port, "/api/solve", fresh, seconds))
    base = statistics.median(rates["bare Flask route"])
    print(f"speed, 8 clients, median of {ROUNDS} rounds:")
    for kind, measured in rates.items():
        rate = statistics.median(measured)
        print(f"  {kind:20}{rate:8.0f} requests/s {rate / base:6.2f} of bare")


def wrk(port: int, path: str, bodies: list[str], seconds: float) -> float:
    """Return the requests a second that wrk makes with `bodies` (``|`` for line ends) in turn."""
    with tempfile.TemporaryDirectory() as folder:
        lines, script = Path(folder) / "bodies", Path(folder) / "script.lua"
        lines.write_text("".join(f"{body}\n" for body in bodies), encoding="utf-8")
        script.write_text(LUA % (lines, path), encoding="utf-8")
        command = ["wrk", "-t1", "-c8", f"-d{seconds:.0f}s", "-s", str(script), f"http://127.0.0.1:{port}/"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])  # type: ignore[index]


def run_heavy(seconds: float) -> None:
    """Print what honest clients get beside heavy ones."""
    print(f"4 honest clients beside 16 heavy ones, one address, {seconds:.0f} s:")
    with served(*SERVE) as (port, _):
        play(port, seconds, {"honest": [honest] * 4, "heavy": [heavy] * 16})


def run_mixed(seconds: float) -> None:
    """Print what honest clients get beside others who use the page."""
    print(f"4 honest clients beside 6 mixed ones, one address, {seconds:.0f} s:")
    with served(*SERVE) as (port, _):
        play(port, seconds, {"honest": [honest] * 4, "mixed": [mixed] * 6})


def run_slow(seconds: float) -> None:
    """Print what one honest client gets beside 300 who send a byte a second."""
    print(f"1 honest client beside 300 that send a byte a second, {seconds:.0f} s:")
    head = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n\r\n"
    with served(*SERVE) as (port, _):
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(300)]
        stop = threading.Event()

        def drip() -> None:
            for connection in slow:
                connection.sendall(head)
            while not stop.wait(1):
                for connection in slow:
                    with suppress(OSError):
                        connection.send(b" ")

        threading.Thread(target=drip, daemon=True).start()
        play(port, seconds, {"honest": [honest]})
        stop.set()
        for connection in slow:
            connection.close()


def run_memory(_seconds: float) -> None:
    """Print the memory of the service after 10,000 varied requests, and after 10,000 more."""
    sizes = []
    with served(*SERVE) as (port, process):
        for part in range(2):
            clients = [Client(port, mixed(random.Random(10 * part + n)), threading.Event(), 2500) for n in range(4)]
            for client in clients:
                client.start()
            for client in clients:
                client.join()
            sizes.append(memory(process))
    print(f"memory after 10,000 varied requests {sizes[0]} MB, after 20,000 {sizes[1]} MB: {sizes[1] / sizes[0]:.2f}")


def memory(process: int) -> int:
    """Return the memory of a process and of those below it, in MB: what they share is counted once."""
    size = int(re.search(r"Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text("ascii"))[1])  # type: ignore[index]
    below = [
        child for task in Path(f"/proc/{process}/task").iterdir() for child in (task / "children").read_text().split()
    ]
    return size // 1024 + sum(memory(int(child)) for child in below)


def serve_bare() -> None:
    """Serve a Flask route that answers a constant, by the same server."""
    from flask import Flask
    from waitress.server import create_server

    application = Flask(__name__)
    application.add_url_rule("/", "constant", lambda: "constant")
    server: Any = create_server(application, host="127.0.0.1", port=0, threads=8)
    print(f"http://127.0.0.1:{server.effective_port}", file=sys.stderr, flush=True)
    server.run()


PARTS = {
    "speed": (run_speed, 5),
    "heavy": (run_heavy, 30),
    "mixed": (run_mixed, 30),
    "slow": (run_slow, 20),
    "memory": (run_memory, 0),
}
"""The measurements, each with its usual seconds."""


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, help="seconds of each load")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.bare:
        serve_bare()
        return
    for name, (run, seconds) in PARTS.items():
        if asked.only in (None, name):
            run(asked.seconds or seconds)


if __name__ == "__main__":
    main()
