"""Words that people paste with a puzzle, or type in a game: read in every language that there is, from its settings."""

from __future__ import annotations

import pytest

from mastermot import fold, parse_puzzle
from mastermot.puzzle import parse_puzzles
from mastermot.texts.languages import LANGUAGES, settings, speak
from mastermot.texts.languages import gettext as _
from mastermot.words.typed import expand_phrases, number_words
from tests.messages import find_codes, find_message
from tests.support import run, some

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_numbers_in_words(language: str) -> None:
    for number, words in some(enumerate(settings(language)["pasted"]["numbers"].split())):
        assert {number_words()[fold(word)] for word in words.split("/")} == {number}
        if number < 6:
            assert parse_puzzle(f"paume {words.split('/')[0]}\nchoux 1").clues[0].marks == number


def test_a_phrase_stands_for_each_with_and_without_what_may_be_left_out() -> None:
    left_open = expand_phrases("bien? placé(e)(s), black/white")
    endings = ("PLACE", "PLACEE", "PLACES", "PLACEES")
    assert left_open == {*((one,) for one in endings), *(("BIEN", one) for one in endings), ("BLACK",), ("WHITE",)}


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


@every_language
def test_what_is_typed_in_games(language: str) -> None:
    """Each command, and “no mark”, in the words of each language."""
    words = {name: text.split()[0] for name, text in settings(language)["typed"].items()}
    nothing = settings(language)["pasted"]["nothing"].split()[0]
    play = [
        "O",
        nothing,
        f"{words['undo']} 1",
        f"{words['play']} abono",
        nothing,
        f"{words['correct']} 1 X",
        words["list"],
    ]
    guess = ["abono", *(words[name] for name in ("hint", "history", "undo", "list", "help"))]
    said = "".join(
        run(
            command, "--words", "es-common", "--length", "5", lang=language, stdin="\n".join([*typed, words["quit"]])
        ).stdout
        for command, typed in (("play", play), ("guess", guess))
    )
    with speak(language):
        assert _(find_message("{guess}", "taken")).format(guess="ABONO") in said
    assert find_codes(said, language).isdisjoint({"marks-unreadable", "code-unknown"})


@every_language
def test_what_is_typed_in_games_is_what_their_sentences_say(language: str) -> None:
    with speak(language):
        sentences = {
            _(find_message("guess CODE", "undo [TURN]")): ("play", "undo", "correct", "list", "help", "quit"),
            _(find_message("hint", "history", "help")): ("list", "hint", "history", "undo", "help"),
            _(find_message("undo [TURN]", "word WORD")): ("correct", "undo", "code", "list", "quit"),
        }
    typed = {name: f"{text} {settings('en')['typed'][name]}" for name, text in settings(language)["typed"].items()}
    for sentence, names in some(sentences.items()):
        for name in some(names):
            assert any(word in sentence.replace(" ", "") for word in typed[name].split()), (name, sentence)
