#!/usr/bin/env python3
"""A thousand calls of all kinds, recorded and compared: the command in each language and as JSON, HTTP, the library.

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

from click.testing import CliRunner

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "fr")
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
            yield f"play {game} --rule {rule} --secret {'ADC' if game.startswith('--holes 3') else 'BEEF'} --seed 1"
            yield f"rank {game} --rule {rule} --top 3"
            yield f"next {'ABC=X' if game.startswith('--holes 3') else 'ABCD=XO'} {game} --rule {rule} --top 3"
            yield f"guess {game} --rule {rule} --seed 4"
    for player in PLAYERS:
        yield from (
            f"play {game} --player {player} --secret {secret} --seed 2"
            for game, secret in zip(GAMES, ("ADC", "BEEF", "ADC", "tears"), strict=True)
        )
        yield from (
            f"duel {game} --codebreaker {player} --codemaker {maker} --games 3 --seed 5"
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
    for call in calls:
        done = CliRunner().invoke(main, call.split(), env={"LANGUAGE": "en", "COLUMNS": "80"})
        yield f"mastermot {call}", f"{done.exit_code}\n{done.stdout}\n--\n{done.stderr}"


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
        bodies += [("/api/static", {"holes": 2, "colours": 4, "rule": rule, "count": count}) for count in (1, 2)]
    bodies += [
        ("/api/puzzles", {"length": length, "clues": 8, "seed": seed}) for length in (4, 5, 6) for seed in (1, 2)
    ]
    gets = [
        "/healthz",
        "/api/words",
        "/api/words/fr",
        "/api/words/none",
        "/api/words/fr-answers/5",
        "/api/words/fr/99",
        "/nowhere",
    ]
    gets += [f"/api/cliques?words=fr-common&length={length}&min_size=4" for length in (4, 5, 6, 99)]
    gets += [f"/api/daily?date=2026-11-25&level={level}" for level in range(7)]
    gets += [
        "/api/ladder?start=tare&end=pion&words=fr",
        "/api/neighbours?word=tare&words=fr",
        "/api/islands?words=fr-answers&length=5",
    ]
    for language in LANGUAGES:
        headers = {"Accept-Language": language}
        for path, body in bodies:
            answer = client.post(f"{path}", json=body, headers=headers)
            yield f"POST {path} {json.dumps(body)} {language}", f"{answer.status_code}\n{answer.get_data(as_text=True)}"
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
