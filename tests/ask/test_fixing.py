"""Fixed guesses as an operation: the command's answer, the same every time, within bounds."""

from __future__ import annotations

from typing import Any

import pytest

from mastermot.ask import fixing
from mastermot.ask.fixing import FixedRequest
from mastermot.errors import MastermotError
from mastermot.results import as_json
from tests.playing import run_json


def test_the_answer_is_that_of_the_command() -> None:
    asked = FixedRequest(holes=3, colours=3, rule="black")
    told = run_json("static", "--holes", "3", "--colours", "3", "--rule", "black", "--all")
    answer = as_json(fixing.fix_guesses(asked))
    assert {**answer, "guesses": []} == {**told, "guesses": []}
    assert answer == as_json(fixing.fix_guesses(asked))


def test_words_with_their_groups() -> None:
    asked = FixedRequest(words="fr-common", length=4, rule="black", count=4, given=["lune"], groups=True)
    answer = as_json(fixing.fix_guesses(asked))
    assert answer == as_json(fixing.fix_guesses(asked))
    assert answer["guesses"][0] == {"word": "LUNE", "spellings": ["lune", "luné"]}
    assert answer["classes"] == answer["alone"] + len(answer["groups"])
    assert answer["codes"] == answer["alone"] + sum(map(len, answer["groups"]))


@pytest.mark.parametrize(
    ("asked", "code", "source"),
    [
        ({"holes": 3, "colours": 3, "guesses": "fr"}, "field-invalid", "guesses"),
        ({"holes": 3, "colours": 3, "given": ["AAZ"]}, "not-a-colour", "given"),
        ({"holes": 3, "colours": 3, "objective": "most", "count": 2}, "fixed-objective", "objective"),
        ({"holes": 3, "colours": 3, "objective": "largest"}, "fixed-aim", "count"),
        ({"holes": 3, "colours": 3, "given": ["AAA", "BBB"], "count": 1}, "fixed-count", "count"),
        ({"holes": 5, "colours": 6}, "fixed-too-large", ""),
        ({"words": "en", "length": 5}, "fixed-too-large", ""),
    ],
)
def test_refusals(asked: dict[str, Any], code: str, source: str) -> None:
    with pytest.raises(MastermotError) as refused:
        fixing.fix_guesses(FixedRequest(**asked))
    assert (refused.value.code, refused.value.source) == (code, source)
