"""What a player knows: hints that guesses must use in hard mode, and letters that all candidates share.

Hard mode under `positional` is Wordle's: a letter marked in its place stays there, and a letter marked elsewhere must
be in the guess, as many times as it was marked. Under other rules a guess must agree with all marks so far.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mastermot.game.positions import Turn
from mastermot.rules import Rule


@dataclass(frozen=True, slots=True)
class Hint:
    """What a guess must use in hard mode: the marks of a turn, or a letter that they show, with or without position."""

    turn: int  #: The turn, 1 for the first; 0 for what is given at the start.
    letter: str | None  #: The letter; null where the marks of the turn as a whole are meant.
    position: int | None  #: The position, 1 for the first, where it is known.


@dataclass(frozen=True, slots=True)
class KnownLetter:
    """A letter that all candidates have, at a certain position or anywhere."""

    letter: str
    position: int | None  #: The position, 1 for the first; null for a letter that is somewhere.


def find_broken(guess: str, history: Sequence[Turn], rule: Rule) -> list[Hint]:
    """Return the hints of `history` that `guess` does not use, each once, for the first turn that gives it."""
    if not rule.by_position:
        turns = enumerate(history, start=1)
        return [Hint(number, None, None) for number, turn in turns if rule.compare(turn.guess, guess) != turn.marks]
    broken: dict[tuple[str, int | None], Hint] = {}
    for number, letter, position, copies in list_demands(history):
        if position is None:
            lacks = guess.count(letter) < copies and letter not in {named for named, _position in broken}
        else:
            lacks = guess[position - 1] != letter
        if lacks:
            broken.setdefault((letter, position), Hint(number, letter, position))
    return list(broken.values())


def list_demands(history: Sequence[Turn]) -> Iterator[tuple[int, str, int | None, int]]:
    """Yield what marks by position demand of later guesses in hard mode: turn, letter, position, number of copies.

    The position is None for a letter that may be anywhere.
    """
    for number, turn in enumerate(history, start=1):
        signs = list(zip(turn.guess, turn.marks.pattern, strict=True))
        yield from (
            (number, letter, position, 1) for position, (letter, sign) in enumerate(signs, start=1) if sign == "X"
        )
        marked = Counter(letter for letter, sign in signs if sign != ".")
        yield from ((number, letter, None, copies) for letter, copies in marked.items())
