"""Strategy trees drawn: as Graphviz text, and as a simple SVG of our own that needs no other program.

The SVG has the turns from left to right; each guess is a box with its answer before it, and a leaf is a code found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from mastermot.optimal.errors import GraphSizeError
from mastermot.optimal.trees import Node, StrategyTree

MAX_BOXES = 5000
"""Guesses drawn at most: a larger picture serves nobody."""
ROW = 18
"""Height of a row, in pixels."""
LETTER = 8
"""Width of a letter, in pixels."""


def draw_tree(tree: StrategyTree, *, svg: bool) -> str:
    """Return a tree as SVG, or as Graphviz text. Raises `GraphSizeError` when it has too many guesses."""
    count = sum(1 for _node in tree.walk())
    if count > MAX_BOXES:
        raise GraphSizeError(count=count, most=MAX_BOXES)
    return "\n".join([*(draw_svg(tree) if svg else draw_dot(tree)), ""])


def draw_dot(tree: StrategyTree) -> Iterator[str]:
    """Yield the lines of a Graphviz graph: a node a guess, an edge an answer."""
    yield "digraph strategy {"
    yield '  rankdir=LR; node [shape=box, fontname="monospace"]; edge [fontname="monospace"];'
    names: dict[int, str] = {}
    for _history, node in tree.walk():
        name = names.setdefault(id(node), f"n{len(names)}")
        yield f"  {name} [label={json.dumps(node.guess)}];"
        for answer, after in node.answers.items():
            if after is not None:
                below = names.setdefault(id(after), f"n{len(names)}")
                yield f"  {name} -> {below} [label={json.dumps(answer)}];"
    yield "}"


def draw_svg(tree: StrategyTree) -> Iterator[str]:
    """Yield the lines of the picture: each turn a column, each guess a row."""
    nodes = list(tree.walk())
    length = tree.codes.length
    column = (2 * length + 6) * LETTER
    deepest = max(len(history) for history, _node in nodes)
    width, height = (deepest + 1) * column + LETTER, (len(nodes) + 1) * ROW
    size = f'width="{width}" height="{height}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="13">'
    yield f'<rect {size} fill="white"/>'
    rows: dict[tuple[tuple[str, str], ...], int] = {}
    for row, (history, node) in enumerate(nodes, start=1):
        rows[history] = row
        x, y = len(history) * column + LETTER, row * ROW
        if history:
            above = rows[history[:-1]] * ROW
            left = x - (length + 4) * LETTER
            yield f'<path d="M{left} {above + 4}V{y - 4}h{LETTER}" fill="none" stroke="#888"/>'
            yield f'<text x="{left + LETTER + 3}" y="{y}" fill="#555">{escape(history[-1][1])}</text>'
        yield f'<text x="{x}" y="{y}" font-weight="bold">{escape(describe_box(node))}</text>'
    yield "</svg>"


def describe_box(node: Node) -> str:
    """Return what is written in the box of a guess: the guess, with a sign where it can be the code."""
    return node.guess + ("✓" if None in node.answers.values() else "")
