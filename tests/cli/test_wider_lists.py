"""``--guesses LIST`` and ``--accel FILE``: words to guess besides those that may be the secret, at every command."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from string import ascii_lowercase

import pytest

from mastermot import open_dictionary
from mastermot.service import create_app
from tests.messages import check_told
from tests.support import run

SECRETS = ["cart", "dart", "mart", "part"]
"""A family: played by its own words alone, it takes 1 + 2 + 3 + 4 turns under `positional`."""
SPLITTER = "cdmp"
"""Its marks tell the four words apart: C is in place, D, M and P are each misplaced in another position."""


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, ...]:
    """Return the options that name the secrets and the list of guesses, a word and the secrets once more."""
    words, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.json"
    words.write_text("\n".join(SECRETS), encoding="utf-8")
    guesses.write_text(json.dumps([SPLITTER, *SECRETS]), encoding="utf-8")
    return ("--words", str(words), "--guesses", str(guesses), "--rule", "positional")


def test_play_takes_a_list_of_guesses(lists: tuple[str, ...]) -> None:
    game = json.loads(run("play", *lists, "--secret", "mart", "--json").stdout)
    assert [move["guess"] for move in game["moves"]] == ["CDMP", "MART"]


def test_a_word_of_the_list_may_be_played_by_hand(lists: tuple[str, ...]) -> None:
    result = run("play", *lists, "--player", "first", "--pool", "all", stdin="quit\n")
    assert result.exit_code == 2  # this strategy plays codes that are left
    result = run("play", *lists[:2], "--rule", "positional", "--guesses", lists[3], stdin="guess cdmp\nquit\n")
    assert "I play CDMP." in result.stdout


@pytest.mark.parametrize("player", ["best", "entropy", "minimax", "parts", "expected"])
def test_explore_plays_every_secret_with_it(lists: tuple[str, ...], player: str) -> None:
    wider = json.loads(run("explore", *lists, "--player", player, "--json").stdout)
    alone = json.loads(run("explore", *lists[:2], *lists[4:], "--player", player, "--json").stdout)
    assert (wider["total"], wider["longest"]) == (8, 2)
    assert (alone["total"], alone["longest"]) == (10, 4)


def test_runs_of_a_database_are_told_apart_by_it(lists: tuple[str, ...], tmp_path: Path) -> None:
    database = str(tmp_path / "runs.sqlite")
    for arguments in (lists, (*lists[:2], *lists[4:])):
        assert run("explore", *arguments, "--database", database).exit_code == 0
    report = json.loads(run("explore", *lists, "--database", database, "--report", "--json").stdout)
    assert [one["total"] for one in report["runs"]] == [8]


def test_a_long_list_is_named_by_its_checksum(lists: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermot.lab.explore.configurations.MAX_NAMED", 0)
    assert "guesses-" in run("explore", *lists, "--summary").stdout


def test_duel_and_rank_take_it(lists: tuple[str, ...]) -> None:
    assert json.loads(run("duel", *lists, "--every", "--json").stdout)["average"] == 2
    best = json.loads(run("rank", *lists, "--top", "1", "--json").stdout)["openings"][0]
    assert (best["guess"], best["entropy"], best["largest"]) == ("CDMP", 2.0, 1)
    after = json.loads(run("rank", *lists, "--top", "2", "--after", "cart=.XXX", "--json").stdout)
    assert (after["openings"][0]["guess"], after["openings"][0]["largest"]) == ("CDMP", 1)


def test_accelerate_takes_its_words_from_it(lists: tuple[str, ...]) -> None:
    from_list = run("accelerate", *lists[:2], "--from", *lists[3:], "--json")
    assert from_list.exit_code == 0
    assert run("accelerate", *lists, "--json").stdout == from_list.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(("--pool", "consistent"), "consistent"), (("--player", "knuth"), "knuth"), (("--strategy", "random"), "")],
)
def test_what_plays_none_of_it_is_refused(lists: tuple[str, ...], arguments: tuple[str, ...], told: str) -> None:
    for command in (("play", "--secret", "mart"), ("duel", "--games", "1"), ("explore",)):
        result = run(*command, *lists, *arguments)
        assert result.exit_code == (2 if told else 0), (command, result.stderr)
        assert told in result.stderr


def test_colours_have_no_list_of_guesses(lists: tuple[str, ...]) -> None:
    for command in ("play", "duel", "explore", "rank"):
        result = run(command, "--holes", "3", "--colours", "3", *lists[2:4])
        assert result.exit_code == 2
        assert "--guesses" in result.stderr


def test_acceleration_words_are_bounded_by_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "accel.txt"
    words = ["".join(letters) for letters in itertools.product(ascii_lowercase, repeat=3)]
    path.write_text("\n".join(words), encoding="utf-8")
    secrets = tmp_path / "secrets.txt"
    secrets.write_text("ape\nark\n", encoding="utf-8")
    arguments = ("play", "--words", str(secrets), "--secret", "ape", "--accel", str(path))
    assert len(words) == 17_576
    assert run(*arguments).exit_code == 0
    monkeypatch.setattr("mastermot.cli.game_options.MAX_PAIRS", 2 * 17_000)
    result = run(*arguments)
    assert result.exit_code == 4
    check_told(result.stderr, "", "17,576", " 2 codes", "17,000")


def test_http_takes_the_name_of_a_list() -> None:
    client = create_app(("a key of thirty-two characters at least",)).test_client()
    game = {"words": "en-common", "length": 5, "guesses": "en", "rule": "positional"}
    guess = client.post("/api/guess", json={**game, "history": [{"guess": "aahed", "marks": "....."}]}).get_json()
    assert guess["guess"] in open_dictionary("en")
    ranked = client.post("/api/rank", json={"words": "en-common", "length": 3, "guesses": "en", "rules": ["black"]})
    assert ranked.status_code == 200
    assert all(one["guess"] in open_dictionary("en") for one in ranked.get_json()["openings"])


@pytest.mark.parametrize("command", ["play", "duel", "explore"])
def test_as_many_words_are_taken_as_the_error_names(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four secrets may be compared with three words, where so many pairs are the most."""
    monkeypatch.setattr("mastermot.cli.game_options.MAX_PAIRS", 4 * 3)
    secrets, accelerators = tmp_path / "secrets.txt", tmp_path / "accel.txt"
    secrets.write_text("\n".join(SECRETS), encoding="utf-8")
    given = ["--words", str(secrets), "--accel", str(accelerators), "--json"]
    if command == "play":
        given += ["--secret", "mart"]
    for count, status in ((3, 0), (4, 4)):
        accelerators.write_text("\n".join(["cdmp", "cdmx", "cdmy", "cdmz"][:count]), encoding="utf-8")
        result = run(command, *given)
        assert result.exit_code == status, result.stderr
    check_told(result.stderr, "too-many-accelerators", "4 other", "4 codes", "3")
