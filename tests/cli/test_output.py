"""Tables: numbers to the right in both languages."""

from __future__ import annotations

import pytest

from mastermot.cli.output import print_table


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
