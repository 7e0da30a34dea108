"""What a puzzle is to be, what comes out, and the words it is made of.

Answers come from a curated list, such as ``fr-answers`` (``wordlists/build.py`` has the rule). Offensive words
(``wordlists/offensive-fr.txt``) are neither answers nor clues. A person adds others in a file of that form: words
between spaces or lines, `stem*` for all words that begin so, ``#`` before a comment.
"""

from functools import cache
from itertools import accumulate
from typing import NamedTuple

from mastermot.errors import locating
from mastermot.puzzle.clues import Puzzle
from mastermot.puzzle.compose.errors import NoAnswerError
from mastermot.puzzle.explain.grading import Grade
from mastermot.words.dictionaries import Dictionary, common_words, open_dictionary, shelf
from mastermot.words.files import MAX_LINES, FilePath, ListTooLongError, find_shipped, read_list
from mastermot.words.folding import LETTERS, fold
from mastermot.words.list_forms import list_words_by_line, split_frequencies


class Wanted(NamedTuple):
    """What a puzzle is to be."""

    length: int = 5  #: Letters of the words.
    clues: int = 10  #: How many clues.
    level: int | None = None  #: 1 to 5, or None for any.
    minimal: bool = False
    """Whether no clue may be spared: without it there is another solution, or no clue shows a letter of this one."""
    solution: str = ""  #: The word to find; one is drawn when it is empty.
    own: tuple[str, ...] = ()  #: Clue words of one's own, all used; if too many for that, no others are.


class Composed(NamedTuple):
    """A composed puzzle; its clues are numbered as lines from 1."""

    puzzle: Puzzle  #: The clues alone, as a reader gets them.
    solution: str  #: The word to find, folded.
    spellings: tuple[str, ...]  #: How the solution is spelled, the most used spelling first.
    grade: Grade  #: How hard it is.
    seed: int  #: The seed that gives it again.
    spelled: tuple[str, ...] = ()  #: How the word of each clue is spelled, in order: `forêt` for FORET.

    @property
    def text(self) -> str:
        """The puzzle as a file that shows real spellings: ``word marks``, a clue a line."""
        return "".join(f"{word} {clue.marks}\n" for word, clue in zip(self.spelled, self.puzzle.clues, strict=True))


class Source(NamedTuple):
    """Words of one length: those that clues are made of, and those that solutions are drawn from."""

    name: str
    words: tuple[str, ...]
    answers: tuple[str, ...]
    spellings: dict[str, tuple[str, ...]]
    common: frozenset[str] = frozenset()  #: The words of a large list that people know, for most clues.
    alphabet: str = LETTERS

    def spell(self, word: str) -> tuple[str, ...]:
        """Return the spellings of a folded word; the word itself in lower case where none is known."""
        return self.spellings.get(word, (word.lower(),))


class Exclusions(frozenset[str]):
    """Words that are not to be shown, each with a full stop, and stems: they stand for all words that begin so.

    ``word in exclusions`` says whether a folded word is one of them.
    """

    def __contains__(self, word: object) -> bool:
        return not self.isdisjoint(accumulate(f"{word}."))


def parse_exclusions(text: str, source: str = "", alphabet: str | None = None) -> Exclusions:
    """Return the words and the stems of a text. Raises `NotAWordError`, naming the line, or `ListTooLongError`."""
    found = set[str]()
    read = 0
    for number, line in enumerate(text.splitlines(), start=1):
        entries = line.partition("#")[0].split()
        read += len(entries)
        if read > MAX_LINES:
            raise ListTooLongError(source=source, limit=MAX_LINES)
        for entry in entries:
            with locating(source=source, line=number, text=entry):
                folded = fold(entry.removesuffix("*"), alphabet)
            found.add(folded if entry.endswith("*") else f"{folded}.")
    return Exclusions(found)


def read_exclusions(path: FilePath, alphabet: str | None = None) -> Exclusions:
    """Return the words and the stems of a file, in any form that dictionaries have.

    Raises what `read_list` and `parse_exclusions` raise.
    """
    source = str(path)
    text, _frequencies = split_frequencies(read_list(path, list_words_by_line), source)
    return parse_exclusions(text, source, alphabet)


def find_checking(dictionary: Dictionary) -> Dictionary:
    """Return the dictionary that says which words of another one may be clues: it names one, or is one itself.

    The common words are counted in the subtitles of films, where names and slips stand too, such as `dixie`: a spelling
    dictionary checks them.
    """
    return open_dictionary(shelf().get(dictionary.name, {}).get("checked_by", dictionary))


@cache
def read_offensive(language: str) -> Exclusions:
    """Return the offensive words of a language; those of all languages together when the language is not known."""
    alphabets = {entry["language"]: entry.get("alphabet") for entry in shelf().values()}
    languages = [language] if language in alphabets else list(alphabets)
    words: list[str] = []
    for name in languages:
        path = find_shipped("wordlists", f"offensive-{name}")
        if path:
            words += read_exclusions(path, alphabets[name])
    return Exclusions(words)


def find_excluded(dictionary: Dictionary, more: Exclusions | None = None) -> Exclusions:
    """Return the words that are not shown with a dictionary: the offensive ones of its language, and `more`."""
    return Exclusions(read_offensive(dictionary.language).union(more or ()))


def list_answers(
    dictionary: Dictionary, length: int, answers: Dictionary | None = None, excluded: Exclusions | None = None
) -> dict[str, tuple[str, ...]]:
    """Return the words of `length` that are fit to be answers, each with its spellings, the most used first.

    They are the words of the curated list that the dictionary has; of a dictionary of a user, or without any, all words
    but the offensive ones. `answers`, of any words, takes the place of the curated list; `excluded` are left out.
    Raises `DictionaryEmptyError` when there is no word of this length.
    """
    left_out = find_excluded(dictionary, excluded)
    known: dict[str, tuple[str, ...]] = {}
    if answers is None and (curated_name := f"{dictionary.language}-answers") in shelf():
        curated = open_dictionary(curated_name).of_length(length)
        listed = dictionary.of_length(length)
        known = {word: spellings for word, spellings in curated.items() if word in listed}
    if not known:
        chosen = answers or dictionary
        chosen.words(length)
        known = dict(chosen.of_length(length))
    return {word: spellings for word, spellings in known.items() if word not in left_out}


def read_source(
    dictionary: Dictionary, length: int, answers: Dictionary | None = None, excluded: Exclusions | None = None
) -> Source:
    """Return the words of `length` of a dictionary without the offensive ones, and those fit to be answers.

    `answers` and `excluded` are those of `list_answers`. Raises `DictionaryEmptyError` when there are no such words and
    `NoAnswerError` when all that could be answers are excluded.
    """
    left_out = find_excluded(dictionary, excluded)
    known = find_checking(dictionary).of_length(length)
    words = tuple(word for word in dictionary.words(length) if word in known and word not in left_out)
    solutions = list_answers(dictionary, length, answers, excluded)
    if not solutions:
        raise NoAnswerError(name=(answers or dictionary).name, length=length)
    common = frozenset(words).intersection(common_words(dictionary.name, length))
    spellings = {**dictionary.of_length(length), **solutions}
    return Source(dictionary.name, words, tuple(solutions), spellings, common, dictionary.alphabet)
