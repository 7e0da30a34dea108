"""``mastermot duel``: players meet, statistics come out; and the French of play, guess, rank and duel."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from tests.messages import check_told
from tests.playing import run_json
from tests.support import ROOT, run

SMALL = ("--holes", "3", "--colours", "4")


def test_knuth_against_every_secret() -> None:
    """5801 turns in all, never more than five: 5800 is a variant with other ties."""
    result = run_json("duel", "--codebreaker", "knuth", "--every", "--holes", "4", "--colours", "6")
    assert (result["games"], result["won"], result["lost"]) == (1296, 1296, 0)
    assert (result["total"], result["longest"]) == (5801, 5)
    assert result["average"] == pytest.approx(4.476, abs=5e-4)
    assert result["histogram"] == {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694}


def test_json_shape() -> None:
    result = run_json("duel", *SMALL, "--codebreaker", "consistent", "--games", "50", "--seed", "3")
    assert list(result) == [
        *("codebreaker", "strategy", "pool", "codemaker", "rule", "codes", "seed"),
        *("games", "won", "lost", "total", "average", "error", "longest", "histogram"),
    ]
    turns = {int(length): count for length, count in result["histogram"].items()}
    assert sum(turns.values()) == result["won"] == result["games"] - result["lost"]
    assert result["total"] == sum(length * count for length, count in turns.items())
    assert result["average"] == pytest.approx(result["total"] / result["won"])
    assert result["longest"] == max(turns)


def test_seeds() -> None:
    def duel(seed: str) -> object:
        options = ("--codebreaker", "random", "--codemaker", "honest", "--games", "20", "--turns", "40")
        return {**run_json("duel", *SMALL, *options, "--seed", seed), "seed": None}

    assert duel("1") == duel("1")
    assert len({str(duel(str(seed))) for seed in range(4)}) == 4


def test_output() -> None:
    result = run("duel", "--codebreaker", "knuth", "--every", "--holes", "4", "--colours", "6", "--turns", "4")
    assert result.exit_code == 0
    game, _names, figures, _title, *bars, lost = result.stdout.splitlines()
    check_told(game, "", "knuth", "minimax", "honest", "black-white", "4", "6", "A", "F")
    assert figures.split() == ["1296", "602", "694", "3.8721", "0.3761", "4"]
    assert bars == ["   1   1 █", "   2   6 █", "   3  62 █████", "   4 533 ████████████████████████████████████████"]
    check_told(lost, "", "694", "4")


def test_no_game_won() -> None:
    result = run("duel", "--codebreaker", "first", "--codemaker", "fickle", *SMALL, "--games", "3", "--turns", "1")
    assert result.exit_code == 0
    assert re.search(r"\b3 .* 1 turn$", result.stdout.splitlines()[-1])
    assert "turns, games:" not in result.stdout


@pytest.mark.parametrize(
    ("options", "status", "code", "told"),
    [
        ((*SMALL, "--codebreaker", "knut"), 2, "name-unknown", ["knuth"]),
        ((*SMALL, "--codemaker", "person"), 2, "name-unknown", ["person"]),
        ((*SMALL, "--every", "--codemaker", "fickle"), 2, "", ["--every"]),
        (("--holes", "6", "--colours", "6", "--codebreaker", "decodeur"), 2, "player-game", ["2", "5"]),
        (("--holes", "10", "--colours", "10", "--every"), 4, "too-many-codes", ["10,000,000,000"]),
        (("--holes", "10", "--colours", "10", "--codebreaker", "knuth"), 4, "player-needs-list", ["10,000,000,000"]),
        ((*SMALL, "--games", "0"), 2, "", ["0"]),
    ],
)
def test_refused(options: tuple[str, ...], status: int, code: str, told: list[str]) -> None:
    result = run("duel", *options)
    assert result.exit_code == status
    check_told(result.stderr, code, *told)
    assert result.stdout == ""


# --- French ----------------------------------------------------------------------------------------------------


def english() -> list[str]:
    """Return the pieces of two words or more of all English texts that have a French of their own."""
    with (ROOT / "mastermot" / "texts" / "languages" / "fr" / "LC_MESSAGES" / "mastermot.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    pieces = set()
    for entry in catalogue:
        texts = entry.id if isinstance(entry.id, (tuple, list)) else (entry.id,)
        for text in texts:
            pieces.update(piece.strip(" .:;,") for piece in re.split(r"\{\w+\}|[“”()]", text))
    return [piece for piece in pieces if " " in piece and len(piece) > 6]


FRENCH_TALKS = [
    (("play", "--holes", "4", "--colours", "6"), "?\nliste\nXXXO\n9 9\nfoo\nrien\ncorriger\nrien\nrien\nrien\nhm\n"),
    (("play", "--holes", "4", "--colours", "6", "--rule", "positional", "--player", "decodeur"), ""),
    (("play", "--holes", "5", "--colours", "12", "--empty", "--sample", "9", "--secret", "ABCDE"), ""),
    (("play", "--words", "fr-common", "--length", "5", "--secret", "coudx"), ""),
    (("play", "--words", "fr-common", "--length", "5", "--rule", "positional"), "foo\nrien\nrien\nannuler\nquitter\n"),
    (("guess", "--words", "fr-common", "--length", "5", "--fickle"), "coude\ncuode\nmaison\n1\nfin\n"),
    (("guess", "--holes", "4", "--colours", "6", "--no-repeats", "--turns", "1"), "aabc\nabcd\n"),
    (("guess", "--holes", "4", "--colours", "6", "--rule", "membership", "--json"), "abcz\nabcd\n"),
    (("duel", "--holes", "3", "--colours", "4", "--games", "9", "--turns", "3", "--player", "decodeur"), ""),
    (("duel", "--holes", "3", "--colours", "4", "--codemaker", "person"), ""),
    (("rank", "--holes", "3", "--colours", "4"), ""),
    (("rank", "--holes", "9", "--colours", "9"), ""),
]


@pytest.mark.parametrize(("arguments", "stdin"), FRENCH_TALKS, ids=str)
def test_french_has_no_english_left(arguments: tuple[str, ...], stdin: str) -> None:
    """No piece of an English text of the catalogue is said in French."""
    result = run(*arguments, lang="fr", stdin=stdin)
    said = result.stdout + result.stderr
    assert len(said) > 40
    assert [piece for piece in english() if piece in said] == []
