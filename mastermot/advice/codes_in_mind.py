"""What is to be said of a code that a person had in mind when no code agrees with the marks that they gave."""

from __future__ import annotations

from dataclasses import dataclass

from mastermot.codes import WordCodes
from mastermot.dictionaries import open_dictionary, shelf
from mastermot.play.positions import Position
from mastermot.rules.written import WrittenMarks


@dataclass(frozen=True, slots=True)
class WrongTurn:
    """A turn whose guess gets other marks with a code than those given."""

    turn: int
    """1 for the first."""
    guess: str
    given: WrittenMarks
    """The marks that were given."""
    right: WrittenMarks
    """The marks that the guess gets with the code."""


@dataclass(frozen=True, slots=True)
class CodeInMind:
    """A code that somebody had in mind, compared with the marks that they gave."""

    code: str
    """The code."""
    wrong: tuple[WrongTurn, ...]
    """The turns whose guess gets other marks with it."""
    listed: bool
    """Whether it is a code of the game."""
    lists: tuple[str, ...]
    """The dictionaries that have it, where no marks are wrong and the game does not."""
    text: str = ""
    """All this in sentences, a line each."""


def check_code(position: Position, text: str) -> CodeInMind:
    """Return what the turns of a game say of a code that a person wrote. Raises what `Codes.fold` raises."""
    codes = position.codes
    code = codes.fold(text)
    marked = [(turn, position.rule.compare(turn.guess, code)) for turn in position.history]
    wrong = tuple(
        WrongTurn(number, turn.guess, turn.marks, right)
        for number, (turn, right) in enumerate(marked, start=1)
        if right != turn.marks
    )
    own = codes.dictionary.name if isinstance(codes, WordCodes) else ""
    listed = code in codes
    elsewhere = () if wrong or listed else (name for name in shelf() if name != own)
    return CodeInMind(code, wrong, listed, tuple(name for name in elsewhere if code in open_dictionary(name)))
