"""Mastermind with words or with colours, from either side of the table.

In the order in which they build on each other: `partitions` marks many codes at once and measures how a guess splits
them; `criteria` says what makes a split good, `strategies` picks a guess by it; `positions` is a game under way;
`codebreakers` look for the secret, `codemakers` hold it, `game` lets them meet, and `duels` many times; `seals` let the
player carry the game of a codemaker that keeps nothing.
`partial` builds the codes that agree with a history when there are too many to list, `conflicts` finds the answers
that cannot hold together.

>>> from mastermot.codes import ColourCodes
>>> from mastermot.play import make_codebreaker, play_game
>>> game = play_game(ColourCodes(4, 6), "BEEF", codebreaker=make_codebreaker("decodeur"))
>>> [(move.guess, move.marks.text) for move in game.moves]
[('ABCD', 'O'), ('EFAB', 'OOO'), ('BEEF', 'XXXX')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermot.lazy import export_lazily

if TYPE_CHECKING:
    from mastermot.play.codebreakers import (
        PLAYERS,
        POOLS,
        Choice,
        Codebreaker,
        Plan,
        make_codebreaker,
        player_named,
        player_names,
        pool_names,
    )
    from mastermot.play.codemakers import (
        CODEMAKERS,
        Codemaker,
        Fickle,
        Honest,
        codemaker_names,
        list_secrets,
        make_codemaker,
        random_secret,
    )
    from mastermot.play.criteria import CRITERIA
    from mastermot.play.duels import Duel, Statistics, add_statistics, count_games, play_duel
    from mastermot.play.game import Game, GameUnderWay, Move, play, play_game
    from mastermot.play.partitions import Scores, Table
    from mastermot.play.positions import Position, Turn
    from mastermot.play.seals import Seal
    from mastermot.play.strategies import STRATEGIES, View, strategy_named, strategy_names

_HOMES = {
    **dict.fromkeys(
        (
            "PLAYERS",
            "POOLS",
            "Choice",
            "Codebreaker",
            "Plan",
            "make_codebreaker",
            "player_named",
            "player_names",
            "pool_names",
        ),
        "mastermot.play.codebreakers",
    ),
    **dict.fromkeys(
        (
            "CODEMAKERS",
            "Codemaker",
            "Fickle",
            "Honest",
            "codemaker_names",
            "list_secrets",
            "make_codemaker",
            "random_secret",
        ),
        "mastermot.play.codemakers",
    ),
    "CRITERIA": "mastermot.play.criteria",
    **dict.fromkeys(("Duel", "Statistics", "add_statistics", "count_games", "play_duel"), "mastermot.play.duels"),
    **dict.fromkeys(("Game", "GameUnderWay", "Move", "play", "play_game"), "mastermot.play.game"),
    **dict.fromkeys(("Scores", "Table"), "mastermot.play.partitions"),
    **dict.fromkeys(("Position", "Turn"), "mastermot.play.positions"),
    "Seal": "mastermot.play.seals",
    **dict.fromkeys(("STRATEGIES", "View", "strategy_named", "strategy_names"), "mastermot.play.strategies"),
}
__getattr__, __dir__ = export_lazily(__name__, _HOMES)

__all__ = [
    "CODEMAKERS",
    "CRITERIA",
    "PLAYERS",
    "POOLS",
    "STRATEGIES",
    "Choice",
    "Codebreaker",
    "Codemaker",
    "Duel",
    "Fickle",
    "Game",
    "GameUnderWay",
    "Honest",
    "Move",
    "Plan",
    "Position",
    "Scores",
    "Seal",
    "Statistics",
    "Table",
    "Turn",
    "View",
    "add_statistics",
    "codemaker_names",
    "count_games",
    "list_secrets",
    "make_codebreaker",
    "make_codemaker",
    "play",
    "play_duel",
    "play_game",
    "player_named",
    "player_names",
    "pool_names",
    "random_secret",
    "strategy_named",
    "strategy_names",
]
