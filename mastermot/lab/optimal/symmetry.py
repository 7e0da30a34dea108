"""The symmetries of games with colours: holes exchanged, colours renamed.

Under `black`, where colours may repeat, the colours of each hole are renamed apart, since a black mark only says that
guess and code agree in a hole. They serve twice. Of the guesses that a symmetry of the history (one that leaves every
guess played so far as it is) turns into each other, one is tried. And a set of codes is remembered in one form for all
sets that a symmetry turns into it, as far as cheap signatures tell them apart: another form only costs time.

Under `positional` the marks move with the holes: there, once something was played, only colours are renamed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.optimal.compiled import inner
from mastermot.lab.optimal.counting import Members
from mastermot.lab.optimal.memory import Integers

SIGNED = 64  #: Codes up to which the marks of all pairs are part of the signatures.
POSITIVE = (1 << 63) - 1  #: The bits of a number but its sign.
ROUNDS = 2  #: How often signatures are made anew before it is said which are the same.

Marks = NDArray[np.uint8]  #: Of guesses (rows) against codes.


class Shape(NamedTuple):
    """Codes of holes and colours: digits, places by value, orders of holes (one where `apart`), weights of marks."""

    digits: NDArray[np.uint8]
    places: NDArray[np.int32]
    powers: Integers
    orders: NDArray[np.int64]
    colours: int
    weights: Integers
    fixed_holes: bool
    apart: bool


@inner
def mix(value: int) -> int:
    """Return the value with its bits spread."""
    value *= 0x2545F4914F6CDD1D
    return value ^ ((value >> 29) & 0x7FFFFFFFF)


@inner
def sum_signatures(shape: Shape, marks: Marks, members: Members) -> Integers:
    """Return for each colour and hole the signatures, from marks against all, of codes that have it there, summed."""
    sums = np.zeros((shape.colours, shape.digits.shape[1]), np.int64)
    for i in range(len(members)):
        code = members[i]
        signature = 1
        if len(members) <= SIGNED:
            for j in range(len(members)):
                signature += shape.weights[marks[code, members[j]]]
            signature = mix(signature)
        for hole in range(shape.digits.shape[1]):
            sums[shape.digits[code, hole], hole] += signature
    return sums


@inner
def find_form(shape: Shape, marks: Marks, members: Members, order: Integers, names: Integers) -> None:
    """Fill in the order of the holes and the names of the colours that bring a set into its remembered form."""
    if shape.apart:
        find_form_apart(shape, marks, members, order, names)
        return
    holes = len(order)
    sums = sum_signatures(shape, marks, members)
    by_hole = np.zeros(holes, np.int64)
    by_colour = np.zeros(shape.colours, np.int64)
    for hole in range(holes):
        for colour in range(shape.colours):
            by_hole[hole] += mix(sums[colour, hole])
    for colour in range(shape.colours):
        for hole in range(holes):
            by_colour[colour] += mix(mix(sums[colour, hole]) + by_hole[hole])
    for hole in range(holes):
        for colour in range(shape.colours):
            by_hole[hole] += mix(mix(sums[colour, hole]) + by_colour[colour])
    sort_places(by_hole, order)
    for colour in range(shape.colours):
        by_colour[colour] = 0
        for place in range(holes):
            by_colour[colour] = mix(by_colour[colour] + sums[colour, order[place]])
    taken = np.empty(shape.colours, np.int64)
    sort_places(by_colour, taken)
    for place in range(shape.colours):
        names[0, taken[place]] = place


@inner
def find_form_apart(shape: Shape, marks: Marks, members: Members, order: Integers, names: Integers) -> None:
    """Fill in the same where colours are renamed apart.

    Codes, colours in holes, and holes get signatures from each other, round after round. While two holes have the same,
    or two colours in a hole, a colour of the first of these gets another: when they are alike it may be any.
    """
    shown = show_pairs(shape, marks, members)
    codes, by_hole = np.ones(len(members), np.int64), np.empty(len(order), np.int64)
    sums, ranks = np.empty_like(shown), np.empty(shape.colours, np.int64)
    for step in range(1, 2 + shown.size):
        for _round in range(ROUNDS):
            sign_apart(shape, members, shown, codes, sums, by_hole)
        sort_places(by_hole, order)
        tied = False
        for place in range(len(order)):
            hole = order[place]
            sort_places(sums[hole], ranks)
            alike = shape.colours - 1 if place > 0 and by_hole[hole] == by_hole[order[place - 1]] else 0
            for rank in range(shape.colours):
                names[hole, ranks[rank]] = rank
                if rank > 0 and sums[hole, ranks[rank]] == sums[hole, ranks[rank - 1]] != 0:
                    alike = rank
            if alike > 0 and not tied:
                shown[hole, ranks[alike]] += step
                tied = True
        if not tied:
            break


@inner
def show_pairs(shape: Shape, marks: Marks, members: Members) -> Integers:
    """Return for each hole and colour the sum of the weights of the pairs of codes that both have it there."""
    holes = shape.digits.shape[1]
    shown = np.zeros((holes, shape.colours), np.int64)
    for i in range(1, len(members) if len(members) <= SIGNED else 0):
        for j in range(i):
            weight = shape.weights[marks[members[i], members[j]]]
            for hole in range(holes):
                if shape.digits[members[i], hole] == shape.digits[members[j], hole]:
                    shown[hole, shape.digits[members[i], hole]] += weight
    return shown


@inner
def sign_apart(
    shape: Shape, members: Members, shown: Integers, codes: Integers, sums: Integers, by_hole: Integers
) -> None:
    """Sign colours in holes, 0 for those that no code has there, by their codes; holes by these, and codes by both."""
    sums[:] = shown
    for i in range(len(members)):
        for hole in range(len(by_hole)):
            sums[hole, shape.digits[members[i], hole]] += codes[i]
    for hole in range(len(by_hole)):
        by_hole[hole] = 0
        for colour in range(shape.colours):
            sums[hole, colour] = mix(sums[hole, colour]) & POSITIVE
            by_hole[hole] += mix(sums[hole, colour])
    for i in range(len(members)):
        code = 0
        for hole in range(len(by_hole)):
            code += mix(sums[hole, shape.digits[members[i], hole]] + by_hole[hole])
        codes[i] = mix(code)


@inner
def sort_places(values: NDArray[np.integer], places: Integers) -> None:
    """Fill `places` with the places of the values in increasing order, the first of equal ones first."""
    for i in range(len(values)):
        j = i
        while j > 0 and values[places[j - 1]] > values[i]:
            places[j] = places[j - 1]
            j -= 1
        places[j] = i


@inner
def move_code(shape: Shape, code: int, order: Integers, names: Integers) -> int:
    """Return the code that has, in each place, the renamed colour of the hole that comes there."""
    value = 0
    for place in range(len(order)):
        hole = order[place]
        value += shape.powers[place] * names[hole if shape.apart else 0, shape.digits[code, hole]]
    return int(shape.places[value])


@inner
def move_back(shape: Shape, code: int, order: Integers, names: Integers) -> int:
    """Return the code that `move_code` brings to this one."""
    value = 0
    for place in range(len(order)):
        hole = order[place]
        for colour in range(shape.colours):
            if names[hole if shape.apart else 0, colour] == shape.digits[code, place]:
                value += shape.powers[hole] * colour
    return int(shape.places[value])


class Fixing(NamedTuple):
    """The symmetries that leave the guesses of a history as they are; whether there is more than one `matters`.

    `orders` has the rows of their orders of holes, `renames` the colours that each makes of those played (`used`); the
    others may be renamed at will. Where colours are renamed apart: `renames` has a row for each hole, with the number
    of each colour in the order in which they were played there, those not played having the next number all; `orders`
    has for each hole the first with the same numbers in the history, with which it may be exchanged.
    """

    orders: Integers
    renames: Integers
    used: Integers
    matters: bool


@inner
def find_fixing(shape: Shape, history: Members, depth: int, symmetric: bool) -> Fixing:
    """Return the symmetries that leave the first `depth` guesses of a `symmetric` history as they are."""
    if not symmetric:
        nothing = np.zeros((0, shape.colours), np.int64)
        return Fixing(np.zeros(0, np.int64), nothing, np.zeros(0, np.int64), False)
    if shape.apart:
        return find_fixing_apart(shape, history, depth)
    used = np.zeros(shape.colours, np.int64)
    used[shape.digits[history[:depth]].ravel()] = 1
    chosen = np.empty(len(shape.orders), np.int64)
    renames = np.empty((len(shape.orders), shape.colours), np.int64)
    count = 0
    for row in range(1 if depth > 0 and shape.fixed_holes else len(shape.orders)):
        if fit_names(shape, history[:depth], row, renames[count]):
            chosen[count] = row
            count += 1
    return Fixing(chosen[:count], renames[:count], used, count > 1 or shape.colours - used.sum() > 1)


@inner
def find_fixing_apart(shape: Shape, history: Members, depth: int) -> Fixing:
    """Return the same where colours are renamed apart."""
    holes = shape.digits.shape[1]
    alike, numbers = np.arange(holes), np.full((holes, shape.colours), -1)
    played, fewest = np.empty((holes, depth), np.int64), shape.colours
    for hole in range(holes):
        fresh = 0
        for turn in range(depth):
            colour = shape.digits[history[turn], hole]
            if numbers[hole, colour] < 0:
                numbers[hole, colour] = fresh
                fresh += 1
            played[hole, turn] = numbers[hole, colour]
        fewest = min(fewest, fresh)
        numbers[hole][numbers[hole] < 0] = fresh
        for other in range(hole - 1, -1, -1):
            if (played[hole] == played[other]).all():
                alike[hole] = other
    matters = shape.colours - fewest > 1 or (alike != np.arange(holes)).any()
    return Fixing(alike, numbers, np.zeros(0, np.int64), matters)


@inner
def fit_names(shape: Shape, played: Members, row: int, rename: Integers) -> bool:
    """Return whether some names for the colours make up for an order of the holes, and fill in these names."""
    rename[:] = -1
    for turn in range(len(played)):
        for hole in range(shape.digits.shape[1]):
            old = shape.digits[played[turn], shape.orders[row, hole]]
            new = shape.digits[played[turn], hole]
            if rename[old] != new and (rename[old] >= 0 or (rename == new).any()):
                return False
            rename[old] = new
    return True


@inner
def find_orbit(shape: Shape, code: int, fixing: Fixing) -> int:
    """Return the least value of a code among those that the symmetries turn it into: the name of its orbit."""
    if shape.apart:
        return find_orbit_apart(shape, code, fixing)
    least = -1
    fresh = np.empty(shape.colours, np.int64)
    for symmetry in range(len(fixing.orders)):
        fresh[:] = -1
        free = 0
        value = 0
        for hole in range(shape.digits.shape[1]):
            colour = shape.digits[code, shape.orders[fixing.orders[symmetry], hole]]
            name = fixing.renames[symmetry, colour]
            if not fixing.used[colour]:
                if fresh[colour] < 0:
                    while fixing.used[free]:
                        free += 1
                    fresh[colour] = free
                    free += 1
                name = fresh[colour]
            value += shape.powers[hole] * name
        if least < 0 or value < least:
            least = value
    return least


@inner
def find_orbit_apart(shape: Shape, code: int, fixing: Fixing) -> int:
    """Return the same where colours are renamed apart: their numbers, in order among holes that are alike."""
    numbers = np.empty(shape.digits.shape[1], np.int64)
    for hole in range(len(numbers)):
        numbers[hole] = fixing.renames[hole, shape.digits[code, hole]]
        for other in range(hole):
            if fixing.orders[other] == fixing.orders[hole] and numbers[other] > numbers[hole]:
                numbers[other], numbers[hole] = numbers[hole], numbers[other]
    return int((shape.powers * numbers).sum())
