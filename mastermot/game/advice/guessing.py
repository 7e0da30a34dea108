"""Games in which a person looks for the secret: its first letter given, more words allowed as guesses, hard mode."""

from collections.abc import Sequence
from typing import Any

from mastermot.errors import N_, Reason
from mastermot.game.advice.errors import HardModeError
from mastermot.game.advice.histories import (
    give_letters,
    keep_secrets,
    list_extra_guesses,
    list_next_guesses,
    read_guess,
)
from mastermot.game.codemakers import Codemaker, Fickle, Honest
from mastermot.game.errors import GameOverError
from mastermot.game.game import DEFAULT_TURNS, GameUnderWay, Move
from mastermot.game.hard_modes import HardMode, Hint, check_hard_mode, find_broken
from mastermot.game.positions import Estimate, Position
from mastermot.rules import Marks
from mastermot.words.dictionaries import Dictionary
from mastermot.words.folding import fold_or_empty


class GuessingGame(GameUnderWay):
    """A game in which a person guesses the secret."""

    def __init__(
        self,
        start: Position,
        hidden: str,
        *,
        fickle: bool = False,
        secrets: Sequence[str] = (),
        turns: int = DEFAULT_TURNS,
        extra_guesses: Dictionary | None = None,
        hard: HardMode | None = None,
        first: bool = False,
        most_counted: int | None = None,
    ) -> None:
        """Begin from `start`; `hidden` is the secret, which a `fickle` codemaker may change.

        - Only `secrets` can be the secret; if there are none, any code can. In either case all codes may be guessed.
        - The game is lost after `turns` turns.
        - The words of `extra_guesses` may be guessed too, though they cannot be the secret.
        - With `hard`, guesses must keep to this hard mode.
        - With `first`, the first letter of the secret is given.
        - In a game too large to list, the candidates are counted for `most_counted` turns only; None means always.

        Raises `CodesChoiceError` for `first` or `extra_guesses` with colours, `NameUnknownError` or `HardModeRuleError`
        for the hard mode, and for a dictionary that does not go with the codes the errors that `list_extra_guesses`
        names.
        """
        check_hard_mode(hard, start.rule)
        codes = keep_secrets(start.codes, secrets)
        if first:
            codes = give_letters(codes, hidden[0], "first")
        if codes is not start.codes:
            start = type(start)(codes, start.rule)  # of the same kind: a `PlainPosition` needs no numpy
        codemaker: Codemaker = Fickle() if fickle else Honest(hidden)
        super().__init__(start, codemaker, turns)
        self.extra_guesses = list_extra_guesses(codes, extra_guesses)
        self._allowed = frozenset(self.extra_guesses)
        self._refuse_by_codes = extra_guesses is None and not first
        """Whether `Codes.read` raises the error for a guess that is not allowed (it names the only list of guesses)."""
        self.hard = hard
        self.hidden = hidden
        self.most_counted = most_counted

    @property
    def estimate(self) -> Estimate:
        """How many codes are possible; 0 if they are not counted.

        They are not counted after more than `most_counted` turns, if the game is too large to list and the codemaker is
        honest.
        """
        # in a small game counting is quick, and a fickle codemaker finds the candidates in any case, to answer by them
        is_quick = self.position.codes.enumerable or isinstance(self.codemaker, Fickle)
        if is_quick or self.most_counted is None or len(self.moves) <= self.most_counted:
            return super().estimate
        return Estimate(0, 0)

    @property
    def pattern(self) -> str | None:
        """The letters that are given, with a point for each other letter; None if no letter is given."""
        return self.position.codes.pattern or None

    @property
    def guesses(self) -> tuple[str, ...]:
        """The words to weigh as guesses besides the codes that can be the secret."""
        return list_next_guesses(self.position.codes, self.extra_guesses, hard=self.hard is not None)

    @property
    def playable(self) -> int:
        """How many codes may be guessed: those that can be the secret, and the extra guesses."""
        return self.position.codes.count + len(self.extra_guesses)

    def __contains__(self, code: str) -> bool:
        return self.position.codes.allows(code) or fold_or_empty(code, self.position.codes.letters) in self._allowed

    def read(self, text: str) -> str:
        """Return the folded code that a person wrote as a guess, if it may be guessed now.

        Raises `GameOverError`; `GuessUnknownError` or `CodeUnknownError` for a code that may not be guessed;
        `HardModeError` for one that hard mode does not allow; and for a text that is no code an error that `Codes.fold`
        names.
        """
        if self.over:
            raise GameOverError
        codes = self.position.codes
        code = codes.fold(text)
        may_be_guessed = code in self._allowed or codes.allows(code)
        if not may_be_guessed:
            # called for the error that says why: either raises one, and that of `Codes.read` names the only list
            code = codes.read(text) if self._refuse_by_codes else read_guess(text, codes, self._allowed)
        if self.hard is not None:
            self._check_hard(code, self.hard)
        return code

    def _check_hard(self, code: str, mode: HardMode) -> None:
        """Raise `HardModeError` if a guess lacks a letter given at the start, or else if it breaks this hard mode."""
        broken = self._find_given_lacking(code)
        if not broken:
            broken = find_broken(code, self.position.history, self.position.rule, mode)
        if broken:
            raise HardModeError(why=say_why(code, broken, self.position))

    def _find_given_lacking(self, code: str) -> list[Hint]:
        """Return the letters given at the start that a guess lacks, as hints of turn 0; none if no letter is given."""
        lacking = []
        for position, (given, own) in enumerate(zip(self.pattern or "", code, strict=False), start=1):
            is_given = given != "."
            if is_given and given != own:
                lacking.append(Hint(0, given, position))
        return lacking

    def save(self) -> dict[str, Any]:
        """Return the state of the game, an object that JSON can hold: `restore` goes on from it."""
        rule = self.position.rule
        length = self.position.codes.length
        moves = []
        for move in self.moves:
            # the last two are the estimate before the guess: the candidates and their standard error
            moves.append((move.guess, rule.number(move.marks, length), move.candidates, move.error))
        state = {"secret": self.hidden, "moves": moves, "given_up": self.given_up, "candidates": self.estimate}
        if isinstance(self.codemaker, Fickle):
            state["kept"] = self.codemaker.kept
        return state

    def restore(self, state: dict[str, Any]) -> None:
        """Bring a game that has just begun to a state that `save` returned.

        The codes, the codemaker and its secret must be those of the game that was saved. ``kept`` and ``candidates``,
        which an older version did not save, may be missing: then no code counts as kept, and the candidates are counted
        again. Other fields of the `state` are ignored.
        """
        rule = self.position.rule
        length = self.position.codes.length
        for guess, number, *estimate in state["moves"]:  # as `save` wrote them
            self.add(Move.of(guess, rule.marks(number, length), *estimate))
        self.given_up = state["given_up"]
        if isinstance(self.codemaker, Fickle):
            self.codemaker.kept = state.get("kept", "")
        # in a large game the saved number is taken: counting the candidates again would take as long as the guess did
        if not self.position.codes.enumerable and "candidates" in state:
            self.position.estimate = Estimate(*state["candidates"])

    def list_possible(self) -> tuple[list[str], bool]:
        """Return codes that a fickle codemaker could still name as its secret, and whether these are all such codes.

        In a game too large to list the codes may be a sample. With an honest codemaker, whose secret is fixed, the list
        is empty, and the flag True.
        """
        position = self.position
        if not isinstance(self.codemaker, Fickle):
            return [], True
        rows = self.codemaker.find_candidates(position)
        are_all = position.codes.enumerable or position.sample.complete
        return [position.table.text(row) for row in rows], are_all


def say_why(guess: str, broken: Sequence[Hint], position: Position) -> Reason:
    """Return why hard mode refuses a guess that breaks these hints; there must be at least one.

    The hints are all letters, or all turns as a whole. If they are letters, the text names all of them. If they are
    turns, it names the first one, whose marks the guess does not agree with.
    """
    first = broken[0]
    if first.letter:
        hints = tuple(name_hint(hint) for hint in broken)
        return Reason(N_("the guess must use {hints}"), hints=hints)
    turn = position.history[first.turn - 1]
    marks_if_secret = name_marks(position.rule.compare(turn.guess, guess))
    text = N_("if {guess} were the secret, {played} would get {would}, not {marks}")
    return Reason(text, guess=guess, played=turn.guess, would=marks_if_secret, marks=name_marks(turn.marks))


def name_hint(hint: Hint) -> Reason | str | None:
    """Return the letter of a hint, with its position if that is known; None for a hint about a turn as a whole."""
    if hint.position is None:
        return hint.letter
    return Reason(N_("{letter} in position {position}"), letter=hint.letter, position=hint.position)


def name_marks(marks: Marks) -> str | Reason:
    return marks.text if marks.blacks or marks.whites else Reason(N_("(none)"))
