"""Whatever a person types in a conversation, it goes on: no text ends a game but those that are to end it."""

from __future__ import annotations

import io
import json
import unicodedata
from typing import Any

import pytest

from mastermot.errors import printable
from tests import kinds
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
        assert f"standard input, line {line}: this line has more than 10,000 characters" in result.stderr
    assert run(*DIALOGUES[dialogue], stdin=Zeros()).exit_code == 3
