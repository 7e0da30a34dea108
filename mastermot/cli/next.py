"""``mastermot next``: what to play, for a game so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from mastermot.advice.histories import list_guesses
from mastermot.advice.suggestions import Advice, Suggestion, advise
from mastermot.advice.weights import advise_weighted
from mastermot.cli.choices import chosen_player, code_options, player_option, player_options, rule_option
from mastermot.cli.games import count_codes_left
from mastermot.cli.histories import (
    guesses_option,
    hard_option,
    known_codes,
    known_guesses,
    position_after,
    starts_option,
)
from mastermot.cli.localized import argument, command, option
from mastermot.cli.output import note, print_json, print_table, wrapped
from mastermot.cli.progress import progress
from mastermot.codes import Codes
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.play.codebreakers import Codebreaker
from mastermot.play.positions import Position
from mastermot.rules import Rule
from mastermot.wording.numbers import write_estimate, write_number
from mastermot.wording.phrases import capitalize


@command(
    "next",
    help=N_(
        "Say what to play next: the codes left after the turns so far (GUESS=MARKS, such as RAIES=O), and the best "
        "guesses."
    ),
)
@argument("turns", metavar="[GUESS=MARKS]...", nargs=-1)
@code_options
@rule_option
@starts_option
@guesses_option
@hard_option
@option("--weighted", is_flag=True, help=N_("Weigh the words by how often they are used, as the shipped lists know."))
@option("--top", type=click.IntRange(1, 1000), default=5, show_default=True, help=N_("How many guesses."))
@player_option("--player")
@player_options
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def next(  # noqa: A001 - the name of the command
    turns: tuple[str, ...],
    rule: Rule,
    starts: str | None,
    guesses: str | None,
    hard: bool,
    weighted: bool,
    top: int,
    player: str,
    strategy: str | None,
    pool: str | None,
    accel: str | None,
    sample: int | None,
    seed: int,
    as_json: bool,
    **choice: Any,
) -> None:
    codes = known_codes(starts, **choice)
    known = known_guesses(codes, guesses)
    wider = list_guesses(codes, known, hard)
    codebreaker = chosen_player(codes, player, strategy, pool, accel, sample, seed, wider)
    codebreaker.check_game(codes, rule)
    if weighted and (strategy is not None or player != "best"):
        raise click.UsageError(_("--weighted has its own way to rank guesses: leave out --player and --strategy."))
    position = position_after(turns, codes, rule, (*known, *codebreaker.plan.accelerators))
    if not position.history:
        codebreaker.check_work(codes)
    advice = advise_with_progress(position, codebreaker, advise_weighted if weighted else advise, top, hard)
    if as_json:
        print_json(advice)
    else:
        print_advice(advice, codes)


def advise_with_progress(
    position: Position, codebreaker: Codebreaker, advisor: Callable[..., Advice], top: int, hard: bool
) -> Advice:
    """Return the advice, with a bar on a terminal when it takes time."""
    listed = position.codes.enumerable
    with progress(_("guesses"), (listed and codebreaker.count_guesses(position)) or None) as step:
        if listed:
            position.table.on_scored = step
        return advisor(position, codebreaker, top=top, hard=hard)


def print_advice(advice: Advice, codes: Codes) -> None:
    """Print how many codes are left, which when they are few, and a table of guesses."""
    click.echo(capitalize(count_codes_left(codes, advice.candidates, advice.error)))
    if advice.list:
        words = [codes.display(code) for code in advice.list]
        if advice.chances:
            words = [f"{word} {describe_chance(one)}" for word, one in zip(words, advice.chances, strict=True)]
        click.echo(wrapped((word.replace(" ", "\u00a0") for word in words), "  "))
    estimated = advice.error > 0 or (not codes.enumerable and advice.candidates == codes.count)
    rows = [describe_row(one, codes, estimated=estimated) for one in advice.guesses]
    if advice.best is not None and not any(one.turns == advice.best.turns for one in advice.guesses):
        rows.append(describe_row(advice.best, codes))
    last = _("can be it") if advice.guesses[0].chance is None else _("chance")
    titles = (_("guess"), _("entropy"), _("largest"), _("expected"), _("parts"), _("turns"), last)
    print_table(titles, rows)
    if advice.best is not None:
        turns = write_number(advice.best.turns or 0, 4)
        note(
            _("Fewest turns expected: {turns}, with {guess}.").format(
                turns=turns, guess=codes.display(advice.best.guess)
            )
        )


def describe_row(one: Suggestion, codes: Codes, *, estimated: bool = False) -> tuple[object, ...]:
    """Return a guess as a row of the table, with its turns: exact ones, or those estimated where words are weighed.

    Sizes of classes that are `estimated` from a sample are rounded.
    """
    turns = one.turns if one.estimate is None else one.estimate
    return (
        codes.display(one.guess),
        write_number(one.entropy, 4),
        write_estimate(one.largest, one.largest // 20 + 1) if estimated else one.largest,
        write_estimate(round(one.expected), round(one.expected) // 20 + 1)
        if estimated
        else write_number(one.expected, 4),
        one.parts,
        "-" if turns is None else write_number(turns, 4),
        (_("yes") if one.candidate else _("no")) if one.chance is None else describe_chance(one.chance),
    )


def describe_chance(chance: float) -> str:
    """Return a chance as a percentage."""
    return _("{number} %").format(number=write_number(100 * chance, 1 if chance < 0.1 else 0))
