"""Click's types for the values of options: numbers within bounds, names, dictionaries, files to write.

A type converts what was typed, completes it in a shell, and has what help says of it (`mastermot.cli.help`).
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from mastermot.cli.errors import OutputsSameError
from mastermot.cli.output import OUTPUTS, remark_left_out
from mastermot.errors import nearest, printable
from mastermot.operations.requests import ListNames
from mastermot.rules.symbols import MAX_COLOURS, read_symbols
from mastermot.texts import _, write_number
from mastermot.words.dictionaries import Dictionary, open_dictionary, shelf
from mastermot.words.files import STANDARD_STREAM, check_writable, list_shipped
from mastermot.words.folding import LONGEST, SHORTEST

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

ALPHABET = "mastermot.alphabet"  #: Key of `Context.meta`: the letters that ``--alphabet`` gives.


def offer(value: str, kind: str = "plain", about: str | None = None) -> "CompletionItem":
    """Return what a shell offers: the `value` or, if `kind` is ``file``, the files whose names start with `value`.

    If there is a text `about`, the shell shows it beside the value.
    """
    from click.shell_completion import CompletionItem  # only when a shell completes

    return CompletionItem(value, type=kind, help=about)


def complete(names: Iterable[str], incomplete: str) -> "list[CompletionItem]":
    """Return the names that start with `incomplete`, for a shell to offer."""
    return [offer(name) for name in names if name.startswith(incomplete)]


def complete_puzzle(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return what a shell offers for a puzzle: the paths of files, and the names of the shipped puzzles."""
    return [offer(incomplete, "file"), *complete(list_shipped("puzzles"), incomplete)]


class Number(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A number, perhaps within bounds."""

    name = "number"

    def __init__(self, least: float | None = None, most: float | None = None, *, above: bool = False) -> None:
        """Allow whole numbers from `least` to `most`; None stands for no bound on that side.

        With `above`, numbers that are not whole are allowed too, but `least` itself is not.
        """
        self.least = least
        self.most = most
        self.above = above
        self.kind: type[int] | type[float] = float if above else int

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        try:
            number = self.kind(value)
        except (ValueError, OverflowError):
            text = _("“{text}” is not a whole number.") if self.kind is int else _("“{text}” is not a number.")
            self.fail(text.format(text=printable(str(value))), param, ctx)
        if not self.allows(number):
            names = {"number": printable(str(value)), "range": self.describe_range()}
            self.fail(_("{number} is out of range: {range}.", **names), param, ctx)
        return number

    def allows(self, number: float) -> bool:
        """Return whether a number is within the bounds. The number "nan", which ``float`` reads too, never is."""
        is_nan = number != number  # nothing else differs from itself
        if is_nan:
            return False
        if self.least is not None and number < self.least:
            return False
        if self.above and number == self.least:  # with `above`, the least itself is too small
            return False
        return self.most is None or number <= self.most

    def describe_range(self) -> str:
        """Return the range in words: "2 to 15"; without a most "1 or more" or, with `above`, "more than 0".

        Without a least it is empty: no option has only a most.
        """
        if self.least is None:
            return ""
        text = _("more than {least}") if self.above else _("{least} or more")
        if self.most is not None:
            text = _("{least} to {most}")
        # without a most, the text has no ``{most}``, and the 0 is not shown
        return text.format(least=write_number(self.least), most=write_number(self.most or 0))


LENGTH = Number(SHORTEST, LONGEST)  #: The length of words.


class CountOrSymbols(Number):
    """A number of colours, or their symbols, such as RGBYOW; digits alone are read as the number."""

    name = "colours"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or the text of the symbols. Raises what `read_symbols` names for other texts."""
        text = str(value).strip()
        is_number = text.removeprefix("-").isdigit()
        if text and not is_number:  # an empty text and a negative number are refused below, as numbers
            read_symbols(text)  # raises an error for what are no symbols
            return text
        if text.isdecimal() and len(text) > len(str(MAX_COLOURS)):  # such as 123456, meant as six symbols
            refusal = _("{number} is too many colours. Symbols that are digits are written as a range: 1-6, or 1,3,5.")
            self.fail(refusal.format(number=printable(text)), param, ctx)
        return super().convert(value, param, ctx)


COLOURS = CountOrSymbols(2, MAX_COLOURS)


class Name(click.ParamType):  # type: ignore[type-arg]
    """Any text that names something. Help lists the names `listed`; a shell completes the names `completed`."""

    name = "name"

    def __init__(
        self, listed: ListNames | None = None, completed: ListNames | None = None, alone: str | None = None
    ) -> None:
        """Take the functions that return the names: without `completed`, a shell completes the names that are listed.

        `alone` is the value that the option gets if it is typed without one (`name_alone`); None if it needs a value.
        """
        self.listed = listed
        self.completed = completed or listed
        self.alone = alone

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        return complete(self.completed() if self.completed else (), incomplete)


def is_meant_as_name(argument: str, names: Iterable[str]) -> bool:
    """Return whether an argument is one of these names, or one of them misspelt.

    An argument with ``=``, such as a turn, and the name of a file that exists are never taken for a misspelt name.

    >>> is_meant_as_name("wordlee", ["strict", "wordle"])
    True
    >>> is_meant_as_name("TALES=.O.O.", ["strict", "wordle"])
    False
    """
    if argument in names:
        return True
    return "=" not in argument and not os.path.exists(argument) and bool(nearest(argument, names, cutoff=0.8))


def name_alone(command: click.Command, args: Sequence[str]) -> list[str]:
    """Return the arguments of a command, with a value added to each option that may stand without one, and does.

    So ``--hard TALES=.O.O.`` becomes ``--hard=strict TALES=.O.O.``: click would take TALES=.O.O. for the name of a hard
    mode. But if the next argument is a name that the option takes, or one misspelt, it is the value of the option, as
    in ``--hard wordle``. Arguments after ``--`` are no options.
    """
    types_of_options = find_types_alone(command)
    end_of_options = args.index("--") if "--" in args else len(args)
    completed = list(args)
    for index, argument in enumerate(args[:end_of_options]):
        option_type = types_of_options.get(argument)
        if option_type is None:  # not an option that may stand without a value
            continue
        names = option_type.completed() if option_type.completed is not None else ()
        is_last = index + 1 == len(args)
        if is_last or not is_meant_as_name(args[index + 1], names):
            completed[index] = f"{argument}={option_type.alone}"
    return completed


def find_types_alone(command: click.Command) -> dict[str, Name]:
    """Return the types of those options of a command that may stand without a value, by their names: ``--hard``."""
    types: dict[str, Name] = {}
    for parameter in command.params:
        if isinstance(parameter.type, Name) and parameter.type.alone is not None:
            types |= dict.fromkeys(parameter.opts, parameter.type)
    return types


class DictionaryChoice(click.ParamType):  # type: ignore[type-arg]
    """A dictionary, by name or path. A file is opened at once, and a remark says which entries were left out."""

    name = "NAME|PATH"

    def convert(self, value: Any, _param: click.Parameter | None, ctx: click.Context | None) -> Dictionary | str:
        """Return the dictionary of a file; return a name as it is: the operation will open the list, or refuse it.

        With ``--alphabet`` the list of a name is opened too: a shipped list with another alphabet is refused.
        """
        chosen: Dictionary | str = value
        # while a shell only asks for completions, no file is opened
        is_only_completed = ctx is not None and ctx.resilient_parsing
        if isinstance(chosen, Dictionary) or ctx is None or is_only_completed:
            return chosen
        of_file = chosen not in shelf() and os.path.isfile(chosen)
        if ALPHABET not in ctx.meta and not of_file:
            return chosen
        dictionary = open_dictionary(chosen, ctx.meta.get(ALPHABET))
        remark_left_out(dictionary)
        return dictionary

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        return [offer(incomplete, "file"), *complete(shelf(), incomplete)]


class OutputFile(click.ParamType):  # type: ignore[type-arg]
    """A file to write. Before any work begins, it is checked that the file can be written."""

    name = "file"

    def __init__(
        self, *, streams: bool = True, page: bool = False, check: Callable[[str], object] | None = None
    ) -> None:
        """Set which files are allowed: with `streams` also ``-``, which stands for standard output.

        With `page`, the name of the file must end in .html or .htm. If there is a `check`, it is called with the name,
        and raises an error for a name that it refuses.
        """
        self.streams = streams
        self.page = page
        self.check = check

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        file = str(value)
        if not file or (file == STANDARD_STREAM and not self.streams):
            self.fail(_("give the name of a file."), param, ctx)
        check_writable(file)
        reserve_output(file)
        stem, suffix = os.path.splitext(file)
        if self.page and file != STANDARD_STREAM and suffix.lower() not in (".html", ".htm"):
            text = _(
                "{option} writes an HTML page: give a name that ends in .html, such as {name}. A browser prints it, or "
                "saves it as PDF."
            )
            raise click.UsageError(text.format(option=param.opts[0] if param else "", name=f"{stem}.html"), ctx)
        if self.check is not None:
            self.check(file)
        return file

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        return [offer(incomplete, "file")]


def reserve_output(name: str) -> None:
    """Reserve a file, or standard output (``-``), for one result of the command.

    Raises `OutputsSameError` if another result has it already, also by another path to the same file.
    """
    taken: set[str] = click.get_current_context().meta.setdefault(OUTPUTS, set())
    place = name if name == STANDARD_STREAM else os.path.realpath(name)
    if place in taken:
        raise OutputsSameError(place=_("standard output") if name == STANDARD_STREAM else name)
    taken.add(place)


def read_page(address: str) -> str:
    """Return an address of the web, with ``/`` if it has no path.

    Raises `click.BadParameter` for any other text, and for an address with a fragment (``#``): links add their own.

    >>> read_page("http://example.org?a=1")
    'http://example.org/?a=1'
    """
    from urllib.parse import urlsplit

    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and not parts.fragment:
            return parts._replace(path=parts.path or "/").geturl()
    text = _("“{text}” is not the address of a page: give one such as http://127.0.0.1:8000/")
    raise click.BadParameter(text.format(text=printable(address)))


def read_date(text: str) -> date:
    """Return the day that a text names, as in 2026-11-29. Raises `click.BadParameter` for other texts."""
    from mastermot.operations.puzzles import read_day

    if (day := read_day(text)) is None:
        form = _("YYYY-MM-DD")
        raise click.BadParameter(_("“{text}” is not a day written {form}.", text=printable(text), form=form))
    return day
