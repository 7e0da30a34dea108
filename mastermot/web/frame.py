"""What every request passes through: its body read within bounds, its language, its answer's headers."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
from threading import Lock

from cachetools import LRUCache, cached
from fastapi import Request, Response
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from werkzeug.http import parse_accept_header, parse_etags

from mastermot import locale
from mastermot.errors import N_, MastermotError, Reason
from mastermot.web import bounds
from mastermot.web.errors import BodyTooLargeError, InternalError, RequestUnreadableError
from mastermot.web.problems import problem_response

log = logging.getLogger(__name__)
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
TWO_LENGTHS = N_("it has both Content-Length and Transfer-Encoding")
LONG_HEAD = N_("its header fields are too long")
TOO_SLOW = N_("it took too long to arrive")
ENDED = N_("it ended before its body was complete")


class Frame:
    """The application with what every request passes through."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand around an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        locale.use(choose_language(request))
        try:
            answer = await self.respond(request, await read_body(request))
        except MastermotError as error:
            answer = problem_response(error, headers={"Connection": "close"})
        except Exception:
            log.exception("a request failed: %s %s", request.method, request.url.path)
            answer = problem_response(InternalError())
        await finish(request, answer)
        if request.method == "HEAD":
            answer.body = b""
        await answer(scope, receive, send)

    async def respond(self, request: Request, body: bytes) -> Response:
        """Return the answer of the application, all of it. HEAD is answered as GET."""
        answer = Response()
        unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            return unread.pop() if unread else await request.receive()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status_code, answer.raw_headers = message["status"], [*message["headers"]]
            else:
                answer.body = bytes(answer.body) + message.get("body", b"")

        method = "GET" if request.method == "HEAD" else request.method
        await self.app({**request.scope, "method": method}, receive, send)
        return answer


async def finish(request: Request, answer: Response) -> None:
    """Add the headers of every answer; to the answer of a GET its entity tag, and compress it if it may be."""
    get = request.method in ("GET", "HEAD")
    vary = "Accept-Language" if not get else "Accept-Language, Accept" if answer.status_code >= 400 else None
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    answer.headers["Vary"] = vary or "Accept-Language, Accept-Encoding"
    answer.headers["Content-Language"] = locale.in_use()
    answer.headers.setdefault("Cache-Control", "no-cache" if get else "no-store")
    if get and answer.status_code == 200:
        await tag(request, answer)


async def tag(request: Request, answer: Response) -> None:
    """Give an answer its entity tag, and its body in the way that the client reads; or none if the client has it.

    The two ways have different tags: they are different bytes.
    """
    body = bytes(answer.body)
    accepted = parse_accept_header(request.headers.get("Accept-Encoding"))
    gzipped = len(body) >= bounds.SMALLEST_COMPRESSED and accepted["gzip"] > 0
    digest = hashlib.sha256(body).hexdigest()[:32] + "-gzip" * gzipped
    answer.headers["ETag"] = f'"{digest}"'
    if parse_etags(request.headers.get("If-None-Match")).contains_weak(digest):
        answer.status_code, answer.body = 304, b""
        del answer.headers["Content-Length"], answer.headers["Content-Type"]
    elif gzipped:
        answer.body = await asyncio.to_thread(compress, digest, body)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Content-Length"] = str(len(answer.body))


@cached(LRUCache(bounds.MOST_COMPRESSED, len), key=lambda digest, body: digest, lock=Lock())
def compress(digest: str, body: bytes) -> bytes:
    """Return a body compressed. Level 4 takes a third of the time of level 6, and lists of words get no larger."""
    return gzip.compress(body, 4, mtime=0)


async def read_body(request: Request) -> bytes:
    """Return a body. Raises `RequestUnreadableError` or `BodyTooLargeError`: its connection then ends."""
    if {"content-length", "transfer-encoding"} <= {*request.headers}:  # RFC 9112, 6.1: perhaps an attack
        raise RequestUnreadableError(reason=Reason(TWO_LENGTHS))
    if sum(len(name) + len(value) for name, value in request.headers.raw) > bounds.MOST_HEAD:
        raise RequestUnreadableError(reason=Reason(LONG_HEAD))
    body = b""
    try:
        async with asyncio.timeout(bounds.SLOW_BODY):
            async for part in request.stream():
                body += part
                if len(body) > bounds.MOST_BYTES:
                    raise BodyTooLargeError(limit=bounds.MOST_BYTES)
    except TimeoutError:
        raise RequestUnreadableError(reason=Reason(TOO_SLOW)) from None
    except ClientDisconnect:
        raise RequestUnreadableError(reason=Reason(ENDED)) from None
    return body


def choose_language(request: Request) -> str:
    """Return the language of a request: the parameter ``lang``, else what the reader's browser prefers."""
    wanted = request.query_params.get("lang", "")
    if wanted in locale.LANGUAGES:
        return wanted
    accepted = parse_accept_header(request.headers.get("Accept-Language"))
    ours = (tag.partition("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((language for language in ours if language in locale.LANGUAGES), "en")
