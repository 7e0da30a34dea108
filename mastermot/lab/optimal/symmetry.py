"""The symmetries of games with colours: holes exchanged, colours renamed.

Under `black`, where colours may repeat, the colours of each hole are renamed apart, since a black mark only says that
guess and code agree in a hole. They serve twice. Where two holes or two colours can be exchanged without changing the
set, one is tried of the guesses that this turns into each other. And a set of codes is remembered in one form for all
sets that a symmetry turns into it, as far as cheap signatures tell them apart: another form only costs time.
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

MarkNumbers = NDArray[np.uint8]  #: Of guesses (rows) against codes.


class Shape(NamedTuple):
    """Codes of holes and colours, and what symmetries do to them."""

    digits: NDArray[np.uint8]  #: The colour of each code (a row) in each hole (a column).
    places: NDArray[np.int32]  #: The index of the code with each value: the sum of its digits times `powers`.
    powers: Integers
    exchanges: NDArray[np.int32]  #: What each code (a column) becomes by each exchange (`list_exchanges`).
    colours: int  #: How many colours there are; 0 in a game without symmetries.
    weights: Integers  #: A number for each marks, which no symmetry changes.
    apart: bool  #: Whether colours are renamed in each hole apart.


@inner
def mix(value: int) -> int:
    """Return the value with its bits spread, so that sums of such values are as good as random.

    The product wraps around; its upper 35 bits are then added to the lower ones, by exclusive or.
    """
    value *= 0x2545F4914F6CDD1D
    return value ^ ((value >> 29) & 0x7FFFFFFFF)


@inner
def sum_signatures(shape: Shape, marks: MarkNumbers, members: Members) -> Integers:
    """Return, for each colour (a row) and hole (a column), the sum of the signatures of the codes that have it there.

    The signature of a code is made of the marks that it gets from all codes of the set. Of sets of more than `SIGNED`
    codes, all signatures are 1.
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
def find_form(shape: Shape, marks: MarkNumbers, members: Members, order: Integers, names: Integers) -> None:
    """Fill in the order of the holes and the names of the colours that bring a set into its remembered form.

    Holes and colours get numbers that do not depend on their order or their names, only on the set: those of a hole are
    mixed from the signatures of its colours, those of a colour from the signatures and numbers of its holes, and once
    more those of a hole. Sorted by these numbers, two sets that a symmetry turns into each other look the same, unless
    two holes or two colours have one number.
    """
    if shape.apart:
        find_form_apart(shape, marks, members, order, names)
        return
    holes = len(order)
    sums = sum_signatures(shape, marks, members)
    by_hole = np.zeros(holes, np.int64)
    by_colour = np.zeros(shape.colours, np.int64)
    # the numbers of holes; from them those of colours; from these those of holes once more
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
    # the order of the holes is fixed: now the numbers of colours may depend on it, and tell more colours apart
    for colour in range(shape.colours):
        by_colour[colour] = 0
        for place in range(holes):
            by_colour[colour] = mix(by_colour[colour] + sums[colour, order[place]])
    sorted_colours = np.empty(shape.colours, np.int64)
    sort_places(by_colour, sorted_colours)
    for rank in range(shape.colours):
        names[0, sorted_colours[rank]] = rank  # a colour's new name is its rank in that order


@inner
def find_form_apart(shape: Shape, marks: MarkNumbers, members: Members, order: Integers, names: Integers) -> None:
    """Do what `find_form` does where colours are renamed in each hole apart: `names` has a row for each hole.

    Codes, colours in holes, and holes get signatures from each other, round after round. While two holes have the same
    one, or two colours in a hole, a colour of the first of these is given another: any will do if they are alike.
    """
    shown = show_pairs(shape, marks, members)
    codes = np.ones(len(members), np.int64)
    by_hole = np.empty(len(order), np.int64)
    sums = np.empty_like(shown)
    sorted_colours = np.empty(shape.colours, np.int64)
    for step in range(1, 2 + shown.size):
        for _round in range(ROUNDS):
            sign_apart(shape, members, shown, codes, sums, by_hole)
        sort_places(by_hole, order)
        any_tie = False
        for place in range(len(order)):
            hole = order[place]
            sort_places(sums[hole], sorted_colours)
            tied_rank = 0  # the rank of a colour to be told apart from the one before it; 0 if there is none
            if place > 0 and by_hole[hole] == by_hole[order[place - 1]]:  # two holes are alike: the last colour will do
                tied_rank = shape.colours - 1
            for rank in range(shape.colours):
                colour = sorted_colours[rank]
                names[hole, colour] = rank
                if rank > 0 and sums[hole, colour] == sums[hole, sorted_colours[rank - 1]] != 0:
                    tied_rank = rank
            if tied_rank > 0 and not any_tie:
                shown[hole, sorted_colours[tied_rank]] += step
                any_tie = True
        if not any_tie:
            break


@inner
def show_pairs(shape: Shape, marks: MarkNumbers, members: Members) -> Integers:
    """Return a figure for each hole and colour, made of the pairs of codes that both have this colour there.

    Each such pair adds the weight of the marks that its codes give each other. Sets of more than `SIGNED` codes have
    too many pairs: their figures are all 0.
    """
    holes = shape.digits.shape[1]
    shown = np.zeros((holes, shape.colours), np.int64)
    if len(members) > SIGNED:
        return shown
    for i in range(1, len(members)):
        for j in range(i):
            weight = shape.weights[marks[members[i], members[j]]]
            for hole in range(holes):
                colour = shape.digits[members[i], hole]
                if colour == shape.digits[members[j], hole]:
                    shown[hole, colour] += weight
    return shown


@inner
def sign_apart(
    shape: Shape, members: Members, shown: Integers, codes: Integers, sums: Integers, by_hole: Integers
) -> None:
    """Make new signatures: of colours in holes (`sums`), of holes (`by_hole`), and of codes (`codes`).

    That of a colour in a hole is made of those of the codes that have it there, and of what is `shown` of it; that of a
    hole, of those of its colours; that of a code, of those of its colours and holes.
    """
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
    """Fill `places` with the places of the values in increasing order, the first of equal ones first.

    Values 7, 3 and 5 have the places 1, 2 and 0. The few values that there are are sorted by insertion.
    """
    for i in range(len(values)):
        j = i  # where the i-th value goes among those before it
        while j > 0 and values[places[j - 1]] > values[i]:
            places[j] = places[j - 1]
            j -= 1
        places[j] = i


@inner
def move_code(shape: Shape, code: int, order: Integers, names: Integers) -> int:
    """Return the code that has, in each place, the renamed colour of the hole that comes there.

    `order` says which hole comes in each place; `names` has the new name of each colour, in a row for each hole if
    colours are renamed `apart`, else in one row.
    """
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
        for colour in range(shape.colours):  # which one was renamed so?
            if names[hole if shape.apart else 0, colour] == shape.digits[code, place]:
                value += shape.powers[hole] * colour
    return int(shape.places[value])


@inner
def find_firsts(shape: Shape, sums: Integers, members: Members, guesses: Members) -> NDArray[np.bool_]:
    """Return a flag for each guess: whether it is the first of those that are just as good at this set.

    An exchange that turns the set `members` into itself turns each guess into one that is just as good. Such exchanges
    are recognized by keys: `sums` has two random numbers for each code, and the set has the same two sums after the
    exchange as before it. Then, exchange by exchange, each guess takes over the smallest guess that it can become
    (`firsts`), until nothing changes any more.
    """
    first_sum = second_sum = 0
    for code in members:
        first_sum += sums[code, 0]
        second_sum += sums[code, 1]
    keeps_set = np.zeros(len(shape.exchanges), np.bool_)
    for index in range(len(keeps_set)):
        first_difference = first_sum
        second_difference = second_sum
        for code in members:
            image = shape.exchanges[index, code]
            first_difference -= sums[image, 0]
            second_difference -= sums[image, 1]
        keeps_set[index] = first_difference == 0 and second_difference == 0
    if not keeps_set.any():
        return np.ones(len(guesses), np.bool_)
    firsts: Integers = np.arange(len(shape.digits))
    changed = True
    while changed:  # they become smaller until each is the first of its orbit
        changed = False
        for exchange in np.flatnonzero(keeps_set):
            images = shape.exchanges[exchange]
            for guess in guesses:
                if firsts[images[guess]] < firsts[guess]:
                    firsts[guess] = firsts[images[guess]]
                    changed = True
    return np.equal(firsts[guesses], guesses)
