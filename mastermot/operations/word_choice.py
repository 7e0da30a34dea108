"""The choice of a dictionary when none is named: one rule for commands, HTTP and the page.

To play, compose or list words, it is a dictionary of the reader's language. If words are given (a puzzle, the turns of
a game, the ends of a ladder), it is a dictionary of a language that knows them: the reader's language if it knows all
of them, else French if it does, else the first other language that does, else the language that knows most of them.
Short commands such as `cliques` load this module, so it imports nothing slow, nor anything of puzzles.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from mastermot.texts import languages
from mastermot.words.dictionaries import Dictionary, open_dictionary, open_shipped, shelf
from mastermot.words.folding import fold

Named = Dictionary | str | None
Part = Literal["common", "valid"]
"""Which list of a language: its common words, to play and compose with, or all words that are valid in a puzzle."""

SECOND = "fr"  #: The language tried after the reader's: that of the magazine.
DEFAULT_LENGTH = 5  #: The length of words unless another is given.


def open_list(language: str, part: Part) -> Dictionary:
    """Return the list of common or of valid words (`part`) that the settings of a language name."""
    return open_shipped(languages.settings(language)["dictionaries"][part])


def open_own(words: Named, part: Part = "common") -> Dictionary:
    """Return the named list, or else that of the reader's language: its common or its valid words (`part`)."""
    return open_list(languages.in_use(), part) if words is None else open_dictionary(words)


def open_for(words: Named, given: Sequence[str], part: Part = "common") -> Dictionary:
    """Return the named list, or else that of the language of the words `given` (`find_language`).

    If no language knows any of these words, it is a list of the reader's language. A language has a list of its common
    words, and one of all words that are valid in a puzzle: `part` says which is returned.
    """
    language = "" if words is not None else find_language(given)
    return open_list(language, part) if language else open_own(words, part)


def open_with(words: Named, given: Sequence[str]) -> Dictionary:
    """Return the named list, or else a list of the language of the words `given`, as `open_for` chooses it.

    It is this language's list of common words, unless the list of all its valid words has more of the words given.
    """
    common = open_for(words, given)
    if words is not None or common.count_known(given) == len(given):
        return common
    valid = open_for(words, given, "valid")
    return valid if valid.count_known(given) > common.count_known(given) else common


def open_beside(name: Dictionary | str, letters: str) -> Dictionary:
    """Return the list `name`, opened to be used with words that have these `letters`: ``--answers`` with ``--words``.

    A command reads a user's own file by the letters A to Z, unless ``--alphabet`` is given, before it knows with which
    words the file will be used. If those words have more letters, as Spanish words have Ñ, the words of the file are
    folded again, by these letters. A shipped list keeps its own letters.
    """
    dictionary = open_dictionary(name)
    is_own = dictionary.name not in shelf()
    lacks_letters = set(dictionary.alphabet) < set(letters)
    if is_own and lacks_letters:
        return refold(dictionary, letters)
    return dictionary


def open_within(name: Dictionary | str, letters: str) -> Dictionary:
    """Return the list `name`, opened as by `open_beside`. Raises `AlphabetOtherError` for letters beside these."""
    dictionary = open_beside(name, letters)
    dictionary.refuse_letters_beyond(letters)
    return dictionary


@lru_cache(maxsize=4)  # in one game the same lists are asked for several times
def refold(dictionary: Dictionary, alphabet: str) -> Dictionary:
    """Return a dictionary with its words folded by an alphabet that has more letters than its own.

    SENAL, spelled señal, becomes SEÑAL if Ñ is a letter. If two words were one before, such as nina and niña, each gets
    the frequency of both together.
    """
    sections: dict[int, dict[str, tuple[str, ...]]] = {}
    frequencies: dict[str, float] = {}
    for length in dictionary.lengths:
        for word, spellings in dictionary.of_length(length).items():
            for spelling in spellings:
                folded = fold(spelling, alphabet)
                words = sections.setdefault(len(folded), {})
                words[folded] = (*words.get(folded, ()), spelling)
                if word in dictionary.frequencies:
                    frequencies[folded] = dictionary.frequencies[word]
    return Dictionary(dictionary.name, sections, dictionary.skipped, frequencies, alphabet, dictionary.left_out)


def find_language(given: Sequence[str]) -> str:
    """Return the language of these words, judged by the valid words of each; "" if no language knows any of them.

    The reader's language is tried first, then French, then the others. The first language that knows every word is
    returned. If none does, it is the language that knows most words; if several know as many, the first of these.

    >>> find_language(["raies", "coule"])
    'fr'
    """
    if not given:
        return ""
    best = ""
    most = 0
    for language in dict.fromkeys((languages.in_use(), SECOND, *languages.LANGUAGES)):
        known = open_list(language, "valid").count_known(given)
        if known == len(given):
            return language
        if known > most:
            best = language
            most = known
    return best


def choose_alphabet() -> str:
    """Return the alphabet by which a puzzle is read before its list is chosen: that of the reader's language."""
    return open_own(None, "valid").alphabet


def join_alphabets() -> str:
    """Return the letters of all languages, by which a puzzle is read if any list may be chosen for it later.

    If the chosen list lacks some of these letters, the words are folded once more. The letters of the shortest
    alphabet, A to Z, come first, then those that only other alphabets have.

    >>> join_alphabets()
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÑ'
    """
    alphabets = [open_list(language, "valid").alphabet for language in languages.LANGUAGES]
    return "".join(dict.fromkeys("".join(sorted(alphabets, key=len))))


def find_better_list(given: Sequence[str], name: str, known: int) -> str:
    """Return the name of another language's list that knows more of these words, and at least half; "" if none does.

    `name` is the list in use, and `known` is how many of the words it knows. If the list in use is not shipped
    (`shelf`), its language is not known, and the list of any language may be better.
    """
    shipped = shelf()
    language_in_use = shipped[name]["language"] if name in shipped else ""
    language = find_language(given)  # "" if no list knows any of the words
    if language in ("", language_in_use):
        return ""
    other = open_list(language, "valid")
    known_to_other = other.count_known(given)
    knows_more = known_to_other > known
    knows_half = 2 * known_to_other >= len(given)
    return other.name if knows_more and knows_half else ""
