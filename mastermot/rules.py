"""Marks, the four rules that give them, and marks read from and written to text.

`mark` is the one plain definition of the rules; everything faster (bit fields, matrices, the page) must agree with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from mastermot.errors import N_, Fault, MastermotError, Reason, nearest

NOTHING = "(rien)"
"""How marks without any black or white are written, in every language; `Rule.parse` also reads ``none``, ``0 0``…"""

_NOTHING_WORDS = frozenset({"rien", "none", "nothing", "nil", "aucun", "aucune", "zero", "zéro"})
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("Xx●🟩🟥✅✔", "X"),
        **dict.fromkeys("Oo○🟨🟡", "O"),
        **dict.fromkeys(".-_·⬛⬜🟦🔵❌", "."),
        "\ufe0f": None,
    }
)
_COUNTS = re.compile(r"[0-9]{1,99}([\s,;/+:]+[0-9]{1,99})?")
_PATTERN_DIGITS = str.maketrans("210", "XO.")

WHY_TOO_MANY = N_("black and white together are more than the {length} places")
WHY_LAST_PLACE = N_("with all the others in their places, the last symbol cannot be misplaced")
FORMS_BLACK = N_("a number (2), as many X (XX), or rien (none)")
FORMS_COUNTS = N_("XXO (X black, O white), two numbers (2 1), or rien (none)")
FORMS_PATTERN = N_("one sign a position (X black, O white, . none), as in X.O.., or rien (none)")


class MarksUnreadableError(MastermotError):
    """Marks in no known form."""

    code = "marks-unreadable"
    message = N_("“{marks}” is not marks under the rule {rule}")
    advice = N_("Write them as {forms}.")
    marks: str
    rule: str
    forms: Reason


class MarksNegativeError(MastermotError):
    """A negative number of marks."""

    code = "marks-negative"
    message = N_("the marks are negative ({marks})")
    advice = N_("Marks go from 0 to the length of the word.")
    marks: str


class MarksImpossibleError(MastermotError):
    """Marks that no secret can give."""

    code = "marks-impossible"
    message = N_("these marks are impossible: {why}")
    advice = N_("Check the marks: here they go from nothing to {length} black.")
    why: Reason
    length: int


class MarksOverLengthError(MastermotError):
    """More marks than letters."""

    code = "marks-over-length"
    message = N_("{marks} marks for {length} letters: too many")
    advice = N_("Marks go from 0 to the length of the word.")
    marks: int
    length: int


class LengthError(MastermotError):
    """A word of another length than the others."""

    code = "length-differs"
    fault = Fault.USE
    message = N_("“{word}” has length {length}, {expected} is expected")
    advice = N_("All words must have the same length (œ counts as two letters, accents do not count).")
    word: str
    length: int
    expected: int


class RuleUnknownError(MastermotError):
    """No rule of marking has this name."""

    code = "rule-unknown"
    fault = Fault.USE
    message = N_("no rule named “{name}”")
    advice = N_("Rules: {known}.")
    name: str
    known: tuple[str, ...]


class Marks(NamedTuple):
    """What a guess gets: blacks, whites and, under `positional`, a sign a position (``X``, ``O`` or ``.``)."""

    blacks: int
    whites: int = 0
    pattern: str = ""

    @property
    def text(self) -> str:
        """The one canonical writing: ``XXO``, ``X.O..`` under `positional`, `NOTHING` when there is no mark."""
        return self.pattern or "X" * self.blacks + "O" * self.whites or NOTHING


class Rule:
    """A rule of marking, as a value: it is passed, named, printed and stored; the four are the constants below."""

    def __init__(self, name: str, forms: str) -> None:
        """Keep the `name` and the `forms` in which marks are written, for error messages."""
        self.name = name
        self.forms = forms

    def __repr__(self) -> str:
        return f"<Rule {self.name}>"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return rule_named, (self.name,)

    def mark(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return the marks of `guess` against `secret` under this rule (see the function `mark`)."""
        return mark(guess, secret, self)

    def size(self, length: int) -> int:
        """Return one more than the largest `number` of marks for codes of this length."""
        if self is POSITIONAL:
            return int(3**length)
        return length + 1 if self is BLACK else (length + 1) ** 2

    def number(self, marks: Marks, length: int) -> int:
        """Return the marks as one integer, 0 to ``size(length) - 1``: the form that matrices hold."""
        if self is BLACK:
            return marks.blacks
        if self is POSITIONAL:
            return sum(".OX".index(sign) * 3**position for position, sign in enumerate(marks.pattern))
        return marks.blacks * (length + 1) + marks.whites

    def marks(self, number: int, length: int) -> Marks:
        """Return the marks that have this `number`: the inverse of `number`."""
        if self is BLACK:
            return Marks(number)
        if self is POSITIONAL:
            pattern = "".join(".OX"[number // 3**position % 3] for position in range(length))
            return Marks(pattern.count("X"), pattern.count("O"), pattern)
        blacks, whites = divmod(number, length + 1)
        return Marks(blacks, whites)

    def all_black(self, length: int) -> Marks:
        """Return the marks of the secret itself."""
        return Marks(length, 0, "X" * length if self is POSITIONAL else "")

    def possible(self, length: int) -> Iterator[Marks]:
        """Yield all marks that some guess can get from some secret of this length (alphabet large enough)."""
        if self is POSITIONAL:
            for signs in product(".OX", repeat=length):
                pattern = "".join(signs)
                marks = Marks(pattern.count("X"), pattern.count("O"), pattern)
                if self.why_impossible(marks, length) is None:
                    yield marks
            return
        for blacks in range(length + 1):
            for whites in range(1 if self is BLACK else length - blacks + 1):
                if self.why_impossible(Marks(blacks, whites), length) is None:
                    yield Marks(blacks, whites)

    def why_impossible(self, marks: Marks, length: int) -> Reason | None:
        """Return the reason why no secret of this length can give these marks, or None when one can."""
        if marks.blacks + marks.whites > length:
            return Reason(WHY_TOO_MANY, length=length)
        one_misplaced = marks.blacks == length - 1 and marks.whites == 1
        if one_misplaced and (self is not MEMBERSHIP or length == 1):
            return Reason(WHY_LAST_PLACE)
        return None

    def parse(self, text: str, length: int) -> Marks:
        """Return the marks that `text` says, for codes of this length.

        Every form of `Marks.text` is read, and also ``rien``, ``none``, numbers (``2`` under `black`, ``2 1``),
        coloured squares, and under `positional` digits (2 black, 1 white, 0 none).
        Raises `MarksUnreadableError`, `MarksNegativeError`, `MarksOverLengthError` or `MarksImpossibleError`.
        """
        marks = self._read(text, length)
        if marks.blacks > length:
            raise MarksOverLengthError(marks=marks.blacks, length=length)
        why = self.why_impossible(marks, length)
        if why is not None:
            raise MarksImpossibleError(why=why, length=length)
        return marks

    def _read(self, text: str, length: int) -> Marks:
        bare = text.strip().strip("()").strip()
        if self is not POSITIONAL and _COUNTS.fullmatch(bare):
            blacks, *rest = (int(digits) for digits in re.findall("[0-9]+", bare))
            if (self is BLACK and any(rest)) or (self is not BLACK and not rest and blacks):
                raise self._unreadable(text)
            return Marks(blacks, sum(rest))
        if bare.casefold() in _NOTHING_WORDS:
            return Marks(0, 0, "." * length if self is POSITIONAL else "")
        if re.search(r"(^|[\s,;/+:])[-−]\s*[0-9]", bare):
            raise MarksNegativeError(marks=bare)
        if self is POSITIONAL:
            signs = "".join(bare.split()).translate(_SIGNS)
            signs = signs.translate(_PATTERN_DIGITS) if re.fullmatch("[012]+", signs) else signs
            if len(signs) != length or set(signs) - set("XO."):
                raise self._unreadable(text)
            return Marks(signs.count("X"), signs.count("O"), signs)
        signs = "".join(bare.split()).translate(_SIGNS)
        if not signs or set(signs) - set("XO.") or (self is BLACK and "O" in signs):
            raise self._unreadable(text)
        return Marks(signs.count("X"), signs.count("O"))

    def _unreadable(self, text: str) -> MarksUnreadableError:
        return MarksUnreadableError(marks=text.strip(), rule=self.name, forms=Reason(self.forms))


BLACK = Rule("black", FORMS_BLACK)
BLACK_WHITE = Rule("black-white", FORMS_COUNTS)
POSITIONAL = Rule("positional", FORMS_PATTERN)
MEMBERSHIP = Rule("membership", FORMS_COUNTS)
RULES = {rule.name: rule for rule in (BLACK, BLACK_WHITE, POSITIONAL, MEMBERSHIP)}


def rule_named(name: str) -> Rule:
    """Return the rule of this name. Raises `RuleUnknownError`, with the nearest names."""
    try:
        return RULES[name]
    except KeyError:
        raise RuleUnknownError(name=name, known=tuple(RULES), suggestions=nearest(name, RULES)) from None


def mark(guess: Sequence[object], secret: Sequence[object], rule: Rule = BLACK) -> Marks:
    """Return the marks of `guess` against `secret` (two sequences of one length) under `rule`.

    Under `black` only the symbols at their place count:

    >>> mark("PAUME", "COUDE", BLACK)
    Marks(blacks=2, whites=0, pattern='')

    Under `black-white` a symbol of the secret gives one mark at most, black before white. ERRER has three R, TERRE
    has two: one is black, one is white, the third gets nothing; the two E are white:

    >>> mark("ERRER", "TERRE", BLACK_WHITE)
    Marks(blacks=1, whites=3, pattern='')
    >>> mark("AABB", "ABBB", BLACK_WHITE)
    Marks(blacks=3, whites=0, pattern='')
    >>> mark("ABBA", "BAAC", BLACK_WHITE)
    Marks(blacks=0, whites=3, pattern='')

    Under `positional` each position has its sign; blacks are given first, then whites from left to right while copies
    are left. SPEED against ABIDE: the first E takes the only E, the second gets nothing. EERIE against REVUE: the
    two blacks take both E, so the first E of the guess, though it comes before them, gets nothing:

    >>> mark("SPEED", "ABIDE", POSITIONAL).text
    '..O.O'
    >>> mark("EERIE", "REVUE", POSITIONAL).text
    '.XO.X'
    >>> mark("ALLEE", "LILAS", POSITIONAL).text
    'OOX..'

    Under `membership` every position that is not black is white when its symbol occurs anywhere in the secret,
    without counting copies: one B in the secret, three whites in the guess:

    >>> mark("BBBA", "CCCB", MEMBERSHIP)
    Marks(blacks=0, whites=3, pattern='')
    >>> mark("AAAA", "ABCD", MEMBERSHIP)
    Marks(blacks=1, whites=3, pattern='')

    Raises `LengthError` when the two lengths differ.
    """
    if len(guess) != len(secret):
        raise LengthError(word="".join(map(str, guess)), length=len(guess), expected=len(secret))
    black = [played == hidden for played, hidden in zip(guess, secret, strict=True)]
    if rule is BLACK:
        return Marks(sum(black))
    if rule is MEMBERSHIP:
        return Marks(sum(black), sum(not hit and played in secret for hit, played in zip(black, guess, strict=True)))
    unmatched = [hidden for hit, hidden in zip(black, secret, strict=True) if not hit]
    signs = []
    for hit, played in zip(black, guess, strict=True):
        if not hit and played in unmatched:
            unmatched.remove(played)
            signs.append("O")
        else:
            signs.append("X" if hit else ".")
    pattern = "".join(signs)
    return Marks(pattern.count("X"), pattern.count("O"), pattern if rule is POSITIONAL else "")


def marks_json(rule: Rule, guess: str, secret: str) -> dict[str, object]:
    """Return the object of ``mastermot marks --json``. Raises `LengthError` when the two lengths differ."""
    marks = rule.mark(guess, secret)
    return {
        "rule": rule.name,
        "guess": guess,
        "secret": secret,
        "marks": marks.text,
        "blacks": marks.blacks,
        "whites": marks.whites,
    }
