"""``mastermot marks``: the marks that a guess gets."""

from __future__ import annotations

from collections.abc import Callable

import click

from mastermot.ask.solving import MarksRequest, mark_guess
from mastermot.cli.errors import EXIT_USAGE, Failure, describe
from mastermot.cli.options import argument, command, options_of
from mastermot.cli.output import print_result
from mastermot.errors import N_
from mastermot.rules import LengthDiffersError, rule_named
from mastermot.say.languages import gettext as _
from mastermot.say.numbers import plural, write_marks
from mastermot.words.folding import WordError, fold, fold_code, read_alphabet

OPTIONS = options_of(MarksRequest)


@command(
    N_("Print the marks that GUESS gets when the secret is SECRET."),
    "marks coupe coude --rule positional",
    "marks AABB ABCD --rule black-white",
)
def marks(
    guess: str = argument(),
    secret: str = argument(),
    rule_name: str = OPTIONS["rule"]._replace(names=("--rule",)),
    letters: str = OPTIONS["alphabet"]._replace(names=("--alphabet",)),
) -> None:
    rule, alphabet = rule_named(rule_name), read_alphabet(letters) if letters else None
    words = (guess, _("GUESS")), (secret, _("SECRET"))
    guess, secret = (fold_argument(word, name, alphabet=alphabet) for word, name in words)
    if guess.isdigit() != secret.isdigit():
        guess, secret = (fold_argument(word, name, fold, alphabet) for word, name in words)
    if len(guess) != len(secret):
        error = LengthDiffersError(source=_("GUESS"), word=guess, length=len(guess), expected=len(secret))
        raise Failure(describe(error), EXIT_USAGE)
    given = mark_guess(MarksRequest(guess=guess, secret=secret, rule=rule.name, alphabet=alphabet or ""))
    counted = plural("{count} black", "{count} blacks", given.blacks)
    if rule.gives_whites:
        counted += ", " + plural("{count} white", "{count} whites", given.whites)
    print_result(given, lambda: click.echo(f"{write_marks(given.marks)}  {counted}"))


def fold_argument(
    word: str, argument: str, read: Callable[[str, str | None], str] = fold_code, alphabet: str | None = None
) -> str:
    """Return what was given as this argument, folded; anything else is a wrong use of the command."""
    try:
        return read(word, alphabet)
    except WordError as error:
        raise Failure(describe(error.at(source=argument)), EXIT_USAGE) from None
