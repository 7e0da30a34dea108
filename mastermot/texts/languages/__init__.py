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
PLACEHOLDERS = re.compile(r"{[^}]*}|%\(\w+\)s")  #: The parts of a text that are filled in, such as ``{count}``.
COUNTS = 200
"""The page knows the plural form of each count below this; a larger count has the form of 100 plus its last two digits.
"""


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
    """Return the catalogue of a language; an empty one for English, or if the language's own cannot be read."""
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
    """Return a setting of a language (`own`), or the `english` one if `own` is empty, missing, or of another type.

    A group of settings (an object of JSON) is completed setting by setting. The result has all settings of the English
    group, and no others.

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
    """Set the language in use: a command does so for its process, a server for each request."""
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

    `one` and `many` are the English forms. The digits that `find_plural_rule` has for counts are indices into the list.
    """
    rule = find_plural_rule(_in_use.get())
    forms = []
    for digit in sorted(set(rule)):
        count = rule.index(digit)  # the first count with this form: any other one would give the same text
        forms.append(ngettext(one, many, count))
    return forms


@cache
def find_plural_rule(language: str) -> str:
    """Return the number of the form of each count below `COUNTS`, as a digit: ``001111…`` in French: 0 is singular."""
    # without a catalogue all texts are in English, where only 1 is singular
    plural = getattr(catalogue(language), "plural", lambda count: int(count != 1))
    return "".join(str(plural(count)) for count in range(COUNTS))


@lru_cache(4096)
def _translate(language: str, text: str, many: str | None = None, count: int = 1) -> str:
    """Return a text in a language; in English if the translation is broken: its placeholders are not the same.

    `many` is the English plural of a text that has one: the text is then returned in the form for `count`. If `many` is
    None, `count` does not matter. An empty text stays empty.
    """
    if not text:
        return ""  # for an empty text, gettext returns the head of the catalogue, "Project-Id-Version…"
    known = catalogue(language)
    if many is None:
        translation = known.gettext(text)
        return translation if _fits(translation, text) else text
    translation = known.ngettext(text, many, count)
    english = text if count == 1 else many
    return translation if _fits(translation, text, many) else english


def _fits(translation: str, *texts: str) -> bool:
    """Return whether a translation has the same placeholders as one of the English forms `texts`."""
    return set(PLACEHOLDERS.findall(translation)) in [set(PLACEHOLDERS.findall(text)) for text in texts]


def from_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``).

    Only the first of these variables that is set counts. It may name several languages, with colons between: the first
    that we have is returned. ``C`` and ``POSIX`` stand for English. English is also returned if we have none of them.

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
