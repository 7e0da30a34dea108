"""Click's commands and options with texts looked up in the reader's language when they are shown."""

from __future__ import annotations

import gc
import gettext as catalogues
import importlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, cast

import click

from mastermot import locale
from mastermot.cli import output
from mastermot.cli.errors import (
    EXIT_INTERRUPTED,
    EXIT_UNEXPECTED,
    STATUSES,
    OutputsError,
    OutputUnwritableError,
    describe,
)
from mastermot.cli.interrupts import hear_every_interrupt, hear_interrupts, is_interrupt
from mastermot.cli.values import Number, translate_metavar
from mastermot.errors import N_, MastermotError, nearest, printable
from mastermot.files import FileUnreadableError, name_reason
from mastermot.locale import gettext as _
from mastermot.wording.numbers import write_number

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from click.types import OptionHelpExtra


class Failure(click.ClickException):
    """A named error on its way to the terminal, with its exit status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.exit_code = status  # type: ignore[misc]


class Translated:
    """A ``help`` that is looked up in the catalogue each time it is read."""

    _help: str | None = None
    names: Callable[[], Iterable[str]] | None = None
    """Gives the names for ``{names}`` in the text, those registered by then, and for ``{last}`` the last of them."""

    @property
    def help(self) -> str | None:
        """The help text in the language in use."""
        text = _(self._help) if self._help else ""
        if self.names is not None:
            *names, last = self.names()
            text = text.format(names=", ".join(names), last=last)
        return output.glue_signs(text) or None

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text


class Argument(click.Argument):
    """An argument of which the word that stands for it is translated when it is shown."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Return what stands for the value, in the language in use."""
        return translate_metavar(super().make_metavar(ctx))


class Option(Translated, click.Option):
    """An option whose help, and what is said of its value, are translated when they are shown."""

    def __init__(self, *arguments: Any, names: Callable[[], Iterable[str]] | None = None, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.names = names

    def make_metavar(self, ctx: click.Context) -> str:
        """Return what stands for the value, in the language in use."""
        return translate_metavar(super().make_metavar(ctx))

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """Return the default and the numbers allowed, as people write them."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.type, Number):
            if "default" in extra:
                extra["default"] = write_number(self.type.kind(extra["default"]))
            allowed = self.type.describe_range()
            if allowed:
                extra["range"] = allowed
        return extra

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help; what click adds in brackets is separated as the language does it."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        text, bracket, extra = record[1].rpartition("  [")
        if bracket:
            extra = extra.replace("; ", output.glue_signs(_("{first}; {rest}").format(first="", rest="")))
        return record[0], text + bracket + extra


class Command(Translated, click.Command):
    """A command whose help is translated when it is shown, with the option ``--lang``."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Add the option ``--lang``: its value is used before the command line is parsed, see `choose_language`."""
        super().__init__(*arguments, **settings)
        languages = click.Choice(sorted(locale.LANGUAGES, reverse=True))
        text = N_("Language of the texts; else that of the environment.")
        self.params.append(Option(["--lang"], type=languages, expose_value=False, help=text))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; an unknown option suggests only options that look like it.

        Their names are compared without the dashes, which all of them share and which would make any two look alike.
        """
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            names = [name[2:] for parameter in self.get_params(ctx) for name in parameter.opts if name[:2] == "--"]
            possible = [f"--{name}" for name in nearest(error.option_name.lstrip("-"), names)]
            raise click.NoSuchOption(error.option_name, possibilities=possible, ctx=ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises `OutputsError` where its JSON and another result would go to standard output."""
        if output.wants_json() and not output.prints_report():
            raise OutputsError(place=_("standard output"))
        hear_interrupts()
        gc.freeze()  # what was loaded stays
        gc.enable()
        return super().invoke(ctx)


class Group(Command, click.Group):
    """A group that imports a command's module when the command is called, and turns named errors into sentences."""

    def __init__(
        self, *arguments: Any, commands_at: dict[str, tuple[str, str]], aliases: dict[str, str], **settings: Any
    ) -> None:
        """Keep `commands_at`: the module that defines each command, and its help in a few words; and other names."""
        super().__init__(*arguments, **settings)
        self.commands_at = commands_at
        self.aliases = aliases

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what stands in the line of usage, in the language in use."""
        return [translate_metavar(piece) for piece in super().collect_usage_pieces(ctx)]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order in which a newcomer should meet them."""
        return list(self.commands_at)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of this name, importing its module, or None."""
        name = self.aliases.get(name, name)
        if name not in self.commands_at:
            return None
        return cast("click.Command", getattr(importlib.import_module(self.commands_at[name][0]), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; for an unknown one, suggest those that look like it."""
        name = self.aliases.get(args[0], args[0])
        if name not in self.commands_at and not name.startswith("-") and not ctx.resilient_parsing:
            near = nearest(name, self.commands_at)
            unknown = _("There is no command “{name}”. See: mastermot --help")
            text = _("There is no command “{name}”. Did you mean {near}?") if near else unknown
            raise click.UsageError(text.format(name=printable(name, 40), near=_(" or ").join(near)), ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that start with what is typed, without importing them; after a dash, the options."""
        from click.shell_completion import CompletionItem

        named = [
            CompletionItem(name, help=_(text))
            for name, (_module, text) in self.commands_at.items()
            if name.startswith(incomplete)
        ]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help in a few words, without importing them."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(text)) for name, (_module, text) in self.commands_at.items()])

    def main(self, args: Sequence[str] | None = None, *arguments: Any, **settings: Any) -> Any:
        """Run the command line in the language that it, or the environment, asks for.

        Where the reader of the output has gone (``| head -1``), end quietly, with the status of a closed pipe.
        """
        args = sys.argv[1:] if args is None else list(args)
        output.prepare_streams()
        locale.use(choose_language(args, os.environ))
        os.environ["LANGUAGE"] = locale.in_use()  # for click's own texts, through the standard gettext domain
        catalogues.bindtextdomain(locale.DOMAIN, locale.FOLDER)
        catalogues.textdomain(locale.DOMAIN)
        try:
            with output.end_quietly_without_reader():
                return super().main(args, *arguments, **settings)
        except click.exceptions.Exit as leaving:
            raise SystemExit(leaving.exit_code) from None

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Return the context of a command line; this prints what ``--help`` and ``--version`` ask for."""
        with describe_failures():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with describe_failures(), hear_every_interrupt():
            try:
                return click.Group.invoke(self, ctx)
            finally:
                output.flush_output()


@contextmanager
def describe_failures() -> Iterator[None]:
    """Turn a named error into a sentence and an exit status, and so Ctrl-C and whatever else."""
    try:
        with output.end_quietly_without_reader():
            yield
    except (click.exceptions.Exit, click.Abort):
        raise
    except (Exception, KeyboardInterrupt) as error:
        if isinstance(error, MastermotError | click.ClickException):
            raise fit_message(error) from None
        if is_interrupt(error):
            click.echo("\n" + _("Interrupted."), err=True)
            raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
        if os.environ.get("MASTERMOT_DEBUG"):
            raise
        raise fit_message(name_unexpected(error)) from None


def fit_message(told: MastermotError | click.ClickException) -> click.ClickException:
    """Return an error for click, with its message broken into the lines of the terminal, where it goes to one."""
    error = Failure(describe(told), STATUSES[told.fault]) if isinstance(told, MastermotError) else told
    text = error.format_message()
    if locale.in_use() == "fr" and not isinstance(error, Failure):
        text = re.sub(r"(?<!\w)'([^'\n]*)'(?!\w)", r"« \1 »", text)  # click writes names as Python does
    text = output.fit_text(text, sys.stderr, before=_("Error: {message}").format(message=""))
    error.format_message = lambda: text  # type: ignore[method-assign]
    return error


def name_unexpected(error: BaseException) -> MastermotError | Failure:
    """Return what is told of any other error: of a file, or a bug; without a name it is standard output, given up."""
    if not (isinstance(error, OSError) and error.strerror):
        text = _("something unexpected happened ({error}): please report it, with MASTERMOT_DEBUG=1 set.")
        return Failure(text.format(error=f"{type(error).__name__}: {error}"), EXIT_UNEXPECTED)
    reason = name_reason(error)
    if isinstance(error.filename, str | bytes):
        return FileUnreadableError(source=os.fsdecode(error.filename), reason=reason)
    with suppress(AttributeError, OSError, ValueError):  # no file behind the stream
        output.drop_output(sys.stdout)
    return OutputUnwritableError(reason=reason)


def choose_language(args: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of ``--lang`` wherever it stands among the arguments, else that of the environment."""
    for index, argument in enumerate(args):
        if argument == "--":
            break
        value = argument[7:] if argument.startswith("--lang=") else "".join(args[index + 1 : index + 2])
        if argument.partition("=")[0] == "--lang" and value in locale.LANGUAGES:
            return value
    return locale.from_environment(environment)
