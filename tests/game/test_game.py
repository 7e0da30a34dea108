"""Games and their transcripts."""

from __future__ import annotations

from mastermot import BLACK_WHITE, POSITIONAL, ColourCodes, ListedCodes, Position, make_codebreaker
from mastermot.game import Honest, play
from mastermot.results import as_json


def test_transcript() -> None:
    """The JSON of a game has the shape of the contract."""
    codes = ListedCodes(["RAIE", "RAYE", "RADE"])
    game = play(Position(codes, BLACK_WHITE), make_codebreaker("first").choose, Honest("RAYE"), 12)
    assert as_json(game) == {
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
    assert game.turns == len(game.moves) == 2
    assert game.secret == "DDD"
