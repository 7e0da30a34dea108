"""Tables: numbers to the right in both languages; messages as wide as the terminal."""

from __future__ import annotations

import pytest

from mastermot.cli.output import print_bars, print_table
from tests.support import run
from tests.terminal import Terminal, plain


@pytest.mark.parametrize(
    ("short", "long"), [("9.5", "10.25"), ("9,5", "10,25"), ("-5", "1,000"), ("7", "1\u202f000"), ("2-3", "2-15")]
)
def test_numbers_are_aligned_to_the_right(short: str, long: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("word", "n"), [("ab", short), ("abcd", long)])
    lines = capsys.readouterr().out.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[1].endswith(short)


def test_texts_are_aligned_to_the_left(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("n", "text"), [(1, "a"), (22, "")])
    assert capsys.readouterr().out.splitlines() == [" n  text", " 1  a", "22"]


def test_long_messages_fit_the_terminal_and_stay_whole_elsewhere() -> None:
    for arguments in (("compose", "--sheet", "book.pdf"), ("compose", "--words", "fr-common", "--solution", "squat")):
        terminal = Terminal(*arguments)
        assert terminal.close() == 2
        shown = plain(terminal.text).strip().splitlines()
        assert max(map(len, shown)) <= 80
        whole = run(*arguments).stderr
        assert max(map(len, whole.splitlines())) > 80
        assert " ".join(" ".join(shown).split()) == " ".join(whole.split())


def test_thousands_have_their_sign_in_the_language() -> None:
    assert "400,556" in run("words").stdout
    assert "400\u202f556" in run("words", lang="fr").stdout


@pytest.mark.parametrize("columns", [40, 45])
def test_bars_keep_to_the_width_of_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest takes all the room that titles and numbers leave."""
    monkeypatch.setenv("COLUMNS", str(columns))
    print_bars({1: 1000, 2: 1}, "turns", "codes")
    longest = max(map(len, capsys.readouterr().out.splitlines()))
    assert longest == columns - 1
