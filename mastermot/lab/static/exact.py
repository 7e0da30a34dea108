"""Proofs by exhaustion for small games: whether so many guesses can do better, all sets of guesses tried.

Sets are tried guess by guess. Of guesses that a symmetry takes into each other, given those before, one is tried, and
then none of them any more (orbital branching: J. Ostrowski, J. Linderoth, F. Rossi, S. Smriglio, *Orbital branching*,
Mathematical Programming 126, 2011). A set is given up when a bound shows that no further guesses make it good enough:
of a class that one guess splits into b parts at most, r guesses make b^r parts at most.

With black marks only and all codes, sets are tried hole by hole instead. All that matters of the guesses in a hole is
which have the same symbol. The marks of a code are a sum with a term for each hole, and guesses tell all codes apart if
all sums differ; what some holes do not tell apart no further holes will. (With two symbols this is a problem of
weighing coins: B. Lindström, *On a combinatory detection problem I*, Publications of the Mathematical Institute of the
Hungarian Academy of Sciences 9, 1964.)
"""

import math
from collections.abc import Callable
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.static.problems import Classes, FixedProblem, Integers
from mastermot.rules.codes import Codes

MAX_GROUP = 12_000_000  #: Entries of a table of symmetries at most; beyond, only exchanges of holes are used, or none.

Group = NDArray[np.int32]  #: Where each symmetry takes each code: shape (symmetries, codes).
MAX_PARTITIONS = 30_000  #: Partitions that are listed at most; beyond, sets of guesses are tried.


def list_symmetries(codes: Codes) -> Group:
    """Return all exchanges of holes with all of names, or where these are too many of holes, or that of nothing."""
    symbols, holes = len(codes.alphabet), math.factorial(codes.length)
    if holes * codes.count > MAX_GROUP:
        return np.arange(codes.count, dtype=np.int32)[None]
    few = holes * codes.count * math.factorial(symbols) <= MAX_GROUP
    names = list(permutations(range(symbols))) if few else [tuple(range(symbols))]
    places = np.full((symbols,) * codes.length, -1, np.int32)
    places[tuple(codes.array.T)] = np.arange(codes.count)
    moved = [codes.array[:, order] for order in permutations(range(codes.length))]
    return np.array([places[tuple(np.array(name, np.uint8)[rows].T)] for rows in moved for name in names], np.int32)


class StoppedError(Exception):
    """The search was told to stop."""


class Exhaustion:
    """All sets of so many guesses, tried for one whose value, what the objective makes least, is better than one."""

    def __init__(self, problem: FixedProblem, count: int, better_than: int, go_on: Callable[[], bool]) -> None:
        self.problem = problem
        self.count = count
        self.value = better_than
        self.go_on = go_on
        self.found: list[int] | None = None

    def run(self) -> list[int] | None:
        """Return the best guesses that do better than the value, or None: there are none. Raises `StoppedError`."""
        problem, codes = self.problem, self.problem.codes
        chosen = list(problem.given)
        classes = problem.split(chosen)
        group = np.arange(len(problem.marks), dtype=np.int32)[None]
        if problem.own and not chosen and codes.colours > 0 and problem.rule.symmetric:
            group = list_symmetries(codes)
        self.extend(classes, chosen, np.ones(len(problem.marks), np.bool_), group)
        return self.found

    def extend(self, classes: Classes, chosen: list[int], allowed: NDArray[np.bool_], group: Group) -> None:
        """Try all sets of guesses that have those chosen, and others that are allowed."""
        rows = np.flatnonzero(allowed)
        rest = self.count - len(chosen)
        if not len(rows):
            return
        scores = self.problem.score(classes, rows)
        if scores.bound(rest, self.problem.objective) >= self.value:
            return
        values = scores.values(self.problem.objective)
        if rest == 1:
            best = int(values.argmin())
            if values[best] < self.value:
                self.value, self.found = int(values[best]), [*chosen, int(rows[best])]
            return
        first = group.min(axis=0)
        for guess in dict.fromkeys(first[rows[np.argsort(values, kind="stable")]].tolist()):
            if allowed[guess]:
                if not self.go_on():
                    raise StoppedError
                split = classes.refine([self.problem.marks[guess]], self.problem.size)
                kept = group[group[:, guess] == guess]
                self.extend(split, [*chosen, guess], allowed & (np.arange(len(first)) != guess), kept)
                allowed = allowed & (first != guess)


def has_columns(holes: int, symbols: int, count: int) -> bool:
    """Return whether a game is small enough: the partitions of its guesses, and the numbers that name their sums."""
    if count < symbols - 1:
        return True
    counts = [1] + [0] * symbols
    for _ in range(count):
        counts = [0, *(parts * counts[parts] + counts[parts - 1] for parts in range(1, symbols + 1))]
    return sum(counts) <= MAX_PARTITIONS and (2 * holes + 1) ** count < 1 << 62


def find_columns(holes: int, symbols: int, count: int, go_on: Callable[[], bool]) -> NDArray[np.intp] | None:
    """Return guesses, a row each, that tell all codes apart by blacks, or None. May raise `StoppedError`."""
    if count < symbols - 1:  # two symbols are in no guess
        return None
    kinds = list_partitions(count, symbols)
    terms = (kinds[:, None] == np.arange(symbols)[:, None]) @ (2 * holes + 1) ** np.arange(count)
    changes = np.array([terms[:, one] - terms[:, other] for one, other in combinations(range(symbols), 2)]).T

    def extend(chosen: list[int], sums: Integers, allowed: NDArray[np.bool_], group: Group) -> list[int] | None:
        """Return the partitions of all holes, those chosen first; `sums` are all differences of two codes so far."""
        if len(chosen) == holes:
            return chosen
        first = group.min(axis=0)
        for kind in np.flatnonzero(first == np.arange(len(first))).tolist():
            orbit = first == kind
            if not (allowed & orbit).any():
                continue
            if not go_on():
                raise StoppedError
            more = np.unique(sums[:, None] + np.concatenate([[0], changes[kind], -changes[kind]]))
            left = allowed.copy()
            left[allowed] = ~np.isin(changes[allowed], more).any(axis=1)
            if left.sum() >= holes - len(chosen) - 1:
                found = extend([*chosen, kind], more, left, group[group[:, kind] == kind])
                if found is not None:
                    return found
            allowed = allowed & ~orbit
        return None

    found = extend([], np.zeros(1, np.int64), (changes != 0).all(axis=1), make_group(kinds, symbols))
    return None if found is None else kinds[found].T


def list_partitions(count: int, symbols: int) -> NDArray[np.intp]:
    """Return the partitions of so many guesses that at most one symbol is missing from: shape (partitions, guesses)."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(count):
        found = [(*parts, part) for parts in found for part in range(min(symbols, max(parts, default=-1) + 2))]
    return np.array([parts for parts in found if max(parts) + 2 >= symbols], np.intp)


def make_group(kinds: NDArray[np.intp], symbols: int) -> Group:
    """Return where exchanges of guesses take each partition; of two symbols, a guess may also get their exchange."""
    count = kinds.shape[1]
    flips = np.array(list(product((0, 1), repeat=count)) if symbols == 2 else [(0,) * count])
    if len(kinds) * math.factorial(count) * len(flips) > MAX_GROUP:
        return np.arange(len(kinds), dtype=np.int32)[None]
    one, other = np.triu_indices(count, 1)
    bits = 1 << np.arange(len(one))  # a partition is known by the pairs of guesses that have the same symbol
    names = (kinds[:, one] == kinds[:, other]) @ bits
    order = np.argsort(names)
    rows = []
    for guesses in permutations(range(count)):
        moved = kinds[:, guesses]
        same = moved[:, one] == moved[:, other]
        rows += [order[np.searchsorted(names[order], (same ^ (flip[one] != flip[other])) @ bits)] for flip in flips]
    return np.array(rows, np.int32)
