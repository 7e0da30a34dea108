"""Puzzles composed: real words with few marks, one solution, of the difficulty asked for.

In the order in which they act: `model` says what is wanted, which words are fit to be answers and which are never
shown; `composer` draws clues and changes them until they are what is wanted; `daily` gives the puzzle and the game
of a day.

>>> from mastermot import open_dictionary
>>> source = read_source(open_dictionary("fr-common"), 4)
>>> composed = compose(source, Wanted(length=4, clues=8), seed=1)
>>> len(composed.puzzle.clues), len(composed.solution)
(8, 4)
"""

from mastermot.puzzle.compose.composer import choose_clues, compose, compose_many
from mastermot.puzzle.compose.daily import Daily, DailyGame, choose_secret, compose_daily
from mastermot.puzzle.compose.model import Composed, Wanted, list_answers, parse_exclusions, read_offensive, read_source

__all__ = ["Composed", "Daily", "DailyGame", "Wanted", "choose_clues", "choose_secret", "compose", "compose_daily"]
__all__ += ["compose_many", "list_answers", "parse_exclusions", "read_offensive", "read_source"]
