"""How long composing takes, and what the puzzles of the days are like.

python benchmarks/compose.py [COUNT]          times: COUNT puzzles of five letters a level, then lengths 3 to 12
python benchmarks/compose.py --days [COUNT]   checks the puzzles of COUNT days, all levels in turn
python benchmarks/compose.py --minimal [COUNT]   COUNT puzzles of each of 4 to 9 letters and 8 to 14 clues, all needed
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from statistics import median

from mastermot import open_dictionary
from mastermot.puzzle import Clue, grow_prefixes
from mastermot.puzzle.compose import Composed, Wanted, compose, read_offensive, read_source
from mastermot.puzzle.compose.composer import MOST_NEEDED_BY_LENGTH
from mastermot.puzzle.compose.daily import DEFAULT_LEVEL, FIRST_DAY, compose_daily, read_daily_source
from mastermot.puzzle.compose.errors import NotComposedError
from mastermot.puzzle.explain import LEVELS

DEFAULT_COUNT, DEFAULT_DAYS, DEFAULT_MINIMAL, FEW = 500, 5000, 5, 25
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


def count_solutions(clues: Sequence[Clue]) -> int:
    """Return how many strings of the letters shown fit, two for more, letter by letter; no code of the program's."""
    length = len(clues[0].word)

    def count(prefix: str, left: list[int]) -> int:
        if len(prefix) == length:
            return not any(left)
        place, found = len(prefix), 0
        for letter in sorted({clue.word[place] for clue in clues}):
            after = [marks - (clue.word[place] == letter) for marks, clue in zip(left, clues, strict=True)]
            if found < 2 and all(0 <= marks < length - place for marks in after):
                found += count(prefix + letter, after)
        return found

    return min(2, count("", [clue.marks for clue in clues]))


def check_needed(composed: Composed) -> None:
    """Check that a puzzle has one solution, and without any of its clues another one, or a letter shown no more."""
    clues = composed.puzzle.clues
    assert count_solutions(clues) == 1
    for clue in clues:
        rest = [other for other in clues if other != clue]
        shown = all(any(other.word[i] == x for other in rest) for i, x in enumerate(composed.solution))
        assert not shown or count_solutions(rest) == 2, (composed, clue)


def check_minimal(count: int) -> None:
    """Compose puzzles of which no clue can go, `count` of each shape, and check each of them."""
    seconds, refused, impossible = [], 0, 0
    for length in range(4, 10):
        source = read_source(FRENCH, length)
        for clues in range(8, 15):
            if clues > MOST_NEEDED_BY_LENGTH.get(length, clues):
                impossible += count
                continue
            for seed in range(count):
                start = time.process_time()
                try:
                    composed = compose(source, Wanted(length, clues, minimal=True), seed)
                except NotComposedError:
                    refused += 1
                else:
                    seconds.append(time.process_time() - start)
                    check_needed(composed)
    print(f"{len(seconds)} puzzles, every clue needed: median {median(seconds):.3f} s", end=", ")
    print(f"longest {max(seconds):.3f} s", end="; ")
    print(f"{refused} not found; {impossible} not tried: too many clues for the length")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", action="store_true")
    parser.add_argument("--minimal", action="store_true")
    parser.add_argument("count", type=int, nargs="?")
    options = parser.parse_args()
    if options.days:
        check_days(options.count or DEFAULT_DAYS)
    elif options.minimal:
        check_minimal(options.count or DEFAULT_MINIMAL)
    else:
        print_all_times(options.count or DEFAULT_COUNT)
