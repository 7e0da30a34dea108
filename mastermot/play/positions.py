"""Where a game stands: the codes, the rule, the turns so far and the candidates left.

A position never changes; `Position.after` returns the next one. Players are functions of a position, so that the same
player serves an interactive game, a server without memory and a whole decision tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mastermot.codes import Codes, TooManyCodesError
from mastermot.play.partial import build_agreeing_codes
from mastermot.play.partitions import Rows, Table
from mastermot.rules import Marks, Rule


class Turn(NamedTuple):
    """A guess and the marks it got."""

    guess: str
    marks: Marks


class Position:
    """A game under way. Candidates are found when first wanted: a player may not need them yet.

    >>> from mastermot.codes import ColourCodes
    >>> from mastermot.rules import BLACK_WHITE
    >>> position = Position(ColourCodes(4, 6), BLACK_WHITE).after("abcd", "O").after("efab", "OOO")
    >>> position.count
    12
    """

    def __init__(
        self,
        codes: Codes,
        rule: Rule,
        history: tuple[Turn, ...] = (),
        *,
        table: Table | None = None,
        candidates: Rows | None = None,
    ) -> None:
        """Keep the game; `table` and `candidates` are those of the position before, filtered, where they are known.

        The guesses of a history without a table are folded; raises what `Codes.fold` raises.
        """
        self.codes = codes
        self.rule = rule
        self.history = history if table else tuple(Turn(codes.fold(guess), marks) for guess, marks in history)
        self._table = table
        self._candidates = candidates

    @property
    def table(self) -> Table:
        """The codes that rows speak of: all codes when they can be listed, else those that agree with the history."""
        if self._table is None:
            if self.codes.enumerable:
                self._table = Table(self.rule, self.codes)
            else:
                self._table = Table(self.rule, self.codes, build_agreeing_codes(self.codes, self.rule, self.history))
                self._candidates = np.arange(len(self._table.array))
        return self._table

    @property
    def candidates(self) -> Rows:
        """The rows of the codes that agree with every turn, in order."""
        table = self.table
        if self._candidates is None:
            rows = np.arange(len(self.codes))
            for turn in self.history:
                rows = keep(table, rows, turn)
            self._candidates = rows
        return self._candidates

    @property
    def count(self) -> int | None:
        """The number of candidates, or None while the codes are too many to be listed."""
        if self._table is None and not self.codes.enumerable:
            try:
                return len(self.candidates)
            except TooManyCodesError:
                return None
        return len(self.candidates)

    def after(self, guess: str, marks: Marks | str) -> Position:
        """Return the position once `guess` got `marks`; both are read as a player writes them.

        Raises what `Codes.fold` and `Rule.parse` raise.
        """
        read = self.rule.parse(marks, self.codes.length) if isinstance(marks, str) else marks
        turn = Turn(self.codes.fold(guess), read)
        known = self._candidates is not None
        candidates = keep(self.table, self.candidates, turn) if known else None
        return Position(self.codes, self.rule, (*self.history, turn), table=self._table, candidates=candidates)

    def child(self, guess: str, marks: Marks, candidates: Rows) -> Position:
        """Return the position once `guess`, a code as the set writes it, got `marks`, its candidates known."""
        turn = Turn(guess, marks)
        return Position(self.codes, self.rule, (*self.history, turn), table=self._table, candidates=candidates)


def keep(table: Table, rows: Rows, turn: Turn) -> Rows:
    """Return those of `rows` that would give the turn's guess the turn's marks."""
    number = table.rule.number(turn.marks, table.length)
    guess = int(table.rows([turn.guess])[0])
    kept: Rows = rows[table.against(guess, rows) == number]
    return kept
