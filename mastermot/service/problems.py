"""Problem documents (RFC 9457): the answers to calls that fail, in the reader's language."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from typing import Any, cast

from mastermot.errors import MastermotError, translate_and_fill
from mastermot.results import as_json, plan_fields
from mastermot.service.routes import ROUTES, Call
from mastermot.texts.languages import gettext as _
from mastermot.words.dictionaries import DictionaryUnknownError
from mastermot.words.files import NotTextError

MEDIA_TYPE = "application/problem+json"
LIST_PART = 1000  #: How many items of a list are written as JSON at a time.
NOT_SERVED = "errors", "cli", "engine", "lab", "words.files", "game.tree_errors", "game.advice.plot_errors"
#: Errors of these modules cannot come up in a request…
SERVED = (NotTextError,)  #: … except this one.


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem, as the list of all of them has it."""

    code: str
    status: int  #: The HTTP status.
    title: str
    type: str  #: The address of a page that describes it.


@dataclass(frozen=True)
class FieldProblem:
    """A field at fault."""

    field: str  #: As a field of a problem document.
    detail: str


@dataclass(frozen=True)
class ProblemDocument:
    """A problem document (RFC 9457)."""

    type: str  #: Stable; the address of a page that describes it.
    title: str  #: What kind of problem it is.
    status: int  #: The HTTP status.
    detail: str
    code: str  #: The code that names the kind of problem; it never changes.
    advice: str = ""  #: What to do about it.
    field: str = ""
    """What is at fault: a field of a JSON body as a JSON pointer (/clues/0/word), a parameter of the path or of the
    query by its bare name (words)."""
    line: int | None = None  #: The line or the clue at fault, 1 for the first.
    text: str = ""  #: The text at fault.
    suggestions: tuple[str, ...] = ()  #: Names or words that look like the one at fault, nearest first.
    turns: tuple[int, ...] = ()  #: Turns that cannot hold together.
    errors: tuple[FieldProblem, ...] = ()  #: Every field at fault, where there are several.
    request_id: str = ""  #: The request’s name, as in X-Request-Id and in the log of the service.


def list_problems() -> list[ProblemKind]:
    """Return all kinds of problems, in the language in use."""
    return [
        ProblemKind(error.code, error.status, _(error.title or error.message), f"/problems/{error.code}")
        for error in all_errors()
    ]


def all_errors() -> list[type[MastermotError]]:
    """Return the class of every error that a request can raise, ordered by code. Each has a page under /problems."""
    for route in ROUTES:
        _operation = route.operation  # imports the module of the operation: only then its errors are subclasses here
    found = {error.code: error for error in list_kinds(MastermotError) if is_served(error)}
    return [found[code] for code in sorted(found)]


def list_kinds(base: type[MastermotError]) -> Iterator[type[MastermotError]]:
    """Yield all subclasses of a class, and the subclasses of each of these."""
    for error in base.__subclasses__():
        yield error
        yield from list_kinds(error)


def is_served(error: type[MastermotError]) -> bool:
    """Return whether a request can raise this error.

    A request cannot raise a mere base class, which has no message of its own, nor an error of the modules in
    `NOT_SERVED` that is not in `SERVED`.
    """
    module = error.__module__.removeprefix("mastermot.")
    is_base_class = error.message == MastermotError.message
    return not is_base_class and (error in SERVED or not module.startswith(NOT_SERVED))


def choose_advice(error: type[MastermotError]) -> str:
    """Return the advice for a kind of problem.

    Advice with names in braces can be filled in for one error only: instead of it, a sentence is returned that tells
    the reader to read the message.
    """
    advice = error.service_advice or error.advice
    return _(advice) if "{" not in advice else _("It depends on the case: the message that names the problem says it.")


def find_field(error: MastermotError) -> str:
    """Return the name of the field of the request that an error is about, "" if it is about none."""
    return getattr(error, "about", "") or error.source or error.request_field


def write_json(document: object) -> bytes:
    """Return a result as JSON. A long list is written part by part: 60,000 words never become 60,000 objects at once.

    A character that UTF-8 cannot encode, such as half of a surrogate pair, becomes a question mark.

    >>> write_json({"words": ["côte"]}).decode()
    '{"words":["côte"]}'
    """
    return b"".join(write_fields(document) if is_dataclass(document) else [encode(as_json(document))])


def write_fields(document: Any) -> Iterator[bytes]:
    """Yield the JSON of a result in pieces. A field whose value is its default is left out.

    If the type of a field has a marker, such as `Rounded` of `mastermot.results`, the marker's `write` changes the
    value before it is written.
    """
    separator = b"{"  # before the first field that is written; then a comma
    for name, default, marker in plan_fields(cast("Any", type(document))):
        value = getattr(document, name)
        if value == default:
            continue
        yield separator + encode(name) + b":"
        separator = b","
        if marker is not None:
            yield encode(marker.write(value))
        elif isinstance(value, tuple):
            yield from write_list(value)
        else:
            yield encode(as_json(value))
    is_empty = separator == b"{"
    yield b"{}" if is_empty else b"}"


def write_list(items: tuple[object, ...]) -> Iterator[bytes]:
    """Yield the JSON of a list in pieces of `LIST_PART` items."""
    yield b"["
    for start in range(0, len(items), LIST_PART):
        if start > 0:
            yield b","
        part = encode(as_json(items[start : start + LIST_PART]))
        yield part[1:-1]  # without its brackets
    yield b"]"


def encode(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def describe_problem(error: MastermotError, call: Call) -> ProblemDocument:
    """Return the problem document of an error, in the language in use.

    `call` says where the field at fault stands: a field of the body is named by a JSON pointer, one of the address by
    its plain name. If an error has a message for the service, that is used instead of its usual message.
    """
    if error.service_message:
        detail = translate_and_fill(error.service_message, error.parameters, _)
    else:
        detail = error.describe_reason(_)
    field = find_field(error)
    is_in_body = call.in_body and field not in dict(call.query)  # a POST may have `lang` in its address
    if field and is_in_body:
        field = f"/{field}"  # a JSON pointer
    # an unknown dictionary in the path is an address where there is nothing: 404
    is_missing = isinstance(error, DictionaryUnknownError) and field == "name"
    field_problems = []
    for name, why in getattr(error, "errors", ()):  # of an error about several fields: each, and what is wrong with it
        name_of_field = f"/{name}" if call.in_body else name
        field_problems.append(FieldProblem(name_of_field, why.describe(_)))
    return ProblemDocument(
        type=f"/problems/{error.code}",
        title=_(error.title or error.message),
        status=404 if is_missing else error.status,
        detail=detail,
        code=error.code,
        advice=error.describe_advice(_, error.service_advice or error.advice),
        field=field,
        line=error.line,
        text=error.text[:200],
        suggestions=tuple(error.suggestions),
        turns=tuple(getattr(error, "turns", ())),
        errors=tuple(field_problems),
        request_id=call.id,
    )
