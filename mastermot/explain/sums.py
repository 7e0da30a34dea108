"""Techniques that add and subtract the marks of clues, from one clue alone to several weighed against others.

Give each clue of a set a sign, add the marks so signed. A letter at a position brings its clues' signs to that sum; if,
with it there, the other positions cannot bring enough, it is ruled out. One clue: it has its marks, or needs all it can
get. Two clues of opposite signs: a comparison, where shared letters cancel. All of one sign: a count. Otherwise, clues
together against others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from mastermot.explain.board import Board
from mastermot.explain.model import Argument, Atom, Domains, Signs

MAX_SIGNED = 6
"""Clues of the largest set for which all signs are tried."""


def add_signed_marks(
    board: Board, clue_set: int, classes: Sequence[Mapping[int, str]], signs: Signs
) -> tuple[int, frozenset[Atom]]:
    """Return how much could be lost at most without missing the signed sum of marks, and the letters that lose more.

    `classes` are those of `Board.classes`. The first number is below zero when the sum cannot be reached.
    """
    members = board.list_indices(clue_set)
    plus = sum(1 << index for index, sign in zip(members, signs, strict=True) if sign > 0)
    minus = clue_set & ~plus
    spare = -sum(sign * board.clues[index].marks for index, sign in zip(members, signs, strict=True))
    values = []
    for alike in classes:
        here = {mask: (mask & plus).bit_count() - (mask & minus).bit_count() for mask in alike}
        top = max(here.values())
        spare += top
        values.append((top, here))
    lost = [
        (position, letter)
        for position, (top, here) in enumerate(values)
        for mask, value in here.items()
        if top - value > spare
        for letter in classes[position][mask]
    ]
    return spare, frozenset(lost)


def _find_by_sums(
    kind: str, board: Board, clue_set: int, domains: Domains, all_signs: Iterable[Signs]
) -> Iterator[Argument]:
    classes = board.group_letters(clue_set, domains)
    for signs in all_signs:
        spare, lost = add_signed_marks(board, clue_set, classes, signs)
        if spare < 0:
            yield Argument(kind, clue_set, frozenset(), clash=True, signs=signs)
        elif lost:
            yield Argument(kind, clue_set, lost, signs=signs)


def find_without_marks(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what one clue without marks shows."""
    if clue_set.bit_count() == 1 and board.clues[clue_set.bit_length() - 1].marks == 0:
        yield from _find_by_sums("nothing", board, clue_set, domains, [(-1,)])


def find_satisfied(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what one clue that has its marks already shows."""
    if clue_set.bit_count() == 1:
        yield from _find_by_sums("satisfied", board, clue_set, domains, [(-1,)])


def find_needed(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what one clue that needs all it can still get shows."""
    if clue_set.bit_count() == 1:
        yield from _find_by_sums("needed", board, clue_set, domains, [(1,)])


def find_by_comparing(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what the difference of two clues shows."""
    if clue_set.bit_count() == 2:
        yield from _find_by_sums("compare", board, clue_set, domains, [(1, -1), (-1, 1)])


def find_by_counting(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what the marks of several clues, added, show."""
    size = clue_set.bit_count()
    if size > 1:
        yield from _find_by_sums("count", board, clue_set, domains, [(1,) * size, (-1,) * size])


def find_by_weighing(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what clues taken together show when compared with others."""
    size = clue_set.bit_count()
    if 2 < size <= MAX_SIGNED:
        mixed = (signs for signs in product((1, -1), repeat=size) if 0 < signs.count(1) < size)
        yield from _find_by_sums("weigh", board, clue_set, domains, mixed)
