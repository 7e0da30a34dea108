"""Guesses that are alike but for the names of colours: it is enough to try one of them.

The shape of a code says how often its colours occur: AABC and CBDC both have the shape 2, 1, 1. At the start, before
any marks, all guesses of one shape are worth the same under a `symmetric` rule: if colours or holes are exchanged in
guess and secret alike, the guess tells the same codes apart. So the first code of each shape stands for all of them.
"""

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mastermot.rules.codes import Codes


def list_shapes(codes: Codes) -> list[tuple[int, ...]]:
    """Return the shapes of the codes of a game, in the order of their first codes.

    >>> from mastermot.rules.codes import ColourCodes
    >>> list_shapes(ColourCodes(4, 6))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    return list(_list_partitions(codes.length, len(codes.alphabet), codes.length if codes.repeats else 1))


def list_guess_shapes(codes: Codes) -> list[tuple[int, ...]]:
    """Return the shapes of codes, then those of guesses with one empty hole, with two, …

    >>> from mastermot.rules.codes import ColourCodes
    >>> list_guess_shapes(ColourCodes(3, 6, empty_guesses=True))
    [(3,), (2, 1), (1, 1, 1), (2,), (1, 1), (1,)]
    """
    shapes = list_shapes(codes)
    most = codes.length if codes.repeats else 1
    for filled in range(codes.length - 1, 0, -1) if codes.empty_guesses else ():
        shapes += _list_partitions(filled, len(codes.alphabet), most)
    return shapes


def count_alike(shape: tuple[int, ...], symbols: int, holes: int) -> int:
    """Return how many guesses of so many symbols have a shape; holes that it does not fill are empty.

    >>> count_alike((2, 1, 1), 6, 4), count_alike((2, 1), 6, 4)
    (720, 360)
    """
    orders = math.factorial(holes) // math.prod(map(math.factorial, (*shape, holes - sum(shape))))
    alike = math.prod(map(math.factorial, Counter(shape).values()))
    return orders * math.perm(symbols, len(shape)) // alike


def first_codes(codes: Codes) -> NDArray[np.uint8]:
    """Return the first code of each shape of a game, in order, a row of symbol numbers each."""
    return np.array([np.repeat(np.arange(len(shape)), shape) for shape in list_shapes(codes)], np.uint8)


def first_guesses(codes: Codes) -> NDArray[np.uint8]:
    """Return the first guess of each shape, as `first_codes`; where holes may be empty, the last ones are.

    >>> from mastermot.rules.codes import ColourCodes
    >>> codes = ColourCodes(3, 6, empty_guesses=True)
    >>> [codes.decode(row) for row in first_guesses(codes)]
    ['AAA', 'AAB', 'ABC', 'AA.', 'AB.', 'A..']
    """
    shapes = list_guess_shapes(codes)
    guesses = np.full((len(shapes), codes.length), len(codes.alphabet), np.uint8)
    for guess, shape in zip(guesses, shapes, strict=True):
        guess[: sum(shape)] = np.repeat(np.arange(len(shape)), shape)
    return guesses


def _list_partitions(holes: int, symbols: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to share out holes among so many symbols, none of which gets more than the one before it."""
    if holes == 0:
        yield ()
    elif symbols:
        for copies in range(min(holes, most), 0, -1):
            for rest in _list_partitions(holes - copies, symbols - 1, copies):
                yield (copies, *rest)


def keep_distinct(
    codes: Codes, columns: NDArray[np.uint8], possible: NDArray[np.bool_], played: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return a flag for each guess: whether to consider it. Of guesses that are alike, only the first is considered.

    `possible` has a flag for each symbol that is in some candidate, `played` for each that is in a guess so far.
    `columns` has an array for each hole: the symbol numbers of all guesses there. All symbols that no candidate has are
    alike: guesses only need the first of them, or in a game without repeats the first few. The possible symbols that
    were never played are alike too: guesses need them only in their order.
    """
    unplayed = possible & ~played
    if not codes.repeats:
        return _come_in_order(columns, ~possible) & _come_in_order(columns, unplayed)
    needed = possible.copy()
    needed[np.flatnonzero(~possible)[:1]] = True
    kept = _come_in_order(columns, unplayed)
    for column in columns if not needed.all() else ():
        kept &= needed[column]
    return kept


def _come_in_order(columns: NDArray[np.uint8], group: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a flag for each guess: whether it uses the symbols of a group in their order, none left out.

    `columns` has an array for each hole, the symbols of all guesses there; `group` a flag for each symbol.

    >>> columns = np.array([[0, 1, 0], [1, 0, 2]])  # the guesses AB, BA and AC
    >>> _come_in_order(columns, np.array([True, True, True])).tolist()
    [True, False, False]
    """
    kept = np.ones(len(columns[0]), np.bool_)
    highest = np.zeros(len(columns[0]), np.uint8)  # for each guess, the rank of the last symbol used so far
    ranks = np.where(group, np.cumsum(group), 0).astype(np.uint8)  # 1, 2, 3… for the group, 0 for other symbols
    for column in columns if group.sum() > 1 else ():
        rank = ranks[column]
        kept &= rank <= highest + 1
        np.maximum(highest, rank, out=highest)
    return kept
