"""``--sheet`` of ``compose`` and of ``solve``: one design, whatever the puzzle and whatever comes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import run

GIVEN = {
    "one word": (
        "paume 2\nchoux 1\npalme 1\npends 1\nforêt 1\nfendu 1\nphase 1\npente 1\ncurry 1\nalors 0\n",
        0,
        "COUDE (coude",
    ),
    "several words": ("paume 4\n", 0, "PLUME (plume, plumé)"),
    "no word": ("paume 2\nchoux 3\npalme 5\n", 1, "fits"),
}
"""Puzzles by what comes of them: the text, the exit status, and what the solution on paper says."""


@pytest.mark.parametrize("outcome", GIVEN)
def test_a_given_puzzle_is_printed(tmp_path: Path, outcome: str) -> None:
    text, status, said = GIVEN[outcome]
    path = tmp_path / "given.html"
    plain = run("solve", "-", stdin=text)
    result = run("solve", "-", "--sheet", str(path), stdin=text)
    assert (result.exit_code, result.stdout) == (status, plain.stdout)
    assert "given.html: 1 puzzle" in result.stderr
    page = path.read_text(encoding="utf-8")
    assert page.count('<li class="clue">') == len(text.splitlines())
    answers = page.partition('<section class="answers">')[2]
    assert said in answers
    if "forêt" in text:
        assert "Ê</span>" in page


def test_a_file_of_puzzles_is_one_sheet_without_those_that_cannot_be_read(tmp_path: Path) -> None:
    text = "Puzzle 1\npaume 2\nchoux 1\n\nPuzzle 2\nmaison 2\njardin\n\nPuzzle 3\nmaison 2\njardin 1\n"
    path = tmp_path / "book.html"
    result = run("solve", "-", "--sheet", str(path), stdin=text)
    page = path.read_text(encoding="utf-8")
    assert result.exit_code != 0
    assert page.count('<section class="card">') == 2
    assert re.findall(r"<h2><span>(.*?)</span>", page) == ["Puzzle 1", "Puzzle 3"]


@pytest.mark.parametrize("command", [("compose", "--seed", "3"), ("solve", "coude")])
@pytest.mark.parametrize("option", [("--large-print",), ("--sheet-solutions", "words")])
def test_what_is_about_a_sheet_is_refused_without_one(command: tuple[str, ...], option: tuple[str, ...]) -> None:
    result = run(*command, *option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(rf"{option[0]}: .*--sheet\b", result.stderr)


@pytest.mark.parametrize("command", [("compose", "--seed", "3", "--count", "3"), ("solve", "coude")])
def test_both_commands_print_the_same_design(command: tuple[str, ...]) -> None:
    page = run(*command, "--sheet", "-").stdout
    words = run(*command, "--sheet", "-", "--sheet-solutions", "none", "--large-print").stdout
    assert page.startswith("<!DOCTYPE html>")
    assert '<div class="paper with-steps">' in page
    assert '<div class="paper with-none"><section class="page columns-1 rows-2">' in words
    assert re.findall(r"<style>.*</style>", page, re.DOTALL) == re.findall(r"<style>.*</style>", words, re.DOTALL)
