"""Importing this module makes Ctrl-C wait until numba has compiled the function that it is compiling.

Ctrl-C must not interrupt numba's compiler. If it comes while one of hundreds of objects is being cleaned up, Python
only prints the exception and goes on; CPython has even crashed with a segmentation fault. To compile a function takes
some tenths of a second.
"""

import threading
from contextlib import ExitStack

from numba.core import event

from mastermot.engine.interrupts import hold_interrupts

COMPILING = "numba:compile"  #: The event of which numba tells its listeners when it begins to compile, and ends.


class InterruptHolder(event.Listener):
    """Holds Ctrl-C back while the main thread compiles a function, and those that it calls.

    In other threads it does nothing, since Ctrl-C never comes there.
    """

    def __init__(self) -> None:
        self.depth = 0  #: How many functions are being compiled: one, and those that it calls, each within the last.
        self.held = ExitStack()  #: Holds Ctrl-C back as long as it is open.

    def on_start(self, _event: object) -> None:
        """Hold Ctrl-C back when numba begins to compile a function, unless a function that calls it is being compiled.

        In that case Ctrl-C is held back already.
        """
        if threading.current_thread() is threading.main_thread():
            if self.depth == 0:
                self.held.enter_context(hold_interrupts())
            self.depth += 1

    def on_end(self, _event: object) -> None:
        """Let Ctrl-C through again when numba has compiled the function that it began with.

        The functions that this one calls end before it.
        """
        if threading.current_thread() is threading.main_thread():
            self.depth -= 1
            if self.depth == 0:
                self.held.close()


event.register(COMPILING, InterruptHolder())
