"""The reader's language: a folder here, named by its code, with ``settings.json`` and the catalogue in ``LC_MESSAGES``.

If something is missing or broken in a folder, English is used, in which the texts of the code are written.
"""

import gettext as catalogues
import os
import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any

from mastermot.errors import N_, UseError, nearest

DOMAIN = "mastermot"
FOLDER = os.path.dirname(__file__)
ENGLISH = "en"
LANGUAGES = tuple(sorted(name for name in os.listdir(FOLDER) if name.isalpha() and os.path.isdir(f"{FOLDER}/{name}")))
PLACEHOLDERS = re.compile(r"{[^}]*}|%\(\w+\)s")  #: The places of a text that are filled in: ``{count}``.
COUNTS = 200  #: For so many counts the page knows the plural form; a larger count has the form of its last two digits.


class LanguageUnknownError(UseError):
    """A language that there are no texts in."""

    code = "language-unknown"

    title = N_("a language without texts")
    message = N_("no texts in the language “{name}”")
    advice = N_("Languages: {known}.")
    name: str
    known: tuple[str, ...]


_in_use: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def catalogue(language: str) -> catalogues.NullTranslations:
    """Return the catalogue of a language; an empty one for English, and if it cannot be read."""
    try:
        return catalogues.translation(DOMAIN, FOLDER, [language])
    except (OSError, ValueError, struct.error):
        return catalogues.NullTranslations()


@cache
def settings(language: str) -> dict[str, Any]:
    """Return the ``settings.json`` of a language, with English settings in place of missing or broken ones."""
    import json

    own: Any = None
    with suppress(OSError, ValueError), open(f"{FOLDER}/{language}/settings.json", encoding="utf-8") as file:
        own = json.load(file)
    complete: dict[str, Any] = own if language == ENGLISH else _complete(own, settings(ENGLISH))
    return complete


def _complete(own: Any, english: Any) -> Any:
    """Return a setting of a language; the English one in its place if it is empty, missing, or of another type.

    A group of settings (an object of JSON) is completed setting by setting, and has those of the English group alone.

    >>> english = {"locale": "en-GB", "keyboard": ["QWERTY"], "trick": "sword"}
    >>> _complete({"locale": "fr-FR", "keyboard": "AZERTY"}, english)
    {'locale': 'fr-FR', 'keyboard': ['QWERTY'], 'trick': 'sword'}
    """
    if isinstance(english, dict):
        group = own if isinstance(own, dict) else {}
        return {name: _complete(group.get(name), value) for name, value in english.items()}
    is_usable = type(own) is type(english) and bool(own)
    return own if is_usable else english


def use(language: str) -> None:
    """Set the language in use: a command sets it for its process, a server for each request."""
    _in_use.set(language)


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Use a language until the end of the block. Raises `LanguageUnknownError`."""
    if language not in LANGUAGES:
        raise LanguageUnknownError(name=str(language), known=LANGUAGES, suggestions=nearest(str(language), LANGUAGES))
    former = _in_use.set(language)
    try:
        yield
    finally:
        _in_use.reset(former)


def in_use() -> str:
    """Return the language in use, English when none was set."""
    return _in_use.get()


def gettext(text: str, many: str = "", count: int = 1, /) -> str:
    """Return a text in the language in use; with `many`, its English plural, in the form for `count`."""
    return _translate(_in_use.get(), text, many or None, count)


def in_all_languages(text: str) -> dict[str, str]:
    return {language: _translate(language, text) for language in LANGUAGES}


def ngettext(one: str, many: str, count: int) -> str:
    """Return a text in the form for `count`, in the language in use; `one` and `many` are the English forms."""
    return _translate(_in_use.get(), one, many, count)


def list_forms(one: str, many: str) -> list[str]:
    """Return all forms of a text in the language in use, such as singular and plural.

    `one` and `many` are the English forms. The form at index 1 is that of the counts whose digit in `find_plural_rule`
    is 1.
    """
    rule = find_plural_rule(_in_use.get())
    forms = []
    for form in sorted(set(rule)):
        first_count = rule.index(form)  # any count of this form would do
        forms.append(ngettext(one, many, first_count))
    return forms


@cache
def find_plural_rule(language: str) -> str:
    """Return which form each count below `COUNTS` has, a digit each: ``001111…`` in French, where 0 is singular."""
    # without a catalogue all texts are in English, where only 1 is singular
    plural = getattr(catalogue(language), "plural", lambda count: int(count != 1))
    return "".join(str(plural(count)) for count in range(COUNTS))


@lru_cache(4096)
def _translate(language: str, text: str, many: str | None = None, count: int = 1) -> str:
    """Return a text in a language; in English if its translation has not the same placeholders, and so is broken.

    A text with a plural, `many`, is returned in the form for `count`: one of the two in English, one of those of the
    language otherwise. Without `many`, the count is not read. An empty text stays empty.
    """
    if not text:
        return ""  # for it gettext has the head of the catalogue, "Project-Id-Version…"
    known = catalogue(language)
    if many is None:
        translation = known.gettext(text)
        return translation if _fits(translation, text) else text
    translation = known.ngettext(text, many, count)
    english = text if count == 1 else many
    return translation if _fits(translation, text, many) else english


def _fits(translation: str, *texts: str) -> bool:
    """Return whether a translation has the same placeholders as one of the English forms."""
    return set(PLACEHOLDERS.findall(translation)) in [set(PLACEHOLDERS.findall(text)) for text in texts]


def from_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``).

    Only the first of these variables that is set counts. It may name several languages, with colons between: the first
    that is known is returned. ``C`` and ``POSIX`` stand for English, and so does a variable without a known language.

    >>> from_environment({"LANGUAGE": "de:fr", "LANG": "en_GB.UTF-8"}), from_environment({"LANG": "es_ES.UTF-8"})
    ('fr', 'es')
    """
    values = [environment.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    first_set = next(filter(None, values), "")
    for name in first_set.split(":"):
        # without the encoding, the country and the variant: ``es`` of ``es_ES.UTF-8@euro``
        language = name.partition(".")[0].partition("_")[0].partition("@")[0].lower()
        if language in LANGUAGES:
            return language
        if language in ("c", "posix"):
            return ENGLISH
    return ENGLISH
