"""The prefix solver of Master Mot: prefixes built letter by letter, filtered at each length.

`docs/how-it-works.md` describes it, and the fields of bits that hold what every clue still needs.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import NamedTuple

from mastermot.puzzle.clues import Clue, Puzzle
from mastermot.puzzle.errors import TooManyPrefixesError

DEFAULT_LIMIT = 1_000_000  #: Prefixes held at one length, at most.


class OutOfWorkError(Exception):
    """A search had to end before its answer was known; an argument, where there is one, says how far it came."""


class Budget:
    """Work that may still be done."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Do work. Raises `OutOfWorkError` when it is more than what is left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfWorkError


class Generation(NamedTuple):
    """What one length brought: how many prefixes were made, and which were kept, sorted."""

    generated: int  #: How many prefixes were made.
    survivors: tuple[str, ...]  #: Those that were kept, sorted.

    @property
    def kept(self) -> int:
        """The number of prefixes kept."""
        return len(self.survivors)


def list_strings(puzzle: Puzzle, columns: Sequence[str], limit: int = DEFAULT_LIMIT) -> tuple[str, ...]:
    """Return all strings with letters in `columns` that fit, in their order. Raises `TooManyPrefixesError`."""
    order = sorted(range(len(columns)), key=lambda place: len(columns[place]))  # few letters first: fewer prefixes
    clues = tuple(clue._replace(word="".join(clue.word[i] for i in order)) for clue in puzzle.clues)
    found = grow_prefixes(Puzzle(clues, puzzle.source), limit, [columns[place] for place in order])[-1].survivors
    back = [order.index(place) for place in range(len(columns))]
    strings = ["".join(string[i] for i in back) for string in found]
    strings.sort(key=lambda string: [column.index(x) for column, x in zip(columns, string, strict=True)])
    return tuple(strings)


def find_string(
    clues: Sequence[Clue],
    columns: Sequence[str],
    spend: Callable[[int], object],
    against: Collection[tuple[int, str]] | None = None,
) -> str | None:
    """Return a string that fits every clue, or None; with a letter of `against`. `spend` counts prefixes."""
    start, guard, steps = pack_clues(clues, columns)
    seen: set[tuple[int, int, bool]] = set()
    stack, others = [("", start, against is None)], against or ()
    while stack:
        prefix, state, differs = stack.pop()
        place, made = len(prefix), len(seen)
        if place == len(steps):
            if differs:
                return prefix
            continue
        for letter, taken in steps[place]:
            if (left := state - taken) & guard == guard:
                key = place, left, differs or (place, letter) in others
                if key not in seen:
                    seen.add(key)
                    stack.append((prefix + letter, *key[1:]))
        spend(len(seen) - made)
    return None


def pack_clues(clues: Sequence[Clue], columns: Sequence[str]) -> tuple[int, int, list[list[tuple[str, int]]]]:
    """Return the needs of clues as fields of an integer, their guard bits, and what each letter takes, by column."""
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
    return start, guard, [[(letter, all_misses + hit) for letter, hit in column.items()] for column in hits]


def grow_prefixes(puzzle: Puzzle, limit: int = DEFAULT_LIMIT, columns: Sequence[str] | None = None) -> list[Generation]:
    """Return the prefixes made and kept at each length, their letters in `columns`. Raises `TooManyPrefixesError`."""
    start, guard, steps = pack_clues(puzzle.clues, puzzle.columns if columns is None else columns)
    prefixes: list[tuple[str, int]] = [("", start)]
    result = []
    for length, step in enumerate(steps, start=1):
        generated = len(prefixes) * len(step)
        kept = (
            (prefix + letter, left)
            for prefix, state in prefixes
            for letter, taken in step
            if (left := state - taken) & guard == guard
        )
        prefixes = list(islice(kept, limit + 1))
        if len(prefixes) > limit:
            raise TooManyPrefixesError(source=puzzle.source, limit=limit, length=length)
        result.append(Generation(generated, tuple(prefix for prefix, _ in prefixes)))
    return result
