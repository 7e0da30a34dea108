"""Whatever stands in storage, a file or an address: the page starts, and says what it could not read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mastermot.service.page.contents import STATIC
from tests.service.reader import Page

PROGRAMS = "".join(file.read_text() for file in STATIC.rglob("*.js"))
NAMES = sorted({*re.findall(r'"(mastermot-[a-z]+)"', PROGRAMS), "mastermot-guess", "mastermot-play"})
"""What the page keeps something under, by its own programs."""
WON = {"done": "won", "on": "2026-13-45", "seconds": 1e99, "events": [{"kind": "hint"}, 5], "out": [["1A"], {}, 7]}
TEXTS = {
    "a letter": "x",
    "a name that objects have": "constructor",
    "an empty object": "{}",
    "a list": "[5, null]",
    "nothing": "null",
    "a number": "5",
    "days that are none": '{"version": 1, "days": null}',
    "days of no calendar": json.dumps(
        {"version": 1, "days": {f"{day}/1/fr-common": WON for day in ("2026-13-45", "2026-02-31", "0000-00-00")}}
    ),
    "half of a game": '{"hash": "#guess?t=abc", "now": {"token": "abc"}, "past": 5}',
}
VIEWS = {
    "today": "#today-board button.cell",
    "guess": "#guess-board .entry-line .tile",
    "play": "#play-board form",
    "solve": ".word",
}


def fill_storage(page: Page, text: str) -> None:
    """Keep a text under each name, from a document of the service that runs no program."""
    page.driver.get(f"{page.address}/texts/en.json")
    for place in ("localStorage", "sessionStorage"):
        page.driver.execute_script(f"for (const name of arguments[0]) {place}.setItem(name, arguments[1])", NAMES, text)


@pytest.mark.parametrize("case", TEXTS)
def test_the_page_starts_whatever_stands_in_storage(page: Page, case: str) -> None:
    """The fixture fails where the console has an error."""
    assert len(NAMES) >= 9
    fill_storage(page, TEXTS[case])
    first, *others = VIEWS
    page.driver.get(f"{page.address}/?lang=en#{first}")
    page.find(f"html[data-ready] {VIEWS[first]}")
    for view in others:  # each reads what is kept for it when one goes there
        page.go(view)
        page.find(VIEWS[view])
    page.find("[data-view=today]").click()
    page.find("#today-scores summary").click()
    page.find("#today-scores .cards")
    page.tells("#today-scores", "kept_unread")


def test_a_file_that_is_half_readable_says_what_was_left_out(page: Page, tmp_path: Path) -> None:
    page.open("today", lang="en")
    whole = {"done": "won", "on": "2026-11-20", "seconds": 60}
    file = tmp_path / "results.json"
    file.write_text(
        json.dumps({"version": 1, "days": {"2026-11-20/1/en-common": whole, "2026-13-45/1/en-common": WON}})
    )
    page.find("#today-scores summary").click()
    page.driver.execute_script("document.querySelector('#today-scores-file').classList.remove('said')")
    page.find("#today-scores-file").send_keys(str(file))
    page.tells("#today-scores [role=status]", "imported", count=1)
    page.tells("#today-scores [role=status]", "import_left", count=1)


ADDRESSES = {
    "today?d=2027-01-01": ("#today-notice", "no_such_day", "2027-01-01"),
    "today?d=2026-02-31": ("#today-notice", "no_such_day", "2026-02-31"),
    "today?d=x": ("#today-notice", "no_such_day", "x"),
    "guess?j=2099-01-01": ("#guess-notice", "no_such_day", "2099-01-01"),
    "guess?t=abc": ("#guess-board", "game_lost", ""),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_dead_link_says_so(page: Page, address: str) -> None:
    place, told, day = ADDRESSES[address]
    page.open(address, lang="en")
    page.tells(place, told, **({"day": day} if day else {}))


def test_a_browser_that_keeps_nothing_is_told(page: Page) -> None:
    page.open("today", lang="en")
    assert not page.shown("#unkept")
    none = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException() }})"
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": none})
    try:
        page.driver.refresh()
        page.tells("#unkept", "not_kept")
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
