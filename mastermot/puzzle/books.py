"""Puzzles in texts and files: one or several, each with its title.

A title, or a ruled line such as ``-----``, begins a new *section* of a text. A *part* is a run of clues in a section:
any other line ends it. `docs/formats.md` says when each part is a puzzle, and when the parts of a section are one
puzzle together. A line that looks like a spoilt clue (``pau me 2 !``) is not taken for a title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple
from unicodedata import normalize

from mastermot.errors import MastermotError
from mastermot.puzzle.clues import LARGEST_PUZZLE, Puzzle, read_clues, split_lines
from mastermot.puzzle.errors import PuzzleEmptyError, SeveralPuzzlesError
from mastermot.puzzle.lines import Line, split_pieces
from mastermot.words.files import FilePath, decode, read_bytes
from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import number_words, words_of

FEWEST_CLUES_APART = 6  #: The fewest clues each part between blank lines or comments must have to be its own puzzle.
FEWEST_CLUES_TITLED = 3  #: The same if each part is titled (`_Part.titled`), or if parts have words of other lengths.
BESIDE_DATES = ("LE", "ER", "ST", "ND", "RD", "TH")  #: Small words and endings in dates: ``le 1er juillet``.

# patterns are compiled when they are first used: most puzzles are read without them
_TAG = r"(?i:</?[a-z]|&[a-z]+;)"  # HTML
_NUMBERED_TITLE = r"(?i:(?:\b(?:n\s?[°º]|n[or]\.?|n[uú]m[ée]ro|number)|№)\s*[0-9]+(?!\w))"
_DATE_OR_TIME = r"\b(?:[0-9]{1,2}[:h][0-9]{2}(?::[0-9]{2})?|[0-9]{1,4}([/.-])[0-9]{1,2}\1[0-9]{1,4}|1er)\b"

Role = Literal["blank", "title", "comment", "clue"]  #: What a line of a text is.


class BadPuzzle(NamedTuple):
    """A puzzle of a file that cannot be read."""

    name: str  #: Its title or, without one, the comment above it; empty if there is neither.
    line: int  #: The number of the line that is wrong.
    error: MastermotError


class _Heading(NamedTuple):
    """What the lines between two clues say, or the lines above the first clue."""

    title: str  #: Their titles, joined, without comments.
    name: str
    """The last title or, if there is none, the first comment; if the title has no words, the first comment after it."""
    begins_section: bool  #: Whether one of the lines is a title.
    has_gap: bool  #: Whether one of the lines is a title or blank, so that not all of them are comments.


class _Part(NamedTuple):
    """Clues line by line, with no other line between them: a puzzle, or a part of one (`_join_parts`)."""

    title: str  #: The lines above it that were taken as a title, without comments.
    name: str  #: The title or the comment above it; empty when there is none.
    titled: bool
    """Whether it has a title above it, or a comment and a blank line. For the first part, a comment is enough."""
    lines: list[Line]


def read_book(path: FilePath, alphabet: str | None = None) -> tuple[Puzzle | BadPuzzle, ...]:
    """Return the puzzles in a file, in order; one that cannot be read is a `BadPuzzle`.

    `alphabet` has the letters of their words, A to Z without one. If no puzzle can be read, the error of the first one
    is raised, one of those that `parse_puzzle` names; without any clue, `PuzzleEmptyError`. For a file that cannot be
    read `FileMissingError`, `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError`, `FileTooLargeError` or
    `NotTextError` is raised.
    """
    return parse_book(decode(read_bytes(path, LARGEST_PUZZLE), str(path)), str(path), alphabet)


def read_puzzle(path: FilePath, alphabet: str | None = None) -> Puzzle:
    """Return the puzzle in a file; `alphabet` has the letters of its words, A to Z without one.

    Raises the error of a line, as `parse_puzzle` does, or for a file that cannot be read `FileMissingError`,
    `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError`, `FileTooLargeError` or `NotTextError`.
    """
    return parse_puzzle(decode(read_bytes(path, LARGEST_PUZZLE), str(path)), str(path), alphabet)


def parse_puzzle(text: str, source: str = "", alphabet: str | None = None) -> Puzzle:
    """Return the one puzzle that a text holds, with its title.

    Without a title, it is named after the first ``#`` comment above it. Other comments, blank lines and ``-*- … -*-``
    headers are skipped. `source` names the text in errors, and `alphabet` has the letters of its words, A to Z without
    one. Raises an error that names the line: `NotAClueError`, `ClueUnclearError`, `ColumnsUnevenError`,
    `TooManyCluesError`, `PuzzleEmptyError`, `ClueLengthError`, `ClueContradictionError`, or `SeveralPuzzlesError` at
    the first clue of a second puzzle; `LengthRangeError`, `NotAWordError` or `WordMissingError` for a word;
    `MarksMissingError` and the others that `Rule.parse` names for its marks.
    """
    puzzles = parse_puzzles(text, source, alphabet)
    if len(puzzles) > 1:
        raise SeveralPuzzlesError(source=source, line=puzzles[1].clues[0].line)
    return puzzles[0]


def parse_puzzles(text: str, source: str = "", alphabet: str | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles that a text holds, in order. Their clues have the line numbers of the text.

    `source` names the text in errors, and `alphabet` has the letters of its words, A to Z without one. Raises the error
    of the first puzzle that cannot be read, one of those that `parse_puzzle` names; `PuzzleEmptyError` without any
    clue.
    """
    puzzles = []
    for entry in parse_book(text, source, alphabet):
        if isinstance(entry, BadPuzzle):
            raise entry.error
        puzzles.append(entry)
    return tuple(puzzles)


def parse_book(text: str, source: str = "", alphabet: str | None = None) -> tuple[Puzzle | BadPuzzle, ...]:
    """Return the puzzles of a text, in order; one that cannot be read is a `BadPuzzle`.

    `source` names the text in errors, and `alphabet` has the letters of its words, A to Z without one. If no puzzle can
    be read, the error of the first one is raised, one of those that `parse_puzzle` names; without any clue,
    `PuzzleEmptyError`.
    """
    text = normalize("NFC", text)  # accents that stand by themselves would cut the words of a title
    entries = []
    for section in _split_sections(split_lines(text)):
        for parts_of_puzzle in _join_parts(section):
            entries.append(_read_puzzle(parts_of_puzzle, source, alphabet))
    if not entries:
        raise PuzzleEmptyError(source=source)
    errors = [entry.error for entry in entries if isinstance(entry, BadPuzzle)]
    if len(errors) == len(entries):
        raise errors[0]
    return tuple(entries)


def _read_puzzle(parts: Sequence[_Part], source: str, alphabet: str | None) -> Puzzle | BadPuzzle:
    """Return the one puzzle that these parts hold together, or a `BadPuzzle` if it cannot be read.

    The puzzle is named after its first part; its title has the titles of all parts. `source` names the text in errors,
    and `alphabet` has the letters of its words, A to Z without one. The line of a `BadPuzzle` is the one that the error
    names or, if the error names none, the first line of the puzzle.
    """
    lines: list[Line] = []
    for part in parts:
        lines += part.lines
    name = parts[0].name
    title = _join(part.title for part in parts)
    try:
        return read_clues(lines, source, alphabet)._replace(name=name, title=title)
    except MastermotError as error:
        return BadPuzzle(name, error.line or lines[0].number, error)


def _split_sections(lines: Sequence[Line]) -> list[list[_Part]]:
    r"""Return the parts of a text, section by section: a title or a ruled line begins a new section.

    A part is a run of clues: any other line ends it. A text without clues has no sections.

    >>> text = "Puzzle 1\npaume 2\n\ncoude 3\nPuzzle 2\nchoux 1"
    >>> for section in _split_sections(split_lines(text)):
    ...     print([(part.title, [line.content for line in part.lines]) for part in section])
    [('Puzzle 1', ['paume 2']), ('', ['coude 3'])]
    [('Puzzle 2', ['choux 1'])]
    """
    sections: list[list[_Part]] = []
    above: list[tuple[Role, Line]] = []  # the lines since the last clue
    for role, line in zip(_find_roles(lines), lines, strict=True):
        if role != "clue":
            above.append((role, line))
            continue
        is_first_clue = not sections
        begins_part = bool(above) or is_first_clue  # no clue stands directly above this one
        if begins_part:
            heading = _read_heading(above)
            if heading.begins_section or is_first_clue:
                sections.append([])
            titled = bool(heading.name) and (heading.has_gap or is_first_clue)  # as `_Part.titled` says
            sections[-1].append(_Part(heading.title, heading.name, titled, lines=[]))
            above = []
        current_part = sections[-1][-1]
        current_part.lines.append(line)
    if sections:  # titles after the last clue go with the last part
        last_part = sections[-1][-1]
        title_below = _read_heading(above).title
        sections[-1][-1] = last_part._replace(title=_join([last_part.title, title_below]))
    return sections


def _find_roles(lines: Sequence[Line]) -> list[Role]:
    r"""Return what each line of a text is: blank, a title, a comment or a clue.

    A ruled line, such as ``-----``, is a title without words. Any line that is not blank, a title or a comment is a
    clue, even if it cannot be read as one.

    >>> _find_roles(split_lines("# July\nPuzzle 1\n\npaume 2\n?"))
    ['comment', 'title', 'blank', 'clue', 'clue']
    """
    titles = _Titles(lines)
    roles: list[Role] = []
    role: Role = "blank"
    for index, line in enumerate(lines):
        below_clue = role == "clue"  # the role of the line above
        if not line.content:
            role = "blank"
        elif _is_ruled(line.content) or titles.is_title(index, below_clue):
            role = "title"
        else:
            role = "comment" if line.is_comment else "clue"
        roles.append(role)
    return roles


def _read_heading(lines: Iterable[tuple[Role, Line]]) -> _Heading:
    """Return what the lines between two clues say: titles, comments and blank lines, each with its role.

    A comment whose words make it a title (`_Titles.is_title`) gives the name, but is left out of the title.
    """
    titles: list[str] = []
    name = ""
    roles = set[Role]()
    for role, line in lines:
        roles.add(role)
        content = line.content.strip(" \t#*=_~-–—:").strip()  # empty for a ruled line
        if role == "title":
            name = content
            if not line.is_comment:
                titles.append(content)
        elif role == "comment":
            name = name or content
    return _Heading(_join(titles), name, begins_section="title" in roles, has_gap=bool(roles & {"title", "blank"}))


def _join(titles: Iterable[str]) -> str:
    return "; ".join(filter(None, titles))


class _Titles:
    """Tells which lines of a text are titles."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """Take the lines of the whole text, and count their first words; the first words of clues have one length."""
        self.lines = lines
        title_words = words_of("titles")
        first_words = [line.first_word for line in lines if not line.is_comment]
        # a letter alone may begin a spaced word (P A U M E), and a title word begins a title rather than a clue
        may_be_of_clues = [word for word in first_words if len(word) > 1 and word not in title_words]
        lengths = Counter(map(len, may_be_of_clues))
        #: The most frequent length of the first words of lines, the first of several such lengths; 0 without any word.
        self.usual_length = max(lengths, key=lambda length: lengths[length], default=0)
        #: How many lines begin with each word.
        self.counts = Counter(line.first_word for line in lines)

    def is_title(self, index: int, below_clue: bool) -> bool:
        r"""Return whether a line is a title. `below_clue` says that a clue stands directly above it.

        A *title word* is a word for a puzzle, such as “grille”.

        - A comment is a title if it begins with a title word and has a number.
        - Any other line that begins with a title word is a title, unless it may be a clue (`may_be_clue`).
        - Any line that does not begin with a title word is a title if it is a date, or free text above clues, unless it
          is a comment or a clue stands directly above it.

        >>> titles = _Titles(split_lines("Grille 3\npaume 2\ncoude 1"))
        >>> [titles.is_title(index, below_clue=False) for index in range(3)]
        [True, False, False]
        """
        line = self.lines[index]
        has_title_word = line.first_word in words_of("titles")
        if line.is_comment:
            return has_title_word and "N" in line.kinds
        if has_title_word:
            return not self.may_be_clue(line)
        if below_clue:
            return False
        is_text_above_clues = self.is_free_text(line) and self.is_above_clues(index)
        return is_date(line.content) or is_text_above_clues

    def may_be_clue(self, line: Line) -> bool:
        r"""Return whether a line that begins with a title word may be a clue.

        It may be one if it looks like a clue and its first word has the usual length, unless several lines of the text
        begin with this word.

        >>> titles = _Titles(split_lines("paume 2\ncoude 1\nJuego 3\nJeu 4\n"))
        >>> [titles.may_be_clue(line) for line in titles.lines[2:4]]
        [True, False]
        """
        several_lines_begin_so = self.counts[line.first_word] > 1
        # a word alone (“grille”), a word and a number (“grille 3”), or two words and a number (“grille numéro 3”)
        looks_like_clue = line.kinds in ("W", "WN", "WWN") or line.holds_clue()
        has_usual_length = len(line.first_word) == self.usual_length
        return looks_like_clue and has_usual_length and not several_lines_begin_so

    def is_above_clues(self, index: int) -> bool:
        """Return whether clues seem to follow the line at `index`, judged by the next line that is not blank.

        The answer is True if that next line has a word and a number, as clues have, or if it may itself stand above
        clues: it is a comment, or begins with a title word. If only blank lines follow, the answer is False.
        """
        for line in self.lines[index + 1 :]:
            if not line.content:
                continue
            has_title_word = line.first_word in words_of("titles")
            has_word_and_number = "W" in line.kinds and "N" in line.kinds
            return line.is_comment or has_title_word or has_word_and_number
        return False

    def is_free_text(self, line: Line) -> bool:
        r"""Return whether a line is some text that cannot be a clue.

        These lines are free text:

        - a number alone;
        - the number of a puzzle, a date in digits or a time alone, unless the first word of the line, such as the “No”
          of “No 3”, is as long as the words of clues are;
        - a line without a number and with a colon at its end, or a line with at least two words and one more word or
          number; but neither of them if it is like a clue (`is_like_clue`) or may hold marks (`may_hold_marks`).

        >>> titles = _Titles(split_lines("17\nMaster Mot de juillet\npaume 2\nMaître 3"))
        >>> [titles.is_free_text(line) for line in titles.lines]
        [True, True, False, False]
        """
        kinds = line.kinds
        if kinds == "N":
            return True
        remaining_pieces = _split_text(line.content)  # without numbers of puzzles, dates in digits and times
        only_number_or_date = bool(kinds) and not remaining_pieces
        if only_number_or_date and len(line.first_word) != self.usual_length:
            return True
        has_many_words = len(kinds) >= 3 and kinds.count("W") >= 2
        is_heading = "N" not in kinds and line.content.endswith(":")
        if not has_many_words and not is_heading:
            return False
        return not self.is_like_clue(line) and not may_hold_marks(line.content, self.usual_length)

    def is_like_clue(self, line: Line) -> bool:
        """Return whether a line is too much like a clue to be free text; if it cannot be read, that is an error.

        A line is like a clue in each of these cases:

        - it can be read as a clue without doubt;
        - it has HTML, from a table that was pasted;
        - all its words have either one letter (P A U M E) or the usual length, or it has no words;
        - its first word has the usual length, and either a number comes next or the line has a word about marks.
        """
        if line.holds_clue() or re.search(_TAG, line.content):
            return True
        words = [fold_or_empty(piece) for piece in split_pieces(line.content) if not piece[0].isdigit()]
        if all(len(word) in (1, self.usual_length) for word in words):
            return True
        has_number_next = line.kinds.startswith("WN")
        has_word_about_marks = not words_of("marks", "points").isdisjoint(words)
        has_usual_length = len(line.first_word) == self.usual_length
        return has_usual_length and (has_number_next or has_word_about_marks)


def is_date(content: str) -> bool:
    """Return whether a line is a date: a day, a month, and a day of the week or a year, or both, in any order.

    Nothing else may stand there, except small words such as “le” or “th” (`BESIDE_DATES`).

    >>> is_date("samedi 12 juillet"), is_date("July 12th, 2025"), is_date("juillet 2025")
    (True, True, False)
    """
    date_parts = []
    for piece in split_pieces(content):
        folded = fold_or_empty(piece) or piece  # a number cannot be folded
        if folded not in BESIDE_DATES:
            date_parts.append(_find_date_part(folded))
    return "".join(sorted(date_parts)) in ("DMW", "DMY", "DMWY")


def _find_date_part(piece: str) -> str:
    """Return what a piece may be in a date: ``D`` a day, ``M`` a month, ``W`` a day of the week, ``Y`` a year.

    A piece is a number, or a word that is folded. Any other piece is ``?``.

    >>> [_find_date_part(piece) for piece in ("SAMEDI", "12", "JUILLET", "2025", "45", "PAUME")]
    ['W', 'D', 'M', 'Y', '?', '?']
    """
    is_number = piece.isdigit()
    if is_number and len(piece) == 4:
        return "Y"
    if is_number and len(piece) < 3 and 1 <= int(piece) <= 31:
        return "D"
    if piece in words_of("days"):
        return "W"
    if piece in words_of("months"):
        return "M"
    return "?"


def may_hold_marks(content: str, length: int) -> bool:
    """Return whether a text may hold the marks of a word of this length.

    These may be marks:

    - a number of one digit, or of two digits and not above the length, unless a month stands beside it;
    - a number word at the end of the text, or before a word about marks, such as “placed”;
    - at the end of the text, a word such as “nothing”, or only the letter X: ``XX``.

    >>> may_hold_marks("paume 2", 5), may_hold_marks("2 juillet", 5), may_hold_marks("paume deux bien", 5)
    (True, False, True)
    """
    pieces = [fold_or_empty(piece) or piece for piece in _split_text(content)]  # a number cannot be folded
    if not pieces:
        return False
    before = ""
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=True):
        if piece[0].isdigit():
            has_one_digit = len(piece) == 1
            is_small = has_one_digit or (len(piece) == 2 and int(piece) <= length)
            is_beside_month = before in words_of("months") or after in words_of("months")
            may_be_marks = is_small and not is_beside_month
        else:
            is_at_end = not after
            may_be_marks = piece in number_words() and (is_at_end or after in words_of("marks", "points"))
        if may_be_marks:
            return True
        before = piece
    last = pieces[-1]
    return last in words_of("nothing") or set(last) == {"X"}


def _is_ruled(content: str) -> bool:
    """Return whether a line is ruled: it has only one sign, three times or more, as ``---`` and ``* * *``."""
    signs = "".join(content.split())
    has_one_sign = len(set(signs)) == 1
    return has_one_sign and len(signs) >= 3 and signs[0] in "-=*_~–—"


def _split_text(content: str) -> list[str]:
    """Return the words and numbers of a line, except numbers of puzzles (``n° 3``), dates in digits, and times."""
    without_numbers = re.sub(_NUMBERED_TITLE, " ", content)
    return split_pieces(re.sub(_DATE_OR_TIME, " ", without_numbers))


def _join_parts(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Return the parts of a section as puzzles: each part by itself if all have enough clues, else all as one.

    A part with `FEWEST_CLUES_APART` clues has enough. If every part is titled, or if the parts differ in the length of
    their words (`_have_different_lengths`), `FEWEST_CLUES_TITLED` clues are enough.
    """
    all_are_titled = all(part.titled for part in parts)
    are_set_apart = all_are_titled or _have_different_lengths(parts)
    fewest = FEWEST_CLUES_TITLED if are_set_apart else FEWEST_CLUES_APART
    if all(_count_clues(part) >= fewest for part in parts):
        return [[part] for part in parts]
    return [list(parts)]


def _have_different_lengths(parts: Sequence[_Part]) -> bool:
    """Return whether the first words of the lines have one length in each part, but not the same in all parts.

    Lines without a word do not count. If no line of a part has a word, the answer is False.
    """
    all_lengths = set[int]()
    for part in parts:
        lengths_of_part = {len(line.first_word) for line in part.lines if line.first_word}
        if len(lengths_of_part) != 1:
            return False
        all_lengths |= lengths_of_part
    return len(all_lengths) > 1


def _count_clues(part: _Part) -> int:
    """Return how many clues a part holds; 0 if it has only words or only numbers, as a column of a puzzle has.

    A line may have several clues. A line that cannot be read counts as one clue.
    """
    without_comments = [Line(line.number, line.clue) for line in part.lines]  # `kinds` would count the comments too
    kinds = "".join(line.kinds for line in without_comments)
    has_words_and_numbers = set(kinds) == {"W", "N"}
    if not has_words_and_numbers:
        return 0
    count = 0
    for line in without_comments:
        count += len(line.read()) if line.holds_clue() else 1
    return count
