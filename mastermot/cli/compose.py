"""``mastermot compose``: new puzzles with one solution, and a sheet of them to print."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from threading import Timer
from urllib.parse import urlencode

import click

from mastermot.cli.options import (
    FILE,
    alphabet_option,
    json_option,
    list_given_options,
    output_option,
    page_option,
    request_options,
)
from mastermot.cli.output import Progress, interruptible, note, print_json, progress, wants_json, write_output
from mastermot.errors import N_, locating, printable
from mastermot.operations.errors import refuse_without
from mastermot.operations.puzzles import ComposeRequest, Puzzles, compose_each, describe_composed
from mastermot.puzzle.compose.model import Composed, find_checking
from mastermot.puzzle.explain import explain_clues
from mastermot.puzzle.explain.board import ClueBoard
from mastermot.texts import _, plural, render, write_number
from mastermot.texts.explanations import tell_grade, tell_step
from mastermot.texts.phrases import list_columns
from mastermot.words.dictionaries import Dictionary, dictionary_names, open_dictionary
from mastermot.words.files import FileUnwritableError
from mastermot.words.folding import fold

NOTE_DELAY = 2.0  #: Seconds after which it is said, once, that the work goes on, where there is no terminal for a bar.


def check_solution(word: str | None, checking: Dictionary) -> None:
    """Say that the dictionary of those who solve the puzzle lacks the word. Raises `WordError` for what is none."""
    if word is None:
        return
    with locating(source="--solution", text=word):
        fold(word)
    if word not in checking:
        text = _(
            "“{word}” is not in the dictionary {name}: whoever solves the puzzle with it is told that no word fits."
        )
        note(text.format(word=printable(word), name=checking.name))


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
    help=N_("Your own clue words. All are used; if there are too many, some of them and no others."),
)
@click.option(
    "--exclude",
    type=FILE,
    metavar="FILE",
    help=N_("More words that are never shown, one on each line; stem* means all words that begin so."),
)
@output_option(
    "--sheet",
    metavar="FILE.html",
    page=True,
    help=N_("Write them to a page to print, with the answers and the key steps of the reasoning at the end."),
)
@page_option(N_("With --sheet: a link under each puzzle opens it in the page at this address (see mastermot serve)."))
@alphabet_option
@json_option
def compose(request: ComposeRequest, own: str | None, exclude: str | None, sheet: str | None, page: str | None) -> None:
    refuse_without("sheet", ["page"], list_given_options())
    source = open_dictionary(request.words)
    check_solution(request.solution, find_checking(source))
    request = replace(request, words=source)
    composing = partial(compose_each, request, own=own, exclude=exclude, rising=sheet is not None)
    printed, puzzles = sheet is None and not wants_json(), list[Composed]()
    nothing = _("Interrupted after {done} of {total} puzzles: nothing was written.")
    interrupted = _("Interrupted after {done} of {total} puzzles.") if printed else nothing
    with interruptible(lambda: interrupted.format(done=write_number(len(puzzles)), total=write_number(request.count))):
        for composed in show_progress(composing, request.count):
            puzzles.append(composed)
            if printed:
                print_puzzle(composed, len(puzzles))
    if wants_json():
        print_json(Puzzles(tuple(map(describe_composed, puzzles))))
    if sheet is not None:
        write_sheet(sheet, puzzles, page, source.name)


def write_sheet(file: str, puzzles: Sequence[Composed], page: str | None, words: str) -> None:
    """Write puzzles to a page to print; where that cannot be, print them, so that nothing is lost."""
    text = plural("{file}: {count} puzzle to print.", "{file}: {count} puzzles to print.", len(puzzles), file=file)
    try:
        write_output(file, lambda _file: make_sheet(puzzles, page, words), text)
    except FileUnwritableError:
        for number, composed in enumerate(puzzles if not wants_json() else (), start=1):
            print_puzzle(composed, number)
        raise


def make_sheet(puzzles: Sequence[Composed], page: str | None = None, words: str = "") -> str:
    """Return the HTML page of these puzzles, from easy to hard; links open them in a service's `page` with `words`."""
    shown, listed = [], {"w": words} if words in dictionary_names() else {}
    for composed in sorted(puzzles, key=lambda one: (one.grade.level, one.grade.rating)):
        puzzle = composed.puzzle
        typed = ".".join(f"{clue.word.lower()}{clue.marks}" for clue in puzzle.clues)
        link = f"{page}#board?{urlencode({'p': typed, **listed})}" if page else ""
        steps = explain_clues(ClueBoard(puzzle.clues, puzzle.columns), [composed.solution]).steps
        key_steps = [step for step in steps if step.placed or step is steps[-1]]
        clues = tuple(zip(puzzle.clues, composed.spelled, strict=True))
        shown.append({"composed": composed, "clues": clues, "link": link, "steps": key_steps})
    tellers = {"tell_step": tell_step, "tell_grade": tell_grade, "list_columns": list_columns}
    return render("sheet.html", puzzles=shown, **tellers)


def show_progress(start: Callable[[Progress], Iterator[Composed]], count: int) -> Iterator[Composed]:
    """Yield `count` new puzzles, with a bar for each: it is gone before the puzzle is printed."""
    step: Progress
    composing = start(lambda done: step(done))
    late = Timer(NOTE_DELAY, note, [_("Few puzzles meet these conditions; still searching…")])
    if not (sys.stderr and sys.stderr.isatty()):
        late.start()
    try:
        for _number in range(count):
            with progress(_("puzzles tried")) as step:
                composed = next(composing)
            yield composed
    finally:
        late.cancel()


def print_puzzle(composed: Composed, number: int) -> None:
    comment = _("# level {level} of 5, seed {seed}", level=composed.grade.level, seed=str(composed.seed))
    click.echo("\n" * (number > 1) + f"{comment}\n{composed.text}", nl=False)
