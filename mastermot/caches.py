"""Values kept for those who ask for the same again, within a bound; those used longest ago go first."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class CrowdedError(Exception):
    """As many wait for the same value as may."""


class Cache(Generic[Value]):
    """Values by key, whose sizes are at most `most` together; one that is larger by itself is not kept.

    >>> cache = Cache(10, len)
    >>> [cache.fetch(word, word.upper) for word in ("apple", "pear", "fig", "apple")]
    ['APPLE', 'PEAR', 'FIG', 'APPLE']
    >>> list(cache.values)
    ['fig', 'apple']
    """

    def __init__(self, most: int, size_of: Callable[[Value], int]) -> None:
        self.values: OrderedDict[Hashable, Value] = OrderedDict()
        self.most = most
        self.size_of = size_of
        self.size = 0
        self.lock = Lock()
        self.makers: dict[Hashable, Lock] = {}
        self.waiting = Counter[Hashable]()

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, None if it is not kept."""
        with self.lock:
            if key not in self.values:
                return None
            self.values.move_to_end(key)
            return self.values[key]

    def fetch(self, key: Hashable, make: Callable[[], Value], most_waiting: int | None = None) -> Value:
        """Return the value of a key: kept, or made, once, while others who want it wait.

        Raises `CrowdedError` where `most_waiting` others are there for it already.
        """
        value = self.get(key)
        if value is None:
            with self.one_at_a_time(key, most_waiting):
                value = self.get(key)
                if value is None:
                    value = make()
                    self.keep(key, value)
        return value

    def keep(self, key: Hashable, value: Value) -> None:
        """Keep a value, and forget those used longest ago until the rest fits; one too large by itself is not kept."""
        size = self.size_of(value)
        if size > self.most:
            return
        with self.lock:
            self.values[key] = value
            self.size += size
            while self.size > self.most:
                _key, oldest = self.values.popitem(last=False)
                self.size -= self.size_of(oldest)

    def clear(self) -> None:
        """Forget all values."""
        with self.lock:
            self.values.clear()
            self.size = 0

    @contextmanager
    def one_at_a_time(self, key: Hashable, most_waiting: int | None = None) -> Iterator[None]:
        """Let one thread in at a time with the same key. Raises `CrowdedError`."""
        with self.lock:
            if most_waiting is not None and self.waiting[key] >= most_waiting:
                raise CrowdedError
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
