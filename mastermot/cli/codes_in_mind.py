"""What is to be said of a code that a person had in mind when no code agrees with the marks given."""

from __future__ import annotations

from collections.abc import Iterator

from mastermot.codes import Codes, WordCodes
from mastermot.dictionaries import open_dictionary, shelf
from mastermot.locale import gettext as _
from mastermot.play.positions import Position
from mastermot.wording.numbers import write_marks


def describe_code(position: Position, text: str) -> Iterator[str]:
    """Yield the turns whose marks a code would not have got; or, when all are right, in which lists it stands.

    Raises what `Codes.fold` raises.
    """
    codes = position.codes
    code = codes.fold(text)
    wrong = False
    for number, turn in enumerate(position.history, start=1):
        marks = position.rule.compare(turn.guess, code)
        if marks != turn.marks:
            wrong = True
            sentence = _("With {code}, turn {turn} ({guess}) gets {marks}, not {given}.")
            yield sentence.format(
                code=code, turn=number, guess=turn.guess, marks=write_marks(marks), given=write_marks(turn.marks)
            )
    if wrong:
        return
    if code in codes:
        yield _("{code} is in the list, and agrees with all your marks.").format(code=code)
        return
    yield _("Your marks are right for {code}: it is not in the list {name}.").format(code=code, name=codes.label)
    found = list(find_lists(code, codes))
    if found:
        yield _("It is in: {names}.").format(names=", ".join(found))
    else:
        yield _("No other list here has it either.")


def find_lists(word: str, codes: Codes) -> Iterator[str]:
    """Yield the names of the shipped dictionaries, other than that of the game, that have a word."""
    own = codes.dictionary.name if isinstance(codes, WordCodes) else ""
    for name in shelf():
        if name != own and word in open_dictionary(name):
            yield name
