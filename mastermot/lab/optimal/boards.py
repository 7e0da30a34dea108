"""The arrays that the compiled search works on: the marks of all guesses, as numbers and in a second, quicker form.

Words with a sense of their own here:

- *answer*: marks that occur in the game; they are numbered from 0 on, and these numbers stand in the arrays;
- *form*: what holds the marks besides the plain array of numbers: bits, columns, or nothing (`choose_form`);
- *bits*: for each code and guess, the answer as a bit, in one of several *planes* of 16 answers (`counting.make_bits`);
- *columns*: the marks with a row for each code instead of each guess, in single bytes (`counting.make_columns`);
- *row*: in the array of numbers, a row is that of a guess; in bits and columns, of a code; in a `Table`, of a text.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.hard_modes import STRICT, WORDLE, HardMode
from mastermot.game.partitions import Numbers, Rows, Table, cut_blocks
from mastermot.lab.optimal.canonical_sets import list_exchanges
from mastermot.lab.optimal.counting import (
    MAX_SIZED,
    ROW_BLOCK,
    Columns,
    Lanes,
    make_bits,
    make_columns,
    size_bits,
    size_columns,
)
from mastermot.lab.optimal.errors import GameTooLargeError
from mastermot.lab.optimal.memory import Integers, make_memory
from mastermot.lab.optimal.scoring import Letters, Scratch, SearchedGame
from mastermot.lab.optimal.search_problem import EXPECTED_GROWTH, PRICED_TURNS, Problem, check_problem, ignore
from mastermot.lab.optimal.symmetry import Symmetries
from mastermot.rules.codes import ListedCodes

SETS_SHARE = 8  #: The memory allowed, divided by this, is kept for what is known of sets.
NO_COLUMNS = (0, ROW_BLOCK)  #: The shape of columns that are not made.

OnWork = Callable[[int, int], object]
"""Is called with the work that is done, and with the work as a whole; an error that it raises ends the work."""


class BoardShapes(NamedTuple):
    """The shapes of the bits and of the columns. Bits without planes are not made, nor are columns without rows.

    `bytes_needed` becomes that of the `Board`.
    """

    bits: tuple[int, int, int]
    columns: tuple[int, int]
    bytes_needed: int


class Board(NamedTuple):
    """The arrays of a problem: the texts of all guesses; their marks, as numbers, perhaps also as bits or columns."""

    texts: tuple[str, ...]  #: Of all guesses, the codes first.
    marks: Numbers
    """Numbers from 0 on, of guesses (rows) against codes (columns). In the hard mode strict, where guesses that are no
    codes must agree with the marks too, there is a column for each guess."""
    bits: Lanes  #: The same as bits (`counting.make_bits`); no planes if the search does not use them.
    columns: Columns  #: The same with a row for each code (`counting.make_columns`); no rows if it does not use them.
    answers: tuple[str, ...]  #: The marks that the numbers stand for.
    solved: int  #: The number of “found”.
    bytes_needed: int = 0
    """How many bytes the search would need for the quickest form of the marks; 0 if it has that form."""

    @property
    def bytes(self) -> int:
        return int(self.marks.nbytes + self.bits.nbytes + self.columns.nbytes)

    def split(self, guess: int, members: NDArray[np.int32]) -> list[tuple[int, NDArray[np.int32]]]:
        """Return the classes that a guess makes of a set: for each, the number of its marks, and its codes."""
        marks = self.marks[guess, members]
        return [(number, members[marks == number]) for number in np.unique(marks).tolist()]


def to_megabytes(size: int) -> int:
    """Return how many megabytes hold `size` bytes: rounded up, so that this much memory is enough.

    >>> to_megabytes(1 << 20), to_megabytes((1 << 20) + 1)
    (1, 2)
    """
    return math.ceil(size / (1 << 20))


def make_board(problem: Problem, most_bytes: int, on_work: OnWork = ignore) -> Board:
    """Return the arrays of a problem.

    Guesses are marked against the codes; in the hard mode strict, against all guesses. The work is counted in rows: one
    for each guess, which is marked; then, without a hard mode, one for each code, whose marks are written as bits.
    `on_work` is called with the number of rows done, and with that of all rows. If `choose_form` then chooses no bits,
    the rows of the codes count as done at the end.

    `most_bytes` is the memory of the whole search. Raises `GameTooLargeError` if the marks alone take more, and the
    errors that `check_problem` names.
    """
    check_problem(problem)
    texts = problem.texts
    hard = problem.hard
    marked = problem.codes  # what guesses are marked against: a column of the marks for each
    if hard == STRICT and len(texts) > marked.count:  # guesses that are no codes must agree with the marks too
        marked = ListedCodes(texts, alphabet=marked.letters)
    least_bytes = len(texts) * marked.count  # a byte for each mark
    if least_bytes > most_bytes:
        raise GameTooLargeError(guesses=len(texts), count=marked.count, megabytes=to_megabytes(least_bytes))

    rows_of_bits = marked.count if hard is None else 0  # in hard mode there are no bits
    all_rows = len(texts) + rows_of_bits
    table = Table(problem.rule, marked)
    guesses = table.rows(texts)
    marks, numbers = mark_all(table, guesses, marked.count, most_bytes, lambda done: on_work(done, all_rows))
    answers = tuple(problem.rule.marks(int(number), marked.length).text for number in numbers)
    solved = int(np.searchsorted(numbers, table.solved))

    form = choose_form(marks, len(answers), hard, most_bytes)
    bits = make_bits(marks, form.bits, lambda done: on_work(len(texts) + done, all_rows))
    columns = make_columns(marks, form.columns)
    on_work(all_rows, all_rows)  # even if no bits were made
    return Board(texts, marks, bits, columns, answers, solved, form.bytes_needed)


def choose_form(marks: Numbers, answers: int, hard: HardMode | None, most_bytes: int) -> BoardShapes:
    """Return the shapes of the quickest form of the marks for which there is room. The first that applies is taken:

    1. In the hard mode strict, neither form: few guesses are looked at.
    2. Bits, if there is room, without a hard mode and with more than `MAX_SIZED` answers. In other games columns are
       quicker: in hard mode only the columns of the guesses allowed are read, and with few answers the sizes of classes
       are counted in columns. A game of too many answers has no bits (`size_bits`).
    3. Columns, if there is room. They have no rows if marks need two bytes.
    4. Neither form.

    The room is `most_bytes` less the marks and the memory for what is known of sets (`SETS_SHARE`). If the room is too
    small for the quickest form of this game, `bytes_needed` says what `most_bytes` would have to be; otherwise it is 0.

    For 1296 codes and 14 answers, the marks take 1.7 MB, columns of them 2 MB, bits 3.4 MB:

    >>> marks = np.zeros((1296, 1296), np.uint8)
    >>> choose_form(marks, answers=14, hard=None, most_bytes=1 << 30)
    BoardShapes(bits=(1, 1296, 1312), columns=(0, 256), bytes_needed=0)
    >>> choose_form(marks, answers=14, hard=None, most_bytes=5_000_000)
    BoardShapes(bits=(0, 1296, 1312), columns=(1296, 1536), bytes_needed=5806080)
    """
    guesses, codes = marks.shape
    columns_are_quicker = hard is not None or answers <= MAX_SIZED
    answers_in_bits = 0 if columns_are_quicker else answers  # for 0 answers, bits have no planes
    bits_shape = size_bits(guesses, codes, answers_in_bits)
    no_bits = (0, *bits_shape[1:])
    bits_bytes = math.prod(bits_shape) * np.dtype(np.uint16).itemsize  # 0 if there are no planes
    columns_shape = size_columns(marks)
    columns_bytes = math.prod(columns_shape)

    if hard == STRICT:
        quickest_bytes = 0
    elif bits_bytes > 0:
        quickest_bytes = bits_bytes
    else:
        quickest_bytes = columns_bytes
    room = most_bytes - marks.nbytes - most_bytes // SETS_SHARE
    bytes_needed = 0
    if quickest_bytes > room:  # so many bytes that marks and form fill what is left when the share of sets is taken off
        bytes_needed = math.ceil((marks.nbytes + quickest_bytes) * SETS_SHARE / (SETS_SHARE - 1))

    if hard == STRICT:
        return BoardShapes(no_bits, NO_COLUMNS, bytes_needed)
    if 0 < bits_bytes <= room:
        return BoardShapes(bits_shape, NO_COLUMNS, bytes_needed)
    if columns_bytes <= room:
        return BoardShapes(no_bits, columns_shape, bytes_needed)
    return BoardShapes(no_bits, NO_COLUMNS, bytes_needed)


def mark_all(
    table: Table, rows: Rows, count: int, most_bytes: int, on_rows: Callable[[int], object]
) -> tuple[Numbers, Numbers]:
    """Return the marks of guesses (rows) against the first `count` codes (columns), and the marks that occur.

    Guesses are given by their `rows` in the `table`, which has a number for all marks that are possible under the rule.
    The second array lists the numbers of those marks that occur, in rising order. The first array has indices of this
    list: 0 stands for the first marks in it. At first the list is in the order in which marks are met; it is sorted at
    the end, and the indices are changed accordingly.

    An index takes a byte, or two once there are more than 256 marks. Raises `GameTooLargeError` if the first array then
    takes more than `most_bytes`. `on_rows` is called, block by block, with how many rows are marked.

    >>> from mastermot.rules import BLACK
    >>> table = Table(BLACK, ListedCodes(["AAB", "ABA", "BAA"]))
    >>> marks, numbers = mark_all(table, table.rows(["AAB", "BAA"]), 3, most_bytes=1000, on_rows=int)
    >>> marks.tolist(), numbers.tolist()  # one black (number 1) becomes 0, three (number 3) become 1
    ([[1, 0, 0], [0, 0, 1]], [1, 3])
    """
    every = np.arange(count)
    marks: Numbers = np.empty((len(rows), count), np.uint8)
    met = np.zeros(0, table.type)  # the rule's numbers, in the order in which they are met
    for block in cut_blocks(len(rows), count):
        numbers = table.numbers(rows[block], every)
        # with a `wide` table, the rule has too many numbers for a count of each
        occurring = np.unique(numbers) if table.wide else np.flatnonzero(np.bincount(numbers.ravel()))
        not_met_before = np.setdiff1d(occurring.astype(table.type), met)
        met = np.append(met, not_met_before)
        byte_is_too_small = len(met) > 256 and marks.itemsize == 1
        if byte_is_too_small:
            if 2 * marks.nbytes > most_bytes:
                raise GameTooLargeError(guesses=len(rows), count=count, megabytes=to_megabytes(2 * marks.nbytes))
            marks = marks.astype(np.uint16)
        marks[block] = find_indices(table, numbers, met)
        on_rows(min(block.stop, len(rows)))
    in_order = np.sort(met)
    new_index = np.searchsorted(in_order, met).astype(marks.dtype)  # by the index in `met`
    for block in cut_blocks(len(rows), count):
        marks[block] = new_index[marks[block]]
    return marks, in_order


def find_indices(table: Table, numbers: Numbers, met: Numbers) -> NDArray[np.integer]:
    """Return, for each of the rule's `numbers`, its index in `met`, which has all these numbers, in any order.

    >>> from mastermot.rules import BLACK
    >>> table = Table(BLACK, ListedCodes(["AAB", "ABA", "BAA"]))
    >>> find_indices(table, numbers=np.array([[3, 1], [1, 3]]), met=np.array([3, 1])).tolist()
    [[0, 1], [1, 0]]
    """
    if table.wide:  # the rule has too many numbers for an array with a place for each
        order = np.argsort(met)  # the index in `met` of the smallest number, of the second smallest…
        ranks = np.searchsorted(met[order], numbers)
        return order[ranks]
    small_type = np.min_scalar_type(len(met) - 1)  # for speed
    index_of_number = np.zeros(table.size, small_type)
    index_of_number[met] = np.arange(len(met))
    return index_of_number[numbers]


def make_game(problem: Problem, board: Board, prices: Sequence[int], totals: Integers | None) -> SearchedGame:
    """Return what the compiled search knows of a problem; `prices` has a price for each turn, the last for later ones.

    `totals` is the memory of a search of the same problem where every turn cost 1, or None. If it is given, the game
    has the lowest price as its `unit`: a set costs at least `unit` times what it costs in that search. Otherwise the
    `unit` of the game is 0, and its `totals` are an empty memory.
    """
    count = board.marks.shape[1]  # of the codes; in the hard mode strict there is a column for each guess

    # a key is made of a set's codes, and in hard mode of the other guesses allowed too. The random numbers of these are
    # always the same for a game: workers, and a search that is resumed, share what is known under these keys
    rows_in_keys = count if problem.hard is None else len(board.texts)
    random = np.random.default_rng(count)
    all_integers = np.iinfo(np.int64)
    key_numbers = random.integers(all_integers.min, all_integers.max, (rows_in_keys, 2), np.int64)

    sizes = np.arange(1, count + 1)
    expected_turns = sizes * (1 + EXPECTED_GROWTH * np.log2(sizes))  # of all codes of a set of each size
    levels = np.minimum(np.arange(PRICED_TURNS), len(prices) - 1)  # for each depth, the index of its price
    few_answers = len(board.answers) <= MAX_SIZED
    sizes_fit = count <= np.iinfo(np.uint16).max  # the sizes of classes, into the arrays that they are counted in
    return SearchedGame(
        marks=board.marks,
        bits=board.bits,
        columns=board.columns,
        code_count=problem.codes.count,
        key_numbers=key_numbers,
        estimates=np.concatenate(([0.0], expected_turns)),
        prices=np.array(prices, np.int64)[levels],
        levels=levels,
        symmetries=make_symmetries(problem, board),
        answer_count=len(board.answers),
        solved=board.solved,
        limited=problem.hard is not None,
        letters=make_letters(problem, board),
        totals=make_memory(1) if totals is None else totals,
        unit=0 if totals is None else min(prices),
        sized=problem.hard is None and len(board.columns) > 0 and few_answers and sizes_fit,
    )


def make_letters(problem: Problem, board: Board) -> Letters:
    """Return the letters of all guesses and the signs of all answers, as numbers: what Wordle’s hard mode looks at.

    Letters are numbered in alphabetical order, from 0, and the rows are those of the board. Without Wordle’s hard mode
    all arrays are without rows.

    >>> from mastermot.game.objectives import TOTAL
    >>> from mastermot.rules import POSITIONAL
    >>> from mastermot.rules.codes import ListedCodes
    >>> problem = Problem(ListedCodes(["ABA", "CAB"]), POSITIONAL, TOTAL, hard="wordle")
    >>> letters = make_letters(problem, make_board(problem, 1 << 20))
    >>> letters.by_position[0].tolist(), letters.copies[0, :3].tolist()  # of ABA: its letters; two A, one B, no C
    ([0, 1, 0], [2, 1, 0])
    """
    if problem.hard != WORDLE:
        no_rows = np.zeros((0, problem.codes.length), np.uint8)
        return Letters(no_rows, np.zeros((0, 0), np.uint8), no_rows)
    alphabet = sorted(set("".join(board.texts)))
    letter_rows = [list(map(alphabet.index, text)) for text in board.texts]
    copies_rows = [list(map(text.count, alphabet)) for text in board.texts]
    sign_rows = [list(map(".OX".index, answer)) for answer in board.answers]  # absent 0, elsewhere 1, in its place 2
    by_position = np.array(letter_rows, np.uint8)
    copies = np.array(copies_rows, np.uint8)
    signs = np.array(sign_rows, np.uint8)
    return Letters(by_position, copies, signs)


def make_symmetries(problem: Problem, board: Board) -> Symmetries:
    """Return the symmetries of a problem; if it has none, with 0 `colours`, and tables without codes.

    A code is found by its value: its digits in base `colours`, the first hole's the lowest. ``code_of_value[value]`` is
    the index of the code, or -1 if no code has the value. With three colours, ABC has the digits 0, 1 and 2, and the
    value 0 + 1·3 + 2·9.

    `exchanges` says what each code becomes when two holes, or two colours, are exchanged (`list_exchanges`). If the
    problem is `apart`, two colours are exchanged in a single hole, else in all holes. `weights` has a number for each
    answer, from which `symmetry` makes its signatures.
    """
    codes = problem.codes
    colours = 0
    digits = np.zeros((0, 1), np.uint8)  # no code, in one hole; so the table of values is empty: 0 ** 1 is 0
    exchanges = np.zeros((0, 0), np.int32)
    if problem.symmetric:
        colours = len(codes.alphabet)
        digits = codes.array
        exchanges = list_exchanges(codes, problem.apart)
    holes = digits.shape[1]
    powers = np.array([colours**hole for hole in range(holes)], np.int64)
    values = digits.astype(np.int64) @ powers
    code_of_value = np.full(colours**holes, -1, np.int32)
    code_of_value[values] = np.arange(len(digits))
    weights = []  # one for each answer: different numbers, none of them 0; any such would do
    for answer in board.answers:
        marks = problem.rule.parse(answer, codes.length)
        weights.append((marks.blacks * 7919 + marks.whites * 104_729 + 1) << 20)
    return Symmetries(
        digits=digits,
        code_of_value=code_of_value,
        powers=powers,
        exchanges=exchanges,
        colours=colours,
        weights=np.array(weights, np.int64),
        apart=problem.apart,
    )


def make_scratch(board: Board) -> Scratch:
    """Return the arrays in which a thread counts while it searches on a board, filled with zeros."""
    answers = len(board.answers)
    # the number of guesses, filled up. Bits that are not made have 0 planes, but their shape still says this number
    lanes = board.bits.shape[2]
    filled_columns = board.columns.shape[1]  # the same for columns; not used where these are not made
    return Scratch(
        sizes=np.zeros(answers, np.int32),
        class_counts=np.zeros(lanes, np.uint16),
        class_sizes=np.zeros((answers, filled_columns), np.uint16),
    )
