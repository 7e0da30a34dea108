"""``mastermot static``: what it prints, writes and refuses."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from mastermot import WordCodes, mark, rule_named
from tests.messages import check_told
from tests.playing import run_json
from tests.support import PATIENCE, ROOT, environment, run

COLOURS = ("--holes", "3", "--colours", "3", "--rule", "black")


def test_output() -> None:
    result = run("static", *COLOURS, "--all")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    check_told(lines[0], "", "3", "A", "C", "27", "black")
    assert len([line for line in lines if line.startswith("  ")]) == 4
    check_told(lines[-2], "", "27", "27", "1", "1.0000")
    check_told(lines[-1], "", "proven", "4")
    french = run("static", *COLOURS, "--all", lang="fr").stdout
    check_told(french.splitlines()[-1], "", "prouvé", "4")


@pytest.mark.parametrize(("lang", "name"), [("en", "en-common"), ("fr", "fr-common")])
def test_words_when_nothing_is_asked_for(lang: str, name: str) -> None:
    result = run("static", "--count", "1", "--time", "0.01", "--jobs", "1", lang=lang)
    assert result.stdout.startswith(f"{name}, 5 ")
    assert f"({name})" in result.stderr


@pytest.mark.slow
def test_json_counts_again_by_the_plain_definition() -> None:
    game = ("--words", "fr-common", "--length", "4", "--rule", "positional")
    told = run_json("static", *game, "--count", "3", "--starts", "1", "--seed", "3", "--groups")
    names = (
        "codes",
        "rule",
        "guesses",
        "classes",
        "alone",
        "largest",
        "expected",
        "bound",
        "proven",
        "groups",
        "dictionary",
    )
    assert tuple(told) == names
    rule = rule_named("positional")
    codes = WordCodes("fr-common", 4).texts
    sizes = Counter(tuple(mark(guess["word"], code, rule) for guess in told["guesses"]) for code in codes)
    assert told["codes"] == len(codes)
    assert told["classes"] == len(sizes)
    assert told["largest"] == max(sizes.values())
    assert told["alone"] == list(sizes.values()).count(1)
    assert told["expected"] == round(sum(size * size for size in sizes.values()) / len(codes), 6)
    assert sorted(map(len, told["groups"])) == sorted(size for size in sizes.values() if size > 1)
    assert all(guess["word"] in WordCodes("fr", 4) and guess["spellings"] for guess in told["guesses"])
    again = run_json("static", *game, "--count", "3", "--starts", "1", "--seed", "3", "--groups", "--jobs", "2")
    assert again == told


def test_given_guesses_and_a_list_to_take_guesses_from(tmp_path: Path) -> None:
    file = tmp_path / "mots.txt"
    file.write_text("lune\ntare\npion\ncafé\n")
    game = ("--words", "fr-common", "--length", "4", "--rule", "black", "--guesses", str(file))
    told = run_json("static", *game, "--count", "3", "--given", "café")
    words = [guess["word"] for guess in told["guesses"]]
    assert words[0] == "CAFE"
    assert set(words) < {"LUNE", "TARE", "PION", "CAFE"}
    *_guesses, inseparable, proof = run("static", *game, "--all").stdout.splitlines()
    every = run_json("static", *game, "--all")
    check_told(inseparable, "", str(every["classes"]))
    check_told(proof, "", "proven", str(len(every["guesses"])))
    assert len(every["guesses"]) == 4


@pytest.mark.parametrize("objective", ["classes", "largest", "expected"])
def test_objectives(objective: str) -> None:
    told = run_json("static", *COLOURS, "--count", "2", "--objective", objective)
    assert told["proven"]
    assert told["bound"] == told[objective]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_card_has_the_words_and_a_command_that_tells_the_word(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    game = ("--words", "fr-common", "--length", "4", "--rule", "black")
    told = json.loads(
        run("static", *game, "--count", "9", "--time", "0.1", "--card", str(path), "--json", lang=lang).stdout
    )
    card = path.read_text("utf-8")
    assert f'<html lang="{lang}">' in card
    for guess in told["guesses"]:
        assert "".join(f"<td>{letter}</td>" for letter in guess["word"]) in card
    assert card.count('class="answer"') == 9
    assert card.count("<li>") == 3
    command = re.search(r"printf '(.*)' \| mastermot (solve [^<]*)</pre>", card.replace("&#39;", "'"))
    assert command is not None
    lines = command[1].split("\\n")[:-1]
    puzzle = "".join(line.replace(" .", f" {mark(line[:4], 'lune').blacks}\n") for line in lines)
    assert "LUNE" in run(*command[2].split(), stdin=puzzle).stdout


def test_the_back_of_the_card_links_to_solve(tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    game = ("--words", "fr-common", "--length", "4", "--time", "0.1", "--count", "2")
    base = ("--card", str(path), "--link-base", "https://example.org/mots/")
    told = run_json("static", *game, "--rule", "black", *base)
    words = ".".join(guess["word"] for guess in told["guesses"]).lower()
    link = f"https://example.org/mots/#solve?p={words}&amp;w=fr-common"
    assert f'<a href="{link}">{link}</a>' in path.read_text("utf-8")
    refused = run("static", *game, "--rule", "positional", *base)
    assert refused.exit_code == 2, "the page solves black marks only"
    assert re.search(r"--link-base\b.*\bblack\b", refused.stderr)
    assert run("static", *game, "--link-base", "https://example.org/").exit_code == 2
    assert run("static", *game, *base[:2], "--link-base", "nowhere").exit_code == 2


def test_the_card_of_another_rule_is_for_next(tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    game = ("--holes", "2", "--colours", "3", "--rule", "positional")
    told = run_json("static", *game, "--all", "--card", str(path))
    command = re.search(r"mastermot (next [^<]*)</pre>", path.read_text("utf-8"))
    assert command is not None
    words = command[1].split()
    turns = iter(told["guesses"])
    asked = [
        word.replace("=.", f"={mark(next(turns)['word'], 'CB', rule_named('positional')).text}")
        if "=." in word
        else word
        for word in words
    ]
    assert run_json(*asked)["list"] == ["CB"]


@pytest.mark.parametrize(
    ("options", "status", "code", "part"),
    [
        ((*COLOURS,), 2, "", "--count 10"),
        ((*COLOURS, "--count", "2", "--all"), 2, "", "--count 10"),
        ((*COLOURS, "--count", "0"), 2, "", "--count"),
        ((*COLOURS, "--count", "61"), 2, "", "60"),
        ((*COLOURS, "--count", "1", "--given", "AAA", "--given", "BBB"), 2, "fixed-count", "2"),
        ((*COLOURS, "--all", "--time", "0"), 2, "", "--time"),
        ((*COLOURS, "--all", "--objective", "largest"), 2, "", "partitions"),
        ((*COLOURS, "--count", "2", "--objective", "lagest"), 2, "fixed-objective", "largest"),
        ((*COLOURS, "--all", "--guesses", "fr"), 2, "", "--guesses"),
        ((*COLOURS, "--all", "--card", "card.txt"), 2, "", "card.html"),
        ((*COLOURS, "--all", "--card", "/nowhere/card.html"), 3, "folder-missing", "/nowhere"),
        (("--words", "fr-common", "--length", "4", "--all", "--given", "wkqx"), 2, "code-unknown", "wkqx"),
        (("--holes", "5", "--colours", "8", "--all"), 4, "fixed-too-large", "32,768"),
        (("--holes", "12", "--colours", "12", "--all"), 4, "too-many-codes", "8,916,100,448,256"),
    ],
)
def test_refusals(options: tuple[str, ...], status: int, code: str, part: str) -> None:
    result = run("static", *options)
    assert result.exit_code == status
    check_told(result.stderr, code, part)
    assert result.stdout == ""


def test_a_card_that_cannot_be_written_leaves_the_guesses_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    asked = ("static", "--holes", "2", "--colours", "3", "--all", "--card")
    assert run(*asked, str(tmp_path / "card.html")).exit_code == 0
    (tmp_path / "card.html").unlink()
    monkeypatch.setattr("mastermot.words.files.os.replace", fail)
    result = run(*asked, str(tmp_path / "card.html"))
    assert result.exit_code == 3
    check_told(result.stderr, "file-unwritable", str(tmp_path / "card.html"), "space")
    assert "proven" in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_card_may_go_to_standard_output() -> None:
    asked = ("static", *COLOURS, "--all", "--card", "-")
    assert run(*asked).stdout.startswith("<!DOCTYPE html>")
    assert run(*asked, "--json").exit_code == 2


def test_however_little_time_there_are_guesses() -> None:
    told = run_json("static", "--words", "fr-common", "--length", "4", "--count", "3", "--time", "0.000001")
    assert len(told["guesses"]) == 3
    assert not told["proven"]


@pytest.mark.slow
def test_interrupted_with_the_best_so_far() -> None:
    words = ("--words", "fr-common", "--length", "5", "--rule", "black", "--count", "3")
    command = [sys.executable, "-m", "mastermot", "static", *words, "--time", "500", "--json"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    assert "classes" in line
    process.send_signal(signal.SIGINT)
    told, _rest = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert len(json.loads(told)["guesses"]) == 3


def test_the_first_letters_given(tmp_path: Path) -> None:
    """Codes and guesses begin with them, those of a list named too; the card says so, and how to go on."""
    game = ("--words", "fr-answers", "--length", "7", "--first", "c", "--rule", "positional", "--count", "1")
    for wider in ((), ("--guesses", "fr-common")):
        card = tmp_path / "card.html"
        told = run_json("static", *game, *wider, "--starts", "1", "--card", str(card))
        codes = [word for word in WordCodes("fr-answers", 7).texts if word.startswith("C")]
        assert told["codes"] == len(codes)
        guess = told["guesses"][0]["word"]
        assert guess.startswith("C")
        assert told["classes"] == len({mark(guess, code, rule_named("positional")).text for code in codes})
        assert "matches C......;" in card.read_text(encoding="utf-8")
        assert "--starts c......" in card.read_text(encoding="utf-8")
    refused = run("static", "--holes", "3", "--colours", "4", "--first", "c", "--count", "1")
    assert refused.exit_code == 2
