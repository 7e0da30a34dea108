#!/usr/bin/env python3
"""First words of Wordle's lists: the least totals of the strategies that begin with them, beside published ones.

``python3 research/first_words.py PUBLISHED --secrets FILE --guesses FILE --kept FILE`` takes a file of lines such as
``tarse 3.4140 7883`` (a first word, its average, its total), and the two lists, plain or as ``.gz``; none of them is
shipped. It takes the ten best words of the file, and others drawn by ``random.Random(62)``, 150 in all unless
``--count`` says otherwise, without as many of them as ``--skip`` says, and searches each until its total is proven. The
published strategies find every word within six turns: where our total is another, the least total of such strategies is
proven too, and compared. A line for each word is added to the kept file at once: the script goes on where it was
stopped. ``--hard`` is for totals of Wordle's hard mode; ``--seconds`` is what a search may take (600 unless told), and
a word that took longer is tried again the next time. At the end it says how many words were compared, how many differ,
and why; the status is 1 where one differs or is not proven.
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
from mastermot.game.objectives import LATE_PENALTY, TOTAL, Objective
from mastermot.lab.optimal import Problem
from mastermot.lab.optimal.boards import Board, make_board
from mastermot.lab.optimal.openings import OpenedSearch
from mastermot.rules import POSITIONAL
from mastermot.rules.codes import ListedCodes

SEED = 62
BEST = 10  #: So many of the best published words are always taken.
MOST_BYTES = 4_000_000_000
TURNS = 6  #: Turns within which the published strategies find every word.
WITHIN = Objective(f"within:{TURNS}", TURNS)
NOBODY = 10**9  #: Is published as the total of a first word after which no strategy finds every word in time.
SAME, DIFFERS = "the same", "DIFFERS"

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
    """Return the kept rows that were proven for the same lists and the same mode, by word."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [json.loads(line) for line in lines]
    return {row["word"]: row for row in rows if row["proven"] and label.items() <= row.items()}


def search_word(problem: Problem, board: Board, word: str, seconds: float) -> Row:
    """Return what strategies with a first word reach: the best total, whether it is proven, its longest game.

    `late` says how many words at least no strategy finds in time, where the objective of the problem limits the turns.
    """
    began = time.process_time()
    search = OpenedSearch(problem, (word,), MOST_BYTES, board)
    deque(search.run(lambda: time.process_time() - began < seconds), 0)
    late, bound = divmod(search.bound, LATE_PENALTY)
    row: Row = {"total": None, "bound": bound, "proven": search.proven, "longest": None, "late": late}
    if search.found and search.status.best is not None:
        replay = search.tree().replay
        row |= {"total": replay.total, "longest": replay.longest}
    spent = time.process_time() - began
    return {**row, "seconds": round(spent, 1)}


def make_row(problem: Problem, board: Board, word: str, published: int, seconds: float) -> Row:
    """Return the row of a first word; where its total is not the published one, with that of games of six turns."""
    row: Row = {"word": word, "published": published, "within": None}
    row |= search_word(problem, board, word, seconds)
    if row["proven"] and row["total"] != published:
        within = search_word(problem._replace(objective=WITHIN), board, word, seconds)
        row |= {"within": within, "proven": within["proven"]}
    return row


def compare(row: Row) -> str:
    """Return how a row compares with what is published, in a few words.

    >>> within = {"total": 11515, "bound": 11515, "proven": True, "longest": 6, "late": 0}
    >>> row = {"published": 11515, "total": 11514, "bound": 11514, "proven": True, "longest": 7, "within": within}
    >>> compare(row)
    'the same within 6 turns; 11514 with a game of 7'
    >>> compare({**row, "published": 11516})
    'DIFFERS: 11515 within 6 turns; 11514 with a game of 7'
    >>> compare({**row, "published": 11514})
    'the same'
    """
    if not row["proven"]:
        return f"not proven, {row['bound']} to {row['total']}"
    if row["total"] == row["published"]:
        return SAME
    within = row["within"]
    late = within["late"]
    reached = NOBODY if late else within["total"]
    ours = f"{late} words not found" if late else f"{reached}"
    unlimited = f"{row['total']} with a game of {row['longest']}"
    if reached == row["published"]:
        which = f"{SAME}, {ours}" if late else SAME
        return f"{which} within {TURNS} turns; {unlimited}"
    return f"{DIFFERS}: {ours} within {TURNS} turns; {unlimited}"


def summarize(rows: Sequence[Row]) -> str:
    """Return how many words were compared, how many are the same, and each that is not simply the same."""
    texts = {row["word"]: compare(row) for row in rows}
    same = sum(text.startswith(SAME) for text in texts.values())
    differ = sum(text.startswith(DIFFERS) for text in texts.values())
    seconds = sum(row["seconds"] for row in rows)
    seconds += sum(row["within"]["seconds"] for row in rows if row["within"])
    lines = [f"{same + differ} first words compared in {seconds:.0f} s: {same} the same, {differ} differ"]
    for row in rows:
        text = texts[row["word"]]
        if text != SAME:
            lines.append(f"  {row['word']}, published {row['published']}: {text}")
    return "\n".join(lines)


def main() -> None:
    """Search the words that are missing, and say how all compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("published", type=Path)
    parser.add_argument("--secrets", type=Path, required=True)
    parser.add_argument("--guesses", type=Path, required=True)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600)
    chosen = parser.parse_args()
    published = read_published(chosen.published)
    secrets = ListedCodes(read_words(chosen.secrets))
    guesses = ListedCodes(read_words(chosen.guesses))
    problem = Problem(secrets, POSITIONAL, TOTAL, guesses, WORDLE if chosen.hard else None)
    lists = f"{secrets.checksum} {guesses.checksum}"
    label = {"lists": sha256(lists.encode()).hexdigest()[:16], "hard": chosen.hard, "turns": TURNS}
    rows = read_rows(chosen.kept, label)
    words = draw_words(published, chosen.count)[chosen.skip :]
    board = make_board(problem, MOST_BYTES)
    for word in words:
        if word in rows and rows[word]["published"] == published[word]:
            continue
        row = {**make_row(problem, board, word, published[word], chosen.seconds), **label}
        rows[word] = row
        with chosen.kept.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(row) + "\n")
        print(f"{word} {row['total']}: {compare(row)}, {row['seconds']} s", flush=True)
    print(summarize([rows[word] for word in words]))
    if not all(compare(rows[word]).startswith(SAME) for word in words):
        sys.exit(1)


if __name__ == "__main__":
    main()
