"""The shape of every JSON answer: the contract of ``--json`` and of HTTP alike, declared once.

The functions that make the objects return these types; the service takes its response models from them, with the text
under each field as its description. Only type checkers and the service import this module.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # pydantic asks for this one before Python 3.12

RuleName = Literal["black", "black-white", "positional", "membership"]
Codemaker = Literal["honest", "fickle"]
Why = Literal["full", "needed", "over", "short"]


# --- puzzles ---------------------------------------------------------------------------------------------------


class Solution(TypedDict):
    """A word that fits every clue."""

    word: str
    known: bool
    """Whether the dictionary has the word."""
    spellings: list[str]


class StepLetter(TypedDict):
    """A letter at a position, 1 for the first."""

    position: int
    letter: str


class StepFact(TypedDict):
    """The letters that earlier steps left possible at a position, as a step uses them."""

    position: int
    letters: str


class CaseLink(TypedDict):
    """What follows from one clue, in a case."""

    clue: int
    """By line."""
    why: Why
    """The clue would have its marks (full), or need all the letters it may still have (needed); or, and that ends the
    case, have too many marks (over) or too few (short)."""
    removed: list[StepLetter]
    """The letters that this rules out, as far as they matter further on."""


class Case(TypedDict):
    """Letters supposed at a position, what follows, and the cases within, one of which must then be true."""

    position: int | None
    """1 for the first; null where nothing is supposed."""
    letters: str
    """Those supposed there, one or the other."""
    links: list[CaseLink]
    """What follows, in order; each rests on those before."""
    cases: list[Case]


class Step(TypedDict):
    """One step of the reasoning."""

    kind: str
    """The technique."""
    clues: list[int]
    """The clues that it rests on, by line."""
    facts: list[StepFact]
    placed: list[StepLetter]
    removed: list[StepLetter]
    clash: bool
    """Whether it shows instead that the clues cannot hold together."""
    cases: list[Case] | None
    """The cases that show it, if it takes cases; null when they are too many or all was tried at once."""
    text: str
    """The step in full; cases are numbered lines."""
    hints: list[str]
    """Three hints to it: which clues, what they show, the step itself."""
    grid: str
    """The letters placed after it, ? elsewhere."""
    columns: list[str]
    """The letters left in every column after it; * is one that no clue shows."""


class Difficulty(TypedDict):
    """The grade of a puzzle."""

    level: int
    """1 (easy) to 5 (hard)."""
    clues: int
    """How many clues the hardest round needs at once."""
    kind: str
    """The technique of the hardest round."""
    effort: int
    """The sum of what the rounds cost."""
    rounds: int
    complete: bool
    """Whether everything was tried; if not, the level is 5."""
    rating: int
    """The sets of clues that a person looks at, on average, to find every round."""
    open_steps: float
    """How many steps are open at once, on average."""
    hardest_open: int
    """How many steps are open at the hardest point."""


class Clue(TypedDict):
    """A clue: a word with its number of well-placed letters."""

    word: str
    marks: int


class Repair(TypedDict):
    """A change of one clue that leaves a solution."""

    line: int
    was: Clue
    """As it was typed."""
    now: Clue
    """As it may have been meant."""
    solutions: list[str]
    """Dictionary words, common ones first; strings where no word fits then."""


class UnknownWord(TypedDict):
    """A clue word that the dictionary lacks."""

    line: int
    word: str
    suggestions: list[str]
    """Near words of the dictionary, nearest first."""


class Mistake(TypedDict):
    """A letter that a player is wrong about."""

    position: int
    letter: str
    placed: bool
    """Whether it was held for certain; else it was ruled out."""
    clues: list[int]
    """Lines of the clues that show it; none for a letter that no clue shows there."""
    text: str


class Solved(TypedDict):
    """The solutions of a puzzle: the object of `mastermot solve --json`."""

    rule: Literal["black"]
    length: int
    solutions: list[Solution]
    """Known words first."""
    count: int
    complete: bool
    generations: list[int]
    """Prefixes kept at each length."""
    generated: list[int]
    """Prefixes made at each length."""
    others: list[Solution]
    """Words that fit with a letter that no clue shows in its column."""
    dictionary: str
    steps: list[Step]
    """The steps of reasoning, with `explain`."""
    difficulty: Difficulty | None
    """With `explain`."""
    unexplained: str | None
    """Why the steps are missing though `explain` asks for them, or null."""
    conflict: list[int] | None
    """Lines of a smallest set of clues that cannot hold together."""
    conflict_smallest: bool | None
    repairs: list[Repair]
    """Where no solution is a dictionary word: single changes of one clue that leave one, best first."""
    repairs_known: int
    """How many of the first repairs leave dictionary words."""
    unknown: list[UnknownWord]
    """Clue words that the dictionary lacks."""
    mistakes: NotRequired[list[Mistake]]
    """With `hint`: letters you are wrong about."""
    consistent: NotRequired[bool]
    """With `hint`: whether a solution agrees with your letters."""


class ComposedClue(Clue):
    """A clue of a composed puzzle."""

    spelling: str
    """The word as it is spelled, with its accents."""


class ComposedPuzzle(TypedDict):
    """A composed puzzle."""

    clues: list[ComposedClue]
    solution: str
    spellings: list[str]
    difficulty: int
    """1 (easy) to 5 (hard)."""
    grade: Difficulty
    seed: int


class Puzzles(TypedDict):
    """New puzzles: the object of `mastermot compose --json`."""

    puzzles: list[ComposedPuzzle]


class ReadPuzzle(TypedDict):
    """A puzzle that was read."""

    name: str
    """Its title in the text; empty when it has none."""
    clues: list[Clue]


class ReadPuzzles(TypedDict):
    """The puzzles in a text, in order."""

    puzzles: list[ReadPuzzle]


class DailyPuzzle(Puzzles):
    """The puzzle of a day: the object of `mastermot daily --json`."""

    date: str
    """The day, as YYYY-MM-DD."""
    level: int


# --- marks and games -------------------------------------------------------------------------------------------


class Marks(TypedDict):
    """The marks of a guess: the object of `mastermot marks --json`."""

    rule: str
    guess: str
    secret: str
    marks: str
    blacks: int
    whites: int


class Move(TypedDict):
    """A turn of a game."""

    guess: str
    marks: str
    blacks: int
    whites: int
    candidates: int | None
    """Codes possible before the guess."""
    error: NotRequired[int]
    """The standard error of `candidates`, where they are too many to be counted."""


class Game(TypedDict):
    """A game: the object of `mastermot play --json`."""

    turns: int
    won: bool
    secret: str | None
    """Given once the game is over."""
    moves: list[Move]


class Suggestion(TypedDict):
    """A guess that could be played next."""

    guess: str
    candidate: bool
    """Whether it can be the secret."""
    entropy: float
    """Bits that its marks are expected to give."""
    largest: int
    """The most codes that can be left after it."""
    expected: float
    """The codes that are left after it on average."""
    parts: int
    """How many different marks it can get."""
    turns: float | None
    """Expected turns from here with this guess played, itself included; null where they are not known exactly."""
    chance: NotRequired[float]
    """How likely it is to be the secret, where words are weighed by their frequencies."""
    estimate: NotRequired[float]
    """Turns that are estimated from here with this guess played, where words are weighed."""


class Advice(TypedDict):
    """What to play next: the object of `mastermot next --json`."""

    candidates: int
    """Codes still possible."""
    error: int
    """The standard error of `candidates` where they are too many to be counted, else 0."""
    list: list[str]
    """The codes still possible, when they are 100 or fewer."""
    guesses: list[Suggestion]
    """The best guesses; the first is the one that the player chooses."""
    best: Suggestion | None
    """A guess with which the fewest turns are expected; null where these are not known exactly."""
    chances: NotRequired[list[float]]
    """How likely each code of the list is, the likeliest first, where words are weighed by their frequencies."""


class WeighedGuess(TypedDict):
    """A guess, and what it is worth."""

    guess: str
    entropy: float
    turns: float


class BrokenHint(TypedDict):
    """What hard mode would have wanted: the marks of a turn, a letter of them, its position where that is known."""

    turn: int
    letter: str | None
    position: int | None


class CertainLetter(TypedDict):
    """A letter that all codes left have, at a position or, with null, somewhere."""

    letter: str
    position: int | None


class Verdict(TypedDict):
    """A move, judged."""

    guess: str
    marks: str
    before: int
    """Codes possible before the guess."""
    after: int
    """Codes possible after its marks."""
    entropy: float
    """Bits that the marks were expected to give."""
    gained: float
    """Bits that they gave."""
    turns: float
    """Turns expected before the marks were known, this guess included."""
    best: WeighedGuess
    """The best guess, with which the fewest turns were expected."""
    loss: float
    """Turns lost against the best guess."""
    luck: float
    """Turns that the marks saved, below 0 where they cost some."""
    rank: float | None
    """The share of the codes whose marks would have been worse, those as good counting half; null with one left."""
    exact: bool
    """Whether the turns are exact; else they are estimated from how many codes are left."""
    possible: bool
    """Whether the guess could be the secret."""
    broken: list[BrokenHint]
    """What hard mode would have wanted."""
    unused: list[CertainLetter]
    """Letters that were certain and are not in the guess."""
    text: NotRequired[str]
    """The move in a sentence."""


class Review(TypedDict):
    """A game, judged: the object of `mastermot review --json`."""

    turns: int
    won: bool
    skill: int
    """99 when every guess was the best, 0 when every turn was wasted."""
    luck: int
    """99 when the marks were always the luckiest, 0 when they were always the worst, 50 on average."""
    moves: list[Verdict]
    rule: NotRequired[str]
    codes: NotRequired[str]
    text: NotRequired[str]
    """The game in a sentence."""


class WrongTurn(TypedDict):
    """A turn whose guess gets other marks with a code than those given."""

    turn: int
    """1 for the first."""
    guess: str
    given: str
    right: str


class CodeInMind(TypedDict):
    """A code that somebody had in mind, compared with the marks that they gave."""

    code: str
    wrong: list[WrongTurn]
    listed: bool
    """Whether it is a code of the game."""
    lists: list[str]
    """The dictionaries that have it, where no marks are wrong and the game does not."""
    text: NotRequired[str]
    """All this in sentences, a line each."""


class PlayerPlan(TypedDict):
    """What a player plays by."""

    player: str
    strategy: str
    pool: str


class Guess(TypedDict):
    """The next guess, and why."""

    guess: str
    shown: str
    """The guess with its spellings."""
    candidates: int | None
    """Codes still possible before this guess."""
    error: int
    """The standard error of `candidates` where they are too many to be counted, else 0."""
    entropy: float | None
    largest: int | None
    """The most codes that can be left after it."""
    left: list[str]
    """The codes still possible, when they are few."""
    plan: PlayerPlan


class GameUnderWay(Game):
    """A game that a person plays, as that person sees it."""

    over: bool
    most_turns: int
    codes: str
    """What is played with."""
    length: int
    rule: RuleName
    codemaker: Codemaker
    candidates: int | None
    """Codes still possible now; null where they are too many to list, and none was found or 20 turns are over."""
    error: int
    """The standard error of `candidates` where they are too many to be counted, else 0."""
    shown: str | None
    """The secret with its spellings, once the game is over."""
    pattern: str | None
    """The first letter of the secret, then points, where it was asked for."""
    hard: bool
    """Whether guesses must use what the marks have shown."""
    left: list[str]
    """Once the game of a fickle codemaker is over and not won: codes that would still fit, ten at most."""
    left_count: int | None
    """How many these are in all; null where they are too many to be counted, and outside such a game."""


class GameState(GameUnderWay):
    """A game with the service as codemaker; turns, won, secret and moves are those of `mastermot guess --json`."""

    token: str
    """Send it with the next guess: it holds the game with its secret, sealed. The service keeps no state, so an earlier
    token still works: with it, another guess may be tried at the same turn."""
    guesses: str | None
    """The dictionary whose words may be guessed too."""


# --- dictionaries and families ---------------------------------------------------------------------------------


class Family(TypedDict):
    """Words that differ in one position only."""

    pattern: str
    words: list[str]


class Families(TypedDict):
    """Families, the largest first: the object of `mastermot cliques --json`."""

    families: list[Family]
    histogram: dict[str, int]
    """How many families there are of each size."""


class ReachableWord(TypedDict):
    """A word that can be reached from the start of a ladder."""

    word: str
    differs: int
    """Positions in which it differs from the end."""
    steps: int
    """Steps from the start."""


class Ladders(TypedDict):
    """The shortest ladders between two words: the object of `mastermot ladder WORD WORD --json`."""

    start: str
    end: str
    steps: int | None
    """Null where there is no ladder."""
    count: int
    """How many shortest ladders there are."""
    complete: bool
    """Whether all of them are listed."""
    ladders: list[list[str]]
    """The first of them, in alphabetical order."""
    nearest: list[ReachableWord]
    """Where there is no ladder: the words nearest to the end that can be reached."""
    alone: list[str]
    """Where there is no ladder: which of the two words have no neighbour."""


class Neighbourhood(TypedDict):
    """The words one letter apart from a word: the object of `mastermot ladder WORD --json`."""

    word: str
    neighbours: int
    reached: int
    """How many words can be reached by ladders, itself included."""
    families: list[Family]
    """The neighbours, position by position; the word itself is left out."""
    picture: NotRequired[str]
    """The same as a picture, an SVG document, on request over HTTP."""


class LongestLadder(TypedDict):
    """The longest of all shortest ladders."""

    steps: int
    ladder: list[str]
    proven: bool
    """Whether the whole list was searched."""


class LadderFigures(TypedDict):
    """The one-letter-apart graph of a list."""

    words: int
    pairs: int
    """Pairs of words one letter apart."""
    alone: int
    """Words without neighbours."""
    islands: int
    """Sets of words that ladders join; words without neighbours count as such."""
    largest: int
    """Words of the largest island."""
    sizes: dict[str, int]
    """How many islands there are of each size."""
    longest: LongestLadder | None


class ListFigures(LadderFigures):
    """The graph of the words of one length of a dictionary: the object of `mastermot ladder --json`."""

    dictionary: str
    length: int


class ShelfEntry(TypedDict):
    """A shipped dictionary."""

    name: str
    language: str
    title: dict[str, str]
    source: str
    version: str
    licence: str
    sha256: str
    words: int
    spellings: int
    lengths: dict[str, int]


class Shelf(TypedDict):
    """The dictionaries: the object of `mastermot words --json`."""

    dictionaries: list[ShelfEntry]


class DictionaryCounts(TypedDict):
    """How many words there are of each length: the object of `mastermot words NAME --json`."""

    dictionary: str
    lengths: dict[str, int]
    skipped: int
    """Lines of the list that are no words."""


class WordEntry(TypedDict):
    """A folded word with its spellings."""

    word: str
    spellings: list[str]


class WordList(TypedDict):
    """The words of one length: the object of `mastermot words NAME --length N --json`."""

    dictionary: str
    length: int
    count: int
    words: list[WordEntry]


# --- the service ------------------------------------------------------------------------------------------------


class Health(TypedDict):
    """Whether the service can answer."""

    status: Literal["ready"]
    version: str


# --- problems --------------------------------------------------------------------------------------------------


class FieldProblem(TypedDict):
    """A field at fault."""

    field: str
    """As a field of a problem document."""
    detail: str


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    """Stable; the address of a page that describes it."""
    title: str
    status: int
    detail: str
    code: str
    advice: NotRequired[str]
    field: NotRequired[str]
    """What is at fault: a field of a JSON body as a JSON pointer (/clues/0/word), a parameter of the path or of the
    query by its bare name (words)."""
    line: NotRequired[int]
    """The line or the clue at fault, 1 for the first."""
    text: NotRequired[str]
    suggestions: NotRequired[list[str]]
    turns: NotRequired[list[int]]
    """Turns that cannot hold together."""
    errors: NotRequired[list[FieldProblem]]
