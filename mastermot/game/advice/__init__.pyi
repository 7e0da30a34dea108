from mastermot.game.advice.guessing import GuessingGame
from mastermot.game.advice.histories import CodeInMind, check_code
from mastermot.game.advice.review import Review, Verdict, review_game
from mastermot.game.advice.suggestions import Advice, Suggestion, advise, advise_weighted
from mastermot.game.advice.transcripts import Transcript, read_transcript, replay
from mastermot.rules.codes import PatternCodes

__all__ = ["Advice", "CodeInMind", "GuessingGame", "PatternCodes", "Review", "Suggestion", "Transcript", "Verdict"]
__all__ += ["advise", "advise_weighted", "check_code", "read_transcript", "replay", "review_game"]
