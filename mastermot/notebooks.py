"""What a notebook shows of a value: boards of letters and trees, as HTML that needs no other file and no script."""

from collections.abc import Iterable, Sequence
from html import escape

_TILE = '<td style="border:1px solid;min-width:1.5em;text-align:center;font-weight:bold">{}</td>'
_BESIDE = '<td style="text-align:left;padding-left:1em">{}</td>'


def draw_board(rows: Iterable[tuple[Sequence[str], object]]) -> str:
    """Return a board: the letters of each row as tiles, and what stands beside them."""
    lines = ("".join(map(_TILE.format, map(escape, row))) + _BESIDE.format(escape(str(told))) for row, told in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def draw_branch(name: str, below: Iterable[str] = ()) -> str:
    """Return a branch of a tree, which a click opens."""
    return f'<details style="margin-left:1em"><summary>{escape(name)}</summary>{"".join(below)}</details>'
