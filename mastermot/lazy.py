"""Names that a package exports without loading their modules: numpy comes with the first player, not before.

`import mastermot` takes 2 milliseconds so, and 270 with all that it exports: so a table has its names.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  #: Not from `typing`: the command is to begin before anything is loaded.

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


NUMPY_ROOM = 96 << 20  #: Bytes of address space for numpy, with one thread of its own: no command has more.
COMPILER_ROOM = 512 << 20  #: The same for numba, and for what it compiles.


def has_room(size: int) -> bool:
    """Return whether so many bytes can be had for a library that would end the process where they cannot."""
    import mmap

    try:
        mmap.mmap(-1, size, access=mmap.ACCESS_READ).close()
    except OSError:
        return False
    return True


def export_lazily(
    package: str, names_by_module: Mapping[str, str], packages: str = "", moved: Collection[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package (PEP 562).

    `names_by_module` has the names of each module with spaces between; ``name=other`` is called `other` there. The
    `packages` below this one are attributes too, and so are those that have `moved`, which are not listed.
    """
    homes = {}
    for module, names in names_by_module.items():
        for entry in names.split():
            name, _, other = entry.partition("=")
            homes[name] = module, other or name

    def load(name: str) -> object:
        from importlib import import_module

        if name in moved or name in packages.split():
            return import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, attribute = homes[name]
        value: object = getattr(import_module(module), attribute)
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        special = (name for name in vars(sys.modules[package]) if name.startswith("__"))
        return sorted({*special, *homes, *packages.split()})

    return load, list_names
