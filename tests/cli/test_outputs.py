"""The files that commands write: tried before the work, and what was found is printed whatever happens to them."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from tests.messages import check_told
from tests.support import run, some

SMALL = ("--holes", "2", "--colours", "3")
COMMANDS = [
    pytest.param(("optimal", *SMALL, "--tree"), "x", marks=pytest.mark.compiled),
    pytest.param(("optimal", *SMALL, "--proof"), "x", marks=pytest.mark.compiled),
    pytest.param(("optimal", *SMALL, "--resume"), "x", marks=pytest.mark.compiled),
    (("explore", *SMALL, "--csv"), "x"),
    (("explore", *SMALL, "--plot"), "x.svg"),
    (("compose", "--seed", "7", "--sheet"), "x.html"),
    (("ladder", "coude", "--plot"), "x.svg"),
    (("guess", "--length", "5", "--stats"), "x"),
]


@pytest.mark.parametrize(("arguments", "name"), COMMANDS)
def test_an_output_is_tried_before_the_work(arguments: tuple[str, ...], name: str, tmp_path: Path) -> None:
    result = run(*arguments, str(tmp_path / "no" / name))
    assert (result.exit_code, result.stdout) == (3, "")
    check_told(result.stderr, "folder-missing", str(tmp_path / "no"))
    assert run(*arguments, "").exit_code == 2
    assert os.listdir(tmp_path) == []


def test_a_folder_is_named_as_it_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("compose", "--sheet", "no/x.html").stderr
    check_told(told, "folder-missing", "no/x.html", " no ")
    assert str(tmp_path) not in told


@pytest.mark.parametrize(("arguments", "name"), [param for param in COMMANDS if "--stats" not in str(param)])
def test_a_result_that_cannot_be_written_is_still_printed(
    arguments: tuple[str, ...], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fills up while the command works."""

    replace = os.replace

    def fail(source: object, target: object) -> None:
        if Path(str(target)).parent != tmp_path:  # numba keeps what it compiled
            return replace(str(source), str(target))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mastermot.words.files.os.replace", fail)
    result = run(*arguments, str(tmp_path / name))
    assert result.exit_code == 3
    check_told(result.stderr, "file-unwritable", "space")
    assert len(result.stdout.splitlines()) >= 3
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("failing", ["add_line", "describe_games"])
def test_a_game_is_kept_and_counted_aloud_each_without_the_other(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device", "games")

    monkeypatch.setattr(f"mastermot.cli.guess.{failing}", fail)
    kept = tmp_path / "games"
    result = run("guess", *SMALL, "--seed", "1", "--stats", str(kept), stdin="q\n")
    assert result.exit_code == 3
    assert ("1 game, 0 won" in result.stdout) == (failing == "add_line")
    assert kept.exists() == (failing == "describe_games")


@pytest.mark.compiled
def test_a_search_to_resume_is_told_before_the_search(tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    assert run("optimal", *SMALL, "--resume", str(saved)).exit_code == 0
    check_told(run("optimal", "--words", "fr", "--length", "5", "--resume", str(saved)).stderr, "resume-file", "codes")
    saved.write_bytes(b"no search")
    result = run("optimal", "--words", "fr", "--length", "5", "--resume", str(saved))
    assert (result.exit_code, result.stdout) == (3, "")
    check_told(result.stderr, "resume-file")
    assert "codes" not in result.stderr
    assert run("optimal", *SMALL, "--resume", "-").exit_code == 2


@pytest.mark.compiled
def test_a_dash_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tree = run("optimal", *SMALL, "--tree", "-")
    assert json.loads(tree.stdout)["total"] == 21
    Path("tree.json").write_text(tree.stdout)
    assert run("tree", "tree.json", "--graph", "-").stdout.startswith("digraph")
    assert run("explore", *SMALL, "--csv", "-").stdout.startswith("run,code,turns,game\n")
    assert run("ladder", "coude", "--plot", "-").stdout.startswith("<svg")
    assert run("compose", "--seed", "7", "--sheet", "-").stdout.startswith("<!DOCTYPE html>")
    assert "is written" not in tree.stderr
    assert os.listdir(tmp_path) == ["tree.json"]
    for arguments in (
        ("optimal", *SMALL, "--tree", "-", "--json"),
        ("optimal", *SMALL, "--tree", "-", "--proof", "-"),
        ("optimal", *SMALL, "--tree", "x", "--proof", "./x"),
        ("explore", *SMALL, "--csv", "-", "--json"),
    ):
        refused = run(*arguments)
        assert (refused.exit_code, refused.stdout) == (2, "")
        check_told(refused.stderr, "outputs-same")


@pytest.mark.compiled
def test_a_tree_goes_through_a_pipe_and_a_link(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "tree.json")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert run("optimal", *SMALL, "--tree", str(pipe)).exit_code == 0
    reader.join()
    assert run("optimal", *SMALL, "--tree", str(link)).exit_code == 0
    assert link.is_symlink()
    assert json.loads(read[0])["tree"] == json.loads((tmp_path / "tree.json").read_text())["tree"]


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ("solve coude --sheet -", ["--explain", "--trace", "--hint"]),
        ("static --holes 2 --colours 3 --count 2 --card -", ["--groups"]),
        ("tree none.json --graph -", ["--text"]),
        ("explore --holes 2 --colours 3 --csv -", ["--turns", "--summary"]),
    ],
)
def test_what_is_about_the_printed_text_is_refused_where_a_file_is_printed_instead(
    arguments: str, options: list[str]
) -> None:
    for option in some(options):
        result = run(*arguments.split(), option)
        assert (result.exit_code, result.stdout) == (2, "")
        check_told(result.stderr, "", f"{option}: ", arguments.split()[-2])
