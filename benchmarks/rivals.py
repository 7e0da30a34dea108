"""Our seconds beside those of other programs, in one run: whole games by minimax, and Wordle with a fixed first word.

    python3 benchmarks/rivals.py [--games N] [--wordle PATH --answers FILE --allowed FILE --opening WORD…] [--keep]

No rival is among our dependencies; without one, the script says what it needs. They are:

- T. Breydo's pymastermind 1.2, whose `Game` weighs all codes at each turn as Knuth's strategy does. Install it in an
  environment that has mastermot: ``python3 -m pip install pymastermind==1.2``. Both begin with AABB and look for the
  same secrets, drawn by a seed.
- A. Selby's `wordle`, in C++: build it from its repository, and give the path of the program, with a list of answers
  and one of the guesses allowed. Both prove the least total after each first word.

Seconds are those of the processor; for Wordle those of the whole process, start-up included.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from figures import Row, keep_figures
from sources import SOURCES

from mastermot.game import make_codebreaker, play_game
from mastermot.rules.codes import ColourCodes

COLOURS = "ABCDEF"
HOLES = 4
MAX_TURNS = 12
MINIMAX, WORDLE = "pymastermind 1.2", "Selby 2022"
"""The rivals, by the labels of their sources."""
NEEDS = {
    MINIMAX: "python3 -m pip install pymastermind==1.2",
    WORDLE: "--wordle PATH --answers FILE --allowed FILE, with the program built from its repository",
}
SCORE = re.compile(r"^Best first guess score = (\d+)$", re.MULTILINE)


class Proof(NamedTuple):
    """A total that a program proved, and in how many seconds of the processor."""

    total: int
    seconds: float


def play_theirs(secret: str) -> int:
    """Return the turns that pymastermind takes for a secret."""
    from pymastermind import Code, Game

    game = Game(HOLES, list(COLOURS))
    for turn in range(1, MAX_TURNS + 1):
        blacks, whites = game.guess.compare(Code(secret))
        if blacks == HOLES:
            return turn
        game.new_guess((blacks, whites), "minmax", progress_bar=False)
    raise RuntimeError(f"{secret} was not found")


def play_ours(secret: str) -> int:
    """Return the turns that ours takes for a secret."""
    codes = ColourCodes(HOLES, len(COLOURS))
    player = make_codebreaker("minimax", codes=codes, pool="all", opening=["AABB"])
    return len(play_game(codes, secret, codebreaker=player).moves)


def measure_games(play: Callable[[str], int], secrets: list[str]) -> tuple[float, float]:
    """Return the mean of the turns, and the seconds that a game takes."""
    began = time.process_time()
    turns = mean(play(secret) for secret in secrets)
    return turns, (time.process_time() - began) / len(secrets)


def compare_games(count: int) -> Row:
    """Return the row of whole games by minimax, and print it."""
    secrets = ["".join(code) for code in product(COLOURS, repeat=HOLES)]
    secrets = random.Random(0).sample(secrets, count)
    play_ours(secrets[0])  # numpy and what is compiled are loaded
    ours = measure_games(play_ours, secrets)
    theirs = measure_games(play_theirs, secrets)
    rival = f"pymastermind {version('pymastermind')}"
    ratio = theirs[1] / ours[1]
    print(f"{count} games of 4 holes and 6 colours by minimax")
    for name, (turns, seconds) in (("mastermot", ours), (rival, theirs)):
        print(f"  {name}: {turns:.1f} turns, {seconds:.4f} s a game")
    print(f"  ratio {ratio:.0f}")
    row: Row = {"game": "4 holes, 6 colours", "rule": "black-white", "games": count, "rival": rival}
    row |= {"turns": round(ours[0], 2), "seconds": round(ours[1], 4), "rival_turns": round(theirs[0], 2)}
    return row | {"rival_seconds": round(theirs[1], 1), "ratio": round(ratio)}


def run(command: Sequence[str | Path]) -> tuple[str, float]:
    """Return what a command prints, and its seconds of the processor. Ends the script where the command fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{command[0]} ended with status {done.returncode}: {done.stderr or done.stdout}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def search_ours(answers: Path, allowed: Path, opening: str) -> Proof:
    """Return the least total after a first word, as mastermot proves it with one thread."""
    game = ["--words", str(answers), "--guesses", str(allowed), "--length", "5", "--rule", "positional"]
    command = [sys.executable, "-m", "mastermot", "optimal", *game, "--opening", opening, "--jobs", "1"]
    printed, seconds = run([*command, "--json", "--lang", "en"])
    told = json.loads(printed)
    if not told["proven"]:
        sys.exit(f"{opening}: {told['bound']} to {told['total']}, not proven")
    return Proof(told["total"], seconds)


def search_theirs(program: Path, answers: Path, allowed: Path, opening: str) -> Proof:
    """Return the least total after a first word, as the rival proves it: of strategies within six turns."""
    printed, seconds = run([program.resolve(), "-a", allowed, "-h", answers, "-w", opening])
    score = SCORE.search(printed)
    if score is None:
        sys.exit(f"{program} prints no total: {printed}")
    return Proof(int(score[1]), seconds)


def compare_searches(program: Path, lists: Sequence[Path], openings: Sequence[str]) -> list[Row]:
    """Return a row for each first word, and print it; the lists are those of the answers and of the guesses allowed."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        answers, allowed = Path(folder) / "answers.txt", Path(folder) / "allowed.txt"
        for given, plain in zip(lists, (answers, allowed), strict=True):
            words = given.read_text(encoding="utf-8").lower().split()
            plain.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
        count = len(answers.read_text(encoding="utf-8").split())
        for opening in openings:
            ours = search_ours(answers, allowed, opening.lower())
            theirs = search_theirs(program, answers, allowed, opening.lower())
            ratio = theirs.seconds / ours.seconds
            print(f"Wordle, {count} answers, {opening.upper()} first")
            for name, proof in (("mastermot", ours), (WORDLE, theirs)):
                print(f"  {name}: {proof.total} proven, {proof.seconds:.1f} s")
            print(f"  ratio {ratio:.1f}")
            row: Row = {"game": f"Wordle, {count:,} answers, {opening.upper()}", "rule": "positional", "rival": WORDLE}
            row |= {"total": ours.total, "seconds": round(ours.seconds, 1), "rival_total": theirs.total}
            row |= {"rival_seconds": round(theirs.seconds, 1), "ratio": round(ratio, 1)}
            rows.append(row)
    return rows


def main() -> None:
    """Print the figures of the rivals at hand, and what the others need; the status is 1 where totals differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="games of Mastermind")
    parser.add_argument("--wordle", type=Path, help="the rival's program for Wordle")
    parser.add_argument("--answers", type=Path, help="the words that can be the secret")
    parser.add_argument("--allowed", type=Path, help="the words that may be guessed")
    parser.add_argument("--opening", nargs="+", default=["salet"], help="first words")
    parser.add_argument("--keep", action="store_true", help="write the figures into figures.jsonl")
    chosen = parser.parse_args()
    for path in (chosen.wordle, chosen.answers, chosen.allowed):
        if path is not None and not path.is_file():
            parser.error(f"there is no file {path}")
    missing = []
    if find_spec("pymastermind") is None:
        missing.append(MINIMAX)
    else:
        games = [compare_games(chosen.games)]
        if chosen.keep:
            keep_figures("rivals", "python3 benchmarks/rivals.py --keep", ["game"], games)
    searches: list[Row] = []
    if None in (chosen.wordle, chosen.answers, chosen.allowed):
        missing.append(WORDLE)
    else:
        searches = compare_searches(chosen.wordle, (chosen.answers, chosen.allowed), chosen.opening)
        if chosen.keep:
            options = f"--wordle PATH --answers FILE --allowed FILE --opening {' '.join(chosen.opening)}"
            keep_figures("rivals_wordle", f"python3 benchmarks/rivals.py {options} --keep", ["game"], searches)
    for label in missing:
        source = SOURCES[label]
        print(f"{source.title} ({source.authors}, {source.place}) needs: {NEEDS[label]}")
    if any(row["total"] != row["rival_total"] for row in searches):
        sys.exit("the totals differ")


if __name__ == "__main__":
    main()
