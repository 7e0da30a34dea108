"""``mastermot duel``: a codebreaker against a codemaker, over many games."""

from typing import Annotated

import click

from mastermot.ask.requests import Help, Names
from mastermot.cli.games import EngineRequest, PlayerOrTreeRequest, describe_codes, describe_player
from mastermot.cli.options import Number, command, option
from mastermot.cli.output import draw_bars, interruptible, note, print_result, print_table, progress, write_cell
from mastermot.game.codebreakers import PLAYERS
from mastermot.game.codemakers import CODEMAKERS
from mastermot.game.duels import Duel, Statistics, add_statistics, play_duel
from mastermot.game.game import DEFAULT_TURNS
from mastermot.game.strategies import STRATEGIES
from mastermot.say import N_, _, plural, write_number


class DuelRequest(PlayerOrTreeRequest):
    """How the codebreaker plays."""

    player: Annotated[
        str,
        Names(PLAYERS, STRATEGIES),
        Help("Who looks for the secret, a player or a strategy by name.", "--codebreaker", "--player"),
    ] = "best"
    codemaker: Annotated[
        str, Names(CODEMAKERS, listed=False), Help("Who holds the secret: honest keeps it, fickle may change it.")
    ] = "honest"


@command(
    N_("Let a codebreaker and a codemaker meet over many games, and count."),
    "duel --holes 4 --colours 6 --player knuth --games 100",
    "duel --length 4 --codemaker fickle --games 10",
)
def duel(
    *,
    asked: DuelRequest,
    games: int = option(N_("How many games are played."), type=Number(1, 1_000_000), default=1000),
    every: bool = option(N_("Play every secret once instead of --games at random.")),
    turns: int = option(N_("Turns after which a game is lost."), type=Number(1), default=DEFAULT_TURNS),
    engines: EngineRequest,
) -> None:
    codes, rule, breaker = asked.open()
    if every and asked.codemaker != "honest":
        raise click.UsageError(_("--every plays every secret: it needs the codemaker honest."))
    pairing = Duel(codes, rule, breaker, asked.codemaker, every=every, seed=asked.seed, most_turns=turns)
    total, parts, plan = len(codes) if every else games, list[Statistics](), breaker.plan
    with (
        engines.open() as engine,
        interruptible(
            lambda: _("Interrupted after {done} of {total} games.", done=add_statistics(parts).games, total=total)
        ),
        progress(_("games"), total) as advance,
    ):
        for part in play_duel(pairing, total, engine):
            parts.append(part)
            advance(part.games)
    result = add_statistics(parts)
    who = {"codebreaker": plan.player, "strategy": plan.strategy, "pool": plan.pool, "codemaker": asked.codemaker}
    names = {"player": plan.player, "codemaker": asked.codemaker, "rule": rule.name, "codes": describe_codes(codes)}
    how = describe_player(breaker, pairing.start)
    sides = _("{player} ({how}) against {codemaker}; rule {rule}; {codes}", how=how, **names)
    document = {**who, "rule": rule.name, "codes": codes.name, "seed": asked.seed, **result.as_json()}
    print_result(document, lambda: print_statistics(result, sides, turns, every=every))


def print_statistics(result: Statistics, sides: str, turns: int, *, every: bool) -> None:
    click.echo(sides)
    average = write_cell(result.average)
    if result.error is not None and not every:
        average += f" ± {write_number(result.error, 4)}"
    titles = (_("games"), _("won"), _("lost"), _("average turns"), _("deviation"), _("longest"))
    if result.won and result.lost:
        note(_("The average, the deviation and the longest are those of the games that were won."))
    print_table(titles, [(result.games, result.won, result.lost, average, result.deviation, result.longest)])
    if result.won:
        click.echo("\n".join((_("turns, games:"), *draw_bars(result.histogram))))
    if lost := result.lost:
        click.echo(
            plural("{count} game lost after {turns} turns", "{count} games lost after {turns} turns", lost, turns=turns)
        )
