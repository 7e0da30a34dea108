"""One registry of the API's routes: the requests are read by it, and the OpenAPI document is written from it.

A handler gets what was asked, validated, and returns the library's object; the registry checks it and writes it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from flask import Request
from pydantic import BaseModel, ValidationError

from mastermot.errors import MastermotError, Reason
from mastermot.locale import LANGUAGES
from mastermot.web import bounds
from mastermot.web.errors import BodyTooLargeError, FieldError, MediaTypeError
from mastermot.web.models import AskedNothing
from mastermot.web.problems import WHY, WHY_TWICE, from_validation, plain, pointer

JSON = "application/json"
TEXT = "text/plain"
TEXT_ENCODINGS = {"utf-8", "utf8", "us-ascii"}


class Ask(NamedTuple):
    """A request, read: the parameters of the path and of the address, and the body as its media type has it."""

    parameters: BaseModel
    body: Any
    text: bytes | None
    """The body when it is plain text."""
    work: bounds.Work
    """The watch over the request: a handler that knows its work to be long says so."""

    def field(self, name: str) -> str:
        """Return what problem documents call a field: a pointer into a body, a parameter by its bare name."""
        return f"/{name}" if isinstance(self.body, BaseModel) else name


@contextmanager
def about(field: str, *errors: type[MastermotError]) -> Iterator[None]:
    """Let the errors raised inside, or only those of the kinds given, name this field."""
    try:
        yield
    except MastermotError as error:
        if errors and not isinstance(error, errors):
            raise
        raise error.at(field=field) from None


Handler = Callable[[Any, Ask], object]
"""A handler gets the service (`mastermot.web.service.Service`) and what was asked."""


class Route(NamedTuple):
    """A route of the API."""

    method: str
    path: str
    handler: Handler
    summary: str
    tag: str
    answer: type[BaseModel]
    body: type[BaseModel] | None = None
    parameters: type[BaseModel] = AskedNothing
    text: bool = False
    """Whether the body may be plain text; `parameters` are then allowed, and only then."""
    status: int = 200
    remember: bool = False
    """Whether the same request always gets the same answer, which may be kept (see `mastermot.web.memory`)."""

    @property
    def name(self) -> str:
        """The name of the operation, from its function."""
        return self.handler.__name__

    @property
    def rule(self) -> str:
        """The path as Flask writes it."""
        return re.sub(r"{(\w+)}", r"<\1>", self.path)


ROUTES: list[Route] = []
"""Every route of the API, in the order of the document; filled when the modules of handlers are imported."""


def route(method: str, path: str, summary: str, **settings: Any) -> Callable[[Handler], Handler]:
    """Return the decorator that registers a handler; its docstring's first line describes the operation."""

    def register(handler: Handler) -> Handler:
        tag = handler.__module__.rpartition(".")[2]
        ROUTES.append(Route(method, path, handler, summary, tag, **settings))
        return handler

    return register


def read(route: Route, request: Request, path: Mapping[str, str], work: bounds.Work) -> Ask:
    """Return what `request` asks of `route`. Raises the errors of `mastermot.errors`, web section."""
    content, media_type = b"", ""
    if route.body is not None:
        content, media_type = _content(route, request)
    plain = media_type == TEXT
    wanted = route.parameters if plain or not route.text else AskedNothing
    parameters = _parameters(wanted, request, path)
    if plain or route.body is None:
        return Ask(parameters, None, content if plain else None, work)
    try:
        return Ask(parameters, route.body.model_validate_json(content), None, work)
    except ValidationError as invalid:
        raise from_validation(invalid, pointer) from None


def _content(route: Route, request: Request) -> tuple[bytes, str]:
    """Return the body and its media type, once both are such as the route reads."""
    known = (JSON, TEXT) if route.text else (JSON,)
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype not in known or charset not in TEXT_ENCODINGS:
        raise MediaTypeError(media_type=request.headers.get("Content-Type", ""), known=known)
    content = request.get_data(cache=False)
    if len(content) > bounds.MOST_BYTES:
        raise BodyTooLargeError(limit=bounds.MOST_BYTES)
    return content, request.mimetype


def _parameters(wanted: type[BaseModel], request: Request, path: Mapping[str, str]) -> BaseModel:
    """Return the parameters of the path and of the address, ``lang`` aside."""
    given = dict(path)
    for name, values in request.args.lists():
        if len(values) > 1:
            raise FieldError(field=name[:100], why=Reason(WHY_TWICE))
        if name == "lang":
            if values[0] not in LANGUAGES:
                expected = ", ".join(LANGUAGES)
                raise FieldError(field=name, why=Reason(WHY["literal_error"], expected=expected))
        elif name in path:
            raise FieldError(field=name, why=Reason(WHY["extra_forbidden"]))
        else:
            given[name] = values[0]
    try:
        return wanted.model_validate(given, strict=False)
    except ValidationError as invalid:
        raise from_validation(invalid, plain) from None


def written(route: Route, answer: object) -> bytes:
    """Return a handler's answer as JSON, once it is what the model says."""
    model = route.answer.model_validate(answer)
    return model.model_dump_json(exclude_unset=True).encode()
