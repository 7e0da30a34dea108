"""Repairs of a puzzle: the one mistake that would explain why no dictionary word fits.

A mistake is supposed in one clue: its marks, one letter of its word, or two neighbouring letters exchanged. All other
clues hold then, so the solutions of all repairs of a clue are among the words that fit the others. For the dictionary
these are found for every clue at once with bit sets, a bit a word (`mastermot.puzzles.repairs`); strings that are no
words come from the prefix solver with the clue left out, a wild letter in each column standing for the letters that
only the mended clue shows there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from mastermot.dictionaries import Dictionary, common_words
from mastermot.puzzles.clues import Clue, Puzzle
from mastermot.puzzles.errors import TooManyPrefixesError
from mastermot.puzzles.prefixes import list_strings

MAX_REPAIRS = 100
"""Repairs listed, at most, best first."""
MAX_REPAIR_SOLUTIONS = 20
"""Solutions listed for one repair, at most."""
MAX_REPAIR_PREFIXES = 5_000
"""Prefixes held at one length with one clue left out; past them strings are not counted."""
MAX_STRINGS = 500
"""Strings that fit with one clue left out; past them strings are not counted."""
MAX_SUGGESTIONS = 3
"""Near words named for a clue word that the dictionary lacks."""

KEYBOARDS = ("AZERTYUIOP", "QSDFGHJKLM", "WXCVBN", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
"""The rows of French and English keyboards."""

_WILD = "*"


class WordSets:
    """The words of one length of a dictionary; sets of them are integers, bit 0 for the first word."""

    def __init__(self, dictionary: Dictionary, length: int) -> None:
        self.dictionary = dictionary
        self.length = length
        self.words = dictionary.of_length(length)
        self.everything = (1 << len(self.words)) - 1

    def marked(self, word: str, marks: int) -> int:
        """Return the set of words with exactly `marks` letters of `word` in place, the letters summed in binary."""
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


class Repair(NamedTuple):
    """One change of one clue, and what then fits."""

    was: Clue
    now: Clue
    solutions: tuple[str, ...]
    """The dictionary words that fit then, common ones first; when there is none, the strings that fit."""
    known: bool
    """Whether `solutions` are dictionary words."""
    common: int = 0
    """How many of the first `solutions` are common words."""
    strings: int | None = None
    """How many strings of the column letters fit then, words or not; None when they are too many to be counted."""

    @property
    def word(self) -> str:
        """The word that this repair gives, empty when it leaves none of the dictionary, or several."""
        return self.solutions[0] if self.known and len(self.solutions) == 1 else ""


class UnknownWord(NamedTuple):
    """A clue whose word the dictionary lacks; near words of the dictionary, nearest first, also with their accents."""

    clue: Clue
    suggestions: tuple[str, ...]
    spelled: tuple[str, ...]


def find_unknown(puzzle: Puzzle, dictionary: Dictionary) -> tuple[UnknownWord, ...]:
    """Return the clue words that the dictionary lacks, each with at most `MAX_SUGGESTIONS` near words."""
    missing = [clue for clue in puzzle.clues if clue.word not in dictionary]
    if not missing:
        return ()
    sets = WordSets(dictionary, puzzle.length)
    common = common_words(dictionary.name, puzzle.length)
    near = [_near_words(clue.word, sets, common) for clue in missing]
    return tuple(
        UnknownWord(clue, words, tuple(dictionary.spellings(word)[0] for word in words))
        for clue, words in zip(missing, near, strict=True)
    )


def find_repairs(puzzle: Puzzle, dictionary: Dictionary) -> tuple[Repair, ...]:
    """Return the changes of one clue that leave a solution, best first, at most `MAX_REPAIRS`.

    For a puzzle that no dictionary word fits. A changed word is a dictionary word that no other clue has. The order was
    decided by measuring (``benchmarks/repairs.py``): first what leaves exactly one dictionary word, a common one, and
    no other string, as puzzles are made; then clue words that the dictionary lacks are mended before marks, and marks
    before words that it has; then marks that come nearest to those of the other clues, and keys next to each other.
    """
    usual = sum(clue.marks for clue in puzzle.clues) / len(puzzle.clues)

    def rank(repair: Repair) -> tuple[object, ...]:
        was, now = repair.was, repair.now
        kind = 1 if was.word == now.word else 2 * (was.word in dictionary)
        strangeness = abs(now.marks - usual) - abs(was.marks - usual)
        return (
            not repair.known,
            len(repair.solutions) != 1,
            not repair.common,
            repair.strings != 1,
            kind,
            strangeness,
            abs(now.marks - was.marks),
            not _is_slip(was.word, now.word),
            was.line,
            now,
        )

    return tuple(sorted(_all_repairs(puzzle, dictionary), key=rank)[:MAX_REPAIRS])


def _all_repairs(puzzle: Puzzle, dictionary: Dictionary) -> Iterator[Repair]:
    clues, sets = puzzle.clues, WordSets(dictionary, puzzle.length)
    agreeing = [sets.marked(clue.word, clue.marks) for clue in clues]
    common = common_words(dictionary.name, puzzle.length)
    words = {clue.word for clue in clues}
    rests = [Puzzle(clues[:index] + clues[index + 1 :]) for index in range(len(clues))]
    shown = [rest.columns or ("",) * puzzle.length for rest in rests]
    loose = _loose_strings(rests, shown)
    for index, (was, columns) in enumerate(zip(clues, shown, strict=True)):
        fitting = sets.everything
        for other, bits in enumerate(agreeing):
            if other != index:
                fitting &= bits
        for now in _changes(was, sets, words):
            wider = [column + letter for column, letter in zip(columns, now.word, strict=True)]
            left = fitting & sets.marked(now.word, now.marks) & sets.inside(wider)
            filled = None if loose is None else _filled(loose[index], now, columns)
            repair = _repair(puzzle, was, now, sets.pick(left), filled, common)
            if repair is not None:
                yield repair


def _changes(was: Clue, sets: WordSets, words: set[str]) -> Iterator[Clue]:
    """Yield the clues that one mistake could have turned into `was`."""
    for marks in range(len(was.word) + 1):
        if marks != was.marks:
            yield was._replace(marks=marks)
    for word in sets.one_letter_apart(was.word) + sets.exchanged(was.word):
        if word not in words:
            yield was._replace(word=word, typed="")


def _repair(
    puzzle: Puzzle, was: Clue, now: Clue, known: Sequence[str], fitting: Sequence[str] | None, common: frozenset[str]
) -> Repair | None:
    """Return the repair that leaves these words and strings, or None when it leaves nothing new."""
    count = None if fitting is None else len(fitting)
    if known:
        ranked = sorted(known, key=lambda word: word not in common)
        number = sum(word in common for word in known)
        return Repair(was, now, tuple(ranked[:MAX_REPAIR_SOLUTIONS]), True, number, count)
    new = [
        string
        for string in fitting or ()
        if not was.fits(string) or any(x not in column for x, column in zip(string, puzzle.columns, strict=True))
    ]
    return Repair(was, now, tuple(new[:MAX_REPAIR_SOLUTIONS]), False, 0, count) if new else None


def _loose_strings(rests: Sequence[Puzzle], shown: Sequence[Sequence[str]]) -> list[tuple[str, ...]] | None:
    """Return the strings, with wild letters, that fit without each clue; None for all where one has too many."""
    result = []
    for rest, columns in zip(rests, shown, strict=True):
        try:
            fitting = list_strings(rest, [column + _WILD for column in columns], MAX_REPAIR_PREFIXES)
        except TooManyPrefixesError:
            return None
        if len(fitting) > MAX_STRINGS:
            return None
        result.append(fitting)
    return result


def _filled(loose: Sequence[str], clue: Clue, columns: Sequence[str]) -> list[str]:
    """Return the strings that fit `clue` too, its letters standing for the wild ones, sorted."""
    result = []
    for string in loose:
        word = ""
        for letter, own, column in zip(string, clue.word, columns, strict=True):
            if letter == _WILD and own in column:
                break
            word += own if letter == _WILD else letter
        else:
            if clue.fits(word):
                result.append(word)
    return sorted(result)


def _near_words(word: str, sets: WordSets, common: frozenset[str]) -> tuple[str, ...]:
    """Return the words nearest to one: two neighbours exchanged or one letter changed, else two letters changed."""
    near = list(dict.fromkeys(sets.exchanged(word) + sets.one_letter_apart(word)))
    if not near and len(word) > 3:
        near = sets.pick(sets.marked(word, len(word) - 2))
    near.sort(key=lambda other: (not _is_slip(word, other), other[0] != word[0], other not in common))
    return tuple(near[:MAX_SUGGESTIONS])


def _is_slip(typed: str, meant: str) -> bool:
    """Return whether fingers easily type the one word for the other: letters exchanged, or a key beside another."""
    differing = [(a, b) for a, b in zip(typed, meant, strict=True) if a != b]
    if len(differing) == 2:
        return differing[0] == differing[1][::-1]
    return len(differing) == 1 and any(a + b in row or b + a in row for a, b in differing for row in KEYBOARDS)
