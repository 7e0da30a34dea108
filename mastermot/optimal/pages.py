"""A strategy tree as a page of text: a line a guess, what to play next one step further in.

A code that is left alone after some marks stands on the line of the guess that gets them, so that only the guesses
which still leave a choice have lines of their own.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

from mastermot.optimal.errors import PageSizeError
from mastermot.optimal.trees import Node, StrategyTree

MAX_LINES = 500
"""Guesses with a line of their own, at most: 4 holes and 6 colours take 385, and nobody learns more by heart."""
WIDTH = 100
"""Characters of a line; codes that do not fit go on below, further in."""
INDENT = 2
"""Characters that each turn is further in."""
CAN_BE = "✓"
"""The sign of a guess that can be the code."""
TIED = "\u00a0"
"""Holds marks and their code on one line."""


def write_page(tree: StrategyTree, marks: Callable[[str], str]) -> list[str]:
    """Return the lines of a page to learn a tree from; `marks` says how marks are written.

    A line has the marks of the guess above it, the guess to play, and the codes that its marks leave alone:
    ``XO AAB✓ X: ABC``. Raises `PageSizeError` when more than `MAX_LINES` guesses need a line.
    """
    count = sum(1 for history, node in tree.walk() if not history or not is_last(node))
    if count > MAX_LINES:
        raise PageSizeError(count=count, most=MAX_LINES)
    return list(write_lines(tree, marks))


def write_lines(tree: StrategyTree, marks: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines of a page."""
    for history, node in tree.walk():
        if history and is_last(node):
            continue
        before = [f"{marks(history[-1][1])}:"] if history else []
        guess = node.guess + (CAN_BE if None in node.answers.values() else "")
        sure = [
            f"{marks(answer)}:{TIED}{after.guess}"
            for answer, after in node.answers.items()
            if after is not None and is_last(after)
        ]
        indent = " " * (INDENT * len(history))
        lines = textwrap.wrap(
            " ".join((*before, guess)) + "".join(f"  {one}" for one in sure),
            width=max(WIDTH, len(indent) + WIDTH // 2),
            initial_indent=indent,
            subsequent_indent=indent + " " * (3 * INDENT),
            break_long_words=False,
            break_on_hyphens=False,
        )
        yield from (line.replace(TIED, " ") for line in lines)


def is_last(node: Node) -> bool:
    """Return whether a guess is sure to be the code."""
    return all(after is None for after in node.answers.values())
