"""What a secret must be like for guesses to get their marks, as rules say it: for games too large to list codes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Requirements:
    """What the codes of so many holes and symbols must be like: they fit when every part of this holds.

    `impossible` says that no code fits, `allowed[hole, symbol]` which symbols a hole may have; `least` and `most`, how
    many copies of each symbol a code has. `guesses`, `least_blacks` and `most_blacks`: each guess has the symbol of the
    code in so many holes. For each demand, ``worth[demand, symbol, copies]`` summed over the symbols gives its part of
    `totals`.
    """

    def __init__(self, length: int, symbols: int, *, repeats: bool = True) -> None:
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
        """Demand that the code has the guess's symbol in at least and at most so many holes."""
        self.guesses = np.vstack((self.guesses, np.array(guess, np.intp)))
        self.least_blacks = np.append(self.least_blacks, least)
        self.most_blacks = np.append(self.most_blacks, most)
        if most == 0:
            self.allowed[np.arange(self.length), list(guess)] = False

    def demand_total(self, worth: NDArray[np.int64], total: int) -> None:
        """Demand that ``worth[symbol, copies]``, summed over all symbols of the code, gives `total`."""
        self.worth = np.concatenate((self.worth, worth[None]))
        self.totals = np.append(self.totals, total)
        if total == 0:
            self.most[worth.max(axis=1) > 0] = 0

    def demand_copies(self, symbol: int, least: int, most: int) -> None:
        self.least[symbol] = max(self.least[symbol], least)
        self.most[symbol] = min(self.most[symbol], most)

    def tighten(self) -> None:
        """Draw the conclusions that cost nothing: holes without a symbol, symbols without a hole, copies that clash."""
        self.allowed[:, self.most <= 0] = False
        np.minimum(self.most, self.allowed.sum(axis=0), out=self.most)
        certain = self.allowed[self.allowed.sum(axis=1) == 1]
        np.maximum(self.least, certain.sum(axis=0), out=self.least)
        clash = (self.least > self.most).any() or not self.allowed.any(axis=1).all()
        self.impossible |= bool(clash or self.least.sum() > self.length or self.most.sum() < self.length)
