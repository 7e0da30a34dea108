"""``mastermot marks``: the marks that a guess gets."""

import click

from mastermot.cli.options import json_option, list_given_options, request_options
from mastermot.cli.output import print_result
from mastermot.operations.marks import MarksRequest, mark_guess, refuse_alphabet_of_digits
from mastermot.rules import rule_named
from mastermot.texts import N_, count_marks, write_marks


@click.command(
    help=N_("Print the marks that GUESS gets when the secret is SECRET."),
    epilog="mastermot marks coupe coude --rule positional\nmastermot marks AABB ABCD --rule black-white",
)
@request_options(MarksRequest)
@click.argument("guess")
@click.argument("secret")
@json_option
def marks(request: MarksRequest) -> None:
    given = mark_guess(request)
    # --alphabet says what the letters are: with codes of digits it has no effect
    refuse_alphabet_of_digits(given.guess, given.secret, is_given="alphabet" in list_given_options())
    counted = count_marks(given.marks, rule_named(request.rule))
    print_result(given, lambda: click.echo(f"{write_marks(given.marks)}  {counted}"))
