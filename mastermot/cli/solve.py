"""``mastermot solve``: the word of a Master Mot puzzle, or of each one in a file."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mastermot.cli import output
from mastermot.cli.errors import EXIT_DONE, EXIT_NO_SOLUTION, STATUSES, describe, describe_advice
from mastermot.cli.options import (
    alphabet_option,
    json_option,
    list_given_options,
    refuse_if_text_is_replaced,
    request_options,
)
from mastermot.cli.sheets import SheetLook, sheet_options, write_sheet
from mastermot.cli.types import Number, complete_puzzle
from mastermot.errors import N_, MastermotError, printable
from mastermot.operations.errors import refuse_beside
from mastermot.operations.puzzle_answers import ExplainedAnswer, solve_clues
from mastermot.operations.solve_request import PuzzleOptions, refuse_unused_options
from mastermot.operations.word_choice import choose_alphabet
from mastermot.puzzle import Answer, BadPuzzle, Puzzle, parse_book, read_book
from mastermot.puzzle.clues import LARGEST_PUZZLE, list_read_clues
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.results import as_json
from mastermot.texts import _, plural, repairs
from mastermot.words.dictionaries import open_dictionary

if TYPE_CHECKING:
    from mastermot.puzzle.explain.steps import Explanation, Step
    from mastermot.texts.sheets import PrintedPuzzle

GRID_WIDTH = 74  #: The most characters on a line of a grid, which is indented by 6: terminals have 80 columns.
MAX_SHOWN = 20  #: The most words, or strings that are no words, shown of a list.
NO_STRING = N_("No word fits every clue with letters that some clue has in the same position.")


class PuzzleTask(NamedTuple):
    """What the options ask for each puzzle of the file."""

    request: PuzzleOptions
    trace: bool  #: Whether the prefixes are shown.
    hints: int  #: How many hints are shown at most; 0 for none.
    limit: int  #: The most prefixes allowed at one length.
    printed: list["PrintedPuzzle"] | None = None  #: The puzzles of the sheet: `solve_one` adds each; None for no sheet.


@click.command(
    help=N_("Find the word of the Master Mot puzzle, or puzzles, in FILE (- is standard input)."),
    epilog="mastermot solve coude --explain\nmastermot solve coude --hint --known '??u??' --out 1:f",
)
@request_options(PuzzleOptions)
@click.argument("file", shell_complete=complete_puzzle)
@click.option("--trace", is_flag=True, help=N_("Show the prefixes kept at each length."))
@click.option(
    "--hint",
    "hints",
    count=True,
    help=N_(
        "Give only the next step. Repeat the option once or twice for smaller hints first (press a key for "
        "the next one)."
    ),
)
@click.option("--limit", type=Number(1), default=DEFAULT_LIMIT, help=N_("The most prefixes allowed at one length."))
@sheet_options
@alphabet_option
@json_option
def solve(request: PuzzleOptions, file: str, trace: bool, hints: int, limit: int, look: SheetLook | None) -> None:
    request = replace(request, hint=hints > 0)
    refuse_unused_options(request, list_given_options())
    refuse_beside("hints", ["trace"], list_given_options())
    refuse_if_text_is_replaced("explain", "trace", "hints")
    alphabet = choose_alphabet()
    if request.words is not None:
        dictionary = open_dictionary(request.words)
        request = replace(request, words=dictionary)
        alphabet = dictionary.alphabet
    printed = None if look is None else list["PrintedPuzzle"]()  # `solve_one` adds the puzzles of the sheet
    task = PuzzleTask(request, trace, hints, limit, printed)
    puzzles = load_puzzles(file, alphabet)
    if len(puzzles) > 1:
        status = solve_book(puzzles, task)
    else:
        title = getattr(puzzles[0], "title", "")  # a `BadPuzzle` has none
        if title and not output.wants_json():
            output.note(_("Title: {title}", title=printable(title)))
        document, status = solve_one(puzzles[0], task, title)
        if output.wants_json():
            output.print_json(document)
    if look is not None and printed:
        write_sheet(look, printed)
    raise click.exceptions.Exit(status)


def solve_one(puzzle: Puzzle | BadPuzzle, task: PuzzleTask, title: str) -> tuple[dict[str, Any], int]:
    """Solve a puzzle and print the answer; return its JSON, and the exit status: 0 if a dictionary word fits.

    With ``--json``, or if a sheet takes standard output, no answer is printed; without ``--json`` the JSON is empty. If
    a sheet is wanted, the puzzle is added to it under the heading `title`. Raises the error of a `BadPuzzle`.
    """
    if isinstance(puzzle, BadPuzzle):
        raise puzzle.error
    solved = solve_clues(puzzle, task.request, task.limit)
    answer = solved.answer
    if task.request.words is None:
        output.remark_dictionary(open_dictionary(answer.dictionary))
    output.tell_remarks()
    if task.printed is not None:
        from mastermot.operations.sheets import print_solved

        task.printed.append(print_solved(answer, title=printable(title), limit=task.limit))
    status = EXIT_DONE if answer.outcome in ("word", "words") else EXIT_NO_SOLUTION
    if output.wants_json():
        from mastermot.operations.puzzle_results import describe_answer

        return as_json(describe_answer(solved)), status
    if output.is_output_free():
        print_answer(solved, task)
    return {}, status


def solve_book(puzzles: Sequence[Puzzle | BadPuzzle], task: PuzzleTask) -> int:
    """Print the answer, or the error, of each puzzle of a file under its title; return the highest exit status.

    With ``--json``, all answers and errors are printed as one document at the end.
    """
    statuses = []
    documents = []  # printed only with --json
    for number, puzzle in enumerate(puzzles, start=1):
        prints_text = output.is_output_free() and not output.wants_json()  # no sheet or JSON takes standard output
        if prints_text:
            print_title(puzzle, number)
        document, status = solve_next(puzzle, task)
        documents.append(document)
        statuses.append(status)
    if output.wants_json():
        output.print_json({"puzzles": documents})
    return max(statuses)


def print_title(puzzle: Puzzle | BadPuzzle, number: int) -> None:
    """Print a heading for a puzzle in a file of several; a blank line separates it from the puzzle before.

    The heading is the title of the puzzle, which may have several lines. If the puzzle has no title, it is the `name`,
    which is then the comment above the puzzle; if it has no name either, it is the `number`. A `BadPuzzle` has no field
    `title`: its `name` is printed.
    """
    heading = getattr(puzzle, "title", "") or puzzle.name or _("Puzzle {number}", number=number)
    if number > 1:
        click.echo()
    click.echo(output.emphasize(heading))


def solve_next(puzzle: Puzzle | BadPuzzle, task: PuzzleTask) -> tuple[dict[str, Any], int]:
    """Solve one of several puzzles; return its JSON, with its name and line, and its exit status (`solve_one`).

    No error is raised, so that the other puzzles are solved too. The error is in the JSON; without ``--json`` it is
    printed.
    """
    # the line of the mistake, or of the first clue
    line = puzzle.line if isinstance(puzzle, BadPuzzle) else puzzle.clues[0].line
    document: dict[str, Any] = {"name": puzzle.name, "line": line}
    try:
        # on a sheet of several puzzles each has a heading: `name` is the title or, without one, the comment above
        answer, status = solve_one(puzzle, task, title=puzzle.name)
    except MastermotError as error:
        document["error"] = {"code": error.code, "message": describe(error)}
        if not output.wants_json():
            output.note(describe(error))
        return document, STATUSES[error.fault]
    return document | answer, status


def print_answer(solved: ExplainedAnswer, task: PuzzleTask) -> None:
    """Print what was found in a puzzle, after remarks on its clues.

    - If hints were asked for, and something fits the clues, only the hints are printed.
    - Otherwise the prefixes come first, if ``--trace`` asks for them.
    - If something fits, the steps follow, if ``--explain`` asks for them, and last the words.
    - If nothing fits, what is wrong follows, and last the steps that show it, if ``--explain`` asks for them.
    """
    answer = solved.answer
    explains = task.request.explain
    print_remarks(solved)
    if task.hints and answer.fits:
        print_hints(solved, task.hints)
        return
    if task.trace:
        print_prefixes(answer)
    if answer.fits:
        if explains:
            print_explanation(solved)
        print_solutions(answer, with_conflict=False)
        return
    # nothing fits: this prints what is wrong
    print_solutions(answer, with_conflict=explains or task.hints > 0)
    if explains:
        print_explanation(solved)


def print_remarks(solved: ExplainedAnswer) -> None:
    """Print notes on the clues that were read otherwise than written, and on the words that the dictionary lacks.

    If another dictionary has more of the words, a note names it.
    """
    answer = solved.answer
    for clue in list_read_clues(answer.puzzle):
        names = {"line": str(clue.line), "written": printable(clue.written), "clue": clue}
        output.note(_("Line {line}: “{written}” is read as {clue}.", **names))
    for remark in repairs.tell_unknown(answer):
        output.note(remark)
    if solved.other_dictionary:
        text = _("The dictionary {name} knows more of these words: try --words {name}.")
        output.note(text.format(name=solved.other_dictionary))


def print_prefixes(answer: Answer) -> None:
    """Print, for each length, how many prefixes the solver made, how many it kept, and the prefixes that it kept."""
    for length, generation in enumerate(answer.generations, start=1):
        counts = {"generated": generation.generated, "kept": generation.kept}
        click.echo(_("length {length}: {generated} made, {kept} kept", length=length, **counts))
        output.print_text(" ".join(generation.survivors), indent="  ")


def print_explanation(solved: ExplainedAnswer) -> None:
    """Print the steps, each with the letters possible after it, and the level; or why there is no explanation.

    After a step that shows a contradiction, no letters are printed. If there is neither an explanation nor a reason why
    it is missing, nothing is printed.
    """
    from mastermot.texts.explanations import tell_beginning, tell_ending, tell_grade, tell_step

    if solved.limit_reached is not None:
        note_limit(_("There is no explanation: {reason}.", reason=solved.unexplained), solved.limit_reached)
        return
    if solved.explanation is None:
        return
    output.print_text(tell_beginning(solved.explanation))
    for number, step in enumerate(solved.steps, start=1):
        text = output.wrap_text(tell_step(step), "    ")
        click.echo(f"{number:2}. {text.lstrip()}")  # the number stands in the indent of its first line
        if not step.clash:
            print_grid(solved.explanation, step)
    grade = tell_grade(solved.grade) if solved.grade else ""
    output.print_text(grade, tell_ending(solved.answer))


def print_grid(explanation: "Explanation", step: "Step") -> None:
    """Print the letters placed after a step, and behind them, or below, the letters possible at each position.

    The possible letters stand below if they are too many for one line. Once all letters are placed, the possible ones
    are left out.
    """
    from mastermot.texts.phrases import lay_out

    columns = lay_out(explanation, step, GRID_WIDTH)
    placed_letters = output.emphasize(" ".join(step.grid))
    first_line = f"{placed_letters}   {columns.beside}".rstrip()
    for line in (first_line, *columns.below):
        click.echo(f"      {line}")


def note_limit(text: str, reached: TooManyPrefixesError) -> None:
    """Print a note: the sentence `text`, which says what is missing because a limit was `reached`, and what to do."""
    output.note(text)
    output.note(f"  {describe_advice(reached)}")


def print_hints(solved: ExplainedAnswer, count: int) -> None:
    """Print the last `count` of the three hints to the next step, or what is wrong in the player's letters.

    The hints go from small to large, and the last one is the step itself. On a terminal, each further hint waits for a
    key. If there is no step to take, the reason is printed.
    """
    from mastermot.texts.explanations import tell_hints, tell_mistake

    if solved.mistakes:
        output.print_text(*map(tell_mistake, solved.mistakes))
        return
    if solved.limit_reached is not None:
        note_limit(_("There is no hint: {reason}.", reason=solved.unexplained), solved.limit_reached)
        return
    reason = solved.unexplained or ""  # why there is no step
    hints = tell_hints(solved.steps[0]) if solved.steps else (reason,)
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    for index, hint in enumerate(hints[-count:]):
        if index > 0 and at_terminal:
            wait_for_key()
        output.print_text(hint)


def wait_for_key() -> None:
    """Wait until a key is pressed. Ctrl-C ends the command; `click.pause` would only take it for a key."""
    click.echo(_("Press any key to continue..."), nl=False)
    with suppress(EOFError):  # Ctrl-D is a key like another
        click.getchar()
    click.echo()


def load_puzzles(file: str, alphabet: str) -> tuple[Puzzle | BadPuzzle, ...]:
    """Return the puzzles of a file, of standard input (``-``) or, without such a file, of the sample of that name.

    The words are folded to `alphabet`. A puzzle that cannot be read is a `BadPuzzle`; if none can be read, the error of
    the first is raised.
    """
    if file == "-":
        if sys.stdin and sys.stdin.isatty():  # a program may be started without a standard input: it is None
            output.note(_("Type the clues, one per line (paume 2), then Ctrl-D."))
        text, source = output.read_standard_input(LARGEST_PUZZLE)
        return parse_book(text, source, alphabet)
    return read_book(output.find_file(file, "puzzles"), alphabet)


def print_solutions(answer: Answer, *, with_conflict: bool) -> None:
    """Print the words found or, if there are none, the repairs known; then the strings that fit and are no words.

    A repair is a change of one clue after which a word would fit. If nothing fits, and no repair is known, a sentence
    says that nothing fits, and the clues that contradict each other follow. If a repair is known, these clues follow
    only `with_conflict`. Last come words with a letter that no clue has in the same position (`print_others`).
    """
    words = answer.words
    can_be_repaired = bool(repairs.choose_repairs(answer))
    if len(words) > 1:
        several = plural(
            "{count} dictionary word fits the clues so far:",
            "{count} dictionary words fit the clues so far:",
            len(words),
        )
        click.echo(several)
    print_some([str(word) for word in words])
    output.print_text(*repairs.tell_no_word(answer))
    print_strings(answer)
    if not answer.fits:
        if not can_be_repaired:
            output.print_text(_(NO_STRING))
        if with_conflict or not can_be_repaired:
            print_conflict(answer)
    if answer.others:
        print_others(answer)


def print_others(answer: Answer) -> None:
    """Print the dictionary words that fit, but have a letter that no clue has in the same position.

    A sentence stands before them. If there are also `solutions`, which have no such letter, it says that these words
    fit too; otherwise it says how many words fit.
    """
    if answer.solutions:
        text = _("These words fit too, with a letter that no clue has in the same position:")
    else:
        text = plural(
            "{count} dictionary word fits so far, if letters outside the clues are allowed:",
            "{count} dictionary words fit so far, if letters outside the clues are allowed:",
            len(answer.others),
        )
    output.print_text(text)
    print_some([f"  {word}" for word in answer.others])


def print_strings(answer: Answer) -> None:
    """Print the strings that fit and are no words or, if several words fit too, only the number of these strings."""
    strings = [solution.word for solution in answer.solutions if not solution.known]
    several_words_fit = len(answer.words) > 1
    if several_words_fit and strings:
        more = plural(
            "{count} other string of letters fits, but is not a dictionary word (--json lists it).",
            "{count} other strings of letters fit, but are not dictionary words (--json lists them).",
            len(strings),
        )
        output.print_text(more)
    else:
        lines = [_("{word}  (not in the dictionary {name})", word=word, name=answer.dictionary) for word in strings]
        print_some(lines)


def print_conflict(answer: Answer) -> None:
    """Print the clues that cannot all be true, and whether a smaller set of clues may contradict each other too.

    A smaller set may if the search for the smallest was cut short, and `conflict_smallest` is false. The answer's
    `conflict` has the lines of these clues.
    """
    if len(answer.conflict) == 1:
        click.echo(_("This clue cannot be true, even alone:"))
    elif answer.conflict_smallest:
        click.echo(_("These clues cannot all be true (and no smaller set of clues conflicts):"))
    else:
        click.echo(_("These clues cannot all be true (a smaller set may conflict too: the search was cut short):"))
    for clue in answer.puzzle.clues:
        if clue.line in answer.conflict:
            click.echo(_("  line {line}: {clue}", line=str(clue.line), clue=clue))


def print_some(lines: Sequence[str]) -> None:
    """Print the first `MAX_SHOWN` lines and, if there are more, how many more."""
    for line in lines[:MAX_SHOWN]:
        click.echo(line)
    if (rest := len(lines) - MAX_SHOWN) > 0:
        click.echo(plural("  … and {count} more (--json lists it)", "  … and {count} more (--json lists them)", rest))
