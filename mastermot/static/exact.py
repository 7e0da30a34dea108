"""Proofs by exhaustion for small games: whether so many guesses can do better, all sets of guesses tried.

Sets are tried guess by guess. Of guesses that a symmetry takes into each other, given those before, one is tried, and
then none of them any more (orbital branching: J. Ostrowski, J. Linderoth, F. Rossi, S. Smriglio, *Orbital branching*,
Mathematical Programming 126, 2011). Guesses with the same partition of all codes count once. A set is given up when a
bound shows that no further guesses make it good enough: of a class that one guess splits into b parts at most, r
guesses make b^r parts at most.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import ColourCodes
from mastermot.static.problems import Classes, FixedProblem
from mastermot.static.symmetry import Group, list_symmetries


class StoppedError(Exception):
    """The search was told to stop."""


class Exhaustion:
    """All sets of so many guesses, tried for one whose value, what the objective makes least, is better than one."""

    def __init__(self, problem: FixedProblem, count: int, better_than: int, go_on: Callable[[], bool]) -> None:
        """Take the number of guesses, those that are given counted, and the value to do better than."""
        self.problem = problem
        self.count = count
        self.value = better_than
        self.go_on = go_on
        self.found: list[int] | None = None
        self.names = name_partitions(problem)

    def run(self) -> list[int] | None:
        """Return the best guesses that do better than the value, or None: there are none. Raises `StoppedError`."""
        problem, codes = self.problem, self.problem.codes
        chosen = list(problem.given)
        classes = problem.split(chosen)
        if len(chosen) >= self.count:
            self.take(chosen, problem.value_of(classes))
        else:
            symmetric = problem.own and not chosen
            group = list_symmetries(codes) if symmetric and isinstance(codes, ColourCodes) else None
            self.extend(classes, chosen, np.ones(len(problem.marks), np.bool_), group)
        return self.found

    def forbid(self, allowed: NDArray[np.bool_], guesses: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return what is allowed but for some guesses, and those with the same partitions."""
        return allowed & ~np.isin(self.names, self.names[guesses])

    def extend(self, classes: Classes, chosen: list[int], allowed: NDArray[np.bool_], group: Group | None) -> None:
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
            self.take([*chosen, int(rows[best])], int(values[best]))
            return
        group = group if group is not None and len(group) > 1 else None
        first = np.arange(len(allowed)) if group is None else group.min(axis=0)
        for guess in dict.fromkeys(first[rows[np.argsort(values, kind="stable")]].tolist()):
            if allowed[guess]:
                if not self.go_on():
                    raise StoppedError
                split = classes.refine([self.problem.marks[guess]], self.problem.size)
                kept = None if group is None else group[group[:, guess] == guess]
                self.extend(split, [*chosen, guess], self.forbid(allowed, np.array([guess])), kept)
                allowed = self.forbid(allowed, np.flatnonzero(first == guess))

    def take(self, chosen: list[int], value: int) -> None:
        """Keep guesses that are better than the best so far."""
        if value < self.value:
            self.value = value
            self.found = chosen


def name_partitions(problem: FixedProblem) -> NDArray[np.int64]:
    """Return a number for each guess, the same where guesses have the same partition of all codes."""
    seen: dict[bytes, int] = {}
    names = []
    for row in problem.marks:
        _distinct, first, places = np.unique(row, return_index=True, return_inverse=True)
        names.append(seen.setdefault(first[places].astype(np.int32).tobytes(), len(seen)))
    return np.array(names)
