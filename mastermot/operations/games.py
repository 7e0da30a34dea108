"""Games with the service as codemaker: their state travels in sealed tokens, with the player."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from mastermot import shapes
from mastermot.advice.guessing import GuessingGame
from mastermot.dictionaries import open_shipped
from mastermot.errors import N_, Reason
from mastermot.operations import bounds
from mastermot.operations.errors import FieldError, at
from mastermot.operations.playing import first_position
from mastermot.operations.requests import GameGuessRequest, GameRequest, TokenRequest
from mastermot.play.codemakers import list_secrets, random_secret
from mastermot.play.positions import Position
from mastermot.play.seals import Seal
from mastermot.results import as_json
from mastermot.wording.json import make_game_json

WHY_HONEST = N_("a secret that is chosen needs the codemaker honest")


def start_game(request: GameRequest, seal: Seal) -> shapes.GameState:
    """Start a game: the service holds the secret, and its token holds it sealed.

    Send the token with each guess; every answer has the next token.
    """
    position = first_position(request)
    if request.secret is not None:
        with at("secret"):
            if request.codemaker != "honest":
                raise FieldError(why=Reason(WHY_HONEST))
            secret = position.codes.read(request.secret)
    else:
        seed = request.seed if request.seed is not None else secrets.randbits(128)
        secret = random_secret(position.codes, seed, secrets_of(request, position))
    return describe(request, begin(request, position, secret), seal)


def guess_in_game(request: GameGuessRequest, seal: Seal) -> shapes.GameState:
    """Guess in a game.

    The answer is the game after one more turn. The token of an earlier turn still works: the service keeps no state,
    and cannot know that it was used.
    """
    started, game = unseal(request, seal)
    with at("guess"):
        code = game.read(request.guess)
    game.guess(code)
    return describe(started, game, seal)


def look_at_game(request: TokenRequest, seal: Seal) -> shapes.GameState:
    """Look at a game.

    The answer is the game as it stands.
    """
    return describe(*unseal(request, seal), seal)


def give_up(request: TokenRequest, seal: Seal) -> shapes.GameState:
    """Give a game up, and see the secret.

    The answer is the game, over.
    """
    started, game = unseal(request, seal)
    game.given_up = not game.over
    return describe(started, game, seal)


def secrets_of(request: GameRequest, position: Position) -> Sequence[str]:
    """Return the codes that may be the secret of a game."""
    with at("answers"):
        return list_secrets(position.codes, open_shipped(request.answers) if request.answers else None)


def begin(request: GameRequest, start: Position, hidden: str) -> GuessingGame:
    """Return a game without turns; `hidden` is the secret of an honest codemaker, for a fickle one at first."""
    fickle = request.codemaker == "fickle"
    with at("guesses"):
        return GuessingGame(
            start,
            hidden,
            fickle=fickle,
            secrets=secrets_of(request, start) if fickle else (),
            turns=request.turns,
            wider=open_shipped(request.guesses) if request.guesses else None,
            hard=request.hard,
            first=request.first,
            most_counted=bounds.MAX_COUNTED,
        )


def unseal(request: TokenRequest, seal: Seal) -> tuple[GameRequest, GuessingGame]:
    """Return the game of a token, and the request that started it. Raises what `Seal.open` raises."""
    state = seal.open(request.token)
    started = GameRequest(**state["game"])
    game = begin(started, first_position(started), state["secret"])
    game.restore(state)
    return started, game


def describe(started: GameRequest, game: GuessingGame, seal: Seal) -> shapes.GameState:
    """Return a game as the client sees it: the secret only once it is over, or sealed in the token."""
    token = seal.close({"game": as_json(replace(started, seed=None, secret=None)), **game.save()})
    return {**make_game_json(game), "token": token, "guesses": cast("str | None", started.guesses)}
