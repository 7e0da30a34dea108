"""Operations from Python: requests with their bounds, answers as the command prints them; what is wrong, by field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mastermot.ask import solving, words
from mastermot.ask.errors import FieldInvalidError
from mastermot.ask.playing import AdviceRequest, suggest_guesses
from mastermot.ask.puzzles import PuzzleOptions
from mastermot.ask.ranking import RankRequest, rank_best
from mastermot.ask.requests import Request
from mastermot.ask.solving import ComposeRequest, DailyRequest, MarksRequest, PuzzleRequest
from mastermot.ask.validation import validate, validate_texts
from mastermot.ask.words import FamiliesRequest, LadderRequest
from mastermot.families.errors import FamilyWordLengthError
from mastermot.results import as_json
from mastermot.words.dictionaries import DictionaryUnknownError
from tests.support import ROOT, run

PUZZLE = ROOT / "puzzles" / "coude.txt"


def command(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json", lang="en").stdout)


def test_an_answer_is_the_object_of_the_command() -> None:
    told = command("solve", str(PUZZLE))
    assert as_json(solving.solve_text(PuzzleOptions(), PUZZLE.read_bytes())) == told
    clues = [line.split() for line in PUZZLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    request = validate(PuzzleRequest, {"clues": [{"word": word, "marks": int(marks)} for word, marks in clues]})
    assert as_json(solving.solve_puzzle(request)) == told
    marks = solving.mark_guess(MarksRequest(guess="PAUME", secret="COUDE"))
    assert as_json(marks) == command("marks", "paume", "coude")
    composed = solving.compose_puzzles(ComposeRequest(solution="Coudé", own=["paume"], seed=3))
    assert as_json(composed)["puzzles"][0]["solution"] == "COUDE"
    without = solving.compose_puzzles(ComposeRequest(seed=3))
    assert as_json(without)["puzzles"] == command("compose", "--seed", "3")["puzzles"]
    ladder = words.get_ladders(LadderRequest(start="tare", end="pion"))
    assert as_json(ladder) == command("ladder", "tare", "pion")


def test_texts_are_read_as_the_types_of_their_fields() -> None:
    assert validate_texts(PuzzleOptions, {"explain": "true", "words": "en"}) == PuzzleOptions(explain=True, words="en")
    asked = validate_texts(LadderRequest, {"start": "tare", "end": "pion", "all": "1"})
    assert asked.every
    assert str(validate_texts(DailyRequest, {"date": "2026-11-22"}).date) == "2026-11-22"


@pytest.mark.parametrize(
    ("model", "values", "fields"),
    [
        (PuzzleRequest, {}, ["clues"]),
        (PuzzleRequest, [], [""]),
        (PuzzleRequest, {"clues": [{"word": "paume", "marks": "2"}]}, ["clues/0/marks"]),
        (
            PuzzleRequest,
            {"clues": [{"word": 5, "marks": None}], "a/b~": 1},
            ["clues/0/word", "clues/0/marks", "a~1b~0"],
        ),
        (MarksRequest, {"guess": "ab", "secret": "cd", "rule": "blak"}, ["rule"]),
    ],
)
def test_every_field_at_fault_is_named(model: type[Request], values: object, fields: list[str]) -> None:
    with pytest.raises(FieldInvalidError) as raised:
        validate(model, values)
    assert [name for name, _ in raised.value.errors or ((raised.value.source, None),)] == fields


def test_what_a_field_refuses_by_name_keeps_its_own_error() -> None:
    with pytest.raises(DictionaryUnknownError) as raised:
        validate_texts(PuzzleOptions, {"words": "fr-comon"})
    assert raised.value.source == "words"
    assert "fr-common" in raised.value.suggestions


def test_what_does_not_go_together_is_refused() -> None:
    found = words.list_families(FamiliesRequest(length=4, word="râpe")).families
    assert [family.pattern for family in found] == ["RA?E", "?APE", "R?PE", "RAP?"]
    with pytest.raises(FamilyWordLengthError):
        words.list_families(FamiliesRequest(length=5, word="râpe"))
    weighted: dict[str, Any] = {"words": "fr-common", "length": 5, "weighted": True}
    assert [one.chance is None for one in suggest_guesses(AdviceRequest(**weighted, top=2)).guesses] == [False, False]
    for other in ({"player": "knuth"}, {"strategy": "minimax"}):
        with pytest.raises(FieldInvalidError, match="leave out player and strategy"):
            suggest_guesses(AdviceRequest(**weighted, **other))


def test_guesses_or_pairs_of_them_are_ranked() -> None:
    for count in (1, 2):
        ranking = rank_best(RankRequest(holes=2, colours=3, rules=["black-white"], top=5, count=count))
        assert (ranking.openings != (), ranking.pairs != ()) == (count == 1, count == 2)
