"""Marks as the checker of proofs looks at them: made by the plain definition of a rule, counted, grouped in classes.

`PricedGuesses` adds up what the classes cost that guesses leave.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from mastermot.lab.optimal.canonical_sets import Integers
from mastermot.rules import Marks, Rule

PAIRED = 64  #: Codes up to which marks are compared pair by pair: of more, they are sorted.
SAFE = 7
"""Positions after which what tells codes apart is counted anew, so that it fits in 64 bits: 41^7 times 500,000 does."""
LISTED = 256  #: Classes of guesses that are looked through together.


class ListedClasses(NamedTuple):
    """The classes that guesses make of a set, one guess after the other: class i has ``codes[starts[i] : ends[i]]``."""

    codes: Integers
    starts: Integers
    ends: Integers
    guess: Integers  #: The guess that makes each class: its row among the partitions.

    def list_codes(self, number: int) -> Integers:
        return self.codes[self.starts[number] : self.ends[number]]


def list_classes(members: Integers, partitions: Integers) -> ListedClasses:
    """Return the classes of `partitions` of a set (`name_partitions`): a row for each guess, a column for each code.

    `members` are the codes of the set. The first guess leaves 4 and 7 together, and 9 alone:

    >>> classes = list_classes(np.array([4, 7, 9]), np.array([[0, 0, 2], [0, 1, 0]]))
    >>> [classes.list_codes(number).tolist() for number in range(4)]
    [[4, 7], [9], [4, 9], [7]]
    >>> classes.guess.tolist()
    [0, 0, 1, 1]
    """
    by_class = np.argsort(partitions, axis=1, kind="stable")  # for each guess, the columns class by class
    names = np.take_along_axis(partitions, by_class, axis=1)
    starts = np.flatnonzero(np.diff(names, axis=1, prepend=-1))  # where the name is another than before it
    codes = members[by_class].ravel()
    ends = np.append(starts[1:], len(codes))
    return ListedClasses(codes, starts, ends, starts // len(members))


def mark_all(texts: Sequence[str], rule: Rule, columns: int) -> tuple[Integers, list[Marks]]:
    """Return the marks of each guess (a row) against the first `columns` of them, as numbers; and what these stand for.

    The plain definition of the rule is slow, so it is asked only once about codes that are alike to a guess. A rule
    compares symbols for equality only. So two codes get the same marks if, position by position, their symbols stand
    first in the same position of the guess, or in none: this list of positions is their *relation* to the guess. Short
    guesses whose symbols repeat in the same positions, such as AAB and CCD, share what was asked.
    """
    length = len(texts[0])
    symbols = np.array([list(map(ord, text)) for text in texts[:columns]])  # a row for each code
    known: dict[tuple[object, int], int] = {}  # the number of the marks, by repetition (see below) and relation
    numbers: dict[Marks, int] = {}  # the number of each of the marks met so far
    narrowest = np.min_scalar_type(min(rule.size(length), 1 << 32) - 1)  # more than 2^32 different marks never occur
    numbers_of_marks = np.empty((len(texts), columns), narrowest)
    for row, guess in enumerate(texts):
        # (0, 0, 2) for AAB and CCD; long guesses share nothing, as their relations are numbered for each guess anew
        repetition = tuple(map(guess.index, guess)) if length <= SAFE else guess
        # the different relations, the first code that has each, and for each code the index of its relation
        relations, codes, indices = np.unique(relate(guess, symbols), return_index=True, return_inverse=True)
        by_relation = []  # the numbers of the marks
        for relation, code in zip(relations.tolist(), codes.tolist(), strict=True):
            number = known.get((repetition, relation))
            if number is None:  # the rule has not been asked about it yet
                marks = rule.compare(guess, texts[code])
                next_number = len(numbers)
                number = numbers.setdefault(marks, next_number)
                known[repetition, relation] = number
            by_relation.append(number)
        numbers_of_marks[row] = np.array(by_relation)[indices]
    return numbers_of_marks, list(numbers)


def relate(guess: str, symbols: Integers) -> Integers:
    """Return the relation of each code to a guess, as a number: codes with the same number get the same marks.

    A relation says of each symbol of the code in which position of the guess it stands first, or that it stands in none
    (see `mark_all`). These positions are the digits of the number. For more than `SAFE` symbols, the relations met are
    numbered from 0 in between; then the numbers of another guess stand for other relations.

    `symbols` has the symbols of each code (a row) as numbers. To the guess ABA, the code BAC has the positions 1 (B),
    0 (A) and none (3, for C), in base 4 the number 1·16 + 0·4 + 3:

    >>> relate("ABA", np.array([list(map(ord, code)) for code in ("BAC", "BAD", "ABB")])).tolist()
    [19, 19, 5]
    """
    length = len(guess)
    first_position = np.full(1 + max(int(symbols.max()), *map(ord, guess)), length)  # of each symbol in the guess
    for position, symbol in reversed(list(enumerate(guess))):  # from the last one, so that the first stays
        first_position[ord(symbol)] = position
    relations = np.zeros(len(symbols), np.int64)
    for position in range(length):
        if position > 0 and position % SAFE == 0:  # numbered anew, so that they fit in 64 bits
            _distinct, relations = np.unique(relations, return_inverse=True)
        relations = relations * (length + 1) + first_position[symbols[:, position]]
    return relations


def count_bits(marks: Integers) -> Integers:
    """Return how many different marks there are down each column; marks are bits, of shape (…, codes, guesses)."""
    return np.asarray(np.bitwise_count(np.bitwise_or.reduce(marks, axis=-2)), np.int64)


def count_marks(marks: Integers) -> Integers:
    """Return how many different marks there are down each column; marks are numbers, of shape (…, codes, guesses).

    >>> count_marks(np.array([[4, 5], [4, 6], [7, 5]])).tolist()
    [2, 2]
    """
    codes = marks.shape[-2]
    if codes > PAIRED:
        by_guess = marks.swapaxes(-1, -2)
        ordered = np.sort(by_guess.astype(np.result_type(marks, np.uint16)), axis=-1)  # bytes are slower to sort
        return np.asarray(1 + np.count_nonzero(ordered[..., 1:] != ordered[..., :-1], axis=-1))
    counts = np.ones(np.delete(marks.shape, -2), np.int64)  # of the shape (…, guesses): the first mark is new
    for row in range(1, codes):
        is_new = (marks[..., :row, :] != marks[..., row, None, :]).all(axis=-2)  # other than all marks above
        counts += is_new
    return counts


def name_partitions(marks: Integers) -> tuple[Integers, Integers]:
    """Return the different partitions that rows of marks make of the columns, and the first row that makes each.

    A partition gives for each column the first column that has the same mark. So two rows make the same partition if
    they have equal marks in the same columns, whatever these marks are:

    >>> partitions, first_rows = name_partitions(np.array([[5, 5, 7], [1, 1, 0], [2, 3, 2]]))
    >>> partitions.tolist(), first_rows.tolist()
    ([[0, 0, 2], [0, 1, 0]], [0, 2])
    """
    rows = np.arange(len(marks))
    columns = marks.shape[1]
    firsts = np.zeros((len(marks), int(marks.max()) + 1), np.min_scalar_type(columns))  # by row and mark
    for column in reversed(range(columns)):  # from the last one, so that the first stays
        firsts[rows, marks[:, column]] = column
    names = firsts[rows[:, None], marks]
    # numpy compares whole rows once each is one value of so many bytes
    _different, first = np.unique(names.view(np.dtype((np.void, names.itemsize * columns))), return_index=True)
    first.sort()
    return names[first], first


class PricedGuesses:
    """Some guesses at a set: the classes that they leave, their sizes and bounds (`lows`), and what each guess costs.

    `sizes` and `lows` have a number for each class, `costs` one for each guess. The costs are lower bounds too: of this
    turn, and of all classes that the guess leaves.
    """

    def __init__(self, classes: ListedClasses, sizes: Integers, lows: Integers, costs: Integers) -> None:
        self.classes = classes
        self.sizes = sizes
        self.lows = lows
        self.costs = costs

    def raise_lows(
        self, numbers: Integers, enough: int, find: Callable[[list[Integers]], Integers], codes_at_once: int
    ) -> None:
        """Raise the bounds of some classes to those that `find` returns, and with them the costs of their guesses.

        `numbers` are those of the classes to look at, the largest first. A class is passed over once its guess costs
        `enough`. `find` gets some classes, each as an array of its codes, and returns a bound for each: those that have
        at most `codes_at_once` codes together, or a single larger one.
        """
        guess = self.classes.guess  # of each class
        for start in range(0, len(numbers), LISTED):
            waiting = numbers[start : start + LISTED]
            while True:
                may_cost_less = self.costs[guess[waiting]] < enough  # as raised by the classes looked at so far
                waiting = waiting[may_cost_less]
                if len(waiting) == 0:
                    break
                largest = int(self.sizes[waiting[0]])
                step = max(1, codes_at_once // largest)
                batch = waiting[:step]
                waiting = waiting[step:]
                sets = [self.classes.list_codes(number) for number in batch.tolist()]
                more = np.maximum(0, find(sets) - self.lows[batch])
                self.lows[batch] += more
                np.add.at(self.costs, guess[batch], more)  # adds each, also where two classes are of one guess


def price_by_sizes(
    classes: ListedClasses, guesses: Integers, code_count: int, size_bounds: Integers, turn: int
) -> PricedGuesses:
    """Return guesses priced by the sizes of the classes that they leave: what they cost at least by these alone.

    `guesses` has the index of each guess. `turn` is what the turn costs for all codes together; a class of 0, 1, 2…
    codes costs at least what `size_bounds` says, but a code that the guess finds costs nothing more. In hard mode the
    classes have other guesses too, from the index `code_count` on, which do not count.

    Guess 4 finds code 4, and leaves 7 and 9 together. At a price of 1, the turn costs 3 for the three codes:

    >>> classes = list_classes(np.array([4, 7, 9]), np.array([[0, 1, 1]]))
    >>> priced = price_by_sizes(classes, np.array([4]), code_count=10, size_bounds=np.array([0, 1, 3]), turn=3)
    >>> priced.sizes.tolist(), priced.lows.tolist(), priced.costs.tolist()
    ([1, 2], [0, 3], [6])
    """
    sizes = np.add.reduceat(classes.codes < code_count, classes.starts, dtype=np.int64)
    lows = size_bounds[sizes]
    first_codes = classes.codes[classes.starts]
    is_found = first_codes == guesses[classes.guess]  # a code that the guess finds is always alone in its class
    lows[is_found] = 0
    first_classes = np.searchsorted(classes.guess, np.arange(len(guesses)))  # of each guess
    costs = turn + np.add.reduceat(lows, first_classes)
    return PricedGuesses(classes, sizes, lows, costs)


def find_least_numbers(found: Integers, others: Integers, sizes: Integers) -> Integers:
    """Return how small the n-th smallest number of a code can be, by set (a row) and n = 0, 1, 2… (a column).

    A guess numbers the codes of each class that it leaves 1, 2, 3…; a code that it finds has the number 0. Each of the
    numbers returned is one that no guess at the set falls below.

    `found` says by set and guess whether a code is found (1 or 0), `others` has the sizes of the other classes by
    answer, set and guess, and `sizes` those of the sets. Of a class of m codes, the smaller of i and m have a number up
    to i. For each i, the guess with which the most codes have such a number says how many can have one.

    Of five codes, the only guess finds one, which has the number 0, and leaves two classes of two, numbered 1 and 2
    each. Column 0 stands for no code:

    >>> find_least_numbers(np.array([[1]]), np.array([[[2]], [[2]]]), np.array([5])).tolist()
    [[0, 0, 1, 1, 2, 2]]
    """
    largest = int(sizes.max())
    wide = np.ones((len(sizes), largest + 1), np.int64)  # of each set, how many codes can have each number or less
    for number in range(1, largest + 1):
        numbered = found + np.minimum(others, number).sum(axis=0)  # by set and guess
        wide[:, number] = numbered.max(axis=1)
        if (wide[:, number] == sizes).all():  # of each set, some guess gives no larger number to any code
            wide[:, number:] = sizes[:, None]
            break
    # the least number up to which there are n codes, for n = 0, 1, 2…
    return np.stack([row.searchsorted(np.arange(largest + 1)) for row in wide])
