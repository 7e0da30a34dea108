"""A code that somebody had in mind, beside the marks that were given."""

from __future__ import annotations

from mastermot import BLACK, Position, WordCodes
from mastermot.game.advice import check_code


def test_the_turns_that_a_code_would_mark_otherwise_are_named() -> None:
    start = Position(WordCodes("fr-common", 5), BLACK)
    position = start.after("PAUME", 2).after("PIEGE", 1).after("TRAIT", 0)
    found = check_code(position, "coudé")
    assert (found.code, found.listed, found.wrong) == ("COUDE", True, ())
    wrong = check_code(position, "radis").wrong
    assert [(one.turn, one.guess, one.given.blacks, one.right.blacks) for one in wrong] == [
        (1, "PAUME", 2, 1),
        (2, "PIEGE", 1, 0),
        (3, "TRAIT", 0, 1),
    ]
