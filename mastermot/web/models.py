"""Requests and answers as pydantic models: they validate, and the OpenAPI document is made from them.

The answers' fields are those of the command's ``--json``; a model that does not fit the library's own object is a
mistake of ours, and the tests would see it.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from mastermot.compose.daily import USUAL_LEVEL
from mastermot.web import bounds
from mastermot.words import LONGEST, SHORTEST

Word = Annotated[str, Field(min_length=1, max_length=bounds.LONGEST_TEXT)]
Name = Annotated[str, Field(min_length=1, max_length=bounds.LONGEST_TEXT)]
Length = Annotated[int, Field(ge=SHORTEST, le=LONGEST)]
Pattern = Annotated[str, Field(max_length=bounds.LONGEST_TEXT)]
RuleName = Literal["black", "black-white", "positional", "membership"]
Count = Annotated[int, Field(ge=0)]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]
Language = Literal["fr", "en"]


class Request(BaseModel):
    """The body of a request: nothing but the fields named, of exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class LanguageQuery(BaseModel):
    """The parameters of a request's address: nothing but those named."""

    model_config = ConfigDict(extra="forbid")

    lang: Language | None = Field(
        default=None, description="The language of the texts; else the one that Accept-Language prefers."
    )


class Answer(BaseModel):
    """The body of an answer."""

    model_config = ConfigDict(extra="forbid", strict=True)


def example(value: JsonDict) -> JsonDict:
    """Return what puts an example into the schema of a model."""
    return {"examples": [value]}


# --- puzzles ---------------------------------------------------------------------------------------------------


class ClueRequest(Request):
    """A word with its number of well-placed letters."""

    word: Word = Field(examples=["paume"])
    marks: Annotated[int, Field(ge=0, le=LONGEST)] = Field(examples=[2])


class PuzzleOptions(Request):
    """How to solve a puzzle."""

    words: Name = Field(default="fr", description="The dictionary, by name.")
    explain: bool = Field(default=False, description="Whether to give the steps of reasoning.")
    hint: bool = Field(default=False, description="Whether to give the next step only, from `known` and `out`.")
    known: Pattern = Field(default="", description="Letters you have found, ? for the others: ??u??")
    out: Pattern = Field(default="", description="Letters you have ruled out, by position: 1:f 4:nl")


class PuzzleQuery(PuzzleOptions, LanguageQuery, strict=False):
    """How to solve a puzzle that is sent as text."""


class PuzzleRequest(
    PuzzleOptions,
    json_schema_extra=example({"clues": [{"word": "paume", "marks": 2}, {"word": "choux", "marks": 1}], "words": "fr"}),
):
    """A puzzle: its clues, and how to solve it."""

    clues: list[ClueRequest] = Field(max_length=bounds.MOST_CLUES, min_length=1)


class Solution(Answer):
    """A word that fits every clue."""

    word: str
    known: bool = Field(description="Whether the dictionary has the word.")
    spellings: list[str]


class StepLetter(Answer):
    """A letter at a position, 1 for the first."""

    position: Count
    letter: str


class StepFact(Answer):
    """The letters that earlier steps left possible at a position, as a step uses them."""

    position: Count
    letters: str


class CaseLink(Answer):
    """What follows from one clue, in a case."""

    clue: Count = Field(description="By line.")
    why: Literal["full", "needed", "over", "short"] = Field(
        description="The clue would have its marks (full), or need all the letters it may still have (needed); "
        "or, and that ends the case, have too many marks (over) or too few (short)."
    )
    removed: list[StepLetter] = Field(description="The letters that this rules out, as far as they matter further on.")


class Case(Answer):
    """Letters supposed at a position, what follows, and the cases within, one of which must then be."""

    position: Count | None = Field(description="1 for the first; null where nothing is supposed.")
    letters: str = Field(description="Those supposed there, one or the other.")
    links: list[CaseLink] = Field(description="What follows, in order; each rests on those before.")
    cases: list[Case]


class Step(Answer):
    """One step of the reasoning."""

    kind: str = Field(description="The way of reasoning.")
    clues: list[Count] = Field(description="The clues that it rests on, by line.")
    facts: list[StepFact]
    placed: list[StepLetter]
    removed: list[StepLetter]
    clash: bool = Field(description="Whether it shows instead that the clues cannot hold together.")
    cases: list[Case] | None = Field(
        description="The cases that show it, if it takes cases; null when they are too many or all was tried at once."
    )
    text: str = Field(description="The step in full; cases are numbered lines.")
    hints: list[str] = Field(description="Three hints to it: which clues, what they show, the step itself.")
    grid: str = Field(description="The letters placed after it, ? elsewhere.")
    columns: list[str] = Field(description="The letters left in every column after it; * is one that no clue shows.")


class Difficulty(Answer):
    """The grade of a puzzle, 1 (easy) to 5 (hard)."""

    level: Annotated[int, Field(ge=1, le=5)]
    clues: Count
    kind: str
    effort: Count
    rounds: Count
    complete: bool


class RepairClue(Answer):
    """A clue as it was typed, or as it may have been meant."""

    word: str
    marks: Count


class Repair(Answer):
    """A change of one clue that leaves a solution."""

    line: Count
    was: RepairClue
    now: RepairClue
    solutions: list[str] = Field(description="Dictionary words, common ones first; strings where no word fits then.")


class UnknownWord(Answer):
    """A clue word that the dictionary lacks."""

    line: Count
    word: str
    suggestions: list[str] = Field(description="Near words of the dictionary, nearest first.")


class Mistake(Answer):
    """A letter that a player is wrong about."""

    position: Count
    letter: str
    placed: bool = Field(description="Whether it was held for certain; else it was ruled out.")
    clues: list[Count] = Field(description="Lines of the clues that show it; none for a letter no clue shows there.")
    text: str


class Solved(Answer):
    """The solutions of a puzzle: the object of `mastermot solve --json`."""

    rule: Literal["black"]
    length: Length
    solutions: list[Solution] = Field(description="Known words first.")
    count: Count
    complete: bool
    generations: list[Count] = Field(description="Prefixes kept at each length.")
    generated: list[Count] = Field(description="Prefixes made at each length.")
    others: list[Solution] = Field(description="Words that fit with a letter that no clue shows in its column.")
    dictionary: str
    steps: list[Step] = Field(description="The steps of reasoning, with `explain`.")
    difficulty: Difficulty | None = Field(description="With `explain`.")
    unexplained: str | None = Field(description="Why the steps are missing though `explain` asks for them, or null.")
    conflict: list[int] | None = Field(description="Lines of a smallest set of clues that cannot hold together.")
    conflict_smallest: bool | None
    repairs: list[Repair] = Field(
        description="Where no solution is a dictionary word: single changes of one clue that leave one, best first."
    )
    repairs_known: Count = Field(description="How many of the first repairs leave dictionary words.")
    unknown: list[UnknownWord] = Field(description="Clue words that the dictionary lacks.")
    mistakes: list[Mistake] | None = Field(default=None, description="With `hint`: letters you are wrong about.")
    consistent: bool | None = Field(
        default=None, description="With `hint`: whether a solution agrees with your letters."
    )


class ComposeRequest(
    Request, json_schema_extra=example({"words": "fr-common", "length": 5, "difficulty": 2, "seed": 7})
):
    """What a new puzzle is like."""

    words: Name = Field(default="fr-common", description="The dictionary of the clues.")
    length: Length = 5
    clues: Annotated[int, Field(ge=1, le=40)] = 10
    difficulty: Annotated[int, Field(ge=1, le=5)] | None = None
    minimal: bool = Field(default=False, description="Whether no clue may be spared.")
    seed: Annotated[int, Field(ge=0, le=2**31)] | None = Field(default=None, description="The same seed, the same.")
    count: Annotated[int, Field(ge=1, le=bounds.MOST_PUZZLES)] = 1


class DailyQuery(LanguageQuery):
    """Which day, how hard, of which words."""

    date: datetime.date | None = Field(default=None, description="The day; today in UTC without it.")
    level: Annotated[int, Field(ge=1, le=5)] = USUAL_LEVEL
    words: Name = Field(default="fr-common", description="The dictionary of the clues.")


class ComposedClue(Answer):
    """A clue of a composed puzzle."""

    word: str
    marks: Count
    spelling: str = Field(description="The word as it is spelled, with its accents.")


class ComposedPuzzle(Answer):
    """A composed puzzle."""

    clues: list[ComposedClue]
    solution: str
    spellings: list[str]
    difficulty: Annotated[int, Field(ge=1, le=5)]
    grade: Difficulty
    seed: Count


class Puzzles(Answer):
    """New puzzles: the object of `mastermot compose --json`."""

    puzzles: list[ComposedPuzzle]


class DailyPuzzle(Puzzles):
    """The puzzle of a day: the object of `mastermot daily --json`."""

    date: str = Field(description="The day, as YYYY-MM-DD.")
    level: Annotated[int, Field(ge=1, le=5)]


# --- codes, rules, games ---------------------------------------------------------------------------------------


class MarksRequest(Request, json_schema_extra=example({"guess": "paume", "secret": "coude", "rule": "black-white"})):
    """A guess, a secret, and the rule by which it is marked."""

    guess: Word = Field(examples=["paume"])
    secret: Word = Field(examples=["coude"])
    rule: RuleName = "black"


class Marks(Answer):
    """The marks of a guess: the object of `mastermot marks --json`."""

    rule: RuleName
    guess: str
    secret: str
    marks: str
    blacks: Count
    whites: Count


class CodesRequest(Request):
    """Which codes are played with (words and length, or holes and colours), and by which rule."""

    words: Name | None = Field(default=None, description="A dictionary by name; with length.")
    length: Length | None = None
    holes: Annotated[int, Field(ge=1, le=LONGEST)] | None = None
    colours: Annotated[int, Field(ge=2, le=26)] | None = None
    repeats: bool = Field(default=True, description="Whether a colour may come more than once.")
    empty: bool = Field(default=False, description="Whether holes may be left empty, written as a point.")
    rule: RuleName = "black-white"


class TurnRequest(Request):
    """A guess and the marks it got, in any form that the rule reads: XXO, 2 1, X.O.., rien…"""

    guess: Word
    marks: Annotated[str, Field(max_length=bounds.LONGEST_TEXT)] = Field(examples=["XXO"])


class GuessRequest(
    CodesRequest,
    json_schema_extra=example({"words": "fr-common", "length": 5, "history": [{"guess": "carie", "marks": "XO"}]}),
):
    """A game so far: what is the next guess?"""

    history: list[TurnRequest] = Field(default=[], max_length=bounds.MOST_HISTORY)
    player: Name = Field(default="best", description="best, decodeur, knuth, consistent, random, or a strategy.")
    strategy: Name | None = Field(default=None, description="How the player picks a guess, where it is not its own.")
    pool: Name | None = Field(default=None, description="consistent, accelerated or all.")
    accelerators: list[Word] = Field(default=[], max_length=100, description="Words played only to split families.")
    sample: Annotated[int, Field(ge=2, le=10_000)] | None = None
    seed: Seed = 0


class PlayerPlan(Answer):
    """What a player plays by."""

    player: str
    strategy: str
    pool: str


class Guess(Answer):
    """The next guess, and why."""

    guess: str
    shown: str = Field(description="The guess with its spellings.")
    candidates: Count | None = Field(description="Codes still possible before this guess.")
    entropy: float | None
    largest: Count | None = Field(description="The most codes that can be left after it.")
    left: list[str] = Field(description="The codes still possible, when they are few.")
    plan: PlayerPlan


class GameRequest(CodesRequest, json_schema_extra=example({"holes": 4, "colours": 6, "turns": 12})):
    """A game with the service as codemaker."""

    codemaker: Literal["honest", "fickle"] = "honest"
    turns: Annotated[int, Field(ge=1, le=bounds.MOST_TURNS)] = 12
    seed: Seed | None = Field(default=None, description="The same seed, the same secret; any secret without it.")


class TokenRequest(Request, json_schema_extra=example({"token": "TOKEN"})):
    """A game, sealed in its token."""

    token: Annotated[str, Field(min_length=1, max_length=bounds.LONGEST_TOKEN)]


class GameGuessRequest(TokenRequest, json_schema_extra=example({"token": "TOKEN", "guess": "AABB"})):
    """A guess in a game with the service as codemaker."""

    guess: Word


class Move(Answer):
    """A turn of a game."""

    guess: str
    marks: str
    blacks: Count
    whites: Count
    candidates: Count | None = Field(description="Codes possible before the guess.")


class GameState(Answer):
    """A game with the service as codemaker; turns, won, secret and moves are those of `mastermot guess --json`."""

    turns: Count
    won: bool
    secret: str | None = Field(description="Given once the game is over.")
    moves: list[Move]
    over: bool
    most_turns: Count
    token: str = Field(
        description="Send it with the next guess: it holds the game with its secret, sealed. The service keeps no "
        "state, so an earlier token still works: with it, another guess may be tried at the same turn."
    )
    codes: str = Field(description="What is played with.")
    length: Count
    rule: RuleName
    codemaker: Literal["honest", "fickle"]
    candidates: Count | None = Field(description="Codes still possible now.")
    shown: str | None = Field(description="The secret with its spellings, once the game is over.")


# --- dictionaries and families ---------------------------------------------------------------------------------


class FamiliesQuery(LanguageQuery):
    """The families of the words of one length."""

    words: Name = "fr-common"
    length: Length = Field(examples=[5])
    min_size: Annotated[int, Field(ge=2, le=26)] = 2
    word: Word | None = Field(default=None, description="Only the families that this word belongs to.")


class WordFamily(Answer):
    """Words that differ in one position only."""

    pattern: str
    words: list[str]


class Families(Answer):
    """Families, the largest first: the object of `mastermot cliques --json`."""

    families: list[WordFamily]
    histogram: dict[str, Count] = Field(description="How many families there are of each size.")


class DictionaryEntry(Answer):
    """A shipped dictionary."""

    model_config = ConfigDict(extra="allow")

    name: str
    language: str
    title: dict[str, str]
    source: str
    version: str
    licence: str
    sha256: str
    words: Count
    spellings: Count
    lengths: dict[str, Count]


class Shelf(Answer):
    """The dictionaries: the object of `mastermot words --json`."""

    dictionaries: list[DictionaryEntry]


class DictionaryCounts(Answer):
    """How many words there are of each length: the object of `mastermot words NAME --json`."""

    dictionary: str
    lengths: dict[str, Count]
    skipped: Count


class WordEntry(Answer):
    """A folded word with its spellings."""

    word: str
    spellings: list[str]


class WordList(Answer):
    """The words of one length: the object of `mastermot words NAME --length N --json`."""

    dictionary: str
    length: Count
    count: Count
    words: list[WordEntry]


class Health(Answer):
    """Whether the service can answer."""

    status: Literal["ready"]
    version: str


# --- problems --------------------------------------------------------------------------------------------------


FIELD = (
    "What is at fault: a field of a JSON body as a JSON pointer (/clues/0/word), "
    "a parameter of the path or of the query by its bare name (words)."
)


class FieldProblem(Answer):
    """A field at fault."""

    field: str = Field(description=FIELD)
    detail: str


class Problem(Answer):
    """A problem document (RFC 9457)."""

    type: str = Field(description="Stable; the address of a page that describes it.")
    title: str
    status: int
    detail: str
    code: str
    advice: str | None = None
    field: str | None = Field(default=None, description=FIELD)
    line: int | None = Field(default=None, description="The line or the clue at fault, 1 for the first.")
    text: str | None = None
    suggestions: list[str] | None = None
    turns: list[int] | None = Field(default=None, description="Turns that cannot hold together.")
    errors: list[FieldProblem] | None = None
