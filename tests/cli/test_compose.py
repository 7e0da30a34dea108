"""``compose`` and ``daily`` as a person uses them: own words, exclusions, real spellings, the day's puzzle."""

from __future__ import annotations

import html
import json
import re
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from mastermot import open_dictionary
from tests.cli.test_explain import run
from tests.messages import check_told
from tests.support import some


def test_a_solution_with_its_length() -> None:
    made = json.loads(run("compose", "--solution", "forêts", "--seed", "1", "--json").stdout)["puzzles"]
    assert [puzzle["solution"] for puzzle in made] == ["FORETS"]
    assert made[0]["spellings"] == ["forêts", "forets"]


def test_real_spellings_are_printed_and_solve_reads_them() -> None:
    composed = run("compose", "--solution", "forêt", "--seed", "5")
    puzzle = json.loads(run("compose", "--solution", "forêt", "--seed", "5", "--json").stdout)["puzzles"][0]
    printed = [f"{clue['spelling']} {clue['marks']}" for clue in puzzle["clues"]]
    assert composed.stdout.splitlines()[1:] == printed
    assert any(not line.isascii() for line in printed)
    assert run("solve", "-", stdin=composed.stdout).stdout.startswith("FORET")


def test_own_words_and_exclusions(tmp_path: Path) -> None:
    own, excluded = tmp_path / "own.txt", tmp_path / "excluded.txt"
    own.write_text("paume\nchoux\npente\ncarafes\n", encoding="utf-8")
    excluded.write_text("# not these\nc*\nforêt\n", encoding="utf-8")
    options = ("--seed", "1", "--count", "5", "--json", "--exclude", str(excluded), "--with", str(own))
    made = json.loads(run("compose", *options).stdout)["puzzles"]
    for puzzle in some(made):
        words = [clue["word"] for clue in puzzle["clues"]]
        assert words[:3] == ["paume", "choux", "pente"]
        assert not [word for word in (*words[3:], puzzle["solution"].lower()) if word.startswith("c")]


def test_answers_may_be_asked_to_be_any_words(tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    answers.write_text("venez\nallez\n", encoding="utf-8")
    made = json.loads(run("compose", "--answers", str(answers), "--count", "2", "--seed", "1", "--json").stdout)
    assert {puzzle["solution"] for puzzle in made["puzzles"]} == {"VENEZ", "ALLEZ"}


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--sheet", "book.txt"], 2, " book.html"),
        (["--length", "12", "--clues", "5"], 2, " 9 clues."),
        (["--solution", "zut", "--length", "4"], 2, " 3 letters"),
        (["--solution", "arc-en-ciel"], 3, "--solution"),
        (["--solution", "squat", "--words", "fr-common"], 2, " position 2"),
        (["--exclude", "nothing.txt"], 3, "nothing.txt"),
        (["--with", "nothing.txt"], 3, "nothing.txt"),
    ],
)
def test_requests_that_cannot_be_met(arguments: list[str], status: int, words: str) -> None:
    result = run("compose", *arguments)
    assert (result.exit_code, words in result.stderr) == (status, True)


@pytest.mark.parametrize(("lang", "parts"), [("en", ["puzzle", "2026-11-22", "level 2"]), ("fr", ["problème"])])
def test_the_puzzle_of_a_day(lang: str, parts: list[str]) -> None:
    printed = run("daily", "--date", "2026-11-22", "--words", "fr-common", lang=lang).stdout
    first = printed.partition("\n")[0]
    assert first.startswith("# ")
    check_told(first, "", *parts)
    document = json.loads(run("daily", "--date", "2026-11-22", "--words", "fr-common", "--json").stdout)
    assert (document["date"], document["level"]) == ("2026-11-22", 2)
    clues = document["puzzles"][0]["clues"]
    assert printed.splitlines()[1:] == [f"{clue['spelling']} {clue['marks']}" for clue in clues]


def test_today_is_the_day_when_none_is_given() -> None:
    today = date.today().isoformat()
    assert today in run("daily").stdout.splitlines()[0]
    assert run("daily", "--level", "6").exit_code == 2
    assert run("daily", "--length", "6").exit_code == 2
    assert run("daily", "--date", "22/11/2026").exit_code == 2
    wrong = run("daily", "--date", "hier", lang="fr")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    check_told(wrong.stderr, "", "« hier »", "AAAA-MM-JJ")


def test_a_solution_that_the_dictionary_lacks_is_remarked_on() -> None:
    result = run("compose", "--words", "fr-common", "--solution", "zyzzy", "--seed", "1", "--clues", "5")
    assert result.exit_code == 0
    assert result.stderr.startswith("“zyzzy” ")
    assert run("compose", "--words", "fr-common", "--solution", "aboie", "--seed", "1", "--clues", "5").stderr == ""


def test_a_sheet_shows_spellings_levels_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    assert run("compose", "--solution", "forêt", "--seed", "3", "--count", "2", "--sheet", str(path)).exit_code == 0
    page = path.read_text(encoding="utf-8")
    assert page.count('<section class="card">') == 2
    assert re.search(r'<span class="letter">[ÀÂÇÈÉÊËÎÏÔÛ]</span>', page)
    assert "FORET (foret, forêt" in page
    assert 'title="' in page


def test_a_booklet_goes_from_easy_to_hard_unless_a_level_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "booklet.html"
    asked = ("compose", "--seed", "7", "--sheet", str(path), "--count")
    assert run(*asked, "5").exit_code == 0
    assert re.findall(r'title="(\d)/5', path.read_text(encoding="utf-8")) == ["1", "2", "3", "4", "5"]
    assert run(*asked, "2", "--level", "2").exit_code == 0
    assert re.findall(r'title="(\d)/5', path.read_text(encoding="utf-8")) == ["2", "2"]


def test_links_of_a_sheet_hold_the_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    asked = ("compose", "--words", "fr-common", "--seed", "3", "--count", "2")
    base = "https://example.org/mots/?lang=fr"
    result = run(*asked, "--sheet", str(path), "--link-base", base, "--json")
    links = [html.unescape(link) for link in re.findall(r'<a href="([^"]*)"', path.read_text(encoding="utf-8"))]
    puzzles = json.loads(result.stdout)["puzzles"]
    puzzles.sort(key=lambda one: (one["grade"]["level"], one["grade"]["rating"]))  # from easy to hard
    assert len(links) == len(puzzles) == 2
    for link, puzzle in zip(links, puzzles, strict=True):
        page, _, fragment = link.partition("#board?")
        parameters = parse_qs(fragment)
        assert (page, parameters["w"]) == (base, ["fr-common"])
        clues = [f"{clue['word']}{clue['marks']}" for clue in puzzle["clues"]]
        assert parameters["p"] == [".".join(clues)]


def test_links_of_words_that_the_page_lacks_name_no_dictionary(tmp_path: Path) -> None:
    words = tmp_path / "own.txt"
    words.write_text("\n".join(open_dictionary("fr-common").words(5)), encoding="utf-8")
    asked = ("compose", "--words", str(words), "--seed", "3", "--sheet", "-")
    page = run(*asked, "--link-base", "http://localhost:8000").stdout
    assert '<a href="http://localhost:8000/#board?p=' in page
    assert "&amp;w=" not in page
    assert "<a href" not in run(*asked).stdout


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://localhost/", "http://", "http://[", "http://a/#play", ""])
def test_a_link_base_that_is_no_address(address: str) -> None:
    result = run("compose", "--sheet", "-", "--link-base", address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "http://127.0.0.1:8000/" in result.stderr


def test_a_link_base_wants_a_sheet() -> None:
    assert run("compose", "--link-base", "http://localhost:8000/").exit_code == 2


@pytest.mark.parametrize("name", ["book.pdf", "book.txt", "book"])
def test_a_sheet_is_html(tmp_path: Path, name: str) -> None:
    result = run("compose", "--sheet", str(tmp_path / name))
    assert result.exit_code == 2
    assert "book.html" in "".join(result.stderr.split())
    assert "PDF" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(("length", "clues"), [(5, 10), (13, 11), (15, 15)])
def test_the_usual_number_of_clues_fits_the_length(length: int, clues: int) -> None:
    result = run("compose", "--words", "fr", "--length", str(length), "--seed", "1")
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, clues + 1)


def test_long_work_is_said_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermot.cli.compose.NOTE_DELAY", -1)
    result = run("compose", "--seed", "1")
    assert (result.exit_code, result.stderr.count("searching")) == (0, 1)


def test_a_solution_of_a_length_that_no_word_has_is_refused_by_name() -> None:
    for solution in ("a", "a" * 26):
        result = run("compose", "--solution", solution, lang="en")
        assert result.exit_code in (2, 3), result.stderr
        assert "unexpected" not in result.stderr
