"""Strategies, against slow and obvious versions, and how ties are broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK, BLACK_WHITE, ListedCodes, Marks, Rule
from mastermot.game import CRITERIA, STRATEGIES, Table, View, strategy_named
from mastermot.game.errors import NameUnknownError
from mastermot.game.strategies import WORTH_PLAINLY
from mastermot.rules.arrays import CodeArrays, Numbers, Rows
from tests.playing import class_sizes, code_lists, entropy, every_rule


def slow_choice(strategy: str, guesses: list[str], candidates: list[str], rule: Rule) -> str:
    """Return the first of the guesses that are worth most."""
    return min(guesses, key=lambda guess: WORTH_PLAINLY[strategy](class_sizes(guess, candidates, rule)))


def view(codes: ListedCodes, rule: Rule, candidates: list[int], others: list[int], seed: str = "") -> View:
    rows = np.array(candidates)
    return View(Table(rule, codes), rows, np.array([*candidates, *others]), seed)


def test_registry() -> None:
    assert set(STRATEGIES) >= {"entropy", "minimax", "expected", "parts", "first", "random", "average"}
    assert set(STRATEGIES) >= set(CRITERIA)
    for name, strategy in STRATEGIES.items():
        assert strategy_named(name) is strategy
        assert strategy.__doc__


def test_unknown_name() -> None:
    with pytest.raises(NameUnknownError) as caught:
        strategy_named("minmax")
    assert "minimax" in caught.value.suggestions
    assert "entropy" in caught.value.describe()


@every_rule
@pytest.mark.parametrize("strategy", sorted(CRITERIA))
@given(codes=code_lists(most=14, longest=5), data=st.data())
def test_scoring_strategies(rule: Rule, strategy: str, codes: ListedCodes, data: st.DataObject) -> None:
    """Best first, candidates before others, then the first in order."""
    places = list(range(len(codes)))
    candidates = sorted(data.draw(st.sets(st.sampled_from(places), min_size=1)))
    others = [place for place in places if place not in candidates]
    guesses = [codes.texts[place] for place in [*candidates, *others]]
    chosen = STRATEGIES[strategy](view(codes, rule, candidates, others))
    assert codes.texts[chosen] == slow_choice(strategy, guesses, [codes.texts[place] for place in candidates], rule)


def test_ties_between_criteria() -> None:
    """Sizes 2 2 2 2 and 4 1 1 1 1 have one entropy: weights tie exactly when entropies do."""
    assert entropy([2, 2, 2, 2]) == entropy([1, 1, 1, 1, 4])
    codes = ListedCodes(["AA", "AB", "AC", "BA", "CA", "BB", "BC", "CB", "CC", "DD"])
    table = Table(BLACK_WHITE, codes)
    every = np.arange(len(codes))
    scores = table.scores(every, every)
    weights = scores.weights
    for one in every:
        for other in every:
            sizes = [class_sizes(codes.texts[place], codes.texts, BLACK_WHITE) for place in (one, other)]
            assert (weights[one] == weights[other]) == (round(entropy(sizes[0]), 9) == round(entropy(sizes[1]), 9))
    assert scores.total == len(codes)


class GivenPartitions(Rule):
    """A rule under which the guess at row 0 or 1 splits forty secrets into classes of given sizes."""

    name = "given-partitions"
    meaning = "for a test"
    sizes = ((10, 6, 5, 5, 5, 4, 3, 2), (10, 10, 5, 3, 3, 3, 2, 2, 2))

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        raise NotImplementedError

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        classes = [np.repeat(np.arange(len(sizes)), sizes)[secrets] for sizes in self.sizes]
        return np.array([classes[guess] for guess in guesses], np.uint8)


def test_equal_entropies_of_different_sizes_tie() -> None:
    """Both guesses have one entropy and one largest class: the first in order is played, whichever it is."""
    codes = ListedCodes(["".join(symbols) for symbols in product("ABCD", repeat=3)][:40])
    for order in ([0, 1], [1, 0]):
        seen = View(Table(GivenPartitions(), codes), np.arange(40), np.array(order))
        assert np.ptp(seen.scores.weights) == 0
        assert STRATEGIES["entropy"](seen) == order[0]


@every_rule
@given(st.data())
def test_the_first_perfect_guess(rule: Rule, data: st.DataObject) -> None:
    """The first guess that tells all candidates apart is what every scoring strategy plays."""
    codes = ListedCodes(["".join(symbols) for symbols in product("ABC", repeat=4)])
    rows = data.draw(st.permutations(range(len(codes))))
    candidates = rows[: data.draw(st.integers(1, 9))]
    seen = view(codes, rule, candidates, rows[len(candidates) :])
    perfect = [row for row, parts in zip(seen.guesses, seen.scores.classes, strict=True) if parts == len(candidates)]
    if perfect:
        assert {STRATEGIES[name](seen) for name in CRITERIA} == {perfect[0]}


def test_first() -> None:
    codes = ListedCodes(["AB", "BA", "CC"])
    assert STRATEGIES["first"](view(codes, BLACK, [1, 2], [0])) == 1


def test_random_is_seeded() -> None:
    """One seed, one guess; over many seeds every guess of the pool comes out."""
    codes = ListedCodes(["AB", "BA", "CC", "DD"])
    pick = STRATEGIES["random"]
    drawn = [pick(view(codes, BLACK, [1, 2], [0], str(seed))) for seed in range(60)]
    assert drawn == [pick(view(codes, BLACK, [1, 2], [0], str(seed))) for seed in range(60)]
    assert set(drawn) == {0, 1, 2}


def test_the_player_of_1983() -> None:
    """The worked case: the average code is ABCD, ABCE is nearest."""
    codes = ListedCodes(["ABAA", "BBCB", "CCCD", "ADDD", "ABCE"])
    chosen = STRATEGIES["average"](view(codes, BLACK_WHITE, [0, 1, 2, 3, 4], []))
    assert codes.texts[chosen] == "ABCE"


@given(codes=code_lists(most=12, longest=6))
def test_average(codes: ListedCodes) -> None:
    """The most frequent symbol of each position, the first on ties; the nearest candidate, the first on ties."""
    usual = ""
    for column in zip(*codes.texts, strict=True):
        counts = Counter(column)
        usual += min(counts, key=lambda symbol: (-counts[symbol], symbol))
    nearest = min(codes.texts, key=lambda code: sum(a != b for a, b in zip(code, usual, strict=True)))
    chosen = STRATEGIES["average"](view(codes, BLACK_WHITE, list(range(len(codes))), []))
    assert codes.texts[chosen] == nearest
