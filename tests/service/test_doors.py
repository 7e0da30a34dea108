"""What the command and HTTP answer alike: the same question, asked at both doors."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest

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
    ("next --length 5 --opening tares", "/api/next", {**WORDS, "opening": ["tares"]}),
    (
        "next --length 5 --opening tares tares=X",
        "/api/next",
        {**WORDS, "opening": ["tares"], "history": [{"guess": "tares", "marks": "X"}]},
    ),
    (
        "next --length 5 raies=XO --guesses fr --hard",
        "/api/next",
        {**WORDS, "history": [TURN], "guesses": "fr", "hard": True},
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
    (
        "static --holes 3 --colours 3 --rule black --all --starts 1",
        "/api/static",
        {"holes": 3, "colours": 3, "rule": "black"},
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
        ({"opening": ["tares"], "hard": True}, "/opening"),
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
