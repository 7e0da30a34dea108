"""The prose of the documentation: its sentences with a figure, which no machine runs.

Left out is what is run, made or compared elsewhere: blocks, generated parts, pages that a tool writes, code between
backquotes, addresses, and the names in which a figure is part of the name (`NAMES`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tests.support import ROOT
from tools.pages import FENCE, PART

MADE = ("docs/atlas.md", "docs/openings.md", "docs/fr/ouvertures.md")
"""Pages that a script of `research/` writes as a whole; `tools/techniques.py` writes those of the techniques."""

OTHERS = ("SECURITY.md", "CONTRIBUTING.md", "tests/README.md", "mastermot/lab/README.md")

NAMES = re.compile(
    r"Télé 7 Jeux|GPL[- ][\d.]+|CC[ -]BY-SA[- ][\d.]+|MPL-\d\.\d|SHA-\d+|CRC-32|UTF-\d+|Latin-1|Windows-1252|IPv6"
    r"|RFC \d+|arXiv:[\d.]+|A\d{6}|\d+x\d+|\d{4}-\d\d-\d\d|Core i7-\w+|Bytes? \d|http://\S+"
    r"|\([^()]*\b(?:19|20)\d\d\b[^()]*\)"  # a work and its year
)
"""What has a figure in its name: a licence, a standard, a game of holes and colours, a day, a work that is cited."""

NUMBERS = (
    "three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|hundreds?|thousands?|millions?"
    "|billions?"
)
END = re.compile(r"[.!?…] +(?=[^a-z])")
FIGURE = re.compile(rf"\d[\d,.]*\d|\d|\b(?:{NUMBERS})\b", re.IGNORECASE)


class Figure(NamedTuple):
    """A figure of a page, the sentence that it stands in, and where in that sentence."""

    page: str
    sentence: str
    start: int
    end: int


def list_pages() -> list[str]:
    """Return the pages whose prose is written by hand, as paths below the root."""
    written = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    pages = [page for page in written if page not in MADE and "/techniques/" not in page]
    return ["README.md", *OTHERS, *pages]


def read_sentences(page: str) -> Iterator[str]:
    """Yield the sentences, titles and rows of tables of a page, without what is run or made."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = FENCE.sub("\n\n", PART.sub("\n\n", text))
    text = re.sub(r"(?<=\n\n)(?: {4,}.*\n+)+", "\n", text)
    text = text.partition("\n## Source")[0]
    for part in re.split(r"\n\s*\n|\n(?= *[-*] | *\d+\. |\||#|: )", text):
        words = " ".join(part.split())
        words = re.sub(r"^(?:\d+\.|[-*#:]+) +(?:\d+\. )?", "", words)
        ends = [] if words.startswith("|") else [found.end() for found in END.finditer(mask(words))]
        for start, end in pairwise([0, *ends, len(words)]):
            if sentence := words[start:end].strip():
                yield sentence


def mask(text: str, *patterns: str) -> str:
    """Return a text with crosses in place of code, addresses and what else is named: as long as before."""
    for pattern in (r"`[^`]*`", r"\]\([^)]*\)", *patterns):
        text = re.sub(pattern, lambda found: "×" * len(found[0]), text)
    return text


def hide(sentence: str) -> str:
    """Return a sentence without its code, addresses and names: as long as before."""
    return mask(sentence, NAMES.pattern)


def find_figures(page: str) -> Iterator[Figure]:
    """Yield the figures of a page."""
    for sentence in read_sentences(page):
        for found in FIGURE.finditer(hide(sentence)):
            yield Figure(page, sentence, found.start(), found.end())
