"""Clues drawn for one solution: words that have suitable marks with it, by the style of a level."""

from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import accumulate
from random import Random
from typing import NamedTuple, TypeVar

from mastermot.puzzle.clues import Clue

Choice = TypeVar("Choice")

MAX_SORTED = 2_000  #: The most words sorted by their marks for one solution: a large dictionary is sampled.
MAX_DRAWS = 10  #: How often words are drawn that are all in use already, before the first unused word is taken.
COVERING_DRAWS = 20  #: How many words are drawn for a clue that must show letters which no other clue shows.
FEW_MARKS = 2  #: A clue with more marks than this has many: fewer than half of the clues of a puzzle may have many.


class Style(NamedTuple):
    """How clues are drawn."""

    marks: dict[int, int]  #: How often clues have each number of marks, in proportion.
    draws: tuple[int, ...] = (1, 1, 8, 40)
    """How many words are drawn for a clue: one of these numbers, by chance. The most like another clue is taken."""


USUAL_STYLE = Style({0: 4, 1: 9, 2: 3})  #: The style when no level is asked for.
BY_LEVEL = {
    1: Style({0: 3, 1: 4, 2: 4}),
    2: Style({0: 1, 1: 4, 2: 4}, draws=(1,)),
    3: Style({0: 1, 1: 9, 2: 3}),
    4: Style({0: 1, 1: 9, 2: 1}, draws=(1,)),
    5: Style({0: 1, 1: 18, 2: 1}),
}
"""The style of each level. Words that share letters make easy comparisons; clues of one mark each make hard ones.
Measured: of puzzles drawn in the style of a level, 24 to 57 % have this level; in the usual style, 5 % have level 5."""
HARD_SHORT_STYLE = Style({0: 1, 1: 18, 2: 1}, draws=(1,))  #: Short words have few letters, so little to find out.
MIDDLE_STYLE = Style({0: 2, 1: 6, 2: 6, 3: 2})
LONG_STYLE = Style({0: 2, 1: 4, 2: 3, 3: 2, 4: 2, 5: 1})  #: Long words have many columns and few clues.
SHORT_LENGTH = 4  #: The longest short words.
MAGAZINE_LENGTH = 5  #: The length of the magazine's words.
MIDDLE_LENGTH = 7  #: The longest words of middle length.


def choose_style(length: int, level: int | None, clues: int) -> Style:
    """Return how clues are drawn for a puzzle of this length, level (None for any) and number of clues.

    - Short words (`SHORT_LENGTH`) have a hard style of their own from level 2 on.
    - Other words up to the magazine's length have the style of the level, or the usual style without a level.
    - Longer words have many columns for few clues, so their clues have more marks. At a hard level (4 or 5), and for
      words of middle length without a level, the style is the middle one; otherwise the long one, with the most marks.
    - But longer words with at least two clues for each letter have, at a hard level, as few marks as in the usual
      style, and one word is drawn for each clue.
    """
    if length <= SHORT_LENGTH and level not in (None, 1):
        return HARD_SHORT_STYLE
    if length <= MAGAZINE_LENGTH:
        return USUAL_STYLE if level is None else BY_LEVEL[level]
    is_hard = level is not None and level >= 4
    has_many_clues = clues >= 2 * length
    if is_hard and has_many_clues:
        return Style(USUAL_STYLE.marks, draws=(1,))
    is_middle_without_level = level is None and length <= MIDDLE_LENGTH
    if is_hard or is_middle_without_level:
        return MIDDLE_STYLE
    return LONG_STYLE


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


class Drawer:
    """Draws clues for one solution, from words sorted by their marks; the clues `fixed` come first and never change."""

    def __init__(
        self, random: Random, words: Sequence[str], solution: str, style: Style, fixed: tuple[Clue, ...]
    ) -> None:
        """Take the `words` that clues are made of; at most `MAX_SORTED` of them are used, never the solution.

        `style` says which numbers of marks clues may have; the clues `fixed` may have any.
        """
        self.random = random
        self.solution = solution
        self.style = style
        self.fixed = fixed
        self.by_marks: dict[int, list[str]] = {}  #: For each number of marks in the style, the words that have it.
        for word in pick_sample(random, words, MAX_SORTED):
            marks = count_blacks(word, solution)
            if marks in style.marks and marks < len(solution):
                self.by_marks.setdefault(marks, []).append(word)

    def draw_clues(self, count: int) -> tuple[Clue, ...] | None:
        """Return `count` clues, the fixed ones and others drawn one by one; None if the words do not suffice.

        The words do not suffice if too few of them have a number of marks that is in the style, or if all these words
        have the same number.
        """
        word_count = sum(map(len, self.by_marks.values()))
        are_too_few = len(self.fixed) + word_count < count
        have_same_marks = len(self.by_marks) < 2
        if are_too_few or have_same_marks:
            return None
        clues = self.fixed
        while len(clues) < count:
            clues = (*clues, self._draw_clue(clues, len(clues) + 1, count))
        return clues

    def change(self, clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
        """Return the clues with one that is not fixed, drawn at random, replaced by another on its line.

        Not all of the clues may be fixed.
        """
        fixed_count = len(self.fixed)  # the fixed clues come first
        others_count = len(clues) - fixed_count
        index = fixed_count + int(self.random.random() * others_count)
        before = clues[:index]
        after = clues[index + 1 :]
        new_clue = self._draw_clue(before + after, clues[index].line, len(clues))
        return (*before, new_clue, *after)

    def keep_some(self, clues: Sequence[Clue], count: int) -> tuple[Clue, ...]:
        """Return the fixed clues and some of the others, `count` in all, which show every letter of the solution.

        All `clues` together must show every letter, and begin with the fixed ones. More than `count` are returned if
        more are fixed, or if it takes more to show every letter. Of the clues that are not fixed, clues with marks are
        kept first; apart from this, chance decides.
        """
        fixed_count = len(self.fixed)
        kept = list(clues[:fixed_count])
        # clues with marks first; two clues with marks, or two without, stand in an order drawn by chance
        rest = sorted(clues[fixed_count:], key=lambda clue: (clue.marks == 0, self.random.random()))
        for position in find_hidden([clue.word for clue in kept], self.solution):
            showing = [clue for clue in rest if clue.word[position] == self.solution[position]]
            is_shown_by_now = any(clue in kept for clue in showing)  # by a clue kept for another letter
            if not is_shown_by_now:
                kept.append(showing[0])
        others = [clue for clue in rest if clue not in kept]
        missing = max(0, count - len(kept))
        return (*kept, *others[:missing])

    def _draw_clue(self, others: Sequence[Clue], line: int, count: int) -> Clue:
        """Return a new clue, with the number `line`, for a puzzle of `count` clues that has the `others`.

        Several words with the same marks are drawn. Of these words, the most like a model is taken: the word with the
        most letters of the model in place. The model is the word of another clue. But the clues must show every letter
        of the solution: if the letters that are still hidden are at least as many as the clues to come, the model has
        these letters alone. If all the words drawn are clues already, words are drawn again; after `MAX_DRAWS` times,
        the first word that is no clue yet is taken.
        """
        used = [clue.word for clue in others]
        hidden = find_hidden(used, self.solution)
        clues_to_come = count - len(others)
        must_show = len(hidden) >= clues_to_come
        # the solution with spaces for the letters that are shown: WORD with O hidden is " O  "
        hidden_letters = "".join(letter if position in hidden else " " for position, letter in enumerate(self.solution))
        for _ in range(MAX_DRAWS):
            marks = self._draw_marks(others, count, at_least=1 if must_show else 0)
            # drawn even if it is then not needed: so each seed keeps its puzzle
            other_word = pick(self.random, used) if used else ""
            if must_show:
                model = hidden_letters
                words_drawn = COVERING_DRAWS
            else:
                model = other_word
                words_drawn = pick(self.random, self.style.draws)
            drawn = [pick(self.random, self.by_marks[marks]) for _ in range(words_drawn)]
            unused = [word for word in drawn if word not in used]
            if unused:
                most_alike = max(unused, key=partial(count_blacks, model))
                return Clue(most_alike, marks, line)
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

        `others` are the other clues, and `count` is how many clues the puzzle is to have. The number is not below
        `at_least`. It is not above `FEW_MARKS` either, if with one more such clue at least half of all clues would be
        above `FEW_MARKS`. Of these two bounds, one that no word keeps to is ignored.
        """
        allowed = sorted(self.by_marks)
        enough = [marks for marks in allowed if marks >= at_least]
        allowed = enough or allowed
        with_many_marks = sum(clue.marks > FEW_MARKS for clue in others)
        one_more_would_be_half = 2 * (with_many_marks + 1) >= count
        if one_more_would_be_half:
            few = [marks for marks in allowed if marks <= FEW_MARKS]
            allowed = few or allowed
        # with shares of 4, 9 and 3, sums of 4, 13 and 16: a number below 4 draws the first, one from 4 to 13 the second
        sums_of_shares = list(accumulate(self.style.marks[marks] for marks in allowed))
        return allowed[bisect(sums_of_shares, self.random.random() * sums_of_shares[-1])]


def pick(random: Random, choices: Sequence[Choice]) -> Choice:
    """Return one of the choices. Only `Random.random` is used: it gives the same numbers in every Python."""
    return choices[int(random.random() * len(choices))]


def pick_sample(random: Random, words: Sequence[str], most: int) -> Sequence[str]:
    """Return the words; if there are more than `most`, only a random sample of them.

    The sample is drawn by `most` draws. A word that is drawn several times is in the sample once, so the sample may
    have fewer than `most` words.
    """
    if len(words) <= most:
        return words
    return list(dict.fromkeys(pick(random, words) for _ in range(most)))
