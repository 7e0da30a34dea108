"""Whatever a person types in a conversation, it goes on: no text ends a game but those that are to end it."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from typing import Any

import click
import pytest

from mastermot.cli.game_options import find_command
from mastermot.cli.output import Dialogue
from mastermot.errors import printable
from mastermot.texts import _
from mastermot.texts.languages import speak
from mastermot.words.files import LONGEST_LINE, LineTooLongError
from tests import kinds
from tests.messages import check_told, find_message
from tests.support import run

COLOURS = ("--holes", "2", "--colours", "3")
WORDS = ("--words", "en-common", "--length", "4")
DIALOGUES = {
    "play": ("play", *COLOURS),
    "play, digits": ("play", *COLOURS, "--digits"),
    "play, positional": ("play", *COLOURS, "--rule", "positional"),
    "guess": ("guess", *COLOURS, "--turns", "10000", "--seed", "1"),
    "guess, words": ("guess", *WORDS, "--turns", "10000", "--seed", "1"),
}
BEGINNINGS = {"en": [], "fr": ["0 0", "AB"], "es": ["0 0", "0 0", "0 0", "0 0"]}
"""What is typed before, in each language: nothing, a turn, marks that contradict each other."""


@pytest.mark.slow
@pytest.mark.parametrize("language", kinds.list_languages())
@pytest.mark.parametrize("dialogue", DIALOGUES)
def test_no_text_loses_the_game(dialogue: str, language: str) -> None:
    """The game goes on after every text, up to the last: each is shown behind a prompt, in the order typed."""
    typed = [*BEGINNINGS.get(language, []), *kinds.list_typed(), "q"]
    text = "".join(f"{answer}\n" for answer in typed)
    result = run(*DIALOGUES[dialogue], "--json", lang=language, stdin=text)
    assert result.exit_code in (0, 1), result.stderr[-1000:]
    assert not json.loads(result.stdout)["won"]
    place = 0
    for answer in typed:
        shown = f": {printable(answer)}\n"
        found = result.stderr.find(shown, place)
        assert found >= 0, f"not read: {answer[:40]!r}"
        place = found + len(shown)


def test_what_names_no_turn_leaves_the_game_as_it_is() -> None:
    """One turn has marks; a digit of any script names it, as in ``undo １``. Other texts do not take it back."""
    others = [text for text in kinds.ODD_TEXTS if len(text) > 1 or unicodedata.decimal(text, 0) != 1]
    typed = ["0 0", *(f"undo {text}" for text in others), *(f"correct {text} XX" for text in others), "q"]
    result = run(*DIALOGUES["play"], "--json", stdin="\n".join(typed))
    moves = json.loads(result.stdout)["moves"]
    assert [(move["blacks"], move["whites"]) for move in moves] == [(0, 0)]


@pytest.mark.parametrize(("is_terminal", "line"), [(False, 2), (True, None)])
def test_an_answer_too_long_is_told_with_its_line_if_lines_are_counted(
    is_terminal: bool, line: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that are piped have numbers; what is typed at a terminal has none, not even 0."""
    answers = io.StringIO("AB\n" + "A" * (LONGEST_LINE + 1) + "\n")
    monkeypatch.setattr(answers, "isatty", lambda: is_terminal)
    monkeypatch.setattr("sys.stdin", answers)
    with click.Context(click.Command("play")):
        dialogue = Dialogue()
        assert dialogue.ask("? ") == "AB"
        with pytest.raises(LineTooLongError) as caught:
            dialogue.ask("? ")
    assert caught.value.line == line


NAMING = {
    "play": [("guess CODE", "undo [TURN]"), ("undo [TURN]", "code CODE")],
    "play, words": [("undo [TURN]", "word WORD")],
    "guess": [("hint", "history", "help")],
}
"""Some of what the sentences name that name commands, by the dialogue that shows them."""


@pytest.mark.parametrize("language", kinds.list_languages())
@pytest.mark.parametrize("dialogue", NAMING)
def test_every_command_that_a_sentence_names_can_be_typed(dialogue: str, language: str) -> None:
    command = {**DIALOGUES, "play, words": ("play", *WORDS)}[dialogue]
    contradiction = ["0 0"] * 9 if "play" in dialogue else []
    result = run(*command, lang=language, stdin="\n".join(["help", *contradiction, "q"]))
    for parts in NAMING[dialogue]:
        with speak(language):
            shown = _(find_message(*parts)).strip()
        assert shown in result.stdout + result.stderr
        named = re.split(", | (?:or|ou|o) ", shown.strip(" .:\u202f").rpartition(": ")[2])
        assert len(named) > 4
        for piece in named:
            typed = [word for word in re.sub(r"[(\[].*", "", piece).split() if word.islower()]
            assert find_command(" ".join(typed)), piece


class Zeros(io.RawIOBase):
    """A stream like ``/dev/zero``, which has no end; it counts what was read."""

    given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        self.given += len(room)
        assert self.given < 1 << 20
        room[:] = bytes(len(room))
        return len(room)


@pytest.mark.parametrize("dialogue", DIALOGUES)
def test_a_line_that_does_not_end_is_not_read_to_its_end(dialogue: str) -> None:
    for text in ("\0" * 50_000, "q" + "x" * 50_000, "0 0\n" + "\N{PILE OF POO}" * 50_000):
        result = run(*DIALOGUES[dialogue], stdin=text)
        line = text.count("\n") + 1
        assert result.exit_code == 3
        check_told(result.stderr, "line-too-long", f"input, line {line}", "10,000")
    assert run(*DIALOGUES[dialogue], stdin=Zeros()).exit_code == 3
