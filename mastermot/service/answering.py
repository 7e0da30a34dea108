"""How requests to the API are answered: from the cache, or by work that each client may have a share of."""

import hashlib
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Literal

from flask import Response, g, request

from mastermot import __version__
from mastermot.game.partitions import limit_pairs
from mastermot.game.tokens import Tokens
from mastermot.operations.limits import MAX_SCORED_PAIRS
from mastermot.service import capacity
from mastermot.service.answer_cache import AnswerCache, Content
from mastermot.service.clients import Sending, Shares, find_client
from mastermot.service.errors import BusyError
from mastermot.service.problems import write_json
from mastermot.service.routes import JSON, Call, Route, read_request
from mastermot.texts import languages


@dataclass(frozen=True)
class Health:
    """Whether the service can answer."""

    status: Literal["ready"]  #: It is always ready.
    version: str


class Service:
    """What all requests share: the keys of tokens, the cache of answers, and what each client has under way."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        """Begin with an empty cache. The first of the `keys` encrypts tokens, and each decrypts those that it made."""
        self.tokens = Tokens(keys)  #: Encrypts games into the tokens that clients keep.
        self.kept = AnswerCache(capacity.MAX_KEPT)
        self.under_way = Shares(capacity.THREADS)  #: Requests whose answers are being computed, by client.
        self.heavy = Shares(capacity.HEAVY)  #: Those among these requests that go through all words of a length.
        self.sending = Sending()  #: The large answers that are being sent.

    def answer(self, route: Route, **in_path: str) -> Response:
        """Return the answer to Flask's request under way, cached or computed.

        `in_path` has the fields that stand in the path of the address. Two kinds of answers are different each time,
        and are not cached: those with a token, and those that draw at random without a seed.

        Raises `BusyError` for an answer that is not in the cache: if the client has reached one of its limits (`hold`),
        or if too many requests wait for the same answer (`AnswerCache.fetch`). Errors about the request, and those of
        the operation, are raised as they are.
        """
        operation, arguments = read_request(route, in_path, read_call())
        client = find_client(request.remote_addr or "")
        asked = arguments[0]  # the request that the operation takes
        draws_anew = hasattr(asked, "seed") and asked.seed is None
        takes_tokens = "tokens" in route.types  # some operations take the keys of tokens beside the request
        if takes_tokens:
            arguments = (*arguments, self.tokens)

        def compute() -> bytes:
            """Return the body of the answer.

            On a heavy route, first wait while this client has as many heavy answers under way as it may.
            """
            share_of_heavy = self.heavy.wait_for(client) if route.heavy else nullcontext()
            with share_of_heavy, limit_pairs(MAX_SCORED_PAIRS):  # no request makes a table that fills the memory
                return write_json(operation(*arguments))

        if takes_tokens or draws_anew:
            with self.hold(client):
                return Response(compute(), route.status, content_type=JSON)
        key = make_cache_key(route, arguments)
        content = self.kept.get(key)  # an answer that is kept is sent even if the client is at a limit
        if content is None:
            with self.hold(client):
                content = self.kept.fetch(key, compute)
        return respond(route, content)

    def hold(self, client: str) -> AbstractContextManager[None]:
        """Return a context that counts one request of the client as under way.

        Raises `BusyError` if the client has as many unread bytes of large answers as it may (`Sending`). Entering the
        context raises `BusyError` if the client has as many requests under way as it may.
        """
        if self.sending.unread.is_at_limit(client):
            raise BusyError(seconds=capacity.RETRY_AFTER)
        return self.under_way.take(client)


def respond(route: Route, content: Content) -> Response:
    """Return the response with this content; after a GET, also with its entity tag, so that clients can keep it."""
    response = Response(content.body, route.status, content_type=JSON)
    if route.method == "GET":
        response.set_etag(content.tag)
    return response


def read_call() -> Call:
    """Return what the route needs of Flask's request under way; the body is not read here, but when it is needed."""
    query = tuple(request.args.items(multi=True))
    charset = request.mimetype_params.get("charset", "")
    encoding = request.headers.get("Content-Encoding", "")
    return Call(request.method, query, request.mimetype, charset, request.get_data, g.id, encoding)


def health() -> Health:
    """Tell whether the service answers."""
    return Health("ready", __version__)


def make_cache_key(route: Route, arguments: tuple[object, ...]) -> bytes:
    """Return the cache's key for the answer of a route, in the language in use.

    `arguments` are those of its operation.
    """
    text = repr((route.path, arguments, languages.in_use()))
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
