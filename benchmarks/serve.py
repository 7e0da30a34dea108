#!/usr/bin/env python3
"""Measure the service: ``python3 benchmarks/serve.py [--seconds N] [--only speed|mixed|hostile]``.

The load comes from wrk (Debian: ``apt-get install wrk``), over loopback only.

- speed: requests a second and latencies of ``/api/solve`` on the reference puzzle, beside a bare FastAPI route
  that answers a constant, by the same server, in turns in one run. Once with one puzzle, as when a magazine has come
  out, whose answer the service remembers; once with puzzles that it has not seen, worked out anew.
- mixed: solve, guess and cliques by 32 clients for a minute: answers by status, memory before and after.
- hostile: the largest puzzles allowed with very many candidates by 16 clients, and 200 clients that send a byte at a
  time; meanwhile an honest client asks for the reference puzzle: how long it waits.
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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PUZZLE = (ROOT / "puzzles" / "coude.txt").read_text(encoding="utf-8")
CLUES = [line.split() for line in PUZZLE.splitlines() if line and not line.startswith("#")]
ROUNDS = 3
FRESH = 6000
"""Different puzzles asked for in turn: three times as many as the service remembers."""

LUA = """
local requests = {}
for line in io.lines("%s") do
  local path, kind, body = line:match("^(%%S+) (%%S+) (.*)$")
  local method = body ~= "" and "POST" or "GET"
  body = body:gsub("|", "\\n")
  local headers = {Host = "127.0.0.1", ["Content-Type"] = kind}
  table.insert(requests, wrk.format(method, path, headers, method == "POST" and body or nil))
end
local place = 0
statuses = {}
function init(args) place = math.random(#requests) end
function request() place = place %% #requests + 1 return requests[place] end
local threads = {}
function setup(thread) table.insert(threads, thread) end
%s
"""
COUNTING = """
function response(status) statuses[status] = (statuses[status] or 0) + 1 end
function done()
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do print("status " .. status .. " " .. count) end
  end
end
"""


class Load(NamedTuple):
    """What came of a load: requests a second, latencies in milliseconds, answers by status, connections refused."""

    rate: float
    median: float
    worst: float
    statuses: dict[int, int]
    broken: int


def wrk(port: int, requests: list[str], seconds: int, clients: int, *, counting: bool = False) -> Load:
    """Return what came of `requests` (path, media type, body with ``|`` for line ends) asked in turn."""
    with tempfile.TemporaryDirectory() as folder:
        lines, script = Path(folder) / "requests", Path(folder) / "script.lua"
        lines.write_text("".join(f"{one}\n" for one in requests), encoding="utf-8")
        script.write_text(LUA % (lines, COUNTING if counting else ""), encoding="utf-8")
        command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}", "--latency", "--timeout", "30s", "-s", str(script)]
        done = subprocess.run([*command, f"http://127.0.0.1:{port}/"], capture_output=True, text=True, check=True)
    text = done.stdout
    times = {name: milliseconds(value) for name, value in re.findall(r"(50|99)%\s+([\d.]+\w+)", text)}
    statuses: dict[int, int] = {}
    for status, count in re.findall(r"^status (\d+) (\d+)$", text, re.MULTILINE):
        statuses[int(status)] = statuses.get(int(status), 0) + int(count)
    broken = sum(int(n) for n in re.findall(r"(?:connect|read|write|timeout) (\d+)", text))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])  # type: ignore[index]
    return Load(rate, times["50"], times["99"], statuses, broken)


def milliseconds(text: str) -> float:
    """Return a duration as wrk writes it."""
    number, unit = re.match(r"([\d.]+)(\w+)", text).groups()  # type: ignore[union-attr]
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]


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
        while ask(port, "GET", "/healthz")[0] not in (200, 404):
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def ask(port: int, method: str, path: str, body: str = "", kind: str = "text/plain") -> tuple[int, float]:
    """Return the status of an answer and how long it took, in seconds."""
    start = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body or None, {"Content-Type": kind} if body else {})
    status = connection.getresponse().status
    connection.close()
    return status, time.perf_counter() - start


def shuffled() -> list[str]:
    """Return the reference puzzle with its clues in many orders, each a puzzle that was not seen before."""
    chance = random.Random(1)
    return [
        "/api/solve text/plain " + "".join(f"{word} {marks}|" for word, marks in chance.sample(CLUES, len(CLUES)))
        for _ in range(FRESH)
    ]


def memory(process: int) -> int:
    """Return the memory of a process and of those below it, in MB: what they share is counted once."""
    size = int(re.search(r"Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text("ascii"))[1])  # type: ignore[index]
    below = [
        child for task in Path(f"/proc/{process}/task").iterdir() for child in (task / "children").read_text().split()
    ]
    return size // 1024 + sum(memory(int(child)) for child in below)


def speed(seconds: int) -> None:
    """Print the service beside a bare route, in turns."""
    one = ["/api/solve text/plain " + PUZZLE.replace("\n", "|")]
    kinds = {"bare route": ["/ text/plain "], "solve, one puzzle": one, "solve, new puzzles": shuffled()}
    rates: dict[str, list[Load]] = {kind: [] for kind in kinds}
    with served("benchmarks/serve.py", "--bare") as (bare, _), served(*SERVE) as (port, _):
        for _ in range(ROUNDS):
            for kind, requests in kinds.items():
                rates[kind].append(wrk(bare if kind == "bare route" else port, requests, seconds, 8))
    base = statistics.median(load.rate for load in rates["bare route"])
    print(
        f"{'':22}{'requests/s':>12}{'p50 ms':>9}{'p99 ms':>9}{'of bare':>9}   (one process, median of {ROUNDS} rounds)"
    )
    for kind, loads in rates.items():
        load = sorted(loads)[len(loads) // 2]
        print(f"{kind:22}{load.rate:12.0f}{load.median:9.2f}{load.worst:9.2f}{load.rate / base:9.2f}")


def mixed(seconds: int) -> None:
    """Print what 32 clients get of a mix of requests, and the memory of the service."""
    chance = random.Random(2)
    requests = []
    puzzles = shuffled()
    words = ["carie", "route", "lundi"]
    for number in range(600):
        requests.append(puzzles[number])
        marks = chance.choice(["X", "O", "XO", "OO", "rien"])
        history = [{"guess": chance.choice(words), "marks": marks}]
        asked = {"words": "fr-common", "length": 5, "history": history, "seed": number}
        requests.append(f"/api/guess application/json {json.dumps(asked)}")
        requests.append(f"/api/cliques?words=fr-common&length={4 + number % 4}&min_size={2 + number % 7} text/plain ")
    with served(*SERVE) as (port, process):
        sizes: list[int] = []
        loads: list[Load] = []
        clients = threading.Thread(target=lambda: loads.append(wrk(port, requests, seconds, 32, counting=True)))
        clients.start()
        for _ in range(4):
            clients.join(seconds / 4)
            sizes.append(memory(process))
        clients.join()
    load = loads[0]
    print(f"mixed load, 32 clients, {seconds} s: {load.rate:.0f} requests/s, ", end="")
    print(f"p50 {load.median:.0f} ms, p99 {load.worst:.0f} ms")
    print(f"  answers by status: {dict(sorted(load.statuses.items()))}, connections broken: {load.broken}")
    print(f"  memory after each quarter: {', '.join(map(str, sizes))} MB")


def hostile(seconds: int) -> None:
    """Print how long an honest client waits while others do their worst."""
    chance = random.Random(3)
    requests = []
    for _ in range(200):
        lines = "".join("".join(chance.choices("abcdefgh", k=15)) + f" {chance.randint(1, 3)}|" for _ in range(100))
        requests.append("/api/solve text/plain " + lines)
    heavy = {"words": "fr", "length": 9, "rule": "positional", "seed": 0}
    requests += [f"/api/guess application/json {json.dumps({**heavy, 'seed': seed})}" for seed in range(100)]
    chance.shuffle(requests)
    with served(*SERVE) as (port, _):
        loads: list[Load] = []
        attack = threading.Thread(target=lambda: loads.append(wrk(port, requests, seconds, 16, counting=True)))
        attack.start()
        drips = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
        for drip in drips:
            drip.sendall(
                b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 500\r\n\r\n"
            )
        waits: list[float] = []
        refused, order = 0, shuffled()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for drip in drips:
                with suppress(OSError):
                    drip.send(b" ")
            status, wait = ask(port, "POST", "/api/solve", order[len(waits)].partition("plain ")[2].replace("|", "\n"))
            waits.append(wait)
            refused += status != 200
            time.sleep(0.1)
        attack.join()
        for drip in drips:
            drip.close()
    waits.sort()
    print(f"hostile mix, {seconds} s: {len(waits)} honest solves, {refused} refused")
    p50, p99 = 1000 * statistics.median(waits), 1000 * waits[-1 - len(waits) // 100]
    print(f"  they wait {p50:.0f} ms (p50), {p99:.0f} ms (p99), ", end="")
    print(f"{1000 * waits[-1]:.0f} ms (worst)")
    print(f"  the hostile ones are answered, by status: {dict(sorted(loads[0].statuses.items()))}")


SERVE = ("-m", "mastermot", "serve", "--port", "0", "--no-access-log")


def bare() -> None:
    """Serve a FastAPI route that answers a constant, by the same server."""
    import uvicorn
    from fastapi import FastAPI, Response

    from mastermot.cli.listening import listen
    from mastermot.cli.serving import configure

    application = FastAPI()

    @application.post("/")
    @application.get("/")
    async def constant() -> Response:
        return Response(b"constant")

    listening = listen("127.0.0.1", 0)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", file=sys.stderr, flush=True)
    uvicorn.Server(configure(application)).run(sockets=[listening])


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, help="seconds of each load (speed 5, mixed 60, hostile 20)")
    parser.add_argument("--only", choices=["speed", "mixed", "hostile"])
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.bare:
        bare()
        return
    if shutil.which("wrk") is None:
        sys.exit("no wrk here (Debian: apt-get install wrk)")
    for name, run, seconds in (("speed", speed, 5), ("mixed", mixed, 60), ("hostile", hostile, 20)):
        if asked.only in (None, name):
            run(asked.seconds or seconds)


if __name__ == "__main__":
    main()
