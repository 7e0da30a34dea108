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
from mastermot.locale import ngettext
from mastermot.wording.numbers import write_number

LETTER = 9.6
"""Width of a letter of a word in a box, whose font has letters of one width."""
LINE = 22
TILE = 46
GAP = 18
MARGIN = 24
REACH = 64
"""Between the letters and the boxes."""
TALLEST = 8
"""Words under each other in a box, at most."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0568f", "#a06000")
"""Colours that everyone can tell apart on white (after M. Okabe and K. Ito)."""
STYLE = (
    "text{font:16px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222}"
    ".open{font-weight:bold}.tile{font-size:26px;font-weight:bold;text-anchor:middle}.pattern{font-size:13px}"
)


class Box(NamedTuple):
    """A family as it is drawn: the position that is open, its words in columns, its width and height."""

    place: int
    family: Family
    columns: tuple[tuple[str, ...], ...]
    width: float
    height: float

    @classmethod
    def of(cls, family: Family) -> Box:
        """Return the box of a family."""
        rows = min(family.size, max(TALLEST, math.isqrt(family.size)))
        columns = tuple(family.words[start : start + rows] for start in range(0, family.size, rows))
        width = len(columns) * (len(family.pattern) * LETTER + GAP) + GAP
        return cls(family.pattern.index(OPEN), family, columns, width, (rows + 1) * LINE + GAP)


class Placed(NamedTuple):
    """A box with the place of its left upper corner, and whether it stands above the word."""

    box: Box
    x: float
    y: float
    above: bool


def draw_neighbourhood(found: Neighbourhood) -> str:
    """Return the SVG document of a word's neighbourhood, in the language in use."""
    boxes = [Box.of(family) for family in found.families]
    rows = boxes[::2], boxes[1::2]
    widths = [sum(box.width for box in row) + GAP * max(0, len(row) - 1) for row in rows]
    tiles = len(found.word) * TILE
    width = max(tiles, *widths) + 2 * MARGIN
    heights = [max((box.height + REACH for box in row), default=0) for row in rows]
    top = MARGIN + heights[0]
    height = top + TILE + heights[1] + MARGIN
    placed = [*place_row(rows[0], width, top - REACH, above=True)]
    placed += place_row(rows[1], width, top + TILE + REACH, above=False)
    left = (width - tiles) / 2
    title, sentence = _("Neighbours of {word}").format(word=found.word), describe_neighbours(found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(sentence)}</desc>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        *(draw_link(one, left, top) for one in placed),
        *(draw_box(one) for one in placed),
        *draw_tiles(found, left, top),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def describe_neighbours(found: Neighbourhood) -> str:
    """Return how many neighbours a word has, and how many words it reaches."""
    if not found.neighbours:
        return _("{word} has no neighbour.").format(word=found.word)
    sentence = ngettext(
        "{word} has {count} neighbour; words that ladders reach from it: {reached}.",
        "{word} has {count} neighbours; words that ladders reach from it: {reached}.",
        found.neighbours,
    )
    reached = write_number(found.reached - 1)
    return sentence.format(word=found.word, count=write_number(found.neighbours), reached=reached)


def place_row(row: Sequence[Box], width: float, edge: float, *, above: bool) -> Iterator[Placed]:
    """Yield the boxes of a row side by side, centred, their edge that is nearer to the word at `edge`."""
    used = sum(box.width for box in row) + GAP * max(0, len(row) - 1)
    x = (width - used) / 2
    for box in row:
        yield Placed(box, x, edge - box.height if above else edge, above)
        x += box.width + GAP


def colour_of(place: int) -> str:
    """Return the colour of a position."""
    return COLOURS[place % len(COLOURS)]


def draw_link(placed: Placed, left: float, top: float) -> str:
    """Return the line between a letter of the word and the box of its family."""
    x, y = left + (placed.box.place + 0.5) * TILE, top if placed.above else top + TILE
    to_x, to_y = placed.x + placed.box.width / 2, placed.y + (placed.box.height if placed.above else 0)
    middle = (y + to_y) / 2
    path = f"M{x:g} {y:g}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
    return f'<path d="{path}" fill="none" stroke="{colour_of(placed.box.place)}" stroke-width="2"/>'


def draw_box(placed: Placed) -> str:
    """Return the group of a family: its frame, its pattern, its words."""
    box, colour = placed.box, colour_of(placed.box.place)
    step = len(box.family.pattern) * LETTER + GAP
    lines = [
        f'<g class="family" id="{escape(box.family.pattern.replace(OPEN, "_"))}">',
        f'<rect x="{placed.x:g}" y="{placed.y:g}" width="{box.width:g}" height="{box.height:g}" rx="10" '
        f'fill="#fff" stroke="{colour}" stroke-width="2"/>',
        f'<text class="pattern" x="{placed.x + GAP:g}" y="{placed.y + LINE:g}" fill="{colour}">'
        f"{escape(box.family.pattern)}</text>",
    ]
    for column, words in enumerate(box.columns):
        for row, word in enumerate(words):
            x, y = placed.x + GAP + column * step, placed.y + (row + 2) * LINE
            head, letter, tail = word[: box.place], word[box.place], word[box.place + 1 :]
            marked = f'{head}<tspan class="open" fill="{colour}" style="fill:{colour}">{letter}</tspan>{tail}'
            lines.append(f'<text x="{x:g}" y="{y:g}">{marked}</text>')
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
