"""`research/first_words.py`: totals by first word beside published ones, on lists so small that each is known."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from mastermot import POSITIONAL
from research.first_words import DIFFERS, NOBODY, SAME, Row, compare, draw_words
from tests.messages import check_told
from tests.small_games import least_cost
from tests.support import python

pytestmark = pytest.mark.compiled
SECRETS = ["BARES", "CARES", "DARES", "FARES", "PARES", "ROUND"]
FAMILY = [f"{letter}ARES" for letter in "BCDFMPRT"]  # alone, they are found one by one
GUESSES = [*SECRETS, "BCDFP", "ZZZZZ"]


def least_total_after(word: str) -> int:
    """Return the fewest turns over all secrets of a strategy that begins with the word, counted plainly."""
    classes: dict[str, list[str]] = defaultdict(list)
    for secret in SECRETS:
        classes[str(POSITIONAL.mark(word, secret))].append(secret)
    others = [part for part in classes.values() if part != [word]]
    return len(SECRETS) + sum(least_cost(part, GUESSES, POSITIONAL, [1] * 12) for part in others)


def run_script(
    folder: Path, published: Mapping[str, int], secrets: list[str], guesses: list[str]
) -> tuple[int, list[str]]:
    """Return the status of the script, and the lines it prints; the rows are kept in the folder."""
    totals = [f"{word.lower()} 0 {total}" for word, total in published.items()]
    for name, lines in {"published": totals, "secrets": secrets, "guesses": guesses}.items():
        (folder / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    options = [f"--{name}={folder / name}" for name in ("secrets", "guesses", "kept")]
    done = python("research/first_words.py", folder / "published", *options)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode().splitlines()


def test_words_and_their_totals_are_compared_one_by_one(tmp_path: Path) -> None:
    """A word whose published total is wrong is named; a second run searches nothing that is kept."""
    firsts = ["BCDFP", "BARES", "ROUND"]
    totals = {word: least_total_after(word) for word in firsts}
    published = {**totals, "ROUND": totals["ROUND"] + 1}
    status, [*searched, summary, differing] = run_script(tmp_path, published, SECRETS, GUESSES)
    assert status == 1
    assert [line.split()[:2] for line in searched] == [[word, f"{totals[word]}:"] for word in firsts]
    assert re.findall(r"\d+", summary)[-2:] == ["2", "1"]
    reached = totals["ROUND"]
    check_told(differing, "", "ROUND", DIFFERS, str(reached + 1), str(reached))
    assert run_script(tmp_path, published, SECRETS, GUESSES) == (1, [summary, differing])
    assert run_script(tmp_path, {"BCDFP": totals["BCDFP"]}, SECRETS, GUESSES)[0] == 0


@pytest.mark.parametrize(("published", "status", "word"), [(NOBODY, 0, SAME), (37, 1, DIFFERS)])
def test_words_that_take_more_than_six_turns(tmp_path: Path, published: int, status: int, word: str) -> None:
    """Eight words that are found one by one: 1 + 2 + … + 8 turns, the last two too late."""
    done, lines = run_script(tmp_path, {"BARES": published}, FAMILY, FAMILY)
    assert done == status
    check_told(lines[-1], "", "BARES", str(published), word, "2 words", "6", "36", "8")


def test_the_best_words_are_drawn_first() -> None:
    published = {f"W{place:02}": 100 + place for place in range(40)}
    drawn = draw_words(published, 25)
    assert drawn[:10] == list(published)[:10]
    assert len(set(drawn)) == 25
    assert set(drawn) <= set(published)
    assert draw_words(published, 12) == drawn[:12], "more words are those of before, and others"


def row_of(published: int, total: int, longest: int, within: Row | None = None) -> Row:
    """Return a row whose totals are proven."""
    return {
        "published": published,
        "total": total,
        "bound": total,
        "proven": True,
        "longest": longest,
        "within": within,
    }


@pytest.mark.parametrize(
    ("row", "outcome", "figures"),
    [
        (row_of(100, 100, 5), SAME, []),
        (row_of(100, 100, 7), SAME, []),
        (row_of(100, 99, 7, {"total": 100, "late": 0}), SAME, [6, 99, 7]),
        (row_of(100, 99, 6, {"total": 99, "late": 0}), DIFFERS, [99, 6, 99, 6]),
        (row_of(100, 102, 5, {"total": 102, "late": 0}), DIFFERS, [102, 6, 102, 5]),
        (row_of(NOBODY, 102, 5, {"total": 102, "late": 0}), DIFFERS, [102, 6, 102, 5]),
        (row_of(NOBODY, 99, 8, {"total": 98, "late": 2}), SAME, [2, 6, 99, 8]),
        (row_of(100, 99, 8, {"total": 98, "late": 2}), DIFFERS, [2, 6, 99, 8]),
        ({**row_of(100, 102, 5), "bound": 90, "proven": False}, "not", [90, 102]),
    ],
)
def test_how_a_row_compares_is_said(row: Row, outcome: str, figures: list[int]) -> None:
    """By hand; 1000000000 is published where no strategy finds every word in six turns."""
    text = compare(row)
    assert text.startswith(outcome)
    assert [int(figure) for figure in re.findall(r"\d+", text)] == figures
