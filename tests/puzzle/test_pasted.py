"""Words that people paste with a puzzle: read in every language that there is, from its settings."""

from __future__ import annotations

import pytest

from mastermot import fold, parse_puzzle
from mastermot.puzzle import parse_puzzles
from mastermot.puzzle.pasted import number_words
from mastermot.say.languages import LANGUAGES, settings

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_numbers_in_words(language: str) -> None:
    for number, words in enumerate(settings(language)["pasted"]["numbers"].split()):
        assert {number_words()[fold(word)] for word in words.split("/")} == {number}
        if number < 6:
            assert parse_puzzle(f"paume {words.split('/')[0]}\nchoux 1").clues[0].marks == number


@every_language
def test_titles_of_columns_and_what_marks_are_called(language: str) -> None:
    pasted = {group: text.split() for group, text in settings(language)["pasted"].items()}
    table = f"| {pasted['words'][0]} | {pasted['marks'][0]} |\n|---|---|\n| paume | 2 |\n| choux | 0 |\n"
    expected = [("PAUME", 2), ("CHOUX", 0)]
    assert [(clue.word, clue.marks) for clue in parse_puzzle(table).clues] == expected
    said = f"paume 2 {pasted['points'][1]}\nchoux 0 {pasted['points'][1]}\n"
    assert [(clue.word, clue.marks) for clue in parse_puzzle(said).clues] == expected


@every_language
def test_titles_of_puzzles_and_dates(language: str) -> None:
    pasted = {group: text.split() for group, text in settings(language)["pasted"].items()}
    clues = "paume 2\nchoux 0\n"
    for title in (f"{pasted['titles'][0]} 3", f"{pasted['days'][1]} 3 {pasted['months'][4]} 2026"):
        (puzzle,) = parse_puzzles(f"{title}\n{clues}")
        assert [clue.word for clue in puzzle.clues] == ["PAUME", "CHOUX"]
