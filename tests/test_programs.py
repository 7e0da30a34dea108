"""Programs of others: types seen from outside, boards in notebooks, the client of the documentation."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import mastermot
from mastermot.game.trees import Node, StrategyTree
from tests.support import ROOT, environment

CLIENT = re.search(r"## A client in Python.*?```python\n(.*?)```", (ROOT / "docs/http.md").read_text(), re.DOTALL)
PROGRAM = """
import mastermot
from mastermot.engine import open_engine
from mastermot.families import Family, find_families
from mastermot.game import STRATEGIES, make_codebreaker
from mastermot.game.advice import advise
from mastermot.game.codebreakers import Codebreaker, register
from mastermot.lab.explore import Configuration
from mastermot.lab.static import find_fixed_guesses
from mastermot.puzzle import solve
from mastermot.puzzle.compose import Wanted
from mastermot.puzzle.explain import TECHNIQUES, Explanation
from mastermot.rules import BLACK_WHITE, Rule
from mastermot.service import create_app
from mastermot.words import fold

answer = mastermot.solve(mastermot.parse_puzzle("paume 5"), "fr")
words: list[str] = [solution.word for solution in answer.solutions]
game: mastermot.Game = mastermot.play_game(mastermot.ColourCodes(4, 6), "BEEF", codebreaker="decodeur")
position = mastermot.Position(mastermot.ColourCodes(4, 6), mastermot.BLACK_WHITE).after("ABCD", "O")
sizes: dict[str, int] = {marks: len(codes) for marks, codes in position.split("EFAB").classes.items()}
try:
    mastermot.open_dictionary("none")
except mastermot.MastermotError as error:
    code: str = error.code
reveal_type(answer.puzzle.clues[0].marks)
wrong: int = mastermot.fold("a")
"""


class Texts(HTMLParser):
    """The cells of tables and the names of branches, in order; every tag must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def board(value: object) -> list[str]:
    return Texts(value._repr_html_()).found  # type: ignore[attr-defined]


@pytest.mark.slow
def test_types_from_outside(tmp_path: Path) -> None:
    """A program is checked strictly; its one mistake is found."""
    assert CLIENT is not None
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "client.py").write_text(CLIENT[1])
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        str(tmp_path / "cache"),
        "program.py",
        "client.py",
    ]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    if "No module named mypy" in done.stderr:
        pytest.skip("mypy is not installed: it comes with the extra lint")
    kinds = re.findall(r"^(\w+\.py):(\d+): (\w+): (.*)$", done.stdout, re.MULTILINE)
    assert [(file, kind) for file, _line, kind, _text in kinds] == [("program.py", "note"), ("program.py", "error")]
    assert kinds[0][3] == 'Revealed type is "int"'


def test_puzzles_in_a_notebook() -> None:
    answer = mastermot.solve(mastermot.parse_puzzle("paume 5\npalme 4"), "fr")
    clues = [*"PAUME", "5", *"PALME", "4"]
    assert board(answer.puzzle) == clues
    assert board(answer) == [*clues, *"PAUME", "paume, paumé"]
    explanation = mastermot.explain_answer(answer)
    assert board(explanation)[-6:-1] == list("PAUME")
    assert [told for told in board(explanation) if len(told) > 1] == [step.text() for step in explanation.steps]


def test_games_in_a_notebook() -> None:
    codes = mastermot.ColourCodes(2, 3)
    position = mastermot.Position(codes, mastermot.BLACK_WHITE).after("AB", "O")
    assert board(position) == [*"AB", "O", "2"]
    assert board(position.split("BC")) == [*"BC", "O", "1", *"XX", "1"]
    assert board(mastermot.play_game(codes, "AB", codebreaker="decodeur"))[-3:] == [*"AB", "XX"]
    wide = mastermot.Position(codes, mastermot.BLACK).split("aa")
    assert {marks: len(texts) for marks, texts in wide.classes.items()} == {"(rien)": 4, "X": 4, "XX": 1}
    assert [len(texts) for texts in wide.classes.values()] == [4, 4, 1]


def test_a_tree_in_a_notebook() -> None:
    root = Node("AB", {"": Node("CC", {"XX": None}), "XX": None})
    tree = StrategyTree(mastermot.ColourCodes(2, 3), mastermot.BLACK, root)
    assert board(tree) == ["AB", ": CC"]


def test_what_is_shown_is_text() -> None:
    assert board(Wicked()) == ["<", "b", ">", "<i>"]


class Wicked:
    def _repr_html_(self) -> str:
        from mastermot.notebooks import draw_board

        return draw_board([("<b>", "<i>")])


def test_plots_by_one_name(tmp_path: Path) -> None:
    codes = mastermot.ColourCodes(2, 3)
    start = mastermot.Position(codes, mastermot.BLACK_WHITE)
    review = mastermot.review_game([start, start.after("AB", "XX")], mastermot.make_codebreaker("best", codes=codes))
    mastermot.plot(review, str(tmp_path / "review.svg"))
    assert (tmp_path / "review.svg").read_text().startswith("<?xml")
    with pytest.raises(mastermot.MastermotError, match="gif"):
        mastermot.plot(review, str(tmp_path / "review.gif"))
