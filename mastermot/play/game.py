"""Games between a codebreaker and a codemaker, and duels: many games, with their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from mastermot.codes import Codes, ColourCodes
from mastermot.play.codebreakers import Choice, Codebreaker, make_codebreaker
from mastermot.play.codemakers import Codemaker, Honest
from mastermot.play.positions import Position, Turn
from mastermot.rules import BLACK_WHITE, Marks, Rule

MOST_TURNS = 10_000
"""Turns after which a game is given up: a player at random may never find the secret."""
USUAL_TURNS = 12


class Move(NamedTuple):
    """A turn of a game: the guess with its marks, and the candidates left before it (None: too many to list)."""

    guess: str
    marks: Marks
    candidates: int | None

    def as_json(self) -> dict[str, object]:
        """Return the move as JSON has it."""
        blacks, whites = self.marks.blacks, self.marks.whites
        return {
            "guess": self.guess,
            "marks": self.marks.text,
            "blacks": blacks,
            "whites": whites,
            "candidates": self.candidates,
        }


class Game(NamedTuple):
    """A game played: its moves, whether the code was found, and the secret where it is known."""

    moves: tuple[Move, ...]
    won: bool
    secret: str | None = None

    def as_json(self) -> dict[str, object]:
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
        moves.append(Move(choice.guess, marks, choice.candidates))
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
    `PlayerGameError` or `TooManyCodesError` for a player that does not play this game.
    """
    colours = isinstance(codes, ColourCodes)
    player = make_codebreaker(codebreaker, colours=colours) if isinstance(codebreaker, str) else codebreaker
    player.check_game(codes, rule)
    return play(Position(codes, rule), player.choose, Honest(codes.read(secret)), most_turns)


class Statistics(NamedTuple):
    """What came out of many games: turns of those won, and how many were not."""

    games: int
    histogram: dict[int, int]
    lost: int

    @property
    def won(self) -> int:
        """The number of games in which the code was found."""
        return self.games - self.lost

    @property
    def total(self) -> int:
        """The turns of all games won."""
        return sum(turns * count for turns, count in self.histogram.items())

    @property
    def average(self) -> float | None:
        """The average turns of the games won, None when none was."""
        return self.total / self.won if self.won else None

    @property
    def longest(self) -> int | None:
        """The turns of the longest game won, None when none was."""
        return max(self.histogram, default=None)

    def as_json(self) -> dict[str, object]:
        """Return the statistics as JSON has them."""
        return {
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "total": self.total,
            "average": self.average,
            "longest": self.longest,
            "histogram": {str(turns): count for turns, count in sorted(self.histogram.items())},
        }


def statistics(games: Iterable[Game]) -> Statistics:
    """Return the statistics of `games`."""
    won: Counter[int] = Counter()
    played = lost = 0
    for game in games:
        played += 1
        if game.won:
            won[len(game.moves)] += 1
        else:
            lost += 1
    return Statistics(played, dict(won), lost)


class Memory:
    """A codebreaker's choices, remembered by history: games of a duel often begin alike."""

    MOST = 50_000

    def __init__(self, codebreaker: Codebreaker) -> None:
        """Remember the choices of a player that leaves nothing to chance."""
        self.codebreaker = codebreaker
        self.choices: dict[tuple[Turn, ...], Choice] = {}

    def __call__(self, position: Position) -> Choice:
        """Return the choice at a position."""
        choice = self.choices.get(position.history)
        if choice is None:
            choice = self.codebreaker.choose(position)
            if len(self.choices) < self.MOST:
                self.choices[position.history] = choice
        return choice


def duel(
    codes: Codes,
    rule: Rule,
    codebreaker: Callable[[int], Codebreaker],
    codemakers: Iterable[Codemaker],
    seed: int,
    most_turns: int = USUAL_TURNS,
) -> Iterable[Game]:
    """Yield a game against each of `codemakers`, played by ``codebreaker(seed)``, ``codebreaker(seed + 1)``…

    A player that leaves nothing to chance thinks once about each position.
    """
    start = Position(codes, rule)
    start.table.solved  # noqa: B018 - the codes are prepared once, for all games
    first = codebreaker(seed)
    chance = first.plan.strategy == "random"
    memory = Memory(first)
    for number, codemaker in enumerate(codemakers):
        choose = codebreaker(seed + number).choose if chance else memory
        yield play(start, choose, codemaker, most_turns)
