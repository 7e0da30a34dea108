#!/usr/bin/env python3
"""Games on words that are drawn as they are used: turns with ``next --weighted``, and without.

``python3 benchmarks/weighted.py`` plays 150 games with each, some minutes; ``--games`` says how many, ``--keep`` writes
what `docs/measurements.md` shows into ``figures.jsonl``. Words without a frequency are never drawn.
"""

from __future__ import annotations

import argparse
import random
from statistics import fmean

from figures import keep_figures

from mastermot.game.advice.suggestions import advise, advise_weighted
from mastermot.game.codebreakers import make_codebreaker
from mastermot.game.positions import Position
from mastermot.rules import rule_named
from mastermot.rules.codes import WordCodes

WORDS, LENGTH, RULE = "fr-common", 5, "positional"
MAX_TURNS = 30


def count_turns(secret: str, start: Position, weighted: bool) -> int:
    """Return the turns until a secret is found by the first guess of the advice."""
    player = make_codebreaker("best", codes=start.codes)
    here = start
    for turn in range(1, MAX_TURNS + 1):
        told = advise_weighted(here, player, top=1) if weighted else advise(here, player, top=1)
        guess = told.guesses[0].guess
        if guess == secret:
            return turn
        here = here.after(guess, start.rule.mark(guess, secret))
    return MAX_TURNS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--keep", action="store_true")
    chosen = parser.parse_args()
    codes = WordCodes(WORDS, LENGTH)
    frequencies = codes.dictionary.frequencies_of(LENGTH)
    weights = [frequencies.get(text, 0.0) for text in codes.texts]
    secrets = random.Random(1).choices(codes.texts, weights, k=chosen.games)
    start = Position(codes, rule_named(RULE))
    weighted, plain = (round(fmean(count_turns(one, start, by) for one in secrets), 2) for by in (True, False))
    print(f"{WORDS}, {LENGTH} letters, {RULE}: {chosen.games} games, {weighted} turns with weights, {plain} without")
    if chosen.keep:
        game = f"`{WORDS}`, {LENGTH} letters, `{RULE}`"
        row = {
            "game": game,
            "games": f"{chosen.games}, drawn by their frequencies",
            "weighted": weighted,
            "plain": plain,
        }
        keep_figures("weighed", "python3 benchmarks/weighted.py --keep", ("game",), [row])


if __name__ == "__main__":
    main()
