"""The rules of marking, each a class with everything that this rule does differently from the others.

`compare` is the plain definition of a rule; `numbers` gives the same marks for many codes at once, in numpy.
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

    from mastermot.rules.arrays import CodeArrays, Numbers, PairGroup, Rows
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
        """Return zeros: only blacks are counted."""
        return copies * 0

    def size(self, length: int) -> int:
        return length + 1

    def number(self, marks: Marks, length: int) -> int:
        return marks.blacks

    def marks(self, number: int, length: int) -> Marks:
        return Marks(number)


class BlackWhite(Rule):
    """Mastermind: blacks, and whites for symbols in another place.

    Each copy of a symbol in the secret gives one mark only, a black if it can.
    """

    name: ClassVar[str] = "black-white"
    symmetries = (COLOURS, HOLES)
    title: ClassVar[str] = N_("well placed and misplaced")
    meaning: ClassVar[str] = N_("X: in its place; O: in the secret, elsewhere.")

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return the blacks, and as whites the number of other symbols that guess and secret share."""
        pattern = _find_pattern(guess, secret)
        return Marks(pattern.count("X"), pattern.count("O"))

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return marks as numbers: blacks and whites together are the symbols that both codes share (with copies)."""
        return number_counts(codes, codes.blacks(guesses, secrets), codes.shared(guesses, secrets))

    def overlap(self, copies: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return copies


class Positional(Rule):
    """A sign for each position (Wordle, Motus, Sutom): blacks first, then whites from left to right.

    Each copy of a symbol in the secret gives one mark only.
    """

    name: ClassVar[str] = "positional"
    symmetries = (COLOURS, HOLES)
    title: ClassVar[str] = N_("letter by letter (Wordle, Motus)")
    forms: ClassVar[str] = N_("one sign for each position (X black, O white, . none), as in X.O.., or none")
    meaning: ClassVar[str] = N_("A mark for each position: X in its place, O elsewhere, . absent.")
    by_position: ClassVar[bool] = True
    turns_line: ClassVar[tuple[float, float]] = (1.55, 0.165)

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return the marks with a sign for each position."""
        return _count_pattern(_find_pattern(guess, secret))

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return numbers in base 3 with a digit for each position: 2 for black, 1 for white.

        The number of a guess is the sum of what its pairs add: a *pair* is a symbol with all its positions in a guess
        (`CodeArrays.group_symbols`). The guess AAB gets ``XOO`` from ABA. Its pair of A at 0 and 1 adds 2 + 1·3, its
        pair of B at 2 adds 1·9: 14 in all. From AAB itself it gets ``XXX``, which is 26.

        >>> import numpy as np
        >>> from mastermot.rules.arrays import CodeArrays
        >>> codes = CodeArrays(np.array([[0, 0, 1], [0, 1, 0]], np.uint8), symbols=2)  # AAB and ABA
        >>> POSITIONAL.numbers(codes, guesses=np.array([0]), secrets=np.array([0, 1])).tolist()
        [[26, 14]]
        """
        import numpy as np

        # for each guess (a row) and position (a column), the number of the pair there
        groups, pairs_of_guesses = codes.group_symbols(guesses)
        pair_numbers = self.number_pairs(codes, groups, secrets)  # a row for each pair
        numbers = np.zeros((len(guesses), len(secrets)), pair_numbers.dtype)
        for pairs_at_position in pairs_of_guesses.T:
            numbers += pair_numbers[pairs_at_position]
        return numbers

    def number_pairs(self, codes: CodeArrays, groups: Sequence[PairGroup], secrets: Rows) -> Numbers:
        """Return what each pair (a row) adds to the number of a guess against each secret (a column).

        This does not depend on the rest of the guess, so it is found only once for all guesses that have the pair. All
        pairs of a group are at the same positions, and are marked together. As in the plain definition, blacks take
        copies of the symbol first; whites take the copies that are left, from left to right. Against the secret ABA the
        pair of A at 0 and 1 is ``XO`` (2 + 1·3), against ABB it is ``X.`` (2):

        >>> import numpy as np
        >>> from mastermot.rules.arrays import CodeArrays, PairGroup
        >>> codes = CodeArrays(np.array([[0, 1, 0], [0, 1, 1]], np.uint8), symbols=2)  # ABA and ABB
        >>> group = PairGroup(positions=(0, 1), pairs=slice(0, 1), symbols=np.array([0], np.uint8))  # A at 0 and 1
        >>> POSITIONAL.number_pairs(codes, [group], secrets=np.array([0, 1])).tolist()
        [[5, 2]]
        """
        import numpy as np

        smallest_type = np.min_scalar_type(self.size(codes.length) - 1).type
        # for each position, the symbol of each secret there
        symbols_of_secrets = [column[secrets] for column in codes.columns]
        copies_in_secrets = codes.counts[:, secrets]  # how many of each symbol (a row) in each secret (a column)
        pair_count = sum(len(group.symbols) for group in groups)
        pair_numbers = np.zeros((pair_count, len(secrets)), smallest_type)
        for group in groups:
            # all these arrays have a row for each pair of the group and a column for each secret; first, for each
            # position of the group, whether the pair is black there
            blacks = [symbols_of_secrets[position] == group.symbols[:, None] for position in group.positions]
            # how many copies of the symbol of the pair have given no mark yet: blacks take their copies first
            spare = copies_in_secrets[group.symbols]
            for black in blacks:
                spare -= black
            for position, black in zip(group.positions, blacks, strict=True):
                white = (spare > 0) & ~black
                spare -= white
                digits = 2 * black.view(np.uint8) + white  # the digit of this position in base 3
                pair_numbers[group.pairs] += digits * smallest_type(3**position)
        return pair_numbers

    def require(self, wanted: Requirements, guess: Sequence[int], marks: Marks) -> None:
        """Add to `wanted` what each sign says of its hole, and how many copies of each guessed symbol the secret has.

        A hole with a black has the symbol of the guess, any other hole has not. The secret has at least as many copies
        of a symbol as get a mark in the guess, and exactly as many if one copy in the guess gets none. So a secret that
        gives ``X.O.`` to ABAA has no B and two A, the first in the first hole, the other in the second. Marks that no
        secret gives, such as ``.O..`` for AAAA, make `wanted` impossible.
        """
        signs_of_symbols: dict[int, str] = {}  # the signs of all copies of a symbol in the guess, from left to right
        for hole, (symbol, sign) in enumerate(zip(guess, marks.pattern, strict=True)):
            may_have = wanted.allowed[hole]  # for each symbol, whether the hole may have it; a view, changed in place
            if sign == "X":
                may_have[:symbol] = False
                may_have[symbol + 1 :] = False
            else:
                may_have[symbol] = False
            signs_of_symbols[symbol] = signs_of_symbols.get(symbol, "") + sign
        for symbol, signs in signs_of_symbols.items():
            least = len(signs) - signs.count(".")
            most = least if "." in signs else wanted.length
            wanted.demand_copies(symbol, least, most)
            # whites are given from left to right: no copy gets one after a copy that got no mark
            signs_without_blacks = signs.replace("X", "")
            if ".O" in signs_without_blacks:
                wanted.impossible = True

    def size(self, length: int) -> int:
        return int(3**length)

    def number(self, marks: Marks, length: int) -> int:
        """Return the pattern as a number in base 3: ``.`` is 0, ``O`` 1, ``X`` 2; the first position is the lowest."""
        return sum(".OX".index(sign) * 3**position for position, sign in enumerate(marks.pattern))

    def marks(self, number: int, length: int) -> Marks:
        digits = [number // 3**position % 3 for position in range(length)]
        return _count_pattern("".join(".OX"[digit] for digit in digits))


class Membership(Rule):
    """Blacks, and a white for every other position whose symbol is anywhere in the secret: copies are not counted.

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
        """Return how many positions are black, and how many others have a symbol that is anywhere in the secret."""
        blacks = sum(map(eq, guess, secret))
        blacks_and_whites = sum(symbol in secret for symbol in guess)
        return Marks(blacks, blacks_and_whites - blacks)

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return marks as numbers: blacks and whites together are the positions with a symbol of the secret."""
        return number_counts(codes, codes.blacks(guesses, secrets), codes.present(guesses, secrets))

    def overlap(self, copies: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return 255, more copies than any guess has, if the secret has the symbol: all get marks. Otherwise 0."""
        return (copies > 0) * copies.dtype.type(255)


def number_counts(codes: CodeArrays, blacks: Numbers, both: Numbers) -> Numbers:
    """Return the numbers ``blacks * (length + 1) + whites``. `both` has the sums of blacks and whites.

    All these arrays have a row for each guess and a column for each secret. Of `codes` only the length is used. The
    type of the numbers is the smallest that has room for them.
    """
    import numpy as np

    smallest_type = np.min_scalar_type((codes.length + 1) ** 2 - 1).type
    # the same as ``blacks * length + (blacks + whites)``
    numbers: Numbers = blacks.astype(smallest_type, copy=False) * smallest_type(codes.length) + both
    return numbers


def _find_pattern(guess: Sequence[object], secret: Sequence[object]) -> str:
    """Return a sign for each position: ``X`` for a black, ``O`` for a white, ``.`` for no mark.

    All blacks are given first. Then whites are given from left to right: a symbol gets no more whites than the secret
    has copies of this symbol that gave no black.
    """
    # the symbols of the secret that have given no mark yet: at first, all that give no black
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


def _count_pattern(pattern: str) -> Marks:
    return Marks(pattern.count("X"), pattern.count("O"), pattern)


BLACK = register(Black())
BLACK_WHITE = register(BlackWhite())
POSITIONAL = register(Positional())
MEMBERSHIP = register(Membership())
