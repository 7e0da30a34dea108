from mastermot.game.codebreakers import PLAYERS, Choice, Codebreaker, Plan, make_codebreaker, player_named
from mastermot.game.codemakers import CODEMAKERS, Codemaker, Fickle, Honest, list_secrets, make_codemaker, random_secret
from mastermot.game.duels import Duel, Statistics, add_statistics, count_games, play_duel
from mastermot.game.game import Game, GameUnderWay, Move, play, play_game
from mastermot.game.partitions import Scores, Table
from mastermot.game.players import POOLS
from mastermot.game.positions import Position, Turn
from mastermot.game.strategies import CRITERIA, STRATEGIES, View, strategy_named

__all__ = ["CODEMAKERS", "CRITERIA", "PLAYERS", "POOLS", "STRATEGIES", "Choice", "Codebreaker", "Codemaker", "Duel"]
__all__ += ["Fickle", "Game", "GameUnderWay", "Honest", "Move", "Plan", "Position", "Scores", "Statistics", "Table"]
__all__ += ["Turn", "View", "add_statistics", "count_games", "list_secrets", "make_codebreaker", "make_codemaker"]
__all__ += ["play", "play_duel", "play_game", "player_named", "random_secret", "strategy_named"]
