"""Families: whole-process times. Acceleration: the shipped words against the pool `all`, in turns and in time.

``python3 benchmarks/families.py`` prints the time of ``mastermot cliques``
on 45,866 words, then for every file of ``accel/`` the average game, the longest and the time of a whole exploration by
the player `decodeur` alone, with the acceleration words, and with the pool `all`. The words of the files are for
`entropy`; with ``--minimax`` others are searched for `minimax`, which takes some minutes more.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from figures import keep_figures

from mastermot.families.accelerators import read_accelerators, select_accelerators
from mastermot.game.codebreakers import make_codebreaker
from mastermot.lab.explore.acceleration import TurnSum, propose
from mastermot.lab.explore.runs import count_turns
from mastermot.rules import BLACK_WHITE
from mastermot.rules.codes import WordCodes
from mastermot.words.dictionaries import open_dictionary
from mastermot.words.files import find_data


def process(*arguments: str, runs: int = 5) -> float:
    """Return the seconds of the fastest of some runs of the command, start-up included."""
    times = []
    for _run in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "mastermot", *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def played(
    codes: WordCodes, strategy: str, words: tuple[str, ...] = (), pool: str | None = None
) -> tuple[TurnSum, float]:
    """Return what an exploration comes to, and its seconds."""
    start = time.perf_counter()
    player = make_codebreaker("decodeur", strategy=strategy, accelerators=words, pool=pool)
    turns = [count for count in count_turns(codes, BLACK_WHITE, player).values() if count is not None]
    return TurnSum(sum(turns), max(turns), len(turns)), time.perf_counter() - start


def shown(result: tuple[TurnSum, float]) -> str:
    """Return a cell of the table: average, longest, seconds."""
    found, seconds = result
    return f"{found.average:.4f} / {found.longest} / {seconds:.2f} s"


def main() -> None:
    """Print the times and the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minimax", action="store_true", help="search words for minimax too")
    parser.add_argument("--keep", action="store_true", help="write the turns into figures.jsonl")
    chosen = parser.parse_args()
    minimax = chosen.minimax
    for arguments in (["--histogram"], ["--json"], ["--word", "chatonne"]):
        seconds = process("cliques", "--words", "fr", "--length", "8", *arguments)
        print(f"cliques --words fr --length 8 {' '.join(arguments)}: {seconds:.2f} s")
    print("\nplayer decodeur\n")
    print("| list | criterion | alone | with 4 words | --pool all |\n| --- | --- | --- | --- | --- |")
    for path in sorted(Path(find_data("accel")).glob("*.txt")):
        name, _, length = path.stem.rpartition("-")
        codes = WordCodes(open_dictionary(name), int(length))
        for strategy in ("entropy", "minimax") if minimax else ("entropy",):
            words = select_accelerators(read_accelerators(path), codes.length)
            if strategy == "minimax":
                words = propose(codes, BLACK_WHITE, strategy=strategy).words
            results = (played(codes, strategy), played(codes, strategy, words), played(codes, strategy, pool="all"))
            print(f"| {path.stem} | {strategy} | {' | '.join(map(shown, results))} |", flush=True)
            if chosen.keep and strategy == "entropy":
                cells = [f"{found.average:.4f} / {found.longest}" for found, _seconds in results]
                figures = dict(zip(("alone", "accelerated", "pool_all"), cells, strict=True))
                row = {"game": f"`{name}`, {length} letters", **figures}
                keep_figures("acceleration", "python3 benchmarks/families.py --keep", ["game"], [row])


if __name__ == "__main__":
    main()
