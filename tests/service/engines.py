"""The browsers' engines: Chromium's, Firefox's and WebKit's (Safari's), each driven by what speaks its protocol.

Chromium and WebKit have a WebDriver, which selenium asks. Firefox needs none: it takes WebDriver BiDi itself, JSON over
a WebSocket, of which four commands are enough here.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from websocket import create_connection

from tests.support import PATIENCE

HEADLESS_SHELL = shutil.which("chromium-headless-shell") or shutil.which("chrome-headless-shell")
"""Chromium without what a window needs (Debian's package of that name): its tests take less time."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMIUM_DRIVER = shutil.which("chromedriver")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT_DRIVER = shutil.which("WebKitWebDriver")
MINI_BROWSERS = sorted(Path("/usr").glob("lib*/**/webkit2gtk-*/MiniBrowser"))
"""What WebKitGTK's driver starts; Debian's library brings it, in a folder named for machine and version."""


class Engine(ABC):
    """A browser that opens a page, runs scripts in it and types into it."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Load the document at an address, anew where it is there already."""

    @abstractmethod
    def run(self, code: str) -> Any:
        """Return the value of an expression in the page: a promise's once it is kept; it can be written as JSON."""

    @abstractmethod
    def press(self, keys: str) -> None:
        """Press keys one after the other, as a person at the keyboard does."""

    def wait(self, code: str) -> None:
        """Return once an expression is true in the page, which may be another one meanwhile."""
        end = time.monotonic() + PATIENCE
        while self.run(code) is not True:
            assert time.monotonic() < end, f"it did not come true: {code}"
            time.sleep(0.02)


class Driven(Engine):
    """A browser that has a WebDriver."""

    def __init__(self, driver: webdriver.Remote) -> None:
        self.driver = driver
        driver.set_script_timeout(PATIENCE)

    def open(self, address: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(address)

    def run(self, code: str) -> Any:
        return self.driver.execute_async_script(f"Promise.resolve({code}).then(arguments[arguments.length - 1])")

    def press(self, keys: str) -> None:
        ActionChains(self.driver).send_keys(keys).perform()


class Firefox(Engine):
    """Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/)."""

    def __init__(self, address: str) -> None:
        self.socket = create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self.numbers = itertools.count(1)
        self.ask("session.new", capabilities={})
        self.context: str = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: object) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        for url in ("about:blank", address):
            self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, code: str) -> Any:
        expression = f"Promise.resolve({code}).then((value) => JSON.stringify(value ?? null))"
        how = {"expression": expression, "target": {"context": self.context}, "awaitPromise": True}
        answer = self.ask("script.evaluate", **how)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def press(self, keys: str) -> None:
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self.ask("input.performActions", context=self.context, actions=[keyboard])


CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--disable-breakpad",
    "--renderer-process-limit=1",
    "--disable-features=SpareRendererForSitePerProcess,Translate,MediaRouter,OptimizationHints",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # whatever asked another host would lack it
)


@contextmanager
def start_listening(command: list[str], address: str, environment: dict[str, str] | None = None) -> Iterator[str]:
    """Start a browser that prints where it listens. Yield that: what the group of the pattern `address` finds.

    The browser is ended when the context is left.
    """
    # in a group of its own: Debian's command is a script of a shell that starts the browser, and both are to end
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, process_group=0)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if found := re.search(address, line):
                break
        else:
            raise AssertionError(f"{command[0]} says no address")
        # what else it says is read, since it would wait once the pipe is full
        drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
        try:
            yield found[1]
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            drain.wait(PATIENCE)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)
        process.stderr.close()


def start_shell(folder: Path) -> AbstractContextManager[str]:
    """Start Chromium's headless shell; yield the host and port at which it listens to its driver.

    The driver does not start it: it would wait for a page that a browser opens by itself, and the shell opens none.
    """
    assert HEADLESS_SHELL is not None
    command = [HEADLESS_SHELL, *CHROMIUM_ARGUMENTS, "--remote-debugging-port=0", f"--user-data-dir={folder}"]
    return start_listening([*command, "about:blank"], r"DevTools listening on ws://([^/]+)/")


@contextmanager
def open_chromium(folder: Path) -> Iterator[webdriver.Chrome]:
    """Start Chromium without a window: its headless shell where there is one. It keeps in a folder what it keeps."""
    options = webdriver.ChromeOptions()
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(CHROMIUM_DRIVER)
    with ExitStack() as started:
        if HEADLESS_SHELL:
            options.debugger_address = started.enter_context(start_shell(folder))
        else:
            options.binary_location = CHROMIUM
            for argument in (*CHROMIUM_ARGUMENTS, "--headless=new", f"--user-data-dir={folder}"):
                options.add_argument(argument)
        driver = webdriver.Chrome(options=options, service=service)
        started.callback(driver.quit)
        driver.set_script_timeout(PATIENCE)
        # a whole browser lets a page copy to the clipboard at a click; the shell must be told to
        driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardSanitizedWrite"]})
        yield driver


@contextmanager
def start_chromium(folder: Path) -> Iterator[Engine]:
    with open_chromium(folder) as driver:
        yield Driven(driver)


@contextmanager
def start_firefox(folder: Path) -> Iterator[Engine]:
    assert FIREFOX is not None
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(folder)}
    with start_listening(command, r"WebDriver BiDi listening on (ws://\S+)", environment) as address:
        engine = Firefox(f"{address}/session")
        try:
            yield engine
        finally:
            engine.socket.close()


@contextmanager
def start_webkit(folder: Path) -> Iterator[Engine]:
    """Start WebKit's small browser on a screen of its own: it has no mode without one."""
    screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], stdout=subprocess.PIPE, text=True)
    assert screen.stdout is not None
    try:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(MINI_BROWSERS[-1])
        options.add_argument("--automation")
        environment = {**os.environ, "DISPLAY": f":{screen.stdout.readline().strip()}", "HOME": str(folder)}
        service = webdriver.WebKitGTKService(WEBKIT_DRIVER, env=environment)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # selenium's own class uses what selenium deprecates
            driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield Driven(driver)
        finally:
            driver.quit()
    finally:
        screen.terminate()
        screen.wait(PATIENCE)
        screen.stdout.close()


Start = Callable[[Path], Any]
ENGINES: dict[str, tuple[Start, bool, str]] = {
    "Chromium": (start_chromium, bool((HEADLESS_SHELL or CHROMIUM) and CHROMIUM_DRIVER), "chromium chromium-driver"),
    "Firefox": (start_firefox, bool(FIREFOX), "firefox-esr"),
    "WebKit": (start_webkit, bool(WEBKIT_DRIVER and MINI_BROWSERS and shutil.which("Xvfb")), "webkit2gtk-driver xvfb"),
}
"""By name: what starts it, whether it is here, the Debian packages that bring it."""
