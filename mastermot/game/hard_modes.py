"""Hard mode: which guesses may follow, by the marks so far. There are two hard modes.

`strict`: a guess agrees with all marks so far, as if it were the secret. `wordle`, as in the game Wordle: greens stay
and yellows are used; a letter that the secret lacks may be guessed again. What `strict` allows, `wordle` allows too.

>>> from mastermot.rules import POSITIONAL
>>> history = [Turn("TALES", POSITIONAL.parse(".O.O.", 5))]
>>> [mode for mode in HARD_MODES if not find_broken("EATEN", history, POSITIONAL, mode)]
['wordle']
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from mastermot.errors import N_, Reason
from mastermot.game.errors import HardModeRuleError, find_named
from mastermot.game.positions import Turn
from mastermot.rules import Rule

HardMode = Literal["strict", "wordle"]
HARD_MODES: tuple[HardMode, ...] = get_args(HardMode)
STRICT, WORDLE = HARD_MODES


@dataclass(frozen=True, slots=True)
class Hint:
    """What a guess should have used in hard mode: a letter, at a position if that is known, or a turn's marks."""

    turn: int  #: The turn whose marks give the hint, 1 for the first; 0 for a letter that is given at the start.
    letter: str | None  #: The letter; null where the marks of the turn as a whole are meant.
    position: int | None  #: The position of the letter, 1 for the first; null where it is not known.


class Demand(NamedTuple):
    """What `wordle` demands of the guesses after a turn: a letter at a position, or copies of it anywhere."""

    turn: int  #: The turn, 1 for the first.
    letter: str
    position: int | None  #: The position, 1 for the first; None if the letter may be anywhere.
    copies: int  #: How many copies of the letter a guess must have at least; 1 with a position.


def list_hard_modes() -> tuple[str, ...]:
    return HARD_MODES


def hard_mode_named(name: str | bool | None) -> HardMode | None:
    """Return the hard mode of this name; None for None. Raises `NameUnknownError` for any other name.

    Version 1.x had one hard mode, and wrote whether it was on: True is `strict`, False is None.
    """
    if name is None or name is False:
        return None
    if name is True:
        return STRICT
    return find_named(Reason(N_("hard mode")), name, {str(mode): mode for mode in HARD_MODES})


def check_hard_mode(mode: HardMode | None, rule: Rule) -> None:
    """Raise an error for a hard mode that does not exist, or that cannot be played under a rule; never for None.

    A mode that does not exist raises `NameUnknownError`. `wordle` under a rule that does not mark position by position
    raises `HardModeRuleError`.
    """
    if mode is not None:
        hard_mode_named(mode)  # called for its error, if there is no mode of this name
    if mode == WORDLE and not rule.by_position:
        raise HardModeRuleError(rule=rule.name)


def find_broken(guess: str, history: Sequence[Turn], rule: Rule, mode: HardMode) -> list[Hint]:
    """Return the hints of `history` that `guess` does not use, each once, with the first turn that gives it.

    Under `wordle` a hint is a letter. Under `strict` it is a turn as a whole, whose guess would get other marks if
    `guess` were the secret.

    TALES got a black for its A and a white for its S. POINT has neither letter. The hint about A names its position,
    and there is no second hint that the guess needs an A:

    >>> from mastermot.rules import POSITIONAL
    >>> history = [Turn("TALES", POSITIONAL.parse(".X..O", 5))]
    >>> find_broken("POINT", history, POSITIONAL, "wordle")
    [Hint(turn=1, letter='A', position=2), Hint(turn=1, letter='S', position=None)]
    >>> find_broken("POINT", history, POSITIONAL, "strict")
    [Hint(turn=1, letter=None, position=None)]
    """
    if mode == WORDLE:
        return _find_unused_letters(guess, history)
    contradicted = []
    for number, turn in enumerate(history, start=1):
        if rule.compare(turn.guess, guess) != turn.marks:
            contradicted.append(Hint(number, None, None))
    return contradicted


def _find_unused_letters(guess: str, history: Sequence[Turn]) -> list[Hint]:
    """Return a hint for each demand of `wordle` that a guess does not meet, with the first turn that makes the demand.

    A demand for copies of a letter is left out if a hint for an earlier demand names this letter already.
    """
    broken: dict[tuple[str, int | None], Hint] = {}  # by letter and position
    named: set[str] = set()  # the letters of the hints in `broken`
    for turn, letter, position, copies in list_demands(history):
        if position is None:
            has_too_few = guess.count(letter) < copies
            gives_hint = has_too_few and letter not in named
        else:
            gives_hint = guess[position - 1] != letter
        if gives_hint:
            broken.setdefault((letter, position), Hint(turn, letter, position))  # the first turn stays
            named.add(letter)
    return list(broken.values())


def list_demands(history: Sequence[Turn]) -> Iterator[Demand]:
    """Yield what `wordle` demands of the next guess, turn by turn; the marks have a sign for each position.

    A black demands its letter at its position. Then, for each letter with a black or a white, as many copies are
    demanded as it has blacks and whites:

    >>> from mastermot.rules import POSITIONAL
    >>> for demand in list_demands([Turn("SOLOS", POSITIONAL.parse("X.OO.", 5))]):
    ...     print(*demand)
    1 S 1 1
    1 S None 1
    1 L None 1
    1 O None 1
    """
    for number, turn in enumerate(history, start=1):
        marked = Counter[str]()  # how many blacks and whites each letter has
        for position, (letter, sign) in enumerate(zip(turn.guess, turn.marks.pattern, strict=True), start=1):
            if sign == "X":
                yield Demand(number, letter, position, copies=1)
            if sign != ".":
                marked[letter] += 1
        for letter, copies in marked.items():
            yield Demand(number, letter, None, copies)
