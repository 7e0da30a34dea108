"""What several tests share: where things are, slow and obvious versions, made puzzles, the command in this process."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from io import RawIOBase
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest
from click.testing import CliRunner, Result
from hypothesis import strategies as st

from mastermot import Clue, Puzzle, parse_puzzle
from mastermot.cli import main

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300
"""Seconds after which a test no longer waits: what takes as long hangs, on however busy a machine."""


def some(values: Iterable[T]) -> Iterator[T]:
    """Yield values, and fail where there is none: a loop over nothing would check nothing."""
    found = False
    for value in values:
        found = True
        yield value
    assert found, "there is nothing to check"


def later(*values: Any) -> Any:
    """Return parameters of a test that are marked slow, for ``--rest``."""
    return pytest.param(*values, marks=pytest.mark.slow)


LONG = [pytest.mark.slow, pytest.mark.long]  #: Marks of what CI leaves out.


def slow_unless(is_quick: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """Return values as parameters of a test: those that are not quick are marked slow, for ``--rest``."""
    return [value if is_quick(value) else later(value) for value in values]


@cache
def parse_module(path: Path) -> ast.Module:
    """Return the syntax tree of a file of Python: many tests look at those of all modules."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the syntax tree of a file of Python."""
    return tuple(ast.walk(parse_module(path)))


# --- the command -----------------------------------------------------------------------------------------------


def run(*arguments: str, lang: str = "en", stdin: str | bytes | RawIOBase = b"", **settings: int) -> Result:
    """Return what the command did, run in this process with click's settings; anything but an exit is raised."""
    os.environ.pop("MASTERMOT_DEBUG", None)
    environment = {"LANGUAGE": lang, "COLUMNS": "80"}
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    result = CliRunner().invoke(main, list(arguments), input=stdin, env=environment, **settings)
    for number, handler in handlers.items():  # `serve` has its own
        signal.signal(number, handler)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def environment(**changes: str) -> dict[str, str]:
    """Return this process's environment without a language and without what would help find the package."""
    dropped = {
        "LANGUAGE",
        "LC_ALL",
        "LC_MESSAGES",
        "PYTHONPATH",
        "PYTHONIOENCODING",
        "PYTHONUNBUFFERED",
        "PYTHONDONTWRITEBYTECODE",  # hundreds of processes are started: they read the bytecode that the first one keeps
        "MASTERMOT_DEBUG",
    }
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "LANG": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1", **changes}


def python(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path = ROOT, **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Return what this Python did with these arguments, in a process of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(**changes),
        timeout=PATIENCE,
        check=False,
    )


def loaded(code: str, **changes: str) -> set[str]:
    """Return the modules in memory once `code` has run in a process of its own, which nothing measures."""
    record = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    untraced = {name: "" for name in os.environ if name.startswith("COVERAGE")}
    done = python("-c", record + code, stdin=b"paume 5", **untraced, **changes)
    return set(done.stderr.decode().splitlines()[-1].split())


# --- slow and obvious ------------------------------------------------------------------------------------------


def blacks(word: str, other: str) -> int:
    """Return in how many positions the two words have the same letter."""
    return sum(word[position] == other[position] for position in range(len(word)))


def holds(word: str, clues: Sequence[Clue]) -> bool:
    """Return whether `word` gives every clue its marks."""
    return all(blacks(word, clue.word) == clue.marks for clue in clues)


def strings(puzzle: Puzzle) -> Iterator[str]:
    """Yield every string of the puzzle's column letters, sorted."""
    columns = [sorted({clue.word[position] for clue in puzzle.clues}) for position in range(puzzle.length)]
    return ("".join(letters) for letters in product(*columns))


def brute_force(puzzle: Puzzle) -> list[str]:
    """Return the solutions of a puzzle among all strings of its column letters."""
    return [word for word in strings(puzzle) if holds(word, puzzle.clues)]


# --- made puzzles ----------------------------------------------------------------------------------------------


def words(length: int, letters: str = "ABC") -> st.SearchStrategy[str]:
    """Return the strategy of the words of a length made of `letters`."""
    return st.text(letters, min_size=length, max_size=length)


@st.composite
def puzzles(draw: st.DrawFn, shortest: int = 2, longest: int = 6, most_clues: int = 7) -> Puzzle:
    """Draw a puzzle of different words; half of them come from a secret, so that some string may solve them."""
    length = draw(st.integers(shortest, longest))
    letters = "ABCDE"[: draw(st.integers(2, 5 if length < 5 else 3))]
    guesses = draw(st.lists(words(length, letters), min_size=1, max_size=most_clues, unique=True))
    secret = draw(st.none() | words(length, letters))
    clues = []
    for guess in guesses:
        marks = draw(st.integers(0, length)) if secret is None else blacks(guess, secret)
        clues.append(f"{guess} {marks}\n")
    return parse_puzzle("".join(clues))
