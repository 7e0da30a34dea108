"""A way to stop long work: loops call `pulse`, and whoever started the work may have it watched.

Nothing watches by default. A server watches the work of each request, to end it when it has had its share; the watch
is kept in a context variable, so that requests in other threads have their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_watch: ContextVar[Callable[[], None] | None] = ContextVar("watch", default=None)


def pulse() -> None:
    """Return at once, or raise what the watch of this context raises to end the work: call it a few times a second.

    >>> def enough():
    ...     raise TimeoutError
    >>> with watched(enough):
    ...     pulse()
    Traceback (most recent call last):
        ...
    TimeoutError
    """
    watch = _watch.get()
    if watch is not None:
        watch()


@contextmanager
def watched(watch: Callable[[], None]) -> Iterator[None]:
    """Have `watch` called at each `pulse` of the work done in this context; there is one watch at a time."""
    _watch.set(watch)
    try:
        yield
    finally:
        # not the token's reset: two watches that end in the order in which they began would leave the first one behind
        _watch.set(None)
