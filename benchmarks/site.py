"""The page without a server: seconds to the puzzle of the day, to a first solve and to one on the next visit; memory.

A folder that `mastermot site` has written is served as Python's ``http.server`` does, under a path, and opened by a
browser with a profile of its own, which reaches no other host. Memory is what the page's process takes (PSS), Worker
included, after the second visit; the processor's seconds are those of that process for one visit of the two. Needs
chromium and chromedriver, on Linux.

    mastermot site public --python node_modules/pyodide
    python3 benchmarks/site.py public [--line full|1MB] [--keep]
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from figures import keep_figures
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

LINES = {"full": ("full speed", 0), "1MB": ("1 MB/s", 1_000_000)}
"""What a line is called, and its bytes a second; 0 for as many as there are."""
CLUES = (Path(__file__).parents[1] / "puzzles" / "coude.txt").read_text("utf-8").splitlines()
PUZZLE = f"solve?p={'.'.join(''.join(line.split()) for line in CLUES if line and line[0] != '#')}&w=fr"
PATIENCE = 600


class Host(SimpleHTTPRequestHandler):
    """Serves files, over a line that all answers share."""

    bytes_a_second = 0
    line = Lock()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file as fast as the line takes it."""
        while chunk := source.read(1 << 14):
            with self.line:
                outputfile.write(chunk)
                time.sleep(len(chunk) / self.bytes_a_second if self.bytes_a_second else 0)

    def log_message(self, *_said: Any) -> None:
        """Say nothing."""


@contextmanager
def serve(folder: Path, bytes_a_second: int) -> Iterator[str]:
    """Serve a folder under a path, with nothing else; give the address."""
    Host.bytes_a_second = bytes_a_second
    with tempfile.TemporaryDirectory() as root:
        (Path(root) / "mastermot").symlink_to(folder.resolve())
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=root)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/mastermot"
            server.shutdown()


@contextmanager
def open_browser() -> Iterator[webdriver.Chrome]:
    """Start a browser with a profile of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
            options.add_argument(argument)
        options.add_argument("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        try:
            yield driver
        finally:
            driver.quit()


def wait_for(driver: webdriver.Chrome, selector: str) -> None:
    """Return once an element is on the screen."""
    there = "return Boolean(document.querySelector(arguments[0])?.getClientRects().length)"
    WebDriverWait(driver, PATIENCE, 0.02).until(lambda _: driver.execute_script(there, selector))


def solve(driver: webdriver.Chrome, address: str) -> float:
    """Return the seconds until the steps of a puzzle are there, from the moment its page is asked for."""
    driver.get("about:blank")
    began = time.monotonic()
    driver.get(f"{address}#{PUZZLE}")
    wait_for(driver, "html[data-ready] #solve-explain")
    driver.find_element(By.ID, "solve-explain").click()
    wait_for(driver, "#solve-result .all-steps")
    return time.monotonic() - began


def measure_page(driver: webdriver.Chrome) -> tuple[float, int]:
    """Return the seconds that a processor has worked for the browser's pages, and the megabytes of the largest."""
    worked, largest = 0, 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if "--type=renderer" in (folder / "cmdline").read_text() and driver.service.process.pid in above(folder):
                worked += sum(map(int, (folder / "stat").read_text().rpartition(")")[2].split()[11:13]))
                taken = re.findall(r"^Pss:\s+(\d+)", (folder / "smaps_rollup").read_text(), re.MULTILINE)
                largest = max(largest, int(taken[0]))
        except OSError:
            continue
    return worked / os.sysconf("SC_CLK_TCK"), largest // 1024


def above(folder: Path) -> list[int]:
    """Return the numbers of the processes above one."""
    number = int(re.findall(r"PPid:\s+(\d+)", (folder / "status").read_text())[0])
    return [number, *above(folder.parent / str(number))] if number > 1 else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--line", choices=LINES)
    parser.add_argument("--keep", action="store_true", help="write the figures that the documentation shows")
    asked = parser.parse_args()
    for line in [asked.line] if asked.line else LINES:
        title, speed = LINES[line]
        with serve(asked.folder, speed) as address, open_browser() as driver:
            began = time.monotonic()
            driver.get(f"{address}/en.html")
            wait_for(driver, "#today-board .board-clues button")
            today = time.monotonic() - began
            before, _megabytes = measure_page(driver)
            first = solve(driver, f"{address}/en.html?1")
            time.sleep(40)  # what has come is being kept, and compiled
            again = solve(driver, f"{address}/en.html?2")
            worked, megabytes = measure_page(driver)
            row = {"game": title, "today": round(today, 1), "solve": round(first, 1), "again": round(again, 1)}
            row |= {"worked": round((worked - before) / 2, 1), "megabytes": megabytes}
        print(row)
        if asked.keep:
            keep_figures("site", "python3 benchmarks/site.py public --keep", ["game"], [row])


if __name__ == "__main__":
    main()
