"""Packages that have moved keep working from their old places, with a `DeprecationWarning` that says where they are."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  #: Not from `typing`: the command is to begin before anything is loaded.

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MOVED = {
    "advice": "game.advice",
    "codes": "rules.codes",
    "compose": "puzzle.compose",
    "dictionaries": "words.dictionaries",
    "explain": "puzzle.explain",
    "explore": "lab.explore",
    "files": "words.files",
    "optimal": "lab.optimal",
    "play": "game",
    "puzzles": "puzzle",
    "static": "lab.static",
    "web": "service",
}
"""Where each package of 1.0 is now, under ``mastermot``."""


class MovedFinder:
    """Finds a module by the name that it had in 1.0, before Python finds its file and loads it a second time."""

    @classmethod
    def find_spec(cls, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return how to load a module that has moved; None for any other."""
        package, _, rest = name.partition(".")
        room, _, inner = rest.partition(".")
        if package != "mastermot" or room not in MOVED:
            return None
        from importlib.machinery import ModuleSpec

        place = f"{package}.{MOVED[room]}{'.' * bool(inner)}{inner}"
        return ModuleSpec(name, cls, loader_state=place, is_package=True)  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: ModuleSpec) -> ModuleType | None:
        """Let Python make a module, which `exec_module` replaces."""
        return None

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Put the module that has moved in the place of this one."""
        from importlib import import_module
        from warnings import warn

        assert module.__spec__ is not None
        name, place = module.__name__, module.__spec__.loader_state
        warn(f"{name} is now {place}", DeprecationWarning, stacklevel=2)
        sys.modules[name] = import_module(place)


sys.meta_path.insert(0, MovedFinder)
