"""The players that leave it to chance: any candidate, or any code."""

from typing import ClassVar

from mastermot.game.players.base import StrategyPlayer, register


@register
class Consistent(StrategyPlayer):
    """Any candidate."""

    name: ClassVar[str] = "consistent"
    default_strategy: ClassVar[str] = "random"
    any_size: ClassVar[bool] = True


@register
class Random(StrategyPlayer):
    """Any code of the game."""

    name: ClassVar[str] = "random"
    default_strategy: ClassVar[str] = "random"
    default_pool: ClassVar[str] = "all"
