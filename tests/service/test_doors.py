"""What the command and HTTP answer alike: the same question, asked at both doors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from mastermot import RULES, parse_puzzle
from mastermot.operations.puzzle_answers import solve_clues
from mastermot.operations.puzzle_results import describe_answer
from mastermot.operations.requests import Check, Request, check_shipped, find_help, list_markers
from mastermot.operations.solve_request import PuzzleOptions
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.results import as_json
from mastermot.service.routes import ROUTES
from mastermot.service.validation import WHY
from tests.kinds import list_options
from tests.service.support import PUZZLE, Client
from tests.support import run

WORDS = {"words": "fr-common", "length": 5}
TURN = {"guess": "raies", "marks": "XO"}
SAME = [
    (
        "rank --holes 3 --colours 4 --rule black --top 2",
        "/api/rank",
        {"holes": 3, "colours": 4, "rules": ["black"], "top": 2},
    ),
    (
        "rank --length 4 --after rais=O --top 1",
        "/api/rank",
        {"words": "fr-common", "length": 4, "top": 1, "history": [{"guess": "rais", "marks": "O"}]},
    ),
    ("next --length 5 raies=XO", "/api/next", {**WORDS, "history": [TURN]}),
    (
        "next --length 5 raies=XO --weighted --top 3",
        "/api/next",
        {**WORDS, "history": [TURN], "weighted": True, "top": 3},
    ),
    ("next --words fr-common --length 5 --opening tares", "/api/next", {**WORDS, "opening": ["tares"]}),
    (
        "next --words fr-common --length 5 --opening tares tares=X",
        "/api/next",
        {**WORDS, "opening": ["tares"], "history": [{"guess": "tares", "marks": "X"}]},
    ),
    (
        "next --length 5 raies=XO --guesses fr --hard",
        "/api/next",
        {**WORDS, "history": [TURN], "guesses": "fr", "hard": "strict"},
    ),
    (
        "next --length 5 raies=XO --answers fr-answers --starts r",
        "/api/next",
        {**WORDS, "history": [TURN], "answers": "fr-answers", "starts": "r"},
    ),
    (
        "next --words fr-answers --guesses fr --length 7 --starts c --rule positional",
        "/api/next",
        {"words": "fr-answers", "guesses": "fr", "length": 7, "starts": "c", "rule": "positional"},
    ),
]


@pytest.mark.parametrize(("command", "path", "document"), SAME, ids=[command for command, _, _ in SAME])
def test_the_command_and_http_give_the_same_object(client: Client, command: str, path: str, document: object) -> None:
    result = run(*command.split(), "--json")
    assert result.exit_code == 0, result.stderr
    answer = client.post(path, document, Accept_Language="en")
    assert answer.status == 200, answer.body
    assert answer.json == json.loads(result.stdout)


@pytest.mark.parametrize("options", ["", "--hint", "--hint --after 3", "--hint --known ??u??", "--explain"])
def test_a_puzzle_is_solved_alike(client: Client, options: str) -> None:
    given = re.findall(r"--(\w+) ?([^- ]\S*)?", options)
    query = urlencode({name: value or "true" for name, value in given})
    answer = client.ask("POST", f"/api/solve?{query}", PUZZLE, Content_Type="text/plain", Accept_Language="en")
    assert answer.json == json.loads(run("solve", "coude", *options.split(), "--json").stdout)


def test_words_played_only_to_split_families_may_be_said_over_http(client: Client) -> None:
    answer = client.post("/api/next", {**WORDS, "history": [TURN], "accelerators": ["champ"], "top": 50})
    assert answer.status == 200
    wrong = client.post("/api/next", {**WORDS, "accelerators": ["gamps", "champ", "long"]}).problem
    assert wrong["field"] == "/accelerators/2"


def test_what_does_not_go_together_is_refused_by_field(client: Client) -> None:
    for asked, field in (
        ({"opening": ["tares", "coing"], "hard": True}, "/opening"),
        ({"weighted": True, "player": "knuth"}, "/weighted"),
        ({"weighted": True, "strategy": "entropy"}, "/weighted"),
    ):
        problem = client.post("/api/next", {**WORDS, **asked}).problem
        assert (problem["status"], problem["field"]) == (422, field)
    problem = client.post("/api/rank", {**WORDS, "rules": ["none"]}).problem
    assert (problem["status"], problem["field"]) == (422, "/rules/0")


@pytest.mark.parametrize(
    ("clues", "outcome", "status"),
    [
        (PUZZLE.decode().splitlines(), "word", 0),
        (["paume 4"], "words", 0),
        (["zzzzz 5"], "only-strings", 1),
        (["paume 5", "coude 4"], "contradiction", 1),
    ],
)
def test_a_solve_says_what_came_of_it(client: Client, clues: list[str], outcome: str, status: int) -> None:
    result = run("solve", "-", "--json", stdin="\n".join(clues))
    assert (json.loads(result.stdout)["outcome"], result.exit_code) == (outcome, status)
    answer = client.ask("POST", "/api/solve", "\n".join(clues).encode(), Content_Type="text/plain")
    assert answer.json["outcome"] == outcome


BASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "marks coupe coude": ("POST", "/api/marks", {"guess": "coupe", "secret": "coude"}),
    "next RAIES=XO": ("POST", "/api/next", {**WORDS, "history": [TURN]}),
    "review -": ("POST", "/api/review", {**WORDS, "history": [TURN, {"guess": "route", "marks": "XX"}]}),
    "rank": ("POST", "/api/rank", {"holes": 3, "colours": 3}),
    "compose": ("POST", "/api/puzzles", {"seed": 7, "clues": 6}),
    "cliques": ("GET", "/api/families", {"words": "fr-answers", "length": 5, "min_size": 5}),
    "ladder tare pion": ("GET", "/api/ladder", {"start": "tare", "end": "pion"}),
    "ladder": ("GET", "/api/islands", {"words": "fr-answers", "length": 4}),
    "daily --date 2026-11-25": ("GET", "/api/daily", {"date": "2026-11-25"}),
    "daily --date 2026-11-25 --game": ("GET", "/api/daily/game", {"date": "2026-11-25"}),
}
"""A request of each command that HTTP answers too: what both doors need."""
SAMPLES: dict[str, Any] = {
    "opening": ["tares"],
    "given": ["AA"],
    "starts": "r",
    "solution": "coude",
    "word": "raie",
    "answers": "fr-answers",
    "guesses": "fr",
    "words": "fr",
    "alphabet": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "objective": "largest",
    "clues": 7,
    "length": 4,
    "holes": 3,
    "sample": 50,
    "player": "knuth",
}
"""Values of fields that their declarations leave open."""


def find_request(command: str) -> type[Request]:
    """Return the request that a command and its route make."""
    method, path, _ = BASES[command]
    (route,) = (route for route in ROUTES if (route.method, route.path) == (method, path))
    request: type[Request] = next(iter(route.types.values()))
    return request


def list_fields() -> Iterator[tuple[str, str]]:
    """Yield each field that both doors have, of each request, with the command; first none."""
    for command in BASES:
        yield command, ""
        yield from ((command, name) for name in list_options(find_request(command)))


def sample(model: type[Request], name: str) -> Any:
    """Return a value of a field that is not its default."""
    markers = list_markers(model)[name]
    said = find_help(markers)
    if name in SAMPLES:
        return SAMPLES[name]
    if said is not None and (names := said.names or said.completes):
        value = [*names()][-1]
        return [value] if list in markers else value
    default = getattr(model, name, None)
    return not default if markers[-1] is bool else (default or 0) + 1


@pytest.mark.parametrize(("command", "field"), [*list_fields()])
def test_every_field_of_a_request_means_the_same_at_both_doors(client: Client, command: str, field: str) -> None:
    method, path, base = BASES[command]
    model = find_request(command)
    aliases = {one.name: one.metadata.get("alias", one.name) for one in fields(model)}
    asked = base | ({field: sample(model, field)} if field else {})
    declared, options = list_options(model), list[str]()
    for name in (name for name in asked if name in declared):
        values = asked[name] if isinstance(asked[name], list) else [asked[name]]
        flag = isinstance(asked[name], bool)
        options += [declared[name]] if flag else [part for value in values for part in (declared[name], str(value))]
    game = "".join(f"{turn['guess']} {turn['marks']}\n" for turn in asked.get("history", ()))
    told = run(*command.split(), *options, "--json", stdin=game)
    document = {aliases[name]: value for name, value in asked.items()}
    if method == "POST":
        answer = client.post(path, document, Accept_Language="en")
    else:
        texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in document.items()}
        answer = client.ask("GET", f"{path}?{urlencode(texts)}", Accept_Language="en")
    assert (told.exit_code in (0, 1)) == (answer.status == 200), (told.stderr, answer.body)
    if told.stdout:
        assert answer.json == json.loads(told.stdout)


def test_lists_are_files_for_the_command_and_texts_over_http(client: Client, tmp_path: Path) -> None:
    own, excluded = ["paume", "choux"], ["ord*"]
    files = {"--with": tmp_path / "own.txt", "--exclude": tmp_path / "excluded.txt"}
    for path, words in zip(files.values(), (own, excluded), strict=True):
        path.write_text("\n".join(words), "utf-8")
    options = [str(part) for option in files.items() for part in option]
    told = run("compose", "--solution", "coude", "--level", "1", "--seed", "3", *options, "--json")
    asked = {"solution": "coude", "level": 1, "seed": 3, "with": own, "exclude": excluded}
    answer = client.post("/api/puzzles", asked)
    assert (told.exit_code, answer.status) == (0, 200), (told.stderr, answer.body)
    assert answer.json == json.loads(told.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("rank --holes 3 --colours 3 --guesses fr", "--guesses: "),
        ("rank --holes 3 --colours 3 --count 2 --after AAB=X", "--after: "),
        ("review - --length 5 --hard --opening tares --opening coing", "--opening: "),
        ("next --length 5 RAIES=O COULE=Z", "“COULE=Z”: “Z” "),
        ("marks coude palme --alphabet abcb", "--alphabet: "),
    ],
)
def test_an_error_about_a_field_names_the_option(arguments: str, message: str) -> None:
    refused = run(*arguments.split(), stdin="raies XO\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert message in refused.stderr
    assert "openapi" not in refused.stderr


def test_the_docs_say_what_every_field_may_be(client: Client) -> None:
    page = client.ask("GET", "/docs").body.decode()
    for name, values in (
        ("top", "integer, 1…100 = 5"),
        ("holes", "integer, 1…20 | null"),
        ("history", "array [object], …100 items"),
        ("word", "string, 1…64 characters"),
        ("hard", "strict | wordle | null"),
        ("rule", " | ".join(RULES)),
    ):
        assert f'<dt><code>{name}</code> <span lang="en">{values}</span>' in page


@pytest.mark.parametrize(("path", "field"), [("/api/solve", "trace"), ("/api/solve", "limit"), ("/api/next", "accel")])
def test_what_only_the_command_may_set_is_not_known_over_http(client: Client, path: str, field: str) -> None:
    problem = client.post(path, {field: 1}, Accept_Language="en").problem
    told = [(one["field"], one["detail"]) for one in problem.get("errors", [problem])]
    assert (f"/{field}", WHY["unexpected_keyword_argument"]) in told


def list_dictionary_fields() -> Iterator[tuple[str, str]]:
    """Yield every field that names a dictionary, of every route: its path, and the field."""
    for route in ROUTES:
        for name, markers in list_markers(route.model).items():
            if Check(check_shipped) in markers:
                yield f"{route.method} {route.path}", name


@pytest.mark.parametrize(("route", "field"), [*list_dictionary_fields()])
def test_a_path_is_refused_where_http_takes_a_dictionary(client: Client, route: str, field: str) -> None:
    """Neither a file that there is nor one that there is not can be named, whatever else is missing."""
    method, path = route.split()
    for name in ("wordlists/sgb.txt", "../wordlists/sgb.txt", "/etc/passwd", "nowhere.txt"):
        if f"<{field}>" in path:
            address = path.replace(f"<{field}>", quote(name, safe="")).replace("<length>", "5")
            answer = client.ask("GET", address)
            assert answer.status in (404, 422), answer.body
            continue
        if method == "GET":
            answer = client.ask("GET", f"{path}?{urlencode({field: name})}")
        else:
            answer = client.post(path, {field: name})
        problem = answer.problem
        faults = {one["field"].lstrip("/"): one["detail"] for one in problem.get("errors", [problem])}
        assert answer.status == 422
        assert f"“{name}”" in faults[field], problem


HINTED = {
    "a word": PUZZLE.decode(),
    "no word": "zzzzz 5\n",
    "several words": "raies 4\n",
    "a contradiction": "paume 5\npalme 5\n",
    "letters that no clue shows": "coude 4\npoule 3\n",
}


@pytest.mark.parametrize("options", ["--explain", "--hint", "--hint --after 1", "--hint --known ?z???"])
@pytest.mark.parametrize("puzzle", HINTED)
def test_text_and_json_have_the_same_steps_at_every_door(client: Client, puzzle: str, options: str) -> None:
    clues = HINTED[puzzle]
    text = " ".join(run("solve", "-", *options.split(), stdin=clues).stdout.split())
    document = json.loads(run("solve", "-", *options.split(), "--json", stdin=clues).stdout)
    told = [step["text"] for step in document["steps"]] + [one["text"] for one in document.get("mistakes") or ()]
    told += [document["unexplained"]] if document["unexplained"] else []
    assert told or options == "--explain" or document["outcome"] == "contradiction"
    for sentence in told:
        assert " ".join(sentence.split()) in text
    given = re.findall(r"--(\w+) ?([^- ]\S*)?", options)
    values = {name: value or "true" for name, value in given}
    address = f"/api/solve?{urlencode(values)}"
    answer = client.ask("POST", address, clues.encode(), Content_Type="text/plain", Accept_Language="en")
    assert answer.json == document
    request = PuzzleOptions(**{name: True if value == "true" else value for name, value in values.items()})
    request = replace(request, after=int(request.after))
    assert as_json(describe_answer(solve_clues(parse_puzzle(clues), request, DEFAULT_LIMIT))) == document


@pytest.mark.parametrize(
    ("puzzle", "options", "said"),
    [
        ("zzzzz 5\n", "--hint", ""),
        ("zzzzz 5\n", "--hint --after 3", "Nothing"),
        (PUZZLE.decode(), "--hint --after 99", " 14 steps"),
        (PUZZLE.decode(), "--hint --known coude", ""),
    ],
)
def test_a_hint_with_no_step_left_says_so_at_every_door(client: Client, puzzle: str, options: str, said: str) -> None:
    told = run("solve", "-", *options.split(), stdin=puzzle)
    assert told.exit_code in (0, 1)
    assert told.stdout.strip()
    assert said in told.stdout
    document = json.loads(run("solve", "-", *options.split(), "--json", stdin=puzzle).stdout)
    assert document["steps"] == []
    assert document["unexplained"].split() == told.stdout.split()
    given = re.findall(r"--(\w+) ?([^- ]\S*)?", options)
    query = urlencode({name: value or "true" for name, value in given})
    answer = client.ask("POST", f"/api/solve?{query}", puzzle.encode(), Content_Type="text/plain", Accept_Language="en")
    assert answer.json["unexplained"] == document["unexplained"]
