"""Puzzles like the magazine's: real words with few marks, and one solution among all strings of column letters.

Clues are drawn and then changed one by one; a change is kept unless the puzzle is then further from what is wanted.
`docs/how-it-works.md` describes it.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import accumulate
from math import log2
from operator import or_
from random import Random
from typing import NamedTuple

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import N_, Reason, read_whole
from mastermot.puzzle.clues import Clue, Puzzle
from mastermot.puzzle.compose import errors
from mastermot.puzzle.compose.composed import Composed, Exclusions, Source, Wanted, read_source
from mastermot.puzzle.errors import ClueLengthError, TooManyPrefixesError
from mastermot.puzzle.explain.board import find_outside
from mastermot.puzzle.explain.grading import LEVELS, Grade, grade_clues
from mastermot.puzzle.explain.techniques import MAX_SETS
from mastermot.puzzle.prefixes import find_string, grow_prefixes
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import fold

MAX_SORTED = 2_000  #: The most words sorted by their marks for one solution: a large dictionary is sampled.
MAX_DRAWS = 10  #: How often words are drawn that are all in use already, before the first unused word is taken.
COVERING_DRAWS = 20  #: How many words are drawn for a clue that must show letters which no other clue shows.
LEAST_KEPT = 0.4  #: The least part of the clues that `complete` keeps; it replaces the others.
MAX_REFUSED = 400  #: The most strings that clues without marks are to refuse.
MAX_COVER_WORK, COVER_WIDTH = 60, 4  #: The most words tried in search of such clues, in all and for one string.
EXCHANGE_WORK = 3_000  #: The work that one such search counts as, in prefixes.
NO_START_WORK = 20_000  #: The work that a solution counts as if too few words have suitable marks with it.
FEW_MARKS = 2  #: Most clues have so many marks or fewer; fewer than half of the clues may have more.
MAX_COMPOSE_WORK = 16_000_000  #: The most prefixes made in search of one puzzle: some three seconds.
GRADING_WORK = 10_000  #: The work of grading a puzzle of five letters; it grows with the cube of the length.
DRAFT_WORK = 300  #: The least work of looking at one draft.
SORTING_WORK = 6  #: The work of sorting one word of the dictionary by its marks.
MAX_GRADED_SETS = 5_000  #: The most sets of clues looked at to grade one draft; a draft that takes more is not taken.
MAX_GRADED = 1_000  #: The most puzzles graded before the search gives up, if none had the level wanted.
MAX_DRAFT_PREFIXES = 3_000  #: The most prefixes of a draft at one length; a person can follow only a narrow search.
MAX_LOOKED_AT = 10_000  #: The most prefixes made to find another solution that fits without one of the clues.
MAX_USELESS_CHANGES = 150  #: The most changes in a row that make nothing better, before another solution is tried.
MAX_DRAWN_SOLUTIONS = 50  #: How many solutions are drawn to find one with which the user's words have few marks.

FEWEST_CLUES_BY_LENGTH = {2: 3, 3: 3, 4: 3, 5: 3, 6: 4, 7: 5, 8: 5, 9: 6, 10: 7, 11: 8, 12: 9, 13: 11, 14: 13, 15: 15}
"""The fewest clues that are tried, by length: fewer are refused at once. Measured with the French and English lists."""
MOST_NEEDED_BY_LENGTH = {2: 3, 3: 7, 4: 12}
"""The most clues of short words that may all be needed: more are refused at once. Measured, not proven: of any letters
in place of words, 13 clues of four had one to spare after 60 million changes; 12 mostly take 100,000."""
KNOWN_SHARE = 4  #: How many words that people know are drawn for each other word of a large list.
FEWEST_KNOWN = 300  #: If people know fewer words of a list than this, clue words are drawn from the whole list.
DEFAULT_CLUES = 10  #: Clues of a puzzle when no number is asked for: as many as in the magazine.
MAX_REPEATED = 200  #: The most puzzles composed in a row that had been composed before.

Progress = Callable[[int], object]  #: A function that receives the number of drafts tried since its last call.


class Style(NamedTuple):
    """How clues are drawn."""

    marks: dict[int, int]  #: How often clues have each number of marks, in proportion.
    near: tuple[int, ...] = (1, 1, 8, 40)  #: One of these is how many words are drawn; that most like a clue is taken.


USUAL_STYLE = Style({0: 4, 1: 9, 2: 3})  #: The style when no level is asked for.
BY_LEVEL = {
    1: Style({0: 3, 1: 4, 2: 4}),
    2: Style({0: 1, 1: 4, 2: 4}, near=(1,)),
    3: Style({0: 1, 1: 9, 2: 3}),
    4: Style({0: 1, 1: 9, 2: 1}, near=(1,)),
    5: Style({0: 1, 1: 18, 2: 1}),
}
"""Words that share letters make easy comparisons; clues of one mark each leave hard ones. Measured: of puzzles drawn
so, 24 to 57 % have the level, whereas drawn as usual 5 % have level 5."""
HARD_SHORT_STYLE = Style({0: 1, 1: 18, 2: 1}, near=(1,))  #: Few letters leave little to find out.
MIDDLE_STYLE = Style({0: 2, 1: 6, 2: 6, 3: 2})
LONG_STYLE = Style({0: 2, 1: 4, 2: 3, 3: 2, 4: 2, 5: 1})  #: Long words have many columns and few clues.
SHORT_LENGTH = 4  #: The longest short words.
MAGAZINE_LENGTH = 5  #: The length of the magazine's words.
MIDDLE_LENGTH = 7  #: The longest words of middle length.


def choose_style(length: int, level: int | None, clues: int) -> Style:
    if length <= MAGAZINE_LENGTH:
        short = length <= SHORT_LENGTH and level not in (None, 1)
        return HARD_SHORT_STYLE if short else BY_LEVEL.get(level or 0, USUAL_STYLE)
    if (level or 1) >= 4:
        return Style(USUAL_STYLE.marks, near=(1,)) if clues >= 2 * length else MIDDLE_STYLE
    return LONG_STYLE if level or length > MIDDLE_LENGTH else MIDDLE_STYLE


class Draft(NamedTuple):
    """Clues, and how far they are from the puzzle that is wanted."""

    clues: tuple[Clue, ...]
    distance: tuple[float, float]  #: By the number of solutions, then by the level or by clues that are not needed.
    grade: Grade | None = None  #: How hard the puzzle is; None if it was not needed.


def count_blacks(word: str, other: str) -> int:
    """Return the number of positions where two words of one length have the same letter."""
    return sum(map(str.__eq__, word, other))


def find_hidden(words: Collection[str], solution: str) -> list[int]:
    """Return the positions, from 0, where none of the words has the letter of the solution.

    >>> find_hidden(["CARD", "WARM"], "WORD")
    [1]
    """
    hidden = []
    for position, letter in enumerate(solution):
        if all(word[position] != letter for word in words):
            hidden.append(position)
    return hidden


def find_cover(random: Random, hits: Sequence[int], strings: int, size: int) -> list[int] | None:
    """Return the indices of `size` words that together hit all strings, each of them one that no other hits; or None.

    `hits` has for each word the set of strings that it hits, and `strings` is the set of all: an integer with a bit for
    each string. None is returned too if the work allowed did not suffice. Here three words hit the strings 0 and 1, 1
    and 2, and 2. The first and the third hit all three strings, and so do the first two:

    >>> find_cover(Random(1), [0b011, 0b110, 0b100], strings=0b111, size=2)
    [0, 2]
    """
    budget = Budget(MAX_COVER_WORK)

    def extend(chosen: list[int], hit_once: int, hit_often: int) -> list[int] | None:
        """Return `chosen` with the words that are missing, or None.

        The strings in `hit_once` are hit by one of the chosen words, those in `hit_often` by several.
        """
        missed = strings & ~(hit_once | hit_often)
        if not missed:
            return chosen if len(chosen) == size else None
        if len(chosen) == size:
            return None
        first_missed = missed & -missed  # its lowest bit alone
        nexts = []  # words that hit the first missed string, and leave each chosen word a string that it alone hits
        for index, hit in enumerate(hits):
            if hit & first_missed:
                # the strings missed so far are hit once by this word, and those hit once by another are so no more
                hit_once_then = (hit_once | missed & hit) & ~(hit_once & hit)
                if all(hit_once_then & hits[other] for other in chosen):
                    count = (hit & missed).bit_count()
                    nexts.append((count, random.random(), index, hit_once_then))
        for _count, _drawn, index, hit_once_then in sorted(nexts)[:COVER_WIDTH]:
            budget.spend()
            found = extend([*chosen, index], hit_once_then, hit_often | hit_once & hits[index])
            if found is not None:
                return found
        return None

    with suppress(OutOfWorkError):
        return extend([], 0, 0)
    return None


class Drawer:
    """Draws clues for one solution, from words sorted by their marks; the clues `fixed` are never changed."""

    def __init__(
        self, random: Random, words: Sequence[str], solution: str, style: Style, fixed: tuple[Clue, ...]
    ) -> None:
        self.random = random
        self.solution = solution
        self.style = style
        self.fixed = fixed
        self.by_marks: dict[int, list[str]] = {}  #: The words by their marks, if clues of this style may have so many.
        for word in pick_sample(random, words, MAX_SORTED):
            marks = count_blacks(word, solution)
            if marks in style.marks and marks < len(solution):
                self.by_marks.setdefault(marks, []).append(word)

    def draw_clues(self, count: int) -> tuple[Clue, ...] | None:
        """Return the fixed clues and others, drawn one by one, or None if too few words have suitable marks."""
        if len(self.by_marks) < 2 or sum(map(len, self.by_marks.values())) + len(self.fixed) < count:
            return None
        clues = self.fixed
        while len(clues) < count:
            clues = (*clues, self._draw_clue(clues, len(clues) + 1, count))
        return clues

    def change(self, clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
        """Return the clues with one of them, drawn at random, replaced by another; not a fixed one."""
        first = len(self.fixed)
        index = first + int(self.random.random() * (len(clues) - first))
        before = clues[:index]
        after = clues[index + 1 :]
        return (*before, self._draw_clue(before + after, clues[index].line, len(clues)), *after)

    def keep_some(self, clues: Sequence[Clue], count: int) -> tuple[Clue, ...]:
        """Return the fixed clues and some of the others, `count` in all, which show every letter of the solution.

        They are more than `count` if it takes more to show every letter. Clues with marks are kept first.
        """
        first = len(self.fixed)
        kept = list(clues[:first])
        rest = sorted(clues[first:], key=lambda clue: (not clue.marks, self.random.random()))
        for position in find_hidden([clue.word for clue in kept], self.solution):
            showing = [clue for clue in rest if clue.word[position] == self.solution[position]]
            if not any(clue in kept for clue in showing):
                kept.append(showing[0])
        others = [clue for clue in rest if clue not in kept]
        missing = max(0, count - len(kept))
        return (*kept, *others[:missing])

    def _draw_clue(self, others: Sequence[Clue], line: int, count: int) -> Clue:
        """Return a new clue for a puzzle of `count` clues that has the `others`.

        Several words are drawn, and the one that is most like another clue is taken. But if the clues still to come
        are hardly enough to show the letters of the solution that are hidden so far, it is the word that shows most of
        these (`covering`).
        """
        used = [clue.word for clue in others]
        hidden = find_hidden(used, self.solution)
        covering = len(hidden) >= count - len(others)
        lacking = "".join(letter if position in hidden else " " for position, letter in enumerate(self.solution))
        for _ in range(MAX_DRAWS):
            marks = self._draw_marks(others, count, at_least=covering)
            near = pick(self.random, used) if used else ""
            tries = COVERING_DRAWS if covering else self.style.near[int(self.random.random() * len(self.style.near))]
            drawn = [pick(self.random, self.by_marks[marks]) for _ in range(tries)]
            unused = [word for word in drawn if word not in used]
            if unused:
                model = lacking if covering else near
                best = max(unused, key=partial(count_blacks, model))
                return Clue(best, marks, line)
        word, marks = next(self._list_unused(used))
        return Clue(word, marks, line)

    def _list_unused(self, used: Collection[str]) -> Iterator[tuple[str, int]]:
        """Yield the words that are not used yet, each with its marks; `draw_clues` has seen that there is one."""
        for marks, words in self.by_marks.items():
            for word in words:
                if word not in used:
                    yield word, marks

    def _draw_marks(self, others: Sequence[Clue], count: int, at_least: int) -> int:
        """Return how many marks the next clue has, drawn by the shares of the style.

        There are `at_least` so many, and at most `FEW_MARKS` once half of the clues have more; but both only if the
        dictionary has words with so many.
        """
        allowed = [marks for marks in sorted(self.by_marks) if marks >= at_least] or sorted(self.by_marks)
        if sum(clue.marks > FEW_MARKS for clue in others) >= (count - 1) // 2:
            allowed = [marks for marks in allowed if marks <= FEW_MARKS] or allowed
        shares = list(accumulate(self.style.marks[marks] for marks in allowed))
        return allowed[bisect(shares, self.random.random() * shares[-1])]


def pick(random: Random, choices: Sequence[str]) -> str:
    """Return one of the choices. Only `Random.random` is used: it gives the same numbers in every Python."""
    return choices[int(random.random() * len(choices))]


def pick_sample(random: Random, words: Sequence[str], most: int) -> Sequence[str]:
    """Return the words; of more than `most` only as many, drawn at random, less those that were drawn twice."""
    if len(words) <= most:
        return words
    return list(dict.fromkeys(pick(random, words) for _ in range(most)))


def choose_clues(length: int) -> int:
    """Return how many clues a puzzle has when no number is asked for: ten, or more for long words."""
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
    work: int = MAX_COMPOSE_WORK,
) -> Iterator[Composed]:
    """Yield `count` different puzzles, made from `seed` and the seeds after it; a puzzle that comes again is left out.

    Their solutions differ or, if the solution is given, their clues. With `rising`, levels go from the easiest to the
    hardest; once a seed gives no puzzle of a level, puzzles of any level take the places of that level. Raises
    `WrongKindError`, `DictionaryEmptyError`, `NoAnswerError`, `TooManyPuzzlesError`, `TooFewAnswersError`, and the
    errors that `compose` names.
    """
    seed = read_whole("seed", seed, 0)
    count = read_whole("count", count, 1)
    source = read_source(open_dictionary(dictionary), wanted.length, answers, excluded)
    lacking = errors.TooManyPuzzlesError if answers is None else errors.TooFewAnswersError
    short_list = source.name if answers is None else answers.name
    few = lacking(wanted=count, name=short_list, count=len(source.answers), length=wanted.length)
    if count > len(source.answers) and not wanted.solution:
        raise few
    levels = [LEVELS[number * len(LEVELS) // count] if rising else wanted.level for number in range(count)]
    known = set[str]()
    repeated = 0
    while len(known) < count:
        if repeated > MAX_REPEATED:
            raise few
        if wanted.solution or pick(Random(seed), source.answers) not in known:
            level = levels[len(known)]
            try:
                composed = compose(source, wanted._replace(level=level), seed, work, progress)
            except errors.NotComposedError:
                if level == wanted.level:
                    raise
                levels = [wanted.level if other == level else other for other in levels]
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

    Raises at once `WordError` for a text that is no word, `SolutionLengthError`, `LevelRangeError`, `TooFewCluesError`,
    `TooManyNeededError`, `TooFewWordsError`, `ClueLengthError` or `LetterNotShownError`. Raises `NotComposedError` when
    the work allowed did not suffice; it says which puzzles were found instead.
    """
    typed = wanted.solution.lower()
    own = tuple(fold(word, source.alphabet) for word in wanted.own)
    wanted = wanted._replace(solution=fold(typed, source.alphabet) if typed else "", own=own)
    check_wanted(source, wanted)
    composed = _Composer(source, wanted, seed, work, progress).compose()
    known = composed.spellings
    return composed if typed.isascii() else composed._replace(spellings=tuple(dict.fromkeys((typed, *known))))


def check_wanted(source: Source, wanted: Wanted) -> None:
    """Raise an error if no such puzzle can exist, or is known to exist: see `compose`. The words are folded already."""
    read_whole("clues", wanted.clues, 0)
    length = wanted.length
    shown = wanted.solution.lower()
    fewest = FEWEST_CLUES_BY_LENGTH[length]
    most = MOST_NEEDED_BY_LENGTH.get(length, wanted.clues)
    if len(shown) not in (0, length):
        raise errors.SolutionLengthError(word=shown, length=len(shown), wanted=length)
    if wanted.level not in (None, *LEVELS):
        raise errors.LevelRangeError(level=wanted.level, most=max(LEVELS))
    if wanted.clues < fewest:
        raise errors.TooFewCluesError(clues=wanted.clues, length=length, fewest=fewest)
    if wanted.minimal and wanted.clues > most:
        raise errors.TooManyNeededError(clues=wanted.clues, length=length, most=most)
    if wanted.clues >= len(source.words):
        raise errors.TooFewWordsError(clues=wanted.clues, name=source.name, count=len(source.words), length=length)
    for word in map(str.lower, wanted.own):
        if len(word) != length:
            wish = Reason(N_("the words of the puzzle must have {length}"), length=length)
            raise ClueLengthError(word=word, length=len(word), expected=length, others=wish, text=word)
    hidden = find_hidden({*source.words, *wanted.own} - {wanted.solution}, wanted.solution)
    if hidden:
        letter = wanted.solution[hidden[0]]
        position = hidden[0] + 1
        raise errors.LetterNotShownError(name=source.name, word=shown, letter=letter, position=position)


def sort_by_refused(words: Sequence[str], strings: Sequence[str], passing: Sequence[str]) -> dict[int, list[str]]:
    """Return the words that may be clues without marks, by the set of the `strings` that each refuses.

    A clue without marks refuses the strings that share a letter in place with its word. It must refuse none of
    `passing`. A set has a bit for each string, bit 0 for the first: ROT refuses RAT and SAT, SUN refuses MUG too.

    >>> sort_by_refused(["ROT", "SUN"], strings=["RAT", "SAT"], passing=["MUG"])
    {3: ['ROT']}
    """
    having: dict[tuple[int, str], int] = {}  # the set of strings with each letter at each position
    for number, string in enumerate(strings):
        for letter in enumerate(string):
            having[letter] = having.get(letter, 0) | 1 << number
    words_by_refused: dict[int, list[str]] = {}
    for word in words:
        if not any(count_blacks(word, string) for string in passing):
            refused = reduce(or_, (having.get(letter, 0) for letter in enumerate(word)))
            words_by_refused.setdefault(refused, []).append(word)
    return words_by_refused


class _Composer:
    """The search for one puzzle: what is wanted, the work that is left, and what was met on the way."""

    def __init__(self, source: Source, wanted: Wanted, seed: int, work: int, progress: Progress | None) -> None:
        self.source = source
        self.wanted = wanted
        self.seed = seed
        self.progress = progress or (lambda _tried: None)
        self.work = work * 4 if wanted.minimal else work
        self.random = Random(seed)
        self.met: Counter[str] = Counter()
        self.levels: Counter[int] = Counter()
        # words that every draft has: the user's own, if they are not too many; and those that the others are taken from
        own_are_more = len(wanted.own) > wanted.clues
        self.fixed = () if own_are_more else wanted.own
        words = wanted.own if own_are_more else source.words
        self.words = [word for word in words if word not in self.fixed]

    def compose(self) -> Composed:
        """Return the first puzzle that is as wanted; with the work used up, raise `NotComposedError`."""
        source = self.source
        style = choose_style(self.wanted.length, self.wanted.level, self.wanted.clues)
        while not self.is_over():
            solution, fixed = self.draw_solution()
            words = [word for word in self.words if word != solution]
            self.work -= SORTING_WORK * min(len(words), MAX_SORTED)
            best = self.improve(Drawer(self.random, self.prefer(words), solution, style, fixed))
            if best is not None:
                given = best.grade or self.grade(best.clues, solution, MAX_SETS)
                spelled = tuple(source.spell(clue.word)[0] for clue in best.clues)
                return Composed(Puzzle(best.clues), solution, source.spell(solution), given, self.seed, spelled)
        raise errors.NotComposedError(tried=self.met["tried"], met=self.describe_met())

    def prefer(self, words: list[str]) -> list[str]:
        """Return the words that clues are drawn from: words that people know, and one other for each four of them.

        They are drawn from `words`. All of `words` are returned if the user gave clue words, or if people know fewer
        than `FEWEST_KNOWN` of them. The four is `KNOWN_SHARE`.
        """
        common = self.source.common
        if self.wanted.own or sum(word in common for word in words) < FEWEST_KNOWN:
            return words
        known = pick_sample(self.random, [word for word in words if word in common], MAX_SORTED)
        others = [word for word in words if word not in common]
        return [*known, *pick_sample(self.random, others, len(known) // KNOWN_SHARE)]

    def describe_met(self) -> Reason:
        """Return what was found instead of the puzzle wanted, for the error that says so."""
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
        """Return a solution, and the clues that the user's own words give with it.

        A solution is drawn again if it is one of these words, or if half of the clues would have many marks.
        """
        for _ in range(MAX_DRAWN_SOLUTIONS):
            solution = self.wanted.solution or pick(self.random, self.source.answers)
            fixed = [Clue(word, count_blacks(word, solution), line) for line, word in enumerate(self.fixed, start=1)]
            with_many_marks = sum(clue.marks > FEW_MARKS for clue in fixed)
            if solution not in self.fixed and with_many_marks * 2 < self.wanted.clues:
                break
        return solution, tuple(fixed)

    def is_over(self) -> bool:
        return self.work <= 0 or (self.levels.total() > MAX_GRADED and not self.levels[self.wanted.level or 0])

    def improve(self, drawer: Drawer) -> Draft | None:
        """Return a draft as it is wanted, or None when changes no longer help or the work allowed is used up.

        Clues are drawn, and then changed one by one; a change is kept unless it leads further away.
        """
        start = drawer.draw_clues(self.wanted.clues)
        useless = 0
        if start is None:
            self.work -= NO_START_WORK
            return None
        best = self.judge(start, drawer.solution)
        while any(best.distance):
            if self.is_over() or useless > MAX_USELESS_CHANGES or len(start) == len(drawer.fixed):
                return None
            completed = self.complete(drawer, best.clues) if self.wanted.minimal and not best.distance[0] else None
            clues = completed or drawer.change(best.clues)
            changed = self.judge(clues, drawer.solution)
            useless = 0 if changed.distance < best.distance else useless + 1
            if changed.distance <= best.distance:
                best = changed
            if best.grade and not self.wanted.minimal and any(best.distance):
                return None
        return best

    def complete(self, drawer: Drawer, clues: tuple[Clue, ...]) -> tuple[Clue, ...] | None:
        """Return the clues with some of them replaced by words without marks, so that every clue is needed; or None.

        Each new word refuses a string that fits all clues kept, and that no other new word refuses: so it is needed. A
        clue kept is needed if it alone shows a letter of the solution; otherwise a string that only this clue refuses
        must stay: the new words must not refuse it.
        """
        self.work -= EXCHANGE_WORK
        count = len(clues)
        least = LEAST_KEPT * len(clues)
        kept = drawer.keep_some(clues, int(least + self.random.random() ** 2 * (count - least)))
        refused = [string for string in self.list_strings(kept)[0] if string != drawer.solution]
        if not count - len(kept) <= len(refused) <= MAX_REFUSED:
            return None
        passing = self.draw_passing(kept, drawer.solution)
        if passing is None:
            return None
        words = sort_by_refused(drawer.by_marks.get(0, ()), refused, passing)  # words of clues kept refuse no string
        found = find_cover(self.random, list(words), (1 << len(refused)) - 1, count - len(kept))
        if found is None:
            return None
        alike = list(words.values())
        drawn = [Clue(pick(self.random, alike[index]), 0, 0) for index in found]
        return tuple(clue._replace(line=line) for line, clue in enumerate((*kept, *drawn), start=1))

    def draw_passing(self, kept: tuple[Clue, ...], solution: str) -> list[str] | None:
        """Return a string for each clue that fits all other clues but not this one: so the clue is needed.

        A clue that alone shows a letter of the solution is needed anyway, and gets no string. None is returned if a
        clue is not needed.
        """
        passing = []
        for index, clue in enumerate(kept):
            others = kept[:index] + kept[index + 1 :]
            if find_hidden([other.word for other in others], solution):
                continue
            refused_by_clue_alone = []
            for string in self.list_strings(others)[0]:
                if not clue.fits(string):
                    refused_by_clue_alone.append(string)
            if not refused_by_clue_alone:
                return None
            passing.append(pick(self.random, refused_by_clue_alone))
        return passing

    def judge(self, clues: tuple[Clue, ...], solution: str) -> Draft:
        """Return the draft of these clues, with their distance from what is wanted: (0, 0) if nothing is missing.

        The first number is about solutions: it is 0 for a single one, the logarithm to base 2 of their number
        otherwise, and larger still while a letter of the solution is shown by no clue. The second one says by how many
        levels the puzzle is too easy or too hard; it is larger than any level if a clue is not needed that should be.
        """
        self.met["tried"] += 1
        self.progress(1)
        self.work -= DRAFT_WORK
        if hidden := find_hidden([clue.word for clue in clues], solution):
            return Draft(clues, (len(hidden) * 100, 0))
        strings, bits = self.list_strings(clues)
        if len(strings) != 1:
            return Draft(clues, (bits, 0))
        self.met["unique"] += 1
        if self.wanted.minimal:
            if not all(self.is_needed(clues[:index] + clues[index + 1 :], solution) for index in range(len(clues))):
                return Draft(clues, (0, 2 * len(LEVELS)))
            self.met["minimal"] += 1
        if self.wanted.level is None:
            return Draft(clues, (0, 0))
        given = self.grade(clues, solution)
        if not given.complete:
            return Draft(clues, (0, len(LEVELS)), given)
        self.levels[given.level] += 1
        return Draft(clues, (0, abs(given.level - self.wanted.level)), given)

    def grade(self, clues: tuple[Clue, ...], solution: str, most: int = MAX_GRADED_SETS) -> Grade:
        self.work -= GRADING_WORK * len(solution) ** 3 // 5**3  # GRADING_WORK is that of five letters
        return grade_clues(Puzzle(clues), tuple(solution), most)

    def list_strings(self, clues: Sequence[Clue]) -> tuple[tuple[str, ...], float]:
        """Return the strings that fit the clues, and the logarithm to base 2 of their number.

        If they are too many, none are returned, and the logarithm is a guess: that of `MAX_DRAFT_PREFIXES`, and 1 more
        for each letter that was still missing when the prefixes became too many. The prefixes made are taken off the
        work that is left.
        """
        try:
            generations = grow_prefixes(Puzzle(tuple(clues)), MAX_DRAFT_PREFIXES)
        except TooManyPrefixesError as error:
            self.work -= MAX_DRAFT_PREFIXES * 3  # about as many were made
            missing_letters = len(clues[0].word) - error.length
            return (), log2(MAX_DRAFT_PREFIXES) + missing_letters
        self.work -= sum(generation.generated for generation in generations)
        strings = generations[-1].survivors
        return strings, log2(len(strings) or MAX_DRAFT_PREFIXES)

    def is_needed(self, rest: tuple[Clue, ...], solution: str) -> bool:
        """Return whether a clue is needed beside the other clues, `rest`; False too if the search was cut short.

        It is if another string than the solution fits the others, or if it alone shows a letter of the solution.
        """
        if find_hidden([clue.word for clue in rest], solution):
            return True
        budget = Budget(MAX_LOOKED_AT)
        columns = Puzzle(rest).columns
        other = None
        with suppress(OutOfWorkError):
            other = find_string(rest, columns, budget.spend, find_outside(columns, tuple(solution)))
        self.work -= MAX_LOOKED_AT - budget.remaining
        return other is not None
