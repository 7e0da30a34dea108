"""``mastermot next``: text, JSON, the letters given, wider guesses, hard mode, and wrong use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mastermot import WordCodes, open_dictionary
from tests.messages import check_told
from tests.playing import run_json
from tests.support import later, run

WORDS = ("--words", "fr-common", "--length", "5")
COLOURS = ("--holes", "4", "--colours", "6")


def test_text() -> None:
    result = run("next", *WORDS, "RAIES=O", "COULE=XXXX", "--top", "2")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    check_told(lines[0], "", "11 words")
    assert "BOULE (boule, boulé)" in lines[1]
    assert lines[4].split()[:6] == ["guess", "entropy", "largest", "expected", "parts", "turns"]
    assert lines[5].split() == ["PACTE", "2.2999", "4", "2.6364", "6", "2.6364", "no"]
    assert " 2.6364, " in result.stderr  # the fewest turns, and with which guess


def test_json() -> None:
    document = run_json("next", *COLOURS, "AABB=XO", "--top", "3")
    assert set(document) == {"candidates", "error", "list", "guesses", "best", "rule"}
    assert (document["candidates"], document["list"], document["best"]) == (208, [], None)
    assert len(document["guesses"]) == 3
    assert set(document["guesses"][0]) == {"guess", "candidate", "entropy", "largest", "expected", "parts", "turns"}
    last = run_json("next", *COLOURS, "AABB=XO", "ACDA=X", "BBEC=XXO")
    assert last["candidates"] == len(last["list"])
    assert last["best"]["turns"] <= min(one["turns"] for one in last["guesses"])


def test_the_first_turn_says_the_length_of_the_words(tmp_path: Path) -> None:
    length, words, game = ("--length", "5"), ("--words", "fr-common"), tmp_path / "game.txt"
    game.write_text("RAIES O\nCOULE XXXX\n")
    for call in (("next", "cœur=X"), ("rank", "--after", "RAIES=O"), ("review", str(game))):
        assert run_json(*call, *words) == run_json(*call, *words, *length)
    for wrong in ("=O", "?=O"):
        result = run("next", "--words", "fr-common", wrong)
        assert result.exit_code == 2
        check_told(result.stderr, "family-length", "--length")


def test_the_first_letter_given() -> None:
    document = run_json("next", *WORDS, "--rule", "positional", "--starts", "c", "RAIES=..O..", "COULE=XX...")
    assert document["list"]
    assert all(word.startswith("CO") for word in document["list"])
    assert all(one["guess"].startswith("C") for one in document["guesses"])
    pattern = run_json("next", *WORDS, "--rule", "positional", "--starts", "..u..", "RAIES=..O..", "--top", "30")
    assert all(word[2] == "U" for word in pattern["list"])
    assert any(one["guess"][2] != "U" for one in pattern["guesses"]), "a pattern leaves the guesses free"


def test_wider_guesses_and_hard_mode() -> None:
    turns = ("--rule", "positional", "PARER=.XX..", "MARIS=.XXX.")
    narrow = run_json("next", *WORDS, *turns, "--top", "100")
    wider = run_json("next", *WORDS, *turns, "--guesses", "fr", "--top", "100")
    assert wider["list"] == narrow["list"]
    assert wider["guesses"][0]["entropy"] >= narrow["guesses"][0]["entropy"]
    hard = run_json("next", *WORDS, *turns, "--guesses", "fr", "--hard", "--top", "100")
    assert all(one["guess"][1:4] == "ARI" for one in hard["guesses"])
    unknown = run("next", *WORDS, "RAIER=O")
    assert unknown.exit_code == 0
    assert "“RAIER”" in unknown.stderr


@pytest.mark.parametrize(
    ("name", "common", "rare"),
    [
        later("fr", "table", "zabre"),
        ("fr-common", "table", "zonas"),
        later("en", "house", "zooid"),
        ("sgb", "house", "zooid"),
    ],
)
def test_shipped_words_are_weighed_by_how_often_they_are_used(name: str, common: str, rare: str) -> None:
    frequencies = open_dictionary(name).frequencies_of(5)
    assert list(frequencies) == list(open_dictionary(name).words(5))
    assert frequencies[common.upper()] > 10 * frequencies.get(rare.upper(), 0) >= 0
    assert min(frequencies.values()) > 0
    document = run_json("next", "--words", name, "--length", "5", "--weighted", "--top", "1")
    assert document["candidates"] == len(frequencies)
    assert document["guesses"][0]["estimate"] > 1


def test_words_weighed_by_their_frequencies(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("coupe\t55\nfoulé\t10\nfoule\t4\npoule\t7,3\ncoula\n", encoding="utf-8")
    own = ("--words", str(path), "--length", "5", "--weighted")
    result = run("next", *own)
    assert result.stdout.splitlines()[1].startswith("  COUPE 72 % FOULE (foulé, foule) 18 % POULE 9.6 % COULA 0.0 %")
    assert result.stdout.splitlines()[3].split()[::7] == ["COUPE", "%"]
    document = run_json("next", *own)
    assert document["list"] == ["COUPE", "FOULE", "POULE", "COULA"]
    assert document["chances"] == pytest.approx([55 / 76.3, 14 / 76.3, 7.3 / 76.3, 0], abs=1e-6)
    assert set(document["guesses"][0]) >= {"chance", "estimate"}
    assert (document["best"], document["guesses"][0]["turns"]) == (None, None)
    for arguments, status, message in (
        ((*COLOURS, "--weighted"), 2, "frequencies"),
        ((*own, "--strategy", "parts"), 2, "--weighted: "),
    ):
        refused = run("next", *arguments)
        assert (refused.exit_code, message in refused.stderr) == (status, True), refused.stderr
    path.write_text("coupe\t55\nfoule\tbien\n", encoding="utf-8")
    refused = run("next", *own)
    assert (refused.exit_code, "line 2" in refused.stderr, "bien" in refused.stderr) == (3, True, True)


def test_one_code_left() -> None:
    document = run_json("next", *WORDS, "RAIES=O", "COULE=XXXX", "FILME=XX")
    assert (document["candidates"], document["list"]) == (1, ["COLLE"])
    assert [(one["guess"], one["turns"]) for one in document["guesses"]] == [("COLLE", 1)]


def test_a_game_that_is_won_is_told_so_and_nothing_is_suggested(tmp_path: Path) -> None:
    for turns, count in (
        (("RAIES=O", "COULE=XXXX", "COUDE=XXXXX"), 3),
        (("COUDE=5 0",), 1),
        (("COUDE=🟩🟩🟩🟩🟩",), 1),
    ):
        said = run("next", *WORDS, *turns).stdout
        assert re.fullmatch(rf"COUDE \(coude, coudé\): .*\b{count}\b.*\n", said)
        file = tmp_path / "game.txt"
        file.write_text("\n".join(turns), encoding="utf-8")
        assert run("next", *WORDS, str(file)).stdout == said
        assert run_json("next", *WORDS, *turns)["list"] == ["COUDE"]


@pytest.mark.parametrize(
    "turns",
    [
        ["CRANE=🟩⬛⬛🟨⬛"],
        ["CRANE=X..O."],
        ["CRANE=gbbyb", "CLOTH=gyybb"],
        ["CRANE=20010"],
        ["CRANE=1 1"],
        ["CRANE=XO"],
        ["CRANE=0"],
        ["CRANE=⬛⬛⬛⬛⬛"],
        ["682=X", "614=O"],
        ["1234=1A2B"],
        ["1234=0120"],
    ],
)
def test_turns_mean_the_same_on_the_command_line_and_in_a_file(turns: list[str], tmp_path: Path) -> None:
    """Where no option says otherwise, their marks show the rule, and digits are a game of digits."""
    file = tmp_path / "game.txt"
    file.write_text("\n".join(turns), encoding="utf-8")
    assert run_json("next", *turns) == run_json("next", str(file))


@pytest.mark.parametrize(
    ("arguments", "status", "code", "told"),
    [
        ((*WORDS, "RAIES"), 2, "history-turn", ["RAIES"]),
        ((*WORDS, "RAIES=XZ"), 2, "marks-unreadable", ["XZ"]),
        ((*WORDS, "RAIES=..O.."), 0, "", []),
        ((*WORDS, "RAIES=O", "--rule", "positional"), 2, "marks-unreadable", ["O"]),
        ((*WORDS, "RAIE=O"), 2, "code-length", ["5", "4"]),
        ((*WORDS, "RAIES=XXXX", "COULE=XXXX"), 1, "no-candidate", ["1", "2"]),
        ((*WORDS, "--starts", "zz"), 1, "pattern-unmatched", ["fr-common", "ZZ..."]),
        ((*WORDS, "--starts", "c..d"), 2, "pattern", []),
        ((*WORDS, "--starts", "1"), 2, "pattern", []),
        ((*COLOURS, "--starts", "A"), 2, "", ["--starts"]),
        (("AABB=O",), 2, "", ["words", "colours"]),
        ((*COLOURS, "AABG=O"), 2, "not-a-colour", []),
        ((*WORDS, "--guesses", "sgbb"), 2, "dictionary-unknown", []),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], status: int, code: str, told: list[str]) -> None:
    result = run("next", *arguments)
    assert result.exit_code == status, result.stderr
    check_told(result.stderr, code, *told)


def test_in_french() -> None:
    result = run("next", *WORDS, "RAIES=O", "COULE=XXXX", lang="fr")
    assert result.stdout.startswith("11 mots possibles\n") or "11 mots" in result.stdout.splitlines()[0]
    assert "2,2999" in result.stdout


def test_hard_mode_alone_is_strict_and_takes_no_turn_for_its_name() -> None:
    """`--hard` takes what stands behind it only where that is the name of a hard mode."""
    game = ("--words", "fr", "--length", "5", "--rule", "positional", "--top", "100")
    turn = "tarie=OX..O"
    alone = run_json("next", *game, "--hard", turn)
    assert alone == run_json("next", *game, turn, "--hard", "strict") == run_json("next", *game, "--hard=strict", turn)
    assert {one["guess"] for one in alone["guesses"]} <= {word for word in WordCodes("fr", 5).texts if word[1] == "A"}
    own = run_json("next", *game, "--hard", "wordle", turn)
    assert all(one["guess"][1] == "A" and {"T", "E"} <= set(one["guess"]) for one in own["guesses"])
    for options, why in (
        (("--hard", "wordle", "--rule", "black"), " wordle "),
        (("--hard=soft",), "“soft”"),
        (("--hard", "wordlee"), " wordle?"),
        (("--hard", "stric"), " strict?"),
        (("--hard", "--opening", "tarie", "--opening", "coups"), "--opening: "),
    ):
        refused = run("next", *game, *options)
        assert (refused.exit_code, why in refused.stderr) == (2, True), refused.stderr
