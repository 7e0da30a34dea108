"""What HTTP takes of games that the service holds."""

from dataclasses import dataclass
from typing import Annotated

from mastermot.ask import bounds
from mastermot.ask.games import GameRequest
from mastermot.ask.requests import Bounds

Seed = Annotated[int, Bounds(ge=0, le=2**53 - 1)]  #: A seed that JavaScript holds without loss.


@dataclass(frozen=True, kw_only=True)
class NewGameRequest(GameRequest):
    """A game with the service as codemaker."""

    turns: Annotated[int, Bounds(ge=1, le=bounds.MAX_TURNS)] = GameRequest.turns
    seed: Seed | None = None
