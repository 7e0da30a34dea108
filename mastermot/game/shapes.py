"""Guesses that become the same if colours or holes are exchanged: it is enough to try one of them.

The shape of a code says how often its colours occur: AABC and CBDC both have the shape 2, 1, 1. At the start, before
any marks, all guesses of one shape are worth the same under a `symmetric` rule: if the same colours or holes are
exchanged in the guess and in all secrets, the guess tells the same codes apart. So the first code of each shape stands
for all codes of this shape.
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
    most_copies = codes.length if codes.repeats else 1
    return list(_fill_holes(codes.length, len(codes.alphabet), most_copies))


def list_guess_shapes(codes: Codes) -> list[tuple[int, ...]]:
    """Return the shapes of codes; where guesses may have empty holes, then the shapes with one empty hole, with two, …

    >>> from mastermot.rules.codes import ColourCodes
    >>> list_guess_shapes(ColourCodes(3, 6, empty_guesses=True))
    [(3,), (2, 1), (1, 1, 1), (2,), (1, 1), (1,)]
    """
    shapes = list_shapes(codes)
    if not codes.empty_guesses:
        return shapes
    most_copies = codes.length if codes.repeats else 1
    for filled in range(codes.length - 1, 0, -1):
        shapes += _fill_holes(filled, len(codes.alphabet), most_copies)
    return shapes


def count_alike(shape: tuple[int, ...], symbols: int, holes: int) -> int:
    """Return how many guesses have this `shape` in a game with so many `symbols` and `holes`.

    Holes that the shape does not fill are empty. 720 guesses of 4 holes and 6 colours are like AABC, 360 like AAB with
    an empty hole:

    >>> count_alike((2, 1, 1), symbols=6, holes=4), count_alike((2, 1), symbols=6, holes=4)
    (720, 360)
    """
    empty = holes - sum(shape)
    # AABC, written in all orders: 4! / (2! · 1! · 1!)
    orders = math.factorial(holes) // math.prod(map(math.factorial, (*shape, empty)))
    # the colours that stand for A, B and C: 6 · 5 · 4
    choices = math.perm(symbols, len(shape))
    # B and C have equally many copies: exchanging the colours that stand for them gives the same guesses again, so each
    # guess was counted 2! times
    times_counted = math.prod(map(math.factorial, Counter(shape).values()))
    return orders * choices // times_counted


def first_codes(codes: Codes) -> NDArray[np.uint8]:
    """Return the first code of each shape of a game, in order, a row of symbol numbers each.

    >>> from mastermot.rules.codes import ColourCodes
    >>> codes = ColourCodes(4, 6)
    >>> [codes.decode(row) for row in first_codes(codes)]
    ['AAAA', 'AAAB', 'AABB', 'AABC', 'ABCD']
    """
    return np.array([_first_of_shape(shape) for shape in list_shapes(codes)], np.uint8)


def first_guesses(codes: Codes) -> NDArray[np.uint8]:
    """Return the first guess of each shape of `list_guess_shapes`, a row each; empty holes stand at the end of a guess.

    >>> from mastermot.rules.codes import ColourCodes
    >>> codes = ColourCodes(3, 6, empty_guesses=True)
    >>> [codes.decode(row) for row in first_guesses(codes)]
    ['AAA', 'AAB', 'ABC', 'AA.', 'AB.', 'A..']
    """
    shapes = list_guess_shapes(codes)
    empty = len(codes.alphabet)  # an empty hole has the number after those of the colours
    guesses = np.full((len(shapes), codes.length), empty, np.uint8)
    for guess, shape in zip(guesses, shapes, strict=True):
        guess[: sum(shape)] = _first_of_shape(shape)
    return guesses


def _first_of_shape(shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the symbol numbers of the first code of a shape: 0, 0, 1, 2, which is AABC, for the shape 2, 1, 1."""
    return np.repeat(np.arange(len(shape)), shape)


def _fill_holes(holes: int, symbols: int, most_copies: int) -> Iterator[tuple[int, ...]]:
    """Yield the shapes that fill so many `holes`: how many copies each symbol has, the symbol with the most first.

    No symbol has more copies than `most_copies`, and no shape has more different symbols than `symbols`:

    >>> list(_fill_holes(holes=5, symbols=3, most_copies=3))
    [(3, 2), (3, 1, 1), (2, 2, 1)]
    """
    if holes == 0:  # nothing is left to fill
        yield ()
    elif symbols > 0:
        for copies in range(min(holes, most_copies), 0, -1):
            # the next symbols have no more copies than this one
            for rest in _fill_holes(holes - copies, symbols - 1, most_copies=copies):
                yield (copies, *rest)


def keep_distinct(
    codes: Codes, columns: NDArray[np.uint8], possible: NDArray[np.bool_], played: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return a flag for each guess: whether to consider it. Of guesses that are alike, only the first is considered.

    The rule must be `symmetric`, so that guesses that are alike are worth the same. `columns` has an array for each
    hole: the symbol numbers of all guesses there. `possible` has a flag for each symbol: whether some candidate has the
    symbol; `played`: whether a guess so far has it.

    Guesses are alike if they differ only by symbols of one group. There are two groups: the impossible symbols, which
    no candidate has, and the symbols that are possible but were never played. If D and E are impossible, AE is like
    AD; if B and C were never played, AC is like AB:

    >>> from mastermot.rules.codes import ColourCodes
    >>> columns = np.array([[0, 0, 0, 0], [1, 2, 3, 4]])  # the guesses AB, AC, AD and AE
    >>> possible = np.array([True, True, True, False, False])
    >>> played = np.array([True, False, False, False, False])
    >>> keep_distinct(ColourCodes(2, 5), columns, possible, played).tolist()
    [True, False, True, False]
    """
    impossible = ~possible
    unplayed = possible & ~played
    distinct = _come_in_order(columns, unplayed)
    if not codes.repeats:
        # a guess with two impossible symbols needs two different ones: D, then E
        return distinct & _come_in_order(columns, impossible)
    # with repeats, the first impossible symbol can stand in several holes: guesses with any other impossible symbol are
    # left out
    first_impossible = np.flatnonzero(impossible)[:1]  # empty if all symbols are possible
    left_out = impossible.copy()
    left_out[first_impossible] = False
    if left_out.any():  # otherwise the columns need not be looked at
        for column in columns:
            distinct &= ~left_out[column]
    return distinct


def _come_in_order(columns: NDArray[np.uint8], group: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a flag for each guess: whether the symbols of a group come into the guess in the order of the group.

    The first hole with a symbol of the group must have the group's first symbol; the next symbol of the group that is
    new in the guess must be the group's second one, and so on. How many of them the guess has does not matter. If the
    group has fewer than two symbols, the flag is True for every guess. `columns` has an array for each hole, the
    symbols of all guesses there; `group` has a flag for each symbol.

    >>> columns = np.array([[0, 1, 0], [1, 0, 2]])  # the guesses AB, BA and AC
    >>> _come_in_order(columns, np.array([True, True, True])).tolist()
    [True, False, False]
    """
    in_order = np.ones(len(columns[0]), np.bool_)
    if group.sum() <= 1:  # a single symbol is always in order
        return in_order
    ranks = np.where(group, np.cumsum(group), 0).astype(np.uint8)  # 1, 2, 3… for the group, 0 for other symbols
    highest = np.zeros(len(columns[0]), np.uint8)  # for each guess, the highest rank in the holes so far
    for column in columns:
        rank = ranks[column]
        in_order &= rank <= highest + 1  # a symbol that came before, the group's next one, or one of no group
        np.maximum(highest, rank, out=highest)
    return in_order
