"""`research/optimal.py`: what it measures of a game, and which games it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.optimal import ANSWERS, GAMES
from tests.support import python

SCRIPT = "research/optimal.py"
HEAD = 2  #: Lines above the rows of its table.


def test_games_of_wordle_lists_of_another_year_are_left_out(tmp_path: Path) -> None:
    """A list of three answers is that of no year: each of Wordle's games is left out, and nothing is searched."""
    wordle = [game for game in GAMES if game.answers]
    assert {game.answers for game in wordle} == set(ANSWERS.values())
    words = tmp_path / "words.txt"
    words.write_text("salet\ntarse\nreast\n", encoding="utf-8")
    for game in {game.answers: game for game in wordle}.values():
        done = python(SCRIPT, "--only", game.name, "--answers", words, "--allowed", words)
        assert (done.returncode, done.stderr) == (0, b""), game.name
        assert len(done.stdout.splitlines()) == HEAD, game.name


def test_the_lists_of_wordle_games_are_named_where_they_count() -> None:
    for game in GAMES:
        assert ("{answers}" in game.options) == (game.answers > 0), game.name


@pytest.mark.compiled
def test_tree_and_proof_are_kept_and_checked_twice(tmp_path: Path) -> None:
    """The row has the total, the word `proven`, and how many claims the proof has; the second checker agrees."""
    done = python(SCRIPT, "--only", "black 3x3", "--proof", "--verify", "--trees", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    (row,) = [line.split(" | ") for line in lines if line.startswith("| black 3x3 ")]
    assert row[1:5] == ["95", "1", "95", "proven"]
    assert int(row[8].split(",")[0]) > 0
    assert any("reaches" in line and line.endswith("total") for line in lines)
    assert {path.name for path in tmp_path.iterdir()} == {"black-3x3.json", "black-3x3.proof"}
