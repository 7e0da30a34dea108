"""The page's first load: bytes, requests, and when it can be read and used on a slow connection.

The service runs here; a real browser without a cache opens the page, its network slowed as Chromium emulates it:
400 kilobits a second, 400 ms for every answer to begin; with ``--line very-slow``, 50 kilobits and two seconds; with
``--line fast``, a megabyte a second and 50 ms. Then it opens the page again, with what it keeps of the first visit.
"Readable" is the moment at which the clues of the day, or the form of Solve, are on the screen; "usable" the one at
which they answer to taps. Somebody has had the puzzle of the day before: the service knows it. Needs chromium and
chromedriver.

    python3 benchmarks/page.py [--times 5] [--line slow|very-slow|fast] [--keep]

``--keep`` writes the medians into ``figures.jsonl``.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import NamedTuple

from figures import keep_figures
from selenium import webdriver

LINES = {"slow": (400_000, 400), "very-slow": (50_000, 2000), "fast": (8_000_000, 50)}
"""Bits a second, and milliseconds for every answer to begin."""
TASKS = {
    "the puzzle of the day": ("today", "#today-board .cell", "#today-board .board-clues button"),
    "the form of Solve": ("solve", "#solve-clues input.word", "#solve-clues input.word"),
}
WATCH = """
new MutationObserver((_, watching) => {
  if (!window.readable && document.querySelector(%r)) window.readable = performance.now();
  if (!document.documentElement?.dataset || !("ready" in document.documentElement.dataset)) return;
  if (!document.querySelector(%r)) return;
  watching.disconnect();
  window.usable = performance.now();
}).observe(document, {subtree: true, childList: true, attributes: true});
"""


@contextmanager
def service() -> Iterator[str]:
    """Serve on a free port; give the address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mastermot", "serve", "--port", "0", "--no-access-log"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        address = next(line.strip() for line in process.stderr if re.match("http://", line))
        while True:
            try:
                urllib.request.urlopen(f"{address}/healthz").close()
                break
            except urllib.error.URLError:
                continue
        yield address
    finally:
        process.terminate()
        process.wait()


class Visit(NamedTuple):
    """What a visit took: seconds until its task can be used, and read; bytes; requests; seconds until first paint."""

    usable: float
    readable: float
    size: int
    requests: int
    painted: float


LOOK = """
const done = arguments[0];
const wait = () => {
  if (!window.usable) return setTimeout(wait, 50);
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((one) => one.responseEnd && one.responseEnd <= window.usable && one.transferSize);
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const size = all.reduce((sum, one) => sum + one.transferSize, 0);
  done([window.usable / 1000, window.readable / 1000, size, all.length, paint ? paint.startTime / 1000 : NaN]);
};
wait();
"""
"""Tells what a visit took, once the task can be used; what came out of the browser's cache is no request."""


def visit(address: str, line: str, task: str, seen: str, ready: str) -> tuple[Visit, Visit]:
    """Return what the first visit of a task took, and the next one in the same browser."""
    bits, latency = LINES[line]
    network = {"offline": False, "latency": latency, "downloadThroughput": bits / 8, "uploadThroughput": bits / 8}
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
            options.add_argument(argument)
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        try:
            driver.set_script_timeout(120)
            driver.execute_cdp_cmd("Network.enable", {})
            driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
            driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
            driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH % (seen, ready)})
            driver.get(f"{address}/?lang=fr#{task}")
            first = Visit(*driver.execute_async_script(LOOK))
            driver.get("about:blank")
            driver.get(f"{address}/?lang=fr#{task}")
            return first, Visit(*driver.execute_async_script(LOOK))
        finally:
            driver.quit()


def main() -> None:
    """Print two lines a task: the medians of several first visits, and of those after them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--line", choices=LINES, default="slow")
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    with service() as address:
        for level in range(1, 6):
            urllib.request.urlopen(
                f"{address}/api/daily?date={date.today()}&level={level}&words=fr-common&lang=fr"
            ).close()
        for name, (task, seen, ready) in TASKS.items():
            visits = [visit(address, arguments.line, task, seen, ready) for _ in range(arguments.times)]
            figures: dict[str, int | str] = {}
            for again, ones in enumerate(zip(*visits, strict=True)):
                medians = Visit(*(statistics.median(values) for values in zip(*ones, strict=True)))
                print(
                    f"{name}, {'the next' if again else 'the first'} visit: readable after {medians.readable:.2f} s, "
                    f"usable {medians.usable:.2f} s, first paint {medians.painted:.2f} s, "
                    f"{medians.size / 1000:.1f} kB in {medians.requests:.0f} requests"
                )
                suffix = "_again" if again else ""
                figures[f"kilobytes{suffix}"] = round(medians.size / 1000)
                figures[f"requests{suffix}"] = round(medians.requests)
                figures[f"readable{suffix}"] = f"{medians.readable:.1f}"
                figures[f"seconds{suffix}"] = f"{medians.usable:.1f}"
            if arguments.keep:
                command = f"python3 benchmarks/page.py --line {arguments.line} --times {arguments.times} --keep"
                keep_figures("page", command, ["game"], [{"game": name, **figures}])


if __name__ == "__main__":
    main()
