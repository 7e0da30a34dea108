"""Problem documents (RFC 9457): what every request that cannot be answered gets, in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fastapi import Response

from mastermot.dictionaries import DictionaryUnknownError
from mastermot.errors import N_, MastermotError, Reason, fill
from mastermot.files import NotTextError
from mastermot.locale import gettext as _
from mastermot.play.errors import GameOverError, TokenExpiredError
from mastermot.web import errors
from mastermot.web.bounds import RETRY_AFTER
from mastermot.web.models import REFUSED

MEDIA_TYPE = "application/problem+json"
STATUSES: dict[type[MastermotError], int] = {
    errors.MalformedJsonError: 400,
    errors.RequestUnreadableError: 400,
    errors.RouteMissingError: 404,
    errors.MethodError: 405,
    GameOverError: 409,
    TokenExpiredError: 410,
    errors.BodyTooLargeError: 413,
    errors.MediaTypeError: 415,
    errors.InternalError: 500,
    errors.NotReadyError: 503,
    errors.BusyError: 503,
}
"""The HTTP statuses of errors; the last one of a status stands for it."""
CARRIED_OUT = N_("the request is understood and cannot be carried out")
MEANINGS = {status: error.title or error.message for error, status in STATUSES.items()} | {422: CARRIED_OUT}
"""What statuses mean; 422 is that of all other errors."""
NOT_SERVED = {"errors", "cli", "engine", "explore", "files", "optimal"}
"""The rooms whose errors no request can meet."""
FIELDS = {
    "dictionary-unknown": "words",
    "dictionary-empty": "length",
    "family-word-length": "word",
    "length-differs": "guess",
    "clue-length": "with",
    "too-few-clues": "clues",
    "too-few-words": "clues",
    "too-many-puzzles": "count",
    "solution-length": "solution",
    "letter-not-shown": "solution",
    "no-answer": "exclude",
    "no-candidate": "history",
    "player-game": "player",
    "player-needs-list": "player",
    "too-much-work": "player",
    "token-forged": "token",
    "token-expired": "token",
    "game-over": "token",
}
"""The field that an error is about, where it is the same in all requests that have one of that name."""
ADVICE = {
    "too-many-prefixes": N_("Add clues: the service keeps fewer prefixes than the command mastermot does."),
    "dictionary-unknown": N_("Dictionaries: {known}."),
    "code-unknown": N_("Try a code of the list."),
    "codes-choice": N_("Give either words and length, or holes and colours."),
}
"""Ways out that differ from those of the command, which names its options."""
MESSAGES = {"dictionary-unknown": N_("no dictionary named “{name}”")}
"""What is wrong, where it differs from the command: the service reads no files."""
GENERAL_OTHER = N_("It depends on the case: the message that names the problem says it.")
"""What to do about a kind of problem, where its advice depends on the case."""

WHY = {
    "missing": N_("this field is missing"),
    "extra_forbidden": N_("there is no such field"),
    "given_twice": N_("this parameter is given twice"),
    "model_type": N_("a JSON object is expected"),
    "string_type": N_("a text is expected"),
    "int_type": N_("a whole number is expected"),
    "int_parsing": N_("a whole number is expected"),
    "int_from_float": N_("a whole number is expected"),
    "int_parsing_size": N_("this number is out of range"),
    "bool_type": N_("true or false is expected"),
    "bool_parsing": N_("true or false is expected"),
    **dict.fromkeys(
        ("date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"),
        N_("a day is expected, written YYYY-MM-DD"),
    ),
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
NO_JSON = N_("at character {place} something else is expected")
MOST_FIELDS = 10


def status_of(error: type[MastermotError]) -> int:
    """Return the HTTP status of an error."""
    return STATUSES.get(error, 422)


def all_errors(base: type[MastermotError] = MastermotError) -> Iterator[type[MastermotError]]:
    """Yield every error that a request can meet: each has a page."""
    for error in base.__subclasses__():
        if error is NotTextError or error.__module__.split(".")[1] not in NOT_SERVED:
            yield error
        yield from all_errors(error)


def title(error: type[MastermotError]) -> str:
    """Return what kind of problem an error is: the same sentence for all its occurrences."""
    return _(error.title or error.message)


def general_advice(error: type[MastermotError]) -> str:
    """Return what to do about a kind of problem, in the language in use."""
    advice = ADVICE.get(error.code, error.advice)
    text = advice if "{" not in advice else GENERAL_OTHER
    return _(text)


def find_field(error: MastermotError) -> str:
    """Return the field that an error is about, as it says itself or `errors.at`; empty when it is none."""
    return getattr(error, "about", "") or error.source or FIELDS.get(error.code, "")


def problem_response(error: MastermotError, field: str = "", headers: Mapping[str, str] | None = None) -> Response:
    """Return the answer to a request that fails with an error: its problem document, in the language in use."""
    document = describe_problem(error, field)
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    response = Response(content, document["status"], headers, MEDIA_TYPE)
    if response.status_code == 503:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def describe_problem(error: MastermotError, field: str) -> dict[str, Any]:
    """Return the problem document of an error, in the language in use.

    A dictionary that the path names and that does not exist is an address where there is nothing: 404.
    """
    message = MESSAGES.get(error.code)
    missing = isinstance(error, DictionaryUnknownError) and field == "name"
    document: dict[str, Any] = {
        "type": f"/problems/{error.code}",
        "title": title(type(error)),
        "status": 404 if missing else status_of(type(error)),
        "detail": fill(message, error.parameters, _) if message else error.describe_reason(_),
        "code": error.code,
    }
    optional = {
        "advice": error.describe_advice(_, ADVICE.get(error.code)),
        "field": field,
        "line": error.line,
        "text": error.text[:200],
        "suggestions": list(error.suggestions),
        "turns": list(getattr(error, "turns", ())),
        "errors": [{"field": name, "detail": why.describe(_)} for name, why in getattr(error, "errors", ())],
    }
    return {**document, **{name: value for name, value in optional.items() if value not in (None, "", [])}}


def from_validation(faults: Sequence[Any]) -> tuple[MastermotError, str]:
    """Return the error that says what pydantic found wrong, field by field, and the first field."""
    first = faults[0]
    if first["type"] == "json_invalid":
        return errors.MalformedJsonError(reason=Reason(NO_JSON, place=first["loc"][-1] + 1)), ""
    if first["type"] == REFUSED:
        return first["ctx"]["error"], name_field(first["loc"])
    reasons = [(name_field(fault["loc"]), reason_for(fault)) for fault in faults[:MOST_FIELDS]]
    field, why = reasons[0]
    return errors.FieldError(why=why, errors=tuple(reasons) if len(reasons) > 1 else ()), field


def name_field(location: Sequence[int | str]) -> str:
    """Return the name of a field: in a body a JSON pointer (RFC 6901), else the parameter's bare name."""
    part, *names = (str(name) for name in location)
    if part != "body":
        return names[0][:100] if names else ""
    return "".join("/" + name.replace("~", "~0").replace("/", "~1")[:100] for name in names)


def reason_for(fault: Any) -> Reason:
    """Return what is wrong with a field, from pydantic's kind of error."""
    if len(fault["loc"]) == 1:  # the whole body
        return Reason(WHY["model_type"])
    values = dict(fault.get("ctx", {}))
    if fault["type"] == REFUSED:
        return Reason(values["error"].message, **values["error"].parameters)
    if "expected" in values:  # pydantic's list ends with an English "or"
        values["expected"] = str(values["expected"]).replace(" or ", ", ")
    return Reason(WHY.get(fault["type"], WHY_OTHER), **values)
