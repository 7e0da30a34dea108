"""Who puts a value of the library into words: the sentences stand in `mastermot.texts`, above the library.

`mastermot/__init__.py`, which stands above everything, says which function does so (`write_with`). It is called when
somebody reads a text; before that nothing of the texts is loaded.
"""

from __future__ import annotations

TYPE_CHECKING = False  #: Not from `typing`: `import mastermot` is to load nothing.

if TYPE_CHECKING:
    from collections.abc import Callable

    Writer = Callable[[object, str], str]

_writers: list[Writer] = []  #: The function that `write` calls, alone.


def write_with(writer: Writer) -> None:
    """Set the function that `write` calls: it gets a value and the code of a language, and returns the text."""
    _writers[:] = [writer]


def write(value: object, language: str) -> str:
    """Return a value in words, in a language such as ``en``. Raises `LanguageUnknownError`."""
    return _writers[0](value, language)
