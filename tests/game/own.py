"""A rule and a player as a user could define them, in a module of their own: importing it registers both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from mastermot import Marks, Position, Rule
from mastermot.errors import Reason
from mastermot.game import Choice, Codebreaker
from mastermot.game.codebreakers import register as register_player
from mastermot.rules import register
from mastermot.rules.arrays import CodeArrays, Numbers, Rows
from mastermot.rules.requirements import Requirements


class Total(Rule):
    """Only the total is told: how many symbols guess and secret share, in whatever place."""

    name = "owntotal"
    symmetries = ("colours", "holes")
    title = "only the total"
    meaning = "O: in the secret, somewhere; all X: it is the secret."

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return as many whites as symbols are shared; the secret itself gets blacks."""
        found = list(guess) == list(secret)
        return self.all_black(len(guess)) if found else Marks(0, (Counter(guess) & Counter(secret)).total())

    def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the same for many codes at once; without it, they would be marked pair by pair."""
        found = self.number(self.all_black(codes.length), codes.length)
        shared = codes.shared(guesses, secrets).astype(np.min_scalar_type(found))
        shared[codes.blacks(guesses, secrets) == codes.length] = found
        return shared

    def why_impossible(self, marks: Marks, length: int) -> Reason | None:
        """Return why no code gets these marks."""
        return Reason("all X, or none") if marks.blacks not in (0, length) else super().why_impossible(marks, length)

    def require(self, wanted: Requirements, guess: Sequence[int], marks: Marks) -> None:
        """Demand the symbols shared, and another code than the guess; or this code."""
        if self.wins(marks, wanted.length):
            wanted.demand_blacks(guess, wanted.length, wanted.length)
            return
        copies = np.bincount(guess, minlength=wanted.symbols)
        wanted.demand_total(np.minimum(copies[:, None], np.arange(wanted.length + 1)), marks.whites)
        wanted.demand_blacks(guess, 0, wanted.length - 1)


class Opener(Codebreaker):
    """A player with a fixed opening; then it plays as a strategy does."""

    name = "ownopener"
    default_strategy = "parts"
    default_pool = "all"

    def find_guess(self, position: Position) -> Choice:
        """Return the opening, ABBB…, then the best guess by the strategy."""
        if position.history:
            return super().find_guess(position)
        return Choice("A" + "B" * (position.codes.length - 1), position.count)


TOTAL = register(Total())
register_player(Opener)
