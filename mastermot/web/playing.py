"""The codes that are played with, and the next guess for a game so far."""

from __future__ import annotations

from functools import lru_cache

from mastermot import shapes
from mastermot.codes import USUAL_WORDS, TooManyCodesError, choose_codes
from mastermot.dictionaries import open_shipped
from mastermot.play.codebreakers import make_codebreaker
from mastermot.play.positions import Position
from mastermot.rules import rule_named
from mastermot.web import bounds
from mastermot.web.errors import at
from mastermot.web.models import CodesRequest, GuessRequest
from mastermot.wording.json import make_guess_json


def first_position(request: CodesRequest) -> Position:
    """Return the beginning of a game, its codes prepared once for all games alike.

    Raises `CodesChoiceError`, `TooManyCodesError` over `bounds.MOST_CODES`, and what the codes themselves raise.
    """
    position = prepare(CodesRequest(**request.model_dump(include=set(CodesRequest.model_fields))).model_dump_json())
    table = position.table.copy()  # it may take in words of its own: acceleration words, words not listed
    return Position(position.codes, position.rule, table=table, candidates=position.candidates)


@lru_cache(bounds.PREPARED)
def prepare(text: str) -> Position:
    """Return the beginning of a game from a `CodesRequest` in JSON, its candidates found."""
    request = CodesRequest.model_validate_json(text)
    of_words = request.words is not None or request.length is not None
    words = open_shipped(request.words or USUAL_WORDS) if of_words else None
    codes = choose_codes(
        words, request.length, request.holes, request.colours, repeats=request.repeats, empty=request.empty
    )
    if codes.count > bounds.MOST_CODES:
        raise TooManyCodesError(count=codes.count, limit=bounds.MOST_CODES)
    position = Position(codes, rule_named(request.rule))
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
    for place, turn in enumerate(request.history):
        with at("history", place, "guess"):
            guess = codes.fold(turn.guess)
        with at("history", place, "marks"):
            marks = position.rule.parse(turn.marks, codes.length)
        position = position.after(guess, marks)
    return make_guess_json(position, player.choose(position), player.plan)
