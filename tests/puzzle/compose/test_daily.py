"""The puzzle of the day: a function of the date, the level and the words."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from mastermot import open_dictionary
from mastermot.puzzle import grow_prefixes
from mastermot.puzzle.compose import compose_daily, read_source
from mastermot.puzzle.compose.daily import FIRST_DAY, find_key, list_usual, shuffle_answers
from mastermot.puzzle.explain import LEVELS
from tests.support import python

FRENCH = open_dictionary("fr-common")
DAY = date(2026, 11, 22)
PINNED = """\
fifre 2
folie 1
prune 2
minot 0
tiers 1
haies 1
hocha 1
cella 1
revis 1
rotie 1
"""
"""The puzzle of `DAY`. Another one means that the puzzles of all days changed: `VERSION` takes the next number."""


def test_the_puzzle_of_a_day_never_changes() -> None:
    daily = compose_daily(FRENCH, DAY, 3)
    assert daily.composed.puzzle.text == PINNED


@pytest.mark.parametrize("seed", ["0", "1"])
def test_another_process_gives_the_same(seed: str) -> None:
    code = (
        "from datetime import date; from mastermot import compose_daily, open_dictionary;"
        "print(compose_daily(open_dictionary('fr-common'), date(2026, 11, 22), 3).composed.puzzle.text, end='')"
    )
    assert python("-c", code, PYTHONHASHSEED=seed).stdout.decode() == PINNED


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("words", ["fr-common", "en-common", "sgb"])
def test_levels_are_as_asked(level: int, words: str) -> None:
    daily = compose_daily(open_dictionary(words), DAY, level)
    assert (daily.day, daily.level, daily.composed.grade.level) == (DAY, level, level)
    assert grow_prefixes(daily.composed.puzzle)[-1].survivors == (daily.composed.solution,)


def test_days_before_the_first_have_theirs() -> None:
    assert compose_daily(FRENCH, FIRST_DAY - timedelta(1)) != compose_daily(FRENCH, FIRST_DAY)


def test_each_round_has_each_answer_once() -> None:
    source = read_source(FRENCH, 5)
    answers = list_usual(source)
    assert len(answers) > len(source.answers) * 0.95
    for level in LEVELS:
        order = shuffle_answers(answers, find_key(source, level))
        assert order != answers
        assert sorted(order) == sorted(answers)


@pytest.mark.slow
@pytest.mark.long
def test_many_days() -> None:
    """As ``benchmarks/compose.py --days`` does for 5,000."""
    from benchmarks.compose import check_days

    check_days(5000)
