"""A progress bar on the terminal for work of more than a second."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int], object]
"""Is called with how much more work is done."""
PATIENCE = 1.0
"""Seconds of work before the bar appears."""
TICK = 0.5
"""Seconds after which the bar is drawn again, with the time gone by, though no more work is done."""
USUAL_SIZE = (80, 24)
"""The columns and rows of a terminal that does not know its size."""


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Progress]:
    """Yield a function that is told how much more work is done; a bar on standard error shows it on a terminal.

    `total` is the work as a whole, None where it is not known. The bar vanishes when the work ends.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda count: None
        return
    from tqdm import tqdm

    lock = threading.Lock()
    sized = knows_its_size()
    columns, rows = (None, None) if sized else USUAL_SIZE
    with tqdm(
        total=total,
        desc=label,
        delay=PATIENCE,
        leave=False,
        file=sys.stderr,
        miniters=0,
        ncols=columns,
        nrows=rows,
        dynamic_ncols=sized,
    ) as bar:

        def step(count: int) -> None:
            with lock:
                bar.update(count)

        with ticking(step):
            yield step


@contextmanager
def ticking(step: Progress) -> Iterator[None]:
    """Call `step` with no work every `TICK` seconds until the end of the block, from another thread."""
    ended = threading.Event()

    def tick() -> None:
        while not ended.wait(TICK):
            step(0)

    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    try:
        yield
    finally:
        ended.set()
        ticker.join()


def knows_its_size() -> bool:
    """Return whether the terminal of standard error says how many columns it has."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns > 0
    except (OSError, ValueError):
        return False
