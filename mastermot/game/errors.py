"""What can be wrong with players and games."""

from collections.abc import Mapping
from typing import TypeVar

from mastermot.errors import (
    N_,
    Fault,
    LimitError,
    MastermotError,
    Reason,
    Translate,
    UseError,
    nearest,
    translate_and_fill,
)
from mastermot.rules.code_errors import TooManyCodesError

Found = TypeVar("Found")


class NameUnknownError(UseError):
    code = "name-unknown"
    title = N_("no such name")
    message = N_("no {kind} named “{name}”")
    advice = N_("The choices are: {known}.")
    kind: Reason
    name: str
    known: tuple[str, ...]

    @property
    def about(self) -> str:
        """The field of a request that the error is about: it has the name of the `kind`, such as strategy or pool.

        The text is empty if the error has a `source`, which then names the field, or the option.
        """
        return "" if self.source else str(self.kind.text)


def find_named(kind: Reason, name: str, known: Mapping[str, Found]) -> Found:
    """Return the value of this name in `known`. Raises `NameUnknownError`, with the nearest names, if there is none.

    `kind` is the word by which the error says what is looked for, such as “strategy”.
    """
    if name not in known:
        raise NameUnknownError(kind=kind, name=name, known=tuple(known), suggestions=nearest(name, known))
    return known[name]


class GameOverError(UseError):
    code = "game-over"
    message = N_("this game is over")
    advice = N_("Start a new game.")
    request_field = "token"
    status = 409


class TokenForgedError(MastermotError):
    code = "token-forged"
    message = N_("this token was not made by this service")
    advice = N_("Start a new game; send a token exactly as it was given.")
    request_field = "token"


class TokenExpiredError(MastermotError):
    code = "token-expired"
    message = N_("this game is too old")
    advice = N_("Start a new game.")
    request_field = "token"
    status = 410


class NoCandidateError(MastermotError):
    code = "no-candidate"
    title = N_("no code agrees with all these marks")
    fault = Fault.NO_SOLUTION
    message = N_("no code agrees with all these marks: the marks of turns {turns} contradict each other")
    advice = N_("Check the marks given.")
    request_field = "history"
    turns: tuple[int, ...]

    def describe_reason(self, translate: Translate = N_) -> str:
        """Return what is wrong: which turns contradict each other, as in “turns 1, 2 and 5”.

        A single turn contradicts itself: no code gets its marks.
        """
        if len(self.turns) == 1:
            return translate_and_fill(N_("no code gets the marks of turn {turns}"), self.parameters, translate)
        *all_but_last, last = self.turns
        turns = Reason(N_("{first} and {last}"), first=tuple(all_but_last), last=last)  # a tuple is written "1, 2"
        return translate_and_fill(self.message, {"turns": turns}, translate)


class NoCandidateFoundError(LimitError):
    code = "no-candidate-found"
    message = N_("no code that agrees with all these marks was found, and it is not proven that there is none")
    advice = N_("Check the marks given; in doubt, correct some and go on.")


class RuleNeedsListError(TooManyCodesError):
    code = "rule-needs-list"
    title = N_("a rule that needs a list of all codes")
    message = N_("the rule {rule} needs a list of all codes, and {count} are too many: at most {limit}")
    advice = N_("Use fewer holes or colours, or another rule.")
    rule: str


class PlayerNeedsListError(LimitError):
    code = "player-needs-list"
    title = N_("a player that needs a list of all codes")
    message = N_("the player {player} needs a list of all codes, and {count} are too many: at most {limit}")
    advice = N_("These can play such games: {players}. So can every strategy with the pool consistent.")
    request_field = "player"
    player: str
    count: int
    limit: int
    players: tuple[str, ...]


class PlayerGameError(UseError):
    code = "player-game"
    title = N_("a player that does not play this game")
    message = N_("the player {player} does not play this game: {why}")
    advice = N_("Use another player, rule or number of holes and colours.")
    request_field = "player"
    player: str
    why: Reason


class TooMuchWorkError(LimitError):
    code = "too-much-work"
    title = N_("too many codes for this player")
    message = N_(
        "{count} codes are too many for the player {player}, who compares every code with every other: at most {limit}"
    )
    advice = N_("Use fewer codes, or let the player score a sample of them.")
    command_advice = N_("Use fewer codes, or score a sample of them with --sample.")
    request_field = "player"
    count: int
    player: str
    limit: int


class WorkTooLongError(LimitError):
    code = "work-too-long"
    message = N_("this would take too much work")
    advice = N_(
        "Ask for less: give more clues, use fewer or shorter codes, or take a sample. Or use the command "
        "mastermot on your own machine."
    )


class TooManyRankedError(LimitError):
    code = "too-many-ranked"
    title = N_("too many codes to rank")
    message = N_("{count} codes are too many to rank: at most {limit} under so many rules, {alone} under one")
    advice = N_("Use fewer codes or fewer rules.")
    command_advice = N_("Use fewer codes, or fewer rules with --rule.")
    count: int
    limit: int
    alone: int


class FixedTooLargeError(LimitError):
    code = "fixed-too-large"
    title = N_("too many codes and guesses to search for fixed guesses")
    message = N_("{guesses} guesses against {count} codes are too many: at most {limit} pairs are searched")
    advice = N_("Use fewer codes, or a shorter list of guesses.")
    guesses: int
    count: int
    limit: int


class HardModeRuleError(UseError):
    code = "hard-mode-rule"
    title = N_("a hard mode that the rule of marking does not have")
    message = N_("the hard mode wordle is for marks position by position, not for the rule {rule}")
    advice = N_("Use the rule positional, or the hard mode strict.")
    rule: str
