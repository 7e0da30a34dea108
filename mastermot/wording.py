"""How the library puts a value into words, though the sentences stand in `mastermot.texts`, a package above it.

`mastermot/__init__.py`, which stands above everything, sets the function that writes the words (`write_with`). That
function is called when somebody reads a text; before its first call nothing of `mastermot.texts` is loaded.
"""

from __future__ import annotations

TYPE_CHECKING = False  #: Not from `typing`: `import mastermot` is to load nothing.

if TYPE_CHECKING:
    from collections.abc import Callable

    Writer = Callable[[object, str], str]

_writers: list[Writer] = []  #: Its one item is the function that `write` calls.


def write_with(writer: Writer) -> None:
    """Set the function that `write` calls: it gets a value and the code of a language, and returns the text."""
    _writers[:] = [writer]


def write(value: object, language: str) -> str:
    """Return a value in words, in a language such as ``en``. Raises `LanguageUnknownError` for an unknown language."""
    return _writers[0](value, language)
