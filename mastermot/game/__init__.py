"""Mastermind with words or with colours, from either side of the table.

In the order in which they build on each other: `partitions` marks many codes at once and measures how a guess splits
them; `strategies` says what makes a split good; `positions` is a game under way; `codebreakers` look for the secret,
`codemakers` hold it, `game` lets them meet, and `duels` many times; `tokens` let the player carry the game of a
codemaker that keeps nothing. `sampling` builds codes that agree with a history when there are too many to list.

>>> from mastermot.rules.codes import ColourCodes
>>> from mastermot.game import make_codebreaker, play_game
>>> game = play_game(ColourCodes(4, 6), "BEEF", codebreaker=make_codebreaker("decodeur"))
>>> [(move.guess, move.marks.text) for move in game.moves]
[('ABCD', 'O'), ('EFAB', 'OOO'), ('BEEF', 'XXXX')]
"""

from typing import TYPE_CHECKING

from mastermot.lazy import export_lazily

if TYPE_CHECKING:
    from mastermot.game.codebreakers import PLAYERS, POOLS, Choice, Codebreaker, Plan, make_codebreaker, player_named
    from mastermot.game.codemakers import CODEMAKERS, Codemaker, Fickle, Honest, list_secrets, make_codemaker
    from mastermot.game.codemakers import random_secret as random_secret
    from mastermot.game.duels import Duel, Statistics, add_statistics, count_games, play_duel
    from mastermot.game.game import Game, GameUnderWay, Move, play, play_game
    from mastermot.game.partitions import Scores, Table
    from mastermot.game.positions import Position, Turn
    from mastermot.game.strategies import CRITERIA, STRATEGIES, View, strategy_named

_HOMES = {
    "mastermot.game.codebreakers": "PLAYERS POOLS Choice Codebreaker Plan make_codebreaker player_named",
    "mastermot.game.codemakers": "CODEMAKERS Codemaker Fickle Honest list_secrets make_codemaker random_secret",
    "mastermot.game.duels": "Duel Statistics add_statistics count_games play_duel",
    "mastermot.game.game": "Game GameUnderWay Move play play_game",
    "mastermot.game.partitions": "Scores Table",
    "mastermot.game.positions": "Position Turn",
    "mastermot.game.strategies": "CRITERIA STRATEGIES View strategy_named",
}
_MODULES = "advice book codebreakers codemakers duels errors game partitions players positions strategies tokens"
__getattr__, __dir__ = export_lazily(__name__, _HOMES, _MODULES)

__all__ = ["CODEMAKERS", "CRITERIA", "PLAYERS", "POOLS", "STRATEGIES", "Choice", "Codebreaker", "Codemaker", "Duel"]
__all__ += ["Fickle", "Game", "GameUnderWay", "Honest", "Move", "Plan", "Position", "Scores", "Statistics", "Table"]
__all__ += ["Turn", "View", "add_statistics", "count_games", "list_secrets", "make_codebreaker", "make_codemaker"]
__all__ += ["play", "play_duel", "play_game", "player_named", "random_secret", "strategy_named"]
