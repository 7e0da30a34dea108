"""Where a game stands: the codes, the rule, the turns so far and the candidates left.

A position never changes; `Position.after` returns the next one. Players are functions of a position, so that the same
player serves an interactive game, a server without memory and a whole decision tree.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mastermot.codes import Codes, ColourCodes, check_listed
from mastermot.play.partitions import Rows, Table
from mastermot.play.sampling import Sample, draw_codes
from mastermot.rules import Marks, Rule, rule_named


class Turn(NamedTuple):
    """A guess and the marks it got."""

    guess: str
    marks: Marks


class Estimate(NamedTuple):
    """A number of codes, and its standard error: 0 where the number is exact."""

    number: int
    error: int


class Position:
    """A game under way. Candidates are found when first wanted: a player may not need them yet.

    Where the codes of the game are too many to list, the candidates are a `sample` of those that agree with the
    history, all of them where that is quick; it follows from the history alone.

    >>> from mastermot.codes import ColourCodes
    >>> from mastermot.rules import BLACK_WHITE
    >>> position = Position(ColourCodes(4, 6), BLACK_WHITE).after("abcd", "O").after("efab", "OOO")
    >>> position.count
    12
    """

    def __init__(
        self,
        codes: Codes,
        rule: Rule | str,
        history: tuple[Turn, ...] = (),
        *,
        table: Table | None = None,
        candidates: Rows | None = None,
    ) -> None:
        """Keep the game; `table` and `candidates` are those of the position before, where they are known.

        The guesses of a history without a table are folded; raises what `Codes.fold` raises.
        """
        self.codes = codes
        self.rule = rule_named(rule)
        self.history = history if table else tuple(Turn(codes.fold(guess), marks) for guess, marks in history)
        self._table = table
        self._candidates = candidates

    @property
    def table(self) -> Table:
        """The codes that rows speak of: all codes when they can be listed, else those of the sample."""
        if self._table is None:
            if self.codes.enumerable:
                self._table = Table(self.rule, self.codes)
            else:
                self._table = Table(self.rule, self.codes, self.sample.codes)
                self._candidates = np.arange(len(self._table.array))
        return self._table

    @cached_property
    def sample(self) -> Sample:
        """Codes that agree with every turn, and how many there are. Raises `TooManyCodesError` for long lists."""
        if self.codes.enumerable or not isinstance(self.codes, ColourCodes):
            check_listed(self.codes)
            found = self.table.array[self.candidates]
            return Sample(found, len(found), 0, True)
        return draw_codes(self.codes, self.rule, self.history)

    @property
    def candidates(self) -> Rows:
        """The rows of the codes that agree with every turn, in order; where they are too many, those of the sample."""
        table = self.table
        if self._candidates is None:
            rows = np.arange(len(self.codes))
            for turn in self.history:
                rows = keep(table, rows, turn)
            self._candidates = rows
        return self._candidates

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.history) and self.rule.wins(self.history[-1].marks, self.codes.length)

    @property
    def count(self) -> int | None:
        """The number of codes that agree with every turn, or None while it is only estimated."""
        return self.estimate.number if self.estimate.error == 0 else None

    @cached_property
    def estimate(self) -> Estimate:
        """The number of codes that agree with every turn, and its standard error where they are too many to list."""
        if self.codes.enumerable:
            return Estimate(len(self.candidates), 0)
        return Estimate(round(self.sample.number), math.ceil(self.sample.error))

    def after(self, guess: str, marks: Marks | str | int | tuple[int, int]) -> Position:
        """Return the position once `guess` got `marks`; both are read as a player writes them.

        Marks may also be a number of blacks, or blacks and whites.

        Raises what `Codes.fold` and `Rule.parse` raise.
        """
        if not isinstance(marks, Marks):
            text = " ".join(map(str, marks)) if isinstance(marks, tuple) else str(marks)
            marks = self.rule.parse(text, self.codes.length)
        turn = Turn(self.codes.fold(guess), marks)
        if not self.codes.enumerable:
            return Position(self.codes, self.rule, (*self.history, turn))
        known = self._candidates is not None
        candidates = keep(self.table, self.candidates, turn) if known else None
        return Position(self.codes, self.rule, (*self.history, turn), table=self._table, candidates=candidates)


def keep(table: Table, rows: Rows, turn: Turn) -> Rows:
    """Return those of `rows` that would give the turn's guess the turn's marks."""
    number = table.rule.number(turn.marks, table.length)
    guess = table.row(turn.guess)
    kept: Rows = rows[table.against(guess, rows) == number]
    return kept
