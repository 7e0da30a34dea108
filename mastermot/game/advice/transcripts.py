"""Games to be judged, finished or not, read from text or JSON: guesses with their marks, the rule and the codes.

`docs/formats.md` describes both forms, under “Games”.
"""

import json
import re
from typing import Any, NamedTuple

from mastermot.errors import locating
from mastermot.game.advice import errors
from mastermot.game.advice.histories import read_played
from mastermot.game.advice.turns import EXAMPLE, WrittenTurn, count_symbols, find_turns
from mastermot.game.positions import Position
from mastermot.rules import BLACK_WHITE, POSITIONAL, RULES, Rule
from mastermot.rules.codes import Codes
from mastermot.rules.forms import NO_MARK

MAX_JUDGED_TURNS = 200  #: The most turns of a game that is judged.
_WORDS = re.compile(r"(?P<name>.+), length (?P<length>\d{1,2})(, (?P<pattern>[^\s,]+))?")
_COLOURS = re.compile(
    r"(?P<holes>\d{1,2}) holes, (?P<colours>\d{1,2}) colours"
    r"(?P<kinds>(, no repeats|, empty holes|, empty guesses|, digits)*)"
    r"(, symbols (?P<symbols>[A-Z0-9]+))?"
)
_KINDS: dict[str, dict[str, bool]] = {
    "no repeats": {"repeats": False},
    "empty holes": {"empty": True},
    "empty guesses": {"empty_guesses": True},
    "digits": {"digits": True},
}
"""What each kind of colours in the name of codes says, as fields of a request."""


class Transcript(NamedTuple):
    """A game as it was written: its turns, and for JSON the rule and the codes."""

    lines: tuple[WrittenTurn, ...]  #: The turns.
    rule: str | None = None  #: The name of the rule, if it is given.
    codes: str | None = None  #: The name of the codes, if it is given.
    answers: str | None = None  #: The list of possible secrets, if it is given.
    source: str = ""  #: The file that it was read from.
    unmarked: str = ""  #: A last guess that has no marks yet.
    left_out: tuple[int, ...] = ()  #: Lines that are not turns, such as a title.


def read_transcript(text: str, source: str = "") -> Transcript:
    """Return the game that a text or JSON describes; errors name the `source`, the file that the game was read from.

    A text that begins with a brace or a bracket is read as JSON: it raises `TranscriptJsonError` or
    `TranscriptFieldError`. Any other text raises `TranscriptWordlessError` for squares without guesses, and
    `TranscriptError` for a line that is no turn, for a text without turns, and for more than `MAX_JUDGED_TURNS`.
    """
    if text.lstrip().startswith(("{", "[")):
        return read_json(text, source)
    found = find_turns(text, source)
    if not 0 < len(found.turns) <= MAX_JUDGED_TURNS:
        raise errors.TranscriptError(source=source, example=EXAMPLE)
    return Transcript(found.turns, source=source, unmarked=found.unmarked, left_out=found.left_out)


def read_json(text: str, source: str = "") -> Transcript:
    """Return the game of a JSON document: an array of moves, or an object with such an array in `moves` or `history`.

    A move has a `guess` and its `marks`. The object may also name the rule, the codes, and the list of answers; a name
    that is no text is ignored. Raises `TranscriptJsonError` for a text that is no JSON. Raises `TranscriptFieldError`
    for a move without a guess or marks, for a document without moves, and for more moves than `MAX_JUDGED_TURNS`.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        # too many brackets within each other, or a number with too many digits, raise errors that name no place
        line = getattr(error, "lineno", None)
        column = getattr(error, "colno", 1)
        raise errors.TranscriptJsonError(source=source, line=line, column=column) from None
    fields = document if isinstance(document, dict) else {"moves": document}  # an array has the moves alone
    field = "moves"
    if "moves" not in fields and "history" in fields:
        field = "history"
    moves = fields.get(field)
    if not isinstance(moves, list) or not 0 < len(moves) <= MAX_JUDGED_TURNS:
        raise errors.TranscriptFieldError(source=source, field=field)
    turns = []
    for index, move in enumerate(moves):
        guess = _get_text(move, "guess", source, f"{field}[{index}]")
        marks = _get_text(move, "marks", source, f"{field}[{index}]")
        turns.append(WrittenTurn(index + 1, guess, marks))
    names = {}
    for name in ("rule", "codes", "answers"):
        if isinstance(fields.get(name), str):
            names[name] = fields[name]
    return Transcript(tuple(turns), **names, source=source)


def _get_text(move: Any, key: str, source: str, path: str) -> str:
    """Return the text that a move of JSON has under a key.

    Raises `TranscriptFieldError` if the move is no object, or has no text there. The error names the `source`, and as
    the field the `path` of the move in the document with the key.
    """
    text = move.get(key) if isinstance(move, dict) else None
    if not isinstance(text, str):
        raise errors.TranscriptFieldError(source=source, field=f"{path}.{key}")
    return text


def choose_rule(transcript: Transcript) -> str:
    """Return the name of the rule of a game.

    It is the rule that the transcript names, if there is a rule of this name. Otherwise it is `positional` if all marks
    can be read as signs for the positions, and some can be read in no other way, such as ``X.O..`` or squares. In all
    other cases it is `black-white`.

    >>> choose_rule(Transcript((WrittenTurn(1, "RAIES", "X.O.."), WrittenTurn(2, "RUSHE", "XXXXX"))))
    'positional'
    >>> choose_rule(Transcript((WrittenTurn(1, "RAIES", "X.O.."), WrittenTurn(2, "RUSHE", "XO"))))
    'black-white'
    """
    # the name is asked for first: without one, looking in RULES would load the rules of other packages
    if transcript.rule and transcript.rule in RULES:
        return str(transcript.rule)
    all_can_be_positional = True
    some_must_be = False
    for turn in transcript.lines:
        length = count_symbols(turn.guess)
        if not POSITIONAL.can_read(turn.marks, length):
            all_can_be_positional = False
        # a sign for no mark stands for a position, as in X.O.. and X-O--; but a dash alone says that there are no marks
        has_sign_for_no_mark = any(sign in turn.marks for sign in NO_MARK)
        is_dash_alone = turn.marks.strip(" ()") == "-"
        shows_positions = has_sign_for_no_mark and not is_dash_alone
        # other plain marks, such as XO of a code of two symbols, or 0, can be marks of black-white too
        can_be_black_white = POSITIONAL.is_plain(turn.marks, length) and not shows_positions
        if not can_be_black_white:
            some_must_be = True
    return POSITIONAL.name if all_can_be_positional and some_must_be else BLACK_WHITE.name


def name_codes(transcript: Transcript) -> dict[str, Any]:
    """Return the codes that JSON names, as the fields of a request; empty if JSON names no codes that can be read.

    For words the fields are the dictionary, the length, the letters that are given (`starts`), and the list of answers.
    For colours they are the number of holes, the symbols or the number of the colours, and the fields of `_KINDS`.

    >>> name_codes(Transcript((), codes="4 holes, 6 colours, digits"))
    {'holes': 4, 'colours': 6, 'digits': True}
    >>> name_codes(Transcript((), codes="fr, length 5, C...."))
    {'words': 'fr', 'length': 5, 'starts': 'C....'}
    """
    name = transcript.codes or ""
    fields: dict[str, Any] = {}
    if words := _WORDS.fullmatch(name):
        fields["words"] = words["name"]
        fields["length"] = int(words["length"])
        if words["pattern"]:
            fields["starts"] = words["pattern"]
        if transcript.answers:
            fields["answers"] = transcript.answers
    elif colours := _COLOURS.fullmatch(name):
        fields["holes"] = int(colours["holes"])
        fields["colours"] = colours["symbols"] or int(colours["colours"])
        _empty, *kinds = colours["kinds"].split(", ")  # a comma stands before each: “, no repeats, digits”
        for kind in kinds:
            fields |= _KINDS[kind]
    return fields


def check_game(transcript: Transcript, codes: Codes, rule: Rule) -> None:
    """Raise `TranscriptOtherError` if the transcript names other codes or another rule than those of the game."""
    for theirs, ours in ((transcript.rule, rule.name), (transcript.codes, codes.name)):
        if theirs is not None and theirs != ours:
            raise errors.TranscriptOtherError(source=transcript.source, theirs=theirs, ours=ours)


def replay(transcript: Transcript, start: Position, extra_guesses: frozenset[str] = frozenset()) -> list[Position]:
    """Return the positions of a game: `start`, and the one after each turn of the transcript.

    `extra_guesses` are the folded words that may be guessed though they are no codes of the game. All errors name the
    line: `TranscriptOverError` for a turn after the code was found, and the errors that `read_played` and `Rule.parse`
    name for a guess and its marks.
    """
    positions = [start]
    for line in transcript.lines:
        here = positions[-1]
        if here.won:
            raise errors.TranscriptOverError(source=transcript.source, line=line.number, turn=len(here.history))
        with locating(source=transcript.source, line=line.number, text=f"{line.guess} {line.marks}"):
            guess = read_played(line.guess, here.codes, extra_guesses)
            # marks that can be read in several ways are read in the way in which the other turns' marks are written
            other_marks = [other.marks for other in transcript.lines if other is not line]
            marks = start.rule.parse(line.marks, here.codes.length, other_marks)
            positions.append(here.after(guess, marks))
    return positions
