"""Counting, for all guesses at once, the classes that each guess splits a set into.

For most sets nothing else is needed: if no guess splits n codes into more than k classes, they cost at least 3n − k.
Games of up to `MAX_PLANES` times 16 answers use bits (see ``docs/search.md``), others columns of marks: in small sets
these are compared two by two, many guesses in one instruction; in larger sets the answers that occur are ticked off.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mastermot.game.partitions import Numbers, cut_blocks
from mastermot.lab.optimal.compiled import inner
from mastermot.lab.optimal.memory import Integers

Members = NDArray[np.int32]
Lanes = NDArray[np.uint16]
Columns = NDArray[np.uint8]

LANE = 16  #: Bits of a guess in a plane: one for each answer.
MAX_PLANES = 6  #: The most planes of bits, each for `LANE` answers.
ROUND = 32  #: Rows are filled up to a multiple of so many lanes, so that vector instructions fit.

ROW_BLOCK = 256  #: Guesses whose columns are compared together: their marks stay in the cache.
MAX_SIZED = 8  #: In games of at most so many answers, the sizes of all classes are counted.
BYTE = 255  #: The largest number in a byte.
COMPARED = 56  #: Columns of sets of at most so many codes are compared two by two.

ONES, TWOS, FOURS, BYTES = map(np.uint16, (0x5555, 0x3333, 0x0F0F, 0x00FF))
SHIFTS = (np.uint16(1), np.uint16(2), np.uint16(4), np.uint16(8))


def size_bits(guesses: int, codes: int, answers: int) -> tuple[int, int, int]:
    """Return the shape of the bits, (planes, codes, lanes), for a number of answers; no planes if these are too many.

    For 5 holes and 8 colours: 20 answers take two planes of 32,768 rows and columns, 4 GB at two bytes each.

    >>> size_bits(32768, 32768, 20)
    (2, 32768, 32768)
    """
    planes = -(-answers // LANE)
    lanes = -(-guesses // ROUND) * ROUND
    return (planes if planes <= MAX_PLANES else 0), codes, lanes


def make_bits(marks: Numbers, shape: tuple[int, int, int], on_codes: Callable[[int], object]) -> Lanes:
    """Return marks of shape (guesses, codes) as bits, of shape (planes, codes, lanes); there may be no planes.

    A lane is for a guess, and its 16 bits in a plane are for 16 answers: of a code and a guess, the bit of the answer
    that the guess gets is 1, in one of the planes. So the bits of several codes together say which answers occur.
    """
    guesses, codes = marks.shape
    planes, _codes, lanes = shape
    answers = planes * LANE
    bits = np.zeros((planes, codes, lanes), np.uint16)
    plane, bit = np.divmod(np.arange(answers), LANE)
    own = np.where(plane == np.arange(planes)[:, None], 1 << bit, 0).astype(np.uint16)  # by plane (rows) and answer
    for block in cut_blocks(codes if planes else 0, guesses):
        bits[:, block, :guesses] = own[:, np.ascontiguousarray(marks[:, block].T)]
        on_codes(min(block.stop, codes))
    return bits


@inner
def count_bits(bits: Lanes, members: Members, lanes: Lanes) -> None:
    """Fill `lanes` with the number of classes that each guess makes of a set: of the answers that its codes give.

    The bits of all codes are combined by *or*; then the ones of each lane are counted, by adding up neighbouring bits,
    pairs of bits, fours and bytes. All numbers have 16 bits, for speed.
    """
    lanes[:] = 0
    for plane in range(bits.shape[0]):
        masks = bits[plane, members[0]].copy()
        last = len(members) - 1
        for i in range(1, len(members), 4):  # four at a time; if fewer are left, the last one again
            one = bits[plane, members[i]]
            two = bits[plane, members[min(i + 1, last)]]
            three = bits[plane, members[min(i + 2, last)]]
            four = bits[plane, members[min(i + 3, last)]]
            for k in range(len(masks)):
                masks[k] |= one[k] | two[k] | three[k] | four[k]
        for k in range(len(masks)):
            value = np.uint16(masks[k] - ((masks[k] >> SHIFTS[0]) & ONES))
            value = np.uint16((value & TWOS) + ((value >> SHIFTS[1]) & TWOS))
            value = np.uint16((value + (value >> SHIFTS[2])) & FOURS)
            lanes[k] += np.uint16((value + (value >> SHIFTS[3])) & BYTES)


@inner
def count_sizes(columns: Columns, members: Members, sizes: Lanes) -> None:
    """Fill `sizes` with the number of codes that get each answer to each guess, counted in bytes first."""
    counts = np.empty(sizes.shape, np.uint8)
    sizes[:] = 0
    for start in range(0, len(members), BYTE):
        counts[:] = 0
        for member in members[start : start + BYTE]:
            row = columns[member]
            for answer in range(len(counts)):
                own = counts[answer]
                mark = np.uint8(answer)
                for k in range(len(own)):
                    own[k] += np.uint8(row[k] == mark)
        for answer in range(len(counts)):
            sizes[answer] += counts[answer]


@inner
def find_widths(sizes: Lanes, solved: int, size: int) -> Integers:
    """Return, for n = 0, 1, 2…, the most codes that any guess has among the first n of each of its classes.

    A code that the guess finds counts even for n = 0.
    """
    wide = np.ones(size + 1, np.int64)
    counts = np.empty(sizes.shape[1], np.uint16)
    for place in range(1, size):
        limit = np.uint16(place)
        counts[:] = sizes[solved]
        for answer in range(len(sizes)):
            if answer != solved:
                row = sizes[answer]
                for k in range(len(row)):
                    counts[k] += min(row[k], limit)
        most = counts.max()
        wide[place] = max(wide[place - 1], most)
        if most >= size:
            wide[place:] = size
            return wide
    wide[size] = size
    return wide


def size_columns(marks: Numbers) -> tuple[int, int]:
    """Return the shape of the columns of marks: guesses filled up to whole blocks; no rows if marks need two bytes."""
    guesses, codes = marks.shape
    width = -(-guesses // ROW_BLOCK) * ROW_BLOCK  # rounded up
    return (codes, width) if marks.itemsize == 1 else (0, ROW_BLOCK)


def make_columns(marks: Numbers, shape: tuple[int, int]) -> Columns:
    """Return marks (a row for each guess) with a row for each code, in an array of this shape: 0 beyond the guesses.

    If the shape has no rows, they are not wanted.
    """
    guesses = marks.shape[0]
    columns = np.zeros(shape, np.uint8)
    for start in range(0, guesses if len(columns) else 0, ROW_BLOCK):
        end = min(start + ROW_BLOCK, guesses)
        columns[:, start:end] = marks[start:end].T
    return columns


@inner
def compare_columns(columns: Columns, members: Members, lanes: Lanes) -> None:
    """Fill `lanes` with the number of classes that each guess makes: one for each code with marks not met before."""
    classes = np.empty(ROW_BLOCK, np.uint8)
    met = np.empty(ROW_BLOCK, np.uint8)
    for start in range(0, columns.shape[1], ROW_BLOCK):
        end = start + ROW_BLOCK
        classes[:] = 1
        for i in range(1, len(members)):
            row = columns[members[i], start:end]
            met[:] = 0
            for j in range(0, i, 4):  # four at a time; where there are fewer, the last one again
                one = columns[members[j], start:end]
                two = columns[members[min(j + 1, i - 1)], start:end]
                three = columns[members[min(j + 2, i - 1)], start:end]
                four = columns[members[min(j + 3, i - 1)], start:end]
                for k in range(ROW_BLOCK):
                    first = np.uint8(row[k] == one[k]) | np.uint8(row[k] == two[k])
                    met[k] |= first | np.uint8(row[k] == three[k]) | np.uint8(row[k] == four[k])
            for k in range(ROW_BLOCK):
                classes[k] += np.uint8(1) - met[k]
        for k in range(min(ROW_BLOCK, len(lanes) - start)):
            lanes[start + k] = classes[k]


@inner
def tick_columns(columns: Columns, answers: int, members: Members, lanes: Lanes) -> None:
    """Fill `lanes` with the number of classes that each guess makes, by ticking off the answers that occur.

    This is far quicker for sets of many codes, which have few answers, than comparing each code with all before it.
    """
    width = ROW_BLOCK // 4
    met = np.empty((answers, width), np.uint8)
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
        for k in range(min(width, len(lanes) - start)):
            lanes[start + k] = classes[k]


@inner
def count_listed(columns: Columns, answers: int, guesses: Members, members: Members, counts: Lanes) -> None:
    """Fill in how many classes some guesses make of a set: their marks are put side by side, then counted at once."""
    width = -(-len(guesses) // ROW_BLOCK) * ROW_BLOCK
    narrow = np.zeros((len(members), width), np.uint8)
    for i in range(len(members)):
        row = columns[members[i]]
        for k in range(len(guesses)):
            narrow[i, k] = row[guesses[k]]
    lanes = np.empty(len(guesses), np.uint16)
    every = np.arange(len(members)).astype(np.int32)
    if len(members) <= COMPARED:
        compare_columns(narrow, every, lanes)
    else:
        tick_columns(narrow, answers, every, lanes)
    for k in range(len(guesses)):
        counts[guesses[k]] = lanes[k]


@inner
def count_marks(marks: NDArray[np.uint8], guesses: Members, members: Members, sizes: Members, counts: Lanes) -> None:
    """Fill `counts` with the number of classes that some guesses make, guess by guess.

    `sizes` has a place for each answer. Here it is 1 for each answer that a guess has got; it is given, and left, as
    zeros.
    """
    for guess in guesses:
        classes = 0
        for member in members:
            answer = marks[guess, member]
            classes += sizes[answer] == 0
            sizes[answer] = 1
        for member in members:
            sizes[marks[guess, member]] = 0
        counts[guess] = classes
