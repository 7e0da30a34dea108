"""Words that people type: beside clues (numbers, titles, months, days) and in games (``undo``, ``quit``).

They stand in the ``settings.json`` of each language, under ``pasted`` and ``typed``; those of all languages count.
A group that a language lacks, or has broken, is empty.
"""

import json
import os
from contextlib import suppress
from functools import cache

from mastermot.words.folding import fold_or_empty

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "say", "languages")


@cache
def read_settings() -> list[dict[str, str]]:
    """Return what each language says of the words that people type."""
    found = []
    for name in sorted(os.listdir(FOLDER)):
        with suppress(OSError, ValueError, AttributeError), open(f"{FOLDER}/{name}/settings.json", "rb") as file:
            own = json.load(file)
            groups = {**own.get("pasted", {}), **own.get("typed", {})}
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
