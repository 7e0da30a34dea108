"""Whole games of Mastermind by minimax, ours beside those of another program, in one run.

The rival is T. Breydo's pymastermind 1.2, whose `Game` weighs all codes at each turn as Knuth's strategy does. It is
not among our dependencies: install it in an environment that has mastermot, and run

    python3 -m pip install pymastermind==1.2
    python3 benchmarks/rivals.py [--games N] [--keep]

Both begin with AABB and look for the same secrets, drawn by a seed. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import product
from statistics import mean

from figures import keep_figures
from pymastermind import Code, Game

from mastermot.game import make_codebreaker, play_game
from mastermot.rules.codes import ColourCodes

COLOURS = "ABCDEF"
HOLES = 4
MAX_TURNS = 12


def play_theirs(secret: str) -> int:
    """Return the turns that the rival takes for a secret."""
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


def measure(play: Callable[[str], int], secrets: list[str]) -> tuple[float, float]:
    """Return the mean of the turns, and the seconds that a game takes."""
    began = time.process_time()
    turns = mean(play(secret) for secret in secrets)
    return turns, (time.process_time() - began) / len(secrets)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--keep", action="store_true", help="write the figures into figures.jsonl")
    chosen = parser.parse_args()
    secrets = ["".join(code) for code in product(COLOURS, repeat=HOLES)]
    secrets = random.Random(0).sample(secrets, chosen.games)
    play_ours(secrets[0])  # numpy and what is compiled are loaded
    ours, theirs = measure(play_ours, secrets), measure(play_theirs, secrets)
    rival = f"pymastermind {version('pymastermind')}"
    ratio = theirs[1] / ours[1]
    print(f"{chosen.games} games of 4 holes and 6 colours by minimax")
    for name, (turns, seconds) in (("mastermot", ours), (rival, theirs)):
        print(f"  {name}: {turns:.1f} turns, {seconds:.4f} s a game")
    print(f"  ratio {ratio:.0f}")
    if chosen.keep:
        row = {"game": "4 holes, 6 colours", "rule": "black-white", "games": chosen.games, "rival": rival}
        row |= {"turns": round(ours[0], 2), "seconds": round(ours[1], 4), "rival_turns": round(theirs[0], 2)}
        row |= {"rival_seconds": round(theirs[1], 1), "ratio": round(ratio)}
        keep_figures("rivals", "python3 benchmarks/rivals.py --keep", ["game"], [row])


if __name__ == "__main__":
    main()
