"""Expected turns with few candidates: exact if a search within a given work finds them, else estimated.

The search is for the end of a game under way, which cannot wait: it needs no compiler, and its work is counted in
marks, so that the same question has the same answer everywhere. It is branch and bound, as in K. Koyama and T. W. Lai,
*An optimal Mastermind strategy*, Journal of Recreational Mathematics 25 (1993). `docs/how-it-works.md` says how turns
are estimated from the number of candidates.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import N_, Reason, WrongKindError, printable, read_whole
from mastermot.game.partitions import Numbers, Rows, Table, count_runs
from mastermot.rules import Rule

MAX_ENDGAME_WORK = 4_000_000  #: The most marks that a search looks at: about a fifth of a second, a second at worst.
MAX_CANDIDATES = 200  #: The most candidates with which a search is tried.
FRACTION = 32  #: Turns are added up as integers with so many bits after the point: the same sums on every machine.


class SmallResult(NamedTuple):
    """The fewest turns that all candidates take together, the turn of the next guess included."""

    total: int  #: The fewest turns in all.
    guess: int  #: A guess (a row) with which the candidates take so few turns.
    asked: tuple[int, ...]  #: The fewest turns in all with each guess that was asked for.


UNBOUNDED = 1 << 60  #: A number larger than any total.
Columns = tuple[int, ...]  #: A set of codes, by their columns in order: quicker than an array for small sets.


def solve_small(
    numbers: Numbers, solved: int, asked: Sequence[int] = (), work: int = MAX_ENDGAME_WORK, *, consistent: bool = False
) -> SmallResult | None:
    """Return the exact totals of a position, or None if finding them is too much work.

    It is too much work with more than `MAX_CANDIDATES` candidates, or if more than `work` marks would be looked at.
    `numbers` has the marks of each guess that may be played (a row) against each candidate (a column); the candidates
    must be among the guesses. `solved` is the number of the marks of the secret itself. The rows `asked` are guesses
    whose own totals are wanted: the turns in all if such a guess is played now. With `consistent`, only codes that can
    still be the secret are played, now and later; the guesses `asked` may be any. Of several best guesses the first in
    the order of `_EndgameSearch.list_promising` is returned. Raises `WrongKindError` if a candidate is not among the
    guesses.
    """
    work = read_whole("work", work, 0)
    if numbers.shape[1] > MAX_CANDIDATES or numbers.size > work:
        return None
    search = _EndgameSearch(numbers, solved, work, consistent)
    candidates = tuple(range(numbers.shape[1]))
    try:
        total, guess = search.find_best(candidates)
        totals_asked = tuple(search.find_total(row, candidates) for row in asked)
    except OutOfWorkError:
        return None
    return SmallResult(total, guess, totals_asked)


class _EndgameSearch:
    """One search: the marks, the bounds known for each set of codes, and the work that is left.

    `numbers` has a row for each guess and a column for each code: the number of the marks, where `solved` stands for
    “found”. If the search is `consistent`, only codes that can still be the secret are played. The total of a set of
    codes is the turns that the codes take together. `beta` is a limit, as in alpha-beta search: for a total of `beta`
    or more, a lower bound is enough. `OutOfWorkError` is raised once the search has looked at more than `work` marks.
    """

    def __init__(self, numbers: Numbers, solved: int, work: int, consistent: bool) -> None:
        self.numbers = numbers
        self.solved = solved
        self.consistent = consistent
        self.spend = Budget(work).spend  # called with the number of marks that are looked at
        is_code = numbers == solved  # whether a guess (a row) is a code (a column)
        is_among_guesses = is_code.any(axis=0)  # for each code
        if not numbers.size or not is_among_guesses.all():
            wanted = Reason(N_("the marks of guesses that include every candidate"))
            raise WrongKindError(name="numbers", value=printable(repr(numbers)), wanted=wanted)
        self.row_of = is_code.argmax(axis=0)  #: For each code, the first guess (a row) that is this code.
        #: By set of codes, its least total or a lower bound of that, and a flag: whether the number is exact.
        self.known: dict[Columns, tuple[int, bool]] = {}
        self.marks = cache(lambda row: numbers[row].tolist())  # the marks of a guess against every code
        classes = np.count_nonzero(count_runs(numbers), axis=1)  # into how many classes each guess splits all codes
        can_be_found = is_code.any(axis=1)  # whether one of these classes is the guess itself
        answers = classes - can_be_found  # how many answers of each guess are not “found”
        #: For each number of codes, a lower bound of the total of a set of so many codes. The bound holds since a guess
        #: splits no set into more classes than it splits all codes.
        self.costs = bound_sizes(numbers.shape[1], int(answers.max()))

    def find_best(self, codes: Columns, beta: int = UNBOUNDED) -> tuple[int, int]:
        """Return the least total for a set of codes, and a guess (a row) that reaches it.

        If the least total is `beta` or more, a lower bound of it that is `beta` or more is returned instead. The guess
        then means nothing; it is -1 if no guess was looked at.
        """
        if len(codes) <= 2:  # one of them is played: a turn for this code, two for the other
            return 2 * len(codes) - 1, min(int(self.row_of[code]) for code in codes)
        best = UNBOUNDED
        best_row = -1
        for row, bound in self.list_promising(codes):
            limit = min(best, beta)  # a total of `best` is no better, and a total of `beta` need not be exact
            if bound >= limit:  # all guesses after this one have the same bound or a larger one
                return min(best, bound), best_row
            total = self.find_total(row, codes, limit)
            if total < best:
                best = total
                best_row = row
        return best, best_row

    def find_least(self, codes: Columns, beta: int) -> int:
        """Return the least total for a set of codes; if it is `beta` or more, a lower bound that is `beta` or more."""
        if len(codes) <= 2:  # a turn for the first, two for the second
            return 2 * len(codes) - 1
        low, low_is_exact = self.known.get(codes, (int(self.costs[len(codes)]), False))
        if low_is_exact or low >= beta:
            return low
        may_be_quick = low <= 2 * len(codes)  # `find_least_quickly` finds no larger totals
        quick_total = self.find_least_quickly(codes) if may_be_quick else None
        if quick_total is not None:
            self.known[codes] = quick_total, True
            return quick_total
        total, _guess = self.find_best(codes, beta)
        is_exact = total < beta  # otherwise it is a lower bound
        self.known[codes] = total, is_exact
        return total

    def find_least_quickly(self, codes: Columns) -> int | None:
        """Return the least total if one of the codes, as a guess, tells all codes apart, or all but two; else None.

        If one of n codes tells all apart, it takes 1 turn itself, and each other code 2: 2n - 1 in all. If it leaves
        two codes together, one of these takes a turn more: 2n in all. Any other guess takes 2n turns at least: it is
        none of the codes, or leaves more codes together.
        """
        self.spend(len(codes) ** 2)
        most_classes = 0  # the most classes into which one of the codes splits all of them
        for guess in codes:
            marks = self.marks(int(self.row_of[guess]))
            different_marks = {marks[code] for code in codes}
            most_classes = max(most_classes, len(different_marks))
        if most_classes == len(codes):
            return 2 * len(codes) - 1
        if most_classes == len(codes) - 1:
            return 2 * len(codes)
        return None

    def find_total(self, row: int, codes: Columns, beta: int = UNBOUNDED) -> int:
        """Return the total when a guess is played; if it is `beta` or more, a lower bound that is `beta` or more."""
        classes = self.split(row, codes)
        tells_nothing = classes == [codes]  # such a guess is played only if it was asked for
        if tells_nothing:
            total_after, _guess = self.find_best(codes)
            return len(codes) + total_after
        lows = [int(self.costs[len(class_members)]) for class_members in classes]
        total = len(codes) + sum(lows)  # a turn for each code now, and at least the turns `lows` after it
        for class_members, low in zip(classes, lows, strict=True):
            if total >= beta:
                break
            others = total - low  # the total without this class
            total = others + self.find_least(class_members, beta - others)  # its total in place of its bound
        return total

    def split(self, row: int, codes: Columns) -> list[Columns]:
        """Return the classes of codes after a guess (a row), small classes first; the class “found” is left out.

        Small classes come first since their totals are found quickly: so it may show before the large classes are
        searched that the total of the guess is above the limit.
        """
        marks = self.marks(row)
        classes: dict[int, list[int]] = {}
        for code in codes:
            classes.setdefault(marks[code], []).append(code)
        classes.pop(self.solved, None)
        small_first = sorted(classes, key=lambda mark: (len(classes[mark]), mark))
        return [tuple(classes[mark]) for mark in small_first]

    def list_promising(self, codes: Columns) -> Iterator[tuple[int, int]]:
        """Yield guesses (rows), each with a lower bound of its total; the guess with the least bound comes first.

        Of guesses with equal bounds, the guess with the smallest sum of squared class sizes comes first; if these are
        equal too, a guess that is one of `codes`. Of guesses with the same partition only the first is yielded. Guesses
        that tell nothing are left out.
        """
        columns = np.array(codes)
        rows = self.row_of[columns] if self.consistent else np.arange(len(self.numbers))
        self.spend(len(rows) * len(codes))
        marks = self.numbers[np.ix_(rows, columns)]  # a row for each guess, a column for each code
        is_code = (marks == self.solved).any(axis=1)  # whether the guess is one of these codes
        sizes = count_runs(marks)  # the sizes of the classes of each guess, with zeros between them
        # the turns that the classes take at least after this turn. A guess that is one of the codes has a class with
        # this code alone: `costs` says 1 for that class, but the code is found now and takes no further turn
        turns_after = self.costs[sizes].sum(axis=1) - is_code
        bounds = len(codes) + turns_after  # a turn for each code now
        squares = (sizes * sizes).sum(axis=1)
        tells_something = sizes[:, 0] < len(codes)  # the first class does not have all codes
        useful = np.flatnonzero(tells_something)
        # `lexsort` sorts by its last array first
        promising = useful[np.lexsort((~is_code[useful], squares[useful], bounds[useful]))]
        seen: set[Columns] = set()
        for index in promising.tolist():
            partition = write_partition(marks[index].tolist(), codes)
            if partition not in seen:
                seen.add(partition)
                yield int(rows[index]), int(bounds[index])


def write_partition(marks: Sequence[int], codes: Columns) -> Columns:
    """Return the partition of codes by their `marks`, one for each code: for each code the first code of its class.

    Equal partitions are equal tuples, whatever the marks are. Here the codes 4 and 6 get the same marks:

    >>> write_partition([7, 2, 7], codes=(4, 5, 6))
    (4, 5, 4)
    """
    first_codes: dict[int, int] = {}  # by the marks
    # `setdefault` keeps the first code with some marks, and returns it for every later code with the same marks
    return tuple(map(first_codes.setdefault, marks, codes))


def bound_sizes(most: int, answers: int) -> NDArray[np.int64]:
    """Return lower bounds of the total for sets of 0 to `most` codes, if each guess has `answers` possible answers.

    The answer “found” is not counted. At best one code is found at the first turn, `answers` codes at the second,
    ``answers ** 2`` at the third. With 3 answers, of 6 codes one is found at the first turn, three at the second, two
    at the third: 1 + 3 · 2 + 2 · 3 = 13 turns.

    >>> bound_sizes(6, answers=3).tolist()
    [0, 1, 3, 5, 7, 10, 13]
    """
    turns: list[int] = []  # the turn at which each code is found, in this order
    turn = 1
    found_at_turn = 1
    while len(turns) < most:
        turns += [turn] * min(found_at_turn, most - len(turns))
        turn += 1
        found_at_turn *= max(answers, 1)  # not 0, so that the loop ends if there is no answer but “found”
    return np.cumsum([0, *turns])


def solve_turns(
    table: Table, candidates: Rows, guesses: Rows | None, asked: Rows, consistent: bool, work: int = MAX_ENDGAME_WORK
) -> SmallResult | None:
    """Return what `solve_small` returns, for `candidates`, `guesses` and `asked` given by their rows in a table.

    `guesses` are the guesses that may be played, candidates first. `asked` are guesses whose own totals are wanted, if
    they are played now. Unless the game is `consistent`, they may be played later too; in a consistent game only codes
    that can still be the secret are played later. None is returned if `guesses` is None (exact turns are not looked
    for), with more than `MAX_CANDIDATES` candidates, or if more than `work` marks would be looked at.
    """
    if guesses is None or len(guesses) * len(candidates) > work:
        return None
    rows = np.concatenate((guesses, asked))
    numbers = table.numbers(rows, candidates)  # `solve_small` names a guess by its index in `rows`
    asked_indices = range(len(guesses), len(rows))
    found = solve_small(numbers, table.solved, asked_indices, work, consistent=consistent)
    if found is None:
        return None
    return found._replace(guess=int(rows[found.guess]))


def estimate_remaining_turns(rule: Rule, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how many turns a candidate takes on average, estimated for each of the `counts` of candidates.

    Up to two candidates the turns are exact. From three on the estimate grows by the same number of turns each time
    that the candidates double (`Rule.turns_line`). One candidate takes 1 turn, two take 1 or 2, eight take about 2.1:

    >>> from mastermot.rules import BLACK_WHITE
    >>> estimate_remaining_turns(BLACK_WHITE, np.array([0, 1, 2, 8])).round(2).tolist()
    [0.0, 1.0, 1.5, 2.12]
    """
    start, turns_per_doubling = rule.turns_line
    estimated = start + turns_per_doubling * np.log2(np.maximum(counts, 1))
    return np.select([counts < 2, counts == 2], [counts, 1.5], estimated)


def estimate_turns(table: Table, candidates: Rows, guesses: Rows) -> NDArray[np.float64]:
    """Return how many turns a candidate is estimated to take on average, for each of `guesses` played now."""
    count = len(candidates)
    sizes = np.arange(count + 1)
    turns_of_class = sizes * estimate_remaining_turns(table.rule, sizes)  # of all its codes together, by class size
    values = np.rint(np.ldexp(turns_of_class, FRACTION)).astype(np.int64)  # as integers, so that sums are exact
    weights = table.scores(guesses, candidates, values).weights
    turns_after = np.ldexp(weights.astype(np.float64), -FRACTION)
    turns_after -= np.isin(guesses, candidates)  # a guess that is the secret takes no further turn
    return 1 + turns_after / count
