#!/usr/bin/env python3
"""Whole explorations: times of the whole command, turns a second, growth with the list, peak memory.

``python3 benchmarks/explore.py`` prints three tables (about a minute); ``--rounds N`` takes medians of N rounds, each
round running every configuration once, so that what else the machine does falls on all alike. ``--ends`` prints only
what the exact search of the last codes brings the player `best`, and ``--keep`` writes it into ``figures.jsonl``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from figures import keep_figures

from mastermot.rules.codes import WordCodes
from mastermot.words.dictionaries import open_dictionary

LISTS = Path(__file__).resolve().parent.parent.parent / "shared" / "reference" / "lists"
SIZES = (1000, 2000, 4000, 8000, 16000)


class Measure(NamedTuple):
    """One run of the command: seconds from start to end, peak memory of the largest process, what it printed."""

    seconds: float
    megabytes: float
    total: int
    longest: int


def measure(options: list[str]) -> Measure:
    """Return what one exploration takes, start-up included."""
    command = [sys.executable, "-m", "mastermot", "explore", *options, "--json"]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        printed = process.stdout.read() if process.stdout else b""
        _pid, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed: {' '.join(command)}")
    document = json.loads(printed)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Measure(seconds, used.ru_maxrss / unit, document["total"], document["longest"])


def medians(configurations: dict[str, list[str]], rounds: int) -> dict[str, Measure]:
    """Return the median time of each configuration over interleaved rounds, and the most memory."""
    found: dict[str, list[Measure]] = {name: [] for name in configurations}
    for _round in range(rounds):
        for name, options in configurations.items():
            found[name].append(measure(options))
    return {
        name: several[0]._replace(
            seconds=statistics.median(one.seconds for one in several), megabytes=max(one.megabytes for one in several)
        )
        for name, several in found.items()
    }


def word_file(folder: Path, name: str, words: list[str]) -> list[str]:
    """Write a list, and return the options that play with it."""
    path = folder / f"{name}.txt"
    path.write_text("\n".join(words) + "\n")
    return ["--words", str(path), "--length", str(len(words[0]))]


def reference(folder: Path) -> dict[str, list[str]]:
    """Return the options of the codes of *Every secret played*; shipped words where the old list is not at hand."""
    french = str(LISTS / "liste_francais_asc.txt") if LISTS.is_dir() else "fr-common"
    sgb = sorted(WordCodes(open_dictionary("sgb"), 5).texts)
    return {
        "s4c6": ["--holes", "4", "--colours", "6"],
        "s4c7": ["--holes", "4", "--colours", "7"],
        "fr4": ["--words", french, "--length", "4"],
        "fr5": ["--words", french, "--length", "5"],
        "sgb-s": word_file(folder, "sgb-s", sgb),
    }


def speed(folder: Path, rounds: int) -> None:
    """Print the times of the configurations of J. Forget's Perl program under both criteria."""
    configurations = {
        f"{name:6} {strategy}": [*options, "--player", "decodeur", "--strategy", strategy]
        for name, options in reference(folder).items()
        for strategy in ("entropy", "minimax")
    }
    measures = medians(configurations, rounds)
    print("configuration    total  longest  seconds  turns/s   MB")
    for name, one in measures.items():
        rate = one.total / one.seconds
        print(f"{name:14}  {one.total:6}  {one.longest:7}  {one.seconds:7.2f}  {rate:7.0f}  {one.megabytes:3.0f}")
    both = sum(one.seconds for name, one in measures.items() if name.startswith("sgb-s"))
    print(f"sgb-s, both criteria: {both:.2f} s\n")


def growth(folder: Path, rounds: int) -> None:
    """Print how the time grows with the list, start-up taken off, without a sample and with all codes as guesses."""
    words = list(WordCodes(open_dictionary("fr"), 6).texts)
    random.Random(1).shuffle(words)
    lists = {2: word_file(folder, "two", words[:2])}
    lists |= {size: word_file(folder, f"fr6-{size}", sorted(words[:size])) for size in SIZES}
    for pool in ("consistent", "all"):
        configurations = {
            str(size): [*options, "--player", "entropy", "--pool", pool, "--jobs", "1"]
            for size, options in lists.items()
        }
        measures = medians(configurations, rounds)
        idle = measures.pop("2").seconds
        print(f"words, pool {pool:10}  seconds  playing  ns a pair of words   MB")
        for name, one in measures.items():
            playing = one.seconds - idle
            pair = playing / int(name) ** 2 * 1e9
            print(f"{name:>22}  {one.seconds:7.2f}  {playing:7.2f}  {pair:18.1f}  {one.megabytes:3.0f}")
        print()


def largest(jobs: int) -> None:
    """Print time and memory for lists as long as there are."""
    print(f"long lists, {jobs} processes that play    seconds  MB of the largest process")
    for name, options in {
        "fr 6, pool all": ["--words", "fr", "--length", "6", "--player", "entropy", "--pool", "all"],
        "fr 8, sample of 2000": ["--words", "fr", "--length", "8", "--player", "decodeur"],
        "fr 8, no sample": ["--words", "fr", "--length", "8", "--player", "entropy"],
    }.items():
        one = measure([*options, "--jobs", str(jobs)])
        print(f"{name:36}  {one.seconds:7.2f}  {one.megabytes:3.0f}")


ENDS = {
    "3 holes, 6 colours": ["--holes", "3", "--colours", "6"],
    "4 holes, 6 colours": ["--holes", "4", "--colours", "6"],
    "4 holes, 7 colours": ["--holes", "4", "--colours", "7"],
    "4 holes, 10 colours without repeats": ["--holes", "4", "--colours", "10", "--no-repeats"],
    "`fr-common`, 4 letters": ["--words", "fr-common", "--length", "4"],
    "`fr-common`, 5 letters": ["--words", "fr-common", "--length", "5"],
}
END_RULES = {"black-white": list(ENDS), "black": ["4 holes, 6 colours", "`fr-common`, 4 letters"]}
END_RULES["positional"] = ["`fr-common`, 4 letters", "`fr-common`, 5 letters"]
"""The games played with and without the exact search of the last codes, under each rule."""


def ends(keep: bool) -> None:
    """Print what the exact search of the last codes brings the player `best`, and what it takes."""
    for rule, games in END_RULES.items():
        for game in games:
            options = [*ENDS[game], "--rule", rule, "--jobs", "1", "--player"]
            plain, exact = measure([*options, "entropy", "--pool", "all"]), measure([*options, "best"])
            row = {"game": game, "rule": rule, "without": plain.total, "total": exact.total}
            row |= {"without_seconds": round(plain.seconds, 1), "seconds": round(exact.seconds, 1)}
            print(*row.values(), flush=True)
            if keep:
                keep_figures("best", "python3 benchmarks/explore.py --ends --keep", ["game", "rule"], [row])


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ends", action="store_true")
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    if arguments.ends:
        ends(arguments.keep)
    else:
        with tempfile.TemporaryDirectory() as folder:
            speed(Path(folder), arguments.rounds)
            growth(Path(folder), 1)
        largest(arguments.jobs)


if __name__ == "__main__":
    main()
