"""The operation that solves a puzzle. `mastermot.cli.solve` writes its result as text; it is also written as JSON.

The classes of the JSON objects stand apart, in `puzzle_results`: they take 8 ms to load, and a plain `mastermot solve`,
which takes 110 ms in all, does not need them.
"""

from typing import TYPE_CHECKING, NamedTuple

from mastermot.operations.errors import at
from mastermot.operations.solve_request import PuzzleOptions, refuse_unused_options
from mastermot.operations.word_choice import find_better_list, open_for
from mastermot.puzzle.clues import Puzzle
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.solver import Answer, solve
from mastermot.texts import _, plural
from mastermot.texts.repairs import is_right_dictionary

if TYPE_CHECKING:
    from mastermot.puzzle.explain import Explanation, Grade, Mistake, Step


class ExplainedAnswer(NamedTuple):
    """What fits a puzzle, with the steps, the grade and the mistakes that were asked for, or why there is no step."""

    answer: Answer
    other_dictionary: str = ""  #: A list of another language to try instead (`find_other_list`).
    explanation: "Explanation | None" = None  #: The reasoning that the steps are from.
    steps: "tuple[Step, ...]" = ()  #: With `explain` all steps, with `hint` one step.
    grade: "Grade | None" = None  #: With `explain`.
    mistakes: "tuple[Mistake, ...] | None" = None  #: With `hint`: the letters in the player's notes that are wrong.
    consistent: bool | None = None  #: With `hint`: whether a solution agrees with the player's letters.
    unexplained: str | None = None  #: Why there is no step.
    limit_reached: TooManyPrefixesError | None = None  #: The limit that was reached, if this is why.


def solve_clues(puzzle: Puzzle, request: PuzzleOptions, limit: int) -> ExplainedAnswer:
    """Return what fits a puzzle, with the steps that the request asks for.

    Raises `FieldInvalidError` for options without effect, and `TooManyPrefixesError` if there are more than `limit`
    prefixes of one length.
    """
    refuse_unused_options(request)
    clue_words = [clue.shown for clue in puzzle.clues]
    answer = solve(puzzle, open_for(request.words, clue_words, "valid"), limit)
    return add_steps(answer, request, limit)


def add_steps(answer: Answer, request: PuzzleOptions, limit: int) -> ExplainedAnswer:
    """Return the answer with the steps that the request asks for, and with a better list of words if there is one.

    - With `request.explain` it has all steps.
    - With `request.hint` it has one step: the next one or, with `request.after`, the one that follows so many steps.
      It has no step if nothing fits: the clues contradict each other, so any step from them would be false. It has no
      step either if the player's notes have mistakes (it has these instead), or if no step is left.
    - With neither option it has no steps.

    If explaining takes more than `limit` prefixes of one length, there is no step, and the answer has `limit_reached`.
    """
    solved = ExplainedAnswer(answer, find_other_list(answer))
    if request.explain:
        return add_all_steps(solved, limit)
    if not request.hint or not answer.fits:
        return solved
    if request.after:
        return add_step_after(solved, request.after, limit)
    return add_hint(solved, request, limit)


def add_all_steps(solved: ExplainedAnswer, limit: int) -> ExplainedAnswer:
    """Return the answer with all steps and the grade.

    If explaining takes more than `limit` prefixes of one length, the answer has `unexplained` and `limit_reached`
    instead.
    """
    from mastermot.puzzle.explain import explain, grade

    try:
        explanation = explain(solved.answer, limit)
    except TooManyPrefixesError as error:
        return say_limit(solved, error)
    return solved._replace(explanation=explanation, steps=explanation.steps, grade=grade(solved.answer))


def add_step_after(solved: ExplainedAnswer, after: int, limit: int) -> ExplainedAnswer:
    """Return the answer with the one step that follows the first `after` steps.

    If there is no such step, `unexplained` says why: the reasoning has no more than `after` steps, or explaining takes
    more than `limit` prefixes of one length.
    """
    from mastermot.puzzle.explain import NextHint, explain
    from mastermot.texts.explanations import tell_next_hint

    try:
        explanation = explain(solved.answer, limit, most=after + 1)  # no step beyond the one wanted
    except TooManyPrefixesError as error:
        return say_limit(solved, error)
    count = len(explanation.steps)
    if count > after:
        last_step = explanation.steps[after:]  # a tuple of one step, since no more steps were asked for
        return solved._replace(explanation=explanation, steps=last_step)
    if count == 0:  # the sentence of a hint without a step, to a player who has made no mistake
        (text,) = tell_next_hint(NextHint((), explanation, consistent=True))
    else:
        text = plural("The reasoning has only {count} step.", "The reasoning has only {count} steps.", count)
    return solved._replace(explanation=explanation, unexplained=text)


def add_hint(solved: ExplainedAnswer, request: PuzzleOptions, limit: int) -> ExplainedAnswer:
    """Return the answer with the mistakes in the player's notes; if there are none, with the next step.

    The notes are the letters that the request has as `known` and as `out`. If there is neither a mistake nor a step,
    `unexplained` says why: for example, all is known already, or explaining takes more than `limit` prefixes of one
    length. Raises `KnownUnreadableError` or `OutUnreadableError` for notes that cannot be read.
    """
    from mastermot.puzzle.explain import Notes, explain_from, parse_known, parse_out
    from mastermot.texts.explanations import tell_next_hint

    puzzle = solved.answer.puzzle
    alphabet = solved.answer.alphabet
    with at("known"):
        known = parse_known(request.known, puzzle.length, alphabet)
    with at("out"):
        out = parse_out(request.out, puzzle.length, alphabet)
    try:
        hint = explain_from(solved.answer, Notes(known, out), limit)
    except TooManyPrefixesError as error:
        return say_limit(solved, error)
    steps = hint.explanation.steps
    unexplained = None
    has_no_hint = not steps and not hint.mistakes
    if has_no_hint:
        (unexplained,) = tell_next_hint(hint)  # without a step this is one sentence, which says why
    return solved._replace(
        explanation=hint.explanation,
        steps=steps,
        mistakes=hint.mistakes,
        consistent=hint.consistent,
        unexplained=unexplained,
    )


def say_limit(solved: ExplainedAnswer, error: TooManyPrefixesError) -> ExplainedAnswer:
    """Return the answer with the reason why there is no step: the limit of prefixes, in the reader's language."""
    return solved._replace(unexplained=error.describe_reason(_), limit_reached=error)


def find_other_list(answer: Answer) -> str:
    """Return the name of a list of another language to try instead; "" if there is none.

    Such a list is looked for if no word fits, or if the list in use lacks more than half of the clue words. It is
    returned if it knows more of the clue words (`find_better_list`).
    """
    some_word_fits = bool(answer.words or answer.others)
    if some_word_fits and is_right_dictionary(answer):
        return ""
    words = [clue.shown for clue in answer.puzzle.clues]
    known = len(words) - len(answer.unknown)
    return find_better_list(words, answer.dictionary, known)
