"""The symmetries of games with colours: holes exchanged, colours renamed.

A *hole* is a position in a code of colours; a *set* is the codes that can still be the secret, its `members`. The
symmetries serve twice:

- Sets that a symmetry turns into each other are brought into one *form*, and remembered under this. Renaming A to B and
  B to A turns the set of AA and AB into that of BB and BA: what is found out about one set holds for the other
  (`find_form`).
- Two holes or two colours can perhaps be exchanged without changing the set, such as A and B in the set of AA and BB.
  Of the guesses that this exchange turns into each other, such as AC and BC, only one is tried (`find_firsts`).

The form is found by *signatures*: random-looking numbers for codes, holes and colours. They are made from a set so that
a hole that is moved keeps its signature, and so does a colour that is renamed. Holes and colours are put in the order
of their signatures. If two signatures are the same, sets that a symmetry turns into each other may get different forms:
that costs time, but no result is wrong.

Under `black`, where colours may repeat, the colours of each hole are renamed *apart*, since a black mark only says that
guess and code agree in a hole: A may become B in the first hole only.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.optimal.compiled import inner
from mastermot.lab.optimal.counting import Members
from mastermot.lab.optimal.memory import Integers

SIGNED = 64  #: In sets of at most so many codes, the marks of all pairs of codes are part of the signatures.
POSITIVE = (1 << 63) - 1  #: All bits of a number but the sign.
ROUNDS = 2  #: How often signatures are made anew before they are compared.

MarkNumbers = NDArray[np.uint8]  #: Of guesses (rows) against codes.


class Symmetries(NamedTuple):
    """Codes of holes and colours, and what symmetries do to them."""

    digits: NDArray[np.uint8]  #: The colour of each code (a row) in each hole (a column).
    code_of_value: NDArray[np.int32]  #: The index of the code with each value: the sum of its digits times `powers`.
    powers: Integers  #: For each hole, the number of colours to the power of 0, 1, 2…
    exchanges: NDArray[np.int32]  #: What each code (a column) becomes by each exchange (`canonical_sets`).
    colours: int  #: How many colours there are; 0 in a game without symmetries.
    weights: Integers  #: For each kind of marks, by its number, a value from which signatures are made.
    apart: bool  #: Whether colours are renamed in each hole apart.


@inner
def mix(value: int) -> int:
    """Return the value with its bits spread, so that sums of such values are as good as random.

    The product wraps around; its upper 35 bits are then added to the lower ones, by exclusive or.
    """
    value *= 0x2545F4914F6CDD1D
    return value ^ ((value >> 29) & 0x7FFFFFFFF)


@inner
def sum_signatures(symmetries: Symmetries, marks: MarkNumbers, members: Members) -> Integers:
    """Return, by colour (a row) and hole (a column), the sum of the signatures of the codes with this colour there.

    The codes are the `members` of a set, and `marks` has the number of the marks of each guess against each code. The
    signature of a code is made of the marks that it gets from all of the members. In sets of more than `SIGNED` codes,
    all signatures are 1, so that the sums say how many codes have the colour there.
    """
    sums = np.zeros((symmetries.colours, symmetries.digits.shape[1]), np.int64)
    for i in range(len(members)):
        code = members[i]
        signature = 1
        if len(members) <= SIGNED:
            for j in range(len(members)):
                signature += symmetries.weights[marks[code, members[j]]]
            signature = mix(signature)
        for hole in range(symmetries.digits.shape[1]):
            sums[symmetries.digits[code, hole], hole] += signature
    return sums


@inner
def find_form(symmetries: Symmetries, marks: MarkNumbers, members: Members) -> tuple[Integers, Integers]:
    """Return the order of the holes and the names of the colours that bring a set into its remembered form.

    With both, `move_codes` brings the set into that form. The order says which hole becomes the first one, the second
    one… The names have the new name of each colour (a column): in one row, or in a row for each hole if colours are
    renamed in each hole apart. There are three ways:

    1. In a game without symmetries both are empty.
    2. Where colours are renamed apart, `order_apart` finds both at once.
    3. Otherwise the holes are put in order first, and then the colours by their sums in the holes in that order.

    Two sets that a symmetry turns into each other get the same form. There is an exception: if holes or colours have
    the same signature though no symmetry of the set exchanges them, the two sets may get different forms.
    """
    holes = symmetries.digits.shape[1] if symmetries.colours > 0 else 0
    order = np.empty(holes, np.int64)
    names_rows = holes if symmetries.apart else 1
    names = np.empty((names_rows, symmetries.colours), np.int64)
    if symmetries.colours == 0:
        return order, names
    if symmetries.apart:
        order_apart(symmetries, marks, members, order, names)
    else:
        sums = sum_signatures(symmetries, marks, members)
        sort_indices(number_holes(sums), order)
        name_colours(sums, order, names[0])
    return order, names


@inner
def number_holes(sums: Integers) -> Integers:
    """Return a number for each hole that depends on the set only, not on the order of holes or the names of colours.

    `sums` has a row for each colour and a column for each hole (`sum_signatures`). First the number of each hole is
    mixed from its sums. Then the number of each colour is mixed from its sums and the numbers of all holes. Last, the
    sums of each hole, mixed with the numbers of all colours, are added to its number: so holes are told apart whose
    sums alone are the same.
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
    """Fill in the new name of each colour: its rank if colours are sorted by a number that is mixed from its `sums`.

    `sums` has a row for each colour and a column for each hole (`sum_signatures`). They are mixed hole after hole, in
    the `order` of the holes in the form (see `find_form`), so that it does not matter how the holes stood before.
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
def order_apart(symmetries: Symmetries, marks: MarkNumbers, members: Members, order: Integers, names: Integers) -> None:
    """Fill in what `find_form` returns where colours are renamed in each hole apart: `order` and `names`.

    `order` gets the hole that becomes the first one, the second one…; `names` has a row for each hole, and gets the new
    name of each colour (a column) there. Codes, colours in holes, and holes get signatures from each other. This is
    repeated:

    1. All signatures are made anew from each other, `ROUNDS` times (`sign_apart`). The holes are sorted by their
       signatures, and so are the colours of each hole.
    2. `find_tie` looks for two holes, or two colours of a hole, with the same signature. If there are none, this order
       of holes and colours is the result.
    3. Otherwise `find_tie` names a colour in a hole: the number in `base` from which its signature is made is changed,
       so that the next signatures differ. If a symmetry of the set exchanges the two holes or the two colours, it does
       not matter which of them comes first.
    """
    base = weigh_pairs(symmetries, marks, members)  # by hole (a row) and colour (a column)
    code_signs = np.ones(len(members), np.int64)
    hole_signs = np.empty(len(order), np.int64)
    colour_signs = np.empty_like(base)  # of the colours (columns) in each hole (a row)
    ranked = np.empty_like(base)  # the colours of each hole (a row), in the order of their signatures
    for change in range(1, 2 + base.size):  # each time, one more colour of a hole is told apart: so often is enough
        for _round in range(ROUNDS):
            sign_apart(symmetries, members, base, code_signs, colour_signs, hole_signs)
        sort_indices(hole_signs, order)
        for hole in range(len(order)):
            sort_indices(colour_signs[hole], ranked[hole])
        hole, colour = find_tie(order, hole_signs, colour_signs, ranked)
        if hole < 0:
            break
        base[hole, colour] += change  # each time another number
    for hole in range(len(order)):
        for rank in range(symmetries.colours):
            names[hole, ranked[hole, rank]] = rank


@inner
def find_tie(order: Integers, hole_signs: Integers, colour_signs: Integers, ranked: Integers) -> tuple[int, int]:
    """Return a hole and one of its colours whose signature must be changed; -1 and -1 if all are told apart already.

    `hole_signs` has the signature of each hole, and `order` the holes in the order of their signatures. `colour_signs`
    has the signatures of the colours (columns) in each hole (a row), and `ranked` the colours of each hole in the order
    of theirs.

    The holes are looked at in `order`; the first with one of two faults is returned, with a colour:

    1. One of its colours has the signature of the colour before it in `ranked`: that colour is returned, or the last
       such one. The signature 0 does not count: the colours that no code has in a hole all have it.
    2. Otherwise, the hole has the signature of the hole before it: its colour with the largest signature is returned.

    In hole 1, the colours 0 and 2 have the signature 5:

    >>> colour_signs = np.array([[3, 0, 0], [5, 4, 5]])
    >>> ranked = colour_signs.argsort(kind="stable")
    >>> hole, colour = find_tie(np.array([0, 1]), np.array([10, 20]), colour_signs, ranked)
    >>> int(hole), int(colour)
    (1, 2)
    """
    last = colour_signs.shape[1] - 1
    for new_hole in range(len(order)):
        hole = order[new_hole]
        tied = 0  # the rank of the colour to return; 0 for none, since the first colour has none before it
        if new_hole > 0 and hole_signs[hole] == hole_signs[order[new_hole - 1]]:
            tied = last
        for rank in range(1, last + 1):
            signature = colour_signs[hole, ranked[hole, rank]]
            if signature != 0 and signature == colour_signs[hole, ranked[hole, rank - 1]]:
                tied = rank
        if tied > 0:
            return hole, ranked[hole, tied]
    return -1, -1


@inner
def weigh_pairs(symmetries: Symmetries, marks: MarkNumbers, members: Members) -> Integers:
    """Return a weight for each hole (a row) and colour (a column), of the pairs of codes that have the colour there.

    The codes are the `members` of a set. Each pair of which both codes have the colour in the hole adds the weight of
    the marks that they give each other (`Symmetries.weights`). Sets of more than `SIGNED` codes have too many pairs:
    their weights are all 0.
    """
    holes = symmetries.digits.shape[1]
    weights = np.zeros((holes, symmetries.colours), np.int64)
    if len(members) > SIGNED:
        return weights
    for i in range(1, len(members)):
        for j in range(i):
            weight = symmetries.weights[marks[members[i], members[j]]]
            for hole in range(holes):
                colour = symmetries.digits[members[i], hole]
                if colour == symmetries.digits[members[j], hole]:
                    weights[hole, colour] += weight
    return weights


@inner
def sign_apart(
    symmetries: Symmetries,
    members: Members,
    base: Integers,
    code_signs: Integers,
    colour_signs: Integers,
    hole_signs: Integers,
) -> None:
    """Fill in new signatures of colours in holes, of holes, and of codes, from those that the codes have now.

    `code_signs` has a number for each of the `members`; it is read first, and filled anew last. `colour_signs` and
    `base` have a row for each hole and a column for each colour, `hole_signs` a number for each hole. Signatures are
    made in this order:

    1. the signature of a colour in a hole, from its `base` and the signatures of the codes with this colour there;
    2. that of a hole, from those of its colours;
    3. that of a code, from those of its colours and holes.
    """
    # of colours in holes, and of holes
    colour_signs[:] = base
    for i in range(len(members)):
        for hole in range(len(hole_signs)):
            colour_signs[hole, symmetries.digits[members[i], hole]] += code_signs[i]
    for hole in range(len(hole_signs)):
        hole_signs[hole] = 0
        for colour in range(symmetries.colours):
            # not negative: colours that no code has here keep the signature 0, and so come first
            colour_signs[hole, colour] = mix(colour_signs[hole, colour]) & POSITIVE
            hole_signs[hole] += mix(colour_signs[hole, colour])

    # of codes
    for i in range(len(members)):
        sign = 0
        for hole in range(len(hole_signs)):
            sign += mix(colour_signs[hole, symmetries.digits[members[i], hole]] + hole_signs[hole])
        code_signs[i] = mix(sign)


@inner
def sort_indices(values: NDArray[np.integer], order: Integers) -> None:
    """Fill `order` with the indices of the values in increasing order: as a stable `numpy.argsort`, by insertion.

    For the few values that there are, that is quicker:

    >>> order = np.empty(3, np.int64)
    >>> sort_indices(np.array([7, 3, 5]), order)
    >>> order.tolist()
    [1, 2, 0]
    """
    for i in range(len(values)):
        j = i  # where the i-th value goes among those before it
        while j > 0 and values[order[j - 1]] > values[i]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i


@inner
def move_code(symmetries: Symmetries, code: int, order: Integers, names: Integers) -> int:
    """Return the code that a symmetry makes of a code: its holes are put in another order, and its colours renamed.

    `order` says which hole becomes the first one, the second one…; `names` has the new name of each colour, in a row
    for each hole if colours are renamed `apart`, else in one row. With the two holes exchanged, and A renamed to B, B
    to C and C to A, the code AB becomes CB:

    >>> from mastermot.game.objectives import TOTAL
    >>> from mastermot.lab.optimal.boards import make_board, make_symmetries
    >>> from mastermot.lab.optimal.search_problem import Problem
    >>> from mastermot.rules import BLACK_WHITE
    >>> from mastermot.rules.codes import ColourCodes
    >>> problem = Problem(ColourCodes(2, 3), BLACK_WHITE, TOTAL)
    >>> board = make_board(problem, 1 << 20)
    >>> moved = move_code(make_symmetries(problem, board), board.texts.index("AB"), [1, 0], np.array([[1, 2, 0]]))
    >>> board.texts[moved]
    'CB'
    """
    value = 0
    for new_hole in range(len(order)):
        hole = order[new_hole]
        names_row = hole if symmetries.apart else 0
        new_name = names[names_row, symmetries.digits[code, hole]]
        value += symmetries.powers[new_hole] * new_name
    return int(symmetries.code_of_value[value])


@inner
def move_codes(symmetries: Symmetries, codes: Members, order: Integers, names: Integers) -> Members:
    """Return each code with its holes in another order and its colours renamed (`move_code`), not sorted again."""
    moved = np.empty_like(codes)
    for i in range(len(codes)):
        moved[i] = move_code(symmetries, codes[i], order, names)
    return moved


@inner
def move_back(symmetries: Symmetries, code: int, order: Integers, names: Integers) -> int:
    """Return the code that `move_code` moves to this `code`, with the same `order` and `names`: its inverse.

    So a guess that is remembered for the form of a set becomes one for the set itself. Codes are known by a value: the
    sum of the numbers of their colours, each times the power of its hole. With three colours, AB is 0·1 + 1·3.
    """
    value = 0
    for new_hole in range(len(order)):
        hole = order[new_hole]
        names_row = hole if symmetries.apart else 0
        for colour in range(symmetries.colours):  # one of them was renamed to the colour that `code` has
            if names[names_row, colour] == symmetries.digits[code, new_hole]:
                value += symmetries.powers[hole] * colour
    return int(symmetries.code_of_value[value])


@inner
def find_firsts(symmetries: Symmetries, key_numbers: Integers, members: Members, guesses: Members) -> NDArray[np.bool_]:
    """Return a flag for each guess: whether it is the first of those that are just as good at this set.

    An exchange of two holes or two colours that turns the set `members` into itself (`find_kept`) turns each guess into
    one that is just as good. So guesses fall into groups: those that such exchanges, one after the other, turn into
    each other. The first of a group is the one with the smallest index. To find it, `firsts` has for each guess the
    smallest index known of its group, at first its own. Exchange by exchange, each guess takes over the index of the
    guess that it becomes, if this is smaller, until nothing changes any more. If no exchange turns the set into itself,
    all flags are True.

    `guesses` must have all guesses of a group or none of them: otherwise the first might be missing, and no guess of
    the group would be tried. That is so if all guesses whose bound is below some figure are given, since the guesses of
    a group have the same bound. `key_numbers` has two random numbers for each code (see `find_kept`).

    At the set of AA and BB, AC is as good as BC, which renaming A and B makes of it; CC is in another group:

    >>> from mastermot.game.objectives import TOTAL
    >>> from mastermot.lab.optimal.boards import make_board, make_symmetries
    >>> from mastermot.lab.optimal.search_problem import Problem
    >>> from mastermot.rules import BLACK_WHITE
    >>> from mastermot.rules.codes import ColourCodes
    >>> problem = Problem(ColourCodes(2, 3), BLACK_WHITE, TOTAL)
    >>> board = make_board(problem, 1 << 20)
    >>> key_numbers = np.array([[2**code, 3**code] for code in range(9)])  # any numbers with different sums will do
    >>> members = np.array([board.texts.index(code) for code in ("AA", "BB")])
    >>> guesses = np.array([board.texts.index(code) for code in ("AC", "BC", "CC")])
    >>> find_firsts(make_symmetries(problem, board), key_numbers, members, guesses).tolist()
    [True, False, True]
    """
    keeps_set = find_kept(symmetries, key_numbers, members)
    if not keeps_set.any():
        return np.ones(len(guesses), np.bool_)
    firsts: Integers = np.arange(len(symmetries.digits))
    changed = True
    while changed:  # the `firsts` become smaller until each is the first of its group
        changed = False
        for exchange in np.flatnonzero(keeps_set):
            images = symmetries.exchanges[exchange]
            for guess in guesses:
                if firsts[images[guess]] < firsts[guess]:
                    firsts[guess] = firsts[images[guess]]
                    changed = True
    return np.equal(firsts[guesses], guesses)


@inner
def find_kept(symmetries: Symmetries, key_numbers: Integers, members: Members) -> NDArray[np.bool_]:
    """Return a flag for each exchange of two holes or two colours: whether it turns the set `members` into itself.

    `key_numbers` has two random numbers for each code (a row), which are added up for the codes of a set. If both sums
    are the same after an exchange, the set is taken for the same: two different sets have the same sums with a chance
    of 2^-128.
    """
    first_sum = second_sum = 0  # those of the set
    for code in members:
        first_sum += key_numbers[code, 0]
        second_sum += key_numbers[code, 1]
    keeps_set = np.zeros(len(symmetries.exchanges), np.bool_)
    for index in range(len(keeps_set)):
        first_difference = first_sum  # the sums of the set less those of what the exchange makes of it
        second_difference = second_sum
        for code in members:
            image = symmetries.exchanges[index, code]
            first_difference -= key_numbers[image, 0]
            second_difference -= key_numbers[image, 1]
        keeps_set[index] = first_difference == 0 and second_difference == 0
    return keeps_set
