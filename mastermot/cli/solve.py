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
from mastermot.operations.solve_request import PuzzleOptions, refuse_unused_options
from mastermot.operations.word_choice import find_other_list, open_for_puzzle, own_alphabet
from mastermot.puzzle import Answer, BadPuzzle, Puzzle, parse_book, read_book
from mastermot.puzzle.clues import LARGEST_PUZZLE
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.puzzle.solver import solve as solve_puzzle
from mastermot.results import as_json
from mastermot.texts import _, plural, repairs
from mastermot.words.dictionaries import open_dictionary

if TYPE_CHECKING:
    from mastermot.operations.puzzle_results import Solved
    from mastermot.texts.sheets import PrintedPuzzle

GRID_WIDTH = 74  #: Characters of a grid on a terminal of 80 columns.
MAX_SHOWN = 20  #: Words, or strings that are none, shown before a list is cut.
NO_STRING = N_("No word fits every clue with letters that some clue has in the same position.")


class Wanted(NamedTuple):
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
    help=N_("Give the next step only; twice or three times: smaller hints first (press a key to go on)."),
)
@click.option("--limit", type=Number(1), default=DEFAULT_LIMIT, help=N_("The most prefixes held at one length."))
@sheet_options
@alphabet_option
@json_option
def solve(request: PuzzleOptions, file: str, trace: bool, hints: int, limit: int, look: SheetLook | None) -> None:
    request = replace(request, hint=hints > 0)
    refuse_unused_options(request)
    refuse_beside("hints", ["trace"], list_given_options())
    refuse_unprinted("explain", "trace", "hints")
    alphabet = own_alphabet()
    if request.words is not None:
        dictionary = open_dictionary(request.words)
        request, alphabet = replace(request, words=dictionary), dictionary.alphabet
    printed = None if look is None else list["PrintedPuzzle"]()
    wanted = Wanted(request, trace, hints, limit, printed)
    puzzles = load_puzzles(file, alphabet)
    if len(puzzles) > 1:
        status = solve_book(puzzles, wanted)
    else:
        if (title := getattr(puzzles[0], "title", "")) and not output.wants_json():
            output.note(_("Title: {title}", title=printable(title)))
        document, status = solve_one(puzzles[0], wanted)
        if output.wants_json():
            output.print_json(document)
    if look is not None and printed:
        write_sheet(look, printed)
    raise click.exceptions.Exit(status)


def solve_one(puzzle: Puzzle | BadPuzzle, wanted: Wanted) -> tuple[dict[str, Any], int]:
    """Print the answer to a puzzle, or return its JSON; and the exit status: 0 where a dictionary word fits."""
    if isinstance(puzzle, BadPuzzle):
        raise puzzle.error
    dictionary = open_for_puzzle(wanted.request.words, puzzle)
    answer = solve_puzzle(puzzle, dictionary, wanted.limit)
    if wanted.request.words is None:
        output.tell_dictionary(dictionary)
    status = EXIT_DONE if answer.outcome in ("word", "words") else EXIT_NO_SOLUTION
    if wanted.printed is not None:
        from mastermot.operations.sheets import print_solved

        wanted.printed.append(print_solved(answer, title=printable(puzzle.title), limit=wanted.limit))
    if not output.wants_json():
        if output.prints_report():
            print_answer(answer, wanted)
        return {}, status
    from mastermot.operations.puzzle_results import tell_wanted

    return as_json(tell_wanted(answer, wanted.request, wanted.limit)), status


def solve_book(puzzles: Sequence[Puzzle | BadPuzzle], wanted: Wanted) -> int:
    """Print each puzzle of a file under its name, or its error, or all as JSON; return the highest exit status."""
    status, documents = EXIT_DONE, list[dict[str, Any]]()
    for number, puzzle in enumerate(puzzles, start=1):
        line = puzzle.line if isinstance(puzzle, BadPuzzle) else puzzle.clues[0].line
        documents.append(document := {"name": puzzle.name, "line": line})
        if not output.wants_json():
            title = getattr(puzzle, "title", "") or puzzle.name or _("Puzzle {number}", number=number)
            if output.prints_report():
                click.echo("\n" * (number > 1) + output.emphasize(title))
        try:
            found, own = solve_one(puzzle, wanted)
            document |= found
            if wanted.printed:
                wanted.printed[-1] = wanted.printed[-1]._replace(title=printable(puzzle.name))
        except MastermotError as error:
            document["error"] = {"code": error.code, "message": describe(error)}
            if not output.wants_json():
                output.note(describe(error))
            own = STATUSES[error.fault]
        status = max(status, own)
    if output.wants_json():
        output.print_json({"puzzles": documents})
    return status


def print_answer(answer: Answer, wanted: Wanted) -> None:
    for remark in repairs.tell_unknown(answer):
        output.note(remark)
    if other := find_other_list(answer):
        output.note(_("The dictionary {name} knows more of these words: try --words {name}.", name=other))
    if wanted.hints and not answer.fits:
        print_solutions(answer, conflict=True)  # a step from clues that contradict each other would be false
        return
    if wanted.hints:
        from mastermot.operations.puzzle_results import tell_wanted

        print_hints(tell_wanted(answer, wanted.request, wanted.limit), wanted.hints)
        return
    for length, generation in enumerate(answer.generations if wanted.trace else (), start=1):
        counts = {"generated": generation.generated, "kept": generation.kept}
        click.echo(_("length {length}: {generated} made, {kept} kept", length=length, **counts))
        output.print_text(" ".join(generation.survivors), indent="  ")
    explained = wanted.request.explain
    if not answer.fits:  # what is wrong comes before the steps that show it
        print_solutions(answer, conflict=explained)
    if explained:
        print_explanation(answer, wanted.limit)
    if answer.fits:
        print_solutions(answer, conflict=explained)


def print_explanation(answer: Answer, limit: int) -> None:
    from mastermot.puzzle.explain import explain, grade
    from mastermot.texts.explanations import tell_beginning, tell_ending, tell_grade, tell_step
    from mastermot.texts.phrases import lay_out

    try:
        explanation, found = explain(answer, limit), grade(answer)
    except TooManyPrefixesError as error:
        output.note(_("There is no explanation: {reason}.", reason=error.describe_reason(_)))
        output.note(f"  {describe_advice(error)}")
        return
    output.print_text(tell_beginning(explanation))
    for number, step in enumerate(explanation.steps, start=1):
        click.echo(f"{number:2}. {output.wrap_text(tell_step(step), '    ')[4:]}")
        if not step.clash:
            beside, below = lay_out(explanation, step, GRID_WIDTH)
            placed = f"{output.emphasize(' '.join(step.grid))}   {beside}".rstrip()
            click.echo("\n".join(f"      {line}" for line in (placed, *below)))
    output.print_text(tell_grade(found) if found else "", tell_ending(answer))


def print_hints(solved: "Solved", hints: int) -> None:
    """Print the last of the three hints to a step, as many as wanted, waiting for a key between them on a terminal."""
    if solved.mistakes:
        output.print_text(*(mistake.text for mistake in solved.mistakes))
        return
    texts = solved.steps[0].hints if solved.steps else (solved.unexplained or "",)
    for index, text in enumerate(texts[-hints:]):
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
    words, mendings = answer.words, repairs.choose_repairs(answer)
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
        left = plural(
            "{count} dictionary word fits so far, if letters outside the clues are allowed:",
            "{count} dictionary words fit so far, if letters outside the clues are allowed:",
            len(answer.others),
        )
        output.print_text(text if answer.solutions else left)
        print_some(list(map("  {}".format, answer.others)))


def print_strings(answer: Answer) -> None:
    strings = [solution.word for solution in answer.solutions if not solution.known]
    if len(answer.words) > 1 and strings:
        besides = plural(
            "Besides, {count} string of letters fits that is no dictionary word (--json lists it).",
            "Besides, {count} strings of letters fit that are no dictionary words (--json lists them).",
            len(strings),
        )
        output.print_text(besides)
    else:
        print_some([_("{word}  (not in the dictionary {name})", word=one, name=answer.dictionary) for one in strings])


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
