"""Compiled loops over marks, for those who installed the extra `fast`: the same numbers as numpy, sooner.

Only `mastermot.rules.arrays` and `mastermot.play.partitions` load them, and only when the work is worth it: loading
takes half a second. Machine code is kept beside the module, or where numba keeps it (``NUMBA_CACHE_DIR``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., object])


def _compiled(function: Function) -> Function:
    """Return the function, compiled when it is first called; its machine code is kept where some folder takes it."""
    try:
        return cast(Function, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder does
        return cast(Function, numba.njit(nogil=True)(function))


@_compiled
def _count_bits(word: np.uint64) -> np.uint64:
    """Return how many bits of a 64-bit word are set: sums of pairs, of fours, of eights, then of all bytes."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@_compiled
def count_blacks(guesses: NDArray[np.uint8], secrets: NDArray[np.uint8], blacks: NDArray[np.uint8]) -> None:
    """Add positions in which codes agree: shapes (positions, guesses), (positions, secrets), (guesses, secrets)."""
    for guess in range(blacks.shape[0]):
        row = blacks[guess]
        for position in range(guesses.shape[0]):
            symbol = guesses[position, guess]
            column = secrets[position]
            for secret in range(row.shape[0]):
                row[secret] += column[secret] == symbol


@_compiled
def count_shared(guesses: NDArray[np.uint64], secrets: NDArray[np.uint64], shared: NDArray[np.uint8]) -> None:
    """Add the bits that words of guesses and of secrets have in common, to an array of shape (guesses, secrets)."""
    for guess in range(shared.shape[0]):
        word = guesses[guess]
        row = shared[guess]
        for secret in range(row.shape[0]):
            row[secret] += _count_bits(word & secrets[secret])


@_compiled
def count_present(guesses: NDArray[np.uint8], has: NDArray[np.uint8], present: NDArray[np.uint8]) -> None:
    """Add the positions of guesses whose symbol secrets have: shapes (positions, guesses), (symbols, secrets)."""
    for guess in range(present.shape[0]):
        row = present[guess]
        for position in range(guesses.shape[0]):
            column = has[guesses[position, guess]]
            for secret in range(row.shape[0]):
                row[secret] += column[secret]


@_compiled
def score_classes(
    numbers: NDArray[np.unsignedinteger], size: int, logarithms: NDArray[np.int64], scores: NDArray[np.int64]
) -> None:
    """Write what partitions are worth, from numbers under `size`: shapes (guesses, secrets), (4, guesses).

    The rows of `scores`: the sum of ``logarithms[n]`` over the class sizes n, the largest n, the sum of n squared, and
    how many classes there are.
    """
    counts = np.zeros(size, np.int64)
    for guess in range(numbers.shape[0]):
        for secret in range(numbers.shape[1]):
            counts[numbers[guess, secret]] += 1
        weight = largest = squares = parts = 0
        # of few secrets, the numbers that occur are looked at; of many, all numbers
        few = numbers.shape[1] < size
        for place in range(numbers.shape[1] if few else size):
            number = numbers[guess, place] if few else place
            count = counts[number]
            if count:
                weight += logarithms[count]
                largest = max(largest, count)
                squares += count * count
                parts += 1
                counts[number] = 0
        scores[0, guess] = weight
        scores[1, guess] = largest
        scores[2, guess] = squares
        scores[3, guess] = parts
