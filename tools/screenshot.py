#!/usr/bin/env python3
"""Make the pictures of the page again: ``python3 tools/screenshot.py`` writes ``docs/images/*.png`` and ``jour.gif``.

The real page, served on this machine and looked at by a real browser (Debian: chromium and chromium-driver). The
pictures are reduced to 64 colours to stay small.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from mastermot import compose_daily, explain_answer, open_dictionary, solve

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
WIDTH = 1080
DAY = "today?d=2026-11-25&n=2"
"""A day whose puzzles stay as they are, and have a clue without marks in both languages."""
PATIENCE = 60


@contextmanager
def serve() -> Iterator[str]:
    """Give the address of a service on this machine."""
    command = [sys.executable, "-m", "mastermot", "serve", "--port", "0", "--no-access-log"]
    environment = {**os.environ, "LANGUAGE": "en"}
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stderr is not None
        yield next(line.strip() for line in process.stderr if re.match("http://", line))
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@contextmanager
def browse() -> Iterator[webdriver.Chrome]:
    """Give a browser without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


def click(driver: webdriver.Chrome, selector: str, number: int = 0) -> None:
    """Click on the element of that number among those shown, once it is there."""

    def clicked(_: object) -> bool:
        shown = [one for one in driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]
        if len(shown) <= number:
            return False
        driver.execute_script("arguments[0].click()", shown[number])
        return True

    WebDriverWait(driver, PATIENCE).until(clicked)


def solve_sample(driver: webdriver.Chrome) -> None:
    """Have the sample puzzle explained."""
    click(driver, "#solve-sample")
    click(driver, "#solve-explain")
    WebDriverWait(driver, PATIENCE).until(lambda _: driver.find_elements(By.CSS_SELECTOR, "#solve-result .reasoning"))


def play_day(driver: webdriver.Chrome) -> None:
    """Rule out the letters of the clue without marks, and ask for a hint."""
    row = next(number for number, digit in enumerate(read_digits(driver)) if digit == "0")
    for column in range(5):
        click(driver, ".board-clues .cells button", 5 * row + column)
    for told in (1, 2):
        click(driver, ".hint")
        count = f"return document.querySelectorAll('.helped p:not(.actions)').length >= {told}"
        WebDriverWait(driver, PATIENCE).until(lambda _: driver.execute_script(count))  # noqa: B023


def read_digits(driver: webdriver.Chrome) -> list[str]:
    """Return the digits of the clues on the board, once they are there."""
    script = "return [...document.querySelectorAll('.board-clues .disc')].map((one) => one.textContent)"
    digits: list[str] = WebDriverWait(driver, PATIENCE).until(lambda _: driver.execute_script(script))
    return digits


def guess_words(driver: webdriver.Chrome) -> None:
    """Play two guesses."""
    wait = WebDriverWait(driver, PATIENCE)
    for turns in (1, 2):
        wait.until(lambda _: driver.find_element(By.ID, "guess-code").is_displayed())
        driver.find_element(By.ID, "guess-code").send_keys(("tales", "brand")[turns - 1], Keys.ENTER)
        wait.until(lambda _: len(driver.find_elements(By.CSS_SELECTOR, "#guess-board .history > *")) >= turns)  # noqa: B023


PICTURES: dict[str, tuple[str, str, int, Callable[[webdriver.Chrome], None]]] = {
    "page.png": ("en", "solve", 960, solve_sample),
    "today.png": ("en", DAY, 900, play_day),
    "guess.png": ("en", "guess", 640, guess_words),
    "resoudre.png": ("fr", "solve", 960, solve_sample),
    "jour.png": ("fr", DAY, 900, play_day),
}
"""By file: the language, the address below the page, the height, and what is done before the picture is taken."""


MOVIE = "jour.gif"
MOVIE_DAY = "2026-11-24"
"""A day whose French puzzle stays as it is."""
MOVIE_SIZE = (460, 760)
FIRST, EACH, LAST = 1500, 1300, 5000
"""Milliseconds that the first picture is shown, each step, the word."""


def film(driver: webdriver.Chrome, served: str) -> None:
    """Write the puzzle of a day being solved step by step, as its explanation goes, in French."""
    daily = compose_daily(open_dictionary("fr-common"), date.fromisoformat(MOVIE_DAY))
    answer = solve(daily.composed.puzzle, open_dictionary("fr"))
    frames: list[Image.Image] = []

    def keep() -> None:
        wait_for_rest(driver)
        picture = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
        frames.append(picture.quantize(32, dither=Image.Dither.NONE))

    open_page(driver, f"{served}/?lang=fr#today?d={MOVIE_DAY}&n=2&w=fr-common", *MOVIE_SIZE)
    read_digits(driver)
    keep()
    for step in explain_answer(answer).steps:
        gone = [(letter.position, letter.letter, 1) for letter in step.removed]
        for position, letter, taps in gone + [(letter.position, letter.letter, 2) for letter in step.placed]:
            tap_letter(driver, position, letter, taps)
        keep()
    frames[0].save(
        IMAGES / MOVIE,
        save_all=True,
        append_images=frames[1:],
        duration=[FIRST, *[EACH] * (len(frames) - 2), LAST],
        loop=0,
        optimize=True,
    )


def tap_letter(driver: webdriver.Chrome, position: int, letter: str, taps: int) -> None:
    """Tap a letter of the board so often: once to rule it out, twice to be sure of it."""
    script = """
        for (const cells of document.querySelectorAll(".board-clues .cells")) {
          const cell = cells.querySelectorAll("button")[arguments[0] - 1];
          if (cell.textContent !== arguments[1]) continue;
          if (cell.dataset.state === "") for (let tap = 0; tap < arguments[2]; tap++) cell.click();
          return;
        }"""
    driver.execute_script(script, position, letter, taps)


def photograph(
    driver: webdriver.Chrome, address: str, height: int, prepare: Callable[[webdriver.Chrome], None]
) -> bytes:
    """Return the picture of the page, as PNG, once it is prepared."""
    open_page(driver, address, WIDTH, height)
    prepare(driver)
    wait_for_rest(driver)
    driver.execute_script("scrollTo(0, 0); document.activeElement.blur()")
    picture: bytes = driver.get_screenshot_as_png()
    return picture


def open_page(driver: webdriver.Chrome, address: str, width: int, height: int) -> None:
    """Open the page in a window of this size, as somebody does who has been there before."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.get("about:blank")
    driver.get(address)
    driver.get("about:blank")
    driver.get(address)
    WebDriverWait(driver, PATIENCE).until(lambda _: driver.find_elements(By.CSS_SELECTOR, "html[data-ready] main"))


def wait_for_rest(driver: webdriver.Chrome) -> None:
    """Wait until nothing moves on the page."""
    WebDriverWait(driver, PATIENCE).until(lambda _: driver.execute_script("return !document.getAnimations().length"))


def main() -> None:
    """Write the pictures, or those named."""
    IMAGES.mkdir(exist_ok=True)
    with serve() as served, browse() as driver:
        for name in sys.argv[1:] or [*PICTURES, MOVIE]:
            if name == MOVIE:
                film(driver, served)
                continue
            language, fragment, height, prepare = PICTURES[name]
            content = photograph(driver, f"{served}/?lang={language}#{fragment}", height, prepare)
            file = IMAGES / name
            Image.open(io.BytesIO(content)).convert("RGB").quantize(64).save(file, optimize=True)
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
