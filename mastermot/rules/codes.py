"""The sets of codes that one can play with: words of one length, colours in holes, or an explicit list.

A set is ordered. Its codes are texts (``COUDE``, ``ABCD``), and for numpy also rows of small integers: the symbol
``alphabet[i]`` has the number `i`. Colours are written ``A``, ``B``, ``C``… unless a game has other symbols; an empty
hole is written ``.``.
"""

from __future__ import annotations

import hashlib
import math
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import permutations, product
from typing import TYPE_CHECKING

from mastermot.errors import N_, MastermotError, Reason, WrongKindError, nearest, read_whole
from mastermot.rules.code_errors import (
    CodeLengthError,
    CodeRepeatsError,
    CodesLongError,
    CodesTooFewError,
    CodeUnknownError,
    ColourCountError,
    ColourDigitsError,
    ColoursRangeError,
    NotAColourError,
    PatternError,
    PatternUnmatchedError,
    TooManyCodesError,
)
from mastermot.rules.errors import SymbolsError
from mastermot.rules.symbols import DIGITS, MAX_COLOURS, is_range, read_symbols
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import LETTERS, fold, fold_or_empty, fold_symbols

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMPTY = "."  #: The sign of an empty hole.
MAX_HOLES = 20  #: The most holes of a code of colours.
UNKNOWN_SIGNS = str.maketrans("?_*", "...")  #: The signs that may stand for an unknown letter, besides the point.
MAX_CODES = 500_000  #: The most codes that are listed; 26 colours in 4 holes are 456,976.
MAX_LENGTH = 40  #: The most positions of a code: a number of 64 bits has room for three signs in each of 40.
MAX_COMPARED = 100_000  #: In a set of more codes, codes similar to a mistyped one are not looked for.


class Codes:
    """An ordered set of codes of one length over one alphabet."""

    colours = 0  #: How many colours there are; 0 for words and lists.
    repeats = True  #: Whether symbols may repeat.
    empty = False  #: Whether holes may be empty.
    empty_guesses = False  #: Whether holes of guesses may be empty, though those of the secret may not.
    digits = False  #: Whether colours are digits from 0.
    own_symbols = ""  #: The symbols of colours that are neither the first letters nor digits from 0.
    dictionary: Dictionary | None = None  #: The dictionary that the codes are words of; None for other codes.
    pattern = ""  #: The letters that all codes must have, a point for each other; empty without a pattern.
    given = False  #: Whether every guess must have the letters of `pattern` too, as in Motus.

    def __init__(self, texts: Sequence[str], alphabet: str, name: str) -> None:
        """Take the codes, all of one length, and the `alphabet` of their symbols, both in order.

        A subclass that lists its codes only when they are asked for passes no `texts`, and sets the length itself.
        `name` says what the codes are, and is stored with results. Users read the `label`, which a subclass may change.
        """
        self._texts = texts
        self.alphabet = alphabet
        self.guess_alphabet = alphabet  #: The alphabet, and the empty hole if only guesses may have it.
        self.name = name
        self.label = name
        self.letters = alphabet.replace(EMPTY, "")  #: The alphabet by which words are folded.
        self.length = len(texts[0]) if texts else 0

    def __repr__(self) -> str:
        return f"<Codes {self.name}>"

    def __len__(self) -> int:
        if self.count > sys.maxsize:  # more than `len` can return
            raise TooManyCodesError(count=self.count, limit=MAX_CODES)
        return self.count

    def list_variants(self) -> list[str]:
        """Return how the game differs from the usual game with colours: ``["no repeats", "digits"]``.

        The list is empty if nothing is different, and for words and explicit lists.
        """
        variants = {
            "no repeats": not self.repeats,
            "empty holes": self.empty,
            "empty guesses": self.empty_guesses,
            "digits": self.digits,
            f"symbols {self.own_symbols}": bool(self.own_symbols),
        }
        return [variant for variant, holds in variants.items() if holds]

    @property
    def count(self) -> int:
        """The number of codes, however many: `len` has a limit."""
        return len(self.texts)

    @property
    def enumerable(self) -> bool:
        """Whether the codes are few enough (`MAX_CODES`) to be listed."""
        return self.count <= MAX_CODES

    @property
    def texts(self) -> Sequence[str]:
        """All codes, in order."""
        return self._texts

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of each code in the order."""
        return {text: index for index, text in enumerate(self.texts)}

    @cached_property
    def array(self) -> NDArray[np.uint8]:
        """All codes in order, a row of symbol numbers for each: shape (codes, length)."""
        return self.encode(self.texts)

    def encode(self, texts: Iterable[str]) -> NDArray[np.uint8]:
        """Return folded codes as rows of symbol numbers: an array of shape (texts, length).

        A code that may only be guessed can be encoded too (`guess_alphabet`).

        >>> ColourCodes(2, "RGB").encode(["RB", "GG"]).tolist()
        [[0, 2], [1, 1]]
        """
        import numpy as np

        # in both encodings every character takes the same number of bytes, so that the bytes of a text are an array of
        # character numbers; a table then has the symbol number for each character number of the alphabet
        # (the empty hole, the only symbol that `alphabet` may lack, is in ASCII too)
        encoding, number_type = ("ascii", "u1") if self.alphabet.isascii() else ("utf-32-le", "<u4")
        alphabet = np.frombuffer(self.guess_alphabet.encode(encoding), number_type)
        table_size = max(128, 1 + int(alphabet.max()))  # at least all of ASCII
        symbol_of_character = np.zeros(table_size, np.uint8)
        symbol_of_character[alphabet] = np.arange(len(alphabet), dtype=np.uint8)
        characters = np.frombuffer("".join(texts).encode(encoding), number_type).reshape(-1, self.length)
        return np.take(symbol_of_character, characters)

    def decode(self, row: NDArray[np.uint8]) -> str:
        """Return the code of a row of symbol numbers, as text."""
        return "".join(self.guess_alphabet[symbol] for symbol in row)

    @cached_property
    def checksum(self) -> str:
        """The SHA-256 of the codes in order, a line each: the same for the same list in another file."""
        return hashlib.sha256("".join(f"{text}\n" for text in self.texts).encode()).hexdigest()

    def read(self, text: str) -> str:
        """Return the code that a person wrote.

        Raises `CodeUnknownError`, with similar codes, for a code that is not in the set, and the errors of `fold` for a
        text that is no code of this length.
        """
        code = self.fold(text)
        if code not in self:
            raise CodeUnknownError(guess=text, name=self.label, suggestions=self.near(code))
        return code

    def near(self, code: str) -> list[str]:
        """Return the guesses that look most like `code`, as people write them; none in a set of too many codes."""
        alike = nearest(code, self.playable) if self.count <= MAX_COMPARED else ()
        return [self.spell(text) for text in alike]

    def take_words(self, dictionary: Dictionary) -> tuple[str, ...]:
        """Return the words of a dictionary that are as long as the codes.

        Raises `AlphabetOtherError` if the dictionary has letters that the alphabet of the codes lacks, and
        `DictionaryEmptyError` if it has no words of this length.
        """
        dictionary.refuse_letters_beyond(self.letters)
        return dictionary.words(self.length)

    @property
    def playable(self) -> Sequence[str]:
        """All that may be guessed: the codes of the set; in some games also others (see subclasses)."""
        return self.texts

    def allows(self, code: str) -> bool:
        """Return whether a folded code may be guessed: any of the set; in some games also others (see subclasses)."""
        return code in self

    def spell(self, code: str) -> str:
        """Return a code as people write it, such as a word with its accents."""
        return code.lower()

    def from_letters(self, code: str) -> str:
        """Return a code given in letters, in the symbols of the set: ``0012`` for AABC if these are digits."""
        return code

    def to_letters(self, code: str) -> str:
        """Return a code of the set in letters: ``AABC`` for 0012 if the symbols are digits."""
        return code

    def __contains__(self, code: object) -> bool:
        if code in self.index:
            return True
        # people may write a code in other ways, such as a word with its accents
        return isinstance(code, str) and fold_or_empty(code, self.letters) in self.index

    def fold(self, text: str) -> str:
        """Return the code that a person wrote, folded: of the right length and symbols, but perhaps not in the set.

        Raises `NotAWordError` for a sign that is no letter, `WordMissingError` for spaces alone, and `CodeLengthError`
        for a text of another length.
        """
        is_folded = set(text).issubset(self.letters + EMPTY)  # codes of a list may have empty holes
        code = text if is_folded else fold(text.strip(), self.letters)
        if len(code) != self.length:
            raise CodeLengthError(word=text, length=len(code), expected=self.length, suggestions=self.near(code))
        return code

    def display(self, code: str) -> str:
        """Return the code as people read it: a word of a dictionary with its spellings."""
        return code


class WordCodes(Codes):
    """The words of one length of a dictionary, folded, in the dictionary's order."""

    dictionary: Dictionary

    def __init__(
        self,
        dictionary: Dictionary | str,
        length: int,
        words: Sequence[str] | None = None,
        kind: str = "",
        *,
        as_extra_guesses: bool = False,
    ) -> None:
        """Take all words of this length in the dictionary, or only the folded `words`.

        The name of all words is “fr-common, length 5”. `kind` is put at its end, to say which `words` these are: with
        “, C....”, for words that match a pattern, the name is “fr-common, length 5, C....”. There must be two words or
        more, unless `words` are given, or all words are taken `as_extra_guesses`: they may then be guessed beside the
        codes of a game. Raises `DictionaryUnknownError`, `DictionaryEmptyError`, `CodesTooFewError`, `CodesLongError`
        or `TooManyCodesError`.
        """
        self.dictionary = open_dictionary(dictionary)
        texts = self.dictionary.words(length) if words is None else words
        label = self.dictionary.name
        super().__init__(texts, self.dictionary.alphabet, f"{label}, length {length}{kind}")
        self.label = label
        check_listed(self)
        if words is None and not as_extra_guesses:  # given words, or extra guesses, may be few
            check_size(self)

    @property
    def playable(self) -> Sequence[str]:
        """All that may be guessed: all words of this length in the dictionary."""
        return self.dictionary.words(self.length)

    def spell(self, code: str) -> str:
        """Return a word with its accents: the first of its spellings, or the word in small letters."""
        return next(iter(self.dictionary.spellings(code)), code.lower())

    def display(self, code: str) -> str:
        """Return the word with all its spellings, if these say more than the word: ``LUNE (lune, luné)``."""
        spellings = self.dictionary.spellings(code)
        say_more = any(spelling.upper() != code for spelling in spellings)
        return f"{code} ({', '.join(spellings)})" if say_more else code


class PatternCodes(WordCodes):
    """The words of one length that have the letters of a pattern, in the dictionary's order; there may be only one."""

    def __init__(self, dictionary: Dictionary, length: int, pattern: str, among: Sequence[str] | None = None) -> None:
        """Take the words of the dictionary, or of the list `among`, that match a pattern.

        The pattern has the first letters alone, or a sign for each position: a letter, or a point where it is unknown.
        For words of five letters, ``c`` means the same as ``c....``, and ``c..e.`` is a pattern, but ``c..e`` is none.
        If the known letters are the first ones, they are `given`: every guess must have them too. Raises `PatternError`
        for any other pattern, also for one without letters, and `PatternUnmatchedError` if no word has the letters.
        """
        folded = ""  # stays empty, and is refused below, if the pattern cannot be folded
        with suppress(MastermotError):
            folded = fold_symbols(pattern.strip().translate(UNKNOWN_SIGNS), dictionary.alphabet)
        has_letters = folded.replace(".", "").isalpha()
        has_first_letters_alone = len(folded) < length and "." not in folded
        suits_length = len(folded) == length or has_first_letters_alone
        if not has_letters or not suits_length:
            raise PatternError(pattern=pattern, length=length)
        self.pattern = folded.ljust(length, ".")
        up_to_last_letter = self.pattern.rstrip(".")
        self.given = "." not in up_to_last_letter
        searched = dictionary.words(length) if among is None else among
        words = keep_matching(searched, self.pattern)
        if not words:
            raise PatternUnmatchedError(name=dictionary.name, pattern=self.pattern)
        super().__init__(dictionary, length, words, f", {self.pattern}")


def keep_matching(words: Iterable[str], pattern: str) -> tuple[str, ...]:
    """Return the words that match a pattern: a point stands for any letter, as in a regular expression."""
    return tuple(filter(re.compile(pattern).fullmatch, words))


class ColourCodes(Codes):
    """All codes with a number of holes and colours, in lexicographic order of the game's symbols.

    Colours are written A, B, C…; with `digits` 0, 1, 2…; or with symbols of their own, as in “RGB”.

    >>> ColourCodes(2, "RGB").texts
    ['RR', 'RG', 'RB', 'GR', 'GG', 'GB', 'BR', 'BG', 'BB']
    >>> ColourCodes(4, "0-5").name == ColourCodes(4, 6, digits=True).name
    True
    """

    def __init__(
        self,
        holes: int,
        colours: int | str,
        *,
        repeats: bool = True,
        empty: bool = False,
        empty_guesses: bool = False,
        digits: bool = False,
    ) -> None:
        """Take the number of holes, and in `colours` how many colours there are, or their symbols (`read_symbols`).

        - Without `repeats` no code has a colour twice.
        - With `empty` any code may have empty holes: “empty” is then one more colour, which without `repeats` is in no
          code twice.
        - With `empty_guesses` the secret has no empty hole, but guesses may have several. With `empty` too, this option
          changes nothing.
        - With `digits` the colours are 0, 1, 2…; symbols such as ``0-5`` mean the same.

        The codes are not listed before they are asked for. Raises `ColoursRangeError`, `CodesTooFewError`,
        `SymbolsError`, or `WrongKindError` for a number that is not whole.
        """
        holes = read_whole("holes", holes, least=0)
        if isinstance(colours, str):
            symbols = read_symbols(colours)
            if digits:
                raise SymbolsError(symbols=colours, why=Reason(N_("digits are asked for too")))
            colours = len(symbols)
            digits = symbols == DIGITS[:colours]
        else:
            colours = read_whole("colours", colours, least=0)
            all_symbols = DIGITS if digits else LETTERS
            symbols = all_symbols[:colours]
        most = len(DIGITS) if digits else MAX_COLOURS
        if not 1 <= holes <= MAX_HOLES or not 2 <= colours <= most:
            raise ColoursRangeError(holes=holes, colours=colours, most_holes=MAX_HOLES, most_colours=most)
        with_empty = symbols + EMPTY
        alphabet = with_empty if empty else symbols
        super().__init__(texts=(), alphabet=alphabet, name="")  # the texts are listed, and the name is made, later
        self.length = holes
        self.colours = colours
        self.repeats = repeats
        self.empty = empty
        self.empty_guesses = empty_guesses and not empty
        self.guess_alphabet = with_empty if empty or empty_guesses else symbols
        self.digits = digits
        are_usual = digits or symbols == LETTERS[:colours]
        self.own_symbols = "" if are_usual else symbols
        self.name = ", ".join([f"{holes} holes, {colours} colours", *self.list_variants()])
        self.label = self.name
        check_size(self)

    def describe_symbols(self) -> str | Reason:
        """Return the symbols as people read them: “A to F”, or each of them."""
        symbols = self.alphabet[: self.colours]
        if is_range(symbols):
            return Reason(N_("{first} to {last}"), first=symbols[0], last=symbols[-1])
        return symbols

    @cached_property
    def count(self) -> int:
        """The number of codes, however many: `len` has a limit.

        >>> ColourCodes(2, 3).count, ColourCodes(2, 3, repeats=False).count
        (9, 6)
        >>> ColourCodes(2, 3, empty=True).count, ColourCodes(2, 3, empty=True, repeats=False).count
        (16, 12)
        """
        symbols = len(self.alphabet)  # the empty hole is one of them, if the game has it
        return int(symbols**self.length) if self.repeats else math.perm(symbols, self.length)

    @cached_property
    def texts(self) -> Sequence[str]:
        """All codes, in lexicographic order. Raises `TooManyCodesError` if there are more than `MAX_CODES`."""
        check_listed(self)
        if self.repeats:
            return ["".join(code) for code in product(self.alphabet, repeat=self.length)]
        return ["".join(code) for code in permutations(self.alphabet, self.length)]

    @property
    def playable(self) -> Sequence[str]:
        """All that may be guessed: the codes and, with `empty_guesses`, guesses with both empty holes and colours.

        Raises `TooManyCodesError` if there are too many to be listed.

        >>> ColourCodes(2, 2, repeats=False, empty_guesses=True).playable
        ['AB', 'BA', 'A.', 'B.', '.A', '.B']
        """
        if not self.empty_guesses:
            return self.texts
        return [*self.texts, *self._list_with_empty()]

    def _list_with_empty(self) -> Iterator[str]:
        """Yield the guesses that have empty holes and colours; without `repeats` each colour stands there once at most.

        Raises `TooManyCodesError` if more than `MAX_CODES` combinations would have to be looked at.
        """
        count = len(self.guess_alphabet) ** self.length
        if count > MAX_CODES:
            raise TooManyCodesError(count=count, limit=MAX_CODES)
        for code in product(self.guess_alphabet, repeat=self.length):
            colours = [symbol for symbol in code if symbol != EMPTY]
            has_empty_and_colour = 0 < len(colours) < self.length
            has_forbidden_repeat = not self.repeats and len(set(colours)) < len(colours)
            if has_empty_and_colour and not has_forbidden_repeat:
                yield "".join(code)

    @property
    def lists_guesses(self) -> bool:
        """Whether only guesses may have empty holes, and all guesses are few enough (`MAX_CODES`) to be listed."""
        return self.empty_guesses and len(self.guess_alphabet) ** self.length <= MAX_CODES

    def list_guesses(self) -> ListedCodes:
        """Return all that may be guessed (`playable`) as a set of its own."""
        return ListedCodes(self.playable, f"{self.name}: guesses", self.letters)

    def allows(self, code: str) -> bool:
        """Return whether a code may be guessed: any of the set; with `empty_guesses` also one with empty holes.

        A guess of empty holes alone is allowed too, though `playable` leaves it out, since its marks tell nothing.

        >>> codes = ColourCodes(4, 6, repeats=False, empty_guesses=True)
        >>> codes.allows("A..B"), codes.allows("A.AB"), "A..B" in codes
        (True, False, False)
        """
        if code in self:
            return True
        if not self.empty_guesses or len(code) != self.length:
            return False
        return self._has_right_colours(code.replace(EMPTY, ""))

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, str) or len(code) != self.length:
            return False
        return self._has_right_colours(code.upper())  # people may write small letters

    def _has_right_colours(self, code: str) -> bool:
        """Return whether all symbols are symbols of the codes, and no symbol is there twice without `repeats`."""
        symbols = set(code)
        return symbols <= set(self.alphabet) and (self.repeats or len(symbols) == len(code))

    def read(self, text: str) -> str:
        """Return the code that a person wrote.

        Raises `NotAColourError` for an empty hole that only guesses may have, and the errors that `fold` names.
        """
        code = self.fold(text)  # refuses whatever no guess may have
        if code in self:
            return code
        # a guess that is no code has an empty hole
        first = self.alphabet[0]
        last = self.alphabet[self.colours - 1]
        raise NotAColourError(colour=EMPTY, guess=text, first=first, last=last, symbols=self.describe_symbols())

    def from_letters(self, code: str) -> str:
        """Return a code given in the letters A, B, C…, in the symbols of the set.

        If codes may have empty holes, the letter after those of the colours stands for an empty hole.

        >>> ColourCodes(4, 6, digits=True).from_letters("AABC"), ColourCodes(4, "RGBYOW").from_letters("AABC")
        ('0012', 'RRGB')
        >>> ColourCodes(4, 3, empty=True).from_letters("ABCD")
        'ABC.'
        """
        return code.translate(str.maketrans(LETTERS[: len(self.alphabet)], self.alphabet))

    def to_letters(self, code: str) -> str:
        """Return a code of the set in the letters A, B, C…: the inverse of `from_letters`; empty holes stay."""
        return code.translate(str.maketrans(self.alphabet[: self.colours], LETTERS[: self.colours]))

    def fold(self, text: str) -> str:
        """Return the colours that a person wrote, without what separates them: spaces, commas, semicolons, hyphens.

        The result is a guess that the game allows; with `empty_guesses` it need not be one of the codes. Raises
        `NotAColourError` for a symbol that no guess may have, or `ColourDigitsError` for a digit if colours are the
        letters A, B, C…; `ColourCountError` for too many or too few symbols; `CodeRepeatsError` for a symbol that may
        not repeat.
        """
        code = "".join(re.split(r"[\s,;-]+", text)).upper()
        first = self.alphabet[0]
        last = self.alphabet[self.colours - 1]
        symbols = self.describe_symbols()
        are_letters = not self.digits and not self.own_symbols
        for colour in code:
            if colour not in self.guess_alphabet:
                is_digit_for_letter = colour in DIGITS and are_letters
                error_class = ColourDigitsError if is_digit_for_letter else NotAColourError
                raise error_class(colour=colour, guess=text, first=first, last=last, symbols=symbols)
        if len(code) != self.length:
            raise ColourCountError(
                word=text, length=len(code), expected=self.length, first=first, last=last, symbols=symbols
            )
        if not self.repeats:
            for position, colour in enumerate(code):
                is_repeated = colour in code[:position]
                may_repeat = colour == EMPTY and self.empty_guesses
                if is_repeated and not may_repeat:
                    raise CodeRepeatsError(colour=colour, guess=text)
        return code


class ListedCodes(Codes):
    """An explicit list of codes, words or colours, in the order given; a code that is listed again is left out."""

    def __init__(self, texts: Iterable[str], name: str = "list", alphabet: str = LETTERS) -> None:
        """Take codes of one length, as people write them, and fold them by the `alphabet`.

        A code that has only letters of the alphabet, and perhaps empty holes, stays as it is. `name` is that of the
        list. Raises `WrongKindError` for a text in place of a list, `NotAWordError`, `WordMissingError`,
        `CodeLengthError`, `CodesLongError`, `TooManyCodesError` or `CodesTooFewError`.
        """
        if isinstance(texts, str):
            raise WrongKindError(name="texts", value=repr(texts), wanted=Reason(N_("a list of codes")))
        symbols = frozenset(alphabet + EMPTY)
        folded = []
        for text in texts:
            is_folded = bool(text) and symbols.issuperset(text)
            folded.append(text if is_folded else fold(text, alphabet))  # `fold` refuses empty holes, and empty texts
        distinct = list(dict.fromkeys(folded))
        length = len(distinct[0]) if distinct else 0  # `check_size` refuses a list without codes
        for code in distinct:
            if len(code) != length:
                raise CodeLengthError(word=code, length=len(code), expected=length)
        super().__init__(distinct, alphabet + EMPTY, name)
        check_listed(self)
        check_size(self)


def check_listed(codes: Codes) -> None:
    """Raise `TooManyCodesError` if the codes are too many to be listed."""
    if not codes.enumerable:
        raise TooManyCodesError(count=codes.count, limit=MAX_CODES)


def check_size(codes: Codes) -> None:
    """Raise `CodesTooFewError` for fewer than two codes, and `CodesLongError` for codes longer than `MAX_LENGTH`."""
    if codes.count < 2:
        raise CodesTooFewError(count=codes.count)
    if codes.length > MAX_LENGTH:
        raise CodesLongError(length=codes.length, most=MAX_LENGTH)
