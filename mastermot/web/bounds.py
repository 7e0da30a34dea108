"""Every bound of the service, in one place, and the watch that holds the work of a request to its share.

A request begins in the quick lane: it may use `QUICK` seconds of processor time. Work that needs more takes one of
`LONG_AT_ONCE` places, or waits a little for one, or is refused (`BusyError`, 503); with a place it may use `MOST_WORK`
seconds (`WorkTooLongError`, 422). So however many heavy requests come, quick ones find the processor.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mastermot.watch import watched
from mastermot.web.errors import BusyError, WorkTooLongError

MOST_BYTES = 1 << 16
"""Bytes of a body."""
MOST_CLUES = 100
"""Clues of a puzzle, as in the library."""
MOST_PREFIXES = 100_000
"""Beginnings of words that the solver holds at one length: a tenth of what the command may."""
MOST_CODES = 100_000
"""Codes of a game: 17 colours in 4 holes, every word of a length of every dictionary."""
MOST_HISTORY = 100
"""Turns of a history."""
MOST_TURNS = 50
"""Turns of a game with the service as codemaker."""
MOST_PUZZLES = 10
"""Puzzles composed at a time."""
LONGEST_TEXT = 64
"""Characters of a word, of marks, of a name."""
LONGEST_TOKEN = 8192
"""Characters of a game's token."""
TOKEN_DAYS = 30
"""Days after which a token is refused."""

AT_ONCE = 16
"""Requests computed at once by one process."""
LONG_AT_ONCE = 1
"""Of these, requests that need more than `QUICK`: a process has one core."""
LONG_WAITING = 3
"""Requests that may wait for one of those places."""
LONGEST_WAIT = 2.0
"""Seconds that they wait."""
QUICK = 0.1
"""Seconds of processor time that every request may use."""
QUICK_WHEN_FULL = 0.005
"""The same, while no place is left for longer work."""
RESTING_AFTER = 0.2
"""Seconds of processor time after which long work begins to rest, so that all else goes first."""
BURST = 0.0005
"""Seconds of work between rests while other requests are at work."""
BURST_ALONE = 0.005
"""The same while there is none: enough for the next one to be read."""
REST = 0.001
"""Seconds of a rest."""
MOST_WORK = 5.0
"""Seconds of processor time that a request may use at all."""
LONGEST = 20.0
"""Seconds that a request may take by the clock, once it is read."""
LONG_CODES = 10_000
"""Codes from which preparing a game is known to be longer work."""
PREPARED = 16
"""Games whose codes are kept ready, a few megabytes each."""
LONG_PAIRS = 5_000_000
"""Pairs of candidate and guess from which a next guess is known to be longer work."""
RETRY_AFTER = 2
"""Seconds after which a refused request should be tried again."""

SLOW_REQUEST = 15
"""Seconds in which a request must have arrived whole."""
IDLE_CONNECTION = 60
"""Seconds after which a silent connection is closed."""
CONNECTIONS = 1000
"""Connections that one process keeps open."""
STOPPING = 10
"""Seconds that requests under way have to end when the service stops."""
REMEMBERED = 2000
"""Answers of deterministic requests kept, the least recently used given up first."""
LARGEST_REMEMBERED = 1 << 14
"""Bytes of the largest answer kept as it is: 32 MB in all. Larger ones to GETs are kept compressed."""
MOST_PACKED = 1 << 24
"""Bytes of compressed bodies kept; the words of all dictionaries take a third of it."""
SMALLEST_PACKED = 512
"""Bytes of the smallest body that is compressed: less fits into one packet anyway."""


class Lanes:
    """The places for requests at work in one process."""

    def __init__(self) -> None:
        """Begin with every place free."""
        self._places = threading.Condition()
        self._at_work = self._long = self._waiting = 0

    @contextmanager
    def work(self) -> Iterator[Work]:
        """Hold the work done inside to its share. Raises `BusyError`, then or at a pulse, or `WorkTooLongError`."""
        with self._places:
            if self._at_work >= AT_ONCE:
                raise BusyError(seconds=RETRY_AFTER)
            self._at_work += 1
        work = Work(self)
        try:
            with watched(work):
                yield work
        finally:
            with self._places:
                self._at_work -= 1
                self._long -= work.long
                self._places.notify()

    @property
    def full(self) -> bool:
        """Whether a request that needs a place for longer work would have to be refused."""
        return self._long >= LONG_AT_ONCE and self._waiting >= LONG_WAITING

    @property
    def alone(self) -> bool:
        """Whether one request at most is at work."""
        return self._at_work <= 1

    def take_long(self) -> bool:
        """Take a place for longer work, waiting a little where few wait; return whether there was one."""
        with self._places:
            if self._long >= LONG_AT_ONCE:
                if self._waiting >= LONG_WAITING:
                    return False
                self._waiting += 1
                free = self._places.wait_for(lambda: self._long < LONG_AT_ONCE, LONGEST_WAIT)
                self._waiting -= 1
                if not free:
                    return False
            self._long += 1
            return True


class Work:
    """The watch over one request: called at each pulse of its work."""

    def __init__(self, lanes: Lanes) -> None:
        """Begin in the quick lane."""
        self.lanes = lanes
        self.long = False
        self.started = time.monotonic()
        self.spent = time.thread_time()
        self.rest_at = RESTING_AFTER

    def lengthen(self) -> None:
        """Take a place for longer work now: it is better refused before it begins. Raises `BusyError`."""
        self.long = self.long or self.lanes.take_long()
        if not self.long:
            raise BusyError(seconds=RETRY_AFTER)

    def __call__(self) -> None:
        """Go on, in the lane that the work so far belongs to, or end it: see the module."""
        spent = time.thread_time() - self.spent
        if not self.long and spent > QUICK_WHEN_FULL and (spent > QUICK or self.lanes.full):
            self.lengthen()
        if self.long and spent > self.rest_at:
            time.sleep(REST)
            self.rest_at = spent + (BURST_ALONE if self.lanes.alone else BURST)
        if spent > MOST_WORK:
            raise WorkTooLongError(seconds=round(MOST_WORK))
        if time.monotonic() - self.started > LONGEST:
            raise BusyError(seconds=RETRY_AFTER)
