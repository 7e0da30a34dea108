"""What importing this module does to numba: Ctrl-C waits until the function that is being compiled is compiled.

Into numba's compiler it should not come: where it meets the clean-up of an object, of which there are hundreds, Python
prints it and goes on, and CPython was seen to end with a segmentation fault. A function takes some tenths of a second.
"""

import threading
from contextlib import ExitStack

from numba.core import event

from mastermot.engine.interrupts import hold_interrupts

COMPILING = "numba:compile"  #: The event that numba tells its listeners of, at the beginning and at the end.


class InterruptHolder(event.Listener):
    """Holds Ctrl-C back while the main thread compiles a function, and those that it calls."""

    def __init__(self) -> None:
        self.depth = 0
        self.held = ExitStack()

    def on_start(self, _event: object) -> None:
        """Hold Ctrl-C back from the first function on."""
        if threading.current_thread() is threading.main_thread():
            if self.depth == 0:
                self.held.enter_context(hold_interrupts())
            self.depth += 1

    def on_end(self, _event: object) -> None:
        """Let it come after the last one."""
        if threading.current_thread() is threading.main_thread():
            self.depth -= 1
            if self.depth == 0:
                self.held.close()


event.register(COMPILING, InterruptHolder())
