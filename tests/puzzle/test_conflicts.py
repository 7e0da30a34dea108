"""Conflicts: really unsatisfiable, and no smaller set of clues is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given

from mastermot import Clue, Puzzle, open_dictionary, parse_puzzle, read_puzzle
from mastermot.puzzle import find_conflict
from tests.puzzle.test_prefixes import APL
from tests.reference import PUZZLES
from tests.support import blacks, brute_force, holds, puzzles, strings


def size_of_smallest(puzzle: Puzzle) -> int:
    """Return how many clues the smallest set has that no string of the puzzle's columns satisfies."""
    everything = list(strings(puzzle))
    for size in range(1, len(puzzle.clues) + 1):
        for chosen in combinations(puzzle.clues, size):
            if not any(holds(word, chosen) for word in everything):
                return size
    raise AssertionError("the puzzle has a solution")


@given(puzzles(longest=4, most_clues=6))
def test_conflicts_are_real_and_smallest(puzzle: Puzzle) -> None:
    assume(not brute_force(puzzle))
    conflict, smallest = find_conflict(puzzle)
    assert smallest
    assert set(conflict) <= set(puzzle.clues)
    assert list(conflict) == sorted(conflict, key=lambda clue: clue.line)
    assert not any(holds(word, conflict) for word in strings(puzzle))
    assert len(conflict) == size_of_smallest(puzzle)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("paume 0", [1]),
        ("paume 5\npalme 5", [1, 2]),
        ("choux 0\npaume 5\npalme 5", [2, 3]),
        ("paume 2\nchoux 1\npalme 2\nforet 3\npaume 2\nabcde 5", None),
    ],
)
def test_conflicts_by_line(text: str, lines: list[int] | None) -> None:
    puzzle = parse_puzzle(text)
    conflict, _smallest = find_conflict(puzzle)
    assert len(conflict) == size_of_smallest(puzzle)
    assert lines is None or [clue.line for clue in conflict] == lines


@pytest.mark.parametrize("name", [name for name, (_, _, solutions) in APL.items() if not solutions])
def test_conflicts_of_the_reference_puzzles(name: str) -> None:
    puzzle = read_puzzle(PUZZLES / name)
    conflict, smallest = find_conflict(puzzle)
    assert smallest
    assert not any(holds(word, conflict) for word in strings(puzzle))
    assert len(conflict) == size_of_smallest(puzzle)


@given(puzzles(longest=4, most_clues=6))
def test_without_enough_work_the_conflict_is_real_all_the_same(puzzle: Puzzle) -> None:
    assume(not brute_force(puzzle))
    for work in (0, 3, 30):
        conflict, smallest = find_conflict(puzzle, work)
        assert not any(holds(word, conflict) for word in strings(puzzle))
        assert not smallest or len(conflict) == size_of_smallest(puzzle)


def has_solution(clues: Sequence[Clue], columns: Sequence[str]) -> bool:
    """Return whether a string of the columns' letters fits the clues, by all their marks at once, letter by letter."""
    reached = {(0,) * len(clues)}
    for position, letters in enumerate(columns):
        shown = {tuple(int(clue.word[position] == letter) for clue in clues) for letter in letters}
        sums = {tuple(map(sum, zip(marks, more, strict=True))) for marks in reached for more in shown}
        reached = {s for s in sums if all(n <= clue.marks for n, clue in zip(s, clues, strict=True))}
    return tuple(clue.marks for clue in clues) in reached


@pytest.mark.parametrize("work", [0, 100, 10_000])
def test_a_conflict_cut_short_has_no_clue_to_spare(work: int) -> None:
    """However little work is allowed: without any one of its clues, a string fits the others."""
    found, words = 0, open_dictionary("es-common").words(6)
    for seed in range(6):
        random = Random(seed)
        secret, *guesses = random.sample(words, 15)
        marks = [blacks(guess, secret) for guess in guesses]
        marks[random.randrange(14)] += 1
        puzzle = parse_puzzle("".join(f"{guess} {min(6, n)}\n" for guess, n in zip(guesses, marks, strict=True)))
        if has_solution(puzzle.clues, puzzle.columns):
            continue
        conflict, _smallest = find_conflict(puzzle, work)
        assert not has_solution(conflict, puzzle.columns)
        for clue in conflict:
            assert has_solution([other for other in conflict if other is not clue], puzzle.columns), (seed, clue)
        found += 1
    assert found > 1
