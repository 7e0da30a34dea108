"""The games of a person, kept on request in a file of their own: a line of JSON a game.

Games of the same codes and rule are counted together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mastermot.cli.output import bars
from mastermot.errors import N_, MastermotError
from mastermot.files import FileMissingError, add_to_file, decode, read_bytes
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.wording.numbers import write_number

LARGEST_FILE = 64 << 20
"""Bytes of a file of games that are read at most."""


class StatisticsError(MastermotError):
    """A line of a file of games that is not a game."""

    code = "statistics"
    message = N_("this is not a game that was kept")
    advice = N_("Give a file that --stats made, or the name of a new one.")


class Kept(NamedTuple):
    """A game that was kept."""

    codes: str
    rule: str
    turns: int
    won: bool
    hints: int


def read_games(path: Path) -> list[Kept]:
    """Return the games of a file, none when there is no file. Raises `StatisticsError` and what reading raises."""
    try:
        text = decode(read_bytes(path, LARGEST_FILE), str(path))
    except FileMissingError:
        return []
    games = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            game = Kept(**entry)
            if [type(value) for value in game] != [str, str, int, bool, int] or game.turns < 0:
                raise TypeError
            games.append(game)
        except (ValueError, TypeError, RecursionError):
            raise StatisticsError(source=str(path), line=number, text=line) from None
    return games


def keep_game(path: Path, game: Kept) -> None:
    """Add a game to a file. Raises `FileUnwritableError`."""
    add_to_file(path, (json.dumps(game._asdict(), ensure_ascii=False) + "\n").encode())


def describe_games(games: list[Kept], last: Kept, codes: str) -> Iterator[str]:
    """Yield the statistics of the games like the last one: games, wins, streaks, and how many turns they took.

    `codes` says in words what they were played with.
    """
    alike = [game for game in games if (game.codes, game.rule) == (last.codes, last.rule)]
    won = sum(game.won for game in alike)
    current = longest = 0
    for game in alike:
        current = current + 1 if game.won else 0
        longest = max(longest, current)
    text = _("{codes}, rule {rule}: {games}, {won} ({share} %); current streak {current}, best {longest}")
    yield text.format(
        codes=codes,
        rule=last.rule,
        games=ngettext("{count} game", "{count} games", len(alike)).format(count=write_number(len(alike))),
        won=ngettext("{count} won", "{count} won", won).format(count=write_number(won)),
        share=write_number(round(100 * won / len(alike))),
        current=write_number(current),
        longest=write_number(longest),
    )
    turns = [game.turns for game in alike if game.won]
    yield from bars({number: turns.count(number) for number in range(1, max(turns, default=0) + 1)})
