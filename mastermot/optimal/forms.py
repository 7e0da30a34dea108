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
COMPARED = 500
"""Codes up to which the marks of all pairs are looked at."""
POSITIVE = np.iinfo(np.int64).max
"""The bits of a number but its sign."""


class Forms:
    """One form for all sets of colours that exchanging holes and renaming colours, maybe `apart`, turn into each other.

    Signatures that no symmetry changes, 64-bit integers that wrap around, order the holes and the colours. Where they
    do not tell holes or colours apart, their own order does: then equal sets may have several forms, and a proof has
    claims about each.
    """

    def __init__(self, codes: Codes, marks: Marks, meanings: Sequence[RuleMarks], apart: bool) -> None:
        """Keep digits, powers, and the weight of each pair of codes, which their marks give."""
        self.digits = codes.array.astype(np.int64)
        self.colours = len(codes.alphabet)
        self.powers = self.colours ** np.arange(codes.length)
        self.places = np.full(self.colours**codes.length, -1, np.int64)
        self.values = self.digits @ self.powers
        self.places[self.values] = np.arange(codes.count)
        weights = [(mark.blacks * 7919 + mark.whites * 104_729 + 1) << 20 for mark in meanings]
        self.weights = np.array(weights, np.int64)
        self.marks = marks
        self.apart = apart

    def bring(self, places: Marks) -> Marks:
        """Return the set in its form."""
        digits = self.digits[places]
        count, holes = digits.shape
        if self.apart:
            return self.bring_apart(digits, places)
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
        return self.place(by_colour.argsort(kind="stable").argsort()[digits[:, order]])

    def bring_apart(self, digits: Marks, places: Marks) -> Marks:
        """Return codes in their form, the colours of each hole being renamed apart.

        Holes, their colours and the codes sign each other. While two holes have the same sign, or two colours of a
        hole, another one is given in turn to each colour that has the same as the first of these. What comes of it
        with the least sum of signs is gone on with. So at most all colours are told apart.
        """
        count, holes = digits.shape
        letters = digits + self.colours * np.arange(holes)
        have = np.zeros((count, self.colours * holes), np.int64)
        np.put_along_axis(have, letters, 1, axis=1)
        present = np.bincount(letters.ravel(), minlength=self.colours * holes) > 0
        pairs = self.weights[self.marks[np.ix_(places, places)]] @ have if count <= COMPARED else 1
        by_letter = mix((pairs * have).sum(axis=0))[None] & POSITIVE
        for told in range(1, 2 + len(present)):
            for _round in range(2):
                mixed = mix(by_letter)
                by_hole = mixed.reshape(-1, holes, self.colours).sum(axis=2)
                signs = mix(mix(by_letter + by_hole.repeat(self.colours, axis=1))[:, letters].sum(axis=2))
                by_letter = (mix(mixed + signs @ have) & POSITIVE) * present
            mixed = mix(by_letter)
            least = mixed.sum(axis=1).argmin()
            by_letter, by_hole = by_letter[least], mixed[least].reshape(holes, -1).sum(axis=1)
            order = by_hole.argsort(kind="stable")
            named = by_letter.reshape(holes, -1)[order]
            ranks = named.argsort(axis=1, kind="stable")
            sorted_names = np.sort(named, axis=1)
            same = (sorted_names[:, 1:] == sorted_names[:, :-1]) & (sorted_names[:, 1:] != 0)
            tied = same.any(axis=1)
            tied[1:] |= by_hole[order[1:]] == by_hole[order[:-1]]
            if not tied.any():
                break
            hole = tied.argmax()
            first = sorted_names[hole, 1 + same[hole].argmax() if same[hole].any() else -1]
            alike = np.flatnonzero(by_letter == first)
            by_letter = by_letter.repeat(len(alike)).reshape(-1, len(alike)).T.copy()
            by_letter[np.arange(len(alike)), alike] += told
        return self.place(ranks.argsort(axis=1)[np.arange(holes), digits[:, order]])

    def choose_guesses(self, places: Marks) -> NDArray[np.bool_]:
        """Return which codes to guess at a set: of those that symmetries of the set turn into each other, one at least.

        Where colours are renamed apart, two colours of a hole may be exchanged when the set has the same codes with
        the one there as with the other: this leaves it as it is.
        """
        chosen = np.ones(len(self.digits), np.bool_)
        for hole in range(self.digits.shape[1] if self.apart else 0):
            values, colours = self.values[places], self.digits[places, hole]
            rests = [np.sort(values[colours == c] - c * self.powers[hole]).tobytes() for c in range(self.colours)]
            firsts = np.array([rests.index(rest) for rest in rests])
            chosen &= (firsts == np.arange(self.colours))[self.digits[:, hole]]
        return chosen

    def place(self, digits: Marks) -> Marks:
        """Return the places of codes, in order."""
        return np.sort(self.places[digits @ self.powers])


def mix(values: Marks) -> Marks:
    """Return the values with their bits spread."""
    values = values * np.int64(0x2545F4914F6CDD1D)
    return values ^ ((values >> 29) & 0x7FFFFFFFF)
