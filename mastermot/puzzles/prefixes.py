"""The prefix solver of Master Mot: prefixes built letter by letter, filtered at each length.

The candidates of length n+1 are the surviving prefixes of length n, each followed by each letter that the clues show
in column n+1; so lists stay sorted. A prefix survives when every clue can still get exactly its marks: the marks it
still needs are at least 0 and at most the places still to fill (see `fields`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from mastermot.puzzles.clues import Puzzle
from mastermot.puzzles.errors import TooManyPrefixesError
from mastermot.puzzles.fields import pack_clues

DEFAULT_LIMIT = 1_000_000
"""Prefixes held at one length, at most."""

_BLOCK = 4096


class Generation(NamedTuple):
    """What one length brought: how many prefixes were made, and which were kept, sorted."""

    generated: int
    survivors: tuple[str, ...]

    @property
    def kept(self) -> int:
        """The number of prefixes kept."""
        return len(self.survivors)


def grow_prefixes(puzzle: Puzzle, limit: int = DEFAULT_LIMIT) -> list[Generation]:
    """Return the prefixes made and kept of `puzzle` at each length from 1 to that of its words.

    Raises `TooManyPrefixesError`, naming the length, when more than `limit` would be kept at one length.
    """
    return _grow(puzzle, puzzle.columns, limit)


def list_strings(puzzle: Puzzle, columns: Sequence[str], limit: int = DEFAULT_LIMIT) -> tuple[str, ...]:
    """Return all strings with their letters in `columns` that fit every clue of `puzzle`, in the order of `columns`.

    The columns are filled from the one with the fewest letters on. Raises `TooManyPrefixesError`, naming how many are
    filled, when more than `limit` partial strings would be kept.
    """
    order = sorted(range(len(columns)), key=lambda place: len(columns[place]))  # few letters first: fewer prefixes
    turned = Puzzle(
        tuple(clue._replace(word="".join(clue.word[i] for i in order)) for clue in puzzle.clues), puzzle.source
    )
    found = _grow(turned, [columns[place] for place in order], limit)[-1].survivors
    back = [order.index(place) for place in range(len(columns))]
    strings = ("".join(string[i] for i in back) for string in found)
    return tuple(
        sorted(strings, key=lambda string: [column.index(x) for column, x in zip(columns, string, strict=True)])
    )


def find_other(puzzle: Puzzle, known: str, limit: int) -> str | None:
    """Return a string of the columns' letters that fits every clue and is not `known`, or None when there is none.

    Two prefixes of one length that leave the clues the same needs have the same ends: one is looked at. Raises
    `TooManyPrefixesError` when more than `limit` prefixes would be looked at.
    """
    start, guard, steps = pack_clues(puzzle.clues, puzzle.columns)
    seen: set[tuple[int, int, bool]] = set()
    stack = [("", start, False)]
    while stack:
        prefix, state, differs = stack.pop()
        if len(prefix) == len(steps):
            if differs:
                return prefix
            continue
        for letter, taken in steps[len(prefix)]:
            left, other = state - taken, differs or letter != known[len(prefix)]
            if left & guard == guard and (len(prefix), left, other) not in seen:
                seen.add((len(prefix), left, other))
                stack.append((prefix + letter, left, other))
        if len(seen) > limit:
            raise TooManyPrefixesError(source=puzzle.source, limit=limit, length=len(prefix) + 1)
    return None


def _grow(puzzle: Puzzle, columns: Sequence[str], limit: int) -> list[Generation]:
    start, guard, steps = pack_clues(puzzle.clues, columns)
    prefixes: list[tuple[str, int]] = [("", start)]
    result = []
    for length, step in enumerate(steps, start=1):
        generated = len(prefixes) * len(step)
        kept: list[tuple[str, int]] = []
        remaining = iter(prefixes)
        while block := list(islice(remaining, min(_BLOCK, (limit - len(kept)) // len(step) + 1))):
            kept += [
                (prefix + letter, left)
                for prefix, state in block
                for letter, taken in step
                if (left := state - taken) & guard == guard
            ]
            if len(kept) > limit:
                raise TooManyPrefixesError(source=puzzle.source, limit=limit, length=length)
        prefixes = kept
        result.append(Generation(generated, tuple(prefix for prefix, _ in kept)))
    return result
