"""What is to be said of a code that a person had in mind when no code agrees with the marks that they gave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from mastermot.codes import Codes, WordCodes
from mastermot.dictionaries import open_dictionary, shelf
from mastermot.play.positions import Position
from mastermot.rules import Marks

if TYPE_CHECKING:
    from mastermot import shapes


class WrongTurn(NamedTuple):
    """A turn (1 for the first) whose guess gets other marks with a code than those given."""

    turn: int
    guess: str
    given: Marks
    right: Marks


class CodeInMind(NamedTuple):
    """A code, the turns whose marks it would not have got, and where it is listed.

    `listed` says whether it is a code of the game; `lists` are the shipped dictionaries, other than that of the game,
    that have it, where no marks are wrong and the game does not.
    """

    code: str
    wrong: tuple[WrongTurn, ...]
    listed: bool
    lists: tuple[str, ...]

    def as_json(self) -> shapes.CodeInMind:
        """Return it as JSON has it, without its sentences."""
        wrong: list[shapes.WrongTurn] = [
            {"turn": one.turn, "guess": one.guess, "given": one.given.text, "right": one.right.text}
            for one in self.wrong
        ]
        return {"code": self.code, "wrong": wrong, "listed": self.listed, "lists": list(self.lists)}


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
    listed = code in codes
    return CodeInMind(code, wrong, listed, () if wrong or listed else tuple(find_lists(code, codes)))


def find_lists(word: str, codes: Codes) -> Iterator[str]:
    """Yield the names of the shipped dictionaries, other than that of the game, that have a word."""
    own = codes.dictionary.name if isinstance(codes, WordCodes) else ""
    for name in shelf():
        if name != own and word in open_dictionary(name):
            yield name
