"""Colours with symbols of their own: how they are written at each door, what is refused, and what files say of them.

That every answer is that of the same game in letters, `tests/test_guesses.py` asks.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mastermot import ColourCodes, read_transcript
from mastermot.game.advice.transcripts import name_codes as name_codes_of
from mastermot.game.trees import codes_as_json, make_codes
from mastermot.lab.explore.configurations import name_codes
from mastermot.operations.game_setup import CodesChoice, choose_codes_of
from mastermot.rules.errors import SymbolsError
from mastermot.rules.symbols import read_symbols, write_symbols
from mastermot.service.page import pyodide_api
from tests import kinds
from tests.support import run

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WRITTEN = {
    **kinds.WRITTEN_SYMBOLS,
    "rgbyow": "RGBYOW",
    " R G B, y": "RGBY",
    "0-9": "0123456789",
    "0-9A-F": "0123456789ABCDEF",
    "a - c": "ABC",
    "x-z,1 - 3": "XYZ123",
    "A-Z": LETTERS,
}
"""What people write, and the symbols in their order."""
REFUSED = {"RGBR": "R", "1-31": "1", "R.G": ".", "RÉ": "É", "RGB-": "-", "6-1": "6-1", "1-F": "1-F", "R": 1, "A-Z0": 27}
"""Texts that are no symbols of a game, and what is wrong: a symbol that is none or stands there twice, a range that is
none, or how many there are. How it is said stands in tests/cli/conversations.md."""
QUOTED = {"en": "“{}”", "fr": "« {} »", "es": "«{}»"}


@pytest.mark.parametrize("written", WRITTEN)
def test_symbols_are_read_as_people_write_them(written: str) -> None:
    symbols = WRITTEN[written]
    assert read_symbols(written) == symbols
    assert ColourCodes(2, written).alphabet == symbols
    again = write_symbols(symbols)
    assert not again.isdigit()  # it would be a number on the command line
    assert read_symbols(again) == symbols


@pytest.mark.parametrize("written", REFUSED)
def test_other_texts_are_refused_at_every_door(written: str) -> None:
    with pytest.raises(SymbolsError):
        ColourCodes(4, written)
    wrong = REFUSED[written]
    for language, quoted in QUOTED.items():
        why = f" {wrong}" if isinstance(wrong, int) else quoted.format(wrong)
        typed = run("--lang", language, "next", "--holes", "4", "--colours", written)
        assert typed.exit_code == 2
        assert why in typed.output.replace("\u00a0", " ").replace("\u202f", " "), typed.output
        body = json.dumps({"holes": 4, "colours": written})
        status, text = pyodide_api.answer("POST", "/api/guess", body, language)
        problem = json.loads(text)
        assert (status, problem["code"], problem["field"]) == (422, "colour-symbols", "/colours")
        assert why in problem["detail"].replace("\u00a0", " ").replace("\u202f", " "), problem


def test_a_number_stays_a_number() -> None:
    answer = json.loads(run("next", "--holes", "2", "--colours", "12", "--json").stdout)
    assert answer["candidates"] == 12 * 12
    answer = json.loads(run("next", "--holes", "2", "--colours", "1,2", "--json").stdout)
    assert sorted(answer["list"]) == ["11", "12", "21", "22"]
    too_many = run("next", "--holes", "2", "--colours", "123456")
    assert too_many.exit_code == 2
    assert "1-6" in too_many.output


def test_digits_beside_symbols_are_refused() -> None:
    with pytest.raises(SymbolsError):
        ColourCodes(4, "RGBY", digits=True)
    typed = run("next", "--holes", "4", "--colours", "RGBY", "--digits")
    assert typed.exit_code == 2
    assert "--digits: " in typed.output
    body = json.dumps({"holes": 4, "colours": "RGBY", "digits": True})
    status, text = pyodide_api.answer("POST", "/api/guess", body, "en")
    assert (status, json.loads(text)["field"]) == (422, "/digits")


def test_a_game_has_one_name_however_it_is_asked_for() -> None:
    for asked, plain in (
        (ColourCodes(4, "A-F"), ColourCodes(4, 6)),
        (ColourCodes(4, "0-5", empty=True), ColourCodes(4, 6, digits=True, empty=True)),
    ):
        assert (asked.name, asked.checksum, codes_as_json(asked)) == (plain.name, plain.checksum, codes_as_json(plain))


@pytest.mark.parametrize("written", WRITTEN)
def test_files_say_which_symbols_a_game_has(written: str) -> None:
    """Trees, games in JSON and the names of stored runs: the codes are made again from what they say."""
    for kind in ({}, {"repeats": False}, {"empty": True}, {"empty_guesses": True}):
        codes = ColourCodes(2, written, **kind)
        again = make_codes(json.loads(json.dumps(codes_as_json(codes))))
        assert (again.name, again.alphabet, again.checksum) == (codes.name, codes.alphabet, codes.checksum)
        move = {"guess": codes.texts[0], "marks": "-"}
        told = json.dumps({"codes": codes.name, "rule": "black-white", "moves": [move]})
        found = choose_codes_of(CodesChoice(**name_codes_of(read_transcript(told))))
        assert (found.name, found.alphabet) == (codes.name, codes.alphabet)
        assert " " not in name_codes(codes)


@pytest.mark.compiled
def test_a_tree_of_symbols_needs_no_options(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    tree = str(tmp_path / "tree.json")
    assert run("optimal", "--holes", "2", "--colours", "RGB", "--tree", tree).exit_code == 0
    replayed = run("tree", tree, "--json")
    assert replayed.exit_code == 0, replayed.output
    other = run("tree", tree, "--holes", "2", "--colours", "3", "--json")
    assert other.exit_code != 0
