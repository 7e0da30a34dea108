"""What each view can do in each state, in a browser: as the table says.

`mastermot.service.page.abilities` is the table; a view either does its first thing, or its place says why it cannot.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from mastermot.service.page.abilities import ABILITIES, State
from tests.service.folder import Folder
from tests.service.reader import Page
from tests.service.support import serve, serve_here
from tests.service.test_offline import kept_for_later
from tests.service.test_page_engines import VISITS, Visit
from tests.support import LONG

VIEWS = {
    **VISITS,
    "play": Visit("play", "#play-board :is(button.tile, .actions button.primary)", "#play-board button.tile"),
    "openings": Visit("openings", "#openings-table .button"),
    "technique": Visit("technique?k=compare", "#technique-example :is(.walk, button)", "#technique-example .walk"),
}
NEW = {"today": "today?d=2026-01-05&n=5", "guess": "guess?j=2026-01-05&l=9", "families": "families?w=es&l=12&m=2"}
"""Addresses of what was not opened before, in tasks that can do only what was."""
NOWHERE = "Object.defineProperty(window, '{}', {{get() {{ throw new DOMException('no storage') }}}});"

AFTER_A_PAUSE = """
const [done] = arguments;
import("/static/shared/core.js").then(({PATIENCE}) => setTimeout(done, PATIENCE));
"""
"""Ends once what the page does after a pause of the reader has begun, since its timers were set before this one."""


def does(page: Page, view: str, address: str = "") -> bool:
    """Open a view and do its first thing; return whether it is done, else its place says why not."""
    visit = VIEWS[view]
    page.open(address or visit.address or view, "en")
    told = f"#view-{view} .message, #coming .message"
    page.until(lambda: page.shown(visit.place) or page.shown(told))
    if page.shown(told) and not page.shown(visit.place):
        return False
    if not (visit.keys or visit.shows):
        return True
    if visit.keys:
        page.press(*visit.keys)
    else:
        page.shown(visit.place)[0].click()
    done = visit.holds and (lambda: page.driver.execute_script(f"return {visit.holds}"))
    shown = done or (lambda: page.shown(visit.shows))
    page.until(lambda: shown() or page.shown(told))
    return bool(shown())


def check(page: Page, state: State) -> None:
    """Hold each view against its row of the table."""
    found = {view: does(page, view) for view in ABILITIES}
    assert found == {view: by_state[state] != "none" for view, by_state in ABILITIES.items()}


@contextmanager
def no_storage(driver: webdriver.Chrome) -> Iterator[None]:
    source = "".join(NOWHERE.format(name) for name in ("localStorage", "sessionStorage", "caches"))
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


@pytest.mark.slow
def test_with_a_service_every_view_does_all(page: Page) -> None:
    check(page, "served")


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_does_all_and_says_that_it_forgets(page: Page) -> None:
    with no_storage(page.driver):
        check(page, "served")
        page.tells("#unkept", "not_kept")


@pytest.mark.slow
def test_without_the_service_every_view_does_what_the_table_says(chromium: webdriver.Chrome) -> None:
    with serve() as served:
        page = Page(chromium, served.address, offline=True)
        page.open("solve", "en")
        kept_for_later(page)
        for view in ABILITIES:
            does(page, view)
    check(page, "offline")
    page.says("#offline", "As always: Solve.")
    for view, address in NEW.items():
        assert not does(page, view, address), view
    chromium.get_log("browser")


@pytest.fixture(params=["folder", "folder-numpy"])
def state(request: pytest.FixtureRequest) -> State:
    named: State = request.param
    return named


@pytest.fixture
def folder(state: State, monkeypatch: pytest.MonkeyPatch) -> Folder:
    return Folder(date.today(), state == "folder-numpy", monkeypatch)


@pytest.mark.slow
def test_in_a_folder_every_view_does_what_the_table_says(
    chromium: webdriver.Chrome, folder: Folder, state: State
) -> None:
    with serve_here(folder.app) as host:
        page = Page(chromium, f"http://127.0.0.1:{host.port}")
        check(page, state)
        if state == "folder":
            page.open("play", "en")
            page.tells("#view-play .message", "folder_lacks")
            assert not page.shown("[data-view=play]")
        assert folder.fetched_python
    chromium.get_log("browser")


WITHOUT_PYTHON = ("today", "guess", "board", "openings")
"""The views of a folder that do their first thing without Python."""
AS_SERVED = ("guess", "board", "openings")
"""Views of a folder that look as they do with a service: there, other tests look at them."""


def test_a_folder_fetches_no_python_unasked(chromium: webdriver.Chrome, folder: Folder, state: State) -> None:
    """Whatever is opened, typed, pasted and won: only what is asked for by a button fetches it."""
    with serve_here(folder.app) as host:
        page = Page(chromium, f"http://127.0.0.1:{host.port}")
        for view, by_state in ABILITIES.items():
            if view in WITHOUT_PYTHON:
                assert does(page, view), view
            else:
                page.open(VIEWS[view].address or view, "en")
                page.find(VIEWS[view].place if by_state[state] != "none" else f"#view-{view} .message")
        page.open("solve", "en")
        page.find(".clue .word").send_keys("tree", Keys.TAB, "crane", Keys.TAB)
        page.shown(".as-text summary")[0].click()
        page.find("#solve-text").send_keys("crane 2\nslate")
        page.script(AFTER_A_PAUSE)
        page.find("#solve-text").send_keys(" 1\n")
        page.until(lambda: len(page.shown(".clue .word")) > 2)
        page.script(AFTER_A_PAUSE)
        win_the_day(page, folder)
        page.until(lambda: page.shown(".how-solved button"))
        win_the_game(page, folder)
        asked = [path for path in folder.asked if path.startswith(("/api/", "python/"))]
        assert asked == []
        if state == "folder-numpy":
            page.find("#guess-board .ended .by-board button").click()
            page.find("#guess-board .review")
        page.open("technique?k=compare", "en")
        page.find("#technique-example button").click()
        page.find("#technique-example .walk")
        assert folder.fetched_python
    chromium.get_log("browser")


@pytest.mark.parametrize("state", ["folder"])
@pytest.mark.parametrize(
    ("text", "told"),
    [("The puzzle of Sunday\ncrane two\nslate nothing\n", ".read-title"), ("crane many\nslate 1\n", ".message")],
)
def test_a_text_that_the_page_does_not_read_alone_is_read_by_a_button(
    chromium: webdriver.Chrome, folder: Folder, text: str, told: str
) -> None:
    """It fetches Python, so nothing but the button does; of a text that nothing reads it is told why."""
    with serve_here(folder.app) as host:
        page = Page(chromium, f"http://127.0.0.1:{host.port}")
        page.open("solve?w=en-common", "en")
        page.shown(".as-text summary")[0].click()
        page.find("#solve-text").send_keys(text)
        button = page.find("#solve-result .read-text button")
        page.tells("#solve-result", "lines_unread")
        assert not folder.fetched_python
        button.click()
        page.find(f"#solve-result {told}")
        assert folder.fetched_python
        assert ("p=crane2.slate0" in page.fragment) == (told == ".read-title")
    chromium.get_log("browser")


def win_the_day(page: Page, folder: Folder) -> None:
    data = folder.files[f"data/puzzles/en-common-2-{folder.day.isoformat()[:7]}.json"]
    solution = json.loads(data)[folder.day.isoformat()]["puzzles"][0]["solution"]
    page.open("today?n=2", "en")
    page.find("#today-board-answer").send_keys(solution, Keys.ENTER)
    page.find("#today-board .answer")


def win_the_game(page: Page, folder: Folder) -> None:
    data = folder.files[f"data/games/en-5-{folder.day.isoformat()[:7]}.json"]
    secret = json.loads(data)[folder.day.isoformat()]["secret"]
    page.open("guess?l=5", "en")
    page.find("#guess-board .keyboard")
    page.press(*secret.lower(), Keys.ENTER)
    page.find("#guess-board .ended")


@pytest.mark.slow
@pytest.mark.parametrize("state", ["folder"])
def test_in_a_folder_without_a_connection_every_view_does_what_the_table_says(
    chromium: webdriver.Chrome, folder: Folder
) -> None:
    """As long as Python has not come; and nothing there needs a service, which there never was."""
    with serve_here(folder.app) as host:
        page = Page(chromium, f"http://127.0.0.1:{host.port}", offline=True)
        page.open("solve", "en")
        kept_for_later(page)
        for view in WITHOUT_PYTHON:
            does(page, view)
        assert not folder.fetched_python
    check(page, "folder-offline")
    for view, by_state in ABILITIES.items():
        if by_state["folder-offline"] == "none" and view != "play":
            does(page, view)
            page.tells(f"#view-{view} .message", "folder_need")
            assert not page.shown("#python"), "nothing arrives"
    page.open("today?n=5", "en")
    page.says("#offline", ": Play, Families and Compose.")
    chromium.get_log("browser")


@pytest.mark.parametrize("state", ["folder"])
def test_while_python_comes_a_bar_says_so_and_the_next_time_it_starts(
    chromium: webdriver.Chrome, folder: Folder
) -> None:
    with serve_here(folder.app) as host:
        page = Page(chromium, f"http://127.0.0.1:{host.port}")
        page.open("families", "en")
        kept_for_later(page)
        for told in ("python_coming", "python_starting"):
            folder.here.clear()
            page.open("families", "en")
            assert not page.shown("#python")
            page.find("#families-form .primary").click()
            page.tells("#python", told)
            assert page.shown("#python progress")
            folder.here.set()
            page.find("#families-result li")
            assert not page.shown("#python")
    chromium.get_log("browser")


LOOKS = pytest.mark.parametrize(("width", "dark"), [(360, False), pytest.param(1280, True, marks=LONG)])


def look(page: Page, width: int) -> list[object]:
    """Return what is wrong with what is on the screen: what axe finds, and how wide the page is if it is too wide."""
    wide: int = page.driver.execute_script("return document.documentElement.scrollWidth")
    return [*page.list_violations(), *([wide] if wide > width else [])]


@pytest.mark.slow
@LOOKS
def test_axe_finds_nothing_in_what_a_folder_says(
    chromium: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch, width: int, dark: bool
) -> None:
    """As long as Python has not come: with a connection, where buttons offer it, then without."""
    found = {}
    with serve_here(Folder(date.today(), False, monkeypatch, "fr").app) as host:
        page = Page(chromium, f"http://127.0.0.1:{host.port}", offline=True)
        page.open("solve", "fr")
        kept_for_later(page)
        for view, by_state in ABILITIES.items():
            if view in AS_SERVED:
                continue
            page.open(VIEWS[view].address or view, "fr", width, dark)
            page.find(VIEWS[view].place if by_state["folder"] != "none" else f"#view-{view} .message")
            found[view, "folder"] = look(page, width)
    for view, by_state in ABILITIES.items():
        if by_state["folder-offline"] == "none":
            page.open(VIEWS[view].address or view, "fr", width, dark)
            page.find(f"#view-{view} .message" if view == "play" else VIEWS[view].place)
            if view != "play":
                page.shown(VIEWS[view].place)[0].click()
            page.find(f"#view-{view} .message")
            found[view, "offline"] = look(page, width)
    assert {place: wrong for place, wrong in found.items() if wrong} == {}
    chromium.get_log("browser")


@pytest.mark.slow
@LOOKS
def test_a_folder_composes_for_paper_and_plays_by_the_keyboard_alone(
    chromium: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch, width: int, dark: bool
) -> None:
    with serve_here(Folder(date.today(), False, monkeypatch, "fr").app) as host:
        page = Page(chromium, f"http://127.0.0.1:{host.port}")
        page.open("compose?w=fr-common&l=5&k=10&d=2&s=7", "fr", width, dark)
        page.find(".sheet")
        assert look(page, width) == []
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        page.find(".on-paper")  # the one design for paper
        assert not page.shown(".masthead-line, #compose-form .primary")
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        page.go("guess?n=4&c=6&r=black-white")
        page.find("#guess-code")
        page.press(*"aabb", Keys.ENTER)
        page.until(lambda: page.shown("#guess-board .history li"))
        page.press(Keys.TAB)
        assert chromium.execute_script("return document.activeElement.matches('#guess-board *')")
    chromium.get_log("browser")
