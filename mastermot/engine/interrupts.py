"""Ctrl-C held back while something is done that must not be interrupted."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block; then it does what it did before, once, however often it came.

    In other threads than the main one it never comes anyway. A handler that was not set by Python is left as it is,
    since Python could not set it again.
    """
    handler = signal.getsignal(signal.SIGINT)
    set_by_python = handler is not None
    if threading.current_thread() is not threading.main_thread() or not set_by_python:
        yield
        return
    came: list[int] = []  # the number of the signal, once for each time that it came
    signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)
