"""What HTTP takes of fixed guesses."""

from dataclasses import dataclass
from typing import Annotated

from mastermot.ask import bounds
from mastermot.ask.fixing import FixedRequest
from mastermot.ask.requests import Bounds, Example
from mastermot.service.requests.games import Seed


@dataclass(frozen=True, kw_only=True)
class SmallFixedRequest(FixedRequest):
    """Which codes are to be told apart by fixed guesses."""

    count: Annotated[int | None, Bounds(ge=1, le=bounds.MAX_FIXED_GUESSES), Example(3)] = None
    seed: Seed = 0
