"""Seeded games of each size, beside published averages: mean, standard error, longest game, time and memory.

    python3 benchmarks/large.py                                   # the whole table, hours
    python3 benchmarks/large.py 5x8 6x9 --games 500 --jobs 2      # some sizes, fewer games
    python3 benchmarks/large.py 4x6 --rule membership --player jourde --games 1000
    python3 benchmarks/large.py --file games.jsonl                # keeps what was played, and goes on from it
    python3 benchmarks/large.py --file games.jsonl --table        # only prints what the file holds

Every size gets some games before any gets more (`STAGES`), so that a run that was stopped is of use. Times are those of
the processor, and higher on a machine that does other work. Secrets depend on the seed and on the game's number only:
every player meets the same ones.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from figures import keep_figures
from sources import Reported, show_reported

from mastermot.game.codebreakers import Choice, make_codebreaker
from mastermot.game.duels import Duel
from mastermot.game.game import play
from mastermot.game.positions import Position
from mastermot.rules import rule_named
from mastermot.rules.codes import ColourCodes

SLICE = 25
"""Games played and written together."""
STAGES = (25, 200, 1000, 5000)
"""Games after which the next size has its turn."""
MAX_TURNS = 100
GAMES = {
    "black-white": {
        "4x10": 5000,
        "5x8": 5000,
        "6x9": 5000,
        "7x10": 1000,
        "8x8": 1000,
        "8x12": 1000,
        "10x10": 200,
        "12x12": 200,
    },
    "membership": {
        "4x6": 1000,
        "5x8": 5000,
        "6x9": 1000,
        "8x12": 1000,
        "10x10": 200,
        "12x12": 200,
        "15x15": 50,
        "20x20": 10,
    },
}
"""How many games of each size are played when nothing else is asked for."""
PUBLISHED: dict[str, Reported] = {
    "4x10": [["5.6225", "Magruder 2023"], ["5.830", "Merelo and others 2013"]],
    "5x8": [["5.4856", "Magruder 2023"], ["5.554", "Merelo and others 2013"]],
    "6x9": [["6.2847", "Magruder 2023"], ["6.373", "Merelo and others 2013"]],
    "7x10": [["7.1291", "Magruder 2023"], ["7.307", "Merelo and others 2013"]],
    "8x8": [["7.0270", "Magruder 2023"]],
    "8x12": [["8.548", "Merelo and others 2013"]],
}
"""Averages that others published, under the rule ``black-white``."""
JOURDE = {
    "4x6": "4.55",
    "5x8": "5.93",
    "6x9": "7.24",
    "8x12": "9.17, a handful of games",
    "10x10": "12.0, a handful of games",
    "12x12": "13, a handful of games",
    "15x15": "did not end, 11 GB",
}
"""Averages of T. Jourde's program, in Haskell, under the rule ``membership``: it was run for this project."""


class Run(NamedTuple):
    """What is played: a size such as ``5x8``, a rule, a player, and the seed of the secrets."""

    size: str
    rule: str
    player: str
    seed: int


@cache
def start(run: Run) -> tuple[Duel, list[float]]:
    """Return the duel of a run, and the seconds of its moves as they are made."""
    holes, colours = map(int, run.size.split("x"))
    codes = ColourCodes(holes, colours)
    player = make_codebreaker(run.player, codes=codes, seed=run.seed)
    duel = Duel(codes, rule_named(run.rule), player, seed=run.seed, most_turns=MAX_TURNS)
    seconds: list[float] = []

    class Timed:
        """The player, timed: positions met before are remembered, and not counted."""

        plan = player.plan

        def choose(self, position: Position) -> Choice:
            begun = time.process_time()
            choice = player.choose(position)
            seconds.append(time.process_time() - begun)
            return choice

    duel.codebreaker = Timed()  # type: ignore[assignment]
    return duel, seconds


def play_slice(run: Run, first: int, count: int) -> dict[str, Any]:
    """Return what came out of some games of a run: turns of each, seconds, memory."""
    duel, seconds = start(run)
    before = len(seconds)
    begun = time.process_time()
    games = [play(duel.start, duel.choose, duel.meet(number), MAX_TURNS) for number in range(first, first + count)]
    lost = [number for number, game in enumerate(games, start=first) if not game.won]
    if lost:
        raise SystemExit(f"{run}: games {lost} not won in {MAX_TURNS} turns")
    return {
        **run._asdict(),
        "first": first,
        "turns": [len(game.moves) for game in games],
        "seconds": round(time.process_time() - begun, 3),
        "moves": [round(second, 3) for second in seconds[before:]],
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def read_slices(path: Path | None) -> list[dict[str, Any]]:
    """Return the slices that a file holds."""
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def play_all(wanted: dict[Run, int], path: Path | None, jobs: int) -> Iterator[dict[str, Any]]:
    """Yield the slices of all runs: those that the file holds, then the others as they are played, written there."""
    known = read_slices(path)
    yield from known
    done = {(Run(*(part[field] for field in Run._fields)), part["first"]) for part in known}
    for begin, end in pairwise((0, *STAGES, max(wanted.values(), default=0))):
        for run, games in wanted.items():
            firsts = [first for first in range(begin, min(end, games), SLICE) if (run, first) not in done]
            # new processes for each run: their memory is that of its games
            with ProcessPoolExecutor(jobs) as pool:
                waiting = [pool.submit(play_slice, run, first, min(SLICE, games - first)) for first in firsts]
                for future in waiting:
                    part = future.result()
                    if path is not None:
                        with path.open("a") as file:
                            file.write(json.dumps(part) + "\n")
                    yield part


def find_published(run: Run) -> Reported:
    """Return what others published of a game; nothing of it under other rules than ``black-white``."""
    return PUBLISHED.get(run.size, []) if run.rule == "black-white" else []


def find_jourde(run: Run) -> str:
    """Return the average of T. Jourde's program, which plays by ``membership`` only; empty without one."""
    return JOURDE.get(run.size, "") if run.rule == "membership" else ""


def describe(run: Run, parts: list[dict[str, Any]]) -> str:
    """Return the row of a run."""
    turns = [turn for part in parts for turn in part["turns"]]
    moves = sorted(second for part in parts for second in part["moves"]) or [0.0]
    error = statistics.stdev(turns) / len(turns) ** 0.5 if len(turns) > 1 else 0.0
    cells = [
        run.size,
        run.player,
        len(turns),
        f"{statistics.mean(turns):.3f} ± {error:.3f}",
        max(turns),
        f"{sum(part['seconds'] for part in parts) / len(turns):.2f}",
        f"{statistics.median(moves):.2f}, {moves[-1]:.2f}",
        max(part["megabytes"] for part in parts),
        show_reported(find_published(run)),
        find_jourde(run),
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def summarize(run: Run, parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what ``figures.jsonl`` keeps of a run, from the cells of its row."""
    _size, _player, games, average, longest, seconds, moves, megabytes, _reported, _jourde = [
        cell.strip() for cell in describe(run, parts).strip("|").split("|")
    ]
    figures = {"games": games, "average": average, "longest": int(longest), "seconds": float(seconds)}
    others = {"reported": find_published(run) or None, "jourde": find_jourde(run) or None}
    return {"game": run.size, "rule": run.rule, **figures, "moves": moves, "megabytes": int(megabytes), **others}


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sizes", nargs="*", metavar="SIZE", help="such as 5x8; all those of the table without")
    parser.add_argument("--rule", choices=sorted(GAMES), action="append", help="only this rule")
    parser.add_argument("--player", default="best", help="who looks for the secrets")
    parser.add_argument("--games", type=int, help="games of each size, in place of the table's")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--file", type=Path, help="keeps the games, and goes on from those it has")
    parser.add_argument("--table", action="store_true", help="play nothing, print what the file holds")
    parser.add_argument("--keep", action="store_true", help="write the averages of best into figures.jsonl")
    options = parser.parse_args()
    wanted = {
        Run(size, rule, options.player, options.seed): options.games or GAMES[rule].get(size, 200)
        for rule in options.rule or list(GAMES)
        for size in options.sizes or list(GAMES[rule])
        if not options.table
    }
    played: dict[Run, list[dict[str, Any]]] = {run: [] for run in wanted}
    for part in play_all(wanted, options.file, options.jobs):
        played.setdefault(Run(*(part[field] for field in Run._fields)), []).append(part)
    if options.keep:
        kept = [summarize(run, parts) for run, parts in played.items() if run.player == "best" and parts]
        keep_figures("large", "python3 benchmarks/large.py --keep", ("game", "rule"), kept)
    for rule in GAMES:
        rows = [describe(run, parts) for run, parts in played.items() if run.rule == rule and parts]
        if rows:
            print(f"\n{rule}\n")
            titles = "size", "player", "games", "mean", "longest", "s a game", "s a move: median, worst", "MB"
            print("| " + " | ".join((*titles, "published", "T. Jourde's program")) + " |")
            print("| --- " * (len(titles) + 2) + "|")
            print("\n".join(rows))


if __name__ == "__main__":
    main()
