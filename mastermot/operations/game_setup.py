"""Which codes are played with, and the beginning of a game with them."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated

from mastermot.caches import Cache
from mastermot.errors import N_, Reason
from mastermot.game.advice.histories import WHY_NO_WIDER
from mastermot.game.codemakers import list_secrets
from mastermot.game.positions import PlainPosition, Position
from mastermot.operations import limits
from mastermot.operations.errors import at, refuse
from mastermot.operations.requests import RULE, Bounds, DictionaryName, Example, Help, Length, Request, RuleName
from mastermot.rules import rule_named
from mastermot.rules.codes import MAX_HOLES, Codes, CodesChoiceError, ColourCodes, PatternCodes, WordCodes
from mastermot.words.dictionaries import Dictionary, open_dictionary

DEFAULT_WORDS = "fr-common"  #: The dictionary of games with words when none is named.
ANSWERS = N_("The secret is one of this list; the other words may only be guessed.")
GUESSES = Help(N_("Words of this list may be guessed too, though they are never the secret."))


@dataclass(frozen=True, kw_only=True)
class CodesChoice(Request):
    """Which codes are played with: words and length, or holes and colours."""

    words: Annotated[
        DictionaryName | None,
        Help(N_("Play with the words of a dictionary or of a file; with `length` alone, of fr-common.")),
    ] = None
    length: Annotated[Length | None, Help(N_("Length of the words."))] = None
    holes: Annotated[
        int | None, Bounds(ge=1, le=MAX_HOLES), Help(N_("Play with colours: number of holes.")), Example(4)
    ] = None
    colours: Annotated[
        int | None,
        Bounds(ge=2, le=26),
        Help(N_("Number of colours, A, B, C…"), options=("--colours", "--colors")),
        Example(6),
    ] = None
    repeats: Annotated[bool, Help(N_("Each colour at most once (bulls and cows)."), options=("--no-repeats",))] = True
    """Whether a colour may come more than once."""
    empty: Annotated[bool, Help(N_("Holes may be left empty, written as a point."))] = False
    digits: Annotated[bool, Help(N_("Write the colours as digits from 0, ten at most."))] = False


@dataclass(frozen=True, kw_only=True)
class CodesRequest(CodesChoice):
    """Which codes are played with (words and length, or holes and colours), and by which rule."""

    rule: Annotated[RuleName, RULE] = "black-white"


def first_position(request: CodesRequest) -> Position:
    """Return the beginning of a game, prepared once for all alike where codes are few. Raises as `choose_codes_of`."""
    codes, rule = choose_codes_of(request), rule_named(request.rule)
    if find_spec("numpy") is None:
        return PlainPosition(codes, rule)
    if codes.count > limits.MAX_PREPARED:
        return Position(codes, rule)
    asked = CodesRequest(
        words=request.words,
        length=request.length,
        holes=request.holes,
        colours=request.colours,
        repeats=request.repeats,
        empty=request.empty,
        digits=request.digits,
        rule=request.rule,
    )
    position = prepared.fetch(asked, lambda: Position(codes, rule))
    table = copy(position.table)  # it may take in words of its own: acceleration words, words not listed
    return Position(position.codes, rule, table=table, candidates=position.candidates)


def choose_codes_of(request: CodesChoice) -> Codes:
    """Return words, or holes and colours. Raises `CodesChoiceError`, and what `WordCodes` and `ColourCodes` raise."""
    words, length, holes, colours = request.words, request.length, request.holes, request.colours
    kinds = {"repeats": request.repeats, "empty": request.empty, "digits": request.digits}
    unusual = [name for name, value in kinds.items() if value != getattr(CodesChoice, name)]
    of_words, of_colours = words is not None or length is not None, holes is not None or colours is not None
    why, about = N_("words or colours?"), ""
    if of_words and of_colours:
        why = N_("words and colours are both asked for")
    elif of_words and unusual:
        why, about = N_("repeats, empty holes and digits are for colours, not for words"), unusual[0]
    elif length is not None:
        return WordCodes(DEFAULT_WORDS if words is None else words, length)
    elif of_words:
        why, about = N_("the length of the words is missing"), "length"
    elif holes is not None and colours is not None:
        return ColourCodes(holes, colours, **kinds)
    elif of_colours:
        why, about = N_("of holes and colours, one is missing"), "holes" if holes is None else "colours"
    raise CodesChoiceError(why=Reason(why), about=about)


prepared = Cache[Position](limits.MAX_PREPARED, lambda position: position.codes.count)
"""The beginnings of games used last; what is found of one stays found as long as it is kept."""


def secrets_of(codes: Codes, answers: Dictionary | str | None) -> Sequence[str]:
    with at("answers"):
        return list_secrets(codes, open_dictionary(answers) if answers else None)


def open_wider(guesses: Dictionary | str | None, codes: Codes) -> Codes | None:
    """Return the words of a wider list, with the letters that all codes have. Errors are about the field `guesses`."""
    if guesses is None:
        return None
    refuse("guesses", WHY_NO_WIDER, isinstance(codes, ColourCodes))
    with at("guesses"):
        dictionary = open_dictionary(guesses)
        if isinstance(codes, PatternCodes) and codes.given:
            return PatternCodes(dictionary, codes.length, codes.pattern)
        codes.take_words(dictionary)
        return WordCodes(dictionary, codes.length, besides=True)
