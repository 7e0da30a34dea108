"""The WSGI application: languages, routes, problems, headers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from flask import Flask, Response, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge
from werkzeug.http import parse_accept_header

from mastermot import locale
from mastermot.errors import MastermotError
from mastermot.web import bounds, dictionaries, page, playing, solving
from mastermot.web.errors import (
    BodyTooLargeError,
    InternalError,
    MethodError,
    RequestUnreadableError,
    RouteMissingError,
)
from mastermot.web.memory import Packed, negotiate
from mastermot.web.openapi import document
from mastermot.web.problems import MEDIA_TYPE, problem
from mastermot.web.routes import JSON, ROUTES, Route, read, written
from mastermot.web.service import Service

HANDLERS = (solving, playing, dictionaries)
"""The modules of handlers: importing them fills `ROUTES`."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
VARY = "Accept-Language"
VARY_OF_GETS = "Accept-Language, Accept-Encoding"
VARY_OF_REFUSALS = "Accept-Language, Accept"
EVERYWHERE = {
    (spoken, vary): [*HEADERS.items(), ("Vary", vary), ("Content-Language", spoken)]
    for spoken in locale.LANGUAGES
    for vary in (VARY, VARY_OF_GETS, VARY_OF_REFUSALS)
}
"""The headers of every answer, by its language and by what it depends on."""


def create_app(keys: Sequence[str] = (), *, wait: bool = True) -> Flask:
    """Return the application. Games are sealed with `keys`, or with a key that dies with it.

    With `wait` it is ready when it is returned; else its dictionaries are read by a thread, and ``/healthz`` says when
    they are.
    """
    service = Service(keys)
    if wait:
        service.load()
    else:
        threading.Thread(target=service.load, daemon=True, name="dictionaries").start()
    app = Flask(__name__, static_folder=None, template_folder="templates")
    app.extensions["mastermot"] = service
    app.config["MAX_CONTENT_LENGTH"] = bounds.MOST_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = bounds.MOST_BYTES
    app.url_map.merge_slashes = False
    app.before_request(speak)
    app.after_request(partial(finish, service))
    app.register_error_handler(MastermotError, told)
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(Exception, failed)
    for one in ROUTES:
        app.add_url_rule(one.rule, one.name, _view(service, one), methods=[one.method])
    api = document(ROUTES)
    app.add_url_rule("/openapi.json", "openapi", lambda: Response(api, mimetype=JSON))
    page.register(app)
    return app


def language() -> str:
    """Return the language of the request: the parameter ``lang``, else what the reader's browser prefers."""
    wanted = request.args.get("lang", "")
    if wanted in locale.LANGUAGES:
        return wanted
    return preferred(request.headers.get("Accept-Language", ""))


@lru_cache(256)
def preferred(accepted: str) -> str:
    """Return the language that an Accept-Language field prefers among ours, English when it names none of them.

    >>> preferred("de, fr-CA;q=0.8, en;q=0.5")
    'fr'
    """
    for tag, quality in parse_accept_header(accepted, LanguageAccept):
        spoken = tag.lower().partition("-")[0]
        if quality > 0 and spoken in locale.LANGUAGES:
            return spoken
    return "en"


def speak() -> None:
    """Use the reader's language for this request; every request sets it, whatever its thread did before."""
    locale.use(language())


def _view(service: Service, route: Route) -> Callable[..., Response]:
    """Return the function that Flask calls for a route."""

    def view(**path: str) -> Response:
        key: tuple[object, ...] = ()
        if route.remember:
            key = (route.name, *path.values(), request.query_string, locale.in_use())
            if route.body is not None:
                key += (request.headers.get("Content-Type", ""), request.get_data(cache=True))
            kept = service.memory.get(key)
            if kept is not None:
                return Response(kept, route.status, mimetype=JSON)
            packed = service.packed.get(key) if route.body is None else None
            if packed is not None:
                return packed.response(route.status, JSON)
        with service.lanes.work() as work:
            content = written(route, route.handler(service, read(route, request, path, work)))
        if key and len(content) <= bounds.LARGEST_REMEMBERED:
            service.memory.keep(key, content, len(content))
        elif key and route.body is None:
            packed = Packed.of(content)
            service.packed.keep(key, packed, len(packed.content))
            return packed.response(route.status, JSON)
        return Response(content, route.status, mimetype=JSON)

    return view


def told(error: MastermotError) -> Response:
    """Return the problem document of an error."""
    body = problem(error, request.view_args or ())
    response = Response(as_json(body), body["status"], mimetype=MEDIA_TYPE)
    if body["status"] == 503:
        response.headers["Retry-After"] = str(bounds.RETRY_AFTER)
    return response


def as_json(body: dict[str, Any]) -> str:
    """Return a problem document as it is sent."""
    import json

    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def refused(exception: HTTPException) -> Response:
    """Return the problem document of a request that HTTP or Flask refuses, or its page where a person reads it."""
    error: MastermotError
    allow = ""
    if isinstance(exception, NotFound):
        error = RouteMissingError()
    elif isinstance(exception, MethodNotAllowed):
        allow = ", ".join(sorted(exception.valid_methods or ()))
        error = MethodError(method=request.method, known=allow)
    elif isinstance(exception, RequestEntityTooLarge):
        error = BodyTooLargeError(limit=bounds.MOST_BYTES)
    else:
        error = RequestUnreadableError(reason=exception.name)
    response = told(error)
    if page.for_a_person():
        response = Response(page.refusal_page(error, response.status_code), response.status_code)
    if allow:
        response.headers["Allow"] = allow
    return response


def failed(exception: Exception) -> Response:
    """Return the problem document of a mistake of ours; the log has the rest."""
    request_app().logger.error("a request failed: %s %s", request.method, request.path, exc_info=exception)
    return told(InternalError())


def request_app() -> Flask:
    """Return the application that serves this request."""
    from flask import current_app

    return current_app


def finish(service: Service, response: Response) -> Response:
    """Add the headers that every answer has; what a GET is answered gets its entity tag, compressed if it may be."""
    asked = request.method in ("GET", "HEAD")
    vary = VARY if not asked else VARY_OF_REFUSALS if response.status_code >= 400 else VARY_OF_GETS
    response.headers.extend(EVERYWHERE[locale.in_use(), vary])
    response.headers.setdefault("Cache-Control", "no-cache" if asked else "no-store")
    if asked and response.status_code == 200:
        response.direct_passthrough = False
        negotiate(response, request, service.packed)
    return response
