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
    indices: NDArray[np.int32]  #: The index of the code with each value: the sum of its digits times `powers`.
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
def find_form(shape: Shape, marks: MarkNumbers, members: Members) -> tuple[Integers, Integers]:
    """Return the order of the holes and the names of the colours that bring a set into its remembered form.

    The order says which hole becomes the first one, the second one… (see `move_code`). The names have the new name of
    each colour (a column): in one row, or in a row for each hole if colours are renamed in each hole apart. In a game
    without symmetries both are empty. Two sets that a symmetry turns into each other get the same form, unless they
    have holes or colours that look alike.
    """
    holes = shape.digits.shape[1] if shape.colours > 0 else 0
    order = np.empty(holes, np.int64)
    names = np.empty((holes if shape.apart else 1, shape.colours), np.int64)
    if shape.colours == 0:
        return order, names
    if shape.apart:
        order_apart(shape, marks, members, order, names)
    else:
        sums = sum_signatures(shape, marks, members)
        sort_indices(number_holes(sums), order)
        name_colours(sums, order, names[0])
    return order, names


@inner
def number_holes(sums: Integers) -> Integers:
    """Return a number for each hole that depends on the set only, not on the order of the holes or on the colours.

    `sums` are those of `sum_signatures`. The numbers of holes are mixed from these; from both, numbers of colours; and
    from these the numbers of the holes once more, so that more holes are told apart.
    """
    colours, holes = sums.shape
    by_hole = np.zeros(holes, np.int64)
    by_colour = np.zeros(colours, np.int64)
    for hole in range(holes):
        for colour in range(colours):
            by_hole[hole] += mix(sums[colour, hole])
    for colour in range(colours):
        for hole in range(holes):
            by_colour[colour] += mix(mix(sums[colour, hole]) + by_hole[hole])
    for hole in range(holes):
        for colour in range(colours):
            by_hole[hole] += mix(mix(sums[colour, hole]) + by_colour[colour])
    return by_hole


@inner
def name_colours(sums: Integers, order: Integers, names: Integers) -> None:
    """Fill in the new name of each colour: its rank, if colours are sorted by what they have in the holes in `order`.

    `sums` are those of `sum_signatures`.
    """
    by_colour = np.zeros(len(names), np.int64)
    for colour in range(len(names)):
        for hole in order:
            by_colour[colour] = mix(by_colour[colour] + sums[colour, hole])
    sorted_colours = np.empty(len(names), np.int64)
    sort_indices(by_colour, sorted_colours)
    for rank in range(len(names)):
        names[sorted_colours[rank]] = rank


@inner
def order_apart(shape: Shape, marks: MarkNumbers, members: Members, order: Integers, names: Integers) -> None:
    """Fill in what `find_form` returns where colours are renamed in each hole apart: `names` has a row for each hole.

    Codes, colours in holes, and holes get signatures from each other, round after round. As long as two have the same
    one (`find_tie`), one of these is given another: any will do if they are alike.
    """
    shown = show_pairs(shape, marks, members)
    codes = np.ones(len(members), np.int64)
    by_hole = np.empty(len(order), np.int64)
    sums = np.empty_like(shown)
    ranked = np.empty_like(shown)  # the colours of each hole (a row), in the order of their signatures
    for step in range(1, 2 + shown.size):
        for _round in range(ROUNDS):
            sign_apart(shape, members, shown, codes, sums, by_hole)
        sort_indices(by_hole, order)
        for hole in range(len(order)):
            sort_indices(sums[hole], ranked[hole])
        hole, colour = find_tie(order, by_hole, sums, ranked)
        if hole < 0:
            break
        shown[hole, colour] += step
    for hole in range(len(order)):
        for rank in range(shape.colours):
            names[hole, ranked[hole, rank]] = rank


@inner
def find_tie(order: Integers, by_hole: Integers, sums: Integers, ranked: Integers) -> tuple[int, int]:
    """Return a hole and one of its colours, to be told apart from another hole or colour; -1 and -1 if all are.

    `by_hole` and `sums` have the signatures of holes, and of colours (columns) in holes (rows); `order` and `ranked`
    have holes, and the colours of each hole, in the order of these. A colour that no code has in a hole has the
    signature 0 there, and need not be told apart.

    In hole 1, the colours 0 and 2 have the signature 5:

    >>> sums = np.array([[3, 0, 0], [5, 4, 5]])
    >>> ranked = sums.argsort(kind="stable")
    >>> hole, colour = find_tie(np.array([0, 1]), np.array([10, 20]), sums, ranked)
    >>> int(hole), int(colour)
    (1, 2)
    """
    last = sums.shape[1] - 1
    for new_hole in range(len(order)):
        hole = order[new_hole]
        tied = 0  # the rank of a colour to be told apart; 0 if there is none
        if new_hole > 0 and by_hole[hole] == by_hole[order[new_hole - 1]]:
            tied = last
        for rank in range(1, last + 1):
            signature = sums[hole, ranked[hole, rank]]
            if signature != 0 and signature == sums[hole, ranked[hole, rank - 1]]:
                tied = rank
        if tied > 0:
            return hole, ranked[hole, tied]
    return -1, -1


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
def sort_indices(values: NDArray[np.integer], indices: Integers) -> None:
    """Fill `indices` with the indices of the values in increasing order, as a stable ``argsort`` returns them.

    Values 7, 3 and 5 have the indices 1, 2 and 0. The few values that there are are sorted by insertion.
    """
    for i in range(len(values)):
        j = i  # where the i-th value goes among those before it
        while j > 0 and values[indices[j - 1]] > values[i]:
            indices[j] = indices[j - 1]
            j -= 1
        indices[j] = i


@inner
def move_code(shape: Shape, code: int, order: Integers, names: Integers) -> int:
    """Return the code that a symmetry makes of a code: its holes are put in another order, and its colours renamed.

    `order` says which hole becomes the first one, the second one…; `names` has the new name of each colour, in a row
    for each hole if colours are renamed `apart`, else in one row.

    The third hole of AAB comes first, which gives BAA; then A is called B, and B is called A:

    >>> from mastermot.game.objectives import TOTAL
    >>> from mastermot.lab.optimal.boards import make_board, make_shape
    >>> from mastermot.lab.optimal.search_problem import Problem
    >>> from mastermot.rules import BLACK_WHITE
    >>> from mastermot.rules.codes import ColourCodes
    >>> problem = Problem(ColourCodes(3, 2), BLACK_WHITE, TOTAL)
    >>> shape = make_shape(problem, make_board(problem, 1 << 20))
    >>> aab = list(problem.texts).index("AAB")
    >>> problem.texts[move_code(shape, aab, order=np.array([2, 0, 1]), names=np.array([[1, 0]]))]
    'ABB'
    """
    value = 0
    for new_hole in range(len(order)):
        hole = order[new_hole]
        value += shape.powers[new_hole] * names[hole if shape.apart else 0, shape.digits[code, hole]]
    return int(shape.indices[value])


@inner
def move_codes(shape: Shape, codes: Members, order: Integers, names: Integers) -> Members:
    """Return what `move_code` makes of each code."""
    moved = np.empty_like(codes)
    for i in range(len(codes)):
        moved[i] = move_code(shape, codes[i], order, names)
    return moved


@inner
def move_back(shape: Shape, code: int, order: Integers, names: Integers) -> int:
    """Return the code that `move_code`, with the same order and names, brings to this one.

    So a guess that is remembered for the form of a set becomes one for the set itself.
    """
    value = 0
    for new_hole in range(len(order)):
        hole = order[new_hole]
        for colour in range(shape.colours):  # which one was renamed so?
            if names[hole if shape.apart else 0, colour] == shape.digits[code, new_hole]:
                value += shape.powers[hole] * colour
    return int(shape.indices[value])


@inner
def find_firsts(shape: Shape, sums: Integers, members: Members, guesses: Members) -> NDArray[np.bool_]:
    """Return a flag for each guess: whether it is the first of those that are just as good at this set.

    An exchange that turns the set `members` into itself turns each guess into one that is just as good. Exchange by
    exchange, each guess takes over the smallest guess that it can become (`firsts`), until nothing changes any more.
    """
    keeps_set = find_kept(shape, sums, members)
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


@inner
def find_kept(shape: Shape, sums: Integers, members: Members) -> NDArray[np.bool_]:
    """Return a flag for each exchange of two holes or two colours: whether it turns the set `members` into itself.

    `sums` has two random numbers for each code. The set is the same after an exchange if its two sums are: two
    different sets have the same sums with a chance of 2^-128.
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
    return keeps_set
