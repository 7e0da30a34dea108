"""Progress of long work: commands announce all of it, and report it to the last guess."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
import pytest

from tests.playing import run

GAME = ["--words", "sgb", "--length", "5", "--player", "entropy", "--pool", "all", "--secret", "tears"]


class Bars:
    """Stands for the bars on the terminal: keeps what was announced and what was done."""

    def __init__(self) -> None:
        self.totals: list[int | None] = []
        self.done: list[int] = []

    @contextmanager
    def progress(self, label: str, total: int | None = None) -> Iterator[Callable[[int], object]]:
        """Keep the total, and count the work."""
        assert label
        self.totals.append(total)
        self.done.append(0)

        def step(count: int) -> None:
            self.done[-1] += count

        yield step


@pytest.mark.parametrize(
    ("arguments", "totals"),
    [
        (["rank", "--words", "fr-common", "--length", "3", "--rule", "black", "--rule", "positional"], [2 * 432]),
        (["cliques", "--words", "sgb"], [5 * 5757]),
        (["play", *GAME], [5757]),
    ],
    ids=["rank", "cliques", "play"],
)
def test_all_work_is_reported(arguments: list[str], totals: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game, those of the first turn: later a perfect guess may be found before all are scored."""
    bars = Bars()
    monkeypatch.setattr(f"mastermot.cli.{arguments[0]}.progress", bars.progress)
    assert run(*arguments).exit_code == 0
    assert bars.totals[: len(totals)] == bars.done[: len(totals)] == totals


def test_the_bar_is_gone_before_a_puzzle_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def progress(label: str, total: int | None = None) -> Iterator[Callable[[int], object]]:
        click.echo("bar")
        yield lambda count: None
        click.echo("gone")

    monkeypatch.setattr("mastermot.cli.compose.progress", progress)
    lines = run("compose", "--seed", "2", "--count", "2").stdout.splitlines()
    titles = [number for number, line in enumerate(lines) if line.startswith("# ")]
    assert [lines[: titles[0]], lines[titles[1] - 3 : titles[1]]] == [["bar", "gone"], ["bar", "gone", ""]]
