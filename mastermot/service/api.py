"""How the API answers: a request is read, worked out, and its answer perhaps kept."""

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv6Network
from threading import Lock
from typing import Literal

from flask import Response, g, request

from mastermot import __version__
from mastermot.ask.bounds import MAX_SCORED_PAIRS
from mastermot.game.partitions import limit_pairs
from mastermot.game.tokens import Tokens
from mastermot.say import languages
from mastermot.service import bounds
from mastermot.service.errors import BusyError
from mastermot.service.problems import write_json
from mastermot.service.routes import JSON, Call, Route, read_request

KEPT_BESIDE = 500  #: Bytes that are kept with a content: its key, and what holds both.


@dataclass(frozen=True)
class Health:
    """Whether the service can answer."""

    status: Literal["ready"]  #: Always ready.
    version: str


class Kept:
    """Contents kept for those who ask the same, of at most `most` bytes in all; those used longest ago go first."""

    def __init__(self, most: int) -> None:
        self.contents: OrderedDict[object, bytes] = OrderedDict()
        self.most, self.size, self.lock = most, 0, Lock()

    def get(self, key: object) -> bytes | None:
        with self.lock, suppress(KeyError):
            self.contents.move_to_end(key)
            return self.contents[key]
        return None

    def fetch(self, key: object, make: Callable[[], bytes]) -> bytes:
        """Return what is kept by a key, else what is made, and kept unless it would take a fourth of the room."""
        if (content := self.get(key)) is not None:
            return content
        content = make()
        with self.lock:
            if len(content) < self.most // 4 and key not in self.contents:
                self.contents[key] = content
                self.size += len(content) + KEPT_BESIDE
                while self.size > self.most:
                    self.size -= len(self.contents.popitem(last=False)[1]) + KEPT_BESIDE
        return content


class Service:
    """What all requests share: the keys of tokens, the answers kept, and how many of each client are under way."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self.tokens, self.kept = Tokens(keys), Kept(bounds.MAX_KEPT)
        self.clients, self.lock = Counter[str](), Lock()

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Count a request of a client; none has more than there is room left for others. Raises `BusyError`."""
        with self.lock:
            if self.clients[client] >= bounds.THREADS - self.clients.total():
                raise BusyError(seconds=bounds.RETRY_AFTER)
            self.clients[client] += 1
        try:
            yield
        finally:
            with self.lock:
                self.clients -= Counter([client])

    def answer(self, route: Route, **in_path: str) -> Response:
        """Return the answer to a request: worked out, or kept. Raises `BusyError`, and what the operation raises."""
        operation, asked = read_request(route, in_path, read_call())
        tokens = [self.tokens] if "tokens" in route.types else []

        def work_out() -> bytes:
            with self.hold(client_of(request.remote_addr or "")), limit_pairs(MAX_SCORED_PAIRS):
                return write_json(operation(*asked, *tokens))

        by_chance = tokens or getattr(asked[0], "seed", 0) is None
        content = work_out() if by_chance else self.kept.fetch(key_of(route, asked), work_out)
        return Response(content, route.status, content_type=JSON)


def read_call() -> Call:
    query, charset = tuple(request.args.items(multi=True)), request.mimetype_params.get("charset", "")
    return Call(request.method, query, request.mimetype, charset, request.get_data, g.id)


def health() -> Health:
    """Tell whether the service answers."""
    return Health("ready", __version__)


def key_of(route: Route, asked: tuple[object, ...]) -> bytes:
    """Return what an answer in the language in use is kept by."""
    return hashlib.sha256(repr((route.path, asked, languages.in_use())).encode("utf-8", "replace")).digest()


def client_of(address: str) -> str:
    """Return whose address it is: a client of IPv6 has 2^64 of them, and counts as one."""
    with suppress(ValueError):
        return str(IPv6Network((address, 64), strict=False))
    return address
