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

    `keys` encrypt the tokens of games. If `keys` is None, those of the environment are taken (`read_keys`). Without any
    key, a random one is made, which is lost when the process ends.

    Pages of the sites in `origins` (``*`` for any site) may read the answers (CORS). If `origins` is None, the variable
    ``MASTERMOT_ALLOW_ORIGIN`` names the sites; if this variable is not set, no other site may read answers.

    `meanings` is the address of a page about a word, with ``{lang}`` and ``{word}``; "" means no link. If `meanings` is
    None, the variable ``MASTERMOT_MEANINGS`` has the address; if this variable is not set, links lead to Wiktionary.

    Raises `KeyShortError`, `KeyUnreadableError` and `WrongKindError`.
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
    app.config["LASTING_GAMES"] = bool(lasting_keys)  # whether games can go on after a restart of the service
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
    """Raise `WrongKindError` for one of the `origins` that is neither a site without a path nor ``*``.

    Raise it also for `meanings` that are no address with ``{word}``. Empty `meanings` are accepted: they mean no link.
    """
    for origin in origins:
        is_origin = re.fullmatch(r"\*|https?://[^/?#]+", origin)
        if not is_origin:
            site = Reason(N_("a site without a path, such as https://example.org, or * for any"))
            quoted = Reason(QUOTED, text=origin)
            raise WrongKindError(name="--allow-origin, MASTERMOT_ALLOW_ORIGIN", value=quoted, wanted=site)
    names_word = re.fullmatch(r"https?://.*\{word\}.*", meanings)
    if meanings and not names_word:
        address = Reason(N_("an address with {word}"), word="{word}")  # the reader must see {word} in braces
        quoted = Reason(QUOTED, text=meanings)
        raise WrongKindError(name="--meanings, MASTERMOT_MEANINGS", value=quoted, wanted=address)


def begin() -> None:
    """Before each request: store its name and the time in Flask's `g`, and choose the language of the answer.

    The name is the one that a proxy has put into ``X-Request-Id``, if it has the form `REQUEST_ID`, or else a random
    one. The language is the first that we have of these: that of the parameter ``lang``, those that the browser
    accepts, English. Raises `FieldInvalidError` if ``lang`` is given twice.
    """
    g.began = time.perf_counter()
    given_id = request.headers.get("X-Request-Id", "")
    g.id = given_id if REQUEST_ID.fullmatch(given_id) else secrets.token_hex(8)
    # as ``fr`` for ``fr-CA``, the preferred language first; quality 0 marks a language that the browser refuses
    accepted = [tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0]
    preferred = [request.args.get("lang", ""), *accepted, "en"]
    languages.use(next(language for language in preferred if language in languages.LANGUAGES))
    # last, since the answer to this error needs the name and the language too
    refuse("lang", WHY["given_twice"], len(request.args.getlist("lang")) > 1)


def finish(service: answering.Service, origins: Sequence[str], response: Response) -> Response:
    """After each request: return the answer, made ready to be sent.

    Every answer gets the usual headers, and those that let pages of `origins` read it. The answer to a GET or HEAD that
    succeeds gets an entity tag and may be compressed; if the client has this answer already, a 304 without a body is
    sent instead. A large body is sent without a copy of it for each client.
    """
    is_get = request.method in ("GET", "HEAD")
    add_headers(response, is_get=is_get)
    if origins:
        let_read(response, origins)
    if is_get and response.status_code >= 400:
        response.vary.add("Accept")  # an error is answered by a page or by JSON, as the client prefers
    if is_get and response.status_code == 200:
        prepare_content(response, service.kept)
    sends_body = request.method != "HEAD" and response.status_code != 304
    if sends_body:
        share_body(response, service.sending)  # last: afterwards Flask can no longer read the body
    return response


def add_headers(response: Response, *, is_get: bool) -> None:
    """Add the headers that all answers have. An answer's own security policy and ``Cache-Control`` are not replaced.

    `is_get` says whether the request is a GET or a HEAD. Clients may keep the answer to a GET, but must ask each time
    whether it is still the same. They may not keep the answers to other methods.
    """
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache" if is_get else "no-store")
    response.headers["Content-Language"] = languages.in_use()
    response.headers["X-Request-Id"] = g.id
    response.vary.add("Accept-Language")


def prepare_content(response: Response, kept: AnswerCache) -> None:
    """Give an answer its entity tag, compress it, and turn it into a 304 if the client has it already.

    An answer is compressed if its media type begins with one of `COMPRESSED`, its body is large enough (`compress`),
    and the client takes gzip. The cache `kept` has bodies that were compressed before, and gets this one.
    """
    response.vary.add("Accept-Encoding")
    response.add_etag()
    takes_gzip = request.accept_encodings["gzip"] > 0
    if takes_gzip and (response.mimetype or "").startswith(COMPRESSED):
        compress(response, kept)
    response.make_conditional(request)


def let_read(response: Response, origins: Sequence[str]) -> None:
    """Add the headers of CORS, so that a page of one of the `origins` may read this answer; ``*`` stands for any site.

    If the request is a preflight request, its answer also allows the page to send a GET or POST with any headers. A
    page of a site that is not in `origins` gets no permission.
    """
    response.vary.add("Origin")
    let_all = "*" in origins
    if let_all or request.origin in origins:
        response.access_control_allow_origin = "*" if let_all else request.origin
        if request.access_control_request_method:  # only a preflight request has this header
            response.headers["Access-Control-Allow-Methods"] = "GET, POST"
            response.headers["Access-Control-Allow-Headers"] = "*"


def compress(response: Response, kept: AnswerCache) -> None:
    """Compress the body of an answer and add ``:gzip`` to its entity tag.

    A body of less than `MIN_COMPRESSED` bytes stays as it is, and so does one that too many threads wait for already,
    while another compresses it. The entity tag must be there already, as a checksum of the body. The compressed body is
    kept in `kept` under the new tag, so equal bodies are compressed once.
    """
    body = response.get_data()
    if len(body) < capacity.MIN_COMPRESSED:
        return
    # Most texts are the page's own: they are compressed once, so thoroughly. Answers of the API are many: level 4 takes
    # half the time of level 6, the usual one.
    level = 9 if (response.mimetype or "").startswith("text/") else 4
    entity_tag, _is_weak = response.get_etag()
    tag = f"{entity_tag}:gzip"
    try:
        compressed = kept.fetch(tag, lambda: gzip.compress(body, level, mtime=0))
    except errors.BusyError:
        return
    response.set_data(compressed.body)
    response.content_encoding = "gzip"
    response.set_etag(tag)


def share_body(response: Response, sending: Sending) -> None:
    """Make the server send a large body as a file, so that the server does not copy the body for each client.

    The size of the body is added to the client's unread bytes (`Sending.unread`) until the server closes the file: when
    all bytes are sent, or when the connection breaks. While a client has as many unread bytes as it may have,
    `Service.hold` refuses to compute answers for this client. A body of less than `MIN_SHARED` bytes stays as it is,
    and does not count as unread.
    """
    body = response.get_data()
    if len(body) < capacity.MIN_SHARED:
        return
    client = find_client(request.remote_addr or "")
    file = sending.open(body, client)
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
    """Return the answer to an error of Flask's: an error of ours takes its place, and `answer_error` answers this one.

    We have errors of our own for a wrong method, a missing route and a body that is too large. Any other error of
    Flask's is answered as a malformed request. The answer to a wrong method also lists the methods that the address has
    (``Allow``).
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
    """Log an error that nobody expected, a bug of ours, and return the problem document of `InternalError`."""
    log.exception("request %s failed: %s %s", g.id, request.method, request.path, extra={"fields": {"id": g.id}})
    return answer_problem(errors.InternalError())


@cache  # the first call deletes the variable: later ones return the same keys
def read_keys() -> tuple[str, ...]:
    """Return the keys in the variable `KEYS_VARIABLE`, and delete the variable; no keys if it is not set.

    The first key encrypts tokens, and each decrypts those that it made. Raises `KeyUnreadableError` if the variable is
    set but has no key, or has characters that cannot be printed, such as the bytes of some other file. Raises
    `KeyShortError` for a key that is too short.
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
