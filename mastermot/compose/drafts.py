"""Drafts of puzzles: clues drawn for a solution, then changed one at a time.

The draws come from one `Random` alone, so that a seed gives the same drafts everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from mastermot.explain.grading import Grade
from mastermot.puzzles.clues import Clue

MARKS = {0: 4, 1: 9, 2: 3}
"""How often clues have each number of marks."""
NEAR = (1, 1, 8, 40)
"""Words drawn for one change: of several, the nearest to another clue, so that clues can be compared."""
MOST_DRAWS = 100
"""Draws of words that are all used already before the first one that is not is taken."""
WITNESSED = 60
"""Words drawn for one change of a puzzle where no clue may be spared."""


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


def sort_by_marks(words: Sequence[str], solution: str) -> dict[int, list[str]]:
    """Return the words by the marks they would get, where clues may have so many."""
    sorted_words: dict[int, list[str]] = {}
    for word in words:
        marks = count_blacks(word, solution)
        if marks in MARKS and marks < len(solution):
            sorted_words.setdefault(marks, []).append(word)
    return sorted_words


class Drawer:
    """Draws clues about one solution, from words sorted by their marks."""

    def __init__(self, random: Random, by_marks: dict[int, list[str]]) -> None:
        self.random = random
        self.by_marks = by_marks

    def draw_clues(self, count: int) -> tuple[Clue, ...] | None:
        """Return clues drawn one by one, or None when there are not enough words of the marks wanted."""
        if sum(map(len, self.by_marks.values())) < count:
            return None
        clues: tuple[Clue, ...] = ()
        for line in range(1, count + 1):
            clues = (*clues, self._draw_clue(clues, line))
        return clues

    def change(self, draft: Draft) -> tuple[Clue, ...]:
        """Return the clues of the draft with one of them replaced."""
        clues = draft.clues
        index = int(self.random.random() * len(clues))
        others = clues[:index] + clues[index + 1 :]
        line = clues[index].line
        drawn = self._draw_needed(draft, index) if draft.others else self._draw_clue(others, line)
        return (*clues[:index], drawn._replace(line=line), *clues[index + 1 :])

    def _draw_needed(self, draft: Draft, index: int) -> Clue:
        """Return a clue in the place of one: it refuses the strings which that one refuses alone.

        Of those drawn it is the one that leaves to most other clues a string which they refuse alone, so that they
        stay needed; then the nearest to one of them.
        """
        refused = draft.others[index]
        kept = [pick(self.random, strings) for other, strings in enumerate(draft.others) if other != index and strings]
        others = [clue.word for clue in draft.clues if clue is not draft.clues[index]]
        near = pick(self.random, others)
        best: tuple[bool, int, int, str, int] | None = None
        for _ in range(WITNESSED):
            marks = self._draw_marks()
            word = pick(self.random, self.by_marks[marks])
            refuses = not any(count_blacks(string, word) == marks for string in refused)
            needed = sum(count_blacks(string, word) == marks for string in kept)
            key = (refuses, needed, count_blacks(word, near), word, marks)
            if word not in others and (best is None or key > best):
                best = key
        return draft.clues[index] if best is None else Clue(best[3], best[4], 0)

    def _draw_clue(self, others: Sequence[Clue], line: int) -> Clue:
        """Return a new clue, different from the others, near to one of them when several words are drawn."""
        used = {clue.word for clue in others}
        for _ in range(MOST_DRAWS):
            marks = self._draw_marks()
            near = pick(self.random, [clue.word for clue in others]) if others else ""
            count = NEAR[int(self.random.random() * len(NEAR))]
            drawn = [pick(self.random, self.by_marks[marks]) for _ in range(count)]
            drawn = [word for word in drawn if word not in used]
            if drawn:
                return Clue(max(drawn, key=lambda word: count_blacks(word, near)), marks, line)
        unused = ((word, marks) for marks, words in self.by_marks.items() for word in words if word not in used)
        return Clue(*next(unused), line)

    def _draw_marks(self) -> int:
        drawn = self.random.random() * sum(MARKS[marks] for marks in self.by_marks)
        for marks in sorted(self.by_marks):
            drawn -= MARKS[marks]
            if drawn < 0:
                return marks
        return max(self.by_marks)


def pick(random: Random, choices: Sequence[str]) -> str:
    """Return one of the choices."""
    return choices[int(random.random() * len(choices))]
