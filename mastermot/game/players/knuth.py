"""Knuth's player: the guess, among all codes, whose largest class is smallest; no entropy in its ties.

D. E. Knuth, *The computer as Master Mind*, Journal of Recreational Mathematics 9 (1976). It opens AABB. Ties: a
candidate first, then the first in order.
"""

from mastermot.game.players.base import Choice, Codebreaker, choose_row, make_choice, register
from mastermot.game.positions import Position
from mastermot.game.strategies import View


@register
class Knuth(Codebreaker):
    """The smallest largest class; with one or two candidates left, the first of them."""

    name = "knuth"
    default_strategy = "minimax"
    default_pool = "all"

    def find_guess(self, position: Position) -> Choice:
        """Return AABB or its like first, then the first of the smallest largest classes."""
        codes, candidates = position.codes, position.candidates
        if not position.history and codes.colours > 0 and codes.repeats:
            return make_choice(position, "A" * ((codes.length + 1) // 2) + "B" * (codes.length // 2))
        if len(candidates) <= 2:
            return make_choice(position, position.table.text(int(candidates[0])), len(candidates) - 1.0, 1)
        view = View(position.table, candidates, self.list_guesses(position, candidates, candidates[:0]))
        return choose_row(position, view, int(view.guesses[view.scores.largest.argmin()]))
