"""Completion in bash, zsh and fish, as their scripts ask for it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mastermot import RULES
from mastermot.cli import main
from mastermot.cli.group import ABOUT
from mastermot.game import CODEMAKERS, PLAYERS, POOLS, STRATEGIES
from mastermot.words.dictionaries import shelf
from tests.support import ROOT, environment, loaded, python, run, some

SHELLS = ("bash", "zsh", "fish")


def completions(shell: str, line: str) -> list[tuple[str, str]]:
    """Return what is offered for the last word of a command line: kinds and values."""
    words = line.split(" ")
    settings = {
        "_MASTERMOT_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1),
    }
    result = CliRunner().invoke(main, [], env=settings, prog_name="mastermot")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.strip("\n").splitlines()
    if shell == "zsh":
        return list(zip(lines[::3], lines[1::3], strict=True))
    return [(kind, value.partition("\t")[0]) for kind, _, value in (line.partition(",") for line in lines)]


def names(shell: str, line: str) -> list[str]:
    """Return the names that are offered for the last word of a command line."""
    return [value for kind, value in completions(shell, line) if kind == "plain"]


@pytest.mark.parametrize("shell", SHELLS)
def test_names(shell: str) -> None:
    players = list(dict.fromkeys([*PLAYERS, *STRATEGIES]))
    assert names(shell, "mastermot ") == list(ABOUT)
    assert names(shell, "mastermot s") == ["solve", "serve", "site", "static"]
    assert names(shell, "mastermot duel --codem") == ["--codemaker"]
    assert names(shell, "mastermot duel --codemaker ") == list(CODEMAKERS)
    assert names(shell, "mastermot play --player ") == players
    assert names(shell, "mastermot play --pool ") == list(POOLS)
    assert names(shell, "mastermot play --strategy m") == ["minimax"]
    assert names(shell, "mastermot marks paume coude --rule black") == ["black", "black-white"]
    assert names(shell, "mastermot solve --words fr") == ["fr", "fr-common", "fr-answers"]
    assert "coude" in names(shell, "mastermot solve ")
    assert names(shell, "mastermot solve --lang ") == ["fr", "es", "en"]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "line",
    [
        "mastermot solve puz",
        "mastermot words ./li",
        "mastermot play --words my",
        "mastermot explore --database ru",
        "mastermot play --accel acc",
        "mastermot compose --sheet she",
    ],
)
def test_files_still_complete(shell: str, line: str) -> None:
    assert ("file", line.rpartition(" ")[2]) in completions(shell, line)


@pytest.mark.parametrize("command", ABOUT)
def test_every_option_that_takes_a_name_or_a_file_completes_it(command: str) -> None:
    """Those of ``--run`` depend on the database, see below."""
    for line in some(run(command, "--help").stdout.splitlines()):
        option = re.match(r"  (--[\w-]+)(?:, --[\w-]+)* (?:NAME|NAME\|PATH|FILE\S*|RULE)(?: |$)", line)
        if option is not None and option[1] != "--run":
            assert completions("bash", f"mastermot {command} {option[1]} "), line


@pytest.mark.parametrize("shell", SHELLS)
def test_runs_of_a_database(shell: str, tmp_path: Path) -> None:
    database = tmp_path / "runs.sqlite"
    assert run("explore", "--holes", "3", "--colours", "4", "--database", str(database)).exit_code == 0
    assert names(shell, f"mastermot explore --database {database} --run ") == ["3x4/best/parts"]
    assert names(shell, f"mastermot explore --database {tmp_path / 'none'} --run ") == []
    assert not (tmp_path / "none").exists()
    assert names(shell, "mastermot explore --run ") == []


def test_names_of_the_solver_load_nothing_heavy() -> None:
    """What is completed while typing must come at once."""
    code = "from mastermot.cli import main\nmain(prog_name='mastermot')"
    for line in ("mastermot ", "mastermot solve --words ", "mastermot solve ", "mastermot marks a b --rule "):
        settings = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        modules = loaded(code, _MASTERMOT_COMPLETE="bash_complete", **settings)
        assert "click" in modules
        assert not modules & {"numpy", "flask", "sqlite3", "matplotlib"}, line


def test_a_real_bash(tmp_path: Path) -> None:
    """The script that the documentation has people evaluate, in a bash that completes as it does when Tab is typed."""
    program = tmp_path / "mastermot"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m mastermot "$@"\n')
    program.chmod(0o755)
    script = """
    eval "$(_MASTERMOT_COMPLETE=bash_source mastermot)"
    COMP_WORDS=(mastermot solve --words f); COMP_CWORD=3
    _mastermot_completion mastermot 2>/dev/null
    echo "${COMPREPLY[*]}"
    """
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        cwd=ROOT,
        env=environment(PATH=os.pathsep.join([str(tmp_path), os.environ["PATH"]])),
        check=False,
    )
    assert done.stdout.decode().split() == [name for name in shelf() if name.startswith("f")]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_each_shell(shell: str) -> None:
    done = python("-m", "mastermot", _MASTERMOT_COMPLETE=f"{shell}_source")
    assert done.returncode == 0
    assert f"_MASTERMOT_COMPLETE={shell}_complete" in done.stdout.decode()


def test_rules_are_those_of_the_program() -> None:
    assert names("bash", "mastermot rank --rule ") == list(RULES)
