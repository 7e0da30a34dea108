"""Exact answers for few codes, in plain numpy."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot.game.codebreakers import make_codebreaker
from mastermot.game.endgames import solve_small
from mastermot.game.partitions import Table
from mastermot.game.positions import Position
from mastermot.rules import BLACK_WHITE, RULES, Rule
from mastermot.rules.codes import ColourCodes, ListedCodes, WordCodes
from mastermot.words.dictionaries import open_shipped
from tests.lab.optimal.obvious import least_total
from tests.playing import class_sizes, every_rule, unhurried

FEW = 20
"""Codes for which the work that the player allows itself always does."""


@st.composite
def small_games(draw: st.DrawFn, most_codes: int = 8, most_others: int = 6) -> tuple[Rule, list[str], list[str]]:
    """Draw a rule, codes, and guesses that begin with the codes."""
    rule = draw(st.sampled_from(list(RULES.values())))
    length = draw(st.integers(1, 4))
    texts = st.text("ABCDE"[: draw(st.integers(2, 5))], min_size=length, max_size=length)
    codes = draw(st.lists(texts, min_size=2, max_size=most_codes, unique=True))
    others = draw(st.lists(texts, max_size=most_others, unique=True))
    return rule, codes, list(dict.fromkeys((*codes, *others)))


@unhurried
@given(game=small_games(), consistent=st.booleans())
def test_as_an_exhaustive_search_finds(game: tuple[Rule, list[str], list[str]], consistent: bool) -> None:
    rule, codes, guesses = game
    table = Table(rule, ListedCodes(guesses))
    every = np.arange(len(guesses))
    numbers = table.numbers(every, every[: len(codes)])
    result = solve_small(numbers, table.solved, every[:3].tolist(), consistent=consistent)
    assert result is not None
    assert result.total == least_total(codes, guesses, rule, consistent=consistent)
    for guess, total in zip(guesses[:3], result.asked, strict=True):
        classes: dict[object, list[str]] = {}
        for code in codes:
            classes.setdefault(rule.mark(guess, code), []).append(code)
        rest = sum(
            least_total(left, guesses, rule, consistent=consistent) for left in classes.values() if left != [guess]
        )
        assert total == len(codes) + rest
    assert result.guess in every[: len(codes)] or not consistent


@every_rule
def test_the_whole_of_a_small_game(rule: Rule) -> None:
    codes = ColourCodes(2, 4)
    table = Table(rule, codes)
    every = np.arange(16)
    result = solve_small(table.numbers(every, every), table.solved)
    assert result is not None
    assert result.total == least_total(codes.texts, codes.texts, rule)


def test_known_figures() -> None:
    """3 holes and 3 colours: 95 turns with blacks alone is known from the literature."""
    table = Table(RULES["black"], ColourCodes(3, 3))
    every = np.arange(27)
    result = solve_small(table.numbers(every, every), table.solved)
    assert result is not None
    assert result.total == 95


@pytest.mark.parametrize(("codes", "work"), [(ColourCodes(3, 4), 1000), (ColourCodes(3, 6), 1 << 60)])
def test_no_answer_beyond_the_work(codes: ColourCodes, work: int) -> None:
    """64 codes in a thousand marks; and 216 codes, more than are looked at whatever the work."""
    table = Table(BLACK_WHITE, codes)
    every = np.arange(codes.count)
    assert solve_small(table.numbers(every, every), table.solved, work=work) is None


@every_rule
@pytest.mark.parametrize("number", [0, 1, *(pytest.param(number, marks=pytest.mark.slow) for number in range(2, 6))])
def test_the_player_best_plays_the_end_as_well_as_can_be(rule: Rule, number: int) -> None:
    """With 3 to 20 codes left, fewer turns than with the player's guess cannot be."""
    draw = Random(number)
    codes = (ColourCodes(3, 6), WordCodes(open_shipped("fr-common"), 3))[number % 2]
    here, secret = Position(codes, rule), draw.choice(codes.texts)
    for guess in draw.sample(codes.texts, 50):
        if len(here.candidates) > FEW:
            here = here.after(guess, rule.mark(guess, secret))
    assert 0 < len(here.candidates) <= FEW
    choice = make_codebreaker("best", codes=codes).choose(here)
    every = np.arange(codes.count)
    numbers = here.table.numbers(every, here.candidates)
    found = solve_small(numbers, here.table.solved, here.table.rows([choice.guess]).tolist(), 1 << 60)
    assert found is not None
    assert found.asked == (found.total,)
    assert (choice.candidates, choice.largest) == (
        len(here.candidates),
        max(class_sizes(choice.guess, [codes.texts[row] for row in here.candidates], rule)),
    )
