"""The techniques that a person knows, from the easiest to the hardest: one table, a row a technique.

A technique finds *arguments*: given a set of clues and the letters possible, what they rule out. To add one, write the
function that finds them and give it a row here, at its place among the others; then write its sentence in
`mastermot.wording.sentences` (a test checks that every technique has one).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from mastermot.errors import N_
from mastermot.explain import cases, sums
from mastermot.explain.board import Board
from mastermot.explain.cases import MAX_CASES
from mastermot.explain.model import Argument, Atom, Domains

Find = Callable[[Board, int, Domains], Iterator[Argument]]
"""Yields the arguments that a set of clues (a mask) gives from the letters possible."""
Show = Callable[[Argument, Board, Domains], Argument]
"""Returns an argument with the cases that show it."""


class Technique(NamedTuple):
    """A way to reason from a set of clues."""

    kind: str
    """Its name in JSON."""
    name: str
    """Its name for a reader, a text of the catalogue."""
    cost: int
    """What it adds to the cost of a round (see `grading`), beside the number of clues."""
    find: Find
    only_adds: bool = False
    """Whether it only adds marks up, so that it counts as easy."""
    show: Show | None = None
    """How its cases are made, where it is shown by cases: only for the arguments that become steps."""
    joins: bool = False
    """Whether arguments of several letters are put together into one, a case each."""


TECHNIQUES = {
    technique.kind: technique
    for technique in (
        Technique("nothing", N_("a clue without marks"), 0, sums.find_without_marks, only_adds=True),
        Technique("satisfied", N_("a clue that has its marks"), 0, sums.find_satisfied, only_adds=True),
        Technique("needed", N_("a clue that needs all it can get"), 0, sums.find_needed, only_adds=True),
        Technique("compare", N_("comparing"), 0, sums.find_by_comparing, only_adds=True),
        Technique("count", N_("counting marks"), 1, sums.find_by_counting, only_adds=True),
        Technique("weigh", N_("weighing clues against others"), 2, sums.find_by_weighing),
        Technique("contradiction", N_("contradiction"), 3, cases.find_contradictions, show=cases.show_case, joins=True),
        Technique("cases", N_("cases"), 4, cases.find_by_cases, show=cases.show_cases),
        Technique(
            "exhaustion", N_("cases within cases"), 6, cases.find_by_exhaustion, show=cases.show_case, joins=True
        ),
    )
}
"""Each technique by its kind, in the order of human ease."""


def proves(technique: Technique, board: Board, clue_set: int, domains: Domains, goals: frozenset[Atom] | None) -> bool:
    """Return whether `rebuild_argument` finds an argument; without its cases, so that it is known at once."""
    left = goals or frozenset()
    for argument in technique.find(board, clue_set, domains):
        if goals is None:
            if argument.clash:
                return True
        elif goals <= argument.removed:
            return True
        elif technique.joins:
            left -= argument.removed
    return goals is not None and technique.joins and not left


def rebuild_argument(
    technique: Technique, board: Board, clue_set: int, domains: Domains, goals: frozenset[Atom] | None
) -> Argument | None:
    """Return an argument of this technique that rules out all of `goals` (None: that shows a clash), or None."""
    show = technique.show or _leave
    parts: list[Argument] = []
    for argument in technique.find(board, clue_set, domains):
        if goals is None:
            if argument.clash:
                return show(argument, board, domains)
        elif goals <= argument.removed:
            return show(argument._replace(removed=goals), board, domains)
        elif technique.joins and goals & argument.removed:
            parts.append(argument._replace(removed=argument.removed & goals))
    if goals is None or not goals <= frozenset().union(*(part.removed for part in parts)):
        return None
    parts = [show(part, board, domains) for part in parts]
    joined = tuple(case for part in parts for case in part.cases)
    kept = all(part.cases for part in parts) and sum(case.leaves for case in joined) <= MAX_CASES
    return Argument(technique.kind, clue_set, goals, cases=joined if kept else ())


def _leave(argument: Argument, _board: Board, _domains: Domains) -> Argument:
    return argument
