"""Answers kept for those who ask the same."""

from collections.abc import Callable, Hashable
from typing import NamedTuple

from werkzeug.http import generate_etag

from mastermot.caches import Cache, CrowdedError
from mastermot.service import capacity
from mastermot.service.errors import BusyError

KEPT_BESIDE = 500  #: Bytes that are kept with a content: its key, its tag, and what holds them.


class Content(NamedTuple):
    """What is answered."""

    body: bytes
    tag: str  #: Its entity tag, found once.


class AnswerCache:
    """Contents kept for those who ask the same, of at most `most` bytes in all, each less than a fourth of that."""

    def __init__(self, most: int) -> None:
        self.largest = most // 4
        self.cache = Cache[Content](most, self.size_of)

    def size_of(self, content: Content) -> int:
        size = len(content.body) + KEPT_BESIDE
        return size if size < self.largest else self.cache.most + 1

    def get(self, key: Hashable) -> Content | None:
        return self.cache.get(key)

    def fetch(self, key: Hashable, make: Callable[[], bytes]) -> Content:
        """Return what is kept by a key, else what is made: once, while others who ask the same wait for it.

        Raises `BusyError` where so many wait for it that others would find no thread.
        """

        def make_content() -> Content:
            body = make()
            return Content(body, generate_etag(body))

        try:
            return self.cache.fetch(key, make_content, capacity.MAX_WAITING)
        except CrowdedError:
            raise BusyError(seconds=capacity.RETRY_AFTER) from None
