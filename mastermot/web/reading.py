"""What a client sent, read as the request of an operation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import request

from mastermot import locale
from mastermot.errors import N_, Reason
from mastermot.operations.errors import FieldError
from mastermot.operations.solving import PuzzleOptions
from mastermot.operations.validation import WHY, validate, validate_texts
from mastermot.web.errors import MalformedJsonError, MediaTypeError
from mastermot.web.routes import Route

JSON, TEXT = "application/json", "text/plain"
TEXT_ENCODINGS = ("", "utf-8", "utf8", "us-ascii")
NOT_DECODED = N_("it cannot be decoded")
EMPTY = N_("it is empty")
NOT_JSON = N_("at character {place} something else is expected")


def in_body() -> bool:
    """Return whether the fields of the request are in a body of JSON, rather than in its address."""
    return request.method == "POST" and request.mimetype == JSON


def read_request(route: Route, in_path: Mapping[str, str]) -> tuple[Callable[..., object], tuple[Any, ...]]:
    """Return the operation that is asked for, and what it is given.

    Raises `MediaTypeError`, `MalformedJsonError`, `FieldError`, or what a field's own reader raises.
    """
    query = request.args.to_dict()
    language = query.pop("lang", "en")
    if language not in locale.LANGUAGES:
        raise FieldError(source="lang", why=Reason(WHY["literal_error"], expected="'fr', 'en'"))
    for name, values in request.args.lists():
        if len(values) > 1:
            raise FieldError(source=name, why=Reason(WHY["given_twice"]))
    if request.method != "POST":
        refuse_unknown(query.keys() & in_path.keys())
        return route.operation, (validate_texts(route.model, {**query, **in_path}),)
    if check_media_type((JSON, TEXT) if route.of_text else (JSON,)) == TEXT and route.of_text:
        return route.of_text, (validate_texts(PuzzleOptions, query), request.get_data())
    refuse_unknown(query)
    return route.operation, (validate(route.model, read_json(request.get_data())),)


def check_media_type(known: tuple[str, ...]) -> str:
    """Return the media type of the body. Raises `MediaTypeError` when it is not one of `known`."""
    if request.mimetype not in known or request.mimetype_params.get("charset", "").lower() not in TEXT_ENCODINGS:
        raise MediaTypeError(known=known)
    return request.mimetype


def refuse_unknown(names: Iterable[str]) -> None:
    """Refuse parameters that the route does not have."""
    for name in names:
        raise FieldError(source=name, why=Reason(WHY["unexpected_keyword_argument"]))


def read_json(body: bytes) -> object:
    """Return what a body holds. Raises `MalformedJsonError`."""
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        reason = Reason(NOT_JSON, place=error.pos + 1) if body.strip() else Reason(EMPTY)
    except (UnicodeDecodeError, RecursionError):
        reason = Reason(NOT_DECODED)
    raise MalformedJsonError(reason=reason)
