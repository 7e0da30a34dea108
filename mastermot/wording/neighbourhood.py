"""The picture of a word's neighbourhood: an SVG document in which every family of the word is a group.

The letters of the word stand side by side; each is joined to the box of the words that differ in it only, in turn above
and below. The boxes stand in the order of the letters, so that no two of them meet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from mastermot.families.cliques import OPEN, Family
from mastermot.families.ladders import Neighbourhood
from mastermot.locale import gettext as _
from mastermot.wording.numbers import plural, write_number

LETTER_WIDTH = 9.6
"""Width of a letter of a word in a box, whose font has letters of one width."""
LINE_HEIGHT = 22
TILE = 46
GAP = 18
MARGIN = 24
REACH = 64
"""Between the letters and the boxes."""
TALLEST = 8
"""Words under each other in a box, at most."""
BOX_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0568f", "#a06000")
"""Colours that everyone can tell apart on white (after M. Okabe and K. Ito)."""
PICTURE_STYLE = (
    "text{font:16px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222}"
    ".open{font-weight:bold}.tile{font-size:26px;font-weight:bold;text-anchor:middle}.pattern{font-size:13px}"
)


class Box(NamedTuple):
    """A family as it is drawn: its words in columns, its place and size, and whether it stands above the word."""

    family: Family
    columns: tuple[tuple[str, ...], ...]
    width: float
    height: float
    above: bool
    x: float = 0
    y: float = 0

    @property
    def place(self) -> int:
        """The position that is open."""
        return self.family.pattern.index(OPEN)


def make_box(family: Family, above: bool) -> Box:
    """Return the box of a family, not yet placed."""
    rows = min(family.size, max(TALLEST, math.isqrt(family.size)))
    columns = tuple(family.words[start : start + rows] for start in range(0, family.size, rows))
    width = len(columns) * (len(family.pattern) * LETTER_WIDTH + GAP) + GAP
    return Box(family, columns, width, (rows + 1) * LINE_HEIGHT + GAP, above)


def draw_neighbourhood(found: Neighbourhood) -> str:
    """Return the SVG document of a word's neighbourhood, in the language in use."""
    above = [make_box(family, True) for family in found.families[::2]]
    below = [make_box(family, False) for family in found.families[1::2]]
    tiles = len(found.word) * TILE
    width = max(tiles, measure_row(above), measure_row(below)) + 2 * MARGIN
    top = MARGIN + max((box.height + REACH for box in above), default=0)
    height = top + TILE + max((box.height + REACH for box in below), default=0) + MARGIN
    placed = [*place_row(above, width, top - REACH), *place_row(below, width, top + TILE + REACH)]
    left = (width - tiles) / 2
    title, sentence = _("Neighbours of {word}").format(word=found.word), describe_neighbours(found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(sentence)}</desc>",
        f"<style>{PICTURE_STYLE}</style>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        *(draw_link(box, left, top) for box in placed),
        *(draw_box(box) for box in placed),
        *draw_tiles(found, left, top),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def describe_neighbours(found: Neighbourhood) -> str:
    """Return how many neighbours a word has, and how many words it reaches."""
    if not found.neighbours:
        return _("{word} has no neighbour.").format(word=found.word)
    return plural(
        "{word} has {count} neighbour; words that ladders reach from it: {reached}.",
        "{word} has {count} neighbours; words that ladders reach from it: {reached}.",
        found.neighbours,
        word=found.word,
        reached=write_number(found.reached - 1),
    )


def measure_row(row: Sequence[Box]) -> float:
    """Return the width of boxes side by side."""
    return sum(box.width for box in row) + GAP * max(0, len(row) - 1)


def place_row(row: Sequence[Box], width: float, edge: float) -> Iterator[Box]:
    """Yield the boxes of a row side by side, centred, their edge that is nearer to the word at `edge`."""
    x = (width - measure_row(row)) / 2
    for box in row:
        yield box._replace(x=x, y=edge - box.height if box.above else edge)
        x += box.width + GAP


def colour_of(place: int) -> str:
    """Return the colour of a position."""
    return BOX_COLOURS[place % len(BOX_COLOURS)]


def draw_link(box: Box, left: float, top: float) -> str:
    """Return the line between a letter of the word and the box of its family."""
    x, y = left + (box.place + 0.5) * TILE, top if box.above else top + TILE
    to_x, to_y = box.x + box.width / 2, box.y + (box.height if box.above else 0)
    middle = (y + to_y) / 2
    path = f"M{x:g} {y:g}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
    return f'<path d="{path}" fill="none" stroke="{colour_of(box.place)}" stroke-width="2"/>'


def draw_box(box: Box) -> str:
    """Return the group of a family: its frame, its pattern, its words."""
    colour, pattern = colour_of(box.place), box.family.pattern
    step = len(pattern) * LETTER_WIDTH + GAP
    lines = [
        f'<g class="family" id="{escape(pattern.replace(OPEN, "_"))}">',
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" rx="10" '
        f'fill="#fff" stroke="{colour}" stroke-width="2"/>',
        f'<text class="pattern" x="{box.x + GAP:g}" y="{box.y + LINE_HEIGHT:g}" '
        f'fill="{colour}">{escape(pattern)}</text>',
    ]
    for column, words in enumerate(box.columns):
        for row, word in enumerate(words, start=2):
            x, y = box.x + GAP + column * step, box.y + row * LINE_HEIGHT
            letter = f'<tspan class="open" fill="{colour}" style="fill:{colour}">{word[box.place]}</tspan>'
            lines.append(f'<text x="{x:g}" y="{y:g}">{word[: box.place]}{letter}{word[box.place + 1 :]}</text>')
    return "\n".join([*lines, "</g>"])


def draw_tiles(found: Neighbourhood, left: float, top: float) -> Iterator[str]:
    """Yield the letters of the word, each in a square: coloured where other words differ in it."""
    opened = {family.pattern.index(OPEN) for family in found.families}
    edges = pairwise(left + TILE * place for place in range(len(found.word) + 1))
    for place, (x, after) in enumerate(edges):
        stroke = colour_of(place) if place in opened else "#999"
        yield (
            f'<rect x="{x:g}" y="{top:g}" width="{TILE}" height="{TILE}" fill="#f6f6f6" stroke="{stroke}" '
            f'stroke-width="2"/><text class="tile" x="{(x + after) / 2:g}" y="{top + TILE * 0.7:g}">'
            f"{found.word[place]}</text>"
        )
