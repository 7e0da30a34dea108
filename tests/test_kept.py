"""Files that version 1.0 wrote are read by what stands here, as `docs/promises.md` says."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from mastermot.game.tokens import Tokens
from mastermot.operations.token_games import GameGuessRequest, TokenRequest, get_game, guess_in_game
from tests.reference import DATA
from tests.support import run

KEPT = DATA / "kept"
MADE = 1_795_476_660
"""When the token was made, about: seconds of the clock."""
METHOD_THEN = 3  #: Since then players choose otherwise: the run that is kept is not gone on with.


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of the files: some commands add to them."""
    return Path(shutil.copytree(KEPT, tmp_path / "kept"))


def test_a_database_is_read_and_games_are_added(kept: Path) -> None:
    file = str(kept / "runs.db")
    assert "2x4/knuth/minimax" in run("explore", "--database", file, "--report").stdout
    for player in ("knuth", "first"):
        assert run("explore", "--holes", "2", "--colours", "4", "--player", player, "--database", file).exit_code == 0
    runs = json.loads(run("explore", "--database", file, "--report", "--json").stdout)["runs"]
    names = [(one["name"], one["configuration"]["method"] > METHOD_THEN) for one in runs]
    assert names == [("2x4/knuth/minimax", False), ("2x4/knuth/minimax", True), ("2x4/first", True)]


def test_a_tree_is_read_and_played(kept: Path) -> None:
    file = str(kept / "tree.json")
    assert "total 206" in run("tree", file).stdout
    assert "ADC: found" in run("play", "--tree", file, "--holes", "3", "--colours", "4", "--secret", "ADC").stdout


@pytest.mark.compiled
def test_a_proof_is_checked(kept: Path) -> None:
    told = run("tree", str(kept / "tree.json"), "--check-proof", str(kept / "tree.proof"))
    assert (told.exit_code, "checked" in told.stdout + told.stderr) == (0, True)


@pytest.mark.compiled
def test_a_search_that_was_saved_goes_on(kept: Path) -> None:
    told = run("optimal", "--holes", "4", "--colours", "5", "--jobs", "1", "--resume", str(kept / "search"))
    assert told.exit_code == 0
    assert "total 2463" in told.stdout
    assert "proven" in told.stdout


def test_statistics_are_added_to(kept: Path) -> None:
    file = str(kept / "stats.json")
    told = run("guess", "--holes", "3", "--colours", "4", "--seed", "1", "--stats", file, stdin="AAC\n")
    assert "2 games, 2 won" in told.stdout


def test_a_token_is_accepted_for_its_days(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens, token = Tokens(["the key of the files that are kept"]), (kept / "token.txt").read_text().strip()
    monkeypatch.setattr(time, "time", lambda: MADE + 86_400)
    game = get_game(TokenRequest(token=token), tokens)
    assert [turn.guess for turn in game.moves] == ["RAIES"]
    assert guess_in_game(GameGuessRequest(token=token, guess="coudé"), tokens).won
