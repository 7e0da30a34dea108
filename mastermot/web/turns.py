"""Whose turn it is: a few things that many wait for, shared fairly."""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

from cachetools import LRUCache

from mastermot.web import bounds
from mastermot.web.errors import BusyError

Thing = TypeVar("Thing")


class Line(NamedTuple):
    """Those who wait for the same; `share` is how many times what another line gets is due to them."""

    name: Hashable
    share: float = 1.0


class Turns(Generic[Thing]):
    """Lends things, one to each who asks. Who has to wait stands in a line.

    A thing that is free goes to the line that has held things for the shortest time, by its share (start-time fair
    queueing: Goyal, Vin and Cheng 1996): who asks for much waits behind those who ask for little. A line that comes
    anew begins where the others are; it has saved nothing up.
    """

    def __init__(self, most_waiting: int) -> None:
        """Have nothing to lend, and nobody waiting; `most_waiting` may wait at a time."""
        self.most_waiting = most_waiting
        self.free: list[Thing] = []
        self.lock = threading.Lock()
        self.waiting: list[tuple[Line, Future[Thing]]] = []
        self.clock = 0.0
        self.held: LRUCache[Line, float] = LRUCache(bounds.MAX_LINES)

    @contextmanager
    def hold(self, line: Line) -> Iterator[Thing]:
        """Hold a thing, in its turn. Raises `BusyError`: too many wait, this line the most; or it takes too long."""
        place = self.stand(line)
        try:
            thing = place.result(bounds.MAX_WAIT)
        except TimeoutError:
            if self.leave(line, place):
                raise BusyError(seconds=bounds.RETRY_AFTER) from None
            thing = place.result()
        began = time.monotonic()
        try:
            yield thing
        finally:
            with self.lock:
                self.held[line] = self.turn(line) + (time.monotonic() - began) / line.share
            self.add(thing)

    def stand(self, line: Line) -> Future[Thing]:
        """Return a place in a line: its result comes with its turn."""
        place: Future[Thing] = Future()
        with self.lock:
            if self.free:
                self.clock = self.turn(line)
                place.set_result(self.free.pop())
                return place
            self.waiting.append((line, place))
            if len(self.waiting) > self.most_waiting:
                last = max(reversed(self.waiting), key=lambda waiting: self.turn(waiting[0]))
                self.waiting.remove(last)
                last[1].set_exception(BusyError(seconds=bounds.RETRY_AFTER))
        return place

    def leave(self, line: Line, place: Future[Thing]) -> bool:
        """Return whether a place could be left: its turn has not come meanwhile."""
        with self.lock:
            if not place.done():
                self.waiting.remove((line, place))
                return True
        return False

    def add(self, thing: Thing) -> None:
        """Lend a thing to who is next."""
        with self.lock:
            if not self.waiting:
                self.free.append(thing)
                return
            first = min(self.waiting, key=lambda waiting: self.turn(waiting[0]))
            self.waiting.remove(first)
            self.clock = self.turn(first[0])
            first[1].set_result(thing)

    def close(self) -> None:
        """Refuse all who wait, and all who come."""
        with self.lock:
            self.free, self.most_waiting = [], 0
            for _, place in self.waiting:
                place.set_exception(BusyError(seconds=bounds.RETRY_AFTER))
            self.waiting = []

    def turn(self, line: Line) -> float:
        """Return when a line's turn comes, by a clock that goes on with every turn."""
        return max(self.clock, self.held.get(line, 0.0))
