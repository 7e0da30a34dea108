"""Lines of a puzzle as people type and paste them, read as words with their marks.

`docs/formats.md` lists the forms that are read. A line is cut into *pieces*, which are words (``W``) and numbers
(``N``); the text before, between and after the pieces are its *gaps*. If the gaps have only usual signs, such as ``:``
or ``->``, the order of words and numbers says how the line is read: ``WN`` is a word and its marks. Any other line is
left to the strict reading of `mastermot.puzzle.clues`. A *slip* is a letter in place of a digit: ``l`` for 1.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple
from unicodedata import category, digit, normalize

from mastermot.puzzle.errors import ClueUnclearError, ColumnsUnevenError
from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import number_words, words_of

_QUOTES = dict.fromkeys(map(ord, '“”„«»"*'), " ")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # ``Ａ``, ``２`` and the like, as ASCII
# removes the two signs that make a keycap of a digit (2️⃣ is 2, a variation selector and a combining sign)
_PLAIN = {0xFE0F: None, 0x20E3: None, 0x3000: " ", **_QUOTES, **_FULL_WIDTH}
# patterns are compiled when they are first used: most puzzles are read without them
_CHAT = (
    r"(?i:\[?([0-9]{1,4}([/.-][0-9]{1,4}){1,2},? (à |at )?)?[0-9]{1,2}[:h][0-9]{2}(:[0-9]{2})?( ?[ap]\.?m\.?)?\]?"
    r"( ?[-–—])? ([^\W\d][^:]{,60}: )?(?=[^\W\d]))"
)
"""The time and the name that chat programs put before a line: ``[12/03/2024 12:34] Anna: ``."""

_PIECE = r"[^\W\d_]+|[0-9]+"  # a word or a number
_NUMBER_SIGN = r"(?i:\s*(n\s?[°º]|№)\s*(?=[0-9]))"
# gaps: before the first piece, after the last, and between the number of a line and its clue (``3/ paume 2``)
_BEFORE = r"\s*([-–—+](?=\s)|-(?=\w)(?![0-9])|[>•·‣◦▪●■|(\[])?\s*"
_AFTER = r"\s*[)\]|.,;!]?\s*"
_NUMBERED = r"\s*([/.)\]°º]\s*[-:–]?|[:–—-])\s*"
# gaps: in ``paume : 2``, in ``2 - paume``, and between two clues of a line
_WORD_THEN_MARKS = r"-|\s*([:=|;,([–—→⇒]|([.·] ?){2,}|…+|_{2,}|[-–—]{2,}(?=\s)|[-=]+>|-(?=\s))?\s*"
_MARKS_THEN_WORD = r"\s+|\s*[:=|;–—→⇒)\]]\s*|\s+-\s+"
_BETWEEN_CLUES = r"(?=[\s\S])\s*[)\]]?\s*([,;|/–—]|\.(?=\s))?\s*"
# a spaced word: letters, each alone, with these signs between them
_BETWEEN_LETTERS = r"[\s.|-]+"
_LETTER = r"[^\W\d_](?![^\W\d_])"
_PIECE_OR_SPACED = rf"{_LETTER}(?:{_BETWEEN_LETTERS}{_LETTER})+|{_PIECE}"
_SPACED_THEN_SLIP = rf"({_LETTER}(?:{_BETWEEN_LETTERS}{_LETTER})+){_BETWEEN_LETTERS}([lIOo])"
_LIST_GAP = r"\s*[,;|]?\s*"  # between two words, or two numbers, of a line of a column
_BULLET = r"[-–—+>•·‣◦▪●■*|]"
_TABLE_RULE = r"[|+]?\s*:?-{2,}:?\s*([|+]\s*:?-{2,}:?\s*)+[|+]?"

LOOK_ALIKES = {"l": "1", "I": "1", "O": "0", "o": "0"}  #: Letters that are typed for digits.


class Pieces(NamedTuple):
    """A line cut into words and numbers; the letters of a spaced word, ``P A U M E``, are put together."""

    kinds: str  #: ``W`` for a word, ``N`` for a number, in order.
    texts: tuple[str, ...]  #: The words and numbers.
    gaps: tuple[str, ...]  #: The text before each word or number, and the text after the last one.


class Line:
    """A line of a file; it is cut into its pieces when these are first asked for."""

    def __init__(self, number: int, content: str) -> None:
        self.number = number
        self.content = content

    @cached_property
    def clue(self) -> str:
        """The line without its comment."""
        return self.content.partition("#")[0].strip()

    @cached_property
    def pieces(self) -> Pieces:
        """The words and numbers of the `clue`; none if strange signs stand before the first one or after the last one.

        ``n°`` before a number becomes ``(``, so that ``n° 1 paume 2`` is then read like ``(1) paume 2``. A length after
        marks (``2/5``) and words for marks (``2 well placed``) are left out.

        >>> Line(1, "n° 7: P A U M E 2/5").pieces
        Pieces(kinds='NWN', texts=('7', 'PAUME', '2'), gaps=('(', ': ', ' ', ''))
        """
        text = re.sub(_NUMBER_SIGN, "(", _simplify_line(self.clue), count=1)
        pieces = re.findall(_PIECE_OR_SPACED, text)
        texts = [re.sub(_BETWEEN_LETTERS, "", piece) for piece in pieces]  # P A U M E becomes PAUME
        gaps = re.split(_PIECE_OR_SPACED, text)  # one more than pieces: the last stands after them
        has_usual_begin = re.fullmatch(_BEFORE, gaps[0]) is not None
        has_usual_end = re.fullmatch(_AFTER, gaps[-1]) is not None
        has_usual_signs = has_usual_begin and has_usual_end
        if not (texts and has_usual_signs):
            return Pieces("", (), ())
        texts, gaps = _drop_lengths(texts, gaps)
        texts, gaps = _drop_words_for_marks(texts, gaps)
        return Pieces(_find_kinds(texts), tuple(texts), tuple(gaps))

    @cached_property
    def kinds(self) -> str:
        """A letter for each word (``W``) and number (``N``) of the line and of its comment, in order.

        Unlike in `pieces`, each letter of a spaced word counts as a word, and strange signs do not matter.
        """
        return _find_kinds(split_pieces(self.content))

    @cached_property
    def first_word(self) -> str:
        """The first word of the line, or of its comment, folded; empty if there is none, or if it cannot be folded."""
        words = (fold_or_empty(piece) for piece in split_pieces(self.content) if not piece[0].isdigit())
        return next(words, "")

    @property
    def is_comment(self) -> bool:
        return self.content.startswith("#")

    def read(self) -> list[tuple[str, str]]:
        """Return the word and the marks of each clue of the line; an empty list if it has none of the forms below.

        The forms are ``paume 2``, ``2 paume``, several clues of one of these two forms in a row, and ``1. paume 2``,
        whose first number only counts clues. Raises `ClueUnclearError` for ``1 paume 2``, where either number may be
        the marks.

        >>> Line(1, "2 paume, 1 coude").read(), Line(2, "n° 7: paume 2").read()
        ([('paume', '2'), ('coude', '1')], [('paume', '2')])
        """
        kinds, texts, gaps = self._drop_number()
        # ``paume 2, coude 1`` has the gaps "", " ", ", ", " " and "": the second and the fourth are within a clue
        gaps_in_clues = gaps[1:-1:2]
        gaps_between_clues = gaps[2:-1:2]
        if not _match_all(_BETWEEN_CLUES, gaps_between_clues):
            return []
        first_of_clues = texts[::2]
        second_of_clues = texts[1::2]
        if re.fullmatch("(WN)+", kinds) and _match_all(_WORD_THEN_MARKS, gaps_in_clues):
            return list(zip(first_of_clues, second_of_clues, strict=True))
        if re.fullmatch("(NW)+", kinds) and _match_all(_MARKS_THEN_WORD, gaps_in_clues):
            return list(zip(second_of_clues, first_of_clues, strict=True))
        return []

    def _drop_number(self) -> Pieces:
        """Return the pieces of the line, without the number before the first clue if this number only counts clues.

        Such a number is written as in ``(1) paume 2``, ``n° 1 paume 2`` or ``1. paume 2``: for each of these lines, the
        pieces of ``paume 2`` are returned. Raises `ClueUnclearError` if the number is written in any other way: in
        ``1 paume 2`` it may be marks. The pieces of a line without a number before a clue are returned unchanged.
        """
        kinds, texts, gaps = self.pieces
        is_number_and_clues = re.fullmatch("N(WN)+", kinds) is not None
        if not is_number_and_clues:
            return self.pieces
        before_number = gaps[0]
        after_number = gaps[1]
        only_counts_clues = "(" in before_number or re.fullmatch(_NUMBERED, after_number)
        if not only_counts_clues:
            raise ClueUnclearError(line=self.number, number=texts[0], word=texts[1], marks=texts[2])
        return Pieces(kinds[1:], texts[1:], gaps[1:])

    def holds_clue(self) -> bool:
        """Return whether the line has clues that `read` can read without doubt."""
        try:
            return bool(self.read())
        except ClueUnclearError:
            return False


Read = tuple[int, str, str]  #: A clue as it was written: the number of its line, the word, the marks.


class ColumnLine(NamedTuple):
    """A line that may be part of a column of words, or of a column of numbers."""

    number: int  #: Its line in the file.
    kind: str  #: ``W`` for a line of words alone, ``N`` for a line of numbers alone, else empty (`_find_column_kind`).
    texts: tuple[str, ...]  #: Its words and numbers.


def read_columns(lines: Iterable[Line]) -> list[Read]:
    """Return the clues of lines that have words and marks in columns: first all words, then all numbers, or reversed.

    Further pairs of columns may follow. The list is empty if any line has neither words alone nor numbers alone, or if
    there are only words, or only numbers. Raises `ColumnsUnevenError` when there are not as many numbers as words.

    >>> read_columns([Line(1, "paume"), Line(2, "choux"), Line(3, "2"), Line(4, "1")])
    [(1, 'paume', '2'), (2, 'choux', '1')]
    """
    as_written = [ColumnLine(line.number, _find_column_kind(line), line.pieces.texts) for line in lines]
    as_meant = [_read_slips(line) for line in as_written]
    # first, number words and letters typed for digits are read as numbers. If this reading gives no clues, the lines
    # are read as they are written; if their columns then do not pair off, that is an error
    return _pair_columns(as_meant, strict=False) or _pair_columns(as_written, strict=True)


def _read_slips(line: ColumnLine) -> ColumnLine:
    """Return a line of numbers if the line has words or numbers, and each of them may be meant as a number.

    Any other line is returned unchanged. Programs that read text from a photo write ``O`` for 0 and ``l`` for 1; people
    write ``deux``.

    >>> _read_slips(ColumnLine(3, "", ("2", "l", "O")))
    ColumnLine(number=3, kind='N', texts=('2', '1', '0'))
    """
    digits = tuple(_read_digits(text) for text in line.texts)
    if digits and all(digits):
        return ColumnLine(line.number, "N", digits)
    return line


def _read_digits(text: str) -> str:
    """Return the digits of a text that is a number, or may be meant as one (``l``, ``deux``); empty for other texts."""
    if text.isdigit():
        return text
    number = number_words().get(fold_or_empty(text))
    if number is not None:
        return str(number)
    return LOOK_ALIKES.get(text, "")


def _pair_columns(lines: Iterable[ColumnLine], strict: bool) -> list[Read]:
    """Return the clues of columns of words and of numbers; an empty list if the lines are not columns of both kinds.

    Lines of one kind that follow each other are a column. The first column is paired with the second, the third with
    the fourth, and so on. In a pair, the first word goes with the first number, the second word with the second number,
    and so on. If a pair has more words than numbers, or fewer, then no clue at all is returned; with `strict`,
    `ColumnsUnevenError` is raised.

    >>> lines = [ColumnLine(1, "W", ("PAUME",)), ColumnLine(2, "W", ("CHOUX",)), ColumnLine(3, "N", ("2", "1"))]
    >>> _pair_columns(lines, strict=True)
    [(1, 'PAUME', '2'), (2, 'CHOUX', '1')]
    """
    kinds, columns = _join_columns(lines)
    if {*kinds} != {"W", "N"}:
        return []
    if len(columns) % 2:  # the last column has no partner: an empty column takes that place
        columns.append([])
    clues: list[Read] = []
    for first, second in zip(columns[::2], columns[1::2], strict=True):
        # the kinds take turns, so that every pair begins with the kind of the first column
        words, numbers = (first, second) if kinds[0] == "W" else (second, first)
        if len(words) != len(numbers):
            if not strict:
                return []
            first_line, _text = first[0]
            raise ColumnsUnevenError(words=len(words), numbers=len(numbers)).at(line=first_line)
        for (line_number, word), (_line_number, marks) in zip(words, numbers, strict=True):
            clues.append((line_number, word, marks))
    return clues


def _join_columns(lines: Iterable[ColumnLine]) -> tuple[list[str], list[list[tuple[int, str]]]]:
    """Return the kind of each column, and its texts, each with the number of its line.

    A column is made of lines of one kind, one after the other: so two columns that follow each other have two kinds.

    >>> _join_columns([ColumnLine(1, "W", ("PAUME",)), ColumnLine(2, "W", ("CHOUX",)), ColumnLine(3, "N", ("2", "1"))])
    (['W', 'N'], [[(1, 'PAUME'), (2, 'CHOUX')], [(3, '2'), (3, '1')]])
    """
    kinds = []
    columns = []
    for kind, lines_of_column in groupby(lines, key=lambda line: line.kind):
        column = []
        for line in lines_of_column:
            column += [(line.number, text) for text in line.texts]
        kinds.append(kind)
        columns.append(column)
    return kinds, columns


def drop_numbering(lines: list[Line]) -> list[Line]:
    """Return the lines without the numbers before them, if every line has one, and the numbers rise by 1.

    The first number may be any. If lines are not numbered in this way, all of them are returned unchanged. A single
    line is returned unchanged too, since the number before its word may be the marks. Behind a spaced word, the marks
    may be a letter that is typed for a digit, as in the example.

    >>> [line.content for line in drop_numbering([Line(1, "1 P A U M E 2"), Line(2, "2 C H O U X l")])]
    ['PAUME 2', 'C H O U X l']
    """
    if len(lines) < 2:
        return lines
    numbers = []
    without_numbers = []
    for line in lines:
        cut = _cut_number(line)
        if cut is None:
            return lines
        number, rest = cut
        numbers.append(number)
        without_numbers.append(Line(line.number, rest))
    counted_on = range(numbers[0], numbers[0] + len(numbers))
    return without_numbers if numbers == list(counted_on) else lines


def _cut_number(line: Line) -> tuple[int, str] | None:
    """Return the number before the clue of a line, and the clue; None for a line that is not a number and one clue.

    A number of more than three digits gives None too. The marks of the clue may be a letter typed for a digit
    (`_find_slip`).

    >>> _cut_number(Line(1, "3. paume 2")), _cut_number(Line(2, "4 C H O U X l")), _cut_number(Line(3, "paume 2"))
    ((3, 'paume 2'), (4, 'C H O U X l'), None)
    """
    kinds, texts, gaps = line.pieces
    begins_with_number = kinds in ("NWN", "NW")
    if not begins_with_number or len(texts[0]) > 3:
        return None
    number = int(texts[0])
    if kinds == "NWN":
        clue = f"{texts[1]}{gaps[2]}{texts[2]}"  # the word, what stands between it and the marks, the marks
        return number, clue
    # NW: the marks may be a letter behind a spaced word. This letter then belongs to the piece of the word, CHOUXl. So
    # the clue is cut from the line itself
    _before, _number, after_number = _simplify_line(line.clue).partition(texts[0])
    clue = after_number.lstrip(" .:/)]-–")
    if _find_slip(Line(line.number, clue)) is None:  # neither a number nor a letter for the marks
        return None
    return number, clue


def mend_spaced_words(lines: list[Line]) -> list[Line]:
    """Return the lines with ``CHOUX 1`` in place of ``C H O U X l``: a spaced word, and a letter for its marks.

    Programs that read text from a photo put spaces between letters, and write ``l`` for 1 and ``O`` for 0. The last
    letter of a spaced word is taken for a digit only if all other lines are clues, and if all words then have the same
    length; otherwise no line is changed. ``P A U M E 2`` needs no change: `Line.read` can read it.

    >>> [line.content for line in mend_spaced_words([Line(1, "P A U M E 2"), Line(2, "C H O U X l")])]
    ['P A U M E 2', 'CHOUX 1']
    """
    slips = [_find_slip(line) for line in lines]  # None for a line that is not mended
    if not any(slips):
        return lines
    mended: list[Line] = []
    words: list[str] = []
    for line, slip in zip(lines, slips, strict=True):
        if slip is not None:
            word, marks = slip
            words.append(word)
            mended.append(Line(line.number, f"{word} {marks}"))
        elif line.holds_clue():
            words += [word for word, _marks in line.read()]
            mended.append(line)
        else:
            return lines
    lengths = {len(fold_or_empty(word)) for word in words}
    return mended if len(lengths) == 1 else lines


def _find_slip(line: Line) -> tuple[str, str] | None:
    """Return the word and the marks of a spaced word whose last letter may stand for a digit, None for any other line.

    >>> _find_slip(Line(1, "C H O U X l"))
    ('CHOUX', '1')
    """
    if line.clue[-1:] not in LOOK_ALIKES:  # true of most lines: they need not be compared with the slower pattern
        return None
    found = re.fullmatch(_SPACED_THEN_SLIP, _simplify_line(line.clue))
    if found is None:
        return None
    word = re.sub(_BETWEEN_LETTERS, "", found[1])
    return word, LOOK_ALIKES[found[2]]


def split_pieces(content: str) -> list[str]:
    """Return the words and the numbers of a line, in order, whatever signs stand between them."""
    return re.findall(_PIECE, _simplify_line(content))


def is_frame(content: str) -> bool:
    """Return whether a line is a lone bullet, or the head of a table (``| mot | n |``) or its rule (``|---|---|``).

    A head has only the titles of two columns, a column of words and a column of marks, in any language. A line with a
    digit is none of the three.

    >>> [is_frame(line) for line in ("| mot | n |", "|---|---|", "•", "mot", "paume 2")]
    [True, True, True, False, False]
    """
    if any(character.isdigit() for character in content):
        return False
    if re.fullmatch(f"{_BULLET}|{_TABLE_RULE}", content):
        return True
    titles = {fold_or_empty(piece) for piece in re.findall(_PIECE, content)}
    titles_of_words = titles & words_of("words")
    titles_of_marks = titles & words_of("marks", "between")  # `between`: small words, as in “nombre de lettres”
    has_only_titles = titles == titles_of_words | titles_of_marks
    return has_only_titles and bool(titles_of_words) and bool(titles_of_marks)


def _simplify_line(content: str) -> str:
    """Return a line with plain digits and single spaces, without quotation marks, without the head of a chat message.

    Number words become digits too (`_write_digits`).

    >>> _simplify_line("[12:34] Anna: «paume»   ２"), _simplify_line("paume deux")
    ('paume 2', 'paume 2')
    """
    text = content if content.isascii() else _simplify_signs(content)
    text = " ".join(text.translate(_QUOTES).split())  # runs of spaces would make the patterns slow
    may_have_head = text[:1].isdigit() or text[:1] == "["  # the head of a message begins with one of these
    if may_have_head:
        text = re.sub(_CHAT, "", text, count=1)
    return _write_digits(text)


def _simplify_signs(text: str) -> str:
    """Return a text with the digits 0 to 9 in place of other digits, and plain signs in place of full-width ones.

    Quotation marks become spaces. Invisible signs, such as the space of no width, are left out.

    >>> _simplify_signs("ｐaume\u200b ２")
    'paume 2'
    """
    plain = normalize("NFC", text).translate(_PLAIN)
    visible = [sign for sign in plain if category(sign) != "Cf"]
    return "".join(str(digit(sign)) if sign.isdigit() else sign for sign in visible)


def _write_digits(text: str) -> str:
    """Return a line with digits in place of number words (``paume deux``), and in place of a letter at its end.

    The letter is one that is typed for a digit, and stands alone behind a word: the ``l`` of ``curry l`` is read as 1.

    >>> _write_digits("paume: deux"), _write_digits("curry l")
    ('paume: 2', 'curry 1')
    """
    pieces = re.findall(_PIECE, text)
    if len(pieces) >= 2:
        before_last, last = pieces[-2:]
        # behind a single letter, it may be the last letter of a spaced word: that is left to `_find_slip`
        is_behind_word = len(before_last) > 1 and before_last.isalpha()
        if last in LOOK_ALIKES and is_behind_word:
            pieces[-1] = LOOK_ALIKES[last]
    pieces_with_digits = _read_number_words(pieces) or pieces  # the list is empty if no number word is marks
    replacements = iter(pieces_with_digits)
    return re.sub(_PIECE, lambda _piece: next(replacements), text)  # the gaps between the pieces stay


def _read_number_words(pieces: list[str]) -> list[str]:
    """Return the pieces of a line with digits in place of the number words that are marks; or an empty list.

    The forms with number words are ``paume deux coude un``, ``deux paume un coude`` and ``P A U M E deux``, each with
    or without a number in digits before it. For a line of another form the list is empty.

    >>> _read_number_words(["paume", "deux", "coude", "un"]), _read_number_words(["3", "deux", "paume"])
    (['paume', '2', 'coude', '1'], ['3', '2', 'paume'])
    >>> _read_number_words(["paume", "coude"]), _read_number_words(["paume", "2"])
    ([], [])
    """
    number_of_line = pieces[:1] if pieces and pieces[0].isdigit() else []
    written = pieces[len(number_of_line) :]
    if len(written) < 2 or any(map(str.isdigit, written)):
        return []
    numbers = [number_words().get(fold_or_empty(piece)) for piece in written]  # None for what is no number word
    last = len(written) - 1
    is_spaced_word = all(len(piece) == 1 for piece in written[:-1])
    words_and_marks_pair_off = len(written) % 2 == 0
    if is_spaced_word:  # P A U M E deux
        indices_of_marks = [last]
    elif not words_and_marks_pair_off:
        return []
    elif None not in numbers[1::2]:  # paume deux
        indices_of_marks = list(range(1, len(written), 2))
    else:  # deux paume
        indices_of_marks = list(range(0, len(written), 2))
    for index in indices_of_marks:
        if numbers[index] is None:
            return []
        written[index] = str(numbers[index])
    return number_of_line + written


def _find_kinds(texts: Iterable[str]) -> str:
    """Return a letter for each piece of a line: N for a number, W for a word.

    >>> _find_kinds(["paume", "2", "5"])
    'WNN'
    """
    return "".join("N" if text[0].isdigit() else "W" for text in texts)


def _drop_lengths(all_texts: Sequence[str], all_gaps: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the pieces of a line, and its gaps, without the lengths that follow marks, as in ``paume 2/5``.

    There is a gap before each piece, and one after the last piece. A length is a number that stands behind a word, a
    number and a slash, and equals the number of letters of this word, as 5 does here. A length is removed together with
    the slash, the gap before it.

    >>> _drop_lengths(["paume", "2", "5"], ["", " ", "/", ""])
    (['paume', '2'], ['', ' ', ''])
    """
    texts = list(all_texts)
    gaps = list(all_gaps)
    for index in reversed(range(2, len(texts))):  # backwards, since the pieces after one that is removed move up
        is_word_and_two_numbers = _find_kinds(texts[index - 2 : index + 1]) == "WNN"
        is_behind_slash = re.fullmatch(r"\s?/\s?", gaps[index]) is not None
        if is_word_and_two_numbers and is_behind_slash:
            length = len(fold_or_empty(texts[index - 2]))
            if texts[index].lstrip("0") == str(length):  # 05 is 5
                del texts[index]
                del gaps[index]
    return texts, gaps


def _drop_words_for_marks(texts: list[str], gaps: list[str]) -> tuple[list[str], list[str]]:
    """Return the pieces of a line, and its gaps, without the words about marks that follow its one clue.

    There is a gap before each piece, and one after the last piece. Pieces and gaps are returned unchanged in three
    cases:

    - The line is not one clue with words behind it.
    - One of the words behind the clue is not about marks.
    - A single word follows, and has as many letters as the clue's word: in ``pois 2 bien``, “bien” may be the word of
      another clue. But words for points, such as “point” and “puntos”, are removed at any length.

    >>> _drop_words_for_marks(["paume", "2", "well", "placed"], ["", " ", " ", " ", "."])
    (['paume', '2'], ['', ' ', '.'])
    >>> _drop_words_for_marks(["pois", "2", "bien"], ["", " ", " ", ""])
    (['pois', '2', 'bien'], ['', ' ', ' ', ''])
    """
    # perhaps a number that counts clues, then a word and its marks, then more words
    clue_and_words = re.fullmatch("(?P<clue>N?WN)W+", _find_kinds(texts))
    if clue_and_words is None:
        return texts, gaps
    end = len(clue_and_words["clue"])  # the index of the first word behind the clue
    clue_word = fold_or_empty(texts[end - 2])
    words_behind = [fold_or_empty(text) for text in texts[end:]]
    if not words_of("marks", "points").issuperset(words_behind):
        return texts, gaps
    if len(words_behind) == 1:
        word = words_behind[0]
        if len(word) == len(clue_word) and word not in words_of("points"):  # it may be the word of another clue
            return texts, gaps
    return texts[:end], [*gaps[:end], gaps[-1]]


def _find_column_kind(line: Line) -> str:
    """Return ``W`` for a line of words alone, ``N`` for a line of numbers alone, an empty string for any other line.

    Two words, or two numbers, may have spaces between them, and a comma, a semicolon or a bar, but no other sign.
    """
    kinds, _texts, gaps = line.pieces
    is_list = _match_all(_LIST_GAP, gaps[1:-1])
    return kinds[0] if is_list and set(kinds) in ({"W"}, {"N"}) else ""


def _match_all(pattern: str, texts: Iterable[str]) -> bool:
    return all(re.fullmatch(pattern, text) for text in texts)
