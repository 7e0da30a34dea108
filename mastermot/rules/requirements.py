"""What a secret must be like for guesses to get their marks, in games with too many codes to list."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Requirements:
    """Requirements for codes of so many holes and symbols; a code fits when it meets all of them.

    - `impossible`: no code fits.
    - ``allowed[hole, symbol]``: whether the hole may have the symbol.
    - ``least[symbol]``, ``most[symbol]``: how many copies of the symbol a code has, at least and at most.
    - ``least_blacks[i]``, ``most_blacks[i]``: in how many holes a code has the symbol of ``guesses[i]``.
    - ``totals[i]``: what the copies of all symbols must be worth together, when so many `copies` of a `symbol` are
      worth ``worth[i, symbol, copies]`` (see `demand_total`).
    """

    def __init__(self, length: int, symbols: int, *, repeats: bool = True) -> None:
        """Demand nothing yet of codes of `length` holes; there are `symbols` symbols, once each without `repeats`."""
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
        """Demand that the code has the symbol of the guess in at least `least` holes, and in at most `most`."""
        self.guesses = np.vstack((self.guesses, np.array(guess, np.intp)))
        self.least_blacks = np.append(self.least_blacks, least)
        self.most_blacks = np.append(self.most_blacks, most)
        if most == 0:  # no hole has the symbol that the guess has there
            self.allowed[np.arange(self.length), list(guess)] = False

    def demand_total(self, worth: NDArray[np.int64], total: int) -> None:
        """Demand that ``worth[symbol, copies]``, summed over all symbols with their copies in the code, is `total`.

        `worth` has a row for each symbol, and a column for each number of copies that the code may have of it. If the
        guess AAB has three marks in all (`total`), then, for codes of three holes, A is worth 0, 1, 2 and 2, B is worth
        0, 1, 1 and 1: AAB, ABA and BAA are the codes worth 3.
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
        """Draw simple conclusions: fewer symbols allowed, closer bounds on copies, or that no code fits at all.

        `allowed` has a row for each hole and a column for each symbol.
        """
        self.allowed[:, self.most <= 0] = False
        np.minimum(self.most, self.allowed.sum(axis=0), out=self.most)  # no more copies than holes that may have them
        certain = self.allowed[self.allowed.sum(axis=1) == 1]  # the holes that may have one symbol only
        np.maximum(self.least, certain.sum(axis=0), out=self.least)  # at least the copies in these holes
        bounds_clash = (self.least > self.most).any()
        hole_without_symbol = not self.allowed.any(axis=1).all()
        too_many_copies = self.least.sum() > self.length
        too_few_copies = self.most.sum() < self.length
        if bounds_clash or hole_without_symbol or too_many_copies or too_few_copies:
            self.impossible = True
