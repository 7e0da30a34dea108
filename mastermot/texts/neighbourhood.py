"""The picture of a word's neighbourhood, an SVG document: a line joins each letter to the words that differ only there.

The words that differ at one position stand in a box. The boxes have the order of the letters, alternately above and
below the word, so that their lines do not cross. All lengths are in units of the SVG document.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mastermot.families.family import OPEN, Family
from mastermot.families.ladders import Neighbourhood
from mastermot.texts import _, plural, render

LETTER_WIDTH = 9.6  #: The width of each letter in a box: its font has letters of one width.
LINE_HEIGHT = 22  #: The height of a line of words in a box.
TILE = 46  #: The side of the square that has a letter of the word.
GAP = 18  #: The space between boxes, and between the columns of a box.
MARGIN = 24  #: The space around the whole picture.
REACH = 64  #: The distance between the letters of the word and the boxes.
TALLEST = 8  #: The most words below each other in a box, unless it would have more columns than this.
BOX_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0568f", "#a06000")
"""Colours that everyone can tell apart on white (after M. Okabe and K. Ito)."""


class Box(NamedTuple):
    """A family as it is drawn: its words in columns, where the box stands and how large it is."""

    family: Family
    position: int  #: The position that is open.
    colour: str
    columns: tuple[tuple[str, ...], ...]
    width: float
    height: float
    above: bool = False
    x: float = 0
    y: float = 0


def make_box(family: Family) -> Box:
    """Return the box of a family, not placed yet.

    It has columns of up to `TALLEST` words, or, for a large family, about as many rows as columns.
    """
    position = family.pattern.index(OPEN)
    rows = min(family.size, max(TALLEST, math.isqrt(family.size)))
    columns = tuple(family.words[start : start + rows] for start in range(0, family.size, rows))
    colour = BOX_COLOURS[position % len(BOX_COLOURS)]
    width = len(columns) * (len(family.pattern) * LETTER_WIDTH + GAP) + GAP
    height = (rows + 1) * LINE_HEIGHT + GAP  # the pattern of the family stands above its words
    return Box(family, position, colour, columns, width, height)


def find_height(row: Sequence[Box]) -> float:
    """Return the height of a row of boxes with the lines that lead to them; 0 for an empty row."""
    return max((box.height + REACH for box in row), default=0)


def find_length(row: Sequence[Box]) -> float:
    """Return the length of a row of boxes side by side, with gaps between them."""
    return sum(box.width + GAP for box in row) - GAP  # negative for an empty row: `draw_neighbourhood` takes a maximum


def draw_neighbourhood(found: Neighbourhood) -> str:
    """Return the picture as SVG: the boxes are laid out here, in two rows, and the template draws them.

    From top to bottom there are: the boxes above, their lines, the word as a row of tiles, the lines of the boxes
    below, and these boxes.
    """
    boxes_above = [make_box(family) for family in found.families[::2]]  # every other family
    boxes_below = [make_box(family) for family in found.families[1::2]]
    length_of_word = len(found.word) * TILE
    width = max(length_of_word, find_length(boxes_above), find_length(boxes_below)) + 2 * MARGIN
    top = MARGIN + find_height(boxes_above)  # the top of the word's tiles
    placed = list[Box]()
    for box, x in line_up(boxes_above, width):
        placed.append(box._replace(x=x, y=top - REACH - box.height, above=True))
    for box, x in line_up(boxes_below, width):
        placed.append(box._replace(x=x, y=top + TILE + REACH))
    return render(
        "neighbourhood.svg",
        found=found,
        sentence=describe_neighbours(found),
        width=width,
        height=top + TILE + find_height(boxes_below) + MARGIN,
        margin=(width - length_of_word) / 2,  # left of the word, which is centred
        top=top,
        boxes=placed,
        colours={box.position: box.colour for box in placed},
        column=len(found.word) * LETTER_WIDTH + GAP,  # the width of a column of a box
        tile=TILE,
        gap=GAP,
        line=LINE_HEIGHT,
    )


def line_up(row: Sequence[Box], width: float) -> Iterator[tuple[Box, float]]:
    """Yield each box of a row with the x of its left edge: the boxes stand side by side, centred in `width`."""
    x = (width - find_length(row)) / 2
    for box in row:
        yield box, x
        x += box.width + GAP


def describe_neighbours(found: Neighbourhood) -> str:
    """Return the sentence under the picture: "PAUME has 3 neighbours; words that ladders reach from it: 2901.".

    If the word has no neighbour, the sentence says only this.
    """
    if not found.neighbours:
        return _("{word} has no neighbour.", word=found.word)
    return plural(
        "{word} has {count} neighbour; words that ladders reach from it: {reached}.",
        "{word} has {count} neighbours; words that ladders reach from it: {reached}.",
        found.neighbours,
        word=found.word,
        reached=found.reached - 1,  # without the word itself
    )
