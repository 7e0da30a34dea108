"""Marks of a puzzle that were not written as a number: shown as they were read, in text, in JSON and over HTTP."""

from __future__ import annotations

import json
import re

import pytest

from mastermot.service import create_app
from tests.support import run

CLUES = "paume ⬛⬛\nchoux rien\npalme 1 bien placée\ncurry 0\nforêt XX\n"
READ = [("paume", "⬛⬛", 2, 1), ("choux", "rien", 0, 2), ("palme", "1 bien placée", 1, 3)]
"""The word, its marks as they were written, what they mean, and the line."""


@pytest.mark.parametrize(("lang", "told"), [("en", "read"), ("fr", "lit"), ("es", "lee")])
def test_marks_are_shown_as_they_were_read(lang: str, told: str) -> None:
    shown = run("--lang", lang, "solve", "-", "--words", "fr", stdin=CLUES).stderr
    lines = [line for line in shown.splitlines() if re.search(rf"\b{told}\b", line)]
    assert len(lines) == len(READ)
    for (word, written, marks, line), text in zip(READ, lines, strict=True):
        assert written in text
        assert f"{word} {marks}" in text
        assert str(line) in text


def test_json_and_http_have_them() -> None:
    expected = [{"line": line, "word": word, "written": text, "marks": marks} for word, text, marks, line in READ]
    assert json.loads(run("solve", "-", "--words", "fr", "--json", stdin=CLUES).stdout)["read"] == expected
    client = create_app(("a key of thirty-two characters at least",)).test_client()
    answer = client.post("/api/solve?words=fr", data=CLUES.encode(), content_type="text/plain; charset=utf-8")
    assert answer.get_json()["read"] == expected


def test_numbers_and_signs_are_not_shown_back() -> None:
    result = run("solve", "-", "--words", "fr", "--json", stdin="paume 2\nchoux XX\npalme .\n")
    assert "read" not in json.loads(result.stdout)
    assert result.stderr == ""
