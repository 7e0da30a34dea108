"""Puzzles and their file format, ``word marks`` on each line. Many forms are read, and one is written."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple
from unicodedata import normalize

from mastermot.errors import N_, MastermotError, Reason, locating
from mastermot.notebooks import draw_board
from mastermot.puzzle import errors
from mastermot.puzzle.lines import Line, Read, drop_numbering, is_frame, mend_spaced_words, read_columns
from mastermot.rules import BLACK
from mastermot.words.folding import LETTERS, LONGEST, SHORTEST, fold, fold_or_empty, sort_letters

LARGEST_PUZZLE = 1 << 16  #: Bytes of the largest file of puzzles that is read.
MAX_CLUES = 100  #: The most clues of a puzzle that is read; those of the magazine have ten.

_SEPARATOR = re.compile(r"[\s:=]+")
_AROUND_MARKS = ' \t:=|,;.!?()[]<>«»"*_…–—→⇒-'  #: What people put around marks.
_PLAIN_MARKS = re.compile(r"[-+\d\s.,/()XxOo]+")


class Clue(NamedTuple):
    """A guess with its marks, and the line where it stands."""

    word: str  #: The word, folded.
    marks: int  #: How many letters of the word are well placed.
    line: int  #: The number of its line in the text, 1 for the first line.
    typed: str = ""  #: The word in lower case as it was typed, if it has accents or ligatures; else empty.
    written: str = ""  #: The marks as they were written (``⬛⬛``), if they were not plain (`make_clue`); else empty.

    def __str__(self) -> str:
        return f"{self.shown} {self.marks}"

    @property
    def shown(self) -> str:
        """The word as people read it: in lower case, with the accents that were typed."""
        return self.typed or self.word.lower()

    def fits(self, word: Sequence[str]) -> bool:
        """Return whether a folded word of the clue's length would give the clue exactly its marks.

        >>> clue = Clue("PAUME", 2, line=1)
        >>> clue.fits("COUDE"), clue.fits("PLUME")
        (True, False)
        """
        return sum(map(str.__eq__, self.word, word)) == self.marks


class Puzzle(NamedTuple):
    """A list of clues of one length."""

    clues: tuple[Clue, ...]  #: The clues, in order.
    source: str = ""  #: The file that it was read from.
    name: str = ""  #: Its title, or the comment above it.
    title: str = ""  #: The lines above it that were taken as its title, without comments.

    @property
    def length(self) -> int:
        """The number of letters of the word to find."""
        return len(self.clues[0].word)

    @property
    def columns(self) -> tuple[str, ...]:
        """The distinct letters that the clues show in each column, sorted."""
        return show_columns(clue.word for clue in self.clues)

    def _repr_html_(self) -> str:
        return draw_board((clue.word, clue.marks) for clue in self.clues)

    @property
    def text(self) -> str:
        """The canonical puzzle file: ``word marks`` in lower case, a clue a line."""
        return "".join(f"{clue.word.lower()} {clue.marks}\n" for clue in self.clues)


def list_read_clues(puzzle: Puzzle) -> list[Clue]:
    """Return the clues whose marks were written in words or signs (``⬛⬛``); people are shown how these were read."""
    return [clue for clue in puzzle.clues if clue.written]


def show_columns(words: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct letters that words of one length have at each position, in order: Ñ after N.

    Without any word there are no columns.

    >>> show_columns(["PAUME", "COUDE"])
    ('CP', 'AO', 'U', 'DM', 'E')
    """
    columns = zip(*words, strict=True)
    return tuple("".join(sort_letters(set(column))) for column in columns)


def split_lines(text: str) -> list[Line]:
    """Return the lines of a file, numbered from 1. Headers, frames of tables and lone bullets count as blank lines."""
    lines = []
    for number, text_of_line in enumerate(re.split("\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        content = text_of_line.strip()
        is_header = re.search(r"-\*-.*-\*-", content)  # as in ``-*- encoding: utf-8 -*-``
        lines.append(Line(number, "" if is_header or is_frame(content) else content))
    return lines


def read_clues(lines: Iterable[Line], source: str = "", alphabet: str | None = None) -> Puzzle:
    """Return the one puzzle that these lines hold: in columns, or with clues line by line. Comments are left out.

    `source` names the file in errors; `alphabet` has the letters of the words, A to Z without it. Raises
    `NotAClueError`, `ClueUnclearError`, `ColumnsUnevenError`, `MarksMissingError` and the errors that `make_clue` and
    `make_puzzle` name, each with the line that is wrong and its text; and `TooManyCluesError`, with the line alone.
    """
    lines_to_read = mend_spaced_words(drop_numbering([line for line in lines if line.clue]))
    with _quoting_line(lines_to_read, source):
        clues = _make_clues(lines_to_read, alphabet)
    if len(clues) > MAX_CLUES:
        raise errors.TooManyCluesError(source=source, line=clues[-1].line, limit=MAX_CLUES)
    with _quoting_line(lines_to_read, source):
        return make_puzzle(clues, source)


@contextmanager
def _quoting_line(lines: Sequence[Line], source: str) -> Iterator[None]:
    """Add two things to an error raised in the block: the file (`source`), and the text of the line where the error is.

    The error has the number of its line. The text is that line of `lines`, without its comment; it is empty if `lines`
    has no line with this number.
    """
    try:
        yield
    except MastermotError as error:
        error.text = next((line.clue for line in lines if line.number == error.line), "")
        raise error.at(source=source) from None


def _make_clues(lines: Sequence[Line], alphabet: str | None) -> list[Clue]:
    """Return the clues of these lines, but at most `MAX_CLUES` + 1: with one too many, the caller refuses the puzzle.

    Marks that were written in words are kept in the clue's `written`. `alphabet` has the letters of the words, None for
    A to Z.
    """
    all_read = read_columns(lines) or _read_each(lines)  # `read_columns` gives none if the lines are not columns
    read = list(islice(all_read, MAX_CLUES + 1))
    all_marks = [marks for _number, _word, marks in read]  # the marks of others may show how unclear ones are meant
    clues = []
    for number, word, marks in read:
        clues.append(make_clue(word, marks, number, alphabet, beside=all_marks))
    return keep_marks_in_words(clues, read, lines)


def keep_marks_in_words(clues: list[Clue], read: Sequence[Read], lines: Sequence[Line]) -> list[Clue]:
    """Return the clues with `written` filled in where the marks after the word are words: ``choux deux`` for 2.

    `read` has the same clues as they were read from the `lines`, with digits already in place of number words: only the
    lines still have the words. A clue that has `written` already stays as it is, and so does a clue that shares its
    line with other clues: only if a clue is alone on its line, all the text behind its word is marks.

    >>> noted = keep_marks_in_words([Clue("CHOUX", 2, line=1)], [(1, "choux", "2")], [Line(1, "choux : deux")])
    >>> noted[0].written
    'deux'
    """
    contents = {line.number: line.clue for line in lines}
    clues_on_line = Counter(number for number, _word, _marks in read)
    noted = []
    for clue, (number, word, _marks) in zip(clues, read, strict=True):
        after_word = contents.get(number, "").partition(word)[2]
        marks = after_word.strip(_AROUND_MARKS)
        is_in_words = bool(marks) and not _PLAIN_MARKS.fullmatch(marks)
        is_alone_on_line = clues_on_line[number] == 1
        if is_in_words and is_alone_on_line and not clue.written:
            noted.append(clue._replace(written=marks))
        else:
            noted.append(clue)
    return noted


def _read_each(lines: Iterable[Line]) -> Iterator[Read]:
    """Yield the line number, the word and the marks of each clue, as they are written; lines are read one by one.

    A line that has none of the forms of `Line.read` must be a word and its marks: otherwise `_split_strictly` raises
    an error. `Line.read` raises `ClueUnclearError` if a line may be read in two ways.
    """
    for line in lines:
        for word, marks in line.read() or [_split_strictly(line)]:
            yield line.number, word, marks


def pair_clues(pairs: Iterable[tuple[str, int]], alphabet: str | None = None) -> Puzzle:
    """Return the puzzle of these words with their marks, the clues numbered from 1.

    `alphabet` has the letters of the words, A to Z without it. Raises the errors that `make_clue` and `make_puzzle`
    name.

    >>> print(pair_clues([("paume", 2), ("coude", 1)]).text)
    paume 2
    coude 1
    <BLANKLINE>
    """
    clues = []
    for line, (word, marks) in enumerate(pairs, start=1):
        clues.append(make_clue(word, marks, line, alphabet))
    return make_puzzle(clues)


def make_puzzle(clues: list[Clue], source: str = "") -> Puzzle:
    """Return the puzzle of these clues: words of one length, and no word with two different numbers of marks.

    Raises `PuzzleEmptyError`, or `ClueLengthError` for the first clue whose length is not the most frequent one (of
    several such lengths, the one that comes first), or `ClueContradictionError` for the first with other marks than an
    earlier clue with the same word.
    """
    if not clues:
        raise errors.PuzzleEmptyError(source=source)
    lengths = Counter(len(clue.word) for clue in clues)
    usual = max(lengths, key=lengths.__getitem__)
    first_clues: dict[str, Clue] = {}  # the first clue of each word
    for clue in clues:
        with locating(source=source, line=clue.line, text=str(clue)):
            size = len(clue.word)
            if size != usual:
                word = clue.shown
                others = _describe_length(clues, usual)
                raise errors.ClueLengthError(word=word, length=size, expected=usual, others=others)
            first = first_clues.setdefault(clue.word, clue)
            if first.marks != clue.marks:
                raise errors.ClueContradictionError(
                    word=clue.shown, marks=clue.marks, other=first.marks, other_line=first.line
                )
    return Puzzle(tuple(clues), source)


def _describe_length(clues: Sequence[Clue], usual_length: int) -> Reason:
    """Return what an error says of the other clues, if one clue has another length than the usual one.

    If more than half of the `clues` have the usual length, the text says that most clues have it; otherwise, the text
    names the first clue with the usual length.
    """
    usual_clues = [clue for clue in clues if len(clue.word) == usual_length]
    if 2 * len(usual_clues) > len(clues):
        return Reason(N_("most clues have {length}"), length=usual_length)
    text = N_("the clue on line {line} has {length}")
    return Reason(text, line=usual_clues[0].line, length=usual_length)


def _split_strictly(line: Line) -> tuple[str, str]:
    """Return the first word of a line, and all the rest as its marks, such as ``XX`` or ``rien``.

    The rest is taken for marks if it is one piece, if it has digits and signs alone, or if it is several words that
    mean marks. In the first two cases, `make_clue` may refuse it as marks. Raises `NotAClueError` for any other rest.
    Where there is no rest, `MarksMissingError` is raised after a word, and `NotAClueError` after anything else.

    >>> _split_strictly(Line(1, "choux aucune lettre"))
    ('choux', 'aucune lettre')
    """
    word, *rest = _SEPARATOR.split(line.clue.strip(" \t:="), maxsplit=1)
    if not rest:
        if fold_or_empty(word):
            raise errors.MarksMissingError(line=line.number, word=word)
        raise errors.NotAClueError(line=line.number)
    marks = rest[0]
    is_one_piece = not _SEPARATOR.search(marks)
    has_digits_and_signs_alone = _PLAIN_MARKS.fullmatch(marks) is not None
    if is_one_piece or has_digits_and_signs_alone:
        return word, marks
    if BLACK.can_read(marks, len(fold_or_empty(word))):  # several words that mean marks
        return word, marks
    raise errors.NotAClueError(line=line.number)


def make_clue(word: str, marks: str | int, line: int, alphabet: str | None = None, beside: Sequence[str] = ()) -> Clue:
    """Return the clue of a word and its marks, both as they are written.

    `line` is the number of the clue's line, and `alphabet` has the letters of words, A to Z without it. `beside` has
    the marks of all clues of the puzzle, which may show how unclear marks are meant. The clue keeps the word as it was
    `typed` if this has other letters than A to Z. The clue keeps the marks as they were `written`, unless they are
    plain: a number, canonical signs such as ``XX``, or a sign or a word for no mark.

    Raises `LengthRangeError`, `NotAWordError` or `WordMissingError` for the word, and for the marks `MarksEmptyError`,
    `MarksUnreadableError`, `MarksAmbiguousError`, `MarksNegativeError`, `MarksOverLengthError` or
    `MarksImpossibleError`.

    >>> make_clue("Pâté", "XX", line=3), make_clue("choux", "🟩🟩⬛⬛⬛", line=4).written
    (Clue(word='PATE', marks=2, line=3, typed='pâté', written=''), '🟩🟩⬛⬛⬛')
    """
    with locating(line=line, text=f"{word} {marks}"):
        folded = fold(word, alphabet)
        length = len(folded)
        if not SHORTEST <= length <= LONGEST:
            raise errors.LengthRangeError(word=word, length=length, least=SHORTEST, most=LONGEST)
        blacks = BLACK.parse(str(marks), length, beside).blacks
        is_plain = BLACK.is_plain(str(marks), length)
    typed = "" if word.isascii() else normalize("NFC", word).lower()
    written = "" if is_plain else str(marks).strip()
    return Clue(folded, blacks, line, typed, written)


def fold_puzzle(puzzle: Puzzle, alphabet: str = LETTERS) -> Puzzle:
    """Return a puzzle whose words are folded by this alphabet: `puzzle` itself if none of these cases holds.

    - Its words have different lengths: a program may have put it together unchecked.
    - Its words have letters outside the alphabet.
    - Some words were typed with accents, and the alphabet has more than A to Z: a word typed ``año`` may have been
      folded to ANO, but is AÑO in Spanish.

    In each of these cases, the puzzle is made again, and checked as in `make_clue` and `make_puzzle`.
    """
    letters = set("".join(clue.word for clue in puzzle.clues))
    lengths = {len(clue.word) for clue in puzzle.clues}
    has_one_length = len(lengths) == 1
    has_letters_of_alphabet = letters <= set(alphabet)
    may_need_accents = alphabet != LETTERS and any(clue.typed for clue in puzzle.clues)
    if has_one_length and has_letters_of_alphabet and not may_need_accents:
        return puzzle
    clues = []
    for clue in puzzle.clues:
        folded = make_clue(clue.typed or clue.word, clue.marks, clue.line, alphabet)
        clues.append(folded._replace(written=clue.written))
    return puzzle._replace(clues=make_puzzle(clues, puzzle.source).clues)
