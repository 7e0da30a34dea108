"""`research/first_words.py`: totals by first word beside published ones, on lists so small that each is known."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from mastermot import POSITIONAL
from mastermot.game.objectives import LATE_PENALTY
from research.first_words import compare, draw_words
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


def test_the_best_words_are_drawn_first() -> None:
    published = {f"W{place:02}": 100 + place for place in range(40)}
    drawn = draw_words(published, 25)
    assert drawn[:10] == list(published)[:10]
    assert len(set(drawn)) == 25
    assert set(drawn) <= set(published)
    assert draw_words(published, 12) == drawn[:12], "more words are those of before, and others"


@pytest.mark.parametrize(
    ("total", "bound", "proven", "longest", "published", "reason"),
    [
        (100, 100, True, 5, 100, ""),
        (99, 99, True, 6, 100, "1 less"),
        (99, 99, True, 7, 100, "1 less, with a game of 7 turns"),
        (102, 102, True, 5, 100, "2 more"),
        (102, 90, False, 5, 100, "not proven: 90 to 102"),
        (100, 100, True, 5, 10**9, "every secret found"),
        (None, 2 * LATE_PENALTY, True, None, 100, "2 not found in time"),
        (None, 2 * LATE_PENALTY, True, None, 10**9, ""),
    ],
)
def test_what_differs_is_said(
    total: int | None, bound: int, proven: bool, longest: int | None, published: int, reason: str
) -> None:
    """By hand; 1000000000 is published where no strategy finds every secret in six turns."""
    row = {"total": total, "bound": bound, "proven": proven, "longest": longest}
    assert compare(row, published) == reason
