"""What every clue still needs, kept in the bits of one integer.

Each clue has two small fields: the blacks it still needs and the misses it can still afford. A letter takes one away
from one of the two, so adding a letter to a prefix is one subtraction whatever the number of clues, and a field that
goes below zero clears its guard bit: one test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mastermot.puzzles.clues import Clue


class Fields(NamedTuple):
    """The clues as bit fields of one integer."""

    start: int
    """What every clue needs before the first letter, guard bits set."""
    guard: int
    """The guard bits: all still set exactly when no field is below zero."""
    steps: tuple[tuple[tuple[str, int], ...], ...]
    """For each column, its letters in order, each with what it takes away."""


def pack_clues(clues: Sequence[Clue], columns: Sequence[str]) -> Fields:
    """Return the bit fields of `clues` for words whose letters are taken from `columns`."""
    length = len(columns)
    width = length.bit_length() + 1
    top = 1 << (width - 1)
    start = guard = 0
    hits = [dict.fromkeys(column, 0) for column in columns]
    all_misses = 0
    for index, clue in enumerate(clues):
        needed, spare = 2 * index * width, (2 * index + 1) * width
        start |= (clue.marks | top) << needed | (length - clue.marks | top) << spare
        guard |= top << needed | top << spare
        all_misses |= 1 << spare
        for letter, column in zip(clue.word, hits, strict=True):
            if letter in column:
                column[letter] += (1 << needed) - (1 << spare)
    steps = tuple(tuple((letter, all_misses + hit) for letter, hit in column.items()) for column in hits)
    return Fields(start, guard, steps)
