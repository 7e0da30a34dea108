"""Games: marks, moves, advice, reviews, games under way."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

RuleName = Literal["black", "black-white", "positional", "membership"]
Codemaker = Literal["honest", "fickle"]


class Marks(TypedDict):
    """The marks of a guess: the object of `mastermot marks --json`."""

    rule: str
    guess: str
    secret: str
    marks: str
    blacks: int
    whites: int


class Move(TypedDict):
    """A turn of a game."""

    guess: str
    marks: str
    blacks: int
    whites: int
    candidates: int | None
    """Codes possible before the guess."""
    error: NotRequired[int]
    """The standard error of `candidates`, where they are too many to be counted."""


class Game(TypedDict):
    """A game, as far as it was played."""

    turns: int
    won: bool
    secret: str | None
    """Given once the game is over."""
    moves: list[Move]


class PlayedGame(Game):
    """A game, and who played it: the object of `mastermot play --json`."""

    player: str
    strategy: str
    pool: str
    seed: int
    rule: str
    codes: str
    """What was played with."""


class Suggestion(TypedDict):
    """A guess that could be played next."""

    guess: str
    candidate: bool
    """Whether it can be the secret."""
    entropy: float
    """Bits that its marks are expected to give."""
    largest: int
    """The most codes that can be left after it."""
    expected: float
    """The codes that are left after it on average."""
    parts: int
    """How many different marks it can get."""
    turns: float | None
    """Expected turns from here with this guess played, itself included; null where they are not known exactly."""
    chance: NotRequired[float]
    """How likely it is to be the secret, where words are weighed by their frequencies."""
    estimate: NotRequired[float]
    """Turns that are estimated from here with this guess played, where words are weighed."""


class Advice(TypedDict):
    """What to play next: the object of `mastermot next --json`."""

    candidates: int
    """Codes still possible."""
    error: int
    """The standard error of `candidates` where they are too many to be counted, else 0."""
    list: list[str]
    """The codes still possible, when they are 100 or fewer."""
    guesses: list[Suggestion]
    """The best guesses; the first is the one that the player chooses."""
    best: Suggestion | None
    """A guess with which the fewest turns are expected; null where these are not known exactly."""
    chances: NotRequired[list[float]]
    """How likely each code of the list is, the likeliest first, where words are weighed by their frequencies."""


class WeighedGuess(TypedDict):
    """A guess, and what it is worth."""

    guess: str
    entropy: float
    turns: float
    """Expected turns from there with it played."""


class BrokenHint(TypedDict):
    """What hard mode would have wanted: the marks of a turn, a letter of them, its position where that is known."""

    turn: int
    letter: str | None
    """The letter; null where the marks of the turn as a whole are meant."""
    position: int | None
    """The position, 1 for the first, where it is known."""


class CertainLetter(TypedDict):
    """A letter that all codes left have, at a position or, with null, somewhere."""

    letter: str
    position: int | None
    """The position, 1 for the first; null for a letter that is somewhere."""


class Verdict(TypedDict):
    """A move, judged."""

    guess: str
    marks: str
    before: int
    """Codes possible before the guess."""
    after: int
    """Codes possible after its marks."""
    entropy: float
    """Bits that the marks were expected to give."""
    gained: float
    """Bits that they gave."""
    turns: float
    """Turns expected before the marks were known, this guess included."""
    best: WeighedGuess
    """The best guess, with which the fewest turns were expected."""
    loss: float
    """Turns lost against the best guess."""
    luck: float
    """Turns that the marks saved, below 0 where they cost some."""
    rank: float | None
    """The share of the codes whose marks would have been worse, those as good counting half; null with one left."""
    exact: bool
    """Whether the turns are exact; else they are estimated from how many codes are left."""
    possible: bool
    """Whether the guess could be the secret."""
    broken: list[BrokenHint]
    """What hard mode would have wanted."""
    unused: list[CertainLetter]
    """Letters that were certain and are not in the guess."""
    text: NotRequired[str]
    """The move in a sentence."""


class Review(TypedDict):
    """A game, judged: the object of `mastermot review --json`."""

    turns: int
    won: bool
    skill: int
    """99 when every guess was the best, 0 when every turn was wasted."""
    luck: int
    """99 when the marks were always the luckiest, 0 when they were always the worst, 50 on average."""
    moves: list[Verdict]
    rule: NotRequired[str]
    codes: NotRequired[str]
    text: NotRequired[str]
    """The game in a sentence."""


class WrongTurn(TypedDict):
    """A turn whose guess gets other marks with a code than those given."""

    turn: int
    """1 for the first."""
    guess: str
    given: str
    """The marks that were given."""
    right: str
    """The marks that the guess gets with the code."""


class CodeInMind(TypedDict):
    """A code that somebody had in mind, compared with the marks that they gave."""

    code: str
    """The code."""
    wrong: list[WrongTurn]
    """The turns whose guess gets other marks with it."""
    listed: bool
    """Whether it is a code of the game."""
    lists: list[str]
    """The dictionaries that have it, where no marks are wrong and the game does not."""
    text: NotRequired[str]
    """All this in sentences, a line each."""


class PlayerPlan(TypedDict):
    """What a player plays by."""

    player: str
    strategy: str
    pool: str


class Guess(TypedDict):
    """The next guess, and why."""

    guess: str
    shown: str
    """The guess with its spellings."""
    candidates: int | None
    """Codes still possible before this guess."""
    error: int
    """The standard error of `candidates` where they are too many to be counted, else 0."""
    entropy: float | None
    largest: int | None
    """The most codes that can be left after it."""
    left: list[str]
    """The codes still possible, when they are few."""
    plan: PlayerPlan
    """Who plays, and how."""


class GameUnderWay(Game):
    """A game that a person plays, as that person sees it."""

    over: bool
    """Whether it is over."""
    most_turns: int
    """Turns after which it is lost."""
    codes: str
    """What is played with."""
    length: int
    rule: RuleName
    codemaker: Codemaker
    candidates: int | None
    """Codes still possible now; null where they are too many to list, and none was found or 20 turns are over."""
    error: int
    """The standard error of `candidates` where they are too many to be counted, else 0."""
    shown: str | None
    """The secret with its spellings, once the game is over."""
    pattern: str | None
    """The first letter of the secret, then points, where it was asked for."""
    hard: bool
    """Whether guesses must use what the marks have shown."""
    left: list[str]
    """Once the game of a fickle codemaker is over and not won: codes that would still fit, ten at most."""
    left_count: int | None
    """How many these are in all; null where they are too many to be counted, and outside such a game."""


class GameState(GameUnderWay):
    """A game with the service as codemaker; turns, won, secret and moves are those of `mastermot guess --json`."""

    token: str
    """Send it with the next guess: it holds the game with its secret, sealed. The service keeps no state, so an earlier
    token still works: with it, another guess may be tried at the same turn."""
    guesses: str | None
    """The dictionary whose words may be guessed too."""
