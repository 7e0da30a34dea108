#!/usr/bin/env python3
"""First words of Wordle's lists: the least totals of the strategies that begin with them, beside published ones.

``python3 research/first_words.py PUBLISHED --secrets FILE --guesses FILE --kept FILE`` takes a file of lines such as
``tarse 3.4140 7883`` (a first word, its average, its total), and the two lists, plain or as ``.gz``; none of them is
shipped. It takes the ten best words of the file, and others drawn by ``random.Random(62)``, 150 in all unless
``--count`` says otherwise, and searches each until its total is proven. A line for each is added to the kept file at
once: the script goes on where it was stopped. ``--hard`` is for totals of Wordle's hard mode, ``--within 6`` for
strategies that find every word in six turns, ``--seconds`` what a word may take (600 unless told); a word that took
longer is tried again the next time. At the end it says how many words were compared, how many differ, and why.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

if find_spec("numba") is None:
    raise SystemExit("This needs numba: python3 -m pip install -e '.[lab]'")

from mastermot.game.hard_modes import WORDLE
from mastermot.game.objectives import LATE_PENALTY, TOTAL, objective_named
from mastermot.lab.optimal import Problem
from mastermot.lab.optimal.boards import Board, make_board
from mastermot.lab.optimal.openings import OpenedSearch
from mastermot.rules import POSITIONAL
from mastermot.rules.codes import ListedCodes

SEED = 62
BEST = 10  #: So many of the best published words are always taken.
MOST_BYTES = 4_000_000_000
TURNS = 6  #: Turns of a game of Wordle: the published strategies take no more.
HOPELESS = 10**9  #: The published total of a word after which no strategy finds every secret in so many turns.

Row = dict[str, Any]


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file, packed or not."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode().split("\n")


def read_words(path: Path) -> list[str]:
    """Return the words of a list, in capitals, each once."""
    words = [line.strip().upper() for line in read_lines(path)]
    return list(dict.fromkeys(filter(None, words)))


def read_published(path: Path) -> dict[str, int]:
    """Return the published totals by first word, in the order of the file: the best first."""
    parts = [line.split() for line in read_lines(path) if line.strip()]
    return {word.upper(): int(total) for word, _average, total in parts}


def draw_words(published: Mapping[str, int], count: int) -> list[str]:
    """Return the best words, then others drawn by the seed.

    >>> draw_words({"TARSE": 7883, "SALET": 7894}, 1)
    ['TARSE']
    """
    words = list(published)
    others = words[BEST:]
    drawn = random.Random(SEED).sample(others, len(others))
    return [*words[:BEST], *drawn][:count]


def read_rows(path: Path, label: Row) -> dict[str, Row]:
    """Return the kept rows that were proven for the same lists and the same kind of game, by word."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [json.loads(line) for line in lines]
    return {row["word"]: row for row in rows if row["proven"] and label.items() <= row.items()}


def search_word(problem: Problem, board: Board, word: str, seconds: float) -> Row:
    """Return the row of a first word: the best total found, the bound proven, the longest game, the seconds."""
    began = time.process_time()
    search = OpenedSearch(problem, (word,), MOST_BYTES, board)
    deque(search.run(lambda: time.process_time() - began < seconds), 0)
    spent = time.process_time() - began
    row: Row = {"word": word, "total": None, "bound": search.bound, "proven": search.proven, "longest": None}
    if search.found and search.status.best is not None:
        replay = search.tree().replay
        row |= {"total": replay.total, "longest": replay.longest}
    return {**row, "seconds": round(spent, 1)}


def compare(row: Row, published: int) -> str:
    """Return how a row differs from the published total, in a few words; empty where it is the same.

    >>> compare({"total": 9266, "bound": 9266, "proven": True, "longest": 6}, 9266)
    ''
    >>> compare({"total": 9265, "bound": 9265, "proven": True, "longest": 7}, 9266)
    '1 less, with a game of 7 turns'
    """
    total = row["total"]
    late = row["bound"] // LATE_PENALTY
    if not row["proven"]:
        return f"not proven: {row['bound']} to {total}"
    if late > 0:
        return "" if published == HOPELESS else f"{late} not found in time"
    if published == HOPELESS:
        return "every secret found"
    if total >= published:
        return f"{total - published} more" if total > published else ""
    fewer = f"{published - total} less"
    return f"{fewer}, with a game of {row['longest']} turns" if row["longest"] > TURNS else fewer


def summarize(rows: Sequence[Row], published: Mapping[str, int]) -> str:
    """Return how many words were compared, how many differ, and each that does."""
    reasons = {row["word"]: compare(row, published[row["word"]]) for row in rows}
    differing = [word for word, reason in reasons.items() if reason]
    seconds = sum(row["seconds"] for row in rows)
    same = len(rows) - len(differing)
    lines = [f"{len(rows)} first words compared in {seconds:.0f} s: {same} the same, {len(differing)} differ"]
    lines += [f"  {word}, published {published[word]}: {reasons[word]}" for word in differing]
    return "\n".join(lines)


def main() -> None:
    """Search the words that are missing, and say how all compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("published", type=Path)
    parser.add_argument("--secrets", type=Path, required=True)
    parser.add_argument("--guesses", type=Path, required=True)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--within", type=int)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=600)
    chosen = parser.parse_args()
    published = read_published(chosen.published)
    secrets = ListedCodes(read_words(chosen.secrets))
    guesses = ListedCodes(read_words(chosen.guesses))
    objective = TOTAL if chosen.within is None else objective_named(f"within:{chosen.within}")
    problem = Problem(secrets, POSITIONAL, objective, guesses, WORDLE if chosen.hard else None)
    lists = f"{secrets.checksum} {guesses.checksum}"
    label = {"lists": sha256(lists.encode()).hexdigest()[:16], "hard": chosen.hard, "objective": str(objective)}
    rows = read_rows(chosen.kept, label)
    words = draw_words(published, chosen.count)
    missing = [word for word in words if word not in rows]
    board = make_board(problem, MOST_BYTES)
    for word in missing:
        row = {**search_word(problem, board, word, chosen.seconds), "published": published[word], **label}
        rows[word] = row
        with chosen.kept.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(row) + "\n")
        print(f"{word} {row['total']} {compare(row, published[word]) or 'the same'}, {row['seconds']} s", flush=True)
    print(summarize([rows[word] for word in words], published))
    if any(compare(rows[word], published[word]) for word in words):
        sys.exit(1)


if __name__ == "__main__":
    main()
