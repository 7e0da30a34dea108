"""Conflicts: really unsatisfiable, and no smaller set of clues is."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given

from mastermot import Puzzle, parse_puzzle, read_puzzle
from mastermot.puzzle import find_conflict
from tests.puzzle.test_prefixes import APL
from tests.reference import PUZZLES
from tests.support import brute_force, holds, puzzles, strings


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
