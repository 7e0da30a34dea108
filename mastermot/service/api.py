"""How the API answers: a request is read, worked out in one of the service's processes, and its answer perhaps kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from threading import Lock
from typing import Literal

from cachetools import LRUCache
from flask import Response, request

from mastermot import __version__
from mastermot.ask.games import GameRequest, TokenRequest
from mastermot.game.tokens import Tokens
from mastermot.results import as_json
from mastermot.say import languages
from mastermot.service import bounds
from mastermot.service.errors import NotReadyError
from mastermot.service.lanes import Lanes, Line
from mastermot.service.routes import JSON, Route, read_request


@dataclass(frozen=True)
class Health:
    """Whether the service can answer."""

    status: Literal["ready"]  #: Always ready: until it is, requests are answered with 503.
    version: str


class Kept:
    """Contents kept for those who ask the same, of at most `most` bytes in all; those used longest ago go first."""

    def __init__(self, most: int) -> None:
        self.contents: LRUCache[object, bytes] = LRUCache(most, getsizeof=lambda content: len(content) + 500)
        self.lock = Lock()

    def get(self, key: object) -> bytes | None:
        """Return what is kept by a key."""
        with self.lock:
            return self.contents.get(key)

    def set(self, key: object, content: bytes) -> None:
        """Keep a content, unless it would take more than a fourth of the room."""
        with self.lock:
            if len(content) < self.contents.maxsize // 4:
                self.contents[key] = content


class Service:
    """What all requests share: the processes, the keys of tokens, and the answers kept."""

    def __init__(self, keys: tuple[str, ...], processes: int) -> None:
        self.tokens, self.lanes = Tokens(keys), Lanes(processes)
        self.kept = Kept(bounds.MAX_KEPT)

    def answer(self, route: Route, **in_path: str) -> Response:
        """Return the answer to a request: worked out in a process, or kept."""
        operation, asked = read_request(route, in_path)
        if "tokens" in route.types:
            asked = (*asked, self.tokens)
        by_chance = isinstance(asked[0], GameRequest | TokenRequest) or getattr(asked[0], "seed", 0) is None
        key = None if by_chance else key_of(route, asked)
        content = self.kept.get(key) if key else None
        if content is None:
            self.lanes.start()
            content = self.lanes.run(line_of(route), work_out, languages.in_use(), operation, asked)
            if key:
                self.kept.set(key, content)
        return Response(content, route.status, content_type=JSON)

    def health(self) -> Health:
        """Tell whether the service is ready.

        It answers 503 until the dictionaries are loaded.
        """
        self.lanes.start()
        if not self.lanes.ready.is_set():
            raise NotReadyError
        return Health("ready", __version__)


def work_out(language: str, task: Callable[..., object], asked: tuple[object, ...]) -> bytes:
    """Return what a task returns, as JSON in a language: a process of the lanes does this."""
    languages.use(language)
    return json.dumps(as_json(task(*asked)), ensure_ascii=False, separators=(",", ":")).encode()


def key_of(route: Route, asked: tuple[object, ...]) -> bytes:
    """Return what an answer in the language in use is kept by."""
    return hashlib.sha256(repr((route.path, asked, languages.in_use())).encode("utf-8", "replace")).digest()


def line_of(route: Route) -> Line:
    """Return the line in which a request waits: that of its client, its route, and the size of its body."""
    address = ip_address(request.remote_addr or "127.0.0.1")  # a client of IPv6 has 2^64, and counts as one
    client = address if address.version == 4 else ip_network((int(address), 64), strict=False)
    name = (client, route.path, (request.content_length or 0).bit_length())
    return Line(name, bounds.SOLVING_SHARE if route.path == "/api/solve" else 1.0)
