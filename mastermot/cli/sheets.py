"""The page to print that some commands write puzzles to (a sheet): its options, and how it is written."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mastermot.cli.options import list_given_options, output_option
from mastermot.cli.output import write_output
from mastermot.operations.errors import refuse_without
from mastermot.texts import N_, plural

if TYPE_CHECKING:
    from mastermot.texts.sheets import PrintedPuzzle, Solutions

SOLUTIONS = ("steps", "words", "none")  #: What may be printed at the end of the page.


class SheetLook(NamedTuple):
    """What the options say of a page to print."""

    file: str  #: The file to write.
    solutions: "Solutions"  #: What is printed at the end.
    large: bool  #: Whether the puzzles are in large print.


def sheet_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the three options of a sheet. The command gets one parameter `look`, None without ``--sheet``.

    This is a decorator: it returns the function that click calls with the three options.
    """

    @output_option(
        "--sheet",
        metavar="FILE.html",
        page=True,
        help=N_("Write a page to print: puzzles under lines for a name and a date, the solutions at the end."),
    )
    @click.option(
        "--sheet-solutions",
        "solutions",
        type=click.Choice(SOLUTIONS),
        help=N_("With --sheet: what to print at the end (by default, the words with the key steps of the reasoning)."),
    )
    @click.option("--large-print", "large", is_flag=True, help=N_("With --sheet: print two puzzles on each page."))
    @wraps(function)
    def call(*args: Any, sheet: str | None, solutions: "Solutions | None", large: bool, **kwargs: Any) -> Any:
        """Call the command with `look` in place of the three options; without ``--sheet``, refuse the other two."""
        refuse_without("sheet", ["solutions", "large"], list_given_options())
        look = None if sheet is None else SheetLook(sheet, solutions or "steps", large)
        return function(*args, look=look, **kwargs)

    return call


def write_sheet(look: SheetLook, puzzles: Sequence["PrintedPuzzle"]) -> None:
    """Write a page with these puzzles, as `look` describes it; a note says how many. Raises `FileUnwritableError`."""
    from mastermot.texts import render
    from mastermot.texts.sheets import draw_sheet

    text = plural("{file}: {count} puzzle to print.", "{file}: {count} puzzles to print.", len(puzzles), file=look.file)
    body = draw_sheet(puzzles).body(look.solutions, large=look.large)
    write_output(look.file, lambda _file: render("sheet.html", body=body), text)
