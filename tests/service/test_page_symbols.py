"""Colours with symbols of one's own on the page: the form, the pegs, the addresses."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from tests.service.reader import Page


def list_palette(page: Page) -> list[str]:
    page.find("#guess-board .palette .tile, #guess-board .palette button")
    return [button.text.strip() for button in page.shown("#guess-board .palette button") if button.text.strip()]


def play(page: Page, code: str) -> None:
    turns = len(page.shown("#guess-board .history li"))
    page.find("#guess-code").send_keys(code, Keys.ENTER)
    page.until(lambda: len(page.shown("#guess-board .history li")) == turns + 1)


def test_a_game_is_guessed_with_the_symbols_of_its_address(page: Page) -> None:
    page.open("guess?n=4&c=RGBYOW&r=black-white", "en")
    assert list_palette(page)[:6] == list("RGBYOW")
    play(page, "RGBY")
    (row,) = page.shown("#guess-board .history li .letters")
    assert "".join(row.text.split()) == "RGBY"
    assert "c=RGBYOW" in page.fragment
    page.find("#guess-code").send_keys("ABCD")  # none of these is a symbol but B
    assert page.find("#guess-code").get_attribute("value") == "B"


def test_digits_of_a_range_are_the_colours(page: Page) -> None:
    page.open("guess?n=3&c=1-6&r=black-white", "fr")
    assert list_palette(page)[:6] == list("123456")
    play(page, "123")
    page.open("play?n=3&c=1-6&r=black-white&s=1", "es")
    letters = page.find("form.marking .letters")
    assert set("".join(letters.text.split())) <= set("123456")


def test_the_form_takes_symbols(page: Page) -> None:
    page.open("play?n=3&c=4&r=black-white", "en")
    page.find("#play-drawer summary").click()
    field = page.find("#play-symbols")
    field.send_keys("123456", Keys.TAB)
    assert page.driver.execute_script("return document.getElementById('play-colours').disabled")
    page.find("#play-setup button.primary").click()
    page.says("#play-what", "6 colours")
    letters = page.find("form.marking .letters")
    assert "c=1" in page.fragment
    assert set("".join(letters.text.split())) <= set("123456")


def test_symbols_that_are_none_are_refused_with_a_sentence(page: Page) -> None:
    page.open("play?n=3&c=RGBR&r=black-white&s=1", "en")
    page.says("#view-play", "“R” appears twice")
