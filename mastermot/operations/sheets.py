"""The operation that prints puzzles on sheets of paper, with their solutions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from mastermot.operations import limits
from mastermot.operations.errors import at
from mastermot.operations.puzzles import ClueRequest, Level
from mastermot.operations.requests import Bounds, DictionaryName, ExampleValue, Request
from mastermot.operations.word_choice import open_for
from mastermot.puzzle import Answer, pair_clues, solve
from mastermot.puzzle.clues import MAX_CLUES
from mastermot.puzzle.compose.composed import find_checking_dictionary
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.explain import explain
from mastermot.puzzle.explain.steps import Step
from mastermot.puzzle.explain.techniques import MAX_SETS
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.texts import _, plural
from mastermot.texts.sheets import PrintedPuzzle, Sheet, draw_sheet

MAX_ANSWERS = 6  #: The most words that the solution of a printed puzzle lists.
MAX_TITLE = 100  #: The most characters in the title of a puzzle.


@dataclass(frozen=True, kw_only=True)
class SheetPuzzle(Request):
    """A puzzle to print."""

    clues: Annotated[
        list[ClueRequest], Bounds(min_length=1, max_length=MAX_CLUES), ExampleValue([{"word": "paume", "marks": 2}])
    ]
    """The clues, in order, their words as they are spelled."""
    level: Level | None = None  #: The level, 1 (easy) to 5 (hard), where it is to be shown.
    title: Annotated[str, Bounds(max_length=MAX_TITLE)] = ""  #: What it is called, in place of its number.


@dataclass(frozen=True, kw_only=True)
class SheetRequest(Request):
    """Puzzles to print."""

    puzzles: Annotated[
        list[SheetPuzzle],
        Bounds(min_length=1, max_length=limits.MAX_PUZZLES),
        ExampleValue([{"clues": [{"word": "paume", "marks": 2}, {"word": "choux", "marks": 1}], "level": 1}]),
    ]
    """The puzzles, in order."""
    words: DictionaryName | None = None  #: The dictionary of the clues, or of the words that fit.
    first: Annotated[int, Bounds(ge=1, le=1000)] = 1  #: The number of the first puzzle.


def make_sheet(request: SheetRequest) -> Sheet:
    """Put puzzles on paper: the pieces of a page to print, with the key steps of the reasoning.

    A page has `columns` times `rows` puzzles under its head; the solutions follow on pages of their own.
    """
    given = [clue.word for puzzle in request.puzzles for clue in puzzle.clues]
    # a list of common words has names and misspellings too: in its place, a spelling dictionary decides what fits
    dictionary = find_checking_dictionary(open_for(request.words, given, "valid"))
    limit = limits.MAX_PREFIXES
    work = MAX_SETS // len(request.puzzles)  # together the explanations take no more work than one alone may
    printed = []
    for number, wanted in enumerate(request.puzzles):
        with at("puzzles", number, "clues"):
            puzzle = pair_clues([(clue.word, clue.marks) for clue in wanted.clues], dictionary.alphabet)
            answer = solve(puzzle, dictionary, limit)
        printed.append(print_solved(answer, level=wanted.level, title=wanted.title, limit=limit, work=work))
    return draw_sheet(printed, request.first)


def print_solved(
    answer: Answer,
    *,
    level: int | None = None,
    title: str = "",
    link: str = "",
    limit: int = DEFAULT_LIMIT,
    work: int = MAX_SETS,
) -> PrintedPuzzle:
    """Return the solved puzzle for a sheet, with the key steps of its reasoning.

    The steps are left out if explaining takes more than `limit` prefixes of one length. No more than `work` sets of
    clues are looked at: after that, the last step gives all that remains. The `level` and the `title` are shown, if
    they are given. `link` is an address that opens the puzzle in a browser.
    """
    clues = tuple((clue.shown, clue.marks) for clue in answer.puzzle.clues)
    steps = list_key_steps(answer, limit, work)
    return PrintedPuzzle(clues, tuple(tell_answers(answer)), steps, level, title, link)


def tell_answers(answer: Answer) -> list[str]:
    """Return what the solution on a sheet says, in pieces: the first words that fit, and how many more fit.

    The words are dictionary words of which the clues show each letter, in its position. If there are none, dictionary
    words with other letters are taken; if there are none of these either, strings that are no words. If nothing fits,
    one piece says so.
    """
    fitting = answer.words or answer.others or answer.solutions
    if not fitting:
        return [_("No word fits every clue.")]
    answers = [name_word(solution.word, solution.spellings) for solution in fitting[:MAX_ANSWERS]]
    more = len(fitting) - len(answers)
    if more > 0:
        answers.append(plural("… and {count} more", "… and {count} more", more))
    return answers


def list_key_steps(answer: Answer, limit: int, work: int) -> tuple[Step, ...]:
    """Return the steps of the reasoning that make a letter certain, and the last step of all.

    There are none if explaining takes more than `limit` prefixes of one length. `work` is how many sets of clues may be
    looked at; after that, the last step gives all that remains.
    """
    try:
        steps = explain(answer, limit, work).steps
    except TooManyPrefixesError:
        return ()
    return tuple(step for step in steps if step.placed or step is steps[-1])


def name_word(word: str, spellings: Iterable[str]) -> str:
    """Return a word with its spellings: ``COUDE (coude, coudé)``."""
    spelled = ", ".join(spellings)
    return f"{word} ({spelled})" if spelled else word
