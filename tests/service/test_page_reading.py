"""Puzzles typed and pasted into Solve: read as the service reads them, in rows, as text, and in an address."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from mastermot.puzzle import parse_puzzles
from tests.service.reader import Page
from tests.support import some

TEXTS = [
    *(
        "paume 2",
        "paume2",
        "paume: 2",
        "paume,2",
        "paume = 2",
        "paume (2)",
        "paume-2",
        "paume … 2",
        "paume → 2",
        "2 paume",
    ),
    *("P A U M E 2", "P.A.U.M.E 2", "| paume | 2 |", "- paume 2", "• paume 2", "paume 2/5", "paume 2.", "« paume » 2"),
    *("curry l", "curry I", "curry O", "curry o", "paume²", "paume ②", "paume ₂", "paume ２"),
    *("paume deux", "choux un", "paume two", "deux paume", "un choux"),
    *("paume 2, choux 1, palme 1", "paume 2 choux 1", "PAUME 2; CHOUX 1", "2 paume, 1 choux", "paume 2 / choux 1"),
    *("paume 2 ; choux 1 ; palme 1", "paume=2 choux=1 palme=1", "curry¹", "curry un", "1 curry"),
    "paume (2)\nchoux, 1\npalme-1\npends: 1.\nforêt = 1",
    *("1. paume 2\n2. choux 1", "1) paume 2\n2) choux 1", "3/ Palme : 1", "# a comment\npaume 2", "forêt 1\nœufs 2"),
]
READ = """
const [texts, done] = arguments;
import("/static/shared/words.js").then(({parsePuzzle, fold}) =>
  done(texts.map((text) => parsePuzzle(text).map(({word, marks}) => [fold(word), marks]))));
"""
WRITTEN = """
const [texts, done] = arguments;
import("/static/solve/pasting.js").then(({parseWritten}) =>
  done(texts.map((text) => parseWritten(text).map(({written}) => written ?? ""))));
"""
PASTE = """
const data = new DataTransfer(); data.setData("text", arguments[1]);
const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
if (arguments[0].dispatchEvent(event)) {
  arguments[0].setRangeText(arguments[1]);
  arguments[0].dispatchEvent(new Event("input", {bubbles: true}));
}
"""


def test_the_page_alone_reads_clues_as_the_service_does(page: Page) -> None:
    page.open()
    theirs = [[[clue.word, clue.marks] for clue in parse_puzzles(text)[0].clues] for text in TEXTS]
    for text, mine, read in some(zip(TEXTS, page.script(READ, TEXTS), theirs, strict=True)):
        assert mine == read, text


def test_the_page_alone_tells_what_marks_were_read_from_as_the_service_does(page: Page) -> None:
    page.open()
    theirs = [[clue.written for clue in parse_puzzles(text)[0].clues] for text in TEXTS]
    assert ["deux"] in theirs
    for text, mine, written in some(zip(TEXTS, page.script(WRITTEN, TEXTS), theirs, strict=True)):
        assert mine == written, text


READ_FROM = {"en": "read from “{}”", "fr": "lu dans « {} »", "es": "leído de «{}»"}


@pytest.mark.parametrize("lang", READ_FROM)
@pytest.mark.parametrize("place", ["a row", "the text"])
def test_marks_that_are_no_number_stay_shown_as_they_were_written(page: Page, lang: str, place: str) -> None:
    """Below their digits, also once the word was looked for, until that clue is another."""
    text = "paume ⬛⬛\nchoux 1\npalme 1\npends 1\nforet 1\nfendu 1\nphase 1\npente 1\ncurry 1\nalors rien\n"
    put(page, text, place, offline=False, lang=lang)
    expected = [READ_FROM[lang].format(written) for written in ("⬛⬛", "rien")]

    def shown() -> list[str]:
        return [remark.text.replace("\u00a0", " ") for remark in page.shown("#solve-clues .clue .written")]

    page.until(lambda: shown() == expected)
    page.find("#solve-form .primary").click()
    page.find("#solve-result .trace")
    assert shown() == expected
    assert page.list_violations() == []
    page.shown("#solve-clues input.word")[0].send_keys(Keys.BACKSPACE)
    page.until(lambda: shown() == expected[1:])


@pytest.mark.parametrize(
    ("place", "offline"),
    [("a row", False), ("the second row", True), ("the text", False), ("the text", True), ("an address", False)],
)
def test_a_puzzle_on_one_line_fills_the_rows(page: Page, place: str, offline: bool) -> None:
    put(page, "paume 2, choux 1, palme 1", place, offline)
    page.until(lambda: "paume2.choux1.palme1" in page.fragment)
    assert [field.get_attribute("value") for field in page.shown("#solve-clues input.word")][-1] == ""


@pytest.mark.parametrize("place", ["a row", "a row, typed at once", "the text", "an address"])
def test_marks_that_are_too_many_are_told(page: Page, place: str) -> None:
    """The digit does not go without a word."""
    put(page, "paume 7", place, offline=False)
    page.says("#solve-clues .flag", "paume : 5 au plus")


def test_a_single_clue_is_pasted_with_its_marks(page: Page) -> None:
    put(page, "curry l", "a row", offline=True)
    page.until(lambda: "p=curry1" in page.fragment)


def test_a_title_that_was_read_is_shown(page: Page) -> None:
    put(page, "Grille du dimanche\npaume 2\nchoux 1\npalme 1", "a row", offline=False)
    page.tells("#solve-result .read-title", "title_read", title="Grille du dimanche")
    assert "p=paume2.choux1.palme1" in page.fragment


def test_digits_of_the_row_in_hand_are_large_enough_for_a_finger(page: Page) -> None:
    page.open("solve?p=paume2.choux1&w=fr", width=360)
    page.shown("#solve-clues input.word")[0].click()
    page.find("#solve-clues .in-hand")
    sizes = page.driver.execute_script(
        "return [...document.querySelectorAll('#solve-clues li:first-child .pill')]"
        ".map((one) => one.getBoundingClientRect()).map(({width, height}) => [width, height])"
    )
    assert len(sizes) == 6
    assert all(width >= 43 and height >= 43 for width, height in sizes)
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 360


def put(page: Page, text: str, place: str, offline: bool, lang: str = "fr") -> None:
    """Put a text into a place of Solve; offline, the service reads nothing."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/puzzles/read"] if offline else []})
    try:
        packed = text.replace(", ", ".").replace(" ", "")
        page.open(f"solve?w=fr&p={packed}" if place == "an address" else "solve?w=fr", lang)
        if place == "the text":
            page.driver.execute_script("document.querySelector('.as-text').open = true")
            page.find("#solve-text").send_keys(text)
        elif place == "a row, typed at once":  # as the keyboard of a telephone does
            page.find("#solve-clues input.word").click()
            page.driver.execute_cdp_cmd("Input.insertText", {"text": text})
        elif place != "an address":
            rows = page.shown("#solve-clues input.word")
            page.driver.execute_script(PASTE, rows[place == "the second row"], text)
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
