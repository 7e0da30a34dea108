"""Processes that give each task a bounded time, whatever the task does; and whose turn it is."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from mastermot.service import bounds
from mastermot.service.errors import BusyError, WorkTooLongError
from mastermot.service.lanes import Lanes, Line, OutOfTime, Turns, Worker
from tests.service.support import wait_until
from tests.support import PATIENCE


def count_for_ever() -> None:
    """Never end, in Python."""
    number = 0
    while True:
        number += 1


def refuse() -> None:
    """Fail."""
    raise LookupError("nothing here")


# --- a worker --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worker() -> Worker:
    return Worker(nice=1)


def test_a_task_gives_its_result_or_its_error(worker: Worker) -> None:
    assert worker.run(1, len, "task") == 4
    assert worker.run(1, os.getpid) not in (0, os.getpid())
    with pytest.raises(LookupError, match="nothing here"):
        worker.run(1, refuse)


def test_a_task_that_uses_up_its_time_does_not_cost_its_process(worker: Worker) -> None:
    """Starting a process takes longer than many a task may."""
    before = worker.run(1, os.getpid)
    with pytest.raises(OutOfTime):
        worker.run(0.05, count_for_ever)
    assert worker.run(1, os.getpid) == before


def test_a_compiled_loop_is_ended_with_its_process(worker: Worker) -> None:
    before = worker.run(1, os.getpid)
    with pytest.raises(OutOfTime):
        worker.run(0.05, sum, range(10**12))
    assert worker.run(1, os.getpid) != before


def test_a_task_that_only_waits_is_ended_by_the_clock(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other programs keep from the processor is not called too much."""
    monkeypatch.setattr(bounds, "LONGEST", 0.2)
    with pytest.raises(BusyError):
        worker.run(60, time.sleep, 3600)
    assert worker.run(60, len, "again") == 5


def test_a_process_that_is_killed_is_replaced_and_its_task_begins_again(worker: Worker) -> None:
    first = worker.run(1, os.getpid)
    os.kill(first, signal.SIGKILL)
    assert worker.run(60, os.getpid) != first
    with pytest.raises(BusyError):
        worker.run(60, os._exit, 1)
    assert worker.run(60, len, "again") == 5


# --- turns -----------------------------------------------------------------------------------------------------


class Clock:
    """A clock that goes on when a test says so: no load of the machine changes who is next."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock by which lanes measure how long a thing is held."""
    clock = Clock()
    monkeypatch.setattr("mastermot.service.lanes.time", clock)
    return clock


def use(turns: Turns[str], line: str, seconds: float, clock: Clock) -> None:
    """Hold a thing for a while."""
    with turns.hold(Line(line)):
        clock.sleep(seconds)


def served_in_order(turns: Turns[str], lines: list[Line], seconds: dict[str, float], clock: Clock) -> list[str]:
    """Return the order in which lines, all of which wait already, are served with one thing, held for some seconds."""
    order: list[str] = []

    def take(line: Line) -> None:
        with turns.hold(line):
            order.append(str(line.name))
            clock.sleep(seconds[str(line.name)])

    with ThreadPoolExecutor(len(lines)) as pool:
        for place, line in enumerate(lines, 1):
            pool.submit(take, line)
            wait_until(lambda place=place: len(turns.waiting) == place)  # type: ignore[misc]
        turns.add("the thing")
    return order


def test_who_asks_for_little_does_not_wait_behind_who_asks_for_much(clock: Clock) -> None:
    order = served_in_order(Turns(100), [Line("much")] * 4 + [Line("little")] * 4, {"much": 5, "little": 1}, clock)
    assert order == ["much", *["little"] * 4, *["much"] * 3]


def test_a_line_that_comes_late_has_saved_nothing_up(clock: Clock) -> None:
    """From then on it shares with the others, however much these have had before."""
    turns = Turns[str](100)
    turns.add("a thing")
    for _ in range(5):
        use(turns, "old", 1, clock)
    with turns.hold(Line("old")):
        order = served_in_order(turns, [Line("old")] * 3 + [Line("new")] * 3, {"old": 1, "new": 1}, clock)
    assert order == ["old", "new"] * 3


def test_a_line_gets_its_share(clock: Clock) -> None:
    lines = [Line("main", 4.0)] * 4 + [Line("other")] * 4
    order = served_in_order(Turns(100), lines, {"main": 1, "other": 1}, clock)
    assert order[:5].count("main") == 4


def test_when_too_many_wait_the_newest_of_the_line_that_had_most_is_refused(clock: Clock) -> None:
    turns = Turns[str](3)
    turns.add("the thing")
    use(turns, "greedy", 1, clock)
    with turns.hold(Line("held")):
        greedy = [turns.stand(Line("greedy")) for _ in range(3)]
        modest = [turns.stand(Line("modest")) for _ in range(2)]
        assert [isinstance(place.exception(), BusyError) for place in greedy if place.done()] == [True, True]
        assert not greedy[0].done()
    assert [place.done() for place in (modest[0], modest[1], greedy[0])] == [True, False, False]
    turns.add(modest[0].result())
    turns.add(modest[1].result())
    assert greedy[0].result() == "the thing"


def test_who_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_WAIT", 0.1)
    turns = Turns[str](5)
    with pytest.raises(BusyError), turns.hold(Line("line")):
        pass
    assert turns.waiting == []


def test_nobody_waits_for_what_is_closed() -> None:
    turns = Turns[str](5)
    place = turns.stand(Line("line"))
    turns.close()
    assert isinstance(place.exception(), BusyError)
    with pytest.raises(BusyError), turns.hold(Line("line")):
        pass


# --- lanes -----------------------------------------------------------------------------------------------------


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    lanes = Lanes(1)
    lanes.start()
    assert lanes.ready.wait(PATIENCE)
    yield lanes
    lanes.close()


def test_work_inside_a_compiled_loop_is_ended(lanes: Lanes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "LONG", 0.3)
    for _ in range(2):
        with pytest.raises(WorkTooLongError):
            lanes.run(Line("line"), sum, range(10**12))
        assert lanes.run(Line("line"), os.getpid) != os.getpid()


def test_long_requests_do_not_stand_in_the_way_of_quick_ones(lanes: Lanes, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the long lane at work and as many waiting as may, one more long request is refused, quick ones are not."""
    monkeypatch.setattr(bounds, "QUICK", 0.05)
    lanes.long.most_waiting = 2
    with ThreadPoolExecutor(3) as pool, lanes.long.hold(Line("at work")):
        heavy = [pool.submit(lanes.run, Line(number), sum, range(10**12)) for number in range(3)]
        wait_until(lambda: any(future.done() for future in heavy))
        assert lanes.run(Line("honest"), len, "quick") == 5
        refused = next(future for future in heavy if future.done())
        assert isinstance(refused.exception(), BusyError)
        lanes.long.close()
        assert all(isinstance(future.exception(PATIENCE), BusyError) for future in heavy)


def test_the_fork_server_may_be_killed(lanes: Lanes) -> None:
    from multiprocessing import forkserver

    before = lanes.run(Line("line"), os.getppid)
    assert before == forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    os.kill(before, signal.SIGKILL)
    os.kill(lanes.run(Line("line"), os.getpid), signal.SIGKILL)
    assert lanes.run(Line("line"), os.getppid) != before
