"""``mastermot explore``: the golden figures, the store behind it, reports, and what it says of bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mastermot.cli import main
from tests.lab.explore.support import read_kept
from tests.messages import check_told
from tests.reference import FRENCH, require_french, sorted_sgb
from tests.support import PATIENCE, ROOT

SMALL = ["--holes", "3", "--colours", "5", "--player", "decodeur"]
GOLDEN = [
    line.rsplit(" = ", 1)
    for line in (ROOT / "tests" / "golden" / "explore.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def run(*arguments: str | Path, lang: str = "en") -> Result:
    """Return what ``mastermot explore`` did, run in this process."""
    environment = {"LANGUAGE": lang, "COLUMNS": "80"}
    result = CliRunner().invoke(main, ["explore", *map(str, arguments)], env=environment)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def output(*arguments: str | Path, lang: str = "en") -> str:
    """Return what it printed when all went well."""
    result = run(*arguments, lang=lang)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def refusal(*arguments: str | Path, status: int) -> str:
    """Return what it said on standard error, with this exit status and nothing on standard output."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (status, ""), result.output
    return result.stderr


@pytest.fixture(scope="module")
def sorted_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The words of GraphBase, sorted, in a file."""
    path = tmp_path_factory.mktemp("lists") / "sgb-s.txt"
    path.write_text("\n".join(sorted_sgb()))
    return path


@pytest.mark.parametrize(
    ("options", "figures"),
    [
        # marks by position take longest: quick runs play colours by them, the slow tests words too
        pytest.param(
            *line, id=line[0].strip(), marks=[pytest.mark.slow] * ({"--words", "positional"} <= {*line[0].split()})
        )
        for line in GOLDEN
    ],
)
def test_golden(options: str, figures: str, sorted_words: Path) -> None:
    if "REFERENCE" in options:
        require_french()
    options = options.replace("REFERENCE", str(FRENCH.parent)).replace("SGB-S", str(sorted_words))
    document = json.loads(output(*shlex.split(options), "--json"))
    assert [document["codes"], document["total"], document["longest"]] == [int(one) for one in figures.split()]


def test_json_is_the_object_of_the_contract() -> None:
    document = json.loads(output(*SMALL, "--json"))
    assert list(document) == ["codes", "total", "average", "longest", "histogram"]
    assert document["average"] == document["total"] / document["codes"]
    assert sum(document["histogram"].values()) == document["codes"] == 125
    turns = json.loads(output(*SMALL, "--json", "--turns"))["turns"]
    assert len(turns) == 125
    assert sum(turns.values()) == document["total"]


def test_summary_in_both_languages() -> None:
    assert output(*SMALL).startswith("3x5/decodeur/entropy: 125 codes\ntotal ")
    french = output(*SMALL, lang="fr")
    assert french.startswith("3x5/decodeur/entropy : 125 codes\n")
    assert "moyenne" in french
    assert "average" not in french


def test_turns_and_bars_in_the_terminal() -> None:
    lines = output(*SMALL, "--turns").splitlines()
    assert any("█" in line for line in lines)
    assert lines[-1].split() == ["EEE", json.dumps(json.loads(output(*SMALL, "--json", "--turns"))["turns"]["EEE"])]


def test_games_given_up_are_told() -> None:
    text = output("--holes", "3", "--colours", "4", "--player", "random", "--most-turns", "2")
    assert re.search(r"^\d+ .* 2 ", text, re.MULTILINE)
    document = json.loads(output("--holes", "2", "--colours", "4", "--player", "random", "--most-turns", "3", "--json"))
    assert document["unfinished"] + sum(document["histogram"].values()) == document["codes"]


def test_csv_has_a_line_a_code(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(output(*SMALL, "--csv", "-"))))
    assert len(rows) == 125
    assert rows[0] == {
        "run": "3x5/decodeur/entropy",
        "code": "AAA",
        "turns": str(len(rows[0]["game"].split())),
        "game": rows[0]["game"],
    }
    assert "total" in output(*SMALL, "--csv", tmp_path / "a.csv")
    assert list(csv.DictReader((tmp_path / "a.csv").read_text("utf-8").splitlines())) == rows


# --- with a database -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of two runs."""
    path = tmp_path_factory.mktemp("runs") / "runs.sqlite"
    for strategy in ("entropy", "minimax"):
        output(*SMALL, "--strategy", strategy, "--database", path)
    return path


def test_a_database_gives_the_same_as_none(tmp_path: Path) -> None:
    for _time in range(2):
        assert output(*SMALL, "--json", "--database", tmp_path / "a.sqlite") == output(*SMALL, "--json")


def test_report(database: Path) -> None:
    text = output("--database", database, "--report")
    for words in ("3x5/decodeur/entropy", "3x5/decodeur/minimax", "faster", "Hardest"):
        assert words in text
    assert output("--database", database) == text
    french = output("--database", database, "--report", lang="fr")
    assert french != text


def test_a_report_on_runs_without_a_common_code_compares_nothing(tmp_path: Path) -> None:
    database = tmp_path / "two.sqlite"
    for holes, colours in (("2", "3"), ("3", "2")):
        output("--holes", holes, "--colours", colours, "--database", database)
    text = output("--database", database, "--report")
    assert "compare" in text
    assert "faster" not in text
    assert "minus" not in text


def test_what_is_not_compared_is_not_said_to_have_nothing_in_common(tmp_path: Path) -> None:
    """Three lists that share words: runs of different lists are not compared, so nothing is said of their words."""
    database = tmp_path / "lists.sqlite"
    for number, words in enumerate(("mire rive lave", "mire rive cave", "mire lave cave")):
        path = tmp_path / f"list{number}"
        path.write_text(words.replace(" ", "\n"), encoding="utf-8")
        output("--words", str(path), "--length", "4", "--database", database)
    told = next(line for line in output("--database", database, "--report").splitlines() if "compare" in line)
    assert "same codes" in told


def test_report_as_json(database: Path) -> None:
    document = json.loads(output("--database", database, "--report", "--json"))
    first, second = document["runs"]
    alone = json.loads(output(*SMALL, "--json"))
    assert {key: first[key] for key in alone} == alone
    assert [first["run"], second["configuration"]["strategy"]] == [1, "minimax"]
    assert first["hardest"][0]["turns"] == len(first["hardest"][0]["game"]) == first["longest"]
    comparison = document["comparisons"][0]
    assert comparison["equal"] + sum(side["codes"] for side in comparison["faster"]) == 125
    assert sum(int(key) * count for key, count in comparison["histogram"].items()) == first["total"] - second["total"]


@pytest.mark.parametrize(
    "options", [["--run", "2"], ["--run", "3x5/decodeur/minimax"], ["--strategy", "minimax", "--report"]]
)
def test_a_report_on_one_run(database: Path, options: list[str]) -> None:
    runs = json.loads(output("--database", database, *options, "--json"))["runs"]
    assert [run["run"] for run in runs] == [2]


def test_a_report_on_the_same_codes(database: Path) -> None:
    text = output("--database", database, "--report", *SMALL, "--json", "--turns")
    assert [len(run["turns"]) for run in json.loads(text)["runs"]] == [125, 125]
    message = refusal("--database", database, "--report", "--holes", "3", "--colours", "6", status=2)
    assert "3x6" in message
    assert " 3x5/decodeur/entropy" in message


def test_a_run_that_is_not_there(database: Path) -> None:
    message = refusal("--database", database, "--run", "3x5/decodeur/minmax", status=2)
    assert " 3x5/decodeur/minimax" in message
    message = refusal("--database", database, "--report", "--strategy", "parts", "--rule", "black", status=2)
    assert "rule black" in message
    assert "strategy parts" in message


def test_plots(database: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    output("--database", database, "--plot", tmp_path / "a.svg")
    assert "tours" in (tmp_path / "a.svg").read_text() or "turns" in (tmp_path / "a.svg").read_text()
    output(*SMALL, "--plot", tmp_path / "a.png", "--json")
    assert "plot" in refusal(*SMALL, "--plot", tmp_path / "a.gif", status=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "a.svg"]


def test_files_that_cannot_be_written_are_refused_before_playing(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite"
    for wrong in (tmp_path / "no" / "a.svg", tmp_path / "a.jpg", database):
        option = "--csv" if wrong == database else "--plot"
        refusal(*SMALL, "--database", database, option, wrong, status=2 if wrong.parent == tmp_path else 3)
        assert not database.exists()
    assert "standard output" in refusal(*SMALL, "--csv", "-", "--json", status=2)


def test_a_file_that_is_not_ours_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("a text that someone wants to keep\n" * 10)
    before = path.read_bytes()
    for options in (SMALL, ["--report"]):
        message = refusal(*options, "--database", path, status=3)
        assert "untouched" in message
        assert str(path) in message
    assert path.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    check_told(refusal("--database", tmp_path / "a.sqlite", "--report", status=3), "file-missing")
    check_told(refusal(*SMALL, "--database", tmp_path / "no" / "a.sqlite", status=3), "folder-missing")


def test_bad_choices(tmp_path: Path) -> None:
    accel = tmp_path / "accel.txt"
    accel.write_text("gars\n")
    words = ["--words", "fr-common", "--length", "5", "--accel", str(accel)]
    check_told(refusal(*words, status=3), "accelerators-empty", "5")
    accel.write_text("gar5\n")
    assert "line 1" in refusal(*words, status=3)
    accel.write_text("xyz\n")
    assert "XYZ" in refusal(*SMALL, "--accel", accel, status=2)
    assert "colours" in refusal("--no-repeats", status=2)
    refusal("--holes", "9", "--colours", "20", status=4)
    refusal(*SMALL, "--jobs", "0", status=2)


def start(*arguments: str | Path, **settings: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "mastermot", "--lang", "en", "explore", *map(str, arguments)]
    environment = {**os.environ, "LANGUAGE": "en", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


LONG = ["--words", "fr", "--length", "6", "--player", "random", "--pool", "all", "--most-turns", "1000"]
"""A run that takes many minutes."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_it_says_what_is_kept(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "a.sqlite"
    process = start(*LONG, "--database", path, "--jobs", str(jobs))
    while not read_kept(path):
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    check_told(err.decode(), "", str(path), "continues", "16,380 words")


def test_progress_only_on_a_terminal() -> None:
    quiet = start(*SMALL)
    assert quiet.communicate(timeout=PATIENCE)[1] == b""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    command = [sys.executable, "-m", "mastermot", "explore", *LONG, "--jobs", "1"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen(command, cwd=ROOT, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    while b"fr-6/random" not in shown:
        assert select.select([ours], [], [], 60)[0], shown
        shown += os.read(ours, 10_000)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    os.close(ours)


def test_a_plot_that_cannot_be_written_is_named_as_it_was_given(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / ("x" * 252 + ".svg")
    message = refusal(*SMALL, "--plot", path, status=3)
    assert str(path)[:190] in message
    assert ".part" not in message
    assert list(tmp_path.iterdir()) == []


def test_words_are_called_words(tmp_path: Path) -> None:
    words = ["--words", "fr-common", "--length", "2", "--player", "decodeur"]
    database = tmp_path / "a.sqlite"
    for strategy in ("entropy", "minimax"):
        assert "codes" not in output(*words, "--strategy", strategy, "--database", database)
    report = output("--database", database)
    assert "words" in report
    assert "code" not in report.replace("decodeur", "")
    assert "mots" in output("--database", database, lang="fr")


@pytest.mark.parametrize("options", [["--report"], ["--run", "1"]], ids=" ".join)
def test_a_report_needs_a_database(options: list[str]) -> None:
    result = run(*SMALL, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    check_told(result.stderr, "", options[0], "--database")
