"""Which error a text tells: tests ask for its code, and for the words, numbers and names that it must hold.

So a sentence that is written better breaks no test; a sentence that is wrong in what it says does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from mastermot.errors import MastermotError
from mastermot.texts.languages import catalogue
from tools.compile_catalogues import LANGUAGES, read_translations

PLACEHOLDER = re.compile(r"\{\w+(?:[.!:][^}]*)?\}")
NUMBER = re.compile(r"\d[\d.,]*")
LEAST_WORDS = 2  #: Of a sentence: one that has fewer of its own, such as ``{reason}``, would be found everywhere.


def list_error_classes() -> Iterator[type[MastermotError]]:
    """Yield the classes of errors in memory: that of an error that was raised is among them."""
    waiting = [MastermotError]
    while waiting:
        classes = waiting.pop().__subclasses__()
        yield from classes
        waiting += classes


@cache
def compile_message(message: str, language: str) -> re.Pattern[str] | None:
    """Return what finds a sentence of the catalogue in a text, whatever stands at its places; None for too short ones.

    >>> compile_message("“{name}” must have {count} letters", "en").search("“ab” must have 5 letters") is not None
    True
    >>> compile_message("{reason}", "en") is None
    True
    """
    said = catalogue(language).gettext(message)
    pieces = PLACEHOLDER.split(said)
    if len(re.findall(r"\w+", " ".join(pieces))) < LEAST_WORDS:
        return None
    pattern = ".*?".join(r"\s+".join(map(re.escape, re.split(r"\s+", piece))) for piece in pieces)
    return re.compile(pattern, re.IGNORECASE)  # on the page it begins with a capital


def find_codes(text: str, language: str = "en") -> set[str]:
    """Return the codes of the errors whose sentence stands in a text."""
    codes = set()
    for kind in list_error_classes():
        for message in filter(None, (kind.message, kind.service_message)):
            pattern = compile_message(message, language)
            if pattern is not None and pattern.search(text):
                codes.add(kind.code)
    return codes


@cache
def list_messages() -> tuple[str, ...]:
    """Return the texts of the catalogue as the code has them, in English; of those for a count, the one for 1."""
    source = (LANGUAGES / "fr" / "LC_MESSAGES" / "mastermot.po").read_text(encoding="utf-8")
    return tuple(text.partition("\0")[0] for text in read_translations(source))


def find_message(*parts: str) -> str:
    """Return the only text of the catalogue that holds these words, places or options: what `gettext` translates.

    >>> "{codes}" in find_message("undo [TURN]", "word WORD")
    False
    """
    found = [message for message in list_messages() if all(part in message for part in parts)]
    assert len(found) == 1, (parts, found)
    return found[0]


def count_part(text: str, part: str) -> int:
    """Return how often a text has a part; a number is not found within another one.

    >>> count_part("15 turns, 2.5 on average", "5"), count_part("the marks of turn 5: 5 blacks.", "5")
    (0, 2)
    """
    if not NUMBER.fullmatch(part):
        return text.count(part)
    return len(re.findall(rf"(?<!\d)(?<!\d[.,\u202f]){re.escape(part)}(?!\d|[.,\u202f]\d)", text))


def check_told(text: str, code: str, *parts: str, lang: str = "en") -> None:
    """Check that a text tells the error of this code, and holds these words, numbers or names, in whatever order.

    A part that is given twice must stand there twice. Without a code the parts alone are checked: for a text that tells
    no error, for an error whose sentence is all a reason, and for those of click, which have no codes.
    """
    assert not code or code in find_codes(text, lang), (code, find_codes(text, lang), text)
    for part in parts:
        assert count_part(text, part) >= parts.count(part), (part, text)
