"""Which codes are played with, and the beginning of a game with them."""

from functools import lru_cache
from importlib.util import find_spec
from typing import Annotated

from mastermot.ask import bounds
from mastermot.ask.errors import FieldInvalidError
from mastermot.ask.requests import RULE, Bounds, DictionaryName, Help, Length, Request, RuleName
from mastermot.errors import N_, Reason
from mastermot.game.advice.histories import WHY_NO_WIDER
from mastermot.game.positions import PlainPosition, Position
from mastermot.results import collect
from mastermot.rules import rule_named
from mastermot.rules.codes import MAX_HOLES, Codes, ColourCodes, PatternCodes, WordCodes, choose_codes
from mastermot.words.dictionaries import Dictionary, open_dictionary

ANSWERS = N_("The secret is one of this list; the other words may only be guessed.")
GUESSES = Help("Words of this list may be guessed too, though they are never the secret.")


class CodesChoice(Request):
    """Which codes are played with: words and length, or holes and colours."""

    words: Annotated[
        DictionaryName | None,
        Help("Play with the words of a dictionary or of a file; with `length` alone, of fr-common."),
    ] = None
    length: Annotated[Length | None, Help("Length of the words.")] = None
    holes: Annotated[int | None, Bounds(1, MAX_HOLES), Help("Play with colours: number of holes.", example=4)] = None
    colours: Annotated[
        int | None, Bounds(2, 26), Help("Number of colours, A, B, C…", "--colours", "--colors", example=6)
    ] = None
    repeats: Annotated[
        bool,
        Help(
            "Each colour at most once (bulls and cows).",
            "--no-repeats",
            served=N_("Whether a colour may come more than once."),
        ),
    ] = True
    empty: Annotated[bool, Help("Holes may be left empty, written as a point.")] = False
    digits: Annotated[bool, Help("Write the colours as digits from 0, ten at most.")] = False


class CodesRequest(CodesChoice):
    """Which codes are played with (words and length, or holes and colours), and by which rule."""

    rule: Annotated[RuleName, RULE] = "black-white"


def first_position(request: CodesRequest) -> Position:
    """Return the beginning of a game; its codes are prepared once for all games alike, where they are not too many.

    Raises `CodesChoiceError`, and what the codes themselves raise.
    """
    codes, rule = choose_codes_of(request), rule_named(request.rule)
    if find_spec("numpy") is None:
        return PlainPosition(codes, rule)
    if codes.count > bounds.MAX_PREPARED:
        return Position(codes, rule)
    position = prepare(collect(CodesRequest, request))
    table = position.table.copy()  # it may take in words of its own: acceleration words, words not listed
    return Position(position.codes, rule, table=table, candidates=position.candidates)


def choose_codes_of(request: CodesChoice) -> Codes:
    kinds = {"repeats": request.repeats, "empty": request.empty, "digits": request.digits}
    return choose_codes(request.words, request.length, request.holes, request.colours, **kinds)


@lru_cache(bounds.PREPARED)
def prepare(request: CodesRequest) -> Position:
    """Return the beginning of a game; what is found of it stays found."""
    return Position(choose_codes_of(request), rule_named(request.rule))


def open_wider(guesses: Dictionary | str, codes: Codes) -> Codes:
    """Return the words of a wider list, with the letters that all codes have. Raises `FieldInvalidError`."""
    if isinstance(codes, ColourCodes):
        raise FieldInvalidError(why=Reason(WHY_NO_WIDER))
    dictionary = open_dictionary(guesses)
    if isinstance(codes, PatternCodes) and codes.given:
        return PatternCodes(dictionary, codes.length, codes.pattern)
    codes.take_words(dictionary)
    return WordCodes(dictionary, codes.length, besides=True)
