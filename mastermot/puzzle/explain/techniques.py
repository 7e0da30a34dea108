"""The techniques that a person knows, from the easiest to the hardest: one table, a row a technique.

A technique finds *arguments*: what a set of clues rules out, when certain letters are still possible. To add a
technique, give it a row in `TECHNIQUES`, at its place among the others. `mastermot.texts.explanations` has sentences
for any sum and any cases. The first techniques weigh the marks of clues against each other (`find_sums`; *balances* in
`docs/how-it-works.md`); the others suppose letters (`mastermot.puzzle.explain.cases`). Everywhere a set of clues is an
integer with a bit for each clue of a `ClueBoard`, and `domains` are the letters still possible at each position.

An argument stays good when more letters have been ruled out. So the hardest technique that a puzzle needs does not
depend on the order of the steps.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from math import comb, inf, prod
from operator import mul
from typing import NamedTuple

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import N_
from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.board import ClueBoard, iterate_subsets
from mastermot.puzzle.explain.cases import Find, find_by_cases, find_supposed, show_case, show_cases
from mastermot.puzzle.explain.steps import Argument, Atom, Domains, Signs

MAX_SETS = 20_000  #: The most sets of clues looked at for one explanation; ten clues of five letters take some 500.
MAX_VECTORS = 1 << 18  #: The most count vectors of a set of clues (`_find_smallest_sets`); larger sets are not tried.
MAX_SIGNED = 6  #: The most clues that are weighed against each other in all ways.


ListSigns = Callable[[list[int]], Sequence[Signs]]
"""Gives the signs to try for clues with these marks; no signs if the technique does not take such clues."""


class Technique(NamedTuple):
    """A way to reason from a set of clues."""

    kind: str  #: Its name in JSON.
    name: str  #: Its name for a reader, a text of the catalogue.
    cost: int  #: What it adds to the cost of a round (see `grading`), beside the number of clues.
    find: Find
    show: Callable[[Argument, ClueBoard, Domains], Argument]  #: Adds to an argument the figures or cases for its step.
    about: str  #: What it does, for a reader, a text of the catalogue.
    when: str  #: When it is found, a text of the catalogue; ``{most}`` is `MAX_SIGNED`.
    sizes: tuple[int, float] = (2, inf)  #: The fewest and the most clues that it takes at once.
    only_adds: bool = False  #: Whether it only adds marks up, so that it counts as easy.
    joins: bool = False  #: Whether arguments of several letters are put together into one, a case each.


def add_signs(
    board: ClueBoard, clue_set: int, signs: Signs, classes: Sequence[dict[int, str]]
) -> tuple[list[dict[int, int]], list[int]]:
    """Return what each class of letters at each position adds to the signed sum of marks; and the most by position.

    In the signed sum, the marks of each clue count with its sign: `signs` has 1 or -1 for each clue of `clue_set`.
    `classes`, which `ClueBoard.group_letters` gives for these clues, has the letters of each position by the set of
    clues that show them there. A letter brings 1 for each clue with the sign 1 that shows it there, and -1 for each
    clue with the sign -1 that shows it there.

    SOL is counted and SEN subtracted. In the first position, S brings 1 - 1 = 0, and M, which neither clue shows,
    brings 0; in the second position, O brings 1, E -1 and U 0:

    >>> board = ClueBoard([Clue("SOL", 2, line=1), Clue("SEN", 2, line=2)], ["MS", "EOU", "LN"])
    >>> classes = board.group_letters(0b11, board.columns)
    >>> values, tops = add_signs(board, 0b11, (1, -1), classes)
    >>> for alike, value in zip(classes, values):
    ...     print([(alike[mask], value[mask]) for mask in alike])
    [('M', 0), ('S', 0)]
    [('E', -1), ('O', 1), ('U', 0)]
    [('L', 1), ('N', -1)]
    >>> tops
    [0, 1, 1]
    """
    plus = 0
    minus = 0
    for index, sign in zip(board.list_indices(clue_set), signs, strict=True):
        if sign > 0:
            plus |= 1 << index
        else:
            minus |= 1 << index
    values = []
    for alike in classes:
        value_of_class = {}
        for mask in alike:
            value_of_class[mask] = (mask & plus).bit_count() - (mask & minus).bit_count()
        values.append(value_of_class)
    tops = [max(value_of_class.values()) for value_of_class in values]
    return values, tops


def find_sums(
    kind: str, list_signs: ListSigns, board: ClueBoard, clue_set: int, domains: Domains
) -> Iterator[Argument]:
    """Yield what sums of marks rule out; `list_signs` gives the signs to try, from the marks of the clues in the set.

    For the sum, the marks of each clue are added or subtracted, as its sign says. The letters of a string that fits
    bring just this sum, and `add_signs` gives the most that each position can bring. The *spare* is how much more than
    the sum all positions can bring together. A letter that brings less than the most of its position, by more than the
    spare, is ruled out. If all positions together can only bring less than the sum, the clues contradict each other.
    `kind` is the technique that the arguments name.

    SOL 2 and SEN 2 are both counted: the sum is 4. The positions can bring 2, 1 and 1, so that the spare is 0. M brings
    0 instead of 2, U brings 0 instead of 1: both are ruled out.

    >>> board = ClueBoard([Clue("SOL", 2, line=1), Clue("SEN", 2, line=2)], ["MS", "EOU", "LN"])
    >>> [argument] = find_sums("count", lambda marks: [(1, 1)], board, 0b11, board.columns)
    >>> sorted(argument.removed)
    [(0, 'M'), (1, 'U')]
    """
    marks = [clue.marks for clue in board.list_clues(clue_set)]
    all_signs = list_signs(marks)
    if not all_signs:
        return
    classes = board.group_letters(clue_set, domains)
    for signs in all_signs:
        values, tops = add_signs(board, clue_set, signs, classes)
        sum_of_marks = sum(map(mul, signs, marks))
        spare = sum(tops) - sum_of_marks
        if spare < 0:
            yield Argument(kind, clue_set, frozenset(), clash=True, signs=signs)
            continue
        removed: set[Atom] = set()
        for position, value_of_class in enumerate(values):
            for mask, value in value_of_class.items():
                missing = tops[position] - value
                if missing > spare:
                    removed.update((position, letter) for letter in classes[position][mask])
        if removed:
            yield Argument(kind, clue_set, frozenset(removed), signs=signs)


def show_sum(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return an argument with its figures: `tops`, the most that each position can bring to the sum, and `best`.

    `best` has the same figures for a string with one of the letters ruled out: the letter that takes least from the
    sum. Even with this letter, the positions bring less than the sum of marks, so none of these letters is possible. If
    the argument rules out no letter, `best` is the same as `tops`.

    SOL 2 and SEN 2 add up to 4. The positions can bring 2, 1 and 1; with U in the second position, only 2, 0 and 1:

    >>> board = ClueBoard([Clue("SOL", 2, line=1), Clue("SEN", 2, line=2)], ["MS", "EOU", "LN"])
    >>> [argument] = find_sums("count", lambda marks: [(1, 1)], board, 0b11, board.columns)
    >>> shown = show_sum(argument, board, board.columns)
    >>> shown.tops, shown.best
    ((2, 1, 1), (2, 0, 1))
    """
    classes = board.group_letters(argument.clue_set, domains)
    values, tops = add_signs(board, argument.clue_set, argument.signs, classes)
    losses = []  # for each letter that is ruled out, how much less than the most it brings, and its position
    for position, letter in argument.removed:
        mask = board.hits[position][letter] & argument.clue_set
        loss = tops[position] - values[position][mask]
        losses.append((loss, position))
    best = tops.copy()
    if losses:
        least_loss, position = min(losses)
        best[position] -= least_loss
    return argument._replace(tops=tuple(tops), best=tuple(best))


def _subtract_zero(marks: list[int]) -> Sequence[Signs]:
    """Return the sign to subtract one clue without marks: each of its letters would bring -1, and the sum is 0."""
    return [(-1,)] if marks == [0] else []


def _subtract_one(marks: list[int]) -> Sequence[Signs]:
    """Return the sign to subtract one clue: if it has its marks already, any other of its letters is one too many."""
    return [(-1,)] if len(marks) == 1 else []


def _count_one(marks: list[int]) -> Sequence[Signs]:
    """Return the sign to count one clue: if it needs all it can get, letters that bring it nothing are out."""
    return [(1,)] if len(marks) == 1 else []


def _compare_two(marks: list[int]) -> Sequence[Signs]:
    """Return the signs to subtract one of two clues from the other, either way round."""
    return [(1, -1), (-1, 1)] if len(marks) == 2 else []


def _count_all(marks: list[int]) -> Sequence[Signs]:
    """Return the signs to count two clues or more, and to subtract them all."""
    size = len(marks)
    return [(1,) * size, (-1,) * size] if size >= 2 else []


def _weigh_some(marks: list[int]) -> Sequence[Signs]:
    """Return all signs that count some of the clues and subtract the others, for three clues up to `MAX_SIGNED`.

    There are none for fewer clues, or for more.

    >>> _weigh_some([2, 1, 3])
    [(1, 1, -1), (1, -1, 1), (1, -1, -1), (-1, 1, 1), (-1, 1, -1), (-1, -1, 1)]
    """
    size = len(marks)
    if not 3 <= size <= MAX_SIGNED:
        return []
    return [signs for signs in product((1, -1), repeat=size) if 0 < signs.count(1) < size]


def sum_technique(
    kind: str,
    name: str,
    cost: int,
    list_signs: ListSigns,
    *,
    sizes: tuple[int, float],
    about: str,
    when: str,
    only_adds: bool = True,
) -> Technique:
    """Return a technique that adds or subtracts marks: it tries the signs that `list_signs` gives for some clues.

    The other arguments are the fields of `Technique`. By default, such a technique `only_adds`.
    """
    find = partial(find_sums, kind, list_signs)
    return Technique(kind, name, cost, find, show_sum, about, when, sizes, only_adds)


def supposition_technique(kind: str, name: str, cost: int, *, by_chain: bool, about: str, when: str) -> Technique:
    """Return a technique that supposes a letter and shows it impossible, by a chain or by cases within cases.

    With `by_chain`, a single chain must show it. The other arguments are the fields of `Technique`. Each `Argument`
    that the technique finds is about letters of one position, so several of them may be put together (`joins`).
    """
    find = partial(find_supposed, kind, by_chain)
    return Technique(kind, name, cost, find, show_case, about, when, joins=True)


_IN_ORDER = (
    sum_technique(
        "nothing",
        N_("a clue with a 0"),
        0,
        _subtract_zero,
        sizes=(1, 1),
        about=N_(
            "A clue with a 0: none of its letters is in its place, so each of them can be struck out in that place."
        ),
        when=N_("At once, wherever a clue has the number 0. Nothing else needs to be known."),
    ),
    sum_technique(
        "satisfied",
        N_("a clue that has its marks"),
        0,
        _subtract_one,
        sizes=(1, 1),
        about=N_(
            "A clue that already has as many letters in place as its number says: its other letters can be struck out."
        ),
        when=N_(
            "When as many letters of a clue are certain as its number says: often right after a letter was placed."
        ),
    ),
    sum_technique(
        "needed",
        N_("a clue that needs all it can get"),
        0,
        _count_one,
        sizes=(1, 1),
        about=N_("A clue that needs every letter it can still have: all of them are certain."),
        when=N_("When so many letters of a clue are ruled out that only as many are left as its number says."),
    ),
    sum_technique(
        "compare",
        N_("comparing"),
        0,
        _compare_two,
        sizes=(2, 2),
        about=N_(
            "Two clues share some letters. What one has more than the other can only come from the letters in which "
            "they differ."
        ),
        when=N_("With two clues, when no clue shows anything by itself. Look for words that are nearly alike."),
    ),
    sum_technique(
        "count",
        N_("counting marks"),
        1,
        _count_all,
        sizes=(2, inf),
        about=N_(
            "The numbers of several clues are added up. If their letters, place by place, can give just that much, "
            "each place must give its most."
        ),
        when=N_(
            "With two clues or more, when comparing two of them shows nothing. Look for clues with high numbers and "
            "few letters in common; or with low numbers and many."
        ),
    ),
    sum_technique(
        "weigh",
        N_("weighing clues against others"),
        2,
        _weigh_some,
        sizes=(3, MAX_SIGNED),
        only_adds=False,
        about=N_(
            "The numbers of some clues are weighed against those of others, place by place: a letter that would tip "
            "the balance is out."
        ),
        when=N_("With 3 to {most} clues, when adding them up shows nothing."),
    ),
    supposition_technique(
        "contradiction",
        N_("contradiction"),
        3,
        by_chain=True,
        about=N_("Suppose a letter, and see what follows. If a clue can then no longer be true, the letter is out."),
        when=N_(
            "When no sum of as few clues shows anything. Follow one clue after the other: each must force the next."
        ),
    ),
    Technique(
        "cases",
        N_("cases"),
        4,
        find_by_cases,
        show_cases,
        about=N_("One clue leaves a few cases. What holds in each of them holds in any case."),
        when=N_(
            "When no letter leads to a contradiction by itself. Take a position where two or three letters are left."
        ),
    ),
    supposition_technique(
        "exhaustion",
        N_("cases within cases"),
        6,
        by_chain=False,
        about=N_("Cases within cases: every way to go on ends in a clue that cannot be true."),
        when=N_(
            "Last of all, when nothing else works with as few clues. It finds whatever these clues say, but no one "
            "enjoys it."
        ),
    ),
)
TECHNIQUES = {technique.kind: technique for technique in _IN_ORDER}
"""Each technique by its kind, the easiest for a person first."""


class Round(NamedTuple):
    """The arguments that are easiest to find: from the fewest clues and, among these, of the easiest technique."""

    size: int  #: How many clues each of these arguments needs.
    kind: str  #: The technique, by its kind.
    arguments: tuple[Argument, ...]  #: What the technique finds in these sets.
    undecided: int  #: How many clues have letters that are not decided yet: a person looks only at these.

    @property
    def open_steps(self) -> int:
        """How many such steps are open at once: how many sets of clues these arguments come from."""
        return len({argument.clue_set for argument in self.arguments})

    @property
    def removed(self) -> frozenset[Atom]:
        return frozenset().union(*(argument.removed for argument in self.arguments))


def _find_smallest_sets(
    board: ClueBoard, domains: Domains, undecided: list[int], budget: Budget
) -> tuple[list[int], bool]:
    """Return the smallest sets of clues that rule letters out, and False; or that contradict themselves, and True.

    If some sets of a size contradict themselves, only these are returned. The `undecided` clues are given by their
    indices. All other clues have only letters that are decided: they rule nothing out any more, but one of them may be
    contradicted, so they are tried first, one by one. Then come sets of one undecided clue, of two, and so on; each set
    is taken off the `budget`. Raises `OutOfWorkError`, with the size up to which all sets were tried, if the budget
    does not suffice for the next size, or if a set of that size may have more than `MAX_VECTORS`.
    """
    decided = [1 << index for index in range(len(board.clues)) if index not in undecided]  # sets of one clue each
    # a count vector has for each clue of a set its blacks so far: for a clue with m marks these are 0 to m + 1, one too
    # many. So a set has as many vectors as the product of m + 2 over its clues
    numbers_of_blacks = sorted((board.clues[index].marks + 2 for index in undecided), reverse=True)
    for size in range(len(undecided) + 1):
        if size == 0:  # not a set without clues: this pass is for the decided clues, and costs no budget
            sets: Iterable[int] = decided
        else:
            sets = iterate_subsets(undecided, size)
            budget.remaining -= comb(len(undecided), size)
        most_vectors = prod(numbers_of_blacks[:size])  # of the set of the clues with the most marks
        if budget.remaining < 0 or most_vectors > MAX_VECTORS:
            raise OutOfWorkError(reached=size - 1)
        clashing, ruling_out = board.try_sets(sets, domains)
        if clashing:
            return clashing, True
        if ruling_out:
            break
    return ruling_out, False


def find_round(board: ClueBoard, domains: Domains, budget: Budget) -> Round:
    """Return the arguments of the easiest technique that finds any, from the smallest sets of clues that show anything.

    If these sets contradict themselves, the arguments show only that. There must be a letter that can still be ruled
    out: then exhaustion, the last technique, finds an argument if no other technique does. Raises `OutOfWorkError` with
    the size up to which all sets of clues were tried.
    """
    undecided = [index for index, clue in enumerate(board.clues) if _is_undecided(clue, domains)]
    sets, contradict_themselves = _find_smallest_sets(board, domains, undecided, budget)
    for technique in TECHNIQUES.values():  # the easiest first
        arguments: list[Argument] = []
        for clue_set in sets:
            for argument in technique.find(board, clue_set, domains):
                if argument.clash or not contradict_themselves:
                    arguments.append(argument)
        if arguments:
            break
    size_of_sets = sets[0].bit_count()
    return Round(size_of_sets, technique.kind, tuple(arguments), len(undecided))


def _is_undecided(clue: Clue, domains: Domains) -> bool:
    """Return whether a letter of the clue is possible at its position, but is not the only one there.

    >>> _is_undecided(Clue("SOL", 2, line=1), ("S", "EO", "N")), _is_undecided(Clue("SOL", 2, line=1), ("S", "E", "N"))
    (True, False)
    """
    pairs = zip(clue.word, domains, strict=True)
    return any(letter in letters and letters != letter for letter, letters in pairs)
