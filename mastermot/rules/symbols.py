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
_PIECE = re.compile(r"(?P<first>[^\s,])\s*-\s*(?P<last>[^\s,])|(?P<one>[^\s,])")
_SHORTEST_RANGE = 3  #: From so many symbols in a row on, they are written as a range.


def read_symbols(text: str) -> str:
    """Return the symbols that a person wrote, in that order. Raises `SymbolsError`.

    Letters may be small, spaces and commas may separate symbols, and two letters or two digits with a hyphen between
    them are a range.

    >>> read_symbols("0-3, x")
    '0123X'
    """
    symbols = ""
    for piece in _PIECE.finditer(text.upper()):
        symbols += piece["one"] or _read_range(piece["first"], piece["last"], text)
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
    """Return the symbols from the first to the last of a range; `text` is all that was written, for the error."""
    for every in (LETTERS, DIGITS):
        if first in every and last in every[every.index(first) :]:
            return every[every.index(first) : every.index(last) + 1]
    why = N_("“{range}” is not a range: write two letters or two digits, the lower one first")
    raise SymbolsError(symbols=text, why=Reason(why, range=f"{first}-{last}"))


def write_symbols(symbols: str) -> str:
    """Return symbols as `read_symbols` and the command line read them; three or more in a row become a range.

    Digits alone are separated by hyphens or commas, since a number on the command line is how many colours there are.

    >>> write_symbols("0123456789ABCDEF"), write_symbols("RGBYOW"), write_symbols("135")
    ('0-9A-F', 'RGBYOW', '1,3,5')
    """
    written = []
    rest = symbols
    while rest:
        every = LETTERS if rest[0] in LETTERS else DIGITS
        count = 1
        while rest[: count + 1] in every and count < len(rest):
            count += 1
        if count < _SHORTEST_RANGE:
            count = 1
        written.append(rest[0] if count == 1 else f"{rest[0]}-{rest[count - 1]}")
        rest = rest[count:]
    text = "".join(written)
    return ",".join(written) if text.isdigit() else text


def is_range(symbols: str) -> bool:
    """Return whether symbols follow each other, as letters of the alphabet or as digits: ``ABCDEF``, ``123456``."""
    return symbols in LETTERS or symbols in DIGITS
