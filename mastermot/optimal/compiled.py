"""The decorator that compiles a function with numba, once for all: the machine code is kept beside the module.

Where that folder cannot be written, numba keeps it in the user's cache folder, or in ``NUMBA_CACHE_DIR``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from mastermot.optimal.errors import CompilerMissingError

try:
    import numba
except ImportError:
    raise CompilerMissingError from None

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Return the function compiled; it lets other threads run meanwhile."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
