"""Codes that agree with a history, drawn or listed: against all codes of small games, filtered one by one."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256
from math import exp, inf, perm, sqrt
from operator import eq
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mastermot import BLACK_WHITE, RULES, ColourCodes, Marks, Position, Rule, make_codebreaker
from mastermot.game.branches import CodeTree, grow, list_all
from mastermot.game.errors import NoCandidateError, NoCandidateFoundError
from mastermot.game.sampling import ENOUGH, Sample, Walks, draw_codes, gather_requirements, make_rng, walk_to_codes
from mastermot.rules.requirements import Requirements
from tests.playing import WITHOUT_LISTS, every_rule_without_lists
from tests.support import later, some

History = list[tuple[str, Marks]]
REPEATS = [ColourCodes(4, 5), ColourCodes(5, 3), ColourCodes(5, 6, digits=True), ColourCodes(4, 3, empty=True)]
DISTINCT = [ColourCodes(4, 6, repeats=False), ColourCodes(3, 4, repeats=False, empty=True)]


def texts(codes: ColourCodes, sample: Sample) -> list[str]:
    return [codes.decode(row) for row in sample.codes]


def agreeing(codes: ColourCodes, rule: Rule, history: History) -> list[str]:
    """Return the codes of the game that agree, the slow and obvious way."""
    return [code for code in codes.texts if all(rule.mark(guess, code) == marks for guess, marks in history)]


@st.composite
def histories(draw: st.DrawFn, rule: Rule) -> tuple[ColourCodes, History]:
    """Return a small game with some turns; now and then with marks that its secret does not give."""
    codes = draw(st.sampled_from(REPEATS + DISTINCT))
    secret = draw(st.sampled_from(codes.texts))
    history = []
    for guess in draw(st.lists(st.sampled_from(codes.texts), max_size=4)):
        lie = draw(st.integers(0, 9)) == 0
        marks = rule.mark(guess, draw(st.sampled_from(codes.texts)) if lie else secret)
        history.append((guess, marks))
    return codes, history


@every_rule_without_lists
@given(data=st.data())
def test_what_is_listed_is_complete_and_in_order(rule: Rule, data: st.DataObject) -> None:
    codes, history = data.draw(histories(rule))
    sample = draw_codes(codes, rule, history)
    expected = agreeing(codes, rule, history)
    assert (sample.complete, sample.number, sample.standard_error) == (True, len(expected), 0)
    assert texts(codes, sample) == expected


@every_rule_without_lists
@settings(deadline=None, max_examples=8)
@given(data=st.data())
def test_a_tree_is_listed_as_far_as_its_nodes_and_codes_are_allowed(rule: Rule, data: st.DataObject) -> None:
    """Codes are counted some nodes at a time, so that a few more may be listed."""
    codes, history = data.draw(histories(rule))
    wanted = gather_requirements(codes, rule, history)
    tree, total = CodeTree(wanted), 0
    nodes = tree.root()
    for depth in range(tree.depths):
        nodes = tree.expand(nodes, depth)
        total += len(nodes.free)
    every = list_all(wanted, total, inf)
    assert every is not None
    expected = sorted(agreeing(codes, rule, history))
    assert sorted(map(codes.decode, every)) == expected
    assert total == 0 or list_all(wanted, total - 1, inf) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mastermot.game.branches.CHUNK", 4)
        in_chunks = list_all(wanted, total, len(every))
        assert in_chunks is not None
        assert sorted(map(codes.decode, in_chunks)) == expected
        fewer = len(every) - 4 * len(codes.alphabet) - 1
        assert fewer < 0 or list_all(wanted, inf, fewer) is None


@pytest.mark.parametrize(
    ("codes", "guesses", "secret", "nodes"),
    [
        (
            ColourCodes(5, 3),
            ["AABBC", "CCCBA"],
            "ABCCA",
            {"black": 92, "black-white": 67, "positional": 9, "membership": 161},
        ),
        (
            ColourCodes(5, 6),
            ["AABBC", "CDDEA", "FEDCB"],
            "ACDBE",
            {"black": 939, "black-white": 44, "positional": 13, "membership": 40},
        ),
        (
            ColourCodes(6, 7, repeats=False),
            ["ABCDEF", "BCDAEG"],
            "GFABCD",
            {"black": 3187, "black-white": 2441, "positional": 394, "membership": 2441},
        ),
    ],
    ids=str,
)
def test_trees_are_no_wider_than_they_were(
    codes: ColourCodes, guesses: list[str], secret: str, nodes: dict[str, int]
) -> None:
    """What cannot fit is left out as soon as before: on that depends which games are listed."""
    for name, most in some(nodes.items()):
        rule = RULES[name]
        wanted = gather_requirements(codes, rule, [(guess, rule.mark(guess, secret)) for guess in guesses])
        assert list_all(wanted, most, inf) is not None


def draw_thin(listed: int, *arguments: Any, seed: int, width: int) -> Sample:
    """Return what `draw_codes` draws where no tree is grown whole, and no more codes than that are listed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mastermot.game.sampling.make_rng", lambda _seed, codes, history: make_rng(seed, codes, history))
        patch.setattr("mastermot.game.sampling.MAX_NODES", 0)
        patch.setattr("mastermot.game.sampling.MAX_LISTED", listed)
        return draw_codes(*arguments, width=width, enough=0)


@every_rule_without_lists
@given(data=st.data(), width=st.integers(1, 30))
def test_what_is_drawn_agrees(rule: Rule, data: st.DataObject, width: int) -> None:
    """However thin the trees, and whatever the seed."""
    codes, history = data.draw(histories(rule))
    seed = data.draw(st.integers(0, 99))
    sample = draw_thin(20, codes, rule, history, 50, seed=seed, width=width)
    expected = set(agreeing(codes, rule, history))
    assert set(texts(codes, sample)) <= expected
    if sample.complete:
        assert sample.number == len(expected)
    again = draw_thin(20, codes, rule, history, 50, seed=seed, width=width)
    assert np.array_equal(again.codes, sample.codes)
    assert again[1:] == sample[1:]


@pytest.mark.slow
@every_rule_without_lists
@pytest.mark.parametrize("codes", [ColourCodes(5, 6), ColourCodes(5, 7, repeats=False)], ids=str)
def test_the_number_is_estimated_without_bias(rule: Rule, codes: ColourCodes) -> None:
    """The mean over many thin trees is the exact number, within four standard errors."""
    secret = "ABCDE"
    history = [(guess, rule.mark(guess, secret)) for guess in ("BAFED",)]
    wanted = gather_requirements(codes, rule, history)
    rng = np.random.default_rng(1)
    numbers = np.array([grow(wanted, rng, 12).weights.sum() for _tree in range(200)])
    exact = len(agreeing(codes, rule, history))
    assert numbers.mean() == pytest.approx(exact, abs=4 * numbers.std() / sqrt(len(numbers)) + 1e-9)


def chi_squared(rule: Rule, turns: int, draws: int) -> tuple[float, int]:
    """Return the chi-squared of codes drawn from thin trees against even chances, and its degrees of freedom."""
    codes, secret, chance = ColourCodes(5, 6), "AABCD", random.Random(3)
    history = [(guess, rule.mark(guess, secret)) for guess in chance.sample(list(codes.texts), turns)]
    expected = agreeing(codes, rule, history)
    drawn: Counter[str] = Counter()
    for seed in range(draws):
        sample = draw_thin(0, codes, rule, history, 20, seed=seed, width=60)
        drawn.update(texts(codes, sample))
    mean = drawn.total() / len(expected)
    return sum((drawn[code] - mean) ** 2 / mean for code in expected), len(expected) - 1


@pytest.mark.slow
@every_rule_without_lists
def test_draws_are_even(rule: Rule) -> None:
    """Chi-squared stays under its 99.99 % point: draws of one seed are not independent, but spread out more evenly."""
    value, freedom = chi_squared(rule, 1, 120)
    assert freedom > 20
    assert value < freedom + 3.72 * sqrt(2 * freedom) + 10


@every_rule_without_lists
@pytest.mark.parametrize("repeats", [True, later(False)])
def test_walks_arrive_at_codes_that_agree(rule: Rule, repeats: bool) -> None:
    codes = ColourCodes(6, 7, repeats=repeats)
    secret, chance = "ABCDEF", random.Random(5)
    guesses = ["".join(chance.sample(codes.alphabet, 6)) for _turn in range(4)]
    history = [(guess, rule.mark(guess, secret)) for guess in guesses]
    found = walk_to_codes(gather_requirements(codes, rule, history), np.random.default_rng(0), steps=1200)
    assert len(found)
    for row in found:
        code = codes.decode(row)
        assert code in codes
        assert all(rule.mark(guess, code) == marks for guess, marks in history)


@pytest.mark.parametrize(
    ("holes", "colours", "repeats", "rule", "turns", "width", "number", "error", "digest"),
    [
        (9, 12, True, "black-white", 2, 1000, "6.88915e+07", "1.335e+06", "399419c7"),
        (9, 12, True, "membership", 2, 1000, "3.34150e+07", "7.484e+05", "6f798312"),
        (8, 14, False, "black", 2, 200, "4.52620e+06", "5.347e+05", "8492f7fd"),
        (20, 26, True, "black-white", 9, 100, "5.28216e+16", "2.620e+16", "e53361ad"),
        (10, 12, False, "black", 6, 4, "3.47225e+04", "2.099e+04", "5f224bd8"),
        (8, 20, True, "black-white", 0, 1, "2.56000e+10", "0.000e+00", "51dac749"),
        (8, 20, False, "black-white", 0, 1, "5.07911e+09", "0.000e+00", "a0614b42"),
    ],
)
def test_a_history_gives_the_codes_that_it_gave_before(
    holes: int, colours: int, repeats: bool, rule: str, turns: int, width: int, number: str, error: str, digest: str
) -> None:
    """Of trees, and of short walks where these found few: the players play by them."""
    codes, chance = ColourCodes(holes, colours, repeats=repeats), random.Random(holes)

    def draw() -> str:
        return "".join(chance.choices(codes.alphabet, k=holes) if repeats else chance.sample(codes.alphabet, holes))

    secret = draw()
    history = [(guess, RULES[rule].mark(guess, secret)) for guess in (draw() for _turn in range(turns))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mastermot.game.sampling.STEPS", 300)
        sample = draw_codes(codes, RULES[rule], history, 200, width=width, enough=3000 if width < 10 else ENOUGH)
    assert (f"{sample.number:.5e}", f"{sample.standard_error:.3e}", sample.complete) == (number, error, False)
    assert sha256(sample.codes.tobytes()).hexdigest()[:8] == digest


@every_rule_without_lists
@given(data=st.data(), heats=st.lists(st.sampled_from([1e-9, 0.3, 5.0]), min_size=1, max_size=8))
def test_walks_know_what_their_codes_miss(rule: Rule, data: st.DataObject, heats: list[float]) -> None:
    """Counted anew after each step; and a cold walk never takes a step to more misses, while a hot one may."""
    codes, history = data.draw(histories(rule))
    wanted = gather_requirements(codes, rule, history)
    assume(not wanted.impossible)
    group = Walks(wanted, np.random.default_rng(data.draw(st.integers(0, 99))), 15)
    for number, heat in some(enumerate(heats)):
        before = group.misses.copy()
        (group.exchange_two if number % 2 else group.change_a_hole)(heat)
        assert group.misses.tolist() == [count_misses(wanted, row) for row in group.codes.tolist()]
        assert all(wanted.allowed[range(wanted.length), row].all() for row in group.codes)
        assert heat > 1e-9 or (group.misses <= before).all()


def count_misses(wanted: Requirements, code: list[int]) -> int:
    """Return by how much a code misses what is wanted, demand by demand."""
    copies = [code.count(symbol) for symbol in range(wanted.symbols)]
    blacks = [sum(map(eq, guess, code)) for guess in wanted.guesses.tolist()]
    totals = [sum(worth[symbol][count] for symbol, count in enumerate(copies)) for worth in wanted.worth.tolist()]

    def outside(number: int, least: int, most: int) -> int:
        return max(least - number, number - most, 0)

    return (
        sum(map(outside, copies, wanted.least.tolist(), wanted.most.tolist()))
        + sum(map(outside, blacks, wanted.least_blacks.tolist(), wanted.most_blacks.tolist()))
        + sum(map(outside, totals, wanted.totals.tolist(), wanted.totals.tolist()))
    )


@pytest.mark.parametrize("step", ["change_a_hole", "exchange_two"])
def test_a_hot_walk_takes_worse_steps_by_their_chance(step: str) -> None:
    """A step to d misses more at the heat h has the chance exp(-d / h); all holes and symbols are come to."""
    history = [("ABCDEF", Marks(6, 0))]
    wanted = gather_requirements(ColourCodes(6, 6), BLACK_WHITE, history)
    group = Walks(wanted, np.random.default_rng(1), 20_000)
    for hole in range(6):
        assert np.bincount(group.codes[:, hole]).min() > 0.9 * 20_000 / 6
    before, misses = group.codes.copy(), group.misses.copy()
    getattr(group, step)(2.0)
    moved = (group.codes != before).any(axis=1)
    worse = [int((moved & (group.misses == misses + more)).sum()) for more in (1, 2)]
    getattr(other := Walks(wanted, np.random.default_rng(1), 20_000), step)(1e9)
    tried = [int((other.misses == misses + more).sum()) for more in (1, 2)]
    assert min(tried) > 400
    for more, (taken, drawn) in enumerate(zip(worse, tried, strict=True), start=1):
        chance = exp(-more / 2.0)
        assert taken / drawn == pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / drawn))


@pytest.mark.parametrize(
    ("holes", "colours", "rule"),
    [
        pytest.param(
            *size, rule, id=f"{size[0]}x{size[1]}-{rule.name}", marks=[pytest.mark.slow] * ((one, other) != (0, 0))
        )
        for one, size in enumerate([(8, 12), (20, 26)])
        for other, rule in enumerate(WITHOUT_LISTS)
    ],
)
def test_large_games(rule: Rule, holes: int, colours: int) -> None:
    """Whatever is drawn agrees, the number of all codes is known, and the secret's own marks are never refused."""
    codes = ColourCodes(holes, colours)
    chance = random.Random(holes * colours)
    secret = "".join(chance.choices(codes.alphabet, k=holes))
    here = Position(codes, rule)
    assert here.count == colours**holes
    for _turn in range(2):
        guess = codes.decode(here.sample.codes[chance.randrange(len(here.sample.codes))])
        here = here.after(guess, rule.mark(guess, secret))
        assert len(here.candidates)
        assert here.estimate.number > 0
        for row in here.candidates[:20]:
            code = here.table.text(int(row))
            assert all(rule.mark(turn.guess, code) == turn.marks for turn in here.history)


def test_codes_without_repeats_are_counted_at_the_start() -> None:
    start = Position(ColourCodes(8, 20, repeats=False), BLACK_WHITE)
    assert start.count == perm(20, 8)
    assert all(len(set(row.tolist())) == 8 for row in start.sample.codes)


def test_exact_numbers_once_codes_are_few() -> None:
    """Eleven million codes: the number left is exact once the marks have said enough."""
    start = Position(ColourCodes(5, 26), BLACK_WHITE)
    assert start.count == 26**5
    here = start.after("ABCDE", Marks(0, 0)).after("FGHIJ", Marks(0, 0)).after("KLMNO", Marks(0, 0))
    assert here.count == 11**5
    assert here.after("PQRST", Marks(5, 0)).count == 1
    assert here.after("PQRST", Marks(5, 0)).after("UUUUU", Marks(1, 0)).count == 0


@pytest.mark.slow
@every_rule_without_lists
def test_a_conflict_is_proven_and_its_turns_are_named(rule: Rule) -> None:
    """The turns named cannot hold together, and without any one of them they can."""
    codes, secret = ColourCodes(10, 12), "ABCDEFGHIJ"
    guesses = ["ABABABCDCD", "AACCEEGGII", "LKLKLKLKLK", "AACCEEGGII"]
    marks = [rule.mark(guess, secret) for guess in guesses]
    here = Position(codes, rule)
    for turn in zip(guesses, [*marks[:3], rule.mark(guesses[3], "AACCEELLLL")], strict=True):
        here = here.after(*turn)
    assert here.count == 0
    with pytest.raises(NoCandidateError) as caught:
        make_codebreaker("best", codes=codes).choose(here)
    named = [here.history[number - 1] for number in caught.value.turns]
    assert Position(codes, rule, tuple(named)).count == 0
    for left_out in named:
        assert Position(codes, rule, tuple(turn for turn in named if turn != left_out)).count != 0


def test_a_history_that_takes_too_long_is_said_to_be_unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    """No code is found, and it is not claimed that there is none."""
    from mastermot.game import codebreakers, sampling

    codes = ColourCodes(12, 12)
    nothing = Sample(np.zeros((0, 12), np.uint8), 0, 0, False)
    monkeypatch.setattr(sampling, "draw_codes", lambda *_arguments: nothing)
    here = Position(codes, BLACK_WHITE).after("ABCDEFGHIJKL", "XXX")
    with pytest.raises(NoCandidateFoundError):
        codebreakers.make_codebreaker("best", codes=codes).choose(here)
