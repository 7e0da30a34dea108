"""A rule and a player of one's own, in a module of one's own: they play, explore, advise and are served like ours."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from random import Random

import numpy as np
import pytest

from mastermot import (
    RULES,
    ColourCodes,
    Position,
    Rule,
    advise,
    explore_turns,
    make_codebreaker,
    play_game,
    review_game,
)
from mastermot.game import PLAYERS
from mastermot.game.errors import RuleNeedsListError
from mastermot.game.sampling import draw_codes
from mastermot.rules.arrays import CodeArrays
from tests.playing import run_json
from tests.support import PATIENCE, ROOT, run

CODES = ColourCodes(3, 4)


@pytest.fixture(autouse=True)
def own() -> Iterator[Rule]:
    """Register what the module defines, and forget it after the test."""
    sys.modules.pop("tests.game.own", None)
    module = import_module("tests.game.own")
    yield module.TOTAL
    del RULES["owntotal"], PLAYERS["ownopener"]


@pytest.mark.parametrize("player", ["ownopener", "best", "knuth", "jourde", "consistent", "minimax"])
def test_games_from_the_first_guess_to_the_win(player: str) -> None:
    """Permutations of the secret share all its symbols, and only the secret wins."""
    for secret in ("ABC", "CAB", "DDA"):
        game = play_game(CODES, secret, rule="owntotal", codebreaker=player)
        assert game.won
        assert [move.guess == secret for move in game.moves] == [False] * (game.turns - 1) + [True]
        assert game.moves[-1].marks.text == "XXX"
    if player == "ownopener":
        assert game.moves[0].guess == "ABB"


def test_every_game_is_explored(own: Rule) -> None:
    turns = explore_turns(CODES, "owntotal", "ownopener")
    assert turns["ABB"] == 1
    assert all(isinstance(count, int) for count in turns.values())
    for secret in Random(1).sample(list(CODES.texts), 8):
        assert play_game(CODES, secret, rule=own, codebreaker="ownopener").turns == turns[secret]


def test_a_game_too_large_to_list(own: Rule) -> None:
    """The requirements say the rule the other way round: all codes that fit are found, and no others."""
    codes = ColourCodes(4, 5)
    history = [(guess, own.mark(guess, "CABD")) for guess in ("ABCD", "AABB", "DCBA")]
    fitting = [code for code in codes.texts if all(own.mark(guess, code) == marks for guess, marks in history)]
    drawn = draw_codes(codes, own, history)
    assert [codes.decode(row) for row in drawn.codes] == fitting
    assert drawn.complete
    large = Position(ColourCodes(10, 8), own).after("AABBCCDDEE", "OOOOO")
    assert make_codebreaker("best", codes=large.codes).choose(large).guess


def test_a_rule_that_does_not_say_what_it_demands_is_refused_large_games(
    own: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(own), "require", Rule.require)
    here = Position(ColourCodes(10, 8), own).after("AABBCCDDEE", "OOOOO")
    with pytest.raises(RuleNeedsListError, match="owntotal"):
        make_codebreaker("best", codes=here.codes).choose(here)


def test_advice_and_review(own: Rule) -> None:
    here = Position(CODES, own).after("ABB", "O")
    advice = advise(here, make_codebreaker("ownopener"))
    assert advice.guesses[0].guess == make_codebreaker("ownopener").choose(here).guess
    assert advice.best is not None
    positions = [Position(CODES, own), here]
    while not positions[-1].won:
        guess = make_codebreaker("best", codes=CODES).choose(positions[-1]).guess
        positions.append(positions[-1].after(guess, own.mark(guess, "CAC")))
    assert review_game(positions, make_codebreaker("best", codes=CODES)).won


def test_marks_are_numbers_and_texts(own: Rule) -> None:
    assert pickle.loads(pickle.dumps(own)) is own
    for length in (1, 4):
        for marks in own.possible(length):
            assert own.parse(marks.text, length) == marks
            assert own.marks(own.number(marks, length), length) == marks
            assert own.wins(marks, length) == (marks.blacks == length)
    table, every = Position(CODES, own).table, np.arange(len(CODES))
    expected = [[own.number(own.mark(guess, secret), 3) for secret in CODES.texts] for guess in CODES.texts]
    assert table.numbers(every, every).tolist() == expected
    arrays = CodeArrays(CODES.array, 4)
    assert Rule.numbers(own, arrays, every, every).tolist() == expected
    assert Rule.numbers(own, arrays, every[:0], every).shape == (0, len(CODES))


def test_the_commands_know_them(own: Rule) -> None:
    choice = ("--holes", "3", "--colours", "4", "--rule", "owntotal")
    game = run_json("play", *choice, "--player", "ownopener", "--secret", "CAB")
    assert (game["won"], game["moves"][0]["guess"], game["player"]) == (True, "ABB", "ownopener")
    assert run_json("next", "ABB=OO", *choice, "--player", "ownopener")["guesses"]
    explored = run_json("explore", *choice, "--player", "ownopener")
    assert explored["total"] == sum(int(turns) * count for turns, count in explored["histogram"].items())
    assert own.meaning in run("play", *choice, stdin="quit\n").stdout
    assert run("marks", "ABC", "CAB", "--rule", "owntotal").stdout == "OOO  0 blacks, 3 whites\n"
    assert "owntotal" in run("play", "--help").stdout
    assert "ownopener" in run("play", "--help").stdout


SERVED = """
import json
import tests.game.own
from mastermot.service import create_app

client = create_app().test_client()


def ask(path, **asked):
    game = {"holes": 3, "colours": 4, "rule": "owntotal"}
    answer = client.post(path, json={**game, **asked})
    assert answer.status_code in (200, 201), answer.text
    return answer.json


history = []
while not history or history[-1]["marks"] != "XXX":
    guess = ask("/api/guess", player="ownopener", history=history)["guess"]
    marks = client.post("/api/marks", json={"guess": guess, "secret": "CAB", "rule": "owntotal"}).json["marks"]
    history.append({"guess": guess, "marks": marks})
state = ask("/api/games", secret="CAB")
for turn in history:
    state = client.post("/api/games/guess", json={"token": state["token"], "guess": turn["guess"]}).json
    assert state["moves"][-1]["marks"] == turn["marks"]
page = client.get("/").text
print(json.dumps({
    "history": history, "won": state["won"], "openapi": "owntotal" in client.get("/openapi.json").text,
    "page": ">only the total</option>" in page,
    "advice": ask("/api/next", history=history[:1])["guesses"][0]["guess"],
}))
"""


@pytest.mark.slow
def test_the_service_knows_them() -> None:
    """In a program of its own, which has imported the module."""
    done = subprocess.run(
        [sys.executable, "-c", SERVED], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["history"][0]["guess"] == "ABB"
    assert told["history"][-1] == {"guess": "CAB", "marks": "XXX"}
    assert (told["won"], told["openapi"], told["page"]) == (True, True, True)
    assert told["advice"]
