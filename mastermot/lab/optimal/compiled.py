"""The decorators that compile a function with numba, and keep the machine code in a file beside the module.

If the folder of the module cannot be written, numba uses the user's cache folder, or ``NUMBA_CACHE_DIR``. Numba
compiles a function again when the file of this function changes, but not when it calls a function whose file changes.
So the name of each function ends with a checksum of all `MODULES`: after a change in one of them, the machine code of
before is not found any more.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast
from zlib import crc32

from mastermot.lab.optimal.errors import CompilerMissingError

try:
    import numba
    from numba.extending import register_jitable

    import mastermot.engine.compiling  # noqa: F401 - holds Ctrl-C back
except ModuleNotFoundError:
    raise CompilerMissingError from None

Function = TypeVar("Function", bound=Callable[..., object])

MODULES = ("claims", "compiled", "counting", "kernel", "memory", "prooffiles", "scoring", "search_problem", "symmetry")
"""The modules with compiled functions, and those with the constants of these: other changes compile nothing anew."""
SOURCES = format(crc32(b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in MODULES)), "08x")
"""The checksum of these modules."""


def compiled(function: Function) -> Function:
    """Return the function compiled; other threads can run while it runs.

    The function given is changed too: its name (``__qualname__``) gets the checksum `SOURCES` at its end.
    """
    function.__qualname__ += f"_{SOURCES}"
    return cast(Function, numba.njit(cache=True, nogil=True)(function))


def inner(function: Function) -> Function:
    """Return a function for compiled functions to call.

    It compiles faster than with `compiled`; called from Python, it runs uncompiled. Its name gets the checksum too.
    """
    function.__qualname__ += f"_{SOURCES}"
    return register_jitable(cache=True, nogil=True)(function)
