"""Games over HTTP: of every size, with hard mode, a letter given, wider guesses, a chosen secret; a code in mind."""

from __future__ import annotations

import base64
import json
import random
from typing import Any

import pytest

from mastermot import BLACK_WHITE, ColourCodes, Position, Turn, WordCodes, open_dictionary, rule_named
from mastermot.game import list_secrets
from mastermot.game.hard_modes import HARD_MODES, HardMode, find_broken
from mastermot.operations import limits
from tests.messages import check_told
from tests.service.support import Client
from tests.support import later, run

WORDS = {"words": "fr-common", "length": 5}
HUGE = {"holes": 8, "colours": 12}


def post(client: Client, path: str, asked: dict[str, Any]) -> Any:
    answer = client.post(path, asked)
    assert answer.status in (200, 201), answer
    return answer.json


def guess(client: Client, token: str, code: str) -> Any:
    return post(client, "/api/games/guess", {"token": token, "guess": code})


# --- games too large to list -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_next_guess_in_a_game_too_large_to_list_is_that_of_the_command(client: Client) -> None:
    """The guesses and the estimates with their errors, as long as codes are drawn."""
    options = ("--holes", "8", "--colours", "12", "--secret", "LAGEDKCB", "--json")
    game = json.loads(run("play", *options).stdout)
    history: list[dict[str, str]] = []
    errors = []
    for move in game["moves"][:3]:
        answer = post(client, "/api/guess", {**HUGE, "history": history})
        told = (answer["guess"], answer["candidates"], answer["error"])
        assert told == (move["guess"], move["candidates"], move.get("error", 0))
        assert not answer["error"] or not answer["left"], "a sample is not a list of what is left"
        errors.append(answer["error"])
        history.append({"guess": move["guess"], "marks": move["marks"]})
    assert game["won"]
    assert errors[0] == 0 < errors[1], "the number of all codes is known, the next an estimate"
    assert post(client, "/api/next", {**HUGE, "history": history[:1], "top": 1})["error"] == errors[1]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        later({"holes": 12, "colours": 12}, "membership"),
        ({"holes": 4, "colours": 26}, "black-white"),
        ({"holes": 9, "colours": 10, "digits": True, "repeats": False}, "black"),
        later({"holes": 20, "colours": 26}, "positional"),
    ],
)
def test_a_large_game_is_guessed_and_marked_truly(client: Client, asked: dict[str, Any], rule: str) -> None:
    codes = ColourCodes(
        asked["holes"], asked["colours"], repeats=asked.get("repeats", True), digits=asked.get("digits", False)
    )
    draw = random.Random(5)
    game = post(client, "/api/games", {**asked, "rule": rule, "seed": 5, "turns": 3})
    assert (game["candidates"], game["error"]) == (codes.count, 0)
    for _turn in range(3):
        kind = draw.choices if codes.repeats else draw.sample
        game = guess(client, game["token"], "".join(kind(codes.alphabet, k=codes.length)))
    assert len(game["secret"]) == codes.length
    for move in game["moves"]:
        assert rule_named(rule).mark(move["guess"], game["secret"]).text == move["marks"]


def test_a_fickle_codemaker_of_a_large_game_is_true_to_its_marks(client: Client) -> None:
    game = post(client, "/api/games", {**HUGE, "codemaker": "fickle", "turns": 4})
    for code in ("AABBCCDD", "EEFFGGHH", "IIJJKKLL", "ABCDEFGH"):
        game = guess(client, game["token"], code)
    assert game["over"]
    assert not game["won"]
    assert 1 <= len(game["left"]) <= 10
    assert game["left_count"] is None or game["left_count"] >= len(game["left"])
    for secret in [*game["left"], game["secret"]]:
        for move in game["moves"]:
            assert BLACK_WHITE.mark(move["guess"], secret).text == move["marks"]


@pytest.mark.slow
def test_a_long_game_of_the_largest_size_keeps_a_small_token(client: Client) -> None:
    """After many turns the codes left are no longer counted, so that an honest game can always go on."""
    codes = ColourCodes(20, 26)
    draw = random.Random(2)
    game = post(client, "/api/games", {"holes": 20, "colours": 26, "rule": "positional", "turns": 22})
    while not game["over"]:
        game = guess(client, game["token"], "".join(draw.choices(codes.alphabet, k=20)))
    assert len(game["moves"]) == 22
    assert len(game["token"]) < limits.MAX_TOKEN * 22 / limits.MAX_TURNS
    assert game["candidates"] is None


def test_a_refusal_names_what_plays_a_large_game(client: Client) -> None:
    for asked in ({"player": "knuth"}, {"player": "entropy", "pool": "all"}):
        problem = client.post("/api/guess", {**HUGE, **asked}).problem
        assert "best" in problem["advice"]
        assert "consistent" in problem["advice"]
        assert "500,000" in problem["detail"]
    allowed = {"player": "entropy", "pool": "consistent"}
    assert len(post(client, "/api/guess", {**HUGE, **allowed})["guess"]) == 8


def test_games_of_digits_and_without_repeats(client: Client) -> None:
    bulls = {"holes": 4, "colours": 10, "digits": True, "repeats": False}
    assert post(client, "/api/guess", bulls)["guess"] == "0123"
    game = post(client, "/api/games", {**bulls, "seed": 3})
    assert game["candidates"] == 5040
    problem = client.post("/api/games/guess", {"token": game["token"], "guess": "1123"}).problem
    assert problem["code"] == "code-repeats"
    game = post(client, "/api/games/reveal", {"token": game["token"]})
    assert game["secret"].isdecimal()
    assert len(set(game["secret"])) == 4


# --- variants --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", HARD_MODES)
def test_hard_mode_refuses_what_the_library_says_is_broken(client: Client, mode: HardMode) -> None:
    words = WordCodes("fr-common", 5)
    draw = random.Random(4)
    rule = rule_named("positional")
    game = post(client, "/api/games", {**WORDS, "rule": "positional", "hard": mode, "seed": 8})
    assert game["hard"] == mode
    game = guess(client, game["token"], "carie")
    history = [Turn(move["guess"], rule.parse(move["marks"], 5)) for move in game["moves"]]
    seen = set()
    for code in draw.sample(list(words.texts), 60):
        broken = bool(find_broken(code, history, rule, mode))
        seen.add(broken)
        answer = client.post("/api/games/guess", {"token": game["token"], "guess": code})
        assert (answer.status == 422) is broken
        if broken:
            assert (answer.problem["code"], answer.problem["field"]) == ("hard-mode", "/guess")
    assert seen == {True, False}


def test_the_first_letter_is_given_and_encrypted(client: Client) -> None:
    for how in ("honest", "fickle"):
        plain = post(client, "/api/games", {**WORDS, "seed": 4})
        game = post(client, "/api/games", {**WORDS, "seed": 4, "first": True, "codemaker": how})
        letter = game["pattern"][0]
        assert game["pattern"] == f"{letter}...."
        assert plain["pattern"] is None
        secrets = list_secrets(WordCodes("fr-common", 5))
        assert game["candidates"] == game["secrets"] == sum(word[0] == letter for word in secrets)
        assert (plain["secrets"], plain["playable"], game["playable"]) == (len(secrets), 3189, 3189)
        game = guess(client, game["token"], "venez")
        assert game["pattern"] == f"{letter}....", "any word may still be guessed"
        secret = post(client, "/api/games/reveal", {"token": game["token"]})["secret"]
        assert secret[0] == letter
        if how == "honest":
            assert secret == post(client, "/api/games/reveal", {"token": plain["token"]})["secret"]


def test_wider_guesses_are_taken_and_never_the_secret(client: Client) -> None:
    common, all_words = set(WordCodes("fr-common", 5).texts), open_dictionary("fr").words(5)
    rare = next(word for word in all_words if word not in common)
    plain = post(client, "/api/games", {**WORDS, "seed": 4})
    problem = client.post("/api/games/guess", {"token": plain["token"], "guess": rare}).problem
    assert problem["code"] == "code-unknown"
    wider = post(client, "/api/games", {**WORDS, "seed": 4, "guesses": "fr"})
    game = guess(client, wider["token"], rare)
    assert (game["guesses"], game["turns"]) == ("fr", 1)
    problem = client.post("/api/games/guess", {"token": game["token"], "guess": "zzzzz"}).problem
    assert problem["code"] == "guess-unknown"
    assert post(client, "/api/games/reveal", {"token": game["token"]})["secret"] in common


def test_a_chosen_secret_travels_encrypted(client: Client) -> None:
    game = post(client, "/api/games", {**WORDS, "secret": "coudé"})
    assert b"coud" not in base64.urlsafe_b64decode(game["token"]).lower()
    assert game["secret"] is None
    assert game["secrets"] == game["playable"] == 3189, "whatever it is, its token does not tell"
    assert guess(client, game["token"], "raies")["moves"][0]["candidates"] == 3189
    assert guess(client, game["token"], "coude")["won"]
    huge = post(client, "/api/games", {**HUGE, "secret": "llkkjjii"})
    assert guess(client, huge["token"], "LLKKJJII")["won"]


@pytest.mark.parametrize("codemaker", ["honest", "fickle"])
def test_words_left_are_those_that_can_be_the_secret(client: Client, codemaker: str) -> None:
    """The game counts what advice and the review count, which are told its list of answers."""
    game = post(client, "/api/games", {**WORDS, "seed": 4, "codemaker": codemaker, "first": True})
    assert game["answers"] == "fr-answers"
    for code in ("raies", "venez"):  # the second can be played, never be the secret
        game = guess(client, game["token"], code)
    history = [{name: move[name] for name in ("guess", "marks")} for move in game["moves"]]
    played = {**WORDS, "history": history, "starts": game["pattern"], "answers": game["answers"]}
    advice = post(client, "/api/next", played)
    fit = set(list_secrets(WordCodes("fr-common", 5)))
    assert advice["candidates"] == game["candidates"] <= 94
    assert set(advice["list"]) <= fit
    judged = post(client, "/api/review", played)
    assert [move["before"] for move in judged["moves"]] == [move["candidates"] for move in game["moves"]]
    assert [move["possible"] for move in judged["moves"]][1] is False


def test_what_a_fickle_codemaker_leaves_is_told(client: Client) -> None:
    """All that would fit: candidates fit to be a secret; and the one left, when there is only one."""
    secrets = set(list_secrets(WordCodes("fr-common", 5)))
    game = post(client, "/api/games", {**WORDS, "codemaker": "fickle"})
    position = Position(WordCodes("fr-common", 5), BLACK_WHITE)
    for code in ("raies", "coule"):
        game = guess(client, game["token"], code)
        position = position.after(code, game["moves"][-1]["marks"])
        assert (game["left"], game["left_count"]) == ([], None), "not before the end"
    told = post(client, "/api/games/reveal", {"token": game["token"]})
    fit = [code for code in map(position.table.text, position.candidates.tolist()) if code in secrets]
    assert told["left_count"] == len(fit)
    assert [shown.split()[0] for shown in told["left"]] == fit[:10]


# --- a code in mind --------------------------------------------------------------------------------------------


def test_a_code_in_mind_is_compared_with_the_marks(client: Client) -> None:
    wrong = [{"guess": "raies", "marks": "O"}, {"guess": "coule", "marks": "XX"}]
    told = post(client, "/api/guess/check", {**WORDS, "history": wrong, "code": "coudé"})
    assert told["wrong"] == [{"turn": 2, "guess": "COULE", "given": "XX", "right": "XXXX"}]
    check_told(told["text"], "", "COUDE", "COULE", "2", "2", "4 well", "2 well")
    right = [{"guess": "raies", "marks": "O"}, {"guess": "coule", "marks": "XXXX"}]
    told = post(client, "/api/guess/check", {**WORDS, "history": right, "code": "coude"})
    assert (told["wrong"], told["listed"], told["lists"]) == ([], True, [])
    rare = next(word for word in open_dictionary("fr").words(5) if word not in set(WordCodes("fr-common", 5).texts))
    told = post(client, "/api/guess/check", {**WORDS, "history": [], "code": rare})
    assert not told["listed"]
    assert "fr" in told["lists"]
    assert "fr" in told["text"]
    large = {**HUGE, "history": [{"guess": "AABBCCDD", "marks": "8 0"}], "code": "AABBCCDE"}
    assert [one["turn"] for one in post(client, "/api/guess/check", large)["wrong"]] == [1]
