"""The picture of a word's neighbourhood: an SVG document in which every family of the word is a group.

The letters of the word stand side by side; each is joined to the box of the words that differ in it only, in turn above
and below. The boxes stand in the order of the letters, so that no two of them meet.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mastermot.families.cliques import OPEN, Family
from mastermot.families.ladders import Neighbourhood
from mastermot.say import _, plural
from mastermot.say.rendering import render

LETTER_WIDTH = 9.6  #: Width of a letter of a word in a box, whose font has letters of one width.
LINE_HEIGHT = 22
TILE = 46
GAP = 18
MARGIN = 24
REACH = 64  #: Between the letters and the boxes.
TALLEST = 8  #: Words under each other in a box, at most.
BOX_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0568f", "#a06000")
"""Colours that everyone can tell apart on white (after M. Okabe and K. Ito)."""


class Box(NamedTuple):
    """A family as it is drawn: its words in columns, its place and size, and whether it stands above the word."""

    family: Family
    place: int  #: The position that is open.
    colour: str
    columns: tuple[tuple[str, ...], ...]
    width: float
    height: float
    above: bool
    x: float = 0
    y: float = 0


def make_box(family: Family, above: bool) -> Box:
    place, rows = family.pattern.index(OPEN), min(family.size, max(TALLEST, math.isqrt(family.size)))
    columns = tuple(family.words[start : start + rows] for start in range(0, family.size, rows))
    width = len(columns) * (len(family.pattern) * LETTER_WIDTH + GAP) + GAP
    colour = BOX_COLOURS[place % len(BOX_COLOURS)]
    return Box(family, place, colour, columns, width, (rows + 1) * LINE_HEIGHT + GAP, above)


def draw_neighbourhood(found: Neighbourhood) -> str:
    above = [make_box(family, True) for family in found.families[::2]]
    below = [make_box(family, False) for family in found.families[1::2]]
    tiles = len(found.word) * TILE
    width = max(tiles, measure_row(above), measure_row(below)) + 2 * MARGIN
    top = MARGIN + max((box.height + REACH for box in above), default=0)
    height = top + TILE + max((box.height + REACH for box in below), default=0) + MARGIN
    placed = [*place_row(above, width, top - REACH), *place_row(below, width, top + TILE + REACH)]
    left = (width - tiles) / 2
    colours = {box.place: box.colour for box in placed}
    return render(
        "neighbourhood.svg",
        found=found,
        sentence=describe_neighbours(found),
        width=width,
        height=height,
        left=left,
        top=top,
        boxes=placed,
        colours=[colours.get(place) for place in range(len(found.word))],
        column=len(found.word) * LETTER_WIDTH + GAP,
        tile=TILE,
        gap=GAP,
        line=LINE_HEIGHT,
    )


def describe_neighbours(found: Neighbourhood) -> str:
    if not found.neighbours:
        return _("{word} has no neighbour.", word=found.word)
    return plural(
        "{word} has {count} neighbour; words that ladders reach from it: {reached}.",
        "{word} has {count} neighbours; words that ladders reach from it: {reached}.",
        found.neighbours,
        word=found.word,
        reached=found.reached - 1,
    )


def measure_row(row: Sequence[Box]) -> float:
    return sum(box.width for box in row) + GAP * max(0, len(row) - 1)


def place_row(row: Sequence[Box], width: float, edge: float) -> Iterator[Box]:
    """Yield the boxes of a row side by side, centred, their edge that is nearer to the word at `edge`."""
    x = (width - measure_row(row)) / 2
    for box in row:
        yield box._replace(x=x, y=edge - box.height if box.above else edge)
        x += box.width + GAP
