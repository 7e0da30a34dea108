"""What `mastermot` and the rooms export: everything is there, documented, and loaded when it is first used."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable
from pathlib import Path

import pytest

import mastermot
from tests.support import ROOT, parse_module, python

ROOMS = "engine families game game.advice lab.explore lab.static puzzle puzzle.compose puzzle.explain rules words"
PACKAGES = ["mastermot", *(f"mastermot.{room}" for room in ROOMS.split())]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_export_is_there_and_documented(package: str) -> None:
    module = importlib.import_module(package)
    names = module.__all__  # what is not in it is private to the type checkers of others
    ours = {name for name, value in vars(module).items() if getattr(value, "__module__", "").startswith(package)}
    assert {name for name in ours if name[0] != "_"} <= {*names, "export_lazily"}
    assert set(names) <= set(dir(module))
    for name in names:
        value = getattr(module, name)
        assert value.__doc__ if callable(value) else value is not None, name


@pytest.mark.parametrize("stub", sorted(ROOT.glob("mastermot/**/__init__.pyi")), ids=lambda stub: stub.parent.name)
def test_type_checkers_know_every_export(stub: Path) -> None:
    """For them, what a stub imports is private unless its ``__all__`` names it."""
    module = importlib.import_module(".".join(stub.parent.relative_to(ROOT).parts))
    listed: list[str] = []
    for statement in parse_module(stub).body:
        if isinstance(statement, ast.Assign | ast.AugAssign):
            listed += ast.literal_eval(statement.value)
    assert sorted(listed) == sorted(module.__all__)


def test_unknown_names_are_unknown() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        mastermot.solv  # type: ignore[attr-defined]  # noqa: B018


def test_one_import_reaches_every_room() -> None:
    code = """
import mastermot, sys
assert "numpy" not in sys.modules
assert "mastermot.game" not in sys.modules
position = mastermot.game.Position(mastermot.rules.codes.ColourCodes(4, 6), mastermot.BLACK_WHITE)
assert position.after("ABCD", "O").count == 152
assert "numpy" in sys.modules
assert mastermot.families.find_families is mastermot.find_families
"""
    assert python("-c", code).returncode == 0


def test_the_command_begins_before_anything_is_loaded() -> None:
    """Until it has begun, Ctrl-C leaves a traceback."""
    code = """
import sys
loaded = set(sys.modules)
import mastermot.__main__
names = {"__main__", "lazy", "wording"}
assert set(sys.modules) - loaded <= {"__future__", "mastermot", *(f"mastermot.{name}" for name in names)}
"""
    assert python("-c", code).returncode == 0


def test_names_for_completion() -> None:
    assert mastermot.rule_names()[:4] == ("black", "black-white", "positional", "membership")
    assert "fr-common" in mastermot.dictionary_names()
    assert tuple(mastermot.game.PLAYERS)[:6] == ("best", "decodeur", "knuth", "jourde", "consistent", "random")
    assert tuple(mastermot.game.STRATEGIES)[:2] == ("entropy", "minimax")
    assert mastermot.game.POOLS == ("consistent", "accelerated", "all")
    assert tuple(mastermot.game.CODEMAKERS) == ("honest", "fickle")


def test_only_public_names_are_listed() -> None:
    listed = {name for name in dir(mastermot) if not name.startswith("__")}
    assert not listed & {"TYPE_CHECKING", "annotations", "export_lazily", "lazy"}
    assert {"solve", "Position", "puzzle", "lab"} <= listed


def test_a_dictionary_may_be_named() -> None:
    answer = mastermot.solve(mastermot.parse_puzzle("paume 5"), "fr")
    assert (answer.dictionary, answer.solutions[0].word) == ("fr", "PAUME")
    wanted = mastermot.Wanted(length=4, clues=8)
    composed = next(mastermot.compose_puzzles("fr-common", wanted, seed=1, count=1))
    assert composed == next(mastermot.compose_puzzles(mastermot.open_dictionary("fr-common"), wanted, seed=1, count=1))


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (mastermot.Wanted(length=99), "dictionary-empty"),
        (mastermot.Wanted(clues=0), "too-few-clues"),
        (mastermot.Wanted(level=9), "level-range"),
        (mastermot.Wanted(level=0), "level-range"),
    ],
)
def test_what_cannot_be_composed_is_refused_by_name(wanted: mastermot.Wanted, code: str) -> None:
    with pytest.raises(mastermot.MastermotError) as caught:
        next(mastermot.compose_puzzles("fr-common", wanted, seed=1, count=1))
    assert caught.value.code == code


def test_an_engine_has_a_process() -> None:
    with pytest.raises(mastermot.MastermotError, match="0 processes"):
        mastermot.open_engine(jobs=0)


def test_bytes_are_no_word() -> None:
    with pytest.raises(TypeError):
        mastermot.fold(b"abc")  # type: ignore[arg-type]


def test_what_a_user_would_try_is_taken() -> None:
    codes = mastermot.ColourCodes(4, 6)
    position = mastermot.Position(codes, "black-white")  # a name for a rule
    assert position.after("ABCD", (1, 1)).count == position.after("ABCD", "XO").count
    black = mastermot.Position(codes, "black")
    assert black.after("ABCD", 2).count == black.after("ABCD", "XX").count
    assert mastermot.play_game(codes, "ABCD", rule="black", codebreaker="knuth").won
    small = mastermot.ColourCodes(2, 3)
    named = mastermot.explore_turns(small, "black-white", "knuth")
    assert named == mastermot.explore_turns(small, mastermot.BLACK_WHITE, mastermot.make_codebreaker("knuth"))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: mastermot.Position(mastermot.ColourCodes(4, 6), "blck"), "rule-unknown"),
        (lambda: mastermot.Position(mastermot.ColourCodes(4, 6), 5), "rule-unknown"),  # type: ignore[arg-type]
        (lambda: mastermot.Position(mastermot.ColourCodes(4, 6), "black").after("ABCD", 5), "marks-over-length"),
        (lambda: mastermot.ColourCodes(4.5, 6), "wrong-kind"),  # type: ignore[arg-type]
        (lambda: mastermot.ColourCodes(4, 6.5), "wrong-kind"),  # type: ignore[arg-type]
        (lambda: mastermot.ColourCodes(4, "6"), "colour-symbols"),
        (lambda: mastermot.make_codebreaker(sample=-3), "wrong-kind"),
        (lambda: mastermot.open_dictionary("fr").of_length("5"), "wrong-kind"),  # type: ignore[arg-type]
        (lambda: mastermot.WordCodes("fr", "5"), "wrong-kind"),  # type: ignore[arg-type]
        (lambda: mastermot.ListedCodes("abc"), "wrong-kind"),
        (lambda: mastermot.explain_answer("paume 2"), "wrong-kind"),  # in which dictionary?
    ],
)
def test_what_cannot_be_used_is_refused_by_name(call: Callable[[], object], code: str) -> None:
    with pytest.raises(mastermot.MastermotError) as caught:
        call()
    assert caught.value.code == code
