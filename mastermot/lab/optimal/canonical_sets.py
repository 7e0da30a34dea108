"""One form for sets of colours that symmetries turn into each other, as the checker of proofs finds it.

Renaming A to B and B to A turns the set of AA and AB into that of BB and BA: both have one form, so that one claim is
enough for both. The form is found by *signs*: numbers that no symmetry changes. A colour in a hole, a *letter*, has a
sign made from the codes that have it. Holes, and colours, are then put in the order of their signs.

The search has a form of its own (`symmetry`); neither knows of the other's. The exchanges are listed here for both.

What words mean here:

- a *form*: the one set that stands for all sets that symmetries turn into each other;
- a *letter*: a colour in a hole, by its number (`Forms.list_letters`);
- a *sign*: a 64-bit number of a letter, hole, colour or code, made without regard to names: no symmetry changes it;
- letters *share* a sign while nothing has told them apart;
- a *trial*: the sign of one letter is changed, to see what the signs of all letters then become;
- to rename *apart*: to rename the colours of one hole, and not those of the others.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mastermot.rules import Marks
from mastermot.rules.codes import Codes

Integers = NDArray[np.int64]  #: Marks of guesses (rows) against codes (columns), or indices of codes.
COMPARED_FORMS = 100  #: The most codes of a set for the marks of all pairs of them to be looked at.
FORM_ROUNDS = 2  #: How often signs are made anew before they are compared.


class Forms:
    """One form for all sets of colours that exchanging holes and renaming colours turn into each other.

    Colours are renamed `apart` where each hole may rename its own: then A in one hole and A in another are no more
    alike than A and B. Else a colour is renamed in all holes at once.

    Signs that no symmetry changes, 64-bit integers that wrap around, order the holes and the colours. If two sets that
    symmetries turn into each other get different forms nevertheless, a proof that holds may be refused; but no proof
    that does not hold is accepted.

    `marks` are numbers, of guesses (rows) against codes (columns); the first guesses are the codes, in the same order.
    ``meanings[number]`` has the marks that a number stands for.
    """

    def __init__(self, codes: Codes, marks: Integers, meanings: Sequence[Marks], apart: bool) -> None:
        self.digits = codes.array.astype(np.int64)
        self.colours = len(codes.alphabet)
        self.powers = self.colours ** np.arange(codes.length)
        # the index of each code by its value, which is its digits in base `colours`; -1 for no code
        self.indices = np.full(self.colours**codes.length, -1, np.int64)
        self.indices[self.digits @ self.powers] = np.arange(codes.count)
        weights = []  # one for each kind of marks: different numbers, none of them 0; any such would do
        for mark in meanings:
            weights.append((mark.blacks * 7919 + mark.whites * 104_729 + 1) << 20)
        self.weights = np.array(weights, np.int64)
        self.marks = marks
        self.apart = apart
        self.exchanges = list_exchanges(codes, apart)

    def bring(self, members: Integers) -> Integers:
        """Return the form of a set, as sorted indices of codes: the same for all sets that symmetries make of this one.

        `members` are the indices of its codes. The letters (see `list_letters`) get signs that tell apart those that
        are not alike. By these signs, holes are put in order and colours renamed. Of AA, AB, BA and BB, the first two
        have the form of the last two:

        >>> from mastermot.rules import BLACK
        >>> from mastermot.rules.codes import ColourCodes
        >>> blacks = np.array([[2, 1, 1, 0], [1, 2, 0, 1], [1, 0, 2, 1], [0, 1, 1, 2]])
        >>> forms = Forms(ColourCodes(2, 2), blacks, [Marks(0), Marks(1), Marks(2)], apart=False)
        >>> first_two = forms.bring(np.array([0, 1]))
        >>> first_two.tolist() == forms.bring(np.array([2, 3])).tolist()
        True
        >>> first_two.tolist() == forms.bring(np.array([0, 3])).tolist()
        False
        """
        letters = self.list_letters(members)
        has_letter = np.zeros((len(members), self.colours * letters.shape[1]), np.int64)
        np.put_along_axis(has_letter, letters, 1, axis=1)  # 1 for each letter (a column) that a code (a row) has
        signs = self.sign_by_marks(members, letters, has_letter)
        signs = self.tell_apart(signs, letters, has_letter)
        return self.rename(members, signs)

    def list_letters(self, members: Integers) -> Integers:
        """Return the letters of each code (a row) in each hole (a column): a *letter* is a colour in a hole.

        Letters are numbered hole by hole: with three colours, the first hole has the letters 0 to 2, the second 3 to 5.
        """
        return self.digits[members] + self.colours * np.arange(self.digits.shape[1])

    def sign_by_marks(self, members: Integers, letters: Integers, has_letter: Integers) -> Integers:
        """Return the first sign of each letter, from the marks that the codes with this letter give each other.

        A set of more than `COMPARED_FORMS` codes has too many pairs: the sign is then made from the number of codes
        with the letter. In smaller sets, each pair of codes with the letter adds the weight of its marks: it does so
        once in each order, and a code also makes a pair with itself. In both cases the signs of other letters that
        these codes have are mixed in (`sign`).

        `letters` has the letters of each code (a row) of the set `members`, one for each hole (a column); `has_letter`
        has a row for each code, and a column for each letter: 1 if the code has it, else 0.
        """
        first_signs: Integers = has_letter.sum(axis=0)
        if len(members) <= COMPARED_FORMS:
            marks_of_pairs = self.marks[np.ix_(members, members)]
            weights = self.weights[marks_of_pairs]
            # by code (a row) and letter (a column): the weights of the code’s pairs with all codes that have the letter
            with_all = weights @ has_letter
            first_signs = (with_all * has_letter).sum(axis=0)  # of each code, only its own letters count
        signs: Integers = self.sign(first_signs[None], letters, has_letter)[0]
        return signs

    def tell_apart(self, signs: Integers, letters: Integers, has_letter: Integers) -> Integers:
        """Return a different sign for each letter that some code has, made from `signs` that letters may share.

        Rounds are made until no letters share a sign, but at most twice as many as there are letters. In each round,
        every letter that shares its sign has a trial (`run_trials`): the number of the round is added to the sign of
        this letter alone. What all signs then become is made one number, the *outcome* of the trial. There are two
        cases:

        1. Some letters share a sign, but their trials have different outcomes. The outcome of each trial is mixed into
           the sign of its letter, so that these letters get different signs.
        2. Wherever letters share a sign, their trials have the same outcome: these letters are taken for alike, and any
           of them may come first. The signs of the trial with the smallest outcome are kept: there, the letter on
           trial has a sign of its own.

        Letters that no code has get the sign 0. `letters` and `has_letter` are as `sign` takes them. To tell letters
        apart has nothing to do with colours that are renamed *apart*.
        """
        present = has_letter.sum(axis=0) > 0  # the letters that some code has
        for round_number in range(1, 1 + 2 * len(present)):
            signs = signs * present  # of letters that no code has: 0
            sharing = find_sharing(signs, present)
            if len(sharing) == 0:
                break
            trials = self.run_trials(signs, sharing, round_number, letters, has_letter)
            outcomes = (mix(trials) * present).sum(axis=1)  # what all signs become, as one number for each trial
            finer = signs.copy()
            finer[sharing] = mix(signs[sharing] + outcomes)  # to each letter's sign, the outcome of its trial is added
            # if all outcomes are equal, no letter is told from another. If some differ, they may be of letters whose
            # signs differed before: new letters are told apart only if there are more different signs now
            trials_differ = len(np.unique(outcomes)) > 1
            if trials_differ and len(np.unique(finer)) > len(np.unique(signs)):
                signs = self.sign(finer[None], letters, has_letter)[0]
            else:
                signs = trials[outcomes.argmin()]
        return signs

    def run_trials(
        self, signs: Integers, sharing: Integers, change: int, letters: Integers, has_letter: Integers
    ) -> Integers:
        """Return what the signs of all letters (columns) become in each trial (a row), one for each letter `sharing`.

        In its trial, the sign of that letter alone is changed, by adding `change`; then all are made anew (`sign`).
        """
        trials = np.tile(signs, (len(sharing), 1))
        trials[np.arange(len(sharing)), sharing] += change  # in each row, the sign of that row's letter
        return self.sign(trials, letters, has_letter)

    def rename(self, members: Integers, signs: Integers) -> Integers:
        """Return the indices of the codes, sorted, after holes and colours are put in the order of their signs.

        The hole with the smallest sign becomes the first one; the colour with the smallest sign gets the name 0.
        `signs` has one for each letter, as `tell_apart` returns them. The sign of a hole is made from those of its
        letters. So is that of a colour, unless colours are renamed apart: then each hole orders its own letters.
        """
        digits = self.digits[members]
        holes = digits.shape[1]
        letter_signs = mix(signs).reshape(holes, -1)  # a row for each hole, a column for each colour
        old_holes = letter_signs.sum(axis=1).argsort(kind="stable")  # the old hole of each new one
        in_all_holes = np.tile(letter_signs.sum(axis=0), (holes, 1))  # a sign for each colour, in each row the same
        colour_signs = letter_signs[old_holes] if self.apart else in_all_holes
        # colours with the signs 30, 10 and 20 have the order 1, 2, 0, and so the new names 2, 0 and 1
        in_order = colour_signs.argsort(axis=1, kind="stable")  # the colours of each new hole (a row), by their signs
        new_names = in_order.argsort(axis=1)  # of each colour (a column): where it stands in that order
        renamed = new_names[np.arange(holes), digits[:, old_holes]]
        return np.sort(self.indices[renamed @ self.powers])

    def recognize(self, members: Integers) -> int:
        """Return a number that is the same for all sets that symmetries turn into each other.

        Sets with different numbers have different forms, and the numbers are found sooner than the forms. Sets with the
        same number may have the same form or not. The number is made from how many codes have each letter.
        """
        letters = self.list_letters(members)
        counts = np.bincount(letters.ravel(), minlength=self.colours * letters.shape[1])
        return int(mix(self.mix_lines(counts[None])).sum())

    def sign(self, signs: Integers, letters: Integers, has_letter: Integers) -> Integers:
        """Return new signs of letters, in which each letter's sign depends on the codes that have it.

        This is done `FORM_ROUNDS` times: letters are mixed with their holes and colours (`mix_lines`); codes get signs
        from their letters; to the sign of each letter, the signs of all codes with this letter are added.

        `signs` has a column for each letter, and a row for each trial (`tell_apart`), or one row where there are no
        trials; rows do not depend on each other. `letters` has the letters of each code (a row), one for each hole;
        `has_letter` says the same by a 1 for each letter (a column).
        """
        for _round in range(FORM_ROUNDS):
            mixed = self.mix_lines(signs)
            of_letters = mixed[:, letters]  # of the shape (trials, codes, holes)
            code_signs = mix(of_letters.sum(axis=2))  # for each code (a column) from the signs of its letters
            added = code_signs @ has_letter  # for each letter, the signs of the codes that have it
            signs = mix(mixed + added)
        return signs

    def mix_lines(self, signs: Integers) -> Integers:
        """Return signs of letters (`list_letters`) mixed with those of their hole and, if not `apart`, of their colour.

        Letters of the same hole thus get something in common, and so do letters of the same colour. `signs` has a row
        for each trial, a column for each letter; so has what is returned.
        """
        mixed = mix(signs).reshape(len(signs), -1, self.colours)  # of the shape (trials, holes, colours)
        mixed = mixed + mix(mixed.sum(axis=2, keepdims=True))  # the sign of a hole is the sum over its colours
        if not self.apart:  # times 3: so that a hole and a colour which exchange their signs change the sum
            mixed += 3 * mix(mixed.sum(axis=1, keepdims=True))
        return mix(mixed.reshape(len(signs), -1))

    def choose_guesses(self, members: Integers) -> NDArray[np.bool_]:
        """Return for each code whether it must be guessed at a set: not if an earlier one is just as good.

        The `members` of the set are in rising order. An exchange of two holes or of two colours (`list_exchanges`) that
        turns the set into itself turns each guess into one that is just as good. So a guess that such an exchange turns
        into an earlier one need not be looked at. Several exchanges one after the other are not tried: so more guesses
        than necessary may be left.
        """
        images = np.sort(self.exchanges[:, members], axis=1)  # what each exchange (a row) turns the set into
        keeps_set = (images == members).all(axis=1)
        becomes = self.exchanges[keeps_set]  # for each of these exchanges (a row), the code that each code becomes
        becomes_earlier = (becomes < np.arange(len(self.digits))).any(axis=0)
        return np.asarray(~becomes_earlier)


def find_sharing(signs: Integers, present: NDArray[np.bool_]) -> Integers:
    """Return the letters that are `present` and whose sign another letter has too.

    >>> find_sharing(np.array([7, 5, 7, 9]), np.array([True, True, True, False])).tolist()
    [0, 2]
    """
    _values, value_indices, counts = np.unique(signs, return_inverse=True, return_counts=True)
    letters_with_sign = counts[value_indices]  # for each letter, how many letters have its sign
    return np.flatnonzero((letters_with_sign > 1) & present)


def list_exchanges(codes: Codes, apart: bool) -> NDArray[np.int32]:
    """Return what each code (a column) becomes by each exchange (a row) of two holes or of two colours: its index.

    The rows that exchange two holes come first. Where colours are renamed `apart`, two colours are exchanged in one
    hole only, with a row for each hole; else in all holes at once. Of AA, AB, BA and BB, the first row exchanges the
    holes, and the second the colours:

    >>> from mastermot.rules.codes import ColourCodes
    >>> list_exchanges(ColourCodes(2, 2), apart=False).tolist()
    [[0, 2, 1, 3], [3, 2, 1, 0]]
    """
    digits = codes.array
    holes = np.arange(codes.length)
    colours = np.arange(len(codes.alphabet))
    # a code's value has its digits in base `len(colours)`, the first hole's the highest. Codes stand in the order of
    # their values, so a search among these finds the index of a code
    powers = len(colours) ** holes[::-1]
    values = digits @ powers
    # for each exchange, the digits that all codes get
    images: list[NDArray[np.integer]] = [digits[:, order] for order in list_swaps(holes)]
    for new_names in list_swaps(colours):
        renamed = new_names[digits]
        if apart:
            images += [np.where(holes == hole, renamed, digits) for hole in holes]
        else:
            images.append(renamed)
    indices = [np.searchsorted(values, image @ powers) for image in images]
    return np.array(indices, np.int32).reshape(-1, codes.count)  # with `codes.count` columns, also if it has no row


def list_swaps(order: Integers) -> Iterable[Integers]:
    """Yield the order once for each two of its members, with these two exchanged.

    >>> [swapped.tolist() for swapped in list_swaps(np.arange(3))]
    [[1, 0, 2], [2, 1, 0], [0, 2, 1]]
    """
    for first, second in combinations(range(len(order)), 2):
        swapped = order.copy()
        swapped[[first, second]] = order[[second, first]]
        yield swapped


def mix(values: Integers) -> Integers:
    """Return the values with their bits spread, so that sums of them are as good as random.

    Products wrap around; the upper 35 bits are then added to the lower ones, by exclusive or.
    """
    values = values * np.int64(0x2545F4914F6CDD1D)
    return values ^ ((values >> 29) & 0x7FFFFFFFF)
