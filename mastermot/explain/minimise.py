"""The facts that an argument needs: the fewest positions whose possible letters it uses.

All other positions are taken as they were at the start. What counts is what the clues and the facts imply, by whatever
technique: a fact that is not needed is left out, even if the easiest technique would use it; then the step is shown by
the easiest technique that works without it.
"""

from __future__ import annotations

from mastermot.explain.board import Board, find_changed, find_placed, keep_facts, remove_letters
from mastermot.explain.model import Argument, Atom, Deduction, Domains
from mastermot.explain.techniques import TECHNIQUES, Technique, proves, rebuild_argument


class Claim:
    """What a set of clues is to prove: letters ruled out and places filled, or that it cannot hold (`clash`)."""

    def __init__(self, board: Board, domains: Domains, argument: Argument) -> None:
        """Take the claim from an argument found with all that is known (`domains`)."""
        self.board, self.clue_set, self.domains, self.clash = board, argument.clue_set, domains, argument.clash
        self.removed = argument.removed
        after = remove_letters(domains, argument.removed)
        self.placed: tuple[Atom, ...] = () if argument.clash else find_placed(domains, after)

    def find_goals(self, start: Domains) -> frozenset[Atom] | None:
        """Return the letters of `start` that must be ruled out for the claim to hold, None for a clash."""
        if self.clash:
            return None
        others = {(position, other) for position, letter in self.placed for other in start[position] if other != letter}
        return self.removed | others

    def recall(self, facts: frozenset[int]) -> Domains:
        """Return the letters possible when only these facts are used."""
        return keep_facts(self.board.columns, self.domains, facts)

    def argue(self, technique: Technique, facts: frozenset[int]) -> Argument | None:
        """Return an argument of this technique for the claim from these facts alone, or None."""
        start = self.recall(facts)
        return rebuild_argument(technique, self.board, self.clue_set, start, self.find_goals(start))

    def can_argue(self, technique: Technique, facts: frozenset[int]) -> bool:
        """Return whether `argue` finds an argument."""
        start = self.recall(facts)
        return proves(technique, self.board, self.clue_set, start, self.find_goals(start))

    def is_implied(self, facts: frozenset[int]) -> bool:
        """Return whether the claim follows at all from these facts."""
        start = self.recall(facts)
        ruled_out = self.board.find_removable(self.clue_set, start)
        goals = self.find_goals(start)
        return ruled_out is None or (goals is not None and goals <= ruled_out)


def minimise(board: Board, argument: Argument, domains: Domains) -> Deduction:
    """Return the deduction from the fewest facts that proves what an argument does; by its technique where possible."""
    claim = Claim(board, domains, argument)
    technique = TECHNIQUES[argument.kind]
    facts = find_changed(board.columns, domains)
    usable = claim.can_argue(technique, facts)
    for position in sorted(facts):
        if claim.can_argue(technique, facts - {position}):
            facts, usable = facts - {position}, True
    for position in sorted(facts):
        if claim.is_implied(facts - {position}):
            facts, usable = facts - {position}, False
    if not usable:
        technique = next(easiest for easiest in TECHNIQUES.values() if claim.can_argue(easiest, facts))
    shown = claim.argue(technique, facts)
    if shown is None:
        raise ValueError(f"nothing shows the claim by {technique.kind}")
    return Deduction(shown, facts, claim.removed, claim.placed)
