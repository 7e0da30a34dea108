"""``mastermot duel``: a codebreaker against a codemaker, over many games."""

import click

from mastermot.cli.game_options import (
    accel_option,
    describe_codes,
    describe_player,
    open_player,
    start_engine,
    tell_default,
    tree_option,
)
from mastermot.cli.options import alphabet_option, engine_options, json_option, list_given_options, request_options
from mastermot.cli.output import (
    draw_bars,
    interruptible,
    note,
    print_result,
    print_table,
    progress,
    tell_remarks,
    write_cell,
)
from mastermot.cli.types import Name, Number
from mastermot.game.codebreakers import PLAYERS
from mastermot.game.codemakers import CODEMAKERS
from mastermot.game.duels import Duel, Statistics, add_statistics, play_duel
from mastermot.game.game import DEFAULT_TURNS
from mastermot.operations.errors import refuse_beside
from mastermot.operations.game_advice import PlayerRequest, list_players
from mastermot.operations.game_setup import name_dictionary
from mastermot.texts import N_, _, plural, write_number


@click.command(
    help=N_("Play many games between a codebreaker and a codemaker, and count the results."),
    epilog="mastermot duel --holes 4 --colours 6 --player knuth --games 100\n"
    "mastermot duel --length 4 --codemaker fickle --games 10",
)
@request_options(PlayerRequest)
@click.option(
    "--codebreaker",
    "--player",
    "player",
    type=Name(lambda: PLAYERS, list_players),
    default="best",
    help=N_("Who looks for the secret: the name of a player or of a strategy."),
)
@click.option(
    "--codemaker",
    type=Name(completed=lambda: CODEMAKERS),
    default="honest",
    help=N_("Who holds the secret: honest keeps it, fickle may change it."),
)
@accel_option
@tree_option
@click.option("--games", type=Number(1, 1_000_000), default=1000, help=N_("The number of games to play."))
@click.option("--every", is_flag=True, help=N_("Play every secret once instead of --games at random."))
@click.option(
    "--turns", type=Number(1), default=DEFAULT_TURNS, help=N_("The number of turns after which a game is lost.")
)
@engine_options
@alphabet_option
@json_option
def duel(
    request: PlayerRequest,
    codemaker: str,
    accel: str | None,
    tree: str | None,
    games: int,
    every: bool,
    turns: int,
    jobs: int | None,
    scheduler: str | None,
) -> None:
    if every and codemaker != "honest":
        raise click.UsageError(_("--every plays every secret, so it needs the codemaker honest."))
    refuse_beside("every", ["games"], list_given_options())
    draws_secrets = codemaker == "honest" and not every
    codes, rule, breaker = open_player(request, accel, tree, draws_secrets=draws_secrets)
    tell_default(request, codes)
    pairing = Duel(codes, rule, breaker, codemaker, every=every, seed=request.seed, most_turns=turns)
    tell_remarks()
    total = len(codes) if every else games
    tallies = list[Statistics]()
    plan = breaker.plan
    with (
        start_engine(jobs, scheduler) as engine,
        interruptible(
            lambda: _("Interrupted after {done} of {total} games.", done=add_statistics(tallies).games, total=total)
        ),
        progress(_("games"), total) as advance,
    ):
        for tally in play_duel(pairing, total, engine):
            tallies.append(tally)
            advance(tally.games)
    result = add_statistics(tallies)
    who = {"codebreaker": plan.player, "strategy": plan.strategy, "pool": plan.pool, "codemaker": codemaker}
    names = {"player": plan.player, "codemaker": codemaker, "rule": rule.name, "codes": describe_codes(codes)}
    how = describe_player(breaker, pairing.start)
    sides = _("{player} ({how}) against {codemaker}; rule {rule}; {codes}", how=how, **names)
    document = {**who, "rule": rule.name, "codes": codes.name, "seed": request.seed, **result.as_json()}
    if (dictionary := name_dictionary(codes)) is not None:
        document["dictionary"] = dictionary
    print_result(document, lambda: print_statistics(result, sides, turns, every=every))


def print_statistics(result: Statistics, sides: str, turns: int, *, every: bool) -> None:
    """Print who met (`sides`), a table of the figures, and how many games took each number of turns.

    Where `every` secret was played once, the average is exact: no standard error follows it.
    """
    click.echo(sides)
    average = write_cell(result.average)
    if result.error is not None and not every:
        average += f" ± {write_number(result.error, 4)}"
    titles = (_("games"), _("won"), _("lost"), _("average turns"), _("deviation"), _("longest"))
    if result.won and result.lost:
        note(_("The average, the deviation and the longest game count only the games that were won."))
    print_table(titles, [(result.games, result.won, result.lost, average, result.deviation, result.longest)])
    if result.won:
        click.echo("\n".join((_("turns, games:"), *draw_bars(result.histogram))))
    if lost := result.lost:
        limit = plural("{count} turn", "{count} turns", turns)
        click.echo(plural("{count} game lost after {limit}", "{count} games lost after {limit}", lost, limit=limit))
