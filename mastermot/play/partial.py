"""Codes that agree with a history, built hole by hole: for games whose codes are too many to be listed.

The interlude of the Perl codebreaker: holes are filled one at a time, from the last one; a partial code is dropped as
soon as, for some guess with e holes still empty, `marks - e <= marks so far <= marks` fails, for blacks and, under
`black-white`, for blacks and whites together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import MOST_CODES, Codes, TooManyCodesError
from mastermot.errors import N_, Reason
from mastermot.play.errors import PlayerGameError
from mastermot.rules import BLACK, BLACK_WHITE, Marks, Rule

RULES_PLAYED = frozenset({BLACK, BLACK_WHITE})
"""The rules that partial codes can be pruned by."""
WHY_RULE = N_("codes too many to be listed are only played under the rules black and black-white")


def build_agreeing_codes(
    codes: Codes, rule: Rule, history: Sequence[tuple[str, Marks]], synthetic: tuple[str, Marks] | None = None
) -> NDArray[np.uint8]:
    """Return the codes over the alphabet of `codes` that agree with `history`, in lexicographic order, a row each.

    `synthetic` is one more guess, of any length, whose marks are known to follow from the others: it only prunes
    earlier. Raises `TooManyCodesError` when more than `MOST_CODES` partial codes would be kept.
    """
    if rule not in RULES_PLAYED:
        raise PlayerGameError(player="", why=Reason(WHY_RULE))
    guesses = [*history, *([synthetic] if synthetic else [])]
    usable = _usable_symbols(codes.alphabet, guesses) if rule.gives_whites else list(range(len(codes.alphabet)))
    partial = np.zeros((1, 0), np.uint8)
    for place in reversed(range(codes.length)):
        if len(partial) * len(usable) > 20 * MOST_CODES:
            raise TooManyCodesError(count=codes.count, limit=MOST_CODES)
        column = np.repeat(np.array(usable, np.uint8), len(partial))[:, None]
        partial = np.hstack((column, np.tile(partial, (len(usable), 1))))
        for guess, marks in guesses:
            partial = partial[_possible(codes.alphabet, rule, partial, place, guess, marks)]
        if len(partial) > MOST_CODES:
            raise TooManyCodesError(count=codes.count, limit=MOST_CODES)
    return partial


def _usable_symbols(alphabet: str, guesses: Sequence[tuple[str, Marks]]) -> list[int]:
    """Return the symbols of no guess without marks."""
    gone = {symbol for guess, marks in guesses if marks.blacks + marks.whites == 0 for symbol in guess}
    return [number for number, symbol in enumerate(alphabet) if symbol not in gone]


def _possible(
    alphabet: str, rule: Rule, partial: NDArray[np.uint8], place: int, guess: str, marks: Marks
) -> NDArray[np.bool_]:
    """Return which partial codes, whose first filled hole is `place`, can still give `guess` its `marks`."""
    empty = place
    blacks = np.zeros(len(partial), np.int16)
    for offset, column in enumerate(partial.T):
        if place + offset < len(guess):
            blacks += column == alphabet.index(guess[place + offset])
    possible = (blacks <= marks.blacks) & (blacks >= marks.blacks - empty)
    if rule.gives_whites:
        both = np.zeros(len(partial), np.int16)
        for symbol, copies in Counter(guess).items():
            both += np.minimum((partial == alphabet.index(symbol)).sum(axis=1), copies).astype(np.int16)
        total = marks.blacks + marks.whites
        possible &= (both <= total) & (both >= total - empty)
    return possible
