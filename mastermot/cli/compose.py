"""``mastermot compose``: new puzzles with one solution, and a sheet of them to print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic

import click

from mastermot.cli.interrupts import interruptible
from mastermot.cli.localized import prints_report
from mastermot.cli.options import (
    OptionGroup,
    command,
    group,
    json_option,
    option,
    output_option,
    read_page,
    words_option,
)
from mastermot.cli.output import note, print_json
from mastermot.cli.progress import Progress, progress
from mastermot.cli.values import Number
from mastermot.compose import Composed, read_exclusions
from mastermot.compose.model import CHECKED_BY
from mastermot.dictionaries import Dictionary, dictionary_names, open_dictionary
from mastermot.errors import N_, printable
from mastermot.files import STANDARD_STREAM, FileUnwritableError, replace_file
from mastermot.locale import gettext as _
from mastermot.operations.requests import ComposeRequest
from mastermot.operations.solving import Puzzles, compose_each, describe_composed
from mastermot.puzzles.clues import MAX_CLUES
from mastermot.wording.numbers import plural, write_number
from mastermot.words import LONGEST, SHORTEST, WordError, fold

NOTE_DELAY = 2.0
"""Seconds after which it is said, once, that the work goes on, where there is no terminal for a bar."""
MAX_PUZZLES = 1000


class ComposeOptions(OptionGroup):
    """What a puzzle is like: fields of a `ComposeRequest`."""

    length: int | None = option(
        N_("The number of letters of the words: that of --solution, or 5."), type=Number(SHORTEST, LONGEST)
    )
    clues: int | None = option(
        N_("The number of clues: 10 without it, up to 15 for words of more than 12 letters."), type=Number(1, MAX_CLUES)
    )
    level: int | None = option(
        N_("The level, 1 (easy) to 5 (hard); without it any level, and on a sheet of several from easy to hard."),
        "--level",
        "--difficulty",
        type=Number(1, 5),
    )
    minimal: bool = option(
        N_("Only clues that are needed (the magazine's puzzles have one or two to spare)."), is_flag=True
    )
    seed: int | None = option(N_("The same seed gives the same puzzle; drawn at random without it."), type=Number(0))
    count: int = option(
        N_("How many puzzles, all with different solutions; each takes the next seed."),
        type=Number(1, MAX_PUZZLES),
        default=1,
    )
    solution: str | None = option(N_("The word to find; one is drawn without it."), metavar="WORD")


@command(N_("Compose puzzles with one solution: real words, few marks, the level you choose."))
def compose(
    words: str = words_option(N_("The dictionary of the clues. Offensive words are left out.")),
    wanted: ComposeOptions = group(ComposeOptions),
    answers: str | None = option(
        N_("Draw the word to find from this list, in place of common headwords (no conjugated form, no plural)."),
        metavar="NAME|PATH",
    ),
    own: str | None = option(
        N_("Your own clue words. All are used, or when they are too many, no others."), "--with", metavar="FILE"
    ),
    exclude: str | None = option(
        N_("More words that are never shown, one on each line; stem* means all words that begin so."), metavar="FILE"
    ),
    sheet: str | None = output_option(
        N_("Write them to a page to print, with the answers and the key steps of the reasoning at the end."),
        metavar="FILE.html",
        html=True,
    ),
    page: str | None = option(
        N_("With --sheet: a link under each puzzle opens it in the page at this address (see mastermot serve)."),
        "--link-base",
        metavar="URL",
        read=read_page,
    ),
    as_json: bool = json_option,
) -> None:
    if page is not None and sheet is None:
        raise click.UsageError(_("--link-base is about a sheet: use it with --sheet."))
    solution = wanted.solution
    if solution is not None:
        check_solution(solution)
    source = open_dictionary(words)
    composing = partial(
        compose_each,
        ComposeRequest(words=source, **vars(wanted)),
        own=None if own is None else open_dictionary(own),
        answers=None if answers is None else open_dictionary(answers),
        excluded=None if exclude is None else read_exclusions(exclude),
        rising=sheet is not None and wanted.count > 1 and wanted.level is None,
    )
    if solution is not None:
        warn_unknown(solution, open_dictionary(CHECKED_BY.get(source.name, words)))
    printed = sheet is None and not as_json
    puzzles: list[Composed] = []
    with interruptible(lambda: describe_interruption(len(puzzles), wanted.count, written=printed)):
        for composed in show_progress(composing, wanted.count):
            puzzles.append(composed)
            if printed:
                print_puzzle(composed, len(puzzles))
    if as_json:
        print_json(Puzzles(tuple(map(describe_composed, puzzles))))
    if sheet is not None:
        try:
            write_sheet(sheet, puzzles, page or "", source.name if source.name in dictionary_names() else "")
        except FileUnwritableError:
            if prints_report() and not as_json:
                for number, composed in enumerate(puzzles, start=1):
                    print_puzzle(composed, number)
            raise


def check_solution(text: str) -> None:
    """Raise `WordError` where the word of ``--solution`` is none, naming the option."""
    try:
        fold(text)
    except WordError as error:
        raise error.at(source="--solution", text=text) from None


def warn_unknown(solution: str, dictionary: Dictionary) -> None:
    """Say so where the dictionary that puzzles are solved with lacks the solution."""
    if solution not in dictionary:
        text = _(
            "“{word}” is not in the dictionary {name}: whoever solves the puzzle with it is told that no word fits."
        )
        note(text.format(word=printable(solution), name=dictionary.name))


def show_progress(start: Callable[[Progress], Iterator[Composed]], count: int) -> Iterator[Composed]:
    """Yield `count` new puzzles, with a bar for each: it is gone before the puzzle is printed."""
    step: Progress
    silent = not (sys.stderr and sys.stderr.isatty())
    began = monotonic()

    def advance(done: int) -> None:
        nonlocal silent
        step(done)
        if silent and monotonic() - began > NOTE_DELAY:
            silent = False
            note(_("Few puzzles meet these conditions; still searching…"))

    composing = start(advance)
    for _number in range(count):
        with progress(_("puzzles tried")) as step:
            composed = next(composing)
        yield composed


def describe_interruption(done: int, total: int, *, written: bool) -> str:
    """Return what Ctrl-C has left of the puzzles; `written` says whether they were printed one by one."""
    text = _("Interrupted after {done} of {total} puzzles: nothing was written.")
    if written:
        text = _("Interrupted after {done} of {total} puzzles.")
    return text.format(done=write_number(done), total=write_number(total))


def print_puzzle(composed: Composed, number: int) -> None:
    """Print a puzzle as a puzzle file, without its solution; its level and seed are a comment."""
    if number > 1:
        click.echo()
    comment = _("# level {level} of 5, seed {seed}")
    click.echo(comment.format(level=composed.grade.level, seed=composed.seed))
    click.echo(composed.text, nl=False)


def write_sheet(path: str, puzzles: list[Composed], page: str, words: str) -> None:
    """Write the puzzles to an HTML file, or print it when `path` is ``-``. Raises `FileUnwritableError`."""
    from mastermot.wording.sheet import make_sheet

    replace_file(Path(path), make_sheet(puzzles, page, words).encode())
    if path == STANDARD_STREAM:
        return
    note(plural("{file}: {count} puzzle to print.", "{file}: {count} puzzles to print.", len(puzzles), file=path))
