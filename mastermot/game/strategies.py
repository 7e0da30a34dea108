"""Strategies: how a codebreaker picks its next guess.

A strategy is a function that gets a `View` of the game and returns the row of its guess. Each criterion makes a
strategy: it gives quantities to make small, the most important first. Of guesses that tie, a candidate is taken before
any other guess, then the first in order. `entropy` and `minimax` break each other's ties. `expected` and `parts` have
one quantity only, as in B. Kooi, *Yet another Mastermind strategy*, ICGA Journal 28 (2005). With 4 holes and 6 colours
they take 4.395 and 4.373 turns on average, as he found.
"""

import random as randomness
from collections.abc import Callable, Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import N_, Reason
from mastermot.game.errors import find_named
from mastermot.game.partitions import Rows, Scores, Table, find_entropy

Quantities = tuple[NDArray[np.int64], ...]  #: Arrays with a value for each guess, to make small: the first counts most.

CRITERIA: dict[str, Callable[[Scores], Quantities]] = {
    "entropy": lambda scores: (scores.weights, scores.largest),
    "minimax": lambda scores: (scores.largest, scores.weights),
    "expected": lambda scores: (scores.squares,),
    "parts": lambda scores: (-scores.classes,),
}
"""The criteria by name: highest entropy, smallest largest class, fewest candidates left on average, most classes.

Each gives quantities to make small: the smaller the weight of a guess, the higher its entropy (see `Scores`); the
number of classes is negative, since it is to be large.
"""

WORTH_PLAINLY: dict[str, Callable[[Sequence[int]], tuple[float, ...]]] = {
    "entropy": lambda sizes: (-round(find_entropy(sizes), 7), max(sizes)),
    "minimax": lambda sizes: (max(sizes), -round(find_entropy(sizes), 7)),
    "expected": lambda sizes: (sum(size * size for size in sizes),),
    "parts": lambda sizes: (-len(sizes),),
}
"""Each criterion as it is defined, by the sizes of the classes of one guess: the plain version of `CRITERIA`.

Entropies are rounded to seven places, so that equal partitions tie.
"""


def find_best(quantities: Quantities) -> int:
    """Return the index of the best guess, the first of those that tie.

    Of four guesses the second and the fourth have the smallest first quantity, and the fourth the smaller second one:

    >>> find_best((np.array([7, 5, 6, 5]), np.array([1, 3, 1, 2])))
    3
    """
    best = np.flatnonzero(quantities[0] == quantities[0].min())
    for quantity in quantities[1:]:
        best = best[quantity[best] == quantity[best].min()]
    return int(best[0])


def sort_best(quantities: Quantities) -> NDArray[np.intp]:
    """Return the indices of all guesses, best first; those that tie stay in order.

    >>> sort_best((np.array([7, 5, 6, 5]), np.array([1, 3, 1, 2]))).tolist()
    [3, 1, 2, 0]
    """
    order = np.arange(len(quantities[0]))
    return np.lexsort((order, *reversed(quantities)))  # which sorts by its last array first


class View:
    """What a strategy sees: the candidates, the guesses it may play (first those that are candidates), and a seed.

    Candidates and guesses are given by their rows in the `table`. Of the strategies here, only `random` uses the seed.

    The first four of five guesses are the candidates. Three of the guesses split them into four classes of one:

    >>> from mastermot.rules import BLACK_WHITE
    >>> from mastermot.rules.codes import ListedCodes
    >>> table = Table(BLACK_WHITE, ListedCodes(["AABB", "ABCA", "BAAC", "CCAB", "ABAB"]))
    >>> view = View(table, candidates=np.arange(4), guesses=np.arange(5))
    >>> view.scores.classes.tolist()
    [3, 4, 3, 4, 4]
    """

    def __init__(self, table: Table, candidates: Rows, guesses: Rows, seed: str = "") -> None:
        self.table = table
        self.candidates = candidates
        self.guesses = guesses
        self.seed = seed

    @cached_property
    def scores(self) -> Scores:
        """What each guess is worth against the candidates."""
        return self.table.scores(self.guesses, self.candidates)

    def best_by(self, criterion: str) -> int:
        """Return the row of the best guess by the criterion of this name."""
        return int(self.guesses[find_best(CRITERIA[criterion](self.scores))])


Strategy = Callable[[View], int]
STRATEGIES: dict[str, Strategy] = {name: partial(View.best_by, criterion=name) for name in CRITERIA}  #: By name.


def strategy(function: Strategy) -> Strategy:
    """Register a strategy under the name of its function, and return it: for use as a decorator."""
    STRATEGIES[function.__name__] = function
    return function


def strategy_named(name: str) -> Strategy:
    """Return the strategy of this name. Raises `NameUnknownError` with the nearest names."""
    return find_named(Reason(N_("strategy")), name, STRATEGIES)


AMONG_CANDIDATES = ("first", "average")  #: The strategies that always take a candidate, whatever the pool.
DRAWING = ("random",)  #: The strategies that draw a guess by the seed of the view.


@strategy
def first(view: View) -> int:
    """Return the first candidate."""
    return int(view.candidates[0])


@strategy
def random(view: View) -> int:
    """Return any of the guesses, drawn by the seed of the view; players make a new seed for each turn."""
    return int(view.guesses[randomness.Random(view.seed).randrange(len(view.guesses))])


@strategy
def average(view: View) -> int:
    """Return the candidate that has the most usual symbol in the most positions, in a tie the first.

    The most usual symbol of a position is the one that most candidates have there. The strategy is that of the player
    of 1983 that Jean Forget describes in github.com/jforget/perl5-decodeur-Mastermind.
    """
    codes = view.table.array[view.candidates]  # a row for each candidate, a column for each position
    symbols = len(view.table.codes.alphabet)
    usual = np.array([np.bincount(column, minlength=symbols).argmax() for column in codes.T])
    differences = (codes != usual).sum(axis=1)
    return int(view.candidates[differences.argmin()])
