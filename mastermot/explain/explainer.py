"""The explained solver: a puzzle solved in steps that a person can follow, each as simple as can be.

What is known is, for each position, the letters still possible: at the start those that the clues show in its column,
and `OTHER` when no word made of these fits and the dictionary has one that does not. Each step cites clues, and the
positions whose possible letters it uses; from these alone, and from the start of the others, follows what it proves.
"""

from __future__ import annotations

from collections.abc import Sequence

from mastermot.explain.board import ClueBoard, collect_letters, find_outside, find_placed, remove_letters
from mastermot.explain.deductions import deduce_remainder, minimise
from mastermot.explain.model import OTHER, Argument, Domains, Explanation, Step
from mastermot.explain.search import MAX_SETS, Round, RoundSearch, TooManySetsError
from mastermot.puzzles.prefixes import DEFAULT_LIMIT, list_strings
from mastermot.puzzles.solver import Answer


def explain(answer: Answer, limit: int = DEFAULT_LIMIT, work: int = MAX_SETS, most: int | None = None) -> Explanation:
    """Return the explanation of a solved puzzle; with `most`, only so many of its steps.

    With solutions, all clues are used, up to the word or as far as logic goes. With none, but dictionary words that
    use a letter that no clue shows in its column, such letters are allowed. Else the smallest conflict is explained.
    `work` bounds the sets of clues looked at.
    Raises `TooManyPrefixesError` when allowing other letters keeps more than `limit` prefixes at one length.
    """
    return explain_clues(*choose_board(answer, limit), work, most=most)


def choose_board(answer: Answer, limit: int = DEFAULT_LIMIT) -> tuple[ClueBoard, tuple[str, ...]]:
    """Return what is explained of an answer: the clues with the letters possible at the start, the strings that fit."""
    puzzle = answer.puzzle
    if answer.solutions:
        return ClueBoard(puzzle.clues, puzzle.columns), answer.generations[-1].survivors
    if answer.others:
        columns = tuple(column + OTHER for column in puzzle.columns)
        return ClueBoard(puzzle.clues, columns), list_strings(puzzle, columns, limit)
    return ClueBoard([clue for clue in puzzle.clues if clue.line in answer.conflict], puzzle.columns), ()


def explain_clues(
    board: ClueBoard,
    strings: Sequence[str],
    work: int = MAX_SETS,
    start: Domains | None = None,
    most: int | None = None,
) -> Explanation:
    """Return the explanation of clues that only `strings` fit, from `start` on, with at most so many steps."""
    search = RoundSearch(board, work)
    target = collect_letters(strings) or ("",) * len(board.columns)
    domains = board.columns if start is None else start
    steps: list[Step] = []
    searched = None
    while find_outside(domains, target) and (most is None or len(steps) < most):
        try:
            round_ = search.find_round(domains)
        except TooManySetsError as error:
            searched = error.searched
            step = deduce_remainder(board, domains, target, searched)
        else:
            if round_ is None:
                break
            step = choose_step(board, round_, domains)
        if not step.clash and step.after == domains:
            break
        steps.append(step)
        if step.clash:
            break
        domains = step.after
    return Explanation(board.clues, board.columns, tuple(steps), tuple(strings), searched)


def choose_step(board: ClueBoard, round_: Round, domains: Domains) -> Step:
    """Return the step of a round that keeps its technique, and shows most.

    First those that fill positions, then those that rule out more letters, then in the order of the clues.
    """

    def find_weight(argument: Argument) -> tuple[bool, int, int]:
        placed = find_placed(domains, remove_letters(domains, argument.removed))
        return argument.clash, len(placed), len(argument.removed)

    steps = []
    for argument in sorted(round_.arguments, key=find_weight, reverse=True):
        steps.append(minimise(board, argument, domains))
        if steps[-1].kind == round_.kind:
            return steps[-1]
    return steps[0]
