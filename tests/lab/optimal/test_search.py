"""The compiled search against an exhaustive one, and against figures of the literature."""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from itertools import combinations
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot import BLACK, BLACK_WHITE, POSITIONAL, RULES, ColourCodes, ListedCodes, MastermotError, Rule
from mastermot.game.objectives import LAST, LONGEST, TOTAL, objective_named
from mastermot.lab.optimal import BestStrategy, Problem, Solving, Status, boards, counting, search
from mastermot.lab.optimal.boards import make_board
from mastermot.lab.optimal.errors import GameTooLargeError
from mastermot.lab.optimal.kernel import EVERY, find_least_plainly
from mastermot.lab.optimal.memory import NO_TOTAL, forget_lows
from mastermot.lab.optimal.scoring import WIDTH, bound_subsets, weigh_sizes
from mastermot.lab.optimal.search import StrategySearch
from mastermot.rules.codes import MAX_LENGTH
from tests.playing import every_rule
from tests.small_games import least_cost, least_hard_total, least_total, least_wordle_total, small_games

pytestmark = pytest.mark.compiled

few = settings(deadline=None, max_examples=40)


def solve(problem: Problem) -> BestStrategy:
    """Return the best strategy of a problem, searched to the end."""
    solving = Solving(problem)
    list(solving.run())
    best = solving.best()
    assert best is not None
    assert best.proven
    return best


@pytest.mark.parametrize("hard", ["bogus", "", "wordle"])  # the last is for rules that mark each position
def test_a_hard_mode_that_cannot_be_played_is_refused(hard: str) -> None:
    with pytest.raises(MastermotError, match="hard"):
        Solving(Problem(ColourCodes(2, 3), BLACK_WHITE, TOTAL, hard=hard))  # type: ignore[arg-type]


@few
@given(game=small_games(), consistent=st.booleans(), planes=st.sampled_from((0, 6)), sized=st.sampled_from((0, 8)))
def test_as_an_exhaustive_search_finds(
    game: tuple[Rule, list[str], list[str]], consistent: bool, planes: int, sized: int
) -> None:
    """With sizes of classes, with bits, or with columns that are compared, as in games with more and more answers."""
    rule, codes, guesses = game
    wider = None if consistent or len(guesses) < 2 else ListedCodes(guesses)
    with patch.object(counting, "MAX_PLANES", planes), patch.object(boards, "MAX_SIZED", sized):
        best = solve(Problem(ListedCodes(codes), rule, TOTAL, wider, "strict" if consistent else None))
    assert best.replay.total == best.bound == least_total(codes, guesses, rule, consistent=consistent)


@few
@given(game=small_games(most_codes=6))
def test_the_plain_search_finds_the_same(game: tuple[Rule, list[str], list[str]]) -> None:
    rule, codes, guesses = game
    problem = Problem(ListedCodes(codes), rule, TOTAL, ListedCodes(guesses))
    board = make_board(problem, 1 << 20)
    assert find_least_plainly(board.marks, board.solved, np.arange(len(codes))) == solve(problem).replay.total


@settings(deadline=None, max_examples=120)
@given(game=small_games(8, 10))
def test_hard_mode_with_a_wider_list(game: tuple[Rule, list[str], list[str]]) -> None:
    """Every guess agrees with all marks so far, those of the wider list too."""
    rule, codes, guesses = game
    problem = Problem(ListedCodes(codes), rule, TOTAL, ListedCodes(guesses), "strict")
    best = solve(problem)
    assert best.replay.total == best.bound == least_hard_total(codes, guesses, rule)
    for history, node in best.tree.walk():
        assert all(rule.compare(guess, node.guess).text == answer for guess, answer in history)


@few
@given(game=small_games(7, 8), wide=st.booleans(), draw=st.randoms(use_true_random=False))
def test_wordles_hard_mode(game: tuple[Rule, list[str], list[str]], wide: bool, draw: Random) -> None:
    """Greens stay and yellows are used; a guess is any that is allowed, also one that cannot be the code any more."""
    _rule, codes, guesses = game
    guesses = guesses if wide else codes
    problem = Problem(ListedCodes(codes), POSITIONAL, TOTAL, ListedCodes(guesses) if wide else None, "wordle")
    best = solve(problem)
    assert best.replay.total == best.bound == least_wordle_total(codes, guesses)
    assert best.bound <= least_hard_total(codes, guesses, POSITIONAL)
    best.tree.check_guesses()
    opening = draw.choice(guesses)
    solving = Solving(problem, opening=[opening])
    deque(solving.run(), 0)
    found = solving.best()
    assert found.tree.root.guess == opening
    assert found.replay.total == found.bound == least_wordle_total(codes, guesses, opening)
    found.tree.check_guesses()


@pytest.mark.parametrize(("codes", "total"), [(ColourCodes(3, 6), 854), (ColourCodes(4, 4), 905)])
def test_a_bound_raised_early_changes_nothing(codes: ColourCodes, total: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the searches among some guesses only, whose lower bounds do not hold for all."""
    for short in (0.0, 1e9):
        monkeypatch.setattr(search, "SHORT", short)
        solving = Solving(Problem(codes, BLACK_WHITE, TOTAL))
        bounds = [status.bound for status in solving.run()]
        best = solving.best()
        assert best is not None
        assert (best.replay.total, best.bound) == (total, total)
        assert bounds == sorted(bounds)


@every_rule
@pytest.mark.parametrize(
    "codes", [ColourCodes(2, 3), ColourCodes(3, 2), ColourCodes(3, 3, repeats=False), ColourCodes(2, 2, empty=True)]
)
def test_symmetries_lose_nothing(rule: Rule, codes: ColourCodes) -> None:
    """The same codes as colours, where symmetries are used, and as a list, where there are none."""
    listed = ListedCodes([code.replace(".", "Z") for code in codes.texts])
    expected = least_total(listed.texts, listed.texts, rule)
    assert solve(Problem(codes, rule, TOTAL)).replay.total == expected
    assert solve(Problem(listed, rule, TOTAL)).replay.total == expected


@few
@given(game=small_games(), turns=st.integers(1, 4))
def test_objectives(game: tuple[Rule, list[str], list[str]], turns: int) -> None:
    rule, codes, guesses = game

    def least(prices: list[int]) -> int:
        return least_cost(codes, guesses, rule, prices)

    def fortune_after(turn: int) -> list[int]:
        return [1 + 10_000 * (place == turn) for place in range(12)]

    wider = ListedCodes(guesses)
    cost = least(fortune_after(turns))
    best = solve(Problem(ListedCodes(codes), rule, objective_named(f"within:{turns}"), wider))
    assert best.found is not None
    assert (len(codes) - best.found) * 10_000 + best.replay.total == cost
    longest = next(turn for turn in range(1, 12) if least(fortune_after(turn)) < 10_000)
    best = solve(Problem(ListedCodes(codes), rule, LONGEST, wider))
    assert (best.replay.longest, best.replay.total) == (longest, least(fortune_after(longest)))
    # a code of the last turn costs more than all turns, one found later more than all codes of the last turn
    prices = [1 + 10_000 * (place == longest - 1) + 10**8 * (place == longest) for place in range(12)]
    best = solve(Problem(ListedCodes(codes), rule, LAST, wider))
    assert best.replay.longest == longest
    assert best.last == best.last_bound == best.replay.histogram[longest]
    assert best.last * 10_000 + best.replay.total == least(prices)
    best = solve(Problem(ListedCodes(codes), rule, TOTAL, wider))
    total = least([1] * 12)
    shortest = next(turn for turn in range(1, 12) if least(fortune_after(turn)) == total)
    assert (best.replay.total, best.replay.longest) == (total, shortest)


@few
@given(game=small_games(), turns=st.integers(0, 4), draw=st.randoms(use_true_random=False))
def test_openings(game: tuple[Rule, list[str], list[str]], turns: int, draw: Random) -> None:
    """The least cost of strategies that begin so: of the opening, and of each set that it leaves, counted plainly."""
    rule, codes, guesses = game
    opening = draw.choices(guesses, k=draw.randint(1, 3))
    fortune = 10_000 if turns else 0  # more than all turns: what a code costs that is not found within them
    prices = [1 + fortune * (turn == turns) for turn in range(12)]
    cost = 0
    sets = [codes]
    for depth, guess in enumerate(opening):
        cost += prices[depth] * sum(map(len, sets))
        classes = defaultdict(list)
        for number, left in enumerate(sets):
            for code in left:
                if code != guess:
                    classes[number, rule.mark(guess, code)].append(code)
        sets = list(classes.values())
    cost += sum(least_cost(left, guesses, rule, prices[len(opening) :]) for left in sets)
    objective = objective_named(f"within:{turns}") if turns else TOTAL
    solving = Solving(Problem(ListedCodes(codes), rule, objective, ListedCodes(guesses)), opening=opening)
    deque(solving.run(), 0)
    best = solving.best()
    assert best.proven
    assert best.bound == best.replay.total
    late = 0 if best.found is None else len(codes) - best.found
    assert late * fortune + best.replay.total == cost
    assert best.found == best.found_bound


def test_some_code_takes_the_last_turn() -> None:
    """Once fewer turns are refuted, that is known before anything else of the last turn is searched."""
    solving = Solving(Problem(ColourCodes(3, 5), BLACK_WHITE, LAST))
    deque(solving.run(lambda: solving.last_turn is None), 0)
    best = solving.best()
    assert best.replay.longest == 5
    assert not best.proven
    assert best.last is not None
    assert 1 <= best.last_bound <= best.last


FIGURES = [
    (ColourCodes(3, 6), BLACK_WHITE, 854),
    (ColourCodes(4, 6, repeats=False), BLACK_WHITE, 1446),
    (ColourCodes(3, 3), BLACK, 95),
    (ColourCodes(3, 4), BLACK, 280),
    (ColourCodes(3, 5), BLACK, 645),
    (ColourCodes(3, 6), BLACK, 1280),
    (ColourCodes(7, 2), BLACK, 615),
    (ColourCodes(8, 2), BLACK, 1346),
    (ColourCodes(6, 3), BLACK, 3736),
    (ColourCodes(3, 8), BLACK, 3810),
]
"""Under `black` from 3x6 on: what this search proved before it renamed the colours of each hole apart."""


@pytest.mark.parametrize(("codes", "rule", "total"), FIGURES)
def test_figures_of_the_literature(codes: ColourCodes, rule: Rule, total: int) -> None:
    assert solve(Problem(codes, rule, TOTAL)).replay.total == total


@pytest.mark.slow
def test_four_holes_and_six_colours() -> None:
    """Koyama and Lai, 1993: 5625; with at most five turns 5626; with guesses that can be the secret only 5660."""
    codes = ColourCodes(4, 6)
    best = solve(Problem(codes, BLACK_WHITE, TOTAL))
    assert (best.replay.total, best.replay.longest) == (5625, 6)
    best = solve(Problem(codes, BLACK_WHITE, objective_named("within:5")))
    assert (best.replay.total, best.found) == (5626, 1296)
    assert solve(Problem(codes, BLACK_WHITE, TOTAL, hard="strict")).replay.total == 5660
    best = solve(Problem(codes, BLACK_WHITE, LAST))
    assert (best.replay.longest, best.last, best.replay.total) == (5, 539, 5627), "slovesnov: 539"


def test_there_is_always_a_best_tree_and_a_bound() -> None:
    """A search that is stopped after each of its results has a tree as good as it says, and a bound below it."""
    solving = Solving(Problem(ColourCodes(3, 5), BLACK_WHITE, TOTAL))
    seen: list[Status] = []
    for status in solving.run():
        best = solving.best()
        assert best is not None
        assert best.bound is not None
        assert status.best is not None
        assert best.bound <= best.replay.total <= status.best
        seen.append(status)
    totals = [status.best or 0 for status in seen]
    assert totals == sorted(totals, reverse=True)
    assert [status.bound for status in seen] == sorted(status.bound for status in seen)


@few
@given(
    game=small_games(), consistent=st.booleans(), objective=st.sampled_from(["total", "longest", "last", "within:2"])
)
def test_there_is_a_tree_before_anything_is_searched(
    game: tuple[Rule, list[str], list[str]], consistent: bool, objective: str
) -> None:
    """A greedy one, allowed in hard mode too, with a bound that holds; told to stop at once, or in the midst of it."""
    rule, texts, _guesses = game
    codes = ListedCodes(texts)
    problem = Problem(codes, rule, objective_named(objective), None, "strict" if consistent else None)
    least = least_total(texts, texts, rule, consistent=consistent)
    looks = iter(range(1000))
    for go_on in (lambda: False, lambda: next(looks) < 2, lambda: True):
        solving = Solving(problem)
        solving.make_greedy(go_on)
        assert not solving.prepare(go_on=lambda: False)
        best = solving.best()
        best.tree.check_guesses()
        assert best.bound is not None
        assert best.bound <= least <= best.replay.total
        if best.found is not None:
            assert best.found_bound is not None
            assert best.found <= best.found_bound <= len(texts)


@every_rule
def test_boards_hold_the_marks_of_the_plain_rule(rule: Rule) -> None:
    """From 1 position to the most that codes may have, also where one byte is not enough for all marks.

    Under the positional rule it is not from 7 positions on.
    """
    draw = Random(4)
    for length in (1, 4, 7, 9, 15, 16, 20, MAX_LENGTH):
        texts = ["".join(draw.choices("AABCDE", k=length)) for _ in range(120 if length in (7, 9) else 20)]
        codes = ListedCodes(["A" * length, "B" * length, *texts])
        board = make_board(Problem(codes, rule, TOTAL), 1 << 24)
        assert board.marks.dtype == (np.uint16 if rule is POSITIONAL and length >= 7 else np.uint8)
        told = [[board.answers[number] for number in row] for row in board.marks]
        assert told == [[rule.compare(guess, code).text for code in codes.texts] for guess in codes.texts]
        assert board.answers[board.solved] == rule.all_black(length).text
        assert [rule.number(rule.parse(answer, length), length) for answer in board.answers] == sorted(
            rule.number(rule.parse(answer, length), length) for answer in board.answers
        )


@pytest.mark.parametrize("colours", [2, 6, 11])
def test_the_memory_that_a_refusal_asks_for_is_enough(colours: int) -> None:
    """A byte less than the marks need is refused, and the megabytes named are never fewer than they take."""
    problem = Problem(ColourCodes(3, colours), BLACK_WHITE, TOTAL)
    needed = problem.codes.count**2
    with pytest.raises(GameTooLargeError) as refused:
        make_board(problem, needed - 1)
    assert refused.value.megabytes << 20 >= needed > (refused.value.megabytes - 1) << 20
    make_board(problem, refused.value.megabytes << 20)


def test_marks_of_two_bytes_ask_for_twice_the_memory() -> None:
    """Nine letters have more than 256 marks under `positional`: a byte for each mark is enough at first only."""
    draw = np.random.default_rng(1)
    texts = {"".join(draw.choice(list("ABC"), 9).tolist()) for _ in range(1200)}
    problem = Problem(ListedCodes(sorted(texts)), POSITIONAL, TOTAL)
    needed = 2 * problem.codes.count**2
    with pytest.raises(GameTooLargeError) as refused:
        make_board(problem, needed - 1)
    assert refused.value.megabytes << 20 >= needed > (refused.value.megabytes - 1) << 20


@pytest.mark.parametrize("answers", [5, 120])
def test_columns_count_the_parts_of_sets(answers: int) -> None:
    """Of small sets, compared two by two, and of larger ones; guesses need not fill a block."""
    draw = np.random.default_rng(answers)
    marks = draw.integers(answers, size=(counting.ROW_BLOCK + 9, 90), dtype=np.uint8)
    columns = counting.make_columns(marks, counting.size_columns(marks))
    lanes = np.zeros(len(marks) + 3, np.uint16)
    for size in (2, 5, 12, counting.COMPARED, counting.COMPARED + 1, 90):
        members = np.sort(draw.choice(90, size, replace=False)).astype(np.int32)
        parts = [len(set(row)) for row in marks[:, members].tolist()]
        counting.tick_columns(columns, answers, members, lanes)
        assert lanes[: len(marks)].tolist() == parts
        lanes[:] = 0
        counting.compare_columns(columns, members, lanes)
        assert lanes[: len(marks)].tolist() == parts
    wide_marks = marks.astype(np.uint16)  # marks of two bytes have no columns
    assert len(counting.make_columns(wide_marks, counting.size_columns(wide_marks))) == 0


@few
@given(game=small_games(6, 6))
def test_sizes_of_classes_bound_each_part_of_a_set(game: tuple[Rule, list[str], list[str]]) -> None:
    """Any codes of a set cost what is said of so many, and all of them what the best guess does by its classes."""
    rule, codes, guesses = game
    search = StrategySearch(Problem(ListedCodes(codes), rule, TOTAL, ListedCodes(guesses)))
    if not search.game.sized or len(codes) < 2:
        return
    classes = search.tools.scratch.class_sizes
    counting.count_sizes(search.game.columns, np.arange(len(codes), dtype=np.int32), classes)
    plain = bound_subsets(search.game, classes, len(codes))
    for count in range(1, len(codes) + 1):
        for part in combinations(codes, count):
            assert plain[count] <= least_total(part, guesses, rule)
    assert plain[len(codes)] <= weigh_sizes(search.game, classes, plain).min() <= least_total(codes, guesses, rule)


@pytest.mark.parametrize("codes", [20, 300])
def test_sizes_of_classes_are_counted(codes: int) -> None:
    """Also of more codes than one byte can count."""
    draw = np.random.default_rng(codes)
    marks = draw.integers(3, size=(counting.ROW_BLOCK + 9, codes), dtype=np.uint8)
    columns = counting.make_columns(marks, counting.size_columns(marks))
    sizes = np.zeros((4, columns.shape[1]), np.uint16)  # the last answer, "found", is never given
    counting.count_sizes(columns, np.arange(codes, dtype=np.int32), sizes)
    told = [np.bincount(row, minlength=4).tolist() for row in marks]
    assert sizes[:, : len(marks)].T.tolist() == told
    wide = counting.find_widths(sizes, 3, codes)
    assert wide[0] == 1
    for place in (1, 2, 5, codes // 2, codes):
        assert wide[place] == max(sum(min(size, place) for size in row) for row in told)


def test_a_search_that_is_stopped_goes_on() -> None:
    """Stopped at every look, then let go: the result is the same."""
    solving = Solving(Problem(ColourCodes(3, 6), BLACK_WHITE, TOTAL))
    looks = defaultdict(int)
    while not solving.search.proven:

        def go_on() -> bool:
            looks["of this run"] += 1
            return looks["of this run"] < looks["runs"]

        looks["runs"] += 1
        looks["of this run"] = 0
        list(solving.run(go_on))
    best = solving.best()
    assert best is not None
    assert best.replay.total == 854


def test_a_memory_grows_while_there_is_time() -> None:
    """Else a search whose time ends meanwhile would lose what it has found."""
    search = StrategySearch(Problem(ColourCodes(3, 4), BLACK, TOTAL))
    entries = search.tools.memory
    search.grow(lambda: False)
    assert search.tools.memory is entries
    search.grow()
    assert len(search.tools.memory) > len(entries)


def test_a_small_memory_changes_nothing() -> None:
    """Room for few sets: they are searched again, and the tree is put together all the same."""
    problem = Problem(ListedCodes(ColourCodes(3, 5).texts), BLACK_WHITE, TOTAL)
    small, large = Solving(problem, most_bytes=1 << 16), Solving(problem)
    for solving in (small, large):
        list(solving.run())
    one, other = small.best(), large.best()
    assert one is not None
    assert other is not None
    assert one.replay.total == other.replay.total == other.bound


def test_rules_by_name_have_the_same_optimum_in_another_order() -> None:
    """The order of the codes decides which tree is found, not how good it is."""
    texts = ColourCodes(3, 3).texts
    for rule in RULES.values():
        assert (
            solve(Problem(ListedCodes(texts[::-1]), rule, TOTAL)).replay.total
            == solve(Problem(ColourCodes(3, 3), rule, TOTAL)).replay.total
        )


def test_ctrl_c_while_the_search_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else works on the arrays of a search before what was begun is over; then it can go on."""

    class Interrupted(threading.Thread):
        def start(self) -> None:
            super().start()
            raise KeyboardInterrupt

    search = StrategySearch(Problem(ColourCodes(4, 5), BLACK_WHITE, TOTAL))
    with monkeypatch.context() as patch:
        patch.setattr(threading, "Thread", Interrupted)
        with pytest.raises(KeyboardInterrupt):
            list(search.run())
    assert not search.at_work.locked()
    list(search.run())
    assert search.proven
    assert search.tree().replay.total == search.best == 2463


@pytest.mark.compiled
def test_worse_guesses_of_an_earlier_search_do_not_enter_a_proven_tree() -> None:
    """The memory may have lost the best guess of a set, and then kept what a search among few guesses found for it."""
    search = StrategySearch(Problem(ColourCodes(3, 5), BLACK_WHITE, TOTAL))
    list(search.run())
    search.tools.memory[:] = 0
    search.state[WIDTH] = 1
    search.least(search.start, NO_TOTAL)
    forget_lows(search.tools.memory)
    search.state[WIDTH] = EVERY
    assert search.proven
    assert search.tree().replay.total == 451
