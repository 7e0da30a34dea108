"""Puzzles like the magazine's: real words with few marks, and one solution among all strings of column letters.

Such a string has at each position a letter that some clue has there. Clues are drawn and then changed one by one; a
change is kept unless the puzzle is then further from what is wanted. `docs/how-it-works.md` describes it.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import log2
from random import Random
from typing import NamedTuple

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import N_, MastermotError, Reason, read_whole
from mastermot.puzzle.clues import Clue, Puzzle
from mastermot.puzzle.compose import errors
from mastermot.puzzle.compose.clue_drawer import (
    FEW_MARKS,
    MAX_SORTED,
    Drawer,
    choose_style,
    count_blacks,
    find_hidden,
    pick,
    pick_sample,
)
from mastermot.puzzle.compose.composed import Composed, Exclusions, Source, Wanted, read_source
from mastermot.puzzle.errors import ClueLengthError, TooManyPrefixesError
from mastermot.puzzle.explain.board import find_outside
from mastermot.puzzle.explain.grading import LEVELS, Grade, grade_clues
from mastermot.puzzle.explain.techniques import MAX_SETS
from mastermot.puzzle.prefixes import find_string, grow_prefixes
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import fold

LEAST_KEPT = 0.4  #: The least share of the clues that `complete` keeps; it replaces the other clues.
MAX_REFUSED = 400  #: The most strings that the new clues of `complete`, which have no marks, are to refuse.
MAX_COVER_WORK, COVER_WIDTH = 60, 4  #: The most words tried in search of these clues, in all and for one string.
EXCHANGE_WORK = 3_000  #: The work that one run of `complete` counts as, in prefixes.
NO_START_WORK = 20_000  #: The work that a solution counts as if too few words have suitable marks with it.
MAX_COMPOSE_WORK = 16_000_000  #: The most prefixes made in search of one puzzle: some three seconds.
MINIMAL_WORK = 4  #: How many times the work a puzzle may take if every clue must be needed: such puzzles are rare.
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
"""The most clues of short words that may all be needed: more are refused at once. Measured, not proven: 12 clues of any
four letters, words or not, were all needed after 100,000 changes, mostly; 13 were not after 60 million."""
KNOWN_SHARE = 4  #: How many words that people know are drawn for each other word of a large list.
FEWEST_KNOWN = 300  #: If people know fewer words of a list than this, clue words are drawn from the whole list.
DEFAULT_CLUES = 10  #: Clues of a puzzle when no number is asked for: as many as in the magazine.
MAX_REPEATED = 200  #: The most puzzles composed in a row that had been composed before.

Progress = Callable[[int], object]  #: A function that receives the number of drafts tried since its last call.


class Draft(NamedTuple):
    """Clues, and how far they are from the puzzle that is wanted."""

    clues: tuple[Clue, ...]
    distance: tuple[float, float]  #: By the number of solutions, then by the level or by clues not needed (`judge`).
    grade: Grade | None = None  #: How hard the puzzle is; None if it was not graded.


def find_cover(random: Random, hits: Sequence[int], strings: int, size: int) -> list[int] | None:
    """Return the indices of `size` words that together hit all strings; None if no such words are found.

    A word hits the strings that it refuses as a clue without marks (`sort_by_refused`): `hits` has this set for each
    word, and `strings` is the set of all, as integers with a bit for each string. Each of the words returned hits a
    string that no other of them hits. Not all words are tried: at most `COVER_WIDTH` for one string, and
    `MAX_COVER_WORK` in all. Here the first word hits the strings 0 and 1, and the third hits the string 2:

    >>> find_cover(Random(1), [0b011, 0b110, 0b100], strings=0b111, size=2)
    [0, 2]
    """
    budget = Budget(MAX_COVER_WORK)

    def extend(chosen: list[int]) -> list[int] | None:
        """Return `chosen` with words added, `size` words in all, that hit all strings; None if none of those tried do.

        If already fewer words hit all strings, None is returned too: a word added then would hit no string of its own.
        """
        hit_once, hit_often = split_hits([hits[index] for index in chosen])
        missed = strings & ~(hit_once | hit_often)
        if not missed:
            return chosen if len(chosen) == size else None
        if len(chosen) == size:
            return None
        for index in list_additions(chosen, hit_once, missed)[:COVER_WIDTH]:
            budget.spend()
            cover = extend([*chosen, index])
            if cover is not None:
                return cover
        return None

    def list_additions(chosen: list[int], hit_once: int, missed: int) -> list[int]:
        """Return the indices of the words that may be added to `chosen`, which hits all strings except those `missed`.

        Such a word hits the first missed string, and leaves each word of `chosen` a string that no other word hits;
        `hit_once` has the strings that only one word of `chosen` hits. Words that hit few missed strings come first:
        they leave missed strings for the words that are added later.
        """
        first_missed = missed & -missed  # its lowest bit alone
        additions = []
        for index, hit in enumerate(hits):
            hits_first_missed = hit & first_missed
            if not hits_first_missed:
                continue
            still_hit_once = hit_once & ~hit  # what this word hits too is hit twice
            others_are_needed = all(still_hit_once & hits[other] for other in chosen)
            if others_are_needed:
                newly_hit = hit & missed
                tie_break = random.random()
                additions.append((newly_hit.bit_count(), tie_break, index))
        return [index for _count, _tie_break, index in sorted(additions)]

    with suppress(OutOfWorkError):
        return extend([])
    return None


def split_hits(hits: Iterable[int]) -> tuple[int, int]:
    """Return the set of strings that exactly one of some words hits, and the set of strings that several of them hit.

    `hits` has for each word the set of strings that it hits.

    >>> once, often = split_hits([0b011, 0b110])
    >>> f"{once:03b}", f"{often:03b}"
    ('101', '010')
    """
    once = 0
    often = 0
    for hit in hits:
        often |= once & hit
        once = (once | hit) & ~often
    return once, often


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

    Their solutions differ; if `wanted` gives the solution, their clues differ. `answers` and `excluded` are as in
    `list_answers`, `work` and `progress` as in `compose`. All puzzles have the level of `wanted`, any if it is None.
    With `rising`, their levels go from the easiest to the hardest instead. If then a seed gives no puzzle of a level,
    this level is given up: all puzzles to come that were to have it get the level of `wanted`. Raises `WrongKindError`,
    `DictionaryEmptyError`, `NoAnswerError`, `TooManyPuzzlesError`, `TooFewAnswersError`, and the errors that `compose`
    names.
    """
    seed = read_whole("seed", seed, least=0)
    count = read_whole("count", count, least=1)
    work = read_whole("work", work, least=0)
    source = read_source(open_dictionary(dictionary), wanted.length, answers, excluded)
    if count > len(source.answers) and not wanted.solution:
        raise _make_too_few_error(count, source, wanted.length, answers)
    levels = _list_rising_levels(count) if rising else [wanted.level] * count  # of each puzzle, in order
    yielded = set[str]()  # the solutions, or the texts, of the puzzles so far
    repeated = 0  # how many puzzles in a row had been yielded before
    for seed_of_puzzle in itertools.count(seed):
        if len(yielded) == count:
            return
        if repeated > MAX_REPEATED:
            raise _make_too_few_error(count, source, wanted.length, answers)
        # the solution that `compose` draws first, and mostly returns: if a puzzle has it already, the search is spared
        first_solution = pick(Random(seed_of_puzzle), source.answers)
        if not wanted.solution and first_solution in yielded:
            continue
        level = levels[len(yielded)]
        try:
            composed = compose(source, wanted._replace(level=level), seed_of_puzzle, work, progress)
        except errors.NotComposedError:
            if level == wanted.level:
                raise
            levels = [wanted.level if other == level else other for other in levels]  # the level is given up
            composed = compose(source, wanted, seed_of_puzzle, work, progress)
        solution_or_text = composed.puzzle.text if wanted.solution else composed.solution
        if solution_or_text in yielded:
            repeated += 1
            continue
        repeated = 0
        yielded.add(solution_or_text)
        yield composed


def _make_too_few_error(count: int, source: Source, length: int, answers: Dictionary | None) -> MastermotError:
    """Return the error for `count` puzzles, more than can be made; it names the list `answers`, else the dictionary."""
    few = len(source.answers)
    if answers is None:
        return errors.TooManyPuzzlesError(wanted=count, name=source.name, count=few, length=length)
    return errors.TooFewAnswersError(wanted=count, name=answers.name, count=few, length=length)


def _list_rising_levels(count: int) -> list[int | None]:
    """Return the levels of `count` puzzles, from the easiest to the hardest.

    >>> _list_rising_levels(7)
    [1, 1, 2, 3, 3, 4, 5]
    """
    return [LEVELS[number * len(LEVELS) // count] for number in range(count)]


def compose(
    source: Source, wanted: Wanted, seed: int, work: int = MAX_COMPOSE_WORK, progress: Progress | None = None
) -> Composed:
    """Return the puzzle that `seed` gives; `progress` is called for each draft tried.

    `work` is about how many prefixes may be made in the search. Raises at once `WordError` for a text that is no word,
    `WrongKindError` for a number of clues that is no whole number, `SolutionLengthError`, `LevelRangeError`,
    `TooFewCluesError`, `TooManyNeededError`, `TooFewWordsError`, `ClueLengthError` or `LetterNotShownError`. Raises
    `NotComposedError` when the work allowed did not suffice; this error says which puzzles were found instead.
    """
    typed = wanted.solution.lower()
    solution = fold(typed, source.alphabet) if typed else ""
    own = tuple(fold(word, source.alphabet) for word in wanted.own)
    wanted = wanted._replace(solution=solution, own=own)
    check_wanted(source, wanted)
    composed = _Composer(source, wanted, seed, work, progress).compose()
    if typed.isascii():
        return composed
    # the spelling that was typed comes first
    spellings = dict.fromkeys((typed, *composed.spellings))
    return composed._replace(spellings=tuple(spellings))


def check_wanted(source: Source, wanted: Wanted) -> None:
    """Raise an error that `compose` names if no puzzle as `wanted` can exist, or if none is known.

    The words of `wanted` are folded already. Its solution may be empty: then any word will do.
    """
    read_whole("clues", wanted.clues, least=0)
    length = wanted.length
    solution_as_typed = wanted.solution.lower()
    if len(solution_as_typed) not in (0, length):
        raise errors.SolutionLengthError(word=solution_as_typed, length=len(solution_as_typed), wanted=length)
    if wanted.level not in (None, *LEVELS):
        raise errors.LevelRangeError(level=wanted.level, most=max(LEVELS))
    fewest = FEWEST_CLUES_BY_LENGTH[length]
    if wanted.clues < fewest:
        raise errors.TooFewCluesError(clues=wanted.clues, length=length, fewest=fewest)
    most = MOST_NEEDED_BY_LENGTH.get(length, wanted.clues)
    if wanted.minimal and wanted.clues > most:
        raise errors.TooManyNeededError(clues=wanted.clues, length=length, most=most)
    if wanted.clues >= len(source.words):  # a word more than clues is needed: one may be the solution, which is no clue
        raise errors.TooFewWordsError(clues=wanted.clues, name=source.name, count=len(source.words), length=length)
    for word in map(str.lower, wanted.own):
        if len(word) != length:
            wish = Reason(N_("the words of the puzzle must have {length}"), length=length)
            raise ClueLengthError(word=word, length=len(word), expected=length, others=wish, text=word)
    words_of_clues = {*source.words, *wanted.own} - {wanted.solution}  # the solution may be no clue
    never_shown = find_hidden(words_of_clues, wanted.solution)
    if never_shown:
        index = never_shown[0]
        letter = wanted.solution[index]
        raise errors.LetterNotShownError(name=source.name, word=solution_as_typed, letter=letter, position=index + 1)


def sort_by_refused(words: Sequence[str], strings: Sequence[str], passing: Sequence[str]) -> dict[int, list[str]]:
    """Return the words that may be clues without marks, by the set of the `strings` that each refuses.

    A clue without marks refuses the strings that share a letter in place with its word. It must refuse none of the
    strings `passing`, and may refuse any of the `strings`. A set has a bit for each of these, bit 0 for the first: ROC
    refuses RAM alone, BAT refuses SAT too. SUN refuses MUG, and may be no clue.

    >>> words_by_refused = sort_by_refused(["ROC", "BAT", "SUN"], strings=["RAM", "SAT"], passing=["MUG"])
    >>> {f"{refused:02b}": words for refused, words in words_by_refused.items()}
    {'01': ['ROC'], '11': ['BAT']}
    """
    strings_having: dict[tuple[int, str], int] = {}  # the set of strings with each letter at each position
    for number, string in enumerate(strings):
        for position_and_letter in enumerate(string):
            so_far = strings_having.get(position_and_letter, 0)
            strings_having[position_and_letter] = so_far | 1 << number
    words_by_refused: dict[int, list[str]] = {}
    for word in words:
        refuses_passing = any(count_blacks(word, string) for string in passing)
        if refuses_passing:
            continue
        refused = 0
        for position_and_letter in enumerate(word):
            refused |= strings_having.get(position_and_letter, 0)
        words_by_refused.setdefault(refused, []).append(word)
    return words_by_refused


class _Composer:
    """The search for one puzzle: what is wanted, the work that is left, and what was met on the way."""

    def __init__(self, source: Source, wanted: Wanted, seed: int, work: int, progress: Progress | None) -> None:
        """Take what `compose` was given. Where clues must all be needed, `MINIMAL_WORK` times the work is allowed.

        If the user gave more words than there are clues, the clues are made of these words alone. Otherwise each draft
        has all of them as clues, and the other clues are made of the words of `source`.
        """
        self.source = source
        self.wanted = wanted
        self.seed = seed
        self.progress = progress or (lambda _tried: None)
        self.work = work * MINIMAL_WORK if wanted.minimal else work  #: The work that is left, in prefixes made.
        self.random = Random(seed)
        self.met: Counter[str] = Counter()
        """How many drafts were ``tried``, had one solution (``unique``), and needed all their clues (``minimal``)."""
        self.levels: Counter[int] = Counter()  #: How many puzzles of each level were met.
        self.fixed: tuple[str, ...] = ()  #: The words that every draft has: the user's, if they are not too many.
        words = source.words
        has_words_to_choose_from = len(wanted.own) > wanted.clues
        if has_words_to_choose_from:
            words = wanted.own
        else:
            self.fixed = wanted.own
        self.words = [word for word in words if word not in self.fixed]  #: The words that the other clues are made of.

    def compose(self) -> Composed:
        """Return the first puzzle that is as wanted. Raises `NotComposedError` once the search is over (`is_over`).

        Solutions are drawn, one after the other, until clues are found for one of them.
        """
        style = choose_style(self.wanted.length, self.wanted.level, self.wanted.clues)
        while not self.is_over():
            solution, fixed = self.draw_solution()
            words = [word for word in self.words if word != solution]  # the solution may be no clue
            self.work -= SORTING_WORK * min(len(words), MAX_SORTED)
            drawer = Drawer(self.random, self.choose_words(words), solution, style, fixed)
            draft = self.improve(drawer)
            if draft is not None:
                return self.describe_draft(draft, solution)
        raise errors.NotComposedError(tried=self.met["tried"], met=self.describe_met())

    def describe_draft(self, draft: Draft, solution: str) -> Composed:
        """Return the puzzle of a draft that is as wanted, with its spellings; it is graded now if it was not yet."""
        grade = draft.grade or self.grade(draft.clues, solution, MAX_SETS)
        spellings = self.source.spell(solution)
        spelled = tuple(self.source.spell(clue.word)[0] for clue in draft.clues)
        return Composed(Puzzle(draft.clues), solution, spellings, grade, self.seed, spelled)

    def choose_words(self, words: list[str]) -> list[str]:
        """Return the words that clues are drawn from: for each word that people do not know, `KNOWN_SHARE` known ones.

        Both kinds are drawn at random from `words`. All of `words` are returned if the user gave clue words (`own`), or
        if people know fewer than `FEWEST_KNOWN` of them.
        """
        common = [word for word in words if word in self.source.common]
        are_too_few = len(common) < FEWEST_KNOWN
        if self.wanted.own or are_too_few:
            return words
        known = pick_sample(self.random, common, MAX_SORTED)
        others = [word for word in words if word not in self.source.common]
        return [*known, *pick_sample(self.random, others, len(known) // KNOWN_SHARE)]

    def describe_met(self) -> Reason:
        """Return what was found instead of the puzzle wanted, for the error that says so.

        The text names the first condition that no draft met: a single solution, then no clue to spare (if that is
        wanted), then the level. It lists the levels that drafts had; drafts that were not graded have none.
        """
        unique = self.met["unique"]
        if not unique:
            return Reason(N_("none was found to have a single solution"))
        if self.wanted.minimal and not self.met["minimal"]:
            return Reason(N_("{unique} had a single solution; none was found without clues to spare"), unique=unique)
        if not self.levels:
            return Reason(N_("{unique} had a single solution, none of them as wanted"), unique=unique)
        levels_met = [level for level in LEVELS if self.levels[level]]
        levels = tuple(f"{level} ({self.levels[level]}×)" for level in levels_met)
        text = N_("{unique} had a single solution; the levels met were {levels}")
        return Reason(text, unique=unique, levels=levels)

    def draw_solution(self) -> tuple[str, tuple[Clue, ...]]:
        """Return a solution, and the clues that every draft has: the user's own words (`fixed`), perhaps none.

        Without a solution in `wanted`, an answer is drawn. An answer that is a fixed word, or that gives at least half
        of all clues more than `FEW_MARKS`, is drawn anew; the last of `MAX_DRAWN_SOLUTIONS` is taken in any case.
        """
        for _ in range(MAX_DRAWN_SOLUTIONS):
            solution = self.wanted.solution or pick(self.random, self.source.answers)
            fixed = [Clue(word, count_blacks(word, solution), line) for line, word in enumerate(self.fixed, start=1)]
            is_not_fixed = solution not in self.fixed
            with_many_marks = sum(clue.marks > FEW_MARKS for clue in fixed)
            most_have_few_marks = 2 * with_many_marks < self.wanted.clues
            if is_not_fixed and most_have_few_marks:
                break
        return solution, tuple(fixed)

    def is_over(self) -> bool:
        """Return whether to give up: the work is used up, or many puzzles were graded, none of the level wanted."""
        level = self.wanted.level
        was_met = level is not None and self.levels[level] > 0
        is_rare = self.levels.total() > MAX_GRADED and not was_met  # without a level, nothing is graded
        return self.work <= 0 or is_rare

    def improve(self, drawer: Drawer) -> Draft | None:
        """Return a draft as it is wanted, made of clues of `drawer`; or None if none is found.

        Clues are drawn, and then changed one by one; a change is kept unless it leads further away. None is returned

        - if no clues can be drawn with this solution;
        - if the clues drawn are not yet as wanted, but none can be changed, since all are fixed;
        - once changes no longer help, or the search is over (`is_over`);
        - once the draft has a grade, but not the level wanted; if every clue must be needed, such a draft is changed
          further all the same, since puzzles of that kind are rare.
        """
        start = drawer.draw_clues(self.wanted.clues)
        if start is None:
            self.work -= NO_START_WORK
            return None
        all_are_fixed = len(start) == len(drawer.fixed)
        best = self.judge(start, drawer.solution)
        useless = 0  # how many changes in a row made nothing better
        while any(best.distance):  # something is missing
            if self.is_over() or useless > MAX_USELESS_CHANGES or all_are_fixed:
                return None
            changed = self.judge(self.change(drawer, best), drawer.solution)
            useless = 0 if changed.distance < best.distance else useless + 1
            if changed.distance <= best.distance:
                best = changed
            has_wrong_grade = best.grade is not None and any(best.distance)
            if has_wrong_grade and not self.wanted.minimal:
                return None
        return best

    def change(self, drawer: Drawer, draft: Draft) -> tuple[Clue, ...]:
        """Return the clues of a draft with one of them changed.

        If every clue must be needed, and the draft has one solution, `complete` is tried first: it may change several.
        """
        has_one_solution = draft.distance[0] == 0
        if self.wanted.minimal and has_one_solution:
            completed = self.complete(drawer, draft.clues)
            if completed is not None:
                return completed
        return drawer.change(draft.clues)

    def complete(self, drawer: Drawer, clues: tuple[Clue, ...]) -> tuple[Clue, ...] | None:
        """Return the clues with some of them replaced by words without marks, so that every clue is needed; or None.

        The `clues` must show every letter of the solution. Of all strings, only the solution fits the clues that are
        returned. None is returned if no such words are found (`draw_refusing`).
        """
        self.work -= EXCHANGE_WORK
        count = len(clues)
        least_kept = LEAST_KEPT * count  # not yet a whole number
        share_of_rest = self.random.random() ** 2  # squared, so that mostly few clues are kept
        kept_count = int(least_kept + share_of_rest * (count - least_kept))
        kept = drawer.keep_some(clues, kept_count)
        new_words = self.draw_refusing(drawer, kept, count - len(kept))
        if new_words is None:
            return None
        new_clues = [Clue(word, marks=0, line=0) for word in new_words]  # their lines are set below
        return tuple(clue._replace(line=line) for line, clue in enumerate((*kept, *new_clues), start=1))

    def draw_refusing(self, drawer: Drawer, kept: tuple[Clue, ...], count: int) -> list[str] | None:
        """Return `count` words which, as clues without marks, refuse all other solutions that fit the clues `kept`.

        The clues and these words then have one solution, and each of them is needed: each word refuses a string that no
        other word refuses; each clue kept refuses a string that nothing else refuses, or alone shows a letter of the
        solution. `draw_passing` draws such strings for the clues kept, and the words must let them pass. None is
        returned if no such words are found, or if the strings that fit `kept` are too few or too many.
        """
        strings, _bits = self.list_strings(kept)
        to_refuse = [string for string in strings if string != drawer.solution]
        too_few_for_each_word = len(to_refuse) < count  # each word must refuse a string of its own
        if too_few_for_each_word or len(to_refuse) > MAX_REFUSED:
            return None
        passing = self.draw_passing(kept, drawer.solution)
        if passing is None:
            return None
        words_without_marks = drawer.by_marks.get(0, ())  # words of clues kept are harmless: they refuse no string
        words_by_refused = sort_by_refused(words_without_marks, to_refuse, passing)
        sets_refused = list(words_by_refused)
        groups_of_words = list(words_by_refused.values())  # for each of these sets, the words that refuse it
        all_strings = (1 << len(to_refuse)) - 1
        cover = find_cover(self.random, sets_refused, all_strings, count)
        if cover is None:
            return None
        return [pick(self.random, groups_of_words[index]) for index in cover]

    def draw_passing(self, kept: tuple[Clue, ...], solution: str) -> list[str] | None:
        """Return, for each clue of `kept`, a string that only this clue refuses: the string fits all the other clues.

        If new clues let these strings pass, each clue of `kept` is still needed, to refuse its string. A clue that
        alone shows a letter of the solution is needed anyway, and gets no string. None is returned if one of the other
        clues refuses no string alone, and so is not needed, or if too many strings fit without it to be listed.
        """
        passing = []
        for index, clue in enumerate(kept):
            others = kept[:index] + kept[index + 1 :]
            shown_by_clue_alone = find_hidden([other.word for other in others], solution)
            if shown_by_clue_alone:
                continue
            strings, _bits = self.list_strings(others)  # none, if there are too many
            refused_by_clue_alone = [string for string in strings if not clue.fits(string)]
            if not refused_by_clue_alone:
                return None
            passing.append(pick(self.random, refused_by_clue_alone))
        return passing

    def judge(self, clues: tuple[Clue, ...], solution: str) -> Draft:
        """Return the draft of these clues, with their distance from what is wanted: (0, 0) if nothing is missing.

        The first number is about solutions: 0 if there is one, else the logarithm to base 2 of their number
        (`list_strings`), or 100 for each letter of the solution that no clue shows. The second number stays 0 until
        there is one solution. Then it is

        - 10 if every clue must be needed, and one is not;
        - 0 if no level is wanted;
        - 5 if grading the puzzle takes too much work;
        - otherwise by how many levels the puzzle is too easy or too hard, 4 at most.
        """
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
            if not self.are_all_needed(clues, solution):
                return Draft(clues, (0, 2 * len(LEVELS)))
            self.met["minimal"] += 1
        if self.wanted.level is None:
            return Draft(clues, (0, 0))
        grade = self.grade(clues, solution)
        if not grade.complete:
            return Draft(clues, (0, len(LEVELS)), grade)
        self.levels[grade.level] += 1
        levels_away = abs(grade.level - self.wanted.level)
        return Draft(clues, (0, levels_away), grade)

    def grade(self, clues: tuple[Clue, ...], solution: str, most: int = MAX_GRADED_SETS) -> Grade:
        """Return the grade of a puzzle, for which at most `most` sets of clues are looked at."""
        self.work -= GRADING_WORK * len(solution) ** 3 // 5**3  # GRADING_WORK is that of five letters
        return grade_clues(Puzzle(clues), tuple(solution), most)

    def list_strings(self, clues: Sequence[Clue]) -> tuple[tuple[str, ...], float]:
        """Return the strings that fit the clues, and the logarithm to base 2 of their number: 3.0 if they are eight.

        If they are too many, none are returned, and the logarithm is a guess: that of `MAX_DRAFT_PREFIXES`, and 1 more
        for each letter that was still missing when the prefixes became too many. If no string fits, the logarithm is
        that of `MAX_DRAFT_PREFIXES` too: no string is as bad as many. The prefixes made are taken off the work left.
        """
        many_bits = log2(MAX_DRAFT_PREFIXES)
        try:
            generations = grow_prefixes(Puzzle(tuple(clues)), MAX_DRAFT_PREFIXES)
        except TooManyPrefixesError as error:
            self.work -= MAX_DRAFT_PREFIXES * 3  # about so many prefixes were made before there were too many
            missing_letters = len(clues[0].word) - error.length
            return (), many_bits + missing_letters
        self.work -= sum(generation.generated for generation in generations)
        strings = generations[-1].survivors
        return strings, log2(len(strings)) if strings else many_bits

    def are_all_needed(self, clues: tuple[Clue, ...], solution: str) -> bool:
        """Return whether every clue is needed, as `is_needed` says."""
        clues_without_each = [clues[:index] + clues[index + 1 :] for index in range(len(clues))]
        return all(self.is_needed(others, solution) for others in clues_without_each)

    def is_needed(self, others: tuple[Clue, ...], solution: str) -> bool:
        """Return whether a clue is needed beside the `others`, which are all other clues of a puzzle.

        It is needed if the others do not show a letter of the solution, or if a string that is not the solution fits
        them. A search for such a string that takes more than `MAX_LOOKED_AT` steps is cut short: the answer is False.
        """
        if find_hidden([clue.word for clue in others], solution):
            return True
        budget = Budget(MAX_LOOKED_AT)
        columns = Puzzle(others).columns
        not_in_solution = find_outside(columns, tuple(solution))  # any other string has one of these letters
        other_solution = None
        with suppress(OutOfWorkError):
            other_solution = find_string(others, columns, budget.spend, one_of=not_in_solution)
        self.work -= MAX_LOOKED_AT - budget.remaining
        return other_solution is not None
