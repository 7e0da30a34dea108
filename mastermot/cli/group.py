"""The command `mastermot` itself: its list of commands, the language, and the handling of errors and Ctrl-C."""

import errno
import gettext as catalogues
import importlib
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mastermot.cli import errors, output
from mastermot.cli.help import Context, translate, translate_metavar, translate_parameter
from mastermot.cli.types import name_alone, offer
from mastermot.errors import N_, Fault, MastermotError, Reason, nearest, printable
from mastermot.lazy import begin_collection
from mastermot.texts import _, join, languages, plural
from mastermot.words.files import FileUnreadableError, name_reason

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

ABOUT = {
    "solve": N_("Find the word of a Master Mot puzzle."),
    "play": N_("Let the machine find your secret."),
    "guess": N_("Find the machine's secret."),
    "next": N_("Say what to play next."),
    "review": N_("Judge a game move by move."),
    "marks": N_("Print the marks of a guess."),
    "rank": N_("Rank the best opening guesses."),
    "duel": N_("Play players against each other."),
    "cliques": N_("List word families, such as RA?E."),
    "ladder": N_("Find ladders: words one letter apart."),
    "compose": N_("Compose puzzles with one solution."),
    "daily": N_("Print the puzzle of the day."),
    "words": N_("List the dictionaries and their words."),
    "serve": N_("Serve the web app and the HTTP API."),
    "site": N_("Write the web app as a folder of plain files."),
}
"""What each command is for, in the order in which they are listed."""
RESEARCH = {
    "explore": N_("Play every secret; keep, compare, plot."),
    "accelerate": N_("Propose acceleration words."),
    "optimal": N_("Find a provably optimal strategy."),
    "tree": N_("Replay a strategy tree."),
    "static": N_("Find fixed guesses."),
}
"""The commands of research. Help lists them after the others, under a heading of their own."""
ABOUT |= RESEARCH
RENAMED = {"families": "cliques"}  #: Names of commands of earlier versions, and what these are called now.


def show_warning(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, *_stream: Any, **_more: Any
) -> None:
    """Print a warning on standard error: in the reader's language if it carries an error of ours (`PluginWarning`).

    Python calls this in place of `warnings.showwarning`.
    """
    ours = [argument for argument in getattr(message, "args", ()) if isinstance(argument, MastermotError)]
    if ours:
        output.note(errors.describe(ours[0]))
    else:
        output.note(warnings.formatwarning(message, category, filename, lineno).rstrip())


class Failure(click.ClickException):
    """An error as click prints it: its text, and the exit status of the command."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.exit_code = status  # type: ignore[misc]


LANGUAGE = click.Option(
    ["--lang"],
    type=click.Choice(sorted(languages.LANGUAGES, reverse=True)),
    expose_value=False,
    help=N_("Language of the texts; by default, that of the environment."),
)
"""The option ``--lang``, which every command has. `choose_language` reads it before click parses the command line."""


class Group(click.Group):
    """A lazy group: a command's module is imported when the command is called. It turns errors into sentences too."""

    context_class = Context

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [translate_metavar(piece) for piece in super().collect_usage_pieces(ctx)]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(ABOUT)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in ABOUT:
            return None
        # the module of a command has a function of the same name: `solve` of `mastermot.cli.solve`
        declared: click.Command = getattr(importlib.import_module(f"mastermot.cli.{name}"), name)
        command = translate(declared)  # a copy, with its own list of parameters
        command.params.append(translate_parameter(LANGUAGE, ctx))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name of the command, the command, and its arguments, as click does.

        An unknown command is refused (`refuse_unknown`). Among the arguments, each option that may stand without a
        value, and does, gets one (`name_alone`). Once the command is loaded, Ctrl-C works again (`begin_work`). If a
        shell only asks for completions, none of this is done.
        """
        only_completes = ctx.resilient_parsing  # click sets this while it completes for a shell
        if not only_completes:
            refuse_unknown(args[0], ctx)
        command_name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not only_completes:
            rest = name_alone(command, rest)
            begin_work()
        return command_name, command, rest

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return what a shell offers: the commands that start with `incomplete`, or the options if it is a dash."""
        commands = [offer(name, about=_(text)) for name, text in ABOUT.items() if name.startswith(incomplete)]
        # not the method of `click.Group`, which would import every command
        options = click.Command.shell_complete(self, ctx, incomplete)
        return commands + options

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands in the help: those of research come last, under a heading of their own."""
        others = {name: text for name, text in ABOUT.items() if name not in RESEARCH}
        sections = ((_("Commands"), others), (_("Research"), RESEARCH))
        for heading, about in sections:
            lines = [(name, _(text)) for name, text in about.items()]  # nothing is imported for this
            with formatter.section(heading):
                formatter.write_dl(lines)
        formatter.write_paragraph()
        formatter.write_text(_("The help of a command, with examples: mastermot COMMAND --help"))

    def main(self, args: Sequence[str] | None = None, *arguments: Any, **settings: Any) -> Any:
        """Run the command line, in the reader's language, and end the process with the exit status of the command."""
        args = sys.argv[1:] if args is None else list(args)
        output.prepare_streams()
        warnings.showwarning = show_warning
        languages.use(choose_language(args, os.environ))
        # every thread of OpenBLAS takes memory, and nothing here multiplies matrices
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        translate_texts_of_click()
        # in standalone mode click prints errors itself, and loses the exit status if it cannot write the message
        settings["standalone_mode"] = False
        with output.end_quietly_without_reader():
            try:
                status = click.Group.main(translate(self), args, *arguments, **settings)
            except click.ClickException as error:
                status = error.exit_code
                output.write_if_possible(error.show)
            except click.Abort:
                status = errors.EXIT_INTERRUPTED
                output.note(_("Interrupted."))
        output.flush_streams()
        raise SystemExit(status or errors.EXIT_DONE)  # a command without a status of its own is done

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        with describe_failures():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Remarks come after its answer, also if that is “no solution”; after an error, none do."""
        with describe_failures():
            try:
                result = click.Group.invoke(self, ctx)
                output.tell_remarks()
                return result
            except click.exceptions.Exit:  # the command ends with a status of its own, as after “no solution” or Ctrl-C
                output.tell_remarks()
                raise
            except MastermotError as error:
                if error.fault is Fault.NO_SOLUTION:
                    output.tell_remarks()
                raise
            finally:  # here, so that a failure to write becomes a message too
                if sys.stdout and not sys.stdout.closed:
                    sys.stdout.flush()


def refuse_unknown(name: str, ctx: click.Context) -> None:
    """Raise `click.UsageError` if no command has this name; click checks options.

    The error suggests the new name of a command that was renamed, or else similar names.
    """
    is_option = name.startswith("-")
    if name in ABOUT or is_option:
        return
    near = (RENAMED[name],) if name in RENAMED else nearest(name, ABOUT)
    if near:
        text = _("There is no command “{name}”. Did you mean {near}?")
    else:
        text = _("There is no command “{name}”. See: mastermot --help")
    raise click.UsageError(text.format(name=printable(name, 40), near=join(near, _("or"))), ctx)


def translate_texts_of_click() -> None:
    """Make click translate its own texts from our catalogue: click looks them up in the current domain of gettext.

    If the catalogue of the language in use cannot be read, click's texts stay in English.
    """
    # for English, and for a catalogue that cannot be read, `catalogue` returns gettext's `NullTranslations`
    is_readable = isinstance(languages.catalogue(languages.in_use()), catalogues.GNUTranslations)
    os.environ["LANGUAGE"] = languages.in_use() if is_readable else languages.ENGLISH
    catalogues.bindtextdomain(languages.DOMAIN, languages.FOLDER)
    catalogues.textdomain(languages.DOMAIN)


def begin_work() -> None:
    """Make Ctrl-C an exception again, and turn on garbage collection: `mastermot.__main__` has put off both."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    begin_collection()


@contextmanager
def describe_failures() -> Iterator[None]:
    """Turn any error of a command into one that click prints, in the reader's language, with an exit status.

    Our errors and those of click keep their sentence (`fit_message`). Ctrl-C ends the command with the exit status
    `EXIT_INTERRUPTED`. Any other error is a shortage, a file that failed, or a bug (`name_unexpected`); with
    ``MASTERMOT_DEBUG`` it is raised as it is, so that Python prints its traceback. `Exit` and `Abort`, with which click
    ends a command, are raised as they are too.
    """
    try:
        with output.end_quietly_without_reader():
            yield
    except (click.exceptions.Exit, click.Abort):
        raise
    except (Exception, KeyboardInterrupt) as error:
        if isinstance(error, MastermotError | click.ClickException):
            raise fit_message(error) from None
        # if Ctrl-C was pressed while a module was imported, its exception may be only the cause of another error
        was_interrupted = any(isinstance(cause, KeyboardInterrupt) for cause in list_causes(error))
        if was_interrupted:
            with suppress(KeyboardInterrupt):  # Ctrl-C may be pressed again
                click.echo("\n" + _("Interrupted."), err=True)
            raise click.exceptions.Exit(errors.EXIT_INTERRUPTED) from None
        if os.environ.get("MASTERMOT_DEBUG"):
            raise
        raise fit_message(name_unexpected(error)) from None


def fit_message(error: MastermotError | click.ClickException) -> click.ClickException:
    """Return an error as click will print it, with the message wrapped to the terminal.

    An error of ours becomes a `Failure`. An error of click gets the quotes of the reader's language, and:

    - about an unknown option, options of similar names (`suggest_options`);
    - about an argument that is missing or not expected, an example of the command (`show_example`);
    - about a value from an environment variable, the name of that variable (`name_variable`).
    """
    if isinstance(error, MastermotError):
        printed: click.ClickException = Failure(errors.describe(error), errors.STATUSES[error.fault])
    elif isinstance(error, click.NoSuchOption):
        printed = suggest_options(error)
    else:
        printed = error
    if isinstance(printed, click.BadParameter):
        name_variable(printed)  # changes the error itself
    is_text_of_click = not isinstance(printed, Failure)
    text = printed.format_message()
    if is_text_of_click:
        text = replace_quotes(text) + show_example(printed)
    text = output.fit_text(text, sys.stderr, before=_("Error: {message}", message=""))
    printed.format_message = lambda: text  # type: ignore[method-assign]  # click calls it to print the error
    return printed


def replace_quotes(text: str) -> str:
    """Return a message of click with the quotes of the reader's language in place of ``'``, except in English.

    In French, ``l'option '--foo'`` becomes ``l'option « --foo »``: an apostrophe between letters is no quote.
    """
    english = N_("“{clue}”")
    quoted = _(english)  # a sentence of the catalogue that is nothing but quotes
    if quoted == english:
        return text
    return re.sub(r"(?<!\w)'([^'\n]*)'(?!\w)", lambda match: quoted.format(clue=match[1]), text)


def show_example(error: click.ClickException) -> str:
    """Return a line with an example of the command, if an argument is missing or not expected; else "".

    The line begins with a newline, and shows the first example of the help that calls the command: after ``mastermot
    cliques race``, where ``race`` is not expected, ``mastermot cliques --word raie``. If the help has no such example,
    "" is returned.
    """
    context = error.ctx if isinstance(error, click.UsageError) else None  # also None if the error has no command
    is_missing = isinstance(error, click.MissingParameter)
    is_extra = error.message.startswith(list_texts_before_extra_arguments())
    is_about_arguments = is_missing or is_extra
    if context is None or not is_about_arguments:
        return ""
    command = context.command
    examples = (command.epilog or "").splitlines()
    calls = [line.strip() for line in examples if f"mastermot {command.name}" in line]
    if not calls:
        return ""
    return "\n  " + _("For example: {example}", example=calls[0])


def list_texts_before_extra_arguments() -> tuple[str, ...]:
    """Return the beginnings of click's errors about arguments that a command does not take: for one, and for several.

    In English they are "Got unexpected extra argument " and "Got unexpected extra arguments ", in other languages the
    translations of these. click has no class of its own for such errors: they can be told from others only by the text.
    """
    one = "Got unexpected extra argument ({args})"
    many = "Got unexpected extra arguments ({args})"
    return tuple(plural(one, many, count, args="").removesuffix("()") for count in (1, 2))


def suggest_options(error: click.NoSuchOption) -> click.NoSuchOption:
    """Return the error about an unknown option, with options of similar names: ``-lang`` suggests ``--lang``."""
    parameters = error.ctx.command.get_params(error.ctx) if error.ctx else []
    names = [name[2:] for parameter in parameters for name in parameter.opts if name.startswith("--")]
    near = [f"--{name}" for name in nearest(error.option_name.lstrip("-"), names)]
    return click.NoSuchOption(printable(error.option_name, 40), possibilities=near, ctx=error.ctx)


def name_variable(error: click.BadParameter) -> None:
    """Make an error about a value from an environment variable name the variable, not the option."""
    parameter = error.param
    if error.ctx is None or parameter is None or parameter.envvar is None:
        return
    if error.ctx.get_parameter_source(parameter.name or "") is ParameterSource.ENVIRONMENT:
        error.param_hint = f"'{parameter.envvar}'"


SHORT = {
    errno.ENOMEM: N_("not enough memory"),
    errno.EAGAIN: N_("no more processes or threads can be started"),
    errno.EMFILE: N_("too many files are open"),
    errno.ENFILE: N_("too many files are open"),
}
"""What the machine has run out of, by the errno of the operating system's error."""


def list_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, then the error that it came from, then the one that this came from, and so on.

    An error comes from its cause (``raise … from cause``) or, without one, from the error that was being handled.
    """
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def find_shortage(error: BaseException) -> int | None:
    """Return the errno, one of `SHORT`, of what the machine has run out of, if this caused an error; else None.

    If memory is short, or no thread can be started, Python may raise an error of its own, which has no errno.
    """
    for cause in list_causes(error):
        if isinstance(cause, OSError) and cause.errno in SHORT:
            return cause.errno
        if isinstance(cause, MemoryError):
            return errno.ENOMEM
        if isinstance(cause, RuntimeError) and "can't start new thread" in str(cause):
            return errno.EAGAIN
    return None


def name_unexpected(error: BaseException) -> MastermotError | Failure:
    """Return the error to print for an error that is not ours: a shortage, one of the operating system, or a bug."""
    if (number := find_shortage(error)) is not None:
        return errors.NotEnoughError(reason=Reason(SHORT[number]))
    if isinstance(error, OSError) and error.strerror:
        return name_system_error(error)
    type_and_text = f"{type(error).__name__}: {error}"
    message = N_("something unexpected happened ({error}): please report it, with MASTERMOT_DEBUG=1 set.")
    return Failure(_(message, error=type_and_text), errors.EXIT_UNEXPECTED)


def name_system_error(error: OSError) -> MastermotError:
    """Return the error to print for one of the operating system: about its file, or else about standard output.

    An error that names no file is taken to come from writing to standard output. In that case nothing more is written
    there: otherwise Python would fail once more at its end.
    """
    reason = name_reason(error)
    if isinstance(error.filename, str | bytes):
        return FileUnreadableError(source=os.fsdecode(error.filename), reason=reason)
    with suppress(AttributeError, OSError, ValueError):  # no file behind the stream
        output.drop_output(sys.stdout)
    return errors.OutputUnwritableError(reason=reason)


def choose_language(args: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language named by ``--lang``, wherever it stands in the arguments, or else by the environment.

    If there are several ``--lang``, the first one that names a language that we have is taken. The others are passed
    over here, and click refuses unknown ones later. After ``--`` there are no options.

    >>> choose_language(["solve", "--lang", "fr", "coude"], {}), choose_language(["solve", "--lang=es", "coude"], {})
    ('fr', 'es')
    """
    end_of_options = args.index("--") if "--" in args else len(args)
    for index, argument in enumerate(args[:end_of_options]):
        option, sign, value = argument.partition("=")
        if option != "--lang":
            continue
        is_value_next = not sign and index + 1 < len(args)  # ``--lang fr``, not ``--lang=fr``
        if is_value_next:
            value = args[index + 1]
        if value in languages.LANGUAGES:
            return value
    return languages.from_environment(environment)
