"""What all rules of marking share: marks, as numbers and as text, and the registry of the rules by name."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

from mastermot.errors import N_, MastermotError, Reason, nearest
from mastermot.registry import Registry
from mastermot.results import WrittenAsText
from mastermot.rules import errors
from mastermot.rules.reading import Reading, Written, choose_readings
from mastermot.words.folding import fold_symbols

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mastermot.rules.arrays import CodeArrays, Numbers, Rows
    from mastermot.rules.requirements import Requirements

NOTHING = "(rien)"  #: How marks with no black and no white are written; `Rule.parse` also reads ``none``, ``0 0``…

COLOURS = "colours"  #: A symmetry (`Rule.symmetries`): colours may be renamed.
HOLES = "holes"  #: A symmetry: holes may be exchanged.
APART = "colours of each hole"  #: A symmetry: colours may be renamed in one hole and not in the others.
MAX_READINGS = 4  #: The most readings of ambiguous marks that an error names.
TRIED_GUESS = "AB"
"""The guess that is marked to try a rule when it is registered; trying all four rules takes half a millisecond."""
TRIED_SECRETS = ("AB", "BA", "AC", "CA", "CC")  #: The secrets that this guess is marked against.

# `Rule.turns_curve` of a rule that does not set its own
_USUAL_CURVE = (0, 0.5, 0.66, 0.77, 0.88, 1.0, 1.13, 1.26, 1.55, 1.78, 2.03, 16.87)
_NEGATIVE = r"(^|[\s,;/+:])[-−]\s*[0-9]"  # a negative number; compiled when it is first used


class Marks(NamedTuple):
    """What a guess gets: blacks, whites and, under a rule by position, a sign for each position."""

    blacks: int  #: How many symbols are in their place.
    whites: int = 0  #: How many symbols are in the secret, but elsewhere.
    pattern: str = ""  #: Under a rule by position, ``X``, ``O`` or ``.`` for each position; otherwise empty.

    @property
    def text(self) -> str:
        """The one canonical writing: ``XXO``, ``X.O..`` under `positional`, `NOTHING` when there is no mark."""
        return self.pattern or "X" * self.blacks + "O" * self.whites or NOTHING


WrittenMarks = Annotated[Marks, WrittenAsText()]  #: Marks that JSON has in their canonical writing.


class Rule(ABC):
    """A rule of marking, as a value: it is passed, named, printed and stored.

    A subclass sets its name and its texts, and defines how two codes are compared (`compare`). The other methods, as
    they stand here, suit rules that count blacks and whites. Every rule gives `all_black` to the secret itself and to
    no other code, and compares symbols only for equality. There is one object for each rule, in `RULES`.
    """

    name: ClassVar[str]
    title: ClassVar[str] = ""  #: What the page calls the rule, a text to translate; if empty, it shows the name.
    forms: ClassVar[str] = N_("XXO (X black, O white), two numbers (2 1), or none")
    """How marks may be written under this rule, a text to translate, for help and errors."""
    meaning: ClassVar[str]  #: What the marks mean, a sentence to translate, for players.
    example: ClassVar[str] = "XO"  #: Marks as a player could write them.
    gives_whites: ClassVar[bool] = True
    takes_pegs: ClassVar[bool] = True  #: Whether marks may be written as pegs: each symbol gives one at most.
    by_position: ClassVar[bool] = False  #: Whether marks have a sign for each position (`Marks.pattern`).
    last_may_be_white: ClassVar[bool] = False
    """Whether the last symbol can be misplaced when all the others are in their places."""
    symmetries: ClassVar[tuple[str, ...]] = ()
    """What may be done to guess and secret alike without changing which codes a guess tells apart: `COLOURS` may be
    renamed, `HOLES` exchanged, or colours renamed in each hole `APART`. Searches for the best strategy, and the checker
    of their proofs, use only the symmetries that stand here.
    """
    turns_line: ClassVar[tuple[float, float]] = (1.25, 0.29)
    """(a, b): if there are n candidates, finding one of them takes about a + b · log2(n) turns on average."""
    turns_curve: ClassVar[tuple[float, ...]] = _USUAL_CURVE
    """How many turns finding a candidate takes after the first turn, for the counts in `game.large.DOUBLINGS`."""

    @property
    def symmetric(self) -> bool:
        """Whether colours may be renamed and holes exchanged (see `symmetries`)."""
        return {COLOURS, HOLES} <= set(self.symmetries)

    @abstractmethod
    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return the marks of `guess` against `secret`, two sequences of symbols of the same length."""

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the marks of each guess against each secret, as numbers: shape (guesses, secrets).

        `guesses` and `secrets` are indices of rows of `codes`. This method compares each guess with each secret, which
        is slow: the rules of `mastermot.rules.marking` have faster methods.

        >>> import numpy as np
        >>> from mastermot.rules import BLACK_WHITE
        >>> from mastermot.rules.arrays import CodeArrays
        >>> codes = CodeArrays(np.array([[0, 0], [0, 1], [1, 0]], np.uint8), symbols=2)  # AA, AB and BA
        >>> BLACK_WHITE.numbers(codes, guesses=np.array([1]), secrets=np.array([0, 1, 2])).tolist()
        [[3, 6, 2]]
        >>> [BLACK_WHITE.marks(number, length=2).text for number in (3, 6, 2)]
        ['X', 'XX', 'OO']
        """
        import numpy as np

        numbers = []
        secret_codes = codes.array[secrets].tolist()
        for guess in codes.array[guesses].tolist():
            for secret in secret_codes:
                marks = self.compare(guess, secret)
                numbers.append(self.number(marks, codes.length))
        smallest_type = np.min_scalar_type(self.size(codes.length) - 1)
        return np.array(numbers, smallest_type).reshape(len(guesses), len(secrets))

    def overlap(self, copies: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
        """Return how many copies of a symbol in a guess can get a mark, for each number of copies in the secret.

        Compiled loops and `require` count marks with the number that this method returns. The blacks are the positions
        with equal symbols. To count blacks and whites together, each symbol adds the number of its copies in the guess,
        or the number returned here if that is smaller. A rule without whites returns zeros: only blacks are counted. A
        rule whose marks cannot be counted like this returns None, as this method does if a rule does not override it.

        If the secret has two A, `black-white` lets two A of the guess get a mark, `membership` any number of them:

        >>> from mastermot.rules import BLACK_WHITE, MEMBERSHIP
        >>> import numpy as np
        >>> copies = np.array([0, 1, 2], np.uint8)
        >>> BLACK_WHITE.overlap(copies).tolist()
        [0, 1, 2]
        >>> MEMBERSHIP.overlap(copies).tolist()
        [0, 255, 255]
        """
        return None

    def require(self, wanted: Requirements, guess: Sequence[int], marks: Marks) -> None:
        """Add to the requirements `wanted` what must be true of a secret that gives these `marks` to a guess.

        `guess` has the symbols as numbers. The requirements are the number of blacks and, if the rule gives whites, the
        number of all marks. They are only used in games with too many codes to list. Raises `NotImplementedError` for a
        rule that cannot count marks by `overlap`; such a rule may override this method.
        """
        import numpy as np

        copies_in_secret = np.arange(wanted.length + 1, dtype=np.uint8)
        most_counted = self.overlap(copies_in_secret)
        if most_counted is None:
            raise NotImplementedError
        wanted.demand_blacks(guess, least=marks.blacks, most=marks.blacks)
        if self.gives_whites:
            copies_in_guess = np.bincount(guess, minlength=wanted.symbols)
            # how many copies in the guess get a mark: a row for each symbol, a column for each of `copies_in_secret`
            marked_copies = np.minimum(copies_in_guess[:, None], most_counted)
            wanted.demand_total(marked_copies, total=marks.blacks + marks.whites)

    def wins(self, marks: Marks, length: int) -> bool:
        """Return whether a guess with these marks is the secret."""
        return marks == self.all_black(length)

    def mark(self, guess: Sequence[object], secret: Sequence[object], alphabet: str | None = None) -> Marks:
        """Return the marks of `guess` against `secret` under this rule.

        Texts are folded first, by the letters of the `alphabet` or, without one, by A to Z. Other sequences are taken
        as they are. Raises `NotAWordError` for a text with a sign that cannot be folded, and `LengthDiffersError` for a
        guess that is not as long as the secret.
        """
        guess = fold_symbols(guess, alphabet) if isinstance(guess, str) else guess
        secret = fold_symbols(secret, alphabet) if isinstance(secret, str) else secret
        if len(guess) != len(secret):
            word = "".join(map(str, guess))
            raise errors.LengthDiffersError(word=word, length=len(guess), expected=len(secret))
        return self.compare(guess, secret)

    def size(self, length: int) -> int:
        """Return one more than the largest `number` of marks for codes of this length."""
        return int((length + 1) ** 2)

    def number(self, marks: Marks, length: int) -> int:
        """Return the marks as one integer, 0 to ``size(length) - 1``: the form that arrays hold.

        >>> from mastermot.rules import BLACK_WHITE
        >>> BLACK_WHITE.number(Marks(blacks=2, whites=1), length=4)
        11
        >>> BLACK_WHITE.marks(11, length=4)
        Marks(blacks=2, whites=1, pattern='')
        """
        return marks.blacks * (length + 1) + marks.whites

    def marks(self, number: int, length: int) -> Marks:
        """Return the marks of which `number` is the number: the inverse of the method `number`."""
        return Marks(*divmod(number, length + 1))

    def all_black(self, length: int) -> Marks:
        """Return the marks that only the secret itself gets."""
        return Marks(length, 0, "X" * length if self.by_position else "")

    def possible(self, length: int) -> Iterator[Marks]:
        """Yield all marks that a guess can get from a secret of this length, given enough symbols."""
        for number in range(self.size(length)):
            marks = self.marks(number, length)
            if self.why_impossible(marks, length) is None:
                yield marks

    def why_impossible(self, marks: Marks, length: int) -> Reason | None:
        """Return why no secret of this length can give these marks, or None if one can."""
        if marks.blacks + marks.whites > length:
            return Reason(N_("black and white together are more than {length:positions}"), length=length)
        last_is_white = marks.blacks == length - 1 and marks.whites == 1
        is_only_symbol = length == 1  # a code of one symbol has no other place, under any rule
        if last_is_white and (is_only_symbol or not self.last_may_be_white):
            return Reason(N_("with all the others in their places, the last symbol cannot be misplaced"))
        return None

    def parse(self, text: str, length: int, beside: Sequence[str] = ()) -> Marks:
        """Return the marks that a text means, for codes of this length.

        The text may have any form of `mastermot.rules.forms` that suits this rule. `beside` has the marks of the other
        turns of the game, as they are written: they may show which of several meanings the text has. Raises
        `MarksEmptyError`, `MarksUnreadableError`, `MarksAmbiguousError` or `MarksNegativeError` for a text that has no
        single meaning, `MarksOverLengthError` for more blacks than positions, and `MarksImpossibleError` for other
        marks that no secret gives.
        """
        bare = _strip(text)
        marks = self.read(bare, length)  # None unless the text has a form of this rule alone
        if marks is None:
            marks = self._read_common_form(bare, length, beside)
        if marks.blacks > length:
            raise errors.MarksOverLengthError(marks=marks.blacks, length=length)
        if why := self.why_impossible(marks, length):
            raise errors.MarksImpossibleError(why=why, length=length)
        return marks

    def _read_common_form(self, bare: str, length: int, beside: Sequence[str]) -> Marks:
        """Return the marks that a text means in the forms of `mastermot.rules.forms`.

        `bare` is the text without the spaces and brackets around it; `length` and `beside` are as in `parse`. Raises
        the error of `_make_error` if the text has no meaning, several meanings, or whites under a rule without whites.
        """
        other_turns = (self._as_written(_strip(other), length) for other in beside)
        readings = choose_readings(self._as_written(bare, length), other_turns)
        if len(readings) == 1:
            [reading] = readings
            if self.gives_whites or not reading.whites:
                return _take_marks(reading)
        raise self._make_error(bare, readings)

    def read(self, bare: str, length: int) -> Marks | None:
        """Return the marks of a text in a form of this rule alone, if the rule has one; None for any other text."""
        return None

    def can_read(self, text: str, length: int) -> bool:
        """Return whether a text can be read as marks, even if they are ambiguous or impossible."""
        bare = _strip(text)
        return bool(self._as_written(bare, length).readings) or self.read(bare, length) is not None

    def is_plain(self, text: str, length: int) -> bool:
        """Return whether marks are written plainly, so that people need not be shown how they were read.

        Canonical signs are plain, and so are the signs for no mark. Numbers are plain if there are as many as the rule
        needs: one under a rule without whites, two under a rule with whites. ``12``, one number that is read as two, is
        not plain. A text that cannot be read is taken as plain, since there is no reading to show.
        """
        bare = _strip(text)
        readings = self._as_written(bare, length).readings
        if not readings:
            return True
        form = readings[0].form  # a reading as canonical signs stands first, if there is one
        if form == "numbers":
            written_numbers = 1 if bare.isdigit() else 2
            needed_numbers = 2 if self.gives_whites else 1
            return written_numbers == needed_numbers
        return form in ("signs", "nothing")

    def _as_written(self, bare: str, length: int) -> Written:
        """Return the marks in a text as `Written`, which has the `readings` that they have under such a rule.

        `bare` is the text without the spaces and brackets around it. Two numbers have a reading with whites even if the
        rule gives none.
        """
        whites = self.gives_whites
        pegs = self.takes_pegs
        return Written(bare, length, whites=whites, by_position=self.by_position, pegs=pegs)

    def _make_error(self, bare: str, readings: Sequence[Reading]) -> MastermotError:
        """Return the error for marks that may mean more than one thing, are empty or negative, or cannot be read.

        `bare` is the text without the spaces and brackets around it, `readings` is what the text may mean. If there are
        several readings, the error names them, but no more than `MAX_READINGS`. A single reading is one with whites
        under a rule without whites: such marks cannot be read.
        """
        if len(readings) > 1:
            named = readings[:MAX_READINGS]
            described = tuple(self._describe(_take_marks(reading)) for reading in named)
            return errors.MarksAmbiguousError(marks=bare, readings=described)
        if not bare:
            return errors.MarksEmptyError(forms=Reason(self.forms))
        if re.search(_NEGATIVE, bare):
            return errors.MarksNegativeError(marks=bare)
        return errors.MarksUnreadableError(marks=bare, rule=self.name, forms=Reason(self.forms))

    def _describe(self, marks: Marks) -> Reason:
        """Return marks in words, with the text to write for them: signs under a rule by position, otherwise numbers.

        In numbers, no mark at all is ``0``. Whites under a rule without whites are named, with no text to write.
        """
        if marks.blacks + marks.whites == 0:
            return Reason(N_("no mark (write {text})"), text=marks.pattern or "0")
        if marks.whites and not self.gives_whites:
            return Reason(N_("{whites} white (which this rule does not give)"), whites=marks.whites)
        numbers = f"{marks.blacks} {marks.whites}" if self.gives_whites else str(marks.blacks)
        text = marks.pattern or numbers
        counts = {"blacks": marks.blacks, "whites": marks.whites}
        return Reason(N_("{blacks} black and {whites} white (write {text})"), text=text, **counts)

    def __repr__(self) -> str:
        return f"<Rule {self.name}>"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, tuple[type[Rule], str]]:
        return _find_rule, (type(self), self.name)


RULES: Registry[Rule] = Registry("mastermot.rules")  #: The rules by name, in the order in which they are listed.


def register(rule: Rule) -> Rule:
    """Put a rule into `RULES` under its name, and return it.

    The rule is tried first: it marks `TRIED_GUESS` against `TRIED_SECRETS`, and must read the same marks back from
    their text. Raises `RuleMarksError` if it does not.
    """
    length = len(TRIED_GUESS)
    for secret in TRIED_SECRETS:
        marks = rule.compare(TRIED_GUESS, secret)
        marks_read = None  # stays None if the rule cannot read its own marks
        with suppress(MastermotError):
            marks_read = rule.parse(marks.text, length)
        if marks_read != marks:
            raise errors.RuleMarksError(rule=rule.name, marks=marks.text, length=length)
    RULES[rule.name] = rule
    return rule


def _strip(text: str) -> str:
    """Return marks without the spaces and the brackets around them."""
    return text.strip().strip("()").strip()


def _take_marks(reading: Reading) -> Marks:
    return Marks(reading.blacks, reading.whites, reading.pattern)


def rule_named(name: str | Rule) -> Rule:
    """Return the rule of this name; a `Rule` is returned as it is. Raises `RuleUnknownError` with similar names."""
    if isinstance(name, Rule):
        return name
    name = str(name)
    if name not in RULES:
        suggestions = nearest(name, RULES)
        raise errors.RuleUnknownError(name=name, known=tuple(RULES), suggestions=suggestions)
    return RULES[name]


def _find_rule(_defined_in: type[Rule], name: str) -> Rule:
    """Return the rule of this name, for `pickle`: a process has only one object for each rule.

    The class is passed, though not used here: to unpickle it, a process imports its module, which registers the rule.
    """
    return RULES[name]
