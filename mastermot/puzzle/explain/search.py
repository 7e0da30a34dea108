"""The search for the simplest argument: fewest clues first, then the easiest technique.

What is found depends only on which clues show the same letter in each column and on their marks; and an argument stays
good when more letters have been ruled out, so that the hardest one needed does not depend on the order of the others.
"""

from dataclasses import dataclass
from math import comb, prod
from typing import NamedTuple

from mastermot.puzzle.explain.board import ClueBoard, iterate_subsets
from mastermot.puzzle.explain.model import Argument, Atom, Domains
from mastermot.puzzle.explain.techniques import TECHNIQUES
from mastermot.puzzle.prefixes import Budget

MAX_SETS = 20_000  #: Sets of clues looked at for one explanation, at most; ten clues of five letters take some 500.
MAX_FRAME = 1 << 18  #: Count vectors of the largest set of clues looked at in the search for the smallest.


class Round(NamedTuple):
    """All the arguments of the lowest rank there is: how many clues, which technique."""

    size: int
    kind: str
    arguments: tuple[Argument, ...]
    undecided: int  #: How many clues had letters that were not decided yet: those among which a person looks.

    @property
    def open_steps(self) -> int:
        """How many steps of this rank are open at once: the sets of clues that have an argument of it."""
        return len({argument.clue_set for argument in self.arguments})

    @property
    def removed(self) -> frozenset[Atom]:
        """All that these arguments rule out together."""
        return frozenset().union(*(argument.removed for argument in self.arguments))


@dataclass
class TooManySetsError(Exception):
    """The sets of clues left to try are more than the work allowed."""

    searched: int  #: The size that was tried whole.


def _find_smallest(board: ClueBoard, domains: Domains, undecided: list[int], budget: Budget) -> tuple[list[int], bool]:
    """Return the smallest sets of clues that rule something out or (True) clash. Raises `TooManySetsError`."""
    masks = [set(map(hit.__getitem__, letters)) for hit, letters in zip(board.hits, domains, strict=True)]
    radices = sorted((board.clues[index].marks + 2 for index in undecided), reverse=True)
    decided = [1 << index for index in range(len(board.clues)) if index not in undecided]
    for size in range(len(undecided) + 1):
        budget.left -= comb(len(undecided), size) * (size > 0)
        if budget.left < 0 or prod(radices[:size]) > MAX_FRAME:
            raise TooManySetsError(size - 1)
        sets = iterate_subsets(undecided, size) if size else decided  # those may only clash
        dead = {one: board.find_unsupported(one, [{mask & one for mask in column} for column in masks]) for one in sets}
        clashing = [clue_set for clue_set, pairs in dead.items() if pairs is None]
        if found := clashing or [clue_set for clue_set, pairs in dead.items() if pairs]:
            return found, bool(clashing)
    return [], False


def find_round(board: ClueBoard, domains: Domains, budget: Budget) -> Round | None:
    """Return the arguments of the lowest rank, None when nothing is ruled out. Raises `TooManySetsError`."""
    undecided = [  # the clues whose letters are not all decided
        index
        for index, clue in enumerate(board.clues)
        if any(letter in letters != letter for letter, letters in zip(clue.word, domains, strict=True))
    ]
    sets, clash = _find_smallest(board, domains, undecided, budget)
    for technique in TECHNIQUES.values():
        arguments = tuple(
            argument
            for clue_set in sets
            for argument in technique.find(board, clue_set, domains)
            if argument.clash or not clash
        )
        if arguments:
            return Round(sets[0].bit_count(), technique.kind, arguments, len(undecided))
    return None
