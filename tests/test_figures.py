"""The figures of the pages: each is kept once, with where it comes from, and no two pages differ about a game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from benchmarks.figures import FIGURES, TABLES, describe_context, keep_figures, read_figures, show_table
from mastermot import open_dictionary
from mastermot.game.book import read_book
from mastermot.lab.optimal.atlas import read_atlas
from tests.support import ROOT
from tools.pages import all_pages, find_blocks, read_examples

ROWS = read_figures()
LEAST = {"least total", "total, here", "best total"}
ORDER = ("black", "black-white", "positional", "membership")


class Statement(NamedTuple):
    """What a place says: the game with its rule, the value, and where it stands."""

    game: str
    value: str
    place: str


def name_game(text: str) -> str:
    """Return the name of a game in the atlas, without its rule; empty where the text names none."""
    text = text.replace("`", "").replace("\\*", "").strip()
    alone = " no repeats" if re.search(r"no repeats|without repeats", text) else ""
    if found := re.search(
        r"\b(\d+) holes?(?:,| and) (\d+)(?: of \d+)? colours|\b(\d+)x(\d+)\b|\b(\d+) of (\d+)\b", text
    ):
        return "x".join(part for part in found.groups() if part) + alone
    if found := re.search(r"\b((?:fr|en)(?:-common|-answers)?|sgb),? (\d)\b", text):
        return " ".join(found.groups())
    return ""


def name_rule(*texts: str) -> str:
    """Return the rule that one of these texts names, the longest name first; `black-white` where none does."""
    names = sorted(ORDER, key=len, reverse=True)
    return next((name for text in texts for name in names if re.search(rf"(?<![-\w]){name}(?![-\w])", text)), ORDER[1])


def read_tables(text: str) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Yield the tables of a page: the heading above, the titles of the columns, the rows."""
    headings = [(found.start(), found[1]) for found in re.finditer(r"^##+ (.*)$", text, re.MULTILINE)]
    for found in re.finditer(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        above = next((title for start, title in reversed(headings) if start < found.start()), "")
        lines = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in found[0].splitlines()]
        yield above, lines[0], lines[2:]


def least_totals(text: str, place: str = "") -> Iterator[Statement]:
    """Yield what a page says of least totals: in its tables, in its prose, in what its commands print."""
    for heading, titles, rows in read_tables(text):
        for row in rows:
            yield from (Statement(game, value, place) for game, value in read_row(heading, titles, row))
    for turns, holes, colours in re.findall(r"(\d+) turns on (\d+) holes and (\d+) colours", text):
        yield Statement(f"black-white {holes}x{colours}", turns, place)
    for block in find_blocks(text, "console"):
        for command, printed in read_examples(block.body):
            game = name_searched(command)
            for value in re.findall(r'(?:total is|total"?:?) (\d+)', "\n".join(printed) if game else ""):
                yield Statement(game, value, place)


def read_row(heading: str, titles: list[str], row: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the games and their totals of a row: of a table of holes and colours, of words by rule, of games."""
    cells = dict(zip(titles, row, strict=False))
    if colours := re.fullmatch(r"(\d+) colours", row[0].strip()):
        alone = " no repeats" if "without repeats" in titles[0] else ""
        for title, cell in list(cells.items())[1:]:
            if cell and (holes := re.match(r"\d+", title)):
                yield f"{name_rule(heading)} {holes[0]}x{colours[1]}{alone}", cell
    elif "`black-white`" in titles and titles[0] == "list":
        for title in titles[2:]:
            if cells.get(title):
                yield f"{title.strip('`')} {row[0].strip('`')} {row[1]}", cells[title]
    elif game := name_game(row[0]):
        for title in LEAST & set(titles):
            yield f"{name_rule(row[0], cells.get('rule', ''))} {game}", cells[title]


def name_searched(command: str) -> str:
    """Return the game of colours whose least total a command looks for; empty for other commands."""
    words = shlex.split(command.split("|")[0].split("2>")[0]) if command.startswith("mastermot optimal") else []
    options = dict(pairwise(words))
    if "--holes" not in options or {"--opening", "--objective", "--hard"} & set(options):
        return ""
    alone = " no repeats" if "--no-repeats" in words else ""
    return f"{options.get('--rule', ORDER[1])} {options['--holes']}x{options['--colours']}{alone}"


def bounds_of(value: str) -> tuple[int, int]:
    """Return the least and the best total that a cell says, the same where it is proven."""
    numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"\(.*?\)", "", value))]
    return numbers[0], numbers[-1]


STATEMENTS = [
    statement
    for path in all_pages()
    for statement in least_totals(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
]
PROVEN = {row["game"]: row["total"] for row in read_atlas() if row["total"] == row["bound"]}


def test_pages_say_the_same_of_a_game() -> None:
    """Two pages, or two places of one, that give a game another least total, or a total below a bound."""
    seen: dict[str, list[Statement]] = {}
    for statement in STATEMENTS:
        seen.setdefault(statement.game, []).append(statement)
    differing = []
    for told in seen.values():
        pairs = [bounds_of(one.value) for one in told]
        proven = {low for low, high in pairs if low == high}
        if len(proven) > 1 or max(low for low, _high in pairs) > min(high for _low, high in pairs):
            differing.append(told)
    assert differing == []
    assert sum(len({one.place for one in told}) > 1 for told in seen.values()) >= 12


def test_pages_say_of_a_game_what_the_atlas_says() -> None:
    found = [one for one in STATEMENTS if one.game in PROVEN and "(" not in one.game]
    assert len(found) >= 200
    assert [one for one in found if bounds_of(one.value) != (PROVEN[one.game],) * 2] == []


def test_totals_are_read_as_a_person_reads_them() -> None:
    """In tables of several forms, in prose, in what commands print."""
    text = """
| game | rule | least total |
| --- | --- | --- |
| 4 holes, 7 of 7 colours without repeats | black-white | 3640, proven |
| `fr-answers`, 5 letters | positional | 4544 |

It takes 5626 turns on 4 holes and 6 colours.

```console
$ mastermot optimal --holes 3 --colours 4
total 207, average 3.2
```
"""
    found = {one.game: bounds_of(one.value) for one in least_totals(text)}
    assert found == {
        "black-white 4x7 no repeats": (3640, 3640),
        "positional fr-answers 5": (4544, 4544),
        "black-white 4x6": (5626, 5626),
        "black-white 3x4": (207, 207),
    }


def test_the_book_and_the_atlas_say_the_same() -> None:
    book = {row["game"]: row["total"] for row in read_book() if "guesses" not in row}
    assert len(book.keys() & PROVEN.keys()) >= 2
    assert {game: total for game, total in book.items() if PROVEN.get(game, total) != total} == {}


def test_no_player_is_said_to_better_what_is_proven() -> None:
    found = [(f"{row['rule']} {name_game(row['game'])}", row) for row in read_figures("best")]
    known = [(PROVEN[game], row) for game, row in found if game in PROVEN]
    assert len(known) >= 4
    assert [row for least, row in known if min(row["total"], row["without"]) < least] == []
    assert all(row["total"] > row["bound"] for row in read_figures("open"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['table']}-{row.get('game', row.get('rule'))}")
def test_a_figure_says_where_it_comes_from(row: dict[str, Any]) -> None:
    assert row["table"] in TABLES
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", row["version"])
    assert row["processor"]
    assert {"python", "numpy"} <= set(row)
    program, *words = row["command"].split()
    assert program in ("python3", "mastermot", "pytest")
    if program == "python3":
        assert (ROOT / words[0]).exists()


def test_every_table_of_figures_stands_on_one_page() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in all_pages())
    assert {table: text.count(f"<!-- generated: figures_{table} -->") for table in TABLES} == dict.fromkeys(TABLES, 1)
    assert {row["table"] for row in ROWS} == set(TABLES)


def test_words_found_at_once_are_those_of_the_table() -> None:
    """The page of fixed guesses takes its figures from the table of measurements."""
    text = (ROOT / "docs" / "static.md").read_text(encoding="utf-8")
    (row,) = [row for row in read_figures("fixed") if (row["rule"], row["words"]) == ("black", 10)]
    alone = re.findall(r"\((.*)\)", row["fr_common"])
    assert set(re.findall(r"([\d,]+) of the 3,189", text)) == set(alone)


def test_lists_have_as_many_words_as_pages_say() -> None:
    told = [
        (int(count.replace(",", "")), name, path.name)
        for path in all_pages()
        for count, name in re.findall(
            r"([\d,]{4,})\s+(?:words\s+)?of\s+`(fr-common|en-common|sgb)`", path.read_text("utf-8")
        )
    ]
    assert len(told) >= 3
    assert [one for one in told if open_dictionary(one[1]).lengths.get(5) != one[0]] == []


def test_a_figure_that_is_measured_again_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "figures.jsonl"
    copy.write_bytes(FIGURES.read_bytes())
    monkeypatch.setattr("benchmarks.figures.FIGURES", copy)
    again = {"game": "5 holes, 8 colours", "rule": "black-white", "total": 179000, "bound": 156198}
    keep_figures("open", "python3 research/optimal.py --keep", ("game", "rule"), [again])
    keep_figures("open", "python3 research/optimal.py --keep", ("game", "rule"), [{**again, "game": "6 holes"}])
    rows = read_figures()
    assert len(rows) == len(ROWS) + 1
    (row,) = [row for row in rows if row["table"] == "open" and row["game"] == "5 holes, 8 colours"]
    assert row["total"] == 179000
    assert None not in (row["python"], row["numpy"])
    assert describe_context(row) in show_table("open")
