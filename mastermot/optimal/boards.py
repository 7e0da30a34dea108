"""The arrays that the compiled search works on: the marks of all guesses, once as numbers and once as bits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import ColourCodes, ListedCodes
from mastermot.optimal.counting import Words, make_bits
from mastermot.optimal.errors import TooLargeError
from mastermot.optimal.problems import Problem, check_problem
from mastermot.play.partitions import BLOCK, Numbers, Rows, Table

OnWork = Callable[[int, int], object]
"""Is called with the work that is done, and with the work as a whole; what it raises ends the work."""
ONE_BYTE = 256
"""Different marks that one byte tells apart."""


class Board(NamedTuple):
    """The arrays of a problem: the texts of all guesses, their marks against the codes, which codes they are.

    `marks` are numbers from 0 on of shape (guesses, codes), or (guesses, guesses) where guesses beside the codes must
    agree with the marks; the codes are the first guesses. `bits` are the same as bits (see `counting`). `answers` are
    the marks that the numbers stand for, `solved` the number of "found"; `rows` has the guess that each code is,
    `codes` the code that each guess is, or -1.
    """

    texts: tuple[str, ...]
    marks: NDArray[np.unsignedinteger]
    bits: Words
    answers: tuple[str, ...]
    solved: int
    rows: NDArray[np.int32]
    codes: NDArray[np.int32]

    @property
    def bytes(self) -> int:
        """The memory that the marks take."""
        return int(self.marks.nbytes + self.bits.nbytes)


def make_board(problem: Problem, most_bytes: int, on_work: OnWork = lambda _done, _whole: None) -> Board:
    """Return the arrays of a problem; `on_work` is told how many rows of them are done.

    Raises what `check_problem` raises, and `TooLargeError` when the marks alone would take more than `most_bytes`.
    """
    check_problem(problem)
    texts = list(problem.codes.texts)
    if problem.guesses is not None:
        texts = list(dict.fromkeys((*texts, *problem.guesses.texts)))
    codes = ListedCodes(texts) if problem.consistent and len(texts) > problem.codes.count else problem.codes
    if len(texts) * codes.count > most_bytes:
        raise TooLargeError(guesses=len(texts), count=codes.count, megabytes=len(texts) * codes.count >> 20)
    table = Table(problem.rule, codes)
    whole = len(texts) + (0 if problem.consistent else codes.count)
    marks, present = mark_all(table, table.rows(texts), codes.count, most_bytes, lambda done: on_work(done, whole))
    answers = tuple(problem.rule.marks(int(number), codes.length).text for number in present)
    room = 0 if problem.consistent else (most_bytes - marks.nbytes) // 2
    bits = make_bits(marks, len(answers), room, lambda done: on_work(len(texts) + done, whole))
    own = np.arange(problem.codes.count, dtype=np.int32)
    places = np.full(len(texts), -1, np.int32)
    places[: len(own)] = own
    return Board(tuple(texts), marks, bits, answers, int(np.searchsorted(present, table.solved)), own, places)


def mark_all(
    table: Table, rows: Rows, count: int, most_bytes: int, on_rows: Callable[[int], object]
) -> tuple[NDArray[np.unsignedinteger], Numbers]:
    """Return the marks of guesses (rows) against the first `count` codes, and which numbers of the rule they stand for.

    Numbers are given anew, from 0 on, so that one byte is enough nearly always: first in the order in which they are
    met, at the end in the order of the rule's numbers. Raises `TooLargeError`.
    """
    every = np.arange(count)
    marks: NDArray[np.unsignedinteger] = np.empty((len(rows), count), np.uint8)
    met = np.zeros(0, table.type)
    step = max(1, BLOCK // count)
    for start in range(0, len(rows), step):
        numbers = table.numbers(rows[start : start + step], every)
        present = np.unique(numbers) if table.wide else np.flatnonzero(np.bincount(numbers.ravel()))
        met = np.append(met, np.setdiff1d(present.astype(table.type), met))
        if len(met) > ONE_BYTE and marks.itemsize == 1:
            if 2 * marks.nbytes > most_bytes:
                raise TooLargeError(guesses=len(rows), count=count, megabytes=2 * marks.nbytes >> 20)
            marks = marks.astype(np.uint16)
        if table.wide:
            order = np.argsort(met)
            marks[start : start + step] = order[np.searchsorted(met[order], numbers)]
        else:
            names = np.zeros(table.size, marks.dtype)
            names[met] = np.arange(len(met))
            marks[start : start + step] = names[numbers]
        on_rows(min(start + step, len(rows)))
    ranks = np.argsort(np.argsort(met)).astype(marks.dtype)
    for start in range(0, len(rows), step):
        marks[start : start + step] = ranks[marks[start : start + step]]
    return marks, np.sort(met)


class Colours(NamedTuple):
    """Codes of holes and colours as numbers: digits (codes, holes), codes by value, all orders of the holes."""

    digits: NDArray[np.uint8]
    places: NDArray[np.int32]
    powers: NDArray[np.int64]
    orders: NDArray[np.int64]
    colours: int


def make_colours(problem: Problem) -> Colours | None:
    """Return the colours of a problem that has symmetries, else None."""
    codes = problem.codes
    if not isinstance(codes, ColourCodes) or not problem.symmetric:
        return None
    colours = len(codes.alphabet)
    powers = np.array([colours**hole for hole in range(codes.length)], np.int64)
    places = np.full(colours**codes.length, -1, np.int32)
    places[codes.array.astype(np.int64) @ powers] = np.arange(codes.count)
    orders = np.array(list(permutations(range(codes.length))), np.int64)
    return Colours(codes.array, places, powers, orders, colours)
