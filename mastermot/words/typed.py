"""Words that people type: beside clues (numbers, titles, months, days), of a guess, and in games (``undo``, ``quit``).

They stand in the ``settings.json`` of each language, under ``pasted``, ``judged`` and ``typed``; those of all languages
count. A group that a language lacks, or has broken, is empty.
"""

import json
import os
import re
from contextlib import suppress
from functools import cache
from itertools import product

from mastermot.words.folding import fold_or_empty

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "texts", "languages")
_VARIANT = re.compile(r"\((\w+)\)")

Phrase = tuple[str, ...]  #: Folded words that are said together, such as ``("WELL", "PLACED")``.


@cache
def read_settings() -> list[dict[str, str]]:
    """Return what each language says of the words that people type."""
    found = []
    for name in sorted(os.listdir(FOLDER)):
        with suppress(OSError, ValueError, AttributeError), open(f"{FOLDER}/{name}/settings.json", "rb") as file:
            own = json.load(file)
            groups = {**own.get("pasted", {}), **own.get("judged", {}), **own.get("typed", {})}
            found.append({group: text for group, text in groups.items() if isinstance(text, str)})
    return found


@cache
def words_of(*groups: str) -> frozenset[str]:
    """Return the words of some groups, such as ``months``."""
    texts = [one.get(group, "") for one in read_settings() for group in groups]
    return frozenset(fold_or_empty(word) for text in texts for word in text.split()) - {""}


@cache
def number_words() -> dict[str, int]:
    """Return the numbers from 0 on in words: ``zero one two``, or ``un/une`` where there are several for one."""
    lines = [one.get("numbers", "").split() for one in read_settings()]
    return {fold_or_empty(word): n for line in lines for n, words in enumerate(line) for word in words.split("/")}


def expand_phrases(text: str) -> set[Phrase]:
    """Return the phrases of a text: commas between them, ``/`` between words, ``?`` after a word that may be left out.

    >>> sorted(expand_phrases("in? place, well/badly placed"))
    [('BADLY', 'PLACED'), ('IN', 'PLACE'), ('PLACE',), ('WELL', 'PLACED')]
    >>> sorted(expand_phrases("noir(e)(s)"))
    [('NOIR',), ('NOIRE',), ('NOIRES',), ('NOIRS',)]
    """
    phrases = set[Phrase]()
    for phrase in text.split(","):
        choices = [_expand_word(word) for word in phrase.split()]
        for words in product(*choices):
            phrases.add(tuple(word for word in words if word))
    return phrases - {()}


def _expand_word(text: str) -> set[str]:
    """Return the folded words of one place in a phrase; an empty one where it may be left out."""
    forms = set(text.removesuffix("?").split("/"))
    while open_forms := {form for form in forms if _VARIANT.search(form)}:
        forms -= open_forms
        for form in open_forms:
            forms |= {_VARIANT.sub(r"\1", form, count=1), _VARIANT.sub("", form, count=1)}
    words = {fold_or_empty(form) for form in forms}
    return words | {""} if text.endswith("?") else words
