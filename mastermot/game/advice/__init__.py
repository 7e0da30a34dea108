"""Advice about a game: what to play next, and how well a finished game was played.

>>> from mastermot.game.advice import advise
>>> from mastermot.rules.codes import ColourCodes
>>> from mastermot.game import Position, make_codebreaker
>>> from mastermot.rules import BLACK_WHITE
>>> position = Position(ColourCodes(4, 6), BLACK_WHITE).after("AABC", "XO").after("ABDA", "XO")
>>> advice = advise(position, make_codebreaker("best", codes=position.codes))
>>> advice.candidates, advice.guesses[0].guess, round(advice.best.turns, 3)
(39, 'AEFB', 2.641)
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)
