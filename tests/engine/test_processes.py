"""The engines of this machine: any executor's work, workers that die, Ctrl-C, and a main process that is killed."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mastermot import open_engine
from mastermot.engine import Engine, SerialEngine, WorkerLostError, processes, usual_jobs, work_through
from mastermot.engine.engines import take_portion
from mastermot.engine.processes import ProcessEngine
from tests.lab.explore.support import read_kept
from tests.messages import check_told
from tests.support import PATIENCE, ROOT, environment

ENGINES = {"serial": lambda: open_engine(1), "processes": lambda: open_engine(2)}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return ENGINES[request.param]()


def add(first: int, second: int = 1) -> int:
    return first + second


def name_process(value: object) -> tuple[int, int]:
    """Return the process, and the identity of a value in it."""
    return os.getpid(), id(value)


def die(path: Path, times: int) -> str:
    """Kill the worker, so many times in all; the marks in the file count them."""
    with path.open("a") as file:
        file.write("x")
    if len(path.read_text()) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def fill(buckets: list[int], numbers: list[int], seconds: float) -> tuple[list[int], list[int]]:
    """Return the first number halved by hand: its two halves go back as work until they are 1."""
    number, *rest = numbers
    return ([number], rest) if number == buckets[0] else ([], [*rest, number // 2, number - number // 2])


def test_an_engine_is_an_executor(engine: Engine) -> None:
    with engine:
        assert engine.submit(add, 2, second=3).result() == 5
        assert list(engine.map(add, range(4))) == [1, 2, 3, 4]
        with pytest.raises(TypeError):
            engine.submit(add, "a").result()
    assert usual_jobs() in range(1, 5)


def test_a_shared_value_is_sent_once_to_a_worker() -> None:
    with ProcessEngine(2) as engine:
        shared = engine.share(list(range(1000)))
        seen = set(engine.map(name_process, [shared] * 40))
        assert len(seen) == len({process for process, _identity in seen}) <= 2
        assert os.getpid() not in {process for process, _identity in seen}
        other = engine.share("another value, for processes that run already")
        assert engine.submit(len, other).result() == 45
        assert engine.submit(len, shared).result() == 1000


def test_work_is_shared_until_nothing_is_handed_back(engine: Engine) -> None:
    with engine:
        results = list(work_through(engine, fill, [1], [100, 7, 1], int, patience=0))
    assert sum(map(sum, results)) == 108


class Starting(SerialEngine):
    """An engine whose worker takes its time: it begins once so many pieces were worked at elsewhere."""

    patience = 0.0

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces
        self.begun: Future[Any] = Future()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if self.begun.done():
            return super().submit(function, *arguments, **named)
        self.call = partial(function, *arguments, **named)
        return self.begun

    def advance(self, seen: list[int], pieces: list[int], _seconds: float) -> tuple[int, list[int]]:
        """Work at the first piece."""
        seen.append(pieces[0])
        if len(seen) == self.pieces:
            self.begun.set_result(self.call())
        return pieces[0], pieces[1:]


def test_this_process_works_on_while_workers_start() -> None:
    engine = Starting(3)
    seen: list[int] = []
    assert sum(work_through(engine, engine.advance, seen, [1, 2, 3, 4, 5, 6], int, patience=1e-9)) == 21
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with ProcessEngine(2) as engine:
        dying = [engine.submit(die, tmp_path / f"{name}", 1) for name in "ab"]
        well = [engine.submit(add, number) for number in range(20)]
        assert [future.result(60) for future in dying] == ["alive", "alive"]
        assert [future.result(60) for future in well] == list(range(1, 21))


def test_a_pool_that_broke_is_asked_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.12 on it holds its lock while it tells what broke: a task sent to it then would wait for ever."""
    refused = []

    class Pool(ProcessPoolExecutor):
        def submit(self, *task: Any, **named: Any) -> Future[Any]:
            try:
                return super().submit(*task, **named)
            except BrokenProcessPool:
                refused.append(task)
                raise

    monkeypatch.setattr(processes, "ProcessPoolExecutor", Pool)
    with ProcessEngine(1) as engine:
        assert engine.submit(die, tmp_path / "a", 1).result(PATIENCE) == "alive"
    assert refused == []


def test_a_task_that_kills_every_worker_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkerLostError, match="ended"), ProcessEngine(1) as engine:
        engine.submit(die, tmp_path / "a", 100).result(60)
    assert (tmp_path / "a").read_text() == "xxx"


def test_an_engine_that_is_shut_down_takes_no_task() -> None:
    engine = ProcessEngine(2)
    engine.submit(add, 1).result()
    engine.shutdown()
    with pytest.raises(RuntimeError):
        engine.submit(add, 1)


def test_after_an_error_nothing_is_waited_for() -> None:
    with suppress(KeyboardInterrupt), ProcessEngine(1) as engine:
        engine.submit(add, 1).result()
        task = engine.submit(time.sleep, 60)
        raise KeyboardInterrupt
    slept = task.done() and not task.cancelled() and task.exception() is None
    assert not slept


def test_a_shutdown_at_once_waits_for_the_threads_of_the_pool() -> None:
    """One that is still there as Python ends may close what Python then writes to, which prints a traceback."""
    before = set(threading.enumerate())
    engine = ProcessEngine(2)
    engine.submit(add, 1).result()
    tasks = [engine.submit(time.sleep, 60) for _task in range(6)]
    engine.shutdown(cancel_futures=True)
    assert set(threading.enumerate()) == before
    assert all(task.cancelled() for task in tasks)


def test_portions_take_the_largest_first_and_everything_in_the_end() -> None:
    waiting = [3, 40, 1, 7]
    taken = []
    while waiting:
        taken.append(take_portion(waiting, int, 4))
    assert taken[0] == [40]
    assert sorted(size for portion in taken for size in portion) == [1, 3, 7, 40]


def test_ctrl_c_is_no_result() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SerialEngine().submit(interrupted)


def test_ctrl_c_waits_until_the_processes_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes as they are told to end: what is left undone then would print a traceback when Python ends."""
    ended = []
    shutdown = ProcessPoolExecutor.shutdown

    def shut_down_interrupted(pool: ProcessPoolExecutor, **settings: bool) -> None:
        signal.raise_signal(signal.SIGINT)
        shutdown(pool, **settings)
        ended.append(pool)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", shut_down_interrupted)
    engine = ProcessEngine(1)
    assert engine.submit(pow, 2, 3).result() == 8
    with pytest.raises(KeyboardInterrupt):
        engine.shutdown(cancel_futures=True)
    assert ended


# --- the whole command -----------------------------------------------------------------------------------------

LONG = ["--words", "fr", "--length", "6", "--player", "random", "--pool", "all", "--most-turns", "1000"]
"""A run that takes many minutes."""
WORKERS = """
import sys, time
from mastermot.cli import main
from mastermot.engine.processes import ProcessEngine

ProcessEngine.patience = 0.0
main(["explore", "--jobs", "2", *sys.argv[1:]])
"""
"""The command, with its processes started at once."""


def children(process: int) -> set[int]:
    """Return the processes that a process has started and that run."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return {int(number) for number in listed.stdout.split()}


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def start(script: str, *arguments: str, terminal: int | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if terminal is None else terminal,
        stderr=subprocess.STDOUT,
        env=environment(LANGUAGE="en", TERM="xterm"),
        start_new_session=True,
    )


def read_terminal(terminal: int) -> bytes:
    text = b""
    while True:
        try:
            block = os.read(terminal, 65536)
        except OSError:
            return text
        if not block:
            return text
        text += block


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_no_worker_outlives_a_main_process_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    workers: set[int] = set()
    with start(WORKERS, *LONG, "--database", str(path)) as process:
        while len(workers) < 3:  # two workers and what watches over their resources
            workers = children(process.pid)
            assert process.poll() is None
        process.kill()
    end = time.monotonic() + PATIENCE
    while any(map(running, workers)):
        assert time.monotonic() < end


Look = Callable[[int, Path], bool]
MOMENTS: dict[str, Look] = {
    "before any worker": lambda _process, path: path.exists(),
    "while one starts": lambda process, _path: bool(children(process)),
    "when all are there": lambda process, _path: len(children(process)) >= 3,
    "once they work": lambda _process, path: bool(read_kept(path)),
}
"""When Ctrl-C comes, as one sees it from outside: by a process and its database."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_prints_one_sentence_whenever_it_comes(tmp_path: Path, moment: str) -> None:
    """To the whole foreground group, as a terminal sends it: while workers start, work, or wait for a task."""
    ours, theirs = pty.openpty()
    path = tmp_path / "a.sqlite"
    process = start(WORKERS, *LONG, "--database", str(path), terminal=theirs)
    os.close(theirs)
    while not (path.exists() and MOMENTS[moment](process.pid, path)):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    said = read_terminal(ours).decode()
    os.close(ours)
    assert process.wait(PATIENCE) == 130, said
    assert "Traceback" not in said
    assert said.count("Interrupted") == 1


UNGUARDED = {
    "at once": "print(engine.submit(pow, 2, 3).result())",
    "with a large value": "engine.submit(len, engine.share(bytes(1 << 20))).result()",
}


@pytest.mark.parametrize("work", UNGUARDED)
def test_a_script_without_a_guard_is_told_so(work: str, tmp_path: Path) -> None:
    """Its processes import it again, and would start engines of their own."""
    script = tmp_path / "script.py"
    script.write_text(f"import mastermot\nwith mastermot.open_engine(jobs=2) as engine:\n    {UNGUARDED[work]}\n")
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("Traceback") == 1
    (why,) = re.findall(r"WorkerLostError: (.*)", done.stderr)
    check_told(why, "worker-lost", "script")
