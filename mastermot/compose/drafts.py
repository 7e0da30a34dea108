"""Drafts of puzzles: clues drawn for a solution, then changed one at a time.

The draws come from `Random.random` alone, which gives the same numbers in every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from mastermot.explain.grading import Grade
from mastermot.puzzles.clues import Clue

MAX_SORTED = 2_000
"""Words sorted by their marks for one solution, at most: a large dictionary is sampled."""
MAX_DRAWS = 100
"""Draws of words that are all used already before the first one that is not is taken."""
COVERING_DRAWS = 20
"""Words drawn for a change that must show letters of the solution which no other clue shows."""
NEEDED_DRAWS = 60
"""Words drawn for one change of a puzzle where no clue may be spared."""
FEW_MARKS = 2
"""Marks of most clues, at most; fewer than half of the clues may have more."""


class Style(NamedTuple):
    """How clues are drawn."""

    marks: dict[int, int]
    """How often clues have each number of marks."""
    near: tuple[int, ...] = (1, 1, 8, 40)
    """Words drawn for one change: of several, the nearest to another clue, so that clues can be compared."""


USUAL_STYLE = Style({0: 4, 1: 9, 2: 3})
"""Where no level is asked for."""
BY_LEVEL = {
    1: Style({0: 3, 1: 4, 2: 4}),
    2: Style({0: 1, 1: 4, 2: 4}, near=(1,)),
    3: Style({0: 1, 1: 9, 2: 3}),
    4: Style({0: 1, 1: 9, 2: 1}, near=(1,)),
    5: Style({0: 1, 1: 18, 2: 1}),
}
"""Words that share letters make easy comparisons; clues of one mark each leave hard ones. Measured: of puzzles drawn
so, 24 to 57 % have the level, whereas drawn as usual 5 % have level 5."""
HARD_SHORT_STYLE = Style({0: 1, 1: 18, 2: 1}, near=(1,))
"""Three or four letters leave little to find out: nearly all of their puzzles have level 1."""
MIDDLE_STYLE = Style({0: 2, 1: 6, 2: 6, 3: 2})
LONG_STYLE = Style({0: 2, 1: 4, 2: 3, 3: 2, 4: 2, 5: 1})
"""Long words have many columns and as few clues, so each tells more."""
SHORT_LENGTH, MAGAZINE_LENGTH, MIDDLE_LENGTH = 4, 5, 7
"""The longest of the short words, the length of the magazine's, and the longest of the middle ones."""
HARD_LEVEL = 4


def choose_style(length: int, level: int | None, clues: int) -> Style:
    """Return how that many clues of this length are drawn for puzzles of this level."""
    easy = (level or 1) < HARD_LEVEL
    if length > MAGAZINE_LENGTH and clues >= 2 * length and not easy:
        return Style(USUAL_STYLE.marks, near=(1,))
    if length > MIDDLE_LENGTH:
        return LONG_STYLE if easy else MIDDLE_STYLE
    if length > MAGAZINE_LENGTH:
        return LONG_STYLE if easy and level else MIDDLE_STYLE
    if length <= SHORT_LENGTH and (level or 1) > 1:
        return HARD_SHORT_STYLE
    return BY_LEVEL.get(level or 0, USUAL_STYLE)


class Draft(NamedTuple):
    """Clues, and what is known of them."""

    clues: tuple[Clue, ...]
    distance: tuple[float, float]
    """How far from what is wanted: solutions, then clues to spare and levels. Both 0 when it is what is wanted."""
    grade: Grade | None = None
    others: tuple[tuple[str, ...], ...] = ()
    """For each clue, the strings that would be solutions too without it, where that was looked at."""


def count_blacks(word: str, other: str) -> int:
    """Return the number of positions where two words of one length have the same letter."""
    return sum(map(str.__eq__, word, other))


def find_hidden(clues: Sequence[Clue], solution: str) -> list[int]:
    """Return the positions where no clue shows the letter of the solution."""
    return [place for place, letter in enumerate(solution) if all(clue.word[place] != letter for clue in clues)]


class Drawer:
    """Draws clues about one solution, from words sorted by their marks; the `fixed` ones are never changed."""

    def __init__(
        self, random: Random, words: Sequence[str], solution: str, style: Style, fixed: tuple[Clue, ...]
    ) -> None:
        self.random, self.solution, self.style, self.fixed = random, solution, style, fixed
        self.by_marks: dict[int, list[str]] = {}
        """The words by the marks they would get, where clues may have so many."""
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

    def change(self, draft: Draft) -> tuple[Clue, ...]:
        """Return the clues of the draft with one of them replaced."""
        clues = draft.clues
        first = len(self.fixed)
        index = first + int(self.random.random() * (len(clues) - first))
        others = clues[:index] + clues[index + 1 :]
        drawn = self._draw_needed(draft, index) if draft.others else self._draw_clue(others, 0, len(clues))
        return (*clues[:index], drawn._replace(line=clues[index].line), *clues[index + 1 :])

    def _draw_needed(self, draft: Draft, index: int) -> Clue:
        """Return a clue in the place of one: it refuses the strings which that one refuses alone.

        Of those drawn it is the one that leaves to most other clues a string which they refuse alone, so that they
        stay needed; then the nearest to one of them.
        """
        refused = draft.others[index]
        kept = [pick(self.random, strings) for other, strings in enumerate(draft.others) if other != index and strings]
        others = [clue for clue in draft.clues if clue is not draft.clues[index]]
        used = {clue.word for clue in others}
        near = pick(self.random, [clue.word for clue in others])
        best: tuple[bool, int, int, str, int] | None = None
        for _ in range(NEEDED_DRAWS):
            marks = self._draw_marks(others, len(draft.clues))
            word = pick(self.random, self.by_marks[marks])
            refuses = not any(count_blacks(string, word) == marks for string in refused)
            needed = sum(count_blacks(string, word) == marks for string in kept)
            key = (refuses, needed, count_blacks(word, near), word, marks)
            if word not in used and (best is None or key > best):
                best = key
        return draft.clues[index] if best is None else Clue(best[3], best[4], 0)

    def _draw_clue(self, others: Sequence[Clue], line: int, count: int) -> Clue:
        """Return a new clue near to one of the others, or one that shows hidden letters where few are to come."""
        used = {clue.word for clue in others}
        hidden = find_hidden(others, self.solution)
        covering = len(hidden) >= count - len(others)
        for _ in range(MAX_DRAWS):
            marks = self._draw_marks(others, count, at_least=covering)
            near = pick(self.random, [clue.word for clue in others]) if others else ""
            tries = COVERING_DRAWS if covering else self.style.near[int(self.random.random() * len(self.style.near))]
            drawn = [pick(self.random, self.by_marks[marks]) for _ in range(tries)]
            drawn = [word for word in drawn if word not in used]
            if drawn and covering:
                return Clue(max(drawn, key=lambda word: sum(word[i] == self.solution[i] for i in hidden)), marks, line)
            if drawn:
                return Clue(max(drawn, key=lambda word: count_blacks(word, near)), marks, line)
        unused = ((word, marks) for marks, words in self.by_marks.items() for word in words if word not in used)
        return Clue(*next(unused), line)

    def _draw_marks(self, others: Sequence[Clue], count: int, at_least: int = 0) -> int:
        """Return how many marks the next clue has: few when as many of the others have more as may."""
        allowed = [marks for marks in sorted(self.by_marks) if marks >= at_least] or sorted(self.by_marks)
        if sum(clue.marks > FEW_MARKS for clue in others) >= (count - 1) // 2:
            allowed = [marks for marks in allowed if marks <= FEW_MARKS] or allowed
        drawn = self.random.random() * sum(self.style.marks[marks] for marks in allowed)
        for marks in allowed:
            drawn -= self.style.marks[marks]
            if drawn < 0:
                return marks
        return allowed[-1]


def pick(random: Random, choices: Sequence[str]) -> str:
    """Return one of the choices."""
    return choices[int(random.random() * len(choices))]


def pick_sample(random: Random, words: Sequence[str], most: int) -> Sequence[str]:
    """Return the words, or `most` of them or fewer drawn at random where there are more."""
    if len(words) <= most:
        return words
    return list(dict.fromkeys(pick(random, words) for _ in range(most)))
