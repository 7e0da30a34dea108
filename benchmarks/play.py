"""Markings, first moves and whole games: ours against a plain Python double loop, in one run.

``python3 benchmarks/play.py``
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from mastermot.codes import WordCodes
from mastermot.dictionaries import open_dictionary
from mastermot.play.codebreakers import make_codebreaker
from mastermot.play.partitions import Table
from mastermot.play.positions import Position
from mastermot.rules import RULES, Rule, mark

SAMPLE = 40
"""Words whose marks against the whole list the plain loop computes; its time is scaled to the list."""
ROUNDS = 3


def seconds(work: Callable[[], object]) -> float:
    """Return the wall-clock seconds that `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def plain_loop(words: tuple[str, ...], rule: Rule) -> float:
    """Return the seconds that a double loop of the reference function would take on the whole list."""
    guesses = words[:: len(words) // SAMPLE][:SAMPLE]
    return seconds(lambda: [mark(guess, secret, rule) for guess in guesses for secret in words]) * len(words) / SAMPLE


def matrix(codes: WordCodes, rule: Rule) -> float:
    """Return the seconds of the whole marking matrix, the codes' preparation included, block by block."""

    def work() -> None:
        table = Table(rule, codes)
        rows = np.arange(len(codes))
        for start in range(0, len(rows), 180):
            table.numbers(rows[start : start + 180], rows)

    return seconds(work)


def first_move(rule: Rule) -> float:
    """Return the seconds of a first move over all codes, nothing prepared before but the words' file."""
    codes = WordCodes(open_dictionary("sgb"), 5)
    player = make_codebreaker("best", strategy="entropy", pool="all")
    return seconds(lambda: player.choose(Position(codes, rule)))


def whole_game(secret: str) -> float:
    """Return the seconds of a whole game on the English list, start-up included."""
    command = [sys.executable, "-m", "mastermot", "play", "--words", "sgb", "--length", "5", "--secret", secret]
    return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))


def main() -> None:
    """Print the figures."""
    codes = WordCodes(open_dictionary("sgb"), 5)
    words = tuple(codes.texts)
    pairs = len(words) ** 2
    print(f"marking matrix of {len(words)} words, {pairs / 1e6:.1f} million pairs")
    for rule in RULES.values():
        slow = median(plain_loop(words, rule) for _ in range(ROUNDS))
        fast = median(matrix(codes, rule) for _ in range(ROUNDS))
        print(f"  {rule.name:12} ours {fast:6.3f} s, {pairs / fast / 1e6:6.0f} million a second; ", end="")
        print(f"plain loop {slow:6.1f} s (scaled from {SAMPLE} words); ratio {slow / fast:6.0f}")
    for name in ("black-white", "positional"):
        print(f"first move, pool all, {name}: {median(first_move(RULES[name]) for _ in range(ROUNDS)):.3f} s")
    for secret in ("tears", "sales", "zonal"):
        print(f"whole game on {secret}, start-up included: {median(whole_game(secret) for _ in range(ROUNDS)):.2f} s")


if __name__ == "__main__":
    main()
