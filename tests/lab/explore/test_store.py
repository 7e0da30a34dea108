"""The store: what was committed stays, nothing mixes, files that are not ours are not touched."""

from __future__ import annotations

import gzip
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mastermot import Configuration, MastermotError
from mastermot.lab.explore import Record, Store, explore
from mastermot.lab.explore import store as stores
from mastermot.lab.explore.errors import (
    RunsNoneError,
    StoreBusyError,
    StoreDamagedError,
    StoreForeignError,
    StoreFullError,
    StoreLaterError,
    StoreReadOnlyError,
)
from mastermot.words.files import FileIsFolderError, FileMissingError, FolderMissingError
from tests.lab.explore.support import games, read_kept, reference, small
from tests.support import ROOT


def fill(path: Path, configuration: Configuration, most: int | None = None) -> list[Record]:
    """Play a configuration into a store, or its first batches only; return what the store has then."""
    with Store(path, create=True) as store:
        run = store.begin_run(configuration)
        known = {record.code_index: record.guesses for record in store.read_records(run)}
        for number, batch in enumerate(explore(configuration, known, seconds=0.05 if most is None else 0)):
            if number == most:
                break
            store.add_records(run, batch)
        return store.read_records(run)


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    configuration = small()
    assert fill(tmp_path / "a.sqlite", configuration) == games(configuration)
    assert [path.name for path in tmp_path.iterdir()] == ["a.sqlite"]


def test_games_given_up_come_back_too(tmp_path: Path) -> None:
    configuration = small()
    configuration.most_turns = 2
    stored = fill(tmp_path / "a.sqlite", configuration)
    assert stored == games(configuration)
    assert None in [game.turns for game in stored]


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    part = fill(path, small(), 20)
    assert 0 < len(part) < 64
    assert fill(path, small()) == games(small())


def test_configurations_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    for strategy in ("entropy", "minimax", "entropy"):
        fill(path, small(strategy))
    with Store(path) as store:
        runs = store.read_runs()
        assert [(run.id, run.name, run.played, run.size) for run in runs] == [
            (1, "3x4/decodeur/entropy", 64, 64),
            (2, "3x4/decodeur/minimax", 64, 64),
        ]
        assert [run.settings for run in runs] == [small(strategy).settings for strategy in ("entropy", "minimax")]
        for run, strategy in zip(runs, ("entropy", "minimax"), strict=True):
            assert store.read_records(run.id) == games(small(strategy))


def test_a_finished_run_needs_no_writing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    fill(path, small())
    with Store(path) as store:
        store._connection.execute("PRAGMA query_only = ON")
        assert store.begin_run(small()) == 1


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    everything = fill(path, small())
    with Store(path) as store:
        store.add_records(1, [game._replace(turns=99) for game in everything])
        assert store.read_records(1) == everything


# --- files that are not ours -----------------------------------------------------------------------------------


def header(application: int, schema: int) -> bytes:
    content = bytearray(b"SQLite format 3\0" + bytes(4080))
    content[60:64] = schema.to_bytes(4)
    content[68:72] = application.to_bytes(4)
    return bytes(content)


FOREIGN = {
    "text": b"a word a line\n" * 20,
    "short": b"x",
    "zeros": bytes(4096),
    "another program": header(0, 1),
    "another application": header(stores.APPLICATION + 1, 1),
    "cut": header(stores.APPLICATION, 1)[:80],
}


def refused(path: Path, kind: type[MastermotError]) -> None:
    """Check that a file is refused, to read and to write, and left as it is with nothing beside it."""
    before = path.read_bytes(), path.stat().st_mtime_ns, sorted(path.parent.iterdir())
    for create in (False, True):
        with pytest.raises(kind):
            Store(path, create=create)
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(path.parent.iterdir())) == before


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_of_another_kind_is_refused_untouched(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.sqlite"
    path.write_bytes(FOREIGN[kind])
    refused(path, StoreForeignError)


def test_a_compressed_database_is_no_database(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite", create=True):
        path = tmp_path / "a.sqlite.gz"
        path.write_bytes(gzip.compress((tmp_path / "a.sqlite").read_bytes()))
    refused(path, StoreForeignError)


def test_a_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE game (id); INSERT INTO game VALUES (1)")
    connection.close()
    refused(path, StoreForeignError)
    # as another program leaves it when it is killed: a journal that any opening would play back
    (tmp_path / "a.sqlite-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600))
    refused(path, StoreForeignError)


def test_a_database_of_a_later_schema_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    fill(path, small())
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {stores.SCHEMA + 1}")
    connection.close()
    refused(path, StoreLaterError)


@pytest.mark.parametrize("table", ["game", "configuration"])
def test_a_database_with_a_foreign_trigger_is_read_and_not_written(tmp_path: Path, table: str) -> None:
    path = tmp_path / "a.sqlite"
    fill(path, small())
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TRIGGER theirs BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END")
    connection.close()
    with Store(path) as store:
        assert store.read_records(1)
    with pytest.raises(StoreDamagedError, match="theirs"):
        Store(path, create=True)


def test_a_damaged_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    fill(path, small())
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    with pytest.raises(StoreDamagedError), Store(path) as store:
        store.read_records(1)


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        Store(tmp_path / "a.sqlite")
    with pytest.raises(FileIsFolderError):
        Store(tmp_path, create=True)
    with pytest.raises(FolderMissingError):
        Store(tmp_path / "no" / "a.sqlite", create=True)
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(StoreForeignError):
            Store(path, create=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pipe"]


def test_an_empty_file_is_a_new_database_to_play_and_nothing_to_report(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    path.touch()
    with pytest.raises(RunsNoneError):
        Store(path)
    assert path.read_bytes() == b""
    assert fill(path, small()) == games(small())


@pytest.mark.parametrize("name", ["a b.sqlite", "à?mode=ro#.sqlite", "%41.sqlite"])
def test_any_name_of_a_file(tmp_path: Path, name: str) -> None:
    fill(tmp_path / name, small())
    assert [path.name for path in tmp_path.iterdir()] == [name]


# --- disks -----------------------------------------------------------------------------------------------------


def test_a_full_disk_keeps_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    part = fill(path, small(), 10)
    with Store(path) as store:
        pages = store._read_pragma("page_count")
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        many = [Record(1000 + place, "AAA", 3, ("AAB", "AAC", "AAA")) for place in range(1000)]
        with pytest.raises(StoreFullError):
            store.add_records(1, many)
        assert store.read_records(1) == part
    assert fill(path, small()) == games(small())


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 kB, where the machine lets us make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        done = False
    if not done:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_really_full_disk_and_a_really_read_only_one(tiny_disk: Path) -> None:
    path = tiny_disk / "a.sqlite"
    with pytest.raises(StoreFullError):
        fill(path, reference("s4c6", "entropy"))
    with Store(path) as store:
        kept = store.read_records(1)
    assert set(kept) < set(games(reference("s4c6", "entropy")))
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)
    with Store(path) as store:
        assert store.read_records(1) == kept
    with pytest.raises(StoreReadOnlyError):
        fill(path, small())
    with pytest.raises(MastermotError, match="system"):
        fill(tiny_disk / "b.sqlite", small())


def test_a_database_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    fill(path, small())
    with Store(path) as store:
        store._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreReadOnlyError):
            store.begin_run(small("minimax"))


def test_a_database_kept_by_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite"
    fill(path, small())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(stores, "LOCK_SECONDS", 0.05)
    with pytest.raises(StoreBusyError):
        fill(path, small())
    other.close()


# --- several processes, and processes that are killed ----------------------------------------------------------

DRIVER = """
import sys
from mastermot.lab.explore.runs import explore
from mastermot.lab.explore.store import Store
from tests.lab.explore.support import reference

configuration = reference(sys.argv[2], sys.argv[3])
print("ready", flush=True)
with Store(sys.argv[1], create=True) as store:
    run = store.begin_run(configuration)
    known = {record.code_index: record.guesses for record in store.read_records(run)}
    for batch in explore(configuration, known, seconds=float(sys.argv[4])):
        store.add_records(run, batch)
"""


def driver(path: Path, name: str, strategy: str, seconds: float) -> subprocess.Popen[bytes]:
    """Start a process that plays a configuration into a store, and wait until it is about to begin."""
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(path), name, strategy, str(seconds)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    with process.stdout as told:
        assert told.readline() == b"ready\n"
    return process


@pytest.mark.slow
def test_killed_five_times_and_begun_again(tmp_path: Path) -> None:
    """At the start, then each time once some more games are kept: what was kept stays, and is right."""
    path = tmp_path / "a.sqlite"
    truth = games(reference("s4c6", "entropy"))
    before: list[Record] = []
    for more in (0, 1, 10, 100, 300):
        wanted = min(len(before) + more, len(truth))  # a slow look may find nearly all games kept
        process = driver(path, "s4c6", "entropy", 0)
        while len(read_kept(path)) < wanted:
            time.sleep(0.02)
            assert process.poll() in (None, 0)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept = read_kept(path)
        assert set(before) <= set(kept) <= set(truth)
        before = kept
    assert len(before) >= 411
    assert driver(path, "s4c6", "entropy", 0.25).wait() == 0
    with Store(path) as store:
        assert store.read_records(1) == truth
        assert store._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.slow
def test_several_processes_on_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    strategies = ["entropy", "entropy", "minimax"]
    processes = [driver(path, "s4c6", strategy, 0.002) for strategy in strategies]
    assert [process.wait() for process in processes] == [0, 0, 0]
    with Store(path) as store:
        runs = store.read_runs()
        assert sorted(run.settings.strategy for run in runs) == ["entropy", "minimax"]
        for run in runs:
            assert store.read_records(run.id) == games(reference("s4c6", run.settings.strategy))


@pytest.mark.slow
@pytest.mark.long
def test_the_command_killed_twenty_times(tmp_path: Path) -> None:
    """The whole command, with two processes, on a list that takes seconds; no worker outlives it."""
    options = ["--words", "fr", "--length", "6", "--player", "entropy", "--pool", "all", "--sample", "3000"]

    def start(path: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "mastermot", "explore", *options, "--jobs", "2", "--database", str(path)]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)

    alone, killed = tmp_path / "alone.sqlite", tmp_path / "killed.sqlite"
    assert start(alone).wait() == 0
    chance = random.Random(21)
    for _kill in range(20):
        wanted = len(read_kept(killed)) + chance.randrange(500)
        process = start(killed)
        while process.poll() is None and len(read_kept(killed)) < wanted:
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert start(killed).wait() == 0
    with Store(alone) as one, Store(killed) as other:
        assert one.read_records(1) == other.read_records(1)
        assert one.read_runs() == other.read_runs()
