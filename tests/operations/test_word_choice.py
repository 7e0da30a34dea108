"""Which list of words is meant where none is named: at every command and route, in every language."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from mastermot.service import create_app
from tests.kinds import language_of, list_commands, list_languages, list_options, list_requests, list_routes
from tests.support import ROOT, run, some

COUDE = str(ROOT / "puzzles" / "coude.txt")
CLUES = [
    {"word": line.split()[0], "marks": int(line.split()[1])}
    for line in (ROOT / "puzzles" / "coude.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
SPANISH_GAME = "queso=O"  #: A word of Spanish, of no other list.
FRENCH_GAME = "coude=O"  #: A word of French, of no other list.

COMMANDS: dict[str, tuple[list[list[str]], list[list[str]], list[list[str]]]] = {
    "solve": ([], [[COUDE]], []),
    "play": ([], [["--secret", "coude"]], [["--secret", "queso"]]),
    "guess": ([["--length", "4"], []], [], []),
    "next": ([["--length", "3"]], [[FRENCH_GAME]], [[SPANISH_GAME]]),
    "review": ([], [["-"]], []),
    "rank": ([["--length", "3"]], [["--after", FRENCH_GAME]], [["--after", SPANISH_GAME]]),
    "duel": ([["--length", "3", "--games", "1", "--player", "consistent"]], [], []),
    "explore": ([["--length", "2", "--player", "consistent"]], [], []),
    "static": ([["--length", "2", "--count", "2", "--time", "0.1"]], [], []),
    "cliques": ([[], ["--length", "3"]], [["--word", "coude"]], [["--word", "queso"]]),
    "ladder": ([["--length", "3"]], [["coude"], ["coude", "boude"]], [["queso"]]),
    "accelerate": ([["--length", "2", "--most", "1", "--trials", "1"]], [], []),
    "compose": ([["--clues", "4", "--seed", "1"]], [["--solution", "coude", "--seed", "1"]], []),
    "daily": ([[], ["--game"]], [], []),
}
"""Of each command: arguments that give no words, a French one, a Spanish one.

Without words one plays with the common ones of the reader's language; in the game of the day any word may be guessed.
"""
NAMED_OTHERWISE = {"tree", "optimal"}  #: The file of a tree says which list it is for; the search has a test below.

TURNS = {"history": [{"guess": "coude", "marks": "O"}]}
SPANISH_TURNS = {"history": [{"guess": "queso", "marks": "O"}]}
ROUTES: dict[str, tuple[list[Any], list[Any], list[Any]]] = {
    "/api/solve": ([], [{"clues": CLUES}], []),
    "/api/puzzles": ([{"clues": 4, "seed": 1}], [{"solution": "coude", "seed": 1}], []),
    "/api/daily": ([{}], [], []),
    "/api/daily/game": ([{}], [], []),
    "/api/guess": ([{"length": 3}], [TURNS], [SPANISH_TURNS]),
    "/api/next": ([{"length": 3}], [TURNS, {"text": "coude XO\n"}], [SPANISH_TURNS]),
    "/api/review": ([], [TURNS], [SPANISH_TURNS]),
    "/api/rank": ([{"length": 3}], [TURNS], [SPANISH_TURNS]),
    "/api/ladder": ([], [{"start": "coude", "end": "boude"}], []),
    "/api/neighbours": ([], [{"word": "coude"}], [{"word": "queso"}]),
    "/api/islands": ([{"length": 3}], [], []),
    "/api/games": ([{"length": 4}, {}], [{"secret": "coude"}], [{"secret": "queso"}]),
    "/api/families": ([{"length": 3}], [{"length": 5, "word": "coude"}], [{"length": 5, "word": "queso"}]),
}
"""Of each route that takes a list: bodies or queries that give no words, French ones, Spanish ones."""

ROUTES_OTHERWISE = {"/api/openings", "/api/sheet", "/api/guess/check"}
"""One lists all games, one has its own test below, one names every list that has the code."""


def test_every_command_and_route_with_a_list_is_in_the_tables() -> None:
    with_list = {name for name, one in list_commands().items() if any(p.name == "words" for p in one.params)}
    with_list.discard("words")
    assert with_list - NAMED_OTHERWISE == set(COMMANDS)
    routes = {route.path for route in list_routes() if "words" in route.model.__dataclass_fields__}
    assert routes - ROUTES_OTHERWISE == set(ROUTES)


def test_no_request_has_a_list_of_its_own_as_default() -> None:
    for request in some(list_requests()):
        field = request.__dataclass_fields__.get("words")
        assert field is None or field.default is None, request
        assert "words" not in list_options(request) or field is not None


def ask_command(name: str, arguments: list[str], language: str) -> tuple[str, str]:
    """Return the dictionary of an answer, and what is said beside it."""
    stdin = "coude XO\n" if arguments == ["-"] else ""
    result = run(name, *arguments, "--json", lang=language, stdin=stdin)
    assert result.exit_code in (0, 1, 130), (name, arguments, result.stderr)
    document = json.loads(result.stdout)
    return document["dictionary"], result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_takes_the_list_of_the_reader_or_of_the_words_given(name: str) -> None:
    played, french, spanish = COMMANDS[name]
    for language in some(list_languages()):
        for arguments, expected in some(
            (*((one, language) for one in played), *((one, "fr") for one in french), *((one, "es") for one in spanish))
        ):
            dictionary, said = ask_command(name, arguments, language)
            assert language_of(dictionary) == expected, (name, arguments, language)
            if arguments in played:
                assert dictionary == (language if "--game" in arguments else f"{language}-common"), arguments
            assert ("--words" in said and f" {dictionary}" in said) or expected == language, (name, arguments, said)


@pytest.mark.parametrize("path", ROUTES)
def test_a_route_takes_the_list_of_the_reader_or_of_the_words_given(path: str) -> None:
    client = create_app(("a key of thirty-two characters at least",)).test_client()
    method = next(route.method for route in list_routes() if route.path == path)
    played, french, spanish = ROUTES[path]
    for language in some(list_languages()):
        for body, expected in some(
            (*((one, language) for one in played), *((one, "fr") for one in french), *((one, "es") for one in spanish))
        ):
            for query, headers in (({"lang": language}, {}), ({}, {"Accept-Language": f"{language};q=0.9"})):
                if method == "GET":
                    answer = client.get(f"{path}?{urlencode({**body, **query})}", headers=headers)
                else:
                    answer = client.post(f"{path}?{urlencode(query)}", json=body, headers=headers)
                assert answer.status_code in (200, 201), answer.text
                dictionary = answer.json["dictionary"]
                assert language_of(dictionary) == expected, (path, body, language)
                if body in played:
                    assert dictionary == (language if path == "/api/daily/game" else f"{language}-common"), body
                assert "Accept-Language" in answer.headers["Vary"]


def test_a_game_that_goes_on_in_another_language_keeps_its_words() -> None:
    client = create_app(("a key of thirty-two characters at least",)).test_client()
    started = client.post("/api/games?lang=es", json={}).json
    for language in some(list_languages()):
        state = client.post(f"/api/games/state?lang={language}", json={"token": started["token"]}).json
        assert state["dictionary"] == "es-common"


def test_a_list_that_does_not_know_the_puzzle_is_told_the_one_that_does() -> None:
    for named, clues, other in (("en", CLUES, "fr"), ("es", CLUES, "fr")):
        client = create_app(("a key of thirty-two characters at least",)).test_client()
        answer = client.post("/api/solve", json={"clues": clues, "words": named}).json
        assert answer["outcome"] not in ("word", "words")
        assert answer["other_dictionary"] == other
        result = run("solve", COUDE, "--words", named)
        assert f"--words {other}" in result.stderr
    assert "other_dictionary" not in client.post("/api/solve", json={"clues": CLUES, "words": "fr"}).json


def test_a_sheet_takes_the_list_that_knows_its_words() -> None:
    client = create_app(("a key of thirty-two characters at least",)).test_client()
    for language in some(list_languages()):
        sheet = client.post(f"/api/sheet?lang={language}", json={"puzzles": [{"clues": CLUES}]})
        assert "COUDE (coude, coudé)" in sheet.text


def test_a_mistyped_word_does_not_change_the_language() -> None:
    clues = [{**CLUES[0], "word": "xqzvw"}, *CLUES[1:]]
    client = create_app(("a key of thirty-two characters at least",)).test_client()
    for language in some(list_languages()):
        assert client.post(f"/api/solve?lang={language}", json={"clues": clues}).json["dictionary"] == "fr"


def test_the_search_for_the_best_strategy_takes_the_list_of_the_reader() -> None:
    for language in some(list_languages()):
        refused = run("optimal", "--length", "3", "--opening", "zzq", lang=language)
        assert f" {language}-common" in refused.stderr


def test_words_that_no_list_knows_ask_for_words_or_colours() -> None:
    for language in some(list_languages()):
        refused = run("next", "AABB=XO", lang=language)
        assert refused.exit_code == 2
        assert "--holes 4 --colours 6" in refused.stderr
