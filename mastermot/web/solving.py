"""What the service works out about Master Mot puzzles, solved and composed, and about marks."""

from __future__ import annotations

import secrets
from datetime import date

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
from mastermot.web.models import ComposeRequest, MarksRequest, PuzzleOptions, PuzzleRequest
from mastermot.wording.json import (
    explain_as_json,
    hint_as_json,
    make_answer_json,
    make_composed_json,
    make_daily_json,
)
from mastermot.words import fold


def solve_puzzle(puzzle: PuzzleRequest | bytes, options: PuzzleOptions, prefix: str) -> object:
    """Return the object of ``mastermot solve --json``; `prefix` begins the names of fields in problem documents."""
    clues = decode_only_puzzle(puzzle) if isinstance(puzzle, bytes) else read_clues(puzzle)
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


def mark_guess(request: MarksRequest) -> object:
    """Return the object of ``mastermot marks --json``."""
    with at("/guess"):
        guess = fold(request.guess)
    with at("/secret"):
        secret = fold(request.secret)
    with at("/guess", LengthError):
        return marks_json(rule_named(request.rule), guess, secret)


def compose_puzzles(request: ComposeRequest) -> object:
    """Return the object of ``mastermot compose --json``."""
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


def give_daily(day: date, level: int, words: str) -> object:
    """Return the object of ``mastermot daily --json``."""
    dictionary = dictionary_named(words, "words")
    with at("words"):
        return make_daily_json(compose_daily(dictionary, day, level))
