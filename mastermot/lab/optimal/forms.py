"""One form for sets of colours that symmetries turn into each other, as the checker of proofs finds it.

The search has a form of its own (`symmetry`); neither knows of the other's.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mastermot.rules import Marks as RuleMarks
from mastermot.rules.codes import Codes

Marks = NDArray[np.int64]  #: Marks of guesses (rows) against codes (columns), as numbers; or places of codes.
COMPARED_FORMS = 100  #: Codes up to which the marks of all pairs are looked at.
FORM_ROUNDS = 2  #: How often signs are made anew before it is seen which are the same.


class Forms:
    """One form for all sets of colours that exchanging holes and renaming colours, maybe `apart`, turn into each other.

    Signs that no symmetry changes, 64-bit integers that wrap around, order the holes and the colours. Should equal sets
    have several forms all the same, a proof may be refused that holds; none that does not hold is accepted.
    """

    def __init__(self, codes: Codes, marks: Marks, meanings: Sequence[RuleMarks], apart: bool) -> None:
        self.digits, self.colours = codes.array.astype(np.int64), len(codes.alphabet)
        self.powers = self.colours ** np.arange(codes.length)
        self.values, self.places = self.digits @ self.powers, np.full(self.colours**codes.length, -1, np.int64)
        self.places[self.values] = np.arange(codes.count)
        self.weights = np.array([(mark.blacks * 7919 + mark.whites * 104_729 + 1) << 20 for mark in meanings], np.int64)
        self.marks, self.apart = marks, apart

    def bring(self, places: Marks) -> Marks:
        """Return the set in its form.

        Holes, colours (of each hole where they are renamed apart) and codes sign each other. While two colours of holes
        have the same sign, each of these is given another one in turn, to see what all signs become: where that
        differs, their signs do from then on; where it never does, one of them is told apart.
        """
        digits = self.digits[places]
        count, holes = digits.shape
        letters = digits + self.colours * np.arange(holes)
        have = np.zeros((count, self.colours * holes), np.int64)
        np.put_along_axis(have, letters, 1, axis=1)
        present = have.sum(axis=0) > 0
        pairs = self.weights[self.marks[np.ix_(places, places)]] @ have if count <= COMPARED_FORMS else 1
        signs = self.sign((pairs * have).sum(axis=0)[None], letters, have)[0]
        for told in range(1, 1 + 2 * len(present)):
            signs = signs * present
            _values, names, counts = np.unique(signs, return_inverse=True, return_counts=True)
            alike = np.flatnonzero((counts[names] > 1) & present)
            if not len(alike):
                break
            each = np.tile(signs, (len(alike), 1))
            each[np.arange(len(alike)), alike] += told
            each = self.sign(each, letters, have)
            views = (mix(each) * present).sum(axis=1)
            split = signs.copy()
            split[alike] = mix(signs[alike] + views)
            differ = len(np.unique(views)) > 1 and len(np.unique(split)) > len(counts)
            signs = self.sign(split[None], letters, have)[0] if differ else each[views.argmin()]
        by_hole = mix(signs).reshape(holes, -1)
        order = by_hole.sum(axis=1).argsort(kind="stable")
        named = by_hole[order] if self.apart else np.tile(by_hole.sum(axis=0), (holes, 1))
        ranks = named.argsort(axis=1, kind="stable").argsort(axis=1)
        return np.sort(self.places[ranks[np.arange(holes), digits[:, order]] @ self.powers])

    def recognize(self, places: Marks) -> int:
        """Return a number that no symmetry changes: sets with different ones have different forms."""
        letters = self.digits[places] + self.colours * np.arange(self.digits.shape[1])
        counts = np.bincount(letters.ravel(), minlength=self.colours * letters.shape[1])
        return int(mix(self.mix_lines(counts[None])).sum())

    def sign(self, signs: Marks, letters: Marks, have: Marks) -> Marks:
        """Return new signs of the colours of each hole, several at once, from those of holes, colours and codes."""
        for _round in range(FORM_ROUNDS):
            mixed = self.mix_lines(signs)
            codes = mix(mixed[:, letters].sum(axis=2))
            signs = mix(mixed + codes @ have)
        return signs

    def mix_lines(self, signs: Marks) -> Marks:
        """Return the signs of the colours of each hole mixed with those of their holes, and of their colours."""
        mixed = mix(signs).reshape(len(signs), -1, self.colours)
        mixed = mixed + mix(mixed.sum(axis=2, keepdims=True))
        if not self.apart:
            mixed += 3 * mix(mixed.sum(axis=1, keepdims=True))
        return mix(mixed.reshape(len(signs), -1))

    def choose_guesses(self, places: Marks) -> NDArray[np.bool_]:
        """Return which codes to guess at a set: the first of those that exchanging colours of a hole makes alike."""
        chosen = np.ones(len(self.digits), np.bool_)
        for hole in range(self.digits.shape[1] if self.apart else 0):
            values, colours = self.values[places], self.digits[places, hole]
            rests = [np.sort(values[colours == c] - c * self.powers[hole]).tobytes() for c in range(self.colours)]
            firsts = np.array([rests.index(rest) for rest in rests])
            chosen &= (firsts == np.arange(self.colours))[self.digits[:, hole]]
        return chosen


def mix(values: Marks) -> Marks:
    """Return the values with their bits spread."""
    values = values * np.int64(0x2545F4914F6CDD1D)
    return values ^ ((values >> 29) & 0x7FFFFFFFF)
