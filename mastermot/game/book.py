"""The book of openings: games that people play, each with a strategy that is proven to be the best.

The file `BOOK` has a game on each line, with its tree. ``research/book.py`` makes it, `docs/formats.md` describes it.
"""

from __future__ import annotations

import base64
import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mastermot.errors import N_, MastermotError, Reason
from mastermot.game.positions import Position
from mastermot.rules import Rule
from mastermot.rules.codes import Codes, ColourCodes

if TYPE_CHECKING:
    from mastermot.game.partitions import Rows, Table

BOOK = Path(__file__).with_name("openings.jsonl")
VERSION = 1
Row = dict[str, Any]  #: A game of the book.
WHY_DAMAGED = N_("its content has been changed")


class BookUnusableError(MastermotError):
    """A book that is damaged, or of another version."""

    code = "book-unusable"

    title = N_("a book of openings that cannot be used")
    message = N_("the book of openings cannot be used: {why}")
    advice = N_("Install mastermot again; everything else works without it.")
    why: Reason


class BookWarning(UserWarning):
    """Warns of a book that cannot be used; its one argument is a `BookUnusableError`."""


@dataclass
class BookNode:
    """A node of a tree: the codes still possible there, their number, and the best guess."""

    guess: str  #: The best guess.
    count: int  #: How many codes are possible.
    total: int  #: The turns that all of these codes take from here, added up.
    after: dict[int, BookNode | None]  #: The next node, by the number of the marks; None for the marks of the secret.

    @property
    def turns(self) -> float:
        """The turns that a code takes from here on average."""
        return self.total / self.count


def fingerprint(codes: Codes, extra_guesses: Sequence[str] = ()) -> Row:
    """Return fields that tell games apart: the numbers of holes and colours, or checksums of the lists of words.

    >>> fingerprint(ColourCodes(4, 6))
    {'holes': 4, 'colours': 6, 'repeats': True}

    `repeats` says whether a colour may occur twice; `empty_guesses` is there, and true, only if guesses may have empty
    holes. For words the fields are ``answers``, the SHA-256 of the words that can be the secret, and ``besides``, the
    SHA-256 of the extra guesses that cannot be the secret.
    """
    if isinstance(codes, ColourCodes):
        game: Row = {"holes": codes.length, "colours": len(codes.alphabet), "repeats": codes.repeats}
        if codes.empty_guesses:
            game["empty_guesses"] = True
        return game
    lists = {"answers": sorted(codes.texts), "besides": sorted(set(extra_guesses) - codes.index.keys())}
    checksums = {}
    for name, texts in lists.items():
        content = "".join(f"{text}\n" for text in texts)
        checksums[name] = sha256(content.encode()).hexdigest()
    return checksums


def list_texts(codes: Codes, extra_guesses: Sequence[str]) -> list[str]:
    """Return the guesses of a game in the order in which trees number them.

    Of words these are the codes, then the extra guesses that are no codes, both in alphabetical order. Of colours
    these are the codes alone, which are in order already.
    """
    if isinstance(codes, ColourCodes):
        return list(codes.texts)
    return [*sorted(codes.texts), *sorted(set(extra_guesses) - codes.index.keys())]


def read_book() -> list[Row]:
    """Return the rows of the shipped book.

    The first line of the file has its version, and the checksum of all that follows. Raises `BookUnusableError` for
    another version, and for a file that is missing or damaged.
    """
    try:
        first_line, _end, body = BOOK.read_bytes().partition(b"\n")
        head = json.loads(first_line)
        version = head["mastermot book"]
        checksum = head["sha256"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        raise BookUnusableError(why=Reason(WHY_DAMAGED)) from None
    if version != VERSION:
        raise BookUnusableError(why=Reason(N_("it is of another version")))
    if checksum != sha256(body).hexdigest():
        raise BookUnusableError(why=Reason(WHY_DAMAGED))
    return [json.loads(line) for line in body.splitlines()]


@lru_cache(1)
def open_book() -> list[Row]:
    """Return the rows of the shipped book. If it cannot be used, warn once (`BookWarning`) and return an empty list."""
    try:
        return read_book()
    except BookUnusableError as error:
        warnings.warn(BookWarning(error), stacklevel=2)
        return []


def find_game(codes: Codes, rule: Rule, extra_guesses: Sequence[str] = ()) -> Row | None:
    """Return the row of a game in the book; None if the book does not have the game, or cannot be used.

    The field ``firsts`` of the row has good first guesses, each with the turns that all codes take together if the game
    begins with it. In the row that is returned these guesses are written in the game's own symbols.
    """
    if not codes.enumerable:  # the book has only games whose codes can be listed
        return None
    wanted = {"rule": rule.name, **fingerprint(codes, extra_guesses)}
    for row in open_book():
        is_this_game = wanted.items() <= row.items()  # the row has other fields too, such as its tree
        if is_this_game:
            # the book writes colours as letters, whatever their symbols
            firsts = [(codes.from_letters(guess), total) for guess, total in row["firsts"]]
            return {**row, "firsts": firsts}
    return None


class NearGame(NamedTuple):
    """A game of the book that is like a given game, and in which lists of words the two differ."""

    row: Row
    differing: tuple[str, ...]
    """The lists that differ: ``answers``, of the words that can be the secret, and ``besides``, of extra guesses."""


def find_near(codes: Codes, rule: Rule, extra_guesses: Sequence[str] = ()) -> NearGame | None:
    """Return the game of the book that is most like a game of words; None if there is none.

    The two games have the same rule and length, and the same first letter given, or none. Of such games of the book,
    the one with the fewest lists that differ is returned, in a tie the first.
    """
    if isinstance(codes, ColourCodes):
        return None
    checksums = fingerprint(codes, extra_guesses)
    first_letter = codes.pattern.rstrip(".")  # "P" of the pattern "P....", "" of no pattern
    wanted = (rule.name, codes.length, first_letter)
    near: list[NearGame] = []
    for row in open_book():
        kind = (row["rule"], row.get("length"), row.get("letter", ""))  # the length is None for colours
        if kind == wanted:
            differing = tuple(name for name in checksums if row[name] != checksums[name])
            near.append(NearGame(row, differing))
    return min(near, key=lambda game: len(game.differing), default=None)


def read_tree(packed: str, texts: Sequence[str], table: Table) -> BookNode:
    """Return the tree that a row of the book has in the form `packed`. Raises `BookUnusableError` if that is damaged.

    `packed` has only the numbers of guesses, as base64, 16 bits each, the low byte first; `texts` has the guesses by
    number. There is a guess for each node with three codes or more, in the order in which `_read_node` comes to these
    nodes. All else is found with the `table` of the game's codes, which splits them by each guess.
    """
    import numpy as np

    try:
        numbers = np.frombuffer(base64.b64decode(packed), "<u2")
        guesses = [texts[number] for number in numbers.tolist()]
        table.rows(guesses)  # called so that the table learns the guesses that it does not have, all at once
        guesses.reverse()  # so that the next guess is always the last one
        return _read_node(np.arange(table.count), guesses, table)
    except (LookupError, ValueError, RecursionError):
        raise BookUnusableError(why=Reason(WHY_DAMAGED)) from None


def _read_node(rows: Rows, guesses: list[str], table: Table) -> BookNode:
    """Return the node where the codes at these rows of the table are possible, with all nodes below it.

    The guess of the node is taken from the end of `guesses`, then the guesses of the nodes below, in the order of the
    numbers of the marks that lead there. For a node with one or two codes `guesses` has none: the first code is played.
    """
    guess = table.text(int(rows[0])) if len(rows) <= 2 else guesses.pop()
    after: dict[int, BookNode | None] = {}
    total = len(rows)  # a turn for each code at this node; the turns at the nodes below are added
    for marks, candidates_after in table.split(table.row(guess), rows):
        if marks == table.solved:
            after[marks] = None
            continue
        below = _read_node(candidates_after, guesses, table)
        after[marks] = below
        total += below.total
    return BookNode(guess, len(rows), total, after)


class Opening(NamedTuple):
    """What the book has of a game; empty if it does not have the game."""

    root: BookNode | None = None
    firsts: Mapping[str, int] = {}  #: Good first guesses, each with the turns that all codes take together with it.

    def find(self, position: Position) -> BookNode | None:
        """Return the node of a position; None if there is no tree, if the game has left it, or if the game is won."""
        node = self.root
        for guess, marks in position.history:
            if node is None or node.guess != guess:
                return None
            node = node.after.get(position.rule.number(marks, position.codes.length))
        return node

    def find_turns(self, position: Position) -> dict[str, float]:
        """Return the guesses whose expected turns are proven at a position, each with its expected turns.

        The first is the best guess; at the start of a game, other good first guesses follow. There is none if the book
        does not have the position.
        """
        node = self.find(position)
        if node is None:
            return {}
        turns = {node.guess: node.turns}
        if not position.history:
            for word, total in self.firsts.items():
                turns[word] = total / node.count
        return turns


def find_opening(position: Position, extra_guesses: Sequence[str]) -> Opening:
    """Return what the book has of the game of a position with these extra guesses.

    The opening is empty if the book does not have the game. It is empty too if the tree of the game is damaged: then
    there is a `BookWarning`.
    """
    row = find_game(position.codes, position.rule, extra_guesses)
    if row is None:
        return Opening()
    texts = list_texts(position.codes, extra_guesses)
    try:
        root = read_tree(row["tree"], texts, position.table)
    except BookUnusableError as error:
        warnings.warn(BookWarning(error), stacklevel=2)
        return Opening()
    return Opening(root, dict(row["firsts"]))
