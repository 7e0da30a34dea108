"""The last resort on puzzles too large: what is left, shown by trying everything.

No clue of such a step can be left out, unless the work allowed did not suffice to know; other, smaller sets might do
too. The step only records that all combinations were searched.
"""

from __future__ import annotations

from mastermot.explain.board import Board, find_changed, find_outside, find_placed, keep_facts
from mastermot.explain.model import Argument, Atom, Deduction, Domains
from mastermot.puzzles.fields import pack_clues

REMAINDER = "remainder"
"""The kind of this step."""
WORK = 200_000
"""Prefixes tried at most; past them, clues and facts are kept without knowing whether they are needed."""


def deduce_remainder(board: Board, domains: Domains, target: Domains) -> Deduction:
    """Return the deduction that leaves `target` of `domains`; `target` without letters is a clash."""
    clash = not all(target)
    removed = frozenset[Atom]() if clash else find_outside(domains, target)
    placed = () if clash else find_placed(domains, target)
    trial = _Trial(board, target, dict(placed))
    facts = find_changed(board.columns, domains)
    clue_set = (1 << len(board.clues)) - 1
    for index in range(len(board.clues)):
        fewer = clue_set & ~(1 << index)
        if not trial.escapes(fewer, domains, domains):
            clue_set = fewer
    for position in sorted(facts):
        fewer_facts = facts - {position}
        if not trial.escapes(clue_set, keep_facts(board.columns, domains, fewer_facts), domains):
            facts = fewer_facts
    return Deduction(Argument(REMAINDER, clue_set, removed, clash=clash), facts, removed, placed)


class _Trial:
    def __init__(self, board: Board, target: Domains, placed: dict[int, str]) -> None:
        self.board, self.target, self.placed = board, target, placed
        self.work = WORK

    def escapes(self, clue_set: int, start: Domains, domains: Domains) -> bool:
        """Return whether a string of `start` satisfies the clues `clue_set` against the claim, or the work ran out."""
        clues = [self.board.clues[index] for index in self.board.list_indices(clue_set)]
        state, guard, steps = pack_clues(clues, start)
        forbidden = [self._list_forbidden(position, domains[position]) for position in range(len(start))]
        anything = not all(self.target)
        stack = [(0, state, anything)]
        while stack:
            position, state, outside = stack.pop()
            self.work -= 1
            if self.work < 0:
                return True
            if position == len(steps):
                if outside:
                    return True
                continue
            for letter, taken in steps[position]:
                if (state - taken) & guard == guard:
                    against = letter in forbidden[position] or (
                        position in self.placed and letter != self.placed[position]
                    )
                    stack.append((position + 1, state - taken, outside or against))
        return False

    def _list_forbidden(self, position: int, letters: str) -> str:
        return "".join(letter for letter in letters if letter not in self.target[position])
