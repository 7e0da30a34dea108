"""``mastermot duel``: a codebreaker against a codemaker, over many games."""

from typing import Any

import click

from mastermot.cli.game_options import (
    accel_option,
    describe_codes,
    describe_player,
    open_player,
    remark_default,
    start_engine,
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
from mastermot.engine import Engine
from mastermot.game.codebreakers import PLAYERS
from mastermot.game.codemakers import CODEMAKERS
from mastermot.game.duels import Duel, Statistics, add_statistics, play_duel
from mastermot.game.game import DEFAULT_TURNS
from mastermot.operations.errors import refuse_beside
from mastermot.operations.game_setup import name_dictionary
from mastermot.operations.player_choice import PlayerRequest, list_players
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
    draws_secrets = codemaker == "honest" and not every  # if so, --seed has an effect even if the player draws nothing
    codes, rule, codebreaker = open_player(request, accel, tree, draws_secrets=draws_secrets)
    remark_default(request, codes)
    pairing = Duel(codes, rule, codebreaker, codemaker, every=every, seed=request.seed, most_turns=turns)
    tell_remarks()  # printed only here: from now on the request cannot be refused
    with start_engine(jobs, scheduler) as engine:
        result = play_games(pairing, len(codes) if every else games, engine)
    document = make_document(pairing, result)
    print_result(document, lambda: print_statistics(result, pairing))


def play_games(pairing: Duel, total: int, engine: Engine) -> Statistics:
    """Play `total` games while a bar shows the progress, and return their figures.

    On Ctrl-C, a message says how many games were over, and the command ends.
    """
    tallies = list[Statistics]()

    def describe() -> str:
        return _("Interrupted after {done} of {total:games}.", done=add_statistics(tallies).games, total=total)

    with interruptible(describe), progress(_("games"), total) as advance:
        for tally in play_duel(pairing, total, engine):
            tallies.append(tally)
            advance(tally.games)
    return add_statistics(tallies)


def make_document(pairing: Duel, result: Statistics) -> dict[str, Any]:
    """Return the object of ``--json``: who played, how, with which codes, and the figures.

    The name of the dictionary is added if the codes have one.
    """
    plan = pairing.codebreaker.plan
    document = {
        "codebreaker": plan.player,
        "strategy": plan.strategy,
        "pool": plan.pool,
        "codemaker": pairing.codemaker,
        "rule": pairing.rule.name,
        "codes": pairing.codes.name,
        "seed": pairing.seed,
        **result.as_json(),
    }
    if (dictionary := name_dictionary(pairing.codes)) is not None:
        document["dictionary"] = dictionary
    return document


def describe_sides(pairing: Duel) -> str:
    """Return who plays against whom: ``best (strategy entropy, …) against honest; rule black-white; 4 holes, …``."""
    names = {
        "player": pairing.codebreaker.plan.player,
        "how": describe_player(pairing.codebreaker, pairing.start),
        "codemaker": pairing.codemaker,
        "rule": pairing.rule.name,
        "codes": describe_codes(pairing.codes),
    }
    return _("{player} ({how}) against {codemaker}; rule {rule}; {codes}", **names)


def print_statistics(result: Statistics, pairing: Duel) -> None:
    """Print the result of a duel for a reader.

    First comes who played against whom, then a table of the figures, then how many games took each number of turns, and
    last how many games were lost. Only the games won count for the figures of turns: if some games were won and others
    lost, a note says so.
    """
    click.echo(describe_sides(pairing))
    if result.won and result.lost:
        note(_("The average, the deviation and the longest game count only the games that were won."))
    titles = (_("games"), _("won"), _("lost"), _("average turns"), _("deviation"), _("longest"))
    average = write_average(result, is_exact=pairing.every)
    print_table(titles, [(result.games, result.won, result.lost, average, result.deviation, result.longest)])
    if result.won:
        click.echo("\n".join((_("turns, games:"), *draw_bars(result.histogram))))
    if result.lost:
        limit = plural("{count} turn", "{count} turns", pairing.most_turns)
        lost = plural("{count} game lost after {limit}", "{count} games lost after {limit}", result.lost, limit=limit)
        click.echo(lost)


def write_average(result: Statistics, *, is_exact: bool) -> str:
    """Return the average turns of the games won, with their standard error: ``4.478 ± 0.0211``.

    The standard error is left out if the average `is_exact`, which it is if every secret was played, or if fewer than
    two games were won. If no game was won, the average is a dash.
    """
    average = write_cell(result.average)
    if result.error is None or is_exact:
        return average
    return f"{average} ± {write_number(result.error, 4)}"
