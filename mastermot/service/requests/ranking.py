"""What HTTP takes of rankings."""

from dataclasses import dataclass
from typing import Annotated

from mastermot.operations.ranking import RankRequest
from mastermot.operations.requests import Bounds


@dataclass(frozen=True, kw_only=True)
class RankingRequest(RankRequest):
    """Which guesses are ranked, at the beginning or after some turns."""

    top: Annotated[int, Bounds(ge=1, le=100)] = 5
