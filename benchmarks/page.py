"""The page's first load: bytes, requests, and when it can be read and used on a slow connection.

The service runs here; a real browser without a cache opens the page, its network slowed as Chromium emulates it:
400 kilobits a second, 400 ms for every answer to begin; or, with ``--line very-slow``, 50 kilobits and two seconds.
"Readable" is the moment at which the clues of the day, or the form of Solve, are on the screen; "usable" the one at
which they answer to taps. Somebody has had the puzzle of the day before: the service knows it. Needs chromium and
chromedriver.

    python3 benchmarks/page.py [--times 5] [--line slow|very-slow] [--keep]

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

from figures import keep_figures
from selenium import webdriver

LINES = {"slow": (400_000, 400), "very-slow": (50_000, 2000)}
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


def visit(address: str, line: str, task: str, seen: str, ready: str) -> tuple[float, float, int, int, float]:
    """Return seconds until a task can be used, and read, bytes, requests, and seconds until the first paint."""
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
            usable, readable, size, count, painted = driver.execute_async_script(
                "const done = arguments[0]; const wait = () => {"
                " if (!window.usable) return setTimeout(wait, 50);"
                " const all = [...performance.getEntriesByType('navigation'),"
                "              ...performance.getEntriesByType('resource')]"
                "   .filter((one) => one.responseEnd && one.responseEnd <= window.usable);"
                " const paint = performance.getEntriesByName('first-contentful-paint')[0];"
                " done([window.usable, window.readable,"
                "       all.reduce((sum, one) => sum + one.transferSize, 0), all.length,"
                "       paint ? paint.startTime : NaN]); }; wait()"
            )
            return usable / 1000, readable / 1000, size, count, painted / 1000
        finally:
            driver.quit()


def main() -> None:
    """Print a line a task: the median of several visits."""
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
            usable, readable, size, count, painted = (statistics.median(v) for v in zip(*visits, strict=True))
            print(
                f"{name}: readable after {readable:.2f} s, usable {usable:.2f} s, first paint {painted:.2f} s,", end=" "
            )
            print(f"{size / 1000:.1f} kB in {count:.0f} requests")
            if arguments.keep:
                figures = {"kilobytes": round(size / 1000), "requests": round(count)}
                figures |= {"readable": f"{readable:.1f}", "seconds": f"{usable:.1f}"}
                command = f"python3 benchmarks/page.py --line {arguments.line} --times {arguments.times} --keep"
                keep_figures("page", command, ["game"], [{"game": name, **figures}])


if __name__ == "__main__":
    main()
