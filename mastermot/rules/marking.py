"""The rules of marking, a class each: everything that one rule does differently from the others.

`numbers` says the same as `compare`, the plain definition, for many codes at once, in numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq
from typing import TYPE_CHECKING, ClassVar

from mastermot.errors import N_
from mastermot.rules.rule import APART, COLOURS, HOLES, Marks, Rule, register

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mastermot.rules.arrays import CodeArrays, Numbers, Rows
    from mastermot.rules.requirements import Requirements


class Black(Rule):
    """Blacks only: the symbols in their place (Master Mot)."""

    name: ClassVar[str] = "black"
    title: ClassVar[str] = N_("well placed only")
    forms: ClassVar[str] = N_("a number (2), as many X (XX), or none")
    meaning: ClassVar[str] = N_("A mark X for each symbol in its place.")
    example: ClassVar[str] = "XX"
    gives_whites: ClassVar[bool] = False
    symmetries = (COLOURS, HOLES, APART)
    turns_line: ClassVar[tuple[float, float]] = (1.0, 0.53)
    turns_curve = (0, 0.5, 0.94, 1.26, 1.57, 1.87, 2.1, 2.32, 2.9, 3.5, 4.0, 4.0 + 53 * 0.5)

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        return Marks(sum(map(eq, guess, secret)))

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        return codes.blacks(guesses, secrets)

    def overlap(self, copies: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return none: only blacks count."""
        return copies * copies.dtype.type(0)

    def size(self, length: int) -> int:
        return length + 1

    def number(self, marks: Marks, length: int) -> int:
        return marks.blacks

    def marks(self, number: int, length: int) -> Marks:
        return Marks(number)


class BlackWhite(Rule):
    """Mastermind: also whites for symbols in another place, each copy counted once, black before white."""

    name: ClassVar[str] = "black-white"
    symmetries = (COLOURS, HOLES)
    title: ClassVar[str] = N_("well placed and misplaced")
    meaning: ClassVar[str] = N_("X: in its place; O: in the secret, elsewhere.")

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return the blacks, and as whites the other copies that guess and secret share."""
        pattern = _pattern(guess, secret)
        return Marks(pattern.count("X"), pattern.count("O"))

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the numbers; blacks and whites together are the size of the intersection of two multisets."""
        return number_counts(codes, codes.blacks(guesses, secrets), codes.shared(guesses, secrets))

    def overlap(self, copies: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return copies


class Positional(Rule):
    """A mark a position (Wordle, Motus, Sutom): blacks first, then whites from left to right while copies are left."""

    name: ClassVar[str] = "positional"
    symmetries = (COLOURS, HOLES)
    title: ClassVar[str] = N_("letter by letter (Wordle, Motus)")
    forms: ClassVar[str] = N_("one sign a position (X black, O white, . none), as in X.O.., or none")
    meaning: ClassVar[str] = N_("A mark for each position: X in its place, O elsewhere, . absent.")
    by_position: ClassVar[bool] = True
    turns_line: ClassVar[tuple[float, float]] = (1.55, 0.165)

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return a sign a position."""
        return _marks_of_pattern(_pattern(guess, secret))

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return a digit in base 3 a position, 2 black, 1 white; guesses share the work of a symbol's positions."""
        import numpy as np

        kind = np.min_scalar_type(self.size(codes.length) - 1).type
        columns = [column[secrets] for column in codes.columns]
        counts = codes.counts[:, secrets]
        groups, indices = codes.group_symbols(guesses)
        added = np.zeros((sum(len(symbols) for _positions, _rows, symbols in groups), len(secrets)), kind)
        for positions, rows, symbols in groups:
            blacks = [columns[position] == symbols[:, None] for position in positions]
            spare = counts[symbols]  # copies for whites, given from left to right
            for black in blacks:
                spare -= black
            for position, black in zip(positions, blacks, strict=True):
                white = (spare > 0) & ~black
                spare -= white
                added[rows] += (2 * black.view(np.uint8) + white) * kind(3**position)
        result = np.zeros((len(guesses), len(secrets)), kind)
        for column in indices.T:
            result += added[column]
        return result

    def require(self, wanted: Requirements, guess: Sequence[int], marks: Marks) -> None:
        """Demand hole by hole what the signs say; and of each symbol in the guess how many copies the secret has.

        They are as many as the guess has marked copies, or more; exactly so many where one copy of it has no mark.
        """
        signs: dict[int, str] = {}
        for hole, (symbol, sign) in enumerate(zip(guess, marks.pattern, strict=True)):
            if sign == "X":
                wanted.allowed[hole, :symbol] = wanted.allowed[hole, symbol + 1 :] = False
            else:
                wanted.allowed[hole, symbol] = False
            signs[symbol] = signs.get(symbol, "") + sign
        for symbol, given in signs.items():
            least = len(given) - given.count(".")
            most = least if "." in given else wanted.length
            wanted.demand_copies(symbol, least, most)
            if ".O" in given.replace("X", ""):  # whites are given from left to right
                wanted.impossible = True

    def size(self, length: int) -> int:
        return int(3**length)

    def number(self, marks: Marks, length: int) -> int:
        """Return the pattern read in base 3, the first position the lowest digit."""
        return sum(".OX".index(sign) * 3**position for position, sign in enumerate(marks.pattern))

    def marks(self, number: int, length: int) -> Marks:
        return _marks_of_pattern("".join(".OX"[number // 3**position % 3] for position in range(length)))


class Membership(Rule):
    """Blacks, and a white for every other position whose symbol occurs in the secret, copies not counted.

    Timothée Jourde's program marks so (github.com/timjrd/mastermind).
    """

    name: ClassVar[str] = "membership"
    symmetries = (COLOURS, HOLES)
    title: ClassVar[str] = N_("misplaced without counting copies")
    meaning: ClassVar[str] = N_("X: in its place; O: elsewhere in the secret, however many times.")
    last_may_be_white: ClassVar[bool] = True
    takes_pegs: ClassVar[bool] = False
    turns_line: ClassVar[tuple[float, float]] = (1.35, 0.285)
    turns_curve = (0, 0.5, 0.74, 0.89, 1.07, 1.25, 1.42, 1.59, 1.92, 2.24, 2.54, 2.54 + 53 * 0.3)

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return the blacks, and the positions of the guess whose symbol is somewhere else in the secret."""
        blacks = sum(map(eq, guess, secret))
        return Marks(blacks, sum(symbol in secret for symbol in guess) - blacks)

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the numbers; blacks and whites together are the positions whose symbol the secret has."""
        return number_counts(codes, codes.blacks(guesses, secrets), codes.present(guesses, secrets))

    def overlap(self, copies: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return more than any guess has where the secret has the symbol: copies are not counted."""
        return (copies > 0) * copies.dtype.type(255)


def number_counts(codes: CodeArrays, blacks: Numbers, both: Numbers) -> Numbers:
    """Return ``blacks * (length + 1) + whites``, as wide as these need; `both` are blacks and whites together."""
    import numpy as np

    kind = np.min_scalar_type((codes.length + 1) ** 2 - 1).type
    numbers: Numbers = blacks.astype(kind, copy=False) * kind(codes.length) + both
    return numbers


def _pattern(guess: Sequence[object], secret: Sequence[object]) -> str:
    """Return a sign a position: blacks, then whites from left to right while unmatched copies are left."""
    unmatched = [hidden for played, hidden in zip(guess, secret, strict=True) if played != hidden]
    signs = []
    for played, hidden in zip(guess, secret, strict=True):
        if played == hidden:
            signs.append("X")
        elif played in unmatched:
            unmatched.remove(played)
            signs.append("O")
        else:
            signs.append(".")
    return "".join(signs)


def _marks_of_pattern(pattern: str) -> Marks:
    return Marks(pattern.count("X"), pattern.count("O"), pattern)


BLACK = register(Black())
BLACK_WHITE = register(BlackWhite())
POSITIONAL = register(Positional())
MEMBERSHIP = register(Membership())
