"""A real server on a real port, a client of it, and a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.service.support import Client, Served, serve
from tests.support import PATIENCE

if TYPE_CHECKING:
    from selenium import webdriver

    from tests.service.reader import Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server that all tests share."""
    with serve(MASTERMOT_KEY="a-key-of-the-tests-long-enough") as served:
        yield served


@pytest.fixture
def client(served: Served) -> Client:
    return Client(served.port)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A browser without a window."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("no chromium and driver here (Debian: apt-get install chromium chromium-driver)")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    profile: Path = tmp_path_factory.mktemp("chromium")
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # whatever asked another host would lack it
        f"--user-data-dir={profile}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_script_timeout(PATIENCE)
    yield driver
    driver.quit()


@pytest.fixture
def page(chromium: webdriver.Chrome, served: Served) -> Iterator[Page]:
    from tests.service.reader import Page

    chromium.get_log("browser")
    page = Page(chromium, served.address)
    page.forget()  # what another test has chosen or played
    yield page
    errors = [entry for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"]
    assert [entry["message"] for entry in errors if "Failed to load resource" not in entry["message"]] == []
