"""Games with the service as codemaker: their state travels in tokens, encrypted and authenticated, with the player.

Fernet (AES-128 in CBC mode with HMAC-SHA256, and the time of sealing), with keys derived from those that the service
is given. The first key seals; all of them open, so that keys can be changed while games go on.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Sequence
from typing import Annotated, Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from fastapi import Depends, Request

from mastermot import shapes
from mastermot.advice.guessing import GuessingGame
from mastermot.dictionaries import Dictionary, open_shipped
from mastermot.errors import N_, Reason
from mastermot.play.codemakers import Fickle, list_secrets, random_secret
from mastermot.play.game import Move
from mastermot.play.positions import Estimate, Position
from mastermot.web import bounds
from mastermot.web.errors import FieldError, TokenExpiredError, TokenForgedError, at
from mastermot.web.models import GameGuessRequest, GameRequest, TokenRequest
from mastermot.web.playing import first_position
from mastermot.wording.json import FEW_LEFT

WHY_HONEST = N_("a secret that is chosen needs the codemaker honest")


def _fernet(key: str) -> Fernet:
    derived = HKDF(SHA256(), 32, salt=b"mastermot", info=b"games").derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


class Seal:
    """Seals states into tokens, and opens those that it, or another holder of its keys, has sealed."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Take the keys, the one that seals first."""
        self._fernet = MultiFernet([_fernet(key) for key in keys])

    def close(self, state: dict[str, Any]) -> str:
        """Return the token of a state that JSON can hold."""
        return self._fernet.encrypt(json.dumps(state, separators=(",", ":")).encode()).decode()

    def open(self, token: str) -> dict[str, Any]:
        """Return the state of a token. Raises `TokenForgedError` or `TokenExpiredError`."""
        try:
            plain = self._fernet.decrypt(token.encode("ascii"))
            sealed = self._fernet.extract_timestamp(token)
        except (InvalidToken, ValueError):
            raise TokenForgedError from None
        if time.time() - sealed > bounds.TOKEN_DAYS * 86_400:
            raise TokenExpiredError
        state: dict[str, Any] = json.loads(plain)
        return state


def seal_of(request: Request) -> Seal:
    """Return what seals the games of the service."""
    seal: Seal = request.app.state.service.seal
    return seal


Sealer = Annotated[Seal, Depends(seal_of)]


def start_game(request: GameRequest, seal: Sealer) -> shapes.GameState:
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
    return SealedGame(request, position, secret).describe(seal)


def secrets_of(request: GameRequest, position: Position) -> Sequence[str]:
    """Return the codes that may be the secret of a game."""
    with at("answers"):
        return list_secrets(position.codes, list_named(request.answers))


def list_named(name: str | None) -> Dictionary | None:
    """Return the dictionary of a name that a request may leave out."""
    return None if name is None else open_shipped(name)


def guess_in_game(request: GameGuessRequest, seal: Sealer) -> shapes.GameState:
    """Guess in a game.

    The answer is the game after one more turn. The token of an earlier turn still works: the service keeps no state,
    and cannot know that it was used.
    """
    game = SealedGame.open(seal, request.token)
    with at("guess"):
        code = game.read(request.guess)
    game.guess(code)
    return game.describe(seal)


def look_at_game(request: TokenRequest, seal: Sealer) -> shapes.GameState:
    """Look at a game.

    The answer is the game as it stands.
    """
    return SealedGame.open(seal, request.token).describe(seal)


def give_up(request: TokenRequest, seal: Sealer) -> shapes.GameState:
    """Give a game up, and see the secret.

    The answer is the game, over.
    """
    game = SealedGame.open(seal, request.token)
    game.given_up = not game.over
    return game.describe(seal)


class SealedGame(GuessingGame):
    """A game with the service as codemaker, which a token carries from request to request."""

    def __init__(self, request: GameRequest, start: Position, hidden: str) -> None:
        """Begin a game; `hidden` is the secret of an honest codemaker, for a fickle one at first."""
        self.request = request
        self.hidden = hidden
        fickle = request.codemaker == "fickle"
        with at("first" if request.first and request.holes else "guesses"):
            super().__init__(
                start,
                hidden,
                fickle=fickle,
                secrets=secrets_of(request, start) if fickle else (),
                turns=request.turns,
                wider=list_named(request.guesses),
                hard=request.hard,
                first=request.first,
            )

    @classmethod
    def open(cls, seal: Seal, token: str) -> SealedGame:
        """Return the game that a token holds. Raises `TokenForgedError` or `TokenExpiredError`."""
        state = seal.open(token)
        request = GameRequest.model_validate(state["game"])
        game = cls(request, first_position(request), state["secret"])
        for guess, number, *estimate in state["moves"]:
            game.add(Move(guess, game.position.rule.marks(number, game.position.codes.length), *estimate))
        game.given_up = state["given_up"]
        if isinstance(game.codemaker, Fickle):
            game.codemaker.kept = state.get("kept", "")
        if not game.position.codes.enumerable and "left" in state:
            game.position.estimate = Estimate(*state["left"])  # to count them again would take as long as the guess
        return game

    def add(self, move: Move) -> Move:
        """Return a turn, once it is part of the game; late in large games the codes left are not counted."""
        super().add(move)
        large, honest = not self.position.codes.enumerable, self.request.codemaker == "honest"
        if large and honest and len(self.moves) > bounds.MOST_COUNTED:
            self.position.estimate = Estimate(0, 0)
        return move

    def describe(self, seal: Seal) -> shapes.GameState:
        """Return the game as the client sees it: the secret only once it is over, or sealed in the token."""
        codes, rule, estimate = self.position.codes, self.position.rule, self.position.estimate
        moves = [
            (move.guess, rule.number(move.marks, codes.length), move.candidates, move.error) for move in self.moves
        ]
        game = self.request.model_dump(exclude_defaults=True, exclude={"seed", "secret"})
        state = {"game": game, "secret": self.hidden, "moves": moves, "given_up": self.given_up, "left": estimate}
        if isinstance(self.codemaker, Fickle):
            state["kept"] = self.codemaker.kept
        possible, complete = self.list_possible() if self.over and not self.won else ([], True)
        record = self.record()
        return {
            **record.as_json(),
            "over": self.over,
            "most_turns": self.most_turns,
            "token": seal.close(state),
            "codes": codes.name,
            "length": codes.length,
            "rule": self.request.rule,
            "codemaker": self.request.codemaker,
            "candidates": estimate.number or None,
            "error": estimate.error,
            "shown": codes.display(record.secret) if record.secret else None,
            "pattern": self.pattern,
            "guesses": self.request.guesses,
            "hard": self.hard,
            "left": [codes.display(code) for code in possible[:FEW_LEFT]],
            "left_count": len(possible) if possible and complete else None,
        }
