"""``mastermot daily``: the puzzle of the day, or the game of the day, the same on every machine."""

from datetime import date

import click

from mastermot.ask.solving import DailyGameRequest, DailyRequest, get_daily, get_daily_game, read_day
from mastermot.cli.options import LENGTH, LIST, command, option, options_of
from mastermot.cli.output import print_result
from mastermot.errors import N_, printable
from mastermot.puzzle.compose.daily import DAILY_LENGTH
from mastermot.say import _


def read_date(text: str) -> object:
    if (day := read_day(text)) is None:
        form = _("YYYY-MM-DD")
        raise click.BadParameter(_("“{text}” is not a day written {form}.", text=printable(text), form=form))
    return day


@command(
    N_("Print the puzzle of the day: the same everywhere; or that of any other day."),
    "daily --date 2026-01-01",
    "daily | mastermot solve -",
)
def daily(
    day: date | None = option(N_("The day; today without it."), "--date", read=read_date, metavar="YYYY-MM-DD"),
    level: int = options_of(DailyRequest)["level"],
    words: str | None = option(
        N_("The dictionary of the clues, fr-common without it; of the guesses of a game, fr."), metavar=LIST
    ),
    game: bool = option(N_("Print the game of the day instead: a secret, the same everywhere.")),
    length: int | None = option(N_("The letters of the game’s secret."), type=LENGTH),
) -> None:
    day = day or date.today()
    if game:
        secret = get_daily_game(DailyGameRequest(date=day, length=length or DAILY_LENGTH, words=words or "fr"))
        shown = secret.secret[0].ljust(secret.length, ".") if secret.first else "." * secret.length
        title = _("# game of {date}: {word}", date=secret.date, word=shown)
        print_result(secret, lambda: click.echo(title))
        return
    if length is not None:
        raise click.UsageError(_("--length is about a game: use it with --game."))
    daily = get_daily(DailyRequest(date=day, level=level, words=words or "fr-common"))
    title = _("# puzzle of {date}, level {level} of 5", date=daily.date, level=daily.level)
    clues = (f"{clue.spelling} {clue.marks}" for clue in daily.puzzles[0].clues)
    print_result(daily, lambda: click.echo("\n".join((title, *clues))))
