"""The list of another language, which Solve offers where the one chosen knows few of the words."""

from __future__ import annotations

import re

import pytest

from mastermot import read_puzzle
from tests.service.reader import Page
from tests.support import ROOT

PACKED = ".".join(f"{clue.word.lower()}{clue.marks}" for clue in read_puzzle(ROOT / "puzzles" / "coude.txt").clues)
FETCHED = "return performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)"


def ask_with(page: Page, words: str, lang: str) -> None:
    page.open(f"solve?w={words}&p={PACKED}", lang)
    page.find("#solve-form button.primary").click()


def test_a_button_takes_the_list_that_knows_the_words(page: Page) -> None:
    ask_with(page, "en", "en")
    page.tells("#solve-result .nudge", "other_list")
    (button,) = page.shown("#solve-result .other-list")
    assert "French" in button.text
    button.click()
    page.says("#solve-result .answer", "coude")
    assert "w=fr" in page.fragment
    assert not page.shown("#solve-result .other-list")


def test_no_list_is_offered_where_the_words_are_known(page: Page) -> None:
    ask_with(page, "fr", "fr")
    page.says("#solve-result .answer", "coude")
    assert not page.shown("#solve-result .other-list")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_page_that_solves_alone_fetches_no_second_list_unasked(page: Page, lang: str) -> None:
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/solve"]})
    try:
        ask_with(page, lang, lang)
        page.find("#solve-result .other-list")
        lists = [path for path in page.driver.execute_script(FETCHED) if path.startswith("/api/words/")]
        assert set(lists) == {f"/api/words/{lang}/5"}
        offered = {button.text: button for button in page.shown("#solve-result .other-list")}
        assert len(offered) == 2  # one for each other language
        (french,) = [button for text, button in offered.items() if re.search("fr[ae]n", text.casefold())]
        french.click()
        page.says("#solve-result .answer", "coude")
        assert "/api/words/fr/5" in page.driver.execute_script(FETCHED)
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
