"""Codes built hole by hole, against the enumerated codes filtered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot.codes import ColourCodes, TooManyCodesError
from mastermot.play.errors import PlayerGameError
from mastermot.play.partial import build_agreeing_codes
from mastermot.play.positions import Position
from mastermot.rules import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL, Marks, Rule, mark
from tests.playing import unhurried


def texts(codes: ColourCodes, rule: Rule, history: list[tuple[str, Marks]], *synthetic: tuple[str, Marks]) -> list[str]:
    found = build_agreeing_codes(codes, rule, history, *synthetic)
    return ["".join(codes.alphabet[symbol] for symbol in row) for row in found]


@st.composite
def histories(draw: st.DrawFn) -> tuple[ColourCodes, str, list[str]]:
    holes, colours = draw(st.integers(1, 5)), draw(st.integers(2, 5))
    codes = st.text("ABCDE"[:colours], min_size=holes, max_size=holes)
    return ColourCodes(holes, colours), draw(codes), draw(st.lists(codes, max_size=4))


@pytest.mark.parametrize("rule", [BLACK, BLACK_WHITE], ids=str)
@unhurried
@given(game=histories(), lie=st.booleans())
def test_same_as_filtering(rule: Rule, game: tuple[ColourCodes, str, list[str]], lie: bool) -> None:
    """The same codes in the same order; marks that no code gives leave none."""
    codes, secret, guesses = game
    history = [(guess, mark(guess, secret, rule)) for guess in guesses]
    if lie and history:
        history[0] = (history[0][0], Marks(0, 0))
    expected = [code for code in codes.texts if all(mark(guess, code, rule) == marks for guess, marks in history)]
    assert texts(codes, rule, history) == expected


@unhurried
@given(colours=st.integers(5, 9), data=st.data())
def test_the_synthetic_guess_only_prunes(colours: int, data: st.DataObject) -> None:
    """Guesses in a row, the first's blacks and whites, all the others' marks as whites: nothing is lost."""
    codes = ColourCodes(4, colours)
    secret = data.draw(st.text(codes.alphabet, min_size=4, max_size=4))
    history = [
        (guess, mark(guess, secret, BLACK_WHITE)) for guess in ("ABCD", "EFGHI"[: colours - 4]) if len(guess) == 4
    ]
    marked = [(guess, marks) for guess, marks in history if marks.blacks + marks.whites]
    if marked:
        whites = sum(marks.blacks + marks.whites for _guess, marks in marked)
        blacks = marked[0][1].blacks
        synthetic = ("".join(guess for guess, _marks in marked), Marks(blacks, whites - blacks))
        assert texts(codes, BLACK_WHITE, history, synthetic) == texts(codes, BLACK_WHITE, history)


def test_more_codes_than_can_be_listed() -> None:
    """Eleven million codes: they come once the overture has said enough."""
    codes = ColourCodes(5, 26)
    start = Position(codes, BLACK_WHITE)
    assert start.count is None
    with pytest.raises(TooManyCodesError):
        _ = start.candidates
    here = start.after("ABCDE", Marks(0, 0)).after("FGHIJ", Marks(0, 0)).after("KLMNO", Marks(0, 0))
    assert here.count == 11**5
    assert here.after("PQRST", Marks(5, 0)).count == 1
    assert here.after("PQRST", Marks(5, 0)).after("UUUUU", Marks(1, 0)).count == 0


@pytest.mark.parametrize("rule", [POSITIONAL, MEMBERSHIP], ids=str)
def test_other_rules_are_refused(rule: Rule) -> None:
    with pytest.raises(PlayerGameError) as caught:
        build_agreeing_codes(ColourCodes(9, 9), rule, [])
    assert "black-white" in caught.value.describe()
