"""The store: an SQLite file that keeps the games of configurations, a row a code.

It is one file with a rollback journal, so that a copy of the file is a copy of the results, and what was committed is
there whatever happens next. The header of a file is read before SQLite opens it: a file that is not ours, or of a later
schema, is never opened, hence never changed.
"""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from mastermot import __version__
from mastermot.errors import MastermotError
from mastermot.explore.configurations import Configuration, Settings, codes_name, short_name
from mastermot.explore.errors import (
    RunsNoneError,
    StoreBusyError,
    StoreDamagedError,
    StoreForeignError,
    StoreFullError,
    StoreLaterError,
    StoreReadOnlyError,
)
from mastermot.explore.runs import Game
from mastermot.files import FileIsFolderError, FileMissingError, FileUnreadableError, FolderMissingError

APPLICATION = int.from_bytes(b"MMot")
"""The mark of our files in their header (``PRAGMA application_id``)."""
SCHEMA = 1
"""The schema of the files we write (``PRAGMA user_version``)."""
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_MAGIC = b"SQLite format 3\0"
_TABLES = """
CREATE TABLE configuration (
  id INTEGER PRIMARY KEY,
  checksum TEXT NOT NULL,      -- SHA-256 of the codes in order, a line each
  colours TEXT NOT NULL,       -- the game with colours, empty for words
  rule TEXT NOT NULL,
  player TEXT NOT NULL,
  strategy TEXT NOT NULL,
  pool TEXT NOT NULL,
  accelerators TEXT NOT NULL,  -- words between spaces
  sample TEXT NOT NULL,        -- candidates scored at most, empty for all
  seed TEXT NOT NULL,          -- empty when nothing is left to chance
  most_turns INTEGER NOT NULL, -- turns after which a game is unfinished
  method INTEGER NOT NULL,     -- which choices the players of the program make
  codes TEXT NOT NULL,         -- short name of the codes, to be read
  size INTEGER NOT NULL,       -- number of codes
  program TEXT NOT NULL,       -- version that began the run, to be read
  UNIQUE (checksum, colours, rule, player, strategy, pool, accelerators, sample, seed, most_turns, method)
);
CREATE TABLE game (
  configuration INTEGER NOT NULL REFERENCES configuration (id),
  place INTEGER NOT NULL,      -- of the code in its list, from 0
  code TEXT NOT NULL,
  turns INTEGER,               -- NULL: given up after most_turns
  guesses TEXT NOT NULL,       -- between spaces
  PRIMARY KEY (configuration, place)
) WITHOUT ROWID;
"""


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
        return short_name(self.codes, self.settings)


class Store:
    """An open store; use it in a ``with`` statement."""

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        """Open the file, making it first when there is none and `create` is set.

        Raises `FileMissingError`, `FileIsFolderError`, `FolderMissingError`, `FileUnreadableError`,
        `StoreForeignError`, `StoreLaterError`, or what SQLite's refusals stand for (see `named`).
        """
        self.path = Path(path)
        exists = check_header(self.path)
        if not exists and not create:
            raise FileMissingError(source=str(path))
        with named(self.path):
            uri = f"{self.path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
            self._connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
        try:
            with named(self.path):
                self._connection.execute("PRAGMA foreign_keys = ON")
            self._check_schema(create)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _check_schema(self, create: bool) -> None:
        """Make the tables in an empty file; both of two processes that do so at once find them made."""
        if self._pragma("user_version") == SCHEMA:
            return
        if not create:
            raise RunsNoneError(source=str(self.path))
        with self._writing() as connection:
            if self._pragma("user_version") == 0:
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")

    def _pragma(self, name: str) -> int:
        with named(self.path):
            return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock for one transaction: all of it is kept, or nothing."""
        with named(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def run(self, configuration: Configuration) -> int:
        """Return the number of the run of a configuration, entering it when it is new."""
        settings, codes = configuration.settings, configuration.codes
        number = self._number(settings)
        if number is None:
            marks = ", ".join("?" * (len(settings) + 3))
            columns = ", ".join((*Settings._fields, "codes", "size", "program"))
            values = (*settings, codes_name(codes), len(codes), __version__)
            with self._writing() as connection:
                connection.execute(f"INSERT OR IGNORE INTO configuration ({columns}) VALUES ({marks})", values)
            number = self._number(settings)
        if number is None:
            raise StoreDamagedError(source=str(self.path), reason="configuration")
        return number

    def _number(self, settings: Settings) -> int | None:
        same = " AND ".join(f"{field} = ?" for field in Settings._fields)
        with named(self.path):
            found = self._connection.execute(f"SELECT id FROM configuration WHERE {same}", settings).fetchone()
        return int(found[0]) if found else None

    def add(self, run: int, games: Iterable[Game]) -> None:
        """Write games of a run, all or none; those that are there already are left as they are."""
        rows = [(run, game.place, game.code, game.turns, " ".join(game.guesses)) for game in games]
        with self._writing() as connection:
            connection.executemany("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?)", rows)

    def games(self, run: int) -> list[Game]:
        """Return the games of a run that have been played, in the order of the codes."""
        with named(self.path):
            rows = self._connection.execute(
                "SELECT place, code, turns, guesses FROM game WHERE configuration = ? ORDER BY place", (run,)
            ).fetchall()
        return [Game(place, code, turns, tuple(guesses.split(" "))) for place, code, turns, guesses in rows]

    def known(self, run: int) -> Mapping[int, tuple[str, ...]]:
        """Return the guesses of the games of a run that have been played, by the place of the code."""
        return {game.place: game.guesses for game in self.games(run)}

    def runs(self) -> list[Run]:
        """Return the runs, in the order in which they were begun."""
        columns = ", ".join(Settings._fields)
        played = "(SELECT count(*) FROM game WHERE configuration = id)"
        with named(self.path):
            rows = self._connection.execute(
                f"SELECT id, codes, size, {played}, {columns} FROM configuration ORDER BY id"
            ).fetchall()
        return [Run(number, codes, size, Settings(*rest), done) for number, codes, size, done, *rest in rows]


def check_header(path: Path) -> bool:
    """Return whether there is a file, one that we may open: ours or empty; nothing is changed.

    Raises `FileIsFolderError`, `FolderMissingError`, `FileUnreadableError`, `StoreForeignError`, `StoreLaterError`.
    """
    source = str(path)
    try:
        if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            raise StoreForeignError(source=source)
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        if not path.absolute().parent.is_dir():
            raise FolderMissingError(source=source, folder=str(path.parent)) from None
        return False
    except IsADirectoryError:
        raise FileIsFolderError(source=source) from None
    except (OSError, ValueError) as error:
        raise FileUnreadableError(source=source, reason=getattr(error, "strerror", None) or str(error)) from None
    if not header:
        return True
    schema, application = (int.from_bytes(header[start : start + 4]) for start in (60, 68))
    if len(header) < 100 or not header.startswith(_MAGIC) or application != APPLICATION:
        raise StoreForeignError(source=source)
    if schema > SCHEMA:
        raise StoreLaterError(source=source, schema=schema, known=SCHEMA)
    return True


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the file into named ones: full, read-only, busy, damaged, or `FileUnreadableError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _named(error, str(path)) from error


def _named(error: sqlite3.Error, source: str) -> MastermotError:
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    reason = str(error)
    kinds: dict[int, type[MastermotError]] = {
        sqlite3.SQLITE_FULL: StoreFullError,
        sqlite3.SQLITE_READONLY: StoreReadOnlyError,
        sqlite3.SQLITE_BUSY: StoreBusyError,
        sqlite3.SQLITE_LOCKED: StoreBusyError,
        sqlite3.SQLITE_CORRUPT: StoreDamagedError,
        sqlite3.SQLITE_NOTADB: StoreDamagedError,
        sqlite3.SQLITE_ERROR: StoreDamagedError,
    }
    return kinds.get(primary, FileUnreadableError)(source=source, reason=reason)
