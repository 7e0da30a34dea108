"""Whose work this is: the people are named wherever they should be, and every figure of others has its source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.figures import TABLES, read_figures
from benchmarks.sources import SOURCES, Source, cite
from mastermot.game import PLAYERS
from research.atlas import KNOWN
from tests.support import ROOT
from tests.test_figures import read_tables
from tools.pages import all_pages

REPOSITORIES = {
    "Jean Forget": ("jforget/apl-Master-Mot", "jforget/perl5-decodeur-Mastermind"),
    "Camille Touron": (),
    "Timothée Jourde": ("timjrd/mastermind",),
}
"""The people whose programs are followed, and where these are as far as that is known."""
CREDITS = [ROOT / "docs" / name for name in ("credits.md", "fr/credits.md", "es/creditos.md")]
OF_OTHERS = re.compile(r"\b(?:reported|published|known|others|rival|the other program)\b")
"""What the title of a column says whose figures are those of others."""
NAMELESS = re.compile(
    r"\ban old(?:er)? (?:\w+ ){0,2}(?:program|solver|player)"
    r"|\banother one in C|\ba (?:third )?program in C|\ba third program"
    r"|\bprograms? that others wrote|\bun (?:vieux|vieil|ancien) (?:\w+ )?(?:programme|joueur|solveur)"
    r"|\bun (?:viejo|antiguo) (?:programa|jugador)",
    re.IGNORECASE,
)
"""How a program was once spoken of whose author is known."""
CUT_CHECKSUM = re.compile(r"\b(?=[0-9a-f]*[0-9])[0-9a-f]{8,63}…")


def texts_of_the_project() -> list[Path]:
    """Return the pages, the notes beside the data, and the program with its tests and benchmarks."""
    beside = [ROOT / folder / "README.md" for folder in ("accel", "puzzles", "tests", "tests/data")]
    code = [path for folder in ("mastermot", "benchmarks", "tools", "tests") for path in (ROOT / folder).rglob("*.py")]
    return [*all_pages(), ROOT / "CONTRIBUTING.md", ROOT / "CITATION.cff", *beside, *code]


def rows_of_others(path: Path) -> list[tuple[str, str, str]]:
    """Return the cells of a page in columns of others' figures: title of the column, cell, source column of the row."""
    found = []
    for _heading, titles, rows in read_tables(path.read_text(encoding="utf-8")):
        columns = [title for title in titles if OF_OTHERS.search(title)]
        for row in rows:
            cells = dict(zip(titles, (cell.strip("| ") for cell in row), strict=False))
            found += [(title, cells[title], cells.get("source", "")) for title in columns if cells.get(title)]
    return found


@pytest.mark.parametrize("path", [ROOT / "README.md", *CREDITS, ROOT / "CITATION.cff"], ids=lambda path: path.name)
def test_the_people_are_named(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".cff":
        text = re.sub(r"\{given-names: (.+), family-names: (.+)\}", r"\1 \2", text)
    assert [name for name in REPOSITORIES if name not in text] == []
    if path.name != "README.md":
        addresses = [address for known in REPOSITORIES.values() for address in known]
        assert [address for address in addresses if address not in text] == []


@pytest.mark.parametrize("folder", ["tests/data", "puzzles", "accel"])
def test_beside_the_data_stands_whose_they_are(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    assert "Jean Forget" in text
    assert re.search(r"github\.com/jforget/[\w-]+", text)
    assert "CC BY-SA" in text
    assert "GPL" in text


def test_a_player_named_after_a_person_says_so() -> None:
    assert "Timothée Jourde" in (PLAYERS["jourde"].__doc__ or "")
    assert "named after Timothée Jourde" in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_nobody_is_an_old_program() -> None:
    here = Path(__file__)
    found = {
        path.relative_to(ROOT).as_posix(): match[0]
        for path in texts_of_the_project()
        if path != here and (match := NAMELESS.search(" ".join(path.read_text(encoding="utf-8").split())))
    }
    assert found == {}


@pytest.mark.parametrize(
    "sentence",
    [
        "It plays like an old Perl program.",
        "It plays like an old Haskell program of a student",
        "An old solver written in APL keeps the same prefixes",
        "the sample puzzles of an older Master Mot solver",
        "decodeur comme un vieux programme Perl",
        "a program in C takes 0.6 s; another one in C; a third program",
    ],
)
def test_a_program_without_an_author_is_noticed(sentence: str) -> None:
    assert NAMELESS.search(sentence)


def test_every_figure_of_others_on_a_page_has_its_source() -> None:
    """A row of such a column cites a source by its label, or has a column of its own that says which."""
    written = {cite(label) for label in SOURCES}
    seen, without = 0, []
    for path in all_pages():
        for title, cell, source in rows_of_others(path):
            seen += 1
            parts = cell.split("; ")
            labels = [match[1] for part in parts if (match := re.search(r"\((.+)\)$", part))]
            cited = len(labels) == len(parts) and set(labels) <= set(SOURCES)
            named = cell in SOURCES or any(work in source for work in written)
            if not (cited or named):
                without.append((path.name, title, cell))
    assert without == []
    assert seen >= 30


def test_every_figure_of_others_that_is_kept_has_its_source() -> None:
    kept = [pair for row in read_figures() for pair in row.get("reported") or ()]
    assert len(kept) >= 13
    assert [label for _value, label in kept if label not in SOURCES] == []
    rivals = {row["rival"] for table in ("rivals", "rivals_wordle") for row in read_figures(table)}
    assert len(rivals) == 2
    assert rivals <= set(SOURCES)
    assert [known for known in KNOWN if not any(cite(label) in known.source for label in SOURCES)] == []


def test_columns_of_others_are_recognised() -> None:
    """Each table of figures that has such figures says so in a title, by which the tests above find it."""
    for table, columns in TABLES.items():
        titles = [title for title, text in columns if text in ("{reported}", "{rival}")]
        assert all(OF_OTHERS.search(title) for title in titles), table


@pytest.mark.parametrize("label", SOURCES)
def test_a_source_says_who_what_and_where(label: str) -> None:
    source: Source = SOURCES[label]
    assert all(source), label
    assert label.split()[0] in f"{source.authors} {source.title}"
    assert source.title in (ROOT / "docs" / "credits.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", all_pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_checksums_are_whole(path: Path) -> None:
    assert CUT_CHECKSUM.findall(path.read_text(encoding="utf-8")) == []
