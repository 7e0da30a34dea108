"""Positions: where a game stands, by its codes, its rule, the turns so far and the candidates.

A position never changes; `Position.after` returns the next one. A player's choice depends only on the position, so that
the same player serves an interactive game, a server without memory and a whole strategy tree.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING, NamedTuple, cast

from mastermot.game.errors import NoCandidateError, NoCandidateFoundError
from mastermot.notebooks import draw_board
from mastermot.rules import Marks, Rule, rule_named
from mastermot.rules.codes import Codes, check_listed

if TYPE_CHECKING:  # numpy comes with the first candidates, not before: in a browser there may be none
    from mastermot.game.partitions import Rows, Table
    from mastermot.game.sampling import Sample

MAX_MARKED = 100_000  #: The most codes marked for a count without numpy: it takes about a second.
MAX_TRIED = 20_000  #: The most sets of turns tried, smallest first, to find turns that contradict each other.
MAX_BITS = 60  #: With more turns than this no sets are tried: a set is an integer with a bit for each turn.


class Turn(NamedTuple):
    """A guess and the marks it got."""

    guess: str  #: The guess, folded: capitals without accents, or colours.
    marks: Marks  #: Its marks, under the rule of the game.


class Estimate(NamedTuple):
    """A number of codes, and its standard error: 0 if the number is exact."""

    number: int
    standard_error: int


class Partition(NamedTuple):
    """The candidates at a position, by the marks that a guess gets from them."""

    guess: str  #: The guess, folded: capitals without accents, or colours.
    classes: Mapping[str, tuple[str, ...]]  #: The candidates, by the marks that the guess gets from them.

    def _repr_html_(self) -> str:
        rows = [(marks, len(codes)) for marks, codes in self.classes.items()]
        return draw_board([(self.guess, ""), *rows])


class Position:
    """A game under way. Its candidates, the codes that agree with every turn, are found when they are first asked for.

    If the codes of the game are too many to list, the candidates are a `sample` of the codes that agree, or all of
    these if they are found quickly. The sample depends on the history alone. Where there can be no sample, all that
    needs the candidates raises the errors that `sample` names.

    >>> from mastermot.rules.codes import ColourCodes
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
        """Keep the game and its history; without a `table` the guesses of the history are folded first.

        A caller that knows the `table` of this position, and its `candidates`, gives them, so that they need not be
        found again. The guesses of its history must be folded already. Raises `RuleUnknownError`, and for a guess that
        is no code the errors that `Codes.fold` names.
        """
        self.codes = codes
        self.rule = rule_named(rule)
        self._table = table
        self._candidates = candidates
        if table is None:
            history = tuple(Turn(codes.fold(guess), marks) for guess, marks in history)
        self.history = history

    @property
    def table(self) -> Table:
        """The codes that rows stand for: all codes of the game if they can be listed, else those of `sample`."""
        if self._table is None:
            import numpy as np

            from mastermot.game.partitions import Table

            if self.codes.enumerable:
                self._table = Table(self.rule, self.codes)
            else:
                self._table = Table(self.rule, self.codes, self.sample.codes)
                self._candidates = np.arange(len(self.sample.codes))  # all rows: the sample has only candidates
        return self._table

    @cached_property
    def sample(self) -> Sample:
        """Codes that agree with every turn, and how many such codes there are.

        If the codes of the game can be listed, these are all that agree. If they are too many, a sample of them is
        drawn (`draw_codes`), but only of colours. Raises `TooManyCodesError` for words that are too many, and
        `RuleNeedsListError` for a rule under which colours cannot be drawn.
        """
        from mastermot.game.sampling import Sample, draw_codes

        if not self.codes.enumerable and self.codes.colours:
            return draw_codes(self.codes, self.rule, self.history)
        check_listed(self.codes)  # words that are too many raise the error: they cannot be drawn
        found = self.table.array[self.candidates]
        return Sample(found, len(found), 0, complete=True)

    @property
    def candidates(self) -> Rows:
        """The codes that agree with every turn, in order, as rows of `table`.

        If the codes of the game are too many to list, the candidates are the codes of `sample`: all rows of `table`.
        """
        table = self.table  # the property sets `_candidates` too if they are those of a sample
        if self._candidates is None:
            import numpy as np

            candidates: Rows = np.arange(len(self.codes))
            for turn in self.history:
                candidates = keep(table, candidates, turn)
            self._candidates = candidates
        return self._candidates

    def split(self, guess: str) -> Partition:
        """Return the candidates by the marks that a guess gets from them, the largest class first.

        The guess is read as a player writes it. A guess that is no code raises an error that `Codes.fold` names.
        """
        table = self.table
        code = self.codes.fold(guess)
        rows_by_number = dict(table.split(table.row(code), self.candidates))  # the classes, by the number of the marks
        largest_first = sorted(rows_by_number, key=lambda number: -len(rows_by_number[number]))
        classes = {}
        for number in largest_first:
            marks = self.rule.marks(number, table.length)
            classes[marks.text] = tuple(table.text(row) for row in rows_by_number[number])
        return Partition(code, classes)

    def _repr_html_(self) -> str:
        turns = [(turn.guess, turn.marks.text) for turn in self.history]
        return draw_board([*turns, ("", self.estimate.number)])

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.history) and self.rule.wins(self.history[-1].marks, self.codes.length)

    @property
    def count(self) -> int | None:
        """The number of codes that agree with every turn, or None if it is only estimated."""
        return self.estimate.number if self.estimate.standard_error == 0 else None

    @cached_property
    def estimate(self) -> Estimate:
        """The number of codes that agree with every turn, and its standard error if they are too many to list."""
        if self.codes.enumerable:
            return Estimate(len(self.candidates), 0)
        return Estimate(round(self.sample.number), math.ceil(self.sample.standard_error))

    def after(self, guess: str, marks: Marks | str | int | tuple[int, int]) -> Position:
        """Return the position after `guess` got `marks`; both are read as a player writes them.

        Marks may also be a number of blacks, or a pair of blacks and whites. `Codes.fold` and `Rule.parse` name the
        errors for a guess that is no code and for marks that cannot be read.
        """
        if not isinstance(marks, Marks):
            text = " ".join(map(str, marks)) if isinstance(marks, tuple) else str(marks)
            marks = self.rule.parse(text, self.codes.length)
        turn = Turn(self.codes.fold(guess), marks)
        table = None
        candidates = None
        if self.codes.enumerable:  # the next position need not find again what is known here
            table = self._table
            if self._candidates is not None:
                candidates = keep(self.table, self._candidates, turn)
        history = (*self.history, turn)
        kind = type(self)  # after a `PlainPosition` comes another one
        return kind(self.codes, self.rule, history, table=table, candidates=candidates)


def split_codes(rule: Rule, guess: str, codes: Iterable[str]) -> Mapping[Marks, list[str]]:
    """Return codes by the marks that a guess gets from them."""
    classes = defaultdict[Marks, list[str]](list)
    for code in codes:
        classes[rule.compare(guess, code)].append(code)  # as `Rule.mark`, but all codes here are folded already
    return classes


class PlainTable:
    """The part of a `Table` that a codemaker needs, without numpy, as in a browser; its row of a code is the code."""

    def __init__(self, rule: Rule, length: int) -> None:
        self.rule = rule
        self.length = length

    def row(self, text: str) -> str:
        return text

    def text(self, row: str) -> str:
        return row

    def split(self, guess: str, secrets: Iterable[str]) -> Iterable[tuple[int, list[str]]]:
        """Return the classes of `secrets` by the marks that a guess gets: the number of the marks, and the codes."""
        classes = split_codes(self.rule, guess, secrets)
        return [(self.rule.number(marks, self.length), codes) for marks, codes in classes.items()]


class PlainPosition(Position):
    """A position without numpy. If the codes of the game are more than `MAX_MARKED`, its candidates are not counted."""

    @property
    def table(self) -> Table:
        return cast("Table", PlainTable(self.rule, self.codes.length))

    @property
    def candidates(self) -> Rows:
        """The codes that agree with every turn, in order. Raises `TooManyCodesError`."""
        return cast("Rows", list_candidates(self.codes, self.rule, self.history))

    @cached_property
    def estimate(self) -> Estimate:
        """The number of codes that agree with every turn; 0 if they are not counted."""
        return Estimate(len(self.candidates) if self.codes.count <= MAX_MARKED else 0, 0)


@lru_cache(64)
def list_candidates(codes: Codes, rule: Rule, history: tuple[Turn, ...]) -> Sequence[str]:
    """Return the codes that agree with every turn. Raises `TooManyCodesError`."""
    if not history:
        return codes.texts
    *before, turn = history
    candidates = list_candidates(codes, rule, tuple(before))  # usually in the cache: asked for at the turn before
    return [code for code in candidates if rule.compare(turn.guess, code) == turn.marks]


def keep(table: Table, rows: Rows, turn: Turn) -> Rows:
    """Return those of `rows` that agree with a turn: the turn's guess gets the turn's marks from them."""
    number = table.rule.number(turn.marks, table.length)
    guess = table.row(turn.guess)
    kept: Rows = rows[table.against(guess, rows) == number]
    return kept


def check_candidates(position: Position) -> None:
    """Raise `NoCandidateError` if there is no candidate, `NoCandidateFoundError` if none was found by sampling."""
    if not len(position.candidates):
        if not position.sample.complete:
            raise NoCandidateFoundError
        raise NoCandidateError(turns=tuple(find_conflicting_turns(position)))


def find_conflicting_turns(position: Position) -> list[int]:
    """Return the numbers, from 1, of turns that contradict each other: no code agrees with all of them.

    The position must have no candidate.

    - In a game with too many codes to list, the turns are such that none of them can be left out (`_leave_out`).
    - In a game whose codes are listed, the turns are as few as possible if so few are found quickly (`_find_fewest`);
      otherwise they too are such that none can be left out. If the position has more than `MAX_BITS` turns, all of them
      are returned.
    """
    count = len(position.history)
    if not position.codes.enumerable:  # each set of turns takes a draw of its own, so few are tried
        indices = _leave_out(count, partial(_conflict_by_drawing, position))
    elif count > MAX_BITS:
        indices = tuple(range(count))
    else:
        conflict = _prepare_conflict_of_listed(position)
        indices = _find_fewest(count, conflict) or _leave_out(count, conflict)
    return [index + 1 for index in indices]


def _find_fewest(count: int, conflict: Callable[[Sequence[int]], bool]) -> tuple[int, ...]:
    """Return the smallest set of turns that `conflict` holds for; an empty set if none is found.

    Turns are given by their indices, from 0 to `count` - 1. Up to `MAX_TRIED` sets are tried, the smallest first, but
    not the set of all turns. Of three turns, the first and the last contradict each other:

    >>> _find_fewest(3, lambda indices: 0 in indices and 2 in indices)
    (0, 2)
    """
    sets = chain.from_iterable(combinations(range(count), size) for size in range(1, count))
    for indices in islice(sets, MAX_TRIED):
        if conflict(indices):
            return indices
    return ()


def _leave_out(count: int, conflict: Callable[[Sequence[int]], bool]) -> tuple[int, ...]:
    """Return a set of turns that `conflict` holds for; if any turn of the set is left out, it no longer holds.

    Turns are given by their indices, from 0 to `count` - 1; `conflict` must hold for all of them together. From the
    last to the first, each turn is left out if `conflict` still holds without this turn:

    >>> _leave_out(4, lambda indices: 0 in indices and (1 in indices or 3 in indices))
    (0, 1)
    """
    needed = tuple(range(count))
    for index in reversed(range(count)):
        fewer = tuple(other for other in needed if other != index)
        if conflict(fewer):
            needed = fewer
    return needed


def _prepare_conflict_of_listed(position: Position) -> Callable[[Sequence[int]], bool]:
    """Return a function that takes the indices of turns and says whether these turns contradict each other.

    The codes of the game must be few enough to list. They are marked here, once; the function then compares bits.
    """
    import numpy as np

    every = np.arange(len(position.codes))
    # for each code the set of turns that it agrees with, a bit for each turn: 0b101 for the first and the third
    agreeing = np.zeros(len(every), np.uint64)
    for index, turn in enumerate(position.history):
        agreeing[keep(position.table, every, turn)] |= np.uint64(1 << index)
    agreeing = np.unique(agreeing)  # many codes have the same set

    def conflict(indices: Sequence[int]) -> bool:
        """Return whether no code agrees with all of the turns at these indices."""
        wanted = np.uint64(sum(1 << index for index in indices))
        has_all_wanted = (agreeing & wanted) == wanted  # a flag for each set
        return not has_all_wanted.any()

    return conflict


def _conflict_by_drawing(position: Position, indices: Sequence[int]) -> bool:
    """Return whether it is proven that no code agrees with all of the turns at these indices.

    It is not proven if a code that agrees is drawn, nor if no code is drawn although there may be some. To draw a
    single code is enough here: so `draw_codes` grows narrow trees, and makes walks only if the trees find no code.
    """
    from mastermot.game.sampling import WIDTH, draw_codes

    history = [position.history[index] for index in indices]
    found = draw_codes(position.codes, position.rule, history, size=1, width=WIDTH // 4, enough=1)
    return found.complete and not len(found.codes)
