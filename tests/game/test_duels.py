"""Duels: the statistics against a plain recount, the same on any engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mastermot import (
    BLACK_WHITE,
    ColourCodes,
    Duel,
    ListedCodes,
    Position,
    Statistics,
    add_statistics,
    count_games,
    make_codebreaker,
    mark,
    play_duel,
)
from mastermot.engine.processes import ProcessEngine
from mastermot.game import Fickle, Honest, play
from tests.support import later


@pytest.mark.parametrize("name", ["random", "consistent", "knuth", "best", "decodeur"])
@pytest.mark.parametrize("codemaker", ["honest", "fickle"])
def test_a_duel_against_a_recount(name: str, codemaker: str) -> None:
    """Every game is honest, and the statistics are those of its games counted by hand; the seed reproduces them all."""
    codes, games, limit = ColourCodes(3, 4), 25, 9

    def duel() -> Duel:
        player = make_codebreaker(name, codes=codes, seed=4)
        return Duel(codes, BLACK_WHITE, player, codemaker, seed=4, most_turns=limit)

    played = [duel().play(number) for number in range(games)]
    again = duel()
    assert [again.play(number) for number in reversed(range(games))] == played[::-1]
    for game in played:
        assert game.secret is not None
        assert all(mark(move.guess, game.secret, BLACK_WHITE) == move.marks for move in game.moves)
        assert game.won == (game.moves[-1].guess == game.secret)
        assert len(game.moves) <= limit
    won = [len(game.moves) for game in played if game.won]
    result = count_games(played)
    assert (result.games, result.won, result.lost) == (games, len(won), games - len(won))
    assert result.total == sum(won)
    assert result.average == (sum(won) / len(won) if won else None)
    assert result.longest == (max(won) if won else None)
    assert result.histogram == {turns: won.count(turns) for turns in won}
    assert add_statistics(play_duel(duel(), games)) == replace(result, histogram=dict(sorted(result.histogram.items())))


@pytest.mark.parametrize("name", ["random", later("decodeur")])
def test_any_number_of_processes_gives_the_same_statistics(name: str) -> None:
    codes = ListedCodes(["RAIE", "RAYE", "RADE", "PARE", "PART", "GARS"])
    player = make_codebreaker(name, accelerators=("XYZR",))
    duel = Duel(codes, BLACK_WHITE, player, seed=2)
    alone = add_statistics(play_duel(duel, 110))
    with ProcessEngine(2) as engine:
        engine.patience = 0
        parts = list(play_duel(duel, 110, engine, seconds=0))
    assert len(parts) > 2
    assert add_statistics(parts) == alone


def test_every_secret_is_met_once() -> None:
    codes = ColourCodes(3, 4)
    duel = Duel(codes, BLACK_WHITE, make_codebreaker("first"), every=True, most_turns=100)
    assert [duel.play(number).secret for number in range(len(codes))] == list(codes.texts)


def test_statistics_as_json() -> None:
    assert Statistics(4, {5: 1, 3: 2}, 1).as_json() == {
        "games": 4,
        "won": 3,
        "lost": 1,
        "total": 11,
        "average": 11 / 3,
        "error": pytest.approx(2 / 3),
        "longest": 5,
        "histogram": {"3": 2, "5": 1},
    }
    assert Statistics(1, {}, 1).as_json()["average"] is None
    assert Statistics(1, {4: 1}, 0).as_json()["error"] is None


def test_chance_differs_from_game_to_game() -> None:
    duel = Duel(ColourCodes(4, 6), BLACK_WHITE, make_codebreaker("consistent"), seed=1)
    assert len({duel.play(number).moves[0].guess for number in range(10)}) > 5


def test_a_position_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    player = make_codebreaker("knuth")
    thoughts: list[Position] = []
    original = player.choose
    monkeypatch.setattr(player, "choose", lambda here: thoughts.append(here) or original(here))
    codes = ColourCodes(4, 6)
    duel, start = Duel(codes, BLACK_WHITE, player), Position(codes, BLACK_WHITE)
    assert play(start, duel.choose, Honest("FEED"), 12) == play(start, duel.choose, Honest("FEED"), 12)
    assert len({here.history for here in thoughts}) == len(thoughts)
    monkeypatch.setattr("mastermot.game.duels.MAX_REMEMBERED", 0)
    assert play(start, Duel(codes, BLACK_WHITE, player).choose, Fickle(), 12).won


def test_work_is_handed_back_game_by_game() -> None:
    """However little time there is, a game is played; those not reached are left, and all come out as in one go."""
    codes = ColourCodes(3, 4)
    duel = Duel(codes, BLACK_WHITE, make_codebreaker("consistent"), seed=3)
    parts, left = [], [range(7), range(7, 9)]
    while left:
        part, left = duel.advance(left, 0)
        assert part.games == 1
        assert sum(map(len, left)) == 8 - len(parts)
        parts.append(part)
    assert add_statistics(parts) == add_statistics(play_duel(duel, 9))
