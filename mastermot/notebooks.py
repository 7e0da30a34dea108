"""What a notebook shows for a value: a board of letters, or a tree, as HTML that needs no other file and no script.

Puzzles and games import this module, but are seldom shown in a notebook. So `html`, which has a long table, is imported
only when something is drawn.
"""

from collections.abc import Iterable, Sequence

_TILE = '<td style="border:1px solid;min-width:1.5em;text-align:center;font-weight:bold">{}</td>'
_BESIDE = '<td style="text-align:left;padding-left:1em">{}</td>'


def draw_board(rows: Iterable[tuple[Sequence[str], object]]) -> str:
    """Return the HTML of a board. Each row is a pair: the letters, drawn as tiles, and a value to write beside them."""
    from html import escape

    lines = []
    for letters, beside in rows:
        tiles = "".join(_TILE.format(escape(letter)) for letter in letters)
        lines.append(f"<tr>{tiles}{_BESIDE.format(escape(str(beside)))}</tr>")
    return f"<table>{''.join(lines)}</table>"


def draw_branch(name: str, below: Iterable[str] = ()) -> str:
    """Return the HTML of a branch of a tree: its name, and the branches `below` (HTML too), which a click shows."""
    from html import escape

    return f'<details style="margin-left:1em"><summary>{escape(name)}</summary>{"".join(below)}</details>'
