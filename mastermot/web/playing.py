"""The codes that are played with, and the next guess for a game so far."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mastermot import shapes
from mastermot.advice.codes_in_mind import check_code
from mastermot.codes import USUAL_WORDS, Codes, choose_codes
from mastermot.dictionaries import open_shipped
from mastermot.play.codebreakers import make_codebreaker
from mastermot.play.positions import Position
from mastermot.rules import rule_named
from mastermot.web import bounds
from mastermot.web.errors import at
from mastermot.web.models import CodeInMindRequest, CodesRequest, GuessRequest, TurnRequest
from mastermot.wording.codes_in_mind import tell_code
from mastermot.wording.json import make_guess_json


def first_position(request: CodesRequest) -> Position:
    """Return the beginning of a game; its codes are prepared once for all games alike, where they are not too many.

    Raises `CodesChoiceError`, and what the codes themselves raise.
    """
    codes, rule = codes_of(request), rule_named(request.rule)
    if codes.count > bounds.MOST_PREPARED:
        return Position(codes, rule)
    position = prepare(CodesRequest(**request.model_dump(include=set(CodesRequest.model_fields))).model_dump_json())
    table = position.table.copy()  # it may take in words of its own: acceleration words, words not listed
    return Position(position.codes, rule, table=table, candidates=position.candidates)


def codes_of(request: CodesRequest) -> Codes:
    """Return the codes that a request asks for."""
    of_words = request.words is not None or request.length is not None
    words = open_shipped(request.words or USUAL_WORDS) if of_words else None
    kinds = request.model_dump(include={"repeats", "empty", "digits"})
    return choose_codes(words, request.length, request.holes, request.colours, **kinds)


@lru_cache(bounds.PREPARED)
def prepare(text: str) -> Position:
    """Return the beginning of a game from a `CodesRequest` in JSON, its candidates found."""
    request = CodesRequest.model_validate_json(text)
    position = Position(codes_of(request), rule_named(request.rule))
    position.candidates  # noqa: B018 - found once
    return position


def next_guess(request: GuessRequest) -> shapes.Guess:
    """Give the next guess for a game so far.

    The answer also has the codes left, and what the player plays by.
    """
    position = first_position(request)
    codes = position.codes
    accelerators = []
    for place, word in enumerate(request.accelerators):
        with at("accelerators", place):
            accelerators.append(codes.fold(word))
    player = make_codebreaker(
        request.player,
        codes=codes,
        strategy=request.strategy,
        pool=request.pool,
        accelerators=accelerators,
        sample=request.sample,
        seed=request.seed,
    )
    player.check_game(codes, position.rule)
    player.check_work(codes)
    position = replay(position, request.history)
    return make_guess_json(position, player.choose(position), player.plan)


def replay(position: Position, history: Sequence[TurnRequest]) -> Position:
    """Return the position after some turns, their guesses any codes. Errors name the turn and its part at fault."""
    for place, turn in enumerate(history):
        with at("history", place, "guess"):
            guess = position.codes.fold(turn.guess)
        with at("history", place, "marks"):
            marks = position.rule.parse(turn.marks, position.codes.length)
        position = position.after(guess, marks)
    return position


def check_code_in_mind(request: CodeInMindRequest) -> shapes.CodeInMind:
    """Compare a code that somebody had in mind with the marks given.

    The answer names the turns that it would have marked otherwise; where there are none, the dictionaries that have it.
    """
    position = replay(first_position(request), request.history)
    with at("code"):
        found = check_code(position, request.code)
    return {**found.as_json(), "text": "\n".join(tell_code(found, position.codes))}
