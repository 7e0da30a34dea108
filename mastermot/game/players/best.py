"""The default player: its strategy over all codes while that stays quick, else over a sample or guesses of its own."""

import math

import numpy as np

from mastermot.game.endgames import solve_small
from mastermot.game.large import SECRETS, choose_guess, choose_opening
from mastermot.game.players import base
from mastermot.game.players.base import Choice, StrategyPlayer, choose_row, is_large, make_choice
from mastermot.game.positions import Position
from mastermot.game.strategies import CRITERIA, View
from mastermot.rules.codes import Codes

EXACT = 60  #: Candidates up to which it looks for a guess that no other betters.
EXACT_WORK = 1_000_000  #: Marks looked at for it, at most: 50 ms, a quarter of a second at worst.
WIDE_COST = 4  #: How many times longer it takes where the numbers of marks are many: `positional` from 8 positions on.
MIN_SAMPLE = 2000  #: Candidates and guesses that a sample has at least.


class Best(StrategyPlayer):
    """The largest pool that answers within about a second; exact endgames; games with colours of every size."""

    name = "best"
    default_pool = "all"
    any_size = True

    @classmethod
    def choose_strategy(cls, codes: Codes | None) -> str:
        """Return `parts` on colours while they are few, `entropy` on words and on colours that are many."""
        return "parts" if codes is not None and codes.colours and not is_large(codes) else "entropy"

    def check_work(self, codes: Codes) -> None:
        """Accept everything: it samples where codes are many."""

    def count_guesses(self, position: Position) -> int:
        """Return how many guesses it scores at a position; 0 where it makes its own, in about a second."""
        return 0 if is_large(position.codes) else super().count_guesses(position)

    def sample_size(self, position: Position) -> int | None:
        """Return the sample asked for, or how many candidates and guesses are scored quickly, None when all are."""
        if self.plan.sample is not None:
            return self.plan.sample
        if is_large(position.codes):
            return SECRETS
        quick = base.QUICK_PAIRS // WIDE_COST if position.table.wide else base.QUICK_PAIRS
        pairs = len(position.candidates) * position.table.count
        return None if pairs <= quick else max(MIN_SAMPLE, math.isqrt(quick))

    def is_plain(self, position: Position) -> bool:
        """Return whether it scores all guesses, and looks no further."""
        return super().is_plain(position) and not self.is_exact(position)

    def is_exact(self, position: Position) -> bool:
        """Return whether it looks for a guess that no other betters: few codes left, and nothing else asked for."""
        usual = self.choose_strategy(position.codes), "all", None
        if (self.plan.strategy, self.plan.pool, self.plan.sample) != usual:
            return False
        count = len(position.candidates)
        return 2 < count <= EXACT and count * position.table.count <= EXACT_WORK

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the strategy; with few codes left, one that takes the fewest turns in all."""
        codes, table, plan = position.codes, position.table, self.plan
        if is_large(codes) and plan.strategy in CRITERIA and len(position.candidates) > 2:
            if not position.history:
                return make_choice(position, *choose_opening(codes, position.rule, plan.strategy))
            pick = choose_guess(position, plan.strategy, plan.pool != "consistent", plan.sample)
            return make_choice(position, *pick)
        choice = super().find_guess(position)
        if not self.is_exact(position):
            return choice
        guesses = self.list_pool(position, position.candidates, self.add_extra(position))
        own = np.flatnonzero(guesses == table.row(choice.guess)).tolist()
        found = solve_small(table.numbers(guesses, position.candidates), table.solved, own, EXACT_WORK)
        if found is None or found.total in found.asked:  # too much work, or the strategy's guess is as good
            return choice
        row = int(guesses[found.guess])
        return choose_row(position, View(table, position.candidates, np.array([row])), row)
