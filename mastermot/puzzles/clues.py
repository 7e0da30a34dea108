"""Puzzles and their file format: a clue a line, ``word marks``; lenient in what is read, one canonical form written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mastermot.errors import MastermotError
from mastermot.files import ANY_ENCODING, UTF_8, data_folder, decode, read_bytes
from mastermot.puzzles.errors import (
    ClueContradictionError,
    ClueLengthError,
    LengthRangeError,
    MarksMissingError,
    NotAClueError,
    PuzzleEmptyError,
    TooManyCluesError,
)
from mastermot.rules import BLACK
from mastermot.words import LONGEST, SHORTEST, fold, fold_or_empty

LARGEST_PUZZLE = 1 << 16
"""Bytes of the largest puzzle read."""
MOST_CLUES = 100
"""Clues of the largest puzzle read; the magazine's have ten."""

_HEADER = re.compile(r"-\*-.*-\*-")
_LINE_END = "\r\n|\r|\n"
_SEPARATOR = re.compile(r"[\s:=]+")


class Clue(NamedTuple):
    """A guess with its marks: the folded word, its blacks, and its line in the file (1 for the first)."""

    word: str
    marks: int
    line: int

    def __str__(self) -> str:
        return f"{self.word.lower()} {self.marks}"

    def fits(self, word: Sequence[str]) -> bool:
        """Return whether a folded word, as long as the clue's, gives it exactly its marks."""
        return sum(map(str.__eq__, self.word, word)) == self.marks


class Puzzle(NamedTuple):
    """A list of clues of one length."""

    clues: tuple[Clue, ...]
    source: str = ""

    @property
    def length(self) -> int:
        """The number of letters of the word to find."""
        return len(self.clues[0].word)

    @property
    def columns(self) -> tuple[str, ...]:
        """The distinct letters that the clues show in each column, sorted."""
        return tuple("".join(sorted(set(column))) for column in zip(*(clue.word for clue in self.clues), strict=True))

    @property
    def text(self) -> str:
        """The canonical puzzle file: ``word marks`` in lower case, a clue a line."""
        return "".join(f"{clue}\n" for clue in self.clues)


def read_puzzle(path: str | Path) -> Puzzle:
    """Return the puzzle in a file: UTF-8 (BOM or not), Windows-1252 or Latin-1.

    Raises what `decode_puzzle` and `mastermot.files.read_bytes` raise.
    """
    return decode_puzzle(read_bytes(Path(path), LARGEST_PUZZLE), str(path), ANY_ENCODING)


def decode_puzzle(content: bytes, source: str = "", encodings: Sequence[str] = UTF_8) -> Puzzle:
    """Return the puzzle in bytes, in the first of the `encodings` (see `mastermot.files.decode`) that fits.

    Raises `NotTextError`, naming the line, for bytes that are no text, and what `parse_puzzle` raises.
    """
    return parse_puzzle(decode(content, source, encodings), source)


def parse_puzzle(text: str, source: str = "") -> Puzzle:
    """Return the puzzle that `text` holds; blank lines, ``#`` comments and ``-*- … -*-`` headers are skipped.

    Raises a `MastermotError` that names the line: `NotAClueError`, `MarksMissingError`, the errors of `Rule.parse`,
    `NotAWordError`, `LengthRangeError`, `ClueLengthError`, `ClueContradictionError`; `PuzzleEmptyError` when there is
    no clue and `TooManyCluesError` over `MOST_CLUES`.
    """
    clues = []
    lines = re.split(_LINE_END, text.removeprefix("\ufeff"))
    for number, line in enumerate(lines, start=1):
        content = line.partition("#")[0].strip()
        if not content or _HEADER.search(content):
            continue
        try:
            clues.append(_parse_clue(content, number))
        except MastermotError as error:
            raise error.at(source=source, line=number, text=content) from None
        if len(clues) > MOST_CLUES:
            raise TooManyCluesError(source=source, line=number, limit=MOST_CLUES)
    try:
        return make_puzzle(clues, source)
    except MastermotError as error:
        error.text = lines[error.line - 1].strip() if error.line else ""
        raise


def make_puzzle(clues: list[Clue], source: str = "") -> Puzzle:
    """Return the puzzle of these clues, once they are of one length and do not contradict each other word by word.

    Raises `PuzzleEmptyError`, `ClueLengthError` or `ClueContradictionError`.
    """
    if not clues:
        raise PuzzleEmptyError(source=source)
    usual = Counter(len(clue.word) for clue in clues).most_common(1)[0][0]
    first: dict[str, Clue] = {}
    for clue in clues:
        known = first.setdefault(clue.word, clue)
        error: MastermotError | None = None
        if len(clue.word) != usual:
            error = ClueLengthError(word=clue.word.lower(), length=len(clue.word), expected=usual)
        elif known.marks != clue.marks:
            word = clue.word.lower()
            error = ClueContradictionError(word=word, marks=clue.marks, other=known.marks, other_line=known.line)
        if error is not None:
            raise error.at(source=source, line=clue.line, text=str(clue))
    return Puzzle(tuple(clues), source)


def _parse_clue(content: str, line: int) -> Clue:
    pieces = _SEPARATOR.split(content.strip(" \t:="), maxsplit=1)
    word = pieces[0]
    if len(pieces) == 1:
        raise MarksMissingError(word=word) if fold_or_empty(word) else NotAClueError()
    if _SEPARATOR.search(pieces[1]) and not re.fullmatch(r"[-+\d\s.,/()XxOo]+", pieces[1]):
        raise NotAClueError()
    return make_clue(word, pieces[1], line)


def make_clue(word: str, marks: str | int, line: int) -> Clue:
    """Return the clue of a word as written and its marks, a number or a text that the rule `BLACK` reads.

    Raises `NotAWordError`, `LengthRangeError` or the errors of `Rule.parse`.
    """
    folded = fold(word)
    if not SHORTEST <= len(folded) <= LONGEST:
        raise LengthRangeError(word=word, length=len(folded), least=SHORTEST, most=LONGEST)
    return Clue(folded, BLACK.parse(str(marks), len(folded)).blacks, line)


def fold_puzzle(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its words folded, as `parse_puzzle` gives it: for clues that were put together by hand.

    Raises what `make_clue` and `make_puzzle` raise.
    """
    words = "".join(clue.word for clue in puzzle.clues)
    if words.isascii() and words.isalpha() and words.isupper() and len({len(clue.word) for clue in puzzle.clues}) == 1:
        return puzzle
    return make_puzzle([make_clue(*clue) for clue in puzzle.clues], puzzle.source)


def find_shipped_puzzle(name: str) -> Path | None:
    """Return the path of the shipped puzzle that ``puzzles/NAME.txt`` or ``NAME`` names, or None."""
    stem = Path(name).name.removesuffix(".txt")
    path = data_folder("puzzles") / f"{stem}.txt"
    plain = name in (stem, f"{stem}.txt", f"puzzles/{stem}.txt") and re.fullmatch(r"[\w-]+", stem)
    return path if plain and path.is_file() else None
