"""Puzzles in the magazine's manner: real words with few marks, one solution among all strings of the columns.

A puzzle is looked for by small changes: clues are drawn for a solution, then one clue at a time is replaced, and a
change is kept when the puzzle comes no further from what is wanted. The draws come from a seed alone and the work is
counted, not timed, so that a seed gives the same puzzle everywhere; past the work allowed, the search says what it met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log2
from random import Random
from typing import NamedTuple

from mastermot.compose.errors import NotComposedError, TooFewWordsError, TooManyPuzzlesError
from mastermot.dictionaries import Dictionary, open_dictionary, shelf
from mastermot.explain.grade import LEVELS, Grade, grade
from mastermot.puzzles.clues import Clue, Puzzle
from mastermot.puzzles.errors import TooManyPrefixesError
from mastermot.puzzles.prefixes import generations
from mastermot.watch import pulse

WORK = 40_000_000
"""Prefixes made in search of one puzzle, at most; a grading counts as `GRADING`. Some ten seconds."""
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
MARKS = {0: 4, 1: 9, 2: 3}
"""How often clues have each number of marks."""
NEAR = (1, 1, 8, 40)
"""Words drawn for one change: of several, the nearest to another clue, so that clues can be compared."""


MOST_DRAWS = 100
"""Draws of words that are all used already before the first one that is not is taken."""
WITNESSED = 60
"""Words drawn for one change of a puzzle where no clue may be spared."""
ALMOST = 1
"""Clues to spare of the puzzles whose level is looked at, at most."""


class Wanted(NamedTuple):
    """What a puzzle is to be."""

    length: int = 5
    clues: int = 10
    level: int | None = None
    """1 to 5, or None for any."""
    minimal: bool = False
    """Whether no clue may be spared."""


class Composed(NamedTuple):
    """A composed puzzle; its clues are numbered as lines from 1."""

    puzzle: Puzzle
    solution: str
    spellings: tuple[str, ...]
    grade: Grade
    seed: int

    def as_json(self) -> dict[str, object]:
        """Return the puzzle as ``mastermot compose --json`` has it."""
        return {
            "clues": [{"word": clue.word.lower(), "marks": clue.marks} for clue in self.puzzle.clues],
            "solution": self.solution,
            "spellings": list(self.spellings),
            "difficulty": self.grade.level,
            "grade": self.grade.as_json(),
            "seed": self.seed,
        }


class Source(NamedTuple):
    """Words of one length: those that clues are made of, and those that solutions are drawn from."""

    name: str
    words: tuple[str, ...]
    common: tuple[str, ...]
    spellings: dict[str, tuple[str, ...]]


def source(dictionary: Dictionary, length: int) -> Source:
    """Return the words of `length` of a dictionary; solutions come from its common words where there is such a list.

    Raises `DictionaryEmptyError` when there are none.
    """
    words = dictionary.words(length)
    common = words
    name = f"{dictionary.name}-common"
    if name in shelf():
        shared = tuple(word for word in open_dictionary(name).of_length(length) if word in dictionary)
        common = shared or words
    return Source(dictionary.name, words, common, dict(dictionary.of_length(length)))


def compose_many(dictionary: Dictionary, wanted: Wanted, seed: int, count: int) -> Iterator[Composed]:
    """Yield `count` puzzles with different solutions, from `seed` and the seeds after it (one repeated is passed over).

    Raises what `compose` raises, and `TooManyPuzzlesError`.
    """
    words = source(dictionary, wanted.length)
    if count > len(words.common):
        raise TooManyPuzzlesError(wanted=count, name=words.name, count=len(words.common), length=wanted.length)
    solutions: set[str] = set()
    while len(solutions) < count:
        made = compose(words, wanted, seed)
        seed += 1
        if made.solution not in solutions:
            solutions.add(made.solution)
            yield made


def compose(words: Source, wanted: Wanted, seed: int, work: int = WORK) -> Composed:
    """Return the puzzle that `seed` gives.

    Raises `TooFewWordsError`, or `NotComposedError` when the work allowed did not suffice, saying what was met.
    """
    if wanted.clues >= len(words.words):
        count, length = len(words.words), wanted.length
        raise TooFewWordsError(clues=wanted.clues, name=words.name, count=count, length=length)
    return _Search(words, wanted, seed, work).result()


class _Draft(NamedTuple):
    clues: tuple[Clue, ...]
    distance: tuple[float, float]
    """How far from what is wanted: solutions, then clues to spare and levels. Both 0 when it is what is wanted."""
    grade: Grade | None = None
    others: tuple[tuple[str, ...], ...] = ()
    """For each clue, the strings that would be solutions too without it, where that was looked at."""


def _hits(a: str, b: str) -> int:
    return sum(map(str.__eq__, a, b))


class _Search:
    def __init__(self, words: Source, wanted: Wanted, seed: int, work: int) -> None:
        self.words, self.wanted, self.seed, self.work = words, wanted, seed, work
        self.random = Random(seed)
        self.met: Counter[str] = Counter()
        self.levels: Counter[int] = Counter()

    def result(self) -> Composed:
        while not self.over():
            solution = self.pick(self.words.common)
            by_marks = self.by_marks(solution)
            self.work -= SORTING * len(self.words.words)
            if len(by_marks) < 2:
                continue
            best = self.improved(solution, by_marks)
            if best is not None:
                spellings = self.words.spellings[solution]
                given = best.grade or grade(best.clues, Puzzle(best.clues).columns, tuple(solution))
                return Composed(Puzzle(best.clues), solution, spellings, given, self.seed)
        levels = ", ".join(f"{level} ({self.levels[level]})" for level in LEVELS if self.levels[level]) or "-"
        met = self.met
        raise NotComposedError(levels=levels, tried=met["tried"], unique=met["unique"], minimal=met["minimal"])

    def over(self) -> bool:
        """Return whether the search ends without the puzzle wanted."""
        hopeless = self.levels.total() > MOST_GRADED and not self.levels[self.wanted.level or 0]
        return self.work <= 0 or hopeless

    def pick(self, choices: Sequence[str]) -> str:
        return choices[int(self.random.random() * len(choices))]

    def by_marks(self, solution: str) -> dict[int, list[str]]:
        """Return the words of the dictionary by the marks they would get, where clues may have so many."""
        found: dict[int, list[str]] = {}
        for word in self.words.words:
            marks = _hits(word, solution)
            if marks in MARKS and marks < len(solution):
                found.setdefault(marks, []).append(word)
        return found

    def improved(self, solution: str, by_marks: dict[int, list[str]]) -> _Draft | None:
        """Return a draft that is what is wanted, or None when changes no longer help or the work is done."""
        start = self.drawn(solution, by_marks)
        if start is None:
            return None
        best = self.judged(start, solution)
        useless = 0
        while any(best.distance):
            pulse()
            if self.over() or useless > PATIENCE:
                return None
            changed = self.judged(self.changed(best, by_marks), solution)
            useless = 0 if changed.distance < best.distance else useless + 1
            if changed.distance <= best.distance:
                best = changed
        return best

    def drawn(self, solution: str, by_marks: dict[int, list[str]]) -> tuple[Clue, ...] | None:
        """Return clues drawn one by one, or None when there are not enough words of the marks wanted."""
        if sum(map(len, by_marks.values())) < self.wanted.clues:
            return None
        clues: tuple[Clue, ...] = ()
        for line in range(1, self.wanted.clues + 1):
            clues = (*clues, self.clue(clues, line, by_marks))
        return clues

    def changed(self, draft: _Draft, by_marks: dict[int, list[str]]) -> tuple[Clue, ...]:
        """Return the clues of the draft with one of them replaced."""
        clues = draft.clues
        index = int(self.random.random() * len(clues))
        others = clues[:index] + clues[index + 1 :]
        line = clues[index].line
        drawn = self.needed(draft, index, by_marks) if draft.others else self.clue(others, line, by_marks)
        return (*clues[:index], drawn._replace(line=line), *clues[index + 1 :])

    def needed(self, draft: _Draft, index: int, by_marks: dict[int, list[str]]) -> Clue:
        """Return a clue in the place of one: it refuses the strings which that one refuses alone.

        Of those drawn it is the one that leaves to most other clues a string which they refuse alone, so that they
        stay needed; then the nearest to one of them.
        """
        refused = draft.others[index]
        kept = [self.pick(strings) for other, strings in enumerate(draft.others) if other != index and strings]
        others = [clue.word for clue in draft.clues if clue is not draft.clues[index]]
        near = self.pick(others)
        best: tuple[bool, int, int, str, int] | None = None
        for _ in range(WITNESSED):
            marks = self.marks(by_marks)
            word = self.pick(by_marks[marks])
            refuses = not any(_hits(string, word) == marks for string in refused)
            key = (refuses, sum(_hits(string, word) == marks for string in kept), _hits(word, near), word, marks)
            if word not in others and (best is None or key > best):
                best = key
        return draft.clues[index] if best is None else Clue(best[3], best[4], 0)

    def clue(self, others: Sequence[Clue], line: int, by_marks: dict[int, list[str]]) -> Clue:
        """Return a new clue, different from the others, near to one of them when several words are drawn."""
        used = {clue.word for clue in others}
        for _ in range(MOST_DRAWS):
            marks = self.marks(by_marks)
            near = self.pick([clue.word for clue in others]) if others else ""
            drawn = [self.pick(by_marks[marks]) for _ in range(NEAR[int(self.random.random() * len(NEAR))])]
            drawn = [word for word in drawn if word not in used]
            if drawn:
                return Clue(max(drawn, key=lambda word: _hits(word, near)), marks, line)
        unused = ((word, marks) for marks, words in by_marks.items() for word in words if word not in used)
        return Clue(*next(unused), line)

    def marks(self, by_marks: dict[int, list[str]]) -> int:
        drawn = self.random.random() * sum(MARKS[marks] for marks in by_marks)
        for marks in sorted(by_marks):
            drawn -= MARKS[marks]
            if drawn < 0:
                return marks
        return max(by_marks)

    def judged(self, clues: tuple[Clue, ...], solution: str) -> _Draft:
        """Return clues with how far they are from what is wanted."""
        self.met["tried"] += 1
        self.work -= TRYING
        missing = sum(all(clue.word[i] != letter for clue in clues) for i, letter in enumerate(solution))
        if missing:
            return _Draft(clues, (missing * 100, 0))
        strings = self.strings(clues)
        if len(strings) != 1:
            return _Draft(clues, (log2(len(strings) or MOST_PREFIXES), 0))
        self.met["unique"] += 1
        others = self.others(clues, solution) if self.wanted.minimal else ()
        spare = sum(not strings for strings in others)
        self.met["minimal"] += self.wanted.minimal and not spare
        if spare > ALMOST or self.wanted.level is None:
            return _Draft(clues, (0, spare + len(LEVELS) * (spare > ALMOST)), None, others)
        given = self.graded(clues, solution)
        if not given.complete:
            return _Draft(clues, (0, spare + len(LEVELS)), None, others)
        if not spare:
            self.levels[given.level] += 1
        return _Draft(clues, (0, spare + abs(given.level - self.wanted.level)), given, others)

    def graded(self, clues: tuple[Clue, ...], solution: str) -> Grade:
        self.work -= GRADING * len(solution) ** 3 // 125
        return grade(clues, Puzzle(clues).columns, tuple(solution), GRADED_SETS)

    def strings(self, clues: Sequence[Clue]) -> tuple[str, ...]:
        """Return the strings of the columns that fit the clues; none when there are too many."""
        try:
            grown = generations(Puzzle(tuple(clues)), MOST_PREFIXES)
        except TooManyPrefixesError:
            self.work -= MOST_PREFIXES * 3
            return ()
        self.work -= sum(generation.generated for generation in grown)
        return grown[-1].survivors

    def others(self, clues: tuple[Clue, ...], solution: str) -> tuple[tuple[str, ...], ...]:
        """Return, for each clue, the other solutions that the puzzle would have without it.

        Without a clue that alone shows a letter of the solution, the solution itself is lost, and the clue is needed;
        then its entry is the solution.
        """
        result = []
        for index in range(len(clues)):
            rest = clues[:index] + clues[index + 1 :]
            fitting = self.strings(rest) if rest else ()
            lost = solution not in fitting
            result.append((solution,) if lost else tuple(string for string in fitting if string != solution))
        return tuple(result)
