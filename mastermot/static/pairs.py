"""Which two guesses, fixed before the first answer, tell the codes apart best: the openings of players of Wordle."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mastermot.codes import ColourCodes
from mastermot.play.partitions import Rows
from mastermot.play.symmetry import first_codes
from mastermot.static.problems import FixedProblem

MAX_PAIRED = 3_000_000_000
"""Marks looked at for the best pairs, at most: some twenty seconds. First guesses beyond are left out."""
PAIRED_BY = ("classes", "expected")
"""The objectives by which pairs are ranked."""


class Pair(NamedTuple):
    """Two guesses, and what they make of the codes."""

    guesses: tuple[str, str]
    classes: int
    largest: int
    expected: float


def choose_firsts(problem: FixedProblem, limit: int = MAX_PAIRED) -> Rows:
    """Return the places of the first guesses to look at: those that leave most classes; with colours one a shape."""
    codes = problem.codes
    if problem.own and isinstance(codes, ColourCodes):
        return np.array([codes.index[codes.decode(row)] for row in first_codes(codes)])
    most = max(1, limit // problem.marks.size)
    return np.argsort(-problem.score(problem.split(())).parts, kind="stable")[:most]


def rank_pairs(
    problem: FixedProblem, firsts: Rows, top: int, on_first: Callable[[int], object] = int
) -> dict[str, list[Pair]]:
    """Return the best `top` pairs that begin with one of `firsts`, by each of `PAIRED_BY`; `on_first` hears of each."""
    best: dict[str, dict[tuple[int, int], tuple[int, Pair]]] = {name: {} for name in PAIRED_BY}
    texts = problem.guesses.texts
    for first in firsts.tolist():
        scores = problem.score(problem.split([first]))
        for name, found in best.items():
            values = scores.values(name)
            for second in np.argsort(values, kind="stable")[: top + 1].tolist():
                pair = Pair(
                    (texts[first], texts[second]),
                    int(scores.parts[second]),
                    int(scores.largest[second]),
                    int(scores.squares[second]) / problem.codes.count,
                )
                found.setdefault((min(first, second), max(first, second)), (int(values[second]), pair))
            kept = sorted(found.items(), key=lambda item: (item[1][0], item[0]))[:top]
            best[name] = dict(kept)
        on_first(1)
    return {name: [pair for _value, pair in found.values()] for name, found in best.items()}
