"""Words folded to the letters A to Z: accents dropped, ligatures opened."""

from __future__ import annotations

from mastermot.errors import N_, MastermotError, Reason, Translate, fill, name_character

SHORTEST = 2  #: Letters of the shortest words.
LONGEST = 15  #: Letters of the longest words.

ONE_CHARACTER = N_("{character} is not a letter from A to Z, with or without accent")
_NOT_A_WORD = "\0"
_CODE_SIGNS = frozenset("0123456789.?")  #: Digits, an empty hole, the open position of a family.


class WordError(MastermotError):
    message = N_("this is not one word")
    advice = N_("Write one word, with letters only.")


class NotAWordError(WordError):
    title = N_("a word with characters that are not letters")
    message = N_("{character} in “{word}” is not a letter from A to Z, with or without accent")
    advice = N_("Write the word with letters only.")
    character: Reason
    word: str

    def describe_reason(self, translate: Translate = N_) -> str:
        """Return what is wrong; a word of one character is not named besides."""
        return fill(ONE_CHARACTER if len(self.word) == 1 else self.message, self.parameters, translate)


class WordMissingError(WordError):
    message = N_("a word is missing here")


def fold(word: str) -> str:
    """Return `word` in capitals A-Z: accents dropped, ligatures opened (``cœur`` gives ``COEUR``).

    Raises `NotAWordError`, naming the character, when a character is no Latin letter, and `WordMissingError` (one of
    them) when there is no character at all; `TypeError` for what is no text, such as bytes.
    """
    if str.isascii(word) and word.isalpha():  # of str itself: bytes would be taken too
        return word.upper()
    if not word:
        raise WordMissingError
    return _fold_but(word, frozenset())


def fold_code(text: str) -> str:
    """Return a word folded, or the symbols of a code put together (``a,b,c``, ``1 2 3``). Raises what `fold` raises."""
    symbols = text.replace(",", " ").split()
    code = "".join(symbols) if all(len(symbol) == 1 for symbol in symbols) else text
    return code if code.isascii() and code.isdigit() else fold(code)


def fold_symbols(text: str) -> str:
    """Return the text of a code in capitals A-Z; digits, ``.`` and ``?`` stay. Raises `NotAWordError`."""
    return text.upper() if text.isascii() and text.isalnum() else _fold_but(text, _CODE_SIGNS)


def _fold_but(text: str, kept: frozenset[str]) -> str:
    """Return `text` in capitals A-Z, the characters `kept` as they are. Raises `NotAWordError`."""
    from unicodedata import normalize

    composed = normalize("NFC", text)
    folded = [character if character in kept else _folded_letter(character) for character in composed]
    if _NOT_A_WORD in folded:
        raise NotAWordError(word=text, character=name_character(composed[folded.index(_NOT_A_WORD)]))
    return "".join(folded)


def folding_table(text: str) -> dict[int, str]:
    """Return the translation table of all the characters of `text`."""
    return {ord(character): _folded_letter(character) for character in set(text)}


def _folded_letter(character: str) -> str:
    """Return the capitals of a cased Latin letter, or `_NOT_A_WORD`: unidecode alone would also fold µ, ² and ª."""
    if character.isascii():
        return character.upper() if character.isalpha() else _NOT_A_WORD
    from unicodedata import category, name

    from unidecode import unidecode_expect_nonascii

    if category(character) not in ("Ll", "Lu") or not name(character, "").startswith("LATIN "):
        return _NOT_A_WORD
    plain: str = unidecode_expect_nonascii(character)
    return plain.upper() if plain.isalpha() else _NOT_A_WORD


def fold_or_empty(word: str) -> str:
    """Return `word` folded, or an empty string when it is not one word."""
    try:
        return fold(word)
    except WordError:
        return ""
