"""The store: an SQLite file that keeps the games of configurations, with a row for each code.

`docs/formats.md` describes it. SQLite's own check (``PRAGMA integrity_check``) finds damaged pages. A changed byte
inside a value is found by the checksum of its row (`seal`), or because the values of the row contradict each other.

The words that this module uses in a sense of its own:

- a *store*: a file with the two tables that are defined here, `configuration` and `game`;
- a *run*: a row of `configuration`, with the rows of `game` that have its number; the *settings* of a run are the
  values by which configurations differ (`configurations.Settings`);
- a *record*: one game, as a row of `game` has it;
- a *seal*: the checksum in the last column of a row;
- *damage*: whatever this program cannot have written in the file;
- *ours*: of this program: its errors, which stand for those of SQLite, and the tables and rows that it writes.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from gzip import GzipFile
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, get_type_hints
from zlib import crc32

from mastermot import __version__
from mastermot.errors import N_, MastermotError, Reason, printable
from mastermot.lab.explore import errors
from mastermot.lab.explore.configurations import Configuration, Settings, name_codes, name_run
from mastermot.lab.explore.runs import Record
from mastermot.rules import RULES
from mastermot.words.files import NO_ROOM, FileMissingError, FileUnreadableError, FolderMissingError, open_file

GAME = N_("the game of code number {number} in run {run} has been changed since it was written")
RUN = N_("run {run} has been changed since it was written")
TABLES = N_("its tables are not those of mastermot explore")
TRIGGER = N_("it has a trigger that mastermot did not make: {name}")
PAGES = N_("SQLite finds: {text}")

APPLICATION = int.from_bytes(b"MMot")  #: The mark of our files in their header (``PRAGMA application_id``).
SCHEMA = 2  #: The schema of the files we write (``PRAGMA user_version``).
HEADER_BYTES = 100  #: The length of the header of an SQLite file.
LOCK_SECONDS = 60.0  #: Seconds to wait for another process that writes.

_KINDS = get_type_hints(Settings)
_TABLES = f"""
CREATE TABLE configuration (
  id INTEGER PRIMARY KEY,
  {", ".join(f"{name} {'INTEGER' if kind is int else 'TEXT'} NOT NULL" for name, kind in _KINDS.items())},
  codes TEXT NOT NULL,         -- short name of the codes, to be read
  size INTEGER NOT NULL,       -- number of codes
  program TEXT NOT NULL,       -- version that began the run, to be read
  seal INTEGER,                -- CRC-32 of the row
  UNIQUE ({", ".join(_KINDS)})
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
_SEALED = {
    "configuration": ("id", "codes", "size", "program", *_KINDS),
    "game": ("configuration", "place", "code", "turns", "guesses"),
}
"""The columns of each table, in the order in which they enter the checksum of a row."""


class Run(NamedTuple):
    """A configuration in a store, and how many of its games are there."""

    id: int  #: The number of the run: from 1, or 0 for a run that is in no store.
    codes: str  #: The short name of the codes.
    size: int  #: The number of codes.
    settings: Settings
    played: int  #: The number of codes whose games are in the store.

    @property
    def name(self) -> str:
        return name_run(self.codes, self.settings)


def make_seal(*values: object) -> int:
    """Return the checksum of a row: the CRC-32 of its values, in the order of `_SEALED`, as a JSON array.

    - The last value of a game is a text, its guesses with spaces between: each of these guesses is an entry of the
      array, as each of the other values is.
    - The last value of a configuration is a number, `method`: every value is an entry.

    >>> make_seal(1, 0, "AA", 2, "AB AA") == crc32(b'[1, 0, "AA", 2, "AB", "AA"]')
    True
    """
    entries = list(values)
    last = entries[-1]
    if isinstance(last, str):  # the guesses of a game
        entries[-1:] = last.split(" ")
    return crc32(json.dumps(entries, default=str).encode())


class Store(AbstractContextManager["Store"]):
    """An open store; use it in a ``with`` statement."""

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        """Open the file and check it. With `create`, it is made if it does not exist; that is for writing games.

        Raises, in this order:

        1. what `check_header` raises, for any file that is neither a store nor empty, and for a folder that is missing;
        2. `FileMissingError` for a file that is missing, without `create`;
        3. the errors of `_ERRORS`, if SQLite cannot open or read the file;
        4. `RunsNoneError` for an empty file without `create`, and `StoreDamagedError` for a damaged store (`_check`).
        """
        self.path = Path(path)
        exists = check_header(self.path)
        if not exists and not create:
            raise FileMissingError(source=str(path))
        mode = "rwc" if create else "rw"  # as SQLite writes them: read, write, create
        with name_errors(self.path):
            uri = f"{self.path.absolute().as_uri()}?mode={mode}"
            self._connection = sqlite3.connect(uri, uri=True, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            # the statements of `_check` are right in themselves: what SQLite finds wrong in one is damage of the file
            with name_errors(self.path, checking=True):
                self._check(create)
        except BaseException:
            self._connection.close()
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._connection.close()

    def _check(self, create: bool) -> None:
        """Check the pages and the tables of the file; with `create`, make the tables first if it is empty.

        1. If the version of the file is 0, as in an empty file, the tables are made; without `create`, `RunsNoneError`
           is raised instead (`_make_tables`).
        2. SQLite checks the pages of the file.
        3. Each table has the columns that it should have, and no others.
        4. Each game belongs to a run.
        5. With `create`, there is no trigger, which would run at each writing.

        Raises `StoreDamagedError` for the first of the points 2 to 5 that is not so.
        """
        self._connection.execute("PRAGMA foreign_keys = ON")
        is_new = self._read_pragma("user_version") == 0
        if is_new:
            self._make_tables(create)
        self._check_pages()
        for table, columns in _SEALED.items():
            rows = self._connection.execute(f"PRAGMA table_info({table})")
            table_columns = {name for _index, name, *_rest in rows}
            if table_columns != {*columns, "seal"}:
                raise self._make_damage_error(Reason(TABLES))
        game_without_run = self._connection.execute("PRAGMA foreign_key_check").fetchone()
        if game_without_run:
            raise self._make_damage_error(Reason(PAGES, text="FOREIGN KEY constraint failed"))
        triggers = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        if create and triggers:
            first_name = triggers[0][0]
            raise self._make_damage_error(Reason(TRIGGER, name=printable(str(first_name))))

    def _check_pages(self) -> None:
        """Raise `StoreDamagedError` with the first fault that SQLite's own check finds in the pages of the file."""
        rows = self._connection.execute("PRAGMA integrity_check(1)").fetchall()  # one row: “ok”, or the fault
        finding = rows[0][0] if rows else ""
        if finding != "ok":
            raise self._make_damage_error(Reason(PAGES, text=str(finding)))

    def _make_tables(self, create: bool) -> None:
        """Make the tables in a file of version 0, if it has none.

        1. A file with tables is left as it is. Since `_check` read the version, another process may have made our
           tables: so the version is read again. If it is still 0, the tables are not ours, and `StoreDamagedError` is
           raised.
        2. Without `create`, a file without tables is only to be read: `RunsNoneError` is raised.
        3. Otherwise the write lock is taken, and the version is read once more: of two processes that come here at the
           same moment, the second finds the version of the first, and changes nothing.
        """
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables > 0:
            are_ours = self._read_pragma("user_version") != 0
            if not are_ours:
                raise self._make_damage_error(Reason(TABLES))
            return
        if not create:
            raise errors.RunsNoneError(source=str(self.path))
        with self._writing() as connection:
            if self._read_pragma("user_version") == 0:
                for statement in _TABLES.split(";\n"):  # not by `executescript`, which would end the transaction
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")

    def _read_pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection, with the write lock held, for one transaction: all of it is kept, or nothing.

        If another process writes, SQLite waits for it, `LOCK_SECONDS` at most. The errors of SQLite become ours
        (`name_errors`).
        """
        with name_errors(self.path), self._connection:  # a connection commits at the end of its block, or rolls back
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection

    def _make_damage_error(self, reason: Reason) -> errors.StoreDamagedError:
        return errors.StoreDamagedError(source=str(self.path), reason=reason)

    def begin_run(self, configuration: Configuration) -> int:
        """Return the number of the run of a configuration. A run is entered if none has these settings yet.

        Raises `StoreDamagedError`, and the errors of `_ERRORS` if SQLite cannot read or write.
        """
        settings = configuration.settings
        codes = configuration.codes
        if settings not in self._number_runs():
            columns = (*_SEALED["configuration"], "seal")
            placeholders = ", ".join("?" * len(columns))
            with self._writing() as connection:
                (number,) = connection.execute("SELECT ifnull(max(id), 0) + 1 FROM configuration").fetchone()
                values = (number, name_codes(codes), len(codes), __version__, *settings)
                sealed_values = (*values, make_seal(*values))
                # the new row is ignored, if another process has entered the same configuration meanwhile
                statement = f"INSERT OR IGNORE INTO configuration ({', '.join(columns)}) VALUES ({placeholders})"
                connection.execute(statement, sealed_values)
        return self._number_runs()[settings]

    def _number_runs(self) -> dict[Settings, int]:
        return {run.settings: run.id for run in self.read_runs()}

    def read_runs(self) -> list[Run]:
        """Return the runs, in the order in which they were begun, each with the number of its games in the store.

        Raises `StoreDamagedError` for the first row whose checksum is wrong, or whose values cannot be ours.
        """
        count_games = "(SELECT count(*) FROM game WHERE configuration = id)"
        columns = ", ".join((*_SEALED["configuration"], "seal", count_games))
        runs = []
        for *values, seal, played in self._list_rows(f"SELECT {columns} FROM configuration ORDER BY id"):
            is_as_written = seal == make_seal(*values)
            run = make_run(values, played) if is_as_written else None
            if run is None:
                raise self._make_damage_error(Reason(RUN, run=values[0]))
            runs.append(run)
        return runs

    def add_records(self, run: int, records: Iterable[Record]) -> None:
        """Write games of the run with the number `run`, all or none; a game that is there already stays as it is."""
        rows = [(run, record.code_index, record.code, record.turns, " ".join(record.guesses)) for record in records]
        with self._writing() as connection:
            sealed = [(*row, make_seal(*row)) for row in rows]
            connection.executemany("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?)", sealed)

    def read_records(self, number: int, texts: Sequence[str] | None = None) -> list[Record]:
        """Return the games that were played of the run with this number, in the order of the codes.

        `texts` has all codes of the run in order, or is None if they are not at hand. Raises `StoreDamagedError` if
        there is no such run, if a game was changed since it was written, if a code has two games, or if `texts` has
        another code at the index of a game.
        """
        runs = {run.id: run for run in self.read_runs()}
        if number not in runs:
            raise self._make_damage_error(Reason(RUN, run=number))
        records: dict[str, Record] = {}  # by their codes
        query = "SELECT place, code, turns, guesses, seal FROM game WHERE configuration = ? ORDER BY place"
        for *values, seal in self._list_rows(query, (number,)):
            code_index = values[0]
            is_unchanged = seal == make_seal(number, *values)
            record = make_record(runs[number], *values) if is_unchanged else None
            if record is None or record.code in records:  # no code has two games
                raise self._make_game_error(number, code_index)
            if texts is not None and texts[record.code_index] != record.code:
                raise self._make_game_error(number, code_index)
            records[record.code] = record
        return list(records.values())

    def _make_game_error(self, run: int, code_index: object) -> errors.StoreDamagedError:
        """Return the error for a changed game of a run. It numbers the code from 1, unless the index is no number."""
        number = code_index + 1 if isinstance(code_index, int) else code_index
        return self._make_damage_error(Reason(GAME, number=str(number), run=run))

    def _list_rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with name_errors(self.path):
            return self._connection.execute(query, values).fetchall()


def make_run(values: Sequence[Any], played: int) -> Run | None:
    """Return the run in a row of the table `configuration`; None if this row is not one of ours.

    `values` has the columns in the order of `_SEALED`, without the seal; `played` is the number of its games in the
    store. The row is ours if each value has the type of its column, the checksum is a SHA-256 in hexadecimal digits,
    the rule is known, a game may have at least one turn, there is at least one code, and there are no more games than
    codes.
    """
    types = [type(value) for value in values]
    types_of_columns = [int, str, int, str, *_KINDS.values()]
    if types != types_of_columns:
        return None
    number, codes, size, _program, *rest = values
    settings = Settings(*rest)
    has_checksum = re.fullmatch("[0-9a-f]{64}", settings.checksum) is not None
    has_known_rule = settings.rule in RULES
    has_turns = settings.most_turns >= 1
    has_codes = size > 0
    has_right_number_of_games = 0 <= played <= size
    if has_checksum and has_known_rule and has_turns and has_codes and has_right_number_of_games:
        return Run(number, codes, size, settings, played)
    return None


def make_record(run: Run, code_index: object, code: object, turns: object, written: object) -> Record | None:
    """Return the game in a row of the table `game`; None if its values contradict each other or have other types.

    `written` has the guesses with spaces between them; `turns` is None for a game given up. The values agree if:

    - the index is that of a code of the run, and the code is not empty;
    - each guess is as long as the code, and printable;
    - there are as many guesses as `turns` says, or as many as the run allows if the game was given up;
    - the turns are no more than the run allows;
    - the last guess is the code in a game that was won, and another guess in a game given up;
    - no guess before the last is the code.
    """
    if not (isinstance(code_index, int) and isinstance(code, str) and isinstance(turns, int | None)):
        return None
    if not isinstance(written, str):
        return None
    is_code = 0 <= code_index < run.size and len(code) > 0
    guesses = tuple(written.split(" "))
    are_guesses = all(len(guess) == len(code) and guess.isprintable() for guess in guesses)
    most = run.settings.most_turns
    turns_played = most if turns is None else turns
    has_all_guesses = len(guesses) == turns_played
    is_within_limit = turns_played <= most
    is_won = turns is not None
    ends_with_code = guesses[-1] == code
    goes_on_after_code = code in guesses[:-1]
    ends_rightly = ends_with_code == is_won and not goes_on_after_code
    is_right = is_code and are_guesses and has_all_guesses and is_within_limit and ends_rightly
    return Record(code_index, code, turns, guesses) if is_right else None


def check_header(path: Path) -> bool:
    """Return whether the file exists; it must be a store or empty. Nothing is changed.

    Only the first 100 bytes are looked at, the header of an SQLite file. Raises:

    - `StoreForeignError` for a pipe or a device, a file compressed with gzip, and any file without our mark;
    - `FileIsFolderError` for a folder, and `FileUnreadableError` for a file that cannot be read;
    - `FolderMissingError` if the file is missing, and its folder too;
    - `StoreLaterError` for a store of a later schema.

    Damage after the header is not found here; `Store` finds it.
    """
    source = str(path)
    if path.is_fifo() or path.is_char_device():  # to open a pipe would wait for whoever writes to it
        raise errors.StoreForeignError(source=source)
    try:
        with open_file(path) as file:
            if isinstance(file, GzipFile):  # compressed: no store, whatever is in it
                raise errors.StoreForeignError(source=source)
            header = file.read(HEADER_BYTES)
    except FileMissingError:
        if not path.absolute().parent.is_dir():
            raise FolderMissingError(source=source, folder=str(path.parent)) from None
        return False
    is_empty = len(header) == 0
    if is_empty:
        return True
    is_sqlite = len(header) == HEADER_BYTES and header.startswith(b"SQLite format 3\0")
    schema = int.from_bytes(header[60:64])  # SQLite's file format says what stands where in the header
    application = int.from_bytes(header[68:72])
    if not is_sqlite or application != APPLICATION:
        raise errors.StoreForeignError(source=source)
    if schema > SCHEMA:
        raise errors.StoreLaterError(source=source, schema=schema, known=SCHEMA)
    return True


OwnError = tuple[type[MastermotError], str]  #: A class of our errors, and the reason that it gives.

NO_CONTENT = N_("its content has been changed")
_BUSY: OwnError = (errors.StoreBusyError, NO_CONTENT)
_DAMAGED: OwnError = (errors.StoreDamagedError, NO_CONTENT)
_ERRORS: dict[int, OwnError] = {
    sqlite3.SQLITE_FULL: (errors.StoreFullError, NO_ROOM),
    sqlite3.SQLITE_READONLY: (errors.StoreReadOnlyError, N_("it is read-only")),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL), _BUSY),
    **dict.fromkeys((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB), _DAMAGED),
    **dict.fromkeys((sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT), _DAMAGED),
    **dict.fromkeys(
        (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOLFS),
        (FileUnreadableError, N_("the system does not open it, or fails")),
    ),
}
"""Our errors for those of SQLite, by their code, each with a reason in our words: SQLite's are only in English."""


@contextmanager
def name_errors(path: Path, *, checking: bool = False) -> Iterator[None]:
    """Turn errors of SQLite in the block, if they are about the file `path`, into errors of ours.

    `find_own_error` says which errors are about the file. The others, such as a bug in a statement of ours, are left as
    they are. If the block checks a file (`checking`), an error in a statement counts as damage of the file.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        own_error = find_own_error(error, checking)
        if own_error is None:
            raise
        error_class, why = own_error
        raise error_class(source=str(path), reason=Reason(why)) from error


def find_own_error(error: Exception, checking: bool) -> OwnError | None:
    """Return our error for an error of SQLite, and the reason; None if the error is not about the file.

    - An `OperationalError` without a number means that a text in the file is not UTF-8; a `UnicodeDecodeError`, that a
      message of SQLite quotes such a text. Both are damage of the file. For other errors without a number: None.
    - For an error with a number that is in `_ERRORS`: our error there.
    - For any other error with a number: None, since it is about a statement, and so a bug of ours. But while `checking`
      a file, whose tables may be anything, such an error counts as damage of the file.
    """
    number = getattr(error, "sqlite_errorcode", 0)  # 0 if SQLite has not numbered it
    if number == 0:
        is_unreadable_text = isinstance(error, sqlite3.OperationalError | UnicodeDecodeError)
        return _DAMAGED if is_unreadable_text else None
    primary_number = number & 0xFF  # SQLite's codes have what they are about in the lowest byte
    error_of_any_other = _DAMAGED if checking else None
    return _ERRORS.get(primary_number, error_of_any_other)
