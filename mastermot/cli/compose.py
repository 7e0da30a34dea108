"""``mastermot compose``: new puzzles with one solution, and a sheet of them to print."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from threading import Timer
from urllib.parse import urlencode

import click

from mastermot.cli.options import FILE, alphabet_option, json_option, list_given_options, page_option, request_options
from mastermot.cli.output import (
    Progress,
    interruptible,
    note,
    print_json,
    progress,
    remark,
    remark_dictionary,
    tell_remarks,
    wants_json,
)
from mastermot.cli.sheets import SheetLook, sheet_options, write_sheet
from mastermot.errors import N_, locating, printable
from mastermot.operations.errors import refuse_without
from mastermot.operations.puzzles import ComposeRequest, compose_each, describe_puzzles, open_clue_words
from mastermot.operations.sheets import print_solved
from mastermot.puzzle import pair_clues, solve
from mastermot.puzzle.compose.composed import Composed, find_checking_dictionary
from mastermot.texts import _
from mastermot.texts.sheets import PrintedPuzzle
from mastermot.words.dictionaries import Dictionary, dictionary_names
from mastermot.words.files import FileUnwritableError
from mastermot.words.folding import fold

NOTE_DELAY = 2.0  #: Seconds until a note says, once, that the search goes on, if there is no terminal for a bar.


def remark_solution(word: str | None, checking: Dictionary) -> None:
    """Keep a remark if `word`, the solution asked for, is not in `checking`, the dictionary for solving the puzzle.

    If `word` is None, no solution was asked for, and nothing is done. Raises `WordError` for a text that is no word.
    """
    if word is None:
        return
    with locating(source="--solution", text=word):
        fold(word)  # raises an error for what is no word
    if word not in checking:
        text = _(
            "“{word}” is not in the dictionary {name}: anyone who solves the puzzle with that dictionary will"
            " be told that no word fits."
        )
        remark(text.format(word=printable(word), name=checking.name))


@click.command(
    help=N_("Compose puzzles with one solution: real words, few marks, the level you choose."),
    epilog="mastermot compose --level 2 --clues 5\nmastermot compose --count 6 --sheet booklet.html",
)
@request_options(ComposeRequest, but=("own", "exclude"))
@click.option(
    "--with",
    "own",
    type=FILE,
    metavar="FILE",
    help=N_("Your own clue words. If there are more of them than clues, only some are used, and no other words."),
)
@click.option(
    "--exclude",
    type=FILE,
    metavar="FILE",
    help=N_(
        "A file of more words that must never be shown, one on each line; stem* stands for all words that "
        "begin with stem."
    ),
)
@sheet_options
@page_option(
    N_("With --sheet: a link under each puzzle opens it in the web app at this address (see mastermot serve).")
)
@alphabet_option
@json_option
def compose(
    request: ComposeRequest, own: str | None, exclude: str | None, look: SheetLook | None, page: str | None
) -> None:
    refuse_without("sheet", ["page"], list_given_options())
    source = open_clue_words(request)  # the dictionary of the clue words, except those of the file `own`
    if request.words is None:
        remark_dictionary(source)
    remark_solution(request.solution, find_checking_dictionary(source))
    request = replace(request, words=source)
    on_sheet = look is not None
    # on a sheet the levels rise, from the easiest puzzle to the hardest
    start = partial(compose_each, request, own=own, exclude=exclude, rising=on_sheet)
    # each puzzle is printed as soon as it is composed, but a sheet or JSON is written at the end, with all of them
    prints_each = not on_sheet and not wants_json()
    puzzles = list[Composed]()
    text_after_interrupt = N_("Interrupted after {done} of {total:puzzles}: nothing was written.")
    if prints_each:
        text_after_interrupt = N_("Interrupted after {done} of {total:puzzles}.")
    with interruptible(lambda: _(text_after_interrupt, done=len(puzzles), total=request.count)):
        for composed in show_progress(start, request.count):
            tell_remarks()  # prints them at the first puzzle only: from then on the request cannot be refused
            puzzles.append(composed)
            if prints_each:
                print_puzzle(composed, len(puzzles))
    if wants_json():
        print_json(describe_puzzles(puzzles, source))
    if look is not None:
        write_composed(look, puzzles, page, source)


def write_composed(look: SheetLook, puzzles: Sequence[Composed], page: str | None, source: Dictionary) -> None:
    """Write puzzles on a sheet to print, from easy to hard.

    With `page`, the address of a web app, links open the puzzles there (`make_link`); `source` is the dictionary of the
    clue words. If the sheet cannot be written, the puzzles are printed, so that they are not lost, and then
    `FileUnwritableError` is raised. With ``--json`` they have been printed already.
    """
    checking = find_checking_dictionary(source)  # usually larger than the source: with it people solve the puzzles
    rising = sorted(puzzles, key=lambda puzzle: (puzzle.grade.level, puzzle.grade.rating))
    printed = []
    for composed in rising:
        link = make_link(composed, page, source.name) if page else ""
        printed.append(prepare_composed(composed, checking, link))
    try:
        write_sheet(look, printed)
    except FileUnwritableError:
        if not wants_json():
            for number, composed in enumerate(puzzles, start=1):
                print_puzzle(composed, number)
        raise


def make_link(composed: Composed, page: str, source_name: str) -> str:
    """Return the address that opens a puzzle in the web app at the address `page`: ``…#board?p=paume2.coude1&w=fr``.

    `source_name` names the dictionary of the clue words. The link has this name, as ``w``, only if the dictionary is a
    shipped one: the web app has no others.
    """
    fields = {"p": ".".join(f"{clue.word.lower()}{clue.marks}" for clue in composed.puzzle.clues)}
    if source_name in dictionary_names():
        fields["w"] = source_name
    return f"{page}#board?{urlencode(fields)}"


def prepare_composed(composed: Composed, checking: Dictionary, link: str = "") -> PrintedPuzzle:
    """Return a composed puzzle as a sheet has it: solved with the dictionary `checking`; `link` is "" for no link."""
    pairs = [(word, clue.marks) for word, clue in zip(composed.spelled, composed.puzzle.clues, strict=True)]
    answer = solve(pair_clues(pairs, checking.alphabet), checking)
    return print_solved(answer, level=composed.grade.level, link=link)


def show_progress(start: Callable[[Progress], Iterator[Composed]], count: int) -> Iterator[Composed]:
    """Yield `count` new puzzles. A bar shows the search for each puzzle, and is gone when the puzzle is yielded.

    `start` is called once, and returns an iterator that composes a puzzle each time it is asked for the next one. The
    argument of `start` is a function, which the iterator calls with how many more puzzles it has tried. Without a
    terminal there is no bar: if the puzzles are not all there after `NOTE_DELAY` seconds, a note says that the search
    goes on.
    """
    advance_bar: Progress  # of the present bar: the loop below makes a new one for each puzzle

    def report(done: int) -> None:
        """Show on the present bar how many more were tried: `start` is given only one function for all the bars."""
        advance_bar(done)

    composing = start(report)
    note_when_late = Timer(NOTE_DELAY, note, [_("Few puzzles meet these conditions; still searching…")])
    shows_bars = bool(sys.stderr) and sys.stderr.isatty()
    if not shows_bars:
        note_when_late.start()
    try:
        for _number in range(count):
            with progress(_("puzzles tried")) as advance_bar:
                composed = next(composing)
            yield composed
    finally:
        note_when_late.cancel()


def print_puzzle(composed: Composed, number: int) -> None:
    """Print a puzzle under a comment with its level and seed; a blank line separates it from the puzzle before it."""
    if number > 1:
        click.echo()
    click.echo(_("# level {level} of 5, seed {seed}", level=composed.grade.level, seed=str(composed.seed)))
    click.echo(composed.text, nl=False)
