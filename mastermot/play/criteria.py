"""What scoring strategies compare partitions by: one table, for strategies, `rank` and `accelerate`.

A criterion gives the quantities that a strategy makes small, the most important first; a guess is better than another
by the first quantity in which they differ. `entropy` and `minimax` break each other's ties. `expected` and `parts`
have no second quantity, as in B. Kooi, *Yet another Mastermind strategy*, ICGA Journal 28 (2005), whose averages on
4 x 6 they give: 4.395 and 4.373.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mastermot.play.partitions import Scores

Quantities = tuple[NDArray[np.int64], ...]
"""A value a guess, to make small: the most important quantity first."""

CRITERIA: dict[str, Callable[[Scores], Quantities]] = {
    "entropy": lambda scores: (scores.weights, scores.largest),
    "minimax": lambda scores: (scores.largest, scores.weights),
    "expected": lambda scores: (scores.squares,),
    "parts": lambda scores: (-scores.parts,),
}
"""The criteria by name: highest entropy, smallest largest class, fewest candidates left on average, most parts."""


def find_best(quantities: Quantities) -> int:
    """Return the place of the best guess, the first of those that tie."""
    best = np.flatnonzero(quantities[0] == quantities[0].min())
    for quantity in quantities[1:]:
        values = quantity[best]
        best = best[values == values.min()]
    return int(best[0])


def sort_best(quantities: Quantities) -> NDArray[np.intp]:
    """Return the places of all guesses, best first; those that tie stay in order."""
    return np.lexsort((np.arange(len(quantities[0])), *reversed(quantities)))
