"""The symbols that colours are written with, as people list them: one by one, or as a range.

>>> read_symbols("rgbyow"), read_symbols("1-6"), write_symbols("123456")
('RGBYOW', '123456', '1-6')
"""

from __future__ import annotations

import re

from mastermot.errors import N_, Reason
from mastermot.rules.errors import SymbolsError
from mastermot.words.folding import LETTERS

DIGITS = "0123456789"
SYMBOLS = LETTERS + DIGITS  #: The symbols that a colour may be written with.
MAX_COLOURS = 26  #: The most colours of a game.
_PIECE = r"(?P<first>[^\s,])\s*-\s*(?P<last>[^\s,])|(?P<one>[^\s,])"  # compiled when it is first used
_SHORTEST_RANGE = 3  #: So many symbols in a row, or more, are written as a range.


def read_symbols(text: str) -> str:
    """Return the symbols that a person wrote, in that order, letters as capitals.

    Spaces and commas may separate symbols, and two letters or two digits with a hyphen between them are a range. Raises
    `SymbolsError` for a sign that is neither a letter from A to Z nor a digit, for two symbols with a hyphen that are
    no range, for a symbol that comes twice, and for fewer than two symbols or more than `MAX_COLOURS`.

    >>> read_symbols("0-3, x")
    '0123X'
    """
    symbols = ""
    for piece in re.finditer(_PIECE, text.upper()):
        if piece["one"]:
            symbols += piece["one"]
        else:
            symbols += _read_range(piece["first"], piece["last"], text)
    for index, symbol in enumerate(symbols):
        if symbol not in SYMBOLS:
            why = Reason(N_("“{symbol}” is neither a letter from A to Z nor a digit"), symbol=symbol)
            raise SymbolsError(symbols=text, why=why)
        if symbol in symbols[:index]:
            raise SymbolsError(symbols=text, why=Reason(N_("“{symbol}” appears twice"), symbol=symbol))
    if not 2 <= len(symbols) <= MAX_COLOURS:
        raise SymbolsError(symbols=text, why=Reason(N_("it has {count}"), count=len(symbols)))
    return symbols


def _read_range(first: str, last: str, text: str) -> str:
    """Return the symbols from `first` to `last`; `text` is all that was written, for the error.

    Raises `SymbolsError` unless both are letters or both are digits, the lower one first.

    >>> _read_range("1", "4", text="1-4")
    '1234'
    """
    for ordered in (LETTERS, DIGITS):
        if first in ordered and last in ordered and first <= last:
            return ordered[ordered.index(first) : ordered.index(last) + 1]
    why = N_("“{range}” is not a range: write two letters or two digits, the lower one first")
    raise SymbolsError(symbols=text, why=Reason(why, range=f"{first}-{last}"))


def write_symbols(symbols: str) -> str:
    """Return symbols in a form that `read_symbols` and the command line read; three or more in a row become a range.

    The text is never digits alone, which the command line would read as how many colours there are: such digits are
    separated by commas.

    >>> write_symbols("0123456789ABCDEF"), write_symbols("RGBYOW"), write_symbols("135")
    ('0-9A-F', 'RGBYOW', '1,3,5')
    """
    pieces = []
    rest = symbols
    while rest:
        count = 1  # how many symbols at the beginning of the rest follow each other
        while count < len(rest) and is_range(rest[: count + 1]):
            count += 1
        if count >= _SHORTEST_RANGE:
            pieces.append(f"{rest[0]}-{rest[count - 1]}")
            rest = rest[count:]
        else:
            pieces.append(rest[0])
            rest = rest[1:]
    text = "".join(pieces)
    has_digits_alone = text.isdigit()  # not if there is a range, which has a hyphen
    return ",".join(pieces) if has_digits_alone else text


def is_range(symbols: str) -> bool:
    """Return whether symbols follow each other, as letters of the alphabet or as digits: ``ABCDEF``, ``123456``."""
    return symbols in LETTERS or symbols in DIGITS
