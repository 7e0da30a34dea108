"""The letters that a set of clues rules out: the board, which lists no strings, against the plain version."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given

from mastermot import Puzzle
from mastermot.puzzle.explain.board import ClueBoard, find_removable_plainly
from tests.support import puzzles, some


@given(puzzles(longest=4, most_clues=4))
def test_the_board_and_the_plain_version_rule_out_the_same_letters(puzzle: Puzzle) -> None:
    board = ClueBoard(puzzle.clues, puzzle.columns)
    for size in range(1, len(puzzle.clues) + 1):
        for members in some(combinations(range(len(puzzle.clues)), size)):
            clue_set = sum(1 << index for index in members)
            chosen = [puzzle.clues[index] for index in members]
            assert board.find_removable(clue_set, board.columns) == find_removable_plainly(chosen, board.columns)
