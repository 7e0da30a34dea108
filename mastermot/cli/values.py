"""The values of options: what stands for them in help, which are allowed, what the shell completes.

Where a file may be given too, the item ``file`` tells the shell to complete paths; a shell that has names to offer may
show these first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from mastermot.dictionaries import shelf
from mastermot.errors import N_, printable
from mastermot.locale import gettext as _
from mastermot.rules import RULES
from mastermot.wording.numbers import write_number
from mastermot.words import LONGEST, SHORTEST

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], list["CompletionItem"]]

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
    """A number, whole or not, perhaps within bounds."""

    name = "number"

    def __init__(
        self,
        least: float | None = None,
        most: float | None = None,
        *,
        kind: type[int] | type[float] = int,
        above: bool = False,
    ) -> None:
        """Take the bounds, None where there is none; with `above`, the least number itself is not allowed."""
        self.kind, self.least, self.most, self.above = kind, least, most, above

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """Return the number that a text says. Raises `click.BadParameter` for another text or a number out of range."""
        try:
            number = self.kind(value)
        except (ValueError, OverflowError):
            text = _("“{text}” is not a whole number.") if self.kind is int else _("“{text}” is not a number.")
            self.fail(text.format(text=printable(str(value))), param, ctx)
        low = self.least is not None and (number <= self.least if self.above else number < self.least)
        if low or (self.most is not None and number > self.most) or number != number:
            allowed = _("{number} is out of range: {range}.")
            self.fail(allowed.format(number=printable(str(value)), range=self.describe_range()), param, ctx)
        return number

    def describe_range(self) -> str:
        """Return "2 to 15", "1 or more"; empty where every number is allowed."""
        if self.least is None:
            return ""
        if self.most is not None:
            return _("{least} to {most}").format(least=write_number(self.least), most=write_number(self.most))
        text = _("more than {least}") if self.above else _("{least} or more")
        return text.format(least=write_number(self.least))


LENGTH = Number(SHORTEST, LONGEST)
"""The length of words."""


def offer(names: Callable[[click.Context], Iterable[str]], *, files: bool = False) -> Complete:
    """Return what completes a value: the names that start with what is typed, and with `files` the paths of files."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        paths = [CompletionItem(incomplete, type="file")] if files else []
        return paths + [CompletionItem(name) for name in names(ctx) if name.startswith(incomplete)]

    return complete


def completer_for(metavar: str) -> Complete | None:
    """Return what completes a value by what stands for it in the help; None for a value that nothing completes."""
    if metavar.startswith("FILE"):
        return offer(lambda ctx: (), files=True)
    if metavar == "NAME|PATH":
        return offer(lambda ctx: shelf(), files=True)
    return offer(lambda ctx: RULES) if metavar == "RULE" else None
