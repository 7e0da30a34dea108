"""A number is never taken for an open file: Python's `open` does that, and closes it."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import mastermot
from mastermot import MastermotError
from tests import kinds

PUZZLE = "paume 2\npomme 1\n"


def call(function: Callable[..., object], parameter: str, value: object) -> None:
    """Call a function with a value for one parameter, and a puzzle, a text or nothing for the others it must have."""
    arguments: dict[str, object] = {}
    for name, other in inspect.signature(function).parameters.items():
        if name == parameter:
            arguments[name] = value
        elif other.default is other.empty and other.kind not in (other.VAR_POSITIONAL, other.VAR_KEYWORD):
            arguments[name] = mastermot.parse_puzzle(PUZZLE) if name == "puzzle" else 5
    result = function(**arguments)
    if hasattr(result, "__enter__"):
        with result:
            pass
    elif hasattr(result, "__next__"):
        next(result)


@pytest.mark.parametrize("name", kinds.list_file_functions())
def test_no_function_closes_the_descriptor_of_its_caller(name: str, tmp_path: Path) -> None:
    """Read and written: the file behind the number stays open, and as it was."""
    function, parameter = kinds.list_file_functions()[name]
    path = tmp_path / "open.txt"
    path.write_text(PUZZLE)
    descriptor = os.open(path, os.O_RDWR)
    try:
        with suppress(TypeError, AttributeError, ValueError, MastermotError):
            call(function, parameter, descriptor)
        assert os.fstat(descriptor).st_size == len(PUZZLE)
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("read", [mastermot.open_dictionary, mastermot.read_puzzle, mastermot.read_accelerators])
def test_a_path_is_a_text_or_a_path(read: Callable[[object], object], tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("paume 1\n" if read is mastermot.read_puzzle else "paume\n")
    read(str(path))
    read(path)
    for number in (0, 1, 2, 99, True):
        with pytest.raises(TypeError):
            read(number)
