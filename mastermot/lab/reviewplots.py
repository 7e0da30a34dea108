"""The picture of a judged game: the codes left, the turns lost, the luck. It needs matplotlib, the extra `plot`."""

from collections.abc import Callable, Sequence

import numpy as np

from mastermot.errors import N_
from mastermot.game.advice.review import Review
from mastermot.lab.explore.plots import COLOURS, FAINT, open_plot, plot_runs, write_count, write_decimal
from mastermot.lab.explore.reports import Results

LEFT = N_("codes left")
GUESS_TURNS = N_("turns")
LOST = N_("lost against the best guess")
SAVED = N_("saved by luck")
NONE = N_("(none)")
SCORES = N_("skill {skill} of 99, luck {luck} of 99")


def plot_review(review: Review, path: str, translate: Callable[[str], str] = str) -> None:
    """Write the picture: codes left above, losses and luck below, a column a move. Raises what `open_plot` raises."""
    moves = review.moves
    with open_plot(path, max(4.5, 1.1 * len(moves) + 1.5), 5.2) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1, 1))
        places = np.arange(len(moves))
        counts = [move.after for move in moves]
        above.plot([-0.5, *places], [moves[0].before, *counts], marker="o", color=COLOURS[0])
        above.set_yscale("log")
        above.set_ylabel(translate(LEFT))
        style = {"xytext": (5, 5), "textcoords": "offset points", "color": FAINT, "fontsize": 8}
        for place, count in zip(places, counts, strict=True):
            above.annotate(write_count(count, translate), (place, count), **style)
        above.set_title(translate(SCORES).format(skill=review.skill, luck=review.luck), fontsize=10)
        losses, luck = [move.loss for move in moves], [move.luck for move in moves]
        below.bar(places - 0.2, losses, 0.38, color=COLOURS[1], label=translate(LOST))
        below.bar(places + 0.2, luck, 0.38, color=COLOURS[2], label=translate(SAVED))
        below.axhline(0, color=FAINT, linewidth=0.8)
        below.set_ylabel(translate(GUESS_TURNS))
        below.yaxis.set_major_formatter(lambda turns, _place: write_decimal(f"{turns:.6g}", translate))
        marks = [move.marks.text if move.marks.blacks or move.marks.whites else translate(NONE) for move in moves]
        labels = [f"{move.guess}\n{signs}" for move, signs in zip(moves, marks, strict=True)]
        below.set_xticks(places, labels, fontsize=8)
        below.legend(fontsize=8)


def plot(value: Review | Results | Sequence[Results], path: str) -> None:
    """Write the picture of a judged game, or of runs side by side. Raises what `open_plot` raises."""
    if isinstance(value, Review):
        plot_review(value, path)
    else:
        plot_runs([value] if isinstance(value, Results) else value, path)
