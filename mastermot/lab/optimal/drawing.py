"""Strategy trees to look at: Graphviz text, a simple SVG picture that needs no other program, and a page of text.

In the SVG each turn is a column and each guess a row. ``docs/optimal.md`` says how the page is read.
"""

import json
import textwrap
from collections.abc import Callable, Iterator
from html import escape

from mastermot.game.trees import History, Node, StrategyTree
from mastermot.lab.optimal.errors import GraphSizeError, PageSizeError

MAX_BOXES = 5000  #: The most guesses that are drawn: a larger picture serves nobody.
ROW = 18  #: Height of a row, in pixels.
LETTER = 8  #: Width of a letter, in pixels.
MAX_PAGE_LINES = 500
"""The most guesses with a line of their own: 4 holes and 6 colours take 385, and nobody learns more by heart."""
PAGE_WIDTH = 100  #: Characters in a line of the page; a longer line is wrapped.
CAN_BE = "✓"  #: The sign of a guess that can be the code.
TIED = "\u00a0"  #: A space at which no line is wrapped, between marks and the code that follows them.


def draw_tree(tree: StrategyTree, *, svg: bool) -> str:
    """Return a tree as SVG, or else as Graphviz text. Raises `GraphSizeError` if it has too many guesses to look at."""
    count = sum(1 for _history_and_node in tree.walk())
    if count > MAX_BOXES:
        raise GraphSizeError(count=count, most=MAX_BOXES)
    lines = draw_svg(tree) if svg else draw_dot(tree)
    return "".join(f"{line}\n" for line in lines)


def draw_dot(tree: StrategyTree) -> Iterator[str]:
    """Yield the lines of a Graphviz graph: a node for each guess, and an edge for each answer, to the guess after it.

    The answer “found” has no edge. The names of nodes, n0, n1…, are only for Graphviz, which shows the guesses.
    """
    yield "digraph strategy {"
    yield '  rankdir=LR; node [shape=box, fontname="monospace"]; edge [fontname="monospace"];'
    names: dict[int, str] = {}  # by the `id` of the node, in the order in which nodes are met
    for _history, node in tree.walk():
        name = names.setdefault(id(node), f"n{len(names)}")
        yield f"  {name} [label={json.dumps(node.guess)}];"
        for answer, after in node.answers.items():
            if after is not None:
                below = names.setdefault(id(after), f"n{len(names)}")
                yield f"  {name} -> {below} [label={json.dumps(answer)}];"
    yield "}"


def draw_svg(tree: StrategyTree) -> Iterator[str]:
    """Yield the lines of the SVG picture: each turn has a column, and each guess a row.

    Rows have the order of `StrategyTree.walk`: a guess, then all guesses that may follow its first answer, then those
    after its second answer, and so on.

    A column has, from left to right: a guess and its sign, a gap of a letter, a line as long as a letter, an answer,
    and a wider gap. The line comes down from the end of the guess, and turns right to the answer. The guess after this
    answer stands right of it, in the next column.
    """
    nodes = list(tree.walk())  # each guess comes later than the guess before it in the game
    length = tree.codes.length
    column = (2 * length + 6) * LETTER  # the width of a column, in pixels
    from_edge_to_guess = (length + 4) * LETTER  # from where a line begins to the guess in the next column
    deepest = max(len(history) for history, _node in nodes)
    size = f'width="{(deepest + 1) * column + LETTER}" height="{(len(nodes) + 1) * ROW}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="13">'
    yield f'<rect {size} fill="white"/>'
    rows: dict[History, int] = {}
    for row, (history, node) in enumerate(nodes, start=1):
        rows[history] = row
        x = len(history) * column + LETTER
        y = row * ROW
        if history:
            _guess, answer = history[-1]
            edge = x - from_edge_to_guess
            y_before = rows[history[:-1]] * ROW  # the row of the guess before
            yield f'<path d="M{edge} {y_before + 4}V{y - 4}h{LETTER}" fill="none" stroke="#888"/>'
            yield f'<text x="{edge + LETTER + 3}" y="{y}" fill="#555">{escape(answer)}</text>'
        yield f'<text x="{x}" y="{y}" font-weight="bold">{escape(write_guess(node))}</text>'
    yield "</svg>"


def write_page(tree: StrategyTree, marks: Callable[[str], str]) -> list[str]:
    """Return the lines of a page to learn a tree from. Raises `PageSizeError` when there are too many.

    Each guess has a line, which is indented by its turn. A guess that is sure to be the code has no line of its own: it
    stands in the line of the guess before it (`write_turn`). Only the first guess always has a line. Long lines are
    wrapped. `marks` writes an answer of the tree as marks for the reader.
    """
    with_lines: list[tuple[History, Node]] = []
    for history, node in tree.walk():
        is_first = len(history) == 0
        if is_first or not is_last(node):
            with_lines.append((history, node))
    if len(with_lines) > MAX_PAGE_LINES:
        raise PageSizeError(count=len(with_lines), most=MAX_PAGE_LINES)
    lines: list[str] = []
    for history, node in with_lines:
        text = write_turn(history, node, marks)
        indent = "  " * len(history)
        indent_below = "  " * (len(history) + 3)
        width = max(PAGE_WIDTH, len(indent) + PAGE_WIDTH // 2)  # the text of late turns has at least half the width
        lines += textwrap.wrap(
            text,
            width,
            initial_indent=indent,
            subsequent_indent=indent_below,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return [line.replace(TIED, " ") for line in lines]


def write_turn(history: History, node: Node, marks: Callable[[str], str]) -> str:
    """Return what a page says of a turn: the marks before it, its guess, and the codes that are certain after it.

    For example, ``XO: AAB✓  X: ABC`` says: after the marks XO, play AAB, which can be the code; if AAB gets X, the code
    is ABC. The `history` has the turns before this one; the first turn has no marks before it. `node` is the guess with
    what follows each answer, and `marks` writes an answer as marks for the reader.
    """
    text = write_guess(node)
    if history:
        _guess, answer_before = history[-1]
        text = f"{marks(answer_before)}: {text}"
    for answer, after in node.answers.items():
        if after is not None and is_last(after):  # the next guess is sure to be the code
            text += f"  {marks(answer)}:{TIED}{after.guess}"
    return text


def write_guess(node: Node) -> str:
    """Return a guess, with the sign `CAN_BE` if it can be the code."""
    can_be_code = None in node.answers.values()  # only the answer “found” is followed by None
    return node.guess + CAN_BE if can_be_code else node.guess


def is_last(node: Node) -> bool:
    """Return whether a guess is sure to be the code: no answer but “found” is possible."""
    return all(after is None for after in node.answers.values())
