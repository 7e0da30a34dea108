"""How commands declare what they are given: each option once, as the default of a parameter of the command's function.

Several that belong together are a group, a class whose attributes declare them in the same way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import signature
from typing import Any

import click

from mastermot.cli.completion import completer_for
from mastermot.cli.errors import OutputsError
from mastermot.cli.localized import OUTPUTS, Argument, Command, Option
from mastermot.errors import N_, printable
from mastermot.files import STANDARD_STREAM, check_writable
from mastermot.locale import gettext as _
from mastermot.rules import BLACK_WHITE, rule_named, rule_names


class OneParameter:
    """An option, or an argument."""

    def __init__(self, kind: type[Option | Argument], names: Sequence[str], settings: dict[str, Any]) -> None:
        self.kind, self.names, self.settings = kind, names, settings

    def list_parameters(self, name: str, names: Sequence[str] = ()) -> list[click.Parameter]:
        """Return click's parameter of this name; an option without other `names` is called like it."""
        called = names or self.names or ["--" + name.replace("_", "-")] * (self.kind is Option)
        return [self.kind([*called, name], **self.settings)]

    def take(self, name: str, values: dict[str, Any]) -> Any:
        """Return its value."""
        return values[name]


class OptionGroup:
    """Options that a command gets as one object; those of a subclass are declared by its attributes."""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    @classmethod
    def list_declared(cls) -> dict[str, OneParameter]:
        """Return what is declared, by name, that of base classes first."""
        declared = (item for base in reversed(cls.__mro__) for item in vars(base).items())
        return {name: value for name, value in declared if isinstance(value, OneParameter)}


class Group:
    """A group as a command takes it."""

    def __init__(self, kind: type[OptionGroup], renamed: dict[str, Sequence[str]]) -> None:
        self.kind, self.renamed = kind, renamed

    def list_parameters(self, _name: str) -> list[click.Parameter]:
        """Return click's parameters."""
        declared = self.kind.list_declared().items()
        return [made for name, one in declared for made in one.list_parameters(name, self.renamed.get(name, ()))]

    def take(self, _name: str, values: dict[str, Any]) -> Any:
        """Return the object."""
        return self.kind(**{name: values[name] for name in self.kind.list_declared()})


def command(help: str) -> Callable[[Callable[..., None]], Command]:
    """Return the decorator that makes a command of a function; the defaults of its parameters declare what is given."""

    def make(function: Callable[..., None]) -> Command:
        declared = {one.name: one.default for one in signature(function).parameters.values()}
        parameters = [one for name, default in declared.items() for one in default.list_parameters(name)]

        def call(**values: Any) -> None:
            function(**{name: default.take(name, values) for name, default in declared.items()})

        return Command(function.__name__, callback=call, params=parameters, help=help)

    return make


def argument(**settings: Any) -> Any:
    """Declare an argument."""
    return OneParameter(Argument, (), settings)


def option(help: str, *names: str, read: Callable[[str], Any] | None = None, **settings: Any) -> Any:
    """Declare an option; its `metavar` says what completes its value, unless told otherwise.

    Without `names` it has that of its parameter. The command gets what `read` makes of the text.
    """
    settings.setdefault("shell_complete", completer_for(settings.get("metavar", "")))
    if read is not None:
        settings["callback"] = lambda ctx, parameter, value: None if value is None else read(value)
    return OneParameter(Option, names, {**settings, "help": help})


def group(kind: type[OptionGroup], **renamed: Sequence[str]) -> Any:
    """Declare the options of a group; `renamed` gives some of them other names."""
    return Group(kind, renamed)


json_option = option(N_("Print one JSON document."), "--json", is_flag=True)


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
