"""Words folded to the letters of an alphabet, A to Z where none is given: accents dropped, ligatures opened.

An alphabet is a text, its letters in order: in ``ABCDEFGHIJKLMNÑOPQRSTUVWXYZ``, Ñ is a letter, not an N with an accent.
"""

from collections.abc import Iterable
from functools import lru_cache, partial
from unicodedata import category, name, normalize

from mastermot.errors import N_, MastermotError, Reason, Translate, UseError, fill, name_character, printable

SHORTEST = 2  #: Letters of the shortest words.
LONGEST = 15  #: Letters of the longest words.

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  #: The alphabet of words of which nothing else is said.
MAX_LETTERS = 32  #: Letters of an alphabet at most.

ONE_CHARACTER = N_("{character} is not a letter from A to Z, with or without accent")
_NOT_A_WORD = "\0"
CODE_SIGNS = "0123456789.?"  #: Digits, an empty hole, the open position of a family.


class WordError(MastermotError):
    message = N_("this is not one word")
    advice = N_("Write one word, with letters only.")


class NotAWordError(WordError):
    title = N_("a word with characters that are not letters")
    message = N_("{character} in “{word}” is not a letter from A to Z, with or without accent")
    advice = N_("Write the word with letters only.")

    def describe_reason(self, translate: Translate = N_) -> str:
        """Return what is wrong; a word of one character is not named besides."""
        return fill(ONE_CHARACTER if len(self.word) == 1 else self.message, self.parameters, translate)


class NotOfAlphabetError(NotAWordError):
    message = N_("{character} in “{word}” is not one of the letters {alphabet}")


class WordMissingError(WordError):
    message = N_("a word is missing here")


class AlphabetError(UseError):
    title = N_("an alphabet that cannot be used")
    message = N_("“{alphabet}” is not an alphabet: {why}")
    advice = N_("Write its letters in order, each once, {limit} at most, as in: {example}")


def read_alphabet(text: str) -> str:
    """Return an alphabet in capitals, as it was written. Raises `AlphabetError`."""
    letters = [_capital(letter) for letter in normalize("NFC", "".join(text.split()))]
    reasons = [
        *(Reason(N_("{letter} is no letter"), letter=one) for one in letters if len(one) > 1 or not one.isalpha()),
        *[Reason(N_("it has too few letters"))] * (len(letters) < 2),
        *(Reason(N_("{letter} is there twice"), letter=one) for one in letters if letters.count(one) > 1),
        *[Reason(N_("it has {count} letters"), count=len(letters))] * (len(letters) > MAX_LETTERS),
    ]
    if reasons:
        shown, example = printable(text, 2 * MAX_LETTERS), LETTERS.replace("N", "NÑ")
        raise AlphabetError(alphabet=shown, why=reasons[0], limit=MAX_LETTERS, example=example)
    return "".join(letters)


def fold(word: str, alphabet: str | None = None) -> str:
    """Return `word` in capitals A-Z: accents dropped, ligatures opened (``cœur`` gives ``COEUR``).

    With an `alphabet`, letters of it stay what they are: ``caña`` is ``CAÑA`` where Ñ is one. Raises `NotAWordError`,
    naming a character that is none of these letters, `WordMissingError` (one of them) for no character at all;
    `TypeError` for what is no text, such as bytes.
    """
    if str.isascii(word) and word.isalpha() and _has_latin(alphabet):  # of str itself: bytes would be taken too
        return word.upper()
    if not word:
        raise WordMissingError
    return _fold_but(word, "", alphabet or LETTERS)


def fold_code(text: str, alphabet: str | None = None) -> str:
    """Return a word folded, or the symbols of a code put together (``a,b,c``, ``1 2 3``). Raises what `fold` raises."""
    symbols = text.replace(",", " ").split()
    code = "".join(symbols) if all(len(symbol) == 1 for symbol in symbols) else text
    return code if code.isascii() and code.isdigit() else fold(code, alphabet)


def fold_symbols(text: str, alphabet: str | None = None) -> str:
    """Return the text of a code in capitals; digits, ``.`` and ``?`` stay. Raises `NotAWordError`."""
    if text.isascii() and text.isalnum() and _has_latin(alphabet):
        return text.upper()
    return _fold_but(text, CODE_SIGNS, alphabet or LETTERS)


@lru_cache(64)
def _has_latin(alphabet: str | None) -> bool:
    return set(LETTERS) <= set(alphabet or LETTERS)


def _fold_but(text: str, kept: str, alphabet: str) -> str:
    composed = normalize("NFC", text)
    folded = [character if character in kept else fold_letter(character, alphabet) for character in composed]
    if _NOT_A_WORD in folded:
        character = name_character(composed[folded.index(_NOT_A_WORD)])
        if alphabet == LETTERS:
            raise NotAWordError(word=text, character=character)
        raise NotOfAlphabetError(word=text, character=character, alphabet=alphabet)
    return "".join(folded)


def _capital(letter: str) -> str:
    """Return a letter as a capital: one letter for ß too, which `str.upper` writes as two."""
    return "ẞ" if letter == "ß" else letter.upper()


def fold_letter(character: str, alphabet: str) -> str:
    """Return the capitals of a letter, or `_NOT_A_WORD` for what is none of the alphabet with or without an accent."""
    capital = _capital(character)
    if len(capital) == 1 and capital in alphabet:
        return capital
    # of cased Latin letters only: unidecode would also fold µ, ² and ª
    if category(character) not in ("Ll", "Lu") or not name(character, "").startswith("LATIN "):
        return _NOT_A_WORD
    from unidecode import unidecode_expect_nonascii

    plain: str = unidecode_expect_nonascii(character).upper()
    return plain if plain.isalpha() and set(plain).issubset(alphabet) else _NOT_A_WORD


def sort_words(words: Iterable[str], alphabet: str = LETTERS) -> list[str]:
    """Return folded words, or letters, in the order of an alphabet: CAÑA after CANTO; other signs come first."""
    order = {letter: place for place, letter in enumerate(alphabet)}
    return sorted(words, key=lambda word: [order.get(letter, -1) for letter in word])


def sort_letters(letters: Iterable[str]) -> list[str]:
    """Return letters of whatever alphabet in order, one with a mark after that without: N, Ñ, O."""
    return sorted(letters, key=partial(normalize, "NFD"))


def fold_or_empty(word: str, alphabet: str | None = None) -> str:
    """Return `word` folded, or an empty string when it is not one word."""
    try:
        return fold(word, alphabet)
    except WordError:
        return ""
