"""``mastermot tree``, and ``--tree`` of play, duel and explore."""

from __future__ import annotations

import json
from pathlib import Path
from string import Formatter
from typing import Any
from xml.etree import ElementTree

import pytest

from mastermot import BLACK, BLACK_WHITE, ColourCodes
from mastermot.cli.tree import choose_sentence
from mastermot.game.hard_modes import HardMode
from mastermot.game.objectives import objective_named
from mastermot.game.positions import split_codes
from mastermot.game.trees import Node, StrategyTree, read_tree, write_tree
from tests.messages import check_told
from tests.playing import run_json
from tests.support import run

pytestmark = pytest.mark.compiled

SMALL = ("--holes", "3", "--colours", "4")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of 3 holes and 4 colours; one thread finds the same each time."""
    path = tmp_path_factory.mktemp("trees") / "3x4.json"
    assert run("optimal", *SMALL, "--jobs", "1", "--tree", str(path)).exit_code == 0
    return path


def test_replayed(tree: Path) -> None:
    result = run("tree", str(tree))
    game, figures, *_turns = result.stdout.splitlines()
    check_told(game, "", "3", "4", "A", "D", "64", "black-white")
    check_told(figures, "", "206", "3.218750", "4")
    assert run("tree", str(tree), *SMALL).stdout == result.stdout


def test_played(tree: Path) -> None:
    """`explore` and `duel` play what `tree` replays; `play` too, for each code."""
    turns = run_json("explore", *SMALL, "--tree", str(tree), "--turns")
    replayed = run_json("tree", str(tree))
    assert {name: turns[name] for name in ("total", "histogram")} == {
        name: replayed[name] for name in ("total", "histogram")
    }
    told = run_json("duel", *SMALL, "--tree", str(tree), "--every")
    assert (told["codebreaker"], told["total"]) == ("tree", 206)
    for code in ("AAA", "ABC", "DCB"):
        game = run_json("play", *SMALL, "--tree", str(tree), "--secret", code)
        assert game["turns"] == turns["turns"][code]


def test_other_trees_are_other_runs(tree: Path, tmp_path: Path) -> None:
    """Two trees for the same codes are two runs of a store."""
    other = tmp_path / "hard.json"
    run("optimal", *SMALL, "--hard", "--tree", str(other))
    store = str(tmp_path / "runs.sqlite")
    for path in (tree, other):
        assert run("explore", *SMALL, "--tree", str(path), "--database", store).exit_code == 0
    told = json.loads(run("explore", "--database", store, "--report", "--json").stdout)
    assert len({one["name"] for one in told["runs"]}) == 2


def change(tree: Path, tmp_path: Path, edit: Any) -> Path:
    """Return a copy of a tree's file, edited."""
    document = json.loads(tree.read_text())
    edit(document)
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(document))
    return path


def drop_answer(document: dict[str, Any]) -> None:
    answers = document["tree"]["answers"]
    answers.pop(next(marks for marks, after in answers.items() if after))


def repeat_guess(document: dict[str, Any]) -> None:
    answers = document["tree"]["answers"]
    marks = next(marks for marks, after in answers.items() if after and len(after["answers"]) > 2)
    answers[marks] = json.loads(json.dumps(document["tree"]))


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (drop_answer, "find"),
        (repeat_guess, "206"),
        (lambda document: document.update(total=205), "205"),
        (lambda document: document.update(tree=[]), "tree"),
        (lambda document: document["tree"].update(guess="AB"), "start"),
        (lambda document: document["tree"].update(guess="XYZ"), "start"),
        (lambda document: document.update(rule="balck"), "black"),
        (lambda document: document["codes"].update(sha256="0" * 64), "checksum"),
        (lambda document: document["codes"].pop("holes"), "neither"),
    ],
)
def test_altered_trees_are_refused(tree: Path, tmp_path: Path, edit: Any, told: str) -> None:
    path = change(tree, tmp_path, edit)
    result = run("tree", str(path))
    assert result.exit_code in (2, 3)
    assert told in result.stderr
    assert str(path) in result.stderr
    assert result.stdout == ""


def test_truncated_and_missing_files(tree: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_bytes(tree.read_bytes()[:200])
    assert run("tree", str(path)).exit_code == 3
    assert run("tree", str(tmp_path / "none.json")).exit_code == 3
    path.write_text("[" * 100_000)
    assert run("tree", str(path)).exit_code == 3


def test_other_games_are_refused(tree: Path) -> None:
    for command in ("play", "duel", "explore"):
        result = run(command, "--holes", "3", "--colours", "5", "--tree", str(tree))
        assert result.exit_code == 3
        check_told(result.stderr, "tree-game")
    assert "rule" in run("play", *SMALL, "--rule", "black", "--tree", str(tree), "--secret", "ABC").stderr


def test_marks_that_leave_the_tree(tree: Path) -> None:
    """Marks that no code can have given: the usual question, not a failure."""
    result = run("play", *SMALL, "--tree", str(tree), stdin="XX\nXX\nXX\nquit\n")
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.stderr


def test_drawn(tree: Path, tmp_path: Path) -> None:
    """Each guess of the tree is in the picture once, each answer that goes on is an edge."""
    guesses = sorted(node.guess for _history, node in read_tree(tree).walk())
    svg, dot = tmp_path / "tree.svg", tmp_path / "tree.dot"
    assert run("tree", str(tree), "--graph", str(svg)).exit_code == 0
    drawn = ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")
    shown = [text.text or "" for text in drawn if text.get("font-weight") == "bold"]
    assert sorted(text.rstrip("✓") for text in shown) == guesses
    assert run("tree", str(tree), "--graph", str(dot)).exit_code == 0
    text = dot.read_text()
    assert text.count("->") == len(guesses) - 1
    assert all(f'"{guess}"' in text for guess in guesses)
    assert run("tree", str(tree), "--graph", "/no/such/folder/x.svg").exit_code == 3


def read_page(lines: list[str]) -> dict[tuple[str, ...], str]:
    """Return what a page says to play, by the marks so far; a guess that is sure too."""
    plays: dict[tuple[str, ...], str] = {}
    path: list[str] = []
    for line in lines:
        depth = (len(line) - len(line.lstrip())) // 2
        first, *others = line.strip().split("  ")
        marks, _colon, guess = first.rpartition(": ")
        path = [*path[: max(0, depth - 1)], *([marks] if depth else [])]
        plays[tuple(path)] = guess.rstrip("✓")
        for other in others:
            marks, _colon, guess = other.rpartition(": ")
            plays[(*path, marks)] = guess
    return plays


def test_page_to_learn_from(tree: Path) -> None:
    """Whoever plays what the page says plays the tree."""
    result = run("tree", str(tree), "--text")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    page = lines[lines.index("AAB✓") :]
    plays = read_page([line for line in page if line])
    wanted = {tuple(marks for _guess, marks in history): node.guess for history, node in read_tree(tree).walk()}
    assert {tuple(one.replace("(none)", "(rien)") for one in path): guess for path, guess in plays.items()} == wanted
    assert any("(rien)" in path for path in wanted)
    assert len(plays) == 66
    french = run("tree", str(tree), "--text", "--lang", "fr").stdout
    assert "  (rien): CCD✓" in french
    assert "Look for" not in french


def first_left(left: list[str]) -> Node:
    """Return the tree that always plays the first code left."""
    after = split_codes(BLACK, left[0], left).items()
    return Node(left[0], {marks.text: None if rest == left[:1] else first_left(rest) for marks, rest in after})


def test_page_of_a_large_tree_is_refused(tmp_path: Path) -> None:
    """Under `black`, of a game with 2,197 codes, played by the first code left."""
    path = tmp_path / "large.json"
    codes = ColourCodes(3, 13)
    write_tree(StrategyTree(codes, BLACK, first_left(list(codes.texts))), path)
    result = run("tree", str(path), "--text")
    assert result.exit_code == 4
    assert "500" in result.stderr
    assert result.stdout == ""
    assert run("tree", str(path), "--text", "--json").exit_code == 2


PARTS_OF_PROOFS = {
    ("total", 0): {"total"},
    ("longest", 0): {"longest", "total"},
    ("last", 0): {"longest", "last", "total"},
    ("within:2", 0): {"turns", "total"},
    ("within:2", 4): {"late", "turns", "total"},
}
"""What the proof of each objective proves, by the names that stand for it in sentences: also by the codes found late,
since “fewer than 0 codes” would say nothing."""


@pytest.mark.parametrize("hard", [None, "strict", "wordle"])
@pytest.mark.parametrize("opening", [(), ("AB",)])
@pytest.mark.parametrize(("objective", "late"), PARTS_OF_PROOFS)
def test_a_proof_is_told_with_all_that_it_proves_in_each_hard_mode(
    objective: str, late: int, opening: tuple[str, ...], hard: HardMode | None
) -> None:
    goal = objective_named(objective)
    if opening and goal.shortest_first:
        return  # no opening is fixed there
    tree = StrategyTree(ColourCodes(2, 3), BLACK_WHITE, Node("AB"), goal, None, hard, opening)
    text, names_hard_mode = choose_sentence(tree, late)
    named = {name for _text, name, _form, _conversion in Formatter().parse(text) if name is not None}
    assert named == {"claims", *PARTS_OF_PROOFS[objective, late], *(["opening"] if opening else [])}
    assert names_hard_mode == (hard is not None and objective == "total" and not opening)


def test_a_proof_with_more_words_to_guess(tmp_path: Path) -> None:
    """The tree names its list of guesses. Without that the proof is about another game, and not altered."""
    codes, guesses, tree, proof = (tmp_path / name for name in ("codes", "guesses", "tree", "proof"))
    codes.write_text("ca\nab\nba\nbb\n")
    guesses.write_text("cb\ncc\n")
    game = ("--words", str(codes), "--guesses", str(guesses), "--length", "2", "--rule", "black")
    assert run("optimal", *game, "--tree", str(tree), "--proof", str(proof)).exit_code == 0
    checked = run("tree", str(tree), "--guesses", str(guesses), "--check-proof", str(proof))
    check_told(checked.stdout, "", "2 words", guesses.name)
    assert run("tree", str(tree), "--check-proof", str(proof)).stdout == checked.stdout
    guesses.write_text("bc\ncc\n")
    other = run("tree", str(tree), "--check-proof", str(proof))
    assert other.exit_code == 3
    check_told(other.stderr, "proof-other")
    assert "altered" not in other.stderr
