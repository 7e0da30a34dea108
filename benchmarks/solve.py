#!/usr/bin/env python3
"""Time the Master Mot solver: brute force, the prefixes of J. Forget's program in lists, ours, then the whole command.

``python3 benchmarks/solve.py`` prints a table; every figure is the median of interleaved runs in this one process, or,
for the command, of interleaved processes. Brute force is left out where it would take more than `PATIENCE` strings.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from pathlib import Path
from statistics import median
from time import perf_counter

from mastermot import Dictionary, Puzzle, mark, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.prefixes import grow_prefixes

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "puzzles" / "coude.txt"
PATIENCE = 3_000_000
"""Strings that brute force is given at most."""
MAX_PREFIXES = 200_000
"""Composed puzzles that hold more prefixes than this at one length are drawn again."""


# --- the three solvers: each returns the solutions, sorted ------------------------------------------------------


def brute_force(puzzle: Puzzle) -> list[str]:
    """Return the strings of column letters that give every clue its marks: all are tried."""
    clues = [(clue.word, clue.marks) for clue in puzzle.clues]
    return [
        "".join(letters)
        for letters in product(*puzzle.columns)
        if all(sum(map(str.__eq__, letters, word)) == marks for word, marks in clues)
    ]


def lists(puzzle: Puzzle) -> list[str]:
    """Return the solutions by the prefixes of J. Forget's APL program, each kept with a list of its blacks so far."""
    words = [clue.word for clue in puzzle.clues]
    marks = [clue.marks for clue in puzzle.clues]
    prefixes = [("", [0] * len(words))]
    for position, column in enumerate(puzzle.columns):
        empty = puzzle.length - position - 1
        made = (
            (prefix + letter, [n + (word[position] == letter) for n, word in zip(blacks, words, strict=True)])
            for prefix, blacks in prefixes
            for letter in column
        )
        prefixes = [
            (prefix, blacks)
            for prefix, blacks in made
            if all(m - empty <= n <= m for n, m in zip(blacks, marks, strict=True))
        ]
    return [prefix for prefix, _ in prefixes]


def ours(puzzle: Puzzle) -> list[str]:
    """Return the solutions by `mastermot.puzzle.prefixes`."""
    return list(grow_prefixes(puzzle)[-1].survivors)


# --- puzzles -----------------------------------------------------------------------------------------------------


def compose(length: int, clues: int, seed: int) -> Puzzle:
    """Return a puzzle of common French words about a secret one, all of whose letters its columns show."""
    words = open_dictionary("fr-common").words(length)
    chance = random.Random(seed)
    while True:
        secret, *guesses = chance.sample(words, clues + 1)
        puzzle = parse_puzzle("".join(f"{guess} {mark(guess, secret).blacks}\n" for guess in guesses))
        if all(letter in column for letter, column in zip(secret, puzzle.columns, strict=True)):
            try:
                grow_prefixes(puzzle, MAX_PREFIXES)
            except TooManyPrefixesError:
                continue
            return puzzle


# --- timing ------------------------------------------------------------------------------------------------------


def medians(runs: Sequence[Callable[[], object]], seconds: float) -> list[float]:
    """Return the median time of each run, in seconds, interleaved for about `seconds` in all, three times at least."""
    times: list[list[float]] = [[] for _ in runs]
    end = perf_counter() + seconds
    while len(times[0]) < 3 or perf_counter() < end:
        for run, taken in zip(runs, times, strict=True):
            start = perf_counter()
            run()
            taken.append(perf_counter() - start)
    return [median(taken) for taken in times]


def shown(seconds: float) -> str:
    """Return a time in milliseconds, three digits."""
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def compare(name: str, puzzle: Puzzle, seconds: float) -> None:
    """Print a line of the table: the solvers' times on `puzzle`, and how many times faster ours is."""
    strings = prod(map(len, puzzle.columns))
    patient = strings <= PATIENCE
    solvers = [ours, lists, *([brute_force] if patient else [])]
    answers = [solver(puzzle) for solver in solvers]
    if answers.count(answers[0]) != len(answers):
        sys.exit(f"{name}: the solvers disagree")
    own, plain, *brute = medians([lambda solver=solver: solver(puzzle) for solver in solvers], seconds)  # type: ignore[misc]
    cells = [shown(brute[0]) if brute else "-", shown(plain), shown(own)]
    ratios = [f"{brute[0] / own:.0f}x" if brute else "-", f"{plain / own:.1f}x"]
    largest = max(generation.kept for generation in grow_prefixes(puzzle))
    print(f"{name:22}{strings:>10.3g}{largest:>10}" + "".join(f"{cell:>12}" for cell in cells + ratios))


def with_dictionary(puzzle: Puzzle, seconds: float) -> None:
    """Print the time of the whole library call: solve and look up, and reading the words of the length."""
    dictionary = open_dictionary("fr")
    dictionary.words(puzzle.length)

    def read() -> Dictionary:
        fresh = open_dictionary("fr")
        fresh.words(puzzle.length)
        return fresh

    look_up, reading = medians([lambda: solve(puzzle, dictionary), read], seconds)
    print(
        f"\nsolve() with `fr` in memory: {shown(look_up)}; reading its {puzzle.length}-letter words: {shown(reading)}"
    )


def processes(count: int) -> None:
    """Print the medians of whole processes, interleaved, against ``import click``."""
    environment = {**os.environ, "LANGUAGE": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for a user, whose Python keeps what it has compiled
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -c 'import click'": [sys.executable, "-c", "import click"],
        "python -m mastermot solve": [sys.executable, "-m", "mastermot", "solve", str(SAMPLE)],
    }
    script = shutil.which("mastermot", path=str(Path(sys.executable).parent))
    if script:
        commands["mastermot solve"] = [script, "solve", str(SAMPLE)]

    def run(command: list[str]) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment)

    for command in commands.values():
        run(command)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(count):
        for name, command in commands.items():
            start = perf_counter()
            run(command)
            times[name].append(perf_counter() - start)
    base = median(times["python -c 'import click'"])
    print(f"\nwhole processes, medians of {count} interleaved runs, against import click")
    for name, taken in times.items():
        print(f"{name:28}{shown(median(taken)):>10}{median(taken) / base:>8.2f}x")


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="time given to each line of the table")
    parser.add_argument("--processes", type=int, default=41, help="runs of each process")
    parser.add_argument("--clues", type=int, default=20, help="clues of the composed puzzles")
    parser.add_argument("--seed", type=int, default=1, help="seed of the composed puzzles")
    chosen = parser.parse_args()
    titles = ("brute force", "lists", "ours", "brute/ours", "lists/ours")
    print(f"{'puzzle':22}{'strings':>10}{'kept':>10}" + "".join(f"{title:>12}" for title in titles))
    sample = read_puzzle(SAMPLE)
    compare("puzzles/coude.txt", sample, chosen.seconds)
    compare("puzzles/fr-06.txt", read_puzzle(ROOT / "puzzles" / "fr-06.txt"), chosen.seconds)
    for length in range(8, 13):
        name = f"{length} letters, {chosen.clues} clues"
        compare(name, compose(length, chosen.clues, chosen.seed), chosen.seconds)
    with_dictionary(sample, chosen.seconds)
    processes(chosen.processes)


if __name__ == "__main__":
    main()
