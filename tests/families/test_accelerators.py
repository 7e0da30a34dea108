"""Acceleration files: lenient to read, one form to write, errors that name the line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import Accelerator, read_accelerators
from mastermot.families import parse_accelerators, select_accelerators, write_accelerators
from mastermot.families.errors import AcceleratorsEmptyError
from mastermot.words.folding import NotAWordError
from tests.reference import ACCELERATION, needs_french

reasons = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=30)
accelerators = st.lists(
    st.builds(Accelerator, st.text("ABCDE", min_size=2, max_size=7), reasons.map(lambda text: " ".join(text.split()))),
    unique_by=lambda one: one.word,
)


@given(accelerators, st.lists(reasons, max_size=3))
def test_what_is_written_is_read_again(listed: list[Accelerator], header: list[str]) -> None:
    text = write_accelerators(listed, header)
    assert parse_accelerators(text) == listed
    assert write_accelerators(parse_accelerators(text)) == write_accelerators(listed)


def test_lenient_reading_and_the_one_writing() -> None:
    text = "# acceleration words\n\n  gârs# pour  la clique\nBACHE\nGARS # again\n"
    listed = parse_accelerators(text)
    assert listed == [Accelerator("GARS", "pour  la clique"), Accelerator("BACHE")]
    assert write_accelerators(listed, ["a\nb", ""]) == "# a b\n#\nGARS   # pour la clique\nBACHE\n"


@needs_french
def test_the_old_file_is_read() -> None:
    listed = read_accelerators(ACCELERATION)
    assert select_accelerators(listed, 4) == ("GARS", "CAMP", "BLED", "VAMP")
    assert select_accelerators(listed, 5) == ("BACHE",)


def test_a_word_of_another_alphabet_names_its_line() -> None:
    with pytest.raises(NotAWordError) as caught:
        parse_accelerators("GARS\nД\n", "accel.txt")
    assert (caught.value.line, caught.value.source) == (2, "accel.txt")


def test_no_word_of_the_length_says_which_lengths_there_are() -> None:
    with pytest.raises(AcceleratorsEmptyError) as caught:
        select_accelerators(parse_accelerators("GARS\nBACHE\n"), 7, "accel.txt")
    assert caught.value.parameters == {"length": 7, "lengths": (4, 5)}
    with pytest.raises(AcceleratorsEmptyError, match=": -"):
        select_accelerators(parse_accelerators(write_accelerators([], ["nothing"])), 4)
