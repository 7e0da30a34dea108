"""Guesses made for games with many codes: openings, guesses that may be played, and the same quality as with a list."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from mastermot import BLACK_WHITE, MEMBERSHIP, ColourCodes, Duel, Position, Rule, make_codebreaker, play_game
from mastermot.game import Fickle, Honest, play
from mastermot.game.large import ONE_TURN, change_codes, choose_opening, expect_turns
from mastermot.rules import codes as codes_module
from tests.playing import WITHOUT_LISTS, every_rule

GAMES = [
    ColourCodes(5, 15),
    ColourCodes(6, 12, repeats=False),
    ColourCodes(5, 13, empty=True),
    ColourCodes(6, 10, digits=True),
]


@pytest.mark.parametrize(
    ("codes", "rule"),
    [
        # one game in quick runs; more of them with the slow tests
        pytest.param(codes, rule, id=f"{codes.name}-{rule.name}", marks=[pytest.mark.slow] * ((one, other) != (3, 3)))
        for one, codes in enumerate(GAMES)
        for other, rule in enumerate(WITHOUT_LISTS)
    ],
)
def test_every_guess_may_be_played_and_games_end(codes: ColourCodes, rule: Rule) -> None:
    secret = "".join(random.Random(4).sample(codes.alphabet, codes.length))
    game = play_game(codes, secret, rule=rule, most_turns=25)
    assert game.won
    for move in game.moves:
        assert move.guess in codes
        assert rule.mark(move.guess, secret) == move.marks


@pytest.mark.parametrize("size", [1, 500])
@pytest.mark.parametrize("codes", GAMES, ids=lambda codes: codes.name)
def test_made_guesses_are_codes_of_the_game(codes: ColourCodes, size: int) -> None:
    start = np.array([range(codes.length)], np.uint8)
    made = change_codes(codes, start, size, np.random.default_rng(2))
    assert all(codes.decode(row) in codes for row in made)
    assert ((made != start).sum(axis=1) <= 6).all()


def test_openings_known_to_be_good() -> None:
    assert choose_opening(ColourCodes(5, 8), BLACK_WHITE, "entropy")[0] == "AABCD"
    assert choose_opening(ColourCodes(8, 12), BLACK_WHITE, "entropy")[0] == "AABBCCDE"
    assert choose_opening(ColourCodes(6, 9, repeats=False), MEMBERSHIP, "entropy")[0] == "ABCDEF"


@every_rule
def test_strategies_score_a_sample_of_which_no_code_stands_for_others(rule: Rule) -> None:
    codes = ColourCodes(8, 12)
    player = make_codebreaker("entropy", codes=codes, pool="consistent")
    assert player.choose(Position(codes, rule)).guess in codes


@every_rule
def test_more_codes_take_more_turns(rule: Rule) -> None:
    turns = (expect_turns(20_000, rule)[1:] / np.arange(1, 20_001) / ONE_TURN).tolist()
    assert turns[:2] == [1, 1.5]
    assert all(fewer < more for fewer, more in pairwise(turns))


def test_a_fickle_codemaker_never_contradicts_itself_without_a_list() -> None:
    codes = ColourCodes(7, 9)
    player = make_codebreaker("consistent", codes=codes, seed=2)
    game = play(Position(codes, BLACK_WHITE), player.choose, Fickle(), 30)
    assert game.secret is not None
    assert all(BLACK_WHITE.mark(move.guess, game.secret) == move.marks for move in game.moves)


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "total"), [("parts", 5668 + 26), ("entropy", 5668)])
def test_sampling_alone_plays_as_well_as_with_a_list(
    strategy: str, total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every secret of 4 holes and 6 colours, listing forbidden: within 0.02 turns of the 5668 of `parts` with a list.

    By `entropy` guesses are looked at two turns deep, and fewer turns are taken than that.
    """
    secrets = ColourCodes(4, 6).texts
    monkeypatch.setattr(codes_module, "MAX_CODES", 0)
    monkeypatch.setattr("mastermot.game.players.QUICK_PAIRS", 0)
    codes = ColourCodes(4, 6)
    assert not codes.enumerable
    choose = Duel(codes, BLACK_WHITE, make_codebreaker("best", codes=codes, strategy=strategy)).choose
    start = Position(codes, BLACK_WHITE)
    assert sum(len(play(start, choose, Honest(secret), 20).moves) for secret in secrets) <= total
