"""Puzzles in the magazine's manner: real words with few marks, one solution among all strings of the columns.

A puzzle is looked for by small changes: clues are drawn for a solution, then one clue at a time is replaced, and a
change is kept when the puzzle comes no further from what is wanted. The draws come from a seed alone and the work is
counted, not timed, so that a seed gives the same puzzle everywhere; past the work allowed, the search says what it met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import log2
from random import Random

from mastermot.compose.drafts import Draft, Drawer, pick, sort_by_marks
from mastermot.compose.errors import NotComposedError, TooFewWordsError, TooManyPuzzlesError
from mastermot.compose.model import Composed, Source, Wanted, read_source
from mastermot.dictionaries import Dictionary
from mastermot.explain.grading import LEVELS, Grade, grade_clues
from mastermot.puzzles.clues import Clue, Puzzle
from mastermot.puzzles.errors import TooManyPrefixesError
from mastermot.puzzles.prefixes import grow_prefixes

WORK = 40_000_000
"""Prefixes made in search of one puzzle, at most; a grading counts as `GRADING`. Some ten seconds."""
FRUITLESS = 10_000_000
"""Work after which it is taken that there is no such puzzle, if no draft had few enough solutions to be counted."""
GRADING = 10_000
"""What grading one puzzle of five letters counts as; longer ones cost the cube of their length more."""
TRYING = 300
"""What looking at one draft counts as, whatever comes of it."""
SORTING = 6
"""What sorting one word of the dictionary by its marks counts as."""
GRADED_SETS = 5_000
"""Sets of clues looked at to grade one puzzle in search of a level, at most; one that takes more is left."""
MOST_GRADED = 4_000
"""Puzzles graded without one of the level wanted before it is taken that there is none."""
MOST_PREFIXES = 20_000
"""Prefixes past which a puzzle has too many solutions to be counted."""
PATIENCE = 150
"""Changes that bring nothing before another solution is tried."""
ALMOST = 1
"""Clues to spare of the puzzles whose level is looked at, at most."""

Progress = Callable[[int], object]
"""Is told how many more drafts were tried."""


def compose_many(
    dictionary: Dictionary, wanted: Wanted, seed: int, count: int, progress: Progress | None = None
) -> Iterator[Composed]:
    """Yield `count` puzzles with different solutions, from `seed` and the seeds after it (one repeated is passed over).

    Raises what `compose` raises, and `TooManyPuzzlesError`.
    """
    source = read_source(dictionary, wanted.length)
    if count > len(source.common):
        raise TooManyPuzzlesError(wanted=count, name=source.name, count=len(source.common), length=wanted.length)
    solutions: set[str] = set()
    while len(solutions) < count:
        composed = compose(source, wanted, seed, progress=progress)
        seed += 1
        if composed.solution not in solutions:
            solutions.add(composed.solution)
            yield composed


def compose(source: Source, wanted: Wanted, seed: int, work: int = WORK, progress: Progress | None = None) -> Composed:
    """Return the puzzle that `seed` gives; `progress` is told of each draft tried.

    Raises `TooFewWordsError`, or `NotComposedError` when the work allowed did not suffice, saying what was met.
    """
    if wanted.clues >= len(source.words):
        count, length = len(source.words), wanted.length
        raise TooFewWordsError(clues=wanted.clues, name=source.name, count=count, length=length)
    return _Composer(source, wanted, seed, work, progress or _ignore).compose()


def _ignore(_count: int) -> None:
    pass


class _Composer:
    def __init__(self, source: Source, wanted: Wanted, seed: int, work: int, progress: Progress) -> None:
        self.source, self.wanted, self.seed, self.work, self.progress = source, wanted, seed, work, progress
        self.allowed = work
        self.random = Random(seed)
        self.met: Counter[str] = Counter()
        self.levels: Counter[int] = Counter()

    def compose(self) -> Composed:
        while not self.is_over():
            solution = pick(self.random, self.source.common)
            by_marks = sort_by_marks(self.source.words, solution)
            self.work -= SORTING * len(self.source.words)
            if len(by_marks) < 2:
                continue
            best = self.improve(solution, Drawer(self.random, by_marks))
            if best is not None:
                spellings = self.source.spellings[solution]
                given = best.grade or grade_clues(best.clues, Puzzle(best.clues).columns, tuple(solution))
                return Composed(Puzzle(best.clues), solution, spellings, given, self.seed)
        levels = ", ".join(f"{level} ({self.levels[level]})" for level in LEVELS if self.levels[level]) or "-"
        met = self.met
        raise NotComposedError(levels=levels, tried=met["tried"], unique=met["unique"], minimal=met["minimal"])

    def is_over(self) -> bool:
        """Return whether the search ends without the puzzle wanted."""
        hopeless = self.levels.total() > MOST_GRADED and not self.levels[self.wanted.level or 0]
        fruitless = self.allowed - self.work > FRUITLESS and not self.met["counted"]
        return self.work <= 0 or hopeless or fruitless

    def improve(self, solution: str, drawer: Drawer) -> Draft | None:
        """Return a draft that is what is wanted, or None when changes no longer help or the work is done."""
        start = drawer.draw_clues(self.wanted.clues)
        if start is None:
            return None
        best = self.judge(start, solution)
        useless = 0
        while any(best.distance):
            if self.is_over() or useless > PATIENCE:
                return None
            changed = self.judge(drawer.change(best), solution)
            useless = 0 if changed.distance < best.distance else useless + 1
            if changed.distance <= best.distance:
                best = changed
        return best

    def judge(self, clues: tuple[Clue, ...], solution: str) -> Draft:
        """Return clues with how far they are from what is wanted."""
        self.met["tried"] += 1
        self.progress(1)
        self.work -= TRYING
        missing = sum(all(clue.word[i] != letter for clue in clues) for i, letter in enumerate(solution))
        if missing:
            return Draft(clues, (missing * 100, 0))
        strings = self.list_strings(clues)
        self.met["counted"] += bool(strings)
        if len(strings) != 1:
            return Draft(clues, (log2(len(strings) or MOST_PREFIXES), 0))
        self.met["unique"] += 1
        others = self.find_others(clues, solution) if self.wanted.minimal else ()
        spare = sum(not strings for strings in others)
        self.met["minimal"] += self.wanted.minimal and not spare
        if spare > ALMOST or self.wanted.level is None:
            return Draft(clues, (0, spare + len(LEVELS) * (spare > ALMOST)), None, others)
        given = self.grade(clues, solution)
        if not given.complete:
            return Draft(clues, (0, spare + len(LEVELS)), None, others)
        if not spare:
            self.levels[given.level] += 1
        return Draft(clues, (0, spare + abs(given.level - self.wanted.level)), given, others)

    def grade(self, clues: tuple[Clue, ...], solution: str) -> Grade:
        self.work -= GRADING * len(solution) ** 3 // 125
        return grade_clues(clues, Puzzle(clues).columns, tuple(solution), GRADED_SETS)

    def list_strings(self, clues: Sequence[Clue]) -> tuple[str, ...]:
        """Return the strings of the columns that fit the clues; none when there are too many."""
        try:
            generations = grow_prefixes(Puzzle(tuple(clues)), MOST_PREFIXES)
        except TooManyPrefixesError:
            self.work -= MOST_PREFIXES * 3
            return ()
        self.work -= sum(generation.generated for generation in generations)
        return generations[-1].survivors

    def find_others(self, clues: tuple[Clue, ...], solution: str) -> tuple[tuple[str, ...], ...]:
        """Return, for each clue, the other solutions that the puzzle would have without it.

        Without a clue that alone shows a letter of the solution, the solution itself is lost, and the clue is needed;
        then its entry is the solution.
        """
        result = []
        for index in range(len(clues)):
            rest = clues[:index] + clues[index + 1 :]
            fitting = self.list_strings(rest) if rest else ()
            lost = solution not in fitting
            result.append((solution,) if lost else tuple(string for string in fitting if string != solution))
        return tuple(result)
