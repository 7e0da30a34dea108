"""Markings, first moves and whole games: ours against a plain Python double loop, in one run.

``python3 benchmarks/play.py``; ``--keep`` writes what a pair of guess and candidate takes into ``figures.jsonl``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

import numpy as np
from figures import Row, keep_figures

from mastermot.game.codebreakers import make_codebreaker
from mastermot.game.partitions import BLOCK, Table, logarithms, weigh_classes
from mastermot.game.positions import Position
from mastermot.rules import RULES, Rule, mark
from mastermot.rules.arrays import WORTH_LOADING, Rows, find_kernels
from mastermot.rules.codes import Codes, ColourCodes, WordCodes
from mastermot.words.dictionaries import open_dictionary

SAMPLE = 40
"""Words whose marks against the whole list the plain loop computes; its time is scaled to the list."""
ROUNDS = 3
MAX_SCORED = 20_000_000
"""Pairs of guess and candidate that are scored to measure the loops."""


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


def processor_time(work: Callable[[], object]) -> float:
    """Return the least processor time of some rounds: other work on the machine only adds to it."""
    times = []
    for _round in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def score_in_two_steps(table: Table, guesses: Rows, secrets: Rows) -> None:
    """Mark block by block, then count classes: what rules do whose numbers are no sums."""
    step = max(1, BLOCK // len(secrets))
    values = logarithms(len(secrets))[0]
    for start in range(0, len(guesses), step):
        weigh_classes(table, table.numbers(guesses[start : start + step], secrets), values)


def compare_loops(codes: Codes) -> dict[int, str]:
    """Print what a pair of guess and candidate takes when marking and counting go together, and in two steps.

    Returns the nanoseconds of the first for each number of candidates.
    """
    found: dict[int, str] = {}
    table = Table(RULES["black-white"], codes)
    chance = np.random.default_rng(1)
    for count in (5, 12, 24, 50, 100, 400, 1500, 6000, 50_000):
        if count > len(codes):
            break
        rows = np.arange(min(len(codes), MAX_SCORED // count)), np.sort(chance.permutation(len(codes))[:count])
        pairs = len(rows[0]) * count
        before = processor_time(partial(score_in_two_steps, table, *rows))
        after = processor_time(partial(table.scores, *rows))
        print(f"  {count:6} candidates: {before / pairs * 1e9:6.2f} ns, {after / pairs * 1e9:6.2f} ns; ", end="")
        print(f"ratio {before / after:4.1f}")
        found[count] = f"{after / pairs * 1e9:.1f}"
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--keep", action="store_true")
    chosen = parser.parse_args()
    codes = WordCodes(open_dictionary("sgb"), 5)
    words = tuple(codes.texts)
    pairs = len(words) ** 2
    print(f"marking matrix of {len(words)} words, {pairs / 1e6:.1f} million pairs")
    for rule in RULES.values():
        slow = median(plain_loop(words, rule) for _ in range(ROUNDS))
        fast = median(matrix(codes, rule) for _ in range(ROUNDS))
        print(f"  {rule.name:12} ours {fast:6.3f} s, {pairs / fast / 1e6:6.0f} million a second; ", end="")
        print(f"plain loop {slow:6.1f} s (scaled from {SAMPLE} words); ratio {slow / fast:6.0f}")
    if find_kernels(WORTH_LOADING) is not None:
        rows: dict[int, Row] = {}
        for column, large in (("colours", ColourCodes(5, 8)), ("words", WordCodes(open_dictionary("fr"), 9))):
            print(f"scores, {large.name}, {large.count} codes, a pair: in two steps, in one")
            for count, nanoseconds in compare_loops(large).items():
                rows.setdefault(count, {"game": f"{count:,}"})[column] = nanoseconds
        if chosen.keep:
            keep_figures("marking", "python3 benchmarks/play.py --keep", ["game"], list(rows.values()))
    for name in ("black-white", "positional"):
        print(f"first move, pool all, {name}: {median(first_move(RULES[name]) for _ in range(ROUNDS)):.3f} s")
    for secret in ("tears", "sales", "zonal"):
        print(f"whole game on {secret}, start-up included: {median(whole_game(secret) for _ in range(ROUNDS)):.2f} s")


if __name__ == "__main__":
    main()
