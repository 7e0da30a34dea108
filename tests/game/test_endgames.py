"""Exact answers for few codes, in plain numpy."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import (
    BLACK_WHITE,
    RULES,
    ColourCodes,
    ListedCodes,
    Position,
    Rule,
    WordCodes,
    make_codebreaker,
    solve_small,
)
from mastermot.game import Table
from mastermot.game.endgames import estimate_turns
from mastermot.words.dictionaries import open_shipped
from tests.playing import class_sizes, every_rule
from tests.small_games import least_total, small_games

FEW = 20
"""Codes for which the work that the player allows itself always does."""


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


@pytest.mark.parametrize(
    ("rule", "codes", "consistent", "work", "total", "guess"),
    [
        ("black", ColourCodes(3, 3), False, 22_964, 95, "AAA"),
        ("black", ColourCodes(3, 3), True, 10_598, 95, "AAA"),
        ("black-white", ColourCodes(3, 4), False, 160_025, 206, "AAB"),
        ("black-white", ColourCodes(3, 4), True, 42_982, 206, "AAB"),
        ("membership", ColourCodes(3, 4), False, 167_956, 202, "AAB"),
        ("membership", ColourCodes(3, 4), True, 43_885, 203, "AAB"),
    ],
)
def test_the_work_is_the_same_everywhere(
    rule: str, codes: ColourCodes, consistent: bool, work: int, total: int, guess: str
) -> None:
    """The least work that does: whether advice is exact or estimated depends on nothing else."""
    table = Table(RULES[rule], codes)
    every = np.arange(codes.count)
    numbers = table.numbers(every, every)
    result = solve_small(numbers, table.solved, work=work, consistent=consistent)
    assert result is not None
    assert (result.total, codes.texts[result.guess]) == (total, guess)
    assert solve_small(numbers, table.solved, work=work - 1, consistent=consistent) is None


@every_rule
def test_estimates_of_few_codes_are_exact(rule: Rule) -> None:
    """A guess that leaves two codes or one of each marks: its turns are known without a search."""
    codes = ColourCodes(3, 3)
    table = Table(rule, codes)
    every = np.arange(codes.count)
    tried = 0
    for guess in range(0, codes.count, 4):
        for candidates in (rows for _mark, rows in table.split(guess, every) if len(rows) > 1):
            numbers = table.numbers(every, candidates)
            exact = solve_small(numbers, table.solved, every.tolist())
            assert exact is not None
            for row, estimate in enumerate(estimate_turns(table, candidates, every).tolist()):
                rest = class_sizes(codes.texts[row], [codes.texts[code] for code in candidates], rule)
                if max(rest) <= 2:
                    tried += 1
                    assert estimate == pytest.approx(exact.asked[row] / len(candidates), abs=1e-6)
    assert tried > 20


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
