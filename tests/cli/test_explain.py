"""``solve --explain``, ``--hint`` and ``compose`` as a person uses them, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.messages import check_told
from tests.support import ROOT, run

COUDE = str(ROOT / "puzzles" / "coude.txt")


def test_the_reasoning_step_by_step() -> None:
    result = run("solve", "--explain", COUDE)
    assert result.exit_code == 0
    assert "\n 2. “paume 2” " in result.stdout
    assert "      ? ? U ? ?   CFP   AEHOU   U       DEMSTU   ETUXY\n" in result.stdout
    assert result.stdout.endswith("      C O U D E\n" + result.stdout[result.stdout.index("Level") :])
    assert result.stdout.splitlines()[-1] == "COUDE  (coude, coudé)"


def test_in_french() -> None:
    result = run("solve", "--explain", COUDE, lang="fr")
    told = " ".join(result.stdout.split())
    assert "« paume 2 » et « palme 1 »" in told
    assert not re.search(r"\b(position 3|mark|with|ruled out|Known)\b", told)
    assert "« alors\n" not in result.stdout


def test_json_steps_are_those_of_the_contract() -> None:
    document = json.loads(run("solve", "--explain", "--json", COUDE).stdout)
    assert [step["grid"] for step in document["steps"]][-1] == "COUDE"
    for step in document["steps"]:
        assert {"kind", "clues", "placed", "removed", "text", "grid"} <= set(step)
        assert all(2 <= line <= 11 for line in step["clues"])
        assert all(set(one) == {"position", "letter"} for one in step["placed"] + step["removed"])
    assert json.loads(run("solve", "--json", COUDE).stdout)["steps"] == []


def test_hints_in_rising_order() -> None:
    one = run("solve", "--hint", COUDE).stdout.splitlines()
    two = run("solve", "--hint", "--hint", COUDE).stdout
    three = run("solve", "--hint", "--hint", "--hint", COUDE).stdout
    assert one[0].startswith("“alors 0”: ")
    assert two != "\n".join(one)
    assert "“alors 0”" in three
    assert three.endswith(two)
    assert "COUDE" not in one[0] + two + three


def test_the_hint_after_some_steps() -> None:
    assert "palme 1" in run("solve", "--hint", "--after", "1", COUDE).stdout
    assert " 14 " in run("solve", "--hint", "--after", "99", COUDE).stdout


def test_no_solution_is_explained_too() -> None:
    result = run("solve", "--explain", "-", stdin="pasde 3\nsolut 3\nution 3\n")
    assert result.exit_code == 1
    assert "pasde 3" in result.stdout
    assert "solut 3" in result.stdout


def test_compose_makes_a_puzzle_that_solve_reads() -> None:
    composed = run("compose", "--words", "fr-common", "--length", "5", "--clues", "10", "--level", "2", "--seed", "7")
    check_told(composed.stdout.partition("\n")[0], "", "# level 2", "5", "7")
    assert len(composed.stdout.splitlines()) == 11
    solved = run("solve", "-", "--explain", stdin=composed.stdout)
    assert solved.exit_code == 0
    assert "Level 2" in solved.stdout


def test_compose_in_json() -> None:
    made = json.loads(run("compose", "--seed", "7", "--level", "2", "--count", "2", "--json").stdout)["puzzles"]
    assert [puzzle["grade"]["level"] for puzzle in made] == [2, 2]
    assert all(set(puzzle) >= {"clues", "solution", "grade", "seed"} for puzzle in made)
    assert all(set(clue) == {"word", "marks", "spelling"} for puzzle in made for clue in puzzle["clues"])


@pytest.mark.parametrize(("lang", "answers"), [("en", "Answers"), ("fr", "Réponses")])
def test_a_sheet_to_print(tmp_path: Path, lang: str, answers: str) -> None:
    path = tmp_path / "book.html"
    result = run("compose", "--seed", "3", "--count", "3", "--sheet", str(path), lang=lang)
    assert result.exit_code == 0
    page = path.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in page
    assert f"<h2>{answers}</h2>" in page
    assert page.count('<section class="card">') == page.count('<section class="answer">') == 3
    assert not re.search(r"https?://|<script|<link|src=", page)


def test_a_sheet_on_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("compose", "--seed", "3", "--sheet", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("<!")
    assert not list(tmp_path.iterdir())
    assert run("compose", "--seed", "3", "--sheet", "-", "--json").exit_code == 2


def test_a_printed_seed_is_taken_again() -> None:
    second = run("compose", "--seed", str(1 << 31), "--count", "2").stdout.split("\n\n")[1]
    assert run("compose", "--seed", str((1 << 31) + 1)).stdout == second


def test_requests_that_cannot_be_met() -> None:
    assert run("compose", "--words", "fr-common", "--length", "2", "--clues", "100").exit_code != 0
    missing = run("compose", "--words", "nosuch")
    assert (missing.exit_code, "fr-common" in missing.stderr) == (2, True)
    assert run("compose", "--sheet", "/nowhere/at/all.html", "--seed", "1").exit_code == 3
    assert run("compose", "--level", "6").exit_code == 2


def test_an_explanation_past_the_limit_leaves_the_answer() -> None:
    """No string of the letters shown fits, words with other letters do, and with these there are too many prefixes."""
    puzzle = "paume 2\n" * 10
    plain = run("solve", "--limit", "5", "-", stdin=puzzle)
    result = run("solve", "--explain", "--limit", "5", "-", stdin=puzzle)
    assert (plain.exit_code, result.exit_code) == (0, 0)
    assert result.stdout == plain.stdout
    check_told(result.stderr, "too-many-prefixes", " 5 ", "--limit")
    document = json.loads(run("solve", "--explain", "--json", "--limit", "5", "-", stdin=puzzle).stdout)
    assert document["steps"] == []
    check_told(document["unexplained"], "too-many-prefixes", "5")
    assert document["others"]


@pytest.mark.parametrize("options", [["--hint"], ["--hint", "--after", "1"], ["--hint", "--known", "????e"]])
def test_a_hint_past_the_limit_leaves_the_answer(options: list[str]) -> None:
    """It says why there is none, and how to get one; JSON has the words and the reason."""
    puzzle = "paume 2\n" * 10
    result = run("solve", *options, "--limit", "5", "-", stdin=puzzle)
    assert (result.exit_code, result.stdout) == (0, "")
    check_told(result.stderr, "too-many-prefixes", " 5 ", "--limit")
    document = json.loads(run("solve", *options, "--json", "--limit", "5", "-", stdin=puzzle).stdout)
    assert document["steps"] == []
    check_told(document["unexplained"], "too-many-prefixes", "5")
    assert document["others"]


def test_a_sheet_of_one_puzzle(tmp_path: Path) -> None:
    for lang, text in (("en", ": 1 puzzle"), ("fr", " : 1 problème")):
        result = run("compose", "--seed", "3", "--sheet", str(tmp_path / "one.html"), lang=lang)
        assert f"one.html{text} " in result.stderr


def test_a_puzzle_that_needs_no_step_has_no_hardest_one() -> None:
    for lang, text in (("en", "needed"), ("fr", "nécessaire")):
        shown = run("solve", "-", "--explain", stdin="paume 5\n", lang=lang).stdout
        assert (text in shown, " 1. " in shown) == (True, False)


@pytest.mark.parametrize("known", [(), ("--known", "??u??")])
def test_a_hint_to_a_puzzle_that_cannot_be_solved_says_what_is_wrong_and_no_step(known: tuple[str, ...]) -> None:
    puzzle = (ROOT / "puzzles" / "coude.txt").read_text().replace("curry 1", "curry 2")
    result = run("solve", "-", "--hint", *known, stdin=puzzle)
    assert result.exit_code == 1
    check_told(result.stdout, "", "line 10 ", "“curry 1”", "COUDE", "\n  line ")
    assert "? ? U" not in result.output
    whole = run("solve", "-", "--explain", stdin=puzzle).stdout
    assert whole.index("\n  line ") < whole.index(" 1. ")
    document = json.loads(run("solve", "-", "--hint", *known, "--json", stdin=puzzle).stdout)
    assert document["steps"] == []
    assert document["outcome"] == "contradiction"


@pytest.mark.parametrize("after", [[], ["--after", "3"]])
@pytest.mark.parametrize(("clues", "left"), [("paume 5", 1), ("alors 2\npoule 2", 30), ("paume 4", 5), ("ab 1", 2)])
def test_where_no_step_follows_a_hint_says_whether_all_is_found(clues: str, left: int, after: list[str]) -> None:
    """Only where one string fits is nothing left to find; else the hint says how many fit."""
    told = " ".join(run("solve", "-", "--hint", *after, "--words", "fr", stdin=clues).stdout.split())
    assert ("Nothing" in told, f" {left} strings" in told) == (left == 1, left > 1)
