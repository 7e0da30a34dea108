"""Problem documents (RFC 9457): what every request that cannot be answered gets, in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from fastapi import Response

from mastermot import codes, dictionaries, words
from mastermot.codes import LETTERS
from mastermot.compose import errors as compose_errors
from mastermot.dictionaries import DictionaryUnknownError, shelf
from mastermot.errors import N_, MastermotError, Reason, fill
from mastermot.explain import errors as explain_errors
from mastermot.families import errors as families_errors
from mastermot.files import NotTextError
from mastermot.locale import gettext as _
from mastermot.play import errors as play_errors
from mastermot.puzzles import errors as puzzles_errors
from mastermot.rules import RULES
from mastermot.rules import errors as rules_errors
from mastermot.web import errors as web_errors
from mastermot.web.bounds import RETRY_AFTER
from mastermot.web.errors import (
    BodyTooLargeError,
    BusyError,
    ErrorAt,
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
ROOMS = (
    *(codes, dictionaries, words),
    *(compose_errors, explain_errors, families_errors, play_errors, puzzles_errors, rules_errors, web_errors),
)
"""The modules whose errors a request can meet: each has a page."""
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
    "not-text": N_("a file that is not text"),
    "too-many-clues": N_("too many clues"),
    "marks-unreadable": N_("marks that cannot be read under this rule"),
    "marks-negative": N_("negative marks"),
    "marks-impossible": N_("marks that are impossible"),
    "marks-over-length": N_("more marks than letters"),
    "length-differs": N_("a word of another length than expected"),
    "clue-length": N_("clues of different lengths"),
    "clue-unclear": N_("a clue with two numbers"),
    "columns-uneven": N_("words and numbers that do not pair off"),
    "known-unreadable": N_("a pattern of another length than the word"),
    "out-unreadable": N_("letters ruled out that cannot be read"),
    "code-length": N_("a code of another length than expected"),
    "colour-count": N_("more or fewer colours than there are holes"),
    "family-word-length": N_("a word of a family of another length than the family"),
    "length-range": N_("a length out of range"),
    "clue-contradiction": N_("one word twice, with different marks"),
    "not-a-word": N_("a word with characters that are not letters"),
    "too-many-prefixes": N_("too many beginnings of words are possible"),
    "dictionary-unknown": N_("no such dictionary"),
    "dictionary-too-long": N_("a dictionary that is too long"),
    "too-many-words": N_("too many words to find families among"),
    "too-many-accelerators": N_("too many acceleration words"),
    "too-much-work": N_("too many codes for this player"),
    "too-many-ranked": N_("too many codes to rank"),
    "dictionary-empty": N_("the dictionary has no word of this length"),
    "rule-unknown": N_("no such rule of marking"),
    "too-few-words": N_("the dictionary has too few words for so many clues"),
    "too-few-clues": N_("too few clues for one solution of this length"),
    "letter-not-shown": N_("a letter of the solution that no clue can show"),
    "no-answer": N_("no word of this length may be the answer"),
    "solution-length": N_("a solution of another length than the puzzle"),
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


def all_errors(base: type[MastermotError] = MastermotError) -> Iterator[type[MastermotError]]:
    """Yield every error that a request can meet."""
    for error in base.__subclasses__():
        if error is NotTextError or error.__module__ in {room.__name__ for room in ROOMS}:
            yield error
        yield from all_errors(error)


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


def problem_response(error: MastermotError | ErrorAt, headers: Mapping[str, str] | None = None) -> Response:
    """Return the answer to a request that fails with an error: its problem document, in the language in use."""
    document = describe_problem(error.error, error.field) if isinstance(error, ErrorAt) else describe_problem(error)
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    response = Response(content, document["status"], headers, MEDIA_TYPE)
    if response.status_code == 503:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def describe_problem(error: MastermotError, field: str = "") -> dict[str, Any]:
    """Return the problem document of an error, in the language in use.

    A dictionary that the path names and that does not exist is an address where there is nothing: 404.
    """
    kind = type(error)
    missing = isinstance(error, DictionaryUnknownError) and field == "name"
    document: dict[str, Any] = {
        "type": f"/problems/{error.code}",
        "title": title(kind),
        "status": STATUSES[RouteMissingError] if missing else status_of(kind),
        "detail": fill(MESSAGES.get(error.code, error.message), error.parameters, _),
        "code": error.code,
    }
    optional = {
        "advice": error.describe_advice(_, ADVICE.get(error.code)),
        "field": field,
        "line": error.line,
        "text": error.text[:200],
        "suggestions": list(error.suggestions),
        "turns": numbers(error.parameters.get("turns")),
        "errors": [{"field": name, "detail": why.describe(_)} for name, why in getattr(error, "errors", ())],
    }
    return {**document, **{name: value for name, value in optional.items() if value not in (None, "", [])}}


def numbers(value: object) -> list[int]:
    """Return a sequence of numbers as a list; empty when there is none."""
    return [int(number) for number in value] if isinstance(value, (tuple, list)) else []


def from_validation(errors: Sequence[Any]) -> MastermotError | ErrorAt:
    """Return the error that says what pydantic found wrong, field by field."""
    first = errors[0]
    if first["type"] == "json_invalid":
        return MalformedJsonError(reason=str(first["ctx"]["error"]))
    reasons = [(name_field(error["loc"]), reason_for(error)) for error in errors[:MOST_FIELDS]]
    field, why = reasons[0]
    return ErrorAt(FieldError(why=why, errors=tuple(reasons) if len(reasons) > 1 else ()), field)


def name_field(location: Sequence[int | str]) -> str:
    """Return the name of a field: in a body a JSON pointer (RFC 6901), else the parameter's bare name."""
    part, *names = (str(name) for name in location)
    if part != "body":
        return names[0][:100] if names else ""
    return "".join("/" + name.replace("~", "~0").replace("/", "~1")[:100] for name in names)


def reason_for(error: Any) -> Reason:
    """Return what is wrong with a field, from pydantic's kind of error."""
    if len(error["loc"]) == 1:  # the whole body
        return Reason(WHY["model_type"])
    values = dict(error.get("ctx", {}))
    if "expected" in values:  # pydantic's list ends with an English "or"
        values["expected"] = str(values["expected"]).replace(" or ", ", ")
    return Reason(WHY.get(error["type"], WHY_OTHER), **values)
