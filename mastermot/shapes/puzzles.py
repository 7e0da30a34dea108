"""Puzzles: solved, explained, composed, read."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Why = Literal["full", "needed", "over", "short"]


class Solution(TypedDict):
    """A word that fits every clue."""

    word: str
    known: bool
    """Whether the dictionary has the word."""
    spellings: list[str]


class StepLetter(TypedDict):
    """A letter at a position, 1 for the first."""

    position: int
    letter: str


class StepFact(TypedDict):
    """The letters that earlier steps left possible at a position, as a step uses them."""

    position: int
    letters: str


class CaseLink(TypedDict):
    """What follows from one clue, in a case."""

    clue: int
    """By line."""
    why: Why
    """The clue would have its marks (full), or need all the letters it may still have (needed); or, and that ends the
    case, have too many marks (over) or too few (short)."""
    removed: list[StepLetter]
    """The letters that this rules out, as far as they matter further on."""


class Case(TypedDict):
    """Letters supposed at a position, what follows, and the cases within, one of which must then be true."""

    position: int | None
    """1 for the first; null where nothing is supposed."""
    letters: str
    """Those supposed there, one or the other."""
    links: list[CaseLink]
    """What follows, in order; each rests on those before."""
    cases: list[Case]
    """The cases within, one of which must then be true."""


class Step(TypedDict):
    """One step of the reasoning."""

    kind: str
    """The technique."""
    clues: list[int]
    """The clues that it rests on, by line."""
    facts: list[StepFact]
    """What earlier steps left possible, as far as it is used."""
    placed: list[StepLetter]
    """The letters that it makes certain."""
    removed: list[StepLetter]
    """The letters that it rules out."""
    clash: bool
    """Whether it shows instead that the clues contradict each other."""
    cases: list[Case] | None
    """The cases that show it, if it takes cases; null when they are too many or all was tried at once."""
    text: str
    """The step in full; cases are numbered lines."""
    hints: list[str]
    """Three hints to it: which clues, what they show, the step itself."""
    grid: str
    """The letters placed after it, ? elsewhere."""
    columns: list[str]
    """The letters left in every column after it; * is one that no clue shows."""


class Difficulty(TypedDict):
    """The grade of a puzzle."""

    level: int
    """1 (easy) to 5 (hard)."""
    clues: int
    """How many clues the hardest round needs at once."""
    kind: str
    """The technique of the hardest round."""
    effort: int
    """The sum of what the rounds cost."""
    rounds: int
    complete: bool
    """Whether everything was tried; if not, the level is 5."""
    rating: int
    """The sets of clues that a person looks at, on average, to find every round."""
    open_steps: float
    """How many steps are open at once, on average."""
    hardest_open: int
    """How many steps are open at the hardest point."""


class Clue(TypedDict):
    """A clue: a word with its number of well-placed letters."""

    word: str
    marks: int
    """The number of its letters that are well placed."""


class Repair(TypedDict):
    """A change of one clue that leaves a solution."""

    line: int
    was: Clue
    """As it was typed."""
    now: Clue
    """As it may have been meant."""
    solutions: list[str]
    """Dictionary words, common ones first; strings where no word fits then."""


class UnknownWord(TypedDict):
    """A clue word that the dictionary lacks."""

    line: int
    word: str
    suggestions: list[str]
    """Near words of the dictionary, nearest first."""


class Mistake(TypedDict):
    """A letter that a player is wrong about."""

    position: int
    letter: str
    placed: bool
    """Whether it was held for certain; else it was ruled out."""
    clues: list[int]
    """Lines of the clues that show it; none for a letter that no clue shows there."""
    text: str


class Solved(TypedDict):
    """The solutions of a puzzle: the object of `mastermot solve --json`."""

    rule: Literal["black"]
    length: int
    solutions: list[Solution]
    """Known words first."""
    count: int
    """How many solutions there are."""
    complete: bool
    """Whether all of them are listed."""
    generations: list[int]
    """Prefixes kept at each length."""
    generated: list[int]
    """Prefixes made at each length."""
    others: list[Solution]
    """Words that fit with a letter that no clue has in the same position."""
    dictionary: str
    steps: list[Step]
    """The steps of reasoning, with `explain`."""
    difficulty: Difficulty | None
    """With `explain`."""
    unexplained: str | None
    """Why the steps are missing though `explain` asks for them, or null."""
    conflict: list[int] | None
    """Lines of a smallest set of clues that contradict each other."""
    conflict_smallest: bool | None
    """Whether no smaller set of clues conflicts."""
    repairs: list[Repair]
    """Where no solution is a dictionary word: single changes of one clue that leave one, best first."""
    repairs_known: int
    """How many of the first repairs leave dictionary words."""
    unknown: list[UnknownWord]
    """Clue words that the dictionary lacks."""
    title: str
    """The lines of the text that were taken as a title; empty where none was, and for clues given as JSON."""
    mistakes: NotRequired[list[Mistake]]
    """With `hint`: letters you are wrong about."""
    consistent: NotRequired[bool]
    """With `hint`: whether a solution agrees with your letters."""


class ComposedClue(Clue):
    """A clue of a composed puzzle."""

    spelling: str
    """The word as it is spelled, with its accents."""


class ComposedPuzzle(TypedDict):
    """A composed puzzle."""

    clues: list[ComposedClue]
    solution: str
    spellings: list[str]
    difficulty: int
    """1 (easy) to 5 (hard)."""
    grade: Difficulty
    seed: int


class Puzzles(TypedDict):
    """New puzzles: the object of `mastermot compose --json`."""

    puzzles: list[ComposedPuzzle]


class ReadPuzzle(TypedDict):
    """A puzzle that was read."""

    name: str
    """Its title in the text, or the comment above it; empty when it has none."""
    title: str
    """The lines that were taken as its title, without comments."""
    clues: list[Clue]


class ReadPuzzles(TypedDict):
    """The puzzles in a text, in order."""

    puzzles: list[ReadPuzzle]


class DailyPuzzle(Puzzles):
    """The puzzle of a day: the object of `mastermot daily --json`."""

    date: str
    """The day, as YYYY-MM-DD."""
    level: int
