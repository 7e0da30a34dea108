"""Games, their transcripts, and the statistics of duels against a plain recount."""

from __future__ import annotations

import pytest

from mastermot.codes import ColourCodes, ListedCodes
from mastermot.play.codebreakers import Codebreaker, make_codebreaker
from mastermot.play.codemakers import Codemaker, Fickle, Honest, make_codemaker
from mastermot.play.game import Memory, Statistics, duel, play, statistics
from mastermot.play.positions import Position
from mastermot.rules import BLACK_WHITE, POSITIONAL, mark


def test_transcript() -> None:
    """The JSON of a game has the shape of the contract."""
    codes = ListedCodes(["RAIE", "RAYE", "RADE"])
    game = play(Position(codes, BLACK_WHITE), make_codebreaker("first").choose, Honest("RAYE"), 12)
    assert game.as_json() == {
        "turns": 2,
        "won": True,
        "secret": "RAYE",
        "moves": [
            {"guess": "RAIE", "marks": "XXX", "blacks": 3, "whites": 0, "candidates": 3},
            {"guess": "RAYE", "marks": "XXXX", "blacks": 4, "whites": 0, "candidates": 2},
        ],
    }


def test_a_game_can_be_lost() -> None:
    codes = ColourCodes(3, 4)
    game = play(Position(codes, POSITIONAL), make_codebreaker("first").choose, Honest("DDD"), 2)
    assert not game.won
    assert len(game.moves) == 2
    assert game.as_json()["secret"] == "DDD"


@pytest.mark.parametrize("name", ["random", "consistent", "knuth", "best", "decodeur"])
@pytest.mark.parametrize("codemaker", ["honest", "fickle"])
def test_duel_against_a_recount(name: str, codemaker: str) -> None:
    """Every game is honest, and the statistics are those of its games counted by hand; the seed reproduces them all."""
    codes, games, limit = ColourCodes(3, 4), 25, 9

    def breaker(seed: int) -> Codebreaker:
        return make_codebreaker(name, colours=True, seed=seed)

    def makers() -> list[Codemaker]:
        return [make_codemaker(codemaker, codes, f"4:{number}") for number in range(games)]

    played = list(duel(codes, BLACK_WHITE, breaker, makers(), 4, limit))
    assert played == list(duel(codes, BLACK_WHITE, breaker, makers(), 4, limit))
    for game in played:
        assert game.secret is not None
        assert all(mark(move.guess, game.secret, BLACK_WHITE) == move.marks for move in game.moves)
        assert game.won == (game.moves[-1].guess == game.secret)
        assert len(game.moves) <= limit
    won = [len(game.moves) for game in played if game.won]
    result = statistics(played)
    assert (result.games, result.won, result.lost) == (games, len(won), games - len(won))
    assert result.total == sum(won)
    assert result.average == (sum(won) / len(won) if won else None)
    assert result.longest == (max(won) if won else None)
    assert result.histogram == {turns: won.count(turns) for turns in won}


def test_statistics_json() -> None:
    assert Statistics(4, {5: 1, 3: 2}, 1).as_json() == {
        "games": 4,
        "won": 3,
        "lost": 1,
        "total": 11,
        "average": 11 / 3,
        "longest": 5,
        "histogram": {"3": 2, "5": 1},
    }
    assert Statistics(1, {}, 1).as_json()["average"] is None


def test_chance_differs_from_game_to_game() -> None:
    codes = ColourCodes(4, 6)
    makers = [Honest("ABCD") for _ in range(10)]
    games = list(duel(codes, BLACK_WHITE, lambda seed: make_codebreaker("consistent", seed=seed), makers, 1))
    assert len({game.moves[0].guess for game in games}) > 5


def test_memory_thinks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    player = make_codebreaker("knuth")
    thoughts: list[Position] = []
    original = player.choose
    monkeypatch.setattr(player, "choose", lambda here: thoughts.append(here) or original(here))
    memory, start = Memory(player), Position(ColourCodes(4, 6), BLACK_WHITE)
    assert play(start, memory, Honest("FEED"), 12) == play(start, memory, Honest("FEED"), 12)
    assert len({here.history for here in thoughts}) == len(thoughts)
    monkeypatch.setattr(Memory, "MOST", 0)
    assert play(start, Memory(player), Fickle(), 12).won
