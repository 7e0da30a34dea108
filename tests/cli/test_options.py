"""The options of all commands, taken from the program."""

from __future__ import annotations

import click
import pytest

from mastermot.cli import main
from tests.support import run

CONTEXT = click.Context(main)
OPTIONS = [
    (name, option)
    for name in main.list_commands(CONTEXT)
    if (command := main.get_command(CONTEXT, name))
    for parameter in command.get_params(click.Context(command))
    if isinstance(parameter, click.Option) and not parameter.is_flag and not parameter.count
    for option in parameter.opts
]
"""Every option that takes a value, with its command."""


@pytest.mark.parametrize("name", sorted({name for name, _option in OPTIONS}))
def test_an_option_without_its_value_is_refused(name: str) -> None:
    for option in (option for command, option in OPTIONS if command == name):
        for arguments in ([option], ["anything", option]):
            told = run(name, *arguments)
            assert (told.exit_code, told.stdout) == (2, ""), arguments
            assert f"Option '{option}' requires an argument." in told.stderr, arguments
