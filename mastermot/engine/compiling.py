"""Importing this module makes Ctrl-C wait until numba has compiled the function that it is compiling.

Ctrl-C must not interrupt numba's compiler. While the compiler runs, Python cleans up hundreds of objects. If Ctrl-C
comes during such a clean-up, Python only prints its exception and goes on; CPython has even crashed with a segmentation
fault. To compile a function takes some tenths of a second.
"""

import threading
from contextlib import ExitStack

from numba.core import event

from mastermot.engine.interrupts import hold_interrupts

COMPILING = "numba:compile"  #: The event by which numba tells listeners that it begins or ends to compile a function.


class InterruptHolder(event.Listener):
    """Holds Ctrl-C back while the main thread compiles a function, with all functions that it calls.

    These are compiled one within the other. Other threads are left alone, since Ctrl-C never comes there.
    """

    def __init__(self) -> None:
        self.depth = 0  #: How many functions have begun to be compiled, and have not ended.
        self.held = ExitStack()  #: While this stack is open, Ctrl-C is held back.

    def on_start(self, _event: object) -> None:
        """Hold Ctrl-C back when numba begins to compile a function.

        If this function is called by another that is being compiled, Ctrl-C is held back already.
        """
        if threading.current_thread() is threading.main_thread():
            if self.depth == 0:
                self.held.enter_context(hold_interrupts())
            self.depth += 1

    def on_end(self, _event: object) -> None:
        """Let Ctrl-C through again when numba has compiled the function that it began with, which ends last."""
        if threading.current_thread() is threading.main_thread():
            self.depth -= 1
            if self.depth == 0:
                self.held.close()


event.register(COMPILING, InterruptHolder())
