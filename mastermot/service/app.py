"""The application: its routes, what every request passes through, and what each failure is answered."""

from __future__ import annotations

import logging
import os
import re
import secrets
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from flask import Flask, Response, g, request
from flask_compress import Compress
from flask_cors import CORS
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from mastermot.errors import MastermotError
from mastermot.results import as_json
from mastermot.say import languages
from mastermot.service import api, bounds, docs, errors, pages
from mastermot.service.page.contents import POLICY, TEMPLATES
from mastermot.service.problems import answer_problem
from mastermot.service.routes import ROUTES

log = logging.getLogger(__name__)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
KEYS_VARIABLE = "MASTERMOT_KEY"  #: The environment variable that holds the keys, blanks or commas between.
COMPRESSED = [
    *("text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml"),
    *("application/json", "application/manifest+json", "application/wasm"),
]
"""The media types of bodies that are compressed."""
WIKTIONARY = "https://{lang}.wiktionary.org/wiki/{word}"  #: Where the page sends who asks what a word means.


def create_app(
    keys: Sequence[str] | None = None,
    *,
    processes: int = 0,
    origins: Sequence[str] = (),
    photo: Path | None = None,
    meanings: str | None = None,
) -> Flask:
    """Return the application. Games are encrypted with `keys`, those of the environment, or one that dies with it.

    Pages of `origins` (``*`` for any) may read its answers. `photo` is a folder ``node_modules`` with the recogniser of
    photos, if the page is to offer it; `meanings` the address of what a word means, with ``{lang}`` and ``{word}``:
    Wiktionary's without it, no link where it is empty. `processes` has no effect since 1.1: requests are worked out in
    the threads of the server. Raises `KeyShortError` and `PhotoFilesError`.
    """
    app = Flask(__name__, static_folder=None, template_folder=TEMPLATES)
    app.jinja_options = {"autoescape": True}
    app.url_map.merge_slashes = False
    app.config.update(
        MAX_CONTENT_LENGTH=bounds.MAX_BODY,
        PROVIDE_AUTOMATIC_OPTIONS=bool(origins),
        PHOTO=photo is not None,
        MEANINGS=WIKTIONARY if meanings is None else meanings,
        COMPRESS_REGISTER=False,
        COMPRESS_ALGORITHM="gzip",
        COMPRESS_LEVEL=4,  # a third of the time of level 6, and lists of words get no larger
        COMPRESS_MIN_SIZE=bounds.MIN_COMPRESSED,
        COMPRESS_MIMETYPES=COMPRESSED,
        COMPRESS_CACHE_BACKEND=partial(api.Kept, bounds.MAX_COMPRESSED),
        COMPRESS_CACHE_KEY=lambda _request: g.tag,
    )
    service = api.Service(tuple(read_keys() if keys is None else keys) or (secrets.token_urlsafe(32),))
    app.extensions["mastermot"] = service
    for route in ROUTES:
        app.add_url_rule(route.path, route.operation.__name__, partial(service.answer, route), methods=[route.method])
    app.add_url_rule("/healthz", "health", lambda: as_json(api.health()))
    app.register_blueprint(pages.pages)
    app.register_blueprint(docs.pages)
    if photo is not None:
        app.register_blueprint(pages.photo_pages(photo))
    app.before_request(choose_language)
    app.after_request(partial(finish, Compress(app), ["Accept-Language", *(["Origin"] if origins else [])]))
    app.register_error_handler(MastermotError, answer_error)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(Exception, answer_mistake)
    if origins:
        CORS(app, origins=list(origins), methods=["GET", "POST"], vary_header=False)
    return app


def choose_language() -> None:
    """Use the language of the request: the parameter ``lang``, else what the reader's browser prefers."""
    accepted = [tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0]
    wanted = [request.args.get("lang", ""), *accepted, "en"]
    languages.use(next(language for language in wanted if language in languages.LANGUAGES))


def finish(compress: Compress, vary: list[str], response: Response) -> Response:
    """Return an answer with the headers of every answer; that to a GET with its entity tag, compressed if it may be."""
    get = request.method in ("GET", "HEAD")
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache" if get else "no-store")
    response.headers["Content-Language"] = languages.in_use()
    response.vary.update(vary)
    if get and response.status_code >= 400:
        response.vary.add("Accept")
    elif get and response.status_code == 200:
        response.vary.add("Accept-Encoding")
        response.add_etag()
        g.tag = response.get_etag()[0]
        response.make_conditional(request)
        if request.accept_encodings["gzip"] > 0:  # Flask-Compress takes "gzip;q=0" for a wish
            response = compress.after_request(response)
    return response


def answer_error(error: MastermotError) -> Response:
    """Return the problem document of an error, or its page where a person reads it."""
    response = api.make_response(answer_problem(error, api.read_call()))
    return pages.refusal_page(error, response.status_code) if pages.for_a_person() else response


def answer_http(refusal: HTTPException) -> Response:
    """Return the answer to a request that has no route, or that HTTP itself does not allow."""
    if isinstance(refusal, MethodNotAllowed):
        allowed = ", ".join(sorted(refusal.valid_methods or ()))
        response = answer_error(errors.MethodNotAllowedError(known=allowed))
        response.headers["Allow"] = allowed
        return response
    known = {404: errors.RouteMissingError(), 413: errors.BodyTooLargeError(limit=bounds.MAX_BODY)}
    return answer_error(known.get(refusal.code or 0, errors.RequestUnreadableError(reason=str(refusal.description))))


def answer_mistake(_mistake: Exception) -> Response:
    """Return the answer to a request that met a mistake of ours, and log it."""
    log.exception("a request failed: %s %s", request.method, request.path)
    return api.make_response(answer_problem(errors.InternalError(), api.read_call()))


@cache
def read_keys() -> tuple[str, ...]:
    """Return the keys in the environment, the one that encrypts first, and take them out: no process needs them."""
    keys = tuple(key for key in re.split(r"[\s,]+", os.environ.get(KEYS_VARIABLE, "")) if key)
    if any(len(key) < bounds.SHORTEST_KEY for key in keys):
        raise errors.KeyShortError(source=KEYS_VARIABLE, count=bounds.SHORTEST_KEY)
    os.environ.pop(KEYS_VARIABLE, None)
    return keys
