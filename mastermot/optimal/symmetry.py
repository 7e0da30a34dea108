"""The symmetries of games with colours: holes exchanged, colours renamed.

They serve twice. Among the guesses at a position, those that a symmetry of the history (one that leaves every guess
played so far as it is) turns into each other are worth the same, and one of them is tried. And a set of codes is
remembered in one form for all sets that a symmetry turns into it, as far as cheap signatures tell them apart: a form
that is not the same for two such sets only costs time.

Under `positional` the marks move with the holes: there, once something was played, only colours are renamed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.optimal.compiled import inner
from mastermot.optimal.memory import Integers

SIGNED = 64
"""Codes up to which the marks of all pairs are part of the signatures."""


class Shape(NamedTuple):
    """Codes of holes and colours: digits (codes, holes), their places by value, orders of the holes, weights of marks.

    Without colours there are no orders: `orders` has no rows.
    """

    digits: NDArray[np.uint8]
    places: NDArray[np.int32]
    powers: Integers
    orders: NDArray[np.int64]
    colours: int
    weights: Integers
    fixed_holes: bool


@inner
def mix(value: int) -> int:
    """Return the value with its bits spread."""
    value *= 0x2545F4914F6CDD1D
    return value ^ ((value >> 29) & 0x7FFFFFFFF)


@inner
def sum_signatures(shape: Shape, marks: NDArray[np.uint8], members: NDArray[np.int32]) -> Integers:
    """Return for each colour and hole the sum of the signatures of the codes that have this colour there.

    The signature of a code comes from its marks against the other codes, which no symmetry changes.
    """
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
def find_form(
    shape: Shape, marks: NDArray[np.uint8], members: NDArray[np.int32], order: Integers, names: Integers
) -> None:
    """Fill in the order of the holes and the names of the colours that bring a set into its remembered form."""
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
        names[taken[place]] = place


@inner
def sort_places(values: Integers, places: Integers) -> None:
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
        value += shape.powers[place] * names[shape.digits[code, order[place]]]
    return int(shape.places[value])


@inner
def move_back(shape: Shape, code: int, order: Integers, names: Integers) -> int:
    """Return the code that `move_code` brings to this one."""
    colours = np.empty(shape.colours, np.int64)
    for colour in range(shape.colours):
        colours[names[colour]] = colour
    value = 0
    for place in range(len(order)):
        value += shape.powers[order[place]] * colours[shape.digits[code, place]]
    return int(shape.places[value])


class Fixing(NamedTuple):
    """The symmetries that leave the guesses of a history as they are.

    `orders` has the rows of their orders of holes, `renames` the colours that each makes of those played; the others
    may be renamed at will. `used` has 1 for the colours played. `matters` says whether there is more than one.
    """

    orders: Integers
    renames: Integers
    used: Integers
    matters: bool


@inner
def no_fixing(shape: Shape) -> Fixing:
    """Return what stands for no symmetry at all."""
    nothing = np.zeros((0, shape.colours), np.int64)
    return Fixing(np.zeros(0, np.int64), nothing, np.zeros(0, np.int64), False)


@inner
def find_fixing(shape: Shape, history: NDArray[np.int32], depth: int) -> Fixing:
    """Return the symmetries that leave the first `depth` guesses of a history as they are."""
    used = np.zeros(shape.colours, np.int64)
    for turn in range(depth):
        for hole in range(shape.digits.shape[1]):
            used[shape.digits[history[turn], hole]] = 1
    chosen = np.empty(len(shape.orders), np.int64)
    renames = np.empty((len(shape.orders), shape.colours), np.int64)
    count = 0
    for row in range(1 if depth > 0 and shape.fixed_holes else len(shape.orders)):
        if fit_names(shape, history[:depth], row, renames[count]):
            chosen[count] = row
            count += 1
    return Fixing(chosen[:count], renames[:count], used, count > 1 or shape.colours - used.sum() > 1)


@inner
def fit_names(shape: Shape, played: NDArray[np.int32], row: int, rename: Integers) -> bool:
    """Return whether some names for the colours make up for an order of the holes, and fill in these names."""
    rename[:] = -1
    for turn in range(len(played)):
        for hole in range(shape.digits.shape[1]):
            old = shape.digits[played[turn], shape.orders[row, hole]]
            new = shape.digits[played[turn], hole]
            if rename[old] < 0:
                for other in range(shape.colours):
                    if rename[other] == new:
                        return False
                rename[old] = new
            elif rename[old] != new:
                return False
    return True


@inner
def find_orbit(shape: Shape, code: int, fixing: Fixing) -> int:
    """Return the least value of a code among those that the symmetries turn it into: the name of its orbit."""
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
