"""The tables of the documentation: the head of a column reads alone, as a person would write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from tests.prose import OTHERS
from tests.support import ROOT
from tools.pages import all_pages

PAGES = [*OTHERS, "CHANGELOG.md", *(path.relative_to(ROOT).as_posix() for path in all_pages())]
HEAD = re.compile(r"^\|(.*)\|\n\| ?-", re.MULTILINE)
UNITS = {"s", "ms", "MB", "kB", "GB", "%"}
CONTINUES = re.compile(r"(?:of|on|to|by|at|its?|and|or|de|du|des|del|et|y)\b(?! `)", re.IGNORECASE)
"""What only goes on with the head before it; “its turns” may follow the column that it is about."""
OWNED = re.compile(r"its (?:\w+ ?)+$")


def find_heads(text: str) -> Iterator[list[str]]:
    """Yield the heads of the columns of each table of a page.

    >>> list(find_heads("| game | turns |\\n| --- | --- |\\n| A | 5 |\\n"))
    [['game', 'turns']]
    """
    for found in HEAD.finditer(text):
        yield [head.strip() for head in found[1].split(" | ")]


def find_unclear(heads: Sequence[str]) -> list[str]:
    """Return the heads that say nothing alone: a unit, the rest of another head, the same as another, or nothing.

    >>> find_unclear(["first solve, s", "of it the processor’s, s", "s", "turns", "its turns", "turns"])
    ['first solve, s', 'of it the processor’s, s', 's', 'turns', 'turns']
    """
    return [head for head in heads if is_unclear(head) or heads.count(head) > 1]


def is_unclear(head: str) -> bool:
    """Return whether a head cannot be read alone. A unit stands in brackets: “first solve (s)”."""
    goes_on = CONTINUES.match(head) is not None and OWNED.match(head) is None
    return not head or head in UNITS or head.rpartition(", ")[2] in UNITS or goes_on


@pytest.mark.parametrize("page", PAGES)
def test_the_head_of_a_column_reads_alone(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [unclear for heads in find_heads(text) if (unclear := find_unclear(heads))] == []
