"""The book of openings and the program that makes it: the lists it is about, its trees, some games made again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from mastermot import Position, mark
from mastermot.game.book import BookNode, find_opening, fingerprint, read_book
from research.book import BOOK, PAGES, Game, check_tree, list_colour_games, list_games, make_page, make_row
from tests.support import LONG, ROOT, later, some

ROWS = read_book()
GAMES = {str(game): game for game in list_games()}


def test_the_book_is_about_the_lists_of_today() -> None:
    """Where this fails, a list was rebuilt: ``python3 research/book.py`` makes the games again whose lists differ."""
    stale = []
    # by length, so that the words of a list and length are read once
    for row in sorted(ROWS, key=lambda row: row["holes"] if "holes" in row else row["length"]):
        game = GAMES.get(row["game"])
        problem = None if game is None else game.problem
        besides = () if problem is None or problem.guesses is None else problem.guesses.texts
        if problem is None or not fingerprint(problem.codes, besides).items() <= row.items():
            stale.append(row["game"])
    assert not stale, f"run python3 research/book.py: {len(stale)} games are about other lists, {stale[:3]}"


@pytest.mark.parametrize("page", ["docs/openings.md", "docs/fr/ouvertures.md"])
def test_its_pages_are_made_of_it(page: str) -> None:
    program = json.loads(BOOK.read_bytes().partition(b"\n")[0])["program"]
    listed = [row for name in GAMES for row in ROWS if row["game"] == name]
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text == make_page(listed, PAGES[ROOT / page], program)


def test_the_book_has_every_game_with_colours_that_is_listed() -> None:
    assert {str(game) for game in list_colour_games()} == {row["game"] for row in ROWS if "holes" in row}


def test_a_page_counts_the_proofs_that_were_not_checked() -> None:
    unchecked = [{**ROWS[0], "check": None}, *ROWS[1:3]]
    for words in PAGES.values():
        assert " 2 " in make_page(unchecked, words, "1").partition("\n- ")[0].partition("\n\n")[2]


def walk(node: BookNode, depth: int = 1) -> Iterator[tuple[str, int]]:
    """Yield each code that a tree finds, with its turns."""
    for after in node.after.values():
        if after is None:
            yield node.guess, depth
        else:
            yield from walk(after, depth + 1)


def test_its_trees_find_every_code_in_so_many_turns() -> None:
    """Drawn games, each replayed by the plain definition of its rule; all others add up to the totals told."""
    for row in some(Random(4).sample(ROWS, 12)):
        game = GAMES[row["game"]]
        check_tree(row, game)
        problem = game.problem
        opening = find_opening(Position(problem.codes, problem.rule), problem.guesses.texts if problem.guesses else ())
        assert opening.root is not None
        turns = dict(walk(opening.root))
        assert set(turns) == set(problem.codes.texts)
        assert (sum(turns.values()), max(turns.values())) == (row["total"], row["longest"])
        assert sum(count <= 6 for count in turns.values()) == row["within"]
        for code in Random(1).sample(list(problem.codes.texts), 5):
            node = opening.root
            for _turn in range(turns[code] - 1):
                following = node.after[problem.rule.number(mark(node.guess, code, problem.rule), len(code))]
                assert following is not None
                node = following
            assert node.guess == code


@pytest.mark.compiled
@pytest.mark.parametrize("length", [later(5), pytest.param(10, marks=LONG)])
def test_three_that_are_drawn_are_made_again(length: int) -> None:
    """From nothing: the same totals and first words.

    Marks of ten letters take two bytes each, for which numba compiles the whole search once more; `test_search.py`
    compares such marks with the plain rule.
    """
    few = [row for row in ROWS if row["codes"] < 300 and row.get("length") == length]
    for row in some(Random(6).sample(few, 3)):
        game: Game = GAMES[row["game"]]
        again = make_row(game, 600)
        assert again is not None
        for name in ("total", "codes", "playable"):
            assert again[name] == row[name]
        assert [total for _word, total in again["firsts"]] == [total for _word, total in row["firsts"]]
