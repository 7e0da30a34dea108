"""How the options of commands are made: of the fields of the requests that they make, or one by one.

A parameter of a command's function that has the type of a request gets one, with what was given; any other declares its
option as its default. All texts are looked up in the reader's language when they are shown.
"""

import gc
import os
import re
import signal
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import MISSING, fields
from inspect import signature
from itertools import chain
from typing import Any, NamedTuple, get_origin, get_type_hints

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem
from click.types import OptionHelpExtra

from mastermot.ask.errors import Place
from mastermot.ask.requests import ALPHABET, Bounds, Names, ReadBy, Request, help_of, list_markers
from mastermot.cli.errors import OutputsSameError
from mastermot.cli.output import OUTPUTS, glue_signs, prints_report, wants_json
from mastermot.errors import N_, Fault, MastermotError, nearest, printable
from mastermot.say import _, languages, write_number
from mastermot.words.dictionaries import Dictionary, open_dictionary, shelf
from mastermot.words.files import STANDARD_STREAM, check_writable
from mastermot.words.folding import LONGEST, SHORTEST, read_alphabet

UNBROKEN = "\u2011"  #: The hyphen at which no line breaks.

Check = Callable[[str], object]
Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

STANDING = (
    *(N_("ADDRESS"), N_("ARGS"), N_("CODE"), N_("COMMAND"), N_("FILE"), N_("FOLDER")),
    *(N_("GUESS"), N_("LETTERS"), N_("LIST"), N_("MARKS"), N_("MB"), N_("NAME"), N_("NUMBER")),
    *(N_("ORIGIN"), N_("PATH"), N_("PATTERN"), N_("RULE"), N_("SECONDS"), N_("SECRET"), N_("WORD"), N_("YYYY-MM-DD")),
)
"""The words in capitals that stand for values."""


def translate_metavar(text: str) -> str:
    """Return what stands for a value, ``NAME|PATH`` or ``[WORD [WORD]]``, in the language in use."""
    return re.sub(rf"\b(?:{'|'.join(STANDING)})\b", lambda match: _(match[0]), text)


class Number(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A number, perhaps within bounds."""

    name = "number"

    def __init__(self, least: float | None = None, most: float | None = None, *, above: bool = False) -> None:
        """Take the bounds, if any; or with `above`, any number, whole or not, more than the least."""
        self.least, self.most, self.above = least, most, above
        self.kind: type[int] | type[float] = float if above else int

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        try:
            number = self.kind(value)
        except (ValueError, OverflowError):
            text = _("“{text}” is not a whole number.") if self.kind is int else _("“{text}” is not a number.")
            self.fail(text.format(text=printable(str(value))), param, ctx)
        low = self.least is not None and (number <= self.least if self.above else number < self.least)
        if low or (self.most is not None and number > self.most) or number != number:
            names = {"number": printable(str(value)), "range": self.describe_range()}
            self.fail(_("{number} is out of range: {range}.", **names), param, ctx)
        return number

    def describe_range(self) -> str:
        """Return "2 to 15", "1 or more"; empty where every number is allowed."""
        if self.least is None:
            return ""
        text = _("more than {least}") if self.above else _("{least} or more")
        if self.most is not None:
            text = _("{least} to {most}")
        return text.format(least=write_number(self.least), most=write_number(self.most or 0))


DEFAULT_LENGTH = 5  #: What one plays with when nothing is asked for.
LENGTH = Number(SHORTEST, LONGEST)  #: The length of words.


def offer(names: Callable[[click.Context], Iterable[str]], *, files: bool = False) -> Complete:
    """Return what completes a value: the names that start with what is typed, and with `files` the paths of files."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        paths = [CompletionItem(incomplete, type="file")] if files else []
        return paths + [CompletionItem(name) for name in names(ctx) if name.startswith(incomplete)]

    return complete


def completer_for(metavar: str) -> Complete | None:
    if metavar == LIST:
        return offer(lambda ctx: shelf(), files=True)
    return offer(lambda ctx: (), files=True) if metavar.startswith(("FILE", "FOLDER")) else None


class Translated:
    """A ``help`` that is looked up in the catalogue each time it is read."""

    _help: str | None = None
    names: Iterable[str] | None = None  #: Those that end the text.

    @property
    def help(self) -> str | None:
        text = _(self._help) if self._help else ""
        if self.names is not None:
            *names, last = self.names
            text = _("{text}: {names} or {last}.", text=text.removesuffix("."), names=", ".join(names), last=last)
        return glue_signs(re.sub("`(\\w+)`", lambda name: "--" + name[1].replace("_", "-"), text)) or None

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text


class Argument(click.Argument):
    """An argument whose metavar is translated when it is shown."""

    def make_metavar(self, ctx: click.Context) -> str:
        return translate_metavar(super().make_metavar(ctx))


class Option(Translated, click.Option):
    """An option whose help, and what is said of its value, are translated when they are shown."""

    def __init__(self, *arguments: Any, names: Iterable[str] | None = None, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.names = names

    def make_metavar(self, ctx: click.Context) -> str:
        return translate_metavar(super().make_metavar(ctx))

    def get_error_hint(self, ctx: click.Context | None) -> str:
        given = ctx and ctx.get_parameter_source(self.name or "")
        return f"'{self.envvar}'" if given is ParameterSource.ENVIRONMENT else click.Parameter.get_error_hint(self, ctx)

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        extra = super().get_help_extra(ctx)
        if isinstance(self.type, Number):
            if "default" in extra:
                extra["default"] = write_number(self.type.kind(extra["default"]))
            if allowed := self.type.describe_range():
                extra["range"] = allowed
        return extra

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help; what click adds in brackets is separated as the language does it."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        text, bracket, extra = record[1].rpartition("  [")
        if bracket:
            extra = extra.replace("; ", glue_signs(_("{first}; {rest}", first="", rest="")))
        return record[0], (text + bracket + extra).replace("-", UNBROKEN)


class Command(Translated, click.Command):
    """A command whose help is translated when it is shown, with the option ``--lang``; at its end stand examples."""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        """Add the option ``--lang``, whose value `choose_language` reads before the command line is parsed."""
        super().__init__(*arguments, **settings)
        self.examples = examples
        choice = click.Choice(sorted(languages.LANGUAGES, reverse=True))
        text = N_("Language of the texts; else that of the environment.")
        self.params.append(Option(["--lang"], type=choice, expose_value=False, help=text))

    def get_help(self, ctx: click.Context) -> str:
        """Return the help, no line of which ends within a name such as fr-common."""
        return super().get_help(ctx).replace(UNBROKEN, "-")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Examples")) if self.examples else nullcontext():
            for example in self.examples:  # each on a line of its own, however long, to be copied
                formatter.write(f"{'':{formatter.current_indent}}mastermot {example}\n")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; an unknown option suggests those that look like it even without the dashes."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            typed = error.option_name
            names = [name[2:] for parameter in self.get_params(ctx) for name in parameter.opts if name[:2] == "--"]
            possible = [f"--{name}" for name in nearest(typed.lstrip("-"), names)]
            raise click.NoSuchOption(printable(typed, 40), possibilities=possible, ctx=ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises `OutputsSameError` where its JSON and another result would go to one place."""
        if wants_json() and not prints_report():
            raise OutputsSameError(place=_("standard output"))
        if signal.getsignal(signal.SIGINT) == signal.SIG_DFL:  # until now Ctrl-C ends the process, see `__main__`
            signal.signal(signal.SIGINT, signal.default_int_handler)
        gc.freeze()  # what was loaded stays
        gc.enable()
        return super().invoke(ctx)


class Declared(NamedTuple):
    """An option, or an argument; an option without `names` is called like its parameter."""

    kind: type[Option | Argument]
    names: Sequence[str]
    settings: dict[str, Any]

    def make(self, name: str, hint: object) -> click.Parameter:
        """Return click's parameter; an option of type ``bool`` is a flag, one that gives a series may be repeated."""
        if self.kind is Argument:
            return Argument([name], **self.settings)
        called = self.names or ["--" + name.replace("_", "-")]
        kind = {"is_flag": True} if hint is bool else {"multiple": True} if get_origin(hint) in (list, tuple) else {}
        return Option([*called, name], **{**({} if "count" in self.settings else kind), **self.settings})


def options_of(kind: type[Request]) -> dict[str, Any]:
    markers = list_markers(kind)
    declared = {one.name: declare(markers[one.name], one.default) for one in fields(kind)}
    return {name: option for name, option in declared.items() if option is not None}


def declare(markers: list[Any], default: object) -> Any:
    """Return the option, or argument, of a field of a request; None where it is for HTTP only."""
    told = help_of(markers)
    if told is None or told.only == "http":
        return None
    if told.names and told.names[0][0] != "-":
        return argument()
    named = next((one for one in markers if isinstance(one, Names | ReadBy)), None)
    settings: dict[str, Any] = {"metavar": told.metavar or getattr(named, "metavar", None)}
    if isinstance(named, Names):
        settings["names"] = named.registries[0] if named.listed else None
        settings["shell_complete"] = offer(lambda ctx: dict.fromkeys(chain(*named.registries)))
    if told.counted:
        settings |= {"count": True, "show_default": False}
    elif default is True:  # the option says no
        settings["callback"] = lambda ctx, parameter, value: not value
    elif markers[-1] is not bool and default is not MISSING:
        settings |= {"default": default, "show_default": None if default != "" else False}
    if markers[-1] is int:
        settings["type"] = Number(*next(((one.least, one.most) for one in markers if type(one) is Bounds), ()))
    return option(told.text, *told.names, **settings)


def command(help: str, *examples: str, json: bool = True) -> Callable[[Callable[..., None]], Command]:
    """Return the decorator that makes a command of a function, with ``--json`` and with `examples` of its arguments."""

    def make(function: Callable[..., None]) -> Command:
        parameters: list[click.Parameter] = []
        requests: dict[str, tuple[type[Request], list[str]]] = {}
        for name, one in signature(function, eval_str=True).parameters.items():
            if isinstance(one.default, Declared):
                parameters.append(one.default.make(name, one.annotation))
            else:
                options, hints = options_of(one.annotation), get_type_hints(one.annotation)
                requests[name] = one.annotation, list(options)
                parameters += [it.make(part, hints[part]) for part, it in options.items()]
        if any(parameter.callback is open_list for parameter in parameters):
            read: dict[str, Any] = {"is_eager": True, "expose_value": False, "callback": keep_alphabet}
            parameters.append(Option(["--alphabet"], metavar=ALPHABET.metavar, help=ALPHABET.text, **read))
        if json:
            parameters.append(Option(["--json", "as_json"], is_flag=True, help=N_("Print one JSON document.")))

        def call(as_json: bool = False, **values: Any) -> None:
            for name, (kind, options) in requests.items():  # what was not given is left as the request has it
                given = {part: value for part in options if (value := values.pop(part)) is not None}
                lists = {part: list(value) for part, value in given.items() if isinstance(value, tuple)}
                values[name] = kind(**given | lists)
            try:
                function(**values)
            except MastermotError as error:
                if isinstance(error.source, Place):
                    name_option(error)
                raise

        return Command(function.__name__, callback=call, params=parameters, help=help, examples=examples)

    return make


def name_option(error: MastermotError) -> None:
    """Make an error about a field of a request one of wrong use: of its option, or of what was given in its list."""
    (name, *place), ctx = error.source.split("/"), click.get_current_context()
    given = ctx.params.get(name, "")
    error.text = error.text or (given[int(place[0])] if place else "")
    called = {
        one.name: one.make_metavar(ctx) if isinstance(one, Argument) else one.opts[0] for one in ctx.command.params
    }
    error.source = "" if place else called.get(name, "")
    if error.fault is Fault.INPUT:
        error.fault = Fault.USE


def argument(**settings: Any) -> Any:
    return Declared(Argument, (), settings)


def option(help: str, *names: str, read: Callable[[str], Any] | None = None, **settings: Any) -> Any:
    """Declare an option, named like its parameter or by `names`; the command gets what `read` makes of the text."""
    settings.setdefault("shell_complete", completer_for(settings.get("metavar") or ""))
    if settings.get("metavar") == LIST:
        settings["callback"] = open_list
    if read is not None:
        settings["callback"] = lambda ctx, parameter, value: None if value is None else read(value)
    return Declared(Option, names, {**settings, "help": help})


KEPT = "mastermot.alphabet"  #: Where `--alphabet` stands among what the context of a command holds.
LIST = "NAME|PATH"  #: What stands for a dictionary, which `--alphabet` is about.


def keep_alphabet(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[KEPT] = read_alphabet(value)


def open_list(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> Dictionary | str | None:
    return open_dictionary(value, ctx.meta[KEPT]) if value is not None and KEPT in ctx.meta else value


def time_option(default: float | None = None) -> Any:
    text = N_("Stop after so many seconds, with the best found.")
    return option(text, "--time", type=Number(0, above=True), default=default, metavar="SECONDS")


def output_option(help: str, *names: str, metavar: str = "FILE", streams: bool = True, check: Check = str) -> Any:
    """Declare a file to write, or standard output with `streams`, tried before any work; `check` looks at its name."""

    def read(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
        if value is None:
            return None
        if not value or (value == STANDARD_STREAM and not streams):
            raise click.BadParameter(_("give the name of a file."), ctx, parameter)
        check_writable(value)
        take_place(value)
        stem, suffix = os.path.splitext(value)
        if metavar == "FILE.html" and value != STANDARD_STREAM and suffix.lower() not in (".html", ".htm"):
            text = _(
                "{option} writes an HTML page: give a name that ends in .html, such as {name}. A browser prints it, or "
                "saves it as PDF."
            )
            raise click.UsageError(text.format(option=parameter.opts[0], name=f"{stem}.html"))
        check(value)
        return value

    return option(help, *names, metavar=metavar, callback=read)


def page_option(help: str) -> Any:
    return option(help, "--link-base", metavar="URL", read=read_page)


def read_page(address: str) -> str:
    """Return the address of a page with its path. Raises `click.BadParameter` for no address."""
    from urllib.parse import urlsplit

    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and not parts.fragment:
            return address if parts.path else f"{address}/"
    told = printable(address)
    raise click.BadParameter(_("“{text}” is no address of a page: give one such as http://127.0.0.1:8000/", text=told))


def take_place(name: str) -> None:
    """Note that a result is written to this file. Raises `OutputsSameError` where another one is."""
    taken: set[str] = click.get_current_context().meta.setdefault(OUTPUTS, set())
    place = name if name == STANDARD_STREAM else os.path.realpath(name)
    if place in taken:
        raise OutputsSameError(place=_("standard output") if name == STANDARD_STREAM else name)
    taken.add(place)
