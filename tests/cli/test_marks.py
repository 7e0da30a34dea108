"""``mastermot marks``."""

from __future__ import annotations

import json

import pytest

from mastermot import RULES, rule_named
from tests.support import run


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["paume", "coude"], "XX  2 blacks\n"),
        (["alors", "coude"], "(none)  0 blacks\n"),
        (["palme", "coude"], "X  1 black\n"),
        (["ERRER", "TERRE", "--rule", "black-white"], "XOOO  1 black, 3 whites\n"),
        (["--rule", "positional", "speed", "abide"], "..O.O  0 blacks, 2 whites\n"),
        (["bbba", "cccb", "--rule=membership"], "OOO  0 blacks, 3 whites\n"),
        (["cœur", "coeur"], "XXXXX  5 blacks\n"),
        (["coudé", "COUDE"], "XXXXX  5 blacks\n"),
    ],
)
def test_marks(arguments: list[str], printed: str) -> None:
    result = run("marks", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (0, printed, "")


@pytest.mark.parametrize("rule", RULES)
def test_json(rule: str) -> None:
    result = run("marks", "élève", "terre", "--rule", rule, "--json")
    marks = rule_named(rule).mark("ELEVE", "TERRE")
    assert json.loads(result.stdout) == {
        "rule": rule,
        "guess": "ELEVE",
        "secret": "TERRE",
        "marks": marks.text,
        "blacks": marks.blacks,
        "whites": marks.whites,
    }


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["7", "coud"], "“7” "),
        (["paume", "coud"], "“PAUME” "),
        (["paum3", "coude"], "GUESS: “3” in “paum3”"),
        (["paume", "l'eau"], "SECRET: “'” in “l'eau”"),
        (["", "coude"], "GUESS: "),
        (["paume", "coude", "--rule", "blackwhite"], " black-white, black?"),
        (["paume"], "SECRET"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_wrong_use(arguments: list[str], shown: str, lang: str) -> None:
    result = run("marks", *arguments, lang=lang)
    assert (result.exit_code, result.stdout) == (2, "")
    if lang == "en":
        assert shown in result.stderr


def test_words_of_one_letter_and_of_many() -> None:
    assert run("marks", "a", "a").stdout == "X  1 black\n"
    assert run("marks", "a" * 30, "a" * 30).stdout == "X" * 30 + "  30 blacks\n"


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["1122", "1234"], "X  1 black\n"),
        (["1 1 2 2", "1,2,3,4"], "X  1 black\n"),
        (["a,a,b,b", "a,b,c,d", "--rule", "black-white"], "XO  1 black, 1 white\n"),
    ],
)
def test_symbols_apart_and_digits(arguments: list[str], printed: str) -> None:
    assert run("marks", *arguments).stdout == printed


def test_digits_are_no_letters() -> None:
    result = run("marks", "1122", "abcd")
    assert result.exit_code == 2
    assert "GUESS: “1”" in result.stderr


@pytest.mark.parametrize("written", ["11", "1B1W", "1b, 1w", "1N1B", "1 1"])
def test_two_numbers_of_marks(written: str) -> None:
    options = ("next", "--holes", "4", "--colours", "6", "--json")
    result = json.loads(run(*options, f"aabb={written}").stdout)
    read = result.pop("read", [])
    assert result == json.loads(run(*options, "aabb=XO").stdout)
    assert [one["marks"] for one in read] == ([] if written == "1 1" else ["XO"])


@pytest.mark.parametrize("written", ["bybbg", "BYBBG", "njnnv", "gjggv"])
def test_letters_of_signs(written: str) -> None:
    options = ("next", "--length", "5", "--words", "en-common", "--rule", "positional", "--json")
    result = json.loads(run(*options, f"raise={written}").stdout)
    assert [one["marks"] for one in result.pop("read")] == [".O..X"]
    assert result == json.loads(run(*options, "raise=.O..X").stdout)


@pytest.mark.parametrize("written", ["ggggg", "ggggy", "bbnbb"])
def test_letters_of_signs_that_are_unclear(written: str) -> None:
    assert run("next", "--length", "5", "--rule", "positional", f"raies={written}").exit_code == 2


def test_one_number_named_is_no_marks() -> None:
    assert run("next", "--holes", "4", "--colours", "6", "aabb=1b").exit_code == 2


def test_digits_for_colours() -> None:
    options = ("play", "--holes", "4", "--colours", "6", "--secret")
    assert run(*options, "a,b,c,d").stdout == run(*options, "ABCD").stdout
    assert run(*options, "1 2 3 4", "--digits").stdout == run(*options, "1234", "--digits").stdout
    refused = run(*options, "1234")
    assert refused.exit_code == 2
    assert "--digits" in refused.stderr
