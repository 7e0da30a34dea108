"""The options that several commands share: which codes, which rule, which player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import click

from mastermot.cli.localized import option
from mastermot.cli.output import note
from mastermot.codes import MAX_HOLES, Codes, WordCodes, choose_codes
from mastermot.errors import N_, MastermotError
from mastermot.families.accelerators import of_length, read_accelerators
from mastermot.files import FileMissingError, data_folder
from mastermot.locale import gettext as _
from mastermot.locale import in_use
from mastermot.play.codebreakers import Codebreaker, make_codebreaker
from mastermot.rules import Rule, rule_named
from mastermot.words import LONGEST, SHORTEST

DEFAULT_DICTIONARIES = {"en": "en-common", "fr": "fr-common"}
DEFAULT_LENGTH = 5
"""What a game is played with when nothing is asked for, by the reader's language."""


def code_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which codes are played with; `chosen_codes` reads them."""
    for add in reversed(
        [
            option("--words", metavar="NAME|PATH", help=N_("Play with the words of a dictionary or of a file.")),
            option("--length", type=click.IntRange(SHORTEST, LONGEST), help=N_("Length of the words.")),
            option("--holes", type=click.IntRange(1, MAX_HOLES), help=N_("Play with colours: number of holes.")),
            option("--colours", "--colors", type=click.IntRange(2, 26), help=N_("Number of colours, A, B, C…")),
            option("--no-repeats", is_flag=True, help=N_("Each colour at most once (bulls and cows).")),
            option("--empty", is_flag=True, help=N_("Holes may be left empty, written as a point.")),
            option("--digits", is_flag=True, help=N_("Write the colours as digits from 0, ten at most.")),
        ]
    ):
        function = add(function)
    return function


def chosen_codes(
    words: str | None,
    length: int | None,
    holes: int | None,
    colours: int | None,
    no_repeats: bool,
    empty: bool,
    digits: bool,
) -> Codes:
    """Return the codes that the options of `code_options` ask for. Raises what `choose_codes` raises."""
    return choose_codes(words, length, holes, colours, repeats=not no_repeats, empty=empty, digits=digits)


def usual_codes() -> WordCodes:
    """Return the words of a game for which none are asked for, of the reader's language; say what else there is."""
    codes = WordCodes(DEFAULT_DICTIONARIES[in_use()], DEFAULT_LENGTH)
    text = _(
        "A game with words of {length} letters ({name}). Also: --length 6, --words NAME, or colours: --holes 4 "
        "--colours 6."
    )
    note(text.format(length=codes.length, name=codes.dictionary.name))
    return codes


def rule_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--rule``, `black-white` when it is not given."""
    decorated: Callable[..., Any] = option(
        "--rule",
        default="black-white",
        show_default=True,
        callback=lambda ctx, parameter, value: rule_named(value),
        metavar="RULE",
        help=N_("How marks are given: black, black-white, positional or membership."),
    )(function)
    return decorated


def player_option(*names: str) -> Callable[[Any], Any]:
    """Return the decorator that adds the option of these names, which says who looks for the secret."""
    return option(
        *names,
        "player",
        default="best",
        show_default=True,
        metavar="NAME",
        help=N_("Who looks for the secret: best, decodeur, knuth, jourde, consistent, random, or a strategy's name."),
    )


def player_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how a player plays; `chosen_player` reads them."""
    for add in reversed(
        [
            option(
                "--strategy",
                metavar="NAME",
                help=N_("How it picks a guess: entropy, minimax, expected, parts, first, random or average."),
            ),
            option("--pool", metavar="NAME", help=N_("Which guesses it chooses from: consistent, accelerated or all.")),
            option("--accel", metavar="FILE", help=N_("Acceleration words, one on each line.")),
            option("--sample", type=click.IntRange(min=2), help=N_("How many candidates are scored, at most.")),
            option("--seed", type=int, default=0, show_default=True, help=N_("Seed of all that is left to chance.")),
        ]
    ):
        function = add(function)
    return function


def tree_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--tree``, a strategy tree that is played instead of a player; `tree_player` reads it."""
    decorated: Callable[..., Any] = option(
        "--tree", "tree", metavar="FILE", help=N_("Play this strategy tree, which mastermot optimal wrote.")
    )(function)
    return decorated


def tree_player(codes: Codes, rule: Rule, path: str) -> Codebreaker:
    """Return the player of a tree's file. Raises what `read_tree` raises: the tree must be for these codes."""
    from mastermot.optimal import TreePlayer, read_tree

    return TreePlayer(read_tree(path, codes, rule))


def read_accel(file: str, length: int) -> tuple[str, ...]:
    """Return the words of an acceleration file, or of the shipped one of that name when there is no such file."""
    try:
        return of_length(read_accelerators(file), length, file)
    except FileMissingError:
        name = PurePath(file).name
        shipped = data_folder("accel") / name
        if file not in (name, f"accel/{name}") or not shipped.is_file():
            raise
        note(_("There is no file {file} here: using the shipped file of that name.").format(file=file))
        return of_length(read_accelerators(shipped), length, file)


def chosen_player(
    codes: Codes,
    player: str,
    strategy: str | None,
    pool: str | None,
    accel: str | None,
    sample: int | None,
    seed: int,
    wider: tuple[str, ...] = (),
) -> Codebreaker:
    """Return the player that the options of `player_options` ask for; it may play the words `wider` too."""
    if accel is None and pool == "accelerated":
        raise click.UsageError(_("--pool accelerated needs acceleration words: give --accel FILE."))
    if accel is not None and pool == "consistent":
        raise click.UsageError(_("--pool consistent plays no acceleration word: leave out --pool or --accel."))
    words = read_accel(accel, codes.length) if accel is not None else ()
    for word in words:
        try:
            codes.fold(word)
        except MastermotError as error:
            raise error.at(source=accel or "") from None
    return make_codebreaker(
        player,
        codes=codes,
        strategy=strategy,
        pool=pool,
        accelerators=(*words, *wider),
        sample=sample,
        seed=seed,
    )
