"""A sheet of puzzles to print: one HTML page that needs nothing else, answers and key steps at the end."""

from collections.abc import Sequence
from urllib.parse import urlencode

from mastermot.puzzle.compose import Composed
from mastermot.puzzle.explain import Step, explain_clues
from mastermot.puzzle.explain.board import ClueBoard
from mastermot.say.grids import list_columns
from mastermot.say.rendering import render
from mastermot.say.steps import tell_grade, tell_step
from mastermot.words.dictionaries import dictionary_names


def make_sheet(puzzles: Sequence[Composed], page: str | None = None, words: str = "") -> str:
    """Return the HTML page of these puzzles, from easy to hard; links open them in a service's `page` with `words`."""
    words = words if words in dictionary_names() else ""
    shown = [
        {
            "composed": composed,
            "clues": tuple(zip(composed.puzzle.clues, composed.spelled, strict=True)),
            "link": make_link(composed, page, words) if page else "",
            "steps": list_key_steps(composed),
        }
        for composed in sorted(puzzles, key=lambda composed: (composed.grade.level, composed.grade.rating))
    ]
    tellers = {"tell_step": tell_step, "tell_grade": tell_grade, "list_columns": list_columns}
    return render("sheet.html", puzzles=shown, **tellers)


def make_link(composed: Composed, page: str, words: str = "") -> str:
    clues = ".".join(f"{clue.word.lower()}{clue.marks}" for clue in composed.puzzle.clues)
    return f"{page}#board?{urlencode({'p': clues, **({'w': words} if words else {})})}"


def list_key_steps(composed: Composed) -> list[Step]:
    """Return the steps to the solution that place letters, and the last one."""
    steps = explain_clues(ClueBoard(composed.puzzle.clues, composed.puzzle.columns), [composed.solution]).steps
    return [step for step in steps if step.placed or step is steps[-1]]
