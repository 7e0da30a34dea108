"""``mastermot solve``: the word of a Master Mot puzzle."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from mastermot.cli.completion import complete_puzzle
from mastermot.cli.errors import EXIT_NO_SOLUTION, describe_advice
from mastermot.cli.localized import command, option
from mastermot.cli.output import emphasized, note, print_json, standard_input, wrapped
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_
from mastermot.files import ANY_ENCODING, FileMissingError
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.puzzles import Answer, Puzzle, Solution, read_puzzle
from mastermot.puzzles import solve as solve_puzzle
from mastermot.puzzles.clues import LARGEST_PUZZLE, decode_puzzle, find_shipped_puzzle
from mastermot.puzzles.errors import TooManyPrefixesError
from mastermot.puzzles.prefixes import DEFAULT_LIMIT
from mastermot.wording.json import explain_as_json, make_answer_json

MOST_SHOWN = 20
"""Strings that are no words, or words with unseen letters, shown before the list is cut."""


@command("solve", help=N_("Find the word of the Master Mot puzzle in FILE (- is standard input)."))
@click.argument("file", shell_complete=complete_puzzle)
@option(
    "--words",
    default="fr",
    show_default=True,
    metavar="NAME|PATH",
    help=N_("The dictionary that says which strings are words."),
)
@option("--trace", is_flag=True, help=N_("Show the prefixes kept at each length."))
@option("--explain", is_flag=True, help=N_("Explain the reasoning, step by step, before the word."))
@option(
    "--hint",
    "hints",
    count=True,
    help=N_("Give the next step only; twice or three times: smaller hints first (press a key to go on)."),
)
@option(
    "--after",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help=N_("With --hint: skip the first N steps, which you have made already."),
)
@option(
    "--limit",
    type=click.IntRange(min=1),
    default=DEFAULT_LIMIT,
    show_default=True,
    help=N_("The most prefixes held at one length."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
@click.pass_context
def solve(
    ctx: click.Context,
    file: str,
    words: str,
    trace: bool,
    explain: bool,
    hints: int,
    after: int,
    limit: int,
    as_json: bool,
) -> None:
    answer = solve_puzzle(load_puzzle(file), open_dictionary(words), limit)
    if as_json:
        print_json(make_document(answer, explain, hints, after, limit))
    elif hints:
        print_hints(answer, hints, after, limit)
    else:
        if trace:
            print_trace(answer)
        if explain:
            print_explanation(answer, limit)
        print_solutions(answer)
        print_others(answer.others)
    if not answer.solutions:
        ctx.exit(EXIT_NO_SOLUTION)


def make_document(answer: Answer, explain: bool, hints: int, after: int, limit: int) -> dict[str, object]:
    """Return the JSON document: with all steps when `explain`, with the one after `after` when `hints`."""
    if not explain and not hints:
        return make_answer_json(answer)
    return explain_as_json(answer, None if explain else after, limit)


def print_explanation(answer: Answer, limit: int) -> None:
    """Print the steps, numbered, each with the grid it leaves, then the difficulty and how it ends.

    Where there is no explanation within the limit, say why: the answer follows all the same.
    """
    from mastermot.explain import explain, grade
    from mastermot.wording.steps import tell_beginning, tell_ending, tell_grade, tell_step

    try:
        explanation = explain(answer, limit)
    except TooManyPrefixesError as error:
        note(_("There is no explanation: {reason}.").format(reason=error.describe_reason(_)))
        note(f"  {describe_advice(error)}")
        return
    beginning = tell_beginning(explanation)
    if beginning:
        click.echo(wrapped([beginning]))
    for number, step in enumerate(explanation.steps, start=1):
        print_step(number, tell_step(explanation, step), "" if step.clash else step.grid)
    difficulty = grade(answer)
    for text in (difficulty and tell_grade(difficulty), tell_ending(answer)):
        if text:
            click.echo(wrapped([text]))


def print_step(number: int, sentence: str, grid: str) -> None:
    """Print a numbered step: its sentence wrapped beside the number, its grid below."""
    click.echo(f"{number:2}. {wrapped([sentence], '    ')[4:]}")
    if grid:
        click.echo(f"      {emphasized(' '.join(grid))}")


def print_hints(answer: Answer, hints: int, after: int, limit: int) -> None:
    """Print the last `hints` of the three hints to a step, waiting for a key between them on a terminal."""
    from mastermot.explain import explain
    from mastermot.wording.steps import tell_hints

    explanation = explain(answer, limit)
    if after >= len(explanation.steps):
        count = len(explanation.steps)
        text = ngettext("There is no further step: only {count}.", "There is no further step: {count} in all.", count)
        click.echo(text.format(count=count))
        return
    texts = tell_hints(explanation, explanation.steps[after])
    for index, text in enumerate(texts[-min(hints, len(texts)) :]):
        if index and sys.stdin.isatty() and sys.stdout.isatty():
            click.pause()
        click.echo(wrapped([text]))


def load_puzzle(file: str) -> Puzzle:
    """Return the puzzle in a file, on standard input (``-``), or of a shipped sample when there is no such file."""
    if file == "-":
        if sys.stdin and sys.stdin.isatty():
            note(_("Type the clues, one per line (paume 2), then Ctrl-D."))
        return decode_puzzle(standard_input(LARGEST_PUZZLE), _("standard input"), ANY_ENCODING)
    try:
        return read_puzzle(file)
    except FileMissingError:
        sample = find_shipped_puzzle(file)
        if sample is None:
            raise
        note(_("There is no file {file} here: using the sample puzzle of that name.").format(file=file))
        return read_puzzle(sample)


def print_trace(answer: Answer) -> None:
    """Print the prefixes kept at each length, and how many were made."""
    for length, generation in enumerate(answer.generations, start=1):
        made = _("length {length}: {generated} made, {kept} kept")
        click.echo(made.format(length=length, generated=generation.generated, kept=generation.kept))
        if generation.survivors:
            click.echo(wrapped(generation.survivors, "  "))


def print_solutions(answer: Answer) -> None:
    """Print the words found, those of the dictionary first, or why there is none."""
    known = [solution for solution in answer.solutions if solution.known]
    unknown = [solution for solution in answer.solutions if not solution.known]
    for solution in known:
        click.echo(str(solution))
    for solution in unknown[:MOST_SHOWN]:
        click.echo(_("{word}  (not in the dictionary {name})").format(word=solution.word, name=answer.dictionary))
    print_rest(unknown)
    if not answer.solutions:
        click.echo(_("No word made of the letters that the clues show in each column fits every clue."))
        print_conflict(answer)


def print_conflict(answer: Answer) -> None:
    """Print the clues that cannot hold together."""
    if answer.others:
        click.echo(_("With only those letters, these clues cannot all be true:"))
    elif len(answer.conflict) == 1:
        click.echo(_("This clue cannot be true, even alone:"))
    elif answer.conflict_smallest:
        click.echo(_("These clues cannot all be true (and no smaller set of clues conflicts):"))
    else:
        click.echo(_("These clues cannot all be true (a smaller set may conflict too: the search was cut short):"))
    for clue in answer.puzzle.clues:
        if clue.line in answer.conflict:
            click.echo(_("  line {line}: {clue}").format(line=clue.line, clue=clue))


def print_others(others: Sequence[Solution]) -> None:
    """Print the dictionary words that fit with a letter that no clue shows in its column."""
    if others:
        click.echo(_("These words fit too, with a letter that no clue shows in its column:"))
        for solution in others[:MOST_SHOWN]:
            click.echo(f"  {solution}")
        print_rest(others)


def print_rest(listed: Sequence[object]) -> None:
    """Print how many more there are than were shown."""
    rest = len(listed) - MOST_SHOWN
    if rest > 0:
        more = ngettext("  … and {count} more (--json lists it)", "  … and {count} more (--json lists them)", rest)
        click.echo(more.format(count=rest))
