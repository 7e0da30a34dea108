"""A reader of the page, in a real browser."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.service.support import CLUES
from tests.support import PATIENCE

PACKED = ".".join(f"{clue['word']}{clue['marks']}" for clue in CLUES)

SHOWN = """
const seen = {opacityProperty: true, visibilityProperty: true};
const found = [...document.querySelectorAll(arguments[0])];
return found.filter((one) => one.getClientRects().length && one.checkVisibility(seen));
"""
"""One call in place of one for each element, which would take a tenth of the time of these tests."""


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

    def says(self, selector: str, text: str) -> None:
        self.until(lambda: any(text in element.text.replace("\u00a0", " ") for element in self.shown(selector)))

    def press(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def choose(self, menu: str, value: str) -> None:
        Select(self.find(menu)).select_by_value(value)

    def list_violations(self) -> list[tuple[str, list[str]]]:
        """Return what axe finds, each by its name and the first elements that it is about."""
        from axe_core_python.selenium import Axe

        self.driver.execute_script("for (const one of document.getAnimations()) one.finish()")
        found = Axe().run(self.driver)["violations"]
        return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found]

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
