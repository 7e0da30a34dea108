"""The reader's language: which one, and its gettext catalogue.

The language in use is kept in a context variable, so that a command sets it once and a server sets it per request.
"""

from __future__ import annotations

import gettext as catalogues
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from mastermot.errors import N_, Fault, MastermotError, nearest

DOMAIN = "mastermot"
FOLDER = os.path.dirname(__file__)
LANGUAGES = ("en", "fr")


class LanguageUnknownError(MastermotError):
    """A language that there are no texts in."""

    fault = Fault.USE
    title = N_("a language without texts")
    message = N_("no texts in the language “{name}”")
    advice = N_("Languages: {known}.")
    name: str
    known: tuple[str, ...]


_in_use: ContextVar[str] = ContextVar("language", default="en")


@cache
def catalogue(language: str) -> catalogues.NullTranslations:
    """Return the catalogue of a language; English, in which the texts are written, has an empty one."""
    if language == "en":
        return catalogues.NullTranslations()
    return catalogues.translation(DOMAIN, FOLDER, [language])


def use(language: str) -> None:
    """Set the language of this context: of the process for a command, of the request for a server."""
    _in_use.set(language)


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Use a language for the time of a block. Raises `LanguageUnknownError`."""
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


def gettext(text: str) -> str:
    """Return `text` in the language in use."""
    return catalogue(_in_use.get()).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return `one` or `many`, as `count` and the language in use want it."""
    return catalogue(_in_use.get()).ngettext(one, many, count)


def from_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``)."""
    asked = next(filter(None, map(environment.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    for name in asked.split(":"):
        language = name.partition(".")[0].partition("_")[0].partition("@")[0].lower()
        if language in (*LANGUAGES, "c", "posix"):
            return language if language in LANGUAGES else "en"
    return "en"
