"""Finished or broken-off games read from text or JSON, to be judged: guesses with their marks, and what was played.

`docs/formats.md` describes both, under “Games”.
"""

import json
import re
from typing import NamedTuple

from mastermot.errors import locating
from mastermot.game.advice import errors
from mastermot.game.advice.histories import give_letters, keep_secrets, read_guess
from mastermot.game.codemakers import list_secrets
from mastermot.game.positions import Position
from mastermot.rules import Rule
from mastermot.rules.codes import Codes, ColourCodes, WordCodes
from mastermot.words.dictionaries import Dictionary, open_dictionary

MAX_JUDGED_TURNS = 200  #: Turns of a game that are judged at most.
EXAMPLE = "RAIES XO"

_TURN = re.compile(r"(?:\d+[.):]?\s+)?(?P<guess>\S+?)(?:\s*[=:]\s*|\s+)(?P<marks>\S.*)")
_WORDS = re.compile(r"(?P<name>.+), length (?P<length>\d{1,2})(, (?P<pattern>[^\s,]+))?")
_COLOURS = re.compile(
    r"(?P<holes>\d{1,2}) holes, (?P<colours>\d{1,2}) colours(?P<kinds>(, no repeats|, empty holes|, digits)*)"
)
_LEFT = re.compile(r"\s+(?:of|sur)\s+[\d.,\s]+$")


class WrittenTurn(NamedTuple):
    """A turn as it was written: where it stands (a line, 1 for the first, or a move of JSON), the guess, the marks."""

    place: int  #: Its line, or its place among the moves of JSON.
    guess: str  #: The guess as it was written.
    marks: str  #: The marks as they were written.


class Transcript(NamedTuple):
    """A game as it was written: its turns, and what JSON says of the rule and the codes."""

    lines: tuple[WrittenTurn, ...]  #: The turns.
    rule: str | None = None  #: The name of the rule, if it is said.
    codes: str | None = None  #: The name of the codes, if it is said.
    answers: str | None = None  #: The list of possible secrets, if it is said.
    source: str = ""  #: The file that it was read from.


def read_transcript(text: str, source: str = "") -> Transcript:
    """Return the game that a text or JSON describes. Raises `TranscriptError`, and for JSON as `read_json` does."""
    if text.lstrip().startswith(("{", "[")):
        return read_json(text, source)
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.partition("#")[0].strip()
        if not bare:
            continue
        found = _TURN.fullmatch(_LEFT.sub("", bare))
        if found is None:
            raise errors.TranscriptError(source=source, line=number, text=bare, example=EXAMPLE)
        lines.append(WrittenTurn(number, found["guess"], found["marks"]))
    if not lines or len(lines) > MAX_JUDGED_TURNS:
        raise errors.TranscriptError(source=source, example=EXAMPLE)
    return Transcript(tuple(lines), source=source)


def read_json(text: str, source: str = "") -> Transcript:
    """Return the game of a JSON document. Raises `TranscriptJsonError` or `TranscriptFieldError`."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", None), getattr(error, "colno", 1)
        raise errors.TranscriptJsonError(source=source, line=line, column=column) from None
    said = document if isinstance(document, dict) else {"moves": document}
    field = "history" if "history" in said and "moves" not in said else "moves"
    moves = said.get(field)
    if not isinstance(moves, list) or not 0 < len(moves) <= MAX_JUDGED_TURNS:
        raise errors.TranscriptFieldError(source=source, field=field)
    for place, move in enumerate(moves):
        for part in ("guess", "marks"):
            if not isinstance(move, dict) or not isinstance(move.get(part), str):
                raise errors.TranscriptFieldError(source=source, field=f"{field}[{place}].{part}")
    lines = tuple(WrittenTurn(place, move["guess"], move["marks"]) for place, move in enumerate(moves, start=1))
    texts = {name: said[name] for name in ("rule", "codes", "answers") if isinstance(said.get(name), str)}
    return Transcript(lines, **texts, source=source)


def find_codes(transcript: Transcript, answers: Dictionary | str | None = None) -> Codes | None:
    """Return the codes that JSON names, or None; the secret is of the list `answers`, else of that which it names."""
    if words := _WORDS.fullmatch(transcript.codes or ""):
        name, length, pattern = words["name"], int(words["length"]), words["pattern"]
        codes: Codes = WordCodes(name, length)
        if (named := answers or transcript.answers) is not None:
            codes = keep_secrets(codes, list_secrets(codes, open_dictionary(named)))
        return give_letters(codes, pattern) if pattern else codes
    if colours := _COLOURS.fullmatch(transcript.codes or ""):
        told = colours["kinds"]
        kinds = {"repeats": "no repeats" not in told, "empty": "empty holes" in told, "digits": "digits" in told}
        return ColourCodes(int(colours["holes"]), int(colours["colours"]), **kinds)
    return None


def check_game(transcript: Transcript, codes: Codes, rule: Rule) -> None:
    """Raise `TranscriptOtherError` where the transcript says that it is a game with other codes or another rule."""
    for theirs, ours in ((transcript.rule, rule.name), (transcript.codes, codes.name)):
        if theirs is not None and theirs != ours:
            raise errors.TranscriptOtherError(source=transcript.source, theirs=theirs, ours=ours)


def replay(transcript: Transcript, start: Position, known: frozenset[str] = frozenset()) -> list[Position]:
    """Return the positions of the game, the first first; `known` may be guessed too. Raises errors with their line."""
    positions = [start]
    for line in transcript.lines:
        here = positions[-1]
        if here.won:
            raise errors.TranscriptOverError(source=transcript.source, line=line.place, turn=len(here.history))
        with locating(source=transcript.source, line=line.place, text=f"{line.guess} {line.marks}"):
            guess = read_guess(line.guess, here.codes, known)
            others = [other.marks for other in transcript.lines if other is not line]
            positions.append(here.after(guess, start.rule.parse(line.marks, here.codes.length, others)))
    return positions
