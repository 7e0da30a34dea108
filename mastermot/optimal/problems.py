"""What a search is asked for: codes, guesses, rule and objective; and the arrays that the compiled search works on."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import Codes, ColourCodes, ListedCodes, check_listed
from mastermot.optimal.errors import GuessesLengthError, TooLargeError
from mastermot.optimal.objectives import Objective
from mastermot.play.partitions import BLOCK, Table
from mastermot.rules import Rule

DEEPEST = 64
"""Turns told apart by their prices; all later ones cost what the last of them does."""
MOST_ANSWERS = 1 << 16
EXPECTED_GROWTH = 0.4
"""Turns that each doubling of a set is expected to cost: it only decides in which order guesses are tried."""


class Problem(NamedTuple):
    """A game to be played as well as can be: its codes, rule, guesses and objective.

    `guesses` are all that may be played (the codes among them); None stands for the codes themselves. With
    `consistent` only those are played that agree with all marks so far.
    """

    codes: Codes
    rule: Rule
    objective: Objective
    guesses: Codes | None = None
    consistent: bool = False

    @property
    def symmetric(self) -> bool:
        """Whether holes may be exchanged and colours renamed without changing the game."""
        return isinstance(self.codes, ColourCodes) and self.guesses is None


class Board(NamedTuple):
    """The arrays of a problem: the texts of all guesses, their marks against the codes, which codes they are.

    `marks` are numbers from 0 on of shape (guesses, codes), or (guesses, guesses) where guesses beside the codes must
    agree with the marks; the codes are the first guesses. `answers` the marks that they stand for, `solved` the
    number of "found"; `rows` has the guess that each code is, `codes` the code that each guess is, or -1.
    """

    texts: tuple[str, ...]
    marks: NDArray[np.unsignedinteger]
    answers: tuple[str, ...]
    solved: int
    rows: NDArray[np.int32]
    codes: NDArray[np.int32]

    @property
    def bytes(self) -> int:
        """The memory that the marks take."""
        return int(self.marks.nbytes)


def make_board(problem: Problem, most_bytes: int) -> Board:
    """Return the arrays of a problem.

    Raises `TooManyCodesError`, `TooLargeError` when the marks alone would take more than `most_bytes`, and
    `GuessesLengthError` when guesses are longer or shorter than the codes.
    """
    check_listed(problem.codes)
    texts = list(problem.codes.texts)
    if problem.guesses is not None:
        check_listed(problem.guesses)
        if problem.guesses.length != problem.codes.length:
            raise GuessesLengthError(length=problem.guesses.length, expected=problem.codes.length)
        texts = list(dict.fromkeys((*texts, *problem.guesses.texts)))
    codes = ListedCodes(texts) if problem.consistent and len(texts) > problem.codes.count else problem.codes
    count = codes.count
    if len(texts) * count > most_bytes:
        raise TooLargeError(guesses=len(texts), count=count, megabytes=len(texts) * count >> 20)
    table = Table(problem.rule, codes)
    rows = table.rows(texts)
    every = np.arange(count)
    step = max(1, BLOCK // count)
    starts = range(0, len(rows), step)  # twice through all marks, so that they never stand in memory twice
    present = np.unique(np.concatenate([np.unique(table.numbers(rows[at : at + step], every)) for at in starts]))
    kind = np.uint8 if len(present) <= 256 else np.uint16
    if len(texts) * count * np.dtype(kind).itemsize > most_bytes:
        raise TooLargeError(guesses=len(texts), count=count, megabytes=2 * len(texts) * count >> 20)
    names = np.zeros(int(present[-1]) + 1, kind)
    names[present] = np.arange(len(present), dtype=kind)
    marks = np.empty((len(rows), count), kind)
    for at in starts:
        marks[at : at + step] = names[table.numbers(rows[at : at + step], every)]
    answers = tuple(problem.rule.marks(int(number), problem.codes.length).text for number in present)
    own = np.arange(problem.codes.count, dtype=np.int32)
    places = np.full(len(texts), -1, np.int32)
    places[: len(own)] = own
    return Board(tuple(texts), marks, answers, int(names[table.solved]), own, places)


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
