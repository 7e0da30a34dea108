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

from mastermot.compose.answers import Exclusions
from mastermot.compose.drafts import (
    FEW_MARKS,
    MAX_SORTED,
    Draft,
    Drawer,
    choose_style,
    count_blacks,
    find_hidden,
    pick,
    pick_sample,
)
from mastermot.compose.errors import (
    LetterNotShownError,
    LevelError,
    NotComposedError,
    SolutionLengthError,
    TooFewCluesError,
    TooFewWordsError,
    TooManyPuzzlesError,
)
from mastermot.compose.model import Composed, Source, Wanted, read_source
from mastermot.dictionaries import Dictionary, open_dictionary
from mastermot.errors import N_, Reason
from mastermot.explain.board import ClueBoard
from mastermot.explain.grading import LEVELS, Grade, grade_clues
from mastermot.explain.search import MAX_SETS
from mastermot.puzzles.clues import Clue, Puzzle
from mastermot.puzzles.errors import ClueLengthError, TooManyPrefixesError
from mastermot.puzzles.prefixes import OutOfWorkError, find_other, grow_prefixes
from mastermot.words import fold

MAX_COMPOSE_WORK = 16_000_000
"""Prefixes made in search of one puzzle, at most; a grading counts as `GRADING_WORK`. Some three seconds."""
GRADING_WORK = 10_000
"""What grading one puzzle of five letters counts as; longer ones cost the cube of their length more."""
DRAFT_WORK = 300
"""What looking at one draft counts as, whatever comes of it."""
SORTING_WORK = 6
"""What sorting one word of the dictionary by its marks counts as."""
MAX_GRADED_SETS = 5_000
"""Sets of clues looked at to grade one puzzle in search of a level, at most; one that takes more is left."""
MAX_GRADED = 1_000
"""Puzzles graded without one of the level wanted before it is taken that there is none."""
MAX_DRAFT_PREFIXES = 3_000
"""Prefixes past which a draft is left: a narrow search is soon made, and is what a person can follow."""
MAX_LOOKED_AT = 10_000
"""Prefixes looked at for one more solution without a clue, at most, where all of them are too many to list."""
MAX_USELESS_CHANGES = 150
"""Changes that bring nothing before another solution is tried."""
MAX_DRAWN_SOLUTIONS = 50
"""Solutions drawn so that few of the clues that must be have many marks."""
MAX_SPARE = 1
"""Clues to spare of the puzzles whose level is looked at, at most."""

FEWEST_CLUES_BY_LENGTH = {2: 3, 3: 3, 4: 3, 5: 3, 6: 4, 7: 5, 8: 5, 9: 6, 10: 7, 11: 8, 12: 9, 13: 11, 14: 13, 15: 15}
"""The fewest clues that are tried, by length: fewer are refused at once. Measured with the French and English lists."""
KNOWN_SHARE = 4
"""Words that people know for each other one, where clue words are drawn from a large list."""
FEWEST_KNOWN = 300
"""Words that people know, below which clue words are drawn from the whole list."""
DEFAULT_CLUES = 10
"""Clues of a puzzle where no number is asked for: those of the magazine."""
MAX_REPEATED = 200
"""Puzzles composed one after the other with solutions that were had before, at most."""

Progress = Callable[[int], object]
"""A function that receives the number of drafts tried since its last call."""


def choose_clues(length: int) -> int:
    """Return how many clues a puzzle of this length has where no number is asked for: ten, or more for long words."""
    return max(DEFAULT_CLUES, FEWEST_CLUES_BY_LENGTH.get(length, 0))


def compose_many(
    dictionary: Dictionary | str,
    wanted: Wanted,
    seed: int,
    count: int,
    progress: Progress | None = None,
    *,
    answers: Dictionary | None = None,
    excluded: Exclusions | None = None,
    rising: bool = False,
) -> Iterator[Composed]:
    """Yield `count` different puzzles, from `seed` and the seeds after it (one repeated is passed over).

    `dictionary` may also be the name that `open_dictionary` opens.
    Their solutions differ, unless the solution is given; then their clues do. `answers` and `excluded` are those of
    `read_source`. With `rising`, levels go from the easiest to the hardest; those of which a seed gives none are any
    level. Raises what `read_source` and `compose` raise, and `TooManyPuzzlesError`.
    """
    if isinstance(dictionary, str):
        dictionary = open_dictionary(dictionary)
    source = read_source(dictionary, wanted.length, answers, excluded)
    few = TooManyPuzzlesError(wanted=count, name=source.name, count=len(source.answers), length=wanted.length)
    if count > len(source.answers) and not wanted.solution:
        raise few
    known: set[str] = set()
    missing: set[int | None] = set()
    repeated = 0
    while len(known) < count:
        if repeated > MAX_REPEATED:
            raise few
        if wanted.solution or pick(Random(seed), source.answers) not in known:
            level = LEVELS[len(known) * len(LEVELS) // count] if rising else wanted.level
            spread = rising and level not in missing
            try:
                asked = wanted._replace(level=level) if spread else wanted
                composed = compose(source, asked, seed, progress=progress)
            except NotComposedError:
                if not spread:
                    raise
                missing.add(level)
                continue
            key = composed.puzzle.text if wanted.solution else composed.solution
            repeated = repeated + 1 if key in known else 0
            if not repeated:
                known.add(key)
                yield composed
        seed += 1


def compose(
    source: Source, wanted: Wanted, seed: int, work: int = MAX_COMPOSE_WORK, progress: Progress | None = None
) -> Composed:
    """Return the puzzle that `seed` gives; `progress` is called for each draft tried.

    Raises at once `WordError` when a word given is none, `SolutionLengthError`, `LevelError`, `TooFewCluesError`,
    `TooFewWordsError`, `ClueLengthError` or `LetterNotShownError`; `NotComposedError` when the work allowed did not
    suffice, saying what was met.
    """
    length = wanted.length
    typed = wanted.solution.lower()
    wanted = wanted._replace(solution=fold(typed) if typed else "", own=tuple(map(fold, wanted.own)))
    if len(wanted.solution or "A" * length) != length:
        raise SolutionLengthError(word=wanted.solution.lower(), length=len(wanted.solution), wanted=length)
    if wanted.level is not None and wanted.level not in LEVELS:
        raise LevelError(level=wanted.level, most=max(LEVELS))
    if wanted.clues < FEWEST_CLUES_BY_LENGTH[length]:
        raise TooFewCluesError(clues=wanted.clues, length=length, fewest=FEWEST_CLUES_BY_LENGTH[length])
    if wanted.clues >= len(source.words):
        raise TooFewWordsError(clues=wanted.clues, name=source.name, count=len(source.words), length=length)
    for word in wanted.own:
        if len(word) != length:
            wish = Reason(N_("the puzzle is to have words of {length}"), length=length)
            shown = word.lower()
            raise ClueLengthError(word=shown, length=len(word), expected=length, others=wish, text=shown)
    others = [word for word in (*source.words, *wanted.own) if word != wanted.solution]
    for place, letter in enumerate(wanted.solution):
        if all(word[place] != letter for word in others):
            word = wanted.solution.lower()
            raise LetterNotShownError(name=source.name, word=word, letter=letter, position=place + 1)
    composed = _Composer(source, wanted, seed, work, progress).compose()
    known = composed.spellings
    return composed if typed.isascii() else composed._replace(spellings=tuple(dict.fromkeys((typed, *known))))


class _Composer:
    def __init__(self, source: Source, wanted: Wanted, seed: int, work: int, progress: Progress | None) -> None:
        self.source, self.wanted, self.seed, self.work, self.progress = source, wanted, seed, work, progress
        self.random = Random(seed)
        self.met: Counter[str] = Counter()
        self.levels: Counter[int] = Counter()
        self.fixed = wanted.own if len(wanted.own) <= wanted.clues else ()
        words = source.words if self.fixed == wanted.own else wanted.own
        self.words = [word for word in words if word not in self.fixed]

    def compose(self) -> Composed:
        source, style = self.source, choose_style(self.wanted.length, self.wanted.level, self.wanted.clues)
        while not self.is_over():
            solution, fixed = self.draw_solution()
            words = [word for word in self.words if word != solution]
            self.work -= SORTING_WORK * min(len(words), MAX_SORTED)
            best = self.improve(Drawer(self.random, self.prefer(words), solution, style, fixed))
            if best is not None:
                given = best.grade or self.grade(best.clues, solution, MAX_SETS)
                spelled = tuple(map(source.spell, (clue.word for clue in best.clues)))
                spellings = source.spellings.get(solution, (solution.lower(),))
                return Composed(Puzzle(best.clues), solution, spellings, given, self.seed, spelled)
        raise NotComposedError(tried=self.met["tried"], met=self.describe_met())

    def prefer(self, words: list[str]) -> list[str]:
        """Return the words that people know with a few of the others, one for `KNOWN_SHARE` of them, drawn at random.

        All words where the list does not say which ones people know, where these are few, and for words of one's own.
        """
        known = [word for word in words if word in self.source.common]
        if self.wanted.own or len(known) < FEWEST_KNOWN:
            return words
        others = [word for word in words if word not in self.source.common]
        known = list(pick_sample(self.random, known, MAX_SORTED))
        return known + list(pick_sample(self.random, others, len(known) // KNOWN_SHARE))

    def describe_met(self) -> Reason:
        """Return what the drafts tried were, none of them being what is wanted."""
        unique = self.met["unique"]
        if not unique:
            return Reason(N_("none was found to have a single solution"))
        if self.wanted.minimal and not self.met["minimal"]:
            return Reason(N_("{unique} had a single solution; none was found without clues to spare"), unique=unique)
        if not self.levels:
            return Reason(N_("{unique} had a single solution, none of them as wanted"), unique=unique)
        levels = tuple(f"{level} ({self.levels[level]}×)" for level in LEVELS if self.levels[level])
        text = N_("{unique} had a single solution; the levels met were {levels}")
        return Reason(text, unique=unique, levels=levels)

    def draw_solution(self) -> tuple[str, tuple[Clue, ...]]:
        """Return a solution and the clues that must be, with their marks."""
        for _ in range(MAX_DRAWN_SOLUTIONS):
            solution = self.wanted.solution or pick(self.random, self.source.answers)
            fixed = [Clue(word, count_blacks(word, solution), line) for line, word in enumerate(self.fixed, start=1)]
            if solution not in self.fixed and sum(clue.marks > FEW_MARKS for clue in fixed) * 2 < self.wanted.clues:
                break
        return solution, tuple(fixed)

    def is_over(self) -> bool:
        """Return whether the search ends without the puzzle wanted."""
        hopeless = self.levels.total() > MAX_GRADED and not self.levels[self.wanted.level or 0]
        return self.work <= 0 or hopeless

    def improve(self, drawer: Drawer) -> Draft | None:
        """Return a draft that is what is wanted, or None when changes no longer help or the work is done."""
        start = drawer.draw_clues(self.wanted.clues)
        if start is None:
            return None
        best = self.judge(start, drawer.solution)
        useless = 0
        while any(best.distance):
            if self.is_over() or useless > MAX_USELESS_CHANGES or len(start) == len(drawer.fixed):
                return None
            changed = self.judge(drawer.change(best), drawer.solution)
            useless = 0 if changed.distance < best.distance else useless + 1
            if changed.distance <= best.distance:
                best = changed
            if best.grade and not self.wanted.minimal and any(best.distance):
                return None
        return best

    def judge(self, clues: tuple[Clue, ...], solution: str) -> Draft:
        """Return clues with how far they are from what is wanted."""
        self.met["tried"] += 1
        if self.progress is not None:
            self.progress(1)
        self.work -= DRAFT_WORK
        hidden = find_hidden(clues, solution)
        if hidden:
            return Draft(clues, (len(hidden) * 100, 0))
        strings, bits = self.list_strings(clues)
        if len(strings) != 1:
            return Draft(clues, (bits, 0))
        self.met["unique"] += 1
        rests = [clues[:index] + clues[index + 1 :] for index in range(len(clues) if self.wanted.minimal else 0)]
        others = tuple(self.find_alone(rest, solution) for rest in rests)
        spare = sum(not strings for strings in others)
        self.met["minimal"] += self.wanted.minimal and not spare
        if spare > MAX_SPARE or self.wanted.level is None:
            return Draft(clues, (0, spare + len(LEVELS) * (spare > MAX_SPARE)), None, others)
        given = self.grade(clues, solution)
        if not given.complete:
            return Draft(clues, (0, spare + len(LEVELS)), given, others)
        if not spare:
            self.levels[given.level] += 1
        return Draft(clues, (0, spare + abs(given.level - self.wanted.level)), given, others)

    def grade(self, clues: tuple[Clue, ...], solution: str, most: int = MAX_GRADED_SETS) -> Grade:
        self.work -= GRADING_WORK * len(solution) ** 3 // 125
        return grade_clues(ClueBoard(clues, Puzzle(clues).columns), tuple(solution), most)

    def list_strings(self, clues: Sequence[Clue]) -> tuple[tuple[str, ...], float]:
        """Return the strings that fit, none when too many to list, and the logarithm to base 2 of their number."""
        try:
            generations = grow_prefixes(Puzzle(tuple(clues)), MAX_DRAFT_PREFIXES)
        except TooManyPrefixesError as error:
            self.work -= MAX_DRAFT_PREFIXES * 3
            return (), log2(MAX_DRAFT_PREFIXES) + len(clues[0].word) - error.length
        self.work -= sum(generation.generated for generation in generations)
        strings = generations[-1].survivors
        return strings, log2(len(strings) or MAX_DRAFT_PREFIXES)

    def find_alone(self, rest: tuple[Clue, ...], solution: str) -> tuple[str, ...]:
        """Return solutions that the puzzle would have too without a clue, `rest` being the others; none if it can go.

        Where that clue alone shows a letter of the solution, the solution itself is lost, and the clue is needed; then
        it is the solution. All other solutions are given unless they are many, and none where the search was cut
        short: such a clue is not known to be needed.
        """
        if find_hidden(rest, solution):
            return (solution,)
        fitting, _bits = self.list_strings(rest)
        if fitting:
            return tuple(string for string in fitting if string != solution)
        try:
            other = find_other(Puzzle(rest), solution, MAX_LOOKED_AT)
        except OutOfWorkError:
            other = None
        self.work -= DRAFT_WORK if other else MAX_LOOKED_AT
        return (other,) if other else ()
