"""Compiled loops over marks, with the extra `lab`: they give the same scores as numpy, but are faster.

Loading them takes half a second, so they are loaded only for much work. Their machine code is kept beside the module,
or in the folder ``NUMBA_CACHE_DIR``.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

import mastermot.engine.compiling  # noqa: F401 - holds Ctrl-C back

SECRETS, GUESSES = 128, 128  #: The sides of a block: its marks fit into the processor's fastest memory.
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.unsignedinteger]
Integers = NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Return a function that is compiled at its first call; the machine code is kept if a folder can be written to."""
    try:
        return cast(Function, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder can be written to: nothing is kept
        return cast(Function, numba.njit(nogil=True)(function))


@compiled
def _weigh(sizes: NDArray[np.signedinteger], numbers: Numbers, values: Integers, scores: Integers) -> None:
    """Write the four scores of a partition into `scores` (see `score_classes`), and set the sizes of its classes to 0.

    `sizes` has the size of each class, by the number of its marks. Only the classes whose numbers are in `numbers` are
    looked at, so the number of each class with secrets must be there. It may be there several times: once its class was
    counted, the size is 0, and the class is not counted again. ``values[n]`` is what a class of n secrets adds to the
    first score.
    """
    value = squares = classes = largest = np.int64(0)
    for number in numbers:
        size = np.int64(sizes[number])
        if size:
            value += values[size]
            largest = max(largest, size)
            squares += size * size
            classes += 1
            sizes[number] = 0
    scores[0] = value
    scores[1] = largest
    scores[2] = squares
    scores[3] = classes


@compiled
def score_classes(numbers: Numbers, size: int, values: Integers, scores: Integers) -> None:
    """Write the scores of the partition by each guess (a column) into `scores`, of shape (4, guesses).

    `numbers` has the marks as numbers below `size`, of shape (guesses, secrets). If n is the size of a class, the four
    rows of `scores` are the sum of ``values[n]``, the largest n, the sum of n squared, and the number of classes.
    `values` is what a strategy weighs classes by: for entropy, ``values[n]`` is n log2 n as a whole number.
    """
    sizes = np.zeros(size, np.int64)  # of the classes of one guess, by the number of the marks; `_weigh` resets them
    all_numbers = np.arange(size).astype(numbers.dtype)
    for guess in range(numbers.shape[0]):
        for number in numbers[guess]:
            sizes[number] += 1
        # if there are fewer secrets than numbers, only the numbers that occur are looked at, otherwise all
        _weigh(sizes, numbers[guess] if numbers.shape[1] < size else all_numbers, values, scores[:, guess])


@compiled
def list_overlaps(overlaps: Bytes, symbols: Bytes, most_copies: Bytes) -> None:
    """Write, for each secret, the `symbols` of which a guess can get a mark, and of how many copies (`most_copies`).

    These do not depend on the guess. Of each symbol of the secret, the rule lets as many copies get a mark as the
    secret has, any number, or none. `overlaps` has these numbers for every symbol (a row) and secret (a column), as
    `Rule.overlap` returns them.

    The shape of both results is (secrets, positions), and the caller passes zeros. For a secret where one copy of C can
    get a mark and two copies of E can, the row of `symbols` begins with 2 and 4 (the numbers of C and E), the row of
    `most_copies` with 1 and 2; the rest stays zero.
    """
    for secret in range(overlaps.shape[1]):
        index = 0
        for symbol in range(overlaps.shape[0]):
            if overlaps[symbol, secret]:
                symbols[secret, index] = symbol
                most_copies[secret, index] = overlaps[symbol, secret]
                index += 1


@compiled
def _mark(
    codes: Bytes,
    copies: Bytes,
    secrets: Bytes,
    symbols: Bytes,
    most_copies: Bytes,
    of_position: Numbers,
    numbers: Numbers,
) -> None:
    """Write a number for the marks of each guess (a column) against each secret (a row) into `numbers`.

    The number is the sum of two parts. First, each black adds ``of_position[1]``, the number of a single black. Then
    each mark, black or white, adds 1: of a symbol as many copies are marked as the guess has, but no more than the
    limit of this symbol in `most_copies`.

    So a number here is not that of `Rule.number`. Under `black-white` with four holes, where a single black is the
    number 5, two blacks and one white are 2·5 + 3 = 13 here, and 2·5 + 1 = 11 there. But equal marks have equal numbers
    here too, and different marks different numbers: this is enough to split the secrets into classes.

    `codes` and `copies` have only the columns of these guesses; `secrets`, `symbols` and `most_copies` have only the
    rows of these secrets. `score_guesses` explains these arguments.
    """
    to_number = numbers.dtype.type  # sums are kept in the small type of the numbers: loops are then much faster
    no_black = of_position[0]
    one_black = of_position[1]
    for secret in range(secrets.shape[0]):
        numbers[secret] = no_black  # which is 0
        # the first part: the blacks
        for position in range(secrets.shape[1]):
            symbol = secrets[secret, position]
            for guess in range(numbers.shape[1]):
                added = one_black if codes[position, guess] == symbol else no_black
                numbers[secret, guess] = to_number(numbers[secret, guess] + added)
        # the second part: all marks, symbol by symbol
        for index in range(most_copies.shape[1]):
            limit = most_copies[secret, index]
            symbol = symbols[secret, index]
            if not limit:  # the rest of the row is empty
                break
            for guess in range(numbers.shape[1]):
                in_guess = copies[symbol, guess]
                counted = in_guess if in_guess < limit else limit
                numbers[secret, guess] = to_number(numbers[secret, guess] + counted)


@compiled
def score_guesses(
    codes: Bytes,
    copies: Bytes,
    guesses: NDArray[np.intp],
    secrets: Bytes,
    counted_symbols: NDArray[np.intp],
    symbols: Bytes,
    most_copies: Bytes,
    of_position: Numbers,
    values: Integers,
    size: int,
    scores: Integers,
) -> None:
    """Write the scores of the partition by each guess into `scores`, as `score_classes` does.

    Here the marks are found too, block by block, so that they need not all be in memory: a block has up to `GUESSES`
    guesses and `SECRETS` secrets. There are two ways:

    - If the secrets are few, one block has them all: `score_classes` scores the guesses of the block at once.
    - Otherwise the same guesses are marked in several blocks of secrets. The sizes of their classes are summed over
      these blocks, in `sizes`, and scored after the last of them.

    The arguments:

    - `codes` has the symbol of each code at each position: shape (positions, codes).
    - `copies` has how many copies of each symbol each code has: shape (symbols, codes).
    - `guesses` are the columns of `codes` and `copies` that are scored.
    - `secrets` has the symbols of the secrets: shape (secrets, positions).
    - `symbols` and `most_copies` are as `list_overlaps` writes them; `counted_symbols` lists each symbol that can get a
      mark from some secret.
    - `of_position` has two items, in the type of the numbers: what a position adds to the number of the marks if its
      two symbols differ, which is 0, and if they are equal, which is the number of a single black (see `_mark`).
    - `values` and `size` are as in `score_classes`.
    """
    # whether the secrets are few: they fit into one block, and there are no more of them than numbers of marks (with
    # fewer, `score_classes` looks only at the numbers that occur)
    one_block = secrets.shape[0] <= min(SECRETS, size)
    numbers = np.zeros((SECRETS, GUESSES), of_position.dtype)  # the marks of the current block
    # the sizes of the classes of each guess (a row), by the marks as a number (a column); unused with one block
    sizes = np.zeros((1 if one_block else GUESSES, size), np.int32)
    all_numbers = np.arange(size).astype(of_position.dtype)
    # the columns of `codes` and `copies` for the guesses of the current block
    block_codes = np.zeros((codes.shape[0], GUESSES), np.uint8)
    block_copies = np.zeros((copies.shape[0], GUESSES), np.uint8)
    for start in range(0, len(guesses), GUESSES):
        block_guesses = guesses[start : start + GUESSES]
        guess_count = len(block_guesses)
        # the last block may have fewer guesses; its other columns are marked too, but not looked at
        block_codes[:, :guess_count] = codes[:, block_guesses]
        for symbol in counted_symbols:
            block_copies[symbol, :guess_count] = copies[symbol][block_guesses]
        for first in range(0, secrets.shape[0], SECRETS):
            secret_count = min(SECRETS, secrets.shape[0] - first)
            block = slice(first, first + secret_count)
            _mark(block_codes, block_copies, secrets[block], symbols[block], most_copies[block], of_position, numbers)
            if one_block:
                block_numbers = numbers[
                    :secret_count, :guess_count
                ].T  # a row for each guess, as `score_classes` wants them
                score_classes(block_numbers, size, values, scores[:, start : start + guess_count])
                continue
            for secret in range(secret_count):
                for guess in range(guess_count):
                    sizes[guess, numbers[secret, guess]] += 1
        if not one_block:
            for guess in range(guess_count):  # `_weigh` also sets `sizes` to 0, for the next guesses
                _weigh(sizes[guess], all_numbers, values, scores[:, start + guess])
