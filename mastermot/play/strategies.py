"""Strategies: how a codebreaker picks its next guess. Each is a plain function, registered under its name.

A strategy gets a `View` of the game and returns the row of its guess. Ties are always broken alike: by the other
criterion where there is one (`entropy` and `minimax` are each other's), then candidates before other guesses, then the
first in order. `expected` and `parts` have none, as in B. Kooi, *Yet another Mastermind strategy*, ICGA Journal 28
(2005), whose averages on 4 x 6 they give: 4.395 and 4.373.
"""

from __future__ import annotations

import random as randomness
from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import N_, Reason, nearest
from mastermot.play.errors import NameUnknownError
from mastermot.play.partitions import Rows, Scores, Table

_UNSURE_BITS = 8
"""Low bits of `Scores.weights` that may differ between equal entropies, by rounding."""


class View:
    """What a strategy sees: the candidates, the guesses it may play, candidates first, and a seed for chance."""

    def __init__(self, table: Table, candidates: Rows, guesses: Rows, seed: str = "") -> None:
        """Keep rows of `table`; `guesses` begins with the candidates that are among them."""
        self.table = table
        self.candidates = candidates
        self.guesses = guesses
        self.seed = seed

    @cached_property
    def scores(self) -> Scores:
        """What each guess is worth against the candidates."""
        return self.table.scores(self.guesses, self.candidates)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """The entropy as a number to make small: equal entropies give equal weights."""
        half = 1 << (_UNSURE_BITS - 1)
        return (self.scores.weights + half) >> _UNSURE_BITS

    def smallest(self, *criteria: NDArray[np.int64]) -> int:
        """Return the guess with the smallest first criterion, then second…, then the first in order."""
        best = np.arange(len(self.guesses))
        for criterion in criteria:
            values = criterion[best]
            best = best[values == values.min()]
        return int(self.guesses[best[0]])


Strategy = Callable[[View], int]
STRATEGIES: dict[str, Strategy] = {}


def strategy(function: Strategy) -> Strategy:
    """Register a strategy under the name of its function."""
    STRATEGIES[function.__name__] = function
    return function


def strategy_named(name: str) -> Strategy:
    """Return the strategy of this name. Raises `NameUnknownError` with the nearest names."""
    if name not in STRATEGIES:
        raise NameUnknownError(
            kind=Reason(N_("strategy")), name=name, known=tuple(STRATEGIES), suggestions=nearest(name, STRATEGIES)
        )
    return STRATEGIES[name]


@strategy
def entropy(view: View) -> int:
    """Return the guess whose partition has the highest entropy, then the smallest largest class."""
    return view.smallest(view.weights, view.scores.largest)


@strategy
def minimax(view: View) -> int:
    """Return the guess whose largest class is smallest, then the one of highest entropy."""
    return view.smallest(view.scores.largest, view.weights)


@strategy
def expected(view: View) -> int:
    """Return the guess that leaves the fewest candidates on average."""
    return view.smallest(view.scores.squares)


@strategy
def parts(view: View) -> int:
    """Return the guess that can get the most different marks."""
    return view.smallest(-view.scores.parts)


@strategy
def first(view: View) -> int:
    """Return the first candidate."""
    return int(view.candidates[0])


@strategy
def random(view: View) -> int:
    """Return any of the guesses, by the seed and the game so far."""
    return int(view.guesses[randomness.Random(view.seed).randrange(len(view.guesses))])


@strategy
def average(view: View) -> int:
    """Return the candidate nearest to the average code, the player of 1983.

    The average code has in each position the symbol that most candidates have there, the first in order on ties; the
    nearest candidate differs from it in the fewest positions, the first in order on ties.
    """
    array = view.table.array[view.candidates]
    symbols = len(view.table.codes.alphabet)
    usual = np.array([np.bincount(column, minlength=symbols).argmax() for column in array.T])
    return int(view.candidates[(array != usual).sum(axis=1).argmin()])


SCORING = frozenset({"entropy", "minimax", "expected", "parts"})
"""The strategies that score guesses by their partitions."""
