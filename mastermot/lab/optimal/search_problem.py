"""What a search is asked for, and what a proof is about: codes, guesses, rule and objective."""

from collections.abc import Callable
from typing import NamedTuple

from mastermot.game.hard_modes import WORDLE, HardMode, check_hard_mode
from mastermot.game.objectives import Objective
from mastermot.lab.optimal.errors import GuessesLengthError, WithinCodesError
from mastermot.rules import Rule
from mastermot.rules.codes import Codes, check_listed
from mastermot.rules.rule import APART

GoOn = Callable[[], bool]  #: Returns whether to go on; called now and then.

PRICED_TURNS = 64  #: So many turns may each have a price; all later ones cost what the last of these does.
EXPECTED_GROWTH = 0.4
"""How many turns more a code is expected to take in a set twice as large. It only decides which guesses come first."""
MAX_TIMED = 46_339
"""The most codes for objectives where a code found late costs `LATE_PENALTY`: this must be more than any total.

If each guess tells something, the codes left become fewer at each turn: n codes take (n * n + 3 * n) / 2 turns at most,
for so many codes less than `LATE_PENALTY`. Guesses that tell nothing only add turns.
"""


class Problem(NamedTuple):
    """A game to be played as well as can be: its codes, rule, guesses and objective.

    `guesses` lists what may be guessed besides the codes, and may list codes too; None if only codes may be guessed.
    With a `hard` mode, only the guesses that this mode allows are played.
    """

    codes: Codes
    rule: Rule
    objective: Objective
    guesses: Codes | None = None
    hard: HardMode | None = None

    @property
    def symmetric(self) -> bool:
        """Whether searches and proofs may exchange holes and rename colours, since that does not change the game.

        They may if the codes are of colours, nothing else may be guessed, and the rule is symmetric. In Wordle’s hard
        mode they may not: `texts` lists the codes twice there, and the tables of symmetries have each code once.
        """
        colours = self.rule.symmetric and self.guesses is None and self.codes.colours > 0
        return colours and self.hard != WORDLE

    @property
    def guesses_checksum(self) -> str:
        """The checksum of the guesses that are allowed, empty where these are the codes."""
        return "" if self.guesses is None else self.guesses.checksum

    @property
    def texts(self) -> tuple[str, ...]:
        """All that may be guessed, by number, the codes first; the other guesses last, in the order of their list.

        In Wordle’s hard mode the codes stand there twice: first as those that can be the secret, then as guesses that
        cannot be the secret any more and may still be played.
        """
        again = self.codes.texts if self.hard == WORDLE else ()
        listed = () if self.guesses is None else self.guesses.texts
        others = [text for text in listed if text not in self.codes.index]
        return (*self.codes.texts, *again, *others)

    @property
    def apart(self) -> bool:
        """Whether the colours of a symmetric game may even be renamed in each hole apart.

        They may if the rule says so (`APART`), and if a code may repeat colours: otherwise the renaming could give a
        code one colour twice. Whether the game is symmetric is not looked at here: `symmetric` says that.
        """
        return self.codes.colours > 0 and self.codes.repeats and APART in self.rule.symmetries


def ignore(*_progress: object) -> None:
    """Do nothing with a report of progress."""


def always() -> bool:
    return True


def check_problem(problem: Problem) -> None:
    """Raise a named error for a problem that cannot be searched.

    It is `TooManyCodesError` if the codes or the guesses cannot be listed, `NameUnknownError` for an unknown hard mode,
    `HardModeRuleError` for one that the rule does not go with, `GuessesLengthError` if guesses are not as long as
    codes, and `WithinCodesError` for more than `MAX_TIMED` codes under any other objective than `total`.
    """
    check_listed(problem.codes)
    check_hard_mode(problem.hard, problem.rule)
    if problem.guesses is not None:
        check_listed(problem.guesses)
        if problem.guesses.length != problem.codes.length:
            raise GuessesLengthError(length=problem.guesses.length, expected=problem.codes.length)
    if problem.objective.name != "total" and problem.codes.count > MAX_TIMED:
        raise WithinCodesError(count=problem.codes.count, most=MAX_TIMED)
