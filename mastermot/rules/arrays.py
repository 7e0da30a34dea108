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
    """Return the module of the compiled loops; None if numpy is to do their work.

    Loading them takes time, so they are loaded for many `pairs` of guess and secret only, and then used for fewer too.
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
        """The symbols of each code as bits: a list of integers of 64 bits, each an array with a value for each code.

        There is a bit for the first A, one for the second A, one for the first B… AAB has those of the first and the
        second A and of the first B, ABB those of the first A and of both B: the two codes share two symbols, and two
        bits.
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
        """Return the symbols of guesses, grouped by the positions at which a guess has them; and which are whose.

        A symbol together with all its positions in a guess is a *pair*. Pairs are sorted by their positions, and each
        is listed once: ABA has A at 0 and 2, and B at 1; BBC has B at 0 and 1, and C at 2. The second value has a row
        for each guess and a column for each position: the index of the pair where its symbol stands for the first time
        in the guess, and of a pair without positions where it stands again.

        >>> codes = CodeArrays(np.array([[0, 1, 0], [1, 1, 2]], np.uint8), symbols=3)  # ABA and BBC
        >>> groups, indices = codes.group_symbols(np.array([0, 1]))
        >>> [(positions, symbols.tolist()) for positions, _where, symbols in groups]
        [((), [0]), ((1,), [1]), ((0, 1), [1]), ((2,), [2]), ((0, 2), [0])]
        >>> indices.tolist()
        [[4, 1, 0], [2, 0, 3]]
        """
        array = self.array[guesses]
        masks = np.zeros(array.shape, np.int64)  # for each position, all positions of the guess with the same symbol
        for position, column in enumerate(array.T):
            masks += (array == column[:, None]) * (1 << position)
        before = (1 << np.arange(self.length)) - 1  # for each position, the mask of those before it
        pairs = np.where(masks & before, 0, (masks << 8) | array)  # a pair as a number: its mask, then its symbol
        keys, indices = np.unique(pairs, return_inverse=True)
        starts = np.flatnonzero(np.diff(keys >> 8, prepend=-1))  # where the mask is another than before
        groups = []
        for start, stop in pairwise([*starts.tolist(), len(keys)]):
            mask = int(keys[start]) >> 8
            positions = tuple(position for position in range(self.length) if (mask >> position) & 1)
            symbols = (keys[start:stop] & 255).astype(np.uint8)
            groups.append((positions, slice(start, stop), symbols))
        return groups, indices.reshape(array.shape)

    def blacks(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return in how many positions each guess (a row) has the symbol of each secret (a column)."""
        blacks = np.zeros((len(guesses), len(secrets)), np.uint8)
        for column in self.columns:
            blacks += (column[guesses][:, None] == column[secrets]).view(np.uint8)
        return blacks

    def shared(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return how many symbols each guess (a row) and each secret (a column) share, copies counted (see `bits`)."""
        shared = np.zeros((len(guesses), len(secrets)), np.uint8)
        for word in self.bits:
            shared += np.bitwise_count(word[guesses][:, None] & word[secrets])
        return shared

    def present(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return in how many positions each guess (a row) has a symbol that is anywhere in each secret (a column)."""
        present = np.zeros((len(guesses), len(secrets)), np.uint8)
        has = (self.counts[:, secrets] > 0).view(np.uint8)  # whether a symbol (row) is in a secret (column): 0 or 1
        for column in self.columns:
            present += has[column[guesses]]
        return present
