"""The reasoning, a step at a time: keys, links to a step, links to techniques, the reader's own marks beside it."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from tests.service.reader import PACKED, Page

STEP = f"solve?p={PACKED}&w=fr&step="


def count(page: Page) -> str:
    """Return what is said of the step on the screen, such as 3 of 11."""
    text: str = page.find(".walk .count").text
    return text


def test_the_arrows_walk_from_anywhere_but_where_they_mean_something_else(page: Page) -> None:
    page.open(f"{STEP}2", "en")
    assert count(page).startswith("2 of")
    page.driver.execute_script("document.activeElement.blur()")
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert count(page).startswith("4 of")
    page.press(Keys.HOME)
    assert count(page).startswith("4 of"), "outside it, Home is the page's"
    page.driver.execute_script("document.querySelector('#solve-clues .word').focus()")
    page.press(Keys.ARROW_LEFT)
    assert count(page).startswith("4 of"), "in a word, the arrows are the word's"
    page.find(".walk").send_keys(Keys.HOME)
    assert count(page).startswith("1 of")


def test_a_link_to_a_step_opens_there_and_the_address_follows(page: Page) -> None:
    page.open(f"{STEP}3", "en")
    assert count(page).startswith("3 of")
    page.find(".walk").send_keys(Keys.ARROW_RIGHT)
    assert page.fragment.endswith("&step=4")
    sentence = page.find(".walk .sentence").text
    page.driver.refresh()
    page.until(lambda: page.shown(".walk") and page.find(".walk .sentence").text == sentence)
    page.find("#solve-clues .word").send_keys(Keys.BACKSPACE)
    assert "step" not in page.fragment, "other clues have other steps"


@pytest.mark.parametrize("step", ["0", "999", "-1", "x", "1e999"])
def test_a_step_that_is_none_breaks_nothing(page: Page, step: str) -> None:
    page.open(STEP + step, "en")
    page.find("#solve-form .primary")
    if step in ("999", "1e999"):
        first, _of, last = count(page).split()
        assert first == last


def test_from_a_step_to_its_technique_to_a_board_to_try_it_on(page: Page) -> None:
    page.open(f"{STEP}1", "en")
    page.find("#solve-result .all-steps").click()
    assert page.shown("#solve-result .steps a.technique")
    page.find(".walk a.technique").click()
    page.find("#technique-example .walk")
    there = count(page)
    page.find("#technique-example .actions.minor a").click()
    page.until(lambda: page.fragment.startswith("solve?"))
    page.until(lambda: count(page) == there)
    page.driver.back()
    page.find("#technique-example .button.primary").click()
    page.find("#board-board .board-clues button")


def test_own_marks_stand_beside_the_steps(page: Page) -> None:
    page.open(f"board?p={PACKED}&w=fr", "en")
    page.find("#board-board button.cell")
    cells = page.shown("#board-board button.cell")
    for cell in cells[:4]:
        cell.click()
    page.find("#board-board .answering input").send_keys("coude", Keys.ENTER)
    page.find("#board-board .ended, #board-board .after")
    page.find("#board-board .how-solved button").click()
    walk = page.find("#board-board .walk")
    assert page.driver.switch_to.active_element == walk, "the arrows work at once"
    page.until(lambda: page.shown(".walk .cell[data-own=out]"))
    page.says(".walk .compared", "struck out")
    page.open(f"{STEP}1", "en")
    page.says(".walk .compared", "struck out")
