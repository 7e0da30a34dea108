"""The last resort on puzzles too large: what is left, shown by trying everything, from clues that are all needed.

The set of clues is then only one from which none can be left out, as far as the work allowed tells; fewer others might
do. Nothing of the search is told but that it was made.
"""

from __future__ import annotations

from mastermot.explain.board import Board, Domains, outside, relaxed
from mastermot.explain.minimise import Cited, newly_placed
from mastermot.explain.techniques import Argument
from mastermot.puzzles.prefixes import fields
from mastermot.watch import pulse

WORK = 200_000
"""Prefixes tried at most; past them, clues and facts are kept without knowing whether they are needed."""


def all_at_once(board: Board, domains: Domains, target: Domains) -> Cited:
    """Return the step that leaves `target` of `domains`; `target` without letters is a clash."""
    removed = outside(domains, target)
    clash = not all(target)
    placed = () if clash else newly_placed(domains, target)
    trial = _Trial(board, target, dict(placed))
    facts = frozenset(i for i, (old, new) in enumerate(zip(board.columns, domains, strict=True)) if old != new)
    chosen = (1 << len(board.clues)) - 1
    for index in range(len(board.clues)):
        fewer = chosen & ~(1 << index)
        if not trial.escapes(fewer, domains, domains):
            chosen = fewer
    for position in sorted(facts):
        fewer_facts = facts - {position}
        if not trial.escapes(chosen, relaxed(board.columns, domains, fewer_facts), domains):
            facts = fewer_facts
    argument = Argument("remainder", frozenset() if clash else removed, clash=clash)
    return Cited(chosen, facts, argument, argument.removed, placed)


class _Trial:
    def __init__(self, board: Board, target: Domains, placed: dict[int, str]) -> None:
        self.board, self.target, self.placed = board, target, placed
        self.work = WORK

    def escapes(self, chosen: int, start: Domains, domains: Domains) -> bool:
        """Return whether a string of `start` satisfies the clues `chosen` against the claim, or the work ran out."""
        clues = [self.board.clues[index] for index in self.board.members(chosen)]
        state, guard, steps = fields(clues, start)
        forbidden = [self._against(position, domains[position]) for position in range(len(start))]
        anything = not all(self.target)
        stack = [(0, state, anything)]
        while stack:
            position, state, outside = stack.pop()
            pulse()
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

    def _against(self, position: int, letters: str) -> str:
        return "".join(letter for letter in letters if letter not in self.target[position])
