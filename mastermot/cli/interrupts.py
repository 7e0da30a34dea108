"""Ctrl-C that comes at a moment when Python would print it and go on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN = 0.01
"""Seconds after which such a Ctrl-C is raised again."""


@contextmanager
def hear_every_interrupt() -> Iterator[None]:
    """Raise a Ctrl-C again that came in the clean-up of an object (``__del__``), from where no exception gets out.

    While numba compiles a function, there are hundreds of such moments.
    """
    former = sys.unraisablehook

    def hear(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            former(lost)
            return
        import threading
        from _thread import interrupt_main

        timer = threading.Timer(AGAIN, interrupt_main)  # here it would be lost once more
        timer.daemon = True
        timer.start()

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = former
