#!/usr/bin/env python3
"""Thousands of calls of all kinds, recorded and compared: the command in each language and as JSON, HTTP, the library.

    python3 tools/calls.py record before.json       # with the code as it was
    python3 tools/calls.py record after.json        # with the code as it is
    python3 tools/calls.py compare before.json after.json

A change of the inside must leave every one of them as it was. What a call says of seconds and of tokens is left out.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "fr", "es")
CHANGING = re.compile(
    r"""\d+([.,]\d+)?[ \u202f\xa0]?(s|seconds?)\b|"(seconds"|shortening"|token"|request_id"): ?[^,}]+|The search is being compiled.*\n"""
)
"""What differs from call to call: seconds, tokens, names of requests, and what is said of the first compilation."""
MAX_SHOWN = 40  #: Calls that differ, shown by `compare`.

PUZZLES = sorted(path.stem for path in (ROOT / "puzzles").glob("*.txt"))
GAMES = (
    "--holes 3 --colours 4",
    "--holes 4 --colours 6",
    "--holes 3 --colours 5 --no-repeats",
    "--words sgb --length 5",
)
RULES = ("black", "black-white", "positional", "membership")
PLAYERS = ("best", "decodeur", "knuth", "jourde", "first", "random", "consistent", "nobody")
ODD = (
    *(
        "",
        "nothing",
        "solve",
        "solve nowhere.txt",
        "solve coude --limit 1",
        "solve coude --limit x",
        "solve --hint coude --known a",
    ),
    *(
        "play --holes 3",
        "play --secret",
        "marks abc",
        "marks abc abcd",
        "marks été ete --rule none",
        "words nowhere",
        "words fr --length 99",
    ),
    *(
        "cliques --word xyzzy --words fr",
        "ladder tare",
        "ladder tare pion --words fr",
        "ladder xx yyy",
        "next",
        "next raies=9",
        "rank --top 0",
    ),
    *(
        "compose --clues 1",
        "compose --level 9",
        "daily --date yesterday",
        "daily --date 2026-13-01",
        "tree nowhere.json",
        "static --count 0",
    ),
    *(
        "duel --games 0",
        "optimal --holes 9",
        "explore --holes 2",
        "review nowhere.txt",
        "accelerate --words nowhere",
        "serve --port 99999",
    ),
)


TOLD = tuple(f" --lang {language}" for language in LANGUAGES)
TYPED = (
    ("solve - --words en", "zzzzz 5\n"),
    ("solve - --hint", "zzzzz 5\n"),
    ("solve - --hint --after 3", "zzzzz 5\n"),
    ("solve - --hint", "paume 2\npalme 1\ncoude 5\n"),
    ("solve - --explain", "paume 5\ncoude 4\n"),
    ("solve - --hint --known ???de --out 1:f", "paume 2\ncoude 4\n"),
    ("solve - --hint --known zz?de", "paume 2\npalme 1\n"),
    ("solve -", "# one\npaume 2\npalme 1\n\n# two\nlune 1\nmare 9\n"),
    ("solve -", "paume\n"),
    ("solve -", ""),
    ("review - --length 5", "raies XO\ncoule X\n"),
    ("review - --length 5 --hard --opening tares", "raies XO\n"),
    ("review -", "nothing"),
    ("guess --holes 3 --colours 4 --seed 4", "ABC\nhint\nlist\nAAA\nq\n"),
    ("guess --length 5 --seed 4 --first", "raies\nxx\nhistory\nq\n"),
    ("guess --length 4 --seed 4 --fickle --turns 2", "rais\nlune\n"),
    ("play --holes 3 --colours 4", "O\nundo\nX\nlist\nq\n"),
    ("play --length 4", "X\ncorrect 1 XX\n9\nq\n"),
)
"""Command lines with what is typed."""
BASES = {
    "solve": "coude",
    "play": "--holes 2 --colours 3 --secret AB",
    "guess": "--holes 2 --colours 3 --seed 1",
    "next": "AB=O --holes 2 --colours 3",
    "review": "-",
    "marks": "coupe coude",
    "rank": "--holes 2 --colours 3",
    "duel": "--holes 2 --colours 3 --games 2",
    "explore": "--holes 2 --colours 3",
    "optimal": "--holes 2 --colours 3 --jobs 1",
    "tree": "nowhere.json",
    "static": "--holes 2 --colours 3 --starts 1 --count 2",
    "cliques": "--words fr-answers --length 4",
    "ladder": "tare pion",
    "accelerate": "--words fr-answers --length 9 --trials 1",
    "compose": "--seed 1 --clues 6",
    "daily": "--date 2026-11-25",
    "words": "fr-answers",
    "serve": "--port 99999",
    "site": "folder --python nowhere",
}
"""What each command needs, so that it answers at once."""
VALUES = ("zzz", "-1", "99999999999", "")  #: What each option is given that takes a value; and nothing.
UNCHANGED = ("--scheduler", "--help", "--lang", "--version", "--processes", "--memory", "--time", "--host")
"""Options that are left alone: they wait, or their answer is that of another program."""


def list_options() -> Iterator[str]:
    """Yield the help of every command, and lines that give each of its options right and wrong values, or misspell it."""
    from mastermot.cli import main

    whole = click.Context(main)
    yield "--help"
    for name, base in BASES.items():
        yield f"{name} --help"
        command = main.get_command(whole, name)
        assert command is not None
        for option in sorted(option for one in command.params for option in (*one.opts, *one.secondary_opts)):
            if not option.startswith("--") or option in UNCHANGED:
                continue
            yield f"{name} {base} {option}x"
            (parameter,) = (one for one in command.params if option in (*one.opts, *one.secondary_opts))
            assert isinstance(parameter, click.Option)
            if parameter.is_flag or parameter.count:
                yield f"{name} {base} {option}"
                continue
            yield f"{name} {base} {option}"
            yield from (f"{name} {base} {option}={value}" for value in VALUES)


def list_commands() -> Iterator[str]:
    """Yield command lines, without ``--lang`` and ``--json``."""
    for puzzle in PUZZLES:
        words = "" if puzzle.startswith(("fr", "coude")) else " --words en"
        for options in ("", " --explain", " --trace", " --hint", " --hint --hint --after 1", " --limit 40"):
            yield f"solve {puzzle}{words}{options}"
    for rule in RULES:
        yield from (
            f"marks {pair} --rule {rule}" for pair in ("raies sarie", "aabb abab", "ete tee", "coudé palme", "aa bb")
        )
        for game in GAMES[:3]:
            yield f"play {game} --rule {rule} --secret {'ADC' if game.startswith('--holes 3') else 'BEEF'}"
            yield f"rank {game} --rule {rule} --top 3"
            yield f"next {'ABC=X' if game.startswith('--holes 3') else 'ABCD=XO'} {game} --rule {rule} --top 3"
            yield f"guess {game} --rule {rule} --seed 4"
    for player in PLAYERS:
        yield from (
            f"play {game} --player {player} --secret {secret}"
            for game, secret in zip(GAMES, ("ADC", "BEEF", "ADC", "tears"), strict=True)
        )
        yield from (
            f"duel {game} --codebreaker {player} --codemaker {maker} --games 3"
            for game in GAMES[:2]
            for maker in ("honest", "fickle")
        )
        yield f"explore --holes 3 --colours 3 --player {player}"
    for length in range(4, 10):
        yield from (f"words {name} --length {length}" for name in ("fr-answers", "en-answers"))
        yield from (
            f"cliques --words {name} --length {length}{more}"
            for name in ("fr-common", "en-common")
            for more in ("", " --histogram", " --min-size 3")
        )
        yield from (f"compose --length {length} --clues {clues} --seed {seed}" for clues in (6, 10) for seed in (1, 2))
        yield from (f"compose --length 5 --level {level} --seed {length}" for level in (1, 3, 5))
    yield from (f"daily --date 2026-11-{day:02} --level {level}" for day in (24, 25) for level in range(1, 6))
    yield from (f"words{name}" for name in ("", " fr", " en", " sgb", " fr-common"))
    yield from (
        f"ladder {pair} --words {name}" for pair in ("tare pion", "cold warm", "rue mer") for name in ("fr", "en")
    )
    yield from (f"static --holes {holes} --colours 3 --rule {rule} --all" for holes in (2, 3) for rule in RULES)
    yield from (f"optimal --holes 2 --colours {colours} --rule {rule} --jobs 1" for colours in (3, 4) for rule in RULES)
    yield from (
        "next raies=XO aimer=O --words fr-common",
        "accelerate --words fr-answers --length 4 --trials 2",
        "completion bash",
    )
    yield from ODD


def run_commands() -> Iterator[tuple[str, str]]:
    """Yield each call of the command with its status and what it printed."""
    from mastermot.cli import main

    lines = list(list_commands())
    calls = [f"{line} --lang {language}" for line in lines for language in LANGUAGES] + [
        f"{line} --json" for line in lines
    ]
    calls += [f"{line} --lang {LANGUAGES[place % 3]}" for place, line in enumerate(list_options())]
    calls += [f"{line} --lang {language}" for line in list_options() if "--help" in line for language in LANGUAGES]
    typed = [(f"{line}{more}", text) for line, text in TYPED for more in (*TOLD, " --json")]
    for call, text in (*((call, "") for call in calls), *typed):
        done = CliRunner().invoke(main, call.split(), text, env={"LANGUAGE": "en", "COLUMNS": "80"})
        name = f"mastermot {call}" + (f" < {text!r}" if text else "")
        yield name, f"{done.exit_code}\n{done.stdout}\n--\n{done.stderr}"


GAME = {"holes": 2, "colours": 3}
HISTORY = [{"guess": "AB", "marks": "O"}]
POSTS: dict[str, dict[str, Any]] = {
    "/api/solve": {"clues": [{"word": "paume", "marks": 2}, {"word": "palme", "marks": 1}]},
    "/api/marks": {"guess": "palme", "secret": "coude"},
    "/api/puzzles": {"seed": 1, "clues": 6},
    "/api/puzzles/read": {"text": "paume 2"},
    "/api/guess": {**GAME, "history": HISTORY},
    "/api/guess/check": {**GAME, "history": HISTORY, "code": "BA"},
    "/api/next": {**GAME, "history": HISTORY},
    "/api/review": {**GAME, "history": HISTORY},
    "/api/games/read": {"text": "AB=X"},
    "/api/rank": GAME,
    "/api/games": {**GAME, "seed": 1},
    "/api/games/guess": {"token": "x", "guess": "AB"},
    "/api/games/state": {"token": "x"},
}
"""A body for each route that takes one."""
ODD_VALUES: tuple[Any, ...] = ("zzz", "", "/etc/passwd", "x" * 65, -1, 0, 10**12, 1.5, True, None, [], ["zzz"], [5], {})
"""What each field of a body is given."""


def list_bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the body of each route, and the same with each field wrong in many ways, or missing."""
    from mastermot.service import create_app

    document: Any = create_app().test_client().get("/openapi.json").json
    for path, body in POSTS.items():
        yield path, body
        content = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        schema = document["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
        for name in sorted(schema["properties"]):
            yield from ((path, {**body, name: value}) for value in ODD_VALUES)
        for name in body:
            yield path, {other: value for other, value in body.items() if other != name}


def run_requests() -> Iterator[tuple[str, str]]:
    """Yield each request to the service with the status and the body of its answer."""
    from mastermot.service import create_app

    client = create_app().test_client()
    text = (ROOT / "puzzles" / "coude.txt").read_bytes()
    clues = [{"word": "paume", "marks": 2}, {"word": "palme", "marks": 1}]
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("/api/solve", {"clues": clues, "explain": True}),
        ("/api/solve", {"clues": [{"word": "paume", "marks": 9}]}),
        ("/api/solve", {"clues": []}),
        ("/api/solve", {"clues": clues, "wrong": 1}),
        ("/api/puzzles/read", {"text": "paume 2\npalme 1"}),
    ]
    for rule in RULES:
        bodies += [
            ("/api/marks", {"guess": guess, "secret": "coude", "rule": rule}) for guess in ("palme", "coudé", "xx", "")
        ]
        bodies += [
            ("/api/guess", {"holes": 3, "colours": 4, "rule": rule, "history": history})
            for history in ([], [{"guess": "ABC", "marks": "X"}])
        ]
        bodies += [
            ("/api/next", {"holes": 3, "colours": 4, "rule": rule, "history": history})
            for history in ([], [{"guess": "ABC", "marks": "X"}])
        ]
    bodies += [
        ("/api/puzzles", {"length": length, "clues": 8, "seed": seed}) for length in (4, 5, 6) for seed in (1, 2)
    ]
    gets = [
        "/openapi.json",
        "/healthz",
        "/api/words",
        "/api/words/fr",
        "/api/words/none",
        "/api/words/fr-answers/5",
        "/api/words/fr/99",
        "/nowhere",
    ]
    gets += [f"/api/families?words=fr-common&length={length}&min_size=4" for length in (4, 5, 6, 99)]
    gets += [f"/api/daily?date=2026-11-25&level={level}" for level in range(7)]
    gets += [f"/api/daily?date={day}" for day in ("20261125", "0", "2026-13-01", "yesterday", "")]
    gets += [f"/api/daily/game?date=2026-11-25&{more}" for more in ("", "length=6", "length=1", "words=/etc/passwd")]
    gets += [f"/api/openings?{more}" for more in ("", "length=5", "words=fr", "words=../x", "length=five", "wrong=1")]
    gets += [
        "/api/families?length=5&length=6",
        "/api/families?length=5&word=pau1e",
        "/api/families?words=/etc/passwd&length=5",
        "/api/families",
        "/api/words/..%2fx/5",
        "/api/words/fr/five",
        "/api/ladder?start=tare&end=pion&all=maybe",
        "/api/ladder?start=tare&end=pion&all=1",
        "/api/ladder?start=tare",
        "/api/neighbours?word=tare&picture=true",
    ]
    gets += [
        "/api/ladder?start=tare&end=pion&words=fr",
        "/api/neighbours?word=tare&words=fr",
        "/api/islands?words=fr-answers&length=5",
    ]
    wrong = list(list_bodies())
    for place, language in enumerate(LANGUAGES):
        headers = {"Accept-Language": language}
        for path, body in (*bodies, *wrong[place :: len(LANGUAGES)]):
            answer = client.post(path, json=body, headers=headers)
            yield f"POST {path} {json.dumps(body)} {language}", f"{answer.status_code}\n{answer.get_data(as_text=True)}"
    for sent in (b"", b"{", b"[]", b"5", b'{"clues": 1', b"\xff", b'{"clues": NaN}', b"[" * 5000):
        answer = client.post("/api/solve", data=sent, content_type="application/json")
        yield f"POST /api/solve {sent[:20]!r}", f"{answer.status_code}\n{answer.get_data(as_text=True)}"
    for language in LANGUAGES:
        headers = {"Accept-Language": language}
        for path in gets:
            answer = client.get(path, headers=headers)
            yield f"GET {path} {language}", f"{answer.status_code}\n{answer.get_data(as_text=True)}"
        answer = client.post("/api/solve?explain=true", data=text, content_type="text/plain", headers=headers)
        yield f"POST /api/solve text {language}", f"{answer.status_code}\n{answer.get_data(as_text=True)}"


def call_library() -> Iterator[tuple[str, str]]:
    """Yield calls of the library with what they return."""
    import mastermot

    for puzzle in PUZZLES:
        for name in ("fr", "en"):
            answer = mastermot.solve(mastermot.read_puzzle(ROOT / "puzzles" / f"{puzzle}.txt"), name)
            yield f"solve {puzzle} {name}", repr(answer.solutions)
            yield (
                f"explain {puzzle} {name}",
                repr(
                    [
                        (step.kind, step.placed, step.removed, step.grid)
                        for step in mastermot.explain_answer(answer).steps
                    ]
                ),
            )
    for rule in map(mastermot.rule_named, RULES):
        for guess, secret in (("RAIES", "SARIE"), ("AABB", "ABAB"), ("ETE", "TEE"), ("AAA", "AAA")):
            yield f"mark {rule.name} {guess} {secret}", repr(mastermot.mark(guess, secret, rule).text)


def record(file: str) -> None:
    """Write what every call answers to a file."""
    seen: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for calls in (run_commands, run_requests, call_library):
            for name, answer in calls():
                text = CHANGING.sub("…", answer)
                seen[name] = text.replace(folder, "FOLDER").replace(str(ROOT), "ROOT")
                if len(seen) % 500 == 0:
                    print(f"{len(seen)} calls, the last: {name[:100]}", flush=True)
    Path(file).write_text(json.dumps(seen, ensure_ascii=False, indent=0), encoding="utf-8")
    print(f"{len(seen)} calls")


def compare(before: str, after: str) -> int:
    """Print the calls that differ between two files, and return how many they are."""
    old, new = (json.loads(Path(file).read_text(encoding="utf-8")) for file in (before, after))
    differing = [name for name in old.keys() & new.keys() if old[name] != new[name]]
    for name in sorted(differing)[:MAX_SHOWN]:
        lines = list(unified_diff(old[name].splitlines(), new[name].splitlines(), "before", "after", n=0, lineterm=""))
        print(f"== {name}", *(line[:300] for line in lines[2:12]), sep="\n")
    print(f"{len(differing)} of {len(old)} calls differ; {len(old.keys() ^ new.keys())} are in one file only")
    return len(differing)


if __name__ == "__main__":
    if sys.argv[1:2] == ["record"] and len(sys.argv) == 3:
        record(os.path.abspath(sys.argv[2]))
    elif sys.argv[1:2] == ["compare"] and len(sys.argv) == 4:
        sys.exit(compare(*sys.argv[2:]) > 0)
    else:
        sys.exit(__doc__)
