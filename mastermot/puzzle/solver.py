"""A puzzle solved: its solutions, the words outside its columns; what may be mistyped, and which clues conflict.

A smallest set of clues that cannot hold together is found by implicit hitting sets (A. Ignatiev and others, *Smallest
MUS extraction with minimal hitting set dualization*, CP 2015), as `docs/how-it-works.md` describes.
"""

import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, NamedTuple

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import read_whole
from mastermot.notebooks import draw_board
from mastermot.puzzle.books import parse_puzzle
from mastermot.puzzle.clues import Clue, Puzzle, fold_puzzle, show_columns
from mastermot.puzzle.prefixes import DEFAULT_LIMIT, Generation, find_string, grow_prefixes
from mastermot.puzzle.repairs import Repair, UnknownWord, find_repairs, find_unknown, find_words_outside
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import LETTERS

MAX_CONFLICT_WORK = 1_000_000  #: Prefixes and sets looked at for the smallest set, a few seconds.
REPAIRED_WORK = MAX_CONFLICT_WORK // 20  #: The same where a repair says what is wrong.


@dataclass(frozen=True, slots=True)
class Solution:
    """A word that fits every clue."""

    word: str
    known: bool  #: Whether the dictionary has the word.
    spellings: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.word}  ({', '.join(self.spellings)})" if self.spellings else self.word


Outcome = Literal["word", "words", "only-strings", "none", "contradiction"]


class Answer(NamedTuple):
    """What `solve` finds in a puzzle."""

    puzzle: Puzzle  #: The puzzle that was solved.
    dictionary: str  #: The name of the dictionary.
    generations: tuple[Generation, ...]  #: What each length brought, from the first letter to the word.
    solutions: tuple[Solution, ...]  #: The strings of column letters that fit every clue, dictionary words first.
    others: tuple[Solution, ...]  #: Words of the dictionary that fit with a letter that no clue has in its position.
    conflict: tuple[int, ...]  #: Where nothing fits: the lines of clues that contradict each other.
    conflict_smallest: bool  #: Whether `conflict` is proven smallest: on a huge puzzle the search stops early.
    repairs: tuple[Repair, ...] = ()  #: Where no solution is a dictionary word: changes of one clue, best first.
    unknown: tuple[UnknownWord, ...] = ()  #: The clue words that the dictionary lacks.
    alphabet: str = LETTERS  #: That of the dictionary.

    def _repr_html_(self) -> str:
        found = [(solution.word, ", ".join(solution.spellings)) for solution in self.solutions or self.others]
        return draw_board([*(clue[:2] for clue in self.puzzle.clues), *found])

    @property
    def fits(self) -> bool:
        """Whether anything fits every clue: a string of the columns' letters, or a word with others."""
        return bool(self.solutions or self.others)

    @property
    def outcome(self) -> Outcome:
        """What came of it: a dictionary word, several, only strings that are none, nothing, or clues that conflict."""
        known = len(self.words) + len(self.others)
        if known or self.solutions:
            return "only-strings" if not known else "word" if known == 1 else "words"
        return "contradiction" if self.conflict else "none"

    @property
    def words(self) -> tuple[Solution, ...]:
        """The solutions that the dictionary knows."""
        return tuple(solution for solution in self.solutions if solution.known)

    @property
    def survivors(self) -> tuple[tuple[str, ...], ...]:
        """The prefixes kept at each length, sorted."""
        return tuple(generation.survivors for generation in self.generations)


def solve(puzzle: Puzzle | str, dictionary: Dictionary | str, limit: int = DEFAULT_LIMIT) -> Answer:
    """Return the solutions of `puzzle`, known words first, with the survivors at each length.

    A puzzle may be given as text, a dictionary by its name.

    Also the dictionary words that fit every clue with a letter that no clue shows in its column (`others`); when there
    is no solution, a smallest set of clues that cannot hold together (`conflict`, line numbers); when no solution is a
    dictionary word, the single changes that leave one (`repairs`); clue words that the dictionary lacks (`unknown`).
    Raises what `open_dictionary`, `parse_puzzle` and `make_puzzle` raise, `TooManyPrefixesError` past `limit` prefixes
    of one length, `WrongKindError`.

    >>> [solution.word for solution in solve("paume 2; coude 5", "fr-common").words]
    ['COUDE']
    """
    limit = read_whole("limit", limit, 1)
    dictionary = open_dictionary(dictionary)
    if isinstance(puzzle, str):
        puzzle = parse_puzzle(puzzle, alphabet=dictionary.alphabet)
    puzzle = fold_puzzle(puzzle, dictionary.alphabet)
    generations = tuple(grow_prefixes(puzzle, limit))
    solutions = [_look_up(word, dictionary) for word in generations[-1].survivors]
    solutions.sort(key=lambda solution: not solution.known)
    others = tuple(_look_up(word, dictionary) for word in find_words_outside(puzzle, dictionary))
    repairs = () if any(solution.known for solution in solutions) else find_repairs(puzzle, dictionary)
    work = REPAIRED_WORK if repairs and repairs[0].known else MAX_CONFLICT_WORK
    conflict, smallest = ((), True) if solutions else find_conflict(puzzle, work)
    lines, name, alphabet = tuple(clue.line for clue in conflict), dictionary.name, dictionary.alphabet
    unknown = find_unknown(puzzle, dictionary)
    return Answer(puzzle, name, generations, tuple(solutions), others, lines, smallest, repairs, unknown, alphabet)


def _look_up(word: str, dictionary: Dictionary) -> Solution:
    spellings = dictionary.spellings(word)
    return Solution(word, bool(spellings), spellings)


class _ConflictSearch:
    def __init__(self, puzzle: Puzzle, work: int) -> None:
        self.clues, self.columns, self.budget = puzzle.clues, puzzle.columns, Budget(work)

    def find_word(self, chosen: Collection[int]) -> str | None:
        """Return a string of column letters that satisfies the clues at the indices `chosen`, or None."""
        clues = [self.clues[index] for index in sorted(chosen)]
        columns = []  # the letters that these clues show, and one of the others, which are all alike
        for column, shown in zip_longest(self.columns, show_columns(clue.word for clue in clues), fillvalue=""):
            columns.append(shown + next((letter for letter in column if letter not in shown), ""))
        return find_string(clues, columns, lambda _made: self.budget.spend())

    def find_left_out(self, word: str) -> frozenset[int]:
        """Return the clues left out once the set that `word` satisfies has been grown as far as it goes."""
        left_out = {index for index, clue in enumerate(self.clues) if not clue.fits(word)}
        for index in sorted(left_out):
            longer = self.find_word({*range(len(self.clues))} - left_out | {index}) if index in left_out else None
            if longer is not None:
                left_out = {other for other in left_out if not self.clues[other].fits(longer)}
        return frozenset(left_out)

    def find_hitting_set(self, sets: Sequence[frozenset[int]], size: int) -> list[int] | None:
        """Return at most `size` indices of which every one of `sets` holds one, or None."""
        self.budget.spend()
        if not sets:
            return []
        shortest: frozenset[int] = min(sets, key=len)
        for index in sorted(shortest) if size else ():
            rest = self.find_hitting_set([other for other in sets if index not in other], size - 1)
            if rest is not None:
                return [index, *rest]
        return None

    def find_smaller(self, best: list[int]) -> list[int]:
        """Return the smallest set of indices that conflicts: `best` where no smaller one does."""
        left_out: list[frozenset[int]] = []
        for size in range(1, len(best)):
            while (chosen := self.find_hitting_set(left_out, size)) is not None:
                word = self.find_word(chosen)
                if word is None:
                    return chosen
                left_out.append(self.find_left_out(word))
        return best


def drop_spare_clues(puzzle: Puzzle) -> list[int]:
    """Return the indices of clues that conflict, none of which can be left out: each was tried, the last one first.

    However long that takes: a clue less is looked at in about the time of a solution.
    """
    search = _ConflictSearch(puzzle, sys.maxsize)
    needed = list(range(len(puzzle.clues)))
    for index in reversed(range(len(puzzle.clues))):
        fewer = [other for other in needed if other != index]
        if search.find_word(fewer) is None:
            needed = fewer
    return needed


def find_conflict(puzzle: Puzzle, work: int = MAX_CONFLICT_WORK) -> tuple[tuple[Clue, ...], bool]:
    """Return a smallest set of clues that no string of column letters satisfies, of a puzzle without a solution.

    Also whether no smaller set conflicts; False when the work allowed did not suffice to know. No clue of the set can
    be left out in either case.
    """
    best, smallest = drop_spare_clues(puzzle), False
    with suppress(OutOfWorkError):
        best, smallest = _ConflictSearch(puzzle, work).find_smaller(best), True
    return tuple(puzzle.clues[index] for index in sorted(best)), smallest
