"""Progress of long work: commands announce all of it, and report it to the last guess."""

from __future__ import annotations

import os
import select
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
import pytest

from mastermot.cli.output import progress
from tests.playing import run
from tests.support import later

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
        (["rank", "--holes", "4", "--colours", "5"], [4 * 5]),
        later(["play", "--holes", "9", "--colours", "9", "--secret", "AAAAAAABC"], [None]),
    ],
    ids=["rank", "cliques", "play", "rank shapes", "play a large game"],
)
def test_all_work_is_reported(arguments: list[str], totals: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game, those of the first turn: later a perfect guess may be found before all are scored."""
    bars = Bars()
    home = {"play": "game_options"}.get(arguments[0], arguments[0])
    monkeypatch.setattr(f"mastermot.cli.{home}.progress", bars.progress)
    assert run(*arguments).exit_code == 0
    assert bars.totals[: len(totals)] == totals
    assert bars.done[: len(totals)] == [total or 0 for total in totals]


@pytest.mark.parametrize("size", [(24, 80), (0, 0)], ids=["a size", "no size"])
def test_the_bar_shows_before_any_work_is_reported(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the terminal says of its size: some say nothing."""
    monkeypatch.setattr("mastermot.cli.output.BAR_DELAY", 0.01)
    monkeypatch.setattr("mastermot.cli.output.REDRAW_INTERVAL", 0.01)
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, size)
    shown = b""
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with progress("work", 50):
            while b"0/50" not in shown:
                assert select.select([ours], [], [], 60)[0], shown
                shown += os.read(ours, 10_000)
        monkeypatch.undo()
    os.close(ours)


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
