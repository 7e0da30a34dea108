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
    """Turn garbage collection off, while modules load."""
    import gc

    gc.disable()


def begin_collection() -> None:
    """Turn garbage collection on. It never looks at what has been loaded until now: that stays anyway."""
    import gc

    gc.freeze()
    gc.enable()


def export_lazily(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package (PEP 562) whose names stand in its ``__init__.pyi``.

    They are the names that this file imports, as in SPEC 1: with ``from mastermot.puzzle import solve`` in it, `solve`
    becomes an attribute, loaded from `mastermot.puzzle` when it is first asked for. Modules of the package are
    attributes too. The file is read when the first name is asked for.
    """
    homes: dict[str, tuple[str, str]] = {}  # as `_read_homes` returns it; empty until then

    def find_homes() -> dict[str, tuple[str, str]]:
        """Return the home of each name, from the file if it has not been read yet."""
        if not homes:
            homes.update(_read_homes(package))  # in one step: another thread sees all of them, or none
        return homes

    def load(name: str) -> Any:
        """Return the attribute of the package that is called `name`; it is set too, so that Python asks only once.

        Raises `AttributeError` if there is none.
        """
        from importlib import import_module

        homes = find_homes()
        # a module of the package has the package itself as home: in the file stands ``from mastermot import words``, or
        # the name does not stand there at all
        home, name_there = homes.get(name, (package, name))
        value: object
        if name == "__all__":  # the names of the file without the modules
            value = [exported for exported, (its_home, _name_there) in homes.items() if its_home != package]
        elif home == package:
            return _import_submodule(package, name)  # importing a module sets it as an attribute
        else:
            value = getattr(import_module(home), name_there)
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        """Return what ``dir`` is to show: the names of the file, and Python's own, such as ``__doc__``."""
        special = (name for name in vars(sys.modules[package]) if name.startswith("__"))
        return sorted({*special, *find_homes()})

    return load, list_names


def _read_homes(package: str) -> dict[str, tuple[str, str]]:
    """Return the home of each name that the ``__init__.pyi`` of a package imports: a module, and the name there.

    The package must have been imported.

    >>> _read_homes("mastermot")["solve"]
    ('mastermot.puzzle', 'solve')
    """
    from ast import ImportFrom, parse

    homes = {}
    folder = sys.modules[package].__path__[0]
    with open(f"{folder}/__init__.pyi", encoding="utf-8") as file:
        statements = parse(file.read()).body
    for statement in statements:
        if isinstance(statement, ImportFrom):
            for imported in statement.names:
                exported = imported.asname or imported.name
                homes[exported] = (str(statement.module), imported.name)
    return homes


def _import_submodule(package: str, name: str) -> Any:
    """Return a module of a package, imported. Raises `AttributeError` if the package has no module of that name.

    An error of that module itself is raised as it is, such as the one that another package is missing.
    """
    from importlib import import_module

    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":  # the module exists, and imports another that is missing
            raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}") from None
