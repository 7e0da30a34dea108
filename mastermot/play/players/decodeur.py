"""The Perl program: an overture that plays the colours in order, then its criterion over candidates and extras.

With a dictionary there is no overture, and the extras are the acceleration words. With colours, the extras are the
guesses of the overture that were not played, when the marks so far add up to one less than the holes.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from mastermot.codes import Codes, ColourCodes
from mastermot.errors import N_, Reason
from mastermot.play.errors import PlayerGameError
from mastermot.play.partitions import Rows
from mastermot.play.players.base import Choice, Codebreaker, register
from mastermot.play.positions import Position
from mastermot.rules import BLACK_WHITE, Rule

WHY_COLOURS = N_("2 to 5 holes and 3 to 26 colours, with repeats and without empty holes")
WHY_RULE = N_("its overture needs the rule black-white")


@register
class Decodeur(Codebreaker):
    """The overture where it plays colours, then the strategy on a sample of 2,000."""

    name: ClassVar[str] = "decodeur"
    default_sample: ClassVar[int | None] = 2000
    order: ClassVar[int] = 2

    def describe_way(self, codes: Codes) -> str:
        """Return how it plays, a text of the catalogue."""
        return N_("an overture, then {how}") if isinstance(codes, ColourCodes) else super().describe_way(codes)

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for colours that its overture does not fit; with words it plays everything."""
        if not isinstance(codes, ColourCodes):
            return super().check_game(codes, rule)
        fitting = 2 <= codes.length <= 5 and codes.colours >= 3 and codes.repeats and not codes.empty
        if rule is not BLACK_WHITE or not fitting:
            why = Reason(WHY_COLOURS if rule is BLACK_WHITE else WHY_RULE)
            raise PlayerGameError(player=self.plan.player, why=why)
        return None

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the overture, then that of the strategy."""
        overture = Overture(position) if isinstance(position.codes, ColourCodes) else None
        if overture is not None and overture.guess is not None:
            return Choice(overture.guess, position.count)
        return super().find_guess(position)

    def add_extra(self, position: Position) -> Rows:
        """Return the rows of the acceleration words; with colours, of the overture's guesses that were not played."""
        if not isinstance(position.codes, ColourCodes):
            return super().add_extra(position)
        candidates = position.candidates
        rows = [row for row in position.table.rows(Overture(position).extra) if not (candidates == row).any()]
        return np.array(rows, np.intp)


class Overture:
    """The overture of the Perl program at a position: its next guess, or None and the extra guesses for the endgame."""

    def __init__(self, position: Position) -> None:
        """Follow the overture through the history; the turns after it do not count."""
        self.holes = position.codes.length
        self.untried = position.codes.alphabet
        self.left = position.codes.alphabet
        self.marks = 0
        for guess, marks in position.history:
            if self.finished:
                break
            wrapped = len(self.untried) < self.holes
            total = marks.blacks + marks.whites
            self.untried = self.untried[self.holes :]
            if total == 0:
                self.left = "".join(symbol for symbol in self.left if symbol not in guess)
            if not wrapped:
                self.marks += total
            if marks.blacks == self.holes:
                self.untried = ""

    @property
    def finished(self) -> bool:
        """Whether the overture is over: the colours are used up, or the marks add up to holes - 1 or more."""
        return not self.untried or self.marks >= self.holes - 1

    @property
    def guess(self) -> str | None:
        """The next guess of the overture, None when it is over."""
        return None if self.finished else self._fill(self.untried[: self.holes])

    @cached_property
    def extra(self) -> list[str]:
        """The guesses not played, the wrapped one included, when the marks add up to exactly holes - 1."""
        if self.marks != self.holes - 1:
            return []
        starts = range(0, len(self.untried), self.holes)
        return [self._fill(self.untried[start : start + self.holes]) for start in starts]

    def _fill(self, colours: str) -> str:
        """Return the colours, gone on from the first of those left in the game until the holes are full."""
        around = self.left or colours
        missing = self.holes - len(colours)
        return colours + (around * missing)[:missing]
