"""The operations on Master Mot puzzles, solved and composed."""

import datetime
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated

from mastermot.errors import N_, MastermotError
from mastermot.operations import limits
from mastermot.operations.errors import at, refuse_beside
from mastermot.operations.puzzle_answers import solve_clues
from mastermot.operations.puzzle_results import (
    ClueResult,
    ReadClue,
    Solved,
    describe_answer,
    describe_clue,
    describe_read_clues,
)
from mastermot.operations.requests import (
    Bounds,
    DictionaryName,
    ExampleValue,
    Folded,
    Help,
    Length,
    Request,
    Word,
    list_given,
)
from mastermot.operations.solve_request import PuzzleOptions
from mastermot.operations.word_choice import (
    DEFAULT_LENGTH,
    choose_alphabet,
    join_alphabets,
    open_for,
    open_own,
    open_within,
)
from mastermot.puzzle import pair_clues, parse_puzzle, parse_puzzles
from mastermot.puzzle.clues import MAX_CLUES, Puzzle
from mastermot.puzzle.compose import Composed, Wanted, choose_clues, compose_daily, compose_many, parse_exclusions
from mastermot.puzzle.compose.composed import read_exclusions
from mastermot.puzzle.compose.composer import MAX_COMPOSE_WORK
from mastermot.puzzle.compose.daily import DAILY_LENGTH, DEFAULT_LEVEL, DailySecret, choose_secret
from mastermot.puzzle.explain import Grade
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.files import UTF_8, decode
from mastermot.words.folding import LONGEST, fold

MAX_COMPOSED = 1000  #: The most puzzles that the command composes at a time.


@dataclass(frozen=True, kw_only=True)
class ClueRequest(Request):
    """A word with its number of well-placed letters."""

    word: Annotated[Word, ExampleValue("paume")]  #: With accents or without.
    marks: Annotated[int, Bounds(ge=0, le=LONGEST), ExampleValue(2)]  #: The number of its letters that are well placed.


@dataclass(frozen=True, kw_only=True)
class PuzzleRequest(PuzzleOptions):
    """A puzzle: its clues, and how to solve it."""

    clues: Annotated[
        list[ClueRequest], Bounds(min_length=1, max_length=MAX_CLUES), ExampleValue([{"word": "paume", "marks": 2}])
    ]
    """The clues, in order."""


@dataclass(frozen=True, kw_only=True)
class TextRequest(Request):
    """A text that holds puzzles."""

    text: Annotated[str, Bounds(max_length=limits.MAX_PASTED), ExampleValue("paume 2\nchoux 1\n")]
    """One clue on each line, or any form that puzzle files may have."""


Level = Annotated[int, Bounds(ge=1, le=5)]
LEVEL = Help(N_("The level, 1 (easy) to 5 (hard)."))
WORDS = Help(N_("The dictionary of the clues; by default, that of your language. Offensive words are left out."))


def read_day(text: str) -> datetime.date | None:
    """Return the day that a text names, as in 2026-11-29; None if it names no day in this form."""
    with suppress(ValueError):
        day = datetime.date.fromisoformat(text)
        has_this_form = day.isoformat() == text  # Python also reads 20261129 and 2026-W48-7
        return day if has_this_form else None
    return None


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


@dataclass(frozen=True, kw_only=True)
class ComposeRequest(Request):
    """What a new puzzle is like."""

    words: Annotated[DictionaryName | None, WORDS, ExampleValue("fr-common")] = None
    length: Annotated[
        Length | None,
        Help(N_("The number of letters in each word; by default, as many as `solution` has, or 5.")),
        ExampleValue(5),
    ] = None
    clues: Annotated[
        int | None,
        Bounds(ge=1, le=MAX_CLUES),
        Help(N_("The number of clues; by default 10, and up to 15 for words of more than 12 letters.")),
    ] = None
    level: Annotated[
        Level | None,
        Help(
            N_(
                "The level, 1 (easy) to 5 (hard). By default, any level; a sheet of several puzzles goes from "
                "easy to hard."
            )
        ),
        ExampleValue(2),
    ] = None
    minimal: Annotated[
        bool,
        Help(
            N_(
                "Use only clues that are needed: without any one of them, there would be another solution, or"
                " no clue would show some letter of the solution in its position. The magazine's puzzles have"
                " one or two clues to spare."
            )
        ),
    ] = False
    seed: Annotated[
        int | None,
        Bounds(ge=0),
        Help(N_("The same seed gives the same puzzle; by default, the seed is drawn at random.")),
        ExampleValue(7),
    ] = None
    count: Annotated[
        int,
        Bounds(ge=1, le=MAX_COMPOSED),
        Help(N_("How many puzzles to make. All have different solutions, and each takes the next seed.")),
    ] = 1
    solution: Annotated[Word | None, Help(N_("The word to find; by default, one is drawn."), metavar="WORD")] = None
    answers: Annotated[
        DictionaryName | None,
        Help(
            N_(
                "Draw the word to find from this list, instead of from the common headwords, which leave out "
                "conjugated forms and plurals."
            )
        ),
    ] = None
    own: Annotated[list[Folded], Bounds(max_length=limits.MAX_WORDS)] = field(
        default_factory=list, metadata={"alias": "with"}
    )
    """Your own clue words. If there are more of them than clues, only some are used, and no other words."""
    exclude: Annotated[list[Folded], Bounds(max_length=limits.MAX_WORDS)] = field(default_factory=list)
    """More words that must never be shown; stem* stands for all words that begin with stem."""


@dataclass(frozen=True, kw_only=True)
class DailyRequest(Request):
    """Which day, how hard, of which words."""

    date: datetime.date = field(default_factory=today)  #: The day; by default, today in UTC.
    level: Annotated[Level, LEVEL] = DEFAULT_LEVEL
    words: Annotated[DictionaryName | None, WORDS, ExampleValue("fr-common")] = None


@dataclass(frozen=True, kw_only=True)
class DailyGameRequest(Request):
    """The game of which day, with words of which length."""

    date: datetime.date = field(default_factory=today)  #: The day; by default, today in UTC.
    length: Annotated[Length, Help(N_("The number of letters in the secret of the game."))] = DAILY_LENGTH
    words: Annotated[
        DictionaryName | None,
        Help(
            N_(
                "The dictionary whose words may be guessed; the secret is one of its answers. By default, "
                "that of your language."
            )
        ),
    ] = None


@dataclass(frozen=True)
class ReadPuzzle:
    """A puzzle that was read."""

    name: str  #: Its title in the text, or the comment above it; empty when it has none.
    title: str  #: The lines that were taken as its title, without comments.
    clues: tuple[ClueResult, ...]
    read: tuple[ReadClue, ...]  #: Clues whose marks were not written as a number, as they were read.


@dataclass(frozen=True)
class ReadPuzzles:
    """The puzzles in a text, in order."""

    puzzles: tuple[ReadPuzzle, ...]


@dataclass(frozen=True)
class ComposedClue(ClueResult):
    """A clue of a composed puzzle."""

    spelling: str  #: The word as it is spelled, with its accents.


@dataclass(frozen=True)
class ComposedPuzzle:
    """A composed puzzle."""

    clues: tuple[ComposedClue, ...]
    solution: str  #: The word to find.
    spellings: tuple[str, ...]
    grade: Grade  #: How hard it is, in full.
    seed: int  #: What all chance comes from: the same seed, the same result.


@dataclass(frozen=True)
class Puzzles:
    """New puzzles: the object of `mastermot compose --json`."""

    puzzles: tuple[ComposedPuzzle, ...]
    dictionary: str = ""  #: The dictionary of the clues.


@dataclass(frozen=True)
class DailyPuzzle:
    """The puzzle of a day: the object of `mastermot daily --json`."""

    date: str  #: The day, as YYYY-MM-DD.
    level: int  #: The level, 1 (easy) to 5 (hard).
    puzzles: tuple[ComposedPuzzle, ...]
    dictionary: str = ""  #: The dictionary of the clues.


def solve_puzzle(request: PuzzleRequest) -> Solved:
    """Solve a Master Mot puzzle, given as text (a clue a line) or as JSON.

    The parameters of the address are for a puzzle in plain text; in JSON they are fields of the body.
    """
    try:  # what comes here is JSON: a puzzle in plain text goes to `solve_text`
        puzzle = pair_clues(((clue.word, clue.marks) for clue in request.clues), alphabet_for(request))
    except MastermotError as error:
        # errors count clues as lines, from 1, but JSON pointers from 0; an error about no clue is shown at the first
        raise error.at(source=f"clues/{(error.line or 1) - 1}") from None
    return describe_answer(solve_clues(puzzle, request, limits.MAX_PREFIXES))


def solve_text(request: PuzzleOptions, text: bytes) -> Solved:
    """Solve a Master Mot puzzle given as text, a clue a line. Errors name the line."""
    puzzle = parse_puzzle(decode(text, encodings=UTF_8), alphabet=alphabet_for(request))
    return describe_answer(solve_clues(puzzle, request, limits.MAX_PREFIXES))


def alphabet_for(request: PuzzleOptions) -> str:
    """Return the alphabet by which a puzzle is read: that of the named dictionary, else of the reader's language."""
    return choose_alphabet() if request.words is None else open_dictionary(request.words).alphabet


def read_text(request: TextRequest) -> ReadPuzzles:
    """Read the puzzles in a text, as people write and paste them, without solving them.

    Accents are dropped; Ñ stays a letter, and becomes N only where you solve with a list that lacks it. A text may
    hold several puzzles, each under its title.
    """
    puzzles = parse_puzzles(request.text, alphabet=join_alphabets())
    return ReadPuzzles(tuple(map(describe_puzzle, puzzles)))


def describe_puzzle(puzzle: Puzzle) -> ReadPuzzle:
    return ReadPuzzle(
        name=puzzle.name,
        title=puzzle.title,
        clues=tuple(map(describe_clue, puzzle.clues)),
        read=describe_read_clues(puzzle),
    )


def compose_puzzles(request: ComposeRequest) -> Puzzles:
    """Compose new puzzles, each with one solution.

    Without a seed, one is drawn, and given with the puzzle.
    """
    work = limits.MAX_COMPOSE_WORK // request.count  # for each puzzle: together they take what one request may take
    clue_dictionary = open_clue_words(request)  # named in the answer
    return describe_puzzles(compose_each(request, work=work), clue_dictionary)


def open_clue_words(request: ComposeRequest) -> Dictionary:
    """Return the dictionary of the clues: the one named, else of a language that knows the solution, else the reader's.

    Raises `FieldInvalidError` if `answers` is given beside `solution`, since it has no effect then.
    """
    refuse_beside("solution", ["answers"], list_given(request))
    return open_for(request.words, [] if request.solution is None else [request.solution])


def compose_each(
    request: ComposeRequest,
    progress: Callable[[int], object] | None = None,
    *,
    own: str | None = None,
    exclude: str | None = None,
    rising: bool = False,
    work: int = MAX_COMPOSE_WORK,
) -> Iterator[Composed]:
    """Return an iterator over the puzzles, each of which is composed when it is asked for.

    - `progress` is called with the number of drafts (sets of clues) tried since the last call.
    - `own` and `exclude` are files that a command was given. If there is one, it takes the place of the list of the
      same name in the request.
    - With `rising`, several puzzles go from easy to hard, if the request names no level.
    - `work` is about how many prefixes (beginnings of words that fit some clues) may be made in search of each puzzle.

    A word, a file or a list that cannot be read raises its error at once, and so do the fields that `open_clue_words`
    refuses. Other errors are raised when a puzzle is asked for: `NotComposedError` if `work` is not enough, and those
    of `compose_many`.
    """
    dictionary = open_clue_words(request)
    with at("exclude"):
        if exclude is None:
            excluded = parse_exclusions(" ".join(request.exclude), alphabet=dictionary.alphabet)
        else:
            excluded = read_exclusions(exclude, dictionary.alphabet)
    wanted = want_puzzle(request, dictionary.alphabet, own)
    # a seed that is drawn has ten digits at most: people type it to get the puzzle again
    seed = secrets.randbelow(1 << 31) if request.seed is None else request.seed
    with at("answers"):
        answers = None if request.answers is None else open_within(request.answers, dictionary.alphabet)
    may_rise = request.count > 1 and request.level is None
    return compose_many(
        dictionary,
        wanted,
        seed,
        request.count,
        progress,
        answers=answers,
        excluded=excluded,
        rising=rising and may_rise,
        work=work,
    )


def want_puzzle(request: ComposeRequest, alphabet: str, own: str | None) -> Wanted:
    """Return the request as the composer takes it, with its words folded by `alphabet`.

    Only the solution stays as it was typed. The words have the length that is named, else that of the solution, else
    `DEFAULT_LENGTH`. If a file of `own` words is given, its words of this length take the place of those in the
    request. The solution is left out of the own words, since it may not be a clue.
    """
    with at("solution"):
        solution = "" if request.solution is None else fold(request.solution, alphabet)
    length = request.length or len(solution) or DEFAULT_LENGTH
    if own is None:
        own_words = [fold(word, alphabet) for word in request.own]
    else:
        with at("own"):
            own_dictionary = open_within(own, alphabet)
        own_words = list(own_dictionary.words(length))
    clue_words = tuple(word for word in dict.fromkeys(own_words) if word != solution)  # each once, in order
    clues = request.clues or choose_clues(length)
    return Wanted(
        length=length,
        clues=clues,
        level=request.level,
        minimal=request.minimal,
        solution=request.solution or "",  # as it was typed: the puzzle shows its accents
        own=clue_words,
    )


def get_daily(request: DailyRequest) -> DailyPuzzle:
    """Give the puzzle of a day, the same everywhere.

    Puzzles of other days, past and to come, can be asked for too.
    """
    dictionary = open_own(request.words)
    daily = compose_daily(dictionary, request.date, request.level)
    return DailyPuzzle(daily.day.isoformat(), daily.level, (describe_composed(daily.composed),), dictionary.name)


def get_daily_game(request: DailyGameRequest) -> DailySecret:
    """Give the game of a day: a secret to find in six turns, the same everywhere.

    Letters are marked by the rule positional.
    """
    return choose_secret(open_own(request.words, part="valid"), request.date, request.length)


def describe_puzzles(composed: Iterable[Composed], dictionary: Dictionary) -> Puzzles:
    return Puzzles(tuple(map(describe_composed, composed)), dictionary.name)


def describe_composed(composed: Composed) -> ComposedPuzzle:
    """Return a composed puzzle as JSON has it."""
    clues = []
    for clue, spelling in zip(composed.puzzle.clues, composed.spelled, strict=True):
        clues.append(ComposedClue(clue.word.lower(), clue.marks, spelling))
    return ComposedPuzzle(
        clues=tuple(clues),
        solution=composed.solution,
        spellings=composed.spellings,
        grade=composed.grade,
        seed=composed.seed,
    )
