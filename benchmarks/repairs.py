#!/usr/bin/env python3
"""How often the first repair is the right one, and how long repairs take.

``python3 benchmarks/repairs.py`` takes the shipped puzzles and 500 composed ones (five letters, ten clues, half in
French and half in English) and makes every mistake of one clue's marks; ``--count`` composes another number.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from mastermot import Dictionary, Puzzle, open_dictionary, read_puzzle
from mastermot.puzzle.clues import Clue
from mastermot.puzzle.compose import Wanted, compose_many
from mastermot.puzzle.repairs import WordSets, find_repairs

PUZZLES = Path(__file__).resolve().parent.parent / "puzzles"
GOAL = 0.95


class Case(NamedTuple):
    """A puzzle with its solution and the dictionary that it is solved with."""

    puzzle: Puzzle
    solution: str
    dictionary: Dictionary


class Tally:
    """What became of the mistakes made in some puzzles."""

    def __init__(self) -> None:
        """Start with no mistake."""
        self.puzzles = self.mistakes = self.hidden = self.right = self.word = self.among_three = 0
        self.seconds: list[float] = []

    def add(self, case: Case, truth: Clue, mistaken: Puzzle) -> None:
        """Count one mistake."""
        self.mistakes += 1
        words = WordSets(case.dictionary, mistaken.length)
        if words.find_fitting(mistaken) & words.find_inside(mistaken.columns):
            self.hidden += 1
            return
        start = perf_counter()
        repairs = find_repairs(mistaken, case.dictionary)
        self.seconds.append(perf_counter() - start)
        self.right += repairs[:1] != () and repairs[0].now == truth
        self.word += repairs[:1] != () and repairs[0].word == case.solution
        self.among_three += any(repair.now == truth for repair in repairs[:3])

    def row(self, name: str) -> str:
        """Return the line of the table."""
        shown = len(self.seconds)
        shares = [self.right / shown, self.word / shown, self.among_three / shown]
        times = [1000 * median(self.seconds), 1000 * max(self.seconds)]
        counts = f"{self.puzzles:7} {self.mistakes:8} {self.hidden:6}"
        return (
            f"{name:12} {counts}  {shares[0]:7.2%} {shares[1]:7.2%} {shares[2]:8.2%}  {times[0]:6.1f} {times[1]:6.1f}"
        )


HEADING = "puzzles       number mistakes hidden    first    word in three      ms  worst"


def shipped() -> Iterator[Case]:
    """Yield the shipped puzzles."""
    solutions = json.loads((PUZZLES / "solutions.json").read_text(encoding="utf-8"))
    for name, entry in solutions.items():
        yield Case(read_puzzle(PUZZLES / name), entry["solution"], open_dictionary(entry["words"]))


def composed(language: str, count: int) -> Iterator[Case]:
    """Yield composed puzzles of common words, to be solved with all words."""
    dictionary = open_dictionary(language)
    for made in compose_many(open_dictionary(f"{language}-common"), Wanted(), 1, count):
        yield Case(made.puzzle, made.solution, dictionary)


def mistakes(puzzle: Puzzle) -> Iterator[tuple[Clue, Puzzle]]:
    """Yield every mistake of one clue's marks: the clue as it was, and the puzzle with the mistake."""
    for index, clue in enumerate(puzzle.clues):
        for marks in range(puzzle.length + 1):
            if marks != clue.marks:
                wrong = clue._replace(marks=marks)
                yield clue, Puzzle((*puzzle.clues[:index], wrong, *puzzle.clues[index + 1 :]))


def main() -> None:
    """Print a line for the shipped puzzles and one for each language of composed ones, and the goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500, help="how many puzzles are composed (default 500)")
    count = parser.parse_args().count
    print(HEADING)
    groups = {"shipped": shipped(), "composed fr": composed("fr", count - count // 2)}
    for name, cases in {**groups, "composed en": composed("en", count // 2)}.items():
        tally = Tally()
        for case in cases:
            tally.puzzles += 1
            for truth, mistaken in mistakes(case.puzzle):
                tally.add(case, truth, mistaken)
        print(tally.row(name), flush=True)
    print(
        "hidden: mistakes that leave a dictionary word, so that nothing shows them; other figures are without them.\n"
        "first: the first repair takes the mistake back; word: it gives the right word; in three: one of three does.\n"
        f"Goal: {GOAL:.0%} of the first repairs."
    )


if __name__ == "__main__":
    main()
