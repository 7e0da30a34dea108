"""Paper from the page: the one design, of one puzzle and of many, with the reader's own words."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from mastermot import open_dictionary, solve
from mastermot.operations.limits import MAX_PREFIXES
from mastermot.operations.sheets import print_solved
from mastermot.puzzle import pair_clues
from mastermot.puzzle.explain.techniques import MAX_SETS
from mastermot.texts import languages
from mastermot.texts.sheets import draw_sheet
from tests.service.reader import PACKED, Page
from tests.service.support import CLUES

MOST_SHEETS = 21  #: Sheets of paper for 50 puzzles.
RECORD = """
window.posted = [];
const plain = window.fetch;
window.fetch = (address, settings) => {
  if (settings?.body) posted.push([String(address), JSON.parse(settings.body)]);
  return plain(address, settings);
};
"""
DRAWN = "const found = document.querySelector('.on-paper'); return found ? found.shadowRoot.innerHTML : ''"
NORMAL = "const box = document.createElement('template'); box.innerHTML = arguments[0]; return box.innerHTML"


def drawn(page: Page) -> str:
    """Return the HTML of the sheet, once it is there."""
    html: str = page.until(lambda: page.driver.execute_script(DRAWN))
    return html


def asked(page: Page, path: str) -> list[dict[str, Any]]:
    """Return the bodies that the page has sent to an address."""
    posted = page.driver.execute_script("return window.posted")
    return [body for address, body in posted if address == f".{path}"]


def tap(page: Page, choice: str) -> None:
    page.driver.execute_script("document.querySelector(arguments[0]).click()", choice)


def compose(
    page: Page, fragment: str = "compose?w=fr-common&l=5&k=10", words: str = "", use: str = "", count: int = 0
) -> None:
    page.open(fragment)
    page.driver.execute_script(RECORD)
    if words:
        page.find(".own-words summary").click()
        page.find("#compose-own").send_keys(words)
    if use:
        tap(page, f"input[name=compose-use][value={use}]")
    if count:
        field = page.find("#compose-count")
        field.clear()
        field.send_keys(str(count))
    page.find("#compose-form .primary").click()


def count_sheets(page: Page) -> int:
    """Return how many sheets of paper the page takes."""
    printed = page.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", base64.b64decode(printed["data"])))


def expect(page: Page, puzzles: list[dict[str, Any]], solutions: str = "steps", large: bool = False) -> str:
    """Return the sheet of these puzzles as the command draws it, as a browser writes it.

    The steps are looked for within the work that the service gives to each puzzle of a piece of ten.
    """
    dictionary = open_dictionary("fr")
    with languages.speak("fr"):
        printed = []
        for place, puzzle in enumerate(puzzles):
            in_piece = min(10, len(puzzles) - place // 10 * 10)
            clues = pair_clues([(clue["word"], clue["marks"]) for clue in puzzle["clues"]])
            answer = solve(clues, dictionary, MAX_PREFIXES)
            work = MAX_SETS // in_piece
            look = {"level": puzzle.get("level"), "title": puzzle.get("title", "")}
            printed.append(print_solved(answer, **look, limit=MAX_PREFIXES, work=work))
        body = draw_sheet(printed).body(solutions, large=large)  # type: ignore[arg-type]
    return str(page.driver.execute_script(NORMAL, body))


@pytest.mark.parametrize(("count", "most"), [(2, 2), (8, 4), pytest.param(50, MOST_SHEETS, marks=pytest.mark.slow)])
def test_the_page_prints_what_the_command_draws(page: Page, count: int, most: int) -> None:
    compose(page, count=count)
    page.find(".print-sheet")
    bodies = asked(page, "/api/sheet")
    puzzles = [puzzle for body in bodies for puzzle in body["puzzles"]]
    assert [len(body["puzzles"]) for body in bodies] == [10] * (count // 10) + [count % 10] * (count % 10 > 0)
    assert all(body["count"] <= 10 for body in asked(page, "/api/puzzles"))
    assert len({json.dumps(puzzle["clues"]) for puzzle in puzzles}) == count
    assert [puzzle["level"] for puzzle in puzzles] == sorted(puzzle["level"] for puzzle in puzzles)
    assert drawn(page) == expect(page, puzzles)
    assert count_sheets(page) <= most


def test_a_sheet_has_the_solutions_asked_for_and_large_print(page: Page) -> None:
    compose(page, count=8)
    page.find(".print-sheet")
    puzzles = [puzzle for body in asked(page, "/api/sheet") for puzzle in body["puzzles"]]
    for solutions in ("words", "none"):
        tap(page, f"input[name=sheet-solutions][value={solutions}]")
        assert drawn(page) == expect(page, puzzles, solutions)
    tap(page, ".large-print")
    assert drawn(page) == expect(page, puzzles, "none", large=True)
    assert count_sheets(page) == 4, "two puzzles a page, and no solutions"


BESIDE = """
const host = document.querySelector(".on-paper");
const [paper, card] = [host, host.shadowRoot.querySelector(".card")].map((one) => one.getBoundingClientRect());
return [card.left - paper.left, paper.right - card.right];
"""
"""How many pixels of the paper are left and right of the frame of a puzzle."""


def test_one_puzzle_is_printed_by_the_same_design(page: Page) -> None:
    compose(page, "compose?w=fr-common&l=5&k=10&s=7")
    html = drawn(page)
    puzzles = asked(page, "/api/sheet")[-1]["puzzles"]
    assert html == expect(page, puzzles)
    assert not page.shown(".on-paper"), "the screen shows the puzzle otherwise"
    assert count_sheets(page) == 2
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert page.shown(".on-paper")
    assert not page.shown("nav, button, form.setup, .sheet, .masthead")
    assert min(page.driver.execute_script(BESIDE)) >= 1, "a frame at the edge of the page would lose its side"
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


PRINTED = "window.printed = 0; window.print = () => { window.printed += 1 }"


def print_by(page: Page, button: str) -> str:
    """Press a button that prints; return the sheet once it is printed."""
    page.driver.execute_script(RECORD)
    page.driver.execute_script(PRINTED)
    page.find(button).click()
    page.until(lambda: page.driver.execute_script("return window.printed") == 1)
    return drawn(page)


def test_solve_prints_its_puzzle_by_the_same_design(page: Page) -> None:
    page.open(f"solve?p={PACKED}&w=fr")
    page.find(".clue .word")
    html = print_by(page, "#solve-print")
    (body,) = asked(page, "/api/sheet")
    assert [(clue["word"], clue["marks"]) for clue in body["puzzles"][0]["clues"]] == [
        (clue["word"], clue["marks"]) for clue in CLUES
    ]
    assert html == expect(page, body["puzzles"])
    assert "COUDE" in html
    assert count_sheets(page) == 2, "the puzzle, and its solution"
    page.find(".clue .word").send_keys(Keys.BACKSPACE)
    assert not page.driver.execute_script(DRAWN), "the sheet of another puzzle"
    page.open("solve")
    page.find("#solve-print").click()
    page.find("#solve-result .message")


@pytest.mark.parametrize(
    ("fragment", "title", "level"),
    [("today?d=2026-11-20&n=2", "20 novembre 2026", 2), (f"board?p={PACKED}&w=fr&n=3", "", 3)],
)
def test_a_puzzle_that_is_played_is_printed_without_its_marks(
    page: Page, fragment: str, title: str, level: int
) -> None:
    """As it was given, by the same design; the solution is left out."""
    page.open(fragment)
    page.find("button.cell").click()
    page.find(".cell[data-state=out]")
    html = print_by(page, ".playing .more .print-puzzle")
    (puzzle,) = asked(page, "/api/sheet")[0]["puzzles"]
    assert (puzzle.get("title", ""), puzzle["level"]) == (title, level)
    assert html == expect(page, [puzzle], "none")
    assert count_sheets(page) == 1
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert page.shown(".on-paper")
    assert not page.shown("nav, button, .cell, .masthead, h1")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert not page.shown(".on-paper")
    page.find("button.cell").click()  # the game goes on


def test_every_word_of_the_readers_own_is_an_answer(page: Page) -> None:
    """Words of any length, typed as people paste them; there are as many puzzles, until another number is chosen."""
    words = "rivière, montagne; forêt\nœuvre"
    compose(page, words=words)
    page.find(".print-sheet")
    assert [body["solution"] for body in asked(page, "/api/puzzles")] == ["rivière", "montagne", "forêt", "œuvre"]
    answers = drawn(page).partition('class="answers"')[2]
    assert all(word in answers for word in ("RIVIERE (rivière)", "MONTAGNE (montagne)", "FORET (", "OEUVRE ("))
    compose(page, words="forêt coude", count=3)
    page.find(".print-sheet")
    assert [body["solution"] for body in asked(page, "/api/puzzles")] == ["forêt", "coude", "forêt"]
    assert drawn(page).count('<section class="card">') == 3


def test_words_of_the_readers_own_are_clues(page: Page) -> None:
    compose(page, words="paume choux maison", use="clues", count=2)
    page.find(".print-sheet")
    assert all(body["with"] == ["paume", "choux"] for body in asked(page, "/api/puzzles"))
    page.tells(".words-left", "own_words_left", count=1)
    for puzzle in asked(page, "/api/sheet")[0]["puzzles"]:
        assert {"paume", "choux"} <= {clue["word"] for clue in puzzle["clues"]}
    compose(page, words="maison", use="clues")
    page.tells("#compose-result .message", "own_words_none", length=5)


def test_one_word_of_the_readers_own_is_one_puzzle(page: Page) -> None:
    compose(page, words="coudé")
    page.find(".sheet")
    assert [body["solution"] for body in asked(page, "/api/puzzles")] == ["coudé"]
    assert "coude" not in page.fragment.lower()


def test_a_number_out_of_range_asks_for_nothing(page: Page) -> None:
    compose(page, count=51)
    assert page.driver.execute_script("return document.querySelector('#compose-count').validity.rangeOverflow")
    assert asked(page, "/api/puzzles") == []
    page.find("#compose-count").send_keys(Keys.BACKSPACE)
    page.find("#compose-form .primary").click()
    page.find(".print-sheet")
    assert drawn(page).count('<section class="card">') == 5


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)])
def test_axe_finds_nothing_in_the_form_of_a_sheet_and_on_the_sheet(page: Page, width: int, dark: bool) -> None:
    page.open("compose?w=fr-common&l=5&k=10&c=2", width=width, dark=dark)
    page.find(".own-words summary").click()
    for contrast in (False, True):
        page.driver.execute_script("document.documentElement.classList.toggle('contrast', arguments[0])", contrast)
        assert page.list_violations() == []
        page.find("#compose-form .primary").click()
        page.find(".print-sheet")
        assert page.list_violations() == []
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width
