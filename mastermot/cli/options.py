"""The options of commands: those made from the fields of a request, and those that several commands share.

A command is a function under click's own decorators. One of them, `request_options`, gives it the options of a request:

    @click.command(help=N_("Say what to play next: …"), epilog="mastermot next --length 5 raies=O coule=XXXX")
    @request_options(AdviceRequest)
    @click.option("--explain-book", is_flag=True, help=N_("Say whether the book of openings has this game…"))
    @json_option
    def next(request: AdviceRequest, explain_book: bool) -> None:

Each field with a `Help` becomes an option: `top` is ``--top``. If the command declares an option or argument with the
name of a field itself, that one is used instead; its value goes into the request like the others.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import MISSING, fields
from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from mastermot.cli.output import JSON
from mastermot.cli.types import ALPHABET as LETTERS
from mastermot.cli.types import COLOURS, DictionaryChoice, Name, Number, OutputFile, read_page, reserve_output
from mastermot.errors import N_, Fault, MastermotError
from mastermot.operations.errors import FieldInvalidError, Place, refuse_beside, refuse_without
from mastermot.operations.requests import (
    ALPHABET,
    Bounds,
    Check,
    OrSymbols,
    Request,
    check_shipped,
    find_help,
    list_markers,
)
from mastermot.words.dictionaries import DictionaryUnknownError
from mastermot.words.files import STANDARD_STREAM
from mastermot.words.folding import read_alphabet

DICTIONARY = DictionaryChoice()
FILE = click.Path(readable=False)  #: A file to read. Click does not check it: our own errors say more.

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]


def request_options(kind: type[Request], *, but: Collection[str] = ()) -> Decorator:
    """Return a decorator: it adds the options of a request to a command, which is then called with the `request`.

    No option is added for the fields that `but` names, nor for a field for which the command declares a parameter
    itself. Fields whose option is not given keep their default.
    """

    def decorate(function: Function) -> Function:
        """Return the command with the options. It gets their values as one `request`."""
        # click keeps here the parameters that the decorators below this one have declared
        own_parameters = {parameter.name for parameter in getattr(function, "__click_params__", ())}
        field_names = {field.name for field in fields(kind)}.difference(but)

        @wraps(function)
        def call(**values: Any) -> None:
            """Call the command with a request, made of the `values` of its fields, and with the other values."""
            of_request = take_given(values, field_names)
            with naming_options():
                function(request=kind(**of_request), **values)

        add_options(call, make_options(kind, but={*own_parameters, *but}))
        return call

    return decorate


def take_given(values: dict[str, Any], names: Set[str]) -> dict[str, Any]:
    """Remove the values with these `names` from the `values` of a command, and return those of them that are not None.

    Click gives None for an option that was not given and has no default. It gives a tuple for an option that may be
    repeated; this becomes a list.

    >>> values = {"top": 5, "length": None, "history": ("raies=O",), "explain_book": True}
    >>> take_given(values, {"top", "length", "history"}) == {"top": 5, "history": ["raies=O"]}
    True
    >>> values
    {'explain_book': True}
    """
    given = {}
    for name in names & values.keys():
        value = values.pop(name)
        if value is not None:
            given[name] = list(value) if isinstance(value, tuple) else value
    return given


def add_options(function: Function, options: Sequence[Decorator]) -> None:
    """Add options to a command so that its help lists them in this order: click lists the one added last first."""
    for option in reversed(options):
        option(function)


def field_options(kind: type[Request], *names: str) -> Decorator:
    """Return a decorator: it adds the options of the named fields to a command, which gets their values one by one."""

    def decorate(function: Function) -> Function:
        add_options(function, make_options(kind, only=names))
        return function

    return decorate


def make_options(kind: type[Request], only: Collection[str] = (), but: Collection[str] = ()) -> list[Decorator]:
    """Return a `click.option` decorator for each field with a `Help`.

    If `only` names fields, only these get an option; otherwise all do, except those that `but` names.
    """
    markers = list_markers(kind)
    options = []
    for field in fields(kind):
        is_chosen = field.name in only if only else field.name not in but
        if is_chosen and find_help(markers[field.name]) is not None:
            options.append(make_option(field.name, markers[field.name], field.default))
    return options


def make_option(name: str, markers: list[Any], default: object) -> Decorator:
    """Return the `click.option` decorator of a field, which must have a `Help`.

    A list becomes an option that may be repeated, and a ``bool`` becomes a flag. If the field is True by default, the
    flag makes it False, and the name of the flag says so: ``--no-repeats`` for `repeats`. `default` is `MISSING` for a
    field without a default.

    `markers` are those of `list_markers`: the metadata of the field's annotation, such as its `Help`, and last its
    type. For a field that is a list, `list` is among them, and the last is the type of the items.
    """
    field_help = find_help(markers)
    assert field_help is not None
    settings: dict[str, Any] = {"help": field_help.text, "metavar": field_help.metavar}
    if markers[-1] is bool:
        settings["is_flag"] = True
        if default is True:
            settings["callback"] = lambda _ctx, _parameter, value: not value
    else:
        settings["type"] = choose_type(markers)
        if list in markers:
            settings["multiple"] = True
        elif default is not MISSING:
            settings["default"] = default
    options = field_help.options or (f"--{name.replace('_', '-')}",)
    return click.option(*options, name, **settings)


def choose_type(markers: list[Any]) -> click.ParamType | None:  # type: ignore[type-arg]
    """Return click's type for the value of a field, by its markers (see `make_option`); None for any text.

    It is a number or symbols for `OrSymbols`, a whole number for ``int``, a dictionary for a field with the check
    `check_shipped`, and a name if the `Help` lists or completes names.
    """
    if any(isinstance(marker, OrSymbols) for marker in markers):
        return COLOURS
    if markers[-1] is int:
        bounds = next((marker for marker in markers if isinstance(marker, Bounds)), Bounds())
        return Number(bounds.ge, bounds.le)
    if Check(check_shipped) in markers:  # only fields that name a list of words have this check
        return DICTIONARY
    field_help = find_help(markers)
    if field_help is not None and (field_help.names or field_help.completes):
        return Name(field_help.names, field_help.completes, field_help.alone)
    return None


@contextmanager
def naming_options() -> Iterator[None]:
    """Make errors about a field of the request name its option, and end with the status of wrong use.

    An error about a dictionary that does not exist may come without a field: it then names the option that has the
    dictionary as its value. Any other error is raised as it is.
    """
    try:
        yield
    except MastermotError as error:
        if isinstance(error.source, Place):  # a field, not a file
            name_option(error)
        elif isinstance(error, DictionaryUnknownError) and not error.source:
            error.source = find_option(error.name)
        raise


def find_option(value: str) -> str:
    """Return the first option of the command that has this value, such as ``--words``; "" if none has."""
    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        if isinstance(parameter, click.Option) and ctx.params.get(str(parameter.name)) == value:
            return str(parameter.opts[0])
    return ""


def name_option(error: MastermotError) -> None:
    """Change an error about a field of the request, so that it names what was typed.

    If the source of the error is a field, such as ``length``, it becomes the option or argument: ``--length``. If the
    source is one value of a list, as ``history/2`` is the third turn, the error gets the text of that value, and no
    source. Fields in the reason of the error become their options too (`name_other_fields`). If the command line has
    the field, an error of wrong input becomes one of wrong use.
    """
    ctx = click.get_current_context()
    option_of = name_fields(ctx)
    name, *rest = error.source.split("/")
    if rest:  # the index of a value, and perhaps a field of this value: ``history/2/marks``
        index = int(rest[0])
        values = ctx.params.get(name, "")
        error.text = error.text or str(values[index])
        error.source = ""
    else:
        error.source = option_of.get(name, "")
    if isinstance(error, FieldInvalidError):
        name_other_fields(error, option_of)
    if error.fault is Fault.INPUT and name in option_of:
        error.fault = Fault.USE


def name_other_fields(error: FieldInvalidError, option_of: Mapping[str, str]) -> None:
    """Change the reason of an error: where it names a field, it names the option or argument of that field instead.

    So "it has no effect without length" becomes "… without --length". An argument that may be left out, ``[WORD]``, is
    named WORD.
    """
    parameters = error.why.parameters
    for key, value in list(parameters.items()):
        if isinstance(value, Place):
            parameters[key] = option_of.get(value, value).strip("[]")


def name_fields(ctx: click.Context) -> dict[str, str]:
    """Return how each field is written on the command line: `most_turns` as ``--most-turns``, an argument as in help.

    Most fields have the name of the command's parameter, but some have that of the option: of ``--hint`` the parameter
    is `hints`, and the field is `hint`. So both names are keys of the result.
    """
    written = {}
    for parameter in ctx.command.params:
        is_argument = isinstance(parameter, click.Argument)
        written[str(parameter.name)] = parameter.make_metavar(ctx) if is_argument else parameter.opts[0]
        for option in parameter.opts:
            written.setdefault(option.lstrip("-"), option)
    return written


def keep_json(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Keep in the context that ``--json`` was given. Raises `OutputsSameError` if standard output is taken already."""
    if value:
        ctx.meta[JSON] = True
        reserve_output(STANDARD_STREAM)


json_option = click.option(
    "--json", is_flag=True, expose_value=False, callback=keep_json, help=N_("Print one JSON document.")
)
"""The option ``--json``. `mastermot.cli.output.print_result` asks whether it was given."""


def keep_alphabet(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[LETTERS] = read_alphabet(value)


def alphabet_option(function: Function) -> Function:
    """Add the option ``--alphabet``: the letters of the lists that other options name.

    Click reads it before these options (it is eager). It is refused if no option that names a list is given.
    """

    @wraps(function)
    def call(*arguments: Any, **values: Any) -> Any:
        refuse_idle_alphabet()
        return function(*arguments, **values)

    option = click.option(
        "--alphabet",
        metavar=ALPHABET.metavar,
        help=ALPHABET.text,
        is_eager=True,
        expose_value=False,
        callback=keep_alphabet,
    )
    return option(call)


def refuse_idle_alphabet() -> None:
    """Raise `FieldInvalidError` if ``--alphabet`` is given without any option that names a list.

    The command must have such options. The error says that the first of them is missing.
    """
    given = list_given_options()
    params = click.get_current_context().command.params
    list_options = [str(param.name) for param in params if param.type is DICTIONARY]
    if set(list_options).isdisjoint(given):
        with naming_options():
            refuse_without(list_options[0], ["alphabet"], given)


def list_given_options() -> list[str]:
    """Return the names of the parameters that somebody typed, in the order of the command's help.

    An option that is typed with its default value counts.
    """
    context = click.get_current_context()
    given = []
    for parameter in context.command.params:
        name = str(parameter.name)
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            given.append(name)
    return given


def refuse_if_text_is_replaced(*names: str) -> None:
    """Raise `FieldInvalidError` if an option about the printed text is given, but no text is printed.

    `names` are the parameters of the options about the printed text. No text is printed if an option that names a file
    to write is given ``-``, standard output, such as ``--csv -``.
    """
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        if isinstance(parameter.type, OutputFile) and context.params.get(name) == STANDARD_STREAM:
            refuse_beside(name, names, list_given_options())


def dictionary_option(*names: str, help: str, default: str | None = None) -> Decorator:
    return click.option(*names, type=DICTIONARY, default=default, help=help)


def output_option(*names: str, help: str, metavar: str = "FILE", **settings: Any) -> Decorator:
    """Return a decorator: it adds an option that names a file to write. `settings` go to `OutputFile`."""
    return click.option(*names, type=OutputFile(**settings), metavar=metavar, help=help)


def page_option(help: str) -> Decorator:
    return click.option("--link-base", "page", type=read_page, metavar="URL", help=help)


def time_option(default: float | None = None) -> Decorator:
    text = N_("Stop after this many seconds, with the best result found so far.")
    return click.option("--time", "seconds", type=Number(0, above=True), default=default, metavar="SECONDS", help=text)


def jobs_option(help: str) -> Decorator:
    return click.option("--jobs", type=Number(1, 64), help=help)


def engine_options(function: Function) -> Function:
    """Add the options ``--jobs`` and ``--scheduler``, which say where long work runs (`start_engine`)."""
    jobs = jobs_option(
        N_(
            "The number of processes (threads in optimal and static) that share long work; by default one for"
            " each processor, but no more than 4."
        )
    )
    scheduler = click.option(
        "--scheduler",
        metavar="ADDRESS",
        help=N_("Run the work on a dask cluster: the address of its scheduler, such as tcp://10.0.0.5:8786."),
    )
    return jobs(scheduler(function))
