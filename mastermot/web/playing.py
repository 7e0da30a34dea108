"""The operations of play: the next guess for a history, and games with the service, sealed in tokens."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Annotated, cast

from fastapi import Depends, Request

from mastermot import shapes
from mastermot.codes import USUAL_WORDS, Codes, ColourCodes, TooManyCodesError, WordCodes, check_codes_choice
from mastermot.errors import Reason
from mastermot.play.codebreakers import Codebreaker, make_codebreaker
from mastermot.play.codemakers import CODEMAKERS, Codemaker, Honest, random_secret
from mastermot.play.errors import NameUnknownError, NoCandidateError, PlayerGameError
from mastermot.play.game import Game, Move
from mastermot.play.positions import Position
from mastermot.rules import Marks, rule_named
from mastermot.web import bounds
from mastermot.web.dictionaries import dictionary_named
from mastermot.web.errors import ErrorAt, GameOverError, at
from mastermot.web.models import (
    CodesRequest,
    GameGuessRequest,
    GameRequest,
    GuessRequest,
    TokenRequest,
)
from mastermot.web.tokens import Seal

FEW = 10
"""Codes left that are named."""


# --- the codes of a game ---------------------------------------------------------------------------------------


def first_position(request: CodesRequest) -> Position:
    """Return the beginning of a game, its codes prepared once for all games alike.

    Raises `CodesChoiceError`, `TooManyCodesError` over `bounds.MOST_CODES`, and what the codes themselves raise.
    """
    position = prepare(CodesRequest(**request.model_dump(include=set(CodesRequest.model_fields))).model_dump_json())
    table = position.table.copy()  # it may take in words of its own: acceleration words, words not listed
    return Position(position.codes, position.rule, table=table, candidates=position.candidates)


@lru_cache(bounds.PREPARED)
def prepare(request: str) -> Position:
    """Return the beginning of a game from a `CodesRequest` in JSON, its candidates found."""
    codes_request = CodesRequest.model_validate_json(request)
    position = Position(list_codes(codes_request), rule_named(codes_request.rule))
    position.candidates  # noqa: B018 - found once
    return position


def list_codes(request: CodesRequest) -> Codes:
    """Return the codes that a game is played with."""
    colours_only = not request.repeats or request.empty
    with at(field_at_fault(request)):
        check_codes_choice(request.words, request.length, request.holes, request.colours, colours_only=colours_only)
    codes: Codes
    if request.holes is not None and request.colours is not None:
        codes = ColourCodes(request.holes, request.colours, repeats=request.repeats, empty=request.empty)
        count = codes.count
    else:
        dictionary = dictionary_named(request.words or USUAL_WORDS, "/words")
        with at("/length"):
            codes = WordCodes(dictionary, request.length or 0)
        count = len(codes)
    if count > bounds.MOST_CODES:
        raise TooManyCodesError(count=count, limit=bounds.MOST_CODES)
    return codes


def field_at_fault(request: CodesRequest) -> str:
    """Return the one field that is missing, or too many, in a choice of codes; empty when it is not just one."""
    words = request.words is not None or request.length is not None
    if words and (request.holes is not None or request.colours is not None):
        return ""
    if words:
        return "/repeats" if not request.repeats else "/empty" if request.empty else "/length"
    if request.holes is None:
        return "/holes" if request.colours is not None else ""
    return "/colours"


# --- the next guess --------------------------------------------------------------------------------------------


def next_guess(request: GuessRequest) -> shapes.Guess:
    """Give the next guess for a game so far.

    The answer also has the codes left, and what the player plays by.
    """
    position = first_position(request)
    codes = position.codes
    player = make_player(request, codes)
    for place, turn in enumerate(request.history):
        with at(f"/history/{place}/guess"):
            guess = codes.fold(turn.guess)
        with at(f"/history/{place}/marks"):
            marks = position.rule.parse(turn.marks, codes.length)
        position = position.after(guess, marks)
    with at("/history", NoCandidateError), at("/player", PlayerGameError):
        choice = player.choose(position)
    few = choice.candidates is not None and choice.candidates <= FEW
    return {
        "guess": choice.guess,
        "shown": codes.display(choice.guess),
        "candidates": choice.candidates,
        "entropy": choice.entropy,
        "largest": choice.largest,
        "left": [codes.display(position.table.text(int(row))) for row in position.candidates] if few else [],
        "plan": {"player": player.plan.player, "strategy": player.plan.strategy, "pool": player.plan.pool},
    }


def make_player(request: GuessRequest, codes: Codes) -> Codebreaker:
    """Return the player that a request names."""
    words = []
    for place, word in enumerate(request.accelerators):
        with at(f"/accelerators/{place}"):
            words.append(codes.fold(word))
    try:
        return make_codebreaker(
            request.player,
            codes=codes,
            strategy=request.strategy,
            pool=request.pool,
            accelerators=words,
            sample=request.sample,
            seed=request.seed,
        )
    except NameUnknownError as error:
        kind = cast(Reason, error.parameters["kind"])
        raise ErrorAt(error, f"/{kind.text}") from None


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
    return SealedGame(seal, request, random_secret(position.codes, seed), position).describe()


def guess_in_game(request: GameGuessRequest, seal: Sealer) -> shapes.GameState:
    """Guess in a game.

    The answer is the game after one more turn. The token of an earlier turn still works: the service keeps no state,
    and cannot know that it was used.
    """
    game = SealedGame.open(seal, request.token)
    if game.over:
        raise ErrorAt(GameOverError(), "/token")
    with at("/guess"):
        guess = game.position.codes.read(request.guess)
    game.add(guess, game.codemaker.answer(game.position, guess), game.position.count)
    return game.describe()


def look_at_game(request: TokenRequest, seal: Sealer) -> shapes.GameState:
    """Look at a game.

    The answer is the game as it stands.
    """
    return SealedGame.open(seal, request.token).describe()


def give_up(request: TokenRequest, seal: Sealer) -> shapes.GameState:
    """Give a game up, and see the secret.

    The answer is the game, over.
    """
    game = SealedGame.open(seal, request.token)
    game.given_up = not game.over
    return game.describe()


class SealedGame:
    """A game with the service as codemaker, which a token carries from request to request."""

    def __init__(self, seal: Seal, request: GameRequest, secret: str, position: Position) -> None:
        """Begin a game."""
        self.seal = seal
        self.request = request
        self.secret = secret
        self.position = position
        self.moves: list[Move] = []
        self.given_up = False

    @classmethod
    def open(cls, seal: Seal, token: str) -> SealedGame:
        """Return the game that a token holds. Raises `TokenForgedError` or `TokenExpiredError`."""
        state = seal.open(token)
        request = GameRequest.model_validate(state["game"])
        game = cls(seal, request, state["secret"], first_position(request))
        for guess, number, count in state["moves"]:
            game.add(guess, game.position.rule.marks(number, game.position.codes.length), count)
        game.given_up = state["given_up"]
        return game

    def token(self) -> str:
        """Return the game, sealed."""
        rule, length = self.position.rule, self.position.codes.length
        moves = [(move.guess, rule.number(move.marks, length), move.candidates) for move in self.moves]
        game = self.request.model_dump(exclude_defaults=True, exclude={"seed"})
        return self.seal.close({"game": game, "secret": self.secret, "moves": moves, "given_up": self.given_up})

    @property
    def codemaker(self) -> Codemaker:
        """Who holds the secret."""
        if self.request.codemaker == "honest":
            return Honest(self.secret)
        return CODEMAKERS[self.request.codemaker](self.position.codes, 0)

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.moves) and self.moves[-1].marks.blacks == self.position.codes.length

    @property
    def over(self) -> bool:
        """Whether no more guess is taken."""
        return self.won or self.given_up or len(self.moves) >= self.request.turns

    def add(self, guess: str, marks: Marks, count: int | None) -> None:
        """Add a turn: a guess with its marks, and the codes that were possible before it."""
        self.moves.append(Move(guess, marks, count))
        self.position = self.position.after(guess, marks)

    def describe(self) -> shapes.GameState:
        """Return the game as the client sees it: the secret only once it is over."""
        codes = self.position.codes
        secret = None
        if self.over:
            secret = self.moves[-1].guess if self.won else self.codemaker.reveal(self.position)
        return {
            **Game(tuple(self.moves), self.won, secret).as_json(),
            "over": self.over,
            "most_turns": self.request.turns,
            "token": self.token(),
            "codes": codes.name,
            "length": codes.length,
            "rule": self.request.rule,
            "codemaker": self.request.codemaker,
            "candidates": self.position.count,
            "shown": codes.display(secret) if secret else None,
        }
