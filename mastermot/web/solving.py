"""The operations on Master Mot puzzles, solved and composed, and on marks."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import Body, Query
from pydantic import WrapValidator

from mastermot import shapes
from mastermot.compose import Wanted, compose_many
from mastermot.compose.daily import compose_daily
from mastermot.compose.errors import TooFewCluesError, TooFewWordsError, TooManyPuzzlesError
from mastermot.dictionaries import DictionaryEmptyError
from mastermot.errors import MastermotError
from mastermot.explain import Position, parse_position
from mastermot.puzzles import Puzzle, make_clue, make_puzzle, solve
from mastermot.puzzles.books import decode_only_puzzle
from mastermot.rules import LengthError, marks_json, rule_named
from mastermot.web import bounds
from mastermot.web.dictionaries import dictionary_named
from mastermot.web.errors import ErrorAt, at
from mastermot.web.models import ComposeRequest, DailyQuery, MarksRequest, PuzzleOptions, PuzzleQuery, PuzzleRequest
from mastermot.wording.json import (
    explain_as_json,
    hint_as_json,
    make_answer_json,
    make_composed_json,
    make_daily_json,
)
from mastermot.words import fold


def text_or_json(value: object, validate: Callable[[object], object]) -> object:
    """Return a body in plain text as it is; what was JSON is validated."""
    return value if isinstance(value, bytes) else validate(value)


Puzzles = Annotated[PuzzleRequest, WrapValidator(text_or_json), Body()]
Options = Annotated[PuzzleQuery, Query()]


def solve_puzzle(puzzle: Puzzles, query: Options) -> shapes.Solved:
    """Solve a Master Mot puzzle, given as text (a clue a line) or as JSON.

    The answer is the object of `mastermot solve --json`. The parameters of the address are for a puzzle in plain text;
    in JSON they are fields of the body.
    """
    clues = decode_only_puzzle(puzzle) if isinstance(puzzle, bytes) else read_clues(puzzle)
    options: PuzzleOptions = query if isinstance(puzzle, bytes) else puzzle
    prefix = "" if isinstance(puzzle, bytes) else "/"
    solved = solve(clues, dictionary_named(options.words, f"{prefix}words"), bounds.MOST_PREFIXES)
    if options.explain:
        return explain_as_json(solved, limit=bounds.MOST_PREFIXES)
    if options.hint or options.known or options.out:
        with at(f"{prefix}known"):
            known = parse_position(options.known, "", clues.length).known
        with at(f"{prefix}out"):
            out = parse_position("", options.out, clues.length).out
        return hint_as_json(solved, Position(known, out), bounds.MOST_PREFIXES)
    return make_answer_json(solved)


def read_clues(request: PuzzleRequest) -> Puzzle:
    """Return the puzzle of a JSON request; a clue's line is its place in the list. Errors name the clue."""
    clues = []
    for line, clue in enumerate(request.clues, start=1):
        try:
            clues.append(make_clue(clue.word, clue.marks, line))
        except MastermotError as error:
            raise ErrorAt(error.at(line=line, text=f"{clue.word} {clue.marks}"), f"/clues/{line - 1}") from None
    try:
        return make_puzzle(clues)
    except MastermotError as error:
        raise ErrorAt(error, f"/clues/{(error.line or 1) - 1}") from None


def mark_guess(request: MarksRequest) -> shapes.Marks:
    """Mark a guess against a secret, under any of the four rules.

    The answer is the object of `mastermot marks --json`.
    """
    with at("/guess"):
        guess = fold(request.guess)
    with at("/secret"):
        secret = fold(request.secret)
    with at("/guess", LengthError):
        return marks_json(rule_named(request.rule), guess, secret)


def compose_puzzles(request: ComposeRequest) -> shapes.Puzzles:
    """Compose new puzzles, each with one solution.

    The answer is the object of `mastermot compose --json`. Without a seed, one is drawn, and given with the puzzle.
    """
    dictionary = dictionary_named(request.words, "/words")
    wanted = Wanted(request.length, request.clues, request.difficulty, request.minimal)
    seed = secrets.randbelow(1 << 31) if request.seed is None else request.seed
    with (
        at("/length", DictionaryEmptyError),
        at("/clues", TooFewCluesError),
        at("/clues", TooFewWordsError),
        at("/count", TooManyPuzzlesError),
    ):
        return {
            "puzzles": [make_composed_json(puzzle) for puzzle in compose_many(dictionary, wanted, seed, request.count)]
        }


def give_daily(query: Annotated[DailyQuery, Query()]) -> shapes.DailyPuzzle:
    """Give the puzzle of a day, the same everywhere.

    The answer is the object of `mastermot daily --json`. Puzzles of other days, past and to come, can be asked for too.
    """
    dictionary = dictionary_named(query.words, "words")
    with at("words"):
        return make_daily_json(compose_daily(dictionary, query.date, query.level))
