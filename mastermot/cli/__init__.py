"""The command ``mastermot``: one module a command, imported when it is called."""

from __future__ import annotations

import click

from mastermot import __version__
from mastermot.cli.group import Group
from mastermot.cli.options import Option
from mastermot.errors import N_

main = Group(
    "mastermot",
    help=N_("Solve, explain, play and study word-deduction puzzles: Master Mot and Mastermind."),
    aliases={"families": "cliques"},
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    commands_at={
        "solve": ("mastermot.cli.solve", N_("Find the word of a Master Mot puzzle.")),
        "play": ("mastermot.cli.play", N_("Let the machine find your secret.")),
        "guess": ("mastermot.cli.guess", N_("Find the machine's secret.")),
        "next": ("mastermot.cli.next", N_("Say what to play next.")),
        "review": ("mastermot.cli.review", N_("Judge a game move by move.")),
        "marks": ("mastermot.cli.marks", N_("Print the marks of a guess.")),
        "rank": ("mastermot.cli.rank", N_("Rank the best opening guesses.")),
        "duel": ("mastermot.cli.duel", N_("Let players meet over many games.")),
        "explore": ("mastermot.cli.explore", N_("Play every secret; keep, compare, plot.")),
        "optimal": ("mastermot.cli.optimal", N_("Find a provably optimal strategy.")),
        "tree": ("mastermot.cli.tree", N_("Replay a strategy tree.")),
        "static": ("mastermot.cli.static", N_("Find fixed guesses.")),
        "cliques": ("mastermot.cli.cliques", N_("List word families, such as RA?E.")),
        "ladder": ("mastermot.cli.ladder", N_("Find ladders: words one letter apart.")),
        "accelerate": ("mastermot.cli.accelerate", N_("Propose acceleration words.")),
        "compose": ("mastermot.cli.compose", N_("Compose puzzles with one solution.")),
        "daily": ("mastermot.cli.daily", N_("Print the puzzle of the day.")),
        "words": ("mastermot.cli.words", N_("List the dictionaries and their words.")),
        "serve": ("mastermot.cli.serve", N_("Serve the HTTP API and the page.")),
    },
)
click.version_option(__version__, prog_name="mastermot", cls=Option, help=N_("Show the version and exit."))(main)
