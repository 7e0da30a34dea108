"""Dictionaries: lists of words by length, the shipped ones and the user's.

A dictionary file has a word on each line, maybe with a frequency after it, or has the form of another program. Words
are folded when they are read, and all the spellings of a folded word are kept. The shipped lists have an index, so that
the words of one length can be read without the rest.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, NamedTuple, cast
from unicodedata import normalize

from mastermot.caches import Cache
from mastermot.errors import N_, MastermotError, UseError, nearest, read_whole
from mastermot.words.files import LARGEST_LIST, FilePath, decode, find_data, read_bytes, read_list
from mastermot.words.folding import LETTERS, WordError, fold, fold_letter, fold_or_empty

MAX_KEPT_WORDS = 150_000  #: The most words of shipped dictionaries kept in memory (some 40 MB): those used last.
MAX_KEPT_USES = 50_000  #: The most words whose frequencies are kept in memory: those used last.
DESCRIBED = ("language", "title", "source", "version", "licence", "licence_file")
"""The fields that the description of a list added by hand must have."""
MAX_LEFT_OUT = 3  #: For how many entries a dictionary says why they are no words: the first ones.


class DictionaryUnknownError(UseError):
    code = "dictionary-unknown"
    title = N_("no such dictionary")
    message = N_("no dictionary named “{name}”, and no file of that name")
    advice = N_("Dictionaries: {known}. You may also give the path of a file with one word on each line.")
    service_advice = N_("Dictionaries: {known}.")
    service_message = N_("no dictionary named “{name}”")
    request_field = "words"
    name: str
    known: tuple[str, ...]


class AlphabetOtherError(UseError):
    code = "alphabet-other"
    title = N_("another alphabet than that of the dictionary")
    message = N_("the alphabet of the dictionary {name} is {alphabet}")
    advice = N_("Lists that are used together need the same letters. Only your own list takes an alphabet.")
    command_advice = N_("Lists that are used together need the same letters. Only your own list takes --alphabet.")
    name: str
    alphabet: str


class DictionaryEmptyError(MastermotError):
    code = "dictionary-empty"
    title = N_("the dictionary has no word of this length")
    message = N_("the dictionary {name} has no word of length {length}")
    advice = N_("Its lengths are: {lengths}.")
    request_field = "length"
    name: str
    length: int
    lengths: tuple[int | str, ...]


class DictionaryWordlessError(MastermotError):
    code = "dictionary-wordless"
    message = N_("no line of this file is a word")
    advice = N_("Write a word on each line. A JSON array, a table such as CSV and a Hunspell dictionary are read too.")


class DescriptionError(MastermotError):
    code = "description"
    title = N_("a description of a list that cannot be read")
    message = N_("the description of this list is not JSON, or lacks a text: {field}")
    advice = N_("Write it as CONTRIBUTING says under “a dictionary”.")
    field: str


class FoldedLines(NamedTuple):
    """The words of a text, a word on each line, and what was left out of it."""

    words: dict[str, tuple[str, ...]]  #: The spellings by folded word, in the order of the text.
    skipped: int  #: How many entries are no words.
    left_out: tuple[WordError, ...]  #: Why the first `MAX_LEFT_OUT` of these are no words; each error has its `text`.


def drop_comments(text: str) -> str:
    """Return a text without its comments: on each line, ``#`` and all after it, and the spaces before it."""
    return re.sub(r"[ \t]*#.*", "", text)


def fold_lines(text: str, alphabet: str = LETTERS) -> FoldedLines:
    """Return the words of a text with a word on each line, and what was left out because it is no word.

    Comments are dropped. The whole text is folded at once: that is far quicker than to fold line by line, as
    `fold_lines_plainly` does.

    >>> folded = fold_lines("pâte  # of flour\\npâté\\ncœur\\narc-en-ciel")
    >>> folded.words, folded.skipped, folded.left_out[0].character.describe()
    ({'PATE': ('pâte', 'pâté'), 'COEUR': ('cœur',)}, 1, '“-”')
    """
    if "#" in text:
        text = drop_comments(text)
    if not text.isascii():
        text = normalize("NFC", text)
    spellings = text.split("\n")
    folded_lines = _fold_characters(text, alphabet).split("\n")
    if folded_lines[-1] == "":  # the text is empty, or ends in a newline that no line follows
        del spellings[-1], folded_lines[-1]
    words: dict[str, tuple[str, ...]] = dict.fromkeys(folded_lines, ())  # in the order of the text, without spellings
    if not all(map(str.isalpha, words)):  # some lines are blank, are no words, or have spaces around one
        return _fold_each_line(spellings, folded_lines, alphabet)
    _enter_spellings(words, spellings, folded_lines)
    return FoldedLines(words, 0, ())


def _enter_spellings(words: dict[str, tuple[str, ...]], spellings: Sequence[str], folded_lines: Sequence[str]) -> None:
    """Enter the spellings of each word of `words`, in the order of the text.

    The lines of the text are `spellings`; `folded_lines` are the same lines folded.

    >>> words = {"PATE": (), "COEUR": ()}
    >>> _enter_spellings(words, ["pâte", "cœur", "pâté", "pâte"], ["PATE", "COEUR", "PATE", "PATE"])
    >>> words
    {'PATE': ('pâte', 'pâté'), 'COEUR': ('cœur',)}
    """
    # most words have one spelling: all are entered in one step, which is quick. Each word gets the spelling of its
    # first line, which is entered last, and replaces those of later lines
    tuples_of_one = zip(reversed(spellings), strict=True)  # ``("pâte",)``, ``("pâté",)``: `zip` of one list makes them
    words.update(zip(reversed(folded_lines), tuples_of_one, strict=True))
    if len(words) < len(spellings):  # some words have several spellings, or stand there twice
        for spelling, folded in zip(spellings, folded_lines, strict=True):
            if spelling not in words[folded]:
                words[folded] = (*words[folded], spelling)


def _fold_each_line(lines: Sequence[str], folded_lines: Sequence[str], alphabet: str) -> FoldedLines:
    """Return the result of `fold_lines` for a text where some lines are no words, or have spaces around a word.

    `lines` are the lines of the text; blank ones are passed over. `folded_lines` are the same lines with each character
    folded by itself.

    >>> lines = [" café ", "", "o'clock"]
    >>> folded_lines = _fold_characters("\\n".join(lines), LETTERS).split("\\n")
    >>> _fold_each_line(lines, folded_lines, LETTERS)[:2]
    ({'CAFE': ('café',)}, 1)
    """
    words: dict[str, tuple[str, ...]] = {}
    skipped = 0
    left_out: list[WordError] = []
    for line, folded_line in zip(lines, folded_lines, strict=True):
        spelling = line
        folded = folded_line
        if not folded_line.isalpha():  # it is blank, has spaces around a word, or is no word
            spelling = line.strip()
            if not spelling:
                continue
            try:
                folded = fold(spelling, alphabet)
            except WordError as error:
                skipped += 1
                if len(left_out) < MAX_LEFT_OUT:
                    left_out.append(error.at(text=spelling))
                continue
        known = words.get(folded, ())
        if spelling not in known:
            words[folded] = (*known, spelling)
    return FoldedLines(words, skipped, tuple(left_out))


def _fold_characters(text: str, alphabet: str) -> str:
    """Return a text of several lines with each character folded by itself, as `fold_letter` does; the lines stay.

    A character that is no letter becomes a sign (`fold_letter`), so that its line is no word.

    >>> _fold_characters("cœur\\nété", LETTERS)
    'COEUR\\nETE'
    """
    # once the letters that need only capitals are deleted, the other characters are left. Deleting is quickest in
    # bytes, and right there: in UTF-8, no byte of another character is a byte of these letters. `surrogatepass` is for
    # half of a surrogate pair, which UTF-8 cannot write: like any character that is no letter, it becomes a sign below
    plain = "\n" + "".join(letter for letter in LETTERS + LETTERS.lower() if letter.upper() in alphabet)
    others = text.encode(errors="surrogatepass").translate(None, plain.encode()).decode(errors="surrogatepass")
    for character in set(others):  # few: the accented letters of a language, and signs
        text = text.replace(character, fold_letter(character, alphabet))
    return text.upper()


def fold_lines_plainly(text: str, alphabet: str = LETTERS) -> tuple[dict[str, tuple[str, ...]], int]:
    """Return the `words` and `skipped` of `fold_lines`: its plain version, with which the tests compare it."""
    words: dict[str, tuple[str, ...]] = {}
    skipped = 0
    for line in drop_comments(normalize("NFC", text)).split("\n"):
        spelling = line.strip()
        if not spelling:
            continue
        folded = fold_or_empty(spelling, alphabet)
        if not folded:  # it is no word
            skipped += 1
            continue
        known = words.get(folded, ())
        if spelling not in known:
            words[folded] = (*known, spelling)
    return words, skipped


class Section:
    """The words of one length of a dictionary, with an index: the words that have a given letter at a position.

    `words` has the spellings of each folded word, in the order of the dictionary.
    """

    def __init__(self, words: Mapping[str, tuple[str, ...]], length: int, alphabet: str) -> None:
        self.words = words
        self.length = length
        self.alphabet = alphabet
        self._columns: tuple[bytes, ...] = ()  #: See `_list_columns`; empty until they are needed.
        self._having: dict[tuple[int, str], int] = {}  #: What `having` has returned, by position and letter.

    def having(self, position: int, letter: str) -> int:
        """Return the set of words with `letter` at `position` (from 0), as an integer: bit 0 is for the first word.

        Of RACE, RITE and TARE, the first and the second begin with R: bits 0 and 1.

        >>> section = Section({"RACE": ("race",), "RITE": ("rite",), "TARE": ("tare",)}, 4, LETTERS)
        >>> bin(section.having(0, "r"))
        '0b11'

        Each set is made once and kept. `list_having_plainly` is the plain version. Raises `NotAWordError` for what is
        no letter.
        """
        key = (position, letter)
        if key not in self._having:
            if not self._columns:
                self._columns = self._list_columns()
            # a column has the number of each word's letter. With the digit 1 for this letter's number, and 0 for any
            # other, it is the set in base 2; as it has the last word first, the last digit, bit 0, is the first word's
            number = self.alphabet.index(fold(letter, self.alphabet))
            digit_of_number = bytearray(b"0" * 256)
            digit_of_number[number] = ord("1")
            digits = self._columns[position].translate(digit_of_number)
            self._having[key] = int(b"0" + digits, 2)  # the 0 makes a number of a section without words, too
        return self._having[key]

    def _list_columns(self) -> tuple[bytes, ...]:
        """Return, for each position, a byte for each word, the last word first: the number of its letter there.

        The last word comes first since `having` reads a column as a number in base 2, whose last digit is bit 0.

        >>> section = Section({"ABBA": ("abba",), "CADA": ("cada",)}, 4, LETTERS)
        >>> [list(column) for column in section._list_columns()]
        [[2, 0], [0, 1], [3, 1], [0, 0]]
        """
        numbers = {ord(letter): number for number, letter in enumerate(self.alphabet)}
        letters = "".join(reversed(tuple(self.words)))
        text = letters.translate(numbers).encode("latin-1")  # a byte for each number: they are all below 256
        return tuple(text[position :: self.length] for position in range(self.length))

    def list_having_plainly(self, position: int, letter: str) -> list[str]:
        """Return the words that `having` returns as a set: its plain version, with which the tests compare it."""
        folded = fold(letter, self.alphabet)
        return [word for word in self.words if word[position] == folded]


class Dictionary:
    """A list of words by length: folded words in the order of the file, with their spellings and frequencies."""

    language = ""  #: The language of a shipped dictionary, such as ``fr``; empty for any other.

    def __init__(
        self,
        name: str,
        sections: Mapping[int, Mapping[str, Sequence[str]]],
        skipped: int = 0,
        frequencies: Mapping[str, float] | None = None,
        alphabet: str = LETTERS,
        left_out: Sequence[WordError] = (),
    ) -> None:
        """Make a dictionary of `sections`: for each length, the spellings of each word, folded to the `alphabet`.

        `frequencies` has how often each folded word is used, on any scale: they are only compared with each other.
        `skipped` and `left_out` are about the entries of its file that are no words.
        """
        self.name = name
        self.frequencies = frequencies or {}
        self.alphabet = alphabet
        self.skipped = skipped  #: How many entries of its file are no words.
        self.left_out = tuple(left_out)  #: Why the first of these entries are no words; each error has its `text`.
        self.lengths = {length: len(sections[length]) for length in sorted(sections)}
        """How many words there are of each length, the shortest length first."""
        self._sections: dict[int, Section] = {}
        for length, words in sections.items():
            by_word = {word: tuple(spellings) for word, spellings in words.items()}
            self._sections[length] = Section(by_word, length, alphabet)

    def __repr__(self) -> str:
        return f"<Dictionary {self.name}>"

    def section(self, length: int) -> Section:
        """Return the words of one length with their index; an empty section when there are none.

        Raises `WrongKindError` for a `length` that is no whole number from 0 on.
        """
        length = read_whole("length", length, least=0)
        return self._sections.get(length) or Section({}, length, self.alphabet)

    def of_length(self, length: int) -> Mapping[str, tuple[str, ...]]:
        """Return the words of one length: spellings by folded word, in order; empty when there are none.

        To look up many words, call this once and look in the result: a shipped dictionary looks for its section at
        each call.
        """
        return self.section(length).words

    def frequencies_of(self, length: int) -> Mapping[str, float]:
        """Return how often each word of one length is used, by folded word; empty if the list has no frequencies."""
        return {word: number for word, number in self.frequencies.items() if len(word) == length}

    def words(self, length: int) -> tuple[str, ...]:
        """Return the folded words of one length, in order. Raises `DictionaryEmptyError` when there are none."""
        words = tuple(self.of_length(length))
        if not words:
            lengths = tuple(self.lengths) or ("-",)
            raise DictionaryEmptyError(name=self.name, length=length, lengths=lengths)
        return words

    def refuse_letters_beyond(self, letters: str) -> None:
        """Raise `AlphabetOtherError` if the alphabet has a letter beyond `letters`, those of the words used with it."""
        if not set(self.alphabet) <= set(letters):
            raise AlphabetOtherError(name=self.name, alphabet=self.alphabet)

    def having(self, length: int, position: int, letter: str) -> int:
        """Return the set of words of a length with `letter` at `position` (from 0), as in `Section.having`."""
        return self.section(length).having(position, letter)

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the spellings of a word, folded or not; empty when the dictionary does not have it."""
        known = self.of_length(len(word)).get(word)  # a folded word is found at once
        if known is None:
            folded = fold_or_empty(word, self.alphabet)
            if folded != word:
                known = self.of_length(len(folded)).get(folded)
        return known or ()

    def __contains__(self, word: str) -> bool:
        return bool(self.spellings(word))

    def count_known(self, words: Iterable[str]) -> int:
        """Return how many of these words the dictionary has, folded or not.

        >>> Dictionary("mine", {4: {"RACE": ["race"], "RITE": ["rite"]}}).count_known(["RACE", "rité", "rave", "1"])
        2
        """
        return sum(word in self for word in words)

    def __len__(self) -> int:
        return sum(self.lengths.values())

    def __iter__(self) -> Iterator[str]:
        """Yield the folded words, the shortest first, those of one length in the order of the file."""
        for length in self.lengths:
            yield from self.of_length(length)

    def nearest(self, word: str, count: int = 3) -> list[str]:
        """Return the words most like `word`, at most `count`; none if no word is alike enough.

        Words of the same length come first, then words with one letter less, then words with one letter more.
        """
        folded = fold_or_empty(word, self.alphabet)
        near: list[str] = []
        for length in (len(folded), len(folded) - 1, len(folded) + 1):
            if length in self.lengths:
                near += nearest(folded, self.of_length(length), count=count)
        return near[:count]


kept_sections = Cache[Section](MAX_KEPT_WORDS, lambda section: len(section.words))
"""The sections of shipped dictionaries that were used last, by the name of the dictionary and the length."""
kept_uses = Cache[Mapping[str, tuple[float, str]]](MAX_KEPT_USES, len)
"""How often words are used (see `read_uses`), by language and length: what was asked for last."""


class ShippedDictionary(Dictionary):
    """A dictionary of ``wordlists/``, described by its entry in the index.

    The words of a length are read when they are needed.
    """

    def __init__(self, entry: Mapping[str, Any]) -> None:
        super().__init__(entry["name"], {}, alphabet=entry.get("alphabet", LETTERS))
        self.entry = entry
        self.language = entry["language"]
        self.lengths = {int(length): count for length, count in entry["lengths"].items()}

    def section(self, length: int) -> Section:
        """Return the words of one length with their index, from memory or the file; empty when there are none."""
        length = read_whole("length", length, least=0)
        if length not in self.lengths:
            return Section({}, length, self.alphabet)
        return kept_sections.fetch((self.name, length), lambda: self.read_section(length))

    def count_known(self, words: Iterable[str]) -> int:
        """Return how many of these words the dictionary has, folded or not.

        Words of a length that is not in memory yet are looked for in the text of the file (`_count_in_file`). Of
        Knuth's list (``sgb``) no such text can be read (see `read_section`).
        """
        folded_words = [fold_or_empty(word, self.alphabet) for word in words]
        count = 0
        for length in set(map(len, folded_words)):
            of_length = [word for word in folded_words if len(word) == length]
            is_in_memory = kept_sections.get((self.name, length)) is not None
            if is_in_memory or self.entry["format"] == "sgb":
                count += super().count_known(of_length)
            else:
                count += self._count_in_file(of_length, length)
        return count

    def _count_in_file(self, folded_words: Sequence[str], length: int) -> int:
        """Return how many of these words, all of one length, the file has; no section is made for it.

        When the language of a puzzle is looked for, most lists are asked nothing else: a section would be in vain.
        """
        text = normalize("NFC", _read_range(self.entry, length))
        lines = "\n" + _fold_characters(text, self.alphabet)  # the first word, too, has a newline on either side
        return sum(f"\n{word}\n" in lines for word in folded_words)

    def read_section(self, length: int) -> Section:
        """Return the words of one length with their index, read from the file.

        The index has no ranges for Knuth's list (``sgb``), whose words all have one length: it is read whole.
        """
        if self.entry["format"] == "sgb":
            path = find_data("wordlists", self.entry["file"])
            return read_dictionary(path).section(length)
        folded = fold_lines(_read_range(self.entry, length), self.alphabet)
        return Section(folded.words, length, self.alphabet)

    def frequencies_of(self, length: int) -> Mapping[str, float]:
        """Return how often each word of one length is used, per million words; empty when no frequency is known.

        A word without a known frequency is taken to be half as frequent as the rarest word that has one.
        """
        known = {word: number for word, (number, _verb) in read_uses(self.language, length).items()}
        if not known:
            return {}
        half_of_rarest = min(known.values()) / 2
        return {word: known.get(word, half_of_rarest) for word in self.of_length(length)}


def _read_range(entry: Mapping[str, Any], length: int) -> str:
    """Return the lines of a shipped file that have words of one length; empty when there are none.

    `entry`, from the index, has the range of these lines: the first byte, and the byte after the last.
    """
    start, end = entry["ranges"].get(str(length), (0, 0))
    with open(find_data("wordlists", entry["file"]), "rb") as file:
        file.seek(start)
        return file.read(end - start).decode()


def _index() -> Mapping[str, Any]:
    with open(find_data("wordlists", "index.json"), encoding="utf-8") as file:
        return cast("Mapping[str, Any]", json.load(file))


@cache
def shelf() -> dict[str, Mapping[str, Any]]:
    """Return the index entry of each shipped dictionary by name; for a list added by hand, its description."""
    return {entry["name"]: entry for entry in (*_index()["dictionaries"], *_read_descriptions())}


def _read_descriptions() -> list[Mapping[str, Any]]:
    """Return the entries of lists added by hand: ``wordlists/NAME.json`` describes ``NAME.txt``.

    Raises `DescriptionError` for the first file that is not JSON, or that lacks a field of `DESCRIBED`.
    """
    folder = find_data("wordlists")
    entries: list[Mapping[str, Any]] = []
    for file in sorted(os.listdir(folder)):
        if file.endswith(".json") and file != "index.json":
            name = file.removesuffix(".json")
            description = _read_description(f"{folder}/{file}", source=f"wordlists/{file}")
            entries.append({**description, "name": name, "file": f"{name}.txt", "format": "lines"})
    return entries


def _read_description(path: str, source: str) -> dict[str, Any]:
    """Return the description in the file at `path`; errors name the file as `source`.

    Raises `DescriptionError` if the file is not JSON, or a field of `DESCRIBED` is missing or no text; for a file that
    cannot be read, the errors that `read_bytes` and `decode` name.
    """
    try:
        description = json.loads(decode(read_bytes(path, LARGEST_LIST), source))
    except (ValueError, RecursionError) as error:  # no JSON, or brackets in too many brackets
        raise DescriptionError(source=source, field=str(error)) from None  # the field says why it is no JSON
    fields = description if isinstance(description, dict) else {}  # other JSON, such as a list, lacks all fields
    for field in DESCRIBED:
        if not isinstance(fields.get(field), str):
            raise DescriptionError(source=source, field=field)
    return fields


def read_uses(language: str, length: int) -> Mapping[str, tuple[float, str]]:
    """Return, for each folded word of a language and a length, its occurrences per million and its verb.

    The verb is the one that the word is a form of, empty for other words: ``PARLE`` has ``PARLER``.
    """
    return kept_uses.fetch((language, length), lambda: _read_uses(language, length))


def _read_uses(language: str, length: int) -> Mapping[str, tuple[float, str]]:
    """Return, for each folded word of a language and a length, its occurrences per million and its verb, if any.

    They are read from the shipped files, each time; `read_uses` keeps them. A line has the word, its number and perhaps
    its verb, with tabs between: ``parle``, ``496``, ``parler``.
    """
    uses_of_words: dict[str, tuple[float, str]] = {}
    for entry in _index()["frequencies"]:
        if entry["language"] == language:
            for line in _read_range(entry, length).upper().splitlines():
                word, number, *rest = line.split("\t")
                verb = rest[0] if rest else ""
                uses_of_words[word] = (float(number), verb)
    return uses_of_words


def dictionary_names() -> tuple[str, ...]:
    """Return the names of the shipped dictionaries, in the order in which they are listed."""
    return tuple(shelf())


def open_dictionary(name: FilePath | Dictionary, alphabet: str | None = None) -> Dictionary:
    """Return the shipped dictionary of this name, or else the dictionary in the file of this path (gzip too).

    A `Dictionary` is returned as it is. `alphabet` is for a file, whose letters are A to Z without it; a shipped
    dictionary has its own. A file is read by `read_dictionary`, which names its errors. Raises `TypeError` for a
    number, `DictionaryUnknownError` with the nearest names for a text that is neither such a name nor like a path, and
    `AlphabetOtherError` for a shipped dictionary that has another alphabet.
    """
    if isinstance(name, Dictionary):
        return name
    name = os.fspath(name)  # raises TypeError for a number
    has_sign_of_path = re.search(r"[/\\.]", name) is not None
    is_path = name not in shelf() and (has_sign_of_path or os.path.exists(name))
    if is_path:
        return read_dictionary(name, alphabet or LETTERS)
    shipped = open_shipped(name)  # raises the error for an unknown name
    if alphabet is not None and alphabet != shipped.alphabet:
        raise AlphabetOtherError(name=name, alphabet=shipped.alphabet)
    return shipped


@cache
def open_shipped(name: str) -> Dictionary:
    """Return the shipped dictionary of this name, the same object each time. Raises `DictionaryUnknownError`.

    The words of one length are read when they are asked for. But a list that was added by hand is read whole at once,
    with the errors of `read_dictionary`.
    """
    if name not in shelf():
        suggestions = nearest(name, shelf(), cutoff=0.5)  # less strict than usual: there are few names
        raise DictionaryUnknownError(name=name, known=tuple(shelf()), suggestions=suggestions)
    entry = shelf()[name]
    # the index says where the words of each length begin; those of the GraphBase all have five letters
    can_read_one_length = "ranges" in entry or entry["format"] == "sgb"
    if can_read_one_length:
        return ShippedDictionary(entry)
    path = find_data("wordlists", entry["file"])
    dictionary = read_dictionary(path, entry.get("alphabet", LETTERS))
    dictionary.name = name
    dictionary.language = entry["language"]
    return dictionary


def list_common_words(name: str, length: int) -> Set[str]:
    """Return the folded words of one length of the shipped dictionary ``NAME-common``; empty if there is none."""
    common = f"{name}-common"
    return open_shipped(common).of_length(length).keys() if common in shelf() else frozenset()


def read_dictionary(path: FilePath, alphabet: str = LETTERS) -> Dictionary:
    """Return the dictionary in a file, compressed or not: a word on each line, or one of the forms of `list_forms`.

    The text may be in UTF-8, UTF-16, Latin-1 or Windows-1252. Raises `DictionaryWordlessError` when nothing is a word,
    `DictionaryFrequencyError`, and for a file that cannot be read `FileMissingError`, `FileIsFolderError`,
    `FileUnreadableError`, `FileDamagedError`, `FileTooLargeError`, `NotTextError`, `ListTooLongError` or
    `LineTooLongError`.
    """
    from mastermot.words.list_forms import list_words_by_line, split_frequencies  # not for shipped lists

    source = str(path)
    text = read_list(path, list_words_by_line)
    text, frequencies = split_frequencies(text, source, alphabet)
    folded = fold_lines(text, alphabet)
    if not folded.words:
        raise DictionaryWordlessError(source=source)
    sections: dict[int, dict[str, tuple[str, ...]]] = {}
    for word, spellings in folded.words.items():
        sections.setdefault(len(word), {})[word] = spellings
    return Dictionary(source, sections, folded.skipped, frequencies, alphabet, folded.left_out)
