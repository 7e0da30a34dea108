"""Codemakers: who holds the secret and marks the guesses."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from mastermot.codes import Codes, ColourCodes
from mastermot.errors import N_, Reason, nearest
from mastermot.play.errors import NameUnknownError
from mastermot.play.positions import Position
from mastermot.rules import Marks


class Codemaker(Protocol):
    """Who marks the guesses of a game, and reveals the secret at its end."""

    def answer(self, position: Position, guess: str) -> Marks:
        """Return the marks that `guess` gets at `position`."""

    def reveal(self, position: Position) -> str:
        """Return the secret, once the game is over at `position`."""


class Honest:
    """A codemaker that keeps its secret."""

    def __init__(self, secret: str) -> None:
        """Take the secret, a code of the game."""
        self.secret = secret

    def answer(self, position: Position, guess: str) -> Marks:
        """Return the marks of `guess` against the secret."""
        return position.rule.mark(guess, self.secret)

    def reveal(self, position: Position) -> str:
        """Return the secret."""
        return self.secret


class Fickle:
    """A codemaker that changes its secret in mid-game, to whatever keeps the most candidates alive.

    It never contradicts its own marks. Of equal classes it takes the one with the fewest blacks, then whites. Where
    the codes are too many to list, it compares the classes of a sample; a code that agrees with its marks is kept in
    mind, so that there always is one.
    """

    def __init__(self) -> None:
        """Begin with no code in mind."""
        self.kept = ""

    def answer(self, position: Position, guess: str) -> Marks:
        """Return the marks of the largest class of the partition of the candidates by `guess`."""
        table = position.table
        if not len(position.candidates):
            return position.rule.mark(guess, self.kept)
        row = int(table.rows([guess])[0])
        number, rows = max(table.split(row, position.candidates), key=lambda part: (len(part[1]), -part[0]))
        self.kept = table.text(int(rows[0]))
        return position.rule.marks(number, table.length)

    def reveal(self, position: Position) -> str:
        """Return the first code that agrees with all marks given."""
        candidates = position.candidates
        return position.table.text(int(candidates[0])) if len(candidates) else self.kept


def random_secret(codes: Codes, seed: object) -> str:
    """Return a code drawn at random, always the same for the same seed.

    Raises `TooManyCodesError` for codes other than colours that are too many to list.
    """
    chance = random.Random(f"secret:{seed}")
    if isinstance(codes, ColourCodes) and not codes.enumerable:
        if codes.repeats:
            return "".join(chance.choices(codes.alphabet, k=codes.length))
        return "".join(chance.sample(codes.alphabet, codes.length))
    return codes.texts[chance.randrange(len(codes))]


CODEMAKERS: dict[str, Callable[[Codes, object], Codemaker]] = {
    "honest": lambda codes, seed: Honest(random_secret(codes, seed)),
    "fickle": lambda codes, seed: Fickle(),
}


def codemaker_names() -> tuple[str, ...]:
    """Return the names of the codemakers, in the order in which they are listed."""
    return tuple(CODEMAKERS)


def make_codemaker(name: str, codes: Codes, seed: object) -> Codemaker:
    """Return the codemaker of this name, its secret drawn by `seed`. Raises `NameUnknownError`."""
    if name not in CODEMAKERS:
        kind = Reason(N_("codemaker"))
        raise NameUnknownError(kind=kind, name=name, known=tuple(CODEMAKERS), suggestions=nearest(name, CODEMAKERS))
    return CODEMAKERS[name](codes, seed)
