"""Puzzles on paper: what a page holds, how words are spelled there, and letters that everyone can read."""

from __future__ import annotations

import re

import pytest

from mastermot.texts.sheets import PrintedPuzzle, draw_sheet, read_style, spell

SMALLEST = 9  #: Points of the smallest letters.
PUZZLE = PrintedPuzzle(
    (("forêt", 1), ("paume", 0)), ("PAUME (paumé)",), level=2, title="a & b", link="http://a/#b?p=c&w=d"
)


@pytest.mark.parametrize(
    ("letters", "clues", "columns", "rows"),
    [(5, 10, 3, 2), (7, 12, 3, 2), (8, 10, 2, 2), (15, 15, 2, 2), (5, 18, 3, 2), (5, 19, 3, 1), (9, 40, 2, 1)],
)
def test_a_page_holds_as_many_puzzles_as_can_be_read(letters: int, clues: int, columns: int, rows: int) -> None:
    puzzle = PrintedPuzzle((("a" * letters, 1),) * clues, ("A",))
    sheet = draw_sheet([puzzle] * 7)
    assert (sheet.columns, sheet.rows) == (columns, rows)
    assert sheet.body().count('<section class="page') == -(-7 // (columns * rows))
    assert sheet.body(large=True).count('<section class="page') == -(-7 // rows)


@pytest.mark.parametrize(
    ("word", "letters"), [("forêt", "FORÊT"), ("œuvre", "OEUVRE"), ("niño", "NIÑO"), ("COUDE", "COUDE"), ("ça", "ÇA")]
)
def test_words_are_printed_with_their_accents(word: str, letters: str) -> None:
    assert spell(word) == letters


def test_every_page_has_its_head_and_solutions_stand_apart() -> None:
    body = draw_sheet([PUZZLE] * 7).body()
    pages, _, answers = body.partition('<section class="answers">')
    assert [pages.count(sign) for sign in ("<h1>", "Name:", "Date:", 'class="rules"')] == [2, 2, 2, 2]
    assert "PAUME" not in pages
    assert answers.count("PAUME (paumé)") == 7
    assert pages.count("Ê</span>") == 7


def test_what_a_sheet_is_given_is_text_and_no_markup() -> None:
    body = draw_sheet([PUZZLE._replace(answers=("<i>",))]).body()
    assert "<h3>a &amp; b. &lt;i&gt;</h3>" in body
    assert "&lt;i&gt;" in body
    assert 'href="http://a/#b?p=c&amp;w=d"' in body


@pytest.mark.parametrize("solutions", ["steps", "words", "none"])
def test_the_solutions_can_be_left_out(solutions: str) -> None:
    body = draw_sheet([PUZZLE]).body(solutions)  # type: ignore[arg-type]
    assert body.startswith(f'<div class="paper with-{solutions}">')
    assert ".with-none .answers { display: none; }" in read_style()


def test_no_letters_are_smaller_than_nine_points() -> None:
    sizes = [float(size) for size in re.findall(r"(?:font(?:-size)?:[^;]*?)([\d.]+)pt", read_style())]
    assert len(sizes) > 10
    assert min(sizes) >= SMALLEST
