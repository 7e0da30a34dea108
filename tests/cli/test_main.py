"""The command as a whole: its version, names typed wrongly, readers that leave, Ctrl-C."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from contextlib import chdir
from pathlib import Path

import click
import pytest

from mastermot import __version__
from mastermot.cli.errors import EXIT_INTERRUPTED, EXIT_UNEXPECTED
from mastermot.cli.group import ABOUT, RESEARCH, describe_failures
from tests.kinds import list_commands
from tests.messages import check_told
from tests.support import PATIENCE, ROOT, environment, later, python, run, some
from tests.terminal import Terminal, plain


def test_version() -> None:
    helps = set()
    for lang in ("en", "fr"):
        (line,) = (line for line in run("--help", lang=lang).stdout.splitlines() if "--version" in line)
        helps.add(line)
        assert run("--version", lang=lang).stdout.split()[-1] == __version__
    assert len(helps) == 2


# --- names typed wrongly ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "typed", "told"),
    [
        ("en", "slove", ["“slove”", " solve ", " serve?"]),
        ("fr", "cliqes", ["« cliqes »", " cliques ?"]),
        ("en", "xyzzy", ["“xyzzy”", "mastermot --help"]),
        ("es", "families", ["«families»", " cliques?"]),
        ("en", "sol\x1bve", ["“sol?ve”", " solve?"]),
    ],
)
def test_an_unknown_command_suggests_those_that_look_like_it(lang: str, typed: str, told: list[str]) -> None:
    result = run(typed, lang=lang)
    assert (result.exit_code, result.stdout) == (2, "")
    check_told(result.stderr, "", *told)


@pytest.mark.parametrize(
    ("arguments", "suggested"),
    [
        (["solve", "coude", "--explan"], "--explain"),
        (["play", "--colous", "6"], "--colours"),
        (["--verson"], "--version"),
        (["solve", "coude", "--rule", "black"], None),
        (["marks", "paume", "coude", "--players"], None),
        (["solve", "coude", "-x"], None),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_an_unknown_option_suggests_only_what_looks_like_it(arguments: list[str], suggested: str | None) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    named = set(re.findall("'(-[-a-z]+)'", result.stderr.splitlines()[-1]))
    suggestions = named.difference(arguments)
    if suggested is None:
        assert not suggestions
    else:
        assert suggested in suggestions


def list_calls_not_taken(command: click.Command) -> list[list[str]]:
    """Return arguments that a command refuses whatever they say: too many, or none where it needs one."""
    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    takes_any_number = any(one.nargs == -1 for one in arguments)
    too_many = [] if takes_any_number else [["one", "two", "three"]]
    too_few = [[]] if any(one.required for one in arguments) else []
    return too_many + too_few


@pytest.mark.parametrize(
    ("name", "call"),
    [
        pytest.param(name, call, id=" ".join([name, *call]))
        for name, command in list_commands().items()
        for call in list_calls_not_taken(command)
    ],
)
@pytest.mark.parametrize(("lang", "told"), [("en", "For example:"), ("fr", "Par exemple :"), ("es", "Por ejemplo:")])
def test_a_command_called_in_a_way_that_it_does_not_take_shows_one_that_it_takes(
    name: str, call: list[str], lang: str, told: str
) -> None:
    """The examples of the help themselves are tried by another test."""
    result = run(name, *call, lang=lang)
    said = " ".join(result.stderr.split())
    calls = [example for example in examples_of(name) if f"mastermot {name}" in example]
    assert said.endswith(f"{told} {calls[0]}")
    assert result.exit_code == 2


# --- readers that leave ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["words", "fr", "--length", "8"],
        ["--help"],
        ["slove"],
        *map(
            later,
            [
                ["solve", "--trace", "puzzles/coude.txt", "--words", "fr"],
                ["solve", "--json", "puzzles/coude.txt", "--words", "fr"],
                ["explore", "--holes", "3", "--colours", "4", "--turns"],
                ["explore", "--holes", "3", "--colours", "4", "--csv", "-"],
                ["compose", "--seed", "1"],
                ["solve", "--help"],
                ["--version"],
                ["solve", "no-such-file"],
            ],
        ),
    ],
    ids=" ".join,
)
def test_a_closed_pipe_ends_the_command_without_a_word(arguments: list[str]) -> None:
    """The status is that of a program ended by SIGPIPE, never one that says something about a puzzle or a file."""
    reading, writing = os.pipe()
    os.close(reading)
    wrong = arguments[-1] in ("slove", "no-such-file")  # these write on standard error
    done = subprocess.run(
        [sys.executable, "-m", "mastermot", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if wrong else writing,
        stderr=writing if wrong else subprocess.PIPE,
        cwd=ROOT,
        env=environment(LANGUAGE="fr"),  # that of the puzzle: no remark about the dictionary
        timeout=PATIENCE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stdout or b"", done.stderr or b"") == (141, b"", b"")


def test_a_status_stays_what_it_is_when_everything_could_be_written() -> None:
    command = "printf 'paume 5\\npalme 5\\n' | mastermot solve - | cat; echo ${PIPESTATUS[1]}"
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=environment(PATH=path), check=False)
    assert done.stdout.endswith(b"1\n")


@pytest.mark.parametrize("buffering", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
def test_a_reader_that_leaves_in_the_middle_of_a_large_text(buffering: dict[str, str]) -> None:
    command = "mastermot words fr --length 7 | head -1; echo ${PIPESTATUS[0]}"
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    settings = environment(PATH=path, **buffering)
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=settings, check=False)
    assert (done.stdout.splitlines()[-1], done.stderr) == (b"141", b"")


# --- streams that are closed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "status"),
    [
        later("guess --length 5 <&-", 0),
        later("play --length 5 <&-", 0),
        ("solve --hint --hint puzzles/coude.txt <&-", 0),
        ("solve - <&-", 3),
        later("explore --holes 2 --colours 3 >&-", 0),
        later("explore --holes 2 --colours 3 --csv - >&-", 0),
        ("solve no-such-file 2>&-", 3),
        ("play --holes 2 --colours 3 --secret AB <&- >&- 2>&-", 0),
    ],
)
def test_a_closed_stream_is_an_empty_one(command: str, status: int) -> None:
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-c", f"mastermot {command}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(PATH=path),
        cwd=ROOT,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == status
    assert b"unexpected" not in done.stderr
    assert b"Traceback" not in done.stderr


# --- a full disk -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("buffering", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["marks", "paume", "coude"],
        *map(later, [["--help"], ["--version"], ["solve", "--help"], ["words", "fr", "--length", "7"]]),
    ],
    ids=" ".join,
)
def test_a_full_disk_is_told(arguments: list[str], buffering: dict[str, str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mastermot", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(**buffering),
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 3
    assert b"standard output" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_file_cut_short_is_told() -> None:
    """A limit on the size of files does what a small disk does: part of the text is written, then no more."""
    script = (
        "import resource, signal, sys; from mastermot.cli import main; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    )
    script += "; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    script += "; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); main(sys.argv[1:])"
    with tempfile.TemporaryFile() as small:
        done = subprocess.run(
            [sys.executable, "-c", script, "words", "fr", "--length", "7"],
            stdout=small,
            stderr=subprocess.PIPE,
            env=environment(PYTHONUNBUFFERED="1"),
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 3
    assert b"standard output" in done.stderr


# --- Ctrl-C ----------------------------------------------------------------------------------------------------


def test_ctrl_c_ends_a_game_without_a_traceback() -> None:
    terminal = Terminal("guess", "--holes", "4", "--colours", "6", "--seed", "1")
    terminal.read("of 12: ")
    terminal.interrupt()
    assert terminal.close() == 130
    assert plain(terminal.text).rstrip().endswith("Interrupted.")
    assert "Traceback" not in terminal.text


def test_ctrl_c_again_while_the_first_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left to click, it would end with status 1."""

    def interrupt(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mastermot.cli.tree.read_tree", interrupt)
    monkeypatch.setattr("click.echo", interrupt)
    assert run("tree", "4x6.json").exit_code == 130


def test_ctrl_c_says_what_is_left() -> None:
    """Each command that works for long ends in one sentence."""
    for arguments, shown, sentence in (
        (("rank", "--words", "fr", "--length", "7"), "guesses", r"Interrupted [^\n.]*\."),
        (("compose", "--count", "1000", "--level", "5"), "# level 5", r"Interrupted [^\n.]*\d [^\n.]*1000\b[^\n.]*\."),
    ):
        terminal = Terminal(*arguments)
        terminal.read(shown)
        terminal.interrupt()
        assert terminal.close() == 130
        assert re.search(sentence + r"\s*$", plain(terminal.text)), terminal.text
        assert "Traceback" not in terminal.text


INTERRUPTING = """
import os, runpy, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.argv = ["mastermot", *{arguments!r}]
sys.meta_path.insert(0, Interrupt())
runpy.run_module("mastermot", run_name="__main__")
"""
"""Presses Ctrl-C at the moment when a module is imported."""


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("mastermot.cli", ["words"]),
        ("click", ["words"]),
        ("mastermot.texts.languages", ["words"]),
        ("numpy", ["rank", "--holes", "2", "--colours", "3"]),
        ("mastermot.game.partitions", ["explore", "--holes", "2", "--colours", "3"]),
        ("mastermot.puzzle.solver", ["solve", "puzzles/coude.txt"]),
        ("mastermot.puzzle.explain.techniques", ["solve", "--explain", "puzzles/coude.txt"]),
        ("mastermot.lab.optimal.kernel", ["optimal", "--holes", "2", "--colours", "3"]),
    ],
)
def test_ctrl_c_while_the_program_is_loaded_leaves_no_traceback(name: str, arguments: list[str]) -> None:
    done = python("-c", INTERRUPTING.format(name=name, arguments=arguments))
    assert done.returncode in (-signal.SIGINT, 130)
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr


def test_the_import_of_the_library_has_no_effect_on_the_process(tmp_path: Path) -> None:
    """Even in a script that is called like the command."""
    script = tmp_path / "mastermot"
    script.write_text(
        "import gc, signal\n"
        "def look(): return [signal.getsignal(number) for number in signal.valid_signals()], gc.isenabled()\n"
        "before = look()\n"
        "import mastermot.cli\n"
        "mastermot.solve, mastermot.Position, mastermot.solve_small\n"
        "print(look() == before)\n"
    )
    assert python(script).stdout == b"True\n"


def test_ctrl_c_that_comes_out_as_another_error_is_one() -> None:
    """Python wraps what is raised while a class is made: ``Error calling __set_name__``."""

    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    with pytest.raises(click.exceptions.Exit) as caught, describe_failures():
        type("Made", (), {"part": Interrupting()})
    assert caught.value.exit_code == EXIT_INTERRUPTED
    with pytest.raises(click.ClickException) as failed, describe_failures():
        raise ValueError
    assert failed.value.exit_code == EXIT_UNEXPECTED


# --- the examples at the end of every help ---------------------------------------------------------------------


def examples_of(name: str) -> list[str]:
    """Return the command lines that the help of a command ends with."""
    printed, _, examples = run(name, "--help").stdout.partition("\n  Examples:\n")
    assert examples, printed
    return examples.strip().split("\n    ")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.compiled) if name in RESEARCH else name for name in ABOUT]
)
def test_every_help_ends_with_examples_that_work_as_they_stand(name: str, tmp_path: Path) -> None:
    (tmp_path / "lock.txt").write_text("682: one digit is right and in its place\n738: nothing is right\n")
    for example in some(examples_of(name)):
        if name in ("serve", "site"):  # one would not end, the other needs Pyodide and makes the days of a year
            assert example in ("mastermot serve --port 8080", "mastermot site public --python node_modules/pyodide")
            continue
        printed = ""
        for part in re.sub(r"--time \d+", "--time 0.5", example).split(" | "):
            program, *arguments = shlex.split(part)
            with chdir(tmp_path):
                result = run(*arguments, stdin=printed)
            assert (program, result.exit_code) == ("mastermot", 0), result.stderr
            printed = result.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ABOUT)
def test_no_line_of_a_help_ends_within_a_name(name: str, lang: str) -> None:
    """A name such as fr-common can be copied from it."""
    assert re.findall(r".*\w-\n", run(name, "--help", lang=lang).stdout) == []
