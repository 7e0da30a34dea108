"""The explained solver: a puzzle solved in steps that a person can follow, each as simple as can be.

What is known is, for each position, the letters still possible: at the start those that the clues show in its column,
and `OTHER` when no word made of these fits and the dictionary has one that does not. Each step cites clues, and the
positions whose possible letters it uses; from these alone, and from the start of the others, follows what it proves.
Steps are data; `wording` tells them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mastermot.explain.board import OTHER, Atom, Board, Domains, outside, spanned, without
from mastermot.explain.minimise import Cited, cited, newly_placed
from mastermot.explain.remainder import all_at_once
from mastermot.explain.search import WORK, Found, OutOfWorkError, Reasoner, Simplest
from mastermot.explain.techniques import Argument
from mastermot.puzzles.clues import Clue
from mastermot.puzzles.prefixes import DEFAULT_LIMIT, Answer, strings


class Letter(NamedTuple):
    """A letter at a position, 1 for the first."""

    position: int
    letter: str


class Fact(NamedTuple):
    """The letters that earlier steps left possible at a position (1 for the first), as a step uses them."""

    position: int
    letters: str


class Step(NamedTuple):
    """One step: the clues and facts that it rests on, and what it proves."""

    kind: str
    """The way of reasoning, one of `mastermot.explain.techniques.KINDS`, or ``remainder`` (see `smallest`)."""
    clues: tuple[Clue, ...]
    facts: tuple[Fact, ...]
    placed: tuple[Letter, ...]
    removed: tuple[Letter, ...]
    """Letters ruled out, in the order of positions; where a place is filled, all the others that were possible."""
    clash: bool
    """Whether the step proves instead that the clues cannot hold together."""
    before: Domains
    """The letters possible before the step."""
    after: Domains
    """The letters possible after it."""
    argument: Argument
    """How it is shown, with clues as indices into `clues` of the explanation."""
    start: Domains
    """The letters possible when only the cited facts are used: what `argument` reasons on."""

    @property
    def grid(self) -> str:
        """The letters placed so far, ``?`` where several are possible and `OTHER` for one that no clue shows."""
        return grid(self.after)


class Explanation(NamedTuple):
    """The steps of a puzzle, as far as logic goes."""

    clues: tuple[Clue, ...]
    """The clues reasoned on: all, or those that cannot hold together."""
    columns: Domains
    """The letters possible at the start."""
    steps: tuple[Step, ...]
    strings: tuple[str, ...]
    """What fits every clue: when there are several, logic cannot tell them apart."""
    searched: int | None
    """None when every smallest set of clues was tried; else the size up to which they were."""

    @property
    def domains(self) -> Domains:
        """The letters possible at the end."""
        return self.steps[-1].after if self.steps else self.columns

    @property
    def open(self) -> bool:
        """Whether letters that no clue shows were possible."""
        return any(OTHER in letters for letters in self.columns)


def grid(domains: Domains) -> str:
    """Return the letters that are alone at their position, ``?`` elsewhere."""
    return "".join(letters if len(letters) == 1 else "?" for letters in domains)


def explain(answer: Answer, limit: int = DEFAULT_LIMIT, work: int = WORK) -> Explanation:
    """Return the explanation of a solved puzzle.

    With solutions, all clues are used, up to the word or as far as logic goes. With none, but dictionary words that
    use a letter that no clue shows in its column, such letters are allowed. Else the smallest conflict is explained.
    Raises `TooManyPrefixesError` when allowing other letters keeps more than `limit` beginnings at one length.
    """
    puzzle = answer.puzzle
    if answer.solutions:
        found = answer.generations[-1].survivors
        return reason(puzzle.clues, puzzle.columns, found, work)
    if answer.others:
        columns = tuple(column + OTHER for column in puzzle.columns)
        return reason(puzzle.clues, columns, strings(puzzle, columns, limit), work)
    clashing = [clue for clue in puzzle.clues if clue.line in answer.conflict]
    return reason(clashing, puzzle.columns, (), work)


def reason(clues: Sequence[Clue], columns: Sequence[str], fitting: Sequence[str], work: int = WORK) -> Explanation:
    """Return the explanation of clues from the letters `columns`, `fitting` being all strings of these that fit."""
    board = Board(clues, columns)
    reasoner = Reasoner(board, work)
    target = spanned(fitting, len(columns))
    domains = board.columns
    steps: list[Step] = []
    searched = None
    while outside(domains, target) and not (steps and steps[-1].clash):
        try:
            simplest = reasoner.simplest(domains)
        except OutOfWorkError as error:
            searched = error.searched
            found = all_at_once(board, domains, target)
        else:
            if simplest is None:
                break
            found = best(board, simplest, domains)
        step = as_step(board, found, domains)
        if step.after == domains and not step.clash:
            break  # every step rules a letter out, or this loop would have no end
        steps.append(step)
        domains = step.after
    return Explanation(tuple(clues), board.columns, tuple(steps), tuple(fitting), searched)


def best(board: Board, simplest: Simplest, domains: Domains) -> Cited:
    """Return the argument to tell among those of the lowest rank: it keeps its kind, and shows most.

    First those that fill places, then those that rule out more letters, then in the order of the clues.
    """
    ranked = sorted(simplest.found, key=lambda found: _showing(found, domains), reverse=True)
    first = None
    for found in ranked:
        told = cited(board, found, domains)
        if told.argument.kind == simplest.kind:
            return told
        first = first or told
    if first is None:
        raise ValueError("no argument to choose from")
    return first


def _showing(found: Found, domains: Domains) -> tuple[bool, int, int]:
    removed = found.argument.removed
    return found.argument.clash, len(newly_placed(domains, without(domains, removed))), len(removed)


def as_step(board: Board, told: Cited, domains: Domains) -> Step:
    """Return a cited argument as a step from the letters `domains`."""
    return Step(
        kind=told.argument.kind,
        clues=tuple(board.clues[index] for index in board.members(told.chosen)),
        facts=tuple(Fact(position + 1, domains[position]) for position in sorted(told.facts)),
        placed=tuple(Letter(position + 1, letter) for position, letter in told.placed),
        removed=tuple(Letter(position + 1, letter) for position, letter in _ordered(told.removed)),
        clash=told.argument.clash,
        before=domains,
        after=without(domains, told.removed),
        argument=told.argument,
        start=tuple(
            domains[position] if position in told.facts else column for position, column in enumerate(board.columns)
        ),
    )


def _ordered(atoms: frozenset[Atom]) -> Iterator[Atom]:
    return iter(sorted(atoms))
