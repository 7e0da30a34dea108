"""The command ``mastermot``: one module a command, imported when it is called."""

import click

from mastermot import __version__
from mastermot.cli.group import Group
from mastermot.cli.options import Option
from mastermot.errors import N_

main = Group(
    "mastermot",
    help=N_("Solve, explain, play and study word-deduction puzzles: Master Mot and Mastermind."),
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
click.version_option(__version__, prog_name="mastermot", cls=Option, help=N_("Show the version and exit."))(main)
