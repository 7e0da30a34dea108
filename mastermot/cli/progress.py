"""A progress bar on the terminal for work of more than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int], object]
"""Is called with how much more work is done."""
PATIENCE = 1.0
"""Seconds of work before the bar appears."""


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Progress]:
    """Yield a function that is told how much more work is done; a bar on standard error shows it on a terminal.

    `total` is the work as a whole, None where it is not known. The bar vanishes when the work ends.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda count: None
        return
    from tqdm import tqdm

    with tqdm(total=total, desc=label, delay=PATIENCE, leave=False, file=sys.stderr, dynamic_ncols=True) as bar:
        yield bar.update
