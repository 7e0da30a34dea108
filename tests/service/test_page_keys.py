"""Keys belong to the game on the screen, however one came to it and wherever the focus is; what was typed stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.service.reader import PACKED, Page


class Game(NamedTuple):
    """A game by its address, what shows that it can be played, keys, and what shows that it took them."""

    address: str
    ready: str
    keys: str
    taken: str


HOLES = ".entry-line .tile"
GAMES = {
    "a puzzle of each day": Game("today", "#today-board button.cell", "x", "#today-board .cell[data-state=out]"),
    "a puzzle on the board": Game(
        f"board?p={PACKED}&w=fr", "#board-board button.cell", "o", "#board-board .cell[data-state=sure]"
    ),
    "a word of each day": Game("guess?j=", HOLES, "ab", "AB"),
    "a word": Game("guess?w=en-common&l=5&r=positional", HOLES, "ta", "TA"),
    "colours": Game("guess?n=4&c=6&r=black-white", HOLES, "da", "DA"),
    "digits": Game("guess?n=4&c=6&d=1&r=black-white", HOLES, "05", "05"),
    "my word, marked letter by letter": Game(
        "play?w=en-common&l=5&r=positional", "#play-board button.tile", "x", "#play-board .tile[data-mark=X]"
    ),
    "my colours, marked by numbers": Game(
        "play?n=4&c=6&r=black-white", "#play-board .pills", "1", "#play-board .pill input[value='1']:checked + span"
    ),
}


def close_card(close: Callable[[Page], object]) -> Callable[[Page, Game], None]:
    def enter(page: Page, game: Game) -> None:
        if page.shown(".how-to"):  # Play has none
            page.find(".how-to").click()
            page.find(".how-card")
            close(page)
            page.until(lambda: not page.shown(".how-card"))

    return enter


def click_beside(page: Page) -> None:
    card = page.find(".how-card")
    ActionChains(page.driver).move_to_element_with_offset(card, -card.size["width"] // 2 - 9, 0).click().perform()


def leave_by_the_menu_and_return(page: Page, game: Game) -> None:
    page.find("[data-view=solve]").click()
    page.find("#solve-clues .word")
    view = game.address.partition("?")[0]
    if view == "board":
        page.driver.execute_script(f"location.hash = {game.address!r}")
    else:
        page.find(f"[data-view={view}]").click()


def go_and_come_back(page: Page, game: Game) -> None:
    page.find("[data-view=solve]").click()
    page.find("#solve-clues .word")
    page.driver.back()


def follow_a_link(page: Page, game: Game) -> None:
    page.driver.execute_script("location.hash = 'technique?k=compare'")
    page.find("#technique-example .walk")
    link = "const link = Object.assign(document.createElement('a'), {href: arguments[0]}); document.body.append(link)"
    page.driver.execute_script(f"{link}; link.click(); link.remove()", f"#{game.address}")


def look_at_another_tab(page: Page, game: Game) -> None:
    here = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.close()
    page.driver.switch_to.window(here)


WAYS: dict[str, Callable[[Page, Game], object]] = {
    "opened": lambda page, game: None,
    "loaded again": lambda page, game: page.driver.refresh(),
    "the card closed by its button": close_card(lambda page: page.find(".how-card .primary").click()),
    "the card closed by Escape": close_card(lambda page: page.press(Keys.ESCAPE)),
    "the card closed by a click beside it": close_card(click_beside),
    "by the menu": leave_by_the_menu_and_return,
    "by the way back": go_and_come_back,
    "by a link": follow_a_link,
    "another tab looked at": look_at_another_tab,
    "empty ground clicked": lambda page, game: page.find(".foot").click(),
}
QUICK = ("the card closed by its button",)


@pytest.mark.parametrize("way", [way if way in QUICK else pytest.param(way, marks=pytest.mark.slow) for way in WAYS])
def test_the_game_on_the_screen_takes_the_keys(page: Page, way: str) -> None:
    for name, game in GAMES.items():
        page.forget()
        page.open(game.address, lang="en")
        page.find(game.ready)
        WAYS[way](page, game)
        page.find(f"html[data-ready] section:not([aria-busy]) {game.ready}")
        page.press(*game.keys)
        if game.taken.startswith("#"):
            page.find(game.taken)
        else:
            letters = [tile.text for tile in page.shown(HOLES)]
            assert "".join(letters).strip() == game.taken, (name, way)


def test_letters_typed_into_another_field_stay_there(page: Page) -> None:
    page.open("guess?j=", lang="en")
    page.find("#guess-drawer summary").click()
    page.find("#guess-challenge summary").click()
    page.find("#guess-secret").send_keys("tree")
    assert page.find("#guess-secret").get_attribute("value") == "tree"
    assert "".join(tile.text for tile in page.shown(HOLES)).strip() == ""


# --- a row that is refused ------------------------------------------------------------------------------------------

REFUSED = {
    "a short word": ("guess?w=en-common&l=5&r=positional", "deb", "a", "DEBA"),
    "a short word of each day": ("guess?j=", "deb", "a", "DEBA"),
    "too few colours": ("guess?n=5&c=6&r=black-white", "abcd", "e", "ABCDE"),
    "too few digits": ("guess?n=5&c=6&d=1&r=black-white", "0123", "4", "01234"),
    "an unknown word, which the next letter replaces": ("guess?w=en-common&l=5&r=positional", "zzzzz", "a", "A"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_was_typed_stays_when_it_is_refused(page: Page, case: str) -> None:
    address, typed, more, row = REFUSED[case]
    page.open(address, lang="en")
    page.find(HOLES)
    page.press(*typed, Keys.ENTER)
    page.find("#guess-refused .message")
    page.until(lambda: page.find("#guess-code").get_attribute("value").upper() == typed.upper())
    page.press(more)
    assert "".join(tile.text for tile in page.shown(HOLES)).strip() == row


# --- colours, and stops of Tab --------------------------------------------------------------------------------------


def row(page: Page) -> str:
    return "".join(tile.text for tile in page.shown(HOLES)).strip()


def test_a_game_of_colours_takes_no_other_sign_and_any_hole_is_changed(page: Page) -> None:
    page.open("guess?n=4&c=6&r=black-white", lang="en")
    page.find(HOLES)
    page.press(*"azb9g")
    assert row(page) == "AB"
    ActionChains(page.driver).move_to_element(page.shown(HOLES)[0]).click().perform()
    page.find(".tile.chosen")
    page.find(".palette [data-colour=C]").click()
    assert row(page) == "CB"
    page.press(*"de", Keys.ENTER)
    page.find("#guess-board .history li")
    page.find(".last-again").click()
    assert row(page) == "CBDE"
    ActionChains(page.driver).move_to_element(page.shown(HOLES)[2]).click().perform()
    page.press("f")
    assert row(page) == "CBFE"


def test_the_digits_of_a_board_are_one_stop_of_tab(page: Page) -> None:
    page.open(f"board?p={PACKED}&w=fr", lang="en")
    page.find("#board-board button.cell")
    stops = "return document.querySelectorAll('#board-board .board-clues button:not([tabindex=\"-1\"])').length"
    assert page.driver.execute_script(stops) == 2, "the letters, and the digits"
    page.find("#board-board button.disc").click()
    page.press(Keys.ARROW_DOWN)
    assert page.driver.switch_to.active_element == page.shown("#board-board button.disc")[1]


@pytest.mark.parametrize(
    ("fragment", "give_up", "end"),
    [
        ("guess?n=4&c=6&r=black-white", ".give-up", "#guess-board .ended"),
        ("today?d=2026-11-20&n=2", "#today-board .reveal", "#today-board .answer"),
    ],
)
def test_the_end_of_a_game_takes_the_focus_without_a_frame(page: Page, fragment: str, give_up: str, end: str) -> None:
    """Reading goes on there; a frame is for what can be pressed."""
    page.open(fragment, "en")
    page.find(give_up).send_keys(Keys.ENTER)
    page.find(".asked .drop").send_keys(Keys.ENTER)
    ended = page.find(end)
    page.until(lambda: page.driver.switch_to.active_element == ended)
    assert page.driver.execute_script("return arguments[0].matches(':focus-visible')", ended)
    assert ended.value_of_css_property("outline-style") == "none"
