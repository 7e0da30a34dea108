"""Explanations and compositions: times by length and number of clues, and how the work grows.

``python3 benchmarks/explain.py``
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median

from mastermot.errors import MastermotError
from mastermot.puzzle import Puzzle, read_puzzle, solve
from mastermot.puzzle.compose import Wanted, compose, read_source
from mastermot.puzzle.explain import LEVELS, explain
from mastermot.words.dictionaries import open_dictionary
from mastermot.words.files import find_data

SHAPES = [(4, 8), (5, 6), (5, 8), (5, 10), (5, 12), (5, 15), (6, 10), (7, 10), (8, 10)]
PUZZLES = 15
BEFORE = {"coude": 6, "en-08": 235, "en-11": 162, "fr-08": 225, "fr-10": 343, "fr-12": 770}
"""Milliseconds for shipped puzzles before verdicts were kept while no class goes, and cases made for the step alone."""


def milliseconds(work: Callable[[], object], rounds: int = 3) -> float:
    """Return the median wall-clock milliseconds of `work`."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return median(times)


def print_shipped() -> None:
    """Print the processor time of the explanations of shipped puzzles, and of their first step alone."""
    print("\nto explain, milliseconds of processor time\npuzzle  before    now  first step")
    for name, before in BEFORE.items():
        path = find_data("puzzles", f"{name}.txt")
        answer = solve(read_puzzle(path), open_dictionary("en" if name.startswith("en-") else "fr"))
        whole, first = cpu_milliseconds(partial(explain, answer)), cpu_milliseconds(partial(explain, answer, most=1))
        print(f"{name:6}  {before:6}  {whole:5.0f}  {first:10.1f}")


def cpu_milliseconds(work: Callable[[], object], rounds: int = 3) -> float:
    """Return the least milliseconds of processor time that `work` takes."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return min(times)


def explanation_times(puzzles: list[Puzzle]) -> list[float]:
    """Return the milliseconds of the explanation of each puzzle, once it is solved."""
    dictionary = open_dictionary("fr-common")
    answers = [solve(puzzle, dictionary) for puzzle in puzzles]
    return sorted(milliseconds(lambda answer=answer: explain(answer)) for answer in answers)  # type: ignore[misc]


def main() -> None:
    """Print the figures."""
    sample = read_puzzle(find_data("puzzles", "coude.txt"))
    print(f"the magazine's puzzle: {explanation_times([sample])[0]:.1f} ms to explain")
    print_shipped()
    print(f"\nto explain, {PUZZLES} puzzles of each shape\nlength  clues  median ms  longest ms")
    for length, clues in SHAPES:
        words = read_source(open_dictionary("fr-common"), length)
        puzzles = [compose(words, Wanted(length, clues), seed).puzzle for seed in range(PUZZLES)]
        times = explanation_times(puzzles)
        print(f"{length:6}  {clues:5}  {median(times):9.1f}  {times[-1]:10.1f}")
    print("\nto compose, five letters, ten clues, 10 seeds\nlevel  median s  longest s")
    words = read_source(open_dictionary("fr-common"), 5)
    for level in LEVELS:
        times = []
        for seed in range(10):
            start = time.perf_counter()
            try:
                compose(words, Wanted(5, 10, level), seed)
            except MastermotError as error:
                print(f"  level {level}, seed {seed}: {error.describe_reason()}")
            times.append(time.perf_counter() - start)
        print(f"{level:5}  {median(times):8.2f}  {max(times):9.2f}")


if __name__ == "__main__":
    main()
