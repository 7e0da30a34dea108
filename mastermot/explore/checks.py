"""What the rows of a store must be, so that a damaged file is recognised and never read as other results.

SQLite's own check (``PRAGMA integrity_check``) finds a file whose pages do not hold together. A changed byte inside a
value is found by the checksum of its row, a CRC-32 in the column `seal`, and by what the values imply: the last guess
of a game that was won is its code, and so on. Rows of schema 1 have none; what they imply is all that can be checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import crc32

from mastermot.errors import N_
from mastermot.explore.configurations import Settings, name_run
from mastermot.explore.runs import Record
from mastermot.rules import RULES

GAME = N_("the game of code number {number} in run {run} is not as it was written")
RUN = N_("run {run} is not as it was written")
TABLES = N_("its tables are not those of mastermot explore")
TRIGGER = N_("it has a trigger of somebody else’s, {name}")
PAGES = N_("SQLite finds: {text}")

_CHECKSUM = re.compile(r"[0-9a-f]{64}")
_LARGEST = 1 << 62


class Run(NamedTuple):
    """A configuration in a store: its number, its codes (name and size), what defines it, how many codes are played."""

    id: int
    codes: str
    size: int
    settings: Settings
    played: int

    @property
    def name(self) -> str:
        """The short name of the configuration."""
        return name_run(self.codes, self.settings)


def make_checksum(*values: object) -> int:
    """Return a number that changes, most certainly, with any of the values of a row."""
    return crc32(json.dumps(values).encode())


def read_run(row: Sequence[Any], seal: int | None, *, sealed: bool) -> Run | None:
    """Return the run of a row (id, codes, size, program, games played, settings), or None for a damaged one."""
    number, codes, size, program, played, *rest = row
    settings = Settings(*rest)
    *texts, most_turns, method = rest
    right = (
        all(isinstance(text, str) for text in (codes, program, *texts))
        and all(isinstance(value, int) for value in (number, size, played, most_turns, method))
        and _CHECKSUM.fullmatch(settings.checksum) is not None
        and settings.rule in RULES
        and 1 <= size < _LARGEST
        and 1 <= most_turns < _LARGEST
        and 0 <= played <= size
        and (not sealed or seal == checksum_run(number, codes, size, program, settings))
    )
    return Run(number, codes, size, settings, played) if right else None


def checksum_run(number: int, codes: str, size: int, program: str, settings: Settings) -> int:
    """Return the checksum of a run's row."""
    return make_checksum(number, codes, size, program, *settings)


def read_record(
    run: Run, row: Sequence[Any], seal: int | None, *, sealed: bool, texts: Sequence[str] | None = None
) -> Record | None:
    """Return the record of a row (place, code, turns, guesses), or None for one that is damaged or not of `texts`."""
    place, code, turns, written = row
    if not (isinstance(place, int) and isinstance(code, str) and isinstance(written, str)):
        return None
    if not isinstance(turns, int | None):
        return None
    guesses = tuple(written.split(" "))
    most = run.settings.most_turns
    won = turns == len(guesses) <= most and guesses[-1] == code
    given_up = turns is None and len(guesses) == most
    right = (
        0 <= place < run.size
        and (won or given_up)
        and code not in guesses[: -1 if won else None]
        and bool(code)
        and all(len(guess) == len(code) and guess.isprintable() for guess in guesses)
        and (texts is None or texts[place] == code)
        and (not sealed or seal == checksum_record(run.id, Record(place, code, turns, guesses)))
    )
    return Record(place, code, turns, guesses) if right else None


def checksum_record(run: int, record: Record) -> int:
    """Return the checksum of a game's row."""
    return make_checksum(run, record.place, record.code, record.turns, *record.guesses)
