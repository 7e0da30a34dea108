"""Games between a codebreaker and a codemaker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mastermot.errors import read_whole
from mastermot.game.codemakers import Codemaker, Honest
from mastermot.game.errors import GameOverError
from mastermot.game.positions import Estimate, Position
from mastermot.notebooks import draw_board
from mastermot.rules import BLACK_WHITE, Marks, Rule, rule_named
from mastermot.rules.codes import Codes, WordCodes
from mastermot.rules.rule import WrittenMarks
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import fold

if TYPE_CHECKING:
    from mastermot.game.codebreakers import Choice, Codebreaker

MAX_TURNS = 10_000  #: The most turns of a game: a player that guesses at random may never find the secret.
DEFAULT_TURNS = 12


@dataclass(frozen=True, slots=True)
class Move:
    """A turn of a game."""

    guess: str
    marks: WrittenMarks
    blacks: int  #: How many symbols of the guess are in their place.
    whites: int  #: How many other symbols of the guess are in the secret, but in another place.
    candidates: int | None  #: How many codes were possible before the guess; null where they are not counted.
    error: int = 0  #: The standard error of `candidates`, where they are too many to be counted.

    @classmethod
    def of(cls, guess: str, marks: Marks, candidates: int | None, standard_error: int = 0) -> Move:
        """Return the turn of a guess that got these marks."""
        return cls(guess, marks, marks.blacks, marks.whites, candidates, standard_error)


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as far as it was played."""

    turns: int  #: The number of turns.
    won: bool  #: Whether the code was found.
    secret: str | None  #: Given once the game is over.
    moves: tuple[Move, ...]  #: The turns, in order.

    def _repr_html_(self) -> str:
        return draw_board((move.guess, move.marks.text) for move in self.moves)


class GameUnderWay:
    """A game against a codemaker, turn by turn.

    It is over when the code is found, when the player gives up, or after `most_turns` turns.

    >>> from mastermot.rules.codes import ColourCodes
    >>> game = GameUnderWay(Position(ColourCodes(4, 6), BLACK_WHITE), Honest("ABCD"), most_turns=2)
    >>> game.guess("AABB").marks.text, game.over, game.guess("ABCD").marks.text, game.over, game.secret
    ('XO', False, 'XXXX', True, 'ABCD')
    """

    def __init__(self, position: Position, codemaker: Codemaker, most_turns: int = DEFAULT_TURNS) -> None:
        """Begin at `position`; turns that were played before it do not count towards `most_turns`."""
        self.position = position  #: Where the game stands now.
        self.codemaker = codemaker
        self.most_turns = most_turns
        self.moves: list[Move] = []
        self.given_up = False

    @property
    def estimate(self) -> Estimate:
        """How many candidates there are at this turn, counted or estimated."""
        return self.position.estimate

    @property
    def over(self) -> bool:
        """Whether the game takes no more guesses."""
        return self.position.won or self.given_up or len(self.moves) >= self.most_turns

    @property
    def secret(self) -> str | None:
        """The secret, once the game is over; until then None."""
        if not self.over:
            return None
        return self.moves[-1].guess if self.position.won else self.codemaker.reveal(self.position)

    def guess(self, code: str) -> Move:
        """Play a guess, given as a folded code, and return its turn. Raises `GameOverError` once the game is over."""
        if self.over:
            raise GameOverError
        marks = self.codemaker.answer(self.position, code)
        candidates_before, standard_error = self.estimate
        return self.add(Move.of(code, marks, candidates_before, standard_error))

    def add(self, move: Move) -> Move:
        """Add a turn that has its marks already, and return it; the game is then at the position after this turn."""
        self.moves.append(move)
        self.position = self.position.after(move.guess, move.marks)
        return move

    def record(self) -> Game:
        return Game(len(self.moves), self.position.won, self.secret, tuple(self.moves))


def play(position: Position, choose: Callable[[Position], Choice], codemaker: Codemaker, most_turns: int) -> Game:
    """Return the game from `position` on, in which `choose` returns the choice of the codebreaker at each turn.

    The game ends when the code is found, or after `most_turns` turns.
    """
    game = GameUnderWay(position, codemaker, most_turns)
    while not game.over:
        choice = choose(game.position)
        marks = codemaker.answer(game.position, choice.guess)
        # not `game.guess`, which would count the candidates once more: the choice has their number already
        game.add(Move.of(choice.guess, marks, choice.candidates, choice.standard_error))
    return game.record()


def play_game(
    codes: Codes | Dictionary | str,
    secret: str,
    *,
    rule: Rule | str = BLACK_WHITE,
    codebreaker: Codebreaker | str = "best",
    most_turns: int = MAX_TURNS,
) -> Game:
    """Return the game in which a codebreaker looks for `secret`, a code of `codes` as a player writes it.

    `codes` may also be a dictionary or its name: then the codes are the words of the dictionary that have the length of
    the secret. The rule and the codebreaker may be given by name too. The game ends when the code is found, or after
    `most_turns` turns.

    Raises `DictionaryUnknownError`, `RuleUnknownError` or `NameUnknownError` for a name that does not exist. A secret
    that is no code of the game raises `CodeUnknownError` or an error that `Codes.fold` names. `most_turns` below 1
    raises `WrongKindError`. A game that the codebreaker does not play raises `PlayerGameError`, `PlayerNeedsListError`
    or `TooManyCodesError`.

    >>> play_game("fr-answers", "coudé", rule="positional").won
    True
    """
    from mastermot.game.codebreakers import make_codebreaker

    most_turns = read_whole("most_turns", most_turns, 1)
    if not isinstance(codes, Codes):
        dictionary = open_dictionary(codes)
        codes = WordCodes(dictionary, len(fold(secret, dictionary.alphabet)))
    rule = rule_named(rule)
    player = make_codebreaker(codebreaker, codes=codes) if isinstance(codebreaker, str) else codebreaker
    player.check_game(codes, rule)
    codemaker = Honest(codes.read(secret))
    return play(Position(codes, rule), player.choose, codemaker, most_turns)
