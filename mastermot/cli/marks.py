"""``mastermot marks``: the marks that a guess gets."""

from __future__ import annotations

import click

from mastermot.cli.localized import command, option
from mastermot.cli.output import print_json
from mastermot.errors import EXIT_USAGE, N_, LengthError, MastermotError, NotAWordError
from mastermot.locale import ngettext
from mastermot.rules import Marks, marks_json, rule_named
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
    guess, secret = folded(guess, "GUESS"), folded(secret, "SECRET")
    if len(guess) != len(secret):
        raise misused(LengthError(field="GUESS", word=guess, length=len(guess), expected=len(secret)))
    given = chosen.mark(guess, secret)
    if as_json:
        print_json(marks_json(chosen, guess, secret))
    else:
        click.echo(f"{given.text}  {in_words(given, counts_whites=rule != 'black')}")


def folded(word: str, argument: str) -> str:
    """Return the word that was given as this argument, folded. Raises `NotAWordError`, as a wrong use."""
    try:
        return fold(word)
    except NotAWordError as error:
        raise misused(error.at(field=argument)) from None


def misused(error: MastermotError) -> MastermotError:
    """Return an error of the command line itself, not of a file: its exit status is that of a wrong use."""
    error.exit_status = EXIT_USAGE
    return error


def in_words(given: Marks, counts_whites: bool) -> str:
    """Return the number of blacks, and of whites where the rule gives some, in words."""
    blacks = ngettext("{count} black", "{count} blacks", given.blacks).format(count=given.blacks)
    if not counts_whites:
        return blacks
    return f"{blacks}, " + ngettext("{count} white", "{count} whites", given.whites).format(count=given.whites)
