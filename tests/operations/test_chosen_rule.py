"""Which rule a pasted game is read under, where none is named: the same by command, over HTTP and in the library.

The codes left tell the rule: each text is marked from its secret by the rule that it should be read under, and the
candidates are compared with those that a position of that rule has.
"""

from __future__ import annotations

import json

import pytest

from mastermot import Codes, ColourCodes, Position, WordCodes, rule_named
from mastermot.operations.game_advice import (
    AdviceRequest,
    CodeInMindRequest,
    GuessRequest,
    ReviewRequest,
    check_code_in_mind,
    next_guess,
    review_game,
    suggest_guesses,
)
from mastermot.rules.forms import NO_MARK
from mastermot.service.page import pyodide_api
from tests.support import run

WORDS = WordCodes("en-common", 5)
PEGS = ColourCodes(4, 6)
GAMES: dict[str, tuple[str, str, Codes, list[tuple[str, str]]]] = {
    "squares": ("Wordle 216 3/6\n\nraise ⬛🟨⬛⬛🟨\n", "positional", WORDS, [("RAISE", ".O..O")]),
    **{
        f"signs with {sign}": (f"raise {sign}O{sign}{sign}O\n", "positional", WORDS, [("RAISE", ".O..O")])
        for sign in NO_MARK
    },
    "a dash": ("raise -\n", "black-white", WORDS, [("RAISE", "-")]),
    "letters": ("raise bybby\n", "positional", WORDS, [("RAISE", ".O..O")]),
    "pegs": ("raise OO\n", "black-white", WORDS, [("RAISE", "OO")]),
    "bulls": ("raise 0A2B\n", "black-white", WORDS, [("RAISE", "OO")]),
    "json": (
        '{"rule": "black", "codes": "4 holes, 6 colours", "moves": [{"guess": "AABB", "marks": "X"}]}',
        "black",
        PEGS,
        [("AABB", "X")],
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_is_that_of_the_text_at_every_door(name: str) -> None:
    text, rule, codes, turns = GAMES[name]
    position = Position(codes, rule)
    for guess, marks in turns:
        position = position.after(guess, rule_named(rule).parse(marks, codes.length))
    count = position.count
    advice = suggest_guesses(AdviceRequest(text=text))
    assert (advice.rule, advice.candidates) == (rule, count)
    guess = next_guess(GuessRequest(text=text))
    assert (guess.rule, guess.candidates) == (rule, count)
    judged = review_game(ReviewRequest(text=text))
    assert (judged.rule, judged.moves[-1].after) == (rule, count)
    checked = check_code_in_mind(CodeInMindRequest(text=text, code=position.table.text(int(position.candidates[0]))))
    assert (checked.rule, checked.wrong) == (rule, ())
    for path in ("/api/next", "/api/guess"):
        status, body = pyodide_api.answer("POST", path, json.dumps({"text": text}), "en")
        answer = json.loads(body)
        assert (status, answer["rule"], answer["candidates"]) == (200, rule, count), path
    status, body = pyodide_api.answer("POST", "/api/review", json.dumps({"text": text}), "en")
    assert (status, json.loads(body)["rule"]) == (200, rule)
    typed = json.loads(run("next", "-", "--json", stdin=text).stdout)
    assert (typed["rule"], typed["candidates"]) == (rule, count)
    assert json.loads(run("review", "-", "--json", stdin=text).stdout)["rule"] == rule


def test_a_rule_that_is_named_counts() -> None:
    text = "raise .O..O\n"
    for door in (
        lambda: json.loads(run("next", "-", "--json", "--rule", "black-white", stdin=text).stdout),
        lambda: json.loads(
            pyodide_api.answer("POST", "/api/next", json.dumps({"text": text, "rule": "black-white"}), "en")[1]
        ),
    ):
        answer = door()
        fits = Position(WORDS, "black-white").after("RAISE", "OO").count
        assert (answer["rule"], answer["candidates"]) == ("black-white", fits)


def test_turns_without_a_text_are_marked_by_the_usual_rule() -> None:
    history = [{"guess": "RAISE", "marks": "OO"}]
    status, body = pyodide_api.answer("POST", "/api/next", json.dumps({"history": history}), "en")
    assert (status, json.loads(body)["rule"]) == (200, "black-white")


def test_a_text_over_http_names_no_file(tmp_path: object) -> None:
    path = f"{tmp_path}/own.txt"
    with open(path, "w") as file:
        file.write("abcde\nbcdea\n")
    game = {"codes": f"{path}, length 5", "moves": [{"guess": "abcde", "marks": "X"}]}
    status, body = pyodide_api.answer("POST", "/api/next", json.dumps({"text": json.dumps(game)}), "en")
    assert status >= 400
    assert "bcdea" not in body
