from mastermot.puzzle.compose.composed import (
    Composed,
    Wanted,
    list_answers,
    parse_exclusions,
    read_offensive,
    read_source,
)
from mastermot.puzzle.compose.composer import choose_clues, compose, compose_many
from mastermot.puzzle.compose.daily import Daily, DailySecret, choose_secret, compose_daily

__all__ = ["Composed", "Daily", "DailySecret", "Wanted", "choose_clues", "choose_secret", "compose", "compose_daily"]
__all__ += ["compose_many", "list_answers", "parse_exclusions", "read_offensive", "read_source"]
