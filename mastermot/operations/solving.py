"""The operations on Master Mot puzzles, solved and composed, and on marks."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from mastermot import shapes
from mastermot.compose import Wanted, choose_clues, compose_daily, compose_many, parse_exclusions
from mastermot.dictionaries import open_shipped
from mastermot.errors import MastermotError
from mastermot.explain import Position, parse_position
from mastermot.operations import bounds
from mastermot.operations.errors import at
from mastermot.operations.requests import (
    ComposeRequest,
    DailyRequest,
    MarksRequest,
    PuzzleOptions,
    PuzzleRequest,
    TextRequest,
)
from mastermot.puzzles import Puzzle, pair_clues, solve
from mastermot.puzzles.books import decode_only_puzzle, parse_puzzles
from mastermot.rules import WrittenMarks, rule_named
from mastermot.wording.json import (
    explain_as_json,
    hint_as_json,
    make_answer_json,
    make_composed_json,
    make_daily_json,
    make_read_json,
)
from mastermot.words import fold

DEFAULT_LENGTH = 5


@dataclass(frozen=True)
class Marked:
    """The marks of a guess: the object of `mastermot marks --json`."""

    rule: str
    guess: str
    secret: str
    marks: WrittenMarks
    blacks: int
    whites: int


def solve_puzzle(request: PuzzleRequest) -> shapes.Solved:
    """Solve a Master Mot puzzle, given as text (a clue a line) or as JSON.

    The answer is the object of `mastermot solve --json`. The parameters of the address are for a puzzle in plain text;
    in JSON they are fields of the body.
    """
    return solve_clues(read_clues(request), request)


def solve_text(request: PuzzleOptions, text: bytes) -> shapes.Solved:
    """Solve a Master Mot puzzle given as text, a clue a line. Errors name the line."""
    return solve_clues(decode_only_puzzle(text), request)


def solve_clues(puzzle: Puzzle, request: PuzzleOptions) -> shapes.Solved:
    """Return the solutions of a puzzle, with all steps or the next one where they are asked for."""
    solved = solve(puzzle, open_shipped(request.words), bounds.MAX_PREFIXES)
    if request.explain:
        return explain_as_json(solved, limit=bounds.MAX_PREFIXES)
    if request.hint or request.known or request.out:
        with at("known"):
            known = parse_position(request.known, "", puzzle.length).known
        with at("out"):
            out = parse_position("", request.out, puzzle.length).out
        return hint_as_json(solved, Position(known, out), bounds.MAX_PREFIXES)
    return make_answer_json(solved)


def read_clues(request: PuzzleRequest) -> Puzzle:
    """Return the puzzle of a JSON request; a clue's line is its place in the list. Errors name the clue."""
    try:
        return pair_clues((clue.word, clue.marks) for clue in request.clues)
    except MastermotError as error:
        raise error.at(source=f"clues/{(error.line or 1) - 1}") from None


def read_text(request: TextRequest) -> shapes.ReadPuzzles:
    """Read the puzzles in a text, as people write and paste them, without solving them.

    Words are folded. A text may hold several puzzles, each under its title.
    """
    return make_read_json(parse_puzzles(request.text))


def mark_guess(request: MarksRequest) -> Marked:
    """Mark a guess against a secret, under any of the four rules.

    The answer is the object of `mastermot marks --json`.
    """
    marks = rule_named(request.rule).mark(request.guess, request.secret)
    return Marked(request.rule, request.guess, request.secret, marks, marks.blacks, marks.whites)


def compose_puzzles(request: ComposeRequest) -> shapes.Puzzles:
    """Compose new puzzles, each with one solution.

    The answer is the object of `mastermot compose --json`. Without a seed, one is drawn, and given with the puzzle.
    """
    with at("solution"):
        solution = fold(request.solution) if request.solution is not None else ""
    length = request.length or len(solution) or DEFAULT_LENGTH
    own = tuple(dict.fromkeys(word for word in request.own if word != solution))
    clues = choose_clues(length) if request.clues is None else request.clues
    wanted = Wanted(length, clues, request.difficulty, request.minimal, request.solution or "", own)
    excluded = parse_exclusions(" ".join(request.exclude))
    seed = secrets.randbelow(1 << 31) if request.seed is None else request.seed
    composed = compose_many(open_shipped(request.words), wanted, seed, request.count, excluded=excluded)
    return {"puzzles": [make_composed_json(puzzle) for puzzle in composed]}


def get_daily(request: DailyRequest) -> shapes.DailyPuzzle:
    """Give the puzzle of a day, the same everywhere.

    The answer is the object of `mastermot daily --json`. Puzzles of other days, past and to come, can be asked for too.
    """
    return make_daily_json(compose_daily(open_shipped(request.words), request.date, request.level))
