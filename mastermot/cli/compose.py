"""``mastermot compose``: new puzzles with one solution, and a sheet of them to print."""

from __future__ import annotations

import random
from pathlib import Path

import click

from mastermot.cli.localized import command, option
from mastermot.cli.output import note, print_json
from mastermot.compose.composer import Composed, Wanted, compose_many
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_
from mastermot.files import FileUnreadableError
from mastermot.locale import gettext as _
from mastermot.puzzles.clues import MOST_CLUES
from mastermot.words import LONGEST, SHORTEST

LARGEST_SEED = 1 << 31
MOST_PUZZLES = 1000


@command("compose", help=N_("Make puzzles with one solution: real words, few marks, of the difficulty asked for."))
@option(
    "--words",
    default="fr-common",
    show_default=True,
    metavar="NAME|PATH",
    help=N_("The dictionary of the clues; the solutions are common words of it."),
)
@option(
    "--length",
    type=click.IntRange(SHORTEST, LONGEST),
    default=5,
    show_default=True,
    help=N_("The number of letters of the words."),
)
@option(
    "--clues",
    type=click.IntRange(1, MOST_CLUES),
    default=10,
    show_default=True,
    help=N_("The number of clues."),
)
@option("--difficulty", type=click.IntRange(1, 5), help=N_("The level, 1 (easy) to 5 (hard); else any."))
@option("--minimal", is_flag=True, help=N_("No clue that could be spared (the magazine's own have one or two)."))
@option("--seed", type=click.IntRange(0, LARGEST_SEED), help=N_("The same seed gives the same puzzle; else drawn."))
@option(
    "--count",
    type=click.IntRange(1, MOST_PUZZLES),
    default=1,
    show_default=True,
    help=N_("How many puzzles, all with different solutions; their seeds follow the first."),
)
@option(
    "--sheet",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help=N_("Write them to a page to print, with the answers and the reasoning at the end."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def compose(
    words: str,
    length: int,
    clues: int,
    difficulty: int | None,
    minimal: bool,
    seed: int | None,
    count: int,
    sheet: Path | None,
    as_json: bool,
) -> None:
    wanted = Wanted(length, clues, difficulty, minimal)
    first = random.randrange(LARGEST_SEED) if seed is None else seed
    made = []
    for composed in compose_many(open_dictionary(words), wanted, first, count):
        made.append(composed)
        if not as_json and sheet is None:
            print_puzzle(composed, len(made))
    if as_json:
        print_json({"puzzles": [composed.as_json() for composed in made]})
    if sheet is not None:
        write_sheet(sheet, made)


def print_puzzle(composed: Composed, number: int) -> None:
    """Print a puzzle as a puzzle file, without its solution; its level and seed are a comment."""
    if number > 1:
        click.echo()
    comment = _("# difficulty {level} of 5, seed {seed}")
    click.echo(comment.format(level=composed.grade.level, seed=composed.seed))
    click.echo(composed.puzzle.text, nl=False)


def write_sheet(path: Path, made: list[Composed]) -> None:
    """Write the puzzles to an HTML file. Raises `FileUnreadableError` when it cannot be written."""
    from mastermot.wording.sheet import sheet

    try:
        path.write_text(sheet(made), encoding="utf-8")
    except OSError as error:
        raise FileUnreadableError(source=str(path), reason=error.strerror or str(error)) from None
    note(_("{file}: {count} puzzles to print.").format(file=path, count=len(made)))
