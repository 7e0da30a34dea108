#!/usr/bin/env python3
"""The search for the best strategy: totals, bounds and seconds, beside the figures known; one process and two; proofs.

``python3 research/optimal.py`` runs the quick games (some minutes); ``--all`` the long ones too; ``--only NAME`` one
of them; ``--time SECONDS`` bounds each search (60 unless told), ``--memory MB`` its memory; ``--jobs 1 2`` says how
many threads; ``--trees FOLDER`` keeps trees and proofs; ``--proof`` writes and checks the proofs as well, ``--verify``
checks them by ``verify.py`` too; ``--answers`` and ``--allowed`` are two lists of Wordle, of which none is shipped, and
games of the lists of another year are left out; ``--shared`` times two games with one thread, with two, and with two
workers of dask on this machine; ``--keep`` writes what the pages show into ``figures.jsonl``. The first run compiles
the search: run it twice.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

from figures import keep_figures
from sources import Reported


class Game(NamedTuple):
    """A game to be searched: its options, and the total known for it."""

    name: str
    options: str
    known: str = ""
    quick: bool = True
    kept: str = ""  #: The table of `figures` that has it.
    title: str = ""  #: Its name there.
    reported: Reported = ()  #: The totals that others reported, where the table has them.
    answers: int = 0  #: How many words the list of answers has, where it is one of Wordle's.


WORDLE = "--words {answers} --guesses {allowed} --length 5 --rule positional --memory 6000"
ANSWERS = {"2021": 2315, "August 2022": 2309, "July 2023": 3158}
"""Wordle's lists by their dates: how many answers each has."""


def wordle_game(date: str, options: str, reported: str = "", source: str = "Selby 2022") -> Game:
    """Return a game with the lists of a date, for the tables of other lists and of words found within N turns.

    >>> wordle_game("July 2023", "--opening tarse", "11219").name
    'Wordle July 2023 --opening tarse'
    """
    return Game(
        f"Wordle {date} {options}".rstrip(),
        f"{WORDLE} {options}",
        quick=False,
        kept="wordle_within" if "within" in options else "wordle_lists",
        title=f"{date}, `{options}`" if options else date,
        reported=[[reported, source]] if reported else (),
        answers=ANSWERS[date],
    )


GAMES = [
    Game("3x6", "--holes 3 --colours 6", "854"),
    Game("4x6", "--holes 4 --colours 6", "5625"),
    Game("4x6 within 5", "--holes 4 --colours 6 --objective within:5", "5626"),
    *(
        Game(
            f"{holes}x{colours} hard",
            f"--holes {holes} --colours {colours} --hard",
            reported,
            quick=holes < 5,
            kept="consistent",
            title=f"{holes} holes, {colours} colours",
            reported=[[reported, "supermastermind"]],
        )
        for holes, colours, reported in ((3, 5, "455"), (4, 6, "5660"), (5, 8, "179929"))
    ),
    Game("4x6 last", "--holes 4 --colours 6 --objective last", kept="last", title="4 holes, 6 colours"),
    Game(
        "bulls and cows last",
        "--holes 4 --colours 10 --no-repeats --objective last",
        quick=False,
        kept="last",
        title="bulls and cows: 4 of 10 colours, no repeats",
        reported=[["50", "slovesnov"]],
    ),
    Game("4x6 no repeats", "--holes 4 --colours 6 --no-repeats", "1446"),
    Game("4x7 no repeats", "--holes 4 --colours 7 --no-repeats", "3639"),
    Game("4x8 no repeats", "--holes 4 --colours 8 --no-repeats", "7817", quick=False),
    Game("3x9", "--holes 3 --colours 9", "3596"),
    Game("black 3x3", "--holes 3 --colours 3 --rule black", "95"),
    Game("black 3x4", "--holes 3 --colours 4 --rule black", "280"),
    Game("black 3x5", "--holes 3 --colours 5 --rule black", "645"),
    Game("black 3x6", "--holes 3 --colours 6 --rule black", "1280"),
    Game("black 4x6", "--holes 4 --colours 6 --rule black", quick=False),
    Game("4x7", "--holes 4 --colours 7", "11228", quick=False),
    Game("4x8", "--holes 4 --colours 8", "20471", quick=False),
    Game("bulls and cows", "--holes 4 --colours 10 --no-repeats", "26274", quick=False),
    Game("fr-answers positional", "--words fr-answers --length 5 --rule positional", "4543"),
    Game("sgb", "--words sgb --length 5", quick=False, kept="open", title="`sgb`, 5 letters"),
    Game("sgb black", "--words sgb --length 5 --rule black", quick=False, kept="open", title="`sgb`, 5 letters"),
    Game("5x6", "--holes 5 --colours 6", "36721", quick=False),
    Game("5x7", "--holes 5 --colours 7", "86412 greedy", quick=False, kept="open", title="5 holes, 7 colours"),
    Game(
        "5x8",
        "--holes 5 --colours 8",
        quick=False,
        kept="open",
        title="5 holes, 8 colours",
        reported=[["179274", "supermastermind"]],
    ),
    Game("Wordle", WORDLE, "7920", quick=False, kept="wordle", title="Wordle", answers=ANSWERS["2021"]),
    Game(
        "Wordle hard",
        f"{WORDLE} --hard",
        "8119",
        quick=False,
        kept="wordle",
        title="Wordle, `--hard`",
        answers=ANSWERS["2021"],
    ),
    wordle_game("2021", "--objective within:3"),
    wordle_game("2021", "--objective within:4", "2297", "Olson"),
    wordle_game("2021", "--opening alter --objective within:4", "2297", "Olson"),
    wordle_game("2021", "--hard wordle", "8122 within 6 turns"),
    wordle_game("2021", "--hard wordle --objective within:6", "2315, in 8122 turns"),
    wordle_game("2021", "--hard wordle --opening salet --objective within:6", "2315, in 8122 turns"),
    wordle_game("August 2022", "", "7883"),
    wordle_game("August 2022", "--opening tarse", "7883"),
    wordle_game("August 2022", "--hard wordle", "8097"),
    wordle_game("August 2022", "--hard wordle --opening salet", "8097"),
    wordle_game("August 2022", "--hard wordle --opening salet --objective within:6", "2309, in 8097 turns"),
    wordle_game("July 2023", "", "11219"),
    wordle_game("July 2023", "--opening tarse", "11219"),
    wordle_game("July 2023", "--hard wordle", "11627"),
    wordle_game("July 2023", "--hard wordle --opening tarse", "11627"),
    wordle_game("July 2023", "--hard wordle --opening tarse --objective within:6", "3158, in 11627 turns"),
    *(
        Game(
            opening,
            " ".join([WORDLE, *(f"--opening {word}" for word in opening.lower().split())]),
            quick=False,
            kept="fixed_openings",
            title=opening,
            reported=[[str(reported), "Selby 2022"]],
            answers=ANSWERS["2021"],
        )
        for opening, reported in {"PARSE CLINT": 8302, "CRANE SPILT": 8313, "CRINE SPALT": 8316}.items()
    ),
]
SHARED = {"bulls and cows: 4 of 10 colours, no repeats": "bulls and cows", "4 holes, 8 colours": "4x8"}
"""Games that are timed with threads and with workers: their names in the table, and here."""


TOLD = re.compile(r"best ([\d,]+), proven at least ([\d,]+):.*; ([\d.,]+) s")
"""What the search says now and then: total, bound and seconds."""
CURVE = (10, 60, 200)
"""Seconds after which the bound is kept."""
PAUSE = 1.05  #: How many times as late the next total comes, where one is told.


def measure(options: list[str]) -> tuple[dict[str, Any], float, str]:
    """Return what the command prints, how long it takes, start-up included, and what it says meanwhile."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "mastermot", *options, "--json", "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    told: dict[str, Any] = json.loads(done.stdout)
    return told, time.perf_counter() - start, done.stderr


def count_processor_seconds() -> float:
    """Return the seconds of the processor that all commands run so far took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def follow(said: str, total: int) -> dict[str, Any]:
    """Return the seconds after which a total was found, and the bound as it rose."""
    curve = [tuple(float(one.replace(",", "")) for one in line) for line in TOLD.findall(said)]
    bounds = {f"bound_{end}": max((bound for _, bound, at in curve if at <= end), default=None) for end in CURVE}
    rose = {name: int(bound) if bound else None for name, bound in bounds.items()}
    fell = list_steps((int(best), at) for best, _, at in curve)
    return {"found_after": next((round(at) for best, _, at in curve if best == total), None), "fell": fell, **rose}


def list_steps(said: Iterable[tuple[int, float]]) -> str:
    """Return the totals that were said, as they fell, each with its seconds.

    Where they fall quickly, most are left out: those that a better one followed within a twentieth of the time gone by.

    >>> list_steps([(5651, 2.4), (5651, 3.1), (5626, 8.1), (5625, 8.2)])
    '5651 (2), 5625 (8)'

    A small game is searched before anything is said.

    >>> list_steps([])
    ''
    """
    first: dict[int, float] = {}
    for total, at in said:
        first.setdefault(total, at)
    steps = list(first.items())
    told = []
    for (total, at), (_better, end) in pairwise([*steps, (0, math.inf)]):
        if end > at * PAUSE:
            told.append(f"{total} ({at:.0f})")
    return ", ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1])
    parser.add_argument("--memory", type=int)
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--proof", action="store_true")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--answers")
    parser.add_argument("--allowed")
    parser.add_argument("--shared", action="store_true")
    parser.add_argument("--keep", action="store_true")
    chosen = parser.parse_args()
    if chosen.shared:
        measure_shared(chosen.keep)
        return
    print("| game | known | processes | total | bound | longest | search, s | whole, s | claims, check s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for game in GAMES:
        if (game.name != chosen.only) if chosen.only else not (game.quick or chosen.all):
            continue
        if game.answers and not (chosen.answers and chosen.allowed and game.answers == count_words(chosen.answers)):
            continue
        options = game.options.format(answers=chosen.answers, allowed=chosen.allowed).split()
        options += ["--memory", str(chosen.memory)] if chosen.memory else []
        for jobs in chosen.jobs:
            row, figures = measure_game(game, options, jobs, chosen)
            print(row, flush=True)
            if chosen.keep and game.kept:
                lists = " --answers FILE --allowed FILE" if chosen.answers else ""
                lists += " --proof" if chosen.proof else ""
                lists += " --verify" if chosen.verify else ""
                lists += f" --memory {chosen.memory}" if chosen.memory else ""
                lists += f" --jobs {jobs}" if jobs > 1 else ""
                command = f"python3 research/optimal.py --only '{game.name}' --time {chosen.time:g}{lists} --keep"
                if game.reported:
                    figures["reported"] = game.reported
                keep_figures(game.kept, command, ("game", "rule"), [{"game": game.title, **figures}])


def measure_shared(keep: bool) -> None:
    """Print the seconds of whole searches by one thread, by two, and by two workers of dask, each a process."""
    from distributed import LocalCluster

    options = {game.name: ["optimal", *game.options.split(), "--time", "600"] for game in GAMES}
    start: Any = LocalCluster  # has no types
    with start(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        ways = {
            "one": ["--jobs", "1"],
            "threads": ["--jobs", "2"],
            "workers": ["--scheduler", cluster.scheduler_address],
        }
        for title, name in SHARED.items():
            times = {way: [measure([*options[name], *more])[1] for _time in range(2)] for way, more in ways.items()}
            row = {way: ", ".join(f"{seconds:.1f}" for seconds in both) for way, both in times.items()}
            print(title, row, flush=True)
            if keep:
                row = {"game": title, "counted": "by the clock, twice", **row}
                keep_figures("shared", "python3 research/optimal.py --shared --keep", ("game", "counted"), [row])


def count_words(path: str) -> int:
    """Return how many words a list has, one on each line."""
    return len(Path(path).read_text(encoding="utf-8").split())


def measure_game(game: Game, options: list[str], jobs: int, chosen: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Return the row of a game in the table, and what is kept of it; tree and proof are left in the chosen folder."""
    options = [*options, "--jobs", str(jobs), "--time", str(chosen.time)]
    with tempfile.TemporaryDirectory() as folder:
        name = f"{chosen.trees or folder}/{game.name.replace(' ', '-')}"
        tree, claims = f"{name}.json", f"{name}.proof"
        before = count_processor_seconds()
        told, whole, said = measure(["optimal", *options, "--tree", tree, *(["--proof", claims] * chosen.proof)])
        first = json.loads(Path(tree).read_text(encoding="utf-8"))["tree"]["guess"]
        kept = {"rule": told["rule"], "total": told["total"], "seconds": round(told["seconds"], 1)}
        kept |= {"bound": told["bound"], **follow(said, told["total"]), "longest": told["longest"], "opening": first}
        kept |= {"spent": round(count_processor_seconds() - before), "threads": jobs}
        kept |= {name: told[name] for name in ("found", "found_bound", "last", "last_bound") if name in told}
        columns = ""
        if chosen.proof:
            kept |= check_proof(options, tree, claims, chosen)
            columns = f"{kept['claims']}, {kept['check']}"
    proven = "proven" if told["proven"] else str(told["bound"])
    figures = f"{told['total']} | {proven} | {told['longest']} | {told['seconds']:.1f} | {whole:.1f}"
    return f"| {game.name} | {game.known} | {jobs} | {figures} | {columns} |", kept


def check_proof(options: list[str], tree: str, claims: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """Return the size of a proof, and the seconds of the processor in which each checker checks it."""
    wider = options[options.index("--guesses") :][:2] if "--guesses" in options else []
    before = count_processor_seconds()
    checked, _whole, _said = measure(["tree", tree, *wider, "--check-proof", claims])
    kept = {"claims": checked["claims"], "megabytes": round(Path(claims).stat().st_size / 1e6, 1)}
    kept["check"] = round(count_processor_seconds() - before)
    if chosen.verify:
        lists = ["--words", chosen.answers, "--guesses", chosen.allowed] if wider else []
        before = count_processor_seconds()
        subprocess.run([sys.executable, Path(__file__).with_name("verify.py"), tree, claims, *lists], check=True)
        kept["verify"] = round(count_processor_seconds() - before)
    return kept


if __name__ == "__main__":
    main()
