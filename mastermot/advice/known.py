"""What a player knows: hints that hard mode must use, and letters that all codes left share.

Hard mode under `positional` is Wordle's: a letter marked in its place stays there, and a letter marked elsewhere is in
the guess, as many times as it was marked. The other rules mark no letter; there a guess must agree with all marks so
far, as the secret does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mastermot.play.partitions import Rows, Table
from mastermot.play.positions import Position, Turn, keep
from mastermot.rules import Rule


@dataclass(frozen=True, slots=True)
class Hint:
    """What hard mode would have wanted: the marks of a turn, a letter of them, its position where that is known."""

    turn: int
    """The turn, 1 for the first; 0 for what is given at the start."""
    letter: str | None
    """The letter; null where the marks of the turn as a whole are meant."""
    position: int | None
    """The position, 1 for the first, where it is known."""


@dataclass(frozen=True, slots=True)
class KnownLetter:
    """A letter that all codes left have, at a position or, with null, somewhere."""

    letter: str
    position: int | None
    """The position, 1 for the first; null for a letter that is somewhere."""


def find_broken(guess: str, history: Sequence[Turn], rule: Rule) -> list[Hint]:
    """Return the hints of `history` that `guess` does not use, each once, with the first turn that gives it."""
    broken: dict[tuple[str, int | None], Hint] = {}
    for number, turn in enumerate(history, start=1):
        if not rule.by_position:
            if rule.compare(turn.guess, guess) != turn.marks:
                broken.setdefault((str(number), None), Hint(number, None, None))
            continue
        for place, sign in enumerate(turn.marks.pattern):
            if sign == "X" and guess[place] != turn.guess[place]:
                letter = turn.guess[place]
                broken.setdefault((letter, place), Hint(number, letter, place + 1))
        for letter, copies in _marked(turn).items():
            if guess.count(letter) < copies and not any(key[0] == letter for key in broken):
                broken[letter, None] = Hint(number, letter, None)
    return list(broken.values())


def find_not_given(guess: str, pattern: str) -> list[Hint]:
    """Return the letters of a pattern that `guess` lacks, as hints of turn 0: they are given at the start."""
    return [
        Hint(0, letter, place)
        for place, (letter, own) in enumerate(zip(pattern, guess, strict=True), start=1)
        if letter not in (".", own)
    ]


def keep_hard(table: Table, rows: Rows, history: Sequence[Turn]) -> Rows:
    """Return those of `rows` that hard mode allows: `find_broken` finds nothing."""
    for turn in history:
        if not table.rule.by_position:
            rows = keep(table, rows, turn)
            continue
        symbols = {letter: table.codes.alphabet.index(letter) for letter in turn.guess}
        codes = table.array[rows]
        allowed = np.ones(len(rows), np.bool_)
        for place, sign in enumerate(turn.marks.pattern):
            if sign == "X":
                allowed &= codes[:, place] == symbols[turn.guess[place]]
        for letter, copies in _marked(turn).items():
            allowed &= (codes == symbols[letter]).sum(axis=1) >= copies
        rows = rows[allowed]
    return rows


def _marked(turn: Turn) -> Counter[str]:
    """Return how many copies of each letter got a mark."""
    return Counter(letter for letter, sign in zip(turn.guess, turn.marks.pattern, strict=True) if sign != ".")


def find_unused(guess: str, position: Position) -> list[KnownLetter]:
    """Return the symbols that all codes left share at a position, then somewhere, and that `guess` does not use."""
    known = list(find_known(position))
    placed = [one for one in known if one.position is not None and guess[one.position - 1] != one.letter]
    named = {one.letter for one in placed}
    return placed + [
        one for one in known if one.position is None and one.letter not in guess and one.letter not in named
    ]


def find_known(position: Position) -> Iterator[KnownLetter]:
    """Yield the symbols that all codes left have at one position, then those that all have somewhere."""
    alphabet = position.codes.alphabet
    codes = position.table.array[position.candidates]
    if not len(codes):
        return
    placed = set()
    for place, column in enumerate(codes.T):
        if (column == column[0]).all():
            placed.add(alphabet[column[0]])
            yield KnownLetter(alphabet[column[0]], place + 1)
    for symbol in np.unique(codes[0]).tolist():
        if alphabet[symbol] not in placed and (codes == symbol).any(axis=1).all():
            yield KnownLetter(alphabet[symbol], None)
