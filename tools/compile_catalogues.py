#!/usr/bin/env python3
"""Compile the gettext catalogues: from each ``mastermot.po`` the ``mastermot.mo`` beside it, which the program reads.

The compiled files are not in git. ``hatch_build.py`` runs this for a wheel and for ``pip install -e .``, and
``tools/catalogue.py`` and the tests compile what is older than its source. It needs the standard library alone, and
the same source gives the same bytes on every Python.
"""

from __future__ import annotations

import ast
import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path

LANGUAGES = Path(__file__).resolve().parent.parent / "mastermot" / "texts" / "languages"
LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\]) )?(".*")')  #: ``msgid "text"``, or more of its text.
MAGIC = 0x950412DE  #: The first number of a compiled catalogue.


def read_entries(source: str) -> Iterator[dict[str, str]]:
    r"""Yield the entries of a ``.po`` file, each with its texts by keyword; raise `ValueError` for any other line.

    >>> list(read_entries('msgid "a word"\nmsgid_plural "{n} "\n"words"\nmsgstr[0] "un mot"\nmsgstr[1] ""\n'))
    [{'msgid': 'a word', 'msgid_plural': '{n} words', 'msgstr[0]': 'un mot', 'msgstr[1]': ''}]
    """
    entry: dict[str, str] = {}
    keyword = ""
    for number, line in enumerate(source.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        parts = LINE.fullmatch(line)
        if parts is None:
            raise ValueError(f"line {number} is none of a catalogue: {line}")
        if parts[1] == "msgid" and entry:
            yield entry
            entry = {}
        keyword = parts[1] or keyword
        entry[keyword] = entry.get(keyword, "") + ast.literal_eval(parts[2])
    if entry:
        yield entry


def read_translations(source: str) -> dict[str, str]:
    r"""Return the translations of a ``.po`` file by their English text, without those that are empty.

    Texts that count are joined by a zero byte, as gettext wants them; a form without a translation is English:

    >>> read_translations('msgid "word"\nmsgid_plural "words"\nmsgstr[0] "mot"\nmsgstr[1] ""\n')
    {'word\x00words': 'mot\x00words'}
    """
    translations = {}
    for entry in read_entries(source):
        english = entry["msgid"]
        translation = entry.get("msgstr", "")
        if "msgid_plural" in entry:
            forms = [text for keyword, text in entry.items() if keyword.startswith("msgstr[")]
            if any(forms):
                filled = [form or entry["msgid_plural" if number else "msgid"] for number, form in enumerate(forms)]
                translation = "\0".join(filled)
            english += "\0" + entry["msgid_plural"]
        if translation:
            translations[english] = translation
    return translations


def compile_catalogue(source: str) -> bytes:
    """Return the ``.mo`` file of a ``.po`` file: seven numbers, two tables of lengths and places, then all texts.

    The English texts are sorted, so that `gettext` could search them by halves; there is no hash table.
    """
    translations = sorted((english.encode(), text.encode()) for english, text in read_translations(source).items())
    count = len(translations)
    head_size = 7 * 4
    table_size = count * 2 * 4
    head = struct.pack("<7I", MAGIC, 0, count, head_size, head_size + table_size, 0, head_size + 2 * table_size)
    place = len(head) + 2 * table_size
    tables = b""
    texts = b""
    for column in (0, 1):
        for pair in translations:
            tables += struct.pack("<2I", len(pair[column]), place + len(texts))
            texts += pair[column] + b"\0"
    return head + tables + texts


def compile_older() -> None:
    """Write each compiled catalogue that is missing or older than its source, in one step, as others may read it."""
    for source in sorted(LANGUAGES.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns:
            written = compiled.with_suffix(f".{os.getpid()}")
            written.write_bytes(compile_catalogue(source.read_text(encoding="utf-8")))
            written.replace(compiled)


if __name__ == "__main__":
    compile_older()
