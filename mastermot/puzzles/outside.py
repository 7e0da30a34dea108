"""Dictionary words that fit every clue with a letter that no clue shows in its column."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from mastermot.dictionaries import Dictionary
from mastermot.puzzles.clues import Puzzle


def find_words_outside(puzzle: Puzzle, dictionary: Dictionary) -> list[str]:
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
    return _pick(words, left & ~inside)


def _pick(words: Iterable[str], bits: int) -> list[str]:
    """Return the words whose bits are set, in order."""
    if not bits:
        return []
    digits = bin(bits)[:1:-1].encode().translate(bytes.maketrans(b"01", b"\0\1"))
    return list(compress(words, digits))
