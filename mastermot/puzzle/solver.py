"""Solves a puzzle: finds its solutions and words with other letters, or what may be mistyped and which clues conflict.

A *string of column letters* has at each position a letter that some clue has there; it need not be a word.

A smallest set of clues that contradict each other is found by implicit hitting sets (A. Ignatiev and others, *Smallest
MUS extraction with minimal hitting set dualization*, CP 2015), as `docs/how-it-works.md` describes.
"""

import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
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

MAX_CONFLICT_WORK = 1_000_000  #: The most prefixes and sets tried to find the smallest conflict: a few seconds.
REPAIRED_WORK = MAX_CONFLICT_WORK // 20  #: The same when a repair already says what is wrong.


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
    generations: tuple[Generation, ...]  #: The prefixes of each length, from the first letter to the whole word.
    solutions: tuple[Solution, ...]  #: The strings of column letters that fit every clue, dictionary words first.
    others: tuple[Solution, ...]  #: Dictionary words that fit, but have a letter that no clue shows in its position.
    conflict: tuple[int, ...]  #: When no string of column letters fits: the lines of clues that contradict each other.
    conflict_smallest: bool  #: Whether `conflict` is proven smallest: on a huge puzzle the search stops early.
    repairs: tuple[Repair, ...] = ()  #: When no solution is a dictionary word: changes of one clue, best first.
    unknown: tuple[UnknownWord, ...] = ()  #: The clue words that the dictionary lacks.
    alphabet: str = LETTERS  #: The alphabet of the dictionary.

    def _repr_html_(self) -> str:
        """Return a board for notebooks: the clues, then the solutions or, if there are none, the `others`."""
        rows: list[tuple[str, object]] = [(clue.word, clue.marks) for clue in self.puzzle.clues]
        for solution in self.solutions or self.others:
            rows.append((solution.word, ", ".join(solution.spellings)))
        return draw_board(rows)

    @property
    def fits(self) -> bool:
        """Whether anything fits every clue: a string of column letters, or a word with other letters."""
        return bool(self.solutions or self.others)

    @property
    def outcome(self) -> Outcome:
        """What was found: a dictionary word, several, strings that are no words, nothing, or clues that conflict.

        Where nothing fits, `solve` always finds clues that conflict; an `Answer` put together elsewhere may lack them.
        """
        words_that_fit = len(self.words) + len(self.others)
        if words_that_fit == 1:
            return "word"
        if words_that_fit > 1:
            return "words"
        if self.solutions:
            return "only-strings"
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
    """Return the solutions of `puzzle`, dictionary words first, and what else `Answer` has.

    Repairs are looked for if no solution is a dictionary word, and a conflict if no string of column letters fits.
    A puzzle may be given as text, with the errors of `parse_puzzle`, and a dictionary by its name, with the errors of
    `open_dictionary`. Raises `TooManyPrefixesError` when there are more than `limit` prefixes of one length, and
    `WrongKindError` for a limit below 1.

    >>> answer = solve("cour 2; zozo 1; crin 3", "fr-common")
    >>> [generation.survivors for generation in answer.generations]
    [('C', 'Z'), ('CO', 'CR', 'ZR'), ('COI', 'CRI', 'CRU', 'CRZ'), ('COIN',)]
    >>> answer.outcome, answer.solutions
    ('word', (Solution(word='COIN', known=True, spellings=('coin',)),))

    With two marks for ZOZO nothing fits any more. COUR and CRIN alone could still be true:

    >>> solve("cour 2; zozo 2; crin 3", "fr-common").outcome
    'contradiction'
    >>> [clue.word for clue in find_conflict(parse_puzzle("cour 2; zozo 2; crin 3"))[0]]
    ['ZOZO', 'CRIN']
    """
    limit = read_whole("limit", limit, least=1)
    dictionary = open_dictionary(dictionary)
    if isinstance(puzzle, str):
        puzzle = parse_puzzle(puzzle, alphabet=dictionary.alphabet)
    puzzle = fold_puzzle(puzzle, dictionary.alphabet)
    generations = tuple(grow_prefixes(puzzle, limit))
    solutions = [_look_up(word, dictionary) for word in generations[-1].survivors]
    solutions.sort(key=lambda solution: not solution.known)
    others = [_look_up(word, dictionary) for word in find_words_outside(puzzle, dictionary)]
    repairs: tuple[Repair, ...] = ()
    some_solution_is_a_word = any(solution.known for solution in solutions)
    if not some_solution_is_a_word:
        repairs = find_repairs(puzzle, dictionary)
    conflict: tuple[Clue, ...] = ()
    conflict_smallest = True
    if not solutions:
        repair_makes_a_word = bool(repairs) and repairs[0].known
        work = REPAIRED_WORK if repair_makes_a_word else MAX_CONFLICT_WORK
        conflict, conflict_smallest = find_conflict(puzzle, work)
    return Answer(
        puzzle=puzzle,
        dictionary=dictionary.name,
        generations=generations,
        solutions=tuple(solutions),
        others=tuple(others),
        conflict=tuple(clue.line for clue in conflict),
        conflict_smallest=conflict_smallest,
        repairs=repairs,
        unknown=find_unknown(puzzle, dictionary),
        alphabet=dictionary.alphabet,
    )


def _look_up(word: str, dictionary: Dictionary) -> Solution:
    spellings = dictionary.spellings(word)
    return Solution(word, bool(spellings), spellings)


class _ConflictSearch:
    """The clues of a puzzle without a solution, and the search for the fewest of them that contradict each other.

    A set of clues conflicts when no string of column letters satisfies it. Any string leaves out some clues: those that
    it does not satisfy. Each conflicting set has at least one of these clues, otherwise the string would satisfy it. So
    the search collects such sets of clues left out, and tries the smallest sets of clues that have a member in each
    (`find_hitting_set`). The first of them that no string satisfies is a smallest conflicting set.

    `work` is how many steps the search may take. After these, `OutOfWorkError` ends it.
    """

    def __init__(self, puzzle: Puzzle, work: int) -> None:
        self.clues = puzzle.clues
        self.columns = puzzle.columns
        self.budget = Budget(work)

    def find_satisfying(self, indices: Collection[int]) -> str | None:
        """Return a string of column letters that satisfies the clues at these indices; None if there is none.

        Without any index, any string will do. Raises `OutOfWorkError`: each prefix that is continued takes one step.
        """
        clues = [self.clues[index] for index in sorted(indices)]
        shown_by_none = ("",) * len(self.columns)
        shown_in_columns = show_columns(clue.word for clue in clues) or shown_by_none
        columns = []
        for column, shown in zip(self.columns, shown_in_columns, strict=True):
            others = [letter for letter in column if letter not in shown]
            one_of_others = "".join(others[:1])  # as no clue of `clues` shows them, they are alike: one is enough
            columns.append(shown + one_of_others)
        return find_string(clues, columns, lambda _made: self.budget.spend())

    def find_left_out(self, string: str) -> frozenset[int]:
        """Return the indices of the clues left out by `string`, or by another that satisfies more, if one is found.

        `string` may be any string of column letters. Each clue that it does not satisfy is tried in turn: if another
        string satisfies this clue and all those satisfied so far, that string takes its place. The fewer clues are left
        out in the end, the sooner `find_hitting_set` finds the conflict. COIN leaves out ZOZO alone. CRIN leaves out
        all three clues, and gives way to a string that leaves out the clue CRIN alone. Raises `OutOfWorkError`.

        >>> search = _ConflictSearch(parse_puzzle("cour 2; zozo 2; crin 3"), work=100)
        >>> search.find_left_out("COIN"), search.find_left_out("CRIN")
        (frozenset({1}), frozenset({2}))
        """
        left_out = {index for index, clue in enumerate(self.clues) if not clue.fits(string)}
        for index in sorted(left_out):
            if index not in left_out:  # a string that was found for another clue satisfies this one too
                continue
            satisfied = {*range(len(self.clues))} - left_out
            other_string = self.find_satisfying({*satisfied, index})
            if other_string is not None:
                left_out = {other for other in left_out if not self.clues[other].fits(other_string)}
        return frozenset(left_out)

    def find_hitting_set(self, sets: Sequence[frozenset[int]], size: int) -> list[int] | None:
        """Return at most `size` indices, with at least one in each of the `sets`; None if no such indices exist.

        Raises `OutOfWorkError`: each call takes one step.

        >>> search = _ConflictSearch(parse_puzzle("cour 2; zozo 2; crin 3"), work=100)
        >>> search.find_hitting_set([frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 3})], size=2)
        [0, 1]
        """
        self.budget.spend()
        if not sets:
            return []
        if size == 0:
            return None
        # one index of each set must be taken: of the shortest set there are the fewest to try
        shortest: frozenset[int] = min(sets, key=len)
        for index in sorted(shortest):
            not_hit = [other for other in sets if index not in other]
            rest = self.find_hitting_set(not_hit, size - 1)
            if rest is not None:
                return [index, *rest]
        return None

    def find_smaller(self, conflict: list[int]) -> list[int]:
        """Return a smallest set of indices whose clues conflict; it is `conflict` itself if no smaller one does.

        The clues of `conflict` must conflict. All smaller sizes are tried, from 1 on. When no set of a size has a
        member in each of the sets of clues left out, no set of this size conflicts. Raises `OutOfWorkError`.
        """
        left_out: list[frozenset[int]] = []  # for each string found, the clues that it leaves out
        for size in range(1, len(conflict)):
            while (indices := self.find_hitting_set(left_out, size)) is not None:
                string = self.find_satisfying(indices)
                if string is None:  # these clues conflict, and no fewer do
                    return indices
                left_out.append(self.find_left_out(string))
        return conflict


def drop_spare_clues(puzzle: Puzzle) -> list[int]:
    """Return the indices of clues that conflict, and that no longer do when any one of them is left out.

    All clues of the puzzle together must conflict. They are tried one by one, the last first: a clue is left out for
    good if the others that are still there conflict without it. The work has no limit, but is small: each try takes
    about as long as solving the puzzle, and there is one for each clue.
    """
    search = _ConflictSearch(puzzle, sys.maxsize)  # without a limit
    needed = list(range(len(puzzle.clues)))
    for index in reversed(range(len(puzzle.clues))):
        fewer = [other for other in needed if other != index]
        if search.find_satisfying(fewer) is None:  # no string fits them
            needed = fewer
    return needed


def find_conflict(puzzle: Puzzle, work: int = MAX_CONFLICT_WORK) -> tuple[tuple[Clue, ...], bool]:
    """Return a smallest set of clues that conflict, in a puzzle without a solution; and whether it is proven smallest.

    It is not proven if `work` did not suffice. In either case the clues no longer conflict when one of them is left
    out. Clues conflict when no string of column letters satisfies them all.
    """
    indices = drop_spare_clues(puzzle)
    is_smallest = False
    with suppress(OutOfWorkError):
        indices = _ConflictSearch(puzzle, work).find_smaller(indices)
        is_smallest = True
    return tuple(puzzle.clues[index] for index in sorted(indices)), is_smallest
