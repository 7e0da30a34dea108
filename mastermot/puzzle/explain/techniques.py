"""The techniques that a person knows, from the easiest to the hardest: one table, a row a technique.

A technique finds *arguments*: given a set of clues and the letters possible, what they rule out. To add one, give it a
row here, at its place among the others. `mastermot.texts.explanations` tells any sum and any cases.
The first are sums of signed marks (*balances*, in `docs/how-it-works.md`); the others suppose letters: see `cases`.

What is found depends only on which clues show the same letter in each column and on their marks; and an argument stays
good when more letters have been ruled out, so that the hardest one needed does not depend on the order of the others.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import comb, prod
from operator import mul
from typing import NamedTuple

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import N_
from mastermot.puzzle.explain.board import ClueBoard, iterate_subsets
from mastermot.puzzle.explain.cases import Find, find_by_cases, find_supposed, show_case, show_cases
from mastermot.puzzle.explain.steps import Argument, Atom, Domains, Signs

MAX_SETS = 20_000  #: Sets of clues looked at for one explanation, at most; ten clues of five letters take some 500.
MAX_FRAME = 1 << 18  #: Count vectors of the largest set of clues looked at in the search for the smallest.
MAX_SIGNED = 6  #: Clues of the largest set for which all signs are tried.


class Technique(NamedTuple):
    """A way to reason from a set of clues."""

    kind: str  #: Its name in JSON.
    name: str  #: Its name for a reader, a text of the catalogue.
    cost: int  #: What it adds to the cost of a round (see `grading`), beside the number of clues.
    find: Find
    show: Callable[[Argument, ClueBoard, Domains], Argument]  #: Shows arguments that become steps.
    only_adds: bool = False  #: Whether it only adds marks up, so that it counts as easy.
    joins: bool = False  #: Whether arguments of several letters are put together into one, a case each.


def add_signs(
    board: ClueBoard, clue_set: int, signs: Signs, classes: Sequence[dict[int, str]]
) -> tuple[list[dict[int, int]], list[int]]:
    """Return, by position, what each class of its letters brings to the signed sum of marks, and the most of these."""
    members = board.list_indices(clue_set)
    plus = sum(1 << index for index, sign in zip(members, signs, strict=True) if sign > 0)
    minus = clue_set & ~plus
    values = [{mask: (mask & plus).bit_count() - (mask & minus).bit_count() for mask in alike} for alike in classes]
    return values, [max(here.values()) for here in values]


def show_sum(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return an argument with the most that each position can bring, at all and with one of the letters ruled out."""
    classes = board.group_letters(argument.clue_set, domains)
    values, tops = add_signs(board, argument.clue_set, argument.signs, classes)
    best = tops.copy()
    lost = [
        (tops[position] - values[position][board.hits[position][letter] & argument.clue_set], position)
        for position, letter in argument.removed
    ]
    if lost:
        least, position = min(lost)
        best[position] -= least
    return argument._replace(tops=tuple(tops), best=tuple(best))


def find_sums(
    kind: str, list_signs: Callable[[list[int]], Sequence[Signs]], board: ClueBoard, clue_set: int, domains: Domains
) -> Iterator[Argument]:
    """Yield what sums of marks rule out; `list_signs` gives the signs that are tried for clues with such marks."""
    marks = [clue.marks for clue in board.list_clues(clue_set)]
    all_signs = list_signs(marks)
    if not all_signs:
        return
    classes = board.group_letters(clue_set, domains)
    for signs in all_signs:
        values, tops = add_signs(board, clue_set, signs, classes)
        spare = sum(tops) - sum(map(mul, signs, marks))
        lost = frozenset(
            (position, letter)
            for position, here in enumerate(values)
            for mask, value in here.items()
            if tops[position] - value > spare >= 0
            for letter in classes[position][mask]
        )
        if lost or spare < 0:
            yield Argument(kind, clue_set, lost, clash=spare < 0, signs=signs)


def _mix_signs(marks: list[int]) -> Sequence[Signs]:
    """Return all ways to weigh some of three to `MAX_SIGNED` clues against the others."""
    if not 2 < len(marks) <= MAX_SIGNED:
        return ()
    return [signs for signs in product((1, -1), repeat=len(marks)) if 0 < signs.count(1) < len(marks)]


def _sum(
    kind: str, name: str, cost: int, list_signs: Callable[[list[int]], Sequence[Signs]], adds: bool = True
) -> Technique:
    return Technique(kind, name, cost, partial(find_sums, kind, list_signs), show_sum, only_adds=adds)


def _supposed(kind: str, name: str, cost: int, *, by_chain: bool) -> Technique:
    return Technique(kind, name, cost, partial(find_supposed, kind, by_chain), show_case, joins=True)


TECHNIQUES = {
    technique.kind: technique
    for technique in (
        _sum("nothing", N_("a clue with a 0"), 0, lambda marks: [(-1,)] * (marks == [0])),
        _sum("satisfied", N_("a clue that has its marks"), 0, lambda marks: [(-1,)] * (len(marks) == 1)),
        _sum("needed", N_("a clue that needs all it can get"), 0, lambda marks: [(1,)] * (len(marks) == 1)),
        _sum("compare", N_("comparing"), 0, lambda marks: [(1, -1), (-1, 1)] * (len(marks) == 2)),
        _sum("count", N_("counting marks"), 1, lambda marks: [(one,) * len(marks) for one in (1, -1) if marks[1:]]),
        _sum("weigh", N_("weighing clues against others"), 2, _mix_signs, adds=False),
        _supposed("contradiction", N_("contradiction"), 3, by_chain=True),
        Technique("cases", N_("cases"), 4, find_by_cases, show_cases),
        _supposed("exhaustion", N_("cases within cases"), 6, by_chain=False),
    )
}
"""Each technique by its kind, in the order of human ease."""


class Round(NamedTuple):
    """All the arguments of the lowest rank there is: how many clues, which technique."""

    size: int
    kind: str
    arguments: tuple[Argument, ...]
    undecided: int  #: How many clues had letters that were not decided yet: those among which a person looks.

    @property
    def open_steps(self) -> int:
        """How many steps of this rank are open at once: the sets of clues that have an argument of it."""
        return len({argument.clue_set for argument in self.arguments})

    @property
    def removed(self) -> frozenset[Atom]:
        return frozenset().union(*(argument.removed for argument in self.arguments))


def _find_smallest(board: ClueBoard, domains: Domains, undecided: list[int], budget: Budget) -> tuple[list[int], bool]:
    """Return the smallest sets of clues that rule something out or (True) clash. Raises as `find_round`."""
    radices = sorted((board.clues[index].marks + 2 for index in undecided), reverse=True)
    decided = [1 << index for index in sorted({*range(len(board.clues))}.difference(undecided))]
    for size in range(len(undecided) + 1):
        budget.remaining -= comb(len(undecided), size) * (size > 0)
        if budget.remaining < 0 or prod(radices[:size]) > MAX_FRAME:
            raise OutOfWorkError(size - 1)
        sets = iterate_subsets(undecided, size) if size else decided  # those may only clash
        clashing, ruling_out = board.try_sets(sets, domains)
        if clashing or ruling_out:
            break
    return clashing or ruling_out, bool(clashing)


def find_round(board: ClueBoard, domains: Domains, budget: Budget) -> Round:
    """Return the arguments of the lowest rank: those of the smallest sets of clues that rule something out or clash.

    There must be some, a letter that no string has which fits the clues: exhaustion shows it if nothing else does.
    Raises `OutOfWorkError`, with the size of sets that was tried whole.
    """
    undecided = [  # the clues whose letters are not all decided
        index
        for index, clue in enumerate(board.clues)
        if any(letter in letters != letter for letter, letters in zip(clue.word, domains, strict=True))
    ]
    sets, clash = _find_smallest(board, domains, undecided, budget)
    for technique in TECHNIQUES.values():
        arguments = tuple(
            argument
            for clue_set in sets
            for argument in technique.find(board, clue_set, domains)
            if argument.clash or not clash
        )
        if arguments:
            break
    return Round(sets[0].bit_count(), technique.kind, arguments, len(undecided))
