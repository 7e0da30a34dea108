"""What a token's length tells of its secret: nothing. And the key that encrypts tokens."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mastermot import dictionary_names, fold, open_dictionary
from mastermot.game.tokens import Tokens
from mastermot.operations.token_games import (
    GameGuessRequest,
    GameRequest,
    TokenRequest,
    get_game,
    give_up,
    guess_in_game,
    start_game,
)
from mastermot.service.app import read_keys
from mastermot.service.errors import KeyUnreadableError
from mastermot.texts.languages import catalogue
from tests.support import run, slow_unless

KEY = "a key of sixteen characters"
ACCENTED = {
    "fr": ["coûte", "coude", "École", "cœurs", "naïve", "rates"],
    "es": ["caña", "cana", "años", "casa"],
    "en": ["crane", "slate"],
}
"""Words of each list that can be chosen as the secret, some with letters that take two bytes or six signs of JSON."""


class Plain(Tokens):
    """Tokens that can be looked into: encryption rounds lengths up, and would hide a difference."""

    def make(self, state: dict[str, Any]) -> str:
        return json.dumps(state)

    def read(self, token: str) -> dict[str, Any]:
        return dict(json.loads(token))


NAMES = slow_unless(lambda name: name.endswith("-answers"), dictionary_names())


@pytest.mark.parametrize("name", NAMES)
def test_tokens_of_equal_games_are_equally_long_whatever_the_secret(name: str) -> None:
    requests = [GameRequest(words=name, length=5, seed=seed) for seed in range(40)]
    assert len({len(start_game(request, Plain([KEY])).token) for request in requests}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_tokens_of_fickle_games_are_equally_long_whatever_is_guessed(name: str) -> None:
    tokens = Plain([KEY])
    started = start_game(GameRequest(words=name, length=5, codemaker="fickle"), tokens)
    guesses = [word for word in open_dictionary(name).words(5) if word.isascii()][:40]
    played = [guess_in_game(GameGuessRequest(token=started.token, guess=guess), tokens) for guess in guesses]
    assert len({len(state.token) for state in played}) == 1


@pytest.mark.parametrize("name", sorted(ACCENTED))
def test_tokens_of_chosen_secrets_are_equally_long_whatever_their_accents(name: str) -> None:
    by_length: dict[int, set[int]] = {}
    for secret in ACCENTED[name]:
        length = len(fold(secret, open_dictionary(name).alphabet))
        game = start_game(GameRequest(words=name, length=length, secret=secret), Plain([KEY]))
        by_length.setdefault(length, set()).add(len(game.token))
    assert all(len(lengths) == 1 for lengths in by_length.values())


@pytest.mark.parametrize(
    "asked",
    [
        {"words": "es", "length": 4, "secret": "caña"},
        {"words": "es", "length": 4, "seed": 3, "first": True},
        {"words": "es", "length": 5, "codemaker": "fickle"},
        {"holes": 4, "colours": 10, "digits": True, "empty": True, "seed": 1},
        {"holes": 20, "colours": 26, "seed": 2},
        {"holes": 20, "colours": 26, "codemaker": "fickle"},
    ],
)
def test_a_game_goes_on_from_its_token(asked: dict[str, Any]) -> None:
    tokens = Tokens([KEY])
    game = start_game(GameRequest(**asked), tokens)
    secret = give_up(TokenRequest(token=game.token), tokens).secret
    assert secret is not None
    if "secret" in asked:
        assert secret == "CAÑA"
        assert get_game(TokenRequest(token=game.token), tokens).answers is None
    if asked.get("codemaker") != "fickle":
        assert guess_in_game(GameGuessRequest(token=game.token, guess=secret), tokens).won


def test_a_token_of_1_1_is_read() -> None:
    """It has the secret as a text, and the secret that was chosen as it was written."""
    tokens = Tokens([KEY])
    game = {"words": "es", "length": 4, "secret": "caña"}
    state = {"game": game, "secret": "CAÑA", "moves": [], "given_up": False, "left": [2430, 0]}
    assert guess_in_game(GameGuessRequest(token=tokens.make(state), guess="caña"), tokens).won


@pytest.mark.parametrize("value", ["", " ", ",", "\udcff" * 20, "sixteen characters\udcff"])
@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_a_key_that_is_empty_or_cannot_be_read_ends_the_start(
    value: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_keys.cache_clear()
    monkeypatch.setenv("MASTERMOT_KEY", value)
    result = run("serve", "--port", "0", lang=lang)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "MASTERMOT_KEY" in result.stderr
    assert catalogue(lang).gettext(KeyUnreadableError.advice) in " ".join(result.stderr.split())
    read_keys.cache_clear()
