"""Proofs by exhaustion for small games: all sets of a given number of guesses are tried.

`docs/static.md` describes how. Sets are made guess by guess. Where a symmetry maps guesses to each other, only one of
them is tried (J. Ostrowski, J. Linderoth, F. Rossi, S. Smriglio, *Orbital branching*, 2011). If only black marks are
given, and all codes are allowed as guesses, sets are made hole by hole (B. Lindström, *On a combinatory detection
problem I*, 1964, for two symbols).

What words mean here:

- a *symmetry*: a way to exchange holes, or rename colours, that changes nothing of the game;
- an *orbit*: the guesses, or the partitions of guesses, that symmetries map to each other;
- a *column*: the symbols that all guesses have in one hole (`find_columns` chooses guesses column by column);
- a *partition*: here, the guesses of one column grouped by their symbol, each group a *block*;
- `go_on`: a function that is called before each try; when it returns False, the search ends.
"""

import math
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.static.fixed_guesses import FixedClasses, FixedProblem, Integers
from mastermot.rules.codes import Codes

MAX_GROUP = 12_000_000  #: The most entries in a table of symmetries; where there are more, fewer symmetries are used.
MAX_PARTITIONS = 30_000  #: The most partitions that are listed; where there are more, sets are made guess by guess.

SymmetryGroup = NDArray[np.int32]
"""The code that each symmetry (a row) maps each code (a column) to, by its index; or, in `find_columns`, the partition
that each symmetry maps each partition to."""
Flags = NDArray[np.bool_]
Branch = tuple[int, Flags, SymmetryGroup]  #: The next guess, the guesses still allowed beside it, the symmetries left.
Found = Iterator[tuple[int, list[int]]]  #: The value of each set, the smaller the better; then its guesses, by indices.


def list_symmetries(codes: Codes) -> SymmetryGroup:
    """Return symmetries of codes of colours, all if there are few: permutations of holes, with renamings of colours.

    There is a row for each symmetry, and a column for each code: the index of the code that this one becomes. Row 0
    leaves all codes as they are. The table is the first of these that has at most `MAX_GROUP` entries:

    1. Every permutation of holes with every renaming of colours; the rows of one permutation of holes stand together.
    2. Every permutation of holes; colours keep their names.

    If both have more, the table is row 0 alone.

    Of AA, AB, BA and BB, the first row leaves all as they are, the second renames the colours, the third exchanges the
    holes, and the last does both:

    >>> from mastermot.rules.codes import ColourCodes
    >>> list_symmetries(ColourCodes(2, 2)).tolist()
    [[0, 1, 2, 3], [3, 2, 1, 0], [0, 2, 1, 3], [3, 1, 2, 0]]
    """
    symbols = len(codes.alphabet)
    entries_for_holes = math.factorial(codes.length) * codes.count
    if entries_for_holes > MAX_GROUP:
        return np.arange(codes.count, dtype=np.int32)[None]  # one row
    keep_names = tuple(range(symbols))
    renamings = [keep_names]  # each has the new name of every colour
    if entries_for_holes * math.factorial(symbols) <= MAX_GROUP:
        renamings = list(permutations(range(symbols)))
    # an axis for each hole, along which the colours stand: entry (0, 2) is the index of AC, or -1 if AC is no code
    index_of_code = np.full((symbols,) * codes.length, -1, np.int32)
    index_of_code[tuple(codes.array.T)] = np.arange(codes.count)
    symmetries = []
    for order in permutations(range(codes.length)):
        moved = codes.array[:, order]
        for new_names in renamings:
            renamed = np.array(new_names, np.uint8)[moved]
            symmetries.append(index_of_code[tuple(renamed.T)])
    return np.array(symmetries, np.int32)


class TriedEnoughError(Exception):
    """The search was told to stop: `go_on` returned False."""


def branch(group: SymmetryGroup, order: Integers, allowed: Flags, go_on: Callable[[], bool]) -> Iterator[Branch]:
    """Yield one guess of each orbit, the guesses still allowed beside it, and the symmetries that map it to itself.

    Guesses are numbers here, and `find_columns` calls this function with partitions in their place. An orbit is a set
    of guesses that the symmetries of `group` map to each other. `order` must have all guesses of an orbit or none.

    Orbits come in the order in which their first guesses stand in `order`; but of each orbit the guess with the lowest
    index is yielded. The guesses still allowed are those of `allowed` that are in none of the orbits before this one:
    so the guess itself, and the others of its orbit, are still among them. Raises `TriedEnoughError` when `go_on`
    returns False.

    Of AA, AB, BA and BB, AA stands for BB too, and AB for BA. Once AA was tried, neither AA nor BB is allowed beside
    AB. Exchanging the holes maps AA to itself; exchanging both the holes and the colours maps AB to itself:

    >>> from mastermot.rules.codes import ColourCodes
    >>> group = list_symmetries(ColourCodes(2, 2))
    >>> for guess, allowed, kept in branch(group, np.arange(4), np.ones(4, np.bool_), go_on=lambda: True):
    ...     print(guess, np.flatnonzero(allowed).tolist(), kept.tolist())
    0 [0, 1, 2, 3] [[0, 1, 2, 3], [0, 2, 1, 3]]
    1 [1, 2] [[0, 1, 2, 3], [3, 1, 2, 0]]
    """
    lowest_of_orbit = group.min(axis=0)  # for each guess, the lowest index in its orbit
    to_try = dict.fromkeys(lowest_of_orbit[order].tolist())  # each of them once, in the order of the first
    for guess in to_try:
        if not go_on():
            raise TriedEnoughError
        keeps_guess = group[:, guess] == guess
        yield guess, allowed.copy(), group[keeps_guess]  # a copy, since the caller may rule out more
        allowed = allowed & (lowest_of_orbit != guess)


def try_all(problem: FixedProblem, count: int, to_beat: int, go_on: Callable[[], bool]) -> Found:
    """Yield ever better sets of `count` guesses, with their values: the value of the first is below `to_beat`.

    Values are those of `FixedScores.values`: the smaller, the better. The last set that is yielded is the best there
    is. If none is yielded, no set has a value below `to_beat`. Sets begin with the guesses that are given. Raises
    `TriedEnoughError` when `go_on` returns False.

    `count` must be more than the number of guesses given: the last guess is chosen here.
    """

    def extend(classes: FixedClasses, chosen: list[int], allowed: Flags, group: SymmetryGroup) -> Found:
        """Yield sets with a value below `to_beat` that begin with the guesses `chosen`, which leave these `classes`.

        The other guesses are taken from those `allowed`; where the symmetries of `group` map guesses to each other,
        only one of them is tried. The value of each set that is yielded becomes the new `to_beat`.
        """
        nonlocal to_beat
        guesses = np.flatnonzero(allowed)
        if len(guesses) == 0:
            return
        scores = problem.score(classes, guesses)
        still_to_choose = count - len(chosen)
        best_possible = scores.bound(still_to_choose, problem.objective)
        if best_possible >= to_beat:  # no set that begins with `chosen` can do better
            return
        values = scores.values(problem.objective)
        if still_to_choose == 1:  # of all last guesses, only the best one can become the best set
            best = int(values.argmin())
            if values[best] < to_beat:
                to_beat = int(values[best])
                yield to_beat, [*chosen, int(guesses[best])]
            return
        best_first = guesses[np.argsort(values, kind="stable")]
        for guess, still_allowed, kept_symmetries in branch(group, best_first, allowed, go_on):
            still_allowed[guess] = False  # no guess comes twice
            classes_after = classes.refine([problem.marks[guess]], problem.size)
            yield from extend(classes_after, [*chosen, guess], still_allowed, kept_symmetries)

    every_guess = np.ones(len(problem.marks), np.bool_)
    yield from extend(problem.split(problem.given), problem.given, every_guess, choose_symmetries(problem))


def choose_symmetries(problem: FixedProblem) -> SymmetryGroup:
    """Return the symmetries that `try_all` begins with: those of the codes (`list_symmetries`), or only the identity.

    Those of the codes are returned if the codes are of colours, if the rule treats all holes alike and all colours
    alike, if the guesses are the codes, and if none is given.
    """
    codes = problem.codes
    colours_and_rule_are_symmetric = codes.colours > 0 and problem.rule.symmetric
    all_guesses_are_free = problem.guesses_are_codes and not problem.given
    if colours_and_rule_are_symmetric and all_guesses_are_free:
        return list_symmetries(codes)
    return np.arange(len(problem.marks), dtype=np.int32)[None]  # one row, the identity


def has_columns(holes: int, symbols: int, count: int) -> bool:
    """Return whether a game is small enough for `find_columns` to look for `count` guesses.

    The game has all codes of so many `holes` and `symbols`, and only blacks are marked. It is small enough in either
    of these cases:

    - `count` is less than `symbols` - 1: then there are no such guesses, and nothing is searched;
    - there are at most `MAX_PARTITIONS` ways to group the guesses by their symbol in a hole, and 62 bits are enough for
      the number whose digits are the blacks that a code gets from each of the guesses (`list_changes`). The base of
      these digits is 2 * holes + 1, since the blacks of two codes differ by -holes to holes.
    """
    if count < symbols - 1:
        return True
    few_partitions = count_partitions(count, symbols) <= MAX_PARTITIONS
    return few_partitions and (2 * holes + 1) ** count < 1 << 62


def count_partitions(count: int, most_blocks: int) -> int:
    """Return how many partitions of `count` guesses have at most so many blocks.

    They are counted guess by guess: one more guess joins one of the blocks, or makes a block of its own (Stirling
    numbers of the second kind). Five guesses have 1 partition of one block, 15 of two blocks and 25 of three:

    >>> count_partitions(5, most_blocks=3)
    41
    """
    # how many partitions have 0, 1, 2… blocks: before the first guess there is one partition, which has no block
    by_blocks = [1] + [0] * most_blocks
    for _guess in range(count):
        before = by_blocks
        by_blocks = [0] * (most_blocks + 1)
        for blocks in range(1, most_blocks + 1):
            joining = blocks * before[blocks]  # the guess joins one of as many blocks
            alone = before[blocks - 1]
            by_blocks[blocks] = joining + alone
    return sum(by_blocks)


def find_columns(holes: int, symbols: int, count: int, go_on: Callable[[], bool]) -> NDArray[np.intp] | None:
    """Return `count` guesses that tell all codes apart by blacks, shape (guesses, holes); None if there are none.

    The codes are all strings of `holes` symbols, and a guess gets a black for each hole where it has the symbol of the
    code. Raises `TriedEnoughError` when `go_on` returns False. The game must be small enough (`has_columns`).

    Guesses are made hole by hole. In one hole, the guesses with the same symbol are a block, and all blocks are a
    *partition* of the guesses. A code has one symbol in that hole, so it gets a black there from the guesses of one
    block. The blacks of a code, from each guess, are sums over all holes, and two codes are told apart if any of these
    sums differ. Each hole where the two codes have different symbols changes the sums. All these changes together must
    never cancel out: partitions are chosen such that they do not.

    Two guesses tell the four codes of two holes and two symbols apart. In the first hole both guesses have symbol 0: of
    two codes that differ there, one gets a black from both guesses, the other from none. In the second hole the guesses
    differ: of two codes that differ there, one gets a black from the first guess, the other from the second.

    >>> find_columns(holes=2, symbols=2, count=2, go_on=lambda: True).tolist()
    [[0, 0], [0, 1]]
    """
    if count < symbols - 1:  # then, in each hole, two symbols or more are in no guess, and cannot be told apart
        return None
    partitions = list_partitions(count, symbols)
    changes = list_changes(partitions, holes, symbols)

    def extend(chosen: list[int], differences: Integers, allowed: Flags, group: SymmetryGroup) -> Iterator[list[int]]:
        """Yield ways to give each hole a partition, as lists of indices that begin with those `chosen`.

        `differences` has every number by which the blacks of two codes may differ in the holes so far. The next hole
        may have the partitions that are `allowed`: no earlier orbit has them, and their changes cancel none of the
        `differences`. Where the symmetries of `group` map partitions to each other, only one of them is tried.
        """
        if len(chosen) == holes:
            yield chosen
            return
        for partition, still_allowed, kept_symmetries in branch(group, np.flatnonzero(allowed), allowed, go_on):
            new_differences = add_hole(differences, changes[partition])
            # a change c cancels the difference -c, which is a difference only where c is one: so it is enough to look
            # for c. As the changes of the partition just chosen are differences now, no partition comes twice
            untried = np.flatnonzero(still_allowed)
            cancels = np.isin(changes[untried], new_differences).any(axis=1)
            still_allowed[untried] = ~cancels
            holes_after = holes - len(chosen) - 1
            if still_allowed.sum() >= holes_after:  # else there are too few partitions for these holes
                yield from extend([*chosen, partition], new_differences, still_allowed, kept_symmetries)

    no_difference = np.zeros(1, np.int64)  # before the first hole, the blacks of any two codes differ by 0
    every_partition = np.ones(len(partitions), np.bool_)
    chosen = next(extend([], no_difference, every_partition, make_group(partitions, symbols)), None)
    return None if chosen is None else partitions[chosen].T


def add_hole(differences: Integers, changes: Integers) -> Integers:
    """Return every number by which the blacks of two codes may differ, once another hole is counted too.

    `differences` has these numbers without the hole. In the hole, two codes have the same symbol, which adds 0, or
    different symbols, which adds or subtracts one of the `changes` of the hole's partition.

    >>> add_hole(np.array([-4, 0, 4]), np.array([-2])).tolist()
    [-6, -4, -2, 0, 2, 4, 6]
    """
    in_hole = np.concatenate([[0], changes, -changes])
    return np.unique(differences[:, None] + in_hole)


def list_changes(partitions: NDArray[np.intp], holes: int, symbols: int) -> Integers:
    """Return how the blacks of a code change with its symbol in one hole: shape (partitions, pairs of symbols).

    A row of `partitions` has the symbol of each guess in that hole. The blacks of a code are written as one number with
    a digit for each guess. The base is 2 * holes + 1, since there are so many numbers from -holes to holes: then a sum
    over all holes never carries from one digit to the next.

    Two guesses have the symbols 0 and 1 in the only hole: so the base is 3. A code with symbol 0 gets a black from the
    first guess (written 1), with symbol 1 from the second guess (written 3), with symbol 2 from none (0). The pairs of
    symbols 0 and 1, 0 and 2, 1 and 2 differ by 1 - 3, 1 - 0 and 3 - 0:

    >>> list_changes(np.array([[0, 1]]), holes=1, symbols=3).tolist()
    [[-2, 1, 3]]
    """
    digits = (2 * holes + 1) ** np.arange(partitions.shape[1])
    has_symbol = partitions[:, None] == np.arange(symbols)[:, None]  # by partition, symbol and guess
    blacks = has_symbol @ digits  # a row for each partition, a column for each symbol
    columns = [blacks[:, first] - blacks[:, second] for first, second in combinations(range(symbols), 2)]
    return np.array(columns).T


def list_partitions(count: int, symbols: int) -> NDArray[np.intp]:
    """Return the partitions of `count` guesses by their symbol in a hole: shape (partitions, guesses).

    Guesses with the same symbol there are a block; it does not matter which symbol that is. A row has the number of
    each guess's block: blocks are numbered from 0, in the order of their first guesses. At most one of the `symbols`
    may be in no guess: two of them could not be told apart. So with three symbols, two guesses must differ:

    >>> list_partitions(2, symbols=3).tolist()
    [[0, 1]]
    >>> list_partitions(2, symbols=2).tolist()
    [[0, 0], [0, 1]]
    """
    found: list[tuple[int, ...]] = [()]
    for _guess in range(count):
        longer = []
        for partition in found:
            blocks = max(partition, default=-1) + 1  # how many there are so far
            choices = min(symbols, blocks + 1)  # one of the blocks, or a new block while a symbol is left for it
            for block in range(choices):
                longer.append((*partition, block))
        found = longer
    fewest_blocks = symbols - 1
    allowed = [partition for partition in found if max(partition) + 1 >= fewest_blocks]
    return np.array(allowed, np.intp)


def make_group(partitions: NDArray[np.intp], symbols: int) -> SymmetryGroup:
    """Return the partition that each permutation of the guesses (a row) maps each partition (a column) to.

    The `partitions` are those of `list_partitions`, and the table has their indices there. With two symbols, there is a
    row for each permutation of the guesses together with each way to exchange the two symbols in some of the guesses.
    A guess whose symbols are exchanged in every hole gives a black where it gave none, and none where it gave one: so
    it tells the same codes apart. If the table would have more than `MAX_GROUP` entries, it has one row, which leaves
    all partitions as they are.

    Here the first row leaves three guesses as they are, and the second exchanges the last two: the partitions 001 and
    010 become each other.

    >>> partitions = list_partitions(3, symbols=3)
    >>> partitions.tolist()
    [[0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    >>> make_group(partitions, symbols=3)[:2].tolist()
    [[0, 1, 2, 3], [1, 0, 2, 3]]
    """
    count = partitions.shape[1]
    # the ways to exchange two symbols: a row each, with 1 for each guess (a column) whose symbols are exchanged
    flips = np.zeros((1, count), np.int64)  # one way: in no guess
    if symbols == 2:
        flips = np.array(list(product((0, 1), repeat=count)))
    row_count = math.factorial(count) * len(flips)
    if row_count * len(partitions) > MAX_GROUP:
        return np.arange(len(partitions), dtype=np.int32)[None]  # one row
    first, second = np.triu_indices(count, 1)  # the guesses of each pair
    bits = 1 << np.arange(len(first))  # a bit for each pair
    # each partition has a number of its own: the bits of the pairs of guesses that have the same symbol. The pairs of
    # three guesses are (0, 1), (0, 2) and (1, 2). In the partition 011 only the last pair has the same symbol, so that
    # the number of 011 is 4
    numbers = (partitions[:, first] == partitions[:, second]) @ bits
    by_number = np.argsort(numbers)  # the partitions in the order of their numbers
    sorted_numbers = numbers[by_number]
    rows = []
    for order in permutations(range(count)):
        moved = partitions[:, order]
        same_symbol = moved[:, first] == moved[:, second]
        for flip in flips:
            # if one guess of a pair has its two symbols exchanged, the same symbol becomes different ones, and
            # different ones the same
            only_one_flipped = flip[first] != flip[second]
            new_numbers = (same_symbol ^ only_one_flipped) @ bits
            ranks = np.searchsorted(sorted_numbers, new_numbers)  # where each new number stands in `by_number`
            rows.append(by_number[ranks])
    return np.array(rows, np.int32)
