"""The page as a game to come back to: nothing that was won is lost, what is shared is true, a next step is there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from mastermot.puzzle.explain import TECHNIQUES
from tests.service.reader import PACKED, Page, find_text, read_texts
from tests.service.support import CLUES, Client, serve
from tests.service.test_days import DAY, daily, far_word, forget, tap
from tests.service.test_page_games import begin, play

CLOCK_SHIFTED = """
const Real = Date;
window.shift = 0;
window.Date = class extends Real {
  constructor(...parts) { if (parts.length) super(...parts); else super(Real.now() + window.shift); }
  static now() { return Real.now() + window.shift; }
};
"""
"""A clock that a test can put forward."""
COPIED = "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.given = text }}})"


@pytest.fixture
def shifted(page: Page) -> Iterator[Page]:
    """A page whose clock can be put forward."""
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": CLOCK_SHIFTED})
    yield page
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def kept(page: Page, level: int = 2) -> dict[str, Any]:
    """Return what the browser has kept of the puzzle of `DAY`."""
    days = json.loads(page.driver.execute_script("return localStorage.getItem('mastermot-days')"))["days"]
    one: dict[str, Any] = days[f"{DAY}/{level}/fr-common"]
    return one


def shared(page: Page) -> str:
    """Share the result of the puzzle on the screen; return the text."""
    page.driver.execute_script(COPIED)
    page.find(".share-result").click()
    return str(page.until(lambda: page.driver.execute_script("return window.given"))).replace("\u00a0", " ")


# --- nothing is lost ---------------------------------------------------------------------------------------------


def test_a_win_is_seen_by_another_tab_and_never_overwritten(page: Page, client: Client) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    page.find(".board-clues button")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    other = Page(page.driver, page.address)
    try:
        other.open(f"today?d={DAY}&n=2")
        other.find(".board-clues button")
        # a tab that hears nothing, as one that the browser has frozen
        other.driver.execute_script("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
        page.driver.switch_to.window(first)
        page.find("#today-board-answer").send_keys(str(daily(client)["solution"]), Keys.ENTER)
        page.says("#today-board .answer", "Bravo")
        other.driver.switch_to.window(other.driver.window_handles[-1])
        other.says("#today-board .answer", "Bravo")  # at the next beat of its clock, at the latest
        assert kept(page)["done"] == "won"
    finally:
        page.driver.switch_to.window(page.driver.window_handles[-1])
        page.driver.close()
        page.driver.switch_to.window(first)


def test_marks_made_in_one_tab_are_on_the_board_of_the_other(page: Page) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    page.find(".board-clues button")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    other = Page(page.driver, page.address)
    try:
        other.open(f"today?d={DAY}&n=2")
        other.find(".cells button").click()
        other.find(".cell[data-state=out]")
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)
    page.find(".cell[data-state=out]")


def test_a_new_day_is_noticed_and_offered(shifted: Page) -> None:
    page = shifted
    forget(page)
    page.open("today")
    page.find(".board-clues button")
    before = page.find("#today-date").get_attribute("value")
    page.driver.execute_script("window.shift = 86400000; dispatchEvent(new Event('focus'))")
    page.find("#today-notice .notice")
    assert page.find("#today-after").is_enabled()
    page.find("#today-notice button").click()
    page.until(lambda: str(page.find("#today-date").get_attribute("value")) > str(before))
    page.until(lambda: not page.shown("#today-notice .notice"))
    page.driver.back()
    page.until(lambda: page.find("#today-date").get_attribute("value") == before)


def test_one_visit_is_enough_to_play_without_a_connection(chromium: webdriver.Chrome) -> None:
    """The day's puzzle, its hints and the solver, after a single visit."""
    with serve() as served:
        page = Page(chromium, served.address, offline=True)
        page.open("today")
        page.find(".board-clues button")
        looked_up = (
            "const done = arguments[0];"
            "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)"
            ".then((store) => store.keys())))).then((keys) => done(keys.flat().map((key) => key.url).join(' ')))"
        )
        page.until(lambda: "/api/words/fr/5" in page.script(looked_up))  # the last thing that is kept
    page.open("today")
    page.find(".board-clues button")
    page.find(".hint").click()
    page.find(".helped .nudge p")
    page.open(f"solve?p={PACKED}&w=fr")
    page.find("#solve-form .primary").click()
    page.says("#solve-result .answer", "coude, coudé")
    chromium.get_log("browser")


def test_moves_are_undone_after_the_page_was_left(page: Page) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    page.find(".cells button").click()
    page.find(".cell[data-state=out]")
    page.driver.refresh()
    page.find(".cell[data-state=out]")
    page.find(".undo").click()
    page.until(lambda: not page.shown(".cell[data-state=out]"))
    page.driver.refresh()
    page.find(".redo").click()
    page.find(".cell[data-state=out]")


def test_back_leads_through_days_and_levels(page: Page) -> None:
    page.open(f"today?d={DAY}&n=2")
    page.find(".board-clues button")
    page.find(".day .pill:nth-child(4)").click()
    page.until(lambda: "n=4" in page.fragment)
    page.find("#today-before").click()
    page.until(lambda: "d=2026-11-19" in page.fragment)
    page.driver.back()
    page.until(lambda: page.find("#today-date").get_attribute("value") == DAY)
    page.driver.back()
    page.says("#today-level-name", "facile")
    page.find(".board-clues button")


def test_another_language_keeps_a_puzzle_that_was_begun(page: Page, client: Client) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    page.find(".cells button").click()
    page.find(".cell[data-state=out]")
    page.find(".languages summary").click()
    page.find(".languages a[lang=en]").click()
    page.tells("#today-title", "today_title")
    page.find(".cell[data-state=out]")
    page.find("#today-notice button").click()
    theirs = client.get(f"/api/daily?date={DAY}&level=2&words=en-common").json["puzzles"][0]["clues"][0]["word"]
    page.until(lambda: page.find(".board-clues .cells").text.replace("\n", "").lower() == theirs)
    page.driver.back()
    page.find(".cell[data-state=out]")


# --- what is shared is true --------------------------------------------------------------------------------------


def test_checks_and_wrong_answers_are_counted_and_told(page: Page, client: Client) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    for _ in range(14):
        page.find(".check-me").click()
    wrong = far_word(daily(client))
    for _ in range(2):
        page.find("#today-board-answer").clear()
        page.find("#today-board-answer").send_keys(wrong, Keys.ENTER)
        page.tells(".helped .message", "answer_against_n")
    page.find("#today-board-answer").clear()
    page.find("#today-board-answer").send_keys(str(daily(client)["solution"]), Keys.ENTER)
    for told, count in (("no_hints", 1), ("checks_n", 14), ("wrong_n", 1)):
        page.tells("#today-board .answer", told, count=count)
    text = shared(page)
    assert "14 vérifications · 1 mauvaise réponse" in text
    assert "🟩" not in text


def test_a_solution_that_was_shown_is_said_to_be(page: Page) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    page.find(".reveal").click()
    page.find(".asked .drop").click()
    page.tells("#today-board .answer", "was_shown")
    assert not find_text("no_hints", "fr").search(page.read("#today-board .answer"))
    assert not page.shown(".share-result")


def test_hints_to_a_wrong_mark_each_say_more_and_count_as_one(page: Page, client: Client) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    solution = str(daily(client)["solution"])
    page.find(".board-clues button")
    tap(page, 1, next(c.text for c in page.shown(".cells > .cell:nth-child(1)") if c.text != solution[0]), times=2)
    page.find(".hint").click()
    page.tells(".helped .nudge", "slips", count=1)
    assert not page.shown(".cell.wrong, .board-clues .lit")
    page.find(".hint").click()
    page.says(".helped .nudge", "Regardez")
    assert len(page.shown(".board-clues .lit")) == 1
    assert not page.shown(".cell.wrong")
    page.find(".hint").click()
    page.says(".helped .nudge", "À corriger")
    assert page.shown(".cell.wrong")
    page.find(".hint").click()
    assert len(page.shown(".helped .nudge p")) == 3, "it is named, and nothing has moved"
    assert (kept(page)["hints"], kept(page)["checks"]) == (1, 0)


def test_a_step_told_counts_once_and_the_next_hint_tells_the_next_one(page: Page, client: Client) -> None:
    """Nothing is marked on the board: the hints lead to the word all the same, each step told once."""
    forget(page)
    page.open(f"today?d={DAY}&n=1")
    solution = str(daily(client, 1)["solution"])
    page.find(".board-clues button")
    told: list[str] = []
    for _ in range(60):
        page.find(".hint").click()
        page.until(lambda: not page.shown(".hint[aria-disabled=true]"))
        told.append([one.text for one in page.shown(".helped .nudge p:not(.actions)")][-1])
        if solution in told[-1]:
            break
    assert solution in told[-1]
    steps = told[2::3]  # after the clues and what they show
    assert len(set(steps)) == len(steps), "no step is told twice"
    hints = kept(page, 1)["hints"]
    assert 3 * hints == len(told) - 1, "three hints to a step"
    page.driver.refresh()
    page.find(".hint").click()
    page.says(".helped .nudge", told[0])
    assert kept(page, 1)["hints"] == hints, "the first step was told before"


# --- puzzles and games of one's own ------------------------------------------------------------------------------


def test_a_typed_puzzle_is_played_on_the_board_of_the_day(page: Page) -> None:
    page.open(f"solve?p={PACKED}&w=fr", width=360)
    page.find("#solve-play").click()
    page.find("#board-board .board-clues button")
    assert len(page.shown("#board-board .board-clues li")) == len(CLUES)
    page.find("#board-board .hint").click()
    page.says("#board-board .helped", "alors 0")
    page.find("#board-board .cells button").click()
    page.driver.refresh()
    page.find("#board-board .cell[data-state=out]")
    page.find("#board-board-answer").send_keys("coudé", Keys.ENTER)
    page.says("#board-board .answer", "Bravo")
    page.tells(".how-solved", "steps_enough")
    page.tells(".how-solved", "event_hint")


def test_a_puzzle_without_one_answer_is_not_played(page: Page) -> None:
    page.open("board?p=paume2.choux1&w=fr", "en")
    page.find("#board-board .message")
    page.find("#board-board .actions a").click()
    page.find("#solve-form")
    page.open("board?p=nonsense&w=fr", "en")
    page.tells("#board-board .message", "marks_missing", word="nonsense")


def test_with_the_first_letter_given_guesses_begin_with_it(page: Page) -> None:
    page.open("guess?w=fr-common&l=5&r=positional&fl=1", "en")
    letter = page.find(".holes .tile.given").text
    page.find("#guess-code").send_keys("zzzz")
    assert page.find("#guess-code").get_attribute("value") == f"{letter}zzzz", "it is there already"
    page.find("#guess-refused .message")
    assert not page.shown("#guess-board .history li")
    page.open("guess?w=fr-common&l=5&r=positional&fl=1&ff=1", "en")
    letter = page.find(".holes .tile.given").text
    play(page, "abats" if letter != "A" else "bague")


def test_a_secret_of_another_length_changes_the_form(page: Page) -> None:
    page.open("guess?w=fr-common&l=5&r=positional", "en")
    page.driver.execute_script(COPIED)
    page.find("#guess-drawer summary").click()
    page.find("#guess-challenge summary").click()
    page.find("#guess-secret").send_keys("maison", Keys.ENTER)
    page.tells("#guess-send", "shared_here")
    assert page.find("#guess-length").get_attribute("value") == "6"
    link = page.driver.execute_script("return window.given")
    page.open(link.partition("#")[2], "en")
    page.find("#guess-code")
    play(page, "maison")
    page.tells(".ending", "right")


# --- what makes one come back ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "task", ["today", pytest.param("guess", marks=pytest.mark.slow), "guess?n=4&c=6&r=black-white"]
)
def test_how_to_play_is_shown_when_it_is_asked_for(page: Page, task: str) -> None:
    page.open(task, width=360)
    page.find("html[data-ready] .board-clues button, #guess-code")
    assert not page.shown(".how-card")
    page.find(".how-to").click()
    page.find(".how-card li button").click()  # the move to try
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.shown(".how-card"))


@pytest.mark.parametrize(
    ("game", "guess", "told"),
    [
        ("w=en-common&l=5&r=positional", "tales", "how_row_signs"),
        ("w=en-common&l=5&r=black-white", "tales", "how_row_pegs"),
        ("n=4&c=6&r=black", "abcd", "how_row_black"),
    ],
)
def test_how_to_play_stands_in_the_place_of_the_rows_until_the_first_guess(
    page: Page, game: str, guess: str, told: str
) -> None:
    page.open(f"guess?{game}", lang="en", width=360)
    page.tells(".first-steps", told)
    page.press(*guess, Keys.ENTER)
    page.find("#guess-board .history li")
    page.until(lambda: not page.shown(".first-steps"))


def test_a_first_visitor_solves_level_1_by_touch_alone(page: Page, client: Client) -> None:
    """From the address to the end on a telephone: the level, letters tapped; nothing is typed."""
    forget(page)
    page.open(f"today?d={DAY}", width=360)
    page.find("#today-choose").click()
    page.find(".day .pill:nth-child(1)").click()
    page.until(lambda: "n=1" in page.fragment)
    page.tells("#today-level-name", "level_1")
    solution = str(daily(client, 1)["solution"])
    page.find("#today-board .board-clues button")
    for position, letter in enumerate(solution, start=1):
        tap(page, position, letter, times=2)
    page.says("#today-board .answer", "Bravo")
    page.find(".next-level").click()
    page.says("#today-level-name", "· facile")
    page.find("#today-board .board-clues button")


def test_after_a_win_there_is_something_to_do(page: Page, client: Client) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2", "fr", 360)
    page.find(".hint").click()
    page.find(".helped .nudge p")
    page.find("#today-board-answer").send_keys(str(daily(client)["solution"]), Keys.ENTER)
    page.says(".how-solved", "À 0:0")
    page.tells(".how-solved", "event_hint")
    page.until(lambda: len(page.shown(".cards li")) == 6)
    link = page.find(".how-solved a.technique")
    name = link.text
    link.click()
    page.says("#technique-title", name)
    page.find("#technique-example .walk")
    page.driver.back()
    page.find(".one-like-this").click()
    page.find("#board-board .board-clues button")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.slow)])
def test_every_technique_has_an_example_that_uses_it(page: Page, lang: str) -> None:
    page.open("technique?k=nothing", lang)
    kinds = [
        str(link.get_attribute("href")).rpartition("=")[2]
        for link in page.until(lambda: page.shown("#technique-others a"))
    ]
    assert set(kinds) == set(TECHNIQUES)
    for kind in kinds:
        page.go(f"technique?k={kind}")
        page.find(f"#technique-example .by-technique a[href$='={kind}']")


def test_guess_opens_on_the_word_of_the_day_with_the_last_choice_at_hand(page: Page) -> None:
    forget(page)
    page.open("guess", "fr", 360)
    page.find(".keyboard")
    page.tells("#guess-title", "game_title")
    begin(page, "n=4&c=6&r=black-white", "fr", 360)
    page.find("#guess-to-day").click()
    page.tells("#guess-title", "game_title")
    page.find("#guess-drawer summary").click()
    page.find("#guess-setup .primary").click()
    page.find(".palette")
    page.open("play", "fr", 360)
    page.find("form.marking .tile")


def test_the_hint_the_answer_and_the_clues_are_seen_together(page: Page) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2", "fr", 360)
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    seen = (
        "return arguments[0].every((one) => { const box = document.querySelector(one).getBoundingClientRect();"
        " return box.top >= 0 && box.bottom <= innerHeight + 1 })"
    )
    for count in range(1, 4):
        page.find(".hint").click()
        page.until(lambda count=count: len(page.shown(".helped .nudge > p:not(.actions)")) == count)
        parts = [".helped", ".hint", "#today-board-answer", ".board-clues li.lit"]
        page.until(lambda parts=parts: page.driver.execute_script(seen, parts))


def test_the_six_tasks_stand_in_one_row_and_words_of_six_letters_take_one(page: Page) -> None:
    page.open("solve?p=maison2.jardin1&w=fr", "fr", 360)
    tops = "return new Set([...document.querySelectorAll(arguments[0])].map((one) => Math.round(one.offsetTop))).size"
    assert page.driver.execute_script(tops, ".tasks li") == 1
    height = "return document.querySelector('.clue').getBoundingClientRect().height"
    assert page.driver.execute_script(height) < 70


def test_a_task_that_is_tapped_says_at_once_that_it_is_coming(page: Page) -> None:
    page.open("solve")
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/static/compose/compose.js"]})
    try:
        page.find("[data-view=compose]").click()
        page.find("#view-compose h1")
        page.tells("#coming", "offline_need")
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
        page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": False})
    page.driver.get_log("browser")


def test_today_is_printed_with_its_rules_and_empty_boxes(page: Page) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2", "fr", 360)
    page.find(".board-clues button")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert page.shown(".rules-on-paper")
    boxes = page.shown(".word-now .tile")
    assert len(boxes) == 5
    assert {box.value_of_css_property("color") for box in boxes} == {"rgba(0, 0, 0, 0)"}
    assert not page.shown(".hint, .answering, nav, .how-to, #today-board .helped")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.find(".reveal").click()
    page.find(".asked .drop").click()
    page.find("#today-board .answer")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    sure = page.find(".cell[data-state=sure]")
    assert sure.value_of_css_property("print-color-adjust") == "exact", "white letters keep what is behind them"
    assert page.find("#today-board .answer").value_of_css_property("outline-style") == "none"
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.slow
def test_the_sample_is_in_the_readers_language(page: Page) -> None:
    for lang, word, answer in (("fr", "paume", "coude"), ("en", "sicks", "river")):
        page.open("solve", lang)
        page.find("#solve-sample").click()
        page.until(lambda word=word: f"p={word}" in page.fragment)
        page.find("#solve-form .primary").click()
        page.says("#solve-result .answer", answer)


def test_the_solution_that_is_shown_is_the_hidden_word_and_the_way_back_is_plain(page: Page) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=1", "en")
    page.find(".reveal").click()
    assert [one.text for one in page.shown(".asked button")] == [
        read_texts("en")[name] for name in ("reveal", "keep_looking")
    ]
    page.find(".asked .drop").click()
    page.tells("#today-board .answer", "hidden_was")


def test_a_composed_puzzle_is_played_in_good_french(page: Page) -> None:
    page.open("compose?s=1", "fr")
    page.find("#compose-form .primary").click()
    page.says("#compose-result", "Le jouer")
