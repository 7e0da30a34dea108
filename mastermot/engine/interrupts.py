"""Ctrl-C held back while something is done that must not be interrupted."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block; if it came, it then does what it would have done, but only once.

    Other threads than the main one are left alone, since Ctrl-C never comes there. A handler that was not set by Python
    is left as it is too, since Python could not set it again.
    """
    handler = signal.getsignal(signal.SIGINT)
    set_by_python = handler is not None
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not (in_main_thread and set_by_python):
        yield
        return
    came: list[int] = []  # the number of the signal, once for each time that Ctrl-C came
    signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)  # calls the handler that was just set again
