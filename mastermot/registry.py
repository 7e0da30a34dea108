"""Values registered under names, by this program and by other packages, which it finds by their entry points."""

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
    registers the values when it is imported. All these modules are imported when somebody asks for a name that this
    program has not registered, or for all names. If a module cannot be imported, a `PluginWarning` says so.
    """

    def __init__(self, group: str) -> None:
        super().__init__()
        self.group = group
        self.plugins_asked = False  #: Whether the modules of other packages have been imported, or are being imported.

    def load(self) -> dict[str, Value]:
        """Return all values by name. The first call imports the modules of other packages, which add theirs.

        For each module that cannot be imported, a `PluginWarning` is given. The others are imported nevertheless.
        """
        if self.plugins_asked:
            return self.data
        self.plugins_asked = True  # set before the imports: a module may look into this registry while it is imported
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

    def __missing__(self, name: str) -> Value:  # called by `UserDict` for a name that is not in `data`
        return self.load()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.data or name in self.load()

    def __iter__(self) -> Iterator[str]:
        return iter(self.load())

    def __len__(self) -> int:
        return len(self.load())
