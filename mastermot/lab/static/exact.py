"""Proofs by exhaustion for small games: all sets of so many guesses are tried.

`docs/static.md` describes how. Sets are made guess by guess; of guesses that a symmetry maps to each other only one is
tried (J. Ostrowski, J. Linderoth, F. Rossi, S. Smriglio, *Orbital branching*, 2011). With black marks only, and all
codes allowed, they are made hole by hole (B. Lindström, *On a combinatory detection problem I*, 1964, for two symbols).
"""

import math
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.static.fixed_guesses import FixedClasses, FixedProblem, Integers
from mastermot.rules.codes import Codes

MAX_GROUP = 12_000_000  #: The most entries in a table of symmetries; else only those of holes are used, or none.
MAX_PARTITIONS = 30_000  #: The most partitions that are listed; beyond, sets of guesses are tried.

SymmetryGroup = NDArray[np.int32]  #: The code that each symmetry maps each code to: shape (symmetries, codes).
Flags = NDArray[np.bool_]
Branch = tuple[int, Flags, SymmetryGroup]  #: The next guess, the guesses still allowed beside it, the symmetries left.
Found = Iterator[tuple[int, list[int]]]  #: Sets of guesses, each with its value, which is to be least.


def list_symmetries(codes: Codes) -> SymmetryGroup:
    """Return all symmetries of the codes: permutations of holes combined with those of colours.

    There is a row for each symmetry, and a column for each code: the index of the code that it becomes. If these are
    too many, only permutations of holes are returned; if these are too many too, only the identity.
    """
    symbols = len(codes.alphabet)
    holes = math.factorial(codes.length)
    if holes * codes.count > MAX_GROUP:
        return np.arange(codes.count, dtype=np.int32)[None]
    few = holes * codes.count * math.factorial(symbols) <= MAX_GROUP
    names = list(permutations(range(symbols))) if few else [tuple(range(symbols))]
    places = np.full((symbols,) * codes.length, -1, np.int32)
    places[tuple(codes.array.T)] = np.arange(codes.count)
    symmetries = []
    for order in permutations(range(codes.length)):
        moved = codes.array[:, order]
        for name in names:
            renamed = np.array(name, np.uint8)[moved]
            symmetries.append(places[tuple(renamed.T)])
    return np.array(symmetries, np.int32)


class TriedEnoughError(Exception):
    """The search was told to stop."""


def branch(group: SymmetryGroup, order: Integers, allowed: Flags, go_on: Callable[[], bool]) -> Iterator[Branch]:
    """Yield one guess of each orbit, in `order`, with the guesses still allowed, and the symmetries that keep it.

    An orbit is a set of guesses that the symmetries of `group` map to each other. Once one of them was tried, none of
    its orbit is allowed any more. Raises `TriedEnoughError` when `go_on` returns False.
    """
    first = group.min(axis=0)
    for place in dict.fromkeys(first[order].tolist()):
        if not go_on():
            raise TriedEnoughError
        yield place, allowed.copy(), group[group[:, place] == place]
        allowed = allowed & (first != place)


def try_all(problem: FixedProblem, count: int, least: int, go_on: Callable[[], bool]) -> Found:
    """Yield sets of `count` guesses: the first with a value below `least`, each later one better than the one before.

    The last is the best there is. Raises `TriedEnoughError`.
    """

    def extend(classes: FixedClasses, chosen: list[int], allowed: Flags, group: SymmetryGroup) -> Found:
        """Yield the sets of guesses that begin with those `chosen`, which leave these classes, and beat `least`."""
        nonlocal least
        rows = np.flatnonzero(allowed)
        rest = count - len(chosen)
        if not len(rows):
            return
        scores = problem.score(classes, rows)
        if scores.bound(rest, problem.objective) >= least:
            return
        values = scores.values(problem.objective)
        if rest == 1:
            best = int(values.argmin())
            if values[best] < least:
                least = int(values[best])
                yield least, [*chosen, int(rows[best])]
            return
        for guess, remaining, kept in branch(group, rows[np.argsort(values, kind="stable")], allowed, go_on):
            remaining[guess] = False
            yield from extend(classes.refine([problem.marks[guess]], problem.size), [*chosen, guess], remaining, kept)

    codes = problem.codes
    given = problem.given
    places = len(problem.marks)
    symmetric = problem.own and not given and codes.colours > 0 and problem.rule.symmetric
    group = list_symmetries(codes) if symmetric else np.arange(places, dtype=np.int32)[None]
    yield from extend(problem.split(given), given, np.ones(places, np.bool_), group)


def has_columns(holes: int, symbols: int, count: int) -> bool:
    """Return whether a game is small enough for `find_columns`: few partitions, whose sums fit into 62 bits.

    `counts` has how many partitions of the guesses so far have 0, 1, 2… blocks: one more guess joins one of the blocks,
    or makes a block of its own (Stirling numbers of the second kind). Five guesses have 1, 15 and 25 partitions of 1, 2
    and 3 blocks.
    """
    if count < symbols - 1:
        return True
    counts = [1] + [0] * symbols
    for _ in range(count):
        counts = [0, *(blocks * counts[blocks] + counts[blocks - 1] for blocks in range(1, symbols + 1))]
    return sum(counts) <= MAX_PARTITIONS and (2 * holes + 1) ** count < 1 << 62


def find_columns(holes: int, symbols: int, count: int, go_on: Callable[[], bool]) -> NDArray[np.intp] | None:
    """Return guesses that tell all codes apart by blacks, one in each row, or None. May raise `TriedEnoughError`.

    All guesses are looked at hole by hole: what the guesses have in one hole is a *partition* of them by symbol, and
    a code, which has one symbol there, gets a black from the guesses of one block. Two codes are told apart when the
    sums of these blacks over all holes differ. So in every hole a change of symbol changes the sums, and no two such
    changes may cancel each other out: partitions are chosen hole by hole so that none does.
    """
    if count < symbols - 1:  # then two symbols are in no guess, and cannot be told apart
        return None
    kinds = list_partitions(count, symbols)
    # the blacks that each symbol (a column) gets under each partition (a row): a digit for each guess, as one number
    terms = (kinds[:, None] == np.arange(symbols)[:, None]) @ (2 * holes + 1) ** np.arange(count)
    # what each change of one symbol for another (a column) changes
    changes = np.array([terms[:, first] - terms[:, second] for first, second in combinations(range(symbols), 2)]).T

    def extend(chosen: list[int], sums: Integers, allowed: Flags, group: SymmetryGroup) -> Iterator[list[int]]:
        """Yield the partitions of all holes, those chosen first; `sums` has all differences of two codes so far.

        `allowed` are the partitions that another hole may have: those whose changes cancel none of the `sums`.
        """
        if len(chosen) == holes:
            yield chosen
            return
        for kind, remaining, kept in branch(group, np.flatnonzero(allowed), allowed, go_on):
            # in this hole two codes have the same symbol (0), or one change of symbols between them, either way
            more = np.unique(sums[:, None] + np.concatenate([[0], changes[kind], -changes[kind]]))
            rows = np.flatnonzero(remaining)
            remaining[rows] = ~np.isin(changes[rows], more).any(axis=1)
            if remaining.sum() >= holes - len(chosen) - 1:
                yield from extend([*chosen, kind], more, remaining, kept)

    allowed = (changes != 0).all(axis=1)
    found = next(extend([], np.zeros(1, np.int64), allowed, make_group(kinds, symbols)), None)
    return None if found is None else kinds[found].T


def list_partitions(count: int, symbols: int) -> NDArray[np.intp]:
    """Return the partitions of `count` guesses that lack at most one symbol: shape (partitions, guesses).

    A row has the block of each guess, numbered from 0 as they occur:

    >>> list_partitions(2, symbols=3).tolist()
    [[0, 1]]
    >>> list_partitions(2, symbols=2).tolist()
    [[0, 0], [0, 1]]
    """
    found: list[tuple[int, ...]] = [()]
    for _ in range(count):
        longer = []
        for partition in found:
            highest = max(partition, default=-1)
            longer += [(*partition, number) for number in range(min(symbols, highest + 2))]
        found = longer
    return np.array([partition for partition in found if max(partition) + 2 >= symbols], np.intp)


def make_group(kinds: NDArray[np.intp], symbols: int) -> SymmetryGroup:
    """Return the partition that each permutation of the guesses (a row) maps each partition (a column) to.

    With two symbols, any guess may also have its symbols exchanged. Here the first row leaves three guesses as they
    are, and the second exchanges the last two: the partitions 001 and 010 become each other.

    >>> kinds = list_partitions(3, symbols=3)
    >>> kinds.tolist()
    [[0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    >>> make_group(kinds, symbols=3)[:2].tolist()
    [[0, 1, 2, 3], [1, 0, 2, 3]]
    """
    count = kinds.shape[1]
    # ways to exchange the symbols of guesses: a row each, with 1 for each guess (a column) whose symbols are exchanged
    flips = np.array(list(product((0, 1), repeat=count)) if symbols == 2 else [(0,) * count])
    if len(kinds) * math.factorial(count) * len(flips) > MAX_GROUP:
        return np.arange(len(kinds), dtype=np.int32)[None]
    one, other = np.triu_indices(count, 1)
    bits = 1 << np.arange(len(one))  # a bit for each pair of guesses with the same symbol identifies a partition
    names = (kinds[:, one] == kinds[:, other]) @ bits
    order = np.argsort(names)
    rows = []
    for guesses in permutations(range(count)):
        moved = kinds[:, guesses]
        same = moved[:, one] == moved[:, other]
        for flip in flips:
            one_is_flipped = flip[one] != flip[other]  # then two guesses with the same symbol get different ones
            moved_names = (same ^ one_is_flipped) @ bits
            rows.append(order[np.searchsorted(names[order], moved_names)])
    return np.array(rows, np.int32)
