"""The next guess in games with many codes: scored on a sample of the candidates, among guesses made for it.

The guesses are candidates, and codes made from candidates by small changes, which need not agree with the history. The
opening is the best shape of codes (`AABBC`), since the names of colours do not matter then. Where all candidates are
known and few, the best guesses are looked at two turns deep.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import ColourCodes
from mastermot.play.criteria import CRITERIA, find_best
from mastermot.play.partitions import Rows, Table
from mastermot.play.sampling import Sample, draw_any
from mastermot.play.symmetry import first_codes
from mastermot.rules import Rule

SECRETS = 4000
"""Candidates that guesses are scored on, at most."""
GUESSES = 2000
"""Candidates that are scored as guesses, and as many made from them."""
OPENING_SECRETS = 20_000
"""Codes that openings are scored on."""
LISTED_PAIRS = 16_000_000
"""Pairs of guess and candidate up to which all codes of a game are scored as guesses, where they can be listed."""
LOOK = 120
"""Candidates up to which guesses are looked at two turns deep."""
NEXT = 3000
"""Guesses that are looked at for each class, besides the candidates."""
DEEP = 24
"""Guesses that are looked at two turns deep."""

_DOUBLINGS = (0, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 60)
_TURNS = (0, 0.5, 0.66, 0.77, 0.88, 1.0, 1.13, 1.26, 1.55, 1.78, 2.03, 2.03 + 53 * 0.28)


class Pick(NamedTuple):
    """A guess, with the entropy of the partition of the secrets it was scored on, and their largest class."""

    guess: str
    entropy: float
    largest: int


def expect_turns(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the turns that so many candidates take in all, each played to its end, as measured on 5 to 8 holes.

    One candidate takes a turn, two take three; every doubling from 128 on takes 0.28 turns more for each.
    """
    turns = np.interp(np.log2(np.maximum(counts, 1)), _DOUBLINGS, _TURNS)
    return counts * (1 + turns)


def choose_by_parts(
    codes: ColourCodes, rule: Rule, sample: Sample, played: frozenset[str], size: int, rng: np.random.Generator
) -> Pick:
    """Return the guess with the most different marks on `size` candidates at most, given at least one candidate.

    The guesses are these candidates and random codes not played yet, twice as many in all.
    """
    if len(sample.codes) <= 2:
        return Pick(codes.decode(sample.codes[0]), float(len(sample.codes) - 1), 1)
    secrets = draw_rows(sample.codes, size, rng)
    others = draw_any(codes, 2 * size - len(secrets), rng)
    fresh = [place for place, row in enumerate(others) if codes.decode(row) not in played]
    table = Table(rule, codes, np.concatenate((secrets, others[fresh])))
    return _pick(table, np.arange(len(table.array)), np.arange(len(secrets)), "parts")


def choose_opening(codes: ColourCodes, rule: Rule, strategy: str) -> Pick:
    """Return the best opening: of the shapes of codes, where each colour is as good as any other."""
    return _choose_opening(len(codes.alphabet), codes.length, codes.repeats, codes.empty, codes.digits, rule, strategy)


@lru_cache(64)
def _choose_opening(
    symbols: int, holes: int, repeats: bool, empty: bool, digits: bool, rule: Rule, strategy: str
) -> Pick:
    codes = ColourCodes(holes, symbols - empty, repeats=repeats, empty=empty, digits=digits)
    shapes = first_codes(codes)
    secrets = draw_any(codes, OPENING_SECRETS, np.random.default_rng(0))
    table = Table(rule, codes, np.concatenate((shapes, secrets)))
    return _pick(table, np.arange(len(shapes)), np.arange(len(shapes), len(table.array)), strategy)


def choose_guess(
    codes: ColourCodes,
    rule: Rule,
    sample: Sample,
    rng: np.random.Generator,
    strategy: str,
    *,
    own: bool = True,
    size: int | None = None,
) -> Pick:
    """Return the next guess, given at least one candidate.

    Guesses are scored by the criterion that `strategy` names, on `size` candidates at most; without `own`, guesses
    are candidates only.
    """
    candidates = sample.codes
    if len(candidates) <= 2:
        return Pick(codes.decode(candidates[0]), float(len(candidates) - 1), 1)
    secrets = draw_rows(candidates, size or SECRETS, rng)
    distinct = candidates if sample.complete else np.unique(candidates, axis=0)
    guesses = draw_rows(distinct, size or GUESSES, rng)
    if own and codes.enumerable and codes.count * len(secrets) <= LISTED_PAIRS:
        guesses = np.concatenate((guesses, codes.array))
    elif own:
        guesses = np.concatenate((guesses, change_codes(codes, guesses, size or GUESSES, rng)))
    table = Table(rule, codes, np.concatenate((secrets, guesses)))
    rows, guess_rows = np.arange(len(secrets)), np.arange(len(secrets), len(table.array))
    if strategy == "entropy" and sample.complete and len(secrets) == len(candidates) <= LOOK:
        return _look_ahead(table, guess_rows, rows)
    return _pick(table, guess_rows, rows, strategy)


def _pick(table: Table, guesses: Rows, secrets: Rows, strategy: str) -> Pick:
    """Return the guess that is best by a criterion, the first of those that tie."""
    scores = table.scores(guesses, secrets)
    best = find_best(CRITERIA[strategy](scores))
    return Pick(table.text(int(guesses[best])), float(scores.entropy[best]), int(scores.largest[best]))


def _look_ahead(table: Table, guesses: Rows, secrets: Rows) -> Pick:
    """Return the guess after which the fewest turns are expected, the best next guess taken for each class.

    Of the guesses, those of the highest entropies are looked at, and all candidates.
    """
    best_first = np.argsort(table.scores(guesses, secrets).weights, kind="stable")[:NEXT]
    guesses = np.concatenate((secrets, guesses[np.sort(best_first)]))
    kinds, inverse = np.unique(table.numbers(guesses, secrets), return_inverse=True)
    numbers = inverse.reshape(len(guesses), len(secrets))
    solved = int(np.searchsorted(kinds, table.solved))
    values = expect_turns(np.arange(len(secrets) + 1.0))
    scores = table.scores(guesses, secrets)
    found = (numbers == solved).any(axis=1) if solved < len(kinds) and kinds[solved] == table.solved else 0
    first = _value(numbers, len(kinds), values) - found
    best, least = -1, np.inf
    for place in np.lexsort((np.arange(len(guesses)), first))[:DEEP].tolist():
        expected = float(len(secrets))
        for kind in np.unique(numbers[place]).tolist():
            members = np.flatnonzero(numbers[place] == kind)
            if kinds[kind] == table.solved:
                continue
            if len(members) <= 2:
                expected += 2 * len(members) - 1
            else:
                inside = np.ascontiguousarray(numbers[:, members])
                hits = (inside == solved).any(axis=1) if solved < len(kinds) and kinds[solved] == table.solved else 0
                expected += len(members) + float((_value(inside, len(kinds), values) - hits).min())
            if expected >= least:
                break
        if expected < least:
            best, least = place, expected
    return Pick(table.text(int(guesses[best])), float(scores.entropy[best]), int(scores.largest[best]))


def _value(numbers: NDArray[np.intp], kinds: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the turns expected after each guess, from the kinds of marks that each secret would get."""
    offsets = (np.arange(len(numbers)) * kinds)[:, None]
    counts = np.bincount((numbers + offsets).ravel(), minlength=len(numbers) * kinds).reshape(len(numbers), kinds)
    value: NDArray[np.float64] = values[counts].sum(axis=1)
    return value


def draw_rows(codes: NDArray[np.uint8], size: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return `size` of the codes at most, drawn without putting back, in order."""
    if len(codes) <= size:
        return codes
    return codes[np.sort(rng.permutation(len(codes))[:size])]


def change_codes(
    codes: ColourCodes, given: NDArray[np.uint8], size: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return about `size` codes of the game, made from those given by one to three changes and exchanges."""
    made = given[rng.integers(0, len(given), size)].copy()
    for chance in (1, 0.6, 0.35):
        on, exchange = rng.random(size) < chance, rng.random(size) < 0.4
        first, second = rng.integers(0, codes.length, (2, size))
        symbols = rng.integers(0, len(codes.alphabet), size, np.uint8)
        change = np.flatnonzero(on & ~exchange)
        made[change, first[change]] = symbols[change]
        swap = np.flatnonzero(on & exchange)
        made[swap, first[swap]], made[swap, second[swap]] = made[swap, second[swap]], made[swap, first[swap]]
    if not codes.repeats:
        ordered = np.sort(made, axis=1)
        made = made[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    return np.unique(made, axis=0)
