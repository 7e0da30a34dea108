"""Pictures written to files, and the picture of a judged game. They need matplotlib, the extra `plot`."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermot.errors import DECIMAL_SIGN, N_, Translate, translate_and_fill
from mastermot.game.advice.plot_errors import PlotFormatError, PlotLibraryError
from mastermot.game.advice.review import Review
from mastermot.words.files import open_replacement

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg")
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""Colours that everyone can tell apart (by M. Okabe and K. Ito), those with the most contrast first."""
FAINT = "#444444"
TURNS = N_("turns")
NONE = N_("(none)")
SCORES = N_("skill {skill} of 99, luck {luck} of 99")
_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "mastermot",
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": "#dddddd",
    "legend.frameon": False,
}


def check_plot(path: str) -> str:
    """Return the format of a picture, the ending of its file's name: ``.png`` or ``.svg``.

    Raises `PlotFormatError` for any other ending, `PlotLibraryError` if matplotlib is not installed.
    """
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise PlotFormatError(source=path, format=ending, known=FORMATS)
    if importlib.util.find_spec("matplotlib") is None:
        raise PlotLibraryError()
    return ending


@contextmanager
def open_plot(path: str, width: float, height: float) -> Iterator[Figure]:
    """Yield an empty figure, and write it to a file at the end of the ``with``: the same bytes for the same drawing.

    `width` and `height` are in inches. Raises `PlotFormatError` or `PlotLibraryError`; `FileUnwritableError`,
    `FileIsFolderError` or `FolderMissingError`.
    """
    ending = check_plot(path)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"backend": "agg", **_STYLE}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        metadata = {"Date": None} if ending == ".svg" else {}  # otherwise an SVG has the time of writing
        with open_replacement(Path(path)) as file:
            figure.savefig(file, format=ending[1:], dpi=200, metadata=metadata)


def plot_review(review: Review, path: str, translate: Translate = N_) -> None:
    """Write the picture of a game to a file, with a column for each move: candidates above, losses and luck below.

    Raises `PlotFormatError` or `PlotLibraryError`; `FileUnwritableError`, `FileIsFolderError` or `FolderMissingError`.
    """
    width = max(4.5, 1.1 * len(review.moves) + 1.5)
    with open_plot(path, width, height=5.2) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1, 1))
        draw_candidates(above, review, translate)
        above.set_title(translate(SCORES).format(skill=review.skill, luck=review.luck), fontsize=10)
        draw_turns(below, review, translate)
        label_moves(below, review, translate)


def draw_candidates(axes: Axes, review: Review, translate: Translate) -> None:
    """Draw how many candidates are left before the first move and after each move, on a logarithmic scale.

    The number after each move is written beside its point.
    """
    moves = review.moves
    columns = np.arange(len(moves))
    counts = [move.after for move in moves]
    # the number before the first move stands half a column left of it
    axes.plot([-0.5, *columns], [moves[0].before, *counts], marker="o", color=COLOURS[0])
    axes.set_yscale("log")
    axes.set_ylabel(translate(N_("codes left")))
    style: dict[str, Any] = {"xytext": (5, 5), "textcoords": "offset points", "color": FAINT, "fontsize": 8}
    for column, count in zip(columns, counts, strict=True):
        axes.annotate(write_count(count, translate), (column, count), **style)


def draw_turns(axes: Axes, review: Review, translate: Translate) -> None:
    """Draw two bars for each move: the turns it lost, and the turns that luck saved; bad luck has a bar downwards."""
    columns = np.arange(len(review.moves))
    losses = [move.loss for move in review.moves]
    luck = [move.luck for move in review.moves]
    # a column is 1 wide: the two bars stand left and right of its middle
    width = 0.38
    axes.bar(columns - 0.2, losses, width, color=COLOURS[1], label=translate(N_("lost against the best guess")))
    axes.bar(columns + 0.2, luck, width, color=COLOURS[2], label=translate(N_("saved by luck")))
    axes.axhline(0, color=FAINT, linewidth=0.8)
    axes.set_ylabel(translate(TURNS))
    axes.yaxis.set_major_formatter(lambda turns, _tick: write_decimal(f"{turns:.6g}", translate))
    axes.legend(fontsize=8)


def label_moves(axes: Axes, review: Review, translate: Translate) -> None:
    """Write the guess of each move under its column, with the marks below it: “(none)” if it got no mark."""
    labels = []
    for move in review.moves:
        marks = move.marks.text if move.marks.blacks or move.marks.whites else translate(NONE)
        labels.append(f"{move.guess}\n{marks}")
    axes.set_xticks(np.arange(len(labels)), labels, fontsize=8)


def write_decimal(number: str, translate: Translate) -> str:
    """Return a number with the decimal sign of the language, and the true minus sign."""
    return number.replace(".", translate(DECIMAL_SIGN)).replace("-", "\N{MINUS SIGN}")


def write_count(count: int, translate: Translate) -> str:
    """Return a number for the label of a point or a bar; empty for 0, which has no label."""
    return translate_and_fill("{count}", {"count": count}, translate) if count else ""
