"""One form for sets of colours that symmetries turn into each other, as the checker of proofs finds it.

The search has a form of its own (`symmetry`); neither knows of the other's. The exchanges are listed here for both.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from mastermot.rules import Marks
from mastermot.rules.codes import Codes

Integers = NDArray[np.int64]  #: Marks of guesses (rows) against codes (columns), or places of codes.
COMPARED_FORMS = 100  #: Codes up to which the marks of all pairs are looked at.
FORM_ROUNDS = 2  #: How often signs are made anew before it is seen which are the same.


class Forms:
    """One form for all sets of colours that exchanging holes and renaming colours, maybe `apart`, turn into each other.

    Signs that no symmetry changes, 64-bit integers that wrap around, order the holes and the colours. Should equal sets
    have several forms all the same, a proof may be refused that holds; none that does not hold is accepted.
    """

    def __init__(self, codes: Codes, marks: Integers, meanings: Sequence[Marks], apart: bool) -> None:
        self.digits = codes.array.astype(np.int64)
        self.colours = len(codes.alphabet)
        self.powers = self.colours ** np.arange(codes.length)
        self.places = np.full(self.colours**codes.length, -1, np.int64)
        self.places[self.digits @ self.powers] = np.arange(codes.count)
        self.weights = np.array([(mark.blacks * 7919 + mark.whites * 104_729 + 1) << 20 for mark in meanings], np.int64)
        self.marks = marks
        self.apart = apart
        self.exchanges = list_exchanges(codes, apart)

    def bring(self, places: Integers) -> Integers:
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

    def recognize(self, places: Integers) -> int:
        """Return a number that no symmetry changes: sets with different ones have different forms."""
        letters = self.digits[places] + self.colours * np.arange(self.digits.shape[1])
        counts = np.bincount(letters.ravel(), minlength=self.colours * letters.shape[1])
        return int(mix(self.mix_lines(counts[None])).sum())

    def sign(self, signs: Integers, letters: Integers, have: Integers) -> Integers:
        """Return the signs of the colours of each hole, mixed with the signs of all codes that have that colour there.

        Each row of `signs` is mixed by itself. `letters` has the colours of each code, numbered hole by hole; `have`
        says the same with a 1 for each colour that a code has.
        """
        for _round in range(FORM_ROUNDS):
            mixed = self.mix_lines(signs)
            codes = mix(mixed[:, letters].sum(axis=2))
            signs = mix(mixed + codes @ have)
        return signs

    def mix_lines(self, signs: Integers) -> Integers:
        """Return the signs of the colours of each hole mixed with those of their holes, and of their colours."""
        mixed = mix(signs).reshape(len(signs), -1, self.colours)
        mixed = mixed + mix(mixed.sum(axis=2, keepdims=True))
        if not self.apart:
            mixed += 3 * mix(mixed.sum(axis=1, keepdims=True))
        return mix(mixed.reshape(len(signs), -1))

    def choose_guesses(self, places: Integers) -> NDArray[np.bool_]:
        """Return for each code whether it must be guessed at a set: not if an earlier one is just as good.

        An exchange of holes or colours that turns the set into itself turns each guess into one that is just as good.
        So a guess that such an exchange turns into an earlier one need not be looked at.
        """
        # the exchanges that turn the set into itself: for each, the place of the code that each code becomes
        kept = self.exchanges[(np.sort(self.exchanges[:, places], axis=1) == places).all(axis=1)]
        return np.asarray((kept >= np.arange(len(self.digits))).all(axis=0))


def list_exchanges(codes: Codes, apart: bool) -> NDArray[np.int32]:
    """Return the place of each code once two holes, or two colours (of one hole where `apart`), are exchanged.

    A row for each exchange; exchanging twice changes nothing.
    """
    digits = codes.array
    holes = np.arange(codes.length)
    colours = np.arange(len(codes.alphabet))
    powers = len(colours) ** holes[::-1]
    values = digits @ powers  # rise from code to code
    where = holes[:, None] == holes if apart else np.ones((1, len(holes)), np.bool_)
    moved = (digits[:, order] for order in list_swaps(holes))
    renamed = (np.where(some, names[digits], digits) for names in list_swaps(colours) for some in where)
    images = [np.searchsorted(values, image @ powers) for image in chain(moved, renamed)]
    return np.array(images, np.int32).reshape(-1, codes.count)


def list_swaps(order: Integers) -> Iterable[Integers]:
    """Yield the order with each two of it exchanged."""
    for pair in combinations(range(len(order)), 2):
        swapped = order.copy()
        swapped[list(pair)] = order[list(reversed(pair))]
        yield swapped


def mix(values: Integers) -> Integers:
    """Return the values with their bits spread."""
    values = values * np.int64(0x2545F4914F6CDD1D)
    return values ^ ((values >> 29) & 0x7FFFFFFFF)
