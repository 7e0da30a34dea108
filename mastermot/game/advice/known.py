"""What a player knows: hints that hard mode must use, and letters that all codes left share.

Hard mode under `positional` is Wordle's: a letter marked in its place stays there, one marked elsewhere is in the
guess, as many times as it was marked. Under the other rules a guess must agree with all marks so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING

from mastermot.game.positions import Position, Turn, keep
from mastermot.rules import Rule

if TYPE_CHECKING:
    from mastermot.game.partitions import Rows, Table


@dataclass(frozen=True, slots=True)
class Hint:
    """What hard mode would have wanted: the marks of a turn, a letter of them, its position where that is known."""

    turn: int  #: The turn, 1 for the first; 0 for what is given at the start.
    letter: str | None  #: The letter; null where the marks of the turn as a whole are meant.
    position: int | None  #: The position, 1 for the first, where it is known.


@dataclass(frozen=True, slots=True)
class KnownLetter:
    """A letter that all codes left have, at a position or, with null, somewhere."""

    letter: str
    position: int | None  #: The position, 1 for the first; null for a letter that is somewhere.


def find_broken(guess: str, history: Sequence[Turn], rule: Rule) -> list[Hint]:
    """Return the hints of `history` that `guess` does not use, each once, with the first turn that gives it."""
    if not rule.by_position:
        turns = enumerate(history, start=1)
        return [Hint(number, None, None) for number, turn in turns if rule.compare(turn.guess, guess) != turn.marks]
    broken: dict[tuple[str, int | None], Hint] = {}
    for number, letter, place, copies in list_demands(history):
        if place is None:
            lacks = guess.count(letter) < copies and letter not in {named for named, _place in broken}
        else:
            lacks = guess[place - 1] != letter
        if lacks:
            broken.setdefault((letter, place), Hint(number, letter, place))
    return list(broken.values())


def list_demands(history: Sequence[Turn]) -> Iterator[tuple[int, str, int | None, int]]:
    """Yield what marks by position demand of later guesses: the turn, a letter, its position or None, its copies."""
    for number, turn in enumerate(history, start=1):
        signs = list(zip(turn.guess, turn.marks.pattern, strict=True))
        yield from ((number, letter, place, 1) for place, (letter, sign) in enumerate(signs, start=1) if sign == "X")
        marked = Counter(letter for letter, sign in signs if sign != ".")
        yield from ((number, letter, None, copies) for letter, copies in marked.items())


def keep_hard(table: Table, rows: Rows, history: Sequence[Turn]) -> Rows:
    """Return those of `rows` that hard mode allows: `find_broken` finds nothing."""
    if not table.rule.by_position:
        return reduce(partial(keep, table), history, rows)
    for _turn, letter, place, copies in list_demands(history):
        found = table.array[rows] == table.codes.alphabet.index(letter)
        rows = rows[found.sum(axis=1) >= copies if place is None else found[:, place - 1]]
    return rows


def find_unused(guess: str, position: Position) -> list[KnownLetter]:
    """Return the symbols that all codes left share at a position, then somewhere, and that `guess` does not use."""
    import numpy as np

    alphabet = position.codes.alphabet
    codes = position.table.array[position.candidates]
    if not len(codes):
        return []
    placed = {place: alphabet[column[0]] for place, column in enumerate(codes.T) if (column == column[0]).all()}
    shared = [alphabet[symbol] for symbol in np.unique(codes[0]).tolist() if (codes == symbol).any(axis=1).all()]
    unused = [KnownLetter(letter, place + 1) for place, letter in placed.items() if guess[place] != letter]
    return unused + [KnownLetter(one, None) for one in shared if one not in {*guess, *placed.values()}]
