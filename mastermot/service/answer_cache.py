"""A cache of answers, for clients that ask the same.

It is kept for what it saves: by Flask's test client, two runs of six equal requests each on two cores, the first of
them takes 90 to 320 ms and the third 0.5 to 1.0 ms (`/api/next` with `fr` after RAIES, `/api/rank` with `fr-common`,
`/api/families` with `fr`; 5 letters).
"""

from collections.abc import Callable, Hashable
from typing import NamedTuple

from werkzeug.http import generate_etag

from mastermot.caches import Cache, CrowdedError
from mastermot.service import capacity
from mastermot.service.errors import BusyError

KEPT_BESIDE = 500  #: Bytes that each answer takes beside its body: its key, its tag, the objects.


class Content(NamedTuple):
    """The body of an answer."""

    body: bytes
    tag: str  #: Its entity tag.


class AnswerCache:
    """A cache of `most` bytes in all; an answer of a fourth of that or more is not kept."""

    def __init__(self, most: int) -> None:
        self.largest = most // 4  #: Bytes from which on an answer is not kept.
        self.cache = Cache[Content](most, self.size_of)

    def size_of(self, content: Content) -> int:
        """Return the bytes that an answer takes; for one that is not to be kept, more than the cache has.

        The cache keeps no value that is larger than the whole cache.
        """
        size = len(content.body) + KEPT_BESIDE
        return size if size < self.largest else self.cache.most + 1

    def get(self, key: Hashable) -> Content | None:
        """Return the content of a key, None if it is not kept."""
        return self.cache.get(key)

    def fetch(self, key: Hashable, make: Callable[[], bytes]) -> Content:
        """Return the content of a key; if it is not kept, `make` its body: one caller does, others with this key wait.

        Raises `BusyError` if too many wait already, since they would leave no thread for others.
        """

        def make_content() -> Content:
            body = make()
            return Content(body, generate_etag(body))

        try:
            return self.cache.fetch(key, make_content, capacity.MAX_WAITING)
        except CrowdedError:
            raise BusyError(seconds=capacity.RETRY_AFTER) from None
