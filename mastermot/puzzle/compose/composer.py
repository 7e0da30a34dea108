"""Puzzles in the magazine's manner: real words with few marks, one solution among all strings of the columns.

`docs/how-it-works.md` describes it. A change is kept when the puzzle comes no further from what is wanted.
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

MAX_SORTED = 2_000  #: Words sorted by their marks for one solution, at most: a large dictionary is sampled.
MAX_DRAWS = 10  #: Draws of words that are all used already before the first one that is not is taken.
COVERING_DRAWS = 20  #: Words drawn for a change that must show letters of the solution which no other clue shows.
LEAST_KEPT = 0.4  #: Part of the clues that are kept, at least, where the others are exchanged so that none can go.
MAX_REFUSED = 400  #: Strings that clues without marks are to refuse, at most.
MAX_COVER_WORK, COVER_WIDTH = 60, 4  #: Words taken in search of such clues, at most; and of each in turn.
EXCHANGE_WORK = 3_000  #: What one such search counts as.
NO_START_WORK = 20_000  #: What a solution counts as of which too few words have the marks wanted.
FEW_MARKS = 2  #: Marks of most clues, at most; fewer than half of the clues may have more.
MAX_COMPOSE_WORK = 16_000_000  #: Prefixes made in search of one puzzle, at most: some three seconds.
GRADING_WORK = 10_000  #: What grading five letters counts as; longer words cost the cube of their length more.
DRAFT_WORK = 300  #: What looking at one draft counts as, whatever comes of it.
SORTING_WORK = 6  #: What sorting one word of the dictionary by its marks counts as.
MAX_GRADED_SETS = 5_000  #: Sets of clues looked at to grade one puzzle; one that takes more is left.
MAX_GRADED = 1_000  #: Puzzles graded without one of the level wanted before it is taken that there is none.
MAX_DRAFT_PREFIXES = 3_000  #: Prefixes past which a draft is left: a person can follow a narrow search.
MAX_LOOKED_AT = 10_000  #: Prefixes looked at for one more solution without a clue, where all are too many to list.
MAX_USELESS_CHANGES = 150  #: Changes that bring nothing before another solution is tried.
MAX_DRAWN_SOLUTIONS = 50  #: Solutions drawn so that few of the clues that must be have many marks.

FEWEST_CLUES_BY_LENGTH = {2: 3, 3: 3, 4: 3, 5: 3, 6: 4, 7: 5, 8: 5, 9: 6, 10: 7, 11: 8, 12: 9, 13: 11, 14: 13, 15: 15}
"""The fewest clues that are tried, by length: fewer are refused at once. Measured with the French and English lists."""
MOST_NEEDED_BY_LENGTH = {2: 3, 3: 7, 4: 12}
"""The most clues of short words that may all be needed: more are refused at once. Measured, not proven: of any letters
in place of words, 13 clues of four had one to spare after 60 million changes; 12 mostly take 100,000."""
KNOWN_SHARE = 4  #: Words that people know for each other one, where clue words are drawn from a large list.
FEWEST_KNOWN = 300  #: Words that people know, below which clue words are drawn from the whole list.
DEFAULT_CLUES = 10  #: Clues of a puzzle where no number is asked for: those of the magazine.
MAX_REPEATED = 200  #: Puzzles composed one after the other with solutions that were had before, at most.

Progress = Callable[[int], object]  #: A function that receives the number of drafts tried since its last call.


class Style(NamedTuple):
    """How clues are drawn."""

    marks: dict[int, int]  #: How often clues have each number of marks.
    near: tuple[int, ...] = (1, 1, 8, 40)  #: Words drawn for one change: the nearest to a clue is taken.


USUAL_STYLE = Style({0: 4, 1: 9, 2: 3})  #: Where no level is asked for.
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
    """Clues, and what is known of them."""

    clues: tuple[Clue, ...]
    distance: tuple[float, float]  #: How far from what is wanted: solutions, then levels; more with clues to spare.
    grade: Grade | None = None


def count_blacks(word: str, other: str) -> int:
    """Return the number of positions where two words of one length have the same letter."""
    return sum(map(str.__eq__, word, other))


def find_hidden(words: Collection[str], solution: str) -> list[int]:
    """Return the positions, from 0, where none of the words shows the letter of the solution.

    >>> find_hidden(["CARD", "WARM"], "WORD")
    [1]
    """
    hidden = []
    for position, letter in enumerate(solution):
        if all(word[position] != letter for word in words):
            hidden.append(position)
    return hidden


def find_cover(random: Random, hits: Sequence[int], strings: int, size: int) -> list[int] | None:
    """Return the indices of exactly `size` words that hit all strings, each of them one that no other hits, or None.

    Strings are bits; `hits` has those that each word hits. None too where the work allowed did not suffice. Three words
    hit the strings 0 and 1, 1 and 2, 2; the first and the third hit all three strings, and so do the first two:

    >>> find_cover(Random(1), [0b011, 0b110, 0b100], strings=0b111, size=2)
    [0, 2]
    """
    budget = Budget(MAX_COVER_WORK)

    def extend(chosen: list[int], hit_once: int, hit_often: int) -> list[int] | None:
        """Return `chosen` with the words that lack, or None.

        Exactly one of the chosen words hits the strings of the set `hit_once`, several hit those of `hit_often`.
        """
        missed = strings & ~(hit_once | hit_often)
        if not missed:
            return chosen if len(chosen) == size else None
        if len(chosen) == size:
            return None
        first_missed = missed & -missed
        nexts = []  # words that hit the first missed string, and leave to each chosen word one that it alone hits
        for index, hit in enumerate(hits):
            if hit & first_missed:
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
    """Draws clues about one solution, from words sorted by their marks; the `fixed` ones are never changed."""

    def __init__(
        self, random: Random, words: Sequence[str], solution: str, style: Style, fixed: tuple[Clue, ...]
    ) -> None:
        self.random = random
        self.solution = solution
        self.style = style
        self.fixed = fixed
        self.by_marks: dict[int, list[str]] = {}  #: Words by the marks they would get, where clues may have so many.
        for word in pick_sample(random, words, MAX_SORTED):
            marks = count_blacks(word, solution)
            if marks in style.marks and marks < len(solution):
                self.by_marks.setdefault(marks, []).append(word)

    def draw_clues(self, count: int) -> tuple[Clue, ...] | None:
        """Return clues drawn one by one after the fixed ones, or None when too few words have the marks wanted."""
        if len(self.by_marks) < 2 or sum(map(len, self.by_marks.values())) + len(self.fixed) < count:
            return None
        clues = self.fixed
        while len(clues) < count:
            clues = (*clues, self._draw_clue(clues, len(clues) + 1, count))
        return clues

    def change(self, clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
        first = len(self.fixed)
        index = first + int(self.random.random() * (len(clues) - first))
        before = clues[:index]
        after = clues[index + 1 :]
        return (*before, self._draw_clue(before + after, clues[index].line, len(clues)), *after)

    def keep_some(self, clues: Sequence[Clue], count: int) -> tuple[Clue, ...]:
        """Return the fixed clues and others of these, `count` in all, or more so that they show the solution."""
        first = len(self.fixed)
        kept = tuple(clues[:first])
        rest = sorted(clues[first:], key=lambda clue: (not clue.marks, self.random.random()))
        for position in find_hidden([clue.word for clue in kept], self.solution):
            shown = [clue for clue in rest if clue.word[position] == self.solution[position]]
            if not any(clue in kept for clue in shown):
                kept = (*kept, shown[0])
        return (*kept, *[clue for clue in rest if clue not in kept][: max(0, count - len(kept))])

    def _draw_clue(self, others: Sequence[Clue], line: int, count: int) -> Clue:
        """Return a new clue near to one of the others, or one that shows hidden letters where few are to come."""
        used = [clue.word for clue in others]
        hidden = find_hidden(used, self.solution)
        covering = len(hidden) >= count - len(others)
        lacking = "".join(letter if position in hidden else " " for position, letter in enumerate(self.solution))
        for _ in range(MAX_DRAWS):
            marks = self._draw_marks(others, count, at_least=covering)
            near = pick(self.random, used) if used else ""
            tries = COVERING_DRAWS if covering else self.style.near[int(self.random.random() * len(self.style.near))]
            drawn = [word for _ in range(tries) if (word := pick(self.random, self.by_marks[marks])) not in used]
            if drawn:
                return Clue(max(drawn, key=partial(count_blacks, lacking if covering else near)), marks, line)
        unused = ((word, marks) for marks, words in self.by_marks.items() for word in words if word not in used)
        return Clue(*next(unused), line)

    def _draw_marks(self, others: Sequence[Clue], count: int, at_least: int) -> int:
        """Return how many marks the next clue has: few when as many of the others have more as may."""
        allowed = [marks for marks in sorted(self.by_marks) if marks >= at_least] or sorted(self.by_marks)
        if sum(clue.marks > FEW_MARKS for clue in others) >= (count - 1) // 2:
            allowed = [marks for marks in allowed if marks <= FEW_MARKS] or allowed
        shares = list(accumulate(self.style.marks[marks] for marks in allowed))
        return allowed[bisect(shares, self.random.random() * shares[-1])]


def pick(random: Random, choices: Sequence[str]) -> str:
    """Return one of the choices; `Random.random` gives the same numbers in every version of Python."""
    return choices[int(random.random() * len(choices))]


def pick_sample(random: Random, words: Sequence[str], most: int) -> Sequence[str]:
    """Return the words, or `most` of them or fewer drawn at random where there are more."""
    if len(words) <= most:
        return words
    return list(dict.fromkeys(pick(random, words) for _ in range(most)))


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
    work: int = MAX_COMPOSE_WORK,
) -> Iterator[Composed]:
    """Yield `count` different puzzles, from `seed` and the seeds after it (one repeated is passed over).

    Their solutions differ, unless the solution is given; then their clues do. With `rising`, levels go from the easiest
    to the hardest; those of which a seed gives none are any level. Raises what `read_source` and `compose` raise;
    `TooManyPuzzlesError`, `WrongKindError`.
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
                levels = [wanted.level if one == level else one for one in levels]
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
    `TooManyNeededError`, `TooFewWordsError`, `ClueLengthError` or `LetterNotShownError`; `NotComposedError` when the
    work allowed did not suffice, saying what was met.
    """
    typed = wanted.solution.lower()
    own = tuple(fold(word, source.alphabet) for word in wanted.own)
    wanted = wanted._replace(solution=fold(typed, source.alphabet) if typed else "", own=own)
    check_wanted(source, wanted)
    composed = _Composer(source, wanted, seed, work, progress).compose()
    known = composed.spellings
    return composed if typed.isascii() else composed._replace(spellings=tuple(dict.fromkeys((typed, *known))))


def check_wanted(source: Source, wanted: Wanted) -> None:
    """Raise an error, by its name, where what is wanted leaves no puzzle to be looked for. Its words are folded."""
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
            wish = Reason(N_("the puzzle is to have words of {length}"), length=length)
            raise ClueLengthError(word=word, length=len(word), expected=length, others=wish, text=word)
    hidden = find_hidden({*source.words, *wanted.own} - {wanted.solution}, wanted.solution)
    if hidden:
        letter = wanted.solution[hidden[0]]
        position = hidden[0] + 1
        raise errors.LetterNotShownError(name=source.name, word=shown, letter=letter, position=position)


def sort_by_refused(words: Sequence[str], strings: Sequence[str], passing: Sequence[str]) -> dict[int, list[str]]:
    """Return words without marks that let all of `passing` pass, by the strings that each refuses, a bit for each."""
    shown: dict[tuple[int, str], int] = {}
    for number, string in enumerate(strings):
        for letter in enumerate(string):
            shown[letter] = shown.get(letter, 0) | 1 << number
    found: dict[int, list[str]] = {}
    for word in words:
        if not any(count_blacks(word, one) for one in passing):
            refused = reduce(or_, (shown.get(letter, 0) for letter in enumerate(word)))
            found.setdefault(refused, []).append(word)
    return found


class _Composer:
    def __init__(self, source: Source, wanted: Wanted, seed: int, work: int, progress: Progress | None) -> None:
        self.source = source
        self.wanted = wanted
        self.seed = seed
        self.progress = progress or (lambda _tried: None)
        self.work = work * 4 if wanted.minimal else work
        self.random = Random(seed)
        self.met: Counter[str] = Counter()
        self.levels: Counter[int] = Counter()
        self.fixed = wanted.own if len(wanted.own) <= wanted.clues else ()
        words = source.words if self.fixed == wanted.own else wanted.own
        self.words = [word for word in words if word not in self.fixed]

    def compose(self) -> Composed:
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
        """Return the words that clues are drawn from: known ones, and one other for each `KNOWN_SHARE` of them.

        All words are returned where the list is the user's own, or where fewer than `FEWEST_KNOWN` of them are known.
        """
        common = self.source.common
        if self.wanted.own or sum(word in common for word in words) < FEWEST_KNOWN:
            return words
        known = pick_sample(self.random, [word for word in words if word in common], MAX_SORTED)
        others = [word for word in words if word not in common]
        return [*known, *pick_sample(self.random, others, len(known) // KNOWN_SHARE)]

    def describe_met(self) -> Reason:
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
        return self.work <= 0 or (self.levels.total() > MAX_GRADED and not self.levels[self.wanted.level or 0])

    def improve(self, drawer: Drawer) -> Draft | None:
        """Return a draft that is what is wanted, or None when changes no longer help or the work is done."""
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
        """Return some of the clues and words without marks for the others, so that none can go; or None.

        Each word refuses a string that fits all clues kept and that no other of the words refuses; and all of them let
        a string pass for each clue kept, which that clue alone refuses, unless it alone shows a letter.
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
        words = sort_by_refused(drawer.by_marks.get(0, ()), refused, passing)  # those kept already refuse none of them
        found = find_cover(self.random, list(words), (1 << len(refused)) - 1, count - len(kept))
        if found is None:
            return None
        alike = list(words.values())
        drawn = [Clue(pick(self.random, alike[index]), 0, 0) for index in found]
        return tuple(clue._replace(line=line) for line, clue in enumerate((*kept, *drawn), start=1))

    def draw_passing(self, kept: tuple[Clue, ...], solution: str) -> list[str] | None:
        """Return strings that show why each clue is needed: each fits all clues but one. None where one is not needed.

        A clue that alone shows a letter of the solution is needed anyhow, and has no such string.
        """
        passing = []
        for index, clue in enumerate(kept):
            others = kept[:index] + kept[index + 1 :]
            if find_hidden([other.word for other in others], solution):
                continue
            refused_by_it_alone = []
            for string in self.list_strings(others)[0]:
                if not clue.fits(string):
                    refused_by_it_alone.append(string)
            if not refused_by_it_alone:
                return None
            passing.append(pick(self.random, refused_by_it_alone))
        return passing

    def judge(self, clues: tuple[Clue, ...], solution: str) -> Draft:
        self.met["tried"] += 1
        self.progress(1)
        self.work -= DRAFT_WORK
        hidden = find_hidden([clue.word for clue in clues], solution)
        if hidden:
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
        self.work -= GRADING_WORK * len(solution) ** 3 // 125
        return grade_clues(Puzzle(clues), tuple(solution), most)

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

    def is_needed(self, rest: tuple[Clue, ...], solution: str) -> bool:
        """Return whether the puzzle needs a clue, `rest` being the others; not where the search was cut short."""
        if find_hidden([clue.word for clue in rest], solution):
            return True
        budget = Budget(MAX_LOOKED_AT)
        columns = Puzzle(rest).columns
        other = None
        with suppress(OutOfWorkError):
            other = find_string(rest, columns, budget.spend, find_outside(columns, tuple(solution)))
        self.work -= MAX_LOOKED_AT - budget.remaining
        return other is not None
