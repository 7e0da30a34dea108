"""Many codes as arrays of small integers, and how much each two have in common: blacks, shared symbols.

From these counts rules make the numbers of marks. `docs/how-it-works.md` explains the two ways to count: columns are
compared, or sets of bits.
"""

import os
import sys
from functools import cached_property
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.intp]  #: Codes, by their rows in an array of codes.
Numbers = NDArray[np.unsignedinteger]  #: Marks as numbers, or counts such as blacks: shape (guesses, secrets).

WORTH_LOADING = 40_000_000  #: For so many marks or more (some seconds of work), compiled loops are loaded.


def find_kernels(marks: int = 0) -> ModuleType | None:
    """Return the module of the compiled loops; None if numpy is to do their work.

    `marks` is how many marks are to be found, each of a guess against a secret. Loading the loops takes time: they are
    loaded for `WORTH_LOADING` marks or more, if numba is installed. Once they are loaded, they are returned for any
    number of marks. The environment variable ``MASTERMOT_FAST=0`` switches them off.
    """
    if os.environ.get("MASTERMOT_FAST") == "0":
        return None
    are_loaded = "mastermot.rules.kernels" in sys.modules
    if not are_loaded and marks < WORTH_LOADING:
        return None
    if not are_loaded and find_spec("numba") is None:
        return None
    from mastermot.rules import kernels

    return kernels


class PairGroup(NamedTuple):
    """Pairs of a symbol and its positions in a guess, all with the same positions (`CodeArrays.group_symbols`)."""

    positions: tuple[int, ...]
    pairs: slice  #: The numbers of these pairs, which follow each other.
    symbols: NDArray[np.uint8]  #: The symbol of each pair.


class CodeArrays:
    """Codes of one length, ready to be marked against each other; a code is named by the index of its row."""

    def __init__(self, array: NDArray[np.uint8], symbols: int) -> None:
        """Keep the codes of an `array`: a row for each code, with its symbols as numbers from 0 to ``symbols - 1``."""
        self.array = array
        self.symbols = symbols
        self.length = array.shape[1]
        self.columns = np.ascontiguousarray(array.T)  #: A row for each position: the symbol that each code has there.

    @cached_property
    def counts(self) -> NDArray[np.uint8]:
        """How many copies of each symbol each code has: shape (symbols, codes)."""
        return np.array([(self.columns == symbol).sum(axis=0, dtype=np.uint8) for symbol in range(self.symbols)])

    @cached_property
    def bits(self) -> list[NDArray[np.uint64]]:
        """The symbols of each code as bits: arrays with an integer of 64 bits for each code.

        One array has room for 64 bits; there are as many arrays as all bits need. There is a bit for the first A, one
        for the second A, one for the first B… AAB has the bits of the first A, the second A and the first B. ABB has
        the bits of the first A, the first B and the second B. The two codes share two symbols, and so two bits.

        >>> codes = CodeArrays(np.array([[0, 0, 1], [0, 1, 1]], np.uint8), symbols=2)  # AAB and ABB
        >>> [f"{code:04b}" for code in codes.bits[0]]  # from right to left: first A, second A, first B, second B
        ['0111', '1101']
        """
        integers: list[NDArray[np.uint64]] = []
        used_bits = 0
        for copies in self.counts:  # a symbol: how many copies of it each code has
            most_copies = int(copies.max(initial=0))  # there may be no code
            for copy in range(1, most_copies + 1):  # the first copy, the second…
                if used_bits % 64 == 0:  # the integers so far have no room for another bit
                    integers.append(np.zeros(len(copies), np.uint64))
                integers[-1] |= (copies >= copy).astype(np.uint64) << np.uint64(used_bits % 64)
                used_bits += 1
        return integers

    def group_symbols(self, guesses: Rows) -> tuple[list[PairGroup], Rows]:
        """Return the pairs that occur in guesses, in groups; and, for each guess, which pairs it has.

        A *pair* is a symbol together with all its positions in a guess: ABA has the pairs A at 0 and 2, and B at 1;
        BBC has B at 0 and 1, and C at 2. All different pairs of the guesses are numbered. Those with the same positions
        are a group.

        The second value has a row for each guess and a column for each position, with the number of the pair of the
        symbol there. So that a guess has no pair twice, this number stands only at the first position of the symbol. At
        its other positions stands 0: the number of a pair without positions, which adds nothing when the pairs of a
        guess are added up. There is such a pair only if some guess repeats a symbol; otherwise 0 is a pair like any
        other.

        >>> codes = CodeArrays(np.array([[0, 1, 0], [1, 1, 2]], np.uint8), symbols=3)  # ABA and BBC
        >>> groups, numbers = codes.group_symbols(np.array([0, 1]))
        >>> for group in groups:
        ...     print(group.pairs.start, "is", group.symbols.tolist(), "at", group.positions)
        0 is [0] at ()
        1 is [1] at (1,)
        2 is [1] at (0, 1)
        3 is [2] at (2,)
        4 is [0] at (0, 2)
        >>> numbers.tolist()
        [[4, 1, 0], [2, 0, 3]]
        """
        pairs = self._encode_pairs(self.array[guesses])  # each is ``mask << 8 | symbol``
        # the distinct pairs are sorted, by mask and then by symbol; a pair's index in `distinct` is its number
        distinct, numbers = np.unique(pairs, return_inverse=True)
        masks = distinct >> 8
        starts = np.flatnonzero(np.diff(masks, prepend=-1))  # a group begins where the mask changes
        groups = []
        for start, stop in pairwise([*starts.tolist(), len(distinct)]):
            mask = int(masks[start])
            positions = tuple(position for position in range(self.length) if (mask >> position) & 1)
            symbols = (distinct[start:stop] & 255).astype(np.uint8)
            groups.append(PairGroup(positions, slice(start, stop), symbols))
        return groups, numbers.reshape(pairs.shape)

    def _encode_pairs(self, array: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return, for each guess (a row) and position (a column), its pair as an integer: ``mask << 8 | symbol``.

        The mask has a bit for each position at which the guess has the symbol. The integer is 0 where the symbol stands
        at an earlier position too. In ABA, A is at the positions 0 and 2 (mask 101), and B at 1 (mask 010):

        >>> guesses = np.array([[0, 1, 0]], np.uint8)
        >>> [f"{pair >> 8:03b} {pair & 255}" for pair in CodeArrays(guesses, symbols=2)._encode_pairs(guesses)[0]]
        ['101 0', '010 1', '000 0']
        """
        masks = np.zeros(array.shape, np.int64)
        for position, column in enumerate(array.T):
            has_same_symbol = array == column[:, None]  # wherever a guess has the symbol that it has at `position`
            masks += has_same_symbol * (1 << position)
        earlier_positions = (1 << np.arange(self.length)) - 1  # for each position, the mask of those before it
        pairs: NDArray[np.int64] = np.where(masks & earlier_positions, 0, (masks << 8) | array)
        return pairs

    def blacks(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return in how many positions each guess (a row) has the symbol of each secret (a column)."""
        blacks = np.zeros((len(guesses), len(secrets)), np.uint8)
        for column in self.columns:  # a position: the symbol that each code has there
            same = column[guesses][:, None] == column[secrets]
            blacks += same.view(np.uint8)
        return blacks

    def shared(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return how many symbols each guess (a row) and each secret (a column) share, counting copies (see `bits`)."""
        shared = np.zeros((len(guesses), len(secrets)), np.uint8)
        for integers in self.bits:
            shared += np.bitwise_count(integers[guesses][:, None] & integers[secrets])
        return shared

    def present(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return in how many positions each guess (a row) has a symbol that is anywhere in each secret (a column)."""
        present = np.zeros((len(guesses), len(secrets)), np.uint8)
        is_in_secret = (self.counts[:, secrets] > 0).view(np.uint8)  # 1 if a symbol (a row) is in a secret (a column)
        for column in self.columns:  # a position: the symbol that each code has there
            present += is_in_secret[column[guesses]]
        return present
