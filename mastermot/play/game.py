"""Games between a codebreaker and a codemaker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mastermot.codes import Codes
from mastermot.play.codebreakers import Choice, Codebreaker, make_codebreaker
from mastermot.play.codemakers import Codemaker, Honest
from mastermot.play.positions import Position
from mastermot.rules import BLACK_WHITE, Marks, Rule

if TYPE_CHECKING:
    from mastermot import shapes

MOST_TURNS = 10_000
"""Turns after which a game is given up: a player at random may never find the secret."""
USUAL_TURNS = 12


class Move(NamedTuple):
    """A turn of a game: the guess with its marks, and the candidates left before it (None: not counted).

    `error` is the standard error of `candidates` where they are too many to be counted.
    """

    guess: str
    marks: Marks
    candidates: int | None
    error: int = 0

    def as_json(self) -> shapes.Move:
        """Return the move as JSON has it."""
        blacks, whites = self.marks.blacks, self.marks.whites
        move: shapes.Move = {
            "guess": self.guess,
            "marks": self.marks.text,
            "blacks": blacks,
            "whites": whites,
            "candidates": self.candidates,
        }
        if self.error:
            move["error"] = self.error
        return move


class Game(NamedTuple):
    """A game played: its moves, whether the code was found, and the secret where it is known."""

    moves: tuple[Move, ...]
    won: bool
    secret: str | None = None

    def as_json(self) -> shapes.Game:
        """Return the transcript of ``mastermot play --json``."""
        moves = [move.as_json() for move in self.moves]
        return {"turns": len(self.moves), "won": self.won, "secret": self.secret, "moves": moves}


def play(position: Position, choose: Callable[[Position], Choice], codemaker: Codemaker, most_turns: int) -> Game:
    """Return the game from `position` on, until the code is found or `most_turns` are over."""
    moves: list[Move] = []
    length = position.codes.length
    while len(moves) < most_turns:
        choice = choose(position)
        marks = codemaker.answer(position, choice.guess)
        moves.append(Move(choice.guess, marks, choice.candidates, choice.error))
        position = position.after(choice.guess, marks)
        if marks.blacks == length:
            return Game(tuple(moves), True, choice.guess)
    return Game(tuple(moves), False, codemaker.reveal(position))


def play_game(
    codes: Codes,
    secret: str,
    *,
    rule: Rule = BLACK_WHITE,
    codebreaker: Codebreaker | str = "best",
    most_turns: int = MOST_TURNS,
) -> Game:
    """Return the game in which a codebreaker looks for `secret`, a code of `codes` as a player writes it.

    `codebreaker` is a player or the name of one. Raises what `Codes.read` and `make_codebreaker` raise, and
    `PlayerGameError`, `PlayerNeedsListError` or `TooManyCodesError` for a player that does not play this game.
    """
    player = make_codebreaker(codebreaker, codes=codes) if isinstance(codebreaker, str) else codebreaker
    player.check_game(codes, rule)
    return play(Position(codes, rule), player.choose, Honest(codes.read(secret)), most_turns)
