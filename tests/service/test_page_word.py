"""The game of the day; and what forgives: words that are no words, games that are lost, turns taken back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from mastermot import RULES, open_dictionary
from tests.service.reader import Page
from tests.service.support import Client, serve_here
from tests.service.test_days import DAY, daily, forget
from tests.service.test_page_daily import kept, shared, shifted
from tests.service.test_page_games import begin, play

__all__ = ["shifted"]  # a fixture
MARKS = """
const [pairs, done] = arguments;
import("/static/shared/letters.js").then(({ marksOf }) => done(pairs.map(([guess, secret]) => marksOf(guess, secret))));
"""
KEYS = "return Object.fromEntries([...document.querySelectorAll('.key')].map((key) => [key.innerText, key]))"
"""The keys of the screen, each by its letter."""
FORGED = """
const real = window.fetch;
const told = JSON.stringify({code: 'token-forged', detail: 'damaged', advice: ''});
window.fetch = (path, ...rest) => String(path).endsWith('/api/games/state')
  ? Promise.resolve(new Response(told, {status: 422})) : real(path, ...rest);
"""
"""A service that was started anew without its key."""


def game_of(client: Client, length: int, words: str = "fr") -> dict[str, Any]:
    game: dict[str, Any] = client.get(f"/api/daily/game?date={DAY}&length={length}&words={words}").json
    return game


def other_words(game: dict[str, Any], count: int) -> list[str]:
    """Return words that are not the secret of a game, and begin as it does."""
    words = open_dictionary(game["words"]).words(game["length"])
    return [word for word in words if word[0] == game["secret"][0] and word != game["secret"]][:count]


def marks_in(page: Page) -> list[str]:
    return [
        "".join(str(tile.get_attribute("data-mark")) for tile in row.find_elements(By.CSS_SELECTOR, ".tile"))
        for row in page.shown("#guess-board .history li")
    ]


def turns(page: Page, count: int) -> None:
    page.until(lambda: len(page.shown("#guess-board .history li")) == count)


def test_the_word_of_the_day_is_found_by_keyboard_alone(page: Page, client: Client) -> None:
    forget(page)
    game = game_of(client, 6)
    wrong = other_words(game, 1)[0]
    page.open(f"guess?j={DAY}&l=6")
    page.tells(".facts", "begins", letter=game["secret"][0])
    assert len(page.shown(".first-steps li")) == 3, "how to play, in the place of the rows to come"
    page.press(*"zzzzz")
    page.tells("#guess-refused", "answer_no_word")
    page.press(Keys.ENTER)
    page.tells("#guess-refused", "answer_no_word")
    assert not page.shown("#guess-board .history li"), "it costs nothing"
    page.press(*[Keys.BACKSPACE] * 6, *wrong.lower(), Keys.ENTER)
    turns(page, 1)
    assert len(page.shown(".blank-rows .code")) == 4, "six rows"
    assert marks_in(page) == [RULES["positional"].mark(wrong, game["secret"]).pattern]
    page.driver.refresh()
    turns(page, 1)
    page.press(*game["secret"].lower(), "zz", Keys.ENTER)
    page.says(".ending", f"Bravo : {game['spellings'][0]}")
    assert "wiktionary" in str(page.find(".ending a").get_attribute("href"))
    text = shared(page)
    assert text.splitlines()[0] == f"Master Mot {DAY} · 6 lettres · 2/6"
    assert text.splitlines()[2] == "🟩" * 6
    assert game["secret"].lower() not in text.lower()
    page.says(".review", "Adresse")
    assert not page.shown(".review li"), "the rest on demand"
    page.find(".review summary").click()
    page.until(lambda: len(page.shown(".review li")) == 2)
    page.says("#guess-scores .cards", "mot trouvé")
    page.driver.refresh()
    page.says(".ending", "Bravo")
    page.find("#guess-before").click()
    page.until(lambda: "j=2026-11-19" in page.fragment)
    page.find("#guess-code")


@pytest.mark.slow
def test_the_word_of_the_day_is_lost_by_touch(page: Page, client: Client) -> None:
    forget(page)
    game = game_of(client, 5, "en")
    page.open(f"guess?j={DAY}&l=5", "en", width=360)
    for turn, word in enumerate(other_words(game, 6), start=1):
        page.find(".keyboard")
        keys = page.driver.execute_script(KEYS)
        for letter in word:
            keys[letter].click()
        page.find(".key.primary").click()
        turns(page, turn)
    page.tells(".ending", "lost", word=game["spellings"][0])
    assert "✗/6" in shared(page)
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 360


def test_two_tabs_play_one_word_of_the_day(page: Page, client: Client) -> None:
    forget(page)
    game = game_of(client, 5)
    page.open(f"guess?j={DAY}&l=5")
    page.find("#guess-code")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.open(f"guess?j={DAY}&l=5")
        play(page, other_words(game, 1)[0])
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)
    turns(page, 1)
    play(page, game["secret"])
    page.says(".ending", "Bravo")


def test_letters_are_marked_as_the_library_marks_them(page: Page) -> None:
    chance = random.Random(1)
    pairs = [("".join(chance.choices("ABC", k=5)), "".join(chance.choices("ABCD", k=5))) for _ in range(500)]
    page.open("today")
    expected = [RULES["positional"].mark(guess, secret).pattern for guess, secret in pairs]
    assert page.script(MARKS, pairs) == expected


def test_a_game_of_a_service_started_anew_is_said_to_be_lost(page: Page) -> None:
    begin(page, "w=fr-common&l=5&r=positional")
    play(page, "carie")
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FORGED})
    try:
        page.driver.refresh()
        page.tells("#guess-board", "game_lost")
        assert len(page.shown("#guess-board .history li")) == 1, "its turns are still to be seen"
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_a_game_that_was_begun_waits_beside_the_word_of_the_day(page: Page) -> None:
    begin(page, "w=fr-common&l=5&r=positional")
    play(page, "carie")
    page.open("guess", "en")
    page.tells("#guess-board", "game_waits")
    page.find("#guess-board .notice button").click()
    turns(page, 1)


def test_turns_are_taken_back_after_the_page_was_left(page: Page) -> None:
    begin(page, "w=fr-common&l=5&r=positional")
    play(page, "carie", "boule")
    for count in (1, 0):
        page.driver.refresh()
        turns(page, count + 1)
        page.find(".take-back").click()
        turns(page, count)


def test_a_word_in_no_dictionary_is_refused_as_it_is_typed_and_costs_nothing_today(page: Page, client: Client) -> None:
    forget(page)
    page.open(f"today?d={DAY}&n=2")
    page.find("#today-board-answer").send_keys("zzabz")
    page.tells(".helped .message", "answer_no_word", word="zzabz")
    page.find("#today-board-answer").send_keys("xx", Keys.ENTER)
    page.tells(".helped .message", "answer_no_word", word="zzabz")
    assert not page.shown(".need.broken")
    page.find("#today-board-answer").clear()
    page.find("#today-board-answer").send_keys(str(daily(client)["solution"]), Keys.ENTER)
    page.says("#today-board .answer", "Bravo")
    assert kept(page)["wrong"] == 0
    assert "🟩" * 5 in shared(page)


def test_typing_never_runs_on_in_a_row_that_is_full(page: Page) -> None:
    page.open("solve?p=paume2.choux1&w=fr")
    row = page.shown("#solve-clues input.word")[1]
    row.click()
    page.press(Keys.END, "p", "a", "l")
    page.until(lambda: "p=paume2.choux1.pal" in page.fragment)
    page.press("m", "e", "1")
    page.until(lambda: "p=paume2.choux1.palme1" in page.fragment)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_the_browser_keeps_of_both_games_is_saved_in_one_file(page: Page, client: Client, lang: str) -> None:
    forget(page)
    page.open(f"guess?j={DAY}&l=5", lang)
    play(page, game_of(client, 5, lang)["secret"])
    days = json.loads(page.driver.execute_script("return localStorage.getItem('mastermot-days')"))["days"]
    assert list(days) == [f"game/{DAY}/5/{lang}"]


def test_midnight_leaves_the_word_of_the_day_as_it_is_and_offers_the_next(shifted: Page) -> None:
    page = shifted
    forget(page)
    page.open("guess?l=5")
    page.find("#guess-code")
    before = str(page.find("#guess-date").get_attribute("value"))
    letter = str(page.find("#guess-board .tile.given").text)
    words = [word for word in open_dictionary("fr-answers").words(5) if word[0] == letter][:2]
    play(page, words[0])
    turns(page, 1)
    page.driver.execute_script("window.shift = 86400000; dispatchEvent(new Event('focus'))")
    page.find("#guess-notice .notice")
    if not page.shown(".ending"):
        play(page, words[1])
        turns(page, 2)
    days = json.loads(page.driver.execute_script("return localStorage.getItem('mastermot-days')"))["days"]
    assert list(days) == [f"game/{before}/5/fr"], "the turns count for the day that is on the screen"
    page.find("#guess-notice button").click()
    page.until(lambda: str(page.find("#guess-date").get_attribute("value")) > before)
    page.until(lambda: not page.shown("#guess-board .history li"))
    page.find("#guess-before").click()
    page.until(lambda: page.shown("#guess-board .history li"))


@pytest.mark.slow
def test_the_word_of_the_day_goes_on_without_a_connection_and_at_a_service_started_anew(
    chromium: webdriver.Chrome,
) -> None:
    with serve_here() as client:
        page = Page(chromium, f"http://127.0.0.1:{client.port}", offline=True)
        game = game_of(client, 5)
        page.open(f"guess?j={DAY}&l=5")
        page.find("#guess-code")
        code = "caches.match(arguments[0], {ignoreVary: true}).then((answer) => arguments[1](Boolean(answer)))"
        for path in (f"/api/daily/game?date={DAY}&length=5&words=fr", "/api/words/fr/5"):
            page.until(lambda path=path: page.script(code, path))
        play(page, other_words(game, 1)[0])
        turns(page, 1)
    page.open(f"guess?j={DAY}&l=5")
    turns(page, 1)
    play(page, other_words(game, 2)[1])
    turns(page, 2)
    with serve_here(port=client.port):  # with another key
        page.open(f"guess?j={DAY}&l=5")
        turns(page, 2)
        play(page, game["secret"])
        page.says(".ending", "Bravo")
    chromium.get_log("browser")
