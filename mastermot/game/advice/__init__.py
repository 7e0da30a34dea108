"""Advice about a game: what to play next, and how well a finished game was played.

In the order in which they build on each other: `known` is what hard mode asks for, and the letters that are certain;
`turns` the expected turns; `suggestions` the best next guesses, `weights` those where words are not equally likely;
`histories` and `transcripts` read games from text; `review` judges games move by move; `guessing` is a game whose
guesses a person writes.

>>> from mastermot.game.advice import advise
>>> from mastermot.rules.codes import ColourCodes
>>> from mastermot.game import Position, make_codebreaker
>>> from mastermot.rules import BLACK_WHITE
>>> position = Position(ColourCodes(4, 6), BLACK_WHITE).after("AABC", "XO").after("ABDA", "XO")
>>> advice = advise(position, make_codebreaker("best", codes=position.codes))
>>> advice.candidates, advice.guesses[0].guess, round(advice.best.turns, 3)
(39, 'AEFB', 2.641)
"""

from mastermot.game.advice.guessing import GuessingGame
from mastermot.game.advice.histories import CodeInMind, check_code
from mastermot.game.advice.review import Review, Verdict, review_game
from mastermot.game.advice.suggestions import Advice, Suggestion, advise
from mastermot.game.advice.transcripts import Transcript, read_transcript, replay
from mastermot.game.advice.weights import advise_weighted
from mastermot.rules.codes import PatternCodes

__all__ = ["Advice", "CodeInMind", "GuessingGame", "PatternCodes", "Review", "Suggestion", "Transcript", "Verdict"]
__all__ += ["advise", "advise_weighted", "check_code", "read_transcript", "replay", "review_game"]
