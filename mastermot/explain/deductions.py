"""Arguments become steps with the facts that they need: the fewest positions whose possible letters they use.

All other positions are taken as they were at the start. What counts is what the clues and the facts imply, by whatever
technique: a fact that is not needed is left out, even if the easiest technique would use it; then the step is shown by
the easiest technique that works without it.

The last resort, on puzzles too large to search, is a step that says what is left once everything was tried: no clue of
it can be left out, unless the work allowed did not suffice to know; other, smaller sets might do too.
"""

from __future__ import annotations

from mastermot.explain.board import ClueBoard, find_changed, find_outside, find_placed, keep_facts, remove_letters
from mastermot.explain.cases import MAX_CASES
from mastermot.explain.model import Argument, Atom, Domains, Fact, Letter, Step
from mastermot.explain.techniques import TECHNIQUES, Technique
from mastermot.puzzles.prefixes import Budget, OutOfWorkError, find_string

REMAINDER = "remainder"
"""The kind of this step."""
MAX_REMAINDER_WORK = 200_000
"""Prefixes tried at most; past them, clues and facts are kept without knowing whether they are needed."""


class Claim:
    """What a set of clues is to prove: letters ruled out and places filled, or that it cannot hold (`clash`)."""

    def __init__(self, board: ClueBoard, domains: Domains, argument: Argument) -> None:
        self.board, self.clue_set, self.domains, self.clash = board, argument.clue_set, domains, argument.clash
        self.removed = argument.removed
        self.placed = find_placed(domains, remove_letters(domains, argument.removed))

    def _recall(self, facts: frozenset[int]) -> tuple[Domains, frozenset[Atom]]:
        """Return the letters possible when only these facts are used, and those that must then be ruled out."""
        start = keep_facts(self.board.columns, self.domains, facts)
        others = {(position, other) for position, letter in self.placed for other in start[position] if other != letter}
        return start, self.removed | others

    def find_parts(self, technique: Technique, facts: frozenset[int]) -> list[Argument]:
        """Return the arguments of a technique that prove the claim together from these facts; empty when none do."""
        start, goals = self._recall(facts)
        parts = []
        for argument in technique.find(self.board, self.clue_set, start):
            if self.clash:
                if argument.clash:
                    return [argument]
            elif goals <= argument.removed:
                return [argument._replace(removed=goals)]
            elif technique.joins and goals & argument.removed:
                parts.append(argument._replace(removed=argument.removed & goals))
        return parts if parts and goals <= frozenset().union(*(part.removed for part in parts)) else []

    def show(self, technique: Technique, facts: frozenset[int]) -> Argument:
        """Return the argument of a technique for the claim from these facts, with what shows it."""
        start, goals = self._recall(facts)
        shown = [technique.show(part, self.board, start) for part in self.find_parts(technique, facts)]
        if len(shown) == 1:
            return shown[0]
        cases = tuple(case for part in shown for case in part.cases)
        kept = all(part.cases for part in shown) and sum(case.leaves for case in cases) <= MAX_CASES
        return Argument(technique.kind, self.clue_set, goals, cases=cases if kept else ())

    def is_implied(self, facts: frozenset[int]) -> bool:
        """Return whether the claim follows at all from these facts."""
        start, goals = self._recall(facts)
        ruled_out = self.board.find_removable(self.clue_set, start)
        return ruled_out is None or (not self.clash and goals <= ruled_out)


def make_step(
    board: ClueBoard,
    domains: Domains,
    argument: Argument,
    facts: frozenset[int],
    removed: frozenset[Atom],
    searched: int | None = None,
) -> Step:
    """Return the step from the letters `domains` that rules `removed` out by an argument from some facts."""
    after = remove_letters(domains, removed)
    return Step(
        kind=argument.kind,
        clues=tuple(board.clues[index] for index in board.list_indices(argument.clue_set)),
        facts=tuple(Fact(position + 1, domains[position]) for position in sorted(facts)),
        placed=tuple(Letter(position + 1, letter) for position, letter in find_placed(domains, after)),
        removed=tuple(Letter(position + 1, letter) for position, letter in sorted(removed)),
        clash=argument.clash,
        before=domains,
        after=after,
        argument=argument,
        start=keep_facts(board.columns, domains, facts),
        all_clues=board.clues,
        columns=board.columns,
        searched=searched,
    )


def minimise(board: ClueBoard, argument: Argument, domains: Domains) -> Step:
    """Return the step from the fewest facts that proves what an argument does; by its technique where possible."""
    claim = Claim(board, domains, argument)
    technique = TECHNIQUES[argument.kind]
    facts = find_changed(board.columns, domains)
    usable = bool(claim.find_parts(technique, facts))
    for position in sorted(facts):
        if claim.find_parts(technique, facts - {position}):
            facts, usable = facts - {position}, True
    for position in sorted(facts):
        if claim.is_implied(facts - {position}):
            facts, usable = facts - {position}, False
    if not usable:
        technique = next(easiest for easiest in TECHNIQUES.values() if claim.find_parts(easiest, facts))
    return make_step(board, domains, claim.show(technique, facts), facts, argument.removed)


def deduce_remainder(board: ClueBoard, domains: Domains, target: Domains, searched: int) -> Step:
    """Return the step that leaves `target` of `domains`; `target` without letters is a clash."""
    clash = not all(target)
    removed = frozenset[Atom]() if clash else find_outside(domains, target)
    against = set(removed)
    for position, own in find_placed(domains, remove_letters(domains, removed)):
        against |= {(position, other) for other in board.columns[position] if other != own}
    budget = Budget(MAX_REMAINDER_WORK)

    def is_needed(clue_set: int, start: Domains) -> bool:
        """Return whether a string of `start` satisfies the clues against the claim, or the work ran out."""
        clues = [board.clues[index] for index in board.list_indices(clue_set)]
        try:
            return find_string(clues, start, budget.spend, None if clash else against) is not None
        except OutOfWorkError:
            return True

    facts = find_changed(board.columns, domains)
    clue_set = (1 << len(board.clues)) - 1
    for index in range(len(board.clues)):
        fewer = clue_set & ~(1 << index)
        if not is_needed(fewer, domains):
            clue_set = fewer
    for position in sorted(facts):
        fewer_facts = facts - {position}
        if not is_needed(clue_set, keep_facts(board.columns, domains, fewer_facts)):
            facts = fewer_facts
    return make_step(board, domains, Argument(REMAINDER, clue_set, removed, clash=clash), facts, removed, searched)
