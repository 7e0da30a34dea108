"""The atlas: its rows agree with each other and with the literature, are made again, and the page is made from them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from benchmarks.atlas import KNOWN, Known, list_games, make_page, make_row
from mastermot.engine import SerialEngine
from mastermot.lab.optimal import LONGEST, TOTAL, Problem
from mastermot.lab.optimal.atlas import find_row, identify, read_atlas
from mastermot.rules import BLACK, BLACK_WHITE
from mastermot.rules.codes import ColourCodes, WordCodes
from tests.support import ROOT

ROWS = {row["game"]: row for row in read_atlas()}
GAMES = {str(game): game for game in list_games()}
SETTLED = [row for row in ROWS.values() if row["check"] is not None and row["fewest"] is not None]
QUICK = [row for row in SETTLED if row["seconds"] < 0.1 and row["check"] < 0.3 and row["codes"] < 100]


def test_rows_are_those_of_games() -> None:
    assert list(ROWS) == [name for name in GAMES if name in ROWS]
    for row in ROWS.values():
        problem = GAMES[row["game"]].problem
        assert {
            "rule": problem.rule.name,
            **identify(problem.codes),
            "codes": len(problem.codes),
        }.items() <= row.items()
        assert row["opening"] in problem.codes


def test_figures_of_a_row_agree() -> None:
    for row in ROWS.values():
        count = row["codes"]
        assert 2 * count - 1 <= row["bound"] <= row["total"] <= count * row["longest"], row
        proven = row["total"] == row["bound"]
        assert proven or row["fewest"] is row["proof"] is row["check"] is None, row
        assert row["check"] is None or row["proof"] is not None, row
        assert (row["proof"] is None) == (row["claims"] is None), row
        if row["fewest"] is not None:
            assert row["total"] <= count * row["fewest"], row
            assert row["fewest"] <= row["longest"], row


def test_most_games_are_proven_and_checked() -> None:
    assert sum(row["check"] is not None for row in ROWS.values()) >= 150


@pytest.mark.parametrize(
    "known", [known for known in KNOWN if known.game in ROWS], ids=lambda known: f"{known.game}, {known.figure}"
)
def test_the_literature_agrees(known: Known) -> None:
    row = ROWS[known.game]
    if known.figure == "total":
        assert row["bound"] <= known.value <= row["total"]
    elif row["fewest"] is not None:
        assert row["fewest"] == known.value


def test_more_marks_cost_no_more() -> None:
    """What `positional` tells includes what `black-white` tells, and that what `black` tells."""
    for game in GAMES.values():
        rows = [ROWS.get(str(game._replace(rule=rule))) for rule in ("positional", "black-white", "black")]
        for better, worse in pairwise(rows):
            if better is not None and worse is not None:
                assert better["bound"] <= worse["total"]


def test_rules_that_are_one_without_repeats() -> None:
    """`membership` then tells what `black-white` does, and so does `black` where a code has all colours."""
    for game in GAMES.values():
        if not game.repeats and (game.rule == "membership" or (game.rule == "black" and game.holes == game.colours)):
            row, other = ROWS.get(str(game)), ROWS.get(str(game._replace(rule="black-white")))
            if row is not None and other is not None:
                assert max(row["bound"], other["bound"]) <= min(row["total"], other["total"])


def make_again(row: dict[str, object]) -> None:
    """Make a row again, and compare what does not depend on time."""
    again = make_row(GAMES[str(row["game"])], 1000, SerialEngine())
    assert again["check"] is not None
    for field in ("total", "bound", "longest", "fewest"):
        assert again[field] == row[field], field


@pytest.mark.compiled
@pytest.mark.parametrize("row", Random(28).sample(QUICK, 4), ids=lambda row: row["game"])
def test_quick_rows_are_made_again(row: dict[str, object]) -> None:
    make_again(row)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("row", Random(10).sample(SETTLED, 10), ids=lambda row: row["game"])
def test_rows_are_made_again(row: dict[str, object]) -> None:
    make_again(row)


def test_the_page_is_made_from_the_rows() -> None:
    assert (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8") == make_page(list(ROWS.values()))
    assert "(images/atlas.svg)" in make_page(list(ROWS.values()))
    assert (ROOT / "docs" / "images" / "atlas.svg").exists()


def test_a_game_is_found_however_its_colours_are_written() -> None:
    row = find_row(Problem(ColourCodes(3, 4), BLACK, TOTAL))
    assert row is not None
    assert row == ROWS["black 3x4"] == find_row(Problem(ColourCodes(3, 4, digits=True), BLACK, TOTAL))
    assert row == find_row(Problem(ColourCodes(3, 3, empty=True), BLACK, TOTAL))
    assert ROWS["black 3x4 no repeats"] == find_row(Problem(ColourCodes(3, 4, repeats=False), BLACK, TOTAL))


def test_words_are_found_by_their_checksum() -> None:
    words = WordCodes("fr-answers", 4)
    assert find_row(Problem(words, BLACK_WHITE, TOTAL)) == ROWS["black-white fr-answers 4"]
    assert find_row(Problem(WordCodes("fr-answers", 4, words.texts[1:]), BLACK_WHITE, TOTAL)) is None


def test_other_problems_are_not_in_the_atlas() -> None:
    codes = ColourCodes(3, 4)
    assert find_row(Problem(codes, BLACK, LONGEST)) is None
    assert find_row(Problem(codes, BLACK, TOTAL, codes)) is None
    assert find_row(Problem(codes, BLACK, TOTAL, consistent=True)) is None
