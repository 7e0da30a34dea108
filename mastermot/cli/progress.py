"""Long work on the terminal: a progress bar when it takes more than a second, a sentence when Ctrl-C ends it."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from mastermot.cli.errors import EXIT_INTERRUPTED
from mastermot.cli.output import note

Progress = Callable[[int], object]  #: Is called with how much more work is done.
BAR_DELAY = 1.0  #: Seconds of work before the bar appears.
REDRAW_INTERVAL = 0.2
"""Seconds after which the bar is drawn again, with the time gone by, also when no more work is done."""


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Progress]:
    """Yield a function that is told how much more work is done; on a terminal a bar shows it until the work ends."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda count: None
        return
    with make_bar(BAR_DELAY, total=total, desc=label, unit="", miniters=0) as bar, draw_in_thread(bar.update) as step:
        yield step


def make_bar(delay: float, **settings: Any) -> Any:
    """Return a bar on standard error, shown after `delay` seconds, that vanishes when it is closed.

    A thread makes it: so Ctrl-C never leaves it half made, which Python would tell with a traceback.
    """
    from tqdm import tqdm

    try:
        sized = os.get_terminal_size(sys.stderr.fileno()).columns > 0
    except (OSError, ValueError):
        sized = False
    columns, rows = (None, None) if sized else (80, 24)  # where a terminal does not know its size
    settings.update(leave=False, file=sys.stderr, delay=delay, ncols=columns, nrows=rows, dynamic_ncols=sized)
    made: list[Any] = []
    maker = threading.Thread(target=lambda: made.append(tqdm(**settings)))
    maker.start()
    maker.join()
    return made[0]


@contextmanager
def draw_in_thread(draw: Progress) -> Iterator[Progress]:
    """Yield a function that counts the work done, which another thread draws every `REDRAW_INTERVAL` seconds.

    Nobody else draws: Ctrl-C, which comes in the main thread, never finds it in the midst of that, with tqdm's lock.
    """
    ended, lock = threading.Event(), threading.Lock()
    waiting = 0

    def step(count: int) -> None:
        nonlocal waiting
        with lock:
            waiting += count

    def tick() -> None:
        nonlocal waiting
        while not ended.wait(REDRAW_INTERVAL):
            with lock:
                count, waiting = waiting, 0
            draw(count)

    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    try:
        yield step
    finally:
        ended.set()
        ticker.join()


@contextmanager
def interruptible(describe: Callable[[], str]) -> Iterator[None]:
    """End the command on Ctrl-C with one sentence, which `describe` gives, and status 130."""
    try:
        yield
    except KeyboardInterrupt:
        note("\n" + describe())
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
