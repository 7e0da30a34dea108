"""Words that people type: around clues (numbers, titles, months, days), for marks, and in games (``undo``, ``quit``).

They stand in the ``settings.json`` of each language, under ``pasted``, ``judged`` and ``typed``. The words of all
languages are understood, whichever is in use. A group that is missing or broken in a language is empty there.
"""

import json
import os
import re
from contextlib import suppress
from functools import cache
from itertools import product

from mastermot.words.folding import fold_or_empty

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "texts", "languages")
_BRACKET = re.compile(r"\((\w+)\)")

Phrase = tuple[str, ...]  #: The words of an expression, folded: ``("WELL", "PLACED")``.


@cache
def read_settings() -> list[dict[str, str]]:
    """Return the words that people type: for each language its groups, each with its words as one text.

    A language whose settings cannot be read, or have another form, is left out.
    """
    all_groups = []
    for name in sorted(os.listdir(FOLDER)):
        with suppress(OSError, ValueError, AttributeError), open(f"{FOLDER}/{name}/settings.json", "rb") as file:
            settings = json.load(file)
            groups = {**settings.get("pasted", {}), **settings.get("judged", {}), **settings.get("typed", {})}
            all_groups.append({group: text for group, text in groups.items() if isinstance(text, str)})
    return all_groups


@cache
def words_of(*groups: str) -> frozenset[str]:
    """Return the words of some groups, such as ``months``, in all languages, folded."""
    words = set[str]()
    for language in read_settings():
        for group in groups:
            words.update(map(fold_or_empty, language.get(group, "").split()))
    return frozenset(words - {""})


@cache
def number_words() -> dict[str, int]:
    """Return the number that each number word stands for, in all languages: ``DEUX`` is 2.

    The settings have the words in order, from 0 on: ``zero one two``, or ``un/une`` where a number has several.
    """
    numbers: dict[str, int] = {}
    for language in read_settings():
        for number, words in enumerate(language.get("numbers", "").split()):
            for word in words.split("/"):
                numbers[fold_or_empty(word)] = number
    return numbers


def expand_phrases(text: str) -> set[Phrase]:
    """Return all phrases that a text of `settings.json` stands for, each as its words, folded.

    Phrases are separated by commas. ``/`` separates words of which any one is said, ``?`` comes after a word that may
    be left out, and letters in brackets may be left out too.

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
    return phrases - {()}  # without words: nothing stands between two commas, or every word may be left out


def _expand_word(text: str) -> set[str]:
    """Return the folded words that one piece of a phrase stands for, and "" too if the piece may be left out.

    >>> sorted(_expand_word("dans/en?"))
    ['', 'DANS', 'EN']
    >>> sorted(_expand_word("placé(e)"))
    ['PLACE', 'PLACEE']
    """
    words = {""} if text.endswith("?") else set[str]()
    for form in text.removesuffix("?").split("/"):
        words.update(map(fold_or_empty, _open_brackets(form)))
    return words


def _open_brackets(form: str) -> set[str]:
    """Return the forms of a word, with and without the letters in each pair of brackets.

    >>> sorted(_open_brackets("noir(e)(s)"))
    ['noir', 'noire', 'noires', 'noirs']
    """
    bracket = _BRACKET.search(form)
    if bracket is None:
        return {form}
    before = form[: bracket.start()]
    after = form[bracket.end() :]
    with_letters = _open_brackets(before + bracket[1] + after)
    without_letters = _open_brackets(before + after)
    return with_letters | without_letters
