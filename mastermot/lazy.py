"""How the program starts quickly: names loaded when they are first used, and no garbage looked for before the work.

With the names of its packages loaded when they are used, `import mastermot` takes 2 milliseconds and not 270. What
modules make while they load is no garbage: a `mastermot solve` of 105 ms takes 117 where Python looks for some (user
and system time, the least of 25 runs each, alternately).
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  #: Not from `typing`: the command is to begin before anything is loaded.

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def pause_collection() -> None:
    """Look for no garbage while modules load."""
    import gc

    gc.disable()


def begin_collection() -> None:
    """Look for garbage from now on; what was loaded stays, and is not looked at again."""
    import gc

    gc.freeze()
    gc.enable()


def export_lazily(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package (PEP 562) whose names stand in its ``__init__.pyi``.

    They are the names that this file imports, as in SPEC 1; modules of the package are attributes too. Neither the
    names nor the file are looked at before the first of them is asked for.
    """
    homes: dict[str, tuple[str, str]] = {}

    def find_homes() -> dict[str, tuple[str, str]]:
        """Return the module of each name, and its name there: ``solve`` is ``("mastermot.puzzle", "solve")``."""
        if not homes:
            from ast import ImportFrom, parse

            names = {}
            with open(f"{sys.modules[package].__path__[0]}/__init__.pyi", encoding="utf-8") as file:
                for statement in parse(file.read()).body:
                    if isinstance(statement, ImportFrom):
                        for name in statement.names:
                            names[name.asname or name.name] = (str(statement.module), name.name)
            homes.update(names)  # at once: another thread sees all of them, or none
        return homes

    def load(name: str) -> Any:
        """Return what the package has by a name, and make it an attribute, so that Python asks for it only once."""
        from importlib import import_module

        module, attribute = find_homes().get(name, (package, name))
        if name == "__all__":
            value: object = [name for name, (module, _other) in find_homes().items() if module != package]
        elif module != package:
            value = getattr(import_module(module), attribute)
        else:
            try:
                return import_module(f"{package}.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"{package}.{name}":
                    raise
                raise AttributeError(f"module {package!r} has no attribute {name!r}") from None
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        """Return what ``dir`` is to show: the names of the file, and Python's own, such as ``__doc__``."""
        special = (name for name in vars(sys.modules[package]) if name.startswith("__"))
        return sorted({*special, *find_homes()})

    return load, list_names
