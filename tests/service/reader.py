"""A reader of the page, in a real browser."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from mastermot.service import create_app
from tests.messages import check_told, find_codes
from tests.service.support import CLUES
from tests.support import PATIENCE

PACKED = ".".join(f"{clue['word']}{clue['marks']}" for clue in CLUES)

PLACE = re.compile(r"\{(\w+)\}")  #: Where a value stands in a text of the page.

SHOWN = """
const seen = {opacityProperty: true, visibilityProperty: true};
const found = [...document.querySelectorAll(arguments[0])];
return found.filter((one) => one.getClientRects().length && one.checkVisibility(seen));
"""
"""One call in place of one for each element, which would take a tenth of the time of these tests."""

AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def read_texts(language: str) -> dict[str, str | list[str]]:
    """Return the page's texts in a language, by the names of texts.json: the forms of those that are for a count."""
    texts: dict[str, str | list[str]] = create_app().test_client().get(f"/texts/{language}.json").json
    return texts


def join_spaces(text: str) -> str:
    """Return a text with plain spaces alone: no line breaks at others, which no test is about."""
    return text.replace("\u00a0", " ").replace("\u2060", "")


def find_text(name: str, language: str, /, **values: object) -> re.Pattern[str]:
    """Return what finds a text of the page, with these values at their places and whatever stands at the others.

    >>> bool(find_text("hints_n", "en", count=2).search("with 2 hints · one turn taken back"))
    True
    >>> bool(find_text("hints_n", "en", count=3).search("with 2 hints"))
    False
    """
    texts = read_texts(language)[name]
    forms = [texts] if isinstance(texts, str) else texts
    if values.get("count", 1) != 1:
        forms = [form for form in forms if "{count}" in form]  # the others are for one, such as "One step."
    assert any(values.keys() <= {"count", *PLACE.findall(form)} for form in forms), (name, values)
    return re.compile("|".join(compile_form(join_spaces(form), values) for form in forms))


def compile_form(form: str, values: Mapping[str, object]) -> str:
    """Return the regular expression of one form of a text.

    >>> compile_form("{count} of {most}", {"most": 3})
    '.+?\\\\ of\\\\ 3'
    """
    places = PLACE.findall(form)
    between = PLACE.split(form)[::2]  # the names of the places stand between these
    expression = re.escape(between[0])
    for place, piece in zip(places, between[1:], strict=True):
        expression += re.escape(str(values[place])) if place in values else ".+?"
        expression += re.escape(piece)
    return expression


class Page:
    """What a reader does with the page."""

    def __init__(self, driver: webdriver.Chrome, address: str, offline: bool = False) -> None:
        self.driver = driver
        self.address = address
        self.offline = offline
        """Whether there may be no service: only addresses that the browser has kept are opened."""

    def open(self, fragment: str = "solve", lang: str = "fr", width: int = 1000, dark: bool = False) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}  # what fades in is not yet shown
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, still]})
        self.resize(width)
        if self.driver.current_url.startswith(self.address):
            forget = "sessionStorage.clear(); localStorage.removeItem('mastermot-puzzle')"
            self.driver.execute_script(f"try {{ {forget} }} catch {{}}")  # a page before may have had no storage
        address = f"{self.address}/?lang={lang}"
        if self.offline:
            self.driver.get("about:blank")
        elif self.driver.current_url.partition("#")[0] == address:
            address += "&"  # the same page, loaded anew; by way of an empty page it would take twice as long
        self.driver.get(f"{address}#{fragment}")
        self.find("html[data-ready] main")

    def go(self, fragment: str) -> None:
        """Go to another view of the document that is open, as a link does."""
        self.driver.execute_script("location.hash = arguments[0]", fragment)
        self.find(f"#view-{fragment.partition('?')[0]}:not([aria-busy])")

    def forget(self) -> None:
        """Forget what the browser keeps for the page from one visit to the next: chosen, played, noted."""
        kept = {"origin": self.address, "storageTypes": "local_storage"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", kept)

    def resize(self, width: int) -> None:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def find(self, selector: str) -> WebElement:
        """Return the first element shown, once there is one."""
        return self.until(lambda: self.shown(selector))[0]

    def shown(self, selector: str) -> list[WebElement]:
        elements: list[WebElement] = self.driver.execute_script(SHOWN, selector)
        return elements

    def until(self, ready: Callable[[], Any]) -> Any:
        from selenium.common.exceptions import StaleElementReferenceException

        wait = WebDriverWait(self.driver, PATIENCE, 0.05, ignored_exceptions=[StaleElementReferenceException])
        return wait.until(lambda _: ready())

    @property
    def language(self) -> str:
        return str(self.driver.execute_script("return document.documentElement.lang"))

    def read(self, selector: str) -> str:
        """Return what the elements say that are shown, one on each line."""
        return "\n".join(join_spaces(element.text) for element in self.shown(selector))

    def says(self, selector: str, text: str) -> None:
        """Wait until an element shown says a word, a number or a sign of the game: for sentences, see `tells`."""
        self.until(lambda: text in self.read(selector))

    def tells(self, selector: str, name: str, /, **values: object) -> None:
        """Wait until an element shown tells a text of the page, by its name in texts.json."""
        told = find_text(name, self.language, **values)
        self.until(lambda: told.search(self.read(selector)))

    def tells_error(self, selector: str, code: str, *parts: str) -> None:
        """Wait until an element shown tells an error, by its code; it must hold these words, numbers or names."""
        self.until(lambda: code in find_codes(self.read(selector), self.language))
        check_told(self.read(selector), code, *parts, lang=self.language)

    def press(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def choose(self, menu: str, value: str) -> None:
        Select(self.find(menu)).select_by_value(value)

    def list_violations(self) -> list[tuple[str, list[str]]]:
        """Return what axe finds by WCAG and its best practices, by name, with the first elements that each is about."""
        from axe_core_python.selenium import Axe

        self.driver.execute_script("for (const one of document.getAnimations()) one.finish()")
        # what passes is listed by its first element only: most of the time would go into describing it all
        found = Axe().run(self.driver, options={"runOnly": AXE_TAGS, "resultTypes": ["violations"]})
        return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found["violations"]]

    def list_asked(self) -> list[str]:
        """Return the addresses of the document and of what it has asked for since it was loaded."""
        code = "return performance.getEntries().filter((one) => 'transferSize' in one).map((one) => one.name)"
        found: list[str] = self.driver.execute_script(code)
        return found

    @property
    def fragment(self) -> str:
        return urllib.parse.unquote(urllib.parse.urlparse(self.driver.current_url).fragment)

    def script(self, code: str, *arguments: object) -> Any:
        return self.driver.execute_async_script(code, *arguments)
