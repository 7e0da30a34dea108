"""The options that say where a game stands: turns on the command line, known letters, a wider list of guesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from mastermot.advice.histories import PatternCodes, list_known, read_history
from mastermot.cli.choices import chosen_codes
from mastermot.cli.errors import EXIT_USAGE
from mastermot.cli.localized import Failure, option
from mastermot.codes import Codes, WordCodes
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_, Fault, MastermotError
from mastermot.locale import gettext as _
from mastermot.play.positions import Position
from mastermot.rules import Rule


def guesses_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--guesses``; `known_guesses` reads it."""
    decorated: Callable[..., Any] = option(
        "--guesses",
        metavar="NAME|PATH",
        help=N_("Words of this list may be guessed too, though they are never the secret."),
    )(function)
    return decorated


def hard_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--hard``."""
    decorated: Callable[..., Any] = option(
        "--hard", is_flag=True, help=N_("Hard mode: every guess must use what the marks so far have shown.")
    )(function)
    return decorated


def starts_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--starts``; `known_codes` reads it."""
    decorated: Callable[..., Any] = option(
        "--starts", metavar="LETTERS", help=N_("Letters given at the start: the first (c), or a pattern (c..d.).")
    )(function)
    return decorated


def known_codes(starts: str | None, **choice: Any) -> Codes:
    """Return the codes that the options ask for, only those like ``--starts`` where it is given."""
    codes = chosen_codes(**choice)
    if starts is None:
        return codes
    if not isinstance(codes, WordCodes):
        raise click.UsageError(_("--starts is for words, not for colours."))
    return PatternCodes(codes.dictionary, codes.length, starts)


def known_guesses(codes: Codes, guesses: str | None) -> tuple[str, ...]:
    """Return the words that may have been guessed beside the codes: of ``--guesses``, and those unlike ``--starts``."""
    return list_known(codes, None if guesses is None else open_dictionary(guesses))


def position_after(turns: Sequence[str], codes: Codes, rule: Rule, known: Sequence[str] = ()) -> Position:
    """Return the position after the turns on the command line; what is wrong with one is a wrong use of the command."""
    try:
        return read_history(turns, Position(codes, rule), frozenset(known))
    except MastermotError as error:
        if error.fault is Fault.INPUT:
            raise Failure(error, EXIT_USAGE) from None
        raise
