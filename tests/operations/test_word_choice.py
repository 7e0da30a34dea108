"""Which list of words is meant where none is named: at every command and route, in every language."""

from __future__ import annotations

import dataclasses
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click
import pytest

from mastermot import fold, open_dictionary
from mastermot.cli.options import DICTIONARY
from mastermot.operations.requests import ExampleValue
from mastermot.operations.word_choice import open_beside
from mastermot.service import create_app
from mastermot.service.openapi import find_marker
from mastermot.service.routes import Route
from tests.kinds import (
    language_of,
    list_commands,
    list_languages,
    list_options,
    list_parameters,
    list_playable,
    list_requests,
    list_routes,
)
from tests.support import ROOT, run, some
from tools.pages import list_examples

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
NAMED_OTHERWISE = {"words", "tree", "optimal"}
"""A list is the argument of one, the file of a tree says which list it is for, the search has a test below."""

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


def sort_calls(calls: Sequence[tuple[Any, Sequence[str]]]) -> tuple[list[Any], list[Any], list[Any]]:
    """Return those calls that give no words, those that give words of French alone, and those of Spanish alone.

    Each call stands with the words that it gives; of these, only what some language has is a word.
    """
    sorted_calls: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
    for call, texts in calls:
        knowing = []
        for language in list_languages():
            words = [fold(text) for text in texts if text.isalpha()]
            if any(word in list_playable(language, len(word)) for word in words):
                knowing.append(language)
        places = {"fr": 1, "es": 2}
        if not knowing:
            sorted_calls[0].append(call)
        elif len(knowing) == 1 and knowing[0] in places:
            sorted_calls[places[knowing[0]]].append(call)
    return sorted_calls


def list_example_calls(command: click.Command) -> list[tuple[list[str], list[str]]]:
    """Return the examples of a command's help without their ``--words``, each with its arguments.

    ``mastermot cliques --word raie`` gives ``["--word", "raie"]``.
    """
    calls = []
    for line in list_examples(command):
        arguments = shlex.split(line)[2:]
        if "--words" in arguments:
            place = arguments.index("--words")
            del arguments[place : place + 2]
        calls.append((arguments, arguments))
    return calls


def list_example_bodies(route: Route) -> list[tuple[dict[str, Any], list[str]]]:
    """Return the example of a route that ``/docs`` shows, with the texts in it; none where it names a list."""
    body = {}
    for field in dataclasses.fields(route.model):
        if example := find_marker(ExampleValue, route.model, field.name):
            body[field.metadata.get("alias", field.name)] = example.value
    texts = [value for value in body.values() if isinstance(value, str)]
    return [] if "words" in body else [(body, texts)]


def with_examples() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the tables of commands and of routes, and in them also what takes a list and stands in no table.

    These are tried by the examples of their help or of ``/docs``.
    """
    commands = dict(COMMANDS)
    for name, command in list_commands().items():
        takes_list = any(parameter.name == "words" for parameter in command.params)
        if takes_list and name not in {*COMMANDS, *NAMED_OTHERWISE}:
            commands[name] = sort_calls(list_example_calls(command))
    routes = dict(ROUTES)
    for route in list_routes():
        takes_list = "words" in route.model.__dataclass_fields__
        if takes_list and route.path not in {*ROUTES, *ROUTES_OTHERWISE}:
            routes[route.path] = sort_calls(list_example_bodies(route))
    return commands, routes


ALL_COMMANDS, ALL_ROUTES = with_examples()


def test_every_command_and_route_with_a_list_has_a_call_to_try() -> None:
    """Where an example has no call to try, since its words are of several languages, a line in a table has one."""
    assert [name for name, calls in {**ALL_COMMANDS, **ALL_ROUTES}.items() if not any(calls)] == []


def test_examples_are_sorted_by_the_language_of_their_words() -> None:
    """So are commands and routes tried that no table has."""
    commands = list_commands()
    assert sort_calls(list_example_calls(commands["cliques"])) == (
        [["--length", "5", "--min-size", "9"]],
        [["--word", "raie"]],
        [],
    )
    bodies = {route.path: sort_calls(list_example_bodies(route)) for route in list_routes()}
    assert bodies["/api/neighbours"] == ([], [{"word": "coude"}], [])
    assert bodies["/api/islands"] == ([{"length": 5}], [], [])
    assert sort_calls([("a", ["queso"]), ("b", ["solo"])]) == ([], [], ["a"]), "solo is a word of English too"


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


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_a_command_takes_the_list_of_the_reader_or_of_the_words_given(name: str) -> None:
    played, french, spanish = ALL_COMMANDS[name]
    for language in some(list_languages()):
        for arguments, expected in some(
            (*((one, language) for one in played), *((one, "fr") for one in french), *((one, "es") for one in spanish))
        ):
            dictionary, said = ask_command(name, arguments, language)
            assert language_of(dictionary) == expected, (name, arguments, language)
            if arguments in played:
                assert dictionary == (language if "--game" in arguments else f"{language}-common"), arguments
            assert ("--words" in said and f" {dictionary}" in said) or expected == language, (name, arguments, said)


@pytest.mark.parametrize("path", ALL_ROUTES)
def test_a_route_takes_the_list_of_the_reader_or_of_the_words_given(path: str) -> None:
    client = create_app(("a key of thirty-two characters at least",)).test_client()
    method = next(route.method for route in list_routes() if route.path == path)
    played, french, spanish = ALL_ROUTES[path]
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


# --- a list of one's own beside words of another alphabet ------------------------------------------------------

SPANISH_LETTERS = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
LISTS_BESIDE: dict[tuple[str, str], tuple[str, str]] = {
    ("play", "guesses"): ("--length 3", "guess ñst\nquit\n"),
    ("guess", "answers"): ("--length 5 --seed 1 --json", ""),
    ("guess", "guesses"): ("--length 3 --seed 1 --json", "ñst\nq\n"),
    ("next", "answers"): ("--length 5 --json", ""),
    ("next", "guesses"): ("bañix=XXX.. --rule positional", ""),
    ("review", "answers"): ("- --rule positional", "cañas .XX.X\nbaños XXXXX\n"),
    ("review", "guesses"): ("- --rule positional", "bañix XXX..\nbaños XXXXX\n"),
    ("compose", "answers"): ("--seed 1 --clues 6", ""),
    ("compose", "own"): ("--seed 1 --clues 6", ""),
    ("static", "guesses"): ("--length 3 --count 1", ""),
}
"""Calls with Spanish words and a list of one's own, by command and option: the arguments, and what is typed."""
OPENED_ALIKE = {
    ("duel", "guesses"): ("play", "guesses"),
    ("explore", "guesses"): ("play", "guesses"),
    ("rank", "guesses"): ("static", "guesses"),
    ("optimal", "guesses"): ("static", "guesses"),
    ("tree", "guesses"): ("static", "guesses"),
    ("accelerate", "stock"): ("static", "guesses"),
}
"""Options whose list shows in no quick answer, each with one for which `open_beside` opens it in the same way."""


@pytest.fixture(scope="module")
def own_lists(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Two files: words with Ñ, those of 5 letters that Spanish has and some of nobody's; and the same with N."""
    spanish = open_dictionary("es").of_length(5)
    words = [spellings[0] for word, spellings in spanish.items() if "Ñ" in word]
    text = "\n".join([*words, "bañix", "ñst"])
    folder = tmp_path_factory.mktemp("lists")
    (folder / "ñ").write_text(text, encoding="utf-8")
    (folder / "n").write_text(text.replace("ñ", "n"), encoding="utf-8")
    return str(folder / "ñ"), str(folder / "n")


def test_every_option_for_a_list_beside_the_words_is_tried() -> None:
    beside = {
        (command, parameter.name)
        for command, parameter in list_parameters()
        if parameter.type is DICTIONARY and parameter.name not in ("words", "name")
    }
    assert LISTS_BESIDE.keys() | OPENED_ALIKE.keys() == beside | {("compose", "own")}  # `--with` takes no shipped list
    assert set(OPENED_ALIKE.values()) <= LISTS_BESIDE.keys()


def find_option(command: str, name: str) -> str:
    """Return an option of a command as it is typed, such as ``--answers``, by the name of its parameter."""
    return next(parameter.opts[0] for at, parameter in list_parameters() if (at, parameter.name) == (command, name))


@pytest.mark.parametrize(("command", "name"), LISTS_BESIDE)
def test_a_list_beside_spanish_words_is_read_by_their_letters(
    command: str, name: str, own_lists: tuple[str, str]
) -> None:
    """As with ``--alphabet``, and not as if its Ñ were N."""
    arguments, typed = LISTS_BESIDE[command, name]
    option = find_option(command, name)
    with_tilde, without = own_lists
    call = [command, "--words", "es", *arguments.split(), option]
    result = run(*call, with_tilde, stdin=typed)
    assert result.exit_code == 0, result.stderr
    assert run(*call, with_tilde, "--alphabet", SPANISH_LETTERS, stdin=typed).output == result.output
    assert run(*call, without, stdin=typed).output.replace(without, with_tilde) != result.output


KEPT_TREE = ROOT / "tests" / "data" / "kept" / "tree.json"
TAKING_SHIPPED = [pair for pair in [*LISTS_BESIDE, *OPENED_ALIKE] if pair != ("compose", "own")]


@pytest.mark.parametrize(("command", "name"), TAKING_SHIPPED)
@pytest.mark.parametrize("words", ["own", "en"])
def test_a_list_with_letters_that_the_words_beside_it_lack_is_refused(
    command: str, name: str, words: str, tmp_path: Path
) -> None:
    """Its words with Ñ could neither be guessed nor found: they would be lost silently."""
    own = tmp_path / "own"
    own.write_text("annee\nbanos\ncasas\nlinea\nradio\n", encoding="utf-8")
    others = {"review": ["-"], "static": ["--length", "5", "--count", "2"], "tree": [str(KEPT_TREE), "--length", "5"]}
    arguments = others.get(command, ["--length", "5"])
    option = find_option(command, name)
    call = [command, *arguments, "--words", str(own) if words == "own" else words, option, "es-answers"]
    result = run(*call, stdin="radio XXXXX\n")
    assert result.exit_code == 2, result.output
    assert f"{option}: " in result.stderr
    assert SPANISH_LETTERS in result.stderr
    assert "--alphabet" in result.stderr


WITH_COLOURS = [pair for pair in TAKING_SHIPPED if pair[0] not in ("compose", "accelerate")]


@pytest.mark.parametrize(("command", "name"), WITH_COLOURS)
def test_a_list_beside_colours_is_refused_as_such_whatever_its_letters(command: str, name: str) -> None:
    option = find_option(command, name)
    others = {"review": ["-"], "static": ["--count", "2"], "tree": [str(KEPT_TREE)]}
    call = [command, *others.get(command, []), "--holes", "3", "--colours", "4", option]
    told = [run(*call, listed, stdin="AAB O\n") for listed in ("es-answers", "en")]
    assert [result.exit_code for result in told] == [2, 2]
    assert "colours" in told[0].stderr
    assert told[0].stderr == told[1].stderr


@pytest.mark.parametrize("text", ["niña\nnina\nseñal\nsol\n", "word,count\nniña,3\nsol,5\nseñal,2\n"])
def test_a_list_that_is_refolded_is_as_if_it_were_read_so(text: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(text, encoding="utf-8")
    beside = open_beside(open_dictionary(path), SPANISH_LETTERS)
    read_so = open_dictionary(path, SPANISH_LETTERS)
    assert beside.frequencies == read_so.frequencies
    assert beside.lengths == read_so.lengths
    for length in some(beside.lengths):
        assert beside.of_length(length) == read_so.of_length(length)


def test_a_shipped_list_beside_others_keeps_its_letters() -> None:
    assert open_beside("en", SPANISH_LETTERS) is open_dictionary("en")
