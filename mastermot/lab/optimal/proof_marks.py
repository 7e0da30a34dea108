"""Marks as the checker of proofs looks at them: made by the plain definition of a rule, counted, grouped in classes.

`PricedGuesses` adds up the costs of the classes that guesses leave. Words with a sense of their own:

- a *set*: the codes that can be the secret, each by its index; in hard mode the other guesses allowed stand after them;
- a *class* of a guess: the codes of a set that give it the same marks;
- a *partition*: all classes of a guess, written as the *name* of its class for each code (`name_partitions`);
- a *bound*, or `low`: what a set, a class or a guess costs at least;
- an *answer*: a number that stands for some marks; *found* is the answer to a guess that is the code.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from mastermot.lab.optimal.canonical_sets import Integers
from mastermot.rules import Marks, Rule

PAIRED = 64  #: The marks of at most this many codes are compared pair by pair; those of more codes are sorted.
SAFE = 7
"""After this many positions, relations are numbered anew (`relate`), so that numbers fit into 64 bits: 41^7 · 500,000
does."""
LISTED = 256  #: How many classes are looked at together, to see which of them still need a higher bound.


class ListedClasses(NamedTuple):
    """The classes that guesses make of a set, one guess after the other: class i has ``codes[starts[i] : ends[i]]``."""

    codes: Integers
    starts: Integers
    ends: Integers
    guess: Integers  #: The guess that makes each class: its row among the partitions.

    def list_codes(self, number: int) -> Integers:
        return self.codes[self.starts[number] : self.ends[number]]


def list_classes(members: Integers, partitions: Integers) -> ListedClasses:
    """Return the classes that some guesses make of a set, one guess after the other.

    `members` are the codes of the set, in hard mode with the other guesses allowed. `partitions` has a row for each
    guess and a column for each of the members: the name of the class that has this member (`name_partitions`). The
    first guess leaves 4 and 7 together, and 9 alone:

    >>> classes = list_classes(np.array([4, 7, 9]), np.array([[0, 0, 2], [0, 1, 0]]))
    >>> [classes.list_codes(number).tolist() for number in range(4)]
    [[4, 7], [9], [4, 9], [7]]
    >>> classes.guess.tolist()
    [0, 0, 1, 1]
    """
    by_class = np.argsort(partitions, axis=1, kind="stable")  # for each guess, the columns class by class
    names = np.take_along_axis(partitions, by_class, axis=1)
    # a class begins where a name differs from the name before it; before the first name of each row, -1 does
    starts = np.flatnonzero(np.diff(names, axis=1, prepend=-1))
    codes = members[by_class].ravel()
    ends = np.append(starts[1:], len(codes))
    rows = starts // len(members)
    return ListedClasses(codes, starts, ends, rows)


def mark_all(texts: Sequence[str], rule: Rule, columns: int) -> tuple[Integers, list[Marks]]:
    """Return the marks of all `texts` as guesses (rows) against the first texts as codes, and what marks there are.

    There are so many `columns`. The marks are written as numbers: 0 stands for the first of the marks returned second,
    1 for the next. The plain definition of a rule is slow, so it is asked only once about codes that are alike for a
    guess. A rule only compares symbols for equality. So two codes get the same marks if they have the same *relation*
    to the guess: for each of their symbols, the position where it first stands in the guess, or none. To AAB, the codes
    ABC and ABD have the relation 0, 2, none.

    What the rule says about a guess also holds for a guess with the same *repetition*: for each of its symbols, the
    position where it first stands. AAB and CCD have the repetition 0, 0, 2: they get the same marks from codes with the
    same relation. This is not used for guesses of more than `SAFE` symbols, since their relations have other numbers
    for each guess (`relate`).
    """
    length = len(texts[0])
    symbols = np.array([list(map(ord, text)) for text in texts[:columns]])  # a row for each code
    known: dict[tuple[object, int], int] = {}  # the number of the marks, by repetition and relation
    numbers: dict[Marks, int] = {}  # the number of each of the marks met so far
    narrowest = np.min_scalar_type(min(rule.size(length), 1 << 32) - 1)  # more than 2^32 different marks never occur
    numbers_of_marks = np.empty((len(texts), columns), narrowest)
    for row, guess in enumerate(texts):
        repetition = tuple(map(guess.index, guess)) if length <= SAFE else guess
        # the different relations, the first code that has each, and for each code the index of its relation
        relations, codes, indices = np.unique(relate(guess, symbols), return_index=True, return_inverse=True)
        by_relation = []  # the numbers of the marks
        for relation, code in zip(relations.tolist(), codes.tolist(), strict=True):
            number = known.get((repetition, relation))
            if number is None:  # the rule has not been asked about this relation yet
                marks = rule.compare(guess, texts[code])
                next_number = len(numbers)
                number = numbers.setdefault(marks, next_number)
                known[repetition, relation] = number
            by_relation.append(number)
        numbers_of_marks[row] = np.array(by_relation)[indices]
    return numbers_of_marks, list(numbers)


def relate(guess: str, symbols: Integers) -> Integers:
    """Return the relation of each code to a guess, as a number: codes with the same number get the same marks.

    A relation says for each symbol of the code in which position of the guess it first stands, or that it stands in
    none (see `mark_all`). These positions are the digits of the number. After every `SAFE` digits, the numbers met so
    far are replaced by 0, 1, 2…: then a number stands for another relation with each guess.

    `symbols` has the symbols of each code (a row) as numbers. To the guess ABA, the code BAC has the positions 1 (B),
    0 (A) and none (3, for C), in base 4 the number 1·16 + 0·4 + 3:

    >>> relate("ABA", np.array([list(map(ord, code)) for code in ("BAC", "BAD", "ABB")])).tolist()
    [19, 19, 5]
    """
    length = len(guess)
    first_position = np.full(1 + max(int(symbols.max()), *map(ord, guess)), length)  # of each symbol in the guess
    for position, symbol in reversed(list(enumerate(guess))):  # backwards, so that the first position stays
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
        is_new = (marks[..., :row, :] != marks[..., row, None, :]).all(axis=-2)  # unlike all marks above
        counts += is_new
    return counts


def name_partitions(marks: Integers) -> tuple[Integers, Integers]:
    """Return the different partitions that rows of marks make of the columns, and the first row that makes each.

    A partition has for each column the first column with the same marks. So two rows make the same partition if equal
    marks stand in the same columns, whatever marks these are:

    >>> partitions, first_rows = name_partitions(np.array([[5, 5, 7], [1, 1, 0], [2, 3, 2]]))
    >>> partitions.tolist(), first_rows.tolist()
    ([[0, 0, 2], [0, 1, 0]], [0, 2])
    """
    rows = np.arange(len(marks))
    columns = marks.shape[1]
    firsts = np.zeros((len(marks), int(marks.max()) + 1), np.min_scalar_type(columns))  # by row and mark
    for column in reversed(range(columns)):  # backwards, so that the first column stays
        firsts[rows, marks[:, column]] = column
    names = firsts[rows[:, None], marks]
    # each row is taken for one value of many bytes: so numpy compares whole rows
    _different, first = np.unique(names.view(np.dtype((np.void, names.itemsize * columns))), return_index=True)
    first.sort()
    return names[first], first


class PricedGuesses:
    """Some guesses at a set: the classes that they leave, with their sizes and bounds (`lows`), and the guesses' costs.

    `sizes` and `lows` have a number for each class, `costs` has one for each guess: the price of this turn and the
    bounds of all classes that the guess leaves, added up. So the costs are lower bounds too.
    """

    def __init__(self, classes: ListedClasses, sizes: Integers, lows: Integers, costs: Integers) -> None:
        self.classes = classes
        self.sizes = sizes
        self.lows = lows
        self.costs = costs

    def raise_lows(
        self, numbers: Integers, enough: int, find: Callable[[list[Integers]], Integers], codes_at_once: int
    ) -> None:
        """Raise the bounds of some classes to the bounds that `find` returns, and with them the costs of their guesses.

        `numbers` are the numbers of the classes to look at, the largest class first. A class is passed over if its
        guess costs `enough` by then: nobody asks for more. So the classes are given to `find` in batches, and the costs
        are looked at again before each batch.

        `find` gets the classes of a batch, each as an array of its codes, and returns a bound for each. A batch has as
        many of the next classes as have `codes_at_once` codes together if all are as large as the first; at least one.
        A bound that is lower than the one known changes nothing.
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
                increases = np.maximum(0, find(sets) - self.lows[batch])
                self.lows[batch] += increases
                np.add.at(self.costs, guess[batch], increases)  # adds all, also where two classes are of one guess


def price_by_sizes(
    classes: ListedClasses, guesses: Integers, code_count: int, size_bounds: Integers, turn: int
) -> PricedGuesses:
    """Return guesses with their classes and their costs, as far as the sizes of the classes tell.

    `classes` are those of all guesses, and `guesses` has the index of each guess. `turn` is the price of this turn for
    all codes of the set together. `size_bounds` says what a class of 0, 1, 2… codes costs at least; but the class of a
    code that the guess finds costs nothing. In hard mode the classes have other guesses too, with indices from
    `code_count` on: these do not count.

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
    first_classes = np.searchsorted(classes.guess, np.arange(len(guesses)))  # the number of each guess's first class
    costs = turn + np.add.reduceat(lows, first_classes)
    return PricedGuesses(classes, sizes, lows, costs)


def find_least_numbers(found: Integers, others: Integers, sizes: Integers) -> Integers:
    """Return how small the numbers can be that a guess gives to the codes of a set: by set (a row) and n (a column).

    A guess gives the numbers 1, 2, 3… to the codes of each class that it leaves, and 0 to a code that it finds. In
    rising order, the n-th of these numbers is at least what column n has, whichever guess is made. Column 0 has 0.

    `found` says by set and guess whether a code is found (1 or 0). `others` has the sizes of the other classes by
    answer, set and guess, and `sizes` has the sizes of the sets.

    In a class of m codes, min(i, m) codes have a number of at most i. Added up over the classes of a guess, with the
    code found, this is how many codes get such a number from the guess. The largest of these sums over all guesses is
    ``wide[i]``. Column n has the least i for which ``wide[i]`` is n or more.

    Of five codes, the only guess finds one, which has the number 0, and leaves two classes of two, each with the
    numbers 1 and 2:

    >>> find_least_numbers(np.array([[1]]), np.array([[[2]], [[2]]]), np.array([5])).tolist()
    [[0, 0, 1, 1, 2, 2]]
    """
    largest = int(sizes.max())
    wide = np.ones((len(sizes), largest + 1), np.int64)  # by set and number; one code at most has the number 0
    for number in range(1, largest + 1):
        numbered = found + np.minimum(others, number).sum(axis=0)  # by set and guess
        wide[:, number] = numbered.max(axis=1)
        if (wide[:, number] == sizes).all():  # larger numbers change nothing: all codes of each set are counted
            wide[:, number:] = sizes[:, None]
            break
    # for n = 0, 1, 2…, the least number for which `wide` is n or more
    return np.stack([row.searchsorted(np.arange(largest + 1)) for row in wide])


def bound_subsets(class_sizes: Integers, sizes: Integers, solved: int, price: int) -> Integers:
    """Return what any 0, 1, 2… codes (columns) of each set (a row) cost at least, by the classes of guesses.

    `class_sizes` has the sizes of these classes by answer, set and guess, and `sizes` has the sizes of the sets.
    `solved` is the number of the answer "found", and `price` the price of every turn.

    Say that n codes of a set cost at least ``least[n]``; this is made from the figures for fewer codes. A guess at n
    codes costs the price of the turn for each of them. It gives numbers to the codes: 1, 2, 3… in each class that it
    leaves, and 0 to the code that it finds, which costs nothing more. In a class of i codes, which costs at least
    ``least[i]``, the code with the number i adds ``least[i] - least[i - 1]``. A larger number never adds less. So n
    codes cost least if their numbers are as small as can be (`find_least_numbers`).

    Here the only guess at a set of five finds one code, and leaves two classes of two. Each of the five costs 1 for the
    turn; the two codes with the number 1 add 1 each, the two with the number 2 add 2 each:

    >>> class_sizes = np.array([2, 2, 1]).reshape(3, 1, 1)  # three answers, the last of them "found"
    >>> bound_subsets(class_sizes, sizes=np.array([5]), solved=2, price=1).tolist()
    [[0, 1, 3, 5, 8, 11]]
    """
    largest = int(sizes.max())
    found = class_sizes[solved]
    others = np.delete(class_sizes, solved, axis=0)
    numbers = find_least_numbers(found, others, sizes)
    every_set = np.arange(len(sizes))
    least = np.zeros((len(sizes), largest + 1), np.int64)
    for count in range(1, largest + 1):
        number = np.minimum(numbers[:, count], count - 1)  # a guess that tells something leaves smaller classes
        number_before = np.maximum(number - 1, 0)  # the number 0 adds nothing
        added = least[every_set, number] - least[every_set, number_before]
        least[:, count] = least[:, count - 1] + price + added
    return least
