"""The letters that a step leaves: in JSON, on a terminal of 80 columns, on a sheet."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from mastermot import Explanation, Wanted, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.cli.compose import prepare_composed
from mastermot.operations.puzzle_answers import solve_clues
from mastermot.operations.puzzle_results import describe_answer
from mastermot.operations.solve_request import PuzzleOptions
from mastermot.puzzle.compose import compose, read_source
from mastermot.puzzle.explain import explain, explain_clues
from mastermot.puzzle.explain.board import ClueBoard
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.results import as_json
from mastermot.texts.languages import use
from mastermot.texts.phrases import lay_out, list_columns
from mastermot.texts.sheets import draw_sheet
from mastermot.words.files import find_data
from tests.messages import check_told
from tests.support import run, slow_unless, some

EXPLAINED = PuzzleOptions(words="fr", explain=True)
SHIPPED = sorted(Path(find_data("puzzles")).glob("*.txt"))


@cache
def explained(path: Path) -> Explanation:
    """Return the explanation of a shipped puzzle."""
    return explain(solve(read_puzzle(str(path)), open_dictionary("fr")))


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_columns_say_what_each_step_changes(path: Path) -> None:
    explanation = explained(path)
    before = list(explanation.columns)
    for step in some(explanation.steps):
        columns = list_columns(step)
        assert columns != before
        removed = {(letter.position, letter.letter) for letter in step.removed}
        assert removed == {
            (position, letter)
            for position, (old, new) in enumerate(zip(before, columns, strict=True), start=1)
            for letter in set(old) - set(new)
        }
        assert step.grid == "".join(letters if len(letters) == 1 else "?" for letters in columns)
        before = columns


@pytest.mark.parametrize("path", slow_unless(lambda path: path.stem[-2:] < "08", SHIPPED), ids=lambda path: path.stem)
@pytest.mark.parametrize("width", [30, 74, 200])
def test_the_grid_fits_its_width_and_shows_all_columns(path: Path, width: int) -> None:
    explanation = explained(path)
    for step in some(explanation.steps[:4]):
        beside, below = lay_out(explanation, step, width)
        columns = list_columns(step)
        if beside:
            assert not below
            assert beside.split() == columns
            assert len(" ".join(step.grid)) + 3 + len(beside) <= width
        else:
            shown = [cell.split(":") for line in below for cell in line.split()]
            assert {int(number): letters for number, letters in shown} == {
                position: letters for position, letters in enumerate(columns, start=1) if len(letters) > 1
            }
            assert all(len(line) <= width for line in below)


def test_another_letter_is_the_last_of_its_column() -> None:
    puzzle = parse_puzzle("badd 1\nbbeb 1\neabb 0\nbaea 1\nbbcd 1\naaca 0\n")
    document = as_json(describe_answer(solve_clues(puzzle, EXPLAINED, DEFAULT_LIMIT)))
    columns = [letters for step in document["steps"] for letters in step["columns"]]  # type: ignore[attr-defined]
    assert any("*" in letters for letters in columns)
    assert all("*" not in letters[:-1] for letters in columns)


def test_cases_are_numbered_lines_on_a_terminal() -> None:
    told = run("solve", "--explain", "puzzles/fr-08.txt").stdout
    numbers = [match[1] for match in re.finditer(r"^(?:\d\d\. |    )((?:\d+\.)*\d+)\) ", told, re.MULTILINE)]
    assert numbers[:4] == ["1", "1.1", "1.2", "1.3"]
    assert all(len(line) <= 80 for line in told.splitlines())
    assert "   1:AGMPRSV 2:EIOR 3:NRS 4:CFHLT 6:EGNORV 7:DGNRT 8:ES\n" in told


@pytest.mark.parametrize(("language", "parts"), [("en", ["none", "so"]), ("fr", ["aucune", "donc"])])
def test_a_letter_placed_by_a_clue_without_marks_is_told(language: str, parts: list[str]) -> None:
    puzzle = parse_puzzle("hauts 0\nherbe 1\nherse 1\n")
    use(language)
    try:
        step = as_json(describe_answer(solve_clues(puzzle, EXPLAINED, DEFAULT_LIMIT)))["steps"][0]  # type: ignore[index]
    finally:
        use("en")
    assert step["placed"]
    check_told(step["text"], "", *parts)


def test_a_sheet_shows_the_letters_left() -> None:
    composed = compose(read_source(open_dictionary("fr-common"), 5), Wanted(), 3)
    page = draw_sheet([prepare_composed(composed, open_dictionary("fr"))]).body()
    left = re.findall(r'<span class="left">(.*?)</span>', page)
    assert left
    assert all(line.count(" | ") == 4 for line in left)


def test_a_sheet_tells_the_steps_that_place_letters_and_the_last_one() -> None:
    composed = compose(read_source(open_dictionary("fr-common"), 5), Wanted(), 3)
    steps = explain_clues(ClueBoard(composed.puzzle.clues, composed.puzzle.columns), [composed.solution]).steps
    shown = draw_sheet([prepare_composed(composed, open_dictionary("fr"))]).body().count("<li>")
    assert shown == sum(bool(step.placed) for step in steps[:-1]) + 1
    assert shown < len(steps)
