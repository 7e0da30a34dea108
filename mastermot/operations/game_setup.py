"""The codes of a game, as a request names them, and the position before its first turn."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, fields, replace
from importlib.util import find_spec
from typing import Annotated, Any, NamedTuple, TypeVar

from mastermot.caches import Cache
from mastermot.errors import N_, MastermotError, Reason
from mastermot.game.advice.histories import WHY_WORDS_ONLY
from mastermot.game.codemakers import list_secrets
from mastermot.game.hard_modes import HARD_MODES, STRICT, HardMode, check_hard_mode, hard_mode_named, list_hard_modes
from mastermot.game.positions import PlainPosition, Position
from mastermot.operations import limits
from mastermot.operations.errors import at, refuse
from mastermot.operations.requests import (
    RULE,
    Bounds,
    Colours,
    DictionaryName,
    ExampleValue,
    Help,
    Length,
    Request,
    RuleName,
)
from mastermot.operations.word_choice import DEFAULT_LENGTH, find_language, open_beside, open_for, open_own, open_within
from mastermot.rules import Rule, rule_named
from mastermot.rules.code_errors import CodesChoiceError
from mastermot.rules.codes import MAX_HOLES, Codes, ColourCodes, PatternCodes, WordCodes
from mastermot.words.dictionaries import Dictionary
from mastermot.words.folding import fold_or_empty

ANSWERS = N_("The secret is in this list; other words may only be guessed.")
WHY_SYMBOLS = N_("the symbols of the colours are already given")
KINDS = (
    "repeats",
    "empty",
    "empty_guesses",
    "digits",
)  #: The fields of a `CodesChoice` that say which kind of colour codes are meant.
WHY_EMPTY = N_("it has no effect: every code may have empty holes")
GUESSES = Help(N_("Words of this list may be guessed too, though they are never the secret."))
HARD = Help(
    N_(
        "Hard mode. With wordle, as in the game, greens stay and yellows must be used. With strict, or if no "
        "mode is named, every guess must agree with all marks so far."
    ),
    metavar="[strict|wordle]",
    completes=list_hard_modes,
    alone=STRICT,
)


class NameOrTruth(NamedTuple):
    """A marker for a field that names a hard mode. True stands for `strict`, False for no hard mode, as in 1.x.

    Pydantic takes what `__iter__` yields in place of this marker, as it does with `Bounds`.
    """

    @property
    def __is_annotated_types_grouped_metadata__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield a pydantic `PlainValidator`, which calls `read` for the value, and a JSON schema: one of the names."""
        from pydantic import PlainValidator, WithJsonSchema

        yield PlainValidator(self.read)
        yield WithJsonSchema({"type": "string", "enum": list(HARD_MODES)})

    def read(self, value: object) -> HardMode | None:
        """Return the hard mode of this name, `strict` for True, None for False.

        Raises `ValueError` with the named error inside, as pydantic wants it, for a value that names no hard mode.
        """
        try:
            return hard_mode_named(value if isinstance(value, bool) else str(value))
        except MastermotError as error:
            raise ValueError(error) from None


HardModeName = Annotated[str | bool, NameOrTruth()]


@dataclass(frozen=True, kw_only=True)
class CodesChoice(Request):
    """Which codes are played with: words and length, or holes and colours."""

    words: Annotated[
        DictionaryName | None,
        Help(N_("The dictionary to play with; by default, that of your language or of the given words.")),
    ] = None
    length: Annotated[Length | None, Help(N_("Length of the words."))] = None
    holes: Annotated[
        int | None, Bounds(ge=1, le=MAX_HOLES), Help(N_("Play with colours: number of holes.")), ExampleValue(4)
    ] = None
    colours: Annotated[
        Colours | None,
        Help(
            N_("Number of colours, A, B, C…; or their symbols, such as RGBYOW or 1-6."),
            options=("--colours", "--colors"),
        ),
        ExampleValue(6),
    ] = None
    repeats: Annotated[bool, Help(N_("Each colour at most once (bulls and cows)."), options=("--no-repeats",))] = True
    """Whether a colour may appear more than once."""
    empty: Annotated[bool, Help(N_("Holes may be left empty, written as a point."))] = False
    empty_guesses: Annotated[
        bool, Help(N_("Guesses may have empty holes, but not the secret, as in Tatham's Guess."))
    ] = False
    digits: Annotated[bool, Help(N_("Write the colours as digits from 0; there are ten at most."))] = False


@dataclass(frozen=True, kw_only=True)
class CodesRequest(CodesChoice):
    """Which codes are played with (words and length, or holes and colours), and by which rule."""

    rule: Annotated[RuleName, RULE] = "black-white"


AnyChoice = TypeVar("AnyChoice", bound=CodesChoice)


def name_words(request: AnyChoice, given: Sequence[str] = ()) -> AnyChoice:
    """Return the request with its list of words and their length filled in.

    `given` has the words in the request, such as guesses. If the request names no list, these words decide on it
    (`word_choice.open_for`). The length is the one that the request names, else that of the first word given, else the
    only one that the list has. If there is none of these, the length is `DEFAULT_LENGTH`, or None if the request names
    a list.

    Three kinds of requests are returned as they are: those for colours; those that say only which kind of colours is
    meant (such as `repeats`); and those that name neither words nor colours, if no list knows the words given (AABB).

    >>> request = name_words(CodesChoice(), given=["raies", "coule"])
    >>> request.words, request.length
    ('fr-common', 5)
    >>> name_words(CodesChoice(), given=["AABB"]) == CodesChoice()
    True
    """
    of_words = request.words is not None or request.length is not None
    of_colours = request.holes is not None or request.colours is not None
    says_only_kind = bool(list_kinds(request)) and not of_words
    if of_colours or says_only_kind:
        return request
    if given and not of_words and not find_language(given):  # no list knows the words given
        return request
    dictionary = open_for(request.words, given)
    length = request.length or find_first_length(given) or find_only_length(dictionary)
    if length is None and request.words is None:
        length = DEFAULT_LENGTH
    # a list of the user's, which has no language, cannot be opened by its name
    words = dictionary.name if dictionary.language else dictionary
    return replace(request, words=words, length=length)


def find_first_length(given: Sequence[str]) -> int | None:
    """Return the length of the first of these texts that is a word; None if none of them is."""
    lengths = [len(fold_or_empty(text)) for text in given]  # 0 for a text that is no word
    return next(filter(None, lengths), None)


def names_codes(request: CodesChoice) -> bool:
    """Return whether a request says anything about its codes."""
    return any(getattr(request, field.name) != field.default for field in fields(CodesChoice))


def list_kinds(request: CodesChoice) -> list[str]:
    """Return the fields of `KINDS` that differ from their default: ``["repeats"]`` for bulls and cows."""
    return [name for name in KINDS if getattr(request, name) != getattr(CodesChoice, name)]


def find_only_length(dictionary: Dictionary) -> int | None:
    """Return the length that all words of a list have, or None if they have several lengths."""
    return next(iter(dictionary.lengths)) if len(dictionary.lengths) == 1 else None


def first_position(request: CodesChoice, rule: Rule | str, given: Sequence[str] = ()) -> Position:
    """Return the position before the first turn, with the codes that a request names.

    `given` has the words in the request, such as guesses: they decide on the list of words if the request names none.
    Positions with at most `limits.MAX_PREPARED` codes are prepared once, and kept for equal requests. Without numpy the
    result is a `PlainPosition`. Raises `CodesChoiceError`, and the errors that the docstrings of `WordCodes` and
    `ColourCodes` list.
    """
    request = name_words(request, given)  # requests that mean the same words then are equal, as keys of `prepared`
    codes = choose_codes_of(request, given)
    rule = rule_named(rule)
    has_numpy = find_spec("numpy") is not None
    if not has_numpy:
        return PlainPosition(codes, rule)
    if codes.count > limits.MAX_PREPARED:
        return Position(codes, rule)
    # the key has only what the position depends on, and no other fields that the request may have
    choice = {field.name: getattr(request, field.name) for field in fields(CodesChoice)}
    key = CodesRequest(**choice, rule=rule.name)
    kept = prepared.fetch(key, lambda: Position(codes, rule))
    table = copy(kept.table)  # each game adds rows of its own: acceleration words, words not listed
    return Position(kept.codes, rule, table=table, candidates=kept.candidates)


def choose_codes_of(request: CodesChoice, given: Sequence[str] = ()) -> Codes:
    """Return the codes that a request names: words or colours.

    `given` has the words in the request, such as guesses. If the request names neither words nor colours, these may
    show that words are meant (`name_words`). Raises `CodesChoiceError` if the request names both, or if it is not clear
    which are meant, and the errors that the docstrings of `WordCodes` and `ColourCodes` list.
    """
    request = name_words(request, given)
    of_words = request.words is not None or request.length is not None
    of_colours = request.holes is not None or request.colours is not None
    if of_words and of_colours:
        raise CodesChoiceError(why=Reason(N_("both words and colours are asked for")), about="")
    if of_words:
        return choose_word_codes(request)
    if of_colours:
        return choose_colour_codes(request)
    raise CodesChoiceError(why=Reason(N_("it is not clear whether to play with words or with colours")), about="")


def choose_word_codes(request: CodesChoice) -> WordCodes:
    """Return the words of the list and the length that a request names; without a list, of the reader's language.

    Raises `CodesChoiceError` for a field that is about colours (`list_kinds`), or if the length is missing.
    """
    unusual = list_kinds(request)
    if unusual:
        why = Reason(N_("repeats, empty holes and digits are for colours, not for words"))
        raise CodesChoiceError(why=why, about=unusual[0])
    if request.length is None:
        raise CodesChoiceError(why=Reason(N_("the length of the words is missing")), about="length")
    return WordCodes(open_own(request.words), request.length)


def choose_colour_codes(request: CodesChoice) -> ColourCodes:
    """Return the codes of colours that a request names.

    Raises `CodesChoiceError` if the number of holes or the colours are missing. Raises `FieldInvalidError` for fields
    without effect: `empty_guesses` with `empty`, and `digits` with symbols of the colours.
    """
    holes = request.holes
    colours = request.colours
    if holes is None or colours is None:
        about = "holes" if holes is None else "colours"
        why = Reason(N_("holes and colours go together, and one of them is missing"))
        raise CodesChoiceError(why=why, about=about)
    refuse("empty_guesses", WHY_EMPTY, request.empty_guesses and request.empty)
    refuse("digits", WHY_SYMBOLS, request.digits and isinstance(colours, str))
    kinds = {name: getattr(request, name) for name in KINDS}
    return ColourCodes(holes, colours, **kinds)


prepared = Cache[Position](limits.MAX_PREPARED, lambda position: position.codes.count)
"""The first positions of the games asked for last, with all that was computed about these positions."""


def name_dictionary(codes: Codes) -> str | None:
    """Return the name of the dictionary of these codes, or None for colours."""
    return None if codes.dictionary is None else codes.dictionary.name


def choose_secrets(codes: Codes, answers: Dictionary | str | None) -> Sequence[str]:
    """Return the codes that can be the secret (`list_secrets`): only those in the list `answers`, if one is named.

    Errors name the field `answers`.
    """
    with at("answers"):
        return list_secrets(codes, open_beside(answers, codes.letters) if answers else None)


def open_extra_guesses(guesses: Dictionary | str | None, codes: Codes) -> Codes | None:
    """Return a list of what may be guessed, as a set of codes of its own; None if there is no such list.

    - With a list of words (`guesses`), the words of this list that are as long as the codes are returned; if the first
      letters of the secret are given, only words that begin with these letters. In a game of colours the list is
      refused.
    - Without such a list, all guesses are returned in a game of colours where only guesses may have empty holes, if
      there are few enough to be listed. In any other game, the result is None.

    In both cases, codes of the game may be among these guesses. Errors name the field `guesses`.
    """
    if guesses is None:
        if isinstance(codes, ColourCodes) and codes.lists_guesses:
            return codes.list_guesses()
        return None
    refuse("guesses", WHY_WORDS_ONLY, isinstance(codes, ColourCodes))
    with at("guesses"):
        dictionary = open_within(guesses, codes.letters)
        first_letters_are_given = isinstance(codes, PatternCodes) and codes.given
        if first_letters_are_given:
            return PatternCodes(dictionary, codes.length, codes.pattern)
        return WordCodes(dictionary, codes.length, as_extra_guesses=True)  # one word is enough


def choose_hard_mode(name: str | bool | None, rule: str | Rule) -> HardMode | None:
    """Return the hard mode that `name` stands for: True for `strict`, None and False for no hard mode (None).

    Raises `NameUnknownError`, or `HardModeRuleError` if the mode cannot be played under the rule.
    """
    marking = rule_named(rule)
    with at("hard"):
        mode = hard_mode_named(name)
        check_hard_mode(mode, marking)
    return mode
