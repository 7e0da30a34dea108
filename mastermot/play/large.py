"""The next guess in games with many codes: scored on a sample of the candidates, among guesses made for it.

The guesses are candidates, and codes made from candidates by small changes, which need not agree with the history. The
opening is the best shape of codes (`AABBC`), since the names of colours do not matter then. Where all candidates are
known and few, the best guesses are looked at two turns deep.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import ColourCodes
from mastermot.play.criteria import CRITERIA, find_best, sort_best
from mastermot.play.lookahead import choose_first, look_ahead
from mastermot.play.partitions import Rows, Table
from mastermot.play.sampling import Sample, draw_any, draw_codes
from mastermot.play.symmetry import first_codes
from mastermot.rules import Rule

Number = TypeVar("Number", np.uint8, np.intp)

SECRETS = 4000
"""Candidates that guesses are scored on, at most."""
GUESSES = 2000
"""Candidates that are scored as guesses, and as many made from them."""
OPENING_SECRETS = 20_000
"""Codes that openings are scored on."""
OPENING_LISTED = 10_000
"""Codes of a game up to which openings are looked at two turns deep."""
OPENING_NEXT = 1000
"""Guesses that are looked at for the second turn then."""
LISTED_PAIRS = 16_000_000
"""Pairs of guess and candidate up to which all codes of a game are scored as guesses, where they can be listed."""
ROUNDS = 3
"""How often the best guesses are changed again, where the candidates are only sampled."""
PARENTS, CHILDREN = 100, 1000
"""How many of the best guesses are changed each time, and how many guesses are made from them."""


class Pick(NamedTuple):
    """A guess, with the entropy of its partition and the largest class: estimated where candidates are sampled."""

    guess: str
    entropy: float
    largest: int


def choose_by_parts(
    codes: ColourCodes, rule: Rule, sample: Sample, played: frozenset[str], size: int, rng: np.random.Generator
) -> Pick:
    """Return the guess with the most different marks on `size` candidates, of these and as many codes not played."""
    if len(sample.codes) <= 2:
        return Pick(codes.decode(sample.codes[0]), float(len(sample.codes) - 1), 1)
    secrets = draw_rows(sample.codes, size, rng)
    others = draw_any(codes, 2 * size - len(secrets), rng)
    fresh = [place for place, row in enumerate(others) if codes.decode(row) not in played]
    table = Table(rule, codes, np.concatenate((secrets, others[fresh])))
    return _pick(table, np.arange(len(table.array)), np.arange(len(secrets)), "parts", sample.number)


def choose_opening(codes: ColourCodes, rule: Rule, strategy: str) -> Pick:
    """Return the best opening: of the shapes of codes, where each colour is as good as any other."""
    return _choose_opening(len(codes.alphabet), codes.length, codes.repeats, codes.empty, codes.digits, rule, strategy)


@lru_cache(64)
def _choose_opening(
    symbols: int, holes: int, repeats: bool, empty: bool, digits: bool, rule: Rule, strategy: str
) -> Pick:
    codes = ColourCodes(holes, symbols - empty, repeats=repeats, empty=empty, digits=digits)
    shapes, rng = first_codes(codes), np.random.default_rng(0)
    if strategy == "entropy" and codes.count <= OPENING_LISTED:
        everything = draw_codes(codes, rule, ()).codes
        table, guesses, secrets = _tabulate(codes, rule, shapes, everything)
        following = draw_rows(np.arange(len(everything)), OPENING_NEXT, rng)
        guesses = np.array([choose_first(table, guesses, following, secrets)])
    else:
        table, guesses, secrets = _tabulate(codes, rule, shapes, draw_any(codes, OPENING_SECRETS, rng))
    return _pick(table, guesses, secrets, strategy, codes.count)


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
    all_listed = own and codes.enumerable and codes.count * len(secrets) <= LISTED_PAIRS
    if all_listed:
        guesses = np.concatenate((guesses, codes.array))
    elif own:
        guesses = np.concatenate((guesses, change_codes(codes, guesses, size or GUESSES, rng)))
    if strategy == "entropy" and sample.complete and len(secrets) == len(candidates):
        table, guess_rows, rows = _tabulate(codes, rule, guesses, secrets)
        best = look_ahead(table, guess_rows, rows)
        return _pick(table, np.array([best]), rows, strategy, sample.number)
    for _round in range(ROUNDS if own and not all_listed else 0):
        table, guess_rows, rows = _tabulate(codes, rule, guesses, secrets)
        order = sort_best(CRITERIA[strategy](table.scores(guess_rows, rows)))
        parents = guesses[order[:PARENTS]]
        guesses = np.concatenate((parents, change_codes(codes, parents, CHILDREN, rng)))
    return _pick(*_tabulate(codes, rule, guesses, secrets), strategy, sample.number)


def _tabulate(
    codes: ColourCodes, rule: Rule, guesses: NDArray[np.uint8], secrets: NDArray[np.uint8]
) -> tuple[Table, Rows, Rows]:
    """Return a table of these codes, with the rows of the guesses and those of the secrets."""
    table = Table(rule, codes, np.concatenate((secrets, guesses)))
    return table, np.arange(len(secrets), len(table.array)), np.arange(len(secrets))


def _pick(table: Table, guesses: Rows, secrets: Rows, strategy: str, number: float) -> Pick:
    """Return the guess that is best by a criterion, the first in ties; the secrets stand for `number` codes."""
    scores = table.scores(guesses, secrets)
    best = find_best(CRITERIA[strategy](scores))
    largest = round(int(scores.largest[best]) * (number / len(secrets)))
    return Pick(table.text(int(guesses[best])), float(scores.entropy[best]), largest)


def draw_rows(codes: NDArray[Number], size: int, rng: np.random.Generator) -> NDArray[Number]:
    """Return `size` of the codes (or of their rows) at most, drawn without putting back, in order."""
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
