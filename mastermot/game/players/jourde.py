"""The parametric player: most different marks, on 1,000 candidates and 2,000 guesses; colours, games of every size."""

from mastermot.errors import N_, Reason
from mastermot.game.errors import PlayerGameError
from mastermot.game.large import choose_by_parts, choose_opening
from mastermot.game.players.base import Choice, Codebreaker, make_choice, register
from mastermot.game.positions import Position
from mastermot.rules import Rule
from mastermot.rules.codes import Codes

JOURDE_SAMPLE = 1000


@register
class Jourde(Codebreaker):
    """Most different marks among candidates and random codes."""

    name = "jourde"
    default_strategy = "parts"
    default_pool = "all"
    default_sample = JOURDE_SAMPLE
    any_size = True

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for words."""
        if not codes.colours:
            raise PlayerGameError(player=self.plan.player, why=Reason(N_("it plays with colours only")))

    def count_guesses(self, position: Position) -> int:
        """Return 0: it takes less than a second."""
        return 0

    def find_guess(self, position: Position) -> Choice:
        """Return the opening, or the best by parts on a sample."""
        if not position.history:
            return make_choice(position, *choose_opening(position.codes, position.rule, "parts"))
        return make_choice(position, *choose_by_parts(position, self.plan.sample or JOURDE_SAMPLE, self.plan.seed))
