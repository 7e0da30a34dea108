"""The search for the simplest argument: fewest clues first, then the easiest way of reasoning.

What is looked for depends only on which clues show the same letter in each column and on their marks, so it is the
same whatever the letters and the order of the clues; and an argument stays good when more letters have been ruled out,
so the hardest one that a puzzle needs does not depend on the order in which those as easy are taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from mastermot.explain.board import Atom, Board, Domains, subsets
from mastermot.explain.techniques import KINDS, Argument, Finder
from mastermot.watch import pulse

WORK = 20_000
"""Sets of clues looked at for one explanation, at most; ten clues of five letters take some 500."""
LARGEST_FRAME = 1 << 18
"""Count vectors of the largest set of clues looked at in the search for the smallest."""


class Found(NamedTuple):
    """An argument with the set of clues (mask) that it uses."""

    chosen: int
    argument: Argument


class Simplest(NamedTuple):
    """The arguments of the lowest rank there is: how many clues, which kind."""

    size: int
    kind: str
    found: tuple[Found, ...]


class OutOfWorkError(Exception):
    """The sets of clues left to try are more than the work allowed; `searched` is the size that was tried whole."""

    def __init__(self, searched: int) -> None:
        super().__init__(searched)
        self.searched = searched


class Reasoner:
    """The search over one board, with the work it may still do."""

    def __init__(self, board: Board, work: int = WORK) -> None:
        self.board = board
        self.work = work
        self._seen: dict[int, tuple[tuple[frozenset[int], ...], bool | None]] = {}

    def productive(self, domains: Domains) -> tuple[list[int], bool]:
        """Return the smallest sets of clues that rule something out, none when none does; or that cannot hold (True).

        Sets that cannot hold go before all others of their size: anything follows from them. Raises `OutOfWorkError`
        when the sets cannot all be tried.
        """
        masks = self.board.masks(domains)
        active = self.board.active(domains)
        broken = [1 << index for index in range(len(self.board.clues)) if index not in active]
        found = [chosen for chosen in broken if self._dead(chosen, masks)]
        if found:
            return found, True
        for size in range(1, len(active) + 1):
            self._spend(active, size)
            sets = subsets(active, size)
            told = {chosen: verdict for chosen in sets if (verdict := self._rules_out(chosen, masks)) is not False}
            if told:
                clashing = [chosen for chosen, verdict in told.items() if verdict is None]
                return clashing or list(told), bool(clashing)
        return [], False

    def _spend(self, active: list[int], size: int) -> None:
        self.work -= comb(len(active), size)
        largest = 1
        for marks in sorted((self.board.clues[index].marks for index in active), reverse=True)[:size]:
            largest *= marks + 2
        if self.work < 0 or largest > LARGEST_FRAME:
            raise OutOfWorkError(size - 1)

    def _dead(self, chosen: int, masks: list[list[int]]) -> bool:
        return self.board.unsupported(chosen, [{mask & chosen for mask in column} for column in masks]) is None

    def _rules_out(self, chosen: int, masks: list[list[int]]) -> bool | None:
        """Return whether a set rules something out, None when it cannot hold."""
        pulse()
        key = tuple([frozenset([mask & chosen for mask in column]) for column in masks])
        seen = self._seen.get(chosen)
        if seen is not None and seen[0] == key:
            return seen[1]
        dead = self.board.unsupported(chosen, key)
        answer = None if dead is None else bool(dead)
        self._seen[chosen] = key, answer
        return answer

    def simplest(self, domains: Domains) -> Simplest | None:
        """Return the arguments of the lowest rank, None when no set of clues rules anything out.

        Sets that cannot hold are only shown to clash.
        """
        sets, clash = self.productive(domains)
        for kind, find in KINDS.items():
            found = tuple(one for one in self._arguments(find, sets, domains) if one.argument.clash or not clash)
            if found:
                return Simplest(sets[0].bit_count(), kind, found)
        return None

    def _arguments(self, find: Finder, sets: list[int], domains: Domains) -> Iterator[Found]:
        for one in sets:
            pulse()
            for argument in find(self.board, one, domains):
                yield Found(one, argument)


def ruled_out(found: tuple[Found, ...]) -> frozenset[Atom]:
    """Return all that these arguments rule out together."""
    return frozenset().union(*(one.argument.removed for one in found))
