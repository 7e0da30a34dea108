"""The JSON of answers, steps and composed puzzles: what ``--json`` prints and the service answers, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from mastermot.locale import gettext as _
from mastermot.puzzles.errors import TooManyPrefixesError
from mastermot.puzzles.prefixes import DEFAULT_LIMIT
from mastermot.puzzles.repairs import Repair, UnknownWord
from mastermot.puzzles.solver import Answer, Solution

if TYPE_CHECKING:
    from mastermot import shapes
    from mastermot.compose.daily import Daily
    from mastermot.compose.model import Composed
    from mastermot.explain.grading import Grade
    from mastermot.explain.model import Case, Explanation, Letter, Step
    from mastermot.explain.position import Position
    from mastermot.puzzles.clues import Clue, Puzzle


def make_answer_json(
    answer: Answer,
    steps: Sequence[shapes.Step] = (),
    grade: Grade | None = None,
    unexplained: str | None = None,
) -> shapes.Solved:
    """Return the object of ``mastermot solve --json`` and ``POST /api/solve``.

    `steps` and `grade` where they were asked for; `unexplained` says why they are missing where they cannot be given.
    """
    return {
        "rule": "black",
        "length": answer.puzzle.length,
        "solutions": [make_solution_json(solution) for solution in answer.solutions],
        "count": len(answer.solutions),
        "complete": True,
        "generations": [generation.kept for generation in answer.generations],
        "generated": [generation.generated for generation in answer.generations],
        "others": [make_solution_json(solution) for solution in answer.others],
        "dictionary": answer.dictionary,
        "steps": list(steps),
        "difficulty": make_grade_json(grade) if grade else None,
        "unexplained": unexplained,
        "conflict": list(answer.conflict) or None,
        "conflict_smallest": answer.conflict_smallest if answer.conflict else None,
        "repairs": [make_repair_json(repair) for repair in answer.repairs],
        "repairs_known": sum(repair.known for repair in answer.repairs),
        "unknown": [make_unknown_json(unknown) for unknown in answer.unknown],
        "title": answer.puzzle.title,
    }


def make_repair_json(repair: Repair) -> shapes.Repair:
    """Return a change of one clue as JSON has it."""
    return {
        "line": repair.was.line,
        "was": make_clue_json(repair.was),
        "now": make_clue_json(repair.now),
        "solutions": list(repair.solutions),
    }


def make_unknown_json(unknown: UnknownWord) -> shapes.UnknownWord:
    """Return a clue word that the dictionary lacks as JSON has it."""
    return {
        "line": unknown.clue.line,
        "word": unknown.clue.word.lower(),
        "suggestions": list(unknown.spelled),
    }


def make_clue_json(clue: Clue) -> shapes.Clue:
    """Return a clue as JSON has it."""
    return {"word": clue.word.lower(), "marks": clue.marks}


def make_solution_json(solution: Solution) -> shapes.Solution:
    """Return a solution as JSON has it."""
    return {"word": solution.word, "known": solution.known, "spellings": list(solution.spellings)}


def make_grade_json(grade: Grade) -> shapes.Difficulty:
    """Return the difficulty of a puzzle as JSON has it."""
    return {
        "level": grade.level,
        "clues": grade.clues,
        "kind": grade.kind,
        "effort": grade.effort,
        "rounds": grade.rounds,
        "complete": grade.complete,
        "rating": grade.rating,
        "open_steps": grade.open_steps,
        "hardest_open": grade.hardest_open,
    }


def make_letter_json(letter: Letter) -> shapes.StepLetter:
    """Return a letter at a position as JSON has it."""
    return {"position": letter.position, "letter": letter.letter}


def explain_as_json(answer: Answer, after: int | None = None, limit: int = DEFAULT_LIMIT) -> shapes.Solved:
    """Return the object of ``mastermot solve --json`` with steps and difficulty.

    All steps and the difficulty, or only the step that follows the first `after`, without looking for the others. Where
    the explanation would hold more than `limit` prefixes, there are no steps, and ``unexplained`` says why.
    """
    from mastermot.explain import explain, grade

    most = None if after is None else after + 1
    try:
        explanation = explain(answer, limit, most=most)
    except TooManyPrefixesError as error:
        return make_answer_json(answer, grade=grade(answer), unexplained=error.describe_reason(_))
    steps = explanation.steps[after or 0 :]
    difficulty = grade(answer) if after is None else None
    return make_answer_json(answer, [make_step_json(explanation, step) for step in steps], difficulty)


def hint_as_json(answer: Answer, position: Position, limit: int = DEFAULT_LIMIT) -> shapes.Solved:
    """Return the object of ``mastermot solve --hint --json`` from where a player stands: mistakes, else the next step.

    The difficulty is left out, so that the hint comes at once. Raises what `explain_from` raises.
    """
    from mastermot.explain import explain_from
    from mastermot.wording.steps import tell_mistake

    standing = explain_from(answer, position, limit)
    steps = [make_step_json(standing.explanation, step) for step in standing.explanation.steps]
    mistakes: list[shapes.Mistake] = [
        {
            "position": mistake.position,
            "letter": mistake.letter,
            "placed": mistake.placed,
            "clues": [clue.line for clue in mistake.clues],
            "text": tell_mistake(mistake),
        }
        for mistake in standing.mistakes
    ]
    return {**make_answer_json(answer, steps), "mistakes": mistakes, "consistent": standing.consistent}


def make_step_json(explanation: Explanation, step: Step) -> shapes.Step:
    """Return a step as JSON has it: clues by line, positions from 1, its text in the reader's language."""
    from mastermot.wording.grids import list_columns
    from mastermot.wording.steps import tell_hints, tell_step

    return {
        "kind": step.kind,
        "clues": [clue.line for clue in step.clues],
        "facts": [{"position": fact.position, "letters": fact.letters} for fact in step.facts],
        "placed": [make_letter_json(letter) for letter in step.placed],
        "removed": [make_letter_json(letter) for letter in step.removed],
        "clash": step.clash,
        "cases": make_cases_json(step, explanation.clues),
        "text": tell_step(step),
        "hints": list(tell_hints(step)),
        "grid": step.grid,
        "columns": list_columns(step),
    }


def make_cases_json(step: Step, clues: tuple[Clue, ...]) -> list[shapes.Case] | None:
    """Return the cases that show a step as JSON has them: an empty list where it needs none.

    Null where they are too many, or were not looked at one by one. `clues` are those of the explanation.
    """
    from mastermot.explain.techniques import TECHNIQUES

    cases = step.argument.cases
    if not cases and (step.kind not in TECHNIQUES or TECHNIQUES[step.kind].show):
        return None
    return [make_case_json(case, clues) for case in cases]


def make_case_json(case: Case, clues: tuple[Clue, ...]) -> shapes.Case:
    """Return a case as JSON has it: what is supposed, what follows, and the cases within.

    Clues by line, positions from 1. Where nothing is supposed, the position is null and there are no letters.
    """
    return {
        "position": None if case.position < 0 else case.position + 1,
        "letters": case.letters,
        "links": [
            {
                "clue": clues[link.clue].line,
                "why": cast("shapes.Why", link.why),
                "removed": [{"position": position + 1, "letter": letter} for position, letter in sorted(link.removed)],
            }
            for link in case.links
        ],
        "cases": [make_case_json(inner, clues) for inner in case.cases],
    }


def make_daily_json(daily: Daily) -> shapes.DailyPuzzle:
    """Return the puzzle of a day as ``mastermot daily --json`` and ``GET /api/daily`` have it."""
    return {"date": daily.day.isoformat(), "level": daily.level, "puzzles": [make_composed_json(daily.composed)]}


def make_composed_json(composed: Composed) -> shapes.ComposedPuzzle:
    """Return a composed puzzle as ``mastermot compose --json`` has it."""
    return {
        "clues": [
            {**make_clue_json(clue), "spelling": spelling}
            for clue, spelling in zip(composed.puzzle.clues, composed.spelled, strict=True)
        ],
        "solution": composed.solution,
        "spellings": list(composed.spellings),
        "difficulty": composed.grade.level,
        "grade": make_grade_json(composed.grade),
        "seed": composed.seed,
    }


def make_read_json(puzzles: Sequence[Puzzle]) -> shapes.ReadPuzzles:
    """Return the object of ``POST /api/puzzles/read``: puzzles as they were read."""
    return {
        "puzzles": [
            {
                "name": puzzle.name,
                "title": puzzle.title,
                "clues": [make_clue_json(clue) for clue in puzzle.clues],
            }
            for puzzle in puzzles
        ]
    }
