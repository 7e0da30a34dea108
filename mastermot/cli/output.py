"""What all commands share on their way in and out: files or standard input, JSON, tables, lists cut to a screen."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

import click

from mastermot.errors import FileTooLargeError
from mastermot.locale import gettext as _


def print_json(document: object) -> None:
    """Print one JSON document on standard output."""
    import json

    click.echo(json.dumps(document, ensure_ascii=False))


def note(text: str) -> None:
    """Print a remark on standard error: whatever is not the result."""
    click.echo(text, err=True)


def emphasized(text: str) -> str:
    """Return `text` in bold on a terminal, unless ``NO_COLOR`` is set."""
    return click.style(text, bold=True) if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else text


def standard_input(largest: int) -> bytes:
    """Return the bytes of standard input. Raises `FileTooLargeError` over `largest`."""
    content = sys.stdin.buffer.read(largest + 1)
    if len(content) > largest:
        raise FileTooLargeError(source=_("standard input"), limit=largest)
    return content


def print_table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under titles, columns aligned, numbers to the right."""
    lines = [[str(cell) for cell in row] for row in rows]
    numeric = [
        all(line[column].replace(".", "").replace("-", "").isdigit() for line in lines) for column in range(len(titles))
    ]
    widths = [max(len(line[column]) for line in [list(titles), *lines]) for column in range(len(titles))]
    for line in [list(titles), *lines]:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def wrapped(words: Iterable[str], indent: str = "") -> str:
    """Return the words in lines as wide as the terminal, each after `indent`."""
    width = max(40, min(shutil.get_terminal_size((80, 24)).columns, 120))
    return textwrap.fill(
        " ".join(words),
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
