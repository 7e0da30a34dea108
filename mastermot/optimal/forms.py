"""One form for sets of colours that symmetries turn into each other, as the checker of proofs finds it.

The search has a form of its own (`symmetry`); neither knows of the other's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import Codes
from mastermot.rules import Marks as RuleMarks

Marks = NDArray[np.int64]
"""Marks of guesses (rows) against codes (columns), as numbers; or places of codes."""


class Forms:
    """One form for all sets of colours that exchanging holes and renaming colours turn into each other.

    Signatures that no symmetry changes, 64-bit integers that wrap around, order the holes and the colours. Where they
    do not tell holes or colours apart, their own order does: then equal sets may have several forms, and a proof has
    claims about each.
    """

    def __init__(self, codes: Codes, marks: Marks, meanings: Sequence[RuleMarks]) -> None:
        """Keep digits, powers, and the weight of each pair of codes, which their marks give."""
        self.digits = codes.array.astype(np.int64)
        self.colours = len(codes.alphabet)
        self.powers = self.colours ** np.arange(codes.length)
        self.places = np.full(self.colours**codes.length, -1, np.int64)
        self.places[self.digits @ self.powers] = np.arange(codes.count)
        weights = [(mark.blacks * 7919 + mark.whites * 104_729 + 1) << 20 for mark in meanings]
        self.weights = np.array(weights, np.int64)
        self.marks = marks

    def bring(self, places: Marks) -> Marks:
        """Return the set in its form."""
        digits = self.digits[places]
        count, holes = digits.shape
        signs = np.ones(count, np.int64)
        if count <= 64:
            signs = mix(1 + self.weights[self.marks[np.ix_(places, places)]].sum(axis=1))
        sums = np.zeros((self.colours, holes), np.int64)
        np.add.at(sums, (digits, np.arange(holes)), signs[:, None])
        mixed = mix(sums)
        by_hole = mixed.sum(axis=0)
        by_colour = mix(mixed + by_hole).sum(axis=1)
        by_hole = by_hole + mix(mixed + by_colour[:, None]).sum(axis=0)
        order = np.argsort(by_hole, kind="stable")
        by_colour = np.zeros(self.colours, np.int64)
        for hole in order:
            by_colour = mix(by_colour + sums[:, hole])
        names = np.empty(self.colours, np.int64)
        names[np.argsort(by_colour, kind="stable")] = np.arange(self.colours)
        formed: Marks = np.sort(self.places[names[digits[:, order]] @ self.powers])
        return formed


def mix(values: Marks) -> Marks:
    """Return the values with their bits spread."""
    values = values * np.int64(0x2545F4914F6CDD1D)
    return values ^ ((values >> 29) & 0x7FFFFFFFF)
