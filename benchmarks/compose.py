"""How long composing takes, and what the puzzles of the days are like.

python benchmarks/compose.py [COUNT]          times: COUNT puzzles of five letters a level, then lengths 3 to 12
python benchmarks/compose.py --days [COUNT]   checks the puzzles of COUNT days, all levels in turn
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from statistics import median

from mastermot import open_dictionary
from mastermot.puzzle import grow_prefixes
from mastermot.puzzle.compose import Wanted, compose, read_offensive, read_source
from mastermot.puzzle.compose.daily import DEFAULT_LEVEL, FIRST_DAY, compose_daily, read_daily_source
from mastermot.puzzle.explain import LEVELS

DEFAULT_COUNT, DEFAULT_DAYS, FEW = 500, 5000, 25
FRENCH = open_dictionary("fr-common")


def print_times(title: str, make: Callable[[int], object], count: int) -> None:
    """Print the median and the longest of the processor times that `make` takes for the seeds 0, 1…"""
    seconds = []
    for seed in range(count):
        start = time.process_time()
        make(seed)
        seconds.append(time.process_time() - start)
    print(f"{title}: median {median(seconds):.3f} s, longest of {count} {max(seconds):.3f} s", flush=True)


def print_all_times(count: int) -> None:
    """Print the times of five letters, level by level, and of other lengths."""
    for level in (None, *LEVELS):
        source, wanted = read_source(FRENCH, 5), Wanted(level=level)
        print_times(f"5 letters, level {level or 'any'}", partial(compose, source, wanted), count)
    for length in range(3, 13):
        source, wanted = read_source(FRENCH, length), Wanted(length)
        print_times(f"{length} letters, 10 clues", partial(compose, source, wanted), FEW)


def check_days(count: int) -> None:
    """Check the puzzles of `count` days, the levels in turn: one solution, the level asked for, no offensive word.

    All puzzles differ, and so do the solutions of a level in each round through the answers.
    """
    source, offensive, start = read_daily_source(FRENCH, DEFAULT_LEVEL), read_offensive("fr"), time.process_time()
    had: set[tuple[int, int, str]] = set()
    puzzles = set()
    for number in range(count):
        level = LEVELS[number % len(LEVELS)]
        composed = compose_daily(FRENCH, FIRST_DAY + timedelta(number), level).composed
        had.add((level, number // len(source.answers), composed.solution))
        puzzles.add(composed.puzzle.text)
        words = [clue.word for clue in composed.puzzle.clues]
        assert grow_prefixes(composed.puzzle)[-1].survivors == (composed.solution,)
        assert composed.grade.level == level
        assert not any(word in offensive for word in (*words, composed.solution))
    assert len(had) == len(puzzles) == count
    print(f"{count} days: all different, one solution each, levels as asked, no offensive word", end=" ")
    print(f"({time.process_time() - start:.0f} s)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", action="store_true")
    parser.add_argument("count", type=int, nargs="?")
    options = parser.parse_args()
    if options.days:
        check_days(options.count or DEFAULT_DAYS)
    else:
        print_all_times(options.count or DEFAULT_COUNT)
