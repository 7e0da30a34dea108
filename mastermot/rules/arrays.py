"""Many codes as arrays of small integers, and counts over them, from which rules make the numbers of marks.

`docs/how-it-works.md` says how they are counted: by comparing columns, and by sets of bits.
"""

import os
import sys
from functools import cached_property
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.intp]  #: Codes, by their rows in an array of codes.
Numbers = NDArray[np.unsignedinteger]  #: Marks as numbers: shape (guesses, secrets).

WORTH_LOADING = 40_000_000  #: From so many pairs of guess and secret on (some seconds), compiled loops are loaded.


def find_kernels(pairs: int = 0) -> ModuleType | None:
    """Return the compiled loops if they are loaded, or are worth loading for so many pairs; otherwise None: use numpy.

    They need numba. The setting ``MASTERMOT_FAST=0`` of the environment switches them off.
    """
    if os.environ.get("MASTERMOT_FAST") == "0":
        return None
    if "mastermot.rules.kernels" not in sys.modules and (pairs < WORTH_LOADING or find_spec("numba") is None):
        return None
    from mastermot.rules import kernels

    return kernels


SymbolGroup = tuple[tuple[int, ...], slice, NDArray[np.uint8]]
"""Positions, and the symbols that guesses have at exactly these; the slice says where these symbols stand among all."""


class CodeArrays:
    """Codes of one length, ready to be marked against each other; a code is named by its row."""

    def __init__(self, array: NDArray[np.uint8], symbols: int) -> None:
        self.array = array
        self.symbols = symbols
        self.length = array.shape[1]
        self.columns = np.ascontiguousarray(array.T)

    @cached_property
    def counts(self) -> NDArray[np.uint8]:
        """How many copies of each symbol each code has: shape (symbols, codes)."""
        return np.array([(self.columns == symbol).sum(axis=0, dtype=np.uint8) for symbol in range(self.symbols)])

    @cached_property
    def bits(self) -> list[NDArray[np.uint64]]:
        """A set of bits for each code, with a bit for each copy of each symbol, in words of 64 bits.

        What two codes share are the bits that both have.
        """
        words: list[NDArray[np.uint64]] = []
        used = 0
        for copies in self.counts:
            for copy in range(1, int(copies.max(initial=0)) + 1):
                if used % 64 == 0:
                    words.append(np.zeros(len(copies), np.uint64))
                words[-1] |= (copies >= copy).astype(np.uint64) << np.uint64(used % 64)
                used += 1
        return words

    def group_symbols(self, guesses: Rows) -> tuple[list[SymbolGroup], Rows]:
        """Return the symbols of guesses, grouped by the positions at which a guess has them.

        The second value has the shape of the guesses: where a guess has a symbol for the first time, the index of the
        symbol with its positions among all in the groups; where it has it again, the index of one without positions.
        """
        array = self.array[guesses]
        masks = np.zeros(array.shape, np.int64)  # for each position, all positions of the guess with the same symbol
        for position, column in enumerate(array.T):
            masks += (array == column[:, None]) * (1 << position)
        before = (1 << np.arange(self.length)) - 1
        keys, indices = np.unique(np.where(masks & before, 0, (masks << 8) | array), return_inverse=True)
        starts = np.flatnonzero(np.diff(keys >> 8, prepend=-1))
        groups = []
        for start, stop in pairwise([*starts.tolist(), len(keys)]):
            positions = tuple(position for position in range(self.length) if (int(keys[start]) >> 8 + position) & 1)
            groups.append((positions, slice(start, stop), (keys[start:stop] & 255).astype(np.uint8)))
        return groups, indices.reshape(array.shape)

    def blacks(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return in how many positions each guess has the symbol of each secret."""
        blacks = np.zeros((len(guesses), len(secrets)), np.uint8)
        for column in self.columns:
            blacks += (column[guesses][:, None] == column[secrets]).view(np.uint8)
        return blacks

    def shared(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return how many symbols each guess and each secret have in common, copies counted."""
        shared = np.zeros((len(guesses), len(secrets)), np.uint8)
        for word in self.bits:
            shared += np.bitwise_count(word[guesses][:, None] & word[secrets])
        return shared

    def present(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return in how many positions each guess has a symbol that is anywhere in each secret."""
        present = np.zeros((len(guesses), len(secrets)), np.uint8)
        has = (self.counts[:, secrets] > 0).view(np.uint8)
        for column in self.columns:
            present += has[column[guesses]]
        return present
