"""What a step leaves: the letters placed, and beside them those left in every column."""

from textwrap import wrap
from typing import NamedTuple

from mastermot.puzzle.explain.model import Explanation, Step
from mastermot.say.phrases import sort_letters


class Grid(NamedTuple):
    """The grid after a step, in parts that can be set in different type."""

    placed: str  #: ``? ? U ? ?``: the letters placed.
    beside: str
    """The letters left in every column, aligned from step to step; empty where they are too wide, or all placed."""
    below: tuple[str, ...]
    """The letters left where several are, in lines ``1:CFP 4:DE``, where they do not fit beside."""


def list_columns(step: Step) -> list[str]:
    return [sort_letters(letters) for letters in step.after]


def lay_out(explanation: Explanation, step: Step, width: int) -> Grid:
    """Return the grid after a step, in lines of at most `width` characters (a single column may need more)."""
    placed = " ".join(step.grid)
    columns = list_columns(step)
    if all(len(letters) == 1 for letters in columns):
        return Grid(placed, "", ())
    widths = [len(letters) for letters in explanation.columns]
    if len(placed) + sum(widths) + 2 * len(widths) + 1 <= width:
        cells = [letters.ljust(room) for letters, room in zip(columns, widths, strict=True)]
        return Grid(placed, "  ".join(cells).rstrip(), ())
    numbered = [f"{position}:{letters}" for position, letters in enumerate(columns, start=1) if len(letters) > 1]
    return Grid(placed, "", tuple(wrap(" ".join(numbered), width, break_long_words=False, break_on_hyphens=False)))
