"""Which list of words is meant where none is named: one rule for commands, HTTP and the page.

Where words are played, composed or listed, it is the list of the reader's language. Where words are given (a puzzle,
the turns of a game, the ends of a ladder), it is that of the language that knows them: the reader's, then French, else
the one that knows most. `mastermot solve` loads this module: it imports nothing that takes long.
"""

from collections.abc import Collection, Sequence
from typing import Literal

from mastermot.puzzle.clues import Puzzle
from mastermot.puzzle.solver import Answer
from mastermot.texts import languages
from mastermot.texts.repairs import has_its_words
from mastermot.words.dictionaries import Dictionary, open_dictionary, open_shipped, shelf

Named = Dictionary | str | None
Part = Literal["common", "valid"]
"""Which list of a language: its common words, with which one plays and composes, or all that are valid in a puzzle."""

SECOND = "fr"  #: The language that is asked after the reader's: the magazine's puzzles are in it.
DEFAULT_LENGTH = 5  #: The length of words where nothing says another.


def open_list(language: str, part: Part) -> Dictionary:
    """Return a list of a language, by its settings."""
    return open_shipped(languages.settings(language)["dictionaries"][part])


def open_own(words: Named, part: Part = "common") -> Dictionary:
    """Return the list that is named, else that of the reader's language."""
    return open_list(languages.in_use(), part) if words is None else open_dictionary(words)


def open_for(words: Named, given: Sequence[str], part: Part = "common") -> Dictionary:
    """Return the list that is named, else that of the language of the words `given`, else that of the reader's."""
    language = "" if words is not None else find_language(given)
    return open_list(language, part) if language else open_own(words, part)


def open_with(words: Named, given: Sequence[str]) -> Dictionary:
    """Return the list as `open_for`, or that of all valid words of the same language, where it knows more."""
    common = open_for(words, given)
    if words is not None or count_known(given, common) == len(given):
        return common
    valid = open_for(words, given, "valid")
    return valid if count_known(given, valid) > count_known(given, common) else common


def find_language(given: Sequence[str]) -> str:
    """Return the language of these words; empty where no list knows any. What counts is each language's largest list.

    The reader's language comes first, then French: one that knows every word is taken, and no other is asked. Else it
    is the one that knows most; of several, the first in this order.

    >>> find_language(["raies", "coule"])
    'fr'
    """
    if not given:
        return ""
    best, most = "", 0
    for language in dict.fromkeys((languages.in_use(), SECOND, *languages.LANGUAGES)):
        known = count_known(given, open_list(language, "valid"))
        if known == len(given):
            return language
        if known > most:
            best, most = language, known
    return best


def open_for_puzzle(words: Named, puzzle: Puzzle) -> Dictionary:
    """Return the list by which a puzzle is solved: that named, else by the words of its clues."""
    return open_for(words, [clue.shown for clue in puzzle.clues], "valid")


def own_alphabet() -> str:
    """Return the letters by which words are read before their list is known: those of the reader's language."""
    return open_own(None, "valid").alphabet


def count_known(given: Collection[str], dictionary: Dictionary) -> int:
    return sum(word in dictionary for word in given)


def find_better_list(given: Sequence[str], name: str, known: int) -> str:
    """Return the list of another language that knows half of these words, and more than a list that knows so many.

    Empty where there is none. `name` is the list that knows `known` of them.
    """
    language = find_language(given)
    if not language:
        return ""
    other = open_list(language, "valid")
    count = count_known(given, other)
    same = name in shelf() and shelf()[name]["language"] == language
    return other.name if not same and count > known and 2 * count >= len(given) else ""


def find_other_list(answer: Answer) -> str:
    """Return the list that knows more of the clue words, where no word fits or most of them are unknown."""
    if (answer.words or answer.others) and has_its_words(answer):
        return ""
    words = [clue.shown for clue in answer.puzzle.clues]
    return find_better_list(words, answer.dictionary, len(words) - len(answer.unknown))
