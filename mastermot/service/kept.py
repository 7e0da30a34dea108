"""Answers kept for those who ask the same."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import NamedTuple

from werkzeug.http import generate_etag

KEPT_BESIDE = 500  #: Bytes that are kept with a content: its key, its tag, and what holds them.


class Content(NamedTuple):
    """What is answered."""

    body: bytes
    tag: str  #: Its entity tag, found once.


class Kept:
    """Contents kept for those who ask the same, of at most `most` bytes in all; those used longest ago go first."""

    def __init__(self, most: int) -> None:
        self.contents: OrderedDict[object, Content] = OrderedDict()
        self.most, self.size, self.lock = most, 0, Lock()
        self.makers: dict[object, Lock] = {}
        self.waiting = Counter[object]()

    def get(self, key: object) -> Content | None:
        with self.lock, suppress(KeyError):
            self.contents.move_to_end(key)
            return self.contents[key]
        return None

    def fetch(self, key: object, make: Callable[[], bytes]) -> Content:
        """Return what is kept by a key, else what is made: once, while others who ask the same wait for it.

        It is kept unless it would take a fourth of the room.
        """
        with self.one_at_a_time(key):
            content = self.get(key)
            if content is None:
                body = make()
                content = Content(body, generate_etag(body))
                self.keep(key, content)
        return content

    def keep(self, key: object, content: Content) -> None:
        with self.lock:
            if len(content.body) < self.most // 4 and key not in self.contents:
                self.contents[key] = content
                self.size += len(content.body) + KEPT_BESIDE
                while self.size > self.most:
                    _key, oldest = self.contents.popitem(last=False)
                    self.size -= len(oldest.body) + KEPT_BESIDE

    @contextmanager
    def one_at_a_time(self, key: object) -> Iterator[None]:
        """Let one caller in at a time with the same key."""
        with self.lock:
            maker = self.makers.setdefault(key, Lock())
            self.waiting[key] += 1
        try:
            with maker:
                yield
        finally:
            with self.lock:
                self.waiting[key] -= 1
                if not self.waiting[key]:
                    del self.waiting[key], self.makers[key]
