"""Words folded to the letters of an alphabet, A to Z where none is given: accents dropped, ligatures opened.

An alphabet is a text, its letters in order: in ``ABCDEFGHIJKLMNÑOPQRSTUVWXYZ``, Ñ is a letter, not an N with an accent.
"""

from collections.abc import Iterable
from functools import lru_cache, partial
from unicodedata import category, name, normalize

from mastermot.errors import (
    N_,
    MastermotError,
    Reason,
    Translate,
    UseError,
    name_character,
    printable,
    translate_and_fill,
)

SHORTEST = 2  #: Letters of the shortest words.
LONGEST = 15  #: Letters of the longest words.

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  #: The alphabet that is used when none is given.
MAX_LETTERS = 32  #: The most letters of an alphabet.

ONE_CHARACTER = N_("{character} is not a letter from A to Z, with or without accent")
_NOT_A_LETTER = "\0"  #: What a character is folded to that is no letter of the alphabet, with or without an accent.
CODE_SIGNS = "0123456789.?"  #: Signs in codes that are no letters: digits, an empty hole, a family's open position.


class WordError(MastermotError):
    code = "word"
    message = N_("this is not one word")
    advice = N_("Write one word, with letters only.")


class NotAWordError(WordError):
    code = "not-a-word"
    title = N_("a word with characters that are not letters")
    message = N_("{character} in “{word}” is not a letter from A to Z, with or without accent")
    advice = N_("Write the word with letters only.")
    character: Reason
    word: str

    def describe_reason(self, translate: Translate = N_) -> str:
        """Return what is wrong. A word of one character is not repeated after the character."""
        text = ONE_CHARACTER if len(self.word) == 1 else self.message
        return translate_and_fill(text, self.parameters, translate)


class NotOfAlphabetError(NotAWordError):
    code = "not-of-alphabet"
    message = N_("{character} in “{word}” is not one of the letters {alphabet}")
    alphabet: str


class WordMissingError(WordError):
    code = "word-missing"
    message = N_("a word is missing here")


class AlphabetError(UseError):
    code = "alphabet"
    title = N_("an alphabet that cannot be used")
    message = N_("“{alphabet}” is not an alphabet: {why}")
    advice = N_("Write its letters in order, each once, {limit} at most, as in: {example}")
    alphabet: str
    why: Reason
    limit: int
    example: str


def read_alphabet(text: str) -> str:
    """Return an alphabet in capitals: its letters in the order in which they are written, without blanks.

    Raises `AlphabetError`.

    >>> read_alphabet("abcdefghijklmnñopqrstuvwxyz")
    'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
    """
    letters = [_capitalize(letter) for letter in normalize("NFC", "".join(text.split()))]
    why = _find_alphabet_fault(letters)
    if why is not None:
        shown = printable(text, 2 * MAX_LETTERS)
        example = LETTERS.replace("N", "NÑ")
        raise AlphabetError(alphabet=shown, why=why, limit=MAX_LETTERS, example=example)
    return "".join(letters)


def _find_alphabet_fault(letters: list[str]) -> Reason | None:
    """Return why these letters are no alphabet, or None if they are one.

    Each of the `letters` is the capital of one character, which may be no letter. A few capitals have several letters.

    >>> _find_alphabet_fault(["A", "B", "1"]).describe(), _find_alphabet_fault(["A", "B", "C"])
    ('1 is not a letter', None)
    """
    for letter in letters:
        if len(letter) > 1 or not letter.isalpha():
            return Reason(N_("{letter} is not a letter"), letter=letter)
    if len(letters) < 2:
        return Reason(N_("it has too few letters"))
    for letter in letters:
        if letters.count(letter) > 1:
            return Reason(N_("{letter} appears twice"), letter=letter)
    if len(letters) > MAX_LETTERS:
        return Reason(N_("it has {count:letters}"), count=len(letters))
    return None


def fold(word: str, alphabet: str | None = None) -> str:
    """Return `word` in the capitals of an alphabet, A to Z where none is given.

    Accents are dropped and ligatures opened, but a letter of the alphabet stays as it is. Raises `NotAWordError` with
    the first character that is no letter; `WordMissingError` for an empty text.

    >>> fold("cœur"), fold("Déjà"), fold("caña"), fold("caña", "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ")
    ('COEUR', 'DEJA', 'CANA', 'CAÑA')
    >>> fold("l'été")
    Traceback (most recent call last):
        ...
    mastermot.words.folding.NotAWordError: “'” in “l'été” is not a letter from A to Z, with or without accent
      Write the word with letters only.
    """
    has_plain_letters = str.isascii(word) and word.isalpha()  # str.isascii refuses bytes by a TypeError
    if has_plain_letters and _has_latin(alphabet):  # the quick way: most words only need capitals
        return word.upper()
    if not word:
        raise WordMissingError
    return _fold_letters(word, kept="", alphabet=alphabet or LETTERS)


def fold_code(text: str, alphabet: str | None = None) -> str:
    """Return a code, folded: a word, or single symbols, which may have spaces or commas between them.

    A code of digits stays as it is: colours may be numbered. Any other code is folded as `fold` does, to the letters of
    `alphabet`. Raises `NotAWordError` or `WordMissingError`.

    >>> fold_code("été"), fold_code("a,b,c"), fold_code("1 2 3")
    ('ETE', 'ABC', '123')
    """
    symbols = text.replace(",", " ").split()
    stand_apart = all(len(symbol) == 1 for symbol in symbols)
    code = "".join(symbols) if stand_apart else text
    if code.isascii() and code.isdigit():
        return code
    return fold(code, alphabet)


def fold_symbols(text: str, alphabet: str | None = None) -> str:
    """Return the text of a code, folded; digits, ``.`` and ``?`` stay as they are. Raises `NotAWordError`.

    Unlike in `fold_code`, there may be no spaces or commas between the symbols, and an empty text stays empty.

    >>> fold_symbols("ra?é"), fold_symbols("12.4")
    ('RA?E', '12.4')
    """
    if text.isascii() and text.isalnum() and _has_latin(alphabet):
        return text.upper()
    return _fold_letters(text, CODE_SIGNS, alphabet or LETTERS)


@lru_cache(64)
def _has_latin(alphabet: str | None) -> bool:
    """Return whether A to Z are all letters of an alphabet: a word of plain letters then only needs capitals."""
    return set(LETTERS) <= set(alphabet or LETTERS)


def _fold_letters(text: str, kept: str, alphabet: str) -> str:
    """Return a text with all its characters folded, except those in `kept`.

    Raises `NotAWordError`, or `NotOfAlphabetError` for another alphabet than A to Z, with the first character that is
    no letter of the alphabet.
    """
    composed = normalize("NFC", text)
    folded = []
    for sign in composed:
        folded.append(sign if sign in kept else fold_letter(sign, alphabet))
    if _NOT_A_LETTER in folded:
        character = name_character(composed[folded.index(_NOT_A_LETTER)])
        if alphabet == LETTERS:
            raise NotAWordError(word=text, character=character)
        raise NotOfAlphabetError(word=text, character=character, alphabet=alphabet)
    return "".join(folded)


def _capitalize(letter: str) -> str:
    """Return the capital of a letter. The capital of ß is ẞ here, a single letter; `str.upper` gives SS."""
    return "ẞ" if letter == "ß" else letter.upper()


def fold_letter(character: str, alphabet: str) -> str:
    """Return a character folded to capitals of the alphabet, or `_NOT_A_LETTER`. A ligature gives two letters.

    A letter of the alphabet itself, such as Ñ in a Spanish one, only becomes a capital; others lose their accents.

    >>> fold_letter("é", LETTERS), fold_letter("œ", LETTERS), fold_letter("7", LETTERS) == _NOT_A_LETTER
    ('E', 'OE', True)
    """
    capital = _capitalize(character)
    if len(capital) == 1 and capital in alphabet:  # two letters, such as ST of ﬆ, may be "in" the alphabet too
        return capital
    is_letter = category(character) in ("Ll", "Lu")  # a small or a capital one
    is_latin = name(character, "").startswith("LATIN ")
    if not (is_letter and is_latin):  # unidecode would also make letters of µ, ² and ª
        return _NOT_A_LETTER
    from unidecode import unidecode_expect_nonascii

    plain: str = unidecode_expect_nonascii(character).upper()
    is_of_alphabet = plain.isalpha() and set(plain).issubset(alphabet)
    return plain if is_of_alphabet else _NOT_A_LETTER


def sort_words(words: Iterable[str], alphabet: str = LETTERS) -> list[str]:
    """Return folded words, or single letters, in the order of an alphabet; signs that are no letters come first.

    >>> sort_words(["CAÑA", "CANTO", "CAOS"], "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ")
    ['CANTO', 'CAÑA', 'CAOS']
    """
    ranks = {letter: rank for rank, letter in enumerate(alphabet)}
    return sorted(words, key=lambda word: [ranks.get(letter, -1) for letter in word])


def sort_letters(letters: Iterable[str]) -> list[str]:
    """Return letters of any alphabet in order; a letter with an accent comes after the plain one: N, Ñ, O."""
    return sorted(letters, key=partial(normalize, "NFD"))


def fold_or_empty(word: str, alphabet: str | None = None) -> str:
    """Return `word` folded, or an empty string if it is not a word."""
    try:
        return fold(word, alphabet)
    except WordError:
        return ""
