"""What is said of a code that a person had in mind when no code agrees with the marks that they gave."""

from __future__ import annotations

from collections.abc import Iterator

from mastermot.advice.codes_in_mind import CodeInMind
from mastermot.codes import Codes
from mastermot.locale import gettext as _
from mastermot.rules import Marks
from mastermot.wording.numbers import plural, write_marks


def tell_marks(marks: Marks) -> str:
    """Return marks in words: "1 well placed and 1 misplaced"; those of a rule by position as signs."""
    if marks.pattern:
        return write_marks(marks)
    if not marks.blacks and not marks.whites:
        return _("none")
    placed = plural("{count} well placed", "{count} well placed", marks.blacks)
    others = plural("{count} misplaced", "{count} misplaced", marks.whites)
    if not marks.whites:
        return placed
    return _("{placed} and {others}").format(placed=placed, others=others) if marks.blacks else others


def tell_code(found: CodeInMind, codes: Codes) -> Iterator[str]:
    """Yield whether a code is listed, and the turns whose marks it would not have got."""
    if found.wrong and not found.listed:
        yield _("{code} is not in the list {name}.").format(code=found.code, name=codes.label)
    for wrong in found.wrong:
        sentence = _("With {code}, the marks of turn {turn} ({guess}) are: {marks}. You answered: {given}.")
        yield sentence.format(
            code=found.code,
            turn=wrong.turn,
            guess=wrong.guess,
            marks=tell_marks(wrong.right),
            given=tell_marks(wrong.given),
        )
    if found.wrong:
        return
    if found.listed:
        yield _("{code} is in the list, and agrees with all your marks.").format(code=found.code)
        return
    yield _("Your marks are right for {code}: it is not in the list {name}.").format(code=found.code, name=codes.label)
    if found.lists:
        yield _("It is in: {names}.").format(names=", ".join(found.lists))
    else:
        yield _("No other list here has it either.")
