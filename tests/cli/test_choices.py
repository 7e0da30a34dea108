"""Choices that do not go together, in both languages: named errors, wrong use of the command."""

from __future__ import annotations

import pytest

from mastermot import MastermotError
from mastermot.cli.errors import STATUSES, OutputsSameError
from mastermot.families.errors import FamilyLengthError, FamilyWordLengthError
from mastermot.rules.code_errors import CodesChoiceError
from tests.messages import check_told
from tests.support import run

CASES: list[tuple[type[MastermotError], list[str], str, str]] = [
    (CodesChoiceError, ["rank", "--words", "sgb", "--length", "5", "--holes", "4"], "both", "fois"),
    (FamilyLengthError, ["cliques", "--words", "fr-common"], "--length", "--length"),
    (FamilyWordLengthError, ["cliques", "--length", "4", "--word", "coude"], " 4 letters, ", " 4 lettres, "),
    (OutputsSameError, ["explore", "--holes", "3", "--colours", "3", "--json", "--csv", "-"], "place", "endroit"),
]


@pytest.mark.parametrize(("error", "arguments", "english", "french"), CASES, ids=lambda case: str(case)[:40])
def test_told_in_both_languages(error: type[MastermotError], arguments: list[str], english: str, french: str) -> None:
    for lang, text in (("en", english), ("fr", french)):
        result = run(*arguments, lang=lang)
        assert result.exit_code == STATUSES[error.fault] == 2
        assert text in result.stderr
        assert result.stdout == ""


@pytest.mark.parametrize(
    "options",
    [
        ["--no-repeats"],
        ["--holes", "4"],
        ["--words", "fr-common"],
        ["--words", "sgb", "--length", "5", "--colours", "6"],
        ["--words", "sgb", "--length", "5", "--no-repeats"],
        ["--words", "sgb", "--length", "5", "--digits"],
    ],
)
def test_half_choices_are_refused(options: list[str]) -> None:
    refused = run("rank", *options)
    assert (refused.exit_code, refused.stdout) == (2, "")
    check_told(refused.stderr, "", "--length 5", "--holes 4 --colours 6")
