"""``mastermot solve``: the word of a Master Mot puzzle."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from mastermot.cli.localized import command, option
from mastermot.cli.output import note, print_json, standard_input, wrapped
from mastermot.errors import EXIT_NO_SOLUTION, N_, FileMissingError
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.puzzles.clues import LARGEST_PUZZLE, Puzzle, decode_puzzle, read_puzzle, shipped_puzzle
from mastermot.puzzles.prefixes import DEFAULT_LIMIT, Answer, Solution
from mastermot.puzzles.prefixes import solve as solve_puzzle
from mastermot.words import open_dictionary

MOST_SHOWN = 20
"""Strings that are no words, or words with unseen letters, shown before the list is cut."""


@command("solve", help=N_("Find the word of the Master Mot puzzle in FILE (- is standard input)."))
@click.argument("file")
@option("--words", default="fr", show_default=True, metavar="NAME|PATH", help=N_("The dictionary that tells words."))
@option("--trace", is_flag=True, help=N_("Show the beginnings of words left at each length."))
@option(
    "--limit",
    type=click.IntRange(min=1),
    default=DEFAULT_LIMIT,
    show_default=True,
    help=N_("Beginnings of words held at one length, at most."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
@click.pass_context
def solve(ctx: click.Context, file: str, words: str, trace: bool, limit: int, as_json: bool) -> None:
    puzzle = load_puzzle(file)
    answer = solve_puzzle(puzzle, open_dictionary(words), limit)
    if as_json:
        print_json(answer.as_json())
    else:
        if trace:
            print_trace(answer)
        print_solutions(answer)
        print_others(answer.others)
    if not answer.solutions:
        ctx.exit(EXIT_NO_SOLUTION)


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
    if len(answer.conflict) == 1:
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
