"""Results: what a command prints with ``--json`` has the fields that the result of its operation declares, no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import pytest
from pydantic import TypeAdapter

from mastermot.errors import Reason
from mastermot.operations import family_lists, fixed_guesses, game_advice, marks, puzzles, word_ladders, word_lists
from mastermot.results import Rounded, WrittenAsText, as_json
from tests.support import ROOT, run

PUZZLE = str(ROOT / "puzzles" / "coude.txt")
GAME = ["--words", "fr-common", "--length", "5"]
ANSWERS: list[tuple[Callable[..., object], list[str]]] = [
    (puzzles.solve_puzzle, ["solve", PUZZLE]),
    (puzzles.solve_puzzle, ["solve", "--explain", PUZZLE]),
    (puzzles.solve_puzzle, ["solve", "--hint", "--known", "f????", PUZZLE]),
    (puzzles.compose_puzzles, ["compose", "--seed", "7", "--clues", "5"]),
    (puzzles.get_daily, ["daily", "--date", "2026-11-22"]),
    (puzzles.get_daily_game, ["daily", "--game", "--date", "2026-11-22"]),
    (marks.mark_guess, ["marks", "paume", "coude"]),
    (game_advice.suggest_guesses, ["next", *GAME, "raies=O", "coule=XXXX"]),
    (game_advice.suggest_guesses, ["next", *GAME, "--weighted", "raies=O", "coule=XXXX"]),
    (game_advice.review_game, ["review", *GAME, "{game}"]),
    (fixed_guesses.describe_guesses, ["static", "--holes", "2", "--colours", "3", "--count", "2", "--groups"]),
    (word_lists.list_dictionaries, ["words"]),
    (word_lists.count_words, ["words", "sgb"]),
    (word_lists.list_words, ["words", "sgb", "--length", "5"]),
    (family_lists.list_families, ["cliques", "--length", "5", "--min-size", "8"]),
    (word_ladders.get_ladders, ["ladder", "tare", "pion"]),
    (word_ladders.get_ladders, ["ladder", "tare", "jazz"]),
    (word_ladders.list_neighbours, ["ladder", "coude"]),
    (word_ladders.measure_list, ["ladder", "--length", "4"]),
]


@pytest.mark.parametrize(("operation", "arguments"), ANSWERS, ids=[" ".join(arguments) for _, arguments in ANSWERS])
def test_what_a_command_prints_is_the_result_of_its_operation(
    operation: Callable[..., object], arguments: list[str], tmp_path: Path
) -> None:
    game = tmp_path / "game.txt"
    game.write_text("raies O\ncoule XXXX\n", "utf-8")
    told = run(*(argument.replace("{game}", str(game)) for argument in arguments), "--json", lang="en")
    document = json.loads(told.stdout)
    adapter: TypeAdapter[Any] = TypeAdapter(get_type_hints(operation, include_extras=True)["return"])
    again = adapter.dump_python(adapter.validate_python(document), mode="json", exclude_defaults=True)
    assert again == document, "a field that the result does not declare"


@dataclass(frozen=True)
class Inner:
    """A day."""

    day: str


@dataclass(frozen=True)
class Sample:
    """A result with a field of each kind."""

    share: Annotated[float | None, Rounded(2)]
    shares: Annotated[tuple[float, ...], Rounded(1)]
    what: Annotated[object, WrittenAsText()]
    inner: tuple[Inner, ...]
    sizes: dict[int, int]
    error: int = 0
    text: str | None = None


def test_a_result_as_json() -> None:
    sample = Sample(1 / 3, (0.25, 1.0), Reason("A day."), (Inner("2026-11-22"),), {3: 1})
    document = {
        "share": 0.33,
        "shares": [0.2, 1.0],
        "what": "A day.",
        "inner": [{"day": "2026-11-22"}],
        "sizes": {"3": 1},
    }
    assert as_json(sample) == document
    assert list(as_json(sample)) == list(document)
    assert as_json({"all": Sample(None, (), Reason("A day."), (), {}, 2, "")}) == {
        "all": {"share": None, "shares": [], "what": "A day.", "inner": [], "sizes": {}, "error": 2, "text": ""}
    }
