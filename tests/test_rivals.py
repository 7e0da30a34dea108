"""`benchmarks/rivals.py`: what it needs is said, and a program of others is run beside ours, here a small stand-in."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support import python

SCRIPT = "benchmarks/rivals.py"
ANSWERS = ["BARES", "CARES", "DARES", "FARES", "PARES", "ROUND"]
ALLOWED = [*ANSWERS, "BCDFP"]
TOTAL = (
    13  # BCDFP takes six turns; DARES and ROUND, with a D each, get the same marks: 1 + 2, and 1 for each other word
)
STAND_IN = """#!/usr/bin/env python3
import json, sys
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
lists = [open(options[name]).read().split() for name in ("-h", "-a")]
json.dump([options["-w"], *lists], open({seen!r}, "w"))
{does}
"""
SAYS = 'print("Best first guess = bcdfp\\nBest first guess score = {total}\\nTime taken = 0.50s")'


def run(folder: Path, does: str) -> tuple[int, str, str]:
    """Return the status and the two outputs of a run beside a stand-in that does so, in Python."""
    program = folder / "wordle"
    program.write_text(STAND_IN.format(seen=str(folder / "seen.json"), does=does), encoding="utf-8")
    program.chmod(0o755)
    for name, words in (("answers", ANSWERS), ("allowed", ALLOWED)):
        (folder / name).write_text("\r\n".join(words), encoding="utf-8")
    lists = [f"--answers={folder / 'answers'}", f"--allowed={folder / 'allowed'}"]
    done = python(SCRIPT, "--games=1", f"--wordle={program}", *lists, "--opening", "BCDFP")
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_what_a_rival_needs_is_said() -> None:
    done = python(SCRIPT, "--games=1")
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "needs: --wordle PATH --answers FILE --allowed FILE" in said
    assert ("pip install pymastermind==1.2" in said) == (find_spec("pymastermind") is None)


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = python(SCRIPT, "--wordle", tmp_path / "wordle")
    assert done.returncode == 2
    assert f"there is no file {tmp_path / 'wordle'}" in done.stderr.decode()


@pytest.mark.compiled
def test_both_programs_search_the_same_lists(tmp_path: Path) -> None:
    """Totals, seconds and their ratios are printed; the rival got the words in small letters, one on each line."""
    status, said, error = run(tmp_path, SAYS.format(total=TOTAL))
    assert (status, error) == (0, "")
    assert json.loads((tmp_path / "seen.json").read_text()) == [
        "bcdfp",
        [word.lower() for word in ANSWERS],
        [word.lower() for word in ALLOWED],
    ]
    assert "Wordle, 6 answers, BCDFP first\n" in said
    assert re.search(rf"^  mastermot: {TOTAL} proven, [\d.]+ s$", said, re.MULTILINE)
    assert re.search(rf"^  Selby 2022: {TOTAL} proven, [\d.]+ s$", said, re.MULTILINE)
    assert re.search(r"^  ratio [\d.]+$", said, re.MULTILINE)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("does", "said"),
    [
        (SAYS.format(total=TOTAL + 1), "the totals differ"),
        ('print("Best first guess = bcdfp")', "prints no total"),
        ('sys.exit("no such word")', "ended with status 1: no such word"),
    ],
)
def test_what_goes_wrong_is_said(tmp_path: Path, does: str, said: str) -> None:
    status, _out, error = run(tmp_path, does)
    assert status == 1
    assert said in error
