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

WORDS = {
    "en": (
        "three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|hundreds?|thousands?"
        "|millions?|billions?|dozens?"
        "|half|halves|halved|(?:an?|one) (?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|hundredth)(?= of)"
        "|(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|hundredth)s|twice|thrice|doubled?"
        "|(?:an?|one) (?:second(?! [a-z×*])|second(?= (?:of|or|for|after|later|it)\b)|minute|hour)"
        "|(?:two|some|few|many|in|takes?|of|to) (?:seconds|minutes|hours)|hours or days"
    ),
    "fr": (
        "trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cinquante|cents?|mille|milliers?"
        "|millions?|moitié|demie?s?|tiers|quarts?|cinquièmes?|dixièmes?|centièmes?|deux fois|doubles?|dizaines?"
        "|douzaines?|centaines?"
        "|(?:une|quelques|deux|en) (?:secondes?|minutes?|heures?)"
    ),
    "es": (
        "tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cincuenta|cien|cientos|mil|miles"
        "|millón|millones|la mitad|medi[oa] (?:segundo|minuto|hora|docena)|tercios?|cuart[oa]s?|quinta parte"
        "|décim[oa]s?|dos veces|doble|decenas?|docenas?"
        "|centenar(?:es)?|millar(?:es)?|(?:un|una|unos|unas|dos|en) (?:segundos?|minutos?|horas?)"
    ),
}
"""Numbers, fractions, multiples and times as words, by language. One and two are left out: they are rules."""

END = re.compile(r"[.!?…] +(?=[^a-z])")
FIGURE = {language: re.compile(rf"\d[\d,.]*\d|\d|\b(?:{words})\b", re.IGNORECASE) for language, words in WORDS.items()}
"""What is a figure in a sentence of a language."""


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


def find_language(page: str) -> str:
    """Return the language of a page.

    >>> find_language("docs/fr/joueur.md"), find_language("docs/rules.md")
    ('fr', 'en')
    """
    folder = page.removeprefix("docs/").partition("/")[0]
    return folder if folder in WORDS else "en"


def find_figures(page: str) -> Iterator[Figure]:
    """Yield the figures of a page."""
    for sentence in read_sentences(page):
        for found in FIGURE[find_language(page)].finditer(hide(sentence)):
            yield Figure(page, sentence, found.start(), found.end())


def find_text_figures(text: str) -> Iterator[Figure]:
    """Yield the figures of a text of the program, without those of its fields and of what it shows as code."""
    shown = re.sub(r"\{[^}]*\}", lambda found: "×" * len(found[0]), hide(text))
    for found in FIGURE["en"].finditer(shown):
        yield Figure("the texts", text, found.start(), found.end())
