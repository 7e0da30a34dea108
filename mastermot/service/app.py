"""The Flask application: its routes, what happens before and after each request, and the answers to errors."""

import gzip
import logging
import os
import re
import secrets
import time
from collections.abc import Sequence
from functools import cache, partial

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wsgi import wrap_file

from mastermot.errors import N_, QUOTED, MastermotError, Reason, WrongKindError
from mastermot.operations.errors import refuse
from mastermot.results import as_json
from mastermot.service import answering, capacity, errors
from mastermot.service.answer_cache import AnswerCache
from mastermot.service.clients import Sending, find_client
from mastermot.service.page import addresses, docs
from mastermot.service.page.contents import NO_FRAME, POLICY, TEMPLATES
from mastermot.service.problems import MEDIA_TYPE, describe_problem, write_json
from mastermot.service.routes import ROUTES
from mastermot.service.validation import WHY
from mastermot.texts import languages

log = logging.getLogger(__name__)
HEADERS = {
    "Content-Security-Policy": POLICY + NO_FRAME,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
KEYS_VARIABLE = "MASTERMOT_KEY"  #: The environment variable with the keys, separated by blanks or commas.
COMPRESSED = ("text/", "image/svg", "application/json", "application/manifest", "application/wasm")
"""Bodies are compressed if their media type begins with one of these."""
REQUEST_ID = re.compile(r"[\w.-]{8,64}", re.ASCII)  #: The form of a request's name that we take from a proxy.
WIKTIONARY = "https://{lang}.wiktionary.org/wiki/{word}"  #: The page about a word, for readers who ask what it means.


def create_app(
    keys: Sequence[str] | None = None, *, origins: Sequence[str] | None = None, meanings: str | None = None
) -> Flask:
    """Return the application.

    `keys` encrypt the tokens of games; None means the keys in the environment. Without any key, a random one is made,
    which is lost when the process ends. Pages of other sites in `origins` (``*`` for any) may read the answers (CORS).
    `meanings` is the address of a page about a word, with ``{lang}`` and ``{word}``; an empty one means no link.
    Where `origins` or `meanings` is None, ``MASTERMOT_ALLOW_ORIGIN`` or ``MASTERMOT_MEANINGS`` is read. Where that is
    not set either, no other site may read answers, or links lead to Wiktionary. Raises `KeyShortError`,
    `KeyUnreadableError` and `WrongKindError`.
    """
    if origins is None:
        origins = os.environ.get("MASTERMOT_ALLOW_ORIGIN", "").split()
    if meanings is None:
        meanings = os.environ.get("MASTERMOT_MEANINGS", WIKTIONARY)
    check_settings(origins, meanings)
    app = Flask(__name__, static_folder=None, template_folder=TEMPLATES)
    app.jinja_options = {"autoescape": True}
    app.url_map.merge_slashes = False  # an address with // is not redirected: it does not exist
    app.config.update(MAX_CONTENT_LENGTH=capacity.MAX_BODY, MEANINGS=meanings)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = bool(origins)  # only pages of other sites ask by OPTIONS first
    lasting_keys = tuple(read_keys() if keys is None else keys)
    app.config["LASTING_GAMES"] = bool(lasting_keys)  # whether games can go on after the service was started again
    service = answering.Service(lasting_keys or (secrets.token_urlsafe(32),))
    app.extensions["mastermot"] = service
    add_routes(app, service)
    app.before_request(begin)
    app.after_request(partial(finish, service, origins))
    app.register_error_handler(MastermotError, answer_error)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(Exception, answer_mistake)
    return app


def add_routes(app: Flask, service: answering.Service) -> None:
    """Add all addresses to the application: those of the API, which the service answers, and those of pages."""
    for route in ROUTES:
        app.add_url_rule(route.path, route.operation.__name__, partial(service.answer, route), methods=[route.method])
    app.add_url_rule("/healthz", "health", lambda: as_json(answering.health()))
    app.register_blueprint(addresses.pages)
    app.add_url_rule("/openapi.json", "openapi", docs.openapi)
    app.add_url_rule("/docs", "docs", docs.docs)


def check_settings(origins: Sequence[str], meanings: str) -> None:
    """Raise `WrongKindError` for an origin that no browser sends, or an address of meanings without ``{word}``.

    Empty `meanings` are right: they mean no link.
    """
    for origin in origins:
        is_origin = re.fullmatch(r"\*|https?://[^/?#]+", origin)
        if not is_origin:
            site = Reason(N_("a site without a path, such as https://example.org, or * for any"))
            quoted = Reason(QUOTED, text=origin)
            raise WrongKindError(name="--allow-origin, MASTERMOT_ALLOW_ORIGIN", value=quoted, wanted=site)
    names_word = re.fullmatch(r"https?://.*\{word\}.*", meanings)
    if meanings and not names_word:
        address = Reason(N_("an address with {word}"), word="{word}")  # filled in by itself: the braces stay
        quoted = Reason(QUOTED, text=meanings)
        raise WrongKindError(name="--meanings, MASTERMOT_MEANINGS", value=quoted, wanted=address)


def begin() -> None:
    """Before each request: take its name from the proxy or make one, and choose the language.

    The language is that of the parameter ``lang``, or else the first of those that the browser accepts; of both, only
    languages that we have count. Otherwise it is English. Raises `FieldInvalidError` if ``lang`` is given twice.
    """
    g.began = time.perf_counter()
    given_id = request.headers.get("X-Request-Id", "")
    g.id = given_id if REQUEST_ID.fullmatch(given_id) else secrets.token_hex(8)
    # ``fr`` of ``fr-CA``, in the order of the browser; with the quality 0 it refuses a language
    accepted = [tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0]
    preferred = [request.args.get("lang", ""), *accepted, "en"]
    languages.use(next(language for language in preferred if language in languages.LANGUAGES))
    refuse("lang", WHY["given_twice"], len(request.args.getlist("lang")) > 1)


def finish(service: answering.Service, origins: Sequence[str], response: Response) -> Response:
    """After each request: return the answer, made ready to be sent.

    Every answer gets the usual headers, and those that let pages of `origins` read it. The answer to a GET that
    succeeds gets an entity tag and is compressed; it becomes 304, without a body, if the client has it already. Last, a
    large body is sent without a copy of it for each client.
    """
    is_get = request.method in ("GET", "HEAD")
    add_headers(response, is_get=is_get)
    if origins:
        let_read(response, origins)
    if is_get and response.status_code >= 400:
        response.vary.add("Accept")  # an error is a page or a document, as the client prefers
    if is_get and response.status_code == 200:
        prepare_content(response, service.kept)
    has_body = request.method != "HEAD" and response.status_code != 304
    if has_body:
        share_body(response, service.sending)
    return response


def add_headers(response: Response, *, is_get: bool) -> None:
    """Add the headers that all answers have. Where an answer has its own policy, or says how it is kept, that stays.

    `is_get` says whether the answer is one to a GET or a HEAD. Clients may keep such an answer, but must ask each time
    whether it is still the same. They may not keep other answers.
    """
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache" if is_get else "no-store")
    response.headers["Content-Language"] = languages.in_use()
    response.headers["X-Request-Id"] = g.id
    response.vary.add("Accept-Language")


def prepare_content(response: Response, kept: AnswerCache) -> None:
    """Give an answer its entity tag, compress it, and turn it into a 304 if the client has it already.

    An answer is compressed if its media type begins as one of `COMPRESSED`, if it is large enough (`compress`), and if
    the client takes gzip. The cache `kept` has what was compressed before, and gets what is compressed now.
    """
    response.vary.add("Accept-Encoding")
    response.add_etag()
    takes_gzip = request.accept_encodings["gzip"] > 0
    if takes_gzip and (response.mimetype or "").startswith(COMPRESSED):
        compress(response, kept)
    response.make_conditional(request)


def let_read(response: Response, origins: Sequence[str]) -> None:
    """Add the headers of CORS, so that a page of one of the `origins` may read this answer; ``*`` stands for any.

    The answer to a preflight request also allows such a page to post. For pages of other sites nothing is allowed.
    """
    response.vary.add("Origin")
    let_all = "*" in origins
    if let_all or request.origin in origins:
        response.access_control_allow_origin = "*" if let_all else request.origin
        if request.access_control_request_method:  # only a preflight request has this header
            response.headers["Access-Control-Allow-Methods"] = "GET, POST"
            response.headers["Access-Control-Allow-Headers"] = "*"


def compress(response: Response, kept: AnswerCache) -> None:
    """Compress a body that is large enough; its entity tag then ends in ``:gzip``.

    The answer must have an entity tag, which is made of its body. The result is kept in `kept` under the new tag, so
    equal bodies are compressed once.
    """
    body = response.get_data()
    if len(body) < capacity.MIN_COMPRESSED:
        return
    # texts are mostly the page's own, compressed once for all: thoroughly; answers differ, and level 4 takes them half
    # the time of level 6
    level = 9 if (response.mimetype or "").startswith("text/") else 4
    entity_tag, _is_weak = response.get_etag()
    tag = f"{entity_tag}:gzip"
    compressed = kept.fetch(tag, lambda: gzip.compress(body, level, mtime=0))
    response.set_data(compressed.body)
    response.content_encoding = "gzip"
    response.set_etag(tag)


def share_body(response: Response, sending: Sending) -> None:
    """Make the server send a large body as a file, so that it does not copy the body for each client.

    Its bytes count for a client until they are sent (`Sending`). A body of less than `MIN_SHARED` bytes stays as it is.
    """
    body = response.get_data()
    if len(body) >= capacity.MIN_SHARED:
        file = sending.open(body, find_client(request.remote_addr or ""))
        response.response = wrap_file(request.environ, file, buffer_size=capacity.MIN_SHARED)
        response.direct_passthrough = True  # Flask hands the file on, and does not read it


def answer_error(error: MastermotError) -> Response:
    """Return the problem document of an error, or a page about it if a person asked with a browser."""
    return addresses.refusal_page(error) if addresses.for_a_person() else answer_problem(error)


def answer_problem(error: MastermotError) -> Response:
    """Return the problem document of an error, with ``Retry-After`` if the service is busy."""
    call = answering.read_call()  # it tells whether a wrong field is one of the address or of the body
    problem = describe_problem(error, call)
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, errors.BusyError) else {}
    return Response(write_json(problem), problem.status, headers, content_type=MEDIA_TYPE)


def answer_http(refusal: HTTPException) -> Response:
    """Return our answer to an error of Flask's: no such route or method, a body too large, a malformed request.

    It is the one that `answer_error` gives to our own error for the same; that of a wrong method also says, in its
    header ``Allow``, which methods the address has.
    """
    if isinstance(refusal, MethodNotAllowed):
        allowed = ", ".join(sorted(refusal.valid_methods or ()))
        response = answer_error(errors.MethodNotAllowedError(known=allowed))
        response.headers["Allow"] = allowed
        return response
    if refusal.code == 404:
        return answer_error(errors.RouteMissingError())
    if refusal.code == 413:
        return answer_error(errors.BodyTooLargeError(limit=capacity.MAX_BODY))
    return answer_error(errors.RequestUnreadableError(reason=str(refusal.description)))


def answer_mistake(_mistake: Exception) -> Response:
    """Return the answer to an error that nobody expected, a bug of ours, and log it."""
    log.exception("request %s failed: %s %s", g.id, request.method, request.path, extra={"fields": {"id": g.id}})
    return answer_problem(errors.InternalError())


@cache  # the variable is there only the first time
def read_keys() -> tuple[str, ...]:
    """Return the keys in the environment variable, and delete the variable; no keys if it is not set.

    The first key encrypts, all decrypt. Raises `KeyUnreadableError` if the variable is set but has no key, or signs
    that cannot be printed, such as the bytes of some other file; `KeyShortError` for a key that is too short.
    """
    value = os.environ.get(KEYS_VARIABLE)
    if value is None:
        return ()
    keys = tuple(key for key in re.split(r"[\s,]+", value) if key)
    if not keys or not value.isprintable():
        raise errors.KeyUnreadableError(source=KEYS_VARIABLE)
    if any(len(key) < capacity.SHORTEST_KEY for key in keys):
        raise errors.KeyShortError(source=KEYS_VARIABLE, count=capacity.SHORTEST_KEY)
    del os.environ[KEYS_VARIABLE]
    return keys
