"""``mastermot daily``: the puzzle of the day, or the game of the day, the same on every machine."""

from datetime import date

import click

from mastermot.cli.options import (
    alphabet_option,
    dictionary_option,
    field_options,
    json_option,
    list_given_options,
    naming_options,
)
from mastermot.cli.output import print_result
from mastermot.cli.types import LENGTH, read_date
from mastermot.errors import N_
from mastermot.operations.errors import refuse_beside, refuse_without
from mastermot.operations.puzzles import DailyGameRequest, DailyRequest, get_daily, get_daily_game
from mastermot.puzzle.compose.daily import DAILY_LENGTH
from mastermot.texts import _
from mastermot.words.dictionaries import Dictionary


@click.command(
    help=N_("Print the puzzle of the day, the same for everyone, or the puzzle of another day."),
    epilog="mastermot daily --date 2026-01-01\nmastermot daily | mastermot solve -",
)
@click.option("--date", "day", type=read_date, metavar="YYYY-MM-DD", help=N_("The day; by default, today."))
@field_options(DailyRequest, "level")
@dictionary_option(
    "--words",
    help=N_("The dictionary of the clues or, with --game, of the guesses; by default, that of your language."),
)
@click.option(
    "--game", is_flag=True, help=N_("Print the game of the day instead: a secret word, the same for everyone.")
)
@click.option("--length", type=LENGTH, help=N_("The number of letters in the secret of the game."))
@alphabet_option
@json_option
@naming_options()
def daily(day: date | None, level: int, words: Dictionary | str | None, game: bool, length: int | None) -> None:
    day = day or date.today()
    refuse_beside("game", ["level"], list_given_options())
    refuse_without("game", ["length"], list_given_options())
    if game:
        daily_game = get_daily_game(DailyGameRequest(date=day, length=length or DAILY_LENGTH, words=words))
        given_letter = daily_game.secret[0] if daily_game.first else ""  # `first`: the first letter is given
        pattern = given_letter.ljust(daily_game.length, ".")  # a dot for each letter that is not given
        title = _("# game of {date}: {word}", date=daily_game.date, word=pattern)
        print_result(daily_game, lambda: click.echo(title))
        return
    daily_puzzle = get_daily(DailyRequest(date=day, level=level, words=words))
    title = _("# puzzle of {date}, level {level} of 5", date=daily_puzzle.date, level=daily_puzzle.level)
    clues = [f"{clue.spelling} {clue.marks}" for clue in daily_puzzle.puzzles[0].clues]
    print_result(daily_puzzle, lambda: click.echo("\n".join((title, *clues))))
