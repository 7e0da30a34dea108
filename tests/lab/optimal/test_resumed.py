"""A resumed search is never worse than what was saved: its total, its tree file, its bound; however soon it ends."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mastermot import BLACK, BLACK_WHITE, ColourCodes, Rule
from mastermot.cli import optimal
from mastermot.cli.optimal import SearchRun
from mastermot.engine.engines import SerialEngine
from mastermot.game.objectives import LAST, LONGEST, TOTAL, Objective
from mastermot.game.trees import StrategyTree
from mastermot.lab.optimal import Problem, Solving
from mastermot.lab.optimal.saved_searches import read_saved
from mastermot.lab.optimal.search import Status
from mastermot.lab.optimal.solving import FINE
from tests.support import PATIENCE, run, some

pytestmark = pytest.mark.compiled
GAME = ("--holes", "3", "--colours", "5")
CODES = ColourCodes(3, 5)
OBJECTIVES = [TOTAL, Objective("within:3", 3), Objective("within:4", 4)]


def save_search(path: Path, objective: Objective) -> int:
    """Save a search that is over; return the cost of its tree."""
    solving = Solving(Problem(CODES, BLACK_WHITE, objective))
    for _status in solving.run():
        pass
    best = solving.best()
    solving.search.save(path, best.tree)
    return objective.price(best.replay.histogram)


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
def test_a_resumed_search_that_ends_at_once_tells_what_was_saved(objective: Objective, tmp_path: Path) -> None:
    """Whether it ends before it is prepared, before its memory is read, or after."""
    problem = Problem(CODES, BLACK_WHITE, objective)
    cost = save_search(tmp_path / "save", objective)
    saved = read_saved(tmp_path / "save", problem)
    for steps in (0, 1, 2, 5):
        solving = Solving(problem)
        solving.saved = saved
        asked = iter(range(steps))

        def go_on(asked: object = asked) -> bool:
            return next(asked, None) is not None  # type: ignore[call-overload, no-any-return]

        if solving.prepare(go_on=go_on):
            solving.search.take_up(saved)
            for _status in solving.run(go_on):
                pass
        best = solving.best()
        assert objective.price(best.replay.histogram) <= cost, steps


@pytest.mark.parametrize("seconds", ["0.000001", "0.001"])
def test_the_command_keeps_the_better_tree(seconds: str, tmp_path: Path) -> None:
    save, tree = str(tmp_path / "save"), tmp_path / "tree.json"
    first = run("optimal", *GAME, "--resume", save, "--tree", str(tree), "--json")
    assert first.exit_code == 0, first.stderr
    total = json.loads(first.stdout)["total"]
    kept = read_saved(Path(save), Problem(CODES, BLACK_WHITE, TOTAL)).tree
    assert kept is not None, "it would have to be put together again"
    assert kept.replay.total == total
    again = run("optimal", *GAME, "--resume", save, "--tree", str(tree), "--time", seconds, "--json")
    assert again.exit_code == 0, again.stderr
    assert json.loads(again.stdout)["total"] == total
    assert json.loads(tree.read_text("utf-8"))["total"] == total


def test_a_save_without_a_tree_is_taken_up_first(tmp_path: Path) -> None:
    """Files of 1.1 have none, nor those that a search under way writes."""
    total = save_search(tmp_path / "save", TOTAL)
    problem = Problem(CODES, BLACK_WHITE, TOTAL)
    solving = Solving(problem)
    for _status in solving.run():
        pass
    solving.search.save(tmp_path / "old")
    assert read_saved(tmp_path / "old", problem).tree is None
    told = run("optimal", *GAME, "--resume", str(tmp_path / "old"), "--time", "0.000001", "--json")
    assert told.exit_code == 0, told.stderr
    assert json.loads(told.stdout)["total"] == total


class Stopped:
    """A search for a shorter longest game that was stopped when it knew no more than a tree that is worse."""

    found = True
    proven = False

    def __init__(self, tree: StrategyTree) -> None:
        self.tree = lambda: tree

    def run(self, *_told: object, **_named: object) -> Iterator[Status]:
        return iter(())


class LastStepStopped(Solving):
    """A problem whose last search, which counts the longest games, is stopped at once."""

    def attempt(self, prices: tuple[int, ...], ceiling: int) -> Any:
        if prices[0] < FINE:
            return super().attempt(prices, ceiling)
        return Stopped(Solving(self.problem, opening=("AAA", "AAB")).make_greedy())


def test_a_search_stopped_at_its_last_step_keeps_the_better_tree() -> None:
    problem = Problem(CODES, BLACK_WHITE, TOTAL)
    whole = Solving(problem)
    stopped = LastStepStopped(problem)
    for solving in (whole, stopped):
        for _status in solving.run():
            pass
    assert Solving(problem, opening=("AAA", "AAB")).make_greedy().replay.total > whole.best().replay.total
    assert stopped.best().replay.total == whole.best().replay.total


HELD = [(BLACK_WHITE, TOTAL), (BLACK_WHITE, LONGEST), (BLACK_WHITE, LAST), (BLACK_WHITE, Objective("within:4", 4))]
HELD += [(BLACK, Objective("within:3", 3))]  #: Here the first tree of the search is worse than a greedy one.


@pytest.mark.parametrize(("rule", "objective"), HELD, ids=str)
def test_an_interrupted_search_tells_nothing_worse_than_what_it_holds(rule: Rule, objective: Objective) -> None:
    """Stopped at each of many moments: in the search, and while a shorter longest game is looked for.

    It holds a greedy tree too, as that of a large game does. What it calls proven is the best.
    """
    whole = Solving(Problem(CODES, rule, objective))
    for _status in whole.run():
        pass
    for steps in some((1, *range(0, 60, 4))):
        solving = Solving(Problem(CODES, rule, objective))
        solving.make_greedy()
        asked, held = iter(range(steps)), []
        for status in solving.run(lambda asked=asked: next(asked, None) is not None):  # type: ignore[misc]
            held.append(status.best)
        best, trees = solving.best(), filter(None, [solving.finer, solving.greedy])
        costs = [solving.cost(tree) for tree in trees]
        assert all(solving.cost(best.tree) <= cost for cost in costs)
        assert not best.proven or solving.cost(best.tree) == whole.cost(whole.best().tree)
        if held and held[-1] is not None and not objective.shortest_first:
            assert objective.price(best.replay.histogram) <= held[-1]


class Unhurried(SearchRun):
    """A search that is interrupted at once, and takes up what was saved only after its watcher has looked three times.

    Until then the watcher has no patience with what may be left undone.
    """

    def __init__(self, solving: Solving, resume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(solving, math.inf, SerialEngine(), 1, resume)
        self.interrupted = True
        self.monkeypatch = monkeypatch
        monkeypatch.setattr(optimal, "GRACE", 0)
        self.looks = 0
        self.looked_often = threading.Event()

    def sleep(self) -> None:
        super().sleep()
        self.looks += 1
        if self.looks == 3:
            self.monkeypatch.setattr(optimal, "GRACE", math.inf)
            self.looked_often.set()

    def work(self) -> None:
        self.looked_often.wait(PATIENCE)
        super().work()


def test_a_search_interrupted_before_it_took_up_what_was_saved_tells_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has a memory without a tree, as those of 1.1 and those of a search under way."""
    problem = Problem(CODES, BLACK_WHITE, TOTAL)
    searched = Solving(problem)
    for _status in searched.run():
        pass
    searched.search.save(tmp_path / "save")
    assert Solving(problem).best_without_search().replay.total > searched.best().replay.total
    run_again = Unhurried(Solving(problem), tmp_path / "save", monkeypatch)
    assert run_again.watch().replay.total == searched.best().replay.total
