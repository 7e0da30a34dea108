"""Plots: the formats, the same file for the same results, clear refusals, nothing left behind."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from mastermot.errors import N_
from mastermot.game.advice.plot_errors import PlotFormatError, PlotLibraryError
from mastermot.game.advice.review_plots import check_plot
from mastermot.lab.explore import Results, make_results, plot_runs
from mastermot.lab.explore.plots import draw_turns
from mastermot.texts.languages import gettext, speak
from mastermot.words.files import FileIsFolderError, FolderMissingError
from tests.lab.explore.support import games, small


def results(*strategies: str) -> list[Results]:
    return [make_results(small(one), games(small(one)), number) for number, one in enumerate(strategies, 1)]


def test_png_and_svg(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot_runs(results("entropy"), str(tmp_path / "a.png"))
    plot_runs(results("entropy", "minimax"), str(tmp_path / "a.SVG"))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    svg = (tmp_path / "a.SVG").read_text()
    assert "3x4/decodeur/minimax" in svg
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.SVG", "a.png"]


def test_bars_have_the_shares_of_all_codes() -> None:
    axes = pytest.importorskip("matplotlib.figure").Figure().subplots()
    (run,) = results("entropy")
    draw_turns(axes, [run], N_)
    heights = [bar.get_height() for bar in axes.patches]
    assert heights == pytest.approx([100 * count / len(run.games) for _turns, count in sorted(run.histogram.items())])
    assert sum(heights) == pytest.approx(100)


def test_numbers_are_written_as_the_reader_writes_them(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with speak("fr"):
        plot_runs(results("entropy"), str(tmp_path / "a.svg"), gettext)
    svg = (tmp_path / "a.svg").read_text()
    average = f"{results('entropy')[0].average:.4f}"
    assert f"3x4/decodeur/entropy : {average.replace('.', ',')} ; " in svg
    assert average not in svg


@pytest.mark.parametrize("count", [1, pytest.param(3, marks=pytest.mark.slow), 8])
def test_any_number_of_runs_gives_the_same_file_each_time(tmp_path: Path, count: int) -> None:
    pytest.importorskip("matplotlib")
    names = (["entropy", "minimax", "expected", "parts", "first", "average", "random", "entropy"])[:count]
    contents = []
    for _time in range(2):
        plot_runs(results(*names), str(tmp_path / "a.svg"), lambda text, *forms: f"<<{N_(text, *forms)}>>")
        contents.append((tmp_path / "a.svg").read_bytes())
    assert contents[0] == contents[1]
    assert b"&lt;&lt;turns&gt;&gt;" in contents[0]


def test_games_all_given_up_are_drawn_too(tmp_path: Path) -> None:
    """By their name alone: there is no average."""
    pytest.importorskip("matplotlib")
    configuration = small()
    configuration.most_turns = 1
    unfinished = [game for game in games(configuration) if game.turns is None]
    runs = [make_results(configuration, unfinished), make_results(configuration, [], 2)]
    plot_runs(runs, str(tmp_path / "a.png"))
    plot_runs(runs, str(tmp_path / "a.svg"))
    svg = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert svg.count(runs[0].name) == 2 * len(runs), "each in the legend, and above the differences"


@pytest.mark.parametrize("name", ["a.pdf", "a", "a.png.txt", ".svg"])
def test_unknown_formats_are_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(PlotFormatError, match=r"\.png, \.svg"):
        check_plot(name)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(PlotLibraryError, match=r"mastermot\[plot\]"):
        check_plot("a.png")


def test_a_plot_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "a.png").mkdir()
    with pytest.raises(FileIsFolderError):
        plot_runs(results("entropy"), str(tmp_path / "a.png"))
    with pytest.raises(FolderMissingError):
        plot_runs(results("entropy"), str(tmp_path / "no" / "a.png"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
