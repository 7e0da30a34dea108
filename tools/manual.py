#!/usr/bin/env python3
"""Make what is installed beside the program: manual pages of its commands, and scripts that complete them.

``python3 tools/manual.py`` writes the files of ``share/``; a test holds them in step. We looked at click-man:
it makes a page for each command, in one language, of groups that hold all their commands.
"""

from __future__ import annotations

import gettext
import inspect
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from mastermot import __version__
from mastermot.cli import main
from mastermot.cli.help import UNBROKEN, describe, translate
from mastermot.texts import languages
from mastermot.texts.languages import gettext as _

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "share"
NAME = "mastermot"
SHELLS: dict[str, type[ShellComplete]] = {
    f"bash-completion/completions/{NAME}": BashComplete,
    f"zsh/site-functions/_{NAME}": ZshComplete,
    f"fish/vendor_completions.d/{NAME}.fish": FishComplete,
}
TITLES = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "SEE ALSO")
SUMMARY = "solve, explain, play and study word-deduction puzzles"
LAST_WORDS = "The documentation: the folder docs of the source."


def read_statuses() -> dict[str, str]:
    """Return what each exit status means, as the documentation has it."""
    table = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    return {number: text.replace("`", "") for number, text in re.findall(r"^\| (\d+) \| (.*) \|$", table, re.MULTILINE)}


def list_texts() -> list[str]:
    """Return the texts of the manual page that the program itself does not say."""
    return [*TITLES, SUMMARY, LAST_WORDS, *read_statuses().values()]


def write_roff(text: str) -> str:
    """Return a text for troff: nothing in it is an order, and blank lines begin paragraphs."""
    escaped = (
        text.replace(UNBROKEN, "-").replace("\\|", "|").replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    )
    escaped = re.sub("[\u00a0\u202f]", r"\\~", escaped)  # spaces at which no line ends
    return "\n.PP\n".join(re.sub(r"^(?=[.'])", r"\\&", part, flags=re.MULTILINE) for part in escaped.split("\n\n"))


def write_options(parameters: Sequence[click.Parameter], ctx: click.Context) -> Iterator[str]:
    """Yield the lines of the options among some parameters."""
    for parameter in parameters:
        record = describe(parameter).get_help_record(ctx)
        if not record or not isinstance(parameter, click.Option):
            continue
        names, text = map(write_roff, record)
        yield f".TP\n.B {names}\n{text}"


def list_examples(command: click.Command) -> list[str]:
    """Return the examples that stand at the end of the help of a command, under their title."""
    return [line.strip() for line in (command.epilog or "").splitlines()[2:]]


def write_manual(language: str) -> str:
    """Return the manual page in a language."""
    with languages.speak(language), patch.dict(os.environ, LANGUAGE=language):  # the latter for click's own texts
        gettext.bindtextdomain(languages.DOMAIN, languages.FOLDER)
        gettext.textdomain(languages.DOMAIN)
        name, synopsis, description, options, commands, status, see = map(_, TITLES)
        group = translate(main)
        assert isinstance(group, click.Group)
        whole = click.Context(group, info_name=NAME, **group.context_settings)
        lines = [
            f'.\\" Made by tools/manual.py.\n.TH {NAME.upper()} 1 "" "{NAME} {__version__}"',
            f".SH {name}\n{NAME} \\- {write_roff(_(SUMMARY))}",
            f".SH {synopsis}\n.B {NAME}\n{write_roff(' '.join(group.collect_usage_pieces(whole)))}",
            f".SH {description}\n{write_roff(group.help or '')}",
            f".SH {options}",
            *write_options(group.params, whole),
            f".TP\n.B \\-h, \\-\\-help\n{gettext.gettext('Show this message and exit.')}",
            f".SH {commands}",
        ]
        shared = {option for parameter in group.params for option in parameter.opts}
        for called in group.list_commands(whole):
            command = group.get_command(whole, called)
            assert command is not None
            ctx = click.Context(command, whole, called)
            usage = " ".join(command.collect_usage_pieces(ctx))
            lines.append(
                f'.SS "{NAME} {called} {write_roff(usage)}"\n{write_roff(inspect.cleandoc(command.help or ""))}'
            )
            lines += write_options([one for one in command.params if not shared.intersection(one.opts)], ctx)
            lines += [f".PP\n.EX\n{write_roff(f'$ {example}')}\n.EE" for example in list_examples(command)]
        lines.append(f'.SH "{status}"')
        lines += [f".TP\n.B {number}\n{write_roff(_(text))}" for number, text in read_statuses().items()]
        return "\n".join([*lines, f'.SH "{see}"\n{write_roff(_(LAST_WORDS))}\n'])


def make_files() -> dict[str, str]:
    """Return the text of each file of ``share/`` by its path there."""
    files = {}
    for language in languages.LANGUAGES:
        place = "man" if language == languages.ENGLISH else f"man/{language}"
        files[f"{place}/man1/{NAME}.1"] = write_manual(language)
    for path, shell in SHELLS.items():
        files[path] = shell(main, {}, NAME, f"_{NAME.upper()}_COMPLETE").source()
    return files


if __name__ == "__main__":
    for path, text in make_files().items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_text(text, encoding="utf-8")
