"""What operations are given: plain frozen dataclasses, with their bounds and the docstrings of their fields.

`mastermot.operations.validation` holds what comes over HTTP to these types, and the OpenAPI document is made from them.
Nothing is checked here, so a command may give any dictionary where HTTP takes the name of a shipped one.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from mastermot.codes import MAX_HOLES
from mastermot.compose.daily import DEFAULT_LEVEL
from mastermot.dictionaries import Dictionary, open_shipped
from mastermot.errors import MastermotError
from mastermot.operations import bounds
from mastermot.rules import RULES
from mastermot.words import LONGEST, SHORTEST, fold

Codemaker = Literal["honest", "fickle"]
REFUSED = "refused"
"""The kind of what `ReadBy` refuses, beside pydantic's kinds."""


@dataclass(frozen=True)
class ReadBy:
    """A text that is given as `read` returns it; the error that it raises is then that of the field."""

    read: Callable[[str], str]

    def __call__(self, text: str) -> str:
        """Return the text as it is read."""
        from pydantic_core import PydanticCustomError

        try:
            return self.read(text)
        except MastermotError as error:
            raise PydanticCustomError(REFUSED, REFUSED, {"error": error}) from None

    def __get_pydantic_core_schema__(self, _source: object, handler: Any) -> dict[str, Any]:
        """Return the schema of such a text, for pydantic."""
        function = {"type": "no-info", "function": self}
        return {"type": "function-after", "function": function, "schema": handler.generate_schema(Word)}


@dataclass(frozen=True, eq=False)
class NameOf:
    """The name of a value that is registered, such as a rule."""

    registry: Mapping[str, object]

    def __get_pydantic_core_schema__(self, _source: object, _handler: Any) -> dict[str, Any]:
        """Return the schema of such a name, for pydantic."""
        return {"type": "literal", "expected": list(self.registry)}


@dataclass(frozen=True)
class Example:
    """A value that a field could have, for the document of the API."""

    value: Any

    def __get_pydantic_json_schema__(self, schema: object, handler: Any) -> dict[str, Any]:
        """Return the schema of the field, with the example."""
        return {**handler(schema), "examples": [self.value]}


class Day:
    """A day, written YYYY-MM-DD."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Any) -> dict[str, Any]:
        """Return the schema of such a day, for pydantic, which would take a number for seconds."""
        function = {"type": "no-info", "function": read_day}
        return {"type": "function-before", "function": function, "schema": handler(source)}


def read_stem(text: str) -> str:
    """Return a word folded, or a stem folded with the star that ends it."""
    return fold(text.removesuffix("*")) + "*" * text.endswith("*")


def read_day(value: object) -> object:
    """Return the day that a text names, None for other texts."""
    if not isinstance(value, str):
        return value
    with suppress(ValueError):
        day = datetime.date.fromisoformat(value)
        return day if day.isoformat() == value else None
    return None


def today() -> datetime.date:
    """Return the day that it is in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


RuleName = Annotated[str, NameOf(RULES)]
Word = Annotated[str, MinLen(1), MaxLen(bounds.MAX_TEXT)]
Folded = Annotated[str, ReadBy(fold)]
Stem = Annotated[str, ReadBy(read_stem)]
DictionaryName = Annotated[str | Dictionary, ReadBy(lambda name: open_shipped(name).name)]
"""A dictionary, its name or its path: over HTTP the name of a shipped one."""
Length = Annotated[int, Ge(SHORTEST), Le(LONGEST)]
Level = Annotated[int, Ge(1), Le(5)]
Text = Annotated[str, MaxLen(bounds.MAX_TEXT)]
Seed = Annotated[int, Ge(0), Le(2**53 - 1)]


@dataclass(frozen=True, kw_only=True)
class Request:
    """What an operation is given: nothing but the fields named, of exactly their types."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Any) -> dict[str, Any]:
        """Return the schema of a request, for pydantic: an object is read too, and a field by its alias."""
        schema = handler(source)
        known = handler.resolve_ref_schema(schema)
        known["strict"] = False
        aliases = {one.name: one.metadata["alias"] for one in fields(cls) if "alias" in one.metadata}
        for one in known["schema"]["fields"]:
            if one["name"] in aliases:
                one["validation_alias"] = aliases[one["name"]]
        return schema  # type: ignore[no-any-return]


@dataclass(frozen=True, kw_only=True)
class ClueRequest(Request):
    """A word with its number of well-placed letters."""

    word: Annotated[Word, Example("paume")]
    marks: Annotated[int, Ge(0), Le(LONGEST), Example(2)]
    """The number of its letters that are well placed."""


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions(Request):
    """How to solve a puzzle."""

    words: DictionaryName = "fr"
    """The dictionary, by name."""
    explain: bool = False
    """Whether to give the steps of reasoning."""
    hint: bool = False
    """Whether to give the next step only, from `known` and `out`."""
    known: Text = ""
    """Letters you have found, ? for the others: ??u??"""
    out: Text = ""
    """Letters you have ruled out, by position: 1:f 4:nl"""


@dataclass(frozen=True, kw_only=True)
class PuzzleRequest(PuzzleOptions):
    """A puzzle: its clues, and how to solve it."""

    clues: Annotated[list[ClueRequest], MinLen(1), MaxLen(bounds.MAX_CLUES), Example([{"word": "paume", "marks": 2}])]


@dataclass(frozen=True, kw_only=True)
class TextRequest(Request):
    """A text that holds puzzles."""

    text: Annotated[str, MaxLen(bounds.MAX_PASTED), Example("paume 2\nchoux 1\n")]
    """A clue a line, or in any form that puzzle files may have."""


@dataclass(frozen=True, kw_only=True)
class ComposeRequest(Request):
    """What a new puzzle is like."""

    words: Annotated[DictionaryName, Example("fr-common")] = "fr-common"
    """The dictionary of the clues."""
    length: Annotated[Length | None, Example(5)] = None
    """The number of letters of the words: that of the solution, or 5."""
    clues: Annotated[int | None, Ge(1), Le(40)] = None
    """The number of clues; 10 without it, more for long words."""
    level: Annotated[Level | None, Example(2)] = None
    """The level, 1 (easy) to 5 (hard); any level without it."""
    difficulty: Level | None = None
    """Another name for `level`."""
    minimal: bool = False
    """Whether no clue may be spared."""
    seed: Annotated[int | None, Ge(0), Le(2**31), Example(7)] = None
    """The same seed, the same puzzles."""
    count: Annotated[int, Ge(1), Le(bounds.MAX_PUZZLES)] = 1
    """How many puzzles."""
    solution: Word | None = None
    """The word to find; one is drawn without it."""
    own: Annotated[list[Folded], MaxLen(bounds.MAX_WORDS)] = field(default_factory=list, metadata={"alias": "with"})
    """Clue words of your own. All are used, or when they are too many, no others."""
    exclude: Annotated[list[Stem], MaxLen(bounds.MAX_WORDS)] = field(default_factory=list)
    """More words that are never shown; stem* means all words that begin so."""


@dataclass(frozen=True, kw_only=True)
class DailyRequest(Request):
    """Which day, how hard, of which words."""

    date: Annotated[datetime.date, Day] = field(default_factory=today)
    """The day; today in UTC without it."""
    level: Level = DEFAULT_LEVEL
    """The level, 1 (easy) to 5 (hard)."""
    words: DictionaryName = "fr-common"
    """The dictionary of the clues."""


@dataclass(frozen=True, kw_only=True)
class MarksRequest(Request):
    """A guess, a secret, and the rule by which it is marked."""

    guess: Annotated[Folded, Example("paume")]
    secret: Annotated[Folded, Example("coude")]
    """The code to find."""
    rule: RuleName = "black"


@dataclass(frozen=True, kw_only=True)
class CodesRequest(Request):
    """Which codes are played with (words and length, or holes and colours), and by which rule."""

    words: DictionaryName | None = None
    """A dictionary by name; with length."""
    length: Length | None = None
    """The number of letters; with words."""
    holes: Annotated[int | None, Ge(1), Le(MAX_HOLES), Example(4)] = None
    """How many holes a code has; with colours."""
    colours: Annotated[int | None, Ge(2), Le(26), Example(6)] = None
    """How many colours there are, A, B, C…; with holes."""
    repeats: bool = True
    """Whether a colour may come more than once."""
    empty: bool = False
    """Whether holes may be left empty, written as a point."""
    digits: bool = False
    """Whether colours are written as digits from 0, ten at most."""
    rule: RuleName = "black-white"


@dataclass(frozen=True, kw_only=True)
class FixedRequest(CodesRequest):
    """Which codes are to be told apart by fixed guesses."""

    count: Annotated[int | None, Ge(1), Le(bounds.MAX_FIXED_GUESSES), Example(3)] = None
    """How many guesses, those given counted; without it as few as tell all codes apart."""
    guesses: DictionaryName | None = None
    """Where guesses may come from; without it the widest dictionary of the language."""
    given: Annotated[list[Word], MaxLen(bounds.MAX_FIXED_GUESSES)] = field(default_factory=list)
    """Guesses already fixed."""
    objective: Text = "classes"
    """The goal: classes, largest or expected."""
    seed: Seed = 0
    groups: bool = False
    """Whether the codes that are not told apart are listed."""


@dataclass(frozen=True, kw_only=True)
class TurnRequest(Request):
    """A guess and the marks it got, in any form that the rule reads: XXO, 2 1, X.O.., rien…"""

    guess: Word
    marks: Text
    """The marks that it got."""


@dataclass(frozen=True, kw_only=True)
class HistoryRequest(CodesRequest):
    """A game so far."""

    history: Annotated[list[TurnRequest], MaxLen(bounds.MAX_HISTORY), Example([{"guess": "AABC", "marks": "XO"}])] = (
        field(default_factory=list)
    )
    """The turns so far, in order."""


@dataclass(frozen=True, kw_only=True)
class PlayerRequest(HistoryRequest):
    """A game so far, and who plays on."""

    player: Word = "best"
    """Who looks for the secret: the name of a player, or of a strategy."""
    strategy: Word | None = None
    """How the player picks a guess, where it is not its own."""
    pool: Word | None = None
    """consistent, accelerated or all."""
    sample: Annotated[int | None, Ge(2), Le(10_000)] = None
    """The most candidates that are scored."""
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class GuessRequest(PlayerRequest):
    """A game so far: what is the next guess?"""

    accelerators: Annotated[list[Word], MaxLen(100)] = field(default_factory=list)
    """Words played only to split families."""


@dataclass(frozen=True, kw_only=True)
class CodeInMindRequest(HistoryRequest):
    """A game so far, and the code that its player had in mind."""

    code: Annotated[Word, Example("ABCD")]
    """The code that the player had in mind."""


@dataclass(frozen=True, kw_only=True)
class KnownRequest(HistoryRequest):
    """A game so far, with letters that are given and words that may be guessed besides."""

    starts: Annotated[str | None, MinLen(1), MaxLen(LONGEST)] = None
    """Letters given at the start: the first, or a pattern with a point for each letter that is not known."""
    guesses: DictionaryName | None = None
    """A dictionary whose words may be guessed too, though they are never the secret."""
    hard: bool = False
    """Whether guesses must use what the marks have shown."""


@dataclass(frozen=True, kw_only=True)
class AdviceRequest(PlayerRequest, KnownRequest):
    """A game so far: what are the best next guesses?"""

    top: Annotated[int, Ge(1), Le(100)] = 5
    """How many guesses."""


@dataclass(frozen=True, kw_only=True)
class ReviewRequest(KnownRequest):
    """A game, to be judged."""

    history: Annotated[
        list[TurnRequest], MinLen(1), MaxLen(bounds.MAX_TURNS), Example([{"guess": "AABC", "marks": "XO"}])
    ]


@dataclass(frozen=True, kw_only=True)
class LadderRequest(Request):
    """Two words, and the dictionary of the words between them."""

    start: Annotated[Word, Example("tare")]
    """The word at the start of the ladder."""
    end: Annotated[Word, Example("pion")]
    """The word at the end of the ladder."""
    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    every: bool = field(default=False, metadata={"alias": "all"})
    """Whether all shortest ladders are listed, as far as they are 1000 or fewer."""


@dataclass(frozen=True, kw_only=True)
class NeighboursRequest(Request):
    """A word, and the dictionary of its neighbours."""

    word: Annotated[Word, Example("coude")]
    """The word whose neighbours are wanted."""
    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    picture: bool = False
    """Whether the answer has a picture too, as an SVG document."""


@dataclass(frozen=True, kw_only=True)
class IslandsRequest(Request):
    """The words of one length of a dictionary."""

    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    length: Annotated[Length, Example(5)]


@dataclass(frozen=True, kw_only=True)
class GameRequest(CodesRequest):
    """A game with the service as codemaker."""

    codemaker: Codemaker = "honest"
    """Who holds the secret: honest keeps it, fickle may change it."""
    turns: Annotated[int, Ge(1), Le(bounds.MAX_TURNS)] = 12
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


@dataclass(frozen=True, kw_only=True)
class TokenRequest(Request):
    """A game, sealed in its token."""

    token: Annotated[str, MinLen(1), MaxLen(bounds.MAX_TOKEN), Example("TOKEN")]
    """The game, sealed."""


@dataclass(frozen=True, kw_only=True)
class GameGuessRequest(TokenRequest):
    """A guess in a game with the service as codemaker."""

    guess: Annotated[Word, Example("AABB")]


@dataclass(frozen=True, kw_only=True)
class FamiliesRequest(Request):
    """The families of the words of one length."""

    words: DictionaryName = "fr-common"
    """The dictionary, by name."""
    length: Annotated[Length, Example(5)]
    min_size: Annotated[int, Ge(2), Le(26)] = 2
    """The fewest words of the families."""
    word: Folded | None = None
    """Only the families that this word belongs to."""


@dataclass(frozen=True, kw_only=True)
class ShelfRequest(Request):
    """Nothing: all dictionaries are listed."""


@dataclass(frozen=True, kw_only=True)
class DictionaryRequest(Request):
    """A dictionary."""

    name: Annotated[DictionaryName, Example("fr-common")]
    """The dictionary, by name."""


@dataclass(frozen=True, kw_only=True)
class WordListRequest(DictionaryRequest):
    """The words of one length of a dictionary."""

    length: Annotated[Length, Example(5)]
