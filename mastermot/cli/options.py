"""How commands declare what they are given: each option once, as the default of a parameter of the command's function.

Several that belong together are a group, a class whose attributes declare them in the same way: the parameter's type.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import signature
from typing import Any, ClassVar, NamedTuple, get_origin, get_type_hints

import click

from mastermot.cli.errors import OutputsError
from mastermot.cli.localized import Argument, Command, Option
from mastermot.cli.output import OUTPUTS
from mastermot.cli.values import completer_for
from mastermot.errors import N_, printable
from mastermot.files import STANDARD_STREAM, check_writable
from mastermot.locale import gettext as _
from mastermot.rules import BLACK_WHITE, rule_named, rule_names


class Declared(NamedTuple):
    """An option, or an argument; an option without `names` is called like its parameter."""

    kind: type[Option | Argument]
    names: Sequence[str]
    settings: dict[str, Any]

    def make(self, name: str, hint: object, names: Sequence[str] = ()) -> click.Parameter:
        """Return click's parameter of this name and type; an option may have other `names` than those declared.

        An option of type ``bool`` is a flag, and one that gives a tuple may be repeated.
        """
        if self.kind is Argument:
            return Argument([name], **self.settings)
        called = names or self.names or ["--" + name.replace("_", "-")]
        return Option([*called, name], is_flag=hint is bool, multiple=get_origin(hint) is tuple, **self.settings)


class OptionGroup:
    """Options that a command gets as one object; those of a subclass are declared by its attributes."""

    renamed: ClassVar[dict[str, Sequence[str]]] = {}
    """Other names of options that a base class declares."""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    @classmethod
    def list_declared(cls) -> dict[str, Declared]:
        """Return what is declared, by name, that of base classes first."""
        declared = (item for base in reversed(cls.__mro__) for item in vars(base).items())
        return {name: value for name, value in declared if isinstance(value, Declared)}


def command(help: str, *, json: bool = True) -> Callable[[Callable[..., None]], Command]:
    """Return the decorator that makes a command of a function.

    The defaults of its parameters declare what is given; one without a default gets the group of options of its type.
    Besides there is ``--json``, which `print_result` looks at.
    """

    def make(function: Callable[..., None]) -> Command:
        parameters: list[click.Parameter] = []
        groups: dict[str, type[OptionGroup]] = {}
        for name, one in signature(function, eval_str=True).parameters.items():
            if isinstance(one.default, Declared):
                parameters.append(one.default.make(name, one.annotation))
            else:
                kind = groups[name] = one.annotation
                hints, declared = get_type_hints(kind), kind.list_declared()
                parameters += [it.make(part, hints[part], kind.renamed.get(part, ())) for part, it in declared.items()]
        if json:
            parameters.append(Option(["--json", "as_json"], is_flag=True, help=N_("Print one JSON document.")))

        def call(as_json: bool = False, **values: Any) -> None:
            taken = {
                name: kind(**{one: values.pop(one) for one in kind.list_declared()}) for name, kind in groups.items()
            }
            function(**taken, **values)

        return Command(function.__name__, callback=call, params=parameters, help=help)

    return make


def argument(**settings: Any) -> Any:
    return Declared(Argument, (), settings)


def option(help: str, *names: str, read: Callable[[str], Any] | None = None, **settings: Any) -> Any:
    """Declare an option; its `metavar` says what completes its value, unless told otherwise.

    Without `names` it has that of its parameter. The command gets what `read` makes of the text.
    """
    settings.setdefault("shell_complete", completer_for(settings.get("metavar", "")))
    if read is not None:
        settings["callback"] = lambda ctx, parameter, value: (
            tuple(map(read, value)) if isinstance(value, tuple) else None if value is None else read(value)
        )
    return Declared(Option, names, {**settings, "help": help})


def words_option(help: str, default: str = "fr-common") -> Any:
    """Declare the dictionary of a command that needs one."""
    return option(help, default=default, metavar="NAME|PATH")


def rule_option(default: str = BLACK_WHITE.name) -> Any:
    """Declare how marks are given; the command gets the rule itself."""
    return option(
        N_("How marks are given: {names} or {last}."),
        default=default,
        read=rule_named,
        metavar="RULE",
        names=rule_names,
    )


def output_option(help: str, *names: str, metavar: str = "FILE", streams: bool = True, html: bool = False) -> Any:
    """Declare an option for a file to write, which is tried before any work is done; a page where it is `html`.

    `streams` says whether it may be standard output (``-``); the command then prints nothing else there, as
    `prints_report` tells it.
    """

    def check(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
        if value is not None:
            if not value or (value == STANDARD_STREAM and not streams):
                raise click.BadParameter(_("give the name of a file."), ctx, parameter)
            check_writable(value)
            take_place(value)
            stem, suffix = os.path.splitext(value)
            if html and value != STANDARD_STREAM and suffix.lower() not in (".html", ".htm"):
                text = _(
                    "{option} writes an HTML page: give a name that ends in .html, such as {name}. A browser prints "
                    "it, or saves it as PDF."
                )
                raise click.UsageError(text.format(option=parameter.opts[0], name=f"{stem}.html"))
        return value

    return option(help, *names, metavar=metavar, callback=check)


def page_option(help: str) -> Any:
    """Declare the address of a page that something printed links to."""
    return option(help, "--link-base", metavar="URL", read=read_page)


def read_page(address: str) -> str:
    """Return the address of ``--link-base`` with its path. Raises `click.UsageError` for no address."""
    from urllib.parse import urlsplit

    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and not parts.fragment:
            return address if parts.path else f"{address}/"
    text = _("--link-base {address} is no address of a page: give one such as http://127.0.0.1:8000/")
    raise click.UsageError(text.format(address=printable(address)))


def take_place(name: str) -> None:
    """Note that a result is written to this file. Raises `OutputsError` where another one is."""
    taken: set[str] = click.get_current_context().meta.setdefault(OUTPUTS, set())
    place = name if name == STANDARD_STREAM else os.path.realpath(name)
    if place in taken:
        raise OutputsError(place=_("standard output") if name == STANDARD_STREAM else name)
    taken.add(place)
