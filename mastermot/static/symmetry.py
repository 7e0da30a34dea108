"""Symmetries of a game of colours, as permutations of its codes that keep all partitions.

Exchanging the names of colours, or the holes of guess and secret alike, keeps what guesses tell apart under every rule.
"""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import ColourCodes

MAX_GROUP = 12_000_000
"""Entries of a table of symmetries at most; beyond, only exchanges of holes are used, or none."""

Group = NDArray[np.int32]
"""Where each symmetry takes each code: shape (symmetries, codes)."""


def list_symmetries(codes: ColourCodes) -> Group:
    """Return all exchanges of holes with all of names, or where these are too many of holes, or that of nothing."""
    symbols, holes = len(codes.alphabet), math.factorial(codes.length)
    if holes * codes.count > MAX_GROUP:
        return np.arange(codes.count, dtype=np.int32)[None]
    names = [tuple(range(symbols))]
    if holes * codes.count * math.factorial(symbols) <= MAX_GROUP:
        names = list(permutations(range(symbols)))
    places = np.full((symbols,) * codes.length, -1, np.int32)
    places[tuple(codes.array.T)] = np.arange(codes.count)
    moved = [codes.array[:, order] for order in permutations(range(codes.length))]
    return np.array([places[tuple(np.array(name, np.uint8)[rows].T)] for rows in moved for name in names], np.int32)
