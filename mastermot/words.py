"""Folded words and dictionaries, the shipped ones and the user's.

A dictionary file is a word a line; it is folded when it is read, and all the spellings of one folded word are kept.
The shipped lists are sorted by folded length and indexed, so that the words of one length are read alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mastermot.errors import (
    N_,
    DictionaryEmptyError,
    DictionaryUnknownError,
    DictionaryWordlessError,
    FileIsFolderError,
    FileMissingError,
    FileTooLargeError,
    FileUnreadableError,
    NotAWordError,
    NotTextError,
    Reason,
    WordMissingError,
    nearest,
)

SHORTEST = 2
LONGEST = 15
LARGEST_LIST = 64 << 20
"""Bytes of the largest dictionary file read (after decompression)."""

WHY_CUT_SHORT = N_("the compressed file is cut short")

_NOT_A_WORD = "\0"
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def data_folder(name: str) -> Path:
    """Return the folder ``wordlists``, ``puzzles`` or ``accel``: inside an installed package, or in the checkout."""
    package = Path(__file__).parent
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name


def fold(word: str) -> str:
    """Return `word` in capitals A-Z: accents dropped, ligatures opened (``cœur`` gives ``COEUR``).

    Raises `NotAWordError`, naming the character, when a character is no Latin letter, and `WordMissingError` (one of
    them) when there is no character at all.
    """
    if word.isascii() and word.isalpha():
        return word.upper()
    if not word:
        raise WordMissingError
    from unicodedata import normalize

    composed = normalize("NFC", word)
    folded = composed.translate(_folding(composed))
    if _NOT_A_WORD in folded:
        bad = next(c for c in composed if _folded_letter(c) == _NOT_A_WORD)
        raise NotAWordError(word=word, character=bad)
    return folded


def _folding(text: str) -> dict[int, str]:
    """Return the translation table of all the characters of `text`."""
    return {ord(character): _folded_letter(character) for character in set(text)}


def _folded_letter(character: str) -> str:
    """Return the capitals that a Latin letter folds to, or `_NOT_A_WORD`.

    Only cased letters with a Latin name are folded: unidecode alone would also turn superscripts, the micro sign and
    ordinal marks into letters.
    """
    if character.isascii():
        return character.upper() if character.isalpha() else _NOT_A_WORD
    from unicodedata import category, name

    from unidecode import unidecode_expect_nonascii

    if category(character) not in ("Ll", "Lu") or not name(character, "").startswith("LATIN "):
        return _NOT_A_WORD
    plain: str = unidecode_expect_nonascii(character)
    return plain.upper() if plain.isalpha() else _NOT_A_WORD


def read_bytes(path: Path, largest: int) -> bytes:
    """Return the bytes of a file of at most `largest` bytes.

    Raises `FileMissingError`, `FileIsFolderError`, `FileUnreadableError` or `FileTooLargeError`.
    """
    source = str(path)
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except FileNotFoundError:
        raise FileMissingError(source=source) from None
    except IsADirectoryError:
        raise FileIsFolderError(source=source) from None
    except (OSError, ValueError) as error:
        raise FileUnreadableError(source=source, reason=getattr(error, "strerror", None) or str(error)) from None
    if len(content) > largest:
        raise FileTooLargeError(source=source, limit=largest)
    return content


def decode(content: bytes, source: str = "") -> str:
    """Return the text of a word list in UTF-8 (BOM or not), Windows-1252 or Latin-1, line ends as ``\\n``.

    Raises `NotTextError`, naming the line, when the bytes hold control characters that no text has.
    """
    for encoding in ("utf-8-sig", "cp1252", "latin-1"):
        try:
            text = content.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    found = _CONTROLS.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise NotTextError(source=source, line=line, encodings="UTF-8, Latin-1, Windows-1252")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Section(NamedTuple):
    """The words of one list: spellings by folded word, in the order of the file, and the entries skipped."""

    words: dict[str, tuple[str, ...]]
    skipped: int


def fold_lines(text: str) -> Section:
    """Return the words of `text`, a word a line, without comments; entries that are not one word are skipped."""
    if "#" in text:
        text = re.sub(r"[ \t]*#.*", "", text)
    if not text.isascii():
        from unicodedata import is_normalized, normalize

        text = text if is_normalized("NFC", text) else normalize("NFC", text)
        folded_text = text.translate(_folding(text) | {ord("\n"): "\n"})
    else:
        folded_text = text.upper()
    words: dict[str, tuple[str, ...]] = {}
    skipped = 0
    for spelling, folded in zip(text.split("\n"), folded_text.split("\n"), strict=True):
        if not folded.isalpha():
            spelling = spelling.strip()
            folded = fold_or_empty(spelling)
            if not folded:
                skipped += bool(spelling)
                continue
        known = words.get(folded)
        if known is None:
            words[folded] = (spelling,)
        elif spelling not in known:
            words[folded] = (*known, spelling)
    return Section(words, skipped)


def fold_or_empty(word: str) -> str:
    """Return `word` folded, or an empty string when it is not one word."""
    try:
        return fold(word)
    except NotAWordError:
        return ""


def _sgb_lines(text: str) -> str:
    """Return Knuth's list as a word a line: lines of ``*`` are comments, the word is the first five characters."""
    return "\n".join(line[:5] for line in text.split("\n") if line and not line.startswith("*"))


class Dictionary:
    """A list of words, by length: folded forms in the order of the file, each with its spellings."""

    def __init__(self, name: str, sections: Mapping[int, Mapping[str, Sequence[str]]], skipped: int = 0) -> None:
        """Keep the words, `sections` giving for each length the spellings of each folded word."""
        self.name = name
        self.skipped = skipped
        self._sections = {length: {w: tuple(s) for w, s in words.items()} for length, words in sections.items()}
        self._columns: dict[int, tuple[bytes, ...]] = {}
        self._having: dict[tuple[int, int, str], int] = {}

    def __repr__(self) -> str:
        return f"<Dictionary {self.name}>"

    @property
    def lengths(self) -> dict[int, int]:
        """The number of words of each length there is, shortest first."""
        return {length: len(self._sections[length]) for length in sorted(self._sections)}

    def of_length(self, length: int) -> Mapping[str, tuple[str, ...]]:
        """Return the words of one length: spellings by folded word, in order; empty when there are none."""
        return self._sections.get(length, {})

    def words(self, length: int) -> tuple[str, ...]:
        """Return the folded words of one length, in order. Raises `DictionaryEmptyError` when there are none."""
        words = tuple(self.of_length(length))
        if not words:
            lengths = tuple(self.lengths) or ("-",)
            raise DictionaryEmptyError(name=self.name, length=length, lengths=lengths)
        return words

    def having(self, length: int, position: int, letter: str) -> int:
        """Return the words of one length that have `letter` at `position` (from 0) as a bit set: bit 0 the first word.

        Made when first asked for, and kept: a bit a word.
        """
        key = (length, position, letter)
        if key not in self._having:
            if length not in self._columns:
                text = "".join(reversed(tuple(self.of_length(length)))).encode("ascii")
                self._columns[length] = tuple(text[place::length] for place in range(length))
            only = bytearray(b"0" * 256)
            only[ord(letter)] = ord("1")
            self._having[key] = int(b"0" + self._columns[length][position].translate(only), 2)
        return self._having[key]

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the spellings of a folded word, empty when the dictionary does not have it."""
        return self.of_length(len(word)).get(word, ())

    def __contains__(self, word: str) -> bool:
        return word in self.of_length(len(word))

    def __len__(self) -> int:
        return sum(self.lengths.values())

    def nearest(self, word: str, count: int = 3) -> list[str]:
        """Return the words of the dictionary nearest to `word` (folded), of its length first."""
        lengths = [n for n in (len(word), len(word) - 1, len(word) + 1) if n in self.lengths]
        found: list[str] = []
        for length in lengths:
            found += nearest(word, self.of_length(length), count=count)
        return found[:count]


class ShippedDictionary(Dictionary):
    """A dictionary of ``wordlists/``, described by its entry in the index; words are read length by length."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        """Keep the index entry; nothing is read yet."""
        super().__init__(entry["name"], {})
        self.entry = entry
        self._lengths = {int(length): count for length, count in entry["lengths"].items()}

    @property
    def lengths(self) -> dict[int, int]:
        """The number of words of each length there is, shortest first."""
        return dict(self._lengths)

    def of_length(self, length: int) -> Mapping[str, tuple[str, ...]]:
        """Return the words of one length: spellings by folded word, in order; empty when there are none."""
        if length not in self._sections and length in self._lengths:
            self._sections[length] = fold_lines(self._text(length)).words
        return self._sections.get(length, {})

    def _text(self, length: int) -> str:
        path = data_folder("wordlists") / self.entry["file"]
        if self.entry["format"] == "sgb":
            return _sgb_lines(decode(_decompressed(path.read_bytes(), str(path))))
        start, end = self.entry["ranges"][str(length)]
        with path.open("rb") as file:
            file.seek(start)
            section: bytes = file.read(end - start)
        return section.decode()


@cache
def shelf() -> dict[str, Mapping[str, Any]]:
    """Return the index entry of each shipped dictionary by name: source, version, licence, checksum, counts."""
    import json

    content = (data_folder("wordlists") / "index.json").read_text(encoding="utf-8")
    return {entry["name"]: entry for entry in json.loads(content)["dictionaries"]}


def open_dictionary(name: str) -> Dictionary:
    """Return the shipped dictionary of this name, or the one in the file of this path (gzip accepted).

    Raises `DictionaryUnknownError` with the nearest names, or what `read_dictionary` raises.
    """
    if name in shelf():
        return ShippedDictionary(shelf()[name])
    path = Path(name)
    if not _exists(path) and not re.search(r"[/\\.]", name):
        raise DictionaryUnknownError(name=name, known=tuple(shelf()), suggestions=nearest(name, shelf(), 0.5))
    return read_dictionary(path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_dictionary(path: Path) -> Dictionary:
    """Return the dictionary in a file: a word a line, UTF-8, Latin-1 or Windows-1252, gzip accepted.

    Raises what `read_bytes` and `decode` raise, and `DictionaryWordlessError` when no line is a word.
    """
    source = str(path)
    text = decode(_decompressed(read_bytes(path, LARGEST_LIST), source), source)
    if text.startswith("*") and "Stanford GraphBase" in text[:400]:
        text = _sgb_lines(text)
    section = fold_lines(text)
    if not section.words:
        raise DictionaryWordlessError(source=source)
    sections: dict[int, dict[str, tuple[str, ...]]] = {}
    for word, spellings in section.words.items():
        sections.setdefault(len(word), {})[word] = spellings
    return Dictionary(source, sections, section.skipped)


def _decompressed(content: bytes, source: str) -> bytes:
    if not content.startswith(b"\x1f\x8b"):
        return content
    from gzip import GzipFile
    from io import BytesIO
    from zlib import error as zlib_error

    try:
        with GzipFile(fileobj=BytesIO(content)) as file:
            plain = file.read(LARGEST_LIST + 1)
    except EOFError:
        raise FileUnreadableError(source=source, reason=Reason(WHY_CUT_SHORT)) from None
    except (OSError, zlib_error) as error:
        raise FileUnreadableError(source=source, reason=str(error)) from None
    if len(plain) > LARGEST_LIST:
        raise FileTooLargeError(source=source, limit=LARGEST_LIST)
    return plain


def shelf_json() -> dict[str, object]:
    """Return the object of ``mastermot words --json``: the shipped dictionaries, where they come from, their counts."""
    kept = [{key: value for key, value in entry.items() if key != "ranges"} for entry in shelf().values()]
    return {"dictionaries": kept}


def counts_json(dictionary: Dictionary) -> dict[str, object]:
    """Return the object of ``mastermot words NAME --json``: how many words there are of each length."""
    lengths = {str(length): count for length, count in dictionary.lengths.items()}
    return {"dictionary": dictionary.name, "lengths": lengths, "skipped": dictionary.skipped}


def words_json(dictionary: Dictionary, length: int) -> dict[str, object]:
    """Return the object of ``mastermot words NAME --length N --json``. Raises `DictionaryEmptyError`."""
    dictionary.words(length)
    listed = dictionary.of_length(length)
    entries = [{"word": word, "spellings": list(spellings)} for word, spellings in listed.items()]
    return {"dictionary": dictionary.name, "length": length, "count": len(entries), "words": entries}
