"""The public functions given wrong values: each returns, or raises a named error, whatever number or text it gets."""

from __future__ import annotations

import datetime
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mastermot
from mastermot import MastermotError, Position, Wanted
from mastermot.game.advice.guessing import GuessingGame
from tests.support import ROOT, some

PUZZLE = (ROOT / "puzzles" / "coude.txt").read_text("utf-8")
COLOURS = mastermot.ColourCodes(2, 3)
START = Position(COLOURS, "black-white")
FOUND = [START, START.after("AB", "O"), START.after("AB", "O").after("CA", "XX")]
NUMBERS = -1, 0, 10**30, 1.5, float("nan"), float("inf")  #: Wrong for most parameters, as numbers.
TEXTS = "", "?", "a b", "é\0", "x" * 300  #: Wrong for most parameters, as texts.


@cache
def list_calls() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Return a call of each public function, and of each class that checks what it is given, that ends well."""
    player = mastermot.make_codebreaker("knuth", codes=COLOURS)
    duel = mastermot.Duel(COLOURS, mastermot.BLACK_WHITE, player)
    problem = mastermot.FixedProblem(COLOURS, "black")
    wanted = {"length": 4, "clues": 8, "level": 1, "solution": "", "own": ()}
    families = mastermot.find_families(["RACE", "RATE", "RITE"])
    text = "AB O\nCA XX"
    calls: dict[str, dict[str, Any]] = {
        "advise": {"position": START, "codebreaker": player, "top": 3, "work": 1000},
        "advise_weighted": {
            "position": Position(mastermot.WordCodes("fr-answers", 3), "black"),
            "codebreaker": player,
            "top": 2,
        },
        "classes_of": {"codes": COLOURS, "rule": "black", "guesses": ["AB"]},
        "ColourCodes": {"holes": 2, "colours": 3},
        "compose_daily": {"dictionary": "fr-common", "day": datetime.date(2026, 12, 1), "level": 1},
        "compose_puzzles": {
            "dictionary": "fr-common",
            "wanted": Wanted(**wanted),
            "seed": 7,
            "count": 1,
            "work": 10**6,
        },
        "explain_answer": {"answer": PUZZLE, "limit": 1000, "work": 100, "most": 1, "dictionary": "fr-common"},
        "explore_turns": {"codes": COLOURS, "rule": "black", "codebreaker": "knuth"},
        "families_of_word": {"word": "RACE", "found": families, "least": 2},
        "find_families": {"words": ["RACE"]},
        "find_fixed_guesses": {"problem": problem, "count": 1, "seed": 1, "starts": 1},
        "find_ladders": {"start": "tare", "end": "pion", "dictionary": "fr", "most": 2},
        "FixedProblem": {"codes": COLOURS, "rule": "black", "objective": "largest"},
        "fold": {"word": "cœur", "alphabet": mastermot.open_dictionary("es").alphabet},
        "ListedCodes": {"texts": ["AB", "AC"], "name": "mine"},
        "make_codebreaker": {
            "player": "best",
            "codes": COLOURS,
            "strategy": "entropy",
            "pool": "all",
            "sample": 5,
            "seed": 1,
        },
        "make_codemaker": {"name": "honest", "codes": COLOURS, "seed": 1},
        "mark": {"guess": "paume", "secret": "coude", "rule": "black"},
        "open_dictionary": {"name": "fr-common"},
        "open_engine": {"jobs": 1},
        "parse_puzzle": {"text": PUZZLE, "source": "mine"},
        "play_duel": {"duel": duel, "games": 1},
        "play_game": {"codes": COLOURS, "secret": "AB", "rule": "black", "codebreaker": "knuth", "most_turns": 3},
        "Duel": {
            "codes": COLOURS,
            "rule": mastermot.BLACK,
            "codebreaker": player,
            "codemaker": "honest",
            "seed": 1,
            "most_turns": 3,
        },
        "Position": {"codes": COLOURS, "rule": "black"},
        "propose_accelerators": {
            "codes": COLOURS,
            "rule": mastermot.BLACK_WHITE,
            "player": "decodeur",
            "strategy": "entropy",
            "sample": 2,
            "most": 1,
            "trials": 1,
        },
        "read_accelerators": {"path": str(ROOT / "accel" / "fr-5.txt")},
        "read_puzzle": {"path": str(ROOT / "puzzles" / "coude.txt")},
        "read_transcript": {"text": text, "source": "mine"},
        "review_game": {"positions": FOUND, "codebreaker": "knuth", "work": 1000},
        "rule_named": {"name": "black"},
        "solve": {"puzzle": PUZZLE, "dictionary": "fr-common", "limit": 1000},
        "solve_small": {"numbers": np.eye(2, dtype=np.uint8), "solved": 1, "work": 100},
        "WordCodes": {"dictionary": "fr-common", "length": 4},
    }
    return {name: (getattr(mastermot, name), arguments) for name, arguments in calls.items()}


WITHOUT_VALUES = {"add_statistics", "count_games", "dictionary_names", "rule_names", "grade_answer", "plot"}
WITHOUT_VALUES |= {"replay_transcript"}
"""Functions that take no number and no text, but what others return; `plot` writes a file of any name."""


def finish(result: object) -> object:
    """Return a result, or the first of a series."""
    return list(islice(result, 1)) if isinstance(result, Iterator) else result


def list_wrong() -> Iterator[tuple[str, str, object]]:
    """Yield each function with a parameter that is a number or a text, and a value that may be wrong for it."""
    for name, (function, arguments) in list_calls().items():
        for parameter, value in arguments.items():
            kinds = NUMBERS if isinstance(value, int) else TEXTS if isinstance(value, str) else ()
            yield from ((name, parameter, wrong) for wrong in kinds)
        for parameter, annotation in list_annotations(function).items():
            if parameter not in arguments and ("str | None" in annotation or "Literal" in annotation):
                yield from ((name, parameter, wrong) for wrong in TEXTS)


def list_annotations(function: Callable[..., Any]) -> dict[str, str]:
    """Return the annotations of a function's parameters as texts, by their names."""
    parameters = inspect.signature(function).parameters.values()
    return {parameter.name: str(parameter.annotation) for parameter in parameters}


def test_every_public_function_is_called() -> None:
    functions = {name for name in mastermot.__all__ if inspect.isfunction(getattr(mastermot, name))}
    assert functions - WITHOUT_VALUES <= set(list_calls())


@pytest.mark.parametrize("name", list_calls())
def test_the_calls_end_well(name: str) -> None:
    function, arguments = list_calls()[name]
    finish(function(**arguments))


@pytest.mark.parametrize("name", dict.fromkeys(name for name, _parameter, _wrong in list_wrong()))
def test_a_wrong_value_is_a_named_error_or_none(name: str) -> None:
    function, arguments = list_calls()[name]
    for _name, parameter, wrong in some(case for case in list_wrong() if case[0] == name):
        try:
            finish(function(**{**arguments, parameter: wrong}))
        except MastermotError:
            continue
        except Exception as error:
            pytest.fail(f"{name}({parameter}={wrong!r}): {type(error).__name__}: {error}")


SEEDS = {("make_codebreaker", "seed"), ("make_codemaker", "seed"), ("Duel", "seed")}
"""Whole numbers that are no counts: a generator of random numbers takes any value as its seed."""


@pytest.mark.parametrize("name", list_calls())
def test_a_count_that_is_none_is_a_named_error(name: str) -> None:
    function, arguments = list_calls()[name]
    counts = {parameter for parameter, value in arguments.items() if isinstance(value, int)}
    whole = re.compile(r"(int|<class 'int'>)( \| None)?")
    assert {parameter for parameter, told in list_annotations(function).items() if whole.fullmatch(told)} <= counts
    for parameter in sorted(counts):
        if (name, parameter) in SEEDS:
            continue
        for wrong in (-1, 1.5, float("nan"), float("inf")):
            with pytest.raises(MastermotError):
                finish(function(**{**arguments, parameter: wrong}))


def list_hard() -> dict[str, Callable[[Any], object]]:
    """Return what takes a hard mode: the public functions, by their annotations, and a class."""
    asks: dict[str, Callable[[Any], object]] = {"GuessingGame": lambda hard: GuessingGame(START, "AB", hard=hard)}
    for name, (function, arguments) in list_calls().items():
        if "hard" in list_annotations(function):
            asks[name] = lambda hard, function=function, arguments=arguments: function(**arguments, hard=hard)
    return asks


@pytest.mark.parametrize("name", list_hard())
def test_a_hard_mode_that_does_not_exist_is_a_named_error(name: str) -> None:
    assert len(list_hard()) >= 4
    for wrong in ("bogus", "", "wordle"):  # the last is for rules that mark each position
        with pytest.raises(MastermotError, match="hard"):
            list_hard()[name](wrong)


@pytest.mark.parametrize(
    ("field", "wrong", "code"),
    [
        ("clues", float("nan"), "wrong-kind"),
        ("clues", -1, "wrong-kind"),
        ("clues", 0, "too-few-clues"),
        ("length", 0, "dictionary-empty"),
        ("level", 9, "level-range"),
        ("solution", "?", "not-a-word"),
        ("own", ("?",), "not-a-word"),
    ],
)
def test_a_puzzle_that_cannot_be_wanted_is_refused(field: str, wrong: object, code: str) -> None:
    wanted = Wanted(length=4, clues=8)._replace(**{field: wrong})
    with pytest.raises(MastermotError) as refused:
        next(mastermot.compose_puzzles("fr-common", wanted, seed=1, count=1))
    assert refused.value.code == code


def test_a_number_out_of_range_names_its_parameter() -> None:
    player = mastermot.make_codebreaker("knuth", codes=COLOURS)
    for call, told in (
        (lambda: mastermot.advise(START, player, top=-1), r"^top\b.* -1"),
        (lambda: mastermot.solve(PUZZLE, "fr", limit=0), r"^limit\b.* 0"),
        (lambda: mastermot.find_ladders("tare", "pion", "fr", most=0), r"^most\b.* 0"),
        (lambda: next(mastermot.play_duel(mastermot.Duel(COLOURS, mastermot.BLACK, player), -1)), r"^games\b.* -1"),
    ):
        with pytest.raises(MastermotError, match=told):
            call()


def test_positions_that_do_not_follow_on_each_other_are_refused() -> None:
    for positions in (FOUND[::-1], [FOUND[0], FOUND[2]], [*FOUND, FOUND[0]], [FOUND[0]] * 2, FOUND[:1], []):
        with pytest.raises(MastermotError, match=r"^positions "):
            mastermot.review_game(positions, "knuth")


def test_marks_without_a_candidate_among_the_guesses_are_refused() -> None:
    for numbers in (np.zeros((2, 3), np.uint8), np.zeros((0, 0), np.uint8), np.eye(2, 3, dtype=np.uint8)):
        with pytest.raises(MastermotError, match=r"^numbers "):
            mastermot.solve_small(numbers, 1)


def test_every_secret_is_played_against_an_honest_codemaker_alone() -> None:
    player = mastermot.make_codebreaker("knuth", codes=COLOURS)
    with pytest.raises(MastermotError, match=r"^codemaker\b.*\bfickle\b"):
        mastermot.Duel(COLOURS, mastermot.BLACK, player, "fickle", every=True)


def test_what_a_text_stands_for_is_the_same_as_the_value(tmp_path: Path) -> None:
    """The table of `docs/library.md`: puzzles, dictionaries, rules and players by text or name."""
    dictionary = mastermot.open_dictionary("fr")
    puzzle = mastermot.parse_puzzle(PUZZLE)
    answer = mastermot.solve(puzzle, dictionary)
    assert mastermot.solve(PUZZLE, "fr") == answer
    assert mastermot.explain_answer(PUZZLE, dictionary="fr").steps == mastermot.explain_answer(answer).steps
    assert mastermot.find_ladders("tare", "pion", "fr") == mastermot.find_ladders("tare", "pion", dictionary)
    assert mastermot.mark("coupe", "coude", "positional") == mastermot.mark("coupe", "coude", mastermot.POSITIONAL)
    words = mastermot.WordCodes("fr-answers", 3)
    given = {"rule": "positional", "codebreaker": "entropy"}
    assert mastermot.play_game("fr-answers", "pré", **given) == mastermot.play_game(words, "pré", **given)
    knuth = mastermot.make_codebreaker("knuth", codes=COLOURS)
    assert mastermot.review_game(FOUND, "knuth") == mastermot.review_game(FOUND, knuth)


def test_a_dictionary_is_gone_through_word_by_word(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("coude\nété\nÂge\n", "utf-8")
    assert list(mastermot.open_dictionary(str(file))) == ["ETE", "AGE", "COUDE"]
    shipped = mastermot.open_dictionary("fr-common")
    assert len(list(shipped)) == len(shipped)
