"""Operations from Python: requests with their bounds, answers as the command prints them; what is wrong, by field."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from mastermot import MastermotError, find_families, open_dictionary, solve
from mastermot.families.errors import FamilyWordLengthError
from mastermot.operations import family_lists, puzzles, word_ladders
from mastermot.operations.errors import FieldInvalidError
from mastermot.operations.family_lists import FamiliesRequest
from mastermot.operations.game_advice import AdviceRequest, suggest_guesses
from mastermot.operations.marks import MarksRequest, mark_guess
from mastermot.operations.puzzles import ComposeRequest, PuzzleRequest
from mastermot.operations.ranking import RankRequest, rank_best
from mastermot.operations.requests import Request
from mastermot.operations.sheets import print_solved
from mastermot.operations.solve_request import PuzzleOptions
from mastermot.operations.word_ladders import LadderRequest
from mastermot.puzzle.explain import explain
from mastermot.results import as_json
from mastermot.rules.errors import RuleUnknownError
from mastermot.service.requests.puzzles import PuzzleOfDayRequest
from mastermot.service.validation import validate_json, validate_texts
from mastermot.words.dictionaries import DictionaryUnknownError
from tests.support import ROOT, run

PUZZLE = ROOT / "puzzles" / "coude.txt"


def command(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json", lang="en").stdout)


def test_an_answer_is_the_object_of_the_command() -> None:
    told = command("solve", str(PUZZLE))
    assert told["complete"], "all words that fit are listed"
    assert as_json(puzzles.solve_text(PuzzleOptions(), PUZZLE.read_bytes())) == told
    clues = [line.split() for line in PUZZLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    request = validate_json(
        PuzzleRequest, json.dumps({"clues": [{"word": word, "marks": int(marks)} for word, marks in clues]})
    )
    assert as_json(puzzles.solve_puzzle(request)) == told
    marks = mark_guess(MarksRequest(guess="PAUME", secret="COUDE"))
    assert as_json(marks) == command("marks", "paume", "coude")
    composed = puzzles.compose_puzzles(ComposeRequest(solution="Coudé", own=["paume"], seed=3))
    assert as_json(composed)["puzzles"][0]["solution"] == "COUDE"
    without = puzzles.compose_puzzles(ComposeRequest(seed=3))
    assert as_json(without)["puzzles"] == command("compose", "--seed", "3")["puzzles"]
    ladder = word_ladders.get_ladders(LadderRequest(start="tare", end="pion"))
    assert as_json(ladder) == command("ladder", "tare", "pion")


def test_texts_are_read_as_the_types_of_their_fields() -> None:
    assert validate_texts(PuzzleOptions, {"explain": "true", "words": "en"}) == PuzzleOptions(explain=True, words="en")
    asked = validate_texts(LadderRequest, {"start": "tare", "end": "pion", "all": "1"})
    assert asked.every
    assert str(validate_texts(PuzzleOfDayRequest, {"date": "2026-11-22"}).date) == "2026-11-22"


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
    ],
)
def test_every_field_at_fault_is_named(model: type[Request], values: object, fields: list[str]) -> None:
    with pytest.raises(FieldInvalidError) as raised:
        validate_json(model, json.dumps(values))
    assert [name for name, _ in raised.value.errors or ((raised.value.source, None),)] == fields


def test_what_a_field_refuses_by_name_keeps_its_own_error() -> None:
    with pytest.raises(DictionaryUnknownError) as raised:
        validate_texts(PuzzleOptions, {"words": "fr-comon"})
    assert raised.value.source == "words"
    assert "fr-common" in raised.value.suggestions
    with pytest.raises(RuleUnknownError) as unknown:
        validate_json(MarksRequest, '{"guess": "ab", "secret": "cd", "rule": "blak"}')
    assert unknown.value.source == "rule"
    assert "black" in unknown.value.suggestions


def test_what_does_not_go_together_is_refused() -> None:
    found = family_lists.list_families(FamiliesRequest(length=4, word="râpe")).families
    assert [family.pattern for family in found] == ["RA?E", "?APE", "R?PE", "RAP?"]
    with pytest.raises(FamilyWordLengthError):
        family_lists.list_families(FamiliesRequest(length=5, word="râpe"))
    weighted: dict[str, Any] = {"words": "fr-common", "length": 5, "weighted": True}
    assert [one.chance is None for one in suggest_guesses(AdviceRequest(**weighted, top=2)).guesses] == [False, False]
    for other in ({"player": "knuth"}, {"strategy": "minimax"}):
        with pytest.raises(FieldInvalidError, match=r"player.*strategy"):
            suggest_guesses(AdviceRequest(**weighted, **other))


def test_guesses_or_pairs_of_them_are_ranked() -> None:
    for count in (1, 2):
        ranking = rank_best(RankRequest(holes=2, colours=3, rules=["black-white"], top=5, count=count))
        assert (ranking.openings != (), ranking.pairs != ()) == (count == 1, count == 2)


@pytest.mark.parametrize(
    ("asked", "rising", "levels"),
    [
        ({"count": 2}, True, [1, 3]),
        ({"count": 2, "level": 2}, True, [2, 2]),
        ({"count": 2}, False, None),
        ({"count": 1}, True, None),
    ],
)
def test_levels_rise_on_a_sheet_of_several_without_a_level(
    asked: dict[str, Any], rising: bool, levels: list[int] | None
) -> None:
    """Where none rises or is asked for, each puzzle is the one of its seed."""
    composed = list(puzzles.compose_each(ComposeRequest(seed=3, **asked), rising=rising))
    assert len(composed) == asked["count"]
    assert levels in (None, [one.grade.level for one in composed])
    if levels is None:
        alone = [next(iter(puzzles.compose_each(ComposeRequest(seed=one.seed)))) for one in composed]
        assert alone == composed


def test_a_puzzle_is_as_long_as_its_word_and_has_the_clues_asked_for() -> None:
    for asked, length, clues in (
        ({"solution": "lune"}, 4, 10),
        ({"length": 4, "clues": 7}, 4, 7),
        ({"clues": 6, "own": ["paume", "coude", "paume"], "solution": "coude"}, 5, 6),
    ):
        (puzzle,) = puzzles.compose_puzzles(ComposeRequest(seed=3, **asked)).puzzles
        assert (len(puzzle.solution), len(puzzle.clues)) == (length, clues)
        if "own" in asked:
            assert [clue.word for clue in puzzle.clues].count("paume") == 1


def test_digits_are_marked_as_digits_and_faults_name_their_field() -> None:
    assert mark_guess(MarksRequest(guess="1123", secret="1231", rule="black-white")).marks.text == "XOOO"
    for asked, source in (
        ({"guess": "1123", "secret": "abcd"}, "guess"),
        ({"guess": "abcd", "secret": "1123"}, "secret"),
        ({"guess": "abc", "secret": "abcd"}, "guess"),
        ({"guess": "abc", "secret": "abd", "alphabet": "AA"}, "alphabet"),
    ):
        with pytest.raises(MastermotError) as wrong:
            mark_guess(MarksRequest(**asked))
        assert wrong.value.source == source


def test_a_text_is_solved_explained_and_mended_line_by_line() -> None:
    plain = puzzles.solve_text(PuzzleOptions(explain=True), PUZZLE.read_bytes())
    lower = puzzles.solve_text(PuzzleOptions(explain=True), b"\n\n" + PUZZLE.read_bytes())
    assert plain.count == len(plain.solutions) == 1
    assert plain.conflict is plain.conflict_smallest is None
    for step, same in zip(plain.steps, lower.steps, strict=True):
        assert [line + 2 for line in step.clues] == list(same.clues)
    wrong = puzzles.solve_text(PuzzleOptions(words="fr"), b"\naab 3\nabb 3\n")
    assert (wrong.count, wrong.conflict, wrong.conflict_smallest) == (0, (2, 3), True)
    assert [one.line for one in wrong.unknown] == [2, 3]
    mended = puzzles.solve_text(PuzzleOptions(), PUZZLE.read_bytes().replace(b"paume 2", b"paume 3"))
    assert mended.repairs[0].was.marks - mended.repairs[0].now.marks == 1
    assert mended.repairs[0].solutions == ("COUDE",)
    assert (mended.repairs_known, len(mended.repairs)) == (1, 3)


@pytest.mark.parametrize(("place", "word"), [(0, "pau1e"), (1, "pommes"), (2, "p.mme")])
def test_the_clue_at_fault_is_named(place: int, word: str) -> None:
    clues = [{"word": "paume", "marks": 2}, {"word": "choux", "marks": 1}, {"word": "palme", "marks": 1}]
    clues[place] = {"word": word, "marks": 1}
    with pytest.raises(MastermotError) as wrong:
        puzzles.solve_puzzle(validate_json(PuzzleRequest, json.dumps({"clues": clues})))
    assert wrong.value.source == f"clues/{place}"


def test_families_are_found_position_by_position_in_a_part_of_the_memory() -> None:
    """All patterns of a list at once take more than twice as much as those of one position, and the large families."""
    words = open_dictionary("en").words(6)
    request = FamiliesRequest(words="en", length=6, min_size=4)
    family_lists.list_families(request)  # what is kept for the next time is not counted
    assert measure_peak(lambda: family_lists.list_families(request)) < 0.6 * measure_peak(lambda: find_families(words))


def measure_peak(call: Callable[[], object]) -> int:
    """Return the most bytes that Python's objects took while something was called."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_sheet_has_the_steps_that_make_a_letter_certain_and_the_last() -> None:
    answer = solve((ROOT / "puzzles" / "coude.txt").read_text(encoding="utf-8"), "fr-common")
    steps = explain(answer).steps
    printed = print_solved(answer).steps
    assert len(printed) < len(steps)
    assert printed[-1] == steps[-1]
    assert all(step.placed for step in printed[:-1])
    assert [step for step in steps if step.placed and step not in printed] == []


def test_a_sheet_says_how_many_more_words_fit() -> None:
    answer = solve("paume 2", "fr-common")  # of other letters only
    *named, more = print_solved(answer).answers
    assert int(re.sub(r"\D", "", more)) == len(answer.others) - len(named) > 0
