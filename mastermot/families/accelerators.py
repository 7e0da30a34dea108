"""Acceleration words and their file format: ``WORD  # why``, a word a line, of one length or several."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mastermot.errors import AcceleratorsEmptyError, NotAWordError
from mastermot.words import LARGEST_LIST, decode, fold, read_bytes


class Accelerator(NamedTuple):
    """A word played only to split a family, and why."""

    word: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.word}  # {self.why}" if self.why else self.word


def read_accelerators(path: str | Path) -> list[Accelerator]:
    """Return the acceleration words of a file, folded, each once; raise what reading and parsing raise."""
    return parse_accelerators(decode(read_bytes(Path(path), LARGEST_LIST), str(path)), str(path))


def parse_accelerators(text: str, source: str = "") -> list[Accelerator]:
    """Return the acceleration words that `text` holds. Raises `NotAWordError`, naming the line."""
    found: dict[str, Accelerator] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        word, _, why = line.partition("#")
        if not word.strip():
            continue
        try:
            folded = fold(word.strip())
        except NotAWordError as error:
            raise error.at(source=source, line=number, text=line.strip()) from None
        found.setdefault(folded, Accelerator(folded, why.strip()))
    return list(found.values())


def of_length(accelerators: list[Accelerator], length: int, source: str = "") -> tuple[str, ...]:
    """Return the words of the game's length. Raises `AcceleratorsEmptyError` when there is none."""
    words = tuple(one.word for one in accelerators if len(one.word) == length)
    if not words:
        lengths = tuple(sorted({len(one.word) for one in accelerators})) or ("-",)
        raise AcceleratorsEmptyError(source=source, length=length, lengths=lengths)
    return words
