"""The command ``mastermot``: one module a command, imported when it is called."""

import click

from mastermot import __version__
from mastermot.cli.group import LANGUAGE, Group
from mastermot.errors import N_

main = Group(
    "mastermot",
    help=N_("Solve, explain, play and study word-deduction puzzles: Master Mot and Mastermind."),
    params=[LANGUAGE],
    context_settings={"help_option_names": ["-h", "--help"]},
)
click.version_option(__version__, prog_name="mastermot", help=N_("Show the version and exit."))(main)
