"""The players that leave it to chance: any candidate, or any code."""

from mastermot.game.players.base import StrategyPlayer, register


@register
class Consistent(StrategyPlayer):
    """Any candidate."""

    name = "consistent"
    default_strategy = "random"
    any_size = True


@register
class Random(StrategyPlayer):
    """Any code of the game."""

    name = "random"
    default_strategy = "random"
    default_pool = "all"
