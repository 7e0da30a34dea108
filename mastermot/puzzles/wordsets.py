"""The dictionary words of one length as bit sets, a bit a word: all words are marked against a clue at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from mastermot.dictionaries import Dictionary
from mastermot.puzzles.clues import Puzzle


class WordSets:
    """The words of one length of a dictionary; sets of them are integers, bit 0 for the first word."""

    def __init__(self, dictionary: Dictionary, length: int) -> None:
        self.dictionary = dictionary
        self.length = length
        self.words = dictionary.of_length(length)
        self.everything = (1 << len(self.words)) - 1

    def marked(self, word: str, marks: int) -> int:
        """Return the set of words with exactly `marks` letters of `word` at their place.

        The words with each letter at its place are added up in binary: the ones of all sums in one integer, the twos in
        another, and so on.
        """
        sums = [0] * self.length.bit_length()
        for position, letter in enumerate(word):
            carried = self.dictionary.having(self.length, position, letter)
            for place, bits in enumerate(sums):
                sums[place] = bits ^ carried
                carried &= bits
        left = self.everything
        for place, bits in enumerate(sums):
            left &= bits if marks >> place & 1 else self.everything ^ bits
        return left

    def fitting(self, puzzle: Puzzle) -> int:
        """Return the set of words that give every clue its marks, whatever letters its columns show."""
        left = self.everything
        for clue in puzzle.clues:
            left &= self.marked(clue.word, clue.marks)
        return left

    def inside(self, columns: Sequence[str]) -> int:
        """Return the set of words whose letters all stand in `columns`."""
        left = self.everything
        for position, column in enumerate(columns):
            shown = 0
            for letter in column:
                shown |= self.dictionary.having(self.length, position, letter)
            left &= shown
        return left

    def pick(self, bits: int) -> list[str]:
        """Return the words of a set, in order."""
        if not bits:
            return []
        digits = bin(bits)[:1:-1].encode().translate(bytes.maketrans(b"01", b"\0\1"))
        return list(compress(self.words, digits))

    def one_letter_apart(self, word: str) -> list[str]:
        """Return the words that differ from `word` in one letter, in order."""
        return self.pick(self.marked(word, self.length - 1))

    def exchanged(self, word: str) -> list[str]:
        """Return the words that come from `word` by exchanging two different neighbouring letters."""
        swapped = (
            word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1) if word[i] != word[i + 1]
        )
        return [other for other in swapped if other in self.dictionary]


def find_words_outside(puzzle: Puzzle, dictionary: Dictionary) -> list[str]:
    """Return the dictionary words that fit every clue but use a letter that no clue shows in its column, in order."""
    words = WordSets(dictionary, puzzle.length)
    return words.pick(words.fitting(puzzle) & ~words.inside(puzzle.columns))
