"""Codes weighed by frequencies: figures against plain sums, ranks, what is said without frequencies."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import (
    POSITIONAL,
    RULES,
    ColourCodes,
    Dictionary,
    Position,
    Rule,
    WordCodes,
    advise_weighted,
    make_codebreaker,
)
from mastermot.game.advice.errors import FrequenciesMissingError
from mastermot.game.endgames import estimate_remaining_turns
from mastermot.game.errors import NoCandidateError
from tests.support import some

WORDS = ("COUPE", "FOULE", "COLLE", "POULE", "BOULE", "COUDE", "MOULE", "COUTE", "HOULE", "COUVE", "COULA", "LOUPE")


def weighed(frequencies: dict[str, float], words: tuple[str, ...] = WORDS) -> WordCodes:
    dictionary = Dictionary("list", {len(words[0]): {word: (word.lower(),) for word in words}}, 0, frequencies)
    return WordCodes(dictionary, len(words[0]))


@given(st.sampled_from(list(RULES.values())), st.lists(st.integers(0, 50), min_size=12, max_size=12).filter(any))
def test_figures_are_those_of_the_chances(rule: Rule, weights: list[int]) -> None:
    codes = weighed(dict(zip(WORDS, weights, strict=True)))
    advice = advise_weighted(Position(codes, rule), make_codebreaker("best", codes=codes), top=12)
    chances = dict(zip(WORDS, (weight / sum(weights) for weight in weights), strict=True))
    assert dict(zip(advice.list, advice.chances, strict=True)) == pytest.approx(chances)
    assert list(advice.chances) == sorted(advice.chances, reverse=True)
    assert [round(one.estimate or 0, 9) for one in advice.guesses] == sorted(
        round(one.estimate or 0, 9) for one in advice.guesses
    )
    for one in advice.guesses:
        parts: Counter[object] = Counter()
        sizes: Counter[object] = Counter()
        for word in WORDS:
            parts[rule.mark(one.guess, word)] += chances[word]
            sizes[rule.mark(one.guess, word)] += 1
        assert one.chance == pytest.approx(chances[one.guess])
        assert one.entropy == pytest.approx(-sum(part * math.log2(part) for part in parts.values() if part), abs=1e-9)
        assert one.expected == pytest.approx(sum(part * sizes[marks] for marks, part in parts.items()))
        assert (one.largest, one.parts) == (max(sizes.values()), len(sizes))


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_words_that_are_alike_have_the_estimates_of_codes(rule: Rule) -> None:
    codes = weighed(dict.fromkeys(WORDS, 3.0))
    advice = advise_weighted(Position(codes, rule), make_codebreaker("best", codes=codes), top=12)
    left = estimate_remaining_turns(rule, np.arange(len(WORDS) + 1))
    for one in some(advice.guesses):
        sizes = Counter(rule.mark(one.guess, word) for word in WORDS)
        sizes.pop(rule.mark(one.guess, one.guess))
        plain = 1 + sum(size * float(left[size]) for size in sizes.values()) / len(WORDS)
        assert one.estimate == pytest.approx(plain, abs=0.06), "the line bends between two and three codes alone"


def test_a_likely_word_is_played_before_one_that_tells_more() -> None:
    codes = weighed({"COUPE": 90, "FOULE": 4, "POULE": 3, "BOULE": 3})
    player = make_codebreaker("best", codes=codes)
    advice = advise_weighted(Position(codes, POSITIONAL), player, top=12)
    assert (advice.guesses[0].guess, advice.guesses[0].chance) == ("COUPE", 0.9)
    assert any(one.entropy > advice.guesses[0].entropy for one in advice.guesses)
    hard = advise_weighted(Position(codes, POSITIONAL).after("FOULE", ".XXXX"), player, top=12, hard="wordle")
    assert hard.list[:2] == ("POULE", "BOULE")
    assert all(one.guess.endswith("OULE") for one in hard.guesses)


def test_a_word_that_cannot_be_the_secret_has_no_chance() -> None:
    codes = weighed(dict.fromkeys(WORDS, 3.0))
    position = Position(codes, POSITIONAL).after("FOULE", ".XXXX")
    advice = advise_weighted(position, make_codebreaker("best", codes=codes), top=12)
    assert len(outside := [one for one in advice.guesses if not one.candidate]) > 0
    assert {one.chance for one in outside} == {0}


def test_words_left_that_have_no_frequency_are_alike() -> None:
    codes = weighed({"COUPE": 5})
    advice = advise_weighted(Position(codes, POSITIONAL).after("COUPE", ".XX.X"), make_codebreaker("best", codes=codes))
    assert set(advice.chances) == {1 / advice.candidates}


def test_a_sample_takes_the_likeliest() -> None:
    codes = weighed({"COULA": 60, "LOUPE": 30, "HOULE": 10})
    player = make_codebreaker("best", codes=codes, sample=3)
    advice = advise_weighted(Position(codes, POSITIONAL), player, top=3)
    assert {one.guess for one in advice.guesses} >= {"COULA"}
    assert sum(one.chance or 0 for one in advice.guesses) <= 1
    assert advice.candidates == len(WORDS)


def test_codes_without_frequencies() -> None:
    for codes in (weighed({}), weighed({"AUTRE": 3.0}), ColourCodes(3, 3)):
        with pytest.raises(FrequenciesMissingError) as caught:
            advise_weighted(Position(codes, POSITIONAL), make_codebreaker("best", codes=codes))
        assert caught.value.parameters == {"name": codes.label}
    codes = weighed({"COUPE": 1})
    with pytest.raises(NoCandidateError):
        advise_weighted(Position(codes, POSITIONAL).after("COUPE", "XXXO."), make_codebreaker("best", codes=codes))
