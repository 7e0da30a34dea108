"""The operations on games so far: the next guess, advice, a game judged, a code that somebody had in mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen

from mastermot.ask import bounds
from mastermot.ask.errors import FieldInvalidError, at
from mastermot.ask.requests import CodesChoice, CodesRequest, DictionaryName, Example, Request, Seed, Text, Word
from mastermot.errors import N_, Reason
from mastermot.game.advice import review
from mastermot.game.advice.histories import (
    CodeInMind,
    check_code,
    give_letters,
    keep_secrets,
    list_guesses,
    list_known,
    read_guess,
)
from mastermot.game.advice.review import Review
from mastermot.game.advice.suggestions import Advice, advise
from mastermot.game.advice.weights import advise_weighted
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.codemakers import list_secrets
from mastermot.game.positions import Position
from mastermot.rules import rule_named
from mastermot.rules.codes import Codes, check_listed, choose_codes
from mastermot.say.reviews import tell_code, tell_review
from mastermot.words.dictionaries import open_dictionary
from mastermot.words.folding import LONGEST

A_TURN = Example([{"guess": "AABC", "marks": "XO"}])
WHY_NOT_HARD = N_("it cannot be used with hard: the guesses of an opening need not use what is known")
WHY_NOT_WEIGHTED = N_("it has its own way to rank guesses: leave out player and strategy")
FEW_LEFT = 10  #: Codes left that are named with the next guess.


class TurnRequest(Request):
    """A guess and the marks it got, in any form that the rule reads: XXO, 2 1, X.O.., rien…"""

    guess: Word
    marks: Text  #: The marks that it got.


class HistoryRequest(CodesRequest):
    """A game so far."""

    history: Annotated[list[TurnRequest], MaxLen(bounds.MAX_HISTORY), A_TURN] = field(default_factory=list)
    """The turns so far, in order."""


class PlayerRequest(HistoryRequest):
    """A game so far, and who plays on."""

    player: Word = "best"  #: Who looks for the secret: the name of a player, or of a strategy.
    strategy: Word | None = None  #: How the player picks a guess, where it is not its own.
    pool: Word | None = None  #: consistent, accelerated or all.
    sample: Annotated[int | None, Ge(2), Le(10_000)] = None  #: The most candidates that are scored.
    seed: Seed = 0
    accelerators: Annotated[list[Word], MaxLen(100)] = field(default_factory=list)
    """Words played only to split families."""
    opening: Annotated[list[Word], MaxLen(bounds.MAX_TURNS)] = field(default_factory=list)
    """Guesses that the player begins with, whatever the answers."""

    @property
    def usual(self) -> bool:
        """Whether nothing is asked of the player."""
        asked = (self.strategy, self.pool, self.sample, self.opening, self.accelerators)
        return self.player in ("best", "book") and asked == (None, None, None, [], [])


class GuessRequest(PlayerRequest):
    """A game so far: what is the next guess?"""


class CodeInMindRequest(HistoryRequest):
    """A game so far, and the code that its player had in mind."""

    code: Annotated[Word, Example("ABCD")]  #: The code that the player had in mind.


class KnownRequest(HistoryRequest):
    """A game so far, with letters that are given and words that may be guessed besides."""

    starts: Annotated[str | None, MinLen(1), MaxLen(LONGEST)] = None
    """Letters given at the start: the first, or a pattern with a point for each letter that is not known."""
    answers: DictionaryName | None = None
    """The list that the secret is one of; the other words may only be guessed. Without it every word can be it."""
    guesses: DictionaryName | None = None
    """A dictionary whose words may be guessed too, though they are never the secret."""
    hard: bool = False


class AdviceRequest(PlayerRequest, KnownRequest):
    """A game so far: what are the best next guesses?"""

    top: Annotated[int, Ge(1), Le(100)] = 5  #: How many guesses.
    weighted: bool = False  #: Whether words are weighed by how often they are used, as the shipped lists know.


class ReviewRequest(KnownRequest):
    """A game, to be judged."""

    history: Annotated[list[TurnRequest], MinLen(1), MaxLen(bounds.MAX_TURNS), A_TURN]


@dataclass(frozen=True)
class PlayerPlan:
    """What a player plays by."""

    player: str  #: Who plays.
    strategy: str  #: How the player picks a guess.
    pool: str  #: Which guesses the player chooses from: consistent, accelerated or all.


@dataclass(frozen=True)
class Guess:
    """The next guess, and why."""

    guess: str
    shown: str  #: The guess with its spellings.
    candidates: int | None  #: Codes still possible before this guess.
    error: int
    entropy: float | None
    largest: int | None
    left: tuple[str, ...]  #: The codes still possible, when they are few.
    plan: PlayerPlan  #: Who plays, and how.


def next_guess(request: GuessRequest) -> Guess:
    """Give the next guess for a game so far.

    The answer also has the codes left, and what the player plays by.
    """
    start = first_position(request)
    player = choose_player(request, start)
    position = replay(start, request.history)[-1]
    choice, plan, codes = player.choose(position), player.plan, position.codes
    few = choice.candidates is not None and choice.candidates <= FEW_LEFT and not choice.error
    return Guess(
        guess=choice.guess,
        shown=codes.display(choice.guess),
        candidates=choice.candidates,
        error=choice.error,
        entropy=choice.entropy,
        largest=choice.largest,
        left=tuple(codes.display(position.table.text(int(row))) for row in position.candidates) if few else (),
        plan=PlayerPlan(plan.player, plan.strategy, plan.pool),
    )


def suggest_guesses(request: AdviceRequest) -> Advice:
    """Say what to play next: the codes left, and the best guesses.

    The answer is the object of `mastermot next --json`.
    """
    if request.opening and request.hard:
        raise FieldInvalidError(source="opening", why=Reason(WHY_NOT_HARD))
    if request.weighted and (request.strategy, request.player) != (None, "best"):
        raise FieldInvalidError(source="weighted", why=Reason(WHY_NOT_WEIGHTED))
    start, known = start_known(request)
    player = choose_player(request, start, list_guesses(start.codes, known, request.hard))
    position = replay(start, request.history, frozenset((*known, *player.plan.accelerators, *player.plan.opening)))[-1]
    if request.weighted:
        return advise_weighted(position, player, top=request.top, hard=request.hard)
    return advise(position, player, top=request.top, hard=request.hard, book=request.usual)


def review_game(request: ReviewRequest) -> Review:
    """Judge a game move by move: skill, luck, what the best guesses were.

    The answer is the object of `mastermot review --json`.
    """
    start, known = start_known(request)
    check_listed(start.codes)
    wider = list_guesses(start.codes, known, request.hard)
    codebreaker = make_codebreaker("best", codes=start.codes, accelerators=wider)
    return judge(replay(start, request.history, frozenset(known)), codebreaker, hard=request.hard)


def judge(
    positions: Sequence[Position], player: Codebreaker, *, hard: bool, on_move: Callable[[int], object] | None = None
) -> Review:
    """Return the game through these positions, judged, with its sentences. Raises what `review.review_game` raises."""
    judged = review.review_game(positions, player, hard=hard, on_move=on_move)
    return tell_review(judged, positions[0].codes, hard=hard)


def check_code_in_mind(request: CodeInMindRequest) -> CodeInMind:
    """Compare a code that somebody had in mind with the marks given.

    The answer names the turns that it would have marked otherwise; where there are none, the dictionaries that have it.
    """
    position = replay(first_position(request), request.history)[-1]
    with at("code"):
        found = check_code(position, request.code)
    return replace(found, text="\n".join(tell_code(found, position.codes)))


def first_position(request: CodesRequest) -> Position:
    """Return the beginning of a game; its codes are prepared once for all games alike, where they are not too many.

    Raises `CodesChoiceError`, and what the codes themselves raise.
    """
    codes, rule = choose_codes_of(request), rule_named(request.rule)
    if codes.count > bounds.MAX_PREPARED:
        return Position(codes, rule)
    position = prepare(CodesRequest(**{one.name: getattr(request, one.name) for one in fields(CodesRequest)}))
    table = position.table.copy()  # it may take in words of its own: acceleration words, words not listed
    return Position(position.codes, rule, table=table, candidates=position.candidates)


def choose_codes_of(request: CodesChoice) -> Codes:
    """Return the codes that a request asks for."""
    kinds = {"repeats": request.repeats, "empty": request.empty, "digits": request.digits}
    return choose_codes(request.words, request.length, request.holes, request.colours, **kinds)


@lru_cache(bounds.PREPARED)
def prepare(request: CodesRequest) -> Position:
    """Return the beginning of a game; what is found of it stays found."""
    return Position(choose_codes_of(request), rule_named(request.rule))


def choose_player(request: PlayerRequest, start: Position, wider: Sequence[str] = ()) -> Codebreaker:
    """Return the player that a request asks for, which may play the words `wider` too.

    Raises what `make_codebreaker` and the player's checks raise.
    """
    folded: dict[str, list[str]] = {"accelerators": [], "opening": []}
    for name, words in folded.items():
        for place, word in enumerate(getattr(request, name)):
            with at(name, place):
                words.append(start.codes.fold(word))
    player = make_codebreaker(
        request.player,
        codes=start.codes,
        accelerators=(*folded["accelerators"], *wider),
        opening=folded["opening"],
        strategy=request.strategy,
        pool=request.pool,
        sample=request.sample,
        seed=request.seed,
    )
    player.check_game(start.codes, start.rule)
    player.check_work(start.codes)
    return player


def replay(start: Position, history: Sequence[TurnRequest], known: frozenset[str] | None = None) -> list[Position]:
    """Return the positions of a game, that before its first turn first. Errors name the turn and its part at fault.

    Guesses are codes of the game or words of `known`; without it, anything that could be a code.
    """
    codes, positions = start.codes, [start]
    for place, turn in enumerate(history):
        with at("history", place, "guess"):
            guess = codes.fold(turn.guess) if known is None else read_guess(turn.guess, codes, known)
        with at("history", place, "marks"):
            marks = start.rule.parse(turn.marks, codes.length)
        positions.append(positions[-1].after(guess, marks))
    return positions


def start_known(request: KnownRequest) -> tuple[Position, tuple[str, ...]]:
    """Return the beginning of a game, and the words that may be guessed beside its codes."""
    start = first_position(request)
    if request.answers:
        with at("answers"):
            secrets = list_secrets(start.codes, open_dictionary(request.answers))
        start = Position(keep_secrets(start.codes, secrets), start.rule)
    if request.starts is not None:
        with at("starts"):
            start = Position(give_letters(start.codes, request.starts), start.rule)
    with at("guesses"):
        known = list_known(start.codes, open_dictionary(request.guesses) if request.guesses else None)
    return start, known
