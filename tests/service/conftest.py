"""A real server on a real port, a client of it, and a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.service.support import Client, Served, serve

if TYPE_CHECKING:
    from selenium import webdriver

    from tests.service.reader import Page


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
    from tests.service.engines import ENGINES, open_chromium

    _start, here, packages = ENGINES["Chromium"]
    if not here:
        pytest.skip(f"Chromium is not here (Debian: apt-get install {packages})")
    with open_chromium(tmp_path_factory.mktemp("chromium")) as driver:
        yield driver


@pytest.fixture
def page(chromium: webdriver.Chrome, served: Served) -> Iterator[Page]:
    from tests.service.reader import Page

    chromium.get_log("browser")
    page = Page(chromium, served.address)
    page.forget()  # what another test has chosen or played
    yield page
    errors = [entry for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"]
    assert [entry["message"] for entry in errors if "Failed to load resource" not in entry["message"]] == []
