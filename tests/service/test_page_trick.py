"""The trick on the page: ten fixed words, the numbers that a friend tells, and the friend's word."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from mastermot import mark, open_dictionary
from mastermot.texts.languages import settings
from tests.service.reader import Page

AT_ONCE = "COUDE"
TAP = """
const button = [...document.querySelectorAll(".trick-pad button")][arguments[0]];
const box = button.getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height, innerHeight];
"""


def asked(page: Page) -> str | None:
    """Return the word whose number is asked for; None once it is over."""
    code = "return document.querySelector('.trick-rows [aria-current] b')?.textContent"
    word: str | None = page.driver.execute_script(code)
    return word


def tap(page: Page, count: int) -> None:
    """Tap a number with a finger, where the reader sees it."""
    x, y, width, height, bottom = page.driver.execute_script(TAP, count)
    assert min(width, height) >= 44
    assert y + height / 2 <= bottom, "in sight"
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def answer(page: Page, secret: str) -> int:
    """Answer with taps until the page tells the word; return how many words were asked."""
    for count in range(1, 30):
        word = page.until(lambda: asked(page))
        tap(page, mark(word, secret).blacks)
        page.until(lambda word=word: asked(page) != word)  # type: ignore[misc]
        if asked(page) is None:
            return count
    raise AssertionError("no end")


def test_the_trick_is_played_to_its_word_by_touch(page: Page) -> None:
    page.open("compose", "fr", width=360)
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        page.find("#view-compose .to-trick a").click()
        assert page.find("#trick-title").text == "Le mot d’un ami, deviné par des chiffres"
        page.find(".trick-pad button")
        assert answer(page, AT_ONCE) <= 10
        assert page.find(".trick-result .answer").text.replace("\n", "").startswith(f"Le mot est{AT_ONCE}")
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 360
    finally:
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_the_trick_ends_in_a_word_for_the_largest_group(page: Page) -> None:
    """Of the words that the ten numbers tell apart worst, each is found by further questions."""
    fixed = settings("fr")["trick"]["asked"].upper().split(".")
    groups: dict[tuple[int, ...], list[str]] = {}
    for word in open_dictionary("fr-common").words(5):
        groups.setdefault(tuple(mark(guess, word).blacks for guess in fixed), []).append(word)
    assert len(groups) == 1945
    assert sum(len(group) == 1 for group in groups.values()) == 1364
    numbers, words = max(groups.items(), key=lambda one: len(one[1]))
    for secret in (words[0], words[-1]):
        page.open(f"trick?m={''.join(map(str, numbers))}", "fr", width=360)
        page.says(".trick-result", f"mots possibles : {len(words)}")
        answer(page, secret)
        assert secret in page.find(".trick-result .answer").text.replace("\n", "")


def test_numbers_are_typed_corrected_and_kept(page: Page) -> None:
    page.open("trick", "en")
    page.find(".trick-rows button").click()
    page.press("2", Keys.TAB)
    page.until(lambda: page.fragment.endswith("m=2---------"))
    page.driver.refresh()
    page.until(lambda: asked(page) == "ROCKS")
    page.find(".trick-rows button").click()
    page.press("0")
    page.until(lambda: page.fragment.endswith("m=0---------"))
    assert asked(page) == "ROCKS"


def test_a_wrong_number_is_found(page: Page) -> None:
    fixed = settings("fr")["trick"]["asked"].upper().split(".")
    numbers = [mark(guess, AT_ONCE).blacks for guess in fixed]
    page.open(f"trick?m={5 - numbers[0]}{''.join(map(str, numbers[1:]))}", "fr")
    page.says(".trick-result .message", "Aucun mot de la liste n’a ces chiffres")
    offered = next(b for b in page.shown(".trick-result .suggestions button") if b.text.startswith(AT_ONCE))
    assert offered.text == f"{AT_ONCE}, si {fixed[0]} a {numbers[0]}"
    offered.click()
    page.says(".trick-result .answer", "coude, coudé")


def test_the_words_of_a_card_are_taken(page: Page) -> None:
    page.open("trick?w=fr-common&g=lire.tare.pont", "fr")
    page.until(lambda: asked(page) == "LIRE")
    assert len(page.shown(".trick-rows button")) == 3
    assert "4 lettres" in page.find("#trick-intro").text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    "fragment", ["trick?w=nowhere&g=lire.tare", "trick?g=l1.x", "trick?w=../x&m=zz", "trick?w=toString"]
)
def test_addresses_that_are_no_trick_are_told_or_begin_the_usual_one(page: Page, fragment: str) -> None:
    page.open(fragment, "fr")
    page.find("#trick-board .message, .trick-pad button")
