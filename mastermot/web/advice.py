"""The operations that give advice: what to play next, how well a game was played, chains of words."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from mastermot import shapes
from mastermot.advice.histories import PatternCodes, list_guesses, list_known, read_guess
from mastermot.advice.review import review_game
from mastermot.advice.suggestions import advise
from mastermot.codes import CodesChoiceError, WordCodes, check_listed
from mastermot.dictionaries import open_shipped
from mastermot.errors import N_, Reason
from mastermot.families.islands import figures_json
from mastermot.families.ladders import MOST_LADDERS, find_ladders, find_neighbourhood
from mastermot.play.codebreakers import make_codebreaker
from mastermot.play.positions import Position
from mastermot.web.errors import at
from mastermot.web.models import AdviceRequest, IslandsQuery, KnownRequest, LadderQuery, NeighboursQuery, ReviewRequest
from mastermot.web.playing import first_position
from mastermot.wording.neighbourhood import draw_neighbourhood
from mastermot.wording.reviews import review_as_json

WHY_ONLY_WORDS = N_("letters that are given are those of words")


def suggest_guesses(request: AdviceRequest) -> shapes.Advice:
    """Say what to play next: the codes left, and the best guesses.

    The answer is the object of `mastermot next --json`.
    """
    positions, wider = replay_request(request)
    position = positions[-1]
    player = make_codebreaker(
        request.player,
        codes=position.codes,
        strategy=request.strategy,
        pool=request.pool,
        accelerators=wider,
        seed=request.seed,
    )
    player.check_game(position.codes, position.rule)
    player.check_work(position.codes)
    return advise(position, player, top=request.top, hard=request.hard).as_json()


def judge_game(request: ReviewRequest) -> shapes.Review:
    """Judge a game move by move: skill, luck, what the best guesses were.

    The answer is the object of `mastermot review --json`.
    """
    positions, wider = replay_request(request)
    codes = positions[0].codes
    check_listed(codes)
    player = make_codebreaker("best", codes=codes, accelerators=wider)
    judged = review_game(positions, player, hard=request.hard)
    return {**review_as_json(judged, codes), "rule": positions[0].rule.name, "codes": codes.name}


def replay_request(request: KnownRequest) -> tuple[list[Position], tuple[str, ...]]:
    """Return the positions of a game, that before its first turn first, and the words that may be guessed beside."""
    start = first_position(request)
    codes = start.codes
    if request.starts is not None:
        if not isinstance(codes, WordCodes):
            raise CodesChoiceError(why=Reason(WHY_ONLY_WORDS))
        with at("starts"):
            codes = PatternCodes(codes.dictionary, codes.length, request.starts)
        start = Position(codes, start.rule)
    with at("guesses"):
        known = list_known(codes, None if request.guesses is None else open_shipped(request.guesses))
    allowed = frozenset(known)
    positions = [start]
    for place, turn in enumerate(request.history):
        with at("history", place, "guess"):
            guess = read_guess(turn.guess, codes, allowed)
        with at("history", place, "marks"):
            marks = start.rule.parse(turn.marks, codes.length)
        positions.append(positions[-1].after(guess, marks))
    return positions, list_guesses(codes, known)


def find_chains(query: Annotated[LadderQuery, Query()]) -> shapes.Ladders:
    """Find the shortest chains of words between two words, one letter changed at a time.

    The answer is the object of `mastermot ladder WORD WORD --json`.
    """
    return find_ladders(query.start, query.end, open_shipped(query.words), MOST_LADDERS if query.every else 1).as_json()


def list_neighbours(query: Annotated[NeighboursQuery, Query()]) -> shapes.Neighbourhood:
    """List the words one letter apart from a word, family by family.

    The answer is the object of `mastermot ladder WORD --json`.
    """
    found = find_neighbourhood(query.word, open_shipped(query.words))
    return {**found.as_json(), "picture": draw_neighbourhood(found)} if query.picture else found.as_json()


def measure_list(query: Annotated[IslandsQuery, Query()]) -> shapes.ListFigures:
    """Measure the graph of the words of one length: islands, words alone, the longest ladder.

    The answer is the object of `mastermot ladder --json`.
    """
    return figures_json(open_shipped(query.words), query.length)
