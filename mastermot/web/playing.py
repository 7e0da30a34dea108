"""Routes of play: the next guess for a history, and games with the service as codemaker, sealed in tokens."""

from __future__ import annotations

import secrets
from typing import cast

from mastermot.codes import Codes, ColourCodes
from mastermot.errors import Reason
from mastermot.play.codebreakers import Codebreaker, make_codebreaker
from mastermot.play.codemakers import CODEMAKERS, Codemaker, Honest, random_secret
from mastermot.play.errors import NameUnknownError, NoCandidateError, PlayerGameError
from mastermot.play.game import Game, Move
from mastermot.play.positions import Position
from mastermot.rules import Marks
from mastermot.web.bounds import LONG_PAIRS, Work
from mastermot.web.errors import GameOverError
from mastermot.web.models import AskedGame, AskedGuess, AskedToken, AskedTurnInGame, GameState, Guess
from mastermot.web.routes import Ask, about, route
from mastermot.web.service import Service

FEW = 10
"""Codes left that are named."""


@route("POST", "/api/guess", "The next guess for a game so far.", body=AskedGuess, answer=Guess, remember=True)
def next_guess(service: Service, ask: Ask) -> object:
    """Return the guess, the codes left, and what the player plays by."""
    asked = cast(AskedGuess, ask.body)
    position = service.start(asked, ask.work)
    codes = position.codes
    player = _player(asked, codes)
    for place, turn in enumerate(asked.history):
        with about(f"/history/{place}/guess"):
            guess = codes.fold(turn.guess)
        with about(f"/history/{place}/marks"):
            marks = position.rule.parse(turn.marks, codes.length)
        position = position.after(guess, marks)
    if len(position.candidates) * len(codes) > LONG_PAIRS:
        ask.work.lengthen()
    with about("/history", NoCandidateError), about("/player", PlayerGameError):
        choice = player.choose(position)
    few = choice.candidates is not None and choice.candidates <= FEW
    left = [codes.display(position.table.text(int(row))) for row in position.candidates] if few else []
    plan = player.plan
    return {
        "guess": choice.guess,
        "shown": codes.display(choice.guess),
        "candidates": choice.candidates,
        "entropy": choice.entropy,
        "largest": choice.largest,
        "left": left,
        "plan": {"player": plan.player, "strategy": plan.strategy, "pool": plan.pool},
    }


def _player(asked: AskedGuess, codes: Codes) -> Codebreaker:
    """Return the player asked for."""
    words = []
    for place, word in enumerate(asked.accelerators):
        with about(f"/accelerators/{place}"):
            words.append(codes.fold(word))
    try:
        return make_codebreaker(
            asked.player,
            colours=isinstance(codes, ColourCodes),
            strategy=asked.strategy,
            pool=asked.pool,
            accelerators=words,
            sample=asked.sample,
            seed=asked.seed,
        )
    except NameUnknownError as error:
        kind = cast(Reason, error.parameters["kind"])
        raise error.at(field=f"/{kind.text}") from None


@route(
    "POST",
    "/api/games",
    "Start a game: the service holds the secret, and the token it gives holds it sealed.",
    body=AskedGame,
    answer=GameState,
    status=201,
)
def start_game(service: Service, ask: Ask) -> object:
    """Return a new game."""
    asked = cast(AskedGame, ask.body)
    position = service.start(asked, ask.work)
    seed = asked.seed if asked.seed is not None else secrets.randbits(128)
    return _Sealed(service, asked, random_secret(position.codes, seed), position).state()


@route("POST", "/api/games/guess", "Guess in a game.", body=AskedTurnInGame, answer=GameState)
def guess_in_game(service: Service, ask: Ask) -> object:
    """Return the game after one more turn."""
    asked = cast(AskedTurnInGame, ask.body)
    game = _Sealed.opened(service, asked.token, ask.work)
    if game.over:
        raise GameOverError(field="/token")
    with about("/guess"):
        guess = game.position.codes.read(asked.guess)
    game.play(guess)
    return game.state()


@route("POST", "/api/games/state", "Look at a game.", body=AskedToken, answer=GameState)
def look_at_game(service: Service, ask: Ask) -> object:
    """Return the game as it stands."""
    return _Sealed.opened(service, cast(AskedToken, ask.body).token, ask.work).state()


@route("POST", "/api/games/reveal", "Give a game up: the secret is told.", body=AskedToken, answer=GameState)
def give_up(service: Service, ask: Ask) -> object:
    """Return the game, over."""
    game = _Sealed.opened(service, cast(AskedToken, ask.body).token, ask.work)
    game.given_up = not game.over
    return game.state()


class _Sealed:
    """A game with the service as codemaker, which a token carries from request to request."""

    def __init__(self, service: Service, asked: AskedGame, secret: str, position: Position) -> None:
        self.service = service
        self.asked = asked
        self.secret = secret
        self.position = position
        self.moves: list[Move] = []
        self.given_up = False

    @classmethod
    def opened(cls, service: Service, token: str, work: Work) -> _Sealed:
        """Return the game that a token holds. Raises `TokenForgedError` or `TokenExpiredError`."""
        state = service.seal.open(token)
        asked = AskedGame.model_validate(state["game"])
        game = cls(service, asked, state["secret"], service.start(asked, work))
        for guess, number, count in state["moves"]:
            game._add(guess, game.position.rule.marks(number, game.position.codes.length), count)
        game.given_up = state["given_up"]
        return game

    def token(self) -> str:
        """Return the game, sealed."""
        rule, length = self.position.rule, self.position.codes.length
        moves = [(move.guess, rule.number(move.marks, length), move.candidates) for move in self.moves]
        game = self.asked.model_dump(exclude_defaults=True, exclude={"seed"})
        return self.service.seal.close({"game": game, "secret": self.secret, "moves": moves, "given_up": self.given_up})

    @property
    def codemaker(self) -> Codemaker:
        """Who holds the secret."""
        if self.asked.codemaker == "honest":
            return Honest(self.secret)
        return CODEMAKERS[self.asked.codemaker](self.position.codes, 0)

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.moves) and self.moves[-1].marks.blacks == self.position.codes.length

    @property
    def over(self) -> bool:
        """Whether no more guess is taken."""
        return self.won or self.given_up or len(self.moves) >= self.asked.turns

    def play(self, guess: str) -> None:
        """Mark a guess."""
        self._add(guess, self.codemaker.answer(self.position, guess), self.position.count)

    def _add(self, guess: str, marks: Marks, count: int | None) -> None:
        self.moves.append(Move(guess, marks, count))
        self.position = self.position.after(guess, marks)

    def state(self) -> dict[str, object]:
        """Return the game as the client sees it: the secret only once it is over."""
        codes = self.position.codes
        secret = None
        if self.over:
            secret = self.moves[-1].guess if self.won else self.codemaker.reveal(self.position)
        return {
            **Game(tuple(self.moves), self.won, secret).as_json(),
            "over": self.over,
            "most_turns": self.asked.turns,
            "token": self.token(),
            "codes": codes.name,
            "length": codes.length,
            "rule": self.position.rule.name,
            "codemaker": self.asked.codemaker,
            "candidates": self.position.count,
            "shown": codes.display(secret) if secret else None,
        }
