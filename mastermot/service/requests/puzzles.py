"""What HTTP takes of puzzles: fewer at a time, a seed that every browser can hold, days in one form."""

import datetime
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BeforeValidator

from mastermot.operations import limits
from mastermot.operations.puzzles import ComposeRequest, DailyGameRequest, DailyRequest, PuzzleRequest, read_day, today
from mastermot.operations.requests import Bounds
from mastermot.operations.solve_request import PuzzleOptions

PlainDate = Annotated[datetime.date, BeforeValidator(read_day)]
"""A day, written YYYY-MM-DD: pydantic alone would take a number for seconds too."""


@dataclass(frozen=True, kw_only=True)
class SolveOptions(PuzzleOptions):
    """How to solve a puzzle."""

    after: Annotated[int, Bounds(ge=0, le=1000)] = 0


@dataclass(frozen=True, kw_only=True)
class SolveRequest(SolveOptions, PuzzleRequest):
    """A puzzle: its clues, and how to solve it."""


@dataclass(frozen=True, kw_only=True)
class NewPuzzlesRequest(ComposeRequest):
    """What a new puzzle is like."""

    clues: Annotated[int | None, Bounds(ge=1, le=40)] = None
    seed: Annotated[int | None, Bounds(ge=0, le=2**31)] = None
    count: Annotated[int, Bounds(ge=1, le=limits.MAX_PUZZLES)] = 1


@dataclass(frozen=True, kw_only=True)
class PuzzleOfDayRequest(DailyRequest):
    """Which day, how hard, of which words."""

    date: PlainDate = field(default_factory=today)  #: The day; by default, today in UTC.


@dataclass(frozen=True, kw_only=True)
class GameOfDayRequest(DailyGameRequest):
    """The game of which day, with words of which length."""

    date: PlainDate = field(default_factory=today)  #: The day; by default, today in UTC.
