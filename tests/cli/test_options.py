"""The options of all commands, taken from the program."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import click
import pytest

from mastermot.cli import main
from mastermot.cli.options import DICTIONARY
from tests.messages import check_told
from tests.support import ROOT, environment, run, some
from tests.terminal import Terminal

CONTEXT = click.Context(main, **main.context_settings)
OPTIONS = [
    (name, option)
    for name in main.list_commands(CONTEXT)
    if (command := main.get_command(CONTEXT, name))
    for parameter in command.get_params(click.Context(command, CONTEXT))
    if isinstance(parameter, click.Option) and not parameter.is_flag and not parameter.count
    if getattr(parameter.type, "alone", None) is None
    for option in parameter.opts
]
"""Every option that needs a value, with its command: --hard may stand alone."""
COUDE = str(ROOT / "puzzles" / "coude.txt")


def test_a_shipped_file_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = ("play", "--words", "fr-common", "--length", "5", "--secret", "coude", "--player", "decodeur", "--accel")
    for name in ("fr-5", "fr-5.txt", "accel/fr-5.txt"):
        assert run(*game, name).exit_code == 0
    told = run(*game, "fr-55")
    assert told.exit_code == 3
    assert "fr-5, " in told.stderr
    assert "coude, " in run("solve", "coudee").stderr


LISTS = [
    (name, option)
    for name, option in OPTIONS
    if any(
        option in parameter.opts and parameter.type is DICTIONARY
        for parameter in main.get_command(CONTEXT, name).params  # type: ignore[union-attr]
    )
]
"""Every option that names a list of words, with its command."""


@pytest.mark.parametrize(("name", "option"), [*LISTS, ("compose", "--with")])
def test_an_unknown_list_is_refused_by_the_name_of_its_option(name: str, option: str, tmp_path: Path) -> None:
    """The option as the help has it first: `--from` for `--guesses` of `accelerate`, which is its other name."""
    game = tmp_path / "game.txt"
    game.write_text("RAIES XO\n", encoding="utf-8")
    tree = str(ROOT / "tests/data/kept/tree.json")
    rest = {"solve": [COUDE], "review": [str(game)], "tree": [tree], "static": ["--count", "1"]}.get(name, [])
    chosen = [] if option == "--words" or name == "compose" else ["--words", "fr-common", "--length", "5"]
    refused = run(name, *rest, *chosen, option, "no-such-list")
    assert refused.exit_code == 2
    shown = "--from" if name == "accelerate" and option == "--guesses" else option
    check_told(refused.stderr, "dictionary-unknown", f"{shown}: ", "“no-such-list”")


def test_an_unknown_option_is_not_told_again_whole() -> None:
    assert len(run("solve", "--" + "A" * 5000).stderr) < 500


def test_a_dumb_terminal_gets_no_escape_codes() -> None:
    terminal = Terminal("solve", "coude", "--explain", environment={"TERM": "dumb"})
    assert terminal.close() == 0
    assert "\x1b" not in terminal.text


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_messages_that_cannot_be_written_never_cost_the_answer() -> None:
    for arguments, status, printed in (("coude",), 0, "COUDE"), (("nowhere",), 3, ""):
        command = f'exec "$0" -m mastermot solve {" ".join(arguments)} 2>/dev/full'
        done = subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, text=True, env=environment())
        assert (done.returncode, done.stdout[:5]) == (status, printed)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError("Unable to allocate 9 GiB"),
        RuntimeError("can't start new thread"),
        OSError(errno.EMFILE, "Too many open files"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_the_machine_is_short_of_is_said(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("mastermot.cli.words.open_dictionary", fail)
    for lang in ("en", "fr"):
        told = run("words", "fr", lang=lang)
        assert told.exit_code == 4
        assert str(error) not in told.stderr
        assert "report" not in told.stderr


@pytest.mark.parametrize("name", sorted({name for name, _option in OPTIONS}))
def test_an_option_without_its_value_is_refused(name: str) -> None:
    for option in some((option for command, option in OPTIONS if command == name)):
        for arguments in ([option], ["anything", option]):
            told = run(name, *arguments)
            assert (told.exit_code, told.stdout) == (2, ""), arguments
            check_told(told.stderr, "", f"'{option}'", "argument")
