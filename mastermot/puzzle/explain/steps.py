"""What explanations are made of: letters, inferences, arguments, steps. Data only.

`mastermot.texts.explanations` puts them into words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mastermot.notebooks import draw_board
from mastermot.puzzle.clues import Clue
from mastermot.wording import write

OTHER = "*"  #: Stands for a letter that no clue shows in the column.

Domains = tuple[str, ...]  #: For each position, the letters still possible there, in any order.

Atom = tuple[int, str]  #: A position (0 for the first) and a letter: the smallest thing that can be ruled out.

Signs = tuple[int, ...]  #: For each clue of a set, 1 or -1.

FULL = "full"  #: The clue has its marks: its other letters are out of place.
NEEDED = "needed"  #: The clue needs all the letters it may still have: they are in place.
OVER = "over"  #: The clue would have too many marks.
TOO_FEW = "short"  #: The clue could not reach its marks.
SUPPOSED = "supposed"  #: No inference: a letter is supposed, and the others of its position are left aside.


class Link(NamedTuple):
    """One inference of a chain: a clue (its index, -1 for none), why, and the letters that it rules out."""

    clue: int  #: The index of the clue, -1 for none.
    why: str  #: Why: `FULL`, `NEEDED`, `OVER`, `TOO_FEW` or `SUPPOSED`.
    removed: frozenset[Atom]  #: The letters that it rules out.

    @property
    def impossible(self) -> bool:
        """Whether the chain ends here, the clue being impossible."""
        return self.why in (OVER, TOO_FEW)


class Case(NamedTuple):
    """Letters supposed at a position, what follows, and the cases within it, one of which must then be true."""

    position: int  #: 0 for the first; -1 if nothing is supposed, and the clues alone are followed.
    letters: str  #: The letters supposed, any one of them; empty if nothing is supposed.
    links: tuple[Link, ...]  #: What follows, clue by clue.
    cases: tuple[Case, ...] = ()  #: The cases within.

    @property
    def leaves(self) -> int:
        """The number of innermost cases: those without cases within."""
        return sum(case.leaves for case in self.cases) or 1


class Argument(NamedTuple):
    """What a technique proves from a set of clues: letters ruled out, or that they contradict each other (`clash`)."""

    kind: str  #: The technique, by its kind.
    clue_set: int  #: The clues, as a mask of their indices.
    removed: frozenset[Atom]  #: The letters that it rules out.
    clash: bool = False  #: Whether it shows that the clues contradict each other.
    signs: Signs = ()  #: For a sum: the sign of each clue of the set, in order.
    tops: tuple[int, ...] = ()  #: For a sum that is shown: the most that each position can bring to it.
    best: tuple[int, ...] = ()
    """The same for a string with one of the letters ruled out (`show_sum`); equal to `tops` if none is (`clash`)."""
    cases: tuple[Case, ...] = ()  #: For techniques that suppose letters: the cases tried; empty if they are too many.


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter at a position, 1 for the first."""

    position: int
    letter: str


def list_letters(atoms: Iterable[Atom]) -> tuple[Letter, ...]:
    """Return letters for readers, in order: their positions count from 1."""
    return tuple(Letter(position + 1, letter) for position, letter in sorted(atoms))


@dataclass(frozen=True, slots=True)
class Fact:
    """What a step takes as known: the letters that were still possible at a position, 1 for the first."""

    position: int
    letters: str  #: The letters, capitals.


class Step(NamedTuple):
    """One step: the clues and facts that it rests on, and what it proves."""

    kind: str  #: The technique, a key of `techniques.TECHNIQUES`, or ``remainder`` (see `explainer`).
    clues: tuple[Clue, ...]  #: The clues that it needs.
    facts: tuple[Fact, ...]  #: What earlier steps left possible, as it is used.
    placed: tuple[Letter, ...]  #: Letters that are certain after it.
    removed: tuple[Letter, ...]  #: Letters ruled out, by position: all others where a letter is placed.
    clash: bool  #: Whether the step proves instead that the clues cannot hold together.
    before: Domains  #: The letters possible before the step.
    after: Domains  #: The letters possible after it.
    argument: Argument  #: How it is shown; its clues are indices into `all_clues`.
    start: Domains  #: The letters possible when only the cited facts are used: what `argument` reasons on.
    all_clues: tuple[Clue, ...]  #: The clues of the explanation.
    columns: Domains  #: The letters possible at the start of the explanation.
    searched: int | None  #: If the step is a remainder: the size up to which all sets of clues were tried; else None.

    @property
    def grid(self) -> str:
        """The letters placed so far, ``?`` where several are possible and `OTHER` for one that no clue shows."""
        return "".join(letters if len(letters) == 1 else "?" for letters in self.after)

    def text(self, language: str = "en") -> str:
        """Return the step in words: in English (``en``), French (``fr``) or Spanish (``es``).

        Raises `LanguageUnknownError`.
        """
        return write(self, language)


class Explanation(NamedTuple):
    """The steps of a puzzle, as far as logic goes."""

    clues: tuple[Clue, ...]  #: The clues reasoned on: all, or those that cannot hold together.
    columns: Domains  #: The letters possible at the start.
    steps: tuple[Step, ...]  #: The steps, in order.
    strings: tuple[str, ...]  #: What fits every clue: when there are several, logic cannot tell them apart.
    searched: int | None  #: None if the work sufficed; else the size up to which all sets of clues were tried.

    @property
    def domains(self) -> Domains:
        """The letters possible at the end."""
        return self.steps[-1].after if self.steps else self.columns

    @property
    def open(self) -> bool:
        """Whether letters that no clue shows were possible."""
        return any(OTHER in letters for letters in self.columns)

    def text(self, language: str = "en") -> str:
        """Return the steps in words, numbered, a line each: in English (``en``), French (``fr``) or Spanish (``es``).

        Raises `LanguageUnknownError`.
        """
        return write(self, language)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return draw_board((step.grid, step.text()) for step in self.steps)
