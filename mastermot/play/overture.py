"""The overture of the Perl codebreaker: the colours are played in order until the marks say enough."""

from __future__ import annotations

from functools import cached_property

from mastermot.play.positions import Position


class Overture:
    """The overture of the Perl program at a position: its next guess, or None and the extra guesses for the endgame."""

    def __init__(self, position: Position) -> None:
        """Follow the overture through the history; the turns after it do not count."""
        self.holes = position.codes.length
        self.untried = position.codes.alphabet
        self.left = position.codes.alphabet
        self.marks = 0
        self.played: list[tuple[str, int, int]] = []
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
                self.played.append((guess, marks.blacks, marks.whites))
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
