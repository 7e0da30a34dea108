"""The sets of codes: words of a length, colours, listed codes; how a person's text is read, and what is refused."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import Codes, ColourCodes, Dictionary, ListedCodes, MastermotError, WordCodes, open_dictionary
from mastermot.rules.code_errors import (
    CodeLengthError,
    CodeRepeatsError,
    CodesTooFewError,
    CodeUnknownError,
    ColourCountError,
    ColoursRangeError,
    NotAColourError,
    PatternUnmatchedError,
    TooManyCodesError,
)
from mastermot.rules.codes import LETTERS, MAX_CODES, PatternCodes
from mastermot.words.dictionaries import DictionaryEmptyError
from mastermot.words.folding import NotAWordError, WordMissingError
from tests.messages import check_told
from tests.playing import code_lists


def decoded(codes: Codes) -> list[str]:
    return ["".join(codes.alphabet[symbol] for symbol in row) for row in codes.array]


@pytest.mark.parametrize("repeats", [True, False])
@pytest.mark.parametrize("empty", [True, False])
@pytest.mark.parametrize(("holes", "colours"), [(1, 2), (2, 2), (3, 4), (4, 6)])
def test_colours(holes: int, colours: int, repeats: bool, empty: bool) -> None:
    """All codes, in the order of the alphabet, the empty hole last."""
    codes = ColourCodes(holes, colours, repeats=repeats, empty=empty)
    alphabet = "ABCDEF"[:colours] + "." * empty
    expected = product(alphabet, repeat=holes) if repeats else permutations(alphabet, holes)
    assert list(codes.texts) == ["".join(code) for code in expected]
    assert len(codes) == len(codes.texts)
    assert decoded(codes) == codes.texts
    assert codes.array.dtype == np.uint8
    assert all(code in codes for code in codes.texts)
    assert codes.index[codes.texts[-1]] == len(codes) - 1


def test_bulls_and_cows() -> None:
    assert len(ColourCodes(4, 10, repeats=False)) == 5040


def test_words_keep_the_order_of_the_dictionary() -> None:
    dictionary = open_dictionary("fr-common")
    codes = WordCodes(dictionary, 5)
    assert codes.texts == dictionary.words(5)
    assert decoded(codes) == list(codes.texts)
    assert codes.display("COUDE").startswith("COUDE (coud")
    assert WordCodes(open_dictionary("sgb"), 5).display("WHICH") == "WHICH"


@given(codes=code_lists())
def test_listed_codes(codes: ListedCodes) -> None:
    assert decoded(codes) == list(codes.texts)
    assert codes.checksum == hashlib.sha256("".join(f"{code}\n" for code in codes.texts).encode()).hexdigest()
    assert ListedCodes([*codes.texts, *codes.texts]).texts == codes.texts


def test_listed_codes_are_folded() -> None:
    assert ListedCodes(["pâté", "PATE", "tape"]).texts == ["PATE", "TAPE"]


def test_checksum_of_many_codes() -> None:
    """The checksum does not depend on how the codes are read through."""
    codes = ColourCodes(4, 11)
    assert codes.checksum == ListedCodes(codes.texts).checksum


@pytest.mark.parametrize(
    ("written", "read"), [("coudé", "COUDE"), (" COUDE ", "COUDE"), ("fœtu", "FOETU"), ("Coude", "COUDE")]
)
def test_words_are_read(written: str, read: str) -> None:
    assert ListedCodes(["COUDE", "FOETU"]).read(written) == read


@pytest.mark.parametrize("written", ["abcd", " A B C D ", "AbCd"])
def test_colours_are_read(written: str) -> None:
    assert ColourCodes(4, 6).read(written) == "ABCD"


@pytest.mark.parametrize(
    ("codes", "written", "error", "told"),
    [
        (ColourCodes(4, 6), "ABCG", NotAColourError, ["“G”", "A to F"]),
        (ColourCodes(4, 6), "AB.C", NotAColourError, ["“.”"]),
        (ColourCodes(4, 6), "ABCDE", ColourCountError, ["4 colours", "5", "hole", "A to F"]),
        (ColourCodes(4, 6), "", ColourCountError, ["4 colours", "0"]),
        (ColourCodes(4, 6, repeats=False), "ABCA", CodeRepeatsError, ["“A”", "repeats"]),
        (WordCodes(open_dictionary("fr-common"), 5), "coudx", CodeUnknownError, ["coudx", "fr-common", "coude"]),
        (WordCodes(open_dictionary("fr-common"), 5), "coudes", CodeLengthError, ["5 letters", "6", "coude"]),
        (WordCodes(open_dictionary("fr-common"), 5), "delits", CodeLengthError, ["5 letters", "6", "délit"]),
        (WordCodes(open_dictionary("fr-common"), 5), "cou2e", NotAWordError, ["“2”"]),
    ],
)
def test_refused_texts(codes: Codes, written: str, error: type[MastermotError], told: list[str]) -> None:
    """Each refusal names what is wrong, with the nearest words; all are wrong use."""
    with pytest.raises(error) as caught:
        codes.read(written)
    check_told(caught.value.describe(), "", *told)


@given(text=st.text(max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    for codes in (ColourCodes(3, 3, empty=True), ListedCodes(["AB", "BA"])):
        with suppress(MastermotError):
            assert codes.read(text) in codes


@pytest.mark.parametrize(
    ("holes", "colours", "repeats", "error"),
    [
        (0, 6, True, ColoursRangeError),
        (21, 6, True, ColoursRangeError),
        (4, 0, True, ColoursRangeError),
        (4, 1, True, ColoursRangeError),
        (4, 27, True, ColoursRangeError),
        (4, 3, False, CodesTooFewError),
    ],
)
def test_refused_colours(holes: int, colours: int, repeats: bool, error: type[MastermotError]) -> None:
    with pytest.raises(error):
        ColourCodes(holes, colours, repeats=repeats)


def test_too_many_codes() -> None:
    """More than are listed: they can be read and counted, and only listing them is refused."""
    codes = ColourCodes(8, 12)
    assert len(codes) == 12**8
    assert not codes.enumerable
    assert codes.read("abcdefgh") in codes
    with pytest.raises(TooManyCodesError) as caught:
        _ = codes.texts
    assert f"{MAX_CODES:,}" in caught.value.describe()
    assert ColourCodes(4, 26).enumerable
    listed = ["".join(code) for code in product(LETTERS[:9], repeat=6)][: MAX_CODES + 1]
    with pytest.raises(TooManyCodesError):
        ListedCodes(listed)


def test_too_few_codes() -> None:
    with pytest.raises(CodesTooFewError):
        ListedCodes(["ABC", "abc"])
    with pytest.raises(CodesTooFewError):
        ListedCodes([])
    with pytest.raises(CodesTooFewError):
        WordCodes(Dictionary("one", {3: {"ABC": ("abc",)}}), 3)
    with pytest.raises(DictionaryEmptyError):
        WordCodes(Dictionary("one", {3: {"ABC": ("abc",)}}), 4)


def test_listed_codes_of_two_lengths() -> None:
    with pytest.raises(CodeLengthError):
        ListedCodes(["ABC", "ABCD"])
    with pytest.raises(WordMissingError):
        ListedCodes(["ABC", ""])


def test_codes_are_looked_up_folded() -> None:
    words = WordCodes("fr-common", 5)
    assert "coudé" in words
    assert "coudz" not in words
    assert "c0ude" not in words
    colours = ColourCodes(4, 6)
    assert "abcd" in colours
    assert "abcz" not in colours
    assert "abcda" not in colours
    assert "aabc" not in ColourCodes(4, 6, repeats=False)
    assert 7 not in colours


def test_a_pattern_keeps_the_words_that_have_its_letters() -> None:
    dictionary = open_dictionary("fr-common")
    words = dictionary.words(5)
    for pattern, first, kept in (
        ("c", True, [word for word in words if word[0] == "C"]),
        ("..u.e", False, [word for word in words if word[2] + word[4] == "UE"]),
    ):
        codes = PatternCodes(dictionary, 5, pattern)
        assert (list(codes.texts), codes.given) == (kept, first)
    with pytest.raises(PatternUnmatchedError):
        PatternCodes(dictionary, 5, "zzzz")
