"""Input and output of all commands: files and standard input, JSON, tables, bars, remarks, dialogues, and Ctrl-C."""

import json
import os
import re
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from io import RawIOBase, TextIOWrapper
from typing import IO, Any

import click

from mastermot.cli.errors import EXIT_INTERRUPTED, EXIT_PIPE_CLOSED
from mastermot.errors import nearest, printable
from mastermot.results import as_json
from mastermot.rules import Marks
from mastermot.texts import _, plural, write_marks, write_number
from mastermot.texts.languages import in_use
from mastermot.words import files
from mastermot.words.dictionaries import Dictionary

GLUE = "\u00a0"  #: A no-break space.
OUTPUTS = "mastermot.outputs"  #: Key of `Context.meta`: the files, or ``-``, that results are written to.
JSON = "mastermot.json"  #: Key of `Context.meta`: whether ``--json`` was given.
REMARKS = "mastermot.remarks"  #: Key of `Context.meta`: remarks that wait for the answer.
Progress = Callable[[int], object]  #: Called with the amount of work done since the last call.
BAR_DELAY = 1.0  #: Seconds of work before the bar appears.
REDRAW_INTERVAL = 0.2
"""Seconds between two drawings of the bar; its clock goes on even when no work gets done."""
LONGEST_BAR = 50  #: Length of the longest bar of a histogram, in characters, if the terminal has room.


def wants_json() -> bool:
    return bool(click.get_current_context().meta.get(JSON))


def is_output_free() -> bool:
    """Return whether standard output is free for a text: no option writes a file, or JSON, to it."""
    return files.STANDARD_STREAM not in click.get_current_context().meta.get(OUTPUTS, ())


def print_result(result: object, print_text: Callable[[], object]) -> None:
    """Print a result as JSON if ``--json`` was given; else as text, unless an option writes a file to standard output.

    `result` may be a function that returns the result, so that it is made only for JSON.
    """
    tell_remarks()
    if wants_json():
        print_json(result() if callable(result) else result)
    elif is_output_free():
        print_text()


def print_json(document: object) -> None:
    """Print a result as JSON; characters beyond ASCII are escaped unless standard output is in UTF-8 or the like."""
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(as_json(document), ensure_ascii=not is_unicode))


def prepare_streams() -> None:
    """Prepare the standard streams of this process.

    - A character that the encoding of an output lacks is written as ``?``. Bytes of standard input that are no text in
      its encoding are read as ``�``.
    - A stream that was closed (``<&-``, ``>&-``) is opened on the null device: otherwise the next file opened would get
      the stream's number.
    - Standard output gets a buffer if it has none, as with ``PYTHONUNBUFFERED``. Without a buffer, Python writes a text
      in one attempt, and does not notice if a pipe or a full disk takes only a part of the text.
    """
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed when Python started
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):  # in tests, another kind of stream may stand in its place
            stream.reconfigure(errors="replace")
    # of a stream without a buffer, the attribute `buffer` is the raw file
    has_no_buffer = isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, RawIOBase)
    if has_no_buffer:
        encoding = sys.stdout.encoding  # with `buffering=1`, each line is written once it is whole
        sys.stdout = open(1, "w", buffering=1, encoding=encoding, errors="replace", closefd=False)  # noqa: SIM115


def drop_output(stream: IO[str]) -> None:
    """Redirect a stream to the null device, so that Python can flush the stream when it exits, without an error."""
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), stream.fileno())


def write_if_possible(write: Callable[[], object]) -> None:
    """Call `write`, which writes to standard error.

    If writing fails, the text is lost, and so is all that is written there later. But a `BrokenPipeError` is raised: it
    ends the command (`end_quietly_without_reader`).
    """
    try:
        write()
    except BrokenPipeError:
        raise
    except OSError:
        drop_output(sys.stderr)


def flush_streams() -> None:
    """Flush the standard streams; what cannot be written is lost.

    If this were left to Python, it would fail at its exit, and end with status 120 in place of ours.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # ValueError: closed
            with suppress(OSError, ValueError):
                drop_output(stream)


@contextmanager
def end_quietly_without_reader() -> Iterator[None]:
    """End the command silently when nobody reads its output any more, as after ``mastermot words fr | head``.

    The exit status of the command is then `EXIT_PIPE_CLOSED`. If any other pipe breaks, the error is raised as it is.
    """
    try:
        yield
    except BrokenPipeError:
        without_reader = [stream for stream in (sys.stdout, sys.stderr) if has_lost_its_reader(stream)]
        if not without_reader:
            raise
        for stream in without_reader:
            drop_output(stream)
        raise SystemExit(EXIT_PIPE_CLOSED) from None


def has_lost_its_reader(stream: IO[str]) -> bool:
    """Return whether a stream is a pipe that nobody reads any more; False where the system cannot tell."""
    import select

    try:
        watch = select.poll()
        watch.register(stream.fileno(), select.POLLERR)
    except (AttributeError, OSError, ValueError):  # no `poll` on this system, or no file behind the stream
        return False
    return bool(watch.poll(0))  # a pipe reports the event POLLERR once its reader has gone


def note(text: str) -> None:
    """Print a message on standard error. If it cannot be written, it is lost, and the answer still comes."""
    write_if_possible(lambda: click.echo(fit_text(text, sys.stderr), err=True))


def remark(text: str) -> None:
    """Keep a remark until the answer is printed (`tell_remarks`). If the command is refused, no remark is printed."""
    click.get_current_context().meta.setdefault(REMARKS, []).append(text)


def tell_remarks() -> None:
    """Print the remarks that were kept; call it once no refusal can follow."""
    for text in click.get_current_context().meta.pop(REMARKS, []):
        note(text)


def remark_dictionary(dictionary: Dictionary) -> None:
    """Keep a remark on a dictionary that was chosen by the words given, if its language is not the reader's.

    There is no remark on a user's own list, which has no language.
    """
    if dictionary.language not in ("", in_use()):
        text = _("Dictionary {name}, chosen by the language of these words (--words chooses another).")
        remark(text.format(name=dictionary.name))


def remark_left_out(dictionary: Dictionary) -> None:
    """Keep a remark on how many entries of a list were left out, and why the first ones were; none if all were taken.

    A dictionary has the number of entries left out as `skipped`, and the errors of the first ones as `left_out`.
    """
    if not dictionary.skipped:
        return
    text = plural(
        "{name}: {count} entry that is not one word was left out:",
        "{name}: {count} entries that are not one word were left out:",
        dictionary.skipped,
        name=printable(dictionary.name, 200),
    )
    lines = [text]
    for error in dictionary.left_out:
        lines.append(f"  {error.describe_reason(_)}")
    if dictionary.skipped > len(dictionary.left_out):
        lines.append("  …")
    remark("\n".join(lines))


def write_output(path: str | None, make: Callable[[str], str | None], message: str = "") -> None:
    """Write the text that `make` returns to a file or to standard output (``-``). Raises `FileUnwritableError`.

    `make` gets the path; if it writes the file itself, it returns None. `message`, by default “Wrote FILE.”, is printed
    on standard error once a file has been written. If the path is None, as without the option, nothing is done.
    """
    from pathlib import Path

    if path is None:
        return
    text = make(path)
    if text is not None:
        files.replace_file(Path(path), text.encode())  # with the path ``-``, this writes to standard output
    if path != files.STANDARD_STREAM:
        note(message or _("Wrote {file}.", file=path))


def find_file(name: str, folder: str) -> str:
    """Return the path of the file `name` or, if there is none, of the shipped file of that name in `folder`.

    ``NAME``, ``NAME.txt`` and ``FOLDER/NAME.txt`` name the shipped file NAME: if it is taken, a note says so. If there
    is neither file, one of two things is done. A name with a slash, or with another character that names of shipped
    files do not have, is returned as it is: whoever reads the file says that it is missing. For any other name, a note
    says which files are shipped, and `FileMissingError` is raised, with similar names.
    """
    if os.path.lexists(name):
        return name
    if shipped := files.find_shipped(folder, name):
        note(_("There is no file {file} here: using the shipped file of that name.", file=printable(name)))
        return shipped
    may_mean_shipped = re.fullmatch(r"[\w.-]{1,99}", name) is not None  # no slash, no blank
    if not may_mean_shipped:
        return name
    names = files.list_shipped(folder)
    note(_("These come with the program: {names}.", names=", ".join(names)))
    near_here = files.list_near(name)
    near_shipped = nearest(name, names, 0.75)  # `list_near` is as strict
    near = dict.fromkeys((*near_here, *near_shipped))  # each name once
    raise files.FileMissingError(source=name, suggestions=tuple(near))


def emphasize(text: str) -> str:
    return click.style(text, bold=True) if is_styled(sys.stdout) else text


def is_styled(stream: IO[str]) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def read_standard_input(largest: int) -> tuple[str, str]:
    """Return the text of standard input, and the name of this source in errors: “standard input”.

    The input may have `largest` bytes at most. Raises `FileTooLargeError` and `NotTextError`.
    """
    content = sys.stdin.buffer.read(largest + 1) if sys.stdin else b""  # one byte more shows that it is too large
    name = _("standard input")
    if len(content) > largest:
        raise files.FileTooLargeError(source=name, limit=largest)
    return files.decode(content, name), name


def print_table(titles: Sequence[str | None], rows: Iterable[Sequence[object]]) -> None:
    """Print a table. A row has a cell for each title.

    Columns of numbers are aligned to the right, None is a dash, and a column whose title is None is left out.

    >>> print_table(("guess", "entropy", None), [("RAIE", 2.9199, 0), ("AIRE", None, 0)])
    guess  entropy
    RAIE   2.9199
    AIRE   -
    """
    columns = []
    for title, *values in zip(titles, *rows, strict=True):  # column by column
        if title is None:
            continue
        cells = list(map(write_cell, values))
        width = max(map(len, (title, *cells)))
        align = str.rjust if all(map(is_number, cells)) else str.ljust
        columns.append([align(cell, width) for cell in (title, *cells)])
    for line in zip(*columns, strict=True):  # and back, line by line
        click.echo("  ".join(line).rstrip())


def write_cell(value: object, digits: int = 4) -> str:
    """Return a value as a cell of a table: a float with `digits` digits after the decimal sign, None as a dash."""
    if isinstance(value, int | float):
        return write_number(value, digits if isinstance(value, float) else None)
    return "-" if value is None else str(value)


def is_number(text: str) -> bool:
    """Return whether a cell has only digits and the signs of a number in any language, as in ``−1 234,5``."""
    return re.sub("[.,+−\u00a0\u202f-]", "", text).isdigit()


def print_text(*texts: str, indent: str = "") -> None:
    """Print texts, wrapped to the terminal; empty ones are left out."""
    for text in texts:
        if text:
            click.echo(wrap_text(text, indent))


def wrap_text(text: str, indent: str = "") -> str:
    """Return a text wrapped to the terminal, each line after `indent`; blank lines are left out.

    If a line of the text begins with a number, as in ``2) …``, and is wrapped, its further lines are indented by the
    width of the number.
    """
    from textwrap import TextWrapper

    lines = []
    wrapper = TextWrapper(find_width(), indent, break_long_words=False, break_on_hyphens=False)
    for line in glue_signs(text).split("\n"):
        number = re.match(r"(\d+\.)*\d+\) ", line)
        wrapper.subsequent_indent = indent + " " * (number.end() if number else 0)
        lines += wrapper.wrap(line)
    return "\n".join(lines).replace(GLUE, " ")


def glue_signs(text: str) -> str:
    """Return a text with no-break spaces beside the signs that French sets apart (« » : ; ?), and in quoted clues.

    >>> glue_signs("« Oui » : “paume 2” ?").replace(GLUE, "_")
    '«_Oui_»_: “paume_2”_?'
    """
    return re.sub(r"(?<=«) | (?=[»:;?!])| (?=\d+(?:”| »))", GLUE, text)


def find_width() -> int:
    """Return the width of texts: that of the terminal, but at least 40 and at most 120 columns; 80 if it has none."""
    import shutil  # imported here since most commands do not need it

    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 120))


def fit_text(text: str, stream: IO[str] | None, before: str = "") -> str:
    """Return a text with its long lines wrapped if the `stream` is a terminal; otherwise return it as it is.

    A wrapped line keeps the blanks at its start. The first line leaves room for `before`, such as ``Error: ``, which
    the caller prints before the text.
    """
    is_terminal = stream is not None and stream.isatty()
    if not is_terminal:
        return text
    lines = []
    for line in f"{before}{text}".split("\n"):
        is_too_long = len(click.unstyle(line)) > find_width()  # the codes of colours take no room
        if is_too_long:
            indent = line[: len(line) - len(line.lstrip())]  # the blanks at its start
            lines.append(wrap_text(line.strip(), indent))
        else:
            lines.append(line)
    with_before = "\n".join(lines)
    return with_before[len(before) :]


class Dialogue:
    """A conversation with a person, on standard output, or on standard error if standard output is kept for JSON."""

    def __init__(self) -> None:
        tell_remarks()
        self.aside = wants_json()  #: Whether standard error is used.
        self.lines = 0  #: Lines read so far without `input`: an error about a piped line has this number.
        if sys.stdin.isatty():
            import readline  # noqa: F401 - gives `input` its editing and its history

    def say(self, *lines: str) -> None:
        for line in lines or ("",):
            click.echo(fit_text(line, sys.stderr if self.aside else sys.stdout), err=self.aside)

    def ask(self, prompt: str) -> str | None:
        """Return the person's answer without blanks around it; None at the end of input.

        A blank answer is not taken: the question is asked again. An answer that comes through a pipe is printed behind
        the question, as a terminal shows what is typed. Raises `LineTooLongError`.
        """
        while True:
            line = self.read_line(prompt)
            is_at_end = not line
            if is_at_end:
                self.say()  # this ends the line of the question
                return None
            answer = line.strip()
            if not sys.stdin.isatty():
                self.say(printable(answer))
            if answer:
                return answer

    def read_line(self, prompt: str) -> str:
        """Ask the question `prompt`, and return the next line that is typed or piped; it is empty at the end of input.

        The line ends with its newline, unless it is a last line without one. Raises `LineTooLongError`, with the number
        of the line if it was read without `input` (`lines`).
        """
        line = ""
        # `input` offers editing and history, but can only write the question to standard output
        can_use_input = sys.stdin.isatty() and not self.aside
        if can_use_input:
            with suppress(EOFError):
                line = input(prompt) + "\n"
        else:
            click.echo(prompt, nl=False, err=self.aside)
            line = sys.stdin.readline(files.LONGEST_LINE + 1)  # one character more shows that it is too long
            self.lines += 1
        if len(line) > files.LONGEST_LINE:
            line_number = self.lines or None  # None after `input`, which counts no lines
            raise files.LineTooLongError(source=_("standard input"), line=line_number, limit=files.LONGEST_LINE)
        return line


def paint_guess(guess: str, marks: Marks) -> str:
    """Return a guess and its marks, aligned; on a terminal with colours, X is green and O is yellow.

    If there is a mark for each position (`marks.pattern`), each symbol of the guess has the colour of its mark too.
    """
    signs = write_marks(marks).ljust(len(guess))
    stream = sys.stderr if wants_json() else sys.stdout  # the one on which a `Dialogue` speaks
    if not is_styled(stream):
        return f"{guess}  {signs}"
    painted_signs = paint(signs, signs)
    painted_guess = paint(guess, signs) if marks.pattern else guess
    return f"{painted_guess}  {painted_signs}"


def paint(text: str, signs: str) -> str:
    """Return a text whose characters have the colours of the `signs`, one for each: green for X, yellow for O."""
    styles: dict[str, dict[str, Any]] = {"X": {"fg": "green", "bold": True}, "O": {"fg": "yellow", "bold": True}}
    pairs = zip(text, signs, strict=True)
    return "".join(click.style(character, **styles.get(sign, {})) for character, sign in pairs)


def draw_bars(histogram: Mapping[int, int]) -> Iterable[str]:
    """Yield a line for each value: the value, its count, and a bar in proportion to the count.

    The bar has 1 to 40 characters; a count of 0 has no bar.

    >>> print(*draw_bars({1: 1, 2: 20, 4: 10}), sep="\\n")
       1  1 ██
       2 20 ████████████████████████████████████████
       4 10 ████████████████████
    """
    largest = max(histogram.values(), default=1)
    digits = len(write_number(largest))
    for value in sorted(histogram):
        count = histogram[value]
        bar = "█" * max(1, round(40 * count / largest)) if count else ""
        yield f"{write_number(value):>4} {write_number(count):>{digits}} {bar}".rstrip()


def print_bars(histogram: Mapping[int, int], value_title: str, count_title: str, *, signed: bool = False) -> None:
    """Print a histogram as a table of three columns: the value, its count, and a bar; nothing if there are no values.

    All values from the least to the greatest have a line. With `signed`, values are differences: ``+2``.
    """
    if not histogram:
        return
    values = range(min(histogram), max(histogram) + 1)
    counts = [histogram.get(value, 0) for value in values]
    value_cells = [f"{value:+d}" if signed and value else str(value) for value in values]
    count_cells = [write_number(count) for count in counts]
    width_of_values = max(map(len, (value_title, *value_cells)))
    width_of_counts = max(map(len, (count_title, *count_cells)))
    room = find_width() - width_of_values - width_of_counts - 5  # two gaps of 2 characters, and one free at the end
    longest = max(10, min(LONGEST_BAR, room))
    bars = [draw_bar(longest * count / max(counts)) for count in counts]
    print_table((value_title, count_title, ""), list(zip(value_cells, count_cells, bars, strict=True)))


def draw_bar(length: float) -> str:
    """Return a bar of this length in characters: of blocks, or of ``#`` if the terminal cannot show blocks."""
    bar = draw_blocks(length)
    try:
        bar.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        shortest = 1 if length > 0 else 0
        return "#" * max(round(length), shortest)
    return bar


def draw_blocks(length: float) -> str:
    """Return a bar of this length in characters, exact to an eighth of a character. Only a length of 0 has no bar.

    >>> draw_blocks(3.5), draw_blocks(0.01), draw_blocks(0)
    ('███▌', '▏', '')
    """
    shortest = 1 if length > 0 else 0
    eighths = max(round(length * 8), shortest)
    whole, rest = divmod(eighths, 8)
    last_block = "▏▎▍▌▋▊▉"[rest - 1] if rest else ""
    return "█" * whole + last_block


def progress(label: str, total: int | None = None) -> AbstractContextManager[Progress]:
    """Return a context manager that gives a `Progress` function; on a terminal, a bar shows the progress.

    `label` stands before the bar. `total` is the amount of work in all, None if it is not known.
    """
    return show_bar(lambda bar, count: bar.update(count), BAR_DELAY, total=total, desc=label, unit="", miniters=0)


@contextmanager
def show_bar(draw: Callable[[Any, int], object], delay: float, **settings: Any) -> Iterator[Progress]:
    """Yield a `Progress` function. On a terminal, a bar appears after `delay` seconds, and is gone when the block ends.

    A thread draws the bar: every `REDRAW_INTERVAL` seconds it calls `draw` with the bar of tqdm and the amount of work
    done since its last call, and in the end it wipes the bar out. Ctrl-C only interrupts the main thread, so it never
    stops a drawing half-way, while tqdm holds its lock. `settings` go to tqdm.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda count: None
        return
    ended = threading.Event()
    amounts = deque[int]()  # amounts of work done that the bar does not show yet

    def redraw_until_the_end() -> None:
        """Draw the bar again and again, in its thread."""
        from tqdm import tqdm

        with tqdm(file=sys.stderr, delay=delay, leave=False, **size_bar(), **settings) as bar:
            while not ended.wait(REDRAW_INTERVAL):
                # only as many as there are now: the main thread may add others meanwhile
                done = sum(amounts.popleft() for _number in range(len(amounts)))
                draw(bar, done)

    drawer = threading.Thread(target=redraw_until_the_end, daemon=True)
    drawer.start()
    try:
        yield amounts.append
    finally:
        ended.set()
        drawer.join()


def size_bar() -> dict[str, Any]:
    """Return tqdm's settings for the size of a bar: that of the terminal or, if it has none, 80 columns and 24 rows."""
    try:
        has_size = os.get_terminal_size(sys.stderr.fileno()).columns > 0
    except (OSError, ValueError):
        has_size = False
    if has_size:
        return {"dynamic_ncols": True}  # tqdm then asks for the size itself, each time that it draws
    return {"ncols": 80, "nrows": 24}


@contextmanager
def interruptible(describe: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C in the block, print the sentence that `describe` returns, and end the command with status 130."""
    try:
        yield
    except KeyboardInterrupt:
        note("\n" + describe())
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
