"""What is registered under a name, by this program and by other packages, which say so by entry points."""

from collections import UserDict
from collections.abc import Iterator
from typing import TypeVar

from mastermot.errors import N_, MastermotError

Value = TypeVar("Value")


class PluginBrokenError(MastermotError):
    """A package whose entry point cannot be loaded."""

    code = "plugin-broken"

    title = N_("a package that cannot be used")
    message = N_("“{plugin}” ({group}), which another package brings, cannot be used: {why}")
    advice = N_("Repair or remove that package; everything else works without it.")
    plugin: str
    group: str
    why: str


class PluginWarning(UserWarning):
    """Warns of a package that cannot be used; its one argument is a `PluginBrokenError`."""


class Registry(UserDict[str, Value]):
    """Values by name, in the order in which they are listed.

    Other packages may add values: a package names a module of its own by an entry point of the `group`, and the module
    registers the values when it is imported. All these modules are imported when a name is asked for that is not ours,
    or when all names are listed. If one cannot be imported, a `PluginWarning` says so.
    """

    def __init__(self, group: str) -> None:
        super().__init__()
        self.group = group
        self.complete = False  #: Whether the values of other packages have been loaded, or are being loaded.

    def load(self) -> dict[str, Value]:
        """Return all values by name. The first call loads those of other packages.

        Where the module of a package cannot be loaded, it warns (`PluginWarning`), and the others are loaded still.
        """
        if self.complete:
            return self.data
        self.complete = True  # now, since a module may look into this registry while it is loaded
        from importlib.metadata import entry_points

        for entry in entry_points(group=self.group):
            try:
                entry.load()  # imports its module, which adds its values to this registry
            except Exception as error:  # the modules of others may raise anything
                import warnings

                why = f"{type(error).__name__}: {error}"
                broken = PluginBrokenError(plugin=entry.name, group=self.group, why=why)
                warnings.warn(PluginWarning(broken), stacklevel=2)
        return self.data

    def __missing__(self, name: str) -> Value:
        return self.load()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.data or name in self.load()

    def __iter__(self) -> Iterator[str]:
        return iter(self.load())

    def __len__(self) -> int:
        return len(self.load())
