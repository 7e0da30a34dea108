"""Pictures of runs. They need matplotlib, the extra `plot`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mastermot.errors import N_, Translate, fill
from mastermot.game.advice.review import Review
from mastermot.game.advice.review_plots import COLOURS, FAINT, TURNS, open_plot, plot_review, write_count, write_decimal
from mastermot.lab.explore.reports import Comparison, Results, compare_runs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_BARS = 4  #: Runs drawn as bars side by side; when they are more, as lines.
MAX_PANELS = 4  #: Comparisons drawn, at most.
LEGEND = N_("run: average, longest")
LABEL = N_("{name}: {average}, {longest}")
DIFFERENCE = N_("turns of run {first} minus those of run {second}")


def plot(value: Review | Results | Sequence[Results], path: str) -> None:
    """Draw a judged game, or runs side by side, and write the picture to `path`."""
    if isinstance(value, Review):
        plot_review(value, path)
    else:
        plot_runs([value] if isinstance(value, Results) else value, path)


def plot_runs(reported: Sequence[Results], path: str, translate: Translate = str) -> None:
    """Draw a histogram of the turns of each run and of the differences of every two, and write it to `path`."""
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
    """Draw, for each run, the share of its codes that take each number of turns."""
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
    first = comparison.first
    second = comparison.second
    histogram: Mapping[int, int] = comparison.histogram or {0: 0}
    differences = range(min(-1, *histogram), max(1, *histogram) + 1)
    counts = [histogram.get(difference, 0) for difference in differences]
    # a colour for each bar: those below 0, the one at 0, and those above it
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
