"""The operations of play: the next guess for a history, and games with the service, sealed in tokens."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Annotated

from fastapi import Depends, Request

from mastermot import shapes
from mastermot.codes import USUAL_WORDS, ColourCodes, TooManyCodesError, choose_codes
from mastermot.play.codebreakers import make_codebreaker
from mastermot.play.codemakers import CODEMAKERS, Honest, random_secret
from mastermot.play.game import GameUnderWay, Move
from mastermot.play.positions import Position
from mastermot.rules import rule_named
from mastermot.web import bounds
from mastermot.web.dictionaries import dictionary_named
from mastermot.web.errors import GameOverError, at
from mastermot.web.models import CodesRequest, GameGuessRequest, GameRequest, GuessRequest, TokenRequest
from mastermot.web.tokens import Seal
from mastermot.wording.json import make_guess_json

# --- the codes of a game ---------------------------------------------------------------------------------------


def first_position(request: CodesRequest) -> Position:
    """Return the beginning of a game, its codes prepared once for all games alike.

    Raises `CodesChoiceError`, `TooManyCodesError` over `bounds.MOST_CODES`, and what the codes themselves raise.
    """
    position = prepare(CodesRequest(**request.model_dump(include=set(CodesRequest.model_fields))).model_dump_json())
    table = position.table.copy()  # it may take in words of its own: acceleration words, words not listed
    return Position(position.codes, position.rule, table=table, candidates=position.candidates)


@lru_cache(bounds.PREPARED)
def prepare(text: str) -> Position:
    """Return the beginning of a game from a `CodesRequest` in JSON, its candidates found."""
    request = CodesRequest.model_validate_json(text)
    of_words = request.words is not None or request.length is not None
    words = dictionary_named(request.words or USUAL_WORDS) if of_words else None
    codes = choose_codes(
        words, request.length, request.holes, request.colours, repeats=request.repeats, empty=request.empty
    )
    if codes.count > bounds.MOST_CODES:
        raise TooManyCodesError(count=codes.count, limit=bounds.MOST_CODES)
    position = Position(codes, rule_named(request.rule))
    position.candidates  # noqa: B018 - found once
    return position


# --- the next guess --------------------------------------------------------------------------------------------


def next_guess(request: GuessRequest) -> shapes.Guess:
    """Give the next guess for a game so far.

    The answer also has the codes left, and what the player plays by.
    """
    position = first_position(request)
    codes = position.codes
    accelerators = []
    for place, word in enumerate(request.accelerators):
        with at("accelerators", place):
            accelerators.append(codes.fold(word))
    player = make_codebreaker(
        request.player,
        colours=isinstance(codes, ColourCodes),
        strategy=request.strategy,
        pool=request.pool,
        accelerators=accelerators,
        sample=request.sample,
        seed=request.seed,
    )
    for place, turn in enumerate(request.history):
        with at("history", place, "guess"):
            guess = codes.fold(turn.guess)
        with at("history", place, "marks"):
            marks = position.rule.parse(turn.marks, codes.length)
        position = position.after(guess, marks)
    return make_guess_json(position, player.choose(position), player.plan)


# --- games -----------------------------------------------------------------------------------------------------


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
    seed = request.seed if request.seed is not None else secrets.randbits(128)
    return SealedGame(request, position, random_secret(position.codes, seed)).describe(seal)


def guess_in_game(request: GameGuessRequest, seal: Sealer) -> shapes.GameState:
    """Guess in a game.

    The answer is the game after one more turn. The token of an earlier turn still works: the service keeps no state,
    and cannot know that it was used.
    """
    game = SealedGame.open(seal, request.token)
    if game.over:
        raise GameOverError
    with at("guess"):
        code = game.position.codes.read(request.guess)
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


class SealedGame(GameUnderWay):
    """A game with the service as codemaker, which a token carries from request to request."""

    def __init__(self, request: GameRequest, position: Position, hidden: str) -> None:
        """Begin a game; `hidden` is the secret of an honest codemaker."""
        honest = request.codemaker == "honest"
        codemaker = Honest(hidden) if honest else CODEMAKERS[request.codemaker](position.codes, 0)
        super().__init__(position, codemaker, request.turns)
        self.request = request
        self.hidden = hidden

    @classmethod
    def open(cls, seal: Seal, token: str) -> SealedGame:
        """Return the game that a token holds. Raises `TokenForgedError` or `TokenExpiredError`."""
        state = seal.open(token)
        request = GameRequest.model_validate(state["game"])
        game = cls(request, first_position(request), state["secret"])
        for guess, number, count in state["moves"]:
            game.add(Move(guess, game.position.rule.marks(number, game.position.codes.length), count))
        game.given_up = state["given_up"]
        return game

    def describe(self, seal: Seal) -> shapes.GameState:
        """Return the game as the client sees it: the secret only once it is over, or sealed in the token."""
        codes, rule = self.position.codes, self.position.rule
        moves = [(move.guess, rule.number(move.marks, codes.length), move.candidates) for move in self.moves]
        game = self.request.model_dump(exclude_defaults=True, exclude={"seed"})
        record = self.record()
        return {
            **record.as_json(),
            "over": self.over,
            "most_turns": self.most_turns,
            "token": seal.close({"game": game, "secret": self.hidden, "moves": moves, "given_up": self.given_up}),
            "codes": codes.name,
            "length": codes.length,
            "rule": self.request.rule,
            "codemaker": self.request.codemaker,
            "candidates": self.position.count,
            "shown": codes.display(record.secret) if record.secret else None,
        }
