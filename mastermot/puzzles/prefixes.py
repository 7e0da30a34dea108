"""The prefix solver of Master Mot: beginnings built letter by letter, filtered at each length.

The candidates of length n+1 are the surviving prefixes of length n, each followed by each letter that the clues show
in column n+1; so lists stay sorted. A prefix survives when every clue can still get exactly its marks: the marks it
still needs are at least 0 and at most the places still to fill.

What each clue still needs is kept in one integer (`Fields`): two small fields a clue, the blacks it still needs and
the misses it can still afford. A letter takes one away from one of the two, so adding a letter is one subtraction
whatever the number of clues, and a field that goes below zero clears its guard bit: one test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, islice
from typing import NamedTuple

from mastermot.dictionaries import Dictionary
from mastermot.puzzles.clues import Clue, Puzzle
from mastermot.puzzles.errors import TooManyPrefixesError
from mastermot.watch import pulse

DEFAULT_LIMIT = 1_000_000
"""Prefixes held at one length, at most."""

_BLOCK = 4096


class Fields(NamedTuple):
    """The clues as bit fields of one integer."""

    start: int
    """What every clue needs before the first letter, guard bits set."""
    guard: int
    """The guard bits: all still set exactly when no field is below zero."""
    steps: tuple[tuple[tuple[str, int], ...], ...]
    """For each column, its letters in order, each with what it takes away."""


def fields(clues: Sequence[Clue], columns: Sequence[str]) -> Fields:
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


class Generation(NamedTuple):
    """What one length brought: how many prefixes were made, and which were kept, sorted."""

    generated: int
    survivors: tuple[str, ...]

    @property
    def kept(self) -> int:
        """The number of prefixes kept."""
        return len(self.survivors)


def generations(puzzle: Puzzle, limit: int = DEFAULT_LIMIT) -> list[Generation]:
    """Return the generated and kept prefixes of `puzzle` at each length from 1 to that of its words.

    Raises `TooManyPrefixesError`, naming the length, when more than `limit` would be kept at one length.
    """
    return _generations(puzzle, puzzle.columns, limit)


def strings(puzzle: Puzzle, columns: Sequence[str], limit: int = DEFAULT_LIMIT) -> tuple[str, ...]:
    """Return all strings with their letters in `columns` that fit every clue of `puzzle`, in the order of `columns`.

    Raises `TooManyPrefixesError`, naming the length, when more than `limit` prefixes would be kept at one length.
    """
    return _generations(puzzle, columns, limit)[-1].survivors


def _generations(puzzle: Puzzle, columns: Sequence[str], limit: int) -> list[Generation]:
    start, guard, steps = fields(puzzle.clues, columns)
    prefixes: list[tuple[str, int]] = [("", start)]
    result = []
    for length, step in enumerate(steps, start=1):
        generated = len(prefixes) * len(step)
        kept: list[tuple[str, int]] = []
        remaining = iter(prefixes)
        while block := list(islice(remaining, min(_BLOCK, (limit - len(kept)) // len(step) + 1))):
            pulse()
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


class Solution(NamedTuple):
    """A word that fits every clue: folded, whether the dictionary knows it, and how it is spelled there."""

    word: str
    known: bool
    spellings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}  ({', '.join(self.spellings)})" if self.spellings else self.word


class Answer(NamedTuple):
    """What `solve` finds in a puzzle."""

    puzzle: Puzzle
    dictionary: str
    generations: tuple[Generation, ...]
    solutions: tuple[Solution, ...]
    others: tuple[Solution, ...]
    conflict: tuple[int, ...]
    conflict_smallest: bool
    """Whether `conflict` is proven smallest; on a huge puzzle the search stops early and it may hold clues too many."""

    @property
    def survivors(self) -> tuple[tuple[str, ...], ...]:
        """The prefixes kept at each length, sorted."""
        return tuple(generation.survivors for generation in self.generations)

    def as_json(
        self, steps: Sequence[dict[str, object]] = (), difficulty: dict[str, object] | None = None
    ) -> dict[str, object]:
        """Return the object of ``mastermot solve --json`` and ``POST /api/solve``.

        `steps` and `difficulty`, when they were asked for, come from `mastermot.wording.steps.step_json` and
        `mastermot.explain.grade.Grade.as_json`.
        """
        return {
            "rule": "black",
            "length": self.puzzle.length,
            "solutions": [solution_json(solution) for solution in self.solutions],
            "count": len(self.solutions),
            "complete": True,
            "generations": [generation.kept for generation in self.generations],
            "generated": [generation.generated for generation in self.generations],
            "others": [solution_json(solution) for solution in self.others],
            "dictionary": self.dictionary,
            "steps": list(steps),
            "difficulty": difficulty,
            "conflict": list(self.conflict) or None,
            "conflict_smallest": self.conflict_smallest if self.conflict else None,
        }


def solution_json(solution: Solution) -> dict[str, object]:
    """Return a solution as JSON has it."""
    return {"word": solution.word, "known": solution.known, "spellings": list(solution.spellings)}


def solve(puzzle: Puzzle, dictionary: Dictionary, limit: int = DEFAULT_LIMIT) -> Answer:
    """Return the solutions of `puzzle`, known words first, with the survivors at each length.

    Also the dictionary words that fit every clue with a letter that no clue shows in its column (`others`), and, when
    there is no solution, a smallest set of clues that cannot hold together (`conflict`, line numbers).
    Raises `TooManyPrefixesError` when more than `limit` prefixes would be kept at one length.
    """
    grown = generations(puzzle, limit)
    solutions = [_solution(word, dictionary) for word in grown[-1].survivors]
    solutions.sort(key=lambda solution: not solution.known)
    others = tuple(_solution(word, dictionary) for word in words_outside_columns(puzzle, dictionary))
    conflict, smallest = ((), True) if solutions else _conflict(puzzle)
    return Answer(puzzle, dictionary.name, tuple(grown), tuple(solutions), others, conflict, smallest)


def _solution(word: str, dictionary: Dictionary) -> Solution:
    spellings = dictionary.spellings(word)
    return Solution(word, bool(spellings), spellings)


def _conflict(puzzle: Puzzle) -> tuple[tuple[int, ...], bool]:
    from mastermot.puzzles.conflicts import smallest_conflict

    conflict = smallest_conflict(puzzle)
    return tuple(clue.line for clue in conflict.clues), conflict.smallest


def fits(word: str, clues: Sequence[Clue]) -> bool:
    """Return whether `word` gives every clue exactly its marks."""
    return all(sum(map(str.__eq__, word, clue.word)) == clue.marks for clue in clues)


def words_outside_columns(puzzle: Puzzle, dictionary: Dictionary) -> list[str]:
    """Return the dictionary words that fit every clue but use a letter that no clue shows in its column, in order.

    All words at once, a bit a word: the words with a letter of the clue at its place are added up in binary, the ones
    of all words in one integer, the twos in another, and so on.
    """
    length = puzzle.length
    words = dictionary.of_length(length)
    left = everything = (1 << len(words)) - 1
    for clue in puzzle.clues:
        counts = [0] * length.bit_length()
        for position, letter in enumerate(clue.word):
            carried = dictionary.having(length, position, letter)
            for place, count in enumerate(counts):
                counts[place] = count ^ carried
                carried &= count
        for place, count in enumerate(counts):
            left &= count if clue.marks >> place & 1 else everything ^ count
    inside = everything
    for position, column in enumerate(puzzle.columns):
        shown = 0
        for letter in column:
            shown |= dictionary.having(length, position, letter)
        inside &= shown
    return _picked(words, left & ~inside)


def _picked(words: Iterable[str], bits: int) -> list[str]:
    """Return the words whose bits are set, in order."""
    if not bits:
        return []
    digits = bin(bits)[:1:-1].encode().translate(bytes.maketrans(b"01", b"\0\1"))
    return list(compress(words, digits))
