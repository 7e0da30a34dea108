"""A resumed search is never worse than what was saved: its total, its tree file, its bound; however soon it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mastermot import BLACK_WHITE, ColourCodes
from mastermot.game.objectives import LONGEST, TOTAL, Objective
from mastermot.game.trees import StrategyTree
from mastermot.lab.optimal import Problem, Solving
from mastermot.lab.optimal.search import Status, read_saved
from mastermot.lab.optimal.solving import FINE
from tests.support import run, some

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


@pytest.mark.parametrize("objective", [TOTAL, LONGEST, Objective("within:4", 4)], ids=str)
def test_an_interrupted_search_tells_nothing_worse_than_what_it_holds(objective: Objective) -> None:
    """Stopped at each of many moments: in the search, and while a shorter longest game is looked for."""
    for steps in some(range(0, 60, 4)):
        solving = Solving(Problem(CODES, BLACK_WHITE, objective))
        asked, held = iter(range(steps)), []
        for status in solving.run(lambda asked=asked: next(asked, None) is not None):  # type: ignore[misc]
            held.append(status.best)
        best, trees = solving.best(), filter(None, [solving.finer, solving.greedy])
        costs = [solving.cost(tree) for tree in trees]
        assert all(solving.cost(best.tree) <= cost for cost in costs)
        if held and held[-1] is not None and objective.name != "longest":
            assert objective.price(best.replay.histogram) <= held[-1]
