"""The decorators that compile a function with numba, once for all: the machine code is kept beside the module.

Where that folder cannot be written, numba keeps it in the user's cache folder, or in ``NUMBA_CACHE_DIR``. Numba does
not compile anew when the file of a function that is called changes: so the checksum of all these files is part of each
name.
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
"""The modules with compiled functions, and those with their constants: a change elsewhere compiles nothing anew."""
SOURCES = format(crc32(b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in MODULES)), "08x")
"""The checksum of these modules."""


def compiled(function: Function) -> Function:
    """Return the function compiled; it lets other threads run meanwhile."""
    function.__qualname__ += f"_{SOURCES}"
    return cast(Function, numba.njit(cache=True, nogil=True)(function))


def inner(function: Function) -> Function:
    """Return a function for compiled ones to call, quicker to compile; called from Python it runs as it is written."""
    function.__qualname__ += f"_{SOURCES}"
    return register_jitable(cache=True, nogil=True)(function)
