"""Counting, for all guesses at once, the classes that each guess splits a set into.

For most sets nothing else is needed: the number of classes that a guess makes bounds its cost
(`scoring.bound_by_classes`). `count_marks` counts plainly, guess by guess. The other functions go through codes in the
outer loop and through guesses in the inner one, so that the processor counts for many guesses in one instruction:

- `count_bits`, in games of up to 16 times `MAX_PLANES` answers. Each answer has a bit, and the answers of a set are the
  bits of a logical *or*: a guess that gets the answers 0, 2 and 0 has the bits 001, 100 and 001, together 101, which
  are two classes.
- `compare_columns`, in other games, for small sets: each code is compared with all before it.
- `tick_columns`, there for larger sets: answers that occur are ticked off.
- `count_sizes`, in games of few answers: how many codes give each answer, and so the sizes of all classes.

Words with a sense of their own here:

- *answer*: the marks that a guess gets from a code, as a number from 0 on;
- *plane*: an array with 16 bits for each code and guess, a bit for each of 16 answers. More answers take more planes;
- *lane*: the 16 bits that a plane has for one guess, as one number;
- *columns*: the marks with a row for each code and a column for each guess;
- *filled up*: rows have more places than there are guesses; the last places have 0, and are of no guess;
- a code's *number* in a class: 1, 2, 3… (`find_widths`), not its index.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mastermot.game.partitions import Numbers, cut_blocks
from mastermot.lab.optimal.compiled import inner
from mastermot.lab.optimal.memory import Integers

Members = NDArray[np.int32]  #: The numbers of codes or guesses, in rising order: the members of a set.
Lanes = NDArray[np.uint16]  #: Numbers of 16 bits, one for each guess along the last axis.
Columns = NDArray[np.uint8]  #: Numbers of 8 bits, one for each guess along the last axis: here those of marks.

LANE = 16  #: Bits of a guess in a plane: one for each answer.
MAX_PLANES = 6  #: The most planes of bits, each for `LANE` answers.
ROUND = 32  #: Rows of bits are filled up to a multiple of so many lanes, so that vector instructions fit.

ROW_BLOCK = 256
"""Guesses whose columns are compared together: their marks stay in the cache. Rows are filled up to whole blocks."""
MAX_SIZED = 8  #: In games of at most so many answers, the sizes of all classes are counted.
BYTE = 255  #: The largest number in a byte.
COMPARED = 56  #: In sets of at most so many codes, each code is compared with all before it (`compare_columns`).

ONES, TWOS, FOURS, BYTES = map(np.uint16, (0x5555, 0x3333, 0x0F0F, 0x00FF))
"""Masks of every other bit, of every other two bits, four bits and byte: with them, the ones of 16 bits are counted."""
SHIFTS = (np.uint16(1), np.uint16(2), np.uint16(4), np.uint16(8))


def size_bits(guesses: int, codes: int, answers: int) -> tuple[int, int, int]:
    """Return the shape of the bits that `make_bits` makes, (planes, codes, lanes); no planes if `answers` are too many.

    A plane has the bits of `LANE` answers, and there are at most `MAX_PLANES`. There are as many lanes as guesses,
    filled up to a multiple of `ROUND`.

    For 5 holes and 8 colours, 20 answers take two planes of 32,768 rows and columns, 4 GB at two bytes each:

    >>> size_bits(32768, 32768, 20)
    (2, 32768, 32768)
    """
    planes = math.ceil(answers / LANE)
    if planes > MAX_PLANES:
        planes = 0
    lanes = math.ceil(guesses / ROUND) * ROUND
    return planes, codes, lanes


def make_bits(marks: Numbers, shape: tuple[int, int, int], on_codes: Callable[[int], object]) -> Lanes:
    """Return marks of shape (guesses, codes) as bits. Their `shape` is that of `size_bits`: (planes, codes, lanes).

    A lane is for a guess, and its 16 bits in a plane are for 16 answers: plane 0 has the answers 0 to 15, plane 1 those
    from 16 to 31. Of a code and a guess, one bit is 1, in one plane: that of the answer which the guess gets. So the
    bits of several codes together say which answers occur. `on_codes` is called with the number of codes done, each
    time that there are more. If the shape has no planes, the array returned has none, and `on_codes` is not called.

    With three answers, numbered 0, 1 and 2, the bits are 1, 2 and 4:

    >>> marks = np.array([[0, 2], [1, 0]])  # of two guesses (rows) against two codes
    >>> bits = make_bits(marks, size_bits(guesses=2, codes=2, answers=3), on_codes=int)
    >>> bits[0, :, :2].tolist()  # a row for each code
    [[1, 2], [4, 1]]
    """
    guesses, codes = marks.shape
    planes, _codes, lanes = shape
    bits = np.zeros((planes, codes, lanes), np.uint16)
    if planes == 0:
        return bits
    plane, bit = np.divmod(np.arange(planes * LANE), LANE)  # of each answer
    # a row for each plane, a column for each answer: its bit in its own plane, 0 in the others
    is_in_plane = plane == np.arange(planes)[:, None]
    answer_bits = np.where(is_in_plane, 1 << bit, 0).astype(np.uint16)
    for block in cut_blocks(codes, guesses):
        marks_by_code = np.ascontiguousarray(marks[:, block].T)
        # lanes beyond the guesses only fill a row up: they stay 0
        bits[:, block, :guesses] = answer_bits[:, marks_by_code]
        on_codes(min(block.stop, codes))
    return bits


@inner
def count_ones(number: np.uint16) -> np.uint16:
    """Return how many bits of a number are 1.

    The ones of each two bits are counted where these bits stand; the counts are then added two by two. So 1101 becomes
    10 01 (two ones and one), and that 0011 (three).

    >>> int(count_ones(np.uint16(0b1101))), int(count_ones(np.uint16(0xFFFF)))
    (3, 16)
    """
    # two bits are the number 2 · high + low: less the high bit, that is the count of their ones
    of_two_bits = np.uint16(number - ((number >> SHIFTS[0]) & ONES))
    of_four_bits = np.uint16((of_two_bits & TWOS) + ((of_two_bits >> SHIFTS[1]) & TWOS))
    of_bytes = np.uint16((of_four_bits + (of_four_bits >> SHIFTS[2])) & FOURS)
    return np.uint16((of_bytes + (of_bytes >> SHIFTS[3])) & BYTES)


@inner
def count_bits(bits: Lanes, members: Members, class_counts: Lanes) -> None:
    """Fill `class_counts`: the number of classes that each guess makes of a set, one for each answer that it gets.

    `bits` are those of `make_bits`. The bits of all codes are combined by *or*: `occurring` has, for each guess, a one
    for each answer that occurs. Then these ones are counted. All numbers have 16 bits, for speed.

    Two guesses get these answers from three codes: the first 0, 2 and 0, the second 1, 0 and 2.

    >>> class_counts = np.zeros(2, np.uint16)
    >>> count_bits(np.array([[[1, 2], [4, 1], [1, 4]]], np.uint16), np.array([0, 1, 2]), class_counts)
    >>> class_counts.tolist()
    [2, 3]
    """
    class_counts[:] = 0
    for plane in range(bits.shape[0]):
        occurring = bits[plane, members[0]].copy()
        last = len(members) - 1
        for i in range(1, len(members), 4):  # four at a time; if fewer are left, the last one again
            one = bits[plane, members[i]]
            two = bits[plane, members[min(i + 1, last)]]
            three = bits[plane, members[min(i + 2, last)]]
            four = bits[plane, members[min(i + 3, last)]]
            for k in range(len(occurring)):
                occurring[k] |= one[k] | two[k] | three[k] | four[k]
        for k in range(len(occurring)):
            class_counts[k] += count_ones(occurring[k])


@inner
def count_sizes(columns: Columns, members: Members, sizes: Lanes) -> None:
    """Fill `sizes` with the number of codes that give each answer (a row) to each guess (a column).

    The codes are the `members` of a set, and `columns` those of `make_columns`. The places that fill up a row count as
    guesses that get the answer 0 from all codes, and have columns in `sizes` too. Codes are counted in bytes first,
    which is quicker: at most `BYTE` codes at a time, so that no count overflows.

    Two guesses get these answers from three codes: the first 0, 2 and 0, the second 1, 0 and 2.

    >>> columns = np.array([[0, 1], [2, 0], [0, 2]], np.uint8)  # a row for each code
    >>> sizes = np.zeros((3, 2), np.uint16)
    >>> count_sizes(columns, np.array([0, 1, 2]), sizes)
    >>> sizes.tolist()
    [[2, 1], [0, 1], [1, 1]]
    """
    counts = np.empty(sizes.shape, np.uint8)
    sizes[:] = 0
    for start in range(0, len(members), BYTE):
        counts[:] = 0
        for member in members[start : start + BYTE]:
            row = columns[member]
            for answer in range(len(counts)):
                counts_of_answer = counts[answer]
                mark = np.uint8(answer)
                for k in range(len(counts_of_answer)):
                    counts_of_answer[k] += np.uint8(row[k] == mark)
        for answer in range(len(counts)):
            sizes[answer] += counts[answer]


@inner
def count_numbered(sizes: Lanes, solved: int, limit: np.uint16, counts: Lanes) -> None:
    """Fill `counts` with how many codes each guess gives a number up to `limit`, which is 1 or more.

    A guess numbers the codes of each class that it leaves 1, 2, 3…, and the code that it finds 0 (see `find_widths`).
    `sizes` has the size of the class of each answer (a row) by guess (a column), and `solved` is the answer "found". Of
    a class of m codes, ``min(m, limit)`` have a number up to `limit`. So has the code that is found.

    The guess finds one code, and leaves classes of 4 and 2; up to 3, it numbers 1 + 3 + 2 codes:

    >>> counts = np.zeros(1, np.uint16)
    >>> count_numbered(np.array([[4], [2], [1]], np.uint16), 2, np.uint16(3), counts)
    >>> counts.tolist()
    [6]
    """
    counts[:] = sizes[solved]  # 1 if the guess can be the code, else 0
    for answer in range(len(sizes)):
        if answer != solved:
            row = sizes[answer]
            for k in range(len(row)):
                counts[k] += min(row[k], limit)


@inner
def find_widths(sizes: Lanes, solved: int, size: int) -> Integers:
    """Return, for n = 0, 1, 2… `size`, to how many codes of a set one guess can give a number up to n at most.

    A guess numbers the codes of each class that it leaves 1, 2, 3…; the code that it finds has the number 0. The larger
    its number, the more a code adds to the cost (`scoring.bound_subsets`). So a lower bound of the cost takes, for each
    n, the guess that gives the most codes a number up to n. For n = 0, 1 is returned even if no guess finds a code.
    `sizes` has the size of the class of each answer (a row) by guess (a column), `solved` is the answer "found", and
    the set has `size` codes.

    Of 7 codes, the first guess here finds one, and leaves classes of 4 and 2: up to 0, 1 and 2 it numbers 1, 3 and 5
    codes. The second leaves classes of 3, 2 and 2: up to 0, 1, 2 and 3 it numbers 0, 3, 6 and 7. The most of both:

    >>> sizes = np.array([[4, 3], [2, 2], [0, 2], [1, 0]], np.uint16)
    >>> find_widths(sizes, solved=3, size=7).tolist()
    [1, 3, 6, 7, 7, 7, 7, 7]
    """
    wide = np.full(size + 1, size, np.int64)
    wide[0] = 1  # no guess finds more
    counts = np.empty(sizes.shape[1], np.uint16)
    for number in range(1, size):
        count_numbered(sizes, solved, np.uint16(number), counts)
        wide[number] = counts.max()
        if wide[number] == size:  # some guess gives no larger number to any code
            break
    return wide


def size_columns(marks: Numbers) -> tuple[int, int]:
    """Return the shape of the columns that `make_columns` makes of marks: a row for each code, a place for each guess.

    Rows are filled up to whole blocks of `ROW_BLOCK` guesses. There are no rows if marks need two bytes.
    """
    guesses, codes = marks.shape
    if marks.itemsize > 1:
        return 0, ROW_BLOCK
    return codes, math.ceil(guesses / ROW_BLOCK) * ROW_BLOCK


def make_columns(marks: Numbers, shape: tuple[int, int]) -> Columns:
    """Return marks (a row for each guess) with a row for each code, in an array of this shape: 0 beyond the guesses.

    The shape is that of `size_columns`. If it has no rows, columns are not wanted, and the array has none.
    """
    guesses = marks.shape[0]
    columns = np.zeros(shape, np.uint8)
    if len(columns) == 0:
        return columns
    for start in range(0, guesses, ROW_BLOCK):  # quicker than to transpose all marks at once
        end = min(start + ROW_BLOCK, guesses)
        columns[:, start:end] = marks[start:end].T
    return columns


@inner
def compare_columns(columns: Columns, members: Members, class_counts: Lanes) -> None:
    """Fill `class_counts`: the number of classes that each guess makes, one for each code with marks not met before.

    `columns` (`make_columns`) has the marks: a row for each code, a column for each guess, filled up to whole blocks of
    `ROW_BLOCK` guesses. Each code is compared with those before it, for a block of guesses at once. At most `BYTE`
    codes may be given as `members`: classes are counted in bytes. Two guesses get these answers from three codes: the
    first 0, 2 and 0, the second 1, 0 and 2.

    >>> marks = np.array([[0, 2, 0], [1, 0, 2]], np.uint8)
    >>> class_counts = np.zeros(2, np.uint16)
    >>> compare_columns(make_columns(marks, size_columns(marks)), np.array([0, 1, 2]), class_counts)
    >>> class_counts.tolist()
    [2, 3]
    """
    classes = np.empty(ROW_BLOCK, np.uint8)  # for each guess of a block, the classes counted so far
    met = np.empty(ROW_BLOCK, np.uint8)  # for each, 1 if a code before the one at hand gave it the same answer
    for start in range(0, columns.shape[1], ROW_BLOCK):
        end = start + ROW_BLOCK
        classes[:] = 1  # that of the first code
        for i in range(1, len(members)):
            row = columns[members[i], start:end]
            met[:] = 0
            for j in range(0, i, 4):  # four at a time; if fewer are left, the last one again
                one = columns[members[j], start:end]
                two = columns[members[min(j + 1, i - 1)], start:end]
                three = columns[members[min(j + 2, i - 1)], start:end]
                four = columns[members[min(j + 3, i - 1)], start:end]
                for k in range(ROW_BLOCK):
                    in_two = np.uint8(row[k] == one[k]) | np.uint8(row[k] == two[k])
                    met[k] |= in_two | np.uint8(row[k] == three[k]) | np.uint8(row[k] == four[k])
            for k in range(ROW_BLOCK):
                classes[k] += np.uint8(1) - met[k]
        for k in range(min(ROW_BLOCK, len(class_counts) - start)):  # without what fills the last block up
            class_counts[start + k] = classes[k]


@inner
def tick_columns(columns: Columns, answers: int, members: Members, class_counts: Lanes) -> None:
    """Fill `class_counts`: the number of classes that each guess makes, by ticking off the answers that occur.

    It does what `compare_columns` does, with the same `columns`, for any number of `members`. Each code is looked at
    once, instead of being compared with all before it: for more than `COMPARED` codes, that is quicker. Marks are
    numbers below `answers`.

    Two guesses get these answers from three codes: the first 0, 2 and 0, the second 1, 0 and 2.

    >>> marks = np.array([[0, 2, 0], [1, 0, 2]], np.uint8)
    >>> class_counts = np.zeros(2, np.uint16)
    >>> tick_columns(make_columns(marks, size_columns(marks)), 3, np.array([0, 1, 2]), class_counts)
    >>> class_counts.tolist()
    [2, 3]
    """
    width = ROW_BLOCK // 4  # so many guesses at once: their flags stay in the cache too
    met = np.empty((answers, width), np.uint8)  # 1 for each answer (a row) that a guess (a column) gets
    classes = np.empty(width, np.uint16)
    for start in range(0, columns.shape[1], width):
        met[:] = 0
        for member in members:
            row = columns[member, start : start + width]
            for k in range(width):
                met[row[k], k] = 1
        classes[:] = 0
        for answer in range(answers):
            for k in range(width):
                classes[k] += met[answer, k]
        for k in range(min(width, len(class_counts) - start)):  # without what fills the last block up
            class_counts[start + k] = classes[k]


@inner
def count_listed(columns: Columns, answers: int, guesses: Members, members: Members, class_counts: Lanes) -> None:
    """Fill in the number of classes that some `guesses` make; `class_counts` has a number for every guess of the game.

    The numbers of all other guesses stay as they are. `compare_columns` and `tick_columns` count in all columns that
    they are given. So the marks that `guesses` get from the `members` are copied out of `columns`: a row for each of
    the members, a column for each of `guesses`. Marks are numbers below `answers`.

    >>> marks = np.array([[0, 1, 1], [2, 2, 2], [0, 1, 2], [1, 1, 0]], np.uint8)  # a row for each guess
    >>> class_counts = np.zeros(4, np.uint16)
    >>> columns = make_columns(marks, size_columns(marks))
    >>> count_listed(columns, answers=3, guesses=np.array([1, 2]), members=np.arange(3), class_counts=class_counts)
    >>> class_counts.tolist()
    [0, 1, 3, 0]
    """
    blocks = math.ceil(len(guesses) / ROW_BLOCK)
    copied = np.zeros((len(members), blocks * ROW_BLOCK), np.uint8)
    for i in range(len(members)):
        row = columns[members[i]]
        for k in range(len(guesses)):
            copied[i, k] = row[guesses[k]]
    rows = np.arange(len(members)).astype(np.int32)  # all rows of the copy
    counts = np.empty(len(guesses), np.uint16)
    if len(members) <= COMPARED:
        compare_columns(copied, rows, counts)
    else:
        tick_columns(copied, answers, rows, counts)
    for k in range(len(guesses)):
        class_counts[guesses[k]] = counts[k]


@inner
def count_marks(
    marks: NDArray[np.uint8], guesses: Members, members: Members, met: NDArray[np.int32], class_counts: Lanes
) -> None:
    """Fill in how many classes some guesses make of a set, guess by guess.

    `guesses` are the rows of these guesses in `marks`, `members` the columns of the codes of the set. `class_counts`
    has a number for each row: those of other guesses stay as they are. `met` is an array to work with, given and left
    as zeros: it has a 1 for each answer that the guess at hand has got.

    Guess 1 gets the same answer from all three codes, guess 2 three different ones:

    >>> marks = np.array([[0, 1, 1], [2, 2, 2], [0, 1, 2]], np.uint8)
    >>> class_counts = np.zeros(3, np.uint16)
    >>> count_marks(marks, np.array([1, 2]), np.arange(3), np.zeros(3, np.int32), class_counts)
    >>> class_counts.tolist()
    [0, 1, 3]
    """
    for guess in guesses:
        classes = 0
        for member in members:
            answer = marks[guess, member]
            classes += met[answer] == 0
            met[answer] = 1
        for member in members:
            met[marks[guess, member]] = 0
        class_counts[guess] = classes
