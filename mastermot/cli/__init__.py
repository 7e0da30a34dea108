"""The command ``mastermot``: one module a command, imported when it is called."""

from __future__ import annotations

import click

from mastermot import __version__
from mastermot.cli.localized import Group
from mastermot.errors import N_

main = Group(
    "mastermot",
    help=N_("Solve, explain, play and study word-deduction puzzles: Master Mot and Mastermind."),
    context_settings={"help_option_names": ["-h", "--help"]},
    modules={
        "solve": "mastermot.cli.solve",
        "compose": "mastermot.cli.compose",
        "marks": "mastermot.cli.marks",
        "play": "mastermot.cli.play",
        "guess": "mastermot.cli.guess",
        "rank": "mastermot.cli.rank",
        "duel": "mastermot.cli.duel",
        "cliques": "mastermot.cli.cliques",
        "accelerate": "mastermot.cli.accelerate",
        "words": "mastermot.cli.words",
        "serve": "mastermot.cli.serve",
    },
)
click.version_option(__version__, prog_name="mastermot")(main)
