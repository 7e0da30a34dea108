"""Turns found in a text: a game as people write, paste or share it, each guess with the marks that it got.

A line may hold a guess and its marks, in either order, with a number or a label (`Guess: 5789`) before them, or in the
columns of a table. A guess and its marks may also stand on two lines. *Squares* are marks as Wordle shares them, a
coloured square for each letter. `docs/formats.md` lists the forms that are read, under “Games”.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mastermot.errors import MastermotError
from mastermot.game.advice import errors
from mastermot.rules import RULES
from mastermot.rules.errors import MarksAmbiguousError, MarksImpossibleError, MarksOverLengthError
from mastermot.rules.forms import ROWS
from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import words_of

EXAMPLE = "RAIES XO"
SHARES = ("WORDLE", "SUTOM", "TUSMO", "MOTUS", "LEMOT", "LEMOTLEWORDLEFRANCAIS", "MOTLE", "WORDLEFR", "WORDLEES")
"""Games whose results people share: their names, folded, without spaces and digits."""
MOST_TRIED = 300  #: The most characters of a line that may be a turn.

_KEYCAPS = {0xFE0F: None, 0x20E3: None}  #: The two signs after a digit that draw it as a key: they are dropped.
_COUNT_OF_CANDIDATES = re.compile(r"\s+(?:of|sur|de)\s+[\d.,\s]+$")
"""How many codes were possible, after the marks, as `mastermot play` prints it: “of 1,296”."""
_BULLET = re.compile(r"[-–—•*>]\s+|\(?\d{1,3}[.)]\s+")  #: A bullet, or a number with a point: “- ”, “2. ”, “(3) ”.
_NUMBER = re.compile(r"\d{1,3}[.):,;]?\s+|\d{1,3}[,;]")  #: The number of a turn: “2 ”, “2. ”, “2;”.
_LABEL = re.compile(r"(?P<name>[^\W\d_]+)\s*(?:n\s?[°º]\s*)?(?P<number>\d{0,3})\s*[:.)=]\s*(?P<rest>.+)")
"""A label, perhaps with the number of a turn, and what stands after it: “Guess: RAIES”, “Turn 3: RAIES XO”."""
_NEXT_CODE = re.compile(r"(?:(?<=;)|(?<=[^\d\s][.,/|]))\s+(?=\d{2,}\s*(?:[-–—:=(]|\s[^\W\d]))")
"""The gap before the next code of a number lock: after the sign that ends the clue before it, and before digits."""
_SPACED_CODE = re.compile(r"[^\W_](?: [^\W_])+(?=\s*[-–—:=(|→]|\s{2,}|\t)|[^\W\d_](?: [^\W\d_])+(?= [^\sA-Za-z])")
"""A guess with spaces between its symbols: before a separator or a wider gap, or letters before what is no letter."""
_SCORE = re.compile(r"(?<![\w/])(?:\d{1,2}|X|-)/\d{1,2}(?![\w/])")  #: How many turns a game took, of how many: “3/6”.
_ADDRESS = re.compile(r"https?://|\bwww\.|\b\w+\.(?:fr|com|org|net|io|es)\b")  #: The beginning or the name of a site.
_SEPARATORS = (r"\s*[=:]\s*", r"\s+[-–—|→]\s+|\s*[|→]\s*", r"\s+", r"\s*[,;\t]\s*")
"""What may stand between a guess and its marks, in the order in which it is looked for."""
_SQUARES = frozenset("".join(script.black + script.white + script.absent for script in ROWS[:3]))
"""The signs of squares: the first three scripts of `ROWS` have these, the others have letters."""


class WrittenTurn(NamedTuple):
    """A turn as it was written."""

    number: int  #: The number of its line, or of the move in JSON, from 1.
    guess: str  #: The guess as it was written.
    marks: str  #: The marks as they were written.


@dataclass(frozen=True)
class Piece:
    """A line of a text: a turn, a guess alone, marks alone, or anything else; the text of this is in `guess`."""

    kind: Literal["turn", "guess", "marks", "other"]
    line: int
    guess: str = ""
    marks: str = ""
    named: bool = False
    """Whether a label, a number or a bullet shows that a guess or marks alone stand here, as in “Guess: RAIES”."""


class FoundTurns(NamedTuple):
    """The turns of a text, and what else it has."""

    turns: tuple[WrittenTurn, ...]
    unmarked: str = ""  #: A last guess that has no marks yet.
    left_out: tuple[int, ...] = ()  #: Lines that are not turns, such as a title.


def find_turns(text: str, source: str = "") -> FoundTurns:
    """Return the turns of a text: of a table, or of lines that have a turn each, or half a turn each.

    A guess alone at the end, after one turn or more, is the next guess (`unmarked`) if it is `named`, or if no line has
    a whole turn. Any other line that is no part of a turn raises `TranscriptError`, unless it stands before or after
    the turns and can be left out (`drop_titles`). A text with marks alone raises `TranscriptWordlessError`. The errors
    name the line and the `source`, the file of the text.
    """
    lines = list(split_lines(text))
    pieces = read_table(lines) or [read_line(number, line) for number, line in lines]
    pieces, left_out = drop_titles(pieces)
    kinds = {piece.kind for piece in pieces}
    if kinds == {"marks"}:
        raise errors.TranscriptWordlessError(source=source, line=pieces[0].line, example=EXAMPLE)
    turns, last_alone = _pair_pieces(pieces, source)
    if last_alone is None:
        return FoundTurns(tuple(turns), left_out=left_out)
    no_line_has_a_turn = "turn" not in kinds
    may_be_next_guess = last_alone.kind == "guess" and (no_line_has_a_turn or last_alone.named)
    if not turns or not may_be_next_guess:
        raise _make_error(last_alone, source)
    return FoundTurns(tuple(turns), unmarked=last_alone.guess, left_out=left_out)


def _pair_pieces(pieces: Sequence[Piece], source: str) -> tuple[list[WrittenTurn], Piece | None]:
    """Return the turns of pieces, and the last piece if it is a guess or marks without the other half; else None.

    A guess alone, or marks alone, make a turn with the next piece. Raises `TranscriptError` if the two pieces make no
    turn, and for a piece of the kind ``other``.

    >>> pieces = [Piece("guess", 1, "RAIES"), Piece("marks", 2, marks="XO"), Piece("guess", 3, "NOTRE")]
    >>> turns, last_alone = _pair_pieces(pieces, source="")
    >>> turns, last_alone.guess
    ([WrittenTurn(number=1, guess='RAIES', marks='XO')], 'NOTRE')
    """
    turns = list[WrittenTurn]()
    first_half: Piece | None = None  # a guess or marks whose other half is the next piece
    for piece in pieces:
        if first_half is None and piece.kind in ("guess", "marks"):
            first_half = piece
            continue
        turn = _make_turn(piece) if first_half is None else join_pieces(first_half, piece)
        if turn is None:
            wrong_piece = piece if first_half is None else first_half
            raise _make_error(wrong_piece, source)
        first_half = None
        turns.append(turn)
    return turns, first_half


def _make_error(piece: Piece, source: str) -> errors.TranscriptError:
    """Return the error for a line that is no turn and makes no turn with the next line."""
    return errors.TranscriptError(source=source, line=piece.line, text=_join_text(piece), example=EXAMPLE)


def _join_text(piece: Piece) -> str:
    return f"{piece.guess} {piece.marks}".strip()


def _make_turn(piece: Piece) -> WrittenTurn | None:
    return WrittenTurn(piece.line, piece.guess, piece.marks) if piece.kind == "turn" else None


def split_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, from 1, without comments (after ``#``) and blank lines.

    A puzzle of a number lock may have several codes on one line, each with a clue. Then each code is yielded with its
    clue, and with the number of the line:

    >>> list(split_lines("RAIES XO  # the first\\n\\n682: one is right; 614: none"))
    [(1, 'RAIES XO'), (3, '682: one is right'), (3, '614: none')]
    """
    for number, line in enumerate(text.translate(_KEYCAPS).split("\n"), start=1):
        bare = line.partition("#")[0].strip()
        for clue in _NEXT_CODE.split(bare):
            if clue.strip():
                yield number, clue.strip(" \t;")


def read_table(lines: Sequence[tuple[int, str]]) -> list[Piece]:
    """Return the turns of a table whose first line has the titles of the columns; an empty list for any other text.

    Each of the `lines` has its number. A line with too few cells is a piece of the kind ``other``.

    >>> read_table([(1, "turn;guess;result"), (2, "1;RAIES;XO")])
    [Piece(kind='turn', line=2, guess='RAIES', marks='XO', named=False)]
    """
    if len(lines) < 2:
        return []
    _number, line_of_titles = lines[0]
    separator = next((sign for sign in "\t;," if sign in line_of_titles), "")
    if not separator:
        return []
    titles = [fold_or_empty(title.strip()) for title in line_of_titles.split(separator)]
    columns = _find_columns(titles)
    if columns is None:
        return []
    guess_column, marks_column = columns
    pieces = []
    for number, line in lines[1:]:
        cells = [cell.strip() for cell in next(csv.reader([line], delimiter=separator))]
        has_both = len(cells) > max(guess_column, marks_column)
        if has_both:
            pieces.append(Piece("turn", number, cells[guess_column], cells[marks_column]))
        else:
            pieces.append(Piece("other", number, line))
    return pieces


def _find_columns(titles: Sequence[str]) -> tuple[int, int] | None:
    """Return which columns of a table have the guesses and the marks, by their folded titles; None without both.

    >>> _find_columns(["TURN", "GUESS", "RESULT"])
    (1, 2)
    """
    guess_columns = [column for column, title in enumerate(titles) if title in words_of("guess_labels")]
    marks_columns = [column for column, title in enumerate(titles) if title in words_of("answer_labels")]
    if not guess_columns or not marks_columns:
        return None
    # “turn” can be the title of the guesses, or of a column before them with the numbers of turns: the last one counts
    return guess_columns[-1], marks_columns[0]


def read_line(line_number: int, line: str) -> Piece:
    """Return what a line is: a turn if it can be read as one, else a guess, marks, or something else (``other``).

    First the number of codes left is dropped, such as “of 12” after the marks. A line that is too long to be tried, or
    that has the score of a shared game, is ``other``. In all other lines three forms are looked for, in this order: a
    label with what it names; a turn, perhaps after a number or a bullet; a guess alone or marks alone. If none of them
    is found, a line of two words without an address is taken for a turn, so that an error about the marks says what is
    wrong. All else is ``other``.
    """
    bare = _COUNT_OF_CANDIDATES.sub("", line)
    if len(bare) > MOST_TRIED or is_score(bare):
        return Piece("other", line_number, bare)
    labelled = read_labelled(line_number, bare)
    if labelled is not None:
        return labelled
    unnumbered = strip_numbers(bare)
    for text in (bare, *unnumbered):
        turn = split_turn(line_number, text)
        if turn is not None:
            return turn
    guess_or_marks = read_single(line_number, bare, unnumbered)
    if guess_or_marks is not None:
        return guess_or_marks
    has_two_words = len(bare.split()) == 2
    if has_two_words and not _ADDRESS.search(bare):
        guess, _space, marks = bare.partition(" ")
        return Piece("turn", line_number, guess, marks.strip())
    return Piece("other", line_number, bare)


def read_labelled(line_number: int, line: str) -> Piece | None:
    """Return what a line with a label says; None for a line without a label.

    There are labels of answers, such as “Result”, and labels of guesses, such as “Guess” and “Turn”; any other word
    before a colon is no label. After a label of guesses stands a whole turn, a guess alone, or anything else
    (``other``).

    >>> read_labelled(1, "Guess: RAIES")
    Piece(kind='guess', line=1, guess='RAIES', marks='', named=True)
    >>> read_labelled(2, "Result: XO")
    Piece(kind='marks', line=2, guess='', marks='XO', named=True)
    >>> read_labelled(3, "Turn 3: RAIES XO")
    Piece(kind='turn', line=3, guess='RAIES', marks='XO', named=False)
    """
    label = _LABEL.fullmatch(line)
    if label is None:
        return None
    name = fold_or_empty(label["name"])
    rest = label["rest"].strip()
    if name in words_of("answer_labels"):
        return Piece("marks", line_number, marks=rest, named=True)
    if name not in words_of("guess_labels"):
        return None
    turn = split_turn(line_number, rest)
    if turn is not None:
        return turn
    is_one_word_alone = len(rest.split()) == 1
    return Piece("guess" if is_one_word_alone else "other", line_number, rest, named=True)


def strip_numbers(line: str) -> list[str]:
    """Return the rest of a line after a bullet, if it begins with a bullet, then the rest after a number, if with one.

    A number with a point is both, so that the same rest comes twice.

    >>> strip_numbers("- RAIES"), strip_numbers("2. RAIES")
    (['RAIES'], ['RAIES', 'RAIES'])
    """
    rests = []
    for pattern in (_BULLET, _NUMBER):
        beginning = pattern.match(line)
        if beginning is not None:
            rests.append(line[beginning.end() :])
    return rests


def read_single(line_number: int, line: str, unnumbered: Sequence[str]) -> Piece | None:
    """Return the guess or the marks that a line is; None if it is neither.

    Marks in letters, such as XO, count as a guess here: the line before them decides later (`join_pieces`).
    `unnumbered` has the rests of the line after a bullet or a number (`strip_numbers`): if such a rest is one word, it
    is a guess, and `named`.

    >>> read_single(1, "RAIES", unnumbered=[])
    Piece(kind='guess', line=1, guess='RAIES', marks='', named=False)
    >>> read_single(2, "two are right", unnumbered=[])
    Piece(kind='marks', line=2, guess='', marks='two are right', named=False)
    >>> read_single(3, "2. RAIES", unnumbered=["RAIES", "RAIES"])
    Piece(kind='guess', line=3, guess='RAIES', marks='', named=True)
    """
    if is_row_of_squares(line):
        return Piece("marks", line_number, marks=line)
    if is_one_word(line):
        return Piece("guess", line_number, line)
    if can_be_marks_alone(line):
        return Piece("marks", line_number, marks=line)
    for text in unnumbered:
        if is_one_word(text):
            return Piece("guess", line_number, text, named=True)
    return None


def split_turn(line_number: int, text: str) -> Piece | None:
    """Return the turn of a text that has a guess before its marks, or a row of squares before a guess; else None.

    The letters of the guess may have spaces between them. Separators such as ``=`` or a space are tried one after the
    other, until one cuts the text into a guess and its marks.

    >>> split_turn(1, "R A I E S = XO")
    Piece(kind='turn', line=1, guess='RAIES', marks='XO', named=False)
    """
    spaced = _SPACED_CODE.match(text)
    if spaced:
        text = spaced[0].replace(" ", "") + text[spaced.end() :]
    for separator in _SEPARATORS:
        guess, *rest = re.split(separator, text, maxsplit=1)  # the rest is an empty list if the separator is missing
        marks = rest[0] if rest else ""
        # squares are never a guess: if they come first, `_split_squares` looks for the guess after them
        is_guess = bool(guess) and is_code(guess) and not is_row_of_squares(guess)
        if is_guess and marks and can_be_marks(marks, count_symbols(guess)):
            return Piece("turn", line_number, guess, marks)
    return _split_squares(line_number, text)


def _split_squares(line_number: int, text: str) -> Piece | None:
    """Return the turn of a text that has a row of squares before its guess; None for any other text.

    The guess is the last word. A number is taken for a guess only if it has as many digits as there are squares;
    otherwise it may be the number of the turn.

    >>> _split_squares(1, "🟩🟨⬛⬛⬛ RAIES")
    Piece(kind='turn', line=1, guess='RAIES', marks='🟩🟨⬛⬛⬛', named=False)
    >>> _split_squares(1, "🟩🟨⬛⬛⬛ 3") is None
    True
    """
    before, _space, last = text.rpartition(" ")
    squares = before.strip()
    count_of_squares = len("".join(squares.split()))
    is_word = bool(fold_or_empty(last))
    is_guess_of_digits = last.isdigit() and len(last) == count_of_squares
    if is_row_of_squares(squares) and (is_word or is_guess_of_digits):
        return Piece("turn", line_number, last, squares)
    return None


def is_one_word(text: str) -> bool:
    """Return whether a text is one piece that may be a guess: letters or digits."""
    has_digit = any(map(str.isdigit, text))
    return len(text.split()) == 1 and (has_digit or bool(fold_or_empty(text)))


def is_code(text: str) -> bool:
    """Return whether a text is written like a code: without spaces, or as single symbols with spaces between them."""
    pieces = text.split()
    return len(pieces) == 1 or all(len(piece) == 1 for piece in pieces)


def count_symbols(guess: str) -> int:
    """Return how many symbols a written guess has; a word is folded before its letters are counted.

    >>> count_symbols("cœur"), count_symbols("5789")
    (5, 4)
    """
    return len(fold_or_empty(guess) or guess)


def can_be_marks(text: str, length: int) -> bool:
    """Return whether some rule can read a text as marks for a code of this length.

    Marks that are ambiguous, or impossible for such a code, count too. So do marks that are too many, unless they are
    written as a number, which may be a code.
    """
    for rule in RULES.values():
        try:
            rule.parse(text, length)
        except (MarksAmbiguousError, MarksImpossibleError):
            return True
        except MarksOverLengthError:
            if not text.isdigit():  # marks such as XXXXXX for four positions, not a number such as 5789
                return True
        except MastermotError:
            continue
        else:
            return True
    return False


def is_row_of_squares(text: str) -> bool:
    """Return whether a text is a row of squares."""
    return len(text) > 1 and set(text.replace(" ", "")) <= _SQUARES


def can_be_marks_alone(text: str) -> bool:
    """Return whether a line can be marks, such as “two are right” or ``X.O..``.

    The guess stands on another line, so that the length of the code is not known: a short and a long code are tried.
    """
    return any(can_be_marks(text, length) for length in (4, 9))


def is_score(text: str) -> bool:
    """Return whether a line is the title of a result that somebody shares: ``Wordle 216 3/6``."""
    return bool(_SCORE.search(text)) and name_of(text).startswith(SHARES)


def name_of(text: str) -> str:
    return "".join(fold_or_empty(piece) for piece in re.findall(r"[^\W\d_]+", text))


def drop_titles(pieces: Sequence[Piece]) -> tuple[list[Piece], tuple[int, ...]]:
    """Return the pieces that belong to a game, and the numbers of the lines that do not and were left out.

    Titles are left out at the beginning (`is_title`), addresses and free text at the end (`is_end`).
    """
    kept = list(pieces)
    left_out = list[int]()
    while kept and is_title(kept):
        left_out.append(kept.pop(0).line)
    while kept and is_end(kept[-1]):
        left_out.append(kept.pop().line)
    return kept, tuple(sorted(left_out))


def is_end(piece: Piece) -> bool:
    """Return whether a line after the turns can be left out: it has an address, or is free text."""
    return piece.kind == "other" and (bool(_ADDRESS.search(piece.guess)) or is_free(piece.guess))


def is_title(pieces: Sequence[Piece]) -> bool:
    """Return whether the first piece is a title: free text, an address, the score of a game, or the name of a game.

    The name of a game, such as MOTUS, can be a guess too. It is a guess if nothing follows, or if marks follow, and
    after these another guess or nothing. In all other cases the name is a title, also if two lines of marks follow: the
    guesses that got these marks were not written.

    >>> motus, guess, marks = Piece("guess", 1, "MOTUS"), Piece("guess", 2, "RAIES"), Piece("marks", 3, marks="XO")
    >>> is_title([motus, guess, marks]), is_title([motus, marks, marks])
    (True, True)
    >>> is_title([motus]), is_title([motus, marks]), is_title([motus, marks, guess])
    (False, False, False)
    """
    first, *rest = pieces
    if first.kind == "other":
        return is_score(first.guess) or is_free(first.guess) or bool(_ADDRESS.search(first.guess))
    # `read_line` took a name of two words, such as “Le Mot”, for a turn
    names_game = first.kind in ("guess", "turn") and name_of(_join_text(first)) in SHARES
    if not names_game or not rest:
        return False
    next_kinds = [piece.kind for piece in rest[:2]]
    is_guess_with_marks = first.kind == "guess" and next_kinds in (["marks"], ["marks", "guess"])
    return not is_guess_with_marks


def is_free(text: str) -> bool:
    """Return whether a line is free text: it has no digit, and either three words or more or an end such as ``!``."""
    return not re.search(r"\d", text) and (len(text.split()) > 2 or text.endswith((":", "!", "?")))


def join_pieces(first: Piece, second: Piece) -> WrittenTurn | None:
    """Return the turn of a guess and its marks that stand on two lines, in either order; None for other pieces.

    `first` is a guess or marks alone, `second` the piece after it, of any kind. Marks such as ``XO`` or ``12``, which
    are letters or digits, were taken for a guess (`read_single`). So if both pieces are guesses, `second` is taken for
    the marks of `first` if it can be read as marks, unless it is `named` as a guess.

    >>> join_pieces(Piece("guess", 1, "RAIES"), Piece("guess", 2, "XO"))
    WrittenTurn(number=1, guess='RAIES', marks='XO')
    >>> join_pieces(Piece("marks", 1, marks="🟩🟨⬛⬛⬛"), Piece("guess", 2, "RAIES"))
    WrittenTurn(number=2, guess='RAIES', marks='🟩🟨⬛⬛⬛')
    """
    if first.kind == "marks":
        return WrittenTurn(second.line, second.guess, first.marks) if second.kind == "guess" else None
    if second.kind == "marks":
        return WrittenTurn(first.line, first.guess, second.marks)
    may_be_marks = second.kind == "guess" and not second.named
    if may_be_marks and can_be_marks(second.guess, count_symbols(first.guess)):
        return WrittenTurn(first.line, first.guess, second.guess)
    return None
