"""``mastermot review``: text, JSON, both languages, what it finds out by itself, and wrong input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mastermot import BLACK_WHITE, mark
from tests.messages import check_told
from tests.playing import run_json
from tests.support import run

WORDS = ("--words", "fr-common", "--length", "5")
GAME = "RAIES O\nCOULE XXXX\nFILME X\nAVIDE XX\nCOUDE XXXXX\n"


def test_text() -> None:
    result = run("review", "-", *WORDS, stdin=GAME)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "  1  RAIES  O"
    text = " ".join(result.stdout.split())
    assert re.search(r"\b458 .* 3189 .* 2\.80 .* 3\.33 .* PACTE .* 0\.09 .* 0\.52 ", text)
    (unused,) = re.findall(r"[^.]*\bposition 2\b[^.]*\.", text)
    assert re.search(r"\bO\b", unused)
    assert re.findall(r"\d+", lines[-1]) == ["5", "97", "99", "56", "99"]


def test_in_french() -> None:
    text = " ".join(run("review", "-", *WORDS, stdin=GAME, lang="fr").stdout.split())
    assert re.search(r"\b458 .* 3189 .* 2,80 .* 3,33 .* PACTE .* 0,09 ", text)


def test_json() -> None:
    document = run_json("review", "-", *WORDS, stdin=GAME)
    assert (document["turns"], document["won"], document["skill"], document["luck"]) == (5, True, 97, 56)
    assert (document["rule"], document["codes"]) == ("black-white", "fr-common, length 5")
    check_told(document["text"], "", "5", "97", "56", "99")
    third = document["moves"][2]
    assert (third["guess"], third["marks"], third["before"], third["after"]) == ("FILME", "X", 11, 4)
    assert (third["best"]["guess"], third["exact"], third["possible"]) == ("PACTE", True, False)
    assert third["unused"] == [{"letter": "O", "position": 2}]
    assert third["broken"] == [
        {"turn": 1, "letter": None, "position": None},
        {"turn": 2, "letter": None, "position": None},
    ]


def test_json_of_play_needs_no_options(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(run("play", *WORDS, "--secret", "coude", "--rule", "positional", "--json").stdout, "utf-8")
    document = run_json("review", str(path))
    assert (document["rule"], document["codes"], document["won"]) == ("positional", "fr-common, length 5", True)
    assert document["skill"] > 90
    assert run("review", str(path), "--words", "sgb", "--length", "5").exit_code == 3
    assert run("review", str(path), "--rule", "black").exit_code == 3


def test_hard_mode_wider_guesses_and_the_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    game = "MARIN .X..O\nCOULE .....\n"
    picture = tmp_path / "a.svg"
    options = (*WORDS, "--rule", "positional", "--hard", "wordle", "--plot", str(picture))
    text = " ".join(run("review", "-", *options, stdin=game).stdout.split())
    assert re.search(r"\bA\b[^.]*\b2\b[^.]*\bN\b", text.partition("COULE")[2])
    assert "COULE" in picture.read_text("utf-8")
    unknown = run("review", "-", *WORDS, stdin="RAIER O")
    assert unknown.exit_code == 0
    assert "“RAIER”" in unknown.stderr
    assert "“RAIEE”" in run("review", "-", *WORDS, "--guesses", "fr", stdin="RAIEE O").stderr
    assert run("review", "-", *WORDS, "--guesses", "fr", stdin="ABACA O").stderr == ""


@pytest.mark.parametrize(
    ("stdin", "arguments", "status", "code", "part"),
    [
        ("AABB XO\n", (), 2, "", "--length"),
        ("", WORDS, 3, "transcript", "JSON"),
        ('{"moves": [', WORDS, 3, "transcript-json", "JSON"),
        ('{"moves": [{"guess": "RAIES"}]}', WORDS, 3, "transcript-field", "moves[0].marks"),
        ("RAIES XXXXX\nCOULE X", WORDS, 3, "transcript-over", "1"),
        ("RAIES XXXX\nCOULE XXXX", WORDS, 1, "no-candidate", "1 and 2"),
        ("RAIES ..O..", (*WORDS, "--rule", "black"), 3, "marks-unreadable", "line 1, “RAIES ..O..”"),
        ("RAIES XO", (*WORDS, "--rule", "positional"), 3, "", "line 1"),
        ("RAIE XO", WORDS, 3, "code-length", "5"),
        (GAME, (*WORDS, "--plot", "a.pdf"), 2, "plot-format", "“.pdf”"),
        (GAME, (*WORDS, "--rule", "blac"), 2, "rule-unknown", "black"),
        ("AAAAAAAAA X", ("--holes", "9", "--colours", "9"), 4, "too-many-codes", "387,420,489"),
        (
            json.dumps({"codes": "nowhere, length 5", "moves": [{"guess": "RAIES", "marks": "X"}]}),
            (),
            2,
            "dictionary-unknown",
            "nowhere",
        ),
    ],
)
def test_wrong_input(stdin: str, arguments: tuple[str, ...], status: int, code: str, part: str) -> None:
    result = run("review", "-", *arguments, stdin=stdin)
    assert result.exit_code == status, result.stderr + result.stdout
    check_told(result.stderr, code, part)


def test_a_file_that_is_not_there() -> None:
    result = run("review", "no/such/game.txt", *WORDS)
    assert result.exit_code == 3
    check_told(result.stderr, "file-missing", "no/such/game.txt")


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("command", ["next", "review"])
def test_a_guess_of_no_list_is_told_at_whatever_turn_it_was_played(command: str, turn: int) -> None:
    guesses = ["raies", "pilon"]
    guesses.insert(turn - 1, "zzzzz")
    game = "".join(f"{guess} {mark(guess, 'coude', BLACK_WHITE).text}\n" for guess in guesses)
    told = json.loads(run(command, "-", *WORDS, "--json", stdin=game).stdout)
    assert [(one["turn"], one["guess"]) for one in told["unlisted"]] == [(turn, "ZZZZZ")]


def test_where_a_first_letter_is_given_a_guess_of_no_list_that_has_it_is_told() -> None:
    """Of guesses that begin otherwise the lists say nothing."""
    told = json.loads(run("next", "raies=0", "czzzz=X", *WORDS, "--starts", "c", "--json").stdout)
    assert [(one["turn"], one["guess"]) for one in told["unlisted"]] == [(2, "CZZZZ")]
