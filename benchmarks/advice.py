"""Advice: whole-process times of ladders, start-up included.

``python3 benchmarks/advice.py`` prints for lists of 100,000 words, sparse and dense, the slowest of some ladders.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = 100_000


def process(*arguments: str) -> tuple[float, str]:
    """Return the seconds of a command, start-up included, and what it prints."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "mastermot", *arguments], check=False, capture_output=True, text=True)
    return time.perf_counter() - start, done.stdout + done.stderr


def made_list(length: int, letters: int) -> list[str]:
    """Return 100,000 different words of a length, over so many letters."""
    draw = random.Random(length)
    words: dict[str, None] = {}
    while len(words) < WORDS:
        words["".join(draw.choices(LETTERS[:letters], k=length))] = None
    return list(words)


def measure_ladders(folder: Path) -> None:
    """Print the slowest of ten ladders between words drawn at random, a line a list."""
    print(f"ladder, {WORDS:,} words: slowest of ten, and whether a chain exists")
    for length, letters in ((5, 26), (5, 12), (8, 5), (10, 4), (12, 3)):
        words = made_list(length, letters)
        path = folder / f"{length}-{letters}.txt"
        path.write_text("\n".join(words))
        draw = random.Random(1)
        results = [process("ladder", *draw.sample(words, 2), "--words", str(path)) for _try in range(10)]
        found = sum("→" in printed for _seconds, printed in results)
        slowest = max(seconds for seconds, _printed in results)
        print(f"  length {length:2}, {letters:2} letters: {slowest:.2f} s, {found} of 10 found")


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        measure_ladders(Path(folder))


if __name__ == "__main__":
    main()
