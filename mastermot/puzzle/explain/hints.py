"""Where a player stands: letters known and letters ruled out; mistakes among them, and the next step from there."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from mastermot.errors import N_, UseError
from mastermot.puzzle.clues import Clue, show_columns
from mastermot.puzzle.explain.board import ClueBoard, iterate_subsets
from mastermot.puzzle.explain.explainer import choose_board, explain_clues
from mastermot.puzzle.explain.steps import Domains, Explanation
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.puzzle.solver import Answer
from mastermot.words.folding import fold

BLANKS = "?_.*-·"  #: The signs that may stand for a letter that is not known.
MAX_MISTAKE_SETS = 5_000  #: The most sets of clues tried to show one mistake; if none of them does, all are named.

_OUT = re.compile(r"(\d{1,2})\s*[:=]?\s*([^\W\d_]+)")


class KnownUnreadableError(UseError):
    code = "known-unreadable"
    title = N_("a pattern of another length than the word")
    message = N_("“{known}” has length {length}, but the word has length {expected}")
    advice = N_("Write a letter or ? for each position, as in: ??u??")
    known: str
    length: int
    expected: int


class OutUnreadableError(UseError):
    code = "out-unreadable"
    title = N_("letters ruled out that cannot be read")
    message = N_("“{out}” does not say which letters are ruled out in which positions (1 to {length})")
    advice = N_("Write each position, a colon and its letters, as in: 1:f 4:nl")
    out: str
    length: int


class Notes(NamedTuple):
    """What a player knows."""

    known: tuple[str, ...]  #: For each position, the letter that is certain, or an empty string.
    out: tuple[str, ...]  #: For each position, the letters ruled out.


class Mistake(NamedTuple):
    """A letter that a player is wrong about."""

    position: int  #: 1 for the first.
    letter: str
    placed: bool  #: Whether the player holds it for certain; else it was ruled out.
    clues: tuple[Clue, ...]  #: A smallest set of clues that shows it; none for a letter that no clue shows there.


class NextHint(NamedTuple):
    """What to tell a player: mistakes, or else the next step."""

    mistakes: tuple[Mistake, ...]
    explanation: Explanation  #: The next step; none if all is known, if there are mistakes, or if not `consistent`.
    consistent: bool  #: Whether some solution agrees with the letters known and ruled out.


def parse_known(known: str, length: int, alphabet: str | None = None) -> tuple[str, ...]:
    """Return the letters known by position, from a text such as ``??u??``, for a word of this length.

    A letter that is not known is an empty string: any of the signs `BLANKS` says so. Spaces are left out, and an empty
    text says that no letter is known. `alphabet` has the letters that words may have, A to Z without it. Raises
    `KnownUnreadableError` for another length, and `NotAWordError` for other signs.

    >>> parse_known("? ? u . -", 5)
    ('', '', 'U', '', '')
    """
    signs = "".join(known.split())
    if not signs:
        return ("",) * length
    letters = tuple("" if sign in BLANKS else fold(sign, alphabet) for sign in signs)
    has_ligature = any(len(letter) > 1 for letter in letters)  # Œ is folded to two letters, for one position
    if len(letters) != length or has_ligature:
        length_of_known = sum(len(letter or "?") for letter in letters)  # with the ligature as two
        raise KnownUnreadableError(known=known, length=length_of_known, expected=length)
    return letters


def parse_out(out: str, length: int, alphabet: str | None = None) -> tuple[str, ...]:
    """Return the letters ruled out by position, from a text such as ``1:f 4:nl``, for a word of this length.

    A position that comes several times has all its letters, each once; one that does not come has none. `alphabet` has
    the letters that words may have, A to Z without it. Raises `OutUnreadableError` for a text of another form or with
    other positions, and `NotAWordError` for other letters.

    >>> parse_out("1:f 4:nl", 5)
    ('F', '', '', 'NL', '')
    """
    entries = _OUT.findall(out)  # pairs of a position and its letters
    between_entries = _OUT.sub("", out)
    all_in_word = all(1 <= int(position) <= length for position, _letters in entries)
    has_only_separators = re.fullmatch(r"[\s,;/]*", between_entries) is not None
    if not all_in_word or not has_only_separators:
        raise OutUnreadableError(out=out, length=length)
    ruled_out = [""] * length
    for position, letters in entries:
        ruled_out[int(position) - 1] += fold(letters, alphabet)
    return tuple("".join(dict.fromkeys(letters)) for letters in ruled_out)  # each letter once


def explain_from(answer: Answer, notes: Notes, limit: int = DEFAULT_LIMIT) -> NextHint:
    """Return a player's mistakes, or else the simplest next step, for the solved puzzle `answer`.

    `notes` has what the player knows. If no note is a mistake by itself, but no solution agrees with all of them, there
    is neither a mistake nor a step. Raises `TooManyPrefixesError` for more than `limit` prefixes of one length.
    """
    board, strings = choose_board(answer, limit)
    mistakes = tuple(_find_mistakes(board, strings, notes))
    start = _narrow(board.columns, notes)
    fitting = [string for string in strings if _is_possible(string, start)]
    # without any string, the clues contradict each other: then it is enough that each position still has a letter
    consistent = bool(fitting) if strings else all(start)
    if mistakes or not consistent:
        no_steps = Explanation(board.clues, board.columns, (), strings, None)
        return NextHint(mistakes, no_steps, consistent)
    return NextHint((), explain_clues(board, fitting, start=start, most=1), consistent=True)


def _is_possible(string: str, domains: Domains) -> bool:
    """Return whether each letter of a string is possible at its position."""
    return all(letter in letters for letter, letters in zip(string, domains, strict=True))


def _narrow(columns: Domains, notes: Notes) -> Domains:
    """Return the letters of `columns` that a player still takes for possible: the one known, or all not ruled out.

    The text of a position is empty if the known letter is not in the column, or if all its letters are ruled out.
    """
    narrowed = []
    for column, known, ruled_out in zip(columns, notes.known, notes.out, strict=True):
        if known:
            narrowed.append(known if known in column else "")
        else:
            possible = [letter for letter in column if letter not in ruled_out]
            narrowed.append("".join(possible))
    return tuple(narrowed)


def _find_mistakes(board: ClueBoard, strings: Sequence[str], notes: Notes) -> Iterator[Mistake]:
    """Yield a player's mistakes: known letters that no solution has, and letters ruled out that all solutions have.

    The solutions are the `strings`; without any, there are no mistakes to tell.
    """
    if not strings:
        return
    right = show_columns(strings)  # the letters that solutions have at each position
    certain = [letters if len(letters) == 1 else "" for letters in right]  # the only one, if there is only one
    domains = _narrow(board.columns, _drop_mistakes(notes, right, certain))  # a proof may rest on notes that are right
    for position, (known, out) in enumerate(zip(notes.known, notes.out, strict=True)):
        if known and known not in right[position]:
            clues = _find_proof(board, domains, position, known)
            yield Mistake(position + 1, known, placed=True, clues=clues)
        certain_letter = certain[position]
        if certain_letter and certain_letter in out:
            # the letter is certain once all others at its position are ruled out
            other_letters = domains[position].replace(certain_letter, "")
            clues = _find_proof(board, domains, position, other_letters)
            yield Mistake(position + 1, certain_letter, placed=False, clues=clues)


def _drop_mistakes(notes: Notes, right: Sequence[str], certain: Sequence[str]) -> Notes:
    """Return a player's notes without the mistakes: known letters that are wrong, and certain letters ruled out.

    `right` has the letters of the solutions at each position; a known letter that is none of them is wrong. `certain`
    has the letter of a position where the solutions have only one, else an empty text.
    """
    known = []
    out = []
    for position, letters in enumerate(right):
        known_letter = notes.known[position]
        known.append(known_letter if known_letter in letters else "")
        out.append(notes.out[position].replace(certain[position], ""))  # "" in place of "" changes nothing
    return Notes(tuple(known), tuple(out))


def _find_proof(board: ClueBoard, domains: Domains, position: int, letters: str) -> tuple[Clue, ...]:
    """Return a smallest set of clues that rules out `letters` at a position.

    `domains` has the letters that are possible at each position before these clues are looked at. If none of the
    `letters` is possible there, no clue is needed. All clues are returned if no smaller set rules the letters out, or
    if none of the first `MAX_MISTAKE_SETS` sets does.
    """
    to_rule_out = {(position, letter) for letter in letters if letter in domains[position]}
    if not to_rule_out:
        return ()
    count = len(board.clues)
    smallest_first = chain.from_iterable(iterate_subsets(range(count), size) for size in range(1, count))
    for clue_set in islice(smallest_first, MAX_MISTAKE_SETS):
        removable = board.find_removable(clue_set, domains)
        if removable is None or to_rule_out <= removable:  # None: the clues contradict each other, and prove anything
            return board.list_clues(clue_set)
    return board.clues
