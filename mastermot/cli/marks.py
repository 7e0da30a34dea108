"""``mastermot marks``: the marks that a guess gets."""

import click

from mastermot.ask.solving import MarksRequest, mark_guess
from mastermot.cli.options import command
from mastermot.cli.output import print_result
from mastermot.rules import rule_named
from mastermot.say import N_, count_marks, write_marks


@command(
    N_("Print the marks that GUESS gets when the secret is SECRET."),
    "marks coupe coude --rule positional",
    "marks AABB ABCD --rule black-white",
)
def marks(asked: MarksRequest) -> None:
    given = mark_guess(asked)
    counted = count_marks(given.marks, rule_named(asked.rule))
    print_result(given, lambda: click.echo(f"{write_marks(given.marks)}  {counted}"))
