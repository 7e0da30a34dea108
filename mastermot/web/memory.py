"""Answers kept for those who ask the same, within bounds, and compressed for those who read gzip.

A body is compressed once, under its entity tag, and large answers that are always the same are kept compressed only:
the words of every dictionary take five megabytes so, and thirty as they are. The library Flask-Compress was looked at
and left: it compresses before it knows whether a conditional request wants the body at all, it keeps what it compresses
by request and without bound, it compresses the answers to POST too, and it brings two compiled packages.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from functools import lru_cache
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from flask import Request, Response
from werkzeug.datastructures import Accept
from werkzeug.http import generate_etag, parse_accept_header

from mastermot.web.bounds import SMALLEST_PACKED

GZIP = "gzip"
LEVEL = 4
"""A third of the time of the usual 6, and no larger on lists of words."""
Kept = TypeVar("Kept")


class Memory(Generic[Kept]):
    """What is kept, by key; what was not asked for the longest is given up when it is too many or too much."""

    def __init__(self, most: int, room: int) -> None:
        """Begin empty; at most `most` things are kept, of `room` bytes in all."""
        self._kept: OrderedDict[object, tuple[Kept, int]] = OrderedDict()
        self._most = most
        self._room = room
        self._size = 0
        self._lock = Lock()

    def get(self, key: object) -> Kept | None:
        """Return what is kept under `key`, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: object, value: Kept, size: int) -> None:
        """Keep a value of so many bytes, unless it would leave room for hardly anything else."""
        if size > self._room // 4:
            return
        with self._lock:
            self._size += size - self._kept.pop(key, (None, 0))[1]
            self._kept[key] = value, size
            while len(self._kept) > self._most or self._size > self._room:
                _key, (_value, freed) = self._kept.popitem(last=False)
                self._size -= freed


class Packed(NamedTuple):
    """A body compressed with gzip, and the entity tag of what it was."""

    tag: str
    content: bytes

    @classmethod
    def of(cls, plain: bytes) -> Packed:
        """Return a body, compressed."""
        return cls(generate_etag(plain), gzip.compress(plain, LEVEL, mtime=0))

    def response(self, status: int, media_type: str) -> Response:
        """Return it as an answer; `negotiate` opens it again for a client that does not read gzip."""
        response = Response(self.content, status, mimetype=media_type)
        response.content_encoding = GZIP
        response.set_etag(self.tag)
        return response


@lru_cache(256)
def reads_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding field names gzip, and no other way before it.

    >>> reads_gzip("deflate, gzip;q=0.8, br"), reads_gzip("gzip;q=0, *"), reads_gzip("identity, gzip;q=0.5")
    (True, False, False)
    """
    wanted = parse_accept_header(accepted, Accept)
    return wanted.quality(GZIP) > 0 and wanted.quality(GZIP) >= wanted.quality("identity")


def negotiate(response: Response, request: Request, packed: Memory[Packed]) -> None:
    """Give the answer to a GET its entity tag, and its body in the way that the client reads; or none if it has it.

    The two ways have different tags: they are different bytes. HEAD is answered alike, and its body left out later.
    """
    opened = response.content_encoding != GZIP
    plain = response.get_data() if opened else b""
    tag = generate_etag(plain) if opened else response.get_etag()[0] or ""
    gzipped = reads_gzip(request.headers.get("Accept-Encoding", "")) and (not opened or len(plain) >= SMALLEST_PACKED)
    response.set_etag(f"{tag}-{GZIP}" if gzipped else tag)
    response.make_conditional(request)
    if response.status_code != 200 or gzipped is not opened:
        return
    if gzipped:
        known = packed.get(tag)
        if known is None:
            known = Packed.of(plain)
            packed.keep(tag, known, len(known.content))
        response.set_data(known.content)
        response.content_encoding = GZIP
    else:
        response.set_data(gzip.decompress(response.get_data()))
        del response.headers["Content-Encoding"]
