"""Compiled loops over marks, with the extra `lab`: they give the same numbers as numpy, but are faster.

To load them takes half a second, so it is done only for much work. Machine code is kept beside the module, or in the
folder ``NUMBA_CACHE_DIR``.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

import mastermot.engine.compiling  # noqa: F401 - holds Ctrl-C back

SECRETS, GUESSES = 128, 128  #: So many are marked together: their numbers fit into the processor's fastest memory.
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.unsignedinteger]
Integers = NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Return the function as one that is compiled at its first call; its machine code is kept if a folder allows it."""
    try:
        return cast(Function, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # there is no folder that can be written to
        return cast(Function, numba.njit(nogil=True)(function))


@compiled
def _weigh(counts: NDArray[np.signedinteger], numbers: Numbers, values: Integers, scores: Integers) -> None:
    """Write what a partition is worth into `scores`, from the sizes of its classes, and set these sizes to zero.

    `counts` has the sizes by the number of the marks; `numbers` are the numbers to look at, and may repeat.
    """
    weight = squares = classes = largest = np.int64(0)
    for number in numbers:
        count = np.int64(counts[number])
        if count:
            weight += values[count]
            largest = max(largest, count)
            squares += count * count
            classes += 1
            counts[number] = 0
    scores[0] = weight
    scores[1] = largest
    scores[2] = squares
    scores[3] = classes


@compiled
def score_classes(numbers: Numbers, size: int, values: Integers, scores: Integers) -> None:
    """Write what the partition by each guess is worth into `scores`, of shape (4, guesses).

    `numbers` has the marks as numbers below `size`, of shape (guesses, secrets). The rows of `scores` are the sum of
    ``values[n]`` over the class sizes n, the largest n, the sum of n squared, and the number of classes.
    """
    counts = np.zeros(size, np.int64)
    every = np.arange(size).astype(numbers.dtype)
    for guess in range(numbers.shape[0]):
        for number in numbers[guess]:
            counts[number] += 1
        # with few secrets only the numbers that occur are looked at, with many all numbers
        _weigh(counts, numbers[guess] if numbers.shape[1] < size else every, values, scores[:, guess])


@compiled
def list_overlaps(overlaps: Bytes, symbols: Bytes, most: Bytes) -> None:
    """Write, for each secret, the `symbols` that can get a mark, and how many copies of each at the `most`.

    `overlaps` has these numbers for every symbol and secret. The shape of both results is (secrets, positions); the
    rest of a row stays zero.
    """
    for secret in range(overlaps.shape[1]):
        index = 0
        for symbol in range(overlaps.shape[0]):
            if overlaps[symbol, secret]:
                symbols[secret, index] = symbol
                most[secret, index] = overlaps[symbol, secret]
                index += 1


@compiled
def _mark(
    codes: Bytes, copies: Bytes, secrets: Bytes, symbols: Bytes, most: Bytes, black: Numbers, numbers: Numbers
) -> None:
    """Write the marks as `numbers`, a row for each secret, a column for each guess.

    `black` has the numbers that no black and one black add. See `score_guesses` for the other arrays.
    """
    number = numbers.dtype.type
    nothing = black[0]
    one = black[1]
    for secret in range(secrets.shape[0]):
        numbers[secret] = nothing
        for position in range(secrets.shape[1]):
            symbol = secrets[secret, position]
            for guess in range(numbers.shape[1]):
                worth = one if codes[position, guess] == symbol else nothing
                numbers[secret, guess] = number(numbers[secret, guess] + worth)
        for index in range(most.shape[1]):
            limit = most[secret, index]
            symbol = symbols[secret, index]
            if not limit:
                break
            for guess in range(numbers.shape[1]):
                own = copies[symbol, guess]
                numbers[secret, guess] = number(numbers[secret, guess] + (own if own < limit else limit))


@compiled
def score_guesses(
    codes: Bytes,
    copies: Bytes,
    guesses: NDArray[np.intp],
    secrets: Bytes,
    counted: NDArray[np.intp],
    symbols: Bytes,
    most: Bytes,
    black: Numbers,
    values: Integers,
    size: int,
    scores: Integers,
) -> None:
    """Write what the partition by each guess is worth into `scores`, as `score_classes` does.

    Here the marks are found too, block by block, so that they need not all be in memory. Shapes: `codes` (positions,
    codes), `copies` (symbols, codes), `secrets` (secrets, positions). `symbols` and `most` are as `list_overlaps`
    writes them, and `counted` has the symbols that are in some secret's row of them. `black` is 0 and the number of one
    black, in the type of the numbers.
    """
    few = secrets.shape[0] <= min(SECRETS, size)
    numbers = np.zeros((SECRETS, GUESSES), black.dtype)
    counts = np.zeros((1 if few else GUESSES, size), np.int32)
    every = np.arange(size).astype(black.dtype)
    columns = np.zeros((codes.shape[0], GUESSES), np.uint8)
    own = np.zeros((copies.shape[0], GUESSES), np.uint8)
    for start in range(0, len(guesses), GUESSES):
        rows = guesses[start : start + GUESSES]
        columns[:, : len(rows)] = codes[:, rows]
        for symbol in counted:
            own[symbol, : len(rows)] = copies[symbol][rows]
        for begin in range(0, secrets.shape[0], SECRETS):
            block = min(SECRETS, secrets.shape[0] - begin)
            span = slice(begin, begin + block)
            _mark(columns, own, secrets[span], symbols[span], most[span], black, numbers)
            if few:
                score_classes(numbers[:block, : len(rows)].T, size, values, scores[:, start : start + len(rows)])
                continue
            for index in range(block):
                for guess in range(len(rows)):
                    counts[guess, numbers[index, guess]] += 1
        for guess in range(0 if few else len(rows)):
            _weigh(counts[guess], every, values, scores[:, start + guess])
