"""The command ``mastermot``: one module a command, imported when it is called."""

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
    about={
        "solve": N_("Find the word of a Master Mot puzzle."),
        "play": N_("Let the machine find your secret."),
        "guess": N_("Find the machine's secret."),
        "next": N_("Say what to play next."),
        "review": N_("Judge a game move by move."),
        "marks": N_("Print the marks of a guess."),
        "rank": N_("Rank the best opening guesses."),
        "duel": N_("Let players meet over many games."),
        "explore": N_("Play every secret; keep, compare, plot."),
        "optimal": N_("Find a provably optimal strategy."),
        "tree": N_("Replay a strategy tree."),
        "static": N_("Find fixed guesses."),
        "cliques": N_("List word families, such as RA?E."),
        "ladder": N_("Find ladders: words one letter apart."),
        "accelerate": N_("Propose acceleration words."),
        "compose": N_("Compose puzzles with one solution."),
        "daily": N_("Print the puzzle of the day."),
        "words": N_("List the dictionaries and their words."),
        "serve": N_("Serve the HTTP API and the page."),
        "site": N_("Write the page as a folder of plain files."),
    },
)
click.version_option(__version__, prog_name="mastermot", cls=Option, help=N_("Show the version and exit."))(main)
