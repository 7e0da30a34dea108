"""Games in which a person looks for the secret: its first letter given, more words allowed as guesses, hard mode."""

from __future__ import annotations

from collections.abc import Sequence

from mastermot.advice.errors import HardModeError
from mastermot.advice.histories import PatternCodes, list_known, read_guess
from mastermot.advice.known import Hint, find_broken
from mastermot.codes import CodesChoiceError, WordCodes
from mastermot.dictionaries import Dictionary
from mastermot.errors import N_, Reason
from mastermot.play.codemakers import Codemaker, Fickle, Honest
from mastermot.play.game import USUAL_TURNS, GameUnderWay
from mastermot.play.positions import Position

WHY_ONLY_WORDS = N_("letters that are given are those of words")


class GuessingGame(GameUnderWay):
    """A game under way whose guesses a person writes.

    With `first`, the codes are those that begin as the secret does. `known` are the words that may be guessed besides.
    """

    def __init__(
        self,
        start: Position,
        hidden: str,
        *,
        fickle: bool = False,
        secrets: Sequence[str] = (),
        turns: int = USUAL_TURNS,
        wider: Dictionary | None = None,
        hard: bool = False,
        first: bool = False,
    ) -> None:
        """Begin a game from `start`, a position without turns; its secret is `hidden`, for a fickle codemaker at first.

        A fickle codemaker keeps to `secrets`. Raises `CodesChoiceError` for `first` or `wider` with colours.
        """
        codes = start.codes
        if first:
            if not isinstance(codes, WordCodes):
                raise CodesChoiceError(why=Reason(WHY_ONLY_WORDS), about="first")
            start = Position(PatternCodes(codes.dictionary, codes.length, hidden[0]), start.rule)
        codemaker: Codemaker = Honest(hidden)
        if fickle:
            codemaker = Fickle([secret for secret in secrets if secret in start.codes.index] if first else secrets)
        super().__init__(start, codemaker, turns)
        self.known = list_known(start.codes, wider)
        self._allowed = frozenset(self.known)
        self.hard = hard

    @property
    def pattern(self) -> str | None:
        """The letters that are given, a point for each other one; None when no letter is."""
        return self.position.codes.pattern if isinstance(self.position.codes, PatternCodes) else None

    def read(self, text: str) -> str:
        """Return the code that a person wrote as a guess.

        Raises what `Codes.read` or `read_guess` raises, and `HardModeError` where hard mode forbids it.
        """
        codes = self.position.codes
        code = read_guess(text, codes, self._allowed) if self.known else codes.read(text)
        broken = find_broken(code, self.position.history, self.position.rule) if self.hard else []
        if broken:
            raise HardModeError(hints=tuple(map(name_hint, broken)))
        return code

    def list_possible(self) -> tuple[list[str], bool]:
        """Return the codes that a fickle codemaker could still name, and whether these are all of them."""
        position, codemaker = self.position, self.codemaker
        if not isinstance(codemaker, Fickle):
            return [], True
        rows = codemaker.find_candidates(position)
        return [position.table.text(int(row)) for row in rows], position.sample.complete


def name_hint(hint: Hint) -> Reason | str:
    """Return what a guess should have used, for a sentence of the catalogue."""
    if not hint.letter:
        return Reason(N_("the marks of turn {turn}"), turn=hint.turn)
    if hint.position is None:
        return hint.letter
    return Reason(N_("{letter} in position {position}"), letter=hint.letter, position=hint.position)
