"""What to play next when codes are not equally likely: words weighed by their frequencies.

The chance of a word is its frequency, divided by those of all words that can be the secret. Guesses are ranked by the
turns that they leave, estimated from the bits of what is left after them: a likely word may be found at once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.advice.errors import FrequenciesMissingError
from mastermot.game.advice.known import keep_hard
from mastermot.game.advice.suggestions import Advice, Suggestion, make_advice
from mastermot.game.advice.turns import estimate_left
from mastermot.game.codebreakers import Codebreaker
from mastermot.game.partitions import BLOCK, Rows, Table
from mastermot.game.positions import Position, check_candidates
from mastermot.rules.codes import MAX_CODES

Chances = NDArray[np.float64]  #: How likely each of some codes is to be the secret; all together 1.
COMPARED_DIGITS = 9  #: Digits of estimated turns that are compared; guesses that tie stay in order.


class WeightedScores(NamedTuple):
    """What each of some guesses is worth, a value a guess; `largest` and `parts` are those of any codes."""

    turns: NDArray[np.float64]
    entropy: NDArray[np.float64]
    expected: NDArray[np.float64]
    largest: NDArray[np.int64]
    parts: NDArray[np.int64]


def advise_weighted(position: Position, codebreaker: Codebreaker, *, top: int = 5, hard: bool = False) -> Advice:
    """Return the codes left, the likeliest first, and the `top` guesses with the fewest turns, estimated by chances.

    Guesses are those that `codebreaker` looks at; of the codes left it samples the likeliest. Exact turns are not
    known. Raises `NoCandidateError`, or `FrequenciesMissingError` where no word has a frequency.
    """
    check_candidates(position)
    table, codes = position.table, position.codes
    frequencies = codes.dictionary.frequencies_of(codes.length) if codes.dictionary is not None else {}
    if not any(map(frequencies.get, codes.texts)):
        raise FrequenciesMissingError(name=codes.label)
    weights = np.array([frequencies.get(codes.texts[row], 0.0) for row in position.candidates.tolist()])
    chances = weights / weights.sum() if weights.any() else np.full(len(weights), 1 / len(weights))
    likeliest = np.argsort(-chances, kind="stable")
    left, chances = position.candidates[likeliest], chances[likeliest]
    size = codebreaker.sample_size(position)
    guesses = codebreaker.list_guesses(position, left[:size], codebreaker.add_extra(position))
    if hard:
        guesses = keep_hard(table, guesses, position.history)
    scored = score_weighted(table, guesses, left[:size], chances[:size] / chances[:size].sum())
    best = np.argsort(scored.turns.round(COMPARED_DIGITS), kind="stable")[:top]
    rows = guesses[best]
    if size is not None and size < len(left):
        scored, best = score_weighted(table, rows, left, chances), np.arange(len(rows))
    chance_of = dict(zip(left.tolist(), chances.tolist(), strict=True))
    suggestions = []
    for row, *worth in zip(rows.tolist(), *(values[best].tolist() for values in scored), strict=True):
        turns, entropy, expected, largest, parts = worth
        figures = entropy, largest, expected, parts, None, chance_of.get(row, 0.0), turns
        suggestions.append(Suggestion(table.text(row), row in chance_of, *figures))
    return make_advice(position, left, suggestions, None, chances.tolist())


def score_weighted(table: Table, guesses: Rows, candidates: Rows, chances: Chances) -> WeightedScores:
    """Return what each guess is worth against candidates that have these chances."""
    some = np.array([1, 2, 3, MAX_CODES])  # the turns of codes by their bits: a line from three alike on
    curve = np.log2(some), estimate_left(table.rule, MAX_CODES)[some]
    scores = WeightedScores(*np.zeros((3, len(guesses))), *np.zeros((2, len(guesses)), np.int64))
    bits = chances * np.log2(chances, where=chances > 0, out=np.zeros(len(chances)))
    step = max(1, BLOCK // len(candidates))
    for start in range(0, len(guesses), step):
        block = guesses[start : start + step]
        for place, marks in enumerate(table.numbers(block, candidates), start):
            kinds, numbers = np.unique(marks, return_inverse=True) if table.wide else (np.arange(table.size), marks)
            sizes, shares = np.bincount(numbers), np.bincount(numbers, chances)
            occurring = np.flatnonzero(shares)
            inside = shares * np.log2(shares, where=shares > 0, out=np.zeros(len(shares)))  # minus the bits of classes
            left = (inside - np.bincount(numbers, bits))[occurring] / shares[occurring]
            turns = np.interp(left, *curve) * (kinds[occurring] != table.solved)
            scores.turns[place] = 1 + shares[occurring] @ turns
            scores.entropy[place] = max(0.0, -inside.sum())
            scores.expected[place] = shares @ sizes
            scores.largest[place] = sizes.max()
            scores.parts[place] = np.count_nonzero(sizes)
        table.on_scored(len(block))
    return scores
