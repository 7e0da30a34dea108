"""``mastermot marks``: the marks that a guess gets."""

from __future__ import annotations

import click

from mastermot.cli.localized import command, option
from mastermot.cli.output import print_json
from mastermot.errors import N_
from mastermot.locale import ngettext
from mastermot.rules import Marks, rule_named
from mastermot.words import fold


@command("marks", help=N_("Print the marks that GUESS gets when the secret is SECRET."))
@click.argument("guess")
@click.argument("secret")
@option(
    "--rule",
    default="black",
    show_default=True,
    metavar="RULE",
    help=N_("How marks are given: black, black-white, positional or membership."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def marks(guess: str, secret: str, rule: str, as_json: bool) -> None:
    chosen = rule_named(rule)
    guess, secret = fold(guess), fold(secret)
    given = chosen.mark(guess, secret)
    if as_json:
        print_json(
            {
                "rule": chosen.name,
                "guess": guess,
                "secret": secret,
                "marks": given.text,
                "blacks": given.blacks,
                "whites": given.whites,
            }
        )
    else:
        click.echo(f"{given.text}  {in_words(given, counts_whites=rule != 'black')}")


def in_words(given: Marks, counts_whites: bool) -> str:
    """Return the number of blacks, and of whites where the rule gives some, in words."""
    blacks = ngettext("{count} black", "{count} blacks", given.blacks).format(count=given.blacks)
    if not counts_whites:
        return blacks
    return f"{blacks}, " + ngettext("{count} white", "{count} whites", given.whites).format(count=given.whites)
