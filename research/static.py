#!/usr/bin/env python3
"""Fixed guesses: the classes that some words leave, the words found at once, and the fewest that tell all words apart.

``python3 research/static.py`` prints a row for each rule, number of words and list (an hour: each search takes
``--time`` seconds, 60 unless told, with ``--jobs`` processes, 2 unless told); ``--rule`` and ``--count`` (0: as few as
tell all apart) choose some of them;
``--keep`` writes them into ``figures.jsonl``, from which ``docs/measurements.md`` is made.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

from figures import keep_figures

LISTS = ("fr-common", "en-common", "sgb")
SHOWN = {("black", 10), ("black", 0), ("black-white", 0), ("positional", 0)}
"""Rules and numbers of words whose words are kept too, for `fr-common`."""
COUNTS = {"black": (8, 10, 12, 15, 18, 20, 0), "black-white": (5, 7, 8, 0), "positional": (3, 4, 5, 6, 0)}


def search(words: str, rule: str, count: int, seconds: float, jobs: int) -> dict[str, Any]:
    """Return what ``mastermot static --json`` finds for a list."""
    options = ["--all"] if count == 0 else ["--count", str(count)]
    command = ["static", "--words", words, "--length", "5", "--rule", rule, *options, "--seed", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "mastermot", *command, "--jobs", str(jobs), "--time", str(seconds), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rule", choices=sorted(COUNTS), action="append")
    parser.add_argument("--count", type=int, action="append")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", action="store_true")
    chosen = parser.parse_args()
    again = f"python3 research/static.py --time {chosen.time:g} --jobs {chosen.jobs} --keep"
    for rule in chosen.rule or COUNTS:
        for count in chosen.count or COUNTS[rule]:
            row: dict[str, Any] = {"rule": rule, "words": count} if count else {"rule": rule}
            for words in LISTS:
                found = search(words, rule, count, chosen.time, chosen.jobs)
                cell = f"{found['classes']:,} ({found['alone']:,})" if count else len(found["guesses"])
                row[words.replace("-", "_")] = cell
                guesses = " ".join(guess["word"].upper() for guess in found["guesses"])
                print(rule, count or "all", words, cell, guesses, flush=True)
                if chosen.keep and (rule, count) in SHOWN and words == "fr-common":
                    game = f"{'ten' if count else 'all'}, `{words}`, `{rule}`"
                    keep_figures("fixed_words", again, ["game"], [{"game": game, "words": guesses}])
            if chosen.keep:
                table = "fixed" if count else "fixed_all"
                names = [name for name in ("rule", "words") if name in row]
                keep_figures(table, again, names, [row])


if __name__ == "__main__":
    main()
