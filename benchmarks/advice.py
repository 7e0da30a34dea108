"""Advice: whole-process times, start-up included, and how far estimated turns are from exact ones.

``python3 benchmarks/advice.py`` prints, for lists of 100,000 words, the slowest of some ladders; the times of ``next``
and ``review`` on 5757 words; and for each rule the line that fits the positions of whole explorations by `best`, with
the error of the estimates of `mastermot.game.advice` against exact values, where the exact search reaches.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.endgames import estimate_remaining_turns, estimate_turns, solve_turns
from mastermot.game.positions import Position, Turn
from mastermot.rules import RULES, Rule
from mastermot.rules.codes import Codes, ColourCodes, WordCodes

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = 100_000
POSITIONS = 40
"""Positions by rule and codes on which estimates are compared with exact values."""
GAMES: tuple[Codes, ...] = (WordCodes("fr-common", 5), ColourCodes(4, 6))


def process(*arguments: str) -> tuple[float, str]:
    """Return the seconds of a command, start-up included, and what it prints."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "mastermot", *arguments], check=False, capture_output=True, text=True)
    return time.perf_counter() - start, done.stdout + done.stderr


def made_list(length: int, letters: int) -> list[str]:
    """Return 100,000 different words of a length, over so many letters."""
    draw = random.Random(length)
    words: dict[str, None] = {}
    while len(words) < WORDS:
        words["".join(draw.choices(LETTERS[:letters], k=length))] = None
    return list(words)


def measure_ladders(folder: Path) -> None:
    """Print the slowest of ten ladders between words drawn at random, a line a list."""
    print(f"ladder, {WORDS:,} words: slowest of ten, and whether a chain exists")
    for length, letters in ((5, 26), (5, 12), (8, 5), (10, 4), (12, 3)):
        words = made_list(length, letters)
        path = folder / f"{length}-{letters}.txt"
        path.write_text("\n".join(words))
        draw = random.Random(1)
        results = [process("ladder", *draw.sample(words, 2), "--words", str(path)) for _try in range(10)]
        found = sum("→" in printed for _seconds, printed in results)
        slowest = max(seconds for seconds, _printed in results)
        print(f"  length {length:2}, {letters:2} letters: {slowest:.2f} s, {found} of 10 found")


def measure_commands(folder: Path) -> None:
    """Print the times of ``next`` at each turn of some games, and of ``review`` of a game of six turns."""
    codes = WordCodes("sgb", 5)
    draw = random.Random(2)
    slowest: dict[str, float] = {}
    for rule in RULES.values():
        for _game in range(2):
            secret = draw.choice(codes.texts)
            here = Position(codes, rule)
            turns: list[str] = []
            while len(turns) < 6:
                seconds, _printed = process("next", "--words", "sgb", "--length", "5", "--rule", rule.name, *turns)
                name = f"next, {rule.name}"
                slowest[name] = max(seconds, slowest.get(name, 0))
                guess = here.table.text(int(draw.choice(here.candidates.tolist())))
                if guess == secret:
                    break
                marks = rule.mark(guess, secret)
                here = here.after(guess, marks)
                turns.append(f"{guess}={marks.text}")
            game = folder / "game.txt"
            game.write_text("\n".join(turns))
            if turns:
                seconds, _printed = process("review", str(game), "--words", "sgb", "--length", "5", "--rule", rule.name)
                name = f"review, {rule.name}"
                slowest[name] = max(seconds, slowest.get(name, 0))
    for name, seconds in slowest.items():
        print(f"{name}: slowest {seconds:.2f} s")


def count_turns(position: Position, player: Codebreaker, points: list[tuple[int, float]]) -> int:
    """Return the turns in all that a player takes from a position, once each position below has its point."""
    count = len(position.candidates)
    if count <= 2:
        return 2 * count - 1
    table = position.table
    guess = int(table.rows([player.choose(position).guess])[0])
    total = count
    for number, rows in table.split(guess, position.candidates):
        if number != table.solved:
            history = (*position.history, Turn(table.text(guess), position.rule.marks(number, table.length)))
            here = Position(position.codes, position.rule, history, table=table, candidates=rows)
            total += count_turns(here, player, points)
    points.append((count, total / count))
    return total


def fit_line(rule: Rule) -> tuple[float, float]:
    """Return the line that fits the positions of whole explorations, each doubling of the codes left counting alike."""
    points: list[tuple[int, float]] = []
    for codes in GAMES:
        count_turns(Position(codes, rule), make_codebreaker("best", codes=codes), points)
    counts, turns = np.array(points).T
    doublings = np.floor(np.log2(counts)).astype(int)
    weights = np.sqrt(1 / np.bincount(doublings)[doublings])
    columns = np.column_stack((np.ones(len(counts)), np.log2(counts)))
    first, each = np.linalg.lstsq(columns * weights[:, None], turns * weights, rcond=None)[0]
    return float(first), float(each)


def measure_errors(rule: Rule, codes: Codes) -> str:
    """Return how far the estimates of turns left and of turns lost are from exact values, on random positions."""
    draw = random.Random(3)
    left: list[float] = []
    lost: list[float] = []
    while len(left) < POSITIONS:
        secret = draw.choice(codes.texts)
        here = Position(codes, rule)
        while len(here.candidates) > 40:
            guess = here.table.text(int(draw.choice(here.candidates.tolist())))
            here = here.after(guess, rule.mark(guess, secret))
        count = len(here.candidates)
        if count < 3:
            continue
        every = np.concatenate((here.candidates, np.setdiff1d(np.arange(codes.count), here.candidates)))
        asked = np.array(draw.sample(range(codes.count), 5))
        exact = solve_turns(here.table, here.candidates, every, asked, consistent=False)
        if exact is None:
            continue
        left.append(float(estimate_remaining_turns(rule, np.array(count))) - exact.total / count)
        best = float(estimate_turns(here.table, here.candidates, every).min())
        estimates = estimate_turns(here.table, here.candidates, asked) - best
        lost += [
            min(1.0, float(one)) - (total - exact.total) / count
            for one, total in zip(estimates, exact.asked, strict=True)
        ]
    return ", ".join(
        f"{name}: mean error {statistics.fmean(errors):+.3f}, mean size {statistics.fmean(map(abs, errors)):.3f}"
        for name, errors in (("turns left", left), ("turns lost", lost))
    )


def measure_calibration() -> None:
    """Print the lines, fitted again, and the errors of the estimates."""
    for rule in RULES.values():
        first, each = fit_line(rule)
        used = rule.turns_line
        print(f"{rule.name}: fitted {first:.2f} + {each:.3f} log2 n, used {used[0]} + {used[1]} log2 n")
        for codes in GAMES:
            print(f"  {codes.name}: {measure_errors(rule, codes)}")


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        measure_ladders(Path(folder))
        measure_commands(Path(folder))
    measure_calibration()


if __name__ == "__main__":
    main()
