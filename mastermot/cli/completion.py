"""What the shell completes: the names that options take, offered by click's own completion.

Where a file may be given too, the item ``file`` tells the shell to complete paths; a shell that has names to offer may
show these first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from mastermot.rules import RULES

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


def completer_for(metavar: str) -> Complete | None:
    """Return what completes a value by what stands for it in the help; None for a value that nothing completes."""
    if metavar.startswith("FILE"):
        return offer(lambda ctx: (), files=True)
    if metavar == "NAME|PATH":
        return offer(list_dictionaries, files=True)
    return offer(lambda ctx: RULES) if metavar == "RULE" else None
