"""Games where numpy is not, as in a browser: each code is marked by the plain definition, one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, cast

from mastermot.game.positions import Estimate, Position, Turn
from mastermot.rules import Rule
from mastermot.rules.codes import Codes

if TYPE_CHECKING:
    from mastermot.game.partitions import Rows, Table

MAX_MARKED = 100_000  #: Codes that are marked for a count at most, in a second: every word of a length of a dictionary.


class PlainTable:
    """What a codemaker asks of a `Table`; a row is the code itself."""

    def __init__(self, rule: Rule, length: int) -> None:
        self.rule, self.length = rule, length

    def row(self, text: str) -> str:
        """Return the row of a code, or the code of a row."""
        return text

    text = row

    def split(self, guess: str, secrets: Iterable[str]) -> Iterable[tuple[int, list[str]]]:
        """Return the partition of codes by a guess: the marks' number and the codes."""
        parts = defaultdict[int, list[str]](list)
        for secret in secrets:
            parts[self.rule.number(self.rule.compare(guess, secret), self.length)].append(secret)
        return parts.items()


class PlainPosition(Position):
    """A position for one who holds a secret; where the codes are more than `MAX_MARKED`, those left are not counted."""

    @property
    def table(self) -> Table:
        """What splits the candidates."""
        return cast("Table", PlainTable(self.rule, self.codes.length))

    @property
    def candidates(self) -> Rows:
        """The codes that agree with every turn, in order. Raises `TooManyCodesError`."""
        return cast("Rows", list_left(self.codes, self.rule, self.history))

    @cached_property
    def estimate(self) -> Estimate:
        """The number of codes that agree with every turn; 0 where it is not counted."""
        return Estimate(len(self.candidates) if self.codes.count <= MAX_MARKED else 0, 0)


@lru_cache(64)
def list_left(codes: Codes, rule: Rule, history: tuple[Turn, ...]) -> Sequence[str]:
    """Return the codes that agree with every turn. Raises `TooManyCodesError`."""
    if not history:
        return codes.texts
    *before, turn = history
    left = list_left(codes, rule, tuple(before))
    return [code for code in left if rule.compare(turn.guess, code) == turn.marks]
