"""Positions: guesses and marks as a caller writes them."""

from __future__ import annotations

import pytest

from mastermot import BLACK_WHITE, ColourCodes, ListedCodes, Marks, Position, Turn, make_codebreaker, play_game
from mastermot.game import Fickle, Honest
from mastermot.rules.code_errors import CodeLengthError, NotAColourError
from mastermot.rules.errors import MarksUnreadableError
from mastermot.words.folding import NotAWordError

WORDS = ListedCodes(["RAIES", "COUDE", "COULE", "SOUDE"])


@pytest.mark.parametrize("guess", ["raies", "RAIES", "Raïes", " raies "])
def test_guesses_are_folded(guess: str) -> None:
    marks = BLACK_WHITE.mark("raies", "coudé")
    for position in (
        Position(WORDS, BLACK_WHITE).after(guess, marks),
        Position(WORDS, BLACK_WHITE).after(guess, "O"),
        Position(WORDS, BLACK_WHITE, (Turn(guess, marks),)),
    ):
        assert [position.table.text(row) for row in position.candidates] == ["COUDE", "COULE"]
        assert position.history[0].guess == "RAIES"
    partition = Position(WORDS, BLACK_WHITE).split(guess)
    assert partition.guess == "RAIES"
    assert partition.classes["O"] == ("COUDE", "COULE")


@pytest.mark.parametrize(
    ("codes", "guess", "error"),
    [(WORDS, "raie5", NotAWordError), (WORDS, "raie", CodeLengthError), (ColourCodes(4, 6), "ABCZ", NotAColourError)],
)
def test_guesses_that_are_no_codes_are_refused(codes: ListedCodes, guess: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Position(codes, BLACK_WHITE).after(guess, Marks(0))
    with pytest.raises(error):
        Position(codes, BLACK_WHITE).table.rows([guess])
    with pytest.raises(error):
        Fickle().answer(Position(codes, BLACK_WHITE), guess)


def test_marks_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(MarksUnreadableError):
        Position(WORDS, BLACK_WHITE).after("raies", "much")


def test_secrets_and_acceleration_words_are_folded() -> None:
    assert Honest("coudé").answer(Position(WORDS, BLACK_WHITE), "COUDE") == Marks(5)
    assert make_codebreaker("entropy", accelerators=["gàrs"]).plan.accelerators == ("GARS",)


def test_a_whole_game_in_one_call() -> None:
    game = play_game(ColourCodes(4, 6), "beef", codebreaker="decodeur")
    assert [move.guess for move in game.moves] == ["ABCD", "EFAB", "BEEF"]
    assert game.won
