"""What a puzzle is to be (`Wanted`), what comes out (`Composed`), and the words it is made of (`Source`).

Answers come from a curated list, such as ``fr-answers`` (``wordlists/build.py`` says how it was chosen). Offensive
words (``wordlists/offensive-fr.txt``) are neither answers nor clues. A user may exclude other words in a file of the
same form: words separated by spaces or lines, ``stem*`` for all words that begin so, ``#`` before a comment.
"""

from functools import cache
from itertools import accumulate
from typing import NamedTuple

from mastermot.errors import locating
from mastermot.puzzle.clues import Puzzle
from mastermot.puzzle.compose.errors import NoAnswerError
from mastermot.puzzle.explain.grading import Grade
from mastermot.words.dictionaries import Dictionary, list_common_words, open_dictionary, shelf
from mastermot.words.files import MAX_LINES, FilePath, ListTooLongError, find_shipped, read_list
from mastermot.words.folding import LETTERS, fold


class Wanted(NamedTuple):
    """What a puzzle is to be."""

    length: int = 5  #: Letters of the words.
    clues: int = 10  #: How many clues.
    level: int | None = None  #: 1 to 5, or None for any.
    minimal: bool = False
    """Whether every clue must be needed: without it another solution fits, or a letter of the solution is not shown."""
    solution: str = ""  #: The word to find; one is drawn when it is empty.
    own: tuple[str, ...] = ()
    """The user's own clue words: all become clues or, if they are more than `clues`, the clues are chosen from them."""


class Composed(NamedTuple):
    """A composed puzzle; its clues are numbered as lines from 1."""

    puzzle: Puzzle  #: The clues alone, as a reader gets them.
    solution: str  #: The word to find, folded.
    spellings: tuple[str, ...]  #: How the solution is spelled, the most used spelling first.
    grade: Grade  #: How hard it is.
    seed: int  #: The seed that gives this puzzle again.
    spelled: tuple[str, ...] = ()  #: How the word of each clue is spelled, in order: ``forêt`` for FORET.

    @property
    def text(self) -> str:
        """The puzzle as a file that shows real spellings: ``word marks``, a clue a line."""
        return "".join(f"{word} {clue.marks}\n" for word, clue in zip(self.spelled, self.puzzle.clues, strict=True))


class Source(NamedTuple):
    """The words of one length that clues are made of (`words`), and that solutions are drawn from (`answers`)."""

    name: str
    words: tuple[str, ...]
    answers: tuple[str, ...]
    spellings: dict[str, tuple[str, ...]]
    common: frozenset[str] = frozenset()  #: Those of the words that people know: most clues are made of them.
    alphabet: str = LETTERS

    def spell(self, word: str) -> tuple[str, ...]:
        """Return the spellings of a folded word; the word itself in lower case if none is known."""
        return self.spellings.get(word, (word.lower(),))


class Exclusions(frozenset[str]):
    """Words that must not be shown, and stems, which stand for all words that begin so.

    ``word in exclusions`` tells whether a folded word is excluded. Whole words are kept with a full stop, ``MOT.``, and
    stems without, ``GAR``. So it is enough to look for every beginning of ``word.``: G, GA, GAR, GARE and ``GARE.``.

    >>> exclusions = parse_exclusions("mot  gar*")
    >>> [word in exclusions for word in ("MOT", "MOTS", "GARE")]
    [True, False, True]
    """

    def __contains__(self, word: object) -> bool:
        return not self.isdisjoint(accumulate(f"{word}."))


def parse_exclusions(text: str, source: str = "", alphabet: str | None = None) -> Exclusions:
    """Return the words and the stems (``stem*``) of a text. A comment goes from ``#`` to the end of its line.

    `source` names the text in errors, and `alphabet` has the letters of its words, A to Z without one. Raises
    `NotAWordError`, naming the line, or `ListTooLongError` for more than `MAX_LINES` words and stems.
    """
    found = set[str]()
    entries_read = 0
    for number, line in enumerate(text.splitlines(), start=1):
        entries = line.partition("#")[0].split()
        entries_read += len(entries)
        if entries_read > MAX_LINES:
            raise ListTooLongError(source=source, limit=MAX_LINES)
        for entry in entries:
            with locating(source=source, line=number, text=entry):
                folded = fold(entry.removesuffix("*"), alphabet)
            is_stem = entry.endswith("*")
            found.add(folded if is_stem else f"{folded}.")  # as `Exclusions` keeps them
    return Exclusions(found)


def read_exclusions(path: FilePath, alphabet: str | None = None) -> Exclusions:
    """Return the words and the stems of a file, in any form that dictionaries have.

    Frequencies after the words are left out. `alphabet` has the letters of its words, A to Z without one. Raises
    `NotAWordError` or `DictionaryFrequencyError`, naming the line, and for a file that cannot be read
    `FileMissingError`, `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError`, `FileTooLargeError`,
    `NotTextError`, `ListTooLongError` or `LineTooLongError`.
    """
    from mastermot.words.list_forms import list_words_by_line, split_frequencies  # for files alone

    source = str(path)
    text, _frequencies = split_frequencies(read_list(path, list_words_by_line), source)
    return parse_exclusions(text, source, alphabet)


def find_checking_dictionary(dictionary: Dictionary) -> Dictionary:
    """Return the dictionary that must have the clue words of `dictionary` too: often `dictionary` itself.

    It is another one if the index of the shipped dictionaries says so (``checked_by``). The common words were counted
    in the subtitles of films, with names and mistakes among them, such as `dixie`: so a spelling dictionary checks
    them.
    """
    entry = shelf().get(dictionary.name, {})
    if "checked_by" in entry:
        return open_dictionary(entry["checked_by"])
    return dictionary


@cache
def read_offensive(language: str) -> Exclusions:
    """Return the offensive words of a language or, if it has no shipped dictionary, of all languages together.

    A language without a list of offensive words adds none.
    """
    alphabets = {entry["language"]: entry.get("alphabet") for entry in shelf().values()}
    has_dictionary = language in alphabets
    languages = [language] if has_dictionary else list(alphabets)
    entries: list[str] = []  # whole words and stems, as `Exclusions` keeps them
    for name in languages:
        path = find_shipped("wordlists", f"offensive-{name}")
        if path:
            entries += read_exclusions(path, alphabets[name])
    return Exclusions(entries)


def find_excluded(dictionary: Dictionary, more: Exclusions | None = None) -> Exclusions:
    """Return the words that must not be shown with a dictionary: the offensive ones of its language, and `more`."""
    return Exclusions(read_offensive(dictionary.language).union(more or ()))


def list_answers(
    dictionary: Dictionary, length: int, answers: Dictionary | None = None, excluded: Exclusions | None = None
) -> dict[str, tuple[str, ...]]:
    """Return the words of `length` that are fit to be answers, each with its spellings, the most used first.

    Such words stand both in the dictionary and in the curated list of its language. Without such a list, or if the two
    share no word, all words of the dictionary are taken. If `answers` is given, its words are taken instead, whether
    the dictionary has them or not. Offensive words and those `excluded` are left out; perhaps none is left. Raises
    `DictionaryEmptyError` when there is no word of this length.
    """
    left_out = find_excluded(dictionary, excluded)
    curated_name = f"{dictionary.language}-answers"
    spellings_by_word: dict[str, tuple[str, ...]] = {}
    if answers is None and curated_name in shelf():
        listed = dictionary.of_length(length)
        curated = open_dictionary(curated_name).of_length(length)
        spellings_by_word = {word: spellings for word, spellings in curated.items() if word in listed}
    if not spellings_by_word:
        chosen = answers or dictionary
        chosen.words(length)  # raises an error if there are none
        spellings_by_word = dict(chosen.of_length(length))
    return {word: spellings for word, spellings in spellings_by_word.items() if word not in left_out}


def read_source(
    dictionary: Dictionary, length: int, answers: Dictionary | None = None, excluded: Exclusions | None = None
) -> Source:
    """Return the words of a dictionary that may be clues, and those that may be answers, of one length.

    Clues are words that are not excluded (`find_excluded`), and that a spelling dictionary has too
    (`find_checking_dictionary`). `answers` and `excluded` are as in `list_answers`. Raises the errors that
    `list_answers` names, and `NoAnswerError` when all words that could be answers are excluded.
    """
    left_out = find_excluded(dictionary, excluded)
    checked = find_checking_dictionary(dictionary).of_length(length)
    words = tuple(word for word in dictionary.words(length) if word in checked and word not in left_out)
    solutions = list_answers(dictionary, length, answers, excluded)
    if not solutions:
        raise NoAnswerError(name=(answers or dictionary).name, length=length)
    common = frozenset(words).intersection(list_common_words(dictionary.name, length))
    spellings = {**dictionary.of_length(length), **solutions}
    return Source(dictionary.name, words, tuple(solutions), spellings, common, dictionary.alphabet)
