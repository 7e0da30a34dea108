"""Symmetries of a game of colours, as permutations of its codes that keep all partitions.

Exchanging the names of colours, or the holes of guess and secret alike, keeps what guesses tell
apart under every rule. With black marks
only, and repeats, the names may be exchanged in each hole apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import ColourCodes
from mastermot.rules import BLACK, Rule

MAX_GROUP = 12_000_000
"""Entries of the table of symmetries at most; beyond, only exchanges of holes are used, or none."""

Group = NDArray[np.int32]
"""Where each symmetry takes each code: shape (symmetries, codes)."""


@dataclass(frozen=True)
class Root:
    """A first guess that stands for all those that symmetries take it to."""

    guess: int
    orbit: NDArray[np.intp]
    group: Group
    """The symmetries that keep it."""


def list_roots(codes: ColourCodes, rule: Rule) -> list[Root]:
    """Return the first guesses that differ by more than a symmetry, with the symmetries that keep each."""
    if rule is BLACK and codes.repeats:
        group = make_group(codes, list(exchange_apart(codes)), count_apart(codes))
        return [Root(0, np.arange(codes.count), group)]
    symbols = len(codes.alphabet)
    names = [(name,) * codes.length for name in permutations(range(symbols))] if symbols <= 8 else []
    group = make_group(codes, names, math.factorial(codes.length) * len(names) or MAX_GROUP)
    return [Root(int(orbit[0]), orbit, group[group[:, orbit[0]] == orbit[0]]) for orbit in list_orbits(group)]


def list_orbits(group: Group) -> Iterator[NDArray[np.intp]]:
    """Yield the codes that symmetries take into each other, by their first code."""
    first = group.min(axis=0)
    for code in np.unique(first):
        yield np.flatnonzero(first == code)


def count_apart(codes: ColourCodes) -> int:
    """Return the number of symmetries that keep the first code, names being exchanged in each hole apart."""
    return int(math.factorial(codes.length) * math.factorial(len(codes.alphabet) - 1) ** codes.length)


def exchange_apart(codes: ColourCodes) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the exchanges of names, hole by hole, that keep the first code, all of the first colour."""
    if count_apart(codes) * codes.count <= MAX_GROUP:
        yield from product(((0, *names) for names in permutations(range(1, len(codes.alphabet)))), repeat=codes.length)


def make_group(codes: ColourCodes, names: list[tuple[tuple[int, ...], ...]], count: int) -> Group:
    """Return so many symmetries as a table: all exchanges of holes with all these exchanges of names.

    Where that is too large, only exchanges of holes, or none but the one that changes nothing.
    """
    if count * codes.count > MAX_GROUP:
        names = [(tuple(range(len(codes.alphabet))),) * codes.length]
        count = math.factorial(codes.length)
    if count * codes.count > MAX_GROUP:
        return np.arange(codes.count, dtype=np.int32)[None]
    places = np.full((len(codes.alphabet),) * codes.length, -1, np.int32)
    places[tuple(codes.array.T)] = np.arange(codes.count)
    tables = [np.array(table, np.uint8) for table in names]
    rows = []
    for holes in permutations(range(codes.length)):
        columns = [codes.array[:, hole] for hole in holes]
        rows += [places[tuple(table[hole][column] for hole, column in enumerate(columns))] for table in tables]
    return np.array(rows, np.int32)
