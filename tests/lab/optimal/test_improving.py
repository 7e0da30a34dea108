"""Better trees of large games, tried on small ones whose least totals are known."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from math import inf
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot import BLACK, BLACK_WHITE, POSITIONAL, ColourCodes, ListedCodes, Rule, WordCodes
from mastermot.game.hard_modes import HardMode
from mastermot.game.objectives import TOTAL, objective_named
from mastermot.lab.optimal import Problem, Solving, openings, search
from mastermot.lab.optimal.improving import OPENINGS, PRICED_OPENINGS, TreeImprover, list_openings
from mastermot.lab.optimal.scoring import WIDTH, Situation
from mastermot.lab.optimal.search import StrategySearch
from tests.small_games import least_total, small_games

pytestmark = pytest.mark.compiled

KNOWN: list[tuple[ColourCodes, Rule, HardMode | None, int]] = [
    (ColourCodes(3, 5), BLACK_WHITE, None, 451),
    (ColourCodes(3, 6), BLACK_WHITE, None, 854),
    (ColourCodes(4, 6), BLACK_WHITE, None, 5625),
    (ColourCodes(3, 5), BLACK_WHITE, "strict", 455),
    (ColourCodes(4, 6, repeats=False), BLACK_WHITE, None, 1446),
    (ColourCodes(3, 6), BLACK, None, 1280),
]
"""Games and their least totals: those of the literature, of the atlas for 3x5, and for `black` of an older search."""


def search_narrowly(problem: Problem) -> StrategySearch:
    """Return a search that has tried one guess at each set, and nothing more."""
    main = Solving(problem).search
    with patch.dict(search.WIDTHS, {1: inf}, clear=True):
        deque(main.run(lambda: not main.lows_are_proven), 0)
    assert main.found
    return main


@pytest.mark.parametrize(("codes", "rule", "hard", "least"), KNOWN)
def test_the_tree_gets_better_and_is_what_it_says(
    codes: ColourCodes, rule: Rule, hard: HardMode | None, least: int
) -> None:
    """From the tree of one guess a set: each total told is less than the one before, and the search has its tree."""
    main = search_narrowly(Problem(codes, rule, TOTAL, None, hard))
    first = main.best
    improver = TreeImprover(main, 1)
    totals = [first, *improver.improve(lambda: True)]
    assert improver.over
    assert totals == sorted(set(totals), reverse=True)
    tree = main.tree()
    tree.check_guesses()
    assert least <= tree.replay.total <= main.best == totals[-1]
    assert main.best - least <= (first - least) // 4, "what was lacking is three quarters less, at least"


def test_what_a_first_guess_costs_is_known_though_the_memory_has_lost_a_set() -> None:
    """A full memory drops sets: of bulls and cows it lost one of nine codes, and no better tree was seen after that."""
    improver = TreeImprover(search_narrowly(Problem(ColourCodes(4, 6), BLACK_WHITE, TOTAL)), 1)
    deque(improver.improve(lambda: True), 0)
    assert improver.add_up(improver.guess) == improver.best
    improver.search.tools.memory[:] = 0
    assert improver.add_up(improver.guess) == improver.best


def test_the_same_codes_with_other_guesses_allowed_are_another_set() -> None:
    """In a hard mode, the turns before decide which guesses are allowed, and what a set costs with them."""
    main = search_narrowly(Problem(WordCodes("en-common", 3), POSITIONAL, TOTAL, None, "strict"))
    improver = TreeImprover(main, 1)
    deque(improver.improve(lambda: True), 0)
    (subtree, *_) = improver.list_subtrees(1)
    here = subtree.here
    known = improver.find_best(here)
    other = here._replace(others=here.members[:0] if len(here.others) else here.members[:1])
    improver.search.tools.memory[:] = 0
    assert improver.find_best(here) == known
    assert improver.find_best(other)[1] == -1


def test_stopped_again_and_again_it_finds_the_same() -> None:
    problem = Problem(ColourCodes(4, 4), BLACK_WHITE, TOTAL)
    main = search_narrowly(problem)
    deque(TreeImprover(main, 1).improve(lambda: True), 0)
    stopped = search_narrowly(problem)
    improver = TreeImprover(stopped, 1)
    for _turn in range(10_000):
        deque(improver.improve(lambda: False), 0)
        if improver.over:
            break
    assert improver.over
    assert stopped.best == main.best


@settings(deadline=None, max_examples=25)
@given(game=small_games(), consistent=st.booleans())
def test_in_turns_with_the_bound_the_least_total_is_proven(
    game: tuple[Rule, list[str], list[str]], consistent: bool
) -> None:
    rule, texts, guesses = game
    wider = None if consistent or len(guesses) < 2 else ListedCodes(guesses)
    problem = Problem(ListedCodes(texts), rule, TOTAL, wider, "strict" if consistent else None)
    with patch.dict(search.WIDTHS, {1: inf}, clear=True), patch.object(search, "ALONE_BOUND", 0.0):
        solving = Solving(problem)
        statuses = list(solving.run())
        best = solving.best()
    assert best.proven
    assert best.replay.total == best.bound == least_total(texts, guesses, rule, consistent=consistent)
    bounds = [status.bound for status in statuses]
    assert bounds == sorted(bounds)


@pytest.mark.parametrize("objective", ["total", "longest", "last", "within:5"])
def test_turns_change_nothing_that_is_proven(objective: str) -> None:
    """Under every objective, whatever the prices of turns: what the usual search proves."""
    problem = Problem(ColourCodes(3, 5), BLACK_WHITE, objective_named(objective))
    usual = Solving(problem)
    deque(usual.run(), 0)
    with patch.object(search, "ALONE_BOUND", 0.0), patch.dict(search.WIDTHS, {1: inf}, clear=True):
        solving = Solving(problem)
        deque(solving.run(), 0)
    expected = usual.best()
    found = solving.best()
    assert found.proven
    for name in ("bound", "found", "found_bound", "last", "last_bound"):
        assert getattr(found, name) == getattr(expected, name), name
    assert found.replay.total == expected.replay.total
    assert found.replay.longest == expected.replay.longest


@pytest.mark.parametrize(("holes", "count"), [(1, 1), (2, 2), (3, 3), (4, 5)])
def test_one_opening_of_each_partition_of_the_holes(holes: int, count: int) -> None:
    """With 4 holes: AAAA, AAAB, AABB, AABC, ABCD. Where holes are renamed apart, all are alike."""
    codes = ColourCodes(holes, 5)
    for rule, expected in ((BLACK_WHITE, count), (BLACK, 1)):
        searched = Solving(Problem(codes, rule, TOTAL)).search
        texts = [codes.texts[row] for row in list_openings(searched, 7)]
        assert len({tuple(sorted(map(text.count, set(text)))) for text in texts}) == len(texts) == expected


@pytest.mark.parametrize(("width", "again"), [(3, True), (10, False)])
def test_openings_that_the_main_search_has_compared_are_left_out(width: int, again: bool) -> None:
    """There are five with 4 holes: among 3 guesses at each set it has not compared them all, among 10 it has."""
    main = Solving(Problem(ColourCodes(4, 6), BLACK_WHITE, TOTAL)).search
    with patch.dict(search.WIDTHS, {width: inf}, clear=True):
        deque(main.run(lambda: not main.lows_are_proven), 0)
    improver = TreeImprover(main, 1)
    with patch.object(improver, "search_opening", wraps=improver.search_opening) as searched:
        deque(improver.improve(lambda: True), 0)
    assert (searched.call_count > 0) == again


@pytest.mark.parametrize(("objective", "rounds"), [("total", OPENINGS), ("within:3", PRICED_OPENINGS)])
def test_so_many_openings_are_compared(
    objective: str, rounds: tuple[tuple[int, int], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each round so many, but for the one that the main search has tried; more of them where turns have prices."""
    words = ListedCodes(Random(62).sample(WordCodes("fr-common", 4).texts, 80))
    improver = TreeImprover(search_narrowly(Problem(words, POSITIONAL, objective_named(objective))), 1)
    compared: list[tuple[int, int]] = []
    search_opening = TreeImprover.search_opening

    def note(self: TreeImprover, guess: int) -> Iterator[list[Situation]]:
        compared.append((int(self.search.state[WIDTH]), guess))
        return search_opening(self, guess)

    monkeypatch.setattr(TreeImprover, "search_opening", note)
    deque(improver.improve(lambda: True), 0)
    assert len(set(compared)) == len(compared)
    counts = Counter(width for width, _guess in compared)
    for width, count in rounds:
        assert counts[width] in (count - 1, count)
    assert len(counts) == len(rounds)


def test_the_bound_of_an_opening_rises_between_the_widths() -> None:
    """It is above what sizes say before all guesses were tried for good, and ends at the total of the opening."""
    problem = Problem(ColourCodes(3, 6), BLACK_WHITE, TOTAL)
    totals: dict[str, int] = {}
    for opening in ("AAB", "ABC"):
        with patch.object(openings, "SHORT", 0.0):
            solving = Solving(problem, opening=[opening])
            first = solving.search.bound
            statuses = list(solving.run())
        best = solving.best()
        bounds = [status.bound for status in statuses]
        assert best.proven
        assert bounds == sorted(bounds)
        assert first < bounds[-1] == best.replay.total
        assert any(status.bound > first and status.best != status.bound for status in statuses)
        totals[opening] = best.replay.total
    assert min(totals.values()) == 854
