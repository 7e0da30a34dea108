"""The README's examples run: ``console`` blocks in a shell, ``python`` blocks as doctests."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support import ROOT, environment

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8") if README.is_file() else ""
FENCE = re.compile(
    r"^(?P<fence>```+)(?P<language>[\w-]*)[^\n]*\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.DOTALL | re.MULTILINE
)
ELLIPSES = {"…", "..."}


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of the README where its text begins."""

    language: str
    body: str
    line: int


class Example(NamedTuple):
    """A command, and what it prints."""

    command: str
    expected: list[str]


def blocks(text: str, language: str) -> list[Block]:
    """Return the fenced blocks of one language."""
    return [
        Block(language, found["body"], text.count("\n", 0, found.start("body")) + 1)
        for found in FENCE.finditer(text)
        if found["language"] == language
    ]


def examples(body: str) -> list[Example]:
    """Return the commands of a console block: ``$ `` begins one, ``> `` goes on with it, the rest is what it prints."""
    found: list[Example] = []
    printed = True
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(Example(line[2:], []))
            printed = False
        elif line.startswith("> ") and not printed:
            found[-1] = Example(f"{found[-1].command}\n{line[2:]}", [])
        elif found:
            printed = True
            found[-1].expected.append(line.rstrip())
    return found


def agrees(expected: list[str], printed: list[str]) -> bool:
    """Return whether the lines printed are those expected; a line ``…`` or ``...`` stands for any number of lines."""
    pattern = "".join("(?:.*\n)*?" if line.strip() in ELLIPSES else inside(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None


def inside(line: str) -> str:
    """Return the pattern of a line, in which ``…`` stands for any text."""
    return ".*".join(re.escape(part) for part in line.split("…"))


def shell(command: str, folder: Path) -> list[str]:
    """Return the lines that a command prints in a terminal of 80 columns, both streams together."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=environment(PATH=programs),
        timeout=120,
        check=False,
    )
    return done.stdout.decode().splitlines()


def workshop(folder: Path) -> Path:
    """Return a folder like the checkout, where examples may write files."""
    for path in ROOT.iterdir():
        if path.name in {"puzzles", "accel", "wordlists", "README.md", "LICENSE"}:
            (folder / path.name).symlink_to(path)
    return folder


# --- the README ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks(TEXT, "console"), ids=lambda block: f"line {block.line}")
def test_console_blocks(block: Block, tmp_path: Path) -> None:
    folder = workshop(tmp_path)
    for command, expected in examples(block.body):
        printed = shell(command, folder)
        assert agrees(expected, printed), "\n".join([f"$ {command}", *printed, "--- expected:", *expected])


@pytest.mark.parametrize("block", blocks(TEXT, "python"), ids=lambda block: f"line {block.line}")
def test_python_blocks(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workshop(tmp_path))
    if ">>>" not in block.body:
        exec(compile(block.body, "README.md", "exec"), {})
        return
    examples_of_block = doctest.DocTestParser().get_doctest(block.body, {}, "README.md", "README.md", block.line - 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples_of_block, out=report.append).failed == 0, "".join(report)


@pytest.mark.skipif(not TEXT, reason="no README here")
def test_the_readme_shows_the_main_job() -> None:
    commands = [example.command for block in blocks(TEXT, "console") for example in examples(block.body)]
    assert any(command.startswith("mastermot solve") for command in commands)


@pytest.mark.skipif(not TEXT, reason="no README here")
def test_commands_named_in_the_readme_exist() -> None:
    from mastermot.cli import main

    named = set(re.findall(r"(?:\$ |`)(?:python3 -m )?mastermot ([a-z]+)", TEXT))
    assert named <= set(main.commands_at)


@pytest.mark.skipif(not TEXT, reason="no README here")
def test_files_linked_in_the_readme_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", TEXT)
    assert [link for link in links if not (ROOT / link).exists()] == []


# --- the reader of the README ----------------------------------------------------------------------------------

SAMPLE = """
```sh
$ rm -rf not-run
```
```console
$ printf 'one\\ntwo\\nthree\\n'
one
…
$ printf '%s\\n' \\
> four
four
```
```python
>>> 1 + 1
2
```
"""


def test_blocks_and_examples_are_found() -> None:
    (block,) = blocks(SAMPLE, "console")
    assert block.line == 6
    assert examples(block.body) == [
        Example("printf 'one\\ntwo\\nthree\\n'", ["one", "…"]),
        Example("printf '%s\\n' \\\nfour", ["four"]),
    ]
    assert [block.body for block in blocks(SAMPLE, "python")] == [">>> 1 + 1\n2\n"]


def test_examples_run(tmp_path: Path) -> None:
    (block,) = blocks(SAMPLE, "console")
    for command, expected in examples(block.body):
        assert agrees(expected, shell(command, tmp_path))


@pytest.mark.parametrize(
    ("expected", "printed", "answer"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "b"], ["a"], False),
        (["a"], ["a", "b"], False),
        (["a", "…", "d"], ["a", "b", "c", "d"], True),
        (["a", "...", "d"], ["a", "d"], True),
        (["…", "d"], ["a", "b"], False),
        (["took … ms"], ["took 12 ms"], True),
        (["a.c"], ["abc"], False),
        ([], [], True),
        ([], ["a"], False),
    ],
)
def test_lines_agree(expected: list[str], printed: list[str], answer: bool) -> None:
    assert agrees(expected, printed) == answer
