"""Pictures of runs, and of judged games. They need matplotlib, the extra `plot`, loaded only here."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermot.errors import DECIMAL_SIGN, N_, Translate, fill
from mastermot.game.advice.review import Review
from mastermot.lab.explore.errors import PlotFormatError, PlotLibraryError
from mastermot.lab.explore.reports import Comparison, Results, compare_runs
from mastermot.words.files import open_replacement

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg")
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""Colours that everyone can tell apart (M. Okabe and K. Ito), those of most contrast first."""
FAINT = "#444444"
MAX_BARS = 4  #: Runs drawn as bars side by side; when they are more, as lines.
MAX_PANELS = 4  #: Comparisons drawn, at most.
TURNS = N_("turns")
LEGEND = N_("run: average, longest")
LABEL = N_("{name}: {average}, {longest}")
DIFFERENCE = N_("turns of run {first} less those of run {second}")
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
    """Return how a file's name ends, its format; raise `PlotFormatError` or `PlotLibraryError` if there is none."""
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise PlotFormatError(source=path, format=ending, known=FORMATS)
    if importlib.util.find_spec("matplotlib") is None:
        raise PlotLibraryError()
    return ending


@contextmanager
def open_plot(path: str, width: float, height: float) -> Iterator[Figure]:
    """Hand out an empty figure, and write it once it is drawn: the same bytes each time. Raises as `check_plot`."""
    ending = check_plot(path)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"backend": "agg", **_STYLE}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        with open_replacement(Path(path)) as file:
            figure.savefig(file, format=ending[1:], dpi=200, metadata={"Date": None} if ending == ".svg" else {})


def plot(value: Review | Results | Sequence[Results], path: str) -> None:
    """Write the picture of a judged game, or of runs side by side. Raises what `open_plot` raises."""
    if isinstance(value, Review):
        plot_review(value, path)
    else:
        plot_runs([value] if isinstance(value, Results) else value, path)


def plot_runs(reported: Sequence[Results], path: str, translate: Translate = str) -> None:
    """Write the histogram of the turns of each run, and of the differences of every two, as `open_plot` does."""
    compared = compare_runs(reported)[:MAX_PANELS]
    rows = 1 + (len(compared) + 1) // 2
    with open_plot(path, 7.2, 3.4 * rows) as figure:
        panels = figure.add_gridspec(rows, 2)
        draw_turns(figure.add_subplot(panels[0, :]), reported, translate)
        colours = {results.run.id: COLOURS[place % len(COLOURS)] for place, results in enumerate(reported)}
        for place, comparison in enumerate(compared):
            cell = panels[1, :] if len(compared) == 1 else panels[1 + place // 2, place % 2]
            draw_differences(figure.add_subplot(cell), comparison, colours, translate)
        figure.align_ylabels()


def draw_turns(axes: Axes, reported: Sequence[Results], translate: Translate) -> None:
    """Draw the share of the codes that take each number of turns, run by run."""
    turns = range(1, max((results.longest or 1 for results in reported), default=1) + 1)
    for place, results in enumerate(reported):
        shares = [100 * results.histogram.get(number, 0) / max(len(results.games), 1) for number in turns]
        colour = COLOURS[place % len(COLOURS)]
        label = results.name
        if results.average is not None:
            average = write_decimal(f"{results.average:.4f}", translate)
            label = translate(LABEL).format(name=label, average=average, longest=results.longest)
        if len(reported) > 1:
            label = f"{results.run.id}  {label}"
        if len(reported) <= MAX_BARS:
            width = 0.8 / len(reported)
            middles = np.array(turns) + (place - (len(reported) - 1) / 2) * width
            bars = axes.bar(middles, shares, 0.94 * width, color=colour, label=label)
            if len(reported) <= 2:
                counts = [write_count(results.histogram.get(number, 0), translate) for number in turns]
                axes.bar_label(bars, counts, padding=2, fontsize=9 - len(reported), color=FAINT)
        else:
            dashes = ("-", "--", ":", "-.")[place // len(COLOURS) % 4]
            axes.plot(turns, shares, dashes, marker="o", markersize=3, color=colour, label=label)
    axes.set_xlabel(translate(TURNS))
    axes.set_ylabel(translate(N_("codes (%)")))
    axes.set_xticks(list(turns))
    axes.yaxis.set_major_formatter(lambda share, _place: write_decimal(f"{share:.6g}", translate))
    axes.margins(y=0.12)
    axes.set_ylim(bottom=0)
    axes.legend(title=translate(LEGEND), title_fontsize=8, fontsize=8, loc="best", alignment="left")


def draw_differences(axes: Axes, comparison: Comparison, colours: Mapping[int, str], translate: Translate) -> None:
    """Draw how many codes have each difference in turns, in the colour of the faster run."""
    first, second = comparison.first, comparison.second
    histogram: Mapping[int, int] = comparison.histogram or {0: 0}
    differences = range(min(-1, *histogram), max(1, *histogram) + 1)
    counts = [histogram.get(difference, 0) for difference in differences]
    paints = [colours[first.run.id]] * -differences[0] + ["#999999"] + [colours[second.run.id]] * differences[-1]
    bars = axes.bar(list(differences), counts, 0.8, color=paints)
    axes.bar_label(bars, [write_count(count, translate) for count in counts], padding=2, fontsize=7, color=FAINT)
    ticks = [difference for difference in differences if difference % (1 + len(differences) // 12) == 0]
    axes.set_xticks(ticks, [write_decimal(f"{tick:+d}" if tick else "0", translate) for tick in ticks])
    axes.set_xlabel(translate(DIFFERENCE).format(first=first.run.id, second=second.run.id))
    axes.set_ylabel(translate(N_("codes")))
    axes.margins(y=0.28)
    sides = (("left", 0.02, first), ("right", 0.98, second))
    for (side, place, run), pairs in zip(sides, comparison.faster, strict=True):
        name = run.name if len(colours) == 2 else translate(N_("run {number}")).format(number=run.run.id)
        text = fill(N_("{run}\nfaster on {count} codes"), {"run": name, "count": len(pairs)}, translate)
        axes.text(place, 0.98, text, transform=axes.transAxes, ha=side, va="top", fontsize=8)


def plot_review(review: Review, path: str, translate: Translate = str) -> None:
    """Write the picture: codes left above, losses and luck below, a column a move. Raises what `open_plot` raises."""
    moves = review.moves
    with open_plot(path, max(4.5, 1.1 * len(moves) + 1.5), 5.2) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1, 1))
        places = np.arange(len(moves))
        counts = [move.after for move in moves]
        above.plot([-0.5, *places], [moves[0].before, *counts], marker="o", color=COLOURS[0])
        above.set_yscale("log")
        above.set_ylabel(translate(N_("codes left")))
        style = {"xytext": (5, 5), "textcoords": "offset points", "color": FAINT, "fontsize": 8}
        for place, count in zip(places, counts, strict=True):
            above.annotate(write_count(count, translate), (place, count), **style)
        above.set_title(translate(SCORES).format(skill=review.skill, luck=review.luck), fontsize=10)
        losses, luck = [move.loss for move in moves], [move.luck for move in moves]
        below.bar(places - 0.2, losses, 0.38, color=COLOURS[1], label=translate(N_("lost against the best guess")))
        below.bar(places + 0.2, luck, 0.38, color=COLOURS[2], label=translate(N_("saved by luck")))
        below.axhline(0, color=FAINT, linewidth=0.8)
        below.set_ylabel(translate(TURNS))
        below.yaxis.set_major_formatter(lambda turns, _place: write_decimal(f"{turns:.6g}", translate))
        marks = [move.marks.text if move.marks.blacks or move.marks.whites else translate(NONE) for move in moves]
        labels = [f"{move.guess}\n{signs}" for move, signs in zip(moves, marks, strict=True)]
        below.set_xticks(places, labels, fontsize=8)
        below.legend(fontsize=8)


def write_decimal(number: str, translate: Translate) -> str:
    """Return a number with the decimal sign of the language, and the true minus sign."""
    return number.replace(".", translate(DECIMAL_SIGN)).replace("-", "\N{MINUS SIGN}")


def write_count(count: int, translate: Translate) -> str:
    return fill("{count}", {"count": count}, translate) if count else ""
