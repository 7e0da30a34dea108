"""Every error that a user can cause: raised, placed, told in both languages, with its way out and its exit status."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mastermot import Fault, MastermotError, fold
from mastermot.cli.errors import STATUSES
from mastermot.errors import Reason, printable
from mastermot.operations.errors import FieldInvalidError
from mastermot.puzzle.errors import MarksMissingError, NotAClueError
from mastermot.rules.code_errors import TooManyCodesError
from mastermot.service.errors import BusyError
from mastermot.texts.languages import catalogue, gettext, speak
from mastermot.words.folding import NotAWordError
from tests.messages import check_told
from tests.support import run
from tools.pages import all_errors

PAUME = "paume 2\nchoux 1\n"
ERRORS = [MastermotError, *all_errors()]

# One line a case: the code; the file's name and content (None: no file); the arguments, {} being the file's path; what
# the message must hold besides the file's path and the way out; the exit status.
CASES: list[tuple[str, str | bytes | None, list[str], list[str], int]] = [
    ("file-missing", None, ["solve", "{}"], [], 3),
    ("file-is-folder", "folder", ["solve", "{}"], ["folder"], 3),
    ("file-too-large", b"# " + b"x" * 70_000, ["solve", "{}"], ["65,536"], 3),
    ("not-text", b"paume 2\n\x00t\x00 1\n", ["solve", "{}"], ["line 2", "?t? 1", "UTF-8"], 3),
    ("puzzle-empty", "# nothing yet\n", ["solve", "{}"], ["paume 2"], 3),
    ("clue-length", PAUME + "coudes 1\n", ["solve", "{}"], ["line 3", "“coudes 1”", "6", "5"], 3),
    ("marks-over-length", PAUME + "Forêt 6\n", ["solve", "{}"], ["line 3", "“Forêt 6”", "6 marks", "5 positions"], 3),
    ("marks-negative", PAUME + "foret -1\n", ["solve", "{}"], ["line 3", "“foret -1”", "negative"], 3),
    ("marks-missing", PAUME + "foret\n", ["solve", "{}"], ["line 3", "“foret”", "foret 2"], 3),
    ("marks-unreadable", PAUME + "foret many\n", ["solve", "{}"], ["line 3", "“foret many”", "“many”", "(2)"], 3),
    ("clue-contradiction", PAUME + "Paumé 1\n", ["solve", "{}"], ["line 3", "“Paumé 1”", "1", "2", "line 1"], 3),
    ("not-a-word", PAUME + "for3t 1\n", ["solve", "{}"], ["line 3", "“for3t 1”", "“3” in “for3t”"], 3),
    ("not-a-clue", PAUME + "see you next week\n", ["solve", "{}"], ["line 3", "“see you next week”", "#"], 3),
    ("length-range", "a 1\n", ["solve", "{}"], ["line 1", "“a 1”", "2 to 15"], 3),
    (
        "too-many-clues",
        "".join(f"{a}{b} 0\n" for a in "abcdefghijk" for b in "abcdefghijk"),
        ["solve", "{}"],
        ["100"],
        4,
    ),
    ("too-many-prefixes", PAUME, ["solve", "--limit", "1", "{}"], ["length 1", "--limit"], 4),
    ("dictionary-unknown", PAUME, ["solve", "--words", "fr-comon", "{}"], ["fr-common", "“fr-comon”"], 2),
    ("dictionary-wordless", "12\n", ["words", "{}"], ["JSON", "Hunspell"], 3),
    ("dictionary-empty", "coude\n", ["words", "{}", "--length", "4"], ["length 4", "5"], 3),
    ("rule-unknown", None, ["marks", "paume", "coude", "--rule", "balck"], ["“balck”", "black"], 2),
    ("word-missing", None, ["marks", "paume", ""], [], 2),
    ("length-differs", None, ["marks", "paume", "coud"], ["“PAUME”", "5", "4"], 2),
]
QUOTED_OR_NUMBER = re.compile(r"(?<=“)[^”]*(?=”)|[0-9]+|--\w+")
"""What is the same in a message whatever its language."""


@pytest.fixture
def caught(monkeypatch: pytest.MonkeyPatch) -> list[MastermotError]:
    """The errors told by the command, as they were raised."""
    told: list[MastermotError] = []
    describe = MastermotError.describe

    def record(self: MastermotError, *translate: Callable[[str], str]) -> str:
        told.append(self)
        return describe(self, *translate)

    monkeypatch.setattr(MastermotError, "describe", record)
    return told


@pytest.mark.parametrize(("code", "content", "arguments", "shown", "status"), CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_errors(
    code: str,
    content: str | bytes | None,
    arguments: list[str],
    shown: list[str],
    status: int,
    lang: str,
    tmp_path: Path,
    caught: list[MastermotError],
) -> None:
    path = tmp_path / "week.txt"
    if content == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    result = run(*(argument.format(path) for argument in arguments), lang=lang)
    assert (result.exit_code, result.stdout) == (status, "")
    error = caught[-1]
    assert error.code == code
    assert error.source in ("", str(path), "--words", "GUESS", "SECRET", "PROPOSITION")
    with speak(lang):
        told = error.describe(gettext, error.command_advice or error.advice)
    assert result.stderr.endswith(f"{told}\n")
    reason, way_out = told.split("\n")
    assert way_out.strip()
    assert str(path) in reason or "{}" not in arguments or status == 2
    for text in shown:
        assert all(piece in told for piece in ([text] if lang == "en" else QUOTED_OR_NUMBER.findall(text)))
    if error.line is not None:
        assert re.search(rf"\b{error.line}\b", reason)
        assert error.text in reason


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caught: list[MastermotError]) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("mastermot.words.files.open", refuse, raising=False)
    result = run("solve", str(tmp_path / "week.txt"))
    assert result.exit_code == 3
    assert caught[-1].code == "file-unreadable"
    assert "denied" in result.stderr
    assert "week.txt" in result.stderr


def test_a_name_that_no_file_can_have(caught: list[MastermotError]) -> None:
    assert run("solve", "x" * 5000).exit_code == 3
    assert caught[-1].code == "file-unreadable"


# --- all of them -----------------------------------------------------------------------------------------------


def test_codes_are_distinct_and_stable_looking() -> None:
    codes = [error.code for error in ERRORS]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in codes)


def test_exit_statuses_are_those_of_the_contract() -> None:
    assert [STATUSES[fault] for fault in (Fault.NO_SOLUTION, Fault.USE, Fault.INPUT, Fault.LIMIT)] == [1, 2, 3, 4]
    assert set(STATUSES) == set(Fault)


# --- as values -------------------------------------------------------------------------------------------------


def filled(error: type[MastermotError]) -> MastermotError:
    """Return an error with made-up parameters."""
    values: dict[str, Any] = dict.fromkeys(error.field_names, 12345)
    own = {"turns": (1, 2), "kind": Reason("the space"), "word": "x", "text": "x", "errors": ()}
    return error(**values | {name: value for name, value in own.items() if name in values})


def test_sentences_show_the_fields_of_the_error_alone() -> None:
    """That a field is given, and with what type, mypy sees wherever the program makes an error."""
    for error in ERRORS:
        sentences = error.message, error.advice, error.command_advice, error.service_advice, error.service_message
        assert set(re.findall(r"{(\w+)(?::\w+)?}", " ".join(sentences))) <= set(error.field_names), error.code


def test_errors_pickle_and_copy() -> None:
    for error in ERRORS:
        placed = filled(error).at(source="week.txt", line=3, text="here")
        placed.add_note("a note")
        for other in (pickle.loads(pickle.dumps(placed)), copy.copy(placed), copy.deepcopy(placed)):
            assert type(other) is error
            assert str(other) == str(placed)
            assert other.__notes__ == ["a note"]
            assert (other.parameters, other.line) == (placed.parameters, 3)


def test_a_forgotten_parameter_fails_where_the_error_is_made() -> None:
    for error in ERRORS:
        values = filled(error).parameters
        for name in values:
            if not hasattr(error, name):
                with pytest.raises(TypeError, match=name):
                    error(**{other: value for other, value in values.items() if other != name})
        with pytest.raises(TypeError, match="nonsense"):
            error(**values, nonsense=1)


def test_the_library_names_no_option_of_the_command() -> None:
    assert [
        error.code for error in ERRORS if "--" in error.advice + error.message and ".cli." not in error.__module__
    ] == []


def test_every_error_has_a_way_out() -> None:
    others = (error for error in ERRORS if error is not MastermotError)
    assert [error.code for error in others if not (error.advice or error.service_advice or error.command_advice)] == []


@pytest.mark.parametrize("text", ["message", "advice"])
def test_texts_take_the_same_parameters_in_both_languages(text: str) -> None:
    french = catalogue("fr").gettext
    for error in ERRORS:
        english = getattr(error, text)
        if english:
            assert set(re.findall(r"{[^}]+}", french(english))) == set(re.findall(r"{[^}]+}", english)), error.code


# --- how they are told -----------------------------------------------------------------------------------------


def test_an_error_is_told_on_two_lines() -> None:
    error = MarksMissingError(source="week.txt", line=3, text="foret", word="foret")
    advice = MarksMissingError.advice.format(word="foret")
    assert str(error) == f"week.txt, line 3, “foret”: {MarksMissingError.message}\n  {advice}"


def test_a_place_is_filled_in_where_it_is_not_known() -> None:
    caught = NotAClueError(line=2)
    error = caught.at(source="week.txt", line=7, text="foret")
    assert (error.source, error.line, error.text) == ("week.txt", 2, "foret")
    assert (caught.source, caught.line, caught.text) == ("", 2, "")


def test_large_numbers_are_told_in_groups_of_the_readers_language() -> None:
    error = TooManyCodesError(count=2985984, limit=100_000)
    check_told(error.describe_reason(), "too-many-codes", "2,985,984", "100,000")
    with speak("fr"):
        assert "2\u202f985\u202f984 " in error.describe_reason(gettext)
    assert error.parameters == {"count": 2985984, "limit": 100_000}
    within = FieldInvalidError(why=Reason("at most {most}", most=12345))
    assert within.describe_reason() == "at most 12,345"
    assert " 9999 " in BusyError(seconds=9999).describe_advice()


@pytest.mark.parametrize(
    ("word", "english", "french"),
    [
        ("été 12", ["space", "“été 12”"], ["espace", "« été 12 »"]),
        ("pau\u00a0me", ["space"], ["espace"]),
        ("a\x00b", ["U+0000", "“a?b”"], ["U+0000", "« a?b »"]),
        ("a{b}", ["“{”", "“a{b}”"], ["« { »", "« a{b} »"]),
    ],
)
def test_a_character_that_cannot_be_seen_is_called_by_its_name(
    word: str, english: list[str], french: list[str]
) -> None:
    with pytest.raises(NotAWordError) as caught:
        fold(word)
    check_told(caught.value.describe_reason(), "", *english)
    with speak("fr"):
        check_told(caught.value.describe_reason(gettext), "", *french)


def test_nothing_unprintable_reaches_the_terminal() -> None:
    error = NotAClueError(source="a\x1b[31m\n.txt", line=1, text="\x1b]0;title\x07\n" + "x" * 500)
    first, _second = error.describe().split("\n")
    assert first.isprintable()
    assert len(first) < 200


def test_printable() -> None:
    assert printable("cœur") == "cœur"
    assert printable("a\tb\x00c\udcff") == "a?b?c?"
    assert printable("x" * 61, 60) == "x" * 60 + "…"
