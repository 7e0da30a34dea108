"""Problem documents (RFC 9457): what every request that cannot be answered gets, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from string import Formatter
from typing import Any

from pydantic import ValidationError

from mastermot.codes import LETTERS
from mastermot.dictionaries import DictionaryUnknownError, shelf
from mastermot.errors import N_, MastermotError, Reason, fill
from mastermot.locale import gettext as _
from mastermot.rules import RULES
from mastermot.web.bounds import RETRY_AFTER
from mastermot.web.errors import (
    BodyTooLargeError,
    BusyError,
    FieldError,
    GameOverError,
    InternalError,
    MalformedJsonError,
    MediaTypeError,
    MethodError,
    NotReadyError,
    RequestUnreadableError,
    RouteMissingError,
    TokenExpiredError,
)
from mastermot.words import LONGEST, SHORTEST

MEDIA_TYPE = "application/problem+json"
STATUSES: dict[type[MastermotError], int] = {
    MalformedJsonError: 400,
    RequestUnreadableError: 400,
    RouteMissingError: 404,
    MethodError: 405,
    GameOverError: 409,
    TokenExpiredError: 410,
    BodyTooLargeError: 413,
    MediaTypeError: 415,
    InternalError: 500,
    BusyError: 503,
    NotReadyError: 503,
}
"""The HTTP status of each error; 422 for those not named: the request is understood and cannot be carried out."""
OTHER_STATUS = 422

ADVICE = {
    "too-many-prefixes": N_("Add clues: the service holds fewer beginnings of words than the command mastermot does."),
    "dictionary-unknown": N_("Dictionaries: {known}."),
    "code-unknown": N_("Try a code of the list."),
    "codes-choice": N_("Give either words and length, or holes and colours."),
}
"""Ways out that differ from those of the command, which names its options."""
MESSAGES = {"dictionary-unknown": N_("no dictionary named “{name}”")}
"""What is wrong, where it differs from the command: the service reads no files."""

TITLES = {
    "file-unreadable": N_("a file that cannot be read or written"),
    "file-too-large": N_("a file that is too large"),
    "not-text": N_("a file that is not text"),
    "too-many-clues": N_("too many clues"),
    "marks-unreadable": N_("marks that cannot be read under this rule"),
    "marks-negative": N_("negative marks"),
    "marks-impossible": N_("marks that are impossible"),
    "marks-over-length": N_("more marks than letters"),
    "length-differs": N_("a word of another length than expected"),
    "clue-length": N_("clues of different lengths"),
    "code-length": N_("a code of another length than expected"),
    "colour-count": N_("more or fewer colours than there are holes"),
    "family-word-length": N_("a word of a family of another length than the family"),
    "length-range": N_("a length out of range"),
    "clue-contradiction": N_("one word twice, with different marks"),
    "not-a-word": N_("a word with characters that are not letters"),
    "too-many-prefixes": N_("too many beginnings of words are possible"),
    "dictionary-unknown": N_("no such dictionary"),
    "dictionary-empty": N_("the dictionary has no word of this length"),
    "rule-unknown": N_("no such rule of marking"),
    "too-few-words": N_("the dictionary has too few words for so many clues"),
    "too-many-puzzles": N_("the dictionary has too few words for so many puzzles"),
    "not-composed": N_("no such puzzle was found in the work allowed"),
    "code-unknown": N_("a code that is not in the list"),
    "not-a-colour": N_("a colour that this game does not have"),
    "code-repeats": N_("a colour twice in a game without repeats"),
    "colours-range": N_("holes or colours out of range"),
    "codes-too-few": N_("too few codes to play with"),
    "too-many-codes": N_("too many codes to play with"),
    "codes-choice": N_("which codes to play with is not clear"),
    "name-unknown": N_("no such name"),
    "no-candidate": N_("no code agrees with all these marks"),
    "accelerators-empty": N_("no acceleration word of this length"),
    "player-game": N_("a player that does not play this game"),
    "player-accelerators": N_("a player that has no use for acceleration words"),
    "worker-lost": N_("a process that played has ended"),
    "folder-missing": N_("a folder that does not exist"),
    "store-later": N_("a database made by a later version"),
    "store-damaged": N_("a damaged database"),
    "store-full": N_("no room left to write"),
    "store-read-only": N_("a database that cannot be written"),
    "run-unknown": N_("no such run in the database"),
    "plot-format": N_("a plot cannot be written in this format"),
    "outputs-same": N_("two results would be written to the same place"),
    "service-library": N_("the service needs more packages"),
    "key-short": N_("a key that is too short"),
    "port-taken": N_("another program uses the port"),
    "port-forbidden": N_("a port that the system does not give to everybody"),
    "host-unknown": N_("an address that this machine does not have"),
    "cannot-listen": N_("the service cannot listen at this address"),
    "malformed-json": N_("the body is not JSON"),
    "field-invalid": N_("a value that is not valid"),
    "media-type": N_("a media type that is not read here"),
    "body-too-large": N_("the body is too large"),
    "method-not-allowed": N_("the method is not allowed here"),
    "request-unreadable": N_("the request cannot be read"),
    "token-expired": N_("this game is too old"),
    "work-too-long": N_("this would take too much work"),
}
"""What kind of problem an error is, where its own sentence has parameters; it is the same whenever it occurs."""

GENERAL = {
    "marks-unreadable": N_("Write them as the rule gives them: XXO, 2 1, X.O.., or rien for none."),
    "marks-impossible": N_("Check the marks: no code of this length gets these."),
    "colour-count": N_("Write a colour for each hole."),
    "dictionary-empty": N_("Ask for another length, or use a larger dictionary."),
    "not-a-colour": N_("Write only colours of the game: the first letters of the alphabet."),
}
"""What to do about a kind of problem whatever the case, where the error's own advice depends on it."""
GENERAL_OTHER = N_("It depends on the case: the message that names the problem says it.")
KNOWN: dict[str, dict[str, object]] = {
    "marks-missing": {"word": "paume"},
    "length-range": {"least": SHORTEST, "most": LONGEST},
    "rule-unknown": {"known": tuple(RULES)},
    "colours-range": {"most_holes": LONGEST, "most_colours": len(LETTERS)},
    "busy": {"seconds": RETRY_AFTER},
}
"""Parameters of advice that are the same in every case."""

WHY = {
    "missing": N_("this field is missing"),
    "extra_forbidden": N_("there is no such field"),
    "model_type": N_("a JSON object is expected"),
    "string_type": N_("a text is expected"),
    "int_type": N_("a whole number is expected"),
    "int_parsing": N_("a whole number is expected"),
    "int_from_float": N_("a whole number is expected"),
    "int_parsing_size": N_("this number is out of range"),
    "bool_type": N_("true or false is expected"),
    "bool_parsing": N_("true or false is expected"),
    "list_type": N_("a list is expected"),
    "too_long": N_("at most {max_length} are allowed"),
    "too_short": N_("at least {min_length} is needed"),
    "string_too_long": N_("at most {max_length} characters are allowed"),
    "string_too_short": N_("at least {min_length} character is needed"),
    "string_unicode": N_("this is not Unicode text"),
    "greater_than_equal": N_("it must be at least {ge}"),
    "less_than_equal": N_("it must be at most {le}"),
    "literal_error": N_("one of these is expected: {expected}"),
}
"""What is wrong with a field, by pydantic's kind of error."""
WHY_OTHER = N_("this value is not valid")
WHY_TWICE = N_("this parameter is given twice")
MOST_FIELDS = 10


def status_of(error: type[MastermotError]) -> int:
    """Return the HTTP status of an error."""
    return next((STATUSES[one] for one in error.__mro__ if one in STATUSES), OTHER_STATUS)


def statuses_of(error: type[MastermotError]) -> list[int]:
    """Return every HTTP status that an error may have; `problem` says when which."""
    elsewhere = [STATUSES[RouteMissingError]] if issubclass(error, DictionaryUnknownError) else []
    return [*elsewhere, status_of(error)]


def all_errors(error: type[MastermotError] = MastermotError) -> Iterator[type[MastermotError]]:
    """Yield every error that there is, without the base class."""
    for one in error.__subclasses__():
        yield one
        yield from all_errors(one)


def title(error: type[MastermotError]) -> str:
    """Return what kind of problem an error is: the same sentence for all its occurrences."""
    return _(TITLES.get(error.code, error.message))


def general_advice(error: type[MastermotError]) -> str:
    """Return what to do about a kind of problem, in the language in use."""
    values = KNOWN.get(error.code, {})
    if error.code == DictionaryUnknownError.code:
        values = {"known": tuple(shelf())}
    advice = GENERAL.get(error.code) or ADVICE.get(error.code, error.advice)
    wanted = {name for _text, name, _spec, _conversion in Formatter().parse(advice) if name}
    return fill(advice, values, _) if wanted <= values.keys() else _(GENERAL_OTHER)


def headline(text: str) -> str:
    """Return a sentence of ours as a title begins."""
    return text[:1].upper() + text[1:]


def problem(error: MastermotError, path: Container[str] = ()) -> dict[str, Any]:
    """Return the problem document of an error, in the language in use; `path` has the names of the path's parameters.

    A dictionary that the path names and that does not exist is an address where there is nothing: 404.
    """
    kind = type(error)
    missing = isinstance(error, DictionaryUnknownError) and error.field in path
    document: dict[str, Any] = {
        "type": f"/problems/{error.code}",
        "title": title(kind),
        "status": STATUSES[RouteMissingError] if missing else status_of(kind),
        "detail": fill(MESSAGES.get(error.code, error.message), error.parameters, _),
        "code": error.code,
    }
    optional = {
        "advice": error.describe_advice(_, ADVICE.get(error.code)),
        "field": error.field,
        "line": error.line,
        "text": error.text[:200],
        "suggestions": list(error.suggestions),
        "turns": _numbers(error.parameters.get("turns")),
        "errors": [{"field": name, "detail": why.describe(_)} for name, why in getattr(error, "errors", ())],
    }
    return {**document, **{name: value for name, value in optional.items() if value not in (None, "", [])}}


def _numbers(value: object) -> list[int]:
    return [int(number) for number in value] if isinstance(value, (tuple, list)) else []


def from_validation(invalid: ValidationError, named: Callable[[Sequence[int | str]], str]) -> MastermotError:
    """Return the error that says what pydantic found wrong, field by field; `named` names them (`pointer`, `plain`)."""
    found = invalid.errors(include_url=False, include_input=False, include_context=True)
    if found[0]["type"] == "json_invalid":
        return MalformedJsonError(reason=str(found[0].get("ctx", {}).get("error", "")))
    reasons = [(named(one["loc"]), _reason(one)) for one in found[:MOST_FIELDS]]
    field, why = reasons[0]
    return FieldError(field=field, why=why, errors=tuple(reasons) if len(reasons) > 1 else ())


def pointer(location: Sequence[int | str]) -> str:
    """Return the place of a body's field as a JSON pointer (RFC 6901), without pydantic's names of union members."""
    parts = [str(part) for part in location if str(part) not in ("str", "int", "constrained-str", "constrained-int")]
    return "".join("/" + part.replace("~", "~0").replace("/", "~1")[:100] for part in parts)


def plain(location: Sequence[int | str]) -> str:
    """Return the bare name of a parameter of the path or of the address."""
    return str(location[0])[:100] if location else ""


def _reason(one: Any) -> Reason:
    text = WHY.get(one["type"], WHY_OTHER)
    told = dict(one.get("ctx", {}))
    if "expected" in told:  # pydantic's list ends with an English "or"
        told["expected"] = str(told["expected"]).replace(" or ", ", ")
    return Reason(text, **told)
