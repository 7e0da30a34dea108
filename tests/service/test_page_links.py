"""What the page says of links that are sent: how long they stay valid, and who can open them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium import webdriver

from tests.service.reader import Page, find_text
from tests.service.support import serve

KEYS = {"": "challenge_sent_unkept", "a-key-of-the-tests-long-enough": "challenge_sent"}
"""What is said of a game that was sent, by the key of the service: without one it forgets its games."""
ADDRESSES = {
    "http://127.0.0.1:8000/": True,
    "http://127.1.2.3/": True,
    "http://localhost:8000/#guess": True,
    "http://[::1]:8000/": True,
    "http://192.168.1.20:8000/": False,
    "https://example.org/mots/": False,
    "https://127.example.org/": False,
}
"""Addresses, and whether this machine alone opens them."""
SEND = """
const [urls, done] = arguments;
Object.defineProperty(navigator, "clipboard", {value: {writeText: async () => {}}});
import("/static/shared/core.js").then(async ({ send }) => {
  const told = {};
  for (const url of urls) {
    const button = document.createElement("button");
    await send({ url }, button);
    told[url] = button.textContent;
  }
  done(told);
});
"""


@pytest.fixture(scope="module", params=KEYS)
def service(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """A service with a key or without one, and what it is to say."""
    variables = {"MASTERMOT_KEY": request.param} if request.param else {}
    with serve(**variables) as served:
        yield served.address, KEYS[request.param]


def test_a_game_that_is_sent_lasts_as_long_as_is_said(chromium: webdriver.Chrome, service: tuple[str, str]) -> None:
    address, said = service
    page = Page(chromium, address)
    page.open("guess?w=en-common&l=5&r=positional", "en")
    page.driver.execute_script("document.querySelectorAll('#view-guess details').forEach((one) => one.open = true)")
    page.find("#guess-code")  # the board is laid out above the form, which moves down by it
    page.find("#guess-secret").send_keys("house")
    page.find("#guess-send").click()
    page.tells("#guess-sent", said)


def test_a_link_that_only_this_machine_opens_says_so(page: Page) -> None:
    page.open("solve", "en")
    told = page.script(SEND, list(ADDRESSES))
    assert {url: bool(find_text("shared_here", "en").search(text)) for url, text in told.items()} == ADDRESSES
