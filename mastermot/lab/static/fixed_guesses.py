"""The problem of fixed guesses: the codes, the guesses to choose from, and which codes a list of guesses tells apart.

`docs/static.md` describes it, with sources. What words mean here:

- *marks*: the answer to a guess for one secret, as a number below `FixedProblem.size`;
- a *class*: the codes that get the same marks from all guesses made so far; a *partition*: all classes together;
- *alone*: said of a code that is the only one of its class;
- *given* guesses: those that are made in any case; the others are chosen;
- a *value*: the number by which an objective rates a partition, the smaller the better (`FixedScores.values`);
- a *cost*: one number that ranks partitions as their values do, and breaks ties (`FixedProblem.cost`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import nearest
from mastermot.game.codemakers import name_answers
from mastermot.game.errors import FixedTooLargeError
from mastermot.game.partitions import Numbers, Rows, Table, count_runs, cut_blocks
from mastermot.lab.static.errors import FixedObjectiveError
from mastermot.rules import BLACK_WHITE, Rule, rule_named
from mastermot.rules.arrays import find_kernels
from mastermot.rules.codes import Codes, ListedCodes, check_listed

MAX_FIXED = 60  #: The most fixed guesses.
MAX_FIXED_PAIRS = 100_000_000  #: The most pairs of guess and code: the marks of each pair take up to six bytes.
WIDEST_BITS = 32  #: The most different marks in a game for which each kind of marks gets a bit of its own.
CLOSEST, MANY = 8, 64  #: How many of the best guesses get an exact cost (`FixedProblem.weigh_best`): at least, at most.
REPEATED = 200  #: A search scores all guesses at least so often. This decides if compiled loops are worth loading.
OBJECTIVES = (
    "classes",
    "largest",
    "expected",
)  #: The most classes, the smallest largest class, or the smallest expected size of the secret's class.

Integers = NDArray[np.int64]
Amount = TypeVar("Amount", int, Integers)  #: A number, or an array with a number for each guess.


def name_widest(codes: Codes) -> str | None:
    """Return the name of the dictionary with most words in the language of the codes, such as ``fr``.

    It is taken from the name of the shipped list of answers in that language, such as ``fr-answers``, which has usual
    words of the dictionary. None for colours, for a list of the user, and for a language without a list of answers.
    """
    answers = name_answers(codes)
    return None if answers is None else answers.removesuffix("-answers")


@dataclass(frozen=True)
class Figures:
    """The figures of a partition."""

    classes: int
    alone: int  #: Codes that are alone in their class.
    largest: int
    expected: float  #: The size of the class of a secret, on average over all secrets.


@dataclass(frozen=True)
class FixedScores:
    """What each guess would make of a partition.

    The first three arrays are about the partition after each guess, and have one number for each guess. The others are
    about the partition before it.
    """

    classes: Integers  #: The number of classes after the guess.
    largest: Integers  #: The size of the largest class after the guess.
    squares: Integers  #: The sum of the squared sizes of the classes after the guess.
    most: Integers  #: For each class with several codes, the most classes that any guess splits it into.
    sizes: Integers  #: For each class with several codes, its size.
    alone: int  #: The number of classes with one code.

    def values(self, objective: str) -> Integers:
        """Return the values to minimize: minus the number of classes, the largest class, or the sum of squares."""
        return {"classes": -self.classes, "largest": self.largest, "expected": self.squares}[objective]

    def bound(self, guess_count: int, objective: str) -> int:
        """Return a lower bound on the value (`values`) after `guess_count` more guesses.

        Each guess can split a class into `most` pieces at best, so the guesses together into ``most ** guess_count``.
        The value is lowest if these pieces are as equal in size as possible: 9 codes in 4 pieces are three pieces of 2
        and one of 3. A class of one code stays as it is.

        Here are a class of nine codes, of which a guess makes four classes at best, and one code alone. After one guess
        there are 5 classes at most, the largest has 3 codes at least, and the squares of 2, 2, 2, 3 and 1 add up to 22:

        >>> figures = np.array([5])  # what the only guess would make; the bound does not look at these
        >>> scores = FixedScores(figures, figures, figures, most=np.array([4]), sizes=np.array([9]), alone=1)
        >>> scores.bound(1, "classes"), scores.bound(1, "largest"), scores.bound(1, "expected")
        (-5, 3, 22)
        """
        most_pieces = self.most.astype(np.float64) ** guess_count  # floats do not overflow
        most_pieces = np.minimum(most_pieces, MAX_FIXED_PAIRS).astype(np.int64)  # no class has more codes than that
        pieces = np.minimum(self.sizes, most_pieces)  # a class has no more pieces than codes
        if objective == "classes":
            return -(int(pieces.sum()) + self.alone)
        # of each class, `larger_pieces` pieces have `small_size` + 1 codes, and the others have `small_size`
        small_size, larger_pieces = np.divmod(self.sizes, pieces)
        if objective == "largest":
            largest_pieces = small_size + (larger_pieces > 0)
            largest = int(largest_pieces.max(initial=0))  # 0 if no class has several codes
            largest_alone = min(1, self.alone)  # 1 if any class has one code
            return max(largest, largest_alone)
        squares = (pieces - larger_pieces) * small_size**2 + larger_pieces * (small_size + 1) ** 2
        return int(squares.sum()) + self.alone


class FixedClasses:
    """A partition of codes: which class each code is in, numbered from 0."""

    def __init__(self, ids: Integers) -> None:
        self.ids = ids

    @cached_property
    def sizes(self) -> Integers:
        """The number of codes of each class."""
        return np.bincount(self.ids)

    @cached_property
    def order(self) -> tuple[Rows, Integers]:
        """The codes of all classes with several codes, class by class; and where each class begins there, and the end.

        Classes come in the order of their numbers, the codes of a class in rising order.

        Codes 1 and 3 are a class, 0 is alone, and 2, 4 and 5 are a class:

        >>> FixedClasses(np.array([1, 0, 2, 0, 2, 2])).order
        (array([1, 3, 2, 4, 5]), array([0, 2, 5]))
        """
        by_class = np.argsort(self.ids, kind="stable")
        several = self.sizes > 1  # for each class
        class_of_each = self.ids[by_class]
        codes = by_class[several[class_of_each]]
        starts = np.concatenate(([0], np.cumsum(self.sizes[several])))
        return codes, starts

    def refine(self, rows: Iterable[Numbers], size: int) -> FixedClasses:
        """Return the partition after more guesses: `rows` has, for each of them, the marks of each code as a number.

        These numbers are less than `size`. The number of a code's class and its marks become digits of one key, so that
        codes with equal keys are one class. Before keys get too large for 64 bits, they are numbered anew from 0.

        New classes are numbered in the order of their old classes; new classes of the same old class, in the order of
        their marks from the first row, then from the second, and so on.

        Codes 0 and 1 are a class, which the guess splits; code 2 stays alone, though it has the marks of code 1:

        >>> FixedClasses(np.array([0, 0, 1])).refine([np.array([3, 4, 4])], size=5).ids.tolist()
        [0, 1, 2]
        """
        keys = self.ids
        count = len(self.sizes)  # all keys are below it
        for row in rows:
            would_be_too_large = count >= (1 << 62) // size
            if would_be_too_large:
                distinct, keys = np.unique(keys, return_inverse=True)
                count = len(distinct)
                if count == len(keys):  # every code is alone: nothing is left to split
                    break
            keys = keys * size + row
            count = count * size
        _distinct, class_numbers = np.unique(keys, return_inverse=True)
        return FixedClasses(class_numbers)

    @property
    def figures(self) -> Figures:
        """The figures of the partition."""
        sizes = self.sizes
        sum_over_codes = int((sizes * sizes).sum())  # a class of 3 codes counts 3 for each of them
        expected = sum_over_codes / len(self.ids)
        return Figures(len(sizes), int((sizes == 1).sum()), int(sizes.max()), expected)


class FixedProblem:
    """The codes of a game, its rule, and the guesses that may be fixed."""

    def __init__(
        self,
        codes: Codes,
        rule: Rule | str = BLACK_WHITE,
        guesses: Codes | Sequence[str] | None = None,
        given: Sequence[str] = (),
        objective: str = "classes",
    ) -> None:
        """Define the problem: its codes, its rule (or the name of one), the guesses, and the objective.

        `guesses` are those to choose from, also as plain words; None stands for the codes. `given` are those that are
        made in any case, as texts. The objective is one of `OBJECTIVES`. `guesses_are_codes` is True only if `guesses`
        is None or the same object as `codes`: whether other guesses are the same words is not looked at.

        Raises, in this order, `TooManyCodesError` for codes that cannot be listed, `FixedObjectiveError`,
        `RuleUnknownError`, `TooManyCodesError` for guesses that cannot be listed, what `Codes.read` names for a given
        text that is none of the guesses, and `FixedTooLargeError` if there are more than `MAX_FIXED_PAIRS` pairs of
        guess and code. A list of plain words may also raise what `ListedCodes` does.
        """
        check_listed(codes)
        self.choose_objective(objective)
        self.codes = codes
        self.rule = rule_named(rule)
        self.guesses_are_codes = guesses is None or guesses is codes  #: Whether one chooses from the codes themselves.
        if guesses is None:
            self.guesses = codes
        elif isinstance(guesses, Codes):
            self.guesses = guesses
        else:
            self.guesses = ListedCodes(guesses, alphabet=codes.letters)
        check_listed(self.guesses)
        self.given: list[int] = []  #: The guesses that are given, by their indices.
        for word in given:
            guess = self.guesses.read(word)
            self.given.append(self.guesses.index[guess])
        if self.guesses.count * codes.count > MAX_FIXED_PAIRS:
            raise FixedTooLargeError(guesses=self.guesses.count, count=codes.count, limit=MAX_FIXED_PAIRS)

    def choose_objective(self, objective: str) -> None:
        """Make this the objective, one of `OBJECTIVES`. Raises `FixedObjectiveError`."""
        if objective not in OBJECTIVES:
            near = nearest(objective, OBJECTIVES)
            raise FixedObjectiveError(objective=objective, known=OBJECTIVES, suggestions=near)
        self.objective = objective

    @property
    def size(self) -> int:
        """One more than the largest number that marks have."""
        return self.rule.size(self.codes.length)

    @cached_property
    def marks(self) -> Numbers:
        """The marks of each guess against each code, as numbers: shape (guesses, codes)."""
        table = Table(self.rule, self.codes)
        secrets = np.arange(self.codes.count)
        guesses = table.rows(self.guesses.texts)
        marks = np.empty((len(guesses), len(secrets)), table.type)
        for block in cut_blocks(*marks.shape):
            marks[block] = table.numbers(guesses[block], secrets)
        return marks

    def split(self, chosen: Iterable[int]) -> FixedClasses:
        """Return the partition that the guesses `chosen`, given by their indices, make of all codes."""
        whole = FixedClasses(np.zeros(self.codes.count, np.int64))
        return whole.refine((self.marks[guess] for guess in chosen), self.size)

    @cached_property
    def separable(self) -> int:
        """The number of classes that all guesses together leave."""
        return len(self.split(range(len(self.marks))).sizes)

    def score(self, classes: FixedClasses, guesses: Rows | None = None) -> FixedScores:
        """Return what each guess, or each of `guesses` (by their indices), would make of a partition (`classes`).

        The figures are found in the first of these ways that applies:

        1. Compiled loops, if `find_kernels` finds them worth loading for `REPEATED` times as many marks as these.
        2. numpy (`score_in_numpy`), if some class has several codes.
        3. Nothing is counted: all codes are alone, and no guess changes that.

        Only classes of several codes are looked at: a code that is alone stays alone. Under `black`, the guess AA
        leaves AA and BB alone, and makes a class of AB and BA. AB and BA would tell these two codes apart as guesses;
        AA once more, or BB, would not:

        >>> from mastermot.rules.codes import ColourCodes
        >>> problem = FixedProblem(ColourCodes(2, 2), "black")
        >>> scores = problem.score(problem.split([0]))  # 0 is AA
        >>> scores.classes.tolist(), scores.largest.tolist(), scores.squares.tolist()
        ([3, 4, 4, 3], [2, 1, 1, 2], [6, 4, 4, 6])
        """
        marks = self.marks if guesses is None else self.marks[guesses]
        order, starts = classes.order
        scores = np.zeros((3, len(marks)), np.int64)  # rows: classes, the largest, the sum of squares
        most = np.zeros(len(starts) - 1, np.int64)
        if find_kernels(marks.size * REPEATED) is not None:
            from mastermot.lab.static.counting_loops import score_rows

            score_rows(marks, order, starts, self.size, scores, most)
        elif len(order):
            self.score_in_numpy(marks, order, starts, scores, most)
        alone = len(classes.sizes) - len(most)
        class_counts, largest, squares = scores
        largest_alone = min(1, alone)  # 1 if any code is alone: `largest` is 0 if all are
        largest = np.maximum(largest, largest_alone)
        return FixedScores(class_counts + alone, largest, squares + alone, most, np.diff(starts), alone)

    def score_in_numpy(self, marks: Numbers, order: Rows, starts: Integers, scores: Integers, most: Integers) -> None:
        """Fill in `scores` and `most`, as the compiled `score_rows` does; some class must have several codes.

        `scores` has a column for each guess, and three rows: the number of classes that it makes, the size of the
        largest, and the sum of their squared sizes. `most` has zeros, and gets the most classes that any guess makes of
        each class. `marks` has a row for each guess and a column for each code; `order` and `starts` are those of
        `FixedClasses.order`.

        Marks in the first class are numbered from 0, in the second from `size`, and so on: equal numbers in a row are
        then one class of the new partition.
        """
        sizes = np.diff(starts)
        # for each code, the number from which the marks in its class are numbered
        first_numbers = np.repeat(np.arange(len(sizes)) * self.size, sizes)
        for block in cut_blocks(len(marks), len(order)):
            numbers = marks[block][:, order] + first_numbers
            # shape (guesses, codes): the size of each new class where it begins among the sorted numbers, 0 elsewhere
            runs = count_runs(numbers)
            # shape (guesses, classes): how many new classes each class becomes. Sorting left the numbers of each class
            # between its `starts`, since those of the next class are larger
            counts = np.add.reduceat(runs > 0, starts[:-1], axis=1, dtype=np.int64)
            scores[0, block] = counts.sum(axis=1)
            scores[1, block] = runs.max(axis=1)
            scores[2, block] = (runs * runs).sum(axis=1)
            np.maximum(most, counts.max(axis=0), out=most)

    def weigh(self, classes: FixedClasses, guesses: Rows | None = None) -> Integers:
        """Return the cost of a partition (`classes`) after each guess, or each of `guesses`; the least is the best.

        The costs are exact, but for one case: if the objective is the number of classes, no `guesses` are named, and
        the game has more than `CLOSEST`, only the costs of the best guesses are exact (`weigh_best`), to save time.
        """
        all_of_many = guesses is None and len(self.marks) > CLOSEST
        if self.objective == "classes" and all_of_many:
            return self.weigh_best(classes)
        scores = self.score(classes, guesses)
        return self.cost(scores.classes, scores.largest, scores.squares)

    def weigh_best(self, classes: FixedClasses) -> Integers:
        """Return the cost of a partition after each guess, exact for the best guesses only.

        The objective is the number of classes here, which is quickly counted. The sum of squares, which breaks ties,
        takes longer: it is found for some guesses, and taken as large as it can be for the others. It is found for the
        best `CLOSEST` guesses, and for all that make as many classes as the last of these. If all these guesses are
        more than `MANY`, it is found only for the `MANY` with the lowest indices, even if others make more classes.
        """
        counts = self.count_classes(classes)
        largest_squares = np.full_like(counts, self.codes.count**2)
        costs = self.cost(counts, counts, largest_squares)  # with this objective, the largest class does not matter
        enough_classes = np.partition(counts, -CLOSEST)[-CLOSEST]  # what the last of the best `CLOSEST` guesses makes
        best = np.flatnonzero(counts >= enough_classes)[:MANY]
        scores = self.score(classes, best)
        costs[best] = self.cost(scores.classes, scores.largest, scores.squares)
        return costs

    def cost(self, counts: Amount, largest: Amount, squares: Amount) -> Amount:
        """Return the cost of a partition by its number of classes, its largest class and its sum of squares.

        The cost is made of two figures: that of the objective, and one that breaks ties. Ties are broken by the sum of
        squares, or where this sum is the objective, by the number of classes. The first figure is multiplied by more
        than the second figure can be: so the second only decides where the first is the same. The three arguments are
        numbers, or arrays with a number for each guess.
        """
        count = self.codes.count
        lacking = count - counts  # how many more classes there are if all codes are told apart
        if self.objective == "expected":
            return squares * (count + 1) + lacking
        if self.objective == "classes":
            return lacking * count * (count + 1) + squares
        return largest * count * (count + 1) + squares

    def count_classes(self, classes: FixedClasses) -> Integers:
        """Return the number of classes that the partition has after each guess: what `score` returns as `classes`.

        A class of one code stays one class. Every other class becomes as many classes as different marks occur in it.
        The classes are counted in the first of these ways that applies:

        1. `score` counts them, if there are no compiled loops and no `bits`.
        2. Compiled loops count them, if there are any: by the bits, or without bits by the marks themselves.
        3. numpy counts the bits of the marks that occur, if some class has several codes.
        4. Otherwise all codes are alone, and each guess leaves as many classes as there are codes.
        """
        bits = self.bits
        has_compiled_loops = find_kernels(self.marks.size * REPEATED) is not None
        if bits is None and not has_compiled_loops:
            return self.score(classes).classes
        order, starts = classes.order  # the classes with several codes
        alone = len(classes.sizes) - (len(starts) - 1)
        counts = np.full(len(self.marks), alone, np.int64)
        if has_compiled_loops:
            from mastermot.lab.static import counting_loops

            if bits is None:
                counting_loops.count_wide_classes(self.marks, order, starts, self.size, counts)
            else:
                counting_loops.count_classes(bits, order, starts, counts)
        elif bits is not None and len(order) > 0:
            occurring = np.bitwise_or.reduceat(bits[order], starts[:-1], axis=0)  # shape (classes, guesses)
            counts += np.bitwise_count(occurring).sum(axis=0, dtype=np.int64)
        return counts

    @cached_property
    def bits(self) -> Numbers | None:
        """The marks as numbers with one bit, another bit for each kind of marks: shape (codes, guesses).

        None if more than `WIDEST_BITS` kinds of marks occur.
        """
        occurring = np.unique(self.marks)
        if len(occurring) > WIDEST_BITS:
            return None
        bit_of_marks = np.zeros(self.size, np.min_scalar_type((1 << len(occurring)) - 1))
        bit_of_marks[occurring] = 1 << np.arange(len(occurring))
        return bit_of_marks[np.ascontiguousarray(self.marks.T)]


def classes_of(codes: Codes, rule: Rule | str, guesses: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the classes of codes that get the same marks from all guesses, the largest classes first.

    Classes of one size come in the order of their first codes, and the codes of a class in the order that they have in
    the game. Raises `TooManyCodesError` for codes that cannot be listed, `RuleUnknownError`, and what `Codes.fold`
    names for a text that cannot be such a code. The guesses may also be words that are no codes of the game.

    >>> from mastermot.rules.codes import ColourCodes
    >>> classes_of(ColourCodes(2, 3), "black", ["AA", "AB"])
    [('BA', 'CA'), ('BB', 'CB'), ('BC', 'CC'), ('AA',), ('AB',), ('AC',)]
    """
    check_listed(codes)
    table = Table(rule_named(rule), codes)
    every = np.arange(codes.count)
    marks = (table.against(row, every) for row in table.rows(guesses))
    classes = FixedClasses(np.zeros(codes.count, np.int64)).refine(marks, table.size)
    groups: dict[int, list[str]] = {}
    for text, number in zip(codes.texts, classes.ids.tolist(), strict=True):
        groups.setdefault(number, []).append(text)
    return [tuple(group) for group in sorted(groups.values(), key=len, reverse=True)]
