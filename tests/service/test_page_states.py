"""What each task can do with a service and without it: as the table says.

`mastermot.service.page.abilities` is the table; a task either does its first thing, or its place says why it cannot.
"""

from __future__ import annotations

import pytest
from selenium import webdriver

from mastermot.service.page.abilities import ABILITIES, State
from tests.service.reader import Page
from tests.service.support import serve
from tests.service.test_offline import kept_for_later
from tests.service.test_page_engines import VISITS, Visit

NEW = {"today": "today?d=2026-01-05&n=5", "guess": "guess?j=2026-01-05&l=9", "families": "families?w=es&l=12&m=2"}
"""Addresses of what was not opened before, in tasks that can do only what was."""


def does(page: Page, view: str, address: str = "") -> bool:
    """Open a task and do its first thing; return whether it is done, else its place says why not."""
    visit: Visit = VISITS[view]
    page.open(address or visit.address or view, "en")
    told = f"#view-{view} .message, #coming .message"
    page.until(lambda: page.shown(visit.place) or page.shown(told))
    if page.shown(told) and not page.shown(visit.place):
        return False
    if visit.keys:
        page.press(*visit.keys)
    else:
        page.shown(visit.place)[0].click()
    done = visit.holds and (lambda: page.driver.execute_script(f"return {visit.holds}"))
    shown = done or (lambda: page.shown(visit.shows))
    page.until(lambda: shown() or page.shown(told))
    return bool(shown())


def check(page: Page, state: State) -> None:
    """Hold each task against its row of the table."""
    found = {view: does(page, view) for view in ABILITIES}
    assert found == {view: by_state[state] != "none" for view, by_state in ABILITIES.items()}


@pytest.mark.slow
def test_with_a_service_every_task_does_all(page: Page) -> None:
    check(page, "served")


@pytest.mark.slow
def test_without_the_service_every_task_does_what_the_table_says(chromium: webdriver.Chrome) -> None:
    with serve() as served:
        page = Page(chromium, served.address, offline=True)
        page.open("solve", "en")
        kept_for_later(page)
        for view in ABILITIES:
            does(page, view)
    check(page, "offline")
    page.says("#offline", "Here as ever: Solve.")
    for view, address in NEW.items():
        assert not does(page, view, address), view
    chromium.get_log("browser")
