"""Damaged databases: hundreds of them, each read as it was or told as damage, never read as something else."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mastermot.cli import main
from mastermot.lab.explore import Store, explore
from mastermot.lab.explore.errors import StoreDamagedError
from mastermot.lab.explore.store import _SEALED as SEALED_COLUMNS
from mastermot.lab.explore.store import make_seal
from tests.lab.explore.support import small
from tests.support import some

PLAY = ["--holes", "3", "--colours", "4", "--player", "decodeur"]


def run(*arguments: str | Path) -> Result:
    """Return what the command does; a bug of ours is raised."""
    return CliRunner().invoke(main, ["explore", *map(str, arguments)], env={"LANGUAGE": "en", "MASTERMOT_DEBUG": "1"})


def fill(path: Path) -> None:
    """Play two configurations into a database."""
    with Store(path, create=True) as store:
        for strategy in ("entropy", "minimax"):
            configuration = small(strategy)
            number = store.begin_run(configuration)
            for batch in explore(configuration):
                store.add_records(number, batch)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "runs.sqlite"
    fill(path)
    return path


def check(path: Path, report: str) -> bool:
    """Check that a damaged file gives the same or status 3, to a report and to a game; return whether it was told."""
    result = run("--database", path, "--report", "--json", "--turns")
    assert result.exit_code in (0, 3), (result.exception, result.output)
    assert result.exit_code or result.stdout == report, "the report differs in silence"
    copy = path.with_suffix(".copy")
    shutil.copy(path, copy)
    played = run(*PLAY, "--database", copy, "--json")
    assert played.exit_code in (0, 3), (played.exception, played.output)
    assert played.exit_code or played.stdout == run(*PLAY, "--json").stdout
    copy.unlink()
    return result.exit_code == 3


def test_flipped_bytes_and_cut_files(tmp_path: Path, whole: Path) -> None:
    report = run("--database", whole, "--report", "--json", "--turns").stdout
    assert len(json.loads(report)["runs"]) == 2
    content = whole.read_bytes()
    used = [place for place, byte in enumerate(content) if byte]
    chance = random.Random(3)
    told = 0
    for number in range(120):
        damaged = bytearray(content)
        if number % 10 == 9:
            del damaged[chance.randrange(len(content)) :]
        elif number % 3:
            damaged[chance.choice(used)] ^= 1 << chance.randrange(8)
        else:
            for _change in range(chance.randrange(1, 20)):
                damaged[chance.choice(used)] = chance.randrange(256)
        path = tmp_path / "damaged.sqlite"
        path.write_bytes(damaged)
        told += check(path, report)
    assert told > 80


@pytest.mark.slow
@pytest.mark.long
def test_every_bit_of_what_is_used(tmp_path: Path, whole: Path) -> None:
    report = run("--database", whole, "--report", "--json", "--turns").stdout
    content = whole.read_bytes()
    path = tmp_path / "damaged.sqlite"
    for place, byte in some(enumerate(content)):
        if byte:
            for bit in range(8):
                damaged = bytearray(content)
                damaged[place] ^= 1 << bit
                path.write_bytes(damaged)
                check(path, report)


UPDATES = [
    "UPDATE game SET place = place + 1000",
    "UPDATE game SET place = 'x' WHERE place = 3 AND configuration = 1",
    "UPDATE game SET place = 64 WHERE place = 3",
    "UPDATE game SET turns = turns + 1 WHERE place = 5",
    "UPDATE game SET turns = 'many' WHERE place = 5",
    "UPDATE game SET turns = NULL WHERE place = 5",
    "UPDATE game SET code = 'AAB' WHERE place = 0",
    "UPDATE game SET code = x'ff' WHERE place = 0",
    "UPDATE game SET code = CAST(x'ff' AS TEXT) WHERE place = 0",
    "UPDATE game SET guesses = '' WHERE place = 7",
    "UPDATE game SET guesses = guesses || ' AAA' WHERE place = 7",
    "UPDATE game SET guesses = 'AB ' || guesses, turns = turns + 1 WHERE place = 7",
    "UPDATE game SET guesses = x'4142' WHERE place = 7",
    "UPDATE game SET configuration = 9 WHERE configuration = 2 AND place = 63",
    "UPDATE configuration SET size = 3",
    "UPDATE configuration SET size = 'x'",
    "UPDATE configuration SET size = -1",
    "UPDATE configuration SET rule = 'blak'",
    "UPDATE configuration SET checksum = '' WHERE id = 1",
    "UPDATE configuration SET most_turns = 2",
    "UPDATE configuration SET most_turns = 'x'",
    "UPDATE configuration SET codes = x'ff'",
    "ALTER TABLE game RENAME COLUMN turns TO turms",
    "ALTER TABLE game ADD COLUMN note TEXT",
    "DROP TABLE game",
    "PRAGMA user_version = 0",
]
SEALED = [
    "UPDATE game SET guesses = replace(guesses, 'B', 'D') WHERE place = 0",
    "UPDATE game SET seal = NULL WHERE place = 9",
    "UPDATE configuration SET player = 'knuth' WHERE id = 1",
    "UPDATE configuration SET checksum = replace(checksum, substr(checksum, 1, 1), 'f'), size = 65 WHERE id = 1",
]
"""Changes that only a seal can show."""


def change(source: Path, path: Path, statement: str, *, sealed: bool = False) -> None:
    """Copy a database and change it; where it is `sealed` again, only what the values imply tells of the change."""
    shutil.copy(source, path)
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.create_function("make_seal", -1, make_seal)
    for table, columns in SEALED_COLUMNS.items() if sealed else ():
        connection.execute(f"UPDATE {table} SET seal = make_seal({', '.join(columns)})")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("statement", UPDATES)
def test_rows_that_contradict_themselves(tmp_path: Path, whole: Path, statement: str) -> None:
    can_be_sealed = statement.startswith("UPDATE") and "CAST" not in statement  # that is no text: it has no seal
    for sealed in some((False, True) if can_be_sealed else (False,)):
        path = tmp_path / "a.sqlite"
        change(whole, path, statement, sealed=sealed)
        result = run("--database", path, "--report")
        assert (result.exit_code, result.stdout) == (3, ""), result.output
        assert str(path) in result.stderr
        assert "damaged" in result.stderr


@pytest.mark.parametrize("statement", SEALED)
def test_rows_that_were_changed(tmp_path: Path, whole: Path, statement: str) -> None:
    path = tmp_path / "a.sqlite"
    change(whole, path, statement)
    with Store(path) as store, pytest.raises(StoreDamagedError):
        [store.read_records(run.id) for run in store.read_runs()]


def test_codes_that_are_not_those_of_the_list_are_damage(tmp_path: Path, whole: Path) -> None:
    path = tmp_path / "a.sqlite"
    statement = "UPDATE game SET code = 'AAE', guesses = replace(guesses, 'AAD', 'AAE') WHERE code = 'AAD'"
    change(whole, path, statement, sealed=True)
    assert run("--database", path, "--report").exit_code == 0
    assert run(*PLAY, "--database", path).exit_code == 3


def test_an_sql_error_of_ours_is_not_damage(tmp_path: Path, whole: Path) -> None:
    path = tmp_path / "a.sqlite"
    shutil.copy(whole, path)
    with Store(path) as store:
        other = sqlite3.connect(path)
        other.execute("ALTER TABLE game RENAME TO games")
        other.close()
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            store.read_runs()
