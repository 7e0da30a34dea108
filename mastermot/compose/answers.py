"""Words fit to be answers, and words that no puzzle shows.

Answers come from a curated list, ``fr-answers`` or ``en-answers`` (``wordlists/build.py`` has the rule): common
headwords, so that no French answer is a conjugated form. Offensive words are neither answers nor clues; they are
written in ``wordlists/offensive-fr.txt`` and ``offensive-en.txt``. A person adds others in a file of that form: words
separated by spaces or lines, `stem*` for all words that begin so, ``#`` before a comment.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from mastermot.dictionaries import LARGEST_LIST, Dictionary, open_dictionary, shelf
from mastermot.errors import MastermotError
from mastermot.files import data_folder, decode, read_bytes
from mastermot.words import fold

ANSWER_LANGUAGES = ("fr", "en")


class Exclusions:
    """Words that are not to be shown: ``word in exclusions`` says whether a folded word is one of them."""

    def __init__(self, words: Iterable[str] = (), stems: Iterable[str] = ()) -> None:
        self.words = frozenset(words)
        self.stems = tuple(sorted(set(stems)))

    def __contains__(self, word: str) -> bool:
        return word in self.words or word.startswith(self.stems)

    def __or__(self, other: Exclusions) -> Exclusions:
        return Exclusions(self.words | other.words, self.stems + other.stems)


def parse_exclusions(text: str, source: str = "") -> Exclusions:
    """Return the words and the stems of a text. Raises `NotAWordError`, naming the line."""
    words: list[str] = []
    stems: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        for entry in line.partition("#")[0].split():
            try:
                folded = fold(entry.removesuffix("*"))
            except MastermotError as error:
                raise error.at(source=source, line=number, text=entry) from None
            (stems if entry.endswith("*") else words).append(folded)
    return Exclusions(words, stems)


def read_exclusions(path: str | Path) -> Exclusions:
    """Return the words and the stems of a file. Raises what `read_bytes`, `decode` and `parse_exclusions` raise."""
    source = str(path)
    return parse_exclusions(decode(read_bytes(Path(path), LARGEST_LIST), source), source)


@cache
def read_offensive(language: str) -> Exclusions:
    """Return the offensive words of a language; those of all languages together when it is not known."""
    languages = [language] if language in ANSWER_LANGUAGES else ANSWER_LANGUAGES
    exclusions = Exclusions()
    for name in languages:
        exclusions |= read_exclusions(data_folder("wordlists") / f"offensive-{name}.txt")
    return exclusions


def find_language(dictionary: Dictionary) -> str:
    """Return the language of a shipped dictionary, ``fr`` or ``en``; nothing for the dictionary of a user."""
    entry = shelf().get(dictionary.name)
    return str(entry["language"]) if entry else ""


def list_answers(
    dictionary: Dictionary, length: int, answers: Dictionary | None = None, excluded: Exclusions | None = None
) -> dict[str, tuple[str, ...]]:
    """Return the words of `length` that are fit to be answers, each with its spellings, the most used first.

    They are the words of the curated list that the dictionary has; of a dictionary of a user, or of one that has
    none of them, all words but the offensive ones. `answers` takes the place of the curated list: it may hold
    conjugated forms, and words that the dictionary lacks. `excluded` are more words that are left out.
    Raises `DictionaryEmptyError` when there is no word of this length.
    """
    language = find_language(dictionary)
    offensive = read_offensive(language)
    if answers is None and language in ANSWER_LANGUAGES:
        curated = open_dictionary(f"{language}-answers").of_length(length)
        known = {word: spellings for word, spellings in curated.items() if word in dictionary}
    else:
        known = {}
    if not known:
        chosen = answers or dictionary
        chosen.words(length)
        known = {word: spellings for word, spellings in chosen.of_length(length).items() if word not in offensive}
    return {word: spellings for word, spellings in known.items() if excluded is None or word not in excluded}
