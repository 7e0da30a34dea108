"""What HTTP takes of games that the service holds."""

from dataclasses import dataclass
from typing import Annotated

from mastermot.operations import limits
from mastermot.operations.requests import Bounds
from mastermot.operations.token_games import GameRequest

Seed = Annotated[int, Bounds(ge=0, le=2**53 - 1)]  #: A seed that JavaScript holds without loss.


@dataclass(frozen=True, kw_only=True)
class NewGameRequest(GameRequest):
    """A game with the service as codemaker."""

    turns: Annotated[int, Bounds(ge=1, le=limits.MAX_TURNS)] = GameRequest.turns
    seed: Seed | None = None
