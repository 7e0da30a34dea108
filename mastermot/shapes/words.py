"""Dictionaries, families, ladders."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class FixedGuess(TypedDict):
    """A fixed guess."""

    word: str
    spellings: list[str]
    """How the word is spelled; empty for colours."""


class FixedGuesses(TypedDict):
    """Fixed guesses, and what they tell apart: the object of `mastermot static --json`."""

    codes: int
    """How many codes there are."""
    rule: str
    guesses: list[FixedGuess]
    """The guesses, those given first."""
    classes: int
    """Classes of codes that get the same marks."""
    alone: int
    """Codes that are alone in their class."""
    largest: int
    """Codes of the largest class."""
    expected: float
    """The size of a secret's class, on average over all secrets."""
    bound: float
    """What the objective can be at best; where all codes are to be told apart, the guesses at least."""
    proven: bool
    """Whether nothing better is possible."""
    groups: NotRequired[list[list[str]]]
    """The codes that are not told apart, where they are asked for."""
