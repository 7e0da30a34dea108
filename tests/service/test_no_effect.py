"""What has no effect is refused: by the command, which names its options, and over HTTP and in Python, by the field."""

from __future__ import annotations

import json
import re
import shlex
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from mastermot.game.codebreakers import PLAYERS
from mastermot.operations.errors import FieldInvalidError
from mastermot.operations.puzzles import ClueRequest, PuzzleRequest, solve_puzzle
from tests.kinds import list_commands
from tests.messages import check_told
from tests.service.support import Client
from tests.support import run

SMALL = "--holes 2 --colours 3"
REFUSED = [
    ("solve coude --after 1", "--after", "--hint"),
    ("solve coude --known ??u??", "--known", "--hint"),
    ("solve coude --out 1:f", "--out", "--hint"),
    ("solve coude --hint --known ??u?? --after 1", "--after", "--known"),
    ("solve coude --hint --out 1:f --after 1", "--after", "--out"),
    ("solve coude --hint --trace", "--trace", "--hint"),
    ("solve coude --hint --explain", "--explain", "--hint"),
    ("daily --game --level 3", "--level", "--game"),
    ("daily --length 7", "--length", "--game"),
    ("cliques --length 4 --histogram --min-size 3", "--min-size", "--histogram"),
    ("cliques --length 4 --histogram --word raie", "--word", "--histogram"),
    (f"static {SMALL} --count 2 --time 1 --starts 1", "--time", "--starts"),
    (f"static {SMALL} --count 2 --link-base http://127.0.0.1/", "--link-base", "--card"),
    (f"static {SMALL} --count 2 --card card.html --link-base http://127.0.0.1/", "--link-base", "black"),
    ("compose --link-base http://127.0.0.1/", "--link-base", "--sheet"),
    ("compose --solution coude --answers fr-answers", "--answers", "--solution"),
    (f"guess {SMALL} --fickle --seed 3", "--seed", "fickle"),
    (f"duel {SMALL} --every --games 3", "--games", "--every"),
    (f"explore {SMALL} --csv - --summary", "--summary", "--csv"),
    (f"explore {SMALL} --csv - --turns", "--turns", "--csv"),
    ("explore --database runs.db --opening AB", "--opening", "database"),
    ("explore --database runs.db --jobs 2", "--jobs", "database"),
    (f"explore {SMALL} --database runs.db --report --tree tree.json", "--tree", "database"),
    ("tree tree.json --graph - --text", "--text", "--graph"),
    ("tree tree.json --jobs 2", "--jobs", "--check-proof"),
    *(
        (f"{command} --jobs 2 --scheduler tcp://127.0.0.1:1", "--jobs", "--scheduler")
        for command in (f"explore {SMALL}", f"duel {SMALL}", "accelerate --length 3", "site public")
    ),
    (f"optimal {SMALL} --opening AB --scheduler tcp://127.0.0.1:1", "--scheduler", "--opening"),
    *(
        (f"{command} {SMALL} --empty-guesses {plan}", "--empty-guesses", player)
        for command in ("play", "duel", "explore")
        for plan, player in (
            ("--player knuth", "knuth"),
            ("--player jourde", "jourde"),
            ("--player consistent", "consistent"),
            ("--pool consistent", "best"),
            ("--strategy first", "best"),
        )
    ),
    (f"play {SMALL} --alphabet ABC --secret AB", "--alphabet", "--words"),
    ("words --alphabet ABC", "--alphabet", ""),
    ("marks 12 21 --alphabet ABC", "--alphabet", ""),
    ("marks 1,2 2,1 --alphabet ABC", "--alphabet", ""),
    *(
        (f"{command} {SMALL} {plan}", option, pool)
        for command in ("play", "duel", "explore", "next")
        for plan, option, pool in (
            ("--pool consistent --accel words", "--accel", "consistent"),
            ("--pool accelerated", "--pool", "accelerated"),
        )
    ),
    *(
        (f"{command} {SMALL} --tree tree.json {option}", option.split()[0], "--tree")
        for command in ("play", "duel", "explore")
        for option in (
            "--player bogus",
            "--player best",
            "--strategy nonsense",
            "--pool nowhere",
            "--sample 9",
            "--opening AB",
            "--accel /nonexistent",
        )
    ),
    *(
        (f"{command} {SMALL} {plan}", option, player)
        for command in ("play", "duel", "explore")
        for plan, option, player in (
            ("--player knuth --strategy entropy", "--strategy", "knuth"),
            ("--player jourde --strategy parts", "--strategy", "jourde"),
            ("--player jourde --pool consistent", "--pool", "jourde"),
            ("--player first --pool all", "--pool", "first"),
            ("--player best --strategy average --pool all", "--pool", "average"),
            ("--player knuth --accel /nonexistent", "--accel", "knuth"),
        )
    ),
]
"""Command lines, the option that has no effect, and what the sentence names besides."""


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_the_command_refuses_an_option_without_effect(lang: str) -> None:
    for line, option, other in REFUSED:
        result = run(*shlex.split(line), lang=lang)
        (first,) = [told for told in result.stderr.splitlines() if re.match(r"(Error|Erreur)\s?:", told)]
        assert (result.exit_code, result.stdout) == (2, ""), line
        assert option in first.replace("codebreaker", "player"), line
        assert other in first or (other == "database" and lang != "en"), line


def type_default(line: str, option: str) -> str:
    """Return a command line with an option's default for its value; "" if it has none."""
    words = shlex.split(line)
    (command,) = (command for name, command in list_commands().items() if name == words[0])
    (declared,) = (parameter for parameter in command.params if option in parameter.opts)
    if not isinstance(declared.default, int | float | str) or isinstance(declared.default, bool):
        return ""
    place = words.index(option) + 1
    return shlex.join((*words[:place], str(declared.default), *words[place + 1 :]))


def test_an_option_that_is_typed_with_its_default_is_given_too() -> None:
    typed = [(type_default(line, option), option) for line, option, _other in REFUSED]
    typed = [(line, option) for line, option in typed if line]
    defaults = {"--after", "--known", "--out", "--level", "--time", "--games", "--player", "--alphabet"}
    assert {option for _line, option in typed} == defaults
    for line, option in typed:
        refused = run(*shlex.split(line))
        assert refused.exit_code == 2, line
        assert option in refused.stderr.replace("codebreaker", "player"), line


WRONG = [
    "solve - --hint --known abc",
    "ladder mer zzzz",
    "next raies=XOXX.XX",
    "next zzzzzz=X",
    "rank --after raies=99",
    "compose --solution q1",
    "compose --solution coude --clues 2 --length 7",
    "cliques --word ra1e",
    "play --secret zzzzzz",
    "play --player nobody",
    "play --player knuth --strategy entropy",
    "guess --first --holes 3 --colours 3",
    "guess --guesses nowhere",
    "duel --player nobody",
    "duel --every --codemaker fickle",
    "explore --strategy nonsense",
    "static --count 2 --given zzzzzz",
    "static --count 2 --guesses nowhere",
    "optimal --guesses nowhere",
    "optimal --opening zzzzzz",
]
"""Command lines that are refused late, where a remark is kept about their list of words."""


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_no_remark_stands_before_a_refusal(lang: str) -> None:
    for line in WRONG:
        result = run(*shlex.split(line), lang=lang, stdin="paume 2\nchoux 1\n")
        assert (result.exit_code > 1, result.stdout) == (True, ""), line
        assert re.match(r"(Error|Erreur)\s?:|Usage\s?:|Uso:|Utilisation", result.stderr), (line, result.stderr)


KNOWN = {"clues": [{"word": "paume", "marks": 2}, {"word": "coupe", "marks": 3}]}
COLOURS = {"holes": 3, "colours": 4}
OVER_HTTP: list[tuple[str, dict[str, Any], str]] = [
    ("/api/solve", {**KNOWN, "after": 2}, "/after"),
    ("/api/solve", {**KNOWN, "known": "?????"}, "/known"),
    ("/api/solve", {**KNOWN, "out": "1:f"}, "/out"),
    ("/api/solve", {**KNOWN, "explain": True, "known": "xxxxx"}, "/known"),
    ("/api/solve", {**KNOWN, "explain": True, "hint": True, "known": "xxxxx"}, "/explain"),
    ("/api/solve", {**KNOWN, "hint": True, "known": "?????", "after": 2}, "/after"),
    ("/api/solve", {**KNOWN, "hint": True, "out": "1:f", "after": 2}, "/after"),
    ("/api/puzzles", {"solution": "coude", "answers": "fr-answers"}, "/answers"),
    ("/api/games", {**COLOURS, "codemaker": "fickle", "seed": 3}, "/seed"),
    ("/api/guess", {**COLOURS, "player": "knuth", "strategy": "parts"}, "/strategy"),
    ("/api/guess", {**COLOURS, "player": "jourde", "pool": "all"}, "/pool"),
    ("/api/guess", {**COLOURS, "player": "first", "pool": "all"}, "/pool"),
    *(
        (path, {**COLOURS, **plan}, field)
        for path in ("/api/guess", "/api/next")
        for plan, field in (
            ({"pool": "consistent", "accelerators": ["AAB"]}, "/accelerators"),
            ({"pool": "accelerated"}, "/pool"),
        )
    ),
    ("/api/guess", {**COLOURS, "player": "knuth", "empty_guesses": True}, "/empty_guesses"),
    ("/api/games", {**COLOURS, "secret": "ABC", "seed": 3}, "/seed"),
    ("/api/games", {**COLOURS, "secret": "ABC", "seed": 0}, "/seed"),
    ("/api/games", {"words": "fr", "length": 3, "secret": "mer", "answers": "fr-answers"}, "/answers"),
    ("/api/marks", {"guess": "12", "secret": "21", "alphabet": "ABC"}, "/alphabet"),
]


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_http_refuses_a_field_without_effect(client: Client, lang: str) -> None:
    for path, document, field in OVER_HTTP:
        problem = client.post(path, document, Accept_Language=lang).problem
        assert (problem["status"], problem["code"], problem["field"]) == (422, "field-invalid", field), document


PLAIN: dict[str, dict[str, Any]] = {
    "/api/solve": KNOWN,
    "/api/puzzles": {"seed": 3},
    "/api/guess": {**COLOURS, "player": "knuth"},
    "/api/next": COLOURS,
    "/api/rank": COLOURS,
    "/api/marks": {"guess": "12", "secret": "21"},
}


@pytest.mark.parametrize("path", PLAIN)
def test_a_field_with_its_default_is_as_good_as_none(client: Client, path: str) -> None:
    """Programs made from the document send each field that it describes."""
    described = client.get("/openapi.json").json
    body = described["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    schema = described["components"]["schemas"][body["schema"]["$ref"].rpartition("/")[2]]
    defaults = {name: field["default"] for name, field in schema["properties"].items() if "default" in field}
    assert defaults
    plain = client.post(path, PLAIN[path])
    assert plain.status == 200
    assert client.post(path, {**defaults, **PLAIN[path]}).json == plain.json


PLANS: list[tuple[str, dict[str, Any]]] = [
    ("--strategy entropy", {"strategy": "entropy"}),
    ("--strategy first", {"strategy": "first"}),
    ("--pool consistent", {"pool": "consistent"}),
    ("--pool accelerated", {"pool": "accelerated"}),
    ("--pool all", {"pool": "all"}),
    ("--sample 2", {"sample": 2}),
    ("--seed 3", {"seed": 3}),
    ("--opening AB", {"opening": ["AB"]}),
    ("--accel words", {"accelerators": ["AA"]}),
    ("--empty-guesses", {"empty_guesses": True}),
]
"""By what a player may play: as options of `play`, and as fields of ``/api/guess``."""


@pytest.mark.parametrize("player", [*PLAYERS, "entropy", "first"])
def test_the_command_and_http_refuse_the_same_plans(
    client: Client, player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words").write_text("AA\n")
    refused = 0
    for (option, fields), (other_option, others) in combinations([("", {}), *PLANS], 2):
        if fields.keys() & others.keys():
            continue
        line = f"play {SMALL} --secret AB --player {player} {option} {other_option}"
        command = run(*shlex.split(line))
        answer = client.post("/api/guess", {"holes": 2, "colours": 3, "player": player, **fields, **others})
        assert (command.exit_code, answer.status) in ((0, 200), (2, 422)), (line, command.stderr)
        refused += answer.status == 422
    assert refused


def test_guesses_with_an_empty_hole_are_taken_up_by_a_player_that_makes_none(client: Client) -> None:
    begun = {**COLOURS, "empty_guesses": True, "history": [{"guess": "A.B", "marks": "X"}]}
    assert client.post("/api/guess", {**begun, "player": "knuth"}).status == 200


def test_a_puzzle_in_plain_text_is_refused_alike(client: Client) -> None:
    refused = client.ask("POST", "/api/solve?after=2", b"paume 2\n", Content_Type="text/plain").problem
    assert (refused["status"], refused["field"], "hint" in refused["detail"]) == (422, "after", True)


def test_a_hint_beyond_the_last_step_says_so(client: Client) -> None:
    answer = client.post("/api/solve", {**KNOWN, "hint": True, "after": 99}, Accept_Language="en").json
    assert answer["steps"] == []
    check_told(answer["unexplained"], "", "9")


def test_the_operation_refuses_it_in_python() -> None:
    request = PuzzleRequest(clues=[ClueRequest(word="paume", marks=2)], known="??u??")
    with pytest.raises(FieldInvalidError, match=r"^known: .*\bhint\b"):
        solve_puzzle(request)


def test_json_tells_the_families_beside_the_histogram() -> None:
    both = json.loads(run("cliques", "--length", "4", "--histogram", "--min-size", "9", "--json").stdout)
    assert min(len(family["words"]) for family in both["families"]) == 9
    assert both["histogram"]
