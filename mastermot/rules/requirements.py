"""What must be true of a secret if guesses got certain marks from it, in games with too many codes to list."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Requirements:
    """Requirements for a code; a code fits if it meets all of them.

    - `impossible`: whether it is certain that no code fits.
    - ``allowed[hole, symbol]``: whether the hole may have the symbol.
    - ``least[symbol]``, ``most[symbol]``: how many copies of the symbol the code has, at least and at most.
    - ``least_blacks[i]``, ``most_blacks[i]``: in how many holes the code has the symbol that ``guesses[i]`` has there,
      at least and at most.
    - ``totals[i]``: the sum of ``worth[i, symbol, copies]`` over all symbols, where `copies` is how many copies of the
      symbol the code has (see `demand_total`).
    """

    def __init__(self, length: int, symbols: int, *, repeats: bool = True) -> None:
        """Begin with all codes of so many holes and symbols; without `repeats` no code has a symbol twice."""
        self.length = length
        self.symbols = symbols
        self.impossible = False
        self.allowed = np.ones((length, symbols), np.bool_)
        self.least = np.zeros(symbols, np.int64)
        self.most = np.full(symbols, length if repeats else 1, np.int64)
        self.guesses = np.zeros((0, length), np.intp)
        self.least_blacks = self.most_blacks = np.zeros(0, np.int64)
        self.worth = np.zeros((0, symbols, length + 1), np.int64)
        self.totals = np.zeros(0, np.int64)

    def demand_blacks(self, guess: Sequence[int], least: int, most: int) -> None:
        """Demand that in at least `least` holes, and in at most `most`, the code has the same symbol as the guess."""
        self.guesses = np.vstack((self.guesses, np.array(guess, np.intp)))
        self.least_blacks = np.append(self.least_blacks, least)
        self.most_blacks = np.append(self.most_blacks, most)
        if most == 0:  # then no hole may have the symbol that the guess has there
            self.allowed[np.arange(self.length), list(guess)] = False

    def demand_total(self, worth: NDArray[np.int64], total: int) -> None:
        """Demand that the copies of all symbols in the code are worth `total` together.

        `worth` has a row for each symbol, and a column for each number of its copies in the code, from 0 on. For
        example, if the guess AAB has three marks in all (`total`), then 0, 1, 2 and 3 copies of A in the code are worth
        0, 1, 2 and 2 marks, those of B are worth 0, 1, 1 and 1: AAB, ABA and BAA are the codes worth 3.
        """
        self.worth = np.concatenate((self.worth, worth[None]))
        self.totals = np.append(self.totals, total)
        if total == 0:  # then the code has no symbol that is worth anything
            self.most[worth.max(axis=1) > 0] = 0

    def demand_copies(self, symbol: int, least: int, most: int) -> None:
        """Demand that the code has at least `least` and at most `most` copies of a symbol."""
        self.least[symbol] = max(self.least[symbol], least)
        self.most[symbol] = min(self.most[symbol], most)

    def tighten(self) -> None:
        """Draw simple conclusions: fewer symbols are allowed, bounds on copies are closer, or no code fits at all.

        `allowed` has a row for each hole and a column for each symbol.
        """
        self.allowed[:, self.most <= 0] = False
        np.minimum(
            self.most, self.allowed.sum(axis=0), out=self.most
        )  # no more copies than holes that may have the symbol
        symbol_is_certain = self.allowed.sum(axis=1) == 1  # of which holes only one symbol is allowed
        certain_copies = self.allowed[symbol_is_certain].sum(axis=0)
        np.maximum(self.least, certain_copies, out=self.least)
        bounds_clash = (self.least > self.most).any()
        hole_without_symbol = not self.allowed.any(axis=1).all()
        too_many_copies = self.least.sum() > self.length
        too_few_copies = self.most.sum() < self.length
        if bounds_clash or hole_without_symbol or too_many_copies or too_few_copies:
            self.impossible = True
