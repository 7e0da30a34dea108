"""Commands translated into the reader's language, and the help of their options.

A command is declared once, with texts marked by `N_`, but one process may speak several languages. So
`mastermot.cli.group` gives out a translated copy of each command. The names of rules and players are added only when
help is shown: finding them takes long, since plugins of other packages may add to them.
"""

import re
from collections.abc import Iterator
from copy import copy

import click

from mastermot.cli.output import glue_signs
from mastermot.cli.types import Name, Number
from mastermot.errors import N_
from mastermot.texts import _, join, write_number

UNBROKEN = "\u2011"  #: A no-break hyphen.
STANDING = (
    *(N_("ADDRESS"), N_("ARGS"), N_("CODE"), N_("COMMAND"), N_("FILE"), N_("FOLDER")),
    *(N_("GUESS"), N_("LETTERS"), N_("LIST"), N_("MARKS"), N_("MB"), N_("NAME"), N_("NUMBER")),
    *(N_("OPTIONS"), N_("ORIGIN"), N_("PATH"), N_("PATTERN"), N_("RULE")),
    *(N_("SECONDS"), N_("SECRET"), N_("WORD"), N_("YYYY-MM-DD")),
)
"""The words in capitals that stand for values in help; they are translated."""


class Context(click.Context):
    """A context whose help says what each option takes, and breaks no line within a name such as fr-common."""

    def get_help(self) -> str:
        """Return the help of the command.

        Click breaks the lines of a help. So that it breaks none before a sign such as “:”, or in the name of an option
        or a list, `glue_signs` and `describe` put no-break spaces and hyphens there. At the end the hyphens are
        replaced by usual ones.
        """
        self.command = copy(self.command)  # the changes below are for this help only
        self.command.help = glue_signs(self.command.help or "")
        self.command.params = [describe(parameter) for parameter in self.command.params]
        return super().get_help().replace(UNBROKEN, "-")


def translate(command: click.Command) -> click.Command:
    """Return a copy of a command with its texts in the language in use; the epilog becomes a list of examples."""
    translated = copy(command)
    translated.context_class = Context
    if command.help:
        translated.help = _(command.help)
    if command.epilog:
        examples = "".join(f"\n  {line}" for line in command.epilog.splitlines())
        title = _("Examples:")
        translated.epilog = f"\b\n{title}{examples}"  # \b: click leaves these lines as they are
    translated.options_metavar = translate_metavar(command.options_metavar or "")
    context = click.Context(command)
    translated.params = [translate_parameter(parameter, context) for parameter in command.params]
    return translated


def translate_parameter(parameter: click.Parameter, context: click.Context) -> click.Parameter:
    """Return a copy of an option or argument with its texts in the language in use.

    The declared help names other options by their parameters, between backquotes: `most_turns` is shown as
    ``--most-turns``. Click needs the `context` to make the placeholder of the value.
    """
    translated = copy(parameter)
    translated.metavar = translate_metavar(parameter.make_metavar(context))
    if isinstance(translated, click.Option) and translated.help:
        text = _(translated.help)
        translated.help = re.sub("`(\\w+)`", lambda match: "--" + match[1].replace("_", "-"), text)
    return translated


def translate_metavar(text: str) -> str:
    """Return the placeholder of a value, ``NAME|PATH`` or ``[WORD [WORD]]``, in the language in use.

    Only words of `STANDING` are translated: URL stays as it is.
    """

    def translate_word(match: re.Match[str]) -> str:
        word = match[0]
        return _(word) if word in STANDING else word

    return re.sub("[A-Z][A-Z-]*[A-Z]", translate_word, text)


def describe(parameter: click.Parameter) -> click.Parameter:
    """Return a copy of an option whose help also says what it takes: ``How many guesses.  [default: 5; 1 to 1,000]``.

    If it takes one of some names, these are listed before the bracket: ``How marks are given: black, black-white, …``.
    An argument, which has no help of its own, is returned as it is.
    """
    if not isinstance(parameter, click.Option):
        return parameter
    text = parameter.help or ""
    if isinstance(parameter.type, Name) and parameter.type.listed:
        names = join(list(parameter.type.listed()), _("or"))
        text = _("{text}: {names}.", text=text.removesuffix("."), names=names)
    semicolon = _("{first}; {rest}", first="", rest="")  # "; ", or " ; " in French
    details = semicolon.join(list_details(parameter))
    if details:
        text += f"  [{details}]"
    described = copy(parameter)
    described.help = glue_signs(text).replace("-", UNBROKEN)
    return described


def list_details(option: click.Option) -> Iterator[str]:
    """Yield the environment variable of an option, its default and its range, as far as the option has them."""
    if option.envvar:
        yield _("env var: {var}", var=str(option.envvar))
    default = write_default(option)
    if default:
        yield _("default: {default}", default=default)
    allowed = option.type.describe_range() if isinstance(option.type, Number) else ""
    if allowed:
        yield allowed


def write_default(option: click.Option) -> str:
    """Return the default of an option as help shows it: a number or a text; empty if help shows none.

    A flag with two names, ``--access-log/--no-access-log``, shows the name that holds by default: ``access-log``. Other
    flags and counted options show nothing.
    """
    default = option.default
    if option.secondary_opts:
        names = option.opts if default else option.secondary_opts
        return names[0].lstrip("-")
    if option.count or isinstance(default, bool):
        return ""
    if isinstance(default, int | float):
        return write_number(default)
    return default if isinstance(default, str) else ""
