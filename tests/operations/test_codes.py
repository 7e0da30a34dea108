"""Which codes are played with: words or colours, and what is said where that is not clear."""

from __future__ import annotations

import pytest

from mastermot.errors import Reason
from mastermot.operations.game_setup import CodesChoice, choose_codes_of
from mastermot.rules.code_errors import CodesChoiceError


def test_what_is_not_said_is_usual() -> None:
    chosen = choose_codes_of(CodesChoice(holes=2, colours=3))
    assert (chosen.count, chosen.repeats, chosen.empty, chosen.digits) == (9, True, False, False)
    assert choose_codes_of(CodesChoice(length=5)).label == choose_codes_of(CodesChoice()).label == "en-common"


@pytest.mark.parametrize(
    ("asked", "why", "about"),
    [
        (CodesChoice(repeats=False), "it is not clear whether to play with words or with colours", ""),
        (CodesChoice(holes=3), "holes and colours go together, and one of them is missing", "colours"),
        (CodesChoice(colours=4), "holes and colours go together, and one of them is missing", "holes"),
        (CodesChoice(words="fr"), "the length of the words is missing", "length"),
        (CodesChoice(length=5, holes=3), "both words and colours are asked for", ""),
        (CodesChoice(length=5, colours=4, empty=True), "both words and colours are asked for", ""),
        (
            CodesChoice(length=5, repeats=False, digits=True),
            "repeats, empty holes and digits are for colours, not for words",
            "repeats",
        ),
    ],
)
def test_what_is_not_clear_is_said(asked: CodesChoice, why: str, about: str) -> None:
    with pytest.raises(CodesChoiceError) as caught:
        choose_codes_of(asked)
    assert (caught.value.why, caught.value.about) == (Reason(why), about)
