"""Compiled loops over guesses and codes, for those who installed the extra `lab`: the same figures as numpy, sooner.

The words that this module uses in a sense of its own:

- a *class*: codes that got the same marks from all guesses so far; the classes are a *partition* of the codes;
- a guess *makes* classes: by the marks that codes get from it, it splits each class of the partition into new classes;
- *marks* are numbers here: one number for each kind of marks that the rule has, such as two blacks and a white;
- `order` and `starts` give a partition: `order` has its codes, class by class; `starts` has where each class begins in
  `order`, and the end. Classes of one code are left out, as no guess splits them (`FixedClasses.order`).

`FixedProblem` calls these loops: `score_rows` for all scores of guesses; `count_classes` if only the number of classes
is needed, or `count_wide_classes` in games with too many different marks for `count_classes`.
"""

import numpy as np

from mastermot.rules.kernels import Integers, Numbers, compiled


@compiled
def score_rows(marks: Numbers, order: Integers, starts: Integers, size: int, scores: Integers, most: Integers) -> None:
    """Write what each guess makes of a partition: the number of classes, the largest size, the sum of squared sizes.

    These are the three rows of `scores`, with a column for each guess; what was in them is lost. `most` has a zero for
    each class of the partition (`order`, `starts`), and gets the most classes that any guess makes of this class.
    `marks` are numbers below `size`, with a row for each guess and a column for each code.

    Codes 0, 1 and 2 are one class, and the guess gives the first two the same marks:

    >>> scores, most = np.zeros((3, 1), np.int64), np.zeros(1, np.int64)
    >>> score_rows(np.array([[4, 4, 0]], np.uint8), np.arange(3), np.array([0, 3]), 5, scores, most)
    >>> scores.tolist(), most.tolist()
    ([[2], [2], [5]], [2])
    """
    counts = np.zeros(size, np.int64)  # how many codes of the class at hand have each mark
    for guess in range(marks.shape[0]):
        row = marks[guess]
        classes = largest = squares = 0  # of all classes that the guess makes
        for group in range(starts.shape[0] - 1):  # a class of the partition
            classes_before = classes
            for index in range(starts[group], starts[group + 1]):
                mark = row[order[index]]
                count = counts[mark]
                counts[mark] = count + 1
                squares += 2 * count + 1  # what the square of the count grows by
                classes += count == 0  # the first code with this mark: one class more
                largest = max(largest, count + 1)
            for index in range(starts[group], starts[group + 1]):  # back to zero, for the next class
                counts[row[order[index]]] = 0
            most[group] = max(most[group], classes - classes_before)
        scores[0, guess] = classes
        scores[1, guess] = largest
        scores[2, guess] = squares


@compiled
def count_ones(number: np.uint64) -> np.int64:
    """Return how many bits of a number are 1: numba has no instruction for it.

    The ones of each two bits are counted in the place of these bits; then they are added up for each four bits, and for
    each eight. A multiplication adds up the counts of the eight bytes, in the highest byte.

    >>> count_ones(np.uint64(0b1101)), count_ones(np.uint64(0xFFFFFFFFFFFFFFFF))
    (3, 64)
    """
    of_two_bits = number - ((number >> np.uint64(1)) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    of_four_bits = (of_two_bits & pairs) + ((of_two_bits >> np.uint64(2)) & pairs)
    of_bytes = (of_four_bits + (of_four_bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((of_bytes * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def count_classes(bits: Numbers, order: Integers, starts: Integers, counts: Integers) -> None:
    """Add to `counts`, for each guess, how many classes it makes of the classes of a partition (`order`, `starts`).

    `bits` has a row for each code and a column for each guess: a number with a single 1, the bit of the marks that the
    guess gets from the code. So the bits of all codes of a class together say which marks occur in the class, and each
    of these marks makes a class of the new partition.

    Codes 0, 1 and 2 are one class; they give the only guess the marks of bit 0, of bit 0 and of bit 2:

    >>> counts = np.zeros(1, np.int64)
    >>> count_classes(np.array([[0b001], [0b001], [0b100]], np.uint8), np.arange(3), np.array([0, 3]), counts)
    >>> counts.tolist()
    [2]
    """
    seen = np.zeros(bits.shape[1], bits.dtype)  # for each guess, the marks that occur in the class at hand
    for group in range(starts.shape[0] - 1):  # a class of the partition
        seen[:] = 0
        for index in range(starts[group], starts[group + 1]):
            row = bits[order[index]]
            for guess in range(seen.shape[0]):
                seen[guess] |= row[guess]
        for guess in range(seen.shape[0]):
            counts[guess] += count_ones(np.uint64(seen[guess]))


@compiled
def count_wide_classes(marks: Numbers, order: Integers, starts: Integers, size: int, counts: Integers) -> None:
    """Add to `counts`, for each guess, how many classes it makes of the classes of a partition (`order`, `starts`).

    This is for games with more different marks than `count_classes` has bits for (`fixed_guesses.WIDEST_BITS`). `marks`
    has the number of the marks that each guess (a row) gets from each code (a column); it is less than `size`.

    Codes 0, 1 and 2 are one class, and the guess gives the first two the same marks:

    >>> counts = np.zeros(1, np.int64)
    >>> count_wide_classes(np.array([[40, 40, 0]]), np.arange(3), np.array([0, 3]), 41, counts)
    >>> counts.tolist()
    [2]
    """
    last_group = np.full(size, -1, np.int64)  # the last class in which each mark occurred, -1 for none
    for guess in range(marks.shape[0]):
        row = marks[guess]
        last_group[:] = -1
        for group in range(starts.shape[0] - 1):
            for index in range(starts[group], starts[group + 1]):
                mark = row[order[index]]
                counts[guess] += last_group[mark] != group  # the mark occurs for the first time in this class
                last_group[mark] = group
