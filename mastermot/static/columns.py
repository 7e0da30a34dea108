"""Proofs with black marks and all codes: whether so many guesses can tell all codes apart, tried hole by hole.

In each hole, all that matters of the guesses is which of them have the same symbol: a partition of the guesses. The
marks of a code are a sum with a term for each hole, the guesses that have its symbol there, and guesses tell all codes
apart if all these sums differ. So the order of the holes does not matter, and what some holes do not tell apart no
further holes will: partitions are added one by one, of those that a symmetry takes into each other only one. (With two
symbols this is a problem of weighing coins: B. Lindström, *On a combinatory detection problem I*, Publications of the
Mathematical Institute of the Hungarian Academy of Sciences 9, 1964.)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from mastermot.static.exact import StoppedError
from mastermot.static.symmetry import MAX_GROUP, Group

MAX_PARTITIONS = 30_000
"""Partitions that are listed at most; beyond, sets of guesses are tried."""


def has_columns(holes: int, symbols: int, count: int) -> bool:
    """Return whether a game is small enough: the partitions of its guesses, and the numbers that name their sums."""
    if count < symbols - 1:
        return True
    counts = [1] + [0] * symbols
    for _ in range(count):
        counts = [0, *(parts * counts[parts] + counts[parts - 1] for parts in range(1, symbols + 1))]
    return sum(counts) <= MAX_PARTITIONS and (2 * holes + 1) ** count < 1 << 62


def find_columns(holes: int, symbols: int, count: int, go_on: Callable[[], bool]) -> NDArray[np.intp] | None:
    """Return guesses, a row each, that tell all codes apart by blacks, or None. May raise `StoppedError`."""
    if count < symbols - 1:  # two symbols are in no guess
        return None
    kinds = list_partitions(count, symbols)
    terms = (kinds[:, None] == np.arange(symbols)[:, None]) @ (2 * holes + 1) ** np.arange(count)
    changes = np.array([terms[:, one] - terms[:, other] for one, other in combinations(range(symbols), 2)]).T

    def extend(
        chosen: list[int], sums: NDArray[np.int64], allowed: NDArray[np.bool_], group: Group
    ) -> list[int] | None:
        """Return the partitions of all holes, those chosen first; `sums` are all differences of two codes so far."""
        if len(chosen) == holes:
            return chosen
        first = group.min(axis=0)
        for kind in np.flatnonzero(first == np.arange(len(first))).tolist():
            orbit = first == kind
            if not (allowed & orbit).any():
                continue
            if not go_on():
                raise StoppedError
            more = np.unique(sums[:, None] + np.concatenate([[0], changes[kind], -changes[kind]]))
            left = allowed.copy()
            left[allowed] = ~np.isin(changes[allowed], more).any(axis=1)
            if left.sum() >= holes - len(chosen) - 1:
                found = extend([*chosen, kind], more, left, group[group[:, kind] == kind])
                if found is not None:
                    return found
            allowed = allowed & ~orbit
        return None

    found = extend([], np.zeros(1, np.int64), (changes != 0).all(axis=1), make_group(kinds, symbols))
    return None if found is None else kinds[found].T


def list_partitions(count: int, symbols: int) -> NDArray[np.intp]:
    """Return the partitions of so many guesses that at most one symbol is missing from: shape (partitions, guesses)."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(count):
        found = [(*parts, part) for parts in found for part in range(min(symbols, max(parts, default=-1) + 2))]
    return np.array([parts for parts in found if max(parts) + 2 >= symbols], np.intp)


def make_group(kinds: NDArray[np.intp], symbols: int) -> Group:
    """Return where exchanges of guesses take each partition; of two symbols, a guess may also get their exchange."""
    count = kinds.shape[1]
    flips = np.array(list(product((0, 1), repeat=count)) if symbols == 2 else [(0,) * count])
    if len(kinds) * math.factorial(count) * len(flips) > MAX_GROUP:
        return np.arange(len(kinds), dtype=np.int32)[None]
    one, other = np.triu_indices(count, 1)
    bits = 1 << np.arange(len(one))  # a partition is known by the pairs of guesses that have the same symbol
    names = (kinds[:, one] == kinds[:, other]) @ bits
    order = np.argsort(names)
    rows = []
    for guesses in permutations(range(count)):
        moved = kinds[:, guesses]
        same = moved[:, one] == moved[:, other]
        rows += [order[np.searchsorted(names[order], (same ^ (flip[one] != flip[other])) @ bits)] for flip in flips]
    return np.array(rows, np.int32)
