"""``mastermot solve``: the word of a Master Mot puzzle, or of each one in a file."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mastermot.cli import output
from mastermot.cli.errors import EXIT_DONE, EXIT_NO_SOLUTION, STATUSES, describe, describe_advice
from mastermot.cli.options import alphabet_option, json_option, list_given_options, refuse_unprinted, request_options
from mastermot.cli.sheets import SheetLook, sheet_options, write_sheet
from mastermot.cli.types import Number, complete_puzzle
from mastermot.errors import N_, MastermotError, printable
from mastermot.operations.errors import refuse_beside
from mastermot.operations.puzzle_answers import ExplainedAnswer, solve_clues
from mastermot.operations.solve_request import PuzzleOptions, refuse_unused_options
from mastermot.operations.word_choice import choose_alphabet
from mastermot.puzzle import Answer, BadPuzzle, Puzzle, parse_book, read_book
from mastermot.puzzle.clues import LARGEST_PUZZLE, list_read_clues
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.results import as_json
from mastermot.texts import _, plural, repairs
from mastermot.words.dictionaries import open_dictionary

if TYPE_CHECKING:
    from mastermot.texts.sheets import PrintedPuzzle

GRID_WIDTH = 74  #: Characters of a grid on a terminal of 80 columns.
MAX_SHOWN = 20  #: Words, or strings that are none, shown before a list is cut.
NO_STRING = N_("No word fits every clue with letters that some clue has in the same position.")


class PuzzleTask(NamedTuple):
    """What is asked of each puzzle, and how it is shown."""

    request: PuzzleOptions
    trace: bool
    hints: int  #: How many hints are shown at most; 0 for none.
    limit: int
    printed: list["PrintedPuzzle"] | None = None  #: What goes on paper, where a sheet is wanted.


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
    refuse_unprinted("explain", "trace", "hints")
    alphabet = choose_alphabet()
    if request.words is not None:
        dictionary = open_dictionary(request.words)
        request = replace(request, words=dictionary)
        alphabet = dictionary.alphabet
    printed = None if look is None else list["PrintedPuzzle"]()  # `solve_one` appends to it
    asked = PuzzleTask(request, trace, hints, limit, printed)
    puzzles = load_puzzles(file, alphabet)
    if len(puzzles) > 1:
        status = solve_book(puzzles, asked)
    else:
        if (title := getattr(puzzles[0], "title", "")) and not output.wants_json():
            output.note(_("Title: {title}", title=printable(title)))
        document, status = solve_one(puzzles[0], asked)
        if output.wants_json():
            output.print_json(document)
    if look is not None and printed:
        write_sheet(look, printed)
    raise click.exceptions.Exit(status)


def solve_one(puzzle: Puzzle | BadPuzzle, asked: PuzzleTask) -> tuple[dict[str, Any], int]:
    """Print the answer to a puzzle, or return its JSON; and the exit status: 0 where a dictionary word fits."""
    if isinstance(puzzle, BadPuzzle):
        raise puzzle.error
    solved = solve_clues(puzzle, asked.request, asked.limit)
    answer = solved.answer
    if asked.request.words is None:
        output.remark_dictionary(open_dictionary(answer.dictionary))
    output.tell_remarks()
    if asked.printed is not None:
        from mastermot.operations.sheets import print_solved

        asked.printed.append(print_solved(answer, title=printable(puzzle.title), limit=asked.limit))
    status = EXIT_DONE if answer.outcome in ("word", "words") else EXIT_NO_SOLUTION
    if output.wants_json():
        from mastermot.operations.puzzle_results import describe_answer

        return as_json(describe_answer(solved)), status
    if output.prints_report():
        print_answer(solved, asked)
    return {}, status


def solve_book(puzzles: Sequence[Puzzle | BadPuzzle], asked: PuzzleTask) -> int:
    """Print each puzzle of a file under its name, or its error, or all as JSON; return the highest exit status."""
    status = EXIT_DONE
    documents = list[dict[str, Any]]()
    for number, puzzle in enumerate(puzzles, start=1):
        line = puzzle.line if isinstance(puzzle, BadPuzzle) else puzzle.clues[0].line
        documents.append(document := {"name": puzzle.name, "line": line})
        if not output.wants_json():
            title = getattr(puzzle, "title", "") or puzzle.name or _("Puzzle {number}", number=number)
            if output.prints_report():
                click.echo("\n" * (number > 1) + output.emphasize(title))
        try:
            found, own = solve_one(puzzle, asked)
            document |= found
            if asked.printed:  # `solve_one` has added the puzzle: on paper it gets its name too
                asked.printed[-1] = asked.printed[-1]._replace(title=printable(puzzle.name))
        except MastermotError as error:
            document["error"] = {"code": error.code, "message": describe(error)}
            if not output.wants_json():
                output.note(describe(error))
            own = STATUSES[error.fault]
        status = max(status, own)
    if output.wants_json():
        output.print_json({"puzzles": documents})
    return status


def print_answer(solved: ExplainedAnswer, asked: PuzzleTask) -> None:
    """Print what was found in a puzzle: remarks on its clues, then the hints asked for, or the steps and the words."""
    answer = solved.answer
    for clue in list_read_clues(answer.puzzle):
        names = {"line": str(clue.line), "written": printable(clue.written), "clue": clue}
        output.note(_("Line {line}: “{written}” is read as {clue}.", **names))
    for remark in repairs.tell_unknown(answer):
        output.note(remark)
    if solved.other_dictionary:
        text = _("The dictionary {name} knows more of these words: try --words {name}.")
        output.note(text.format(name=solved.other_dictionary))
    if asked.hints and answer.fits:
        print_hints(solved, asked.hints)
        return
    if asked.trace:
        print_prefixes(answer)
    explains = asked.request.explain
    if answer.fits:
        if explains:
            print_explanation(solved)
        print_solutions(answer, conflict=False)
    else:  # what is wrong comes before the steps that show it, and stands instead of hints
        print_solutions(answer, conflict=explains or asked.hints > 0)
        if explains:
            print_explanation(solved)


def print_prefixes(answer: Answer) -> None:
    for length, generation in enumerate(answer.generations, start=1):
        counts = {"generated": generation.generated, "kept": generation.kept}
        click.echo(_("length {length}: {generated} made, {kept} kept", length=length, **counts))
        output.print_text(" ".join(generation.survivors), indent="  ")


def print_explanation(solved: ExplainedAnswer) -> None:
    """Print the steps, each with the letters possible after it, and the level; or why there is no explanation."""
    from mastermot.texts.explanations import tell_beginning, tell_ending, tell_grade, tell_step
    from mastermot.texts.phrases import lay_out

    if solved.explanation is None:
        output.note(_("There is no explanation: {reason}.", reason=solved.unexplained))
        if solved.limit_reached:
            output.note(f"  {describe_advice(solved.limit_reached)}")
        return
    output.print_text(tell_beginning(solved.explanation))
    for number, step in enumerate(solved.steps, start=1):
        click.echo(f"{number:2}. {output.wrap_text(tell_step(step), '    ')[4:]}")
        if not step.clash:
            beside, below = lay_out(solved.explanation, step, GRID_WIDTH)
            placed = f"{output.emphasize(' '.join(step.grid))}   {beside}".rstrip()
            click.echo("\n".join(f"      {line}" for line in (placed, *below)))
    grade = tell_grade(solved.grade) if solved.grade else ""
    output.print_text(grade, tell_ending(solved.answer))


def print_hints(solved: ExplainedAnswer, count: int) -> None:
    """Print the last `count` of the three hints to a step, or what is wrong in the player's letters.

    On a terminal, a key is waited for between two hints.
    """
    from mastermot.texts.explanations import tell_hints, tell_mistake

    if solved.mistakes:
        output.print_text(*map(tell_mistake, solved.mistakes))
        return
    texts = tell_hints(solved.steps[0]) if solved.steps else (solved.unexplained or "",)
    for index, text in enumerate(texts[-count:]):
        if index and sys.stdin.isatty() and sys.stdout.isatty():
            click.echo(_("Press any key to continue..."), nl=False)
            with suppress(EOFError):  # Ctrl-D is a key like another; on Ctrl-C, `click.pause` would go on
                click.getchar()
            click.echo()
        output.print_text(text)


def load_puzzles(file: str, alphabet: str) -> tuple[Puzzle | BadPuzzle, ...]:
    """Return the puzzles in a file, on standard input (``-``), or of a shipped sample when there is no such file."""
    if file == "-":
        if sys.stdin and sys.stdin.isatty():
            output.note(_("Type the clues, one per line (paume 2), then Ctrl-D."))
        return parse_book(*output.read_standard_input(LARGEST_PUZZLE), alphabet)
    return read_book(output.find_file(file, "puzzles"), alphabet)


def print_solutions(answer: Answer, *, conflict: bool) -> None:
    """Print the words found; without any, what to mend, and then the strings that fit; on request, the `conflict`."""
    words = answer.words
    mendings = repairs.choose_repairs(answer)
    several = plural(
        "{count} dictionary word fits the clues so far:", "{count} dictionary words fit the clues so far:", len(words)
    )
    if len(words) > 1:
        click.echo(several)
    print_some([str(word) for word in words])
    output.print_text(*repairs.tell_no_word(answer))
    print_strings(answer)
    if not (answer.fits or mendings):
        output.print_text(_(NO_STRING))
    if not answer.fits and (conflict or not mendings):
        print_conflict(answer)
    if answer.others:
        text = _("These words fit too, with a letter that no clue has in the same position:")
        text_so_far = plural(
            "{count} dictionary word fits so far, if letters outside the clues are allowed:",
            "{count} dictionary words fit so far, if letters outside the clues are allowed:",
            len(answer.others),
        )
        output.print_text(text if answer.solutions else text_so_far)
        print_some(list(map("  {}".format, answer.others)))


def print_strings(answer: Answer) -> None:
    """Print the strings that fit and are no words; only their number if several words fit."""
    strings = [solution.word for solution in answer.solutions if not solution.known]
    if len(answer.words) > 1 and strings:
        more = plural(
            "{count} other string of letters fits, but is not a dictionary word (--json lists it).",
            "{count} other strings of letters fit, but are not dictionary words (--json lists them).",
            len(strings),
        )
        output.print_text(more)
    else:
        print_some([_("{word}  (not in the dictionary {name})", word=word, name=answer.dictionary) for word in strings])


def print_conflict(answer: Answer) -> None:
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
    for line in lines[:MAX_SHOWN]:
        click.echo(line)
    if (rest := len(lines) - MAX_SHOWN) > 0:
        click.echo(plural("  … and {count} more (--json lists it)", "  … and {count} more (--json lists them)", rest))
