"""A cache: values are kept, up to a total size, for callers that ask again. Those used longest ago go first."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class CrowdedError(Exception):
    """No more threads may wait for this value: as many as may wait do so already."""


class Cache(Generic[Value]):
    """Values by key. The sum of their sizes is at most `most`; a value that is larger by itself is not kept.

    `size_of` returns the size of a value: here its length. The lengths of APPLE, PEAR and FIG add up to 12. So FIG
    pushes APPLE out, and APPLE, made again, pushes PEAR out:

    >>> cache = Cache(10, len)
    >>> [cache.fetch(word, word.upper) for word in ("apple", "pear", "fig", "apple")]
    ['APPLE', 'PEAR', 'FIG', 'APPLE']
    >>> list(cache.values)
    ['fig', 'apple']
    """

    def __init__(self, most: int, size_of: Callable[[Value], int]) -> None:
        self.values: OrderedDict[Hashable, Value] = OrderedDict()  #: The value used longest ago comes first.
        self.most = most
        self.size_of = size_of
        self.size = 0  #: The sum of the sizes of all values.
        self.lock = Lock()  #: Held while the fields of the cache are read or changed, not while a value is made.
        self.making: dict[Hashable, Lock] = {}  #: By key: the lock held by the thread that makes the value.
        self.waiting = Counter[Hashable]()  #: By key: how many threads make the value or wait for it.

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, and note that it was used last; None if no value is kept."""
        with self.lock:
            if key not in self.values:
                return None
            self.values.move_to_end(key)
            return self.values[key]

    def fetch(self, key: Hashable, make: Callable[[], Value], most_waiting: int | None = None) -> Value:
        """Return the value of a key: the one that is kept, or else what `make` returns, which is then kept.

        Of several threads that ask for the same key at once, one makes the value, and the others wait for it. If `make`
        raises an error, or the value is too large to be kept, the next thread calls its own `make`. Raises
        `CrowdedError` if `most_waiting` threads make the value or wait for it already; if `most_waiting` is None, any
        number of threads may wait.
        """
        value = self.get(key)
        if value is not None:
            return value
        with self.one_at_a_time(key, most_waiting):
            value = self.get(key)  # another thread may have made the value while this one waited
            if value is None:
                value = make()
                self.keep(key, value)
            return value

    def keep(self, key: Hashable, value: Value) -> None:
        """Keep the value of a key that has none yet, and forget the values used longest ago until the rest fit.

        A value that is too large by itself is not kept. If the key had a value already, `size` would count both.
        """
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
        """Let one thread at a time into the block with the same key: the others wait until that thread has left.

        Raises `CrowdedError` if `most_waiting` threads are in the block or wait already; if `most_waiting` is None, any
        number of threads may wait.
        """
        with self.lock:
            if most_waiting is not None and self.waiting[key] >= most_waiting:
                raise CrowdedError
            lock_of_key = self.making.setdefault(key, Lock())
            self.waiting[key] += 1
        try:
            with lock_of_key:
                yield
        finally:
            with self.lock:
                self.waiting[key] -= 1
                if not self.waiting[key]:  # this was the last thread: nobody uses the lock of this key any more
                    del self.waiting[key], self.making[key]
