"""A search for the best strategy under way: what is told of it, and how its time or Ctrl-C ends it."""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, NoReturn

import click

from mastermot.cli.errors import EXIT_DONE, EXIT_INTERRUPTED
from mastermot.cli.output import note
from mastermot.cli.progress import draw_in_thread, make_bar
from mastermot.engine import Engine
from mastermot.locale import gettext as _
from mastermot.optimal.search import Saved, Status
from mastermot.optimal.solving import Best, Solving
from mastermot.wording.numbers import write_number

QUIET = 1.0
"""Seconds before the search says where it stands."""
COMPILING = 3.0
"""Seconds of processor time after which the search is not being loaded but compiled."""
GRACE = 1.0
"""Seconds that a step has to end when the time is over, or Ctrl-C came."""
WATCH_INTERVAL = 0.01
"""Seconds between two looks at the search."""
LEFT, ELAPSED = "{desc} |{bar}| {remaining}", "{desc} {elapsed}"
"""What a bar shows: the time left where it can be told, else the time gone by."""


class SearchRun:
    """A search in a thread of its own. The other one only waits, so that it hears Ctrl-C at any moment.

    Compiled functions are never called there: where Ctrl-C comes in between, numba ends with an error of its own.
    """

    def __init__(
        self, solving: Solving, saved: Saved | None, seconds: float | None, engine: Engine, threads: int
    ) -> None:
        """Prepare to run a search for so many seconds, from what an earlier one saved."""
        self.solving = solving
        self.saved = saved
        self.seconds = math.inf if seconds is None else seconds
        self.engine = engine
        self.threads = threads
        self.stage: tuple[str, float, float] = (_("preparing"), 0, 0)
        """What is done, how much of it, and how much it is as a whole (0: not known)."""
        self.patience = math.inf
        """The processor time after which the search is said to be compiled: known while it may be, else without end."""
        self.interrupted = self.over = self.ended = False
        self.best: Best | None = None
        self.error: BaseException | None = None
        self.notes: deque[str] = deque()

    @property
    def searched(self) -> bool:
        """Whether there is a search whose memory can be read: one that began, and is over."""
        return self.solving.prepared and self.ended

    @property
    def compiling(self) -> bool:
        """Whether the search may be compiled just now."""
        return self.patience < math.inf

    def go_on(self) -> bool:
        """Return whether neither Ctrl-C nor its time ends the search; seconds of compiling do not count."""
        return not self.interrupted and (self.compiling or self.solving.elapsed < self.seconds)

    def work(self) -> None:
        """Run the search to its end: what the thread does."""

        def tell_marks(done: int, whole: int) -> None:
            self.stage = (_("marking all guesses"), done, whole)

        try:
            if self.solving.prepare(self.tell_compiling, self.go_on, tell_marks):
                self.patience = math.inf
                if self.saved is not None:
                    self.solving.search.take_up(self.saved)
                self.search()
            self.over = True
            self.best = self.solving.best()
        except BaseException as error:  # the thread that waits raises it
            self.error = error
        finally:
            self.ended = True

    def search(self) -> None:
        """Search, and note what gets better."""
        said: list[tuple[int | None, int]] = []
        began = time.monotonic()
        self.stage = (_("searching"), 0, 0)
        for status in self.solving.run(self.go_on, self.engine, self.threads):
            text = describe_status(status)
            self.stage = (text or self.stage[0], 0, 0)
            if text and (status.best, status.bound) not in said:
                said.append((status.best, status.bound))
                spent = time.monotonic() - began
                if spent > QUIET:
                    self.notes.append(_("{status}; {seconds} s").format(status=text, seconds=write_number(spent, 1)))

    def tell_compiling(self) -> None:
        """Say that the search is being compiled, where that takes its time."""
        if not self.compiling:
            self.stage = (_("loading the search"), 0, 0)
            self.patience = time.process_time() + COMPILING
        if time.process_time() > self.patience:
            self.patience = sys.float_info.max
            self.stage = (_("compiling the search"), 0, 0)
            self.notes.append(_("The search is being compiled: once on this machine, about half a minute…"))

    def watch(self) -> Best:
        """Return the best strategy when the search is over, or soon after Ctrl-C or the end of its time.

        A step under way may take longer than anybody waits: after `GRACE` seconds there is a greedy strategy. Ctrl-C
        for a second time ends the command.
        """
        with self.shown():
            threading.Thread(target=copy_context().run, args=(self.work,), daemon=True).start()  # with its language
            end = math.inf
            while not self.ended and (self.over or time.monotonic() < end):
                try:
                    time.sleep(WATCH_INTERVAL)  # `Thread.join` and `Event.wait` break when Ctrl-C comes into them
                except KeyboardInterrupt:
                    if self.interrupted:
                        raise
                    self.interrupted = True
                if end == math.inf and not self.go_on():
                    end = time.monotonic() + GRACE
        if self.error is not None:
            raise self.error
        return self.best or self.solving.best_without_search()

    def leave(self) -> NoReturn:
        """End the command: with the status of Ctrl-C if it came, and at once where a step is still under way."""
        status = EXIT_INTERRUPTED if self.interrupted else EXIT_DONE
        if not self.ended:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        raise click.exceptions.Exit(status)

    @contextmanager
    def ended_by_interrupts(self) -> Iterator[None]:
        """End the process at once if Ctrl-C comes again while a step is under way: Python may fail to end around it."""
        try:
            yield
        except KeyboardInterrupt:
            if not self.ended:
                self.interrupted = True
                click.echo("\n" + _("Interrupted."), err=True)
                self.leave()
            raise

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Write notes to standard error as they come; on a terminal also a bar that says where the search stands."""
        bar = make_bar(WATCH_INTERVAL) if sys.stderr and sys.stderr.isatty() else None
        try:
            with draw_in_thread(lambda _count: self.write_notes(note) if bar is None else self.draw(bar)):
                yield
        finally:
            if bar is not None:
                bar.clear()
                bar.close()
        self.write_notes(note)

    def draw(self, bar: Any) -> None:
        """Draw a bar: of the marks while these are made, of the time where it is bounded; else say the time gone by."""
        self.write_notes(lambda text: bar.write(text, file=sys.stderr))
        text, done, whole = self.stage
        if whole and bar.desc != text:
            bar.start_t = time.time()
        if not whole and not self.compiling and self.seconds < math.inf:
            done, whole = min(self.solving.elapsed, self.seconds), self.seconds
            bar.start_t = time.time() - done
        bar.desc, bar.n, bar.total = text, done, whole or None
        bar.bar_format = LEFT if whole else ELAPSED
        bar.refresh()

    def write_notes(self, write: Callable[[str], object]) -> None:
        while self.notes:
            write(self.notes.popleft())


def describe_status(status: Status) -> str:
    """Return where a search stands, its best cost and its bound; nothing before it has found anything."""
    if status.best is None or status.best >= 1 << 20:
        return ""
    best, bound = write_number(status.best), write_number(status.bound)
    gap = write_number(100 * (status.best - status.bound) / status.best, 1)
    return _("best {best}, proven at least {bound}: gap {gap} %").format(best=best, bound=bound, gap=gap)
