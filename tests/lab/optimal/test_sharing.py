"""The search shared between threads, or processes: the same result, also when one of them is killed or stopped."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from mastermot import BLACK, BLACK_WHITE, POSITIONAL, Codes, ColourCodes, ListedCodes, Rule, WordCodes
from mastermot.engine import Engine, SerialEngine
from mastermot.engine.processes import ProcessEngine
from mastermot.game.objectives import TOTAL
from mastermot.lab.optimal import Problem, Solving, memory, search, solving
from mastermot.lab.optimal.claims import find_proof
from mastermot.lab.optimal.prooffiles import hold_proof
from mastermot.lab.optimal.proofs import check_proof
from mastermot.lab.optimal.search import WIDTHS, StrategySearch
from mastermot.lab.optimal.sharing import MAX_SLICE, SHARED_SLICE, WorkerTeam, search_slice

pytestmark = pytest.mark.compiled


class Hurried(ProcessEngine):
    """Processes that begin at once."""

    patience = 0.0


class Resting(WorkerTeam):
    """Workers whose caller does nothing while they prepare."""

    def __init__(self, engine: Engine, search: StrategySearch) -> None:
        super().__init__(engine, search)
        self.answered = True
        teams.append(self)


teams: list[WorkerTeam] = []


@pytest.fixture
def resting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the last part of each search to the workers."""
    monkeypatch.setattr(search, "ALONE", 0.0)
    monkeypatch.setattr(solving, "WorkerTeam", Resting)


def some_words(count: int) -> Codes:
    """Return a list of so many words."""
    words = WordCodes("fr-common", 4).texts
    return ListedCodes([words[place * len(words) // count] for place in range(count)])


def test_a_worker_tells_each_caller_what_it_finds() -> None:
    """What it knows from the first one is nothing that the second one was told."""
    problem, nothing = Problem(ColourCodes(3, 6), BLACK_WHITE, TOTAL), np.zeros((0, 6), np.int64)
    for team in ("one", "two"):
        news = search_slice((team, problem, (1,), 1 << 24), 854, 0, 1, nothing, 60)
        assert 216 in news[:, memory.SIZE], team


@pytest.mark.parametrize(
    ("codes", "wider"),
    [
        pytest.param(ColourCodes(3, 6), None, marks=pytest.mark.slow),
        pytest.param(some_words(120), None, marks=pytest.mark.slow),
        (some_words(60), some_words(150)),
    ],
    ids=["colours", "words", "hard"],
)
@pytest.mark.usefixtures("resting")
def test_two_processes_find_the_same(codes: Codes, wider: Codes | None) -> None:
    """The least total, in hard mode with a wider list too, and as long a longest game, which the workers shorten too;
    and the proof, put together from theirs, holds.
    """
    teams.clear()
    problem = Problem(codes, BLACK_WHITE, TOTAL, wider, hard="strict" if wider is not None else None)
    alone = Solving(problem)
    list(alone.run())
    shared = Solving(problem)
    with Hurried(2) as engine:
        list(shared.run(engine=engine))
    one, other = alone.best(), shared.best()
    assert one is not None
    assert other is not None
    assert other.proven
    assert (one.replay.total, one.bound, one.replay.longest) == (other.replay.total, other.bound, other.replay.longest)
    assert [len(team.search.prices) for team in teams][:2] == [1, one.replay.longest + 1]
    assert check_proof(hold_proof(*find_proof(shared.search)), problem) == one.replay.total


@pytest.mark.parametrize(
    ("codes", "rule", "hard"),
    [
        (ColourCodes(3, 6), BLACK_WHITE, False),
        pytest.param(ColourCodes(4, 5), BLACK_WHITE, False, marks=pytest.mark.slow),
        (some_words(120), BLACK_WHITE, False),
        pytest.param(some_words(50), BLACK, False, marks=pytest.mark.slow),
        (some_words(150), POSITIONAL, True),
    ],
    ids=["3x6", "4x5", "words", "black", "hard"],
)
@pytest.mark.parametrize("count", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_threads_find_the_same(codes: Codes, rule: Rule, hard: bool, count: int) -> None:
    """The least total, as long a longest game; with words a proof that holds."""
    problem = Problem(codes, rule, TOTAL, hard="strict" if hard else None)
    alone, shared = Solving(problem), Solving(problem)
    list(alone.run())
    list(shared.run(threads=count))
    one, other = alone.best(), shared.best()
    assert one is not None
    assert other is not None
    assert other.proven
    assert (one.replay.total, one.bound, one.replay.longest) == (other.replay.total, other.bound, other.replay.longest)
    if isinstance(codes, ListedCodes):
        assert check_proof(hold_proof(*find_proof(shared.search)), problem) == one.replay.total


@pytest.mark.slow
def test_threads_stop_when_told() -> None:
    """With what they found; and the search goes on from there."""
    problem = Problem(some_words(300), BLACK_WHITE, TOTAL)
    shared = Solving(problem)
    statuses = []
    for status in shared.run(lambda: len(statuses) < len(WIDTHS) + 1, threads=2):
        statuses.append(status)
    best = shared.best()
    assert best is not None
    assert not best.proven
    list(shared.run(threads=2))
    again, alone = shared.best(), Solving(problem)
    list(alone.run())
    expected = alone.best()
    assert again is not None
    assert expected is not None
    assert again.proven
    assert again.replay.total == expected.replay.total


@pytest.mark.slow
@pytest.mark.usefixtures("resting")
def test_a_killed_worker_costs_its_slice_only() -> None:
    """What the others know of it is not lost: the same total, bound and proof come out."""
    problem = Problem(some_words(340), BLACK_WHITE, TOTAL)  # its proof takes about a second
    expected = Solving(problem)
    list(expected.run())
    killed = []

    def go_on() -> bool:
        children = multiprocessing.active_children()
        if children and not killed and teams[-1].news_count:
            killed.append(children[0])
            children[0].kill()
        return True

    shared = Solving(problem)
    with Hurried(2) as engine:
        list(shared.run(go_on, engine))
    one, other = expected.best(), shared.best()
    assert killed
    assert one is not None
    assert other is not None
    assert (other.proven, other.bound) == (True, one.bound)


def test_news_are_taken_in_where_they_say_more() -> None:
    """Bounds only rise, best costs only fall, in whatever order news come."""
    known = memory.make_memory(64)
    rows = np.array([[5, 7, 30, 40, 1, 12], [5, 7, 20, 35, 2, 12], [5, 7, 33, 50, 3, 12]])
    assert memory.learn_rows(known, rows) == 1
    assert memory.look_up(known, 5, 7) == (33, 35, 2)
    assert memory.list_rows(known, 12).tolist() == [[5, 7, 33, 35, 2, 12]]
    assert not len(memory.list_rows(known, 13))


def test_a_bound_that_others_proved_is_no_look() -> None:
    """Else its proof would lack a claim. What a look said stays known as such while nothing more is known."""
    known = memory.make_memory(64)
    for low, guess in ((20, memory.LOOKED), (20, -1), (25, -1)):
        memory.learn_rows(known, np.array([[5, 7, low, memory.NO_TOTAL, guess, 12]]))
        assert memory.look_up(known, 5, 7) == (low, memory.NO_TOTAL, memory.LOOKED if low == 20 else -1)


class Noting(SerialEngine):
    """An engine that only notes how long its tasks may take."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def submit(self, _function: Callable[..., Any], /, *arguments: Any, **_named: Any) -> Future[Any]:
        self.seconds.append(arguments[-1])
        return Future()


def test_a_slice_without_news_makes_the_next_one_longer() -> None:
    """So a game gets on whose look at the first turn takes longer than a slice; one with news changes nothing."""
    engine = Noting()
    team = WorkerTeam(engine, StrategySearch(Problem(ColourCodes(2, 3), BLACK_WHITE, TOTAL)))
    nothing, something = np.zeros((0, 6), np.int64), np.array([[5, 7, 20, 40, -1, 12]])
    for news in (nothing, nothing, something, *[nothing] * 20):
        (future,) = team.running
        future.set_result(news)
        team.take_report(future)
        team.order_slices()
    assert engine.seconds[:5] == [SHARED_SLICE, 2 * SHARED_SLICE, 4 * SHARED_SLICE, 4 * SHARED_SLICE, 8 * SHARED_SLICE]
    assert engine.seconds[-2:] == [MAX_SLICE] * 2
