"""The page as a game: the day's puzzle played, the reasoning walked, what is mistyped mended, the browser's memory."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from mastermot import fold, open_dictionary
from mastermot.puzzle.clues import MAX_CLUES
from mastermot.puzzle.compose.daily import DEFAULT_LEVEL
from tests.service.reader import PACKED, Page, find_text, join_spaces
from tests.service.support import CLUES, Client

DAY = "2026-11-20"
CELLS = """return [...document.querySelectorAll('.walk .cells')].flatMap((row) =>
  [...row.querySelectorAll('.cell')].map((cell, place) => [place, cell.textContent, cell.dataset.state]))"""


def daily(client: Client, level: int = 2) -> dict[str, Any]:
    made = client.get(f"/api/daily?date={DAY}&level={level}&words=fr-common").json["puzzles"][0]
    assert isinstance(made, dict)
    return made


def forget(page: Page) -> None:
    """Be somebody who was never here; what an open page still has in memory is left, too."""
    page.driver.get(f"{page.address}/healthz")
    page.driver.execute_script("localStorage.clear()")


def far_word(made: dict[str, Any]) -> str:
    """Return a word that has no letter in common with any clue of a puzzle."""
    clues = [fold(clue["word"]) for clue in made["clues"]]
    words = open_dictionary("fr").words(len(clues[0]))
    return next(word for word in words if not any(a == b for clue in clues for a, b in zip(clue, word, strict=True)))


def tap(page: Page, position: int, letter: str, times: int = 1) -> None:
    """Tap the first letter of the board that stands at a position, 1 for the first."""
    for _ in range(times):
        cells = page.driver.find_elements(By.CSS_SELECTOR, f".cells > .cell:nth-child({position})")
        cell = next(cell for cell in cells if cell.text == letter)
        page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", cell)  # not below the bar
        cell.click()


def test_a_days_puzzle_is_solved_by_hand_with_a_hint_asked_twice_and_shared(page: Page, client: Client) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2", width=360)
    made = daily(client)
    solution, clues = str(made["solution"]), made["clues"]
    wrong = far_word(made)
    page.find("#today-board-answer").send_keys(wrong, Keys.ENTER)
    broken = sum(bool(clue["marks"]) for clue in clues)
    page.tells(".helped .message", "answer_against_n", count=broken)
    assert len(page.shown(".need.broken")) == broken
    page.shown("button.disc")[0].click()
    word = fold(clues[0]["word"])
    same = sum(a == b for clue in clues for a, b in zip(fold(clue["word"]), word, strict=True))
    assert len(page.shown(".cell.kin")) == same, "every letter of the clue, in all the clues that have it"
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert len(page.shown(".cells .cell")) == len(clues) * len(word), "the puzzle on paper"
    assert not page.shown(".hint, .answering, nav")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.shown("button.disc")[0].click()
    assert not page.shown(".cell.kin")
    page.find(".hint").click()
    page.until(lambda: len(page.shown(".helped .nudge p")) == 1)
    assert page.shown(".board-clues .lit"), "the clues of the hint"
    assert not page.shown(".need.broken")
    page.find(".hint").click()
    page.until(lambda: len(page.shown(".helped .nudge p")) == 2)
    page.tells(".clock-line .count", "hints_n", count=1)
    for position, letter in enumerate(solution, start=1):
        tap(page, position, letter, times=2)
    page.says("#today-board .answer", "Bravo")
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 360
    page.driver.execute_script(
        "Object.defineProperty(navigator, 'share', {value: async (what) => { window.given = what }})"
    )
    page.driver.execute_script("window.matchMedia = () => ({matches: true})")
    page.find(".share-result").click()
    given = page.until(lambda: page.driver.execute_script("return window.given"))["text"]
    assert DAY in given
    assert find_text("hints_n", "fr", count=1).search(join_spaces(given))
    assert solution.lower() not in given.lower(), "the word is not told"
    page.driver.refresh()
    page.says("#today-board .answer", "Bravo")
    page.says("#today-scores .cards", "problème résolu")


def test_marks_are_made_by_keys_undone_checked_and_kept(page: Page, client: Client) -> None:
    """The keyboard alone: arrows over the board; X, O and Backspace mark a letter; another visit finds the marks."""
    forget(page)
    page.open(f"today?d={DAY}&n=2", "en", 1280, True)
    made = daily(client)
    solution = str(made["solution"])
    page.open(f"today?d={DAY}&n=2&w=fr-common", "en", 1280, True)
    board = page.find(".board-clues")
    page.driver.execute_script("document.querySelector('.cell[tabindex=\"0\"]').focus()")
    page.press("o")
    first = board.find_element(By.CSS_SELECTOR, ".cell").text
    assert page.shown(".cell[data-state=sure]")[0].text == first
    page.press(Keys.ARROW_RIGHT, "x")
    second = page.driver.switch_to.active_element
    assert second.get_attribute("data-state") == "out"
    wrong = int(first != solution[0]) + int(second.text == solution[1])
    page.find(".check-me").click()
    page.tells(".helped", "checked_wrong" if wrong else "checked_right")
    assert {cell.text for cell in page.shown(".cell.wrong")} <= {first, second.text}
    page.find(".undo").click()
    assert second.get_attribute("data-state") == ""
    page.find(".redo").click()
    assert second.get_attribute("data-state") == "out"
    page.driver.refresh()
    page.find(".cell[data-state=sure]")
    page.driver.execute_script("document.querySelector('.cell[data-state=sure]').focus()")
    page.press(Keys.BACKSPACE)
    assert not page.shown(".cell[data-state=sure]")


def test_days_past_are_an_archive_and_days_to_come_are_not(page: Page) -> None:
    forget(page)
    page.open(f"today?d={DAY}")
    page.until(lambda: f"n={DEFAULT_LEVEL}" in page.fragment)
    page.find(".day .pill:nth-child(4)").click()
    page.says("#today-level-name", "difficile")
    page.find("#today-before").click()
    page.until(lambda: "d=2026-11-19" in page.fragment)
    page.open("today")
    page.until(lambda: "n=4" in page.fragment)
    today = datetime.date.fromisoformat(
        page.driver.execute_script(
            "const now = new Date(); return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10)"
        )
    )
    page.open(f"today?d={today + datetime.timedelta(days=3)}&n=3")
    assert page.find("#today-date").get_attribute("value") == today.isoformat()
    assert not page.find("#today-after").is_enabled()


def test_the_day_is_played_where_nothing_may_be_stored(page: Page, client: Client) -> None:
    code = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": code})
    try:
        page.open(f"today?d={DAY}&n=2")
        page.find(".board-clues")
        page.find("#today-board-answer").send_keys(str(daily(client)["solution"]).lower(), Keys.ENTER)
        page.says("#today-board .answer", "Bravo")
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_results_are_saved_and_taken_over(page: Page, tmp_path: Path) -> None:
    won = {"out": ["1P"], "sure": [], "notes": "", "seconds": 100, "hints": 0, "checks": 0, "done": "won", "on": DAY}
    saved = tmp_path / "results.json"
    saved.write_text(json.dumps({"version": 1, "days": {f"{DAY}/1/fr-common": won, "nonsense": 3}}))
    forget(page)
    page.open(f"today?d={DAY}&n=1")
    chooser = page.until(lambda: page.driver.find_elements(By.ID, "today-scores-file"))[0]
    chooser.send_keys(str(saved))
    page.says("#today-board .answer", "Bravo")
    kept = json.loads(page.driver.execute_script("return localStorage.getItem('mastermot-days')"))
    assert list(kept["days"]) == [f"{DAY}/1/fr-common"]
    saved.write_text("nothing of the kind")
    page.driver.find_element(By.ID, "today-scores-file").send_keys(str(saved))
    page.tells("#today-scores", "import_failed")


def test_the_reasoning_is_walked_by_keys(page: Page, client: Client) -> None:
    steps = client.post("/api/solve?lang=en", {"clues": CLUES, "explain": True}).json["steps"]
    page.open(f"solve?p={PACKED}&w=fr", "en", width=360)
    page.find("#solve-explain").click()
    walk = page.find(".walk")
    for number, step in enumerate(steps, start=1):
        page.says(".walk .sentence", step["text"])
        assert len(page.shown(".walk .board-clues li.lit")) == len(step["clues"])
        assert bool(page.shown("#solve-result .answer")) == (number == len(steps))
        cells = page.driver.execute_script(CELLS)
        assert {letter for place, letter, mark in cells if place == 0 and mark in ("", "sure")} == set(
            step["columns"][0]
        )
        walk.send_keys(Keys.ARROW_RIGHT)
    walk.send_keys(Keys.HOME)
    page.says(".walk .sentence", steps[0]["text"])
    page.says(".walk .count", f"1 of {len(steps)}")


def test_a_typo_is_repaired_by_a_tap(page: Page) -> None:
    page.open(f"solve?p={PACKED.replace('pente1', 'pente2')}&w=fr", width=360)
    page.find("#solve-form .primary").click()
    page.find(".repair").click()
    page.says("#solve-result .answer", "coude")
    assert "pente1" in page.fragment


def test_an_unknown_word_is_underlined_with_near_ones(page: Page) -> None:
    page.open(f"solve?p={PACKED.replace('paume', 'paune')}&w=fr", "en")
    page.find("#solve-form .primary").click()
    assert page.find("input.unknown").get_attribute("value") == "paune"
    next(button for button in page.shown(".near button") if button.text == "paume").click()
    page.until(lambda: not page.shown("input.unknown"))
    assert "paume2" in page.fragment


def test_more_clues_than_a_puzzle_may_have_do_not_freeze_the_page(page: Page) -> None:
    page.driver.set_script_timeout(2)
    try:
        page.open("solve?p=" + ".".join(["paume2"] * 150) + "&w=fr", "en")
        page.script("setTimeout(arguments[0])")
    finally:
        page.driver.set_script_timeout(60)
    assert len(page.shown("#solve-clues input.word")) == MAX_CLUES
    page.tells("#solve-result .message", "clues_over", most=100, count=150)
    page.find("#solve-form .primary").click()
    page.find("#solve-result .answer, #solve-result .message, #solve-result .strings")


def paste(page: Page, text: str) -> None:
    page.driver.execute_script(
        "const data = new DataTransfer(); data.setData('text', arguments[1]);"
        "const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});"
        "arguments[0].dispatchEvent(event)",
        page.find("#solve-clues input.word"),
        text,
    )


def test_a_paste_is_read_as_files_are_and_one_of_many_is_chosen(page: Page) -> None:
    page.open("solve?w=fr")
    paste(page, "P A U M E 2\n1 choux\n| palme | 1 |\n")
    page.until(lambda: "p=PAUME2.choux1.palme1" in page.fragment)
    page.open("solve?w=fr")
    paste(page, "mot | n\npaume\nchoux\n2\n1")
    page.until(lambda: "p=paume2.choux1" in page.fragment)
    page.open("solve?w=fr")
    paste(page, "Problème 1\npaume 2\nchoux 1\npalme 1\n\nProblème 2\nmaison 2\njardin 1\n")
    page.until(lambda: len(page.shown(".several button")) == 2)
    page.shown(".several button")[1].click()
    page.until(lambda: "p=maison2.jardin1" in page.fragment)


def test_a_digit_tapped_moves_on(page: Page) -> None:
    page.open("solve?p=paume.choux&w=fr")
    page.shown("#solve-clues .pill:nth-child(3)")[0].click()
    page.press("1")
    page.until(lambda: "p=paume2.choux1" in page.fragment)
    assert page.driver.switch_to.active_element == page.shown("#solve-clues input.word")[2]
