"""Games encrypted into tokens, saved and restored."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK_WHITE, ColourCodes, Position
from mastermot.game.advice import GuessingGame
from mastermot.game.errors import GameOverError, TokenExpiredError, TokenForgedError
from mastermot.game.tokens import Tokens

JSON = st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()))


@given(JSON)
def test_a_token_holds_what_was_encrypted(state: dict[str, object]) -> None:
    seal = Tokens(["a key of sixteen characters"])
    assert seal.read(seal.make(state)) == state


def test_every_key_decrypts_and_the_first_one_encrypts() -> None:
    rotated = Tokens(["a new key of sixteen", "an old key of sixteen"])
    assert rotated.read(Tokens(["an old key of sixteen"]).make({"x": 1})) == {"x": 1}
    assert Tokens(["a new key of sixteen"]).read(rotated.make({"x": 1})) == {"x": 1}
    with pytest.raises(TokenForgedError):
        Tokens(["an old key of sixteen"]).read(rotated.make({"x": 1}))


@pytest.mark.parametrize("token", ["", "x", "é", "gAAAAA"])
def test_what_is_no_token_is_refused(token: str) -> None:
    with pytest.raises(TokenForgedError):
        Tokens(["a key of sixteen characters"]).read(token)


def test_an_old_token_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    seal = Tokens(["a key of sixteen characters"])
    token = seal.make({"x": 1})
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 31 * 86_400)
    with pytest.raises(TokenExpiredError):
        seal.read(token)


@pytest.mark.parametrize("fickle", [False, True])
@pytest.mark.parametrize("holes", [3, 9], ids=["listed", "sampled"])
def test_a_game_goes_on_from_what_was_saved(holes: int, fickle: bool) -> None:
    def begin() -> GuessingGame:
        return GuessingGame(Position(ColourCodes(holes, 9), BLACK_WHITE), "ABC" * (holes // 3), fickle=fickle, turns=3)

    game, guesses = begin(), ["ABD" * (holes // 3), "CBA" * (holes // 3), "EEE" * (holes // 3)]
    for guess in guesses:
        again = begin()
        again.restore(json.loads(json.dumps(game.save())))
        assert (again.record(), again.estimate) == (game.record(), game.estimate)
        assert again.guess(guess) == game.guess(guess)
    assert game.over
    with pytest.raises(GameOverError):
        game.guess(guesses[0])
