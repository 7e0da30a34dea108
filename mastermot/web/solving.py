"""Routes about Master Mot puzzles, solved and composed, and about marks."""

from __future__ import annotations

import secrets
from typing import cast

from mastermot.compose import Wanted, compose_many
from mastermot.compose.errors import TooFewWordsError, TooManyPuzzlesError
from mastermot.dictionaries import DictionaryEmptyError
from mastermot.errors import MastermotError
from mastermot.puzzles import Puzzle, make_clue, make_puzzle, solve
from mastermot.puzzles.clues import decode_puzzle
from mastermot.rules import LengthError, marks_json, rule_named
from mastermot.web import bounds
from mastermot.web.models import AskedMarks, AskedPuzzle, AskedPuzzles, MarksGiven, PuzzleOptions, Puzzles, Solved
from mastermot.web.routes import Ask, about, route
from mastermot.web.service import Service
from mastermot.wording.json import explain_as_json, make_answer_json, make_composed_json
from mastermot.words import fold


@route(
    "POST",
    "/api/solve",
    "Solve a Master Mot puzzle, given as text (a clue a line) or as JSON.",
    body=AskedPuzzle,
    parameters=PuzzleOptions,
    text=True,
    answer=Solved,
    remember=True,
)
def solve_puzzle(service: Service, ask: Ask) -> object:
    """Return the object of ``mastermot solve --json``."""
    if ask.text is not None:
        options = cast(PuzzleOptions, ask.parameters)
        puzzle = decode_puzzle(ask.text)
    else:
        options = asked = cast(AskedPuzzle, ask.body)
        puzzle = puzzle_asked(asked)
    answer = solve(puzzle, service.dictionary(options.words, ask.field("words")), bounds.MOST_PREFIXES)
    return explain_as_json(answer, limit=bounds.MOST_PREFIXES) if options.explain else make_answer_json(answer)


def puzzle_asked(asked: AskedPuzzle) -> Puzzle:
    """Return the puzzle of a JSON request; a clue's line is its place in the list. Errors name the clue."""
    clues = []
    for line, clue in enumerate(asked.clues, start=1):
        try:
            clues.append(make_clue(clue.word, clue.marks, line))
        except MastermotError as error:
            raise error.at(line=line, text=f"{clue.word} {clue.marks}", field=f"/clues/{line - 1}") from None
    try:
        return make_puzzle(clues)
    except MastermotError as error:
        raise error.at(field=f"/clues/{(error.line or 1) - 1}") from None


@route(
    "POST",
    "/api/marks",
    "Mark a guess against a secret, under any of the four rules.",
    body=AskedMarks,
    answer=MarksGiven,
    remember=True,
)
def mark_guess(service: Service, ask: Ask) -> object:
    """Return the object of ``mastermot marks --json``."""
    asked = cast(AskedMarks, ask.body)
    with about("/guess"):
        guess = fold(asked.guess)
    with about("/secret"):
        secret = fold(asked.secret)
    with about("/guess", LengthError):
        return marks_json(rule_named(asked.rule), guess, secret)


@route("POST", "/api/puzzles", "Compose new puzzles, each with one solution.", body=AskedPuzzles, answer=Puzzles)
def compose_puzzles(service: Service, ask: Ask) -> object:
    """Return the object of ``mastermot compose --json``; without a seed, one is drawn, and told."""
    asked = cast(AskedPuzzles, ask.body)
    dictionary = service.dictionary(asked.words, "/words")
    wanted = Wanted(asked.length, asked.clues, asked.difficulty, asked.minimal)
    seed = secrets.randbelow(1 << 31) if asked.seed is None else asked.seed
    with (
        about("/length", DictionaryEmptyError),
        about("/clues", TooFewWordsError),
        about("/count", TooManyPuzzlesError),
    ):
        return {"puzzles": [make_composed_json(made) for made in compose_many(dictionary, wanted, seed, asked.count)]}
