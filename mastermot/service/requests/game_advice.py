"""What HTTP takes of games so far: fewer guesses, a smaller sample."""

from dataclasses import dataclass, field
from typing import Annotated

from mastermot.operations import limits
from mastermot.operations.game_advice import EXAMPLE, AdviceRequest, GuessRequest, ReviewRequest, TurnRequest
from mastermot.operations.player_choice import PlayerChoice
from mastermot.operations.requests import Bounds
from mastermot.service.requests.token_games import Seed


@dataclass(frozen=True, kw_only=True)
class SmallPlayerChoice(PlayerChoice):
    """Who looks for the secret, and how."""

    sample: Annotated[int | None, Bounds(ge=2, le=10_000)] = None
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class NextGuessRequest(SmallPlayerChoice, GuessRequest):
    """A game so far: what is the next guess?"""


@dataclass(frozen=True, kw_only=True)
class NextRequest(SmallPlayerChoice, AdviceRequest):
    """A game so far: what are the best next guesses?"""

    top: Annotated[int, Bounds(ge=1, le=100)] = 5


@dataclass(frozen=True, kw_only=True)
class GameReviewRequest(ReviewRequest):
    """A game, to be judged."""

    history: Annotated[list[TurnRequest], Bounds(max_length=limits.MAX_TURNS), EXAMPLE] = field(default_factory=list)
    """The turns so far, in order."""
