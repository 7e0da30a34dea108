"""``mastermot marks``: the marks that a guess gets."""

from __future__ import annotations

import click

from mastermot.cli.errors import EXIT_USAGE
from mastermot.cli.localized import Failure, argument, command, option
from mastermot.cli.output import print_json
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.operations.requests import MarksRequest
from mastermot.operations.solving import mark_guess
from mastermot.rules import LengthError, Marks, Rule, rule_named
from mastermot.wording.numbers import write_marks
from mastermot.words import WordError, fold


@command("marks", help=N_("Print the marks that GUESS gets when the secret is SECRET."))
@argument("guess")
@argument("secret")
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
    guess, secret = fold_argument(guess, _("GUESS")), fold_argument(secret, _("SECRET"))
    if len(guess) != len(secret):
        error = LengthError(source=_("GUESS"), word=guess, length=len(guess), expected=len(secret))
        raise Failure(error, EXIT_USAGE)
    given = mark_guess(MarksRequest(guess=guess, secret=secret, rule=chosen.name))
    if as_json:
        print_json(given)
    else:
        click.echo(f"{write_marks(given.marks)}  {count_marks(given.marks, chosen)}")


def fold_argument(word: str, argument: str) -> str:
    """Return the word that was given as this argument, folded; anything else is a wrong use of the command."""
    try:
        return fold(word)
    except WordError as error:
        raise Failure(error.at(source=argument), EXIT_USAGE) from None


def count_marks(given: Marks, rule: Rule) -> str:
    """Return the number of blacks, and of whites where the rule gives some, in words."""
    blacks = ngettext("{count} black", "{count} blacks", given.blacks).format(count=given.blacks)
    if not rule.gives_whites:
        return blacks
    return f"{blacks}, " + ngettext("{count} white", "{count} whites", given.whites).format(count=given.whites)
