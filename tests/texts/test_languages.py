"""A language is a folder: a made-up one, copied under a new name, works everywhere; what it lacks is said in English.

What is broken in it too.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mastermot import open_dictionary
from tests.support import PATIENCE, ROOT, environment, some

NEW = "qya"
PACKAGE = "mastermot/texts/languages"
COMMANDS = [
    "--help",
    "solve --help",
    "serve --help",
    "words --help",
    "solve --explain coude --words fr",
    "solve --explain --html - coude --words fr",
    "play --secret carte --words fr",
    "play --secret coude --words fr-common",
    "compose --seed 1 --level 1 --words fr-common",
    "daily --date 2026-12-25 --words fr-common",
    "next --words fr-common --length 5",
    "review game.txt --words fr-common --length 5",
    "cliques --words fr-common",
    "solve",
    "solve --words francais coude",
    "marks paume co",
    "review missing.txt --words fr-common --length 5",
]
GUESS = "guess --words fr-common --length 5 --seed 1 --turns 2"
PATHS = ["/", "/docs", "/texts/{}.json", "/manifest.{}.json", "/problems/not-a-word", "/nothing", "/api/daily?words=xx"]
SAY = """
import json, sys
from click.testing import CliRunner
from mastermot.cli import main
languages, lines = map(json.loads, sys.argv[1:])
done = [[CliRunner().invoke(main, [*line.split(), "--lang", name]) for line in lines] for name in languages]
print(json.dumps([[[one.exit_code, one.output] for one in said] for said in done]))
"""
ASK = """
import json, sys
from mastermot.service import create_app
client = create_app().test_client()
languages, paths = map(json.loads, sys.argv[1:])
answers = {name: "" for name in languages}
for name in languages:
    for path in paths:
        got = client.get(path.format(name), headers={"Accept-Language": name, "Accept": "text/html"})
        text = got.get_data(as_text=True)
        answers[name] += f"{path} {got.status_code} {got.headers['Content-Language']} {text}\\n"
print(json.dumps(answers))
"""


def make(folder: Path) -> Path:
    """Return a copy of the package and its data in a folder, to change."""
    half_written = shutil.ignore_patterns("*.pyc.*", "*.nb[ci]", "tmp.*")  # by other tests, meanwhile
    shutil.copytree(ROOT / "mastermot", folder / "mastermot", ignore=half_written)
    for name in ("wordlists", "puzzles", "accel"):
        (folder / name).symlink_to(ROOT / name)
    return folder / PACKAGE


def run(folder: Path, *arguments: str, typed: str = "") -> tuple[int, str]:
    """Run Python with the package in a folder; return its status and what it printed."""
    # numba would compile its loops anew for a copy of the package
    environ = environment(PYTHONPATH=str(folder), LANGUAGE="en", COLUMNS="80", MASTERMOT_FAST="0")
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environ, input=typed.encode(), capture_output=True, timeout=PATIENCE, check=False
    )
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def say(folder: Path, languages: list[str], lines: list[str]) -> list[list[list[Any]]]:
    """Return, for each language, the statuses of commands in it and what they print.

    One process of the package in the folder says all of it, in this order. If it wrongly kept texts of one language, it
    would say them in the next. So the language that is tried comes before those that it is compared with.
    """
    status, printed = run(folder, "-c", SAY, json.dumps(languages), json.dumps(lines))
    assert status == 0, printed
    said: list[list[list[Any]]] = json.loads(printed)
    return said


def ask(folder: Path, languages: list[str], paths: list[str]) -> dict[str, str]:
    """Return, for each language, what one service of the package in the folder answers to readers of it."""
    status, printed = run(folder, "-c", ASK, json.dumps(languages), json.dumps(paths))
    assert status == 0, printed
    answers: dict[str, str] = json.loads(printed)
    return answers


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a package with a language more, whose folder is that of French."""
    folder = tmp_path_factory.mktemp("languages")
    languages = make(folder)
    shutil.copytree(languages / "fr", languages / NEW)
    (folder / "game.txt").write_text("carte XO\ncoude XXXXX\n", encoding="utf-8")
    return folder


def test_a_new_language_says_word_for_word_what_the_one_it_is_copied_from_says(checkout: Path) -> None:
    all_said = say(checkout, [NEW, "fr", "en"], COMMANDS)
    for line, made_up, french, english in some(zip(COMMANDS, *all_said, strict=True)):
        assert made_up == french, line
        assert made_up[0] != 70, line
        assert made_up != english, line


def test_a_language_and_a_dictionary_are_files_and_nothing_else(tmp_path: Path) -> None:
    """Italian, as CONTRIBUTING says: a folder with settings and half a catalogue, a list with its description."""
    folder = make(tmp_path) / "it"
    folder.mkdir()
    settings = {
        "name": "Italiano",
        "dictionaries": {"valid": "it", "common": "it"},
        "pasted": {"numbers": "zero uno due"},
    }
    (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    (tmp_path / "wordlists").unlink()
    (tmp_path / "wordlists").mkdir()
    for path in (ROOT / "wordlists").iterdir():
        if path.is_file():
            (tmp_path / "wordlists" / path.name).symlink_to(path)
    words = [word for word in open_dictionary("fr-common").of_length(5) if word < "Q"]
    (tmp_path / "wordlists" / "it.txt").write_text(
        "".join(f"{word}\t5\n" for word in ["perché", *words]).lower(), "utf-8"
    )
    described = dict.fromkeys(("title", "source", "version", "licence", "licence_file"), "a text") | {"language": "it"}
    description = tmp_path / "wordlists" / "it.json"
    description.write_text(json.dumps(described), encoding="utf-8")
    (tmp_path / "puzzle.txt").write_text("barca due\nperla zero\n", encoding="utf-8")
    lines = [
        "words it",
        "words",
        "daily --date 2026-12-25 --words it",
        "daily --date 2026-12-25 --words it --game",
        "compose --words it --seed 1",
        "play --words it --length 5 --secret abord",
        "solve puzzle.txt --words it",
    ]
    (said,) = say(tmp_path, ["it"], lines)
    for status, printed in some(said):
        assert (status, "Traceback" in printed) == (0, False), printed
    assert ask(tmp_path, ["it"], PATHS)
    description.write_text(json.dumps({**described, "title": 3}), encoding="utf-8")
    status, printed = run(tmp_path, "-m", "mastermot", "words")
    assert status != 70
    assert "wordlists/it.json" in printed


def test_a_new_language_is_played_in(checkout: Path) -> None:
    french, made_up = (
        run(checkout, "-m", "mastermot", *GUESS.split(), "--lang", name, typed="carte\nzzzzz\ncoude\n")
        for name in ("fr", NEW)
    )
    assert made_up == french
    assert "Tour 2 sur 2" in made_up[1]


def test_the_service_speaks_a_new_language(checkout: Path) -> None:
    """The pages say the same, but for the code of the language, and the languages that they lead to."""
    pages = {}
    for name, printed in some(ask(checkout, [NEW, "fr"], PATHS).items()):
        menu = f'href="./?lang={NEW if name == "fr" else "fr"}"'
        assert menu in printed
        assert f" 200 {name} " in printed
        for code in ("fr", NEW):
            for end in ('"', "."):
                printed = printed.replace(f"{code}{end}", f"XX{end}")
            printed = printed.replace(f" {code} ", " XX ")
        printed = re.sub(r"\b[0-9a-f]{16}\b", "ID", printed)  # each request has its own
        menus = re.compile(r"(?:\s*<option [^\n]*?</option>)+")  # dictionaries of the reader's language come first
        pages[name] = menus.sub(lambda menu: "".join(sorted(re.findall(r"<option .*?</option>", menu[0]))), printed)
    assert pages["fr"] == pages[NEW]
    assert "Résoudre" in pages[NEW]


def test_the_worker_keeps_every_language(checkout: Path) -> None:
    printed = ask(checkout, [NEW], ["/sw.js"])[NEW]
    for kept in (f"./?lang={NEW}", "./?lang=fr", "./?lang=en", f"texts/{NEW}.json"):
        assert f'"{kept}"' in printed


def test_a_language_that_is_not_there_is_told_those_that_are(checkout: Path) -> None:
    status, told = run(checkout, "-m", "mastermot", "words", "--lang", "xx")
    assert status == 2
    assert all(f"'{name}'" in told or f"“{name}”" in told or f" {name}" in told for name in ("en", "fr", NEW))
    answer = ask(checkout, ["en"], ["/api/daily?lang=xx"])["en"]
    assert " 422 " in answer
    assert NEW in answer


def test_a_broken_folder_is_said_in_english(tmp_path: Path) -> None:
    """No settings, a catalogue that is none: the program starts, and says the same as in English."""
    languages = make(tmp_path)
    lines = ["solve --explain coude --words fr", "play --secret house --words en-common"]
    broken = []
    for name, settings, catalogue in (
        ("qa", "", b""),
        ("qb", "{", b"no catalogue"),
        ("qc", '{"keyboard": "abc", "dictionaries": {"common": 5}, "sample": []}', b"\xde\x12\x04\x95\0\0\0\0\xff"),
    ):
        (languages / name / "LC_MESSAGES").mkdir(parents=True)
        if settings:
            (languages / name / "settings.json").write_text(settings, encoding="utf-8")
            (languages / name / "LC_MESSAGES" / "mastermot.mo").write_bytes(catalogue)
        broken.append(name)
    *all_said, english = say(tmp_path, [*broken, "en"], lines)
    for said in some(all_said):
        assert said == english
    for page in some(ask(tmp_path, broken, ["/"]).values()):
        assert " 200 " in page


def test_a_text_with_a_wrong_place_is_said_in_english() -> None:
    from mastermot.texts.languages import _fits

    assert _fits("{count} mots", "{count} words")
    assert not _fits("{nombre} mots", "{count} words")
    assert not _fits("des mots", "{count} words")
    assert _fits("Un coup.", "One turn.", "{count} turns.")
