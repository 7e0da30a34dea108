"""Files of strategy trees that are not what they should be: each is read, or refused by a named error."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mastermot import BLACK_WHITE, ColourCodes, ListedCodes, MastermotError
from mastermot.game.tree_errors import TreeFormatError, TreeGameError
from mastermot.game.trees import MAX_TREE_TURNS, Node, StrategyTree, read_node, read_tree, write_tree

CODES = ColourCodes(2, 2, empty_guesses=True)
OTHER_VALUES = (None, True, 0, -1, 10**30, 1.5, float("inf"), "", "x", [], [1], ["AA"], [[]], {}, {"a": 1})


@pytest.fixture
def document(tmp_path: Path) -> Any:
    """Return the document of a tree of the smallest game with extra guesses."""
    leaf = Node("BA", {"XX": None})
    both = Node("AB", {"OO": leaf, "XX": None})
    root = Node("AA", {"(rien)": Node("BB", {"XX": None}), "X": both, "XX": None})
    write_tree(StrategyTree(CODES, BLACK_WHITE, root, guesses=CODES.list_guesses()), tmp_path / "tree.json", bound=8)
    return json.loads((tmp_path / "tree.json").read_text("utf-8"))


def list_paths(document: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield where each field of a document stands, those within others too."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield (*above, name)
            yield from list_paths(value, (*above, name))


def change(document: Any, path: tuple[str, ...], value: object) -> str:
    """Return the document as a text, with another value of one field."""
    changed = copy.deepcopy(document)
    folder = changed
    for name in path[:-1]:
        folder = folder[name]
    folder[path[-1]] = value
    return json.dumps(changed)


def test_every_field_with_any_value_is_read_or_refused(document: Any, tmp_path: Path) -> None:
    """With and without the game: no other error comes than a named one."""
    file = tmp_path / "changed.json"
    refused = 0
    paths = list(list_paths(document))
    for path in paths:
        for value in OTHER_VALUES:
            file.write_text(change(document, path, value), "utf-8")
            for known in ({}, {"codes": CODES, "guesses": CODES.list_guesses(), "hard": "strict"}):
                try:
                    read_tree(file, **known)  # type: ignore[arg-type]
                except MastermotError:
                    refused += 1
    assert refused > len(paths) * len(OTHER_VALUES)


def test_a_tree_is_for_a_game_with_its_extra_guesses_and_for_no_other(document: Any, tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    file.write_text(json.dumps(document), "utf-8")
    own = CODES.list_guesses()
    for tree in (read_tree(file), read_tree(file, codes=CODES), read_tree(file, codes=CODES, guesses=own)):
        assert tree.guesses is not None
        assert tree.guesses.texts == own.texts
    with pytest.raises(TreeGameError, match="list"):
        read_tree(file, codes=CODES, guesses=ListedCodes(["AA", "AB"]))


@pytest.mark.parametrize("value", [[], "x", 1, {}, {"sha256": 1}])
def test_extra_guesses_without_a_checksum_are_refused(document: Any, tmp_path: Path, value: object) -> None:
    """They were an error of Python, or were taken for guesses that are not known here."""
    file = tmp_path / "changed.json"
    file.write_text(change(document, ("guesses",), value), "utf-8")
    with pytest.raises(TreeFormatError, match="sha256"):
        read_tree(file)


def test_a_tree_has_no_more_turns_than_the_limit() -> None:
    """It could have one more than the error said."""
    document: Any = None
    for _turn in range(MAX_TREE_TURNS):
        document = {"guess": "AB", "answers": {"OO": document}}
    assert read_node(document, CODES).guess == "AB"
    with pytest.raises(TreeFormatError, match=rf"\b{MAX_TREE_TURNS} turns"):
        read_node({"guess": "AB", "answers": {"OO": document}}, CODES)
