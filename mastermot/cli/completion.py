"""What the shell completes: the names that options take, offered by click's own completion.

Where a file may be given too, the item ``file`` tells the shell to complete paths; a shell that has names to offer may
show these first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

Complete = Callable[["click.Context", "click.Parameter", str], list["CompletionItem"]]


def offer(names: Callable[[click.Context], Iterable[str]], *, files: bool = False) -> Complete:
    """Return what completes a value: the names that start with what is typed, and with `files` the paths of files."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        paths = [CompletionItem(incomplete, type="file")] if files else []
        return paths + [CompletionItem(name) for name in names(ctx) if name.startswith(incomplete)]

    return complete


def list_dictionaries(ctx: click.Context) -> Iterable[str]:
    """Return the names of the shipped dictionaries."""
    from mastermot.dictionaries import shelf

    return shelf()


def list_rules(ctx: click.Context) -> Iterable[str]:
    """Return the names of the rules of marking."""
    from mastermot.rules import RULES

    return RULES


COMPLETE_FILE = offer(lambda ctx: (), files=True)
COMPLETE_DICTIONARY = offer(list_dictionaries, files=True)
BY_METAVAR = {"NAME|PATH": COMPLETE_DICTIONARY, "RULE": offer(list_rules)}


def completer_for(metavar: str | None) -> Complete | None:
    """Return what completes a value by what stands for it in the help; None for a value that nothing completes."""
    if metavar is not None and metavar.startswith("FILE"):
        return COMPLETE_FILE
    return BY_METAVAR.get(metavar or "")
