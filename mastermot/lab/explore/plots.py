"""Pictures of runs. They need matplotlib, the extra `plot`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mastermot.errors import N_, Translate, translate_and_fill
from mastermot.game.advice.review import Review
from mastermot.game.advice.review_plots import COLOURS, FAINT, TURNS, open_plot, plot_review, write_count, write_decimal
from mastermot.lab.explore.reports import Comparison, Results, compare_runs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_BARS = 4  #: The most runs drawn as bars side by side; more runs are drawn as lines.
MAX_PANELS = 4  #: The most comparisons drawn.
MAX_TICKS = 12  #: From so many differences on, not every difference has its number on the axis.
DASHES = ("-", "--", ":", "-.")  #: The dashes of lines, as matplotlib writes them.
EQUAL_COLOUR = "#999999"  #: The colour of codes on which no run is faster.
LEGEND = N_("run: average, longest")
LABEL = N_("{name}: {average}, {longest}")
DIFFERENCE = N_("turns of run {first} minus those of run {second}")


def plot(value: Review | Results | Sequence[Results], path: str) -> None:
    """Draw a judged game (a `Review`), or the results of one run or of several, and write the picture to `path`."""
    if isinstance(value, Review):
        plot_review(value, path)
    else:
        plot_runs([value] if isinstance(value, Results) else value, path)


def plot_runs(reported: Sequence[Results], path: str, translate: Translate = N_) -> None:
    """Draw the turns of all runs, and below them how every two runs differ; write the picture to `path`.

    `translate` gives the words of the picture in a language; by default they stay English. Each comparison that
    `compare_runs` makes has a panel of differences, up to `MAX_PANELS` of them.
    """
    comparisons = compare_runs(reported)[:MAX_PANELS]
    rows = 1 + math.ceil(len(comparisons) / 2)  # the turns in the first row, then two comparisons in each row
    with open_plot(path, 7.2, 3.4 * rows) as figure:  # inches
        panels = figure.add_gridspec(rows, 2)
        draw_turns(figure.add_subplot(panels[0, :]), reported, translate)
        colours = {results.run.id: choose_colour(index) for index, results in enumerate(reported)}
        for index, comparison in enumerate(comparisons):
            row = 1 + index // 2
            column = index % 2
            panel = panels[1, :] if len(comparisons) == 1 else panels[row, column]  # a single one takes the whole row
            draw_differences(figure.add_subplot(panel), comparison, colours, translate)
        figure.align_ylabels()


def choose_colour(index: int) -> str:
    """Return the colour of the run with this index; after as many runs as there are colours, they come again."""
    return COLOURS[index % len(COLOURS)]


def choose_dashes(index: int) -> str:
    """Return the dashes of the line of the run with this index: other dashes each time that the colours come again."""
    times_colours_were_used = index // len(COLOURS)
    return DASHES[times_colours_were_used % len(DASHES)]


def draw_turns(axes: Axes, reported: Sequence[Results], translate: Translate) -> None:
    """Draw, for each run, the share of its games that take each number of turns, in per cent.

    - One or two runs are bars, and each bar has its number of codes above it.
    - Up to `MAX_BARS` runs are bars side by side, without numbers.
    - More runs are lines.

    A game given up is not drawn, but counts among the games. With several runs, each has its number before its name.
    """
    run_count = len(reported)
    longest = max((results.longest or 1 for results in reported), default=1)  # 1 for a run without a game won
    turns = range(1, longest + 1)
    for index, results in enumerate(reported):
        counts = [results.histogram.get(number, 0) for number in turns]
        game_count = max(len(results.games), 1)  # a run without games has counts of 0, and nothing to divide by
        shares = [100 * count / game_count for count in counts]
        colour = choose_colour(index)
        label = label_run(results, translate)
        if run_count > 1:
            label = f"{results.run.id}  {label}"
        if run_count > MAX_BARS:
            dashes = choose_dashes(index)
            axes.plot(turns, shares, dashes, marker="o", markersize=3, color=colour, label=label)
            continue
        # the bars of all runs for a number of turns stand side by side, the middle of them at this number; they take
        # 0.8 of the room up to the next number
        width = 0.8 / run_count
        bars_from_middle = index - (run_count - 1) / 2
        middles = np.array(turns) + bars_from_middle * width
        bars = axes.bar(middles, shares, 0.94 * width, color=colour, label=label)
        if run_count <= 2:
            numbers = [write_count(count, translate) for count in counts]
            axes.bar_label(bars, numbers, padding=2, fontsize=9 - run_count, color=FAINT)
    axes.set_xlabel(translate(TURNS))
    axes.set_ylabel(translate(N_("codes (%)")))
    axes.set_xticks(list(turns))
    axes.yaxis.set_major_formatter(lambda share, _tick: write_decimal(f"{share:.6g}", translate))
    axes.margins(y=0.12)
    axes.set_ylim(bottom=0)
    axes.legend(title=translate(LEGEND), title_fontsize=8, fontsize=8, loc="best", alignment="left")


def label_run(results: Results, translate: Translate) -> str:
    """Return the name of a run with its average and its longest game; without these, if no game was won."""
    if results.average is None:
        return results.name
    average = write_decimal(f"{results.average:.4f}", translate)
    return translate(LABEL).format(name=results.name, average=average, longest=results.longest)


def draw_differences(axes: Axes, comparison: Comparison, colours: Mapping[int, str], translate: Translate) -> None:
    """Draw how many codes have each difference in turns, in the colour of the faster run.

    A difference is below zero where the first run of the comparison is faster. The upper corners say on how many codes
    each run is faster: they have the names of the runs if the whole picture has only two, else their numbers. `colours`
    has the colour of each run of the whole picture, by its number (`Run.id`).
    """
    first = comparison.first
    second = comparison.second
    # how many codes have each difference; if both runs played no code in common, all bars have the height 0
    histogram: Mapping[int, int] = comparison.histogram or {0: 0}
    differences = range(min(-1, *histogram), max(1, *histogram) + 1)  # at least from -1 to 1
    counts = [histogram.get(difference, 0) for difference in differences]
    bar_colours = []
    for difference in differences:
        if difference < 0:
            bar_colours.append(colours[first.run.id])
        elif difference > 0:
            bar_colours.append(colours[second.run.id])
        else:
            bar_colours.append(EQUAL_COLOUR)
    bars = axes.bar(list(differences), counts, 0.8, color=bar_colours)
    axes.bar_label(bars, [write_count(count, translate) for count in counts], padding=2, fontsize=7, color=FAINT)

    step = 1 + len(differences) // MAX_TICKS
    ticks = [difference for difference in differences if difference % step == 0]
    axes.set_xticks(ticks, [write_difference(tick, translate) for tick in ticks])
    axes.set_xlabel(translate(DIFFERENCE).format(first=first.run.id, second=second.run.id))
    axes.set_ylabel(translate(N_("codes")))
    axes.margins(y=0.28)

    first_faster, second_faster = comparison.faster
    in_full = len(colours) == 2
    text_of_first = write_advantage(first, len(first_faster), translate, in_full=in_full)
    text_of_second = write_advantage(second, len(second_faster), translate, in_full=in_full)
    axes.text(0.02, 0.98, text_of_first, transform=axes.transAxes, ha="left", va="top", fontsize=8)
    axes.text(0.98, 0.98, text_of_second, transform=axes.transAxes, ha="right", va="top", fontsize=8)


def write_difference(difference: int, translate: Translate) -> str:
    """Return a difference in turns as the text below its bar: with a plus or a minus, unless it is 0."""
    text = "0" if difference == 0 else f"{difference:+d}"
    return write_decimal(text, translate)


def write_advantage(results: Results, count: int, translate: Translate, *, in_full: bool) -> str:
    """Return the text that a run is faster on `count` codes: with the run's name if `in_full`, else with its number."""
    name = results.name if in_full else translate(N_("run {number}")).format(number=results.run.id)
    return translate_and_fill(N_("{run}\nfaster on {count:codes}"), {"run": name, "count": count}, translate)
