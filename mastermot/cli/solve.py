"""``mastermot solve``: the word of a Master Mot puzzle."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from mastermot.cli.completion import complete_puzzle
from mastermot.cli.errors import EXIT_NO_SOLUTION
from mastermot.cli.localized import command, option
from mastermot.cli.output import emphasized, note, print_json, standard_input, wrapped
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_
from mastermot.files import FileMissingError
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.puzzles.clues import LARGEST_PUZZLE, Puzzle, decode_puzzle, read_puzzle, shipped_puzzle
from mastermot.puzzles.prefixes import DEFAULT_LIMIT, Answer, Solution
from mastermot.puzzles.prefixes import solve as solve_puzzle

if TYPE_CHECKING:
    from mastermot.explain.explanation import Explanation

MOST_SHOWN = 20
"""Strings that are no words, or words with unseen letters, shown before the list is cut."""


@command("solve", help=N_("Find the word of the Master Mot puzzle in FILE (- is standard input)."))
@click.argument("file", shell_complete=complete_puzzle)
@option("--words", default="fr", show_default=True, metavar="NAME|PATH", help=N_("The dictionary that tells words."))
@option("--trace", is_flag=True, help=N_("Show the beginnings of words left at each length."))
@option("--explain", is_flag=True, help=N_("Tell the reasoning, step by step, before the word."))
@option(
    "--hint",
    "hints",
    count=True,
    help=N_("Tell the next step only; twice or three times: smaller nudges first (a key goes on)."),
)
@option(
    "--after",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help=N_("With --hint: the step after the first N, those you have made already."),
)
@option(
    "--limit",
    type=click.IntRange(min=1),
    default=DEFAULT_LIMIT,
    show_default=True,
    help=N_("Beginnings of words held at one length, at most."),
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
        print_json(as_document(answer, explain, hints, after, limit))
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


def as_document(answer: Answer, explain: bool, hints: int, after: int, limit: int) -> dict[str, object]:
    """Return the JSON document: with all steps when `explain`, with the one after `after` when `hints`."""
    if not explain and not hints:
        return answer.as_json()
    from mastermot.wording.steps import explained_json

    return explained_json(answer, None if explain else after, limit)


def explained(answer: Answer, limit: int) -> Explanation:
    """Return the explanation of the answer; loaded here so that a plain solve stays quick."""
    from mastermot.explain.explanation import explain

    return explain(answer, limit)


def print_explanation(answer: Answer, limit: int) -> None:
    """Print the steps, numbered, each with the grid it leaves, then the difficulty and how it ends."""
    from mastermot.explain.grade import grade_answer
    from mastermot.wording import steps as wording

    explanation = explained(answer, limit)
    if wording.beginning(explanation):
        click.echo(wrapped([wording.beginning(explanation)]))
    for number, step in enumerate(explanation.steps, start=1):
        print_step(number, wording.sentence(explanation, step), "" if step.clash else step.grid)
    grade = grade_answer(answer)
    for text in (grade and wording.grade_text(grade), wording.ending(answer)):
        if text:
            click.echo(wrapped([text]))


def print_step(number: int, sentence: str, grid: str) -> None:
    """Print a numbered step: its sentence wrapped beside the number, its grid below."""
    click.echo(f"{number:2}. {wrapped([sentence], '    ')[4:]}")
    if grid:
        click.echo(f"      {emphasized(' '.join(grid.lower()))}")


def print_hints(answer: Answer, hints: int, after: int, limit: int) -> None:
    """Print the last `hints` of the three hints to a step, waiting for a key between them on a terminal."""
    from mastermot.wording import steps as wording

    explanation = explained(answer, limit)
    if after >= len(explanation.steps):
        click.echo(_("There is no further step: {count} in all.").format(count=len(explanation.steps)))
        return
    told = wording.hints(explanation, explanation.steps[after])
    for index, text in enumerate(told[-min(hints, len(told)) :]):
        if index and sys.stdin.isatty() and sys.stdout.isatty():
            click.pause()
        click.echo(wrapped([text]))


def load_puzzle(file: str) -> Puzzle:
    """Return the puzzle in a file, on standard input (``-``), or of a shipped sample when there is no such file."""
    if file == "-":
        if sys.stdin and sys.stdin.isatty():
            note(_("Type the clues, one a line (paume 2), then Ctrl-D."))
        return decode_puzzle(standard_input(LARGEST_PUZZLE), _("standard input"))
    try:
        return read_puzzle(file)
    except FileMissingError:
        sample = shipped_puzzle(file)
        if sample is None:
            raise
        note(_("There is no file {file} here: taking the sample of that name.").format(file=file))
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
        click.echo(_("With those letters, these clues leave nothing:"))
    elif len(answer.conflict) == 1:
        click.echo(_("This clue alone cannot hold:"))
    elif answer.conflict_smallest:
        click.echo(_("These clues cannot hold together (no fewer of them conflict):"))
    else:
        click.echo(_("These clues cannot hold together (perhaps fewer of them conflict: the search was cut short):"))
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
