"""Routes about the dictionaries, their words and families."""

from __future__ import annotations

from typing import cast

from mastermot import __version__
from mastermot.dictionaries import counts_json, shelf_json, words_json
from mastermot.families.cliques import families, families_json, histogram, largest_first, of_word
from mastermot.families.errors import FamilyWordError
from mastermot.web.errors import NotReadyError
from mastermot.web.models import (
    AskedDictionary,
    AskedFamilies,
    AskedWords,
    DictionaryCounts,
    Families,
    Health,
    Shelf,
    WordList,
)
from mastermot.web.routes import Ask, about, route
from mastermot.web.service import Service
from mastermot.words import fold


@route("GET", "/api/words", "The dictionaries: words, lengths, source, licence.", answer=Shelf)
def list_dictionaries(service: Service, ask: Ask) -> object:
    """Return the object of ``mastermot words --json``."""
    return shelf_json()


@route(
    "GET",
    "/api/words/{name}",
    "How many words of each length a dictionary has.",
    parameters=AskedDictionary,
    answer=DictionaryCounts,
)
def count_words(service: Service, ask: Ask) -> object:
    """Return the object of ``mastermot words NAME --json``."""
    asked = cast(AskedDictionary, ask.parameters)
    return counts_json(service.dictionary(asked.name, "name"))


@route(
    "GET",
    "/api/words/{name}/{length}",
    "The words of one length of a dictionary, with their spellings.",
    parameters=AskedWords,
    answer=WordList,
    remember=True,
)
def list_words(service: Service, ask: Ask) -> object:
    """Return the object of ``mastermot words NAME --length N --json``."""
    asked = cast(AskedWords, ask.parameters)
    dictionary = service.dictionary(asked.name, "name")
    with about("length"):
        return words_json(dictionary, asked.length)


@route(
    "GET",
    "/api/cliques",
    "The families of a dictionary: words that differ in one position only.",
    parameters=AskedFamilies,
    answer=Families,
    remember=True,
)
def list_families(service: Service, ask: Ask) -> object:
    """Return the object of ``mastermot cliques --json``."""
    asked = cast(AskedFamilies, ask.parameters)
    with about("word"):
        word = fold(asked.word) if asked.word is not None else None
    if word is not None and len(word) != asked.length:
        raise FamilyWordError(field="word", word=word, length=len(word), expected=asked.length)
    dictionary = service.dictionary(asked.words, "words")
    with about("length"):
        found = families(dictionary.words(asked.length))
    shown = largest_first(found, asked.min_size) if word is None else of_word(word, found, asked.min_size)
    return families_json(shown, histogram(found))


@route("GET", "/healthz", "Whether the service is ready: 503 until its dictionaries are loaded.", answer=Health)
def health(service: Service, ask: Ask) -> object:
    """Return that the service is ready."""
    if not service.ready.is_set():
        raise NotReadyError
    return {"status": "ready", "version": __version__}
