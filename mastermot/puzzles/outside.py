"""Dictionary words that fit every clue with a letter that no clue shows in its column."""

from __future__ import annotations

from mastermot.dictionaries import Dictionary
from mastermot.puzzles.clues import Puzzle
from mastermot.puzzles.wordsets import WordSets


def find_words_outside(puzzle: Puzzle, dictionary: Dictionary) -> list[str]:
    """Return the dictionary words that fit every clue but use a letter that no clue shows in its column, in order."""
    words = WordSets(dictionary, puzzle.length)
    return words.pick(words.fitting(puzzle) & ~words.inside(puzzle.columns))
