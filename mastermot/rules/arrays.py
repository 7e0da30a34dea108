"""Many codes as arrays of small integers, and the counts from which rules make their numbers.

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

Rows = NDArray[np.intp]  #: Places of codes in an array of codes.
Numbers = NDArray[np.unsignedinteger]  #: Marks as numbers: shape (guesses, secrets).

WORTH_LOADING = 40_000_000  #: Pairs of guess and secret from which on compiled loops are loaded: some seconds.


def find_kernels(pairs: int = 0) -> ModuleType | None:
    """Return the compiled loops if they are loaded, or worth loading for so many pairs; None to use numpy.

    There are some where numba is installed and ``MASTERMOT_FAST`` is not 0.
    """
    if os.environ.get("MASTERMOT_FAST") == "0":
        return None
    if "mastermot.rules.kernels" not in sys.modules and (pairs < WORTH_LOADING or find_spec("numba") is None):
        return None
    from mastermot.rules import kernels

    return kernels


SymbolGroup = tuple[tuple[int, ...], slice, NDArray[np.uint8]]
"""The positions at which guesses have symbols, which places these take among all so grouped, and the symbols."""


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
        """The bits of each code, one for each copy of each symbol, in as many 64-bit words as the copies need."""
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
        """Return the symbols of guesses by their positions there, and which of these each guess has where it begins."""
        array = self.array[guesses]
        masks = np.zeros(array.shape, np.int64)  # the positions that have the symbol of each
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
        """Return the positions in which each guess has the symbol of each secret."""
        blacks = np.zeros((len(guesses), len(secrets)), np.uint8)
        for column in self.columns:
            blacks += (column[guesses][:, None] == column[secrets]).view(np.uint8)
        return blacks

    def shared(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the symbols that each guess and each secret have in common, copies counted."""
        shared = np.zeros((len(guesses), len(secrets)), np.uint8)
        for word in self.bits:
            shared += np.bitwise_count(word[guesses][:, None] & word[secrets])
        return shared

    def present(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the positions of each guess whose symbol each secret has anywhere."""
        present = np.zeros((len(guesses), len(secrets)), np.uint8)
        has = (self.counts[:, secrets] > 0).view(np.uint8)
        for column in self.columns:
            present += has[column[guesses]]
        return present
