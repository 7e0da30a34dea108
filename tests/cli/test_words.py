"""``mastermot words``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mastermot import open_dictionary
from mastermot.words.dictionaries import shelf
from tests.messages import check_told
from tests.support import run


def test_the_dictionaries() -> None:
    result = run("words")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0].split() == ["name", "words", "lengths", "source", "licence"]
    assert [line.split()[0] for line in lines[1:]] == list(shelf())
    for line in lines[1:]:
        name, count, lengths = line.split()[:3]
        entry = shelf()[name]
        if "words" in entry:  # a list made by hand does not say
            assert int(count.replace(",", "")) == entry["words"]
            assert lengths == ("5-5" if name == "sgb" else "2-15")
        assert entry["source"].partition(",")[0] in line
        assert entry["licence"].partition(":")[0] in line
    assert "ATTRIBUTION" in result.stderr


def test_the_dictionaries_in_json() -> None:
    entries = json.loads(run("words", "--json").stdout)["dictionaries"]
    assert [entry["name"] for entry in entries] == list(shelf())
    assert all({"words", "lengths", "source", "version", "licence", "sha256"} <= set(entry) for entry in entries)


def test_counts_of_one_length() -> None:
    counts = {line.split()[0]: int(line.split()[1]) for line in run("words", "--length", "5").stdout.splitlines()[1:]}
    assert counts == {name: open_dictionary(name).lengths[5] for name in shelf()}
    assert run("words", "--length", "4").stdout.splitlines()[3].split()[:2] == ["sgb", "0"]


def test_counts_of_one_dictionary() -> None:
    lines = run("words", "fr").stdout.splitlines()
    assert [tuple(map(int, line.replace(",", "").split())) for line in lines[1:]] == list(
        open_dictionary("fr").lengths.items()
    )
    document = json.loads(run("words", "sgb", "--json").stdout)
    assert document == {"dictionary": "sgb", "lengths": {"5": 5757}, "skipped": 0}


def test_words_of_a_length() -> None:
    lines = run("words", "fr", "--length", "5").stdout.splitlines()
    assert len(lines) == 7021
    assert "COUDE  (coude, coudé)" in lines
    assert [line.split()[0] for line in lines] == list(open_dictionary("fr").words(5))
    document = json.loads(run("words", "fr", "--length", "5", "--json").stdout)
    assert document["count"] == len(document["words"]) == 7021
    assert {"word": "COUDE", "spellings": ["coude", "coudé"]} in document["words"]


def test_a_file_of_the_users(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("coude\ncœur\narc-en-ciel\n", encoding="utf-8")
    result = run("words", str(path), "--length", "5")
    assert result.stdout == "COUDE  (coude)\nCOEUR  (cœur)\n"
    check_told(result.stderr, "not-a-word", f"{path}: 1 ", "\n  “-” ", "“arc-en-ciel”")
    assert json.loads(run("words", str(path), "--json").stdout)["skipped"] == 1
    path.write_text("coude\n2\n3\n", encoding="utf-8")
    assert f"{path}: 2 " in run("words", str(path)).stderr


@pytest.mark.parametrize(
    ("arguments", "status", "code", "told"),
    [
        (["fr-comon"], 2, "dictionary-unknown", [" fr-common,"]),
        (["nothing.txt"], 3, "file-missing", ["nothing.txt: "]),
        (["sgb", "--length", "4"], 3, "dictionary-empty", ["sgb", "4", "5"]),
        (["fr", "--length", "1"], 2, "", ["2 to 15"]),
        (["fr", "sgb"], 2, "", ["sgb"]),
    ],
)
def test_errors(arguments: list[str], status: int, code: str, told: list[str]) -> None:
    result = run("words", *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    check_told(result.stderr, code, *told)
