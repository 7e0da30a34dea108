"""A puzzle solved: its solutions, the words outside its columns; what may be mistyped, and which clues conflict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from mastermot.dictionaries import Dictionary, open_dictionary
from mastermot.puzzles.clues import Puzzle, fold_puzzle
from mastermot.puzzles.conflicts import MAX_CONFLICT_WORK, Conflict, find_conflict
from mastermot.puzzles.prefixes import DEFAULT_LIMIT, Generation, grow_prefixes
from mastermot.puzzles.repairs import Repair, UnknownWord, find_repairs, find_unknown, find_words_outside

REPAIRED_WORK = MAX_CONFLICT_WORK // 20
"""What a smallest conflict may cost where a repair says what is wrong: on large puzzles it would take seconds."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A word that fits every clue."""

    word: str
    known: bool
    """Whether the dictionary has the word."""
    spellings: tuple[str, ...]

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
    repairs: tuple[Repair, ...] = ()
    """Where no solution is a dictionary word: the changes of one clue that leave one, best first."""
    unknown: tuple[UnknownWord, ...] = ()
    """The clue words that the dictionary lacks."""

    @property
    def fits(self) -> bool:
        """Whether anything fits every clue: a string of the columns' letters, or a word with others."""
        return bool(self.solutions or self.others)

    @property
    def words(self) -> tuple[Solution, ...]:
        """The solutions that the dictionary knows."""
        return tuple(solution for solution in self.solutions if solution.known)

    @property
    def survivors(self) -> tuple[tuple[str, ...], ...]:
        """The prefixes kept at each length, sorted."""
        return tuple(generation.survivors for generation in self.generations)


def solve(puzzle: Puzzle, dictionary: Dictionary | str, limit: int = DEFAULT_LIMIT) -> Answer:
    """Return the solutions of `puzzle`, known words first, with the survivors at each length.

    Also the dictionary words that fit every clue with a letter that no clue shows in its column (`others`); when there
    is no solution, a smallest set of clues that cannot hold together (`conflict`, line numbers); when no solution is a
    dictionary word, the single changes that leave one (`repairs`); clue words that the dictionary lacks (`unknown`).
    `dictionary` may also be the name that `open_dictionary` opens. Raises what that raises, `TooManyPrefixesError` when
    more than `limit` prefixes would be kept at one length, and what `make_puzzle` raises, for a puzzle that was put
    together by hand.
    """
    if isinstance(dictionary, str):
        dictionary = open_dictionary(dictionary)
    puzzle = fold_puzzle(puzzle)
    generations = grow_prefixes(puzzle, limit)
    solutions = [_look_up(word, dictionary) for word in generations[-1].survivors]
    solutions.sort(key=lambda solution: not solution.known)
    others = tuple(_look_up(word, dictionary) for word in find_words_outside(puzzle, dictionary))
    repairs = () if any(solution.known for solution in solutions) else find_repairs(puzzle, dictionary)
    work = REPAIRED_WORK if repairs and repairs[0].known else MAX_CONFLICT_WORK
    conflict = Conflict((), True) if solutions else find_conflict(puzzle, work)
    lines = tuple(clue.line for clue in conflict.clues)
    unknown = find_unknown(puzzle, dictionary)
    return Answer(
        puzzle,
        dictionary.name,
        tuple(generations),
        tuple(solutions),
        others,
        lines,
        conflict.smallest,
        repairs,
        unknown,
    )


def _look_up(word: str, dictionary: Dictionary) -> Solution:
    spellings = dictionary.spellings(word)
    return Solution(word, bool(spellings), spellings)
