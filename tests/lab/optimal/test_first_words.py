"""`research/first_words.py`: totals by first word beside published ones, on lists so small that each is known."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from mastermot import POSITIONAL
from tests.small_games import least_cost
from tests.support import python

pytestmark = pytest.mark.compiled
SECRETS = ["BARES", "CARES", "DARES", "FARES", "PARES", "ROUND"]
GUESSES = [*SECRETS, "BCDFP", "ZZZZZ"]


def least_total_after(word: str) -> int:
    """Return the fewest turns over all secrets of a strategy that begins with the word, counted plainly."""
    classes: dict[str, list[str]] = defaultdict(list)
    for secret in SECRETS:
        classes[str(POSITIONAL.mark(word, secret))].append(secret)
    others = [part for part in classes.values() if part != [word]]
    return len(SECRETS) + sum(least_cost(part, GUESSES, POSITIONAL, [1] * 12) for part in others)


def test_words_and_their_totals_are_compared_one_by_one(tmp_path: Path) -> None:
    """A word whose published total is wrong is named; a second run searches nothing that is kept."""
    firsts = ["BCDFP", "BARES", "ROUND"]
    totals = {word: least_total_after(word) for word in firsts}
    published = {**totals, "ROUND": totals["ROUND"] + 1}
    lists = {"published": [f"{word.lower()} 0 {total}" for word, total in published.items()]}
    lists |= {"secrets": SECRETS, "guesses": GUESSES}
    for name, lines in lists.items():
        (tmp_path / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    options = [f"--{name}={tmp_path / name}" for name in ("secrets", "guesses", "kept")]
    done = python("research/first_words.py", tmp_path / "published", *options)
    *searched, summary, differing = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (1, b"")
    assert [line.split()[:2] for line in searched] == [[word, str(totals[word])] for word in firsts]
    assert summary.endswith("2 the same, 1 differ")
    assert differing == f"  ROUND, published {published['ROUND']}: 1 less"
    again = python("research/first_words.py", tmp_path / "published", *options)
    assert again.stdout.decode().splitlines() == [summary, differing]
    (tmp_path / "published").write_text(f"bcdfp 0 {totals['BCDFP']}\n", encoding="utf-8")
    assert python("research/first_words.py", tmp_path / "published", *options).returncode == 0
