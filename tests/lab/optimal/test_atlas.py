"""The atlas: its rows agree with each other and with the literature, are made again, and the page is made from them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from mastermot import BLACK, BLACK_WHITE, MEMBERSHIP, ColourCodes, WordCodes, rule_named
from mastermot.engine import SerialEngine
from mastermot.game import Table
from mastermot.game.objectives import LONGEST, TOTAL
from mastermot.lab.optimal import Problem
from mastermot.lab.optimal.atlas import find_row, identify, read_atlas
from research.atlas import KNOWN, Game, Known, find_term, list_games, make_page, make_row
from tests.support import ROOT, some

ROWS = {row["game"]: row for row in read_atlas()}
GAMES = {str(game): game for game in list_games()}
SETTLED = [row for row in ROWS.values() if row["check"] is not None and row["fewest"] is not None]
QUICK = [row for row in SETTLED if row["seconds"] < 0.1 and row["check"] < 0.3 and row["codes"] < 100]
#: Ten rows, from the one that is checked soonest to the one whose check takes longest.
AGAIN = sorted(Random(10).sample(SETTLED, 10), key=lambda row: row["check"])


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


def test_a_code_is_known_after_as_many_guesses_as_published() -> None:
    """All terms of A231205 with two holes or more, but the last, which is of another game: see the page."""
    published = {}
    for colours in range(2, 6):
        for holes in range(2, colours + 1):
            row = ROWS.get(GAMES[f"positional {holes}x{colours} no repeats"].row)
            if row is not None and (term := find_term(holes, colours)) is not None:
                published[row["game"], term] = row["fewest"] - 1
    differing = {game: (term, here) for (game, term), here in published.items() if term != here}
    assert differing == {"positional 3x5 no repeats": (5, 2)}
    assert len(published) >= 7


def test_more_marks_cost_no_more() -> None:
    """What `positional` tells includes what `black-white` tells, and that what `black` tells."""
    for game in GAMES.values():
        rows = [ROWS.get(game._replace(rule=rule).row) for rule in ("positional", "black-white", "black")]
        for better, worse in some(pairwise(rows)):
            if better is not None and worse is not None:
                assert better["bound"] <= worse["total"]


def partitions(game: Game) -> bytes:
    """Return how every guess of a game splits its codes, whatever the marks are called."""
    codes = game.problem.codes
    table, every = Table(rule_named(game.rule), codes), np.arange(len(codes))
    found = []
    for guess in every.tolist():
        _marks, first, parts = np.unique(table.against(guess, every), return_index=True, return_inverse=True)
        found.append(first[parts])
    return np.array(found).tobytes()


def test_the_same_game_is_one_row() -> None:
    """Rules that coincide for some codes are one game there, and no others are."""
    assert all(GAMES[name].row == name for name in ROWS)
    seen: dict[tuple[int, int, bool, bytes], set[str]] = {}
    for game in GAMES.values():
        if not game.words and game.problem.codes.count <= 216:
            seen.setdefault((game.holes, game.colours, game.repeats, partitions(game)), set()).add(game.row)
    assert all(len(rows) == 1 for rows in seen.values())
    assert len({row for rows in seen.values() for row in rows}) == len(seen)


def test_a_game_is_found_under_each_rule_that_makes_it_the_same() -> None:
    codes = ColourCodes(7, 7, repeats=False)
    rows = [find_row(Problem(codes, rule_named(rule), TOTAL)) for rule in ("black", "black-white", "membership")]
    assert rows == [ROWS["black 7x7 no repeats"]] * 3
    bulls = [Problem(ColourCodes(4, 10, repeats=False), rule, TOTAL) for rule in (BLACK_WHITE, MEMBERSHIP)]
    assert [find_row(problem) for problem in bulls] == [ROWS["black-white 4x10 no repeats"]] * 2


def test_what_the_literature_proves_is_proven_here() -> None:
    for known in KNOWN:  # a bound of the literature for a game that is not proven here would be told as open
        if known.figure == "total" and known.game in ROWS:
            assert ROWS[known.game]["bound"] == known.value, known


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
@pytest.mark.parametrize("row", AGAIN, ids=lambda row: row["game"])
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
    assert find_row(Problem(codes, BLACK, TOTAL, hard="strict")) is None
