"""Ctrl-C at moments when Python would print a traceback, or print it and go on.

While a command is loaded, Ctrl-C ends the process without a word, as `mastermot.__main__` has it: nothing is under way
yet, and one that comes in the midst of an import is told as anything but an interruption.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # Python's own half of `signal`: the other takes a while of every solve
import sys
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN = 0.01
"""Seconds after which such a Ctrl-C is raised again."""


def hear_interrupts() -> None:
    """Make Ctrl-C raise `KeyboardInterrupt` from now on, where it would end the process."""
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def is_interrupt(error: BaseException | None) -> bool:
    """Return whether an exception is a Ctrl-C, or what became of one that came while a module was loaded."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


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
