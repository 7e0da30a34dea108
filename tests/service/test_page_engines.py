"""The page in three engines of browsers: each view opened by its address, one thing done in it, loaded again.

The service adds a script to each document, which collects what goes wrong: errors, promises that nobody took, and what
is written to the console as an error. Firefox and WebKit tell a driver none of that.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask, Response, request

from mastermot.service import create_app
from mastermot.service.page.contents import FIRST, list_modules, list_views
from tests.service.engines import ENGINES, Engine
from tests.service.reader import find_text
from tests.service.support import CLUES, Client, serve_here
from tests.support import LONG

PACKED = ".".join(f"{clue['word']}{clue['marks']}" for clue in CLUES)
COLLECTOR = """
window.wrong = [];
const tell = ({ message, target }) => wrong.push(message || `not loaded: ${target.src || target.href}`);
addEventListener("error", tell, true);
addEventListener("unhandledrejection", (event) => wrong.push(String(event.reason)));
const { error } = console;
console.error = (...what) => { wrong.push(what.join(" ")); error(...what); };
"""


class Visit(NamedTuple):
    """A view by its address; what is clicked in it once it is shown, or what is typed; what then is shown, or true."""

    address: str
    place: str
    shows: str = ""
    keys: str = ""
    holds: str = ""


CELL, OUT = "button.cell", ".cell[data-state=out]"
VISITS = {
    "today": Visit("", f"#today-board {CELL}", f"#today-board {OUT}"),
    "solve": Visit(f"solve?p={PACKED}&w=fr", "#solve-form .primary", "#solve-result .tile"),
    "play": Visit("play", "#play-board button.tile", "#play-board .tile[data-mark=O]"),
    "guess": Visit(
        "guess", "#guess-board .keyboard", keys="ab", holds="document.querySelector('#guess-code').value.endsWith('ab')"
    ),
    "families": Visit("families", "#families-form .primary", "#families-result li"),
    "compose": Visit("compose", "#compose-form .primary", "#compose-result .sheet"),
    "board": Visit(f"board?p={PACKED}&w=fr", f"#board-board {CELL}", f"#board-board {OUT}"),
    "openings": Visit("openings", "#openings-table .button", holds="location.hash.startsWith('#guess')"),
    "technique": Visit("technique?k=compare", "#technique-others a", holds="location.hash.includes('k=')"),
}


def is_shown(selector: str) -> str:
    return f"document.querySelector({selector!r})?.checkVisibility() === true"


class Held:
    """Holds the texts of the page back until the modules of a view have been served: those were asked for at once."""

    def __init__(self) -> None:
        self.lock = threading.Condition()
        self.awaited: set[str] = set()
        self.broken = ""
        """A module that throws an error of its own."""

    def hold(self, view: str) -> None:
        """Hold the next texts until these modules are out: the browser may ask for them only after the texts."""
        self.awaited = {f"/static/{name}.js" for name in list_modules(list_views()[view])} if view else set()

    def wait(self) -> None:
        with self.lock:
            self.lock.wait_for(lambda: not self.awaited, timeout=1)  # a browser that preloads no module asks later

    def out(self, path: str) -> None:
        with self.lock:
            self.awaited.discard(path)
            self.lock.notify_all()


BROKEN = "throw new TypeError('a fault of this module')"


def make_app(held: Held) -> Flask:
    app = create_app(["a-key-of-the-tests-long-enough"])
    app.add_url_rule("/collector.js", view_func=lambda: Response(COLLECTOR, mimetype="text/javascript"))

    @app.before_request
    def hold_texts() -> Response | None:
        if request.path.startswith("/texts/"):
            held.wait()
        if request.path == f"/static/{held.broken}.js":
            return Response(BROKEN, mimetype="text/javascript")
        return None

    @app.after_request
    def collect(answer: Response) -> Response:
        held.out(request.path)
        if request.path == "/":
            answer.set_data(answer.get_data().replace(b"<head>", b'<head><script src="collector.js"></script>', 1))
        return answer

    return app


@pytest.fixture(scope="module")
def held() -> Held:
    return Held()


@pytest.fixture(scope="module")
def service(held: Held) -> Iterator[Client]:
    with serve_here(make_app(held)) as client:
        yield client


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=[pytest.mark.slow] * (name != "Chromium")) for name in ENGINES]
)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    start, here, packages = ENGINES[request.param]
    if not here:
        pytest.skip(f"{request.param} is not here (Debian: apt-get install {packages})")
    folder: Path = tmp_path_factory.mktemp(request.param)
    with start(folder) as engine:
        yield engine


def test_there_is_a_visit_for_each_view_of_the_page() -> None:
    assert list(VISITS) == list(list_views())


@pytest.mark.parametrize(
    ("view", "late"),
    [
        *[(view, True) for view in VISITS],
        *[pytest.param(view, False, marks=LONG if view != "families" else pytest.mark.slow) for view in VISITS],
    ],
)
def test_each_view_opens_by_its_address_and_does_one_thing(
    engine: Engine, service: Client, held: Held, view: str, late: bool
) -> None:
    """Whether its texts come after its modules or before them; nothing goes wrong on the way."""
    visit = VISITS[view]
    address = f"http://127.0.0.1:{service.port}/?lang=fr#{visit.address}"
    held.hold(view if late and list_views()[view] not in FIRST else "")
    engine.open(address)
    engine.wait(f"{is_shown(visit.place)} && 'ready' in document.documentElement.dataset")
    if visit.keys:
        engine.press(visit.keys)
    else:
        engine.run(f"document.querySelector({visit.place!r}).click()")
    engine.wait(visit.holds or is_shown(visit.shows))
    assert engine.run("wrong") == [], (view, late)


@pytest.mark.slow
def test_an_error_of_a_module_is_not_called_a_lost_connection(engine: Engine, service: Client, held: Held) -> None:
    held.broken = "technique/technique"
    held.hold("")
    engine.open(f"http://127.0.0.1:{service.port}/?lang=en#technique?k=compare")
    engine.wait(is_shown("#coming .message"))
    said = engine.run("document.querySelector('#coming').textContent")
    assert find_text("page_failed", "en", error="TypeError: a fault of this module").search(said), said
    assert not engine.run(is_shown("#offline"))
    held.broken = ""
    engine.run("document.querySelector('#coming button').click()")
    engine.wait(is_shown("#technique-others a"))


@pytest.mark.slow
def test_a_view_that_could_not_be_fetched_opens_once_the_service_is_back(engine: Engine, held: Held) -> None:
    held.hold("")
    with serve_here(make_app(held)) as service:
        engine.open(f"http://127.0.0.1:{service.port}/?lang=en#today")
        engine.wait("'ready' in document.documentElement.dataset")
        kept = "caches.keys().then((names) => names.forEach((name) => caches.delete(name)))"
        engine.run(f"window.caches ? {kept} : null")
    engine.run("void (location.hash = 'families')")
    engine.wait(is_shown("#coming .message"))
    said = engine.run("document.querySelector('#coming').textContent")
    assert find_text("offline_need", "en").search(said), said
    with serve_here(make_app(held), service.port):
        engine.run("document.querySelector('#coming button').click()")
        engine.wait(f"{is_shown('#families-form')} && !document.querySelector('#view-families[aria-busy=true]')")
        assert [wrong for wrong in engine.run("wrong") if "not loaded" not in wrong] == []
