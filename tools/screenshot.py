#!/usr/bin/env python3
"""Make the picture of the page again: ``python3 tools/screenshot.py`` writes ``docs/images/page.png``.

The real page, served on this machine and looked at by a real browser (Debian: chromium and chromium-driver), with the
sample puzzle and the beginning of its explanation. The picture is reduced to 64 colours to stay small.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "page.png"
SIZE = (1080, 960)
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


def photograph(address: str) -> bytes:
    """Return the picture of the page, as PNG, once it explains the sample."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    window = f"--window-size={SIZE[0]},{SIZE[1]}"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", window):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        driver.get(f"{address}/?lang=en#solve")
        wait = WebDriverWait(driver, PATIENCE)
        wait.until(lambda browser: browser.find_element(By.ID, "solve-sample").is_displayed())
        driver.find_element(By.ID, "solve-sample").click()
        driver.find_element(By.ID, "solve-explain").click()
        wait.until(lambda browser: "Step by step" in browser.find_element(By.TAG_NAME, "main").text)
        wait.until(lambda browser: browser.execute_script("return !document.getAnimations().length"))
        driver.execute_script("scrollTo(0, 0); document.activeElement.blur()")
        picture: bytes = driver.get_screenshot_as_png()
    finally:
        driver.quit()
    return picture


def main() -> None:
    """Write the picture."""
    with serve() as address:
        picture = Image.open(io.BytesIO(photograph(address)))
    PICTURE.parent.mkdir(exist_ok=True)
    picture.convert("RGB").quantize(64).save(PICTURE, optimize=True)
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
