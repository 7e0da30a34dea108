"""Single links of a chain, and grades that are cut short."""

from __future__ import annotations

import pytest

import mastermot
from mastermot import Clue
from mastermot.puzzle.explain import grade
from mastermot.puzzle.explain.board import ClueBoard
from mastermot.puzzle.explain.cases import follow_chain
from mastermot.puzzle.explain.grading import EASY_RATING, HARD_RATING, find_level, grade_clues
from tests.support import ROOT


def test_a_clue_that_needs_all_it_can_get_beside_a_letter_that_is_sure() -> None:
    board = ClueBoard([Clue("AB", 2, 1), Clue("AC", 1, 2)], ("A", "BC"))
    followed = follow_chain(board, 0b01, ("A", "BC"))
    assert followed.domains == ("A", "B")
    assert [(link.clue, link.why, link.removed) for link in followed.links] == [(0, "needed", {(1, "C")})]


def test_a_clue_that_has_its_marks_loses_its_other_letters() -> None:
    board = ClueBoard([Clue("AB", 1, 1), Clue("AC", 1, 2)], ("A", "BCD"))
    assert follow_chain(board, 0b11, ("A", "BCD")).domains == ("A", "D")
    assert follow_chain(board, 0b11, ("A", "BC")).broken


def test_a_grade_that_is_cut_short_is_the_hardest() -> None:
    answer = mastermot.solve(mastermot.read_puzzle(ROOT / "puzzles/coude.txt"), "fr")
    assert answer.solutions
    cut = grade_clues(answer.puzzle, tuple("COUDE"), 1)
    assert (cut.level, cut.complete) == (5, False)
    whole = grade(answer)
    assert whole is not None
    assert (whole.level, whole.complete) == (3, True)


@pytest.mark.parametrize(
    ("size", "kind", "rating", "level"),
    [
        (2, "contradiction", HARD_RATING + 1, 1),
        (3, "count", EASY_RATING, 2),
        (3, "count", EASY_RATING + 1, 3),
        (3, "count", HARD_RATING, 3),
        (3, "count", HARD_RATING + 1, 4),
        (3, "weigh", 1, 4),
        (4, "count", HARD_RATING, 4),
        (4, "count", HARD_RATING + 1, 5),
        (4, "weigh", 1, 5),
        (5, "count", 1, 5),
    ],
)
def test_the_level_of_the_hardest_round(size: int, kind: str, rating: int, level: int) -> None:
    assert find_level(size, kind, rating) == level
