"""Names that a package exports without loading their modules before they are used.

`import mastermot` stays light that way: numpy is loaded with the first player, not with the package.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
"""Type checkers take it for true. Not from `typing`: the command is to begin before anything is loaded."""

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def export_lazily(
    package: str, homes: Mapping[str, str], rooms: tuple[str, ...] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package (PEP 562).

    `homes` says where each name is: ``module``, or ``module:name`` where it has another name there. `rooms` are
    packages below this one that are attributes too.
    """

    def load(name: str) -> object:
        from importlib import import_module

        if name in rooms:
            return import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, attribute = homes[name].partition(":")
        value: object = getattr(import_module(module), attribute or name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        own = vars(sys.modules[package])
        special = (name for name in own if name.startswith("__"))
        return sorted({*special, *own["__all__"], *homes, *rooms})

    return load, names
