"""The store: an SQLite file that keeps the games of configurations, a row a code.

It is one file with a rollback journal, so that a copy of the file is a copy of the results, and what was committed is
there whatever happens next. The header of a file is read before SQLite opens it: a file that is not ours, or of a later
schema, is never opened, hence never changed. Whatever is read is checked first, and never taken for other results.
SQLite's own check (``PRAGMA integrity_check``) finds a file whose pages do not hold together. A changed byte inside a
value is found by the checksum of its row, a CRC-32 in the column `seal`, and by what the values imply: the last guess
of a game that was won is its code, and so on. Rows of schema 1 have none; what they imply is all that can be checked.
"""

from __future__ import annotations

import json
import re
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self
from zlib import crc32

from mastermot import __version__
from mastermot.errors import N_, MastermotError, Reason, printable
from mastermot.explore.configurations import Configuration, Settings, name_codes, name_run
from mastermot.explore.errors import (
    RunsNoneError,
    StoreBusyError,
    StoreDamagedError,
    StoreForeignError,
    StoreFullError,
    StoreLaterError,
    StoreReadOnlyError,
)
from mastermot.explore.runs import Record
from mastermot.files import FileIsFolderError, FileMissingError, FileUnreadableError, FolderMissingError
from mastermot.rules import RULES

GAME = N_("the game of code number {number} in run {run} is not as it was written")
RUN = N_("run {run} is not as it was written")
TABLES = N_("its tables are not those of mastermot explore")
TRIGGER = N_("it has a trigger of somebody else’s, {name}")
PAGES = N_("SQLite finds: {text}")

_CHECKSUM = re.compile(r"[0-9a-f]{64}")
_LARGEST = 1 << 62
APPLICATION = int.from_bytes(b"MMot")
"""The mark of our files in their header (``PRAGMA application_id``)."""
SCHEMA = 2
"""The schema of the files we write (``PRAGMA user_version``). Schema 1 had no checksums; it is read, and brought up
to this one when games are added."""
LOCK_SECONDS = 60.0
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
  seal INTEGER,                -- CRC-32 of the row
  UNIQUE (checksum, colours, rule, player, strategy, pool, accelerators, sample, seed, most_turns, method)
);
CREATE TABLE game (
  configuration INTEGER NOT NULL REFERENCES configuration (id),
  place INTEGER NOT NULL,      -- of the code in its list, from 0
  code TEXT NOT NULL,
  turns INTEGER,               -- NULL: given up after most_turns
  guesses TEXT NOT NULL,       -- between spaces
  seal INTEGER,                -- CRC-32 of the row
  PRIMARY KEY (configuration, place)
) WITHOUT ROWID;
"""
_COLUMNS = {
    "configuration": ("id", *Settings._fields, "codes", "size", "program", "seal"),
    "game": ("configuration", "place", "code", "turns", "guesses", "seal"),
}


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


class Store:
    """An open store; use it in a ``with`` statement."""

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        """Open the file; with `create`, games may be added, and the file is made when there is none.

        Raises `FileMissingError`, `FileIsFolderError`, `FolderMissingError`, `FileUnreadableError`,
        `StoreForeignError`, `StoreLaterError`, `StoreDamagedError`, or another of the errors of `name_errors`.
        """
        self.path = Path(path)
        exists = check_header(self.path)
        if not exists and not create:
            raise FileMissingError(source=str(path))
        with name_errors(self.path):
            uri = f"{self.path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
            self._connection = sqlite3.connect(uri, uri=True, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            # the statements are right for any database, so even an "SQL error" is the file's
            with name_errors(self.path, checking=True):
                self._schema = self._check(create)
            if create and self._schema < SCHEMA:
                self._upgrade()
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

    # --- tables ------------------------------------------------------------------------------------------------

    def _check(self, create: bool) -> int:
        """Return the schema of the file, its tables made when it is empty; its pages and its tables are checked."""
        self._connection.execute("PRAGMA foreign_keys = ON")
        if self._pragma("user_version") == 0:
            self._make_tables(create)
        ((found, *_),) = self._connection.execute("PRAGMA integrity_check(1)").fetchall() or [("",)]
        if found != "ok":
            raise self._damaged(Reason(PAGES, text=str(found)))
        schema = self._pragma("user_version")
        for table, columns in _COLUMNS.items():
            names = [row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")]
            if names != list(columns if schema > 1 else columns[:-1]):
                raise self._damaged(Reason(TABLES))
        triggers = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        if create and triggers:  # it would run with each of our writings
            raise self._damaged(Reason(TRIGGER, name=printable(str(triggers[0][0]))))
        return schema

    def _make_tables(self, create: bool) -> None:
        """Make the tables in an empty file; both of two processes that do so at once find them made."""
        if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 0:
            if self._pragma("user_version") == 0:
                raise self._damaged(Reason(TABLES))
            return
        if not create:
            raise RunsNoneError(source=str(self.path))
        with self._writing(checking=True) as connection:
            if self._pragma("user_version") == 0:
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")

    def _upgrade(self) -> None:
        """Give every row of a file of schema 1 its checksum, after checking what the row implies."""
        with self._writing() as connection:
            if self._pragma("user_version") == SCHEMA:
                self._schema = SCHEMA
                return
            runs = self.read_runs()
            records = {run.id: self.read_records(run.id) for run in runs}
            programs = dict(connection.execute("SELECT id, program FROM configuration").fetchall())
            for table in _COLUMNS:
                connection.execute(f"ALTER TABLE {table} ADD COLUMN seal INTEGER")
            connection.executemany(
                "UPDATE configuration SET seal = ? WHERE id = ?",
                [(checksum_run(run.id, run.codes, run.size, programs[run.id], run.settings), run.id) for run in runs],
            )
            for number, several in records.items():
                seals = [(checksum_record(number, record), number, record.place) for record in several]
                connection.executemany("UPDATE game SET seal = ? WHERE configuration = ? AND place = ?", seals)
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        self._schema = SCHEMA

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _writing(self, *, checking: bool = False) -> Iterator[sqlite3.Connection]:
        """Hold the write lock for one transaction: all of it is kept, or nothing."""
        with name_errors(self.path, checking=checking), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection

    def _damaged(self, reason: Reason) -> StoreDamagedError:
        return StoreDamagedError(source=str(self.path), reason=reason)

    # --- runs --------------------------------------------------------------------------------------------------

    def begin_run(self, configuration: Configuration) -> int:
        """Return the number of the run of a configuration, entering it when it is new. Raises `StoreDamagedError`."""
        settings, codes = configuration.settings, configuration.codes
        number = self._find_run(settings)
        if number is None:
            columns = (*Settings._fields, "codes", "size", "program")
            values = (*settings, name_codes(codes), len(codes), __version__)
            marks = ", ".join("?" * len(columns))
            with self._writing() as connection:
                entered = connection.execute(
                    f"INSERT OR IGNORE INTO configuration ({', '.join(columns)}) VALUES ({marks})", values
                )
                if entered.rowcount:
                    entry = entered.lastrowid or 0
                    seal = checksum_run(entry, name_codes(codes), len(codes), __version__, settings)
                    connection.execute("UPDATE configuration SET seal = ? WHERE id = ?", (seal, entry))
            number = self._find_run(settings)
        if number is None:
            raise self._damaged(Reason(RUN, run=configuration.name))
        return number

    def _find_run(self, settings: Settings) -> int | None:
        return next((run.id for run in self.read_runs() if run.settings == settings), None)

    def read_runs(self) -> list[Run]:
        """Return the runs, in the order in which they were begun. Raises `StoreDamagedError`."""
        played = "(SELECT count(*) FROM game WHERE configuration = id)"
        columns = ", ".join(("id", "codes", "size", "program", played, *Settings._fields, self._seal_column))
        runs = []
        for *row, seal in self._rows(f"SELECT {columns} FROM configuration ORDER BY id"):
            run = read_run(row, seal, sealed=self._schema > 1)
            if run is None:
                raise self._damaged(Reason(RUN, run=row[0]))
            runs.append(run)
        return runs

    # --- games -------------------------------------------------------------------------------------------------

    def add_records(self, run: int, records: Iterable[Record]) -> None:
        """Write games of a run, all or none; those that are there already are left as they are."""
        rows = [
            (run, one.place, one.code, one.turns, " ".join(one.guesses), checksum_record(run, one)) for one in records
        ]
        with self._writing() as connection:
            connection.executemany("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?)", rows)

    def read_records(self, number: int, texts: Sequence[str] | None = None) -> list[Record]:
        """Return the games of a run that were played, in the order of the codes `texts`. Raises `StoreDamagedError`."""
        run = next((run for run in self.read_runs() if run.id == number), None)
        if run is None:
            raise self._damaged(Reason(RUN, run=number))
        query = (
            f"SELECT place, code, turns, guesses, {self._seal_column} FROM game WHERE configuration = ? ORDER BY place"
        )
        records, codes = [], set()
        for *row, seal in self._rows(query, (number,)):
            record = read_record(run, row, seal, sealed=self._schema > 1, texts=texts)
            if record is None or record.code in codes:
                place = row[0] + 1 if isinstance(row[0], int) else row[0]
                raise self._damaged(Reason(GAME, number=str(place), run=number))
            codes.add(record.code)
            records.append(record)
        return records

    def read_guesses(self, number: int, texts: Sequence[str] | None = None) -> Mapping[int, tuple[str, ...]]:
        """Return the guesses of the games of a run that have been played, by the place of the code."""
        return {record.place: record.guesses for record in self.read_records(number, texts)}

    @property
    def _seal_column(self) -> str:
        return "seal" if self._schema > 1 else "NULL"

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with name_errors(self.path):
            return self._connection.execute(query, values).fetchall()


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


_KINDS: dict[int, type[MastermotError]] = {
    sqlite3.SQLITE_FULL: StoreFullError,
    sqlite3.SQLITE_READONLY: StoreReadOnlyError,
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL), StoreBusyError),
    **dict.fromkeys((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB), StoreDamagedError),
    **dict.fromkeys((sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT), StoreDamagedError),
    **dict.fromkeys((sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM), FileUnreadableError),
    **dict.fromkeys((sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOLFS), FileUnreadableError),
}


@contextmanager
def name_errors(path: Path, *, checking: bool = False) -> Iterator[None]:
    """Turn SQLite's errors about the file into named ones: full, read-only, busy, damaged, or `FileUnreadableError`.

    What SQLite says about a statement of ours (``SQLITE_ERROR``) is a bug of ours and goes up as it is, except while
    `checking` a file with statements that are right for any database.
    """
    try:
        yield
    except UnicodeDecodeError as error:  # a message of SQLite's that quotes what it found
        raise StoreDamagedError(source=str(path), reason=str(error)) from error
    except sqlite3.Error as error:
        number = getattr(error, "sqlite_errorcode", None)
        kind = _KINDS.get(number & 0xFF, StoreDamagedError if checking else None) if number is not None else None
        if number is None and isinstance(error, sqlite3.OperationalError):  # the module's own: a text that is not UTF-8
            kind = StoreDamagedError
        if kind is None:
            raise
        raise kind(source=str(path), reason=str(error)) from error
