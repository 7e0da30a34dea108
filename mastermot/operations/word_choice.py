"""The choice of a dictionary when none is named: one rule for commands, HTTP and the page.

To play, compose or list words, it is the dictionary of the reader's language. When words are given (a puzzle, the
turns of a game, the ends of a ladder), it is the dictionary of the language that knows them: the reader's if it knows
all, then French, else the one that knows most. Short commands such as `cliques` load this module, so it imports nothing
slow, nor anything of puzzles.
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
    """Return the list that a language names in its settings."""
    return open_shipped(languages.settings(language)["dictionaries"][part])


def open_own(words: Named, part: Part = "common") -> Dictionary:
    """Return the named list, or else the one of the reader's language: its `part`, the common or the valid words."""
    return open_list(languages.in_use(), part) if words is None else open_dictionary(words)


def open_for(words: Named, given: Sequence[str], part: Part = "common") -> Dictionary:
    """Return the named list, or else that of the language of the words `given`; the reader's if no list knows any.

    A language has a list of its common words, and one of all words that are valid in a puzzle: `part` says which.
    """
    language = "" if words is not None else find_language(given)
    return open_list(language, part) if language else open_own(words, part)


def open_with(words: Named, given: Sequence[str]) -> Dictionary:
    """Return the named list, or else a list of the language of the words `given`; the reader's if no list knows any.

    It is the language's list of common words, unless its list of all valid words has more of the words given.
    """
    common = open_for(words, given)
    if words is not None or common.count_known(given) == len(given):
        return common
    valid = open_for(words, given, "valid")
    return valid if valid.count_known(given) > common.count_known(given) else common


def open_beside(name: Dictionary | str, letters: str) -> Dictionary:
    """Return the list `name`, opened to be used with words that have these `letters`: ``--answers`` with ``--words``.

    A command reads a user's own file by the letters A to Z, unless ``--alphabet`` is given, before it knows beside
    which words the file will stand. If these have more letters, as Spanish ones have Ñ, its words are folded to them
    here. A shipped list keeps its own letters.
    """
    dictionary = open_dictionary(name)
    is_own = dictionary.name not in shelf()
    lacks_letters = set(dictionary.alphabet) < set(letters)
    if is_own and lacks_letters:
        return refold(dictionary, letters)
    return dictionary


def open_within(name: Dictionary | str, letters: str) -> Dictionary:
    """Return the list `name`, opened as by `open_beside`, if it has no letters but these.

    Raises `AlphabetOtherError` if it has others.
    """
    dictionary = open_beside(name, letters)
    dictionary.refuse_letters_beyond(letters)
    return dictionary


@lru_cache(maxsize=4)  # one game asks several times for its lists
def refold(dictionary: Dictionary, alphabet: str) -> Dictionary:
    """Return the words of a dictionary folded to an alphabet that has its letters and others.

    SENAL, spelled señal, becomes SEÑAL where Ñ is a letter. If two words were one, such as nina and niña, the frequency
    of each is that of both together.
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
    """Return the language of these words, judged by the largest list of each; "" if no list knows any of them.

    The reader's language is tried first, then French, then the others. The first that knows every word is taken at
    once. If none does, it is the one that knows most words, and among equals the first.

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
    """Return the letters of all languages: by these a puzzle is read that may be solved with any list.

    If the list that is chosen then lacks some of these letters, the words are folded once more. The shortest alphabet,
    A to Z, comes first, then the letters that only others have.

    >>> join_alphabets()
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÑ'
    """
    alphabets = [open_list(language, "valid").alphabet for language in languages.LANGUAGES]
    return "".join(dict.fromkeys("".join(sorted(alphabets, key=len))))


def find_better_list(given: Sequence[str], name: str, known: int) -> str:
    """Return the name of another language's list that knows more of these words, and at least half; "" if none does.

    `name` is the list in use, and `known` is how many of the words it knows. If it is not a shipped one (`shelf`), its
    language is not known, and the list of any language may be better.
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
