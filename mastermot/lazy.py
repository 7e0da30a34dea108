"""How the program starts quickly: names loaded when they are first used, and no garbage looked for before the work.

`import mastermot` takes 2 milliseconds; if all names were loaded at once, it would take 270. While modules load, they
make no garbage, so garbage collection only costs time: with it, a `mastermot solve` takes 117 ms, without it 105 (user
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
    """Turn garbage collection on, but only for objects made from now on: the modules loaded so far stay anyway."""
    import gc

    gc.freeze()
    gc.enable()


def export_lazily(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package (PEP 562): they load its names when these are used.

    The names are those that the package's ``__init__.pyi`` imports, as in SPEC 1. If this file has the line ``from
    mastermot.puzzle import solve``, the package has an attribute `solve`, which is loaded from `mastermot.puzzle` when
    somebody first asks for it. Modules of the package are attributes too. The file is read when the first name is asked
    for.
    """
    homes: dict[str, tuple[str, str]] = {}  # what `_read_homes` returns; empty until the file is read

    def find_homes() -> dict[str, tuple[str, str]]:
        """Return the home of each name (see `_read_homes`); the first call reads the file."""
        if not homes:
            homes.update(_read_homes(package))  # in one step: another thread sees all of them, or none
        return homes

    def load(name: str) -> Any:
        """Return the package's attribute `name`, and set it, so that Python calls this function once for each name.

        Raises `AttributeError` if the package has no such name and no such module.
        """
        from importlib import import_module

        homes = find_homes()
        # a module of the package has the package itself as its home: the file imports it from the package, as in
        # ``from mastermot import words``; a name that the file lacks may be a module too
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

    If the module exists but cannot be imported, its own error is raised, such as one about another package that is
    missing.
    """
    from importlib import import_module

    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":  # the module exists, and imports another that is missing
            raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}") from None
