"""Several puzzles in one text, each with its name: what separates them, and when the parts are one puzzle after all.

A title or a rule (``---``) always separates. A blank line or a comment may also stand inside a puzzle, between groups
of clues: it separates where each part could be a puzzle by itself, by its number of clues or its length of words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mastermot.errors import MastermotError
from mastermot.files import UTF_8, decode, read_bytes
from mastermot.puzzles.clues import LARGEST_PUZZLE, Puzzle, read_clues, split_lines
from mastermot.puzzles.errors import ClueUnclearError, SeveralPuzzlesError
from mastermot.puzzles.lines import Line, kinds_of, read_line
from mastermot.words import fold_or_empty

FEWEST_CLUES = 6
"""Clues of a part between blank lines or comments that may be a puzzle by itself, at least."""
FEWEST_TITLED = 3
"""The same where each part has its own comment above it, or other lengths of words than the others."""
TITLE_WORDS = frozenset(
    [
        *("PROBLEME", "GRILLE", "JEU", "PARTIE", "NUMERO", "EXERCICE", "ENIGME", "PAGE", "MASTER", "MASTERMOT"),
        *("PROBLEM", "PUZZLE", "GRID", "GAME", "NUMBER", "EXERCISE"),
    ]
)
"""Words that begin a title."""

_RULE_SIGNS = frozenset("-=*_~–—")
_TITLE_PIECE = re.compile(r"[^\W\d_]+")


class BadPuzzle(NamedTuple):
    """A puzzle of a file that cannot be read."""

    name: str
    """Its title; empty when it has none."""
    line: int
    """Where it is wrong."""
    error: MastermotError


class _Part(NamedTuple):
    """Lines without a blank one between them."""

    name: str
    """The title or the comment above it; empty when there is none."""
    separate: bool
    """Whether a title or a rule stands before it."""
    titled: bool
    """Whether a comment stands above it that a blank line sets apart from other clues."""
    lines: list[Line]


def read_puzzles(path: str | Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file, one or more. Raises what `parse_puzzles` and `mastermot.files.read_bytes` raise."""
    return decode_puzzles(read_bytes(Path(path), LARGEST_PUZZLE), str(path))


def decode_puzzles(content: bytes, source: str = "") -> tuple[Puzzle, ...]:
    """Return the puzzles in the bytes of a file, one or more: UTF-8 (BOM or not), Windows-1252 or Latin-1."""
    return parse_puzzles(decode(content, source), source)


def read_book(path: str | Path) -> tuple[Puzzle | BadPuzzle, ...]:
    """Return the puzzles in a file; a bad one stands among the others. Raises as `parse_book` and `read_bytes`."""
    return decode_book(read_bytes(Path(path), LARGEST_PUZZLE), str(path))


def decode_book(content: bytes, source: str = "") -> tuple[Puzzle | BadPuzzle, ...]:
    """Return the puzzles in the bytes of a file, in any encoding; a bad one stands among the others."""
    return parse_book(decode(content, source), source)


def decode_only_puzzle(content: bytes, source: str = "", encodings: Sequence[str] = UTF_8) -> Puzzle:
    """Return the puzzle in bytes that hold no other. Raises `SeveralPuzzlesError` at the line of the second one."""
    puzzles = parse_puzzles(decode(content, source, encodings), source)
    if len(puzzles) > 1:
        raise SeveralPuzzlesError(source=source, line=puzzles[1].clues[0].line)
    return puzzles[0]


def parse_puzzles(text: str, source: str = "") -> tuple[Puzzle, ...]:
    """Return the puzzles that `text` holds, one or more, named by their titles; lines count from the top of the text.

    Raises what `mastermot.puzzles.clues.parse_puzzle` raises.
    """
    puzzles = []
    for entry in parse_book(text, source):
        if isinstance(entry, BadPuzzle):
            raise entry.error
        puzzles.append(entry)
    return tuple(puzzles)


def parse_book(text: str, source: str = "") -> tuple[Puzzle | BadPuzzle, ...]:
    """Return the puzzles that `text` holds, as `parse_puzzles` does; a bad one stands among the others.

    Raises what `mastermot.puzzles.clues.parse_puzzle` raises, for the first puzzle, when none can be read.
    """
    entries = tuple(_read_puzzle(group, source) for group in _split_puzzles(text)) or (read_clues([], source),)
    if isinstance(entries[0], BadPuzzle) and all(isinstance(entry, BadPuzzle) for entry in entries):
        raise entries[0].error
    return entries


def _read_puzzle(group: Sequence[_Part], source: str) -> Puzzle | BadPuzzle:
    lines = [line for part in group for line in part.lines]
    try:
        return read_clues(lines, source, group[0].name)
    except MastermotError as error:
        return BadPuzzle(group[0].name, error.line or lines[0].number, error)


def _split_puzzles(text: str) -> list[list[_Part]]:
    """Return the parts of each puzzle of a text."""
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFC", text)  # accents that stand by themselves would cut the words of a title
    parts = _parts(split_lines(text))
    sections: list[list[_Part]] = []
    for part in parts:
        if part.separate or not sections:
            sections.append([])
        sections[-1].append(part)
    return [group for section in sections for group in _puzzles_of(section)]


def _parts(lines: Sequence[Line]) -> list[_Part]:
    titles = _Titles(lines)
    parts: list[_Part] = []
    name, separate, fresh, apart = "", False, True, True
    for index, line in enumerate(lines):
        if not line.content:
            fresh = apart = True
        elif _is_rule(line.content):
            name, separate, fresh, apart = "", True, True, True
        elif titles.is_title(index, fresh):
            name, separate, fresh, apart = _title(line.content), True, True, True
        elif line.content.startswith("#"):
            name = name if fresh and name else _title(line.content)
            fresh = True
        else:
            if fresh:
                parts.append(_Part(name, separate, bool(name) and apart, []))
                name, separate, fresh, apart = "", False, False, False
            parts[-1].lines.append(line)
    return parts


def _is_rule(content: str) -> bool:
    """Return whether a line is a rule: three signs of one kind or more, and nothing else."""
    signs = "".join(content.split())
    return len(signs) >= 3 and signs[0] in _RULE_SIGNS and len(set(signs)) == 1


def _title(content: str) -> str:
    """Return a title without the signs around it."""
    return content.strip(" \t#*=_~-–—:").strip()


class _Titles:
    """Which lines of a text are titles."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        first_words = [_TITLE_PIECE.search(line.content) for line in lines]
        self.first = [fold_or_empty(found[0]) if found else "" for found in first_words]
        inside = [word for word, line in zip(self.first, lines, strict=True) if not line.content.startswith("#")]
        lengths = Counter(len(word) for word in inside if word and word not in TITLE_WORDS)
        self.usual = max(lengths, key=lambda length: lengths[length], default=0)
        self.counts = Counter(self.first)

    def is_title(self, index: int, fresh: bool) -> bool:
        """Return whether a line is a title; `fresh` when no clue stands directly above it."""
        content = self.lines[index].content
        if content.startswith("#"):
            return self.begins_as_title(index) and "N" in kinds_of(content)
        if self.begins_as_title(index):
            return not self.may_be_clue(index) or self.is_repeated(index)
        return fresh and self.is_free_text(index) and self.next_is_clue_or_title(index)

    def begins_as_title(self, index: int) -> bool:
        return self.first[index] in TITLE_WORDS

    def may_be_clue(self, index: int) -> bool:
        """Return whether a line in the form of a clue, or a word alone, has the length of the other words."""
        kinds = kinds_of(self.lines[index].content)
        return kinds in ("W", "WN", "WWN") and len(self.first[index]) == self.usual

    def is_repeated(self, index: int) -> bool:
        """Return whether several lines begin with the same word, as ``Grille 1``, ``Grille 2`` do."""
        return self.counts[self.first[index]] > 1

    def is_free_text(self, index: int) -> bool:
        """Return whether a line can be no clue: three words and numbers or more, or words before a colon."""
        content = self.lines[index].content
        kinds = kinds_of(content)
        if kinds == "N" and self.next_is_clue_or_title(index):
            return True
        if _pairs(content) or (kinds.startswith("WN") and len(self.first[index]) == self.usual):
            return False
        words = _TITLE_PIECE.findall(content)
        if all(len(fold_or_empty(word)) in (1, self.usual) for word in words):
            return False
        return (len(kinds) >= 3 and kinds.count("W") >= 2) or ("N" not in kinds and content.endswith(":"))

    def next_is_clue_or_title(self, index: int) -> bool:
        """Return whether the next line that is not blank holds a clue, or is a comment or a title."""
        for later in range(index + 1, len(self.lines)):
            content = self.lines[later].content
            if content:
                return content.startswith("#") or self.begins_as_title(later) or {"W", "N"} <= set(kinds_of(content))
        return False


def _puzzles_of(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Return the parts as puzzles: each by itself, or all as one."""
    if len(parts) < 2:
        return [list(parts)]
    counts = [_count(part) for part in parts]
    lengths = [_lengths(part) for part in parts]
    differ = len(set().union(*lengths)) > 1 and all(len(own) == 1 for own in lengths)
    titled = all(part.titled for part in parts)
    apart = min(counts) >= (FEWEST_TITLED if titled or differ else FEWEST_CLUES)
    return [[part] for part in parts] if apart else [list(parts)]


def _count(part: _Part) -> int:
    """Return how many clues a part holds; 0 when its words or its numbers stand elsewhere."""
    kinds = {kind for line in part.lines for kind in kinds_of(line.content.partition("#")[0])}
    return sum(len(_pairs(line.content)) or 1 for line in part.lines) if kinds == {"W", "N"} else 0


def _lengths(part: _Part) -> set[int]:
    words = [_TITLE_PIECE.search(line.content) for line in part.lines]
    return {len(fold_or_empty(found[0])) for found in words if found}


def _pairs(content: str) -> list[tuple[str, str]]:
    """Return the clues that a line holds, none when it holds none or does not say which."""
    try:
        return read_line(content.partition("#")[0])
    except ClueUnclearError:
        return []
