"""The shapes of JSON answers: what commands print with ``--json`` has the fields that they declare, and no other."""

from __future__ import annotations

import json
from inspect import isclass
from pathlib import Path

import pytest
from pydantic import TypeAdapter
from typing_extensions import is_typeddict

from mastermot import shapes
from tests.support import ROOT, run

PUZZLE = str(ROOT / "puzzles" / "coude.txt")
GAME = ["--words", "fr-common", "--length", "5"]
ANSWERS: list[tuple[str, list[str]]] = [
    ("Solved", ["solve", PUZZLE]),
    ("Solved", ["solve", "--explain", PUZZLE]),
    ("Solved", ["solve", "--hint", "--known", "f????", PUZZLE]),
    ("Puzzles", ["compose", "--seed", "7", "--clues", "5"]),
    ("DailyPuzzle", ["daily", "--date", "2026-11-22"]),
]


@pytest.mark.parametrize(("name", "arguments"), ANSWERS, ids=[" ".join(arguments[:2]) for _, arguments in ANSWERS])
def test_what_a_command_prints_has_its_shape(name: str, arguments: list[str], tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("raies O\ncoule XXXX\n", "utf-8")
    result = run(*(argument.replace("{game}", str(game)) for argument in arguments), "--json", lang="en")
    document = json.loads(result.stdout)
    read = TypeAdapter(getattr(shapes, name)).validate_python(document)
    assert read == document, "a field that the shape does not declare"


def test_every_shape_is_exported_and_says_what_it_is() -> None:
    declared = {name for name, shape in vars(shapes).items() if isclass(shape) and is_typeddict(shape)}
    assert declared <= set(shapes.__all__)
    assert all(getattr(shapes, name).__doc__ for name in declared)
