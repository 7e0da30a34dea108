"""What operations are given, as pydantic models: they validate, and the OpenAPI document is made from them.

What operations return are the shapes of `mastermot.shapes`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import no_info_plain_validator_function

from mastermot.codes import MAX_HOLES
from mastermot.compose.daily import DEFAULT_LEVEL
from mastermot.dictionaries import open_shipped
from mastermot.errors import MastermotError
from mastermot.operations import bounds
from mastermot.rules import RULES
from mastermot.shapes import Codemaker
from mastermot.words import LONGEST, SHORTEST, fold

REFUSED = "refused"
"""The kind of what `read_by` refuses, beside pydantic's kinds."""


def read_by(read: Callable[[str], str]) -> AfterValidator:
    """Return a validator that gives what `read` does; the error that it raises is then that of the field."""

    def validate(text: str) -> str:
        try:
            return read(text)
        except MastermotError as error:
            raise PydanticCustomError(REFUSED, REFUSED, {"error": error}) from None

    return AfterValidator(validate)


def read_stem(text: str) -> str:
    """Return a word folded, or a stem folded with the star that ends it."""
    return fold(text.removesuffix("*")) + "*" * text.endswith("*")


class RuleName:
    """The name of a rule of `RULES`; those that are registered later have theirs too."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> CoreSchema:
        """Return what reads it."""
        return no_info_plain_validator_function(cls.read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> dict[str, object]:
        """Return its part of the OpenAPI document."""
        return {"enum": list(RULES), "type": "string"}

    @staticmethod
    def read(name: object) -> str:
        """Return the name."""
        if isinstance(name, str) and name in RULES:
            return name
        names = ", ".join(map(repr, RULES))
        raise PydanticCustomError("literal_error", "one of {expected}", {"expected": names})


Rule = Annotated[str, RuleName]
Word = Annotated[str, Field(min_length=1, max_length=bounds.MAX_TEXT)]
Folded = Annotated[Word, read_by(fold)]
Stem = Annotated[Word, read_by(read_stem)]
DictionaryName = Annotated[Word, read_by(lambda name: open_shipped(name).name)]
Length = Annotated[int, Field(ge=SHORTEST, le=LONGEST)]
Level = Annotated[int, Field(ge=1, le=5)]
Pattern = Annotated[str, Field(max_length=bounds.MAX_TEXT)]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]


class Request(BaseModel):
    """What an operation is given: nothing but the fields named, of exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class ClueRequest(Request):
    """A word with its number of well-placed letters."""

    word: Word = Field(examples=["paume"])
    marks: Annotated[int, Field(ge=0, le=LONGEST)] = Field(examples=[2])
    """The number of its letters that are well placed."""


class PuzzleOptions(Request):
    """How to solve a puzzle."""

    words: DictionaryName = "fr"
    """The dictionary, by name."""
    explain: bool = False
    """Whether to give the steps of reasoning."""
    hint: bool = False
    """Whether to give the next step only, from `known` and `out`."""
    known: Pattern = ""
    """Letters you have found, ? for the others: ??u??"""
    out: Pattern = ""
    """Letters you have ruled out, by position: 1:f 4:nl"""


class PuzzleRequest(PuzzleOptions):
    """A puzzle: its clues, and how to solve it."""

    clues: list[ClueRequest] = Field(
        max_length=bounds.MAX_CLUES, min_length=1, examples=[[{"word": "paume", "marks": 2}]]
    )


class TextRequest(Request):
    """A text that holds puzzles."""

    text: Annotated[str, Field(max_length=bounds.MAX_PASTED)] = Field(examples=["paume 2\nchoux 1\n"])
    """A clue a line, or in any form that puzzle files may have."""


class ComposeRequest(Request):
    """What a new puzzle is like."""

    words: DictionaryName = Field(default="fr-common", examples=["fr-common"])
    """The dictionary of the clues."""
    length: Length | None = Field(default=None, examples=[5])
    """The number of letters of the words: that of the solution, or 5."""
    clues: Annotated[int, Field(ge=1, le=40)] | None = None
    """The number of clues; 10 without it, more for long words."""
    difficulty: Level | None = Field(default=None, examples=[2])
    """The level, 1 (easy) to 5 (hard); any level without it."""
    minimal: bool = False
    """Whether no clue may be spared."""
    seed: Annotated[int, Field(ge=0, le=2**31)] | None = Field(default=None, examples=[7])
    """The same seed, the same puzzles."""
    count: Annotated[int, Field(ge=1, le=bounds.MAX_PUZZLES)] = 1
    """How many puzzles."""
    solution: Word | None = None
    """The word to find; one is drawn without it."""
    own: list[Folded] = Field(default=[], max_length=bounds.MAX_WORDS, alias="with")
    """Clue words of your own. All are used, or when they are too many, no others."""
    exclude: list[Stem] = Field(default=[], max_length=bounds.MAX_WORDS)
    """More words that are never shown; stem* means all words that begin so."""


def read_day(value: object) -> object:
    """Return the day that a text names. Other texts are no day: pydantic would take a number for seconds."""
    if not isinstance(value, str):
        return value
    with suppress(ValueError):
        day = datetime.date.fromisoformat(value)
        return day if day.isoformat() == value else None
    return None


def today() -> datetime.date:
    """Return the day that it is in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


class DailyRequest(Request):
    """Which day, how hard, of which words."""

    date: Annotated[datetime.date, BeforeValidator(read_day)] = Field(default_factory=today)
    """The day; today in UTC without it."""
    level: Level = DEFAULT_LEVEL
    words: DictionaryName = "fr-common"
    """The dictionary of the clues."""


class MarksRequest(Request):
    """A guess, a secret, and the rule by which it is marked."""

    guess: Folded = Field(examples=["paume"])
    secret: Folded = Field(examples=["coude"])
    rule: Rule = "black"


class CodesRequest(Request):
    """Which codes are played with (words and length, or holes and colours), and by which rule."""

    words: DictionaryName | None = None
    """A dictionary by name; with length."""
    length: Length | None = None
    """The number of letters; with words."""
    holes: Annotated[int, Field(ge=1, le=MAX_HOLES)] | None = Field(default=None, examples=[4])
    colours: Annotated[int, Field(ge=2, le=26)] | None = Field(default=None, examples=[6])
    repeats: bool = True
    """Whether a colour may come more than once."""
    empty: bool = False
    """Whether holes may be left empty, written as a point."""
    digits: bool = False
    """Whether colours are written as digits from 0, ten at most."""
    rule: Rule = "black-white"


class FixedRequest(CodesRequest):
    """Which codes are to be told apart by fixed guesses."""

    count: Annotated[int, Field(ge=1, le=bounds.MAX_FIXED_GUESSES)] | None = Field(default=None, examples=[3])
    """How many guesses, those given counted; without it as few as tell all codes apart."""
    guesses: DictionaryName | None = None
    """Where guesses may come from; without it the widest dictionary of the language."""
    given: list[Word] = Field(default=[], max_length=bounds.MAX_FIXED_GUESSES)
    """Guesses already fixed."""
    objective: Annotated[str, Field(max_length=bounds.MAX_TEXT)] = "classes"
    """classes, largest or expected: what is made best."""
    seed: Seed = 0
    groups: bool = False
    """Whether the codes that are not told apart are listed."""


class TurnRequest(Request):
    """A guess and the marks it got, in any form that the rule reads: XXO, 2 1, X.O.., rien…"""

    guess: Word
    marks: Annotated[str, Field(max_length=bounds.MAX_TEXT)]
    """The marks that it got."""


class HistoryRequest(CodesRequest):
    """A game so far."""

    history: list[TurnRequest] = Field(
        default=[], max_length=bounds.MAX_HISTORY, examples=[[{"guess": "AABC", "marks": "XO"}]]
    )


class PlayerRequest(HistoryRequest):
    """A game so far, and who plays on."""

    player: Word = "best"
    """Who looks for the secret: the name of a player, or of a strategy."""
    strategy: Word | None = None
    """How the player picks a guess, where it is not its own."""
    pool: Word | None = None
    """consistent, accelerated or all."""
    sample: Annotated[int, Field(ge=2, le=10_000)] | None = None
    seed: Seed = 0


class GuessRequest(PlayerRequest):
    """A game so far: what is the next guess?"""

    accelerators: list[Word] = Field(default=[], max_length=100)
    """Words played only to split families."""


class CodeInMindRequest(HistoryRequest):
    """A game so far, and the code that its player had in mind."""

    code: Word = Field(examples=["ABCD"])
    """The code that the player had in mind."""


class KnownRequest(HistoryRequest):
    """A game so far, with letters that are given and words that may be guessed besides."""

    starts: Annotated[str, Field(min_length=1, max_length=LONGEST)] | None = None
    """Letters given at the start: the first, or a pattern with a point for each letter that is not known."""
    guesses: DictionaryName | None = None
    """A dictionary whose words may be guessed too, though they are never the secret."""
    hard: bool = False
    """Whether guesses must use what the marks have shown."""


class AdviceRequest(PlayerRequest, KnownRequest):
    """A game so far: what are the best next guesses?"""

    top: Annotated[int, Field(ge=1, le=100)] = 5
    """How many guesses."""


class ReviewRequest(KnownRequest):
    """A game, to be judged."""

    history: list[TurnRequest] = Field(
        min_length=1, max_length=bounds.MAX_TURNS, examples=[[{"guess": "AABC", "marks": "XO"}]]
    )


class LadderRequest(Request):
    """Two words, and the dictionary of the words between them."""

    start: Word = Field(examples=["tare"])
    end: Word = Field(examples=["pion"])
    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    every: Annotated[bool, Field(alias="all")] = False
    """Whether all shortest chains are listed, as far as they are 1000 or fewer."""


class NeighboursRequest(Request):
    """A word, and the dictionary of its neighbours."""

    word: Word = Field(examples=["coude"])
    """The word whose neighbours are wanted."""
    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    picture: bool = False
    """Whether the answer has a picture too, as an SVG document."""


class IslandsRequest(Request):
    """The words of one length of a dictionary."""

    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    length: Length = Field(examples=[5])


class GameRequest(CodesRequest):
    """A game with the service as codemaker."""

    codemaker: Codemaker = "honest"
    turns: Annotated[int, Field(ge=1, le=bounds.MAX_TURNS)] = 12
    """Turns after which the game is lost."""
    seed: Seed | None = None
    """The same seed, the same secret; any secret without it."""
    answers: DictionaryName | None = None
    """The list that the secret is drawn from, in place of common headwords; for words only."""
    guesses: DictionaryName | None = None
    """A dictionary whose words may be guessed too, though they are never the secret."""
    hard: bool = False
    """Whether guesses must use what the marks have shown."""
    first: bool = False
    """Whether the first letter of the secret is given, as in Motus and Sutom."""
    secret: Word | None = None
    """The secret, chosen for somebody else to find; any code of the game, with an honest codemaker."""


class TokenRequest(Request):
    """A game, sealed in its token."""

    token: Annotated[str, Field(min_length=1, max_length=bounds.MAX_TOKEN)] = Field(examples=["TOKEN"])


class GameGuessRequest(TokenRequest):
    """A guess in a game with the service as codemaker."""

    guess: Word = Field(examples=["AABB"])


class FamiliesRequest(Request):
    """The families of the words of one length."""

    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    length: Length = Field(examples=[5])
    min_size: Annotated[int, Field(ge=2, le=26)] = 2
    word: Folded | None = None
    """Only the families that this word belongs to."""


class ShelfRequest(Request):
    """Nothing: all dictionaries are listed."""


class DictionaryRequest(Request):
    """A dictionary."""

    name: DictionaryName = Field(examples=["fr-common"])


class WordListRequest(DictionaryRequest):
    """The words of one length of a dictionary."""

    length: Length = Field(examples=[5])
