"""Which codes are played with: words or colours, and what is said where that is not clear."""

from __future__ import annotations

import pytest

from mastermot.operations.game_setup import CodesChoice, choose_codes_of
from mastermot.rules.code_errors import CodesChoiceError
from tests.messages import check_told


def test_what_is_not_said_is_usual() -> None:
    chosen = choose_codes_of(CodesChoice(holes=2, colours=3))
    assert (chosen.count, chosen.repeats, chosen.empty, chosen.digits) == (9, True, False, False)
    assert choose_codes_of(CodesChoice(length=5)).label == choose_codes_of(CodesChoice()).label == "en-common"


@pytest.mark.parametrize(
    ("asked", "told", "about"),
    [
        (CodesChoice(repeats=False), ["clear", "words", "colours"], ""),
        (CodesChoice(holes=3), ["holes", "colours", "missing"], "colours"),
        (CodesChoice(colours=4), ["holes", "colours", "missing"], "holes"),
        (CodesChoice(words="fr"), ["length", "missing"], "length"),
        (CodesChoice(length=5, holes=3), ["both"], ""),
        (CodesChoice(length=5, colours=4, empty=True), ["both"], ""),
        (CodesChoice(length=5, repeats=False, digits=True), ["repeats", "digits"], "repeats"),
    ],
)
def test_what_is_not_clear_is_said(asked: CodesChoice, told: list[str], about: str) -> None:
    with pytest.raises(CodesChoiceError) as caught:
        choose_codes_of(asked)
    assert caught.value.about == about
    check_told(caught.value.why.describe(), "", *told)
