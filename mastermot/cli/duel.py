"""``mastermot duel``: a codebreaker against a codemaker, over many games."""

from __future__ import annotations

from typing import Any

import click

from mastermot.cli.choices import (
    chosen_codes,
    chosen_player,
    code_options,
    player_option,
    player_options,
    rule_option,
    tree_option,
    tree_player,
)
from mastermot.cli.engines import chosen_engine, engine_options, interruptible
from mastermot.cli.games import describe_codes, describe_player
from mastermot.cli.localized import command, option
from mastermot.cli.output import bars, print_json, print_table
from mastermot.cli.progress import progress
from mastermot.engine import Engine
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.play.duels import Duel, Statistics, add_statistics, play_duel
from mastermot.play.game import DEFAULT_TURNS
from mastermot.play.positions import Position
from mastermot.rules import Rule
from mastermot.wording.numbers import write_number


@command("duel", help=N_("Let a codebreaker and a codemaker meet over many games, and count."))
@code_options
@rule_option
@player_option("--codebreaker", "--player")
@player_options
@tree_option
@option("--codemaker", default="honest", show_default=True, metavar="NAME", help=N_("Who holds it: honest or fickle."))
@option(
    "--games", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help=N_("How many games are played.")
)
@option("--every", is_flag=True, help=N_("Play every secret once instead of --games at random."))
@option(
    "--turns",
    type=click.IntRange(min=1),
    default=DEFAULT_TURNS,
    show_default=True,
    help=N_("Turns after which a game is lost."),
)
@engine_options
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
@click.pass_context
def duel(
    ctx: click.Context,
    /,
    rule: Rule,
    player: str,
    codemaker: str,
    games: int,
    every: bool,
    turns: int,
    seed: int,
    jobs: int,
    scheduler: str | None,
    as_json: bool,
    strategy: str | None,
    pool: str | None,
    accel: str | None,
    sample: int | None,
    tree: str | None,
    **choice: Any,
) -> None:
    codes = chosen_codes(**choice)
    breaker = (
        chosen_player(codes, player, strategy, pool, accel, sample, seed)
        if tree is None
        else tree_player(codes, rule, tree)
    )
    player = breaker.plan.player
    if every and codemaker != "honest":
        raise click.UsageError(_("--every plays every secret: it needs the codemaker honest."))
    pairing = Duel(codes, rule, breaker, codemaker, every=every, seed=seed, most_turns=turns)
    with chosen_engine(jobs, scheduler) as engine:
        result = play_games(ctx, pairing, len(codes) if every else games, engine)
    if as_json:
        plan = breaker.plan
        who = {"codebreaker": player, "strategy": plan.strategy, "pool": plan.pool, "codemaker": codemaker}
        print_json({**who, "rule": rule.name, "codes": codes.name, "seed": seed, **result.as_json()})
    else:
        how = describe_player(breaker, Position(codes, rule))
        sides = _("{player} ({how}) against {codemaker}; rule {rule}; {codes}")
        click.echo(
            sides.format(player=player, how=how, codemaker=codemaker, rule=rule.name, codes=describe_codes(codes)),
        )
        print_statistics(result, turns, every=every)


def play_games(ctx: click.Context, duel: Duel, games: int, engine: Engine) -> Statistics:
    """Return the statistics of the games of a duel, with a bar on a terminal; Ctrl-C ends the command."""
    parts: list[Statistics] = []

    def describe() -> str:
        done = add_statistics(parts).games
        text = _("Interrupted after {done} of {total} games.")
        return text.format(done=write_number(done), total=write_number(games))

    with interruptible(ctx, describe), progress(_("games"), games) as advance:
        for part in play_duel(duel, games, engine):
            parts.append(part)
            advance(part.games)
    return add_statistics(parts)


def print_statistics(result: Statistics, turns: int, *, every: bool) -> None:
    """Print averages, with the error of those of games at random, and the histogram of turns; `turns` are the most."""
    average = "-" if result.average is None else write_number(result.average, 4)
    if result.error is not None and not every:
        average += f" ± {write_number(result.error, 4)}"
    longest = "-" if result.longest is None else result.longest
    deviation = "-" if result.deviation is None else write_number(result.deviation, 4)
    titles = (_("games"), _("won"), _("lost"), _("average turns"), _("deviation"), _("longest"))
    print_table(titles, [(result.games, result.won, result.lost, average, deviation, longest)])
    if result.won:
        click.echo(_("turns, games:"))
    for line in bars(result.histogram):
        click.echo(line)
    if result.lost:
        lost = ngettext("{count} game lost after {turns} turns", "{count} games lost after {turns} turns", result.lost)
        click.echo(lost.format(count=write_number(result.lost), turns=write_number(turns)))
