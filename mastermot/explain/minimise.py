"""What an argument rests on: the fewest positions whose possible letters it uses, none of which could be left out.

The positions not cited are taken as they were at the start. What counts is what the cited clues and facts imply, by
whatever reasoning: a fact that they can do without is not cited, even if the easiest reasoning would use it; then the
step is told by the easiest reasoning that does without.
"""

from __future__ import annotations

from typing import NamedTuple

from mastermot.explain.board import Atom, Board, Domains, relaxed, without
from mastermot.explain.search import Found
from mastermot.explain.techniques import KINDS, Argument, rebuilt
from mastermot.watch import pulse


class Cited(NamedTuple):
    """An argument with the clues (mask) and the positions whose possible letters it rests on."""

    chosen: int
    facts: frozenset[int]
    argument: Argument
    removed: frozenset[Atom]
    placed: tuple[Atom, ...]


class Claim:
    """What a set of clues is to prove: letters ruled out and places filled, or that it cannot hold (`clash`)."""

    def __init__(self, board: Board, chosen: int, domains: Domains, argument: Argument) -> None:
        """Take the claim from an argument found with all that is known (`domains`)."""
        self.board, self.chosen, self.domains, self.clash = board, chosen, domains, argument.clash
        self.removed = argument.removed
        after = without(domains, argument.removed)
        self.placed: tuple[Atom, ...] = () if argument.clash else newly_placed(domains, after)

    def goals(self, start: Domains) -> frozenset[Atom] | None:
        """Return the letters of `start` that must be ruled out for the claim to hold, None for a clash."""
        if self.clash:
            return None
        others = {(position, other) for position, letter in self.placed for other in start[position] if other != letter}
        return self.removed | others

    def known(self, facts: frozenset[int]) -> Domains:
        """Return the letters possible when only these facts are used."""
        return relaxed(self.board.columns, self.domains, facts)

    def argued(self, kind: str, facts: frozenset[int]) -> Argument | None:
        """Return an argument of this kind for the claim from these facts alone, or None."""
        pulse()
        start = self.known(facts)
        return rebuilt(kind, self.board, self.chosen, start, self.goals(start))

    def implied(self, facts: frozenset[int]) -> bool:
        """Return whether the claim follows at all from these facts."""
        pulse()
        start = self.known(facts)
        ruled_out = self.board.removable(self.chosen, start)
        goals = self.goals(start)
        return ruled_out is None or (goals is not None and goals <= ruled_out)


def newly_placed(before: Domains, after: Domains) -> tuple[Atom, ...]:
    """Return the places filled between two states."""
    return tuple(
        (position, new)
        for position, (old, new) in enumerate(zip(before, after, strict=True))
        if len(new) == 1 and old != new
    )


def cited(board: Board, found: Found, domains: Domains) -> Cited:
    """Return an argument of the clues found, from the fewest facts; of the kind found whenever that is possible."""
    claim = Claim(board, found.chosen, domains, found.argument)
    kind = found.argument.kind
    facts = frozenset(i for i, (old, new) in enumerate(zip(board.columns, domains, strict=True)) if old != new)
    argument = claim.argued(kind, facts)
    for position in sorted(facts):
        fewer = facts - {position}
        simpler = claim.argued(kind, fewer)
        if simpler is not None:
            facts, argument = fewer, simpler
    for position in sorted(facts):
        if claim.implied(facts - {position}):
            facts, argument = facts - {position}, None
    if argument is None:
        argument = next(one for one in (claim.argued(kind, facts) for kind in KINDS) if one is not None)
    return Cited(found.chosen, facts, argument, claim.removed, claim.placed)
