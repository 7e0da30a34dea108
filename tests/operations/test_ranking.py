"""Guesses ranked as an operation: every figure counted by hand, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import RULES, ColourCodes, MastermotError, mark, open_dictionary
from mastermot.operations.game_advice import TurnRequest
from mastermot.operations.ranking import RANKED_BY, PairLimits, RankRequest, rank_best
from tests.playing import class_sizes, entropy


class Watched:
    """What a caller is told of the work: how much there is, and how much is done."""

    def __init__(self) -> None:
        self.announced = self.done = 0

    @contextmanager
    def watch(self, count: int) -> Iterator[Callable[[int], object]]:
        self.announced += count
        yield self.step

    def step(self, count: int) -> None:
        self.done += count


@given(
    holes=st.integers(1, 3), colours=st.integers(2, 4), rule=st.sampled_from(list(RULES)), repeats=st.booleans(),
    top=st.integers(1, 70), data=st.data(),
)  # fmt: skip
def test_every_figure_is_that_of_the_classes(
    holes: int, colours: int, rule: str, repeats: bool, top: int, data: st.DataObject
) -> None:
    codes = ColourCodes(holes, colours, repeats=repeats or holes >= colours)
    code = st.sampled_from(list(codes.texts))
    secret, played = data.draw(code), data.draw(st.lists(code, max_size=2))
    turns = [(guess, mark(guess, secret, RULES[rule])) for guess in played]
    left = [one for one in codes.texts if all(mark(guess, one, RULES[rule]) == marks for guess, marks in turns)]
    history = [TurnRequest(guess=guess, marks=marks.text) for guess, marks in turns]
    rules = {} if rule == "black-white" and history else {"rules": [rule]}  # the usual one after some turns
    asked = RankRequest(holes=holes, colours=colours, repeats=codes.repeats, history=history, top=top, **rules)
    watched = Watched()
    ranking = rank_best(asked, watched.watch)
    assert (ranking.codes, ranking.checksum, ranking.sample) == (codes.count, codes.checksum, None)
    assert watched.announced == watched.done > 0
    for by in RANKED_BY:
        found = [one for one in ranking.openings if one.by == by]
        if history:
            assert len(found) == min(top, codes.count)
        for one in found:
            sizes = class_sizes(one.guess, left, RULES[rule])
            assert one.rule == rule
            assert one.entropy == pytest.approx(max(0.0, entropy(sizes)), abs=1e-11)
            assert (one.largest, one.parts) == (max(sizes), len(sizes))
            assert one.expected == pytest.approx(sum(size * size for size in sizes) / len(left), abs=1e-6)
            after = (one.guess in left, len(left)) if history else (None, None)
            assert (one.candidate, one.candidates) == after
        ranks = [-one.entropy if by == "entropy" else one.largest for one in found]
        assert ranks == sorted(ranks)
        assert ranks[0] == pytest.approx(
            min(
                -entropy(sizes) if by == "entropy" else max(sizes)
                for sizes in (class_sizes(guess, left, RULES[rule]) for guess in codes.texts)
            ),
            abs=1e-11,
        )
        if not history and top == 70:
            assert sum(one.alike or 0 for one in found) == codes.count


def test_under_every_rule_where_none_is_named() -> None:
    openings = rank_best(RankRequest(holes=2, colours=3, top=1)).openings
    assert [one.rule for one in openings] == [name for name in RULES for _by in RANKED_BY]


def test_of_codes_too_many_to_list_a_sample_stands_for_all() -> None:
    ranking = rank_best(RankRequest(holes=8, colours=10, rules=["black"], top=2))
    assert (ranking.codes, ranking.checksum, ranking.sample) == (10**8, None, 20_000)
    assert all(0.42 < one.largest / 10**8 < 0.45 for one in ranking.openings)  # 0.9^8 get nothing
    assert all(one.largest * 0.6 < one.expected < one.largest for one in ranking.openings)


def test_pairs_are_counted_under_each_rule() -> None:
    codes = ColourCodes(2, 4)
    for rule in RULES:
        asked = RankRequest(holes=2, colours=4, rules=[rule], count=2, top=3)
        ranking = rank_best(asked)
        assert ranking.first_guesses is not None
        for pair in ranking.pairs:
            marks = [tuple(mark(guess, code, RULES[rule]) for guess in pair.guesses) for code in codes.texts]
            sizes = [marks.count(one) for one in set(marks)]
            assert (pair.rule, pair.classes, pair.largest) == (rule, len(sizes), max(sizes))
            assert pair.expected == pytest.approx(sum(size * size for size in sizes) / codes.count)
        assert [pair.by for pair in ranking.pairs] == [by for by in ("classes", "expected") for _pair in range(3)]


def test_a_pair_is_of_two_guesses_and_stands_once() -> None:
    """AA and AA tell no more than AA; of 2 holes and 2 colours it was the fourth pair."""
    pairs = rank_best(RankRequest(holes=2, colours=2, rules=["black"], count=2, top=10)).pairs
    assert all(len(set(pair.guesses)) == 2 for pair in pairs)
    assert len({(pair.by, *sorted(pair.guesses)) for pair in pairs}) == len(pairs) >= 6


def test_the_work_of_pairs_is_shared_by_the_rules() -> None:
    def count_firsts(most: PairLimits, *rules: str) -> int | None:
        asked = RankRequest(words="fr-common", length=2, rules=list(rules), count=2)
        return rank_best(asked, most=most).first_guesses

    pairs = len(open_dictionary("fr-common").words(2)) ** 2
    assert count_firsts(PairLimits(10 * pairs, pairs), "black") == 10
    assert count_firsts(PairLimits(10 * pairs, pairs), "black", "positional") == 5
    with pytest.raises(MastermotError) as refused:
        count_firsts(PairLimits(10 * pairs, pairs - 1), "black")
    assert refused.value.code == "fixed-too-large"


TURN = TurnRequest(guess="AB", marks="X")


@pytest.mark.parametrize(
    ("asked", "code", "source"),
    [
        ({"holes": 2, "colours": 3, "guesses": "fr"}, "field-invalid", "guesses"),
        ({"holes": 2, "colours": 3, "guesses": "fr", "count": 2}, "field-invalid", "guesses"),
        ({"holes": 2, "colours": 3, "history": [TURN], "count": 2}, "field-invalid", "history"),
        ({"holes": 2, "colours": 3, "history": [TURN, TurnRequest(guess="AB", marks="(rien)")]}, "no-candidate", ""),
        ({"holes": 5, "colours": 13, "history": [TurnRequest(guess="ABCDE", marks="O")]}, "too-many-ranked", ""),
    ],
)
def test_refusals(asked: dict[str, Any], code: str, source: str) -> None:
    with pytest.raises(MastermotError) as refused:
        rank_best(RankRequest(**asked))
    assert (refused.value.code, refused.value.source) == (code, source)
